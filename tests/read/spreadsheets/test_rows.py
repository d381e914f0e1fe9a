"""Headers matched with fields, rows as pieces, and what is told about them."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fustella.core.values.problems import Place
from fustella.read.scalars import piece_id
from fustella.read.spreadsheets.rows import slug_of
from tests.read.spreadsheets.making import (
    LIST,
    fronts,
    game_of,
    pieces_of,
    plain,
    project_with,
    told,
)


@pytest.mark.parametrize(
    ("header", "cell", "front"),
    [
        ("value", "3", {"value": 3}),
        ("front.value", "3", {"value": 3}),
        (" FRONT . Value ", "3", {"value": 3}),
        ("value", "+3", {"value": 3}),
        ("tags", "a; b", {"tags": ["a", "b"]}),
        ("tags", "a|b;c", {"tags": ["a", "b;c"]}),
        ("tags", '"a\nb"', {"tags": ["a", "b"]}),
        ("tags", "a;", {"tags": ["a"]}),
        ("tags.1", "a", {"tags": ["a"]}),
        ("cost.wood", "2", {"cost": {"wood": 2}}),
        ("Cost.Wood", "2", {"cost": {"wood": 2}}),
        ("rare", "x", {"rare": True}),
        ("rare", "Yes", {"rare": True}),
        ("rare", "VERO", {"rare": True}),
        ("rare", "1", {"rare": True}),
        ("rare", "0", {"rare": False}),
        ("rare", "FALSCH", {"rare": False}),
        ("rare", "", {}),
        ("side", "left", {"side": "left"}),
        ("side", " LEFT", {"side": "left"}),
        ("size", "12mm", {"size": 12.0}),
        ("code", "", {}),
        ("code", "*", {"code": "*"}),
    ],
)
def test_column_gives_the_field_that_its_header_names(header, cell, front, tmp_path):
    (found,) = fronts(pieces_of(tmp_path, f"title,{header}\nElf,{cell}\n"))
    assert found == {"title": "Elf", **front}


def test_lists_of_records_have_a_column_for_each_value(tmp_path):
    text = (
        "title,options.1.icon,options.1.text,options.2.icon,options.2.text\n"
        "Elf,mdi:x,Run,mdi:y,Hide\nOgre,mdi:x,Eat,,\n"
    )
    assert [front["options"] for front in fronts(pieces_of(tmp_path, text))] == [
        [{"icon": "mdi:x", "text": "Run"}, {"icon": "mdi:y", "text": "Hide"}],
        [{"icon": "mdi:x", "text": "Eat"}],
    ]


def test_record_of_optional_values_is_empty_where_its_cells_are(tmp_path):
    fields = "{front: {title: text, cost: {wood?: number, gold?: number}}, back: {}}"
    text = "title,cost.wood,cost.gold\nElf,2,\nOgre,,\n"
    assert fronts(pieces_of(tmp_path, text, fields=fields)) == [
        {"title": "Elf", "cost": {"wood": 2}},
        {"title": "Ogre", "cost": {}},
    ]


def test_empty_record_leaves_what_its_list_says(tmp_path):
    fields = "{front: {title: text, cost: {wood?: number, gold?: number}}, back: {}}"
    listed = "kind: card\npieces: {file}\nfront: {cost: {gold: 1}}\n"
    text = "title,cost.wood,cost.gold\nElf,,\n"
    (front,) = fronts(pieces_of(tmp_path, text, fields=fields, listed=listed))
    assert front == {"title": "Elf", "cost": {"gold": 1}}


def test_record_with_empty_needed_cell_is_problem(tmp_path):
    fields = "{front: {title: text, cost: {wood: number, gold?: number}}, back: {}}"
    text = "title,cost.wood,cost.gold\nElf,,\n"
    assert told(tmp_path, text, fields=fields) == ["cards.csv:2: cost.wood: E107"]


def test_bare_name_is_that_of_the_front_and_back_names_the_other(tmp_path):
    (piece,) = pieces_of(tmp_path, "title,back.title,mark\nElf,Deck,D\n")
    assert plain(piece.front) == {"title": "Elf"}
    assert plain(piece.back) == {"title": "Deck", "mark": "D"}


@pytest.mark.parametrize("header", ["copies", "qty", "Count", "quantity", "n", "N", "Copies "])
def test_number_of_copies_has_several_names(header, tmp_path):
    text = f"title,{header}\nElf,3\nOgre,\nOrc,0\n"
    pieces = pieces_of(tmp_path, text)
    assert [piece.copies for piece in pieces] == [3, 1, 0]
    assert plain(pieces[2].struck_out) == "0 ×"
    assert pieces[0].copies_place == Place("content/harbour/cards.csv", 2, header.strip())
    assert pieces[1].copies_place.line == 0


def test_field_of_the_kind_goes_before_another_name_of_copies(tmp_path):
    fields = "{front: {title: text, count: number}}"
    (piece,) = pieces_of(tmp_path, "title,count,copies\nElf,7,2\n", fields=fields)
    assert (piece.copies, plain(piece.front)) == (2, {"title": "Elf", "count": 7})


def test_list_gives_what_its_rows_leave_empty(tmp_path):
    listed = (
        "kind: card\npieces: cards.csv\ncopies: 4\nfront: {value: 9, code: c}\n"
        'source: {designed: "ours"}\n'
    )
    text = "title,value,qty,source.lines\nElf,,,\nOgre,5,2,12-19\n"
    elf, ogre = pieces_of(tmp_path, text, listed=listed, document="rules.txt")
    assert (elf.copies, plain(elf.front)) == (4, {"title": "Elf", "value": 9, "code": "c"})
    assert (ogre.copies, plain(ogre.front)) == (2, {"title": "Ogre", "value": 5, "code": "c"})
    assert (elf.source.lines, ogre.source.lines) == ((), ((12, 19),))
    assert plain(elf.source.designed) == "ours"
    assert ogre.source.place == Place("content/harbour/cards.csv", 3, "source.lines")
    assert elf.front.place_of("value") == Place("content/harbour/cards.yaml", 4, "front.value")


def test_rows_come_once_in_each_variant(tmp_path):
    listed = (
        "kind: card\npieces: cards.csv\n"
        "variants:\n  - {id: red, name: red, front: {code: r}}\n"
        "  - {id: Blue, name: blue, front: {code: b}}\n"
    )
    pieces = pieces_of(tmp_path, "title\nElf\n", listed=listed)
    assert [piece.id for piece in pieces] == ["elf-red", "elf-Blue"]
    assert [plain(piece.name) for piece in pieces] == ["Elf (red)", "Elf (blue)"]
    assert [front["code"] for front in fronts(pieces)] == ["r", "b"]


def test_columns_map_headers_to_fields_and_leave_some_out(tmp_path):
    listed = (
        "kind: card\npieces: cards.csv\n"
        'columns: {Card name: title, Kosten: cost.wood, Notes: "", Ideas: ignore}\n'
    )
    text = "Card Name,Kosten,notes,Ideas\nElf,2,call Bob,no idea\n,,only a remark,\n"
    assert fronts(pieces_of(tmp_path, text, listed=listed)) == [
        {"title": "Elf", "cost": {"wood": 2}}
    ]


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ("{Kost: value}", "cards.yaml:3: columns.Kost: E106"),
        ("{Kosten: vlaue}", "cards.yaml:3: columns.Kosten: E106"),
        ("{Kosten: [value]}", "cards.yaml:3: columns.Kosten: E104"),
        ("{Kosten: cost}", "cards.yaml:3: columns.Kosten: E106"),
        ("{Kosten: title}", "cards.csv:1: Kosten: E105"),
    ],
)
def test_columns_that_lead_nowhere_are_told(columns, problem, tmp_path):
    listed = f"kind: card\npieces: cards.csv\ncolumns: {columns}\n"
    problems = told(tmp_path, "title,Kosten\nElf,2\n", listed=listed)
    assert problem in problems


@pytest.mark.parametrize(
    ("header", "problems"),
    [
        ("title,Notes", ["cards.csv:1: Notes: E106"]),
        ("title,vlaue", ["cards.csv:1: vlaue: E106"]),
        ("title,cost", ["cards.csv:1: cost: E106"]),
        ("title,cost.gold", ["cards.csv:1: cost.wood: E107"]),
        ("title,cost.iron", ["cards.csv:1: cost.iron: E106"]),
        ("title,options", ["cards.csv:1: options: E106"]),
        ("title,options.1.icon", ["cards.csv:1: options.1.text: E107"]),
        ("title,title.fr", ["cards.csv:1: title.fr: E113"]),
        ("title,Title", ["cards.csv:1: Title: E105"]),
        ("title,front.title", ["cards.csv:1: front.title: E105"]),
        ("title,title.en", ["cards.csv:1: title: E105"]),
        ("title,", ["cards.csv:2: B: E106"]),
        ("titel,code", ["cards.csv:1: titel: E106"]),
        ("title,back.value", ["cards.csv:1: back.value: E106"]),
        ("title,value.1", ["cards.csv:1: value.1: E106"]),
        ("title,tags.0", ["cards.csv:1: tags.0: E106"]),
    ],
)
def test_header_that_fits_no_field_is_told_once(header, problems, tmp_path):
    text = f"{header}\nElf,mdi:2\nOgre,mdi:3\n"
    assert told(tmp_path, text) == problems


def test_empty_columns_may_be_called_anything(tmp_path):
    text = "title,Notes,,title\nElf,,,\nOgre,,,\n"
    assert fronts(pieces_of(tmp_path, text)) == [{"title": "Elf"}, {"title": "Ogre"}]


def test_fields_whose_names_differ_in_hyphens_are_never_mistaken(tmp_path):
    fields = "{front: {title: text, a-b?: word, ab?: word}}"
    found = fronts(pieces_of(tmp_path, "title,a-b,ab\nElf,1,2\n", fields=fields))
    assert found == [{"title": "Elf", "a-b": "1", "ab": "2"}]
    assert told(tmp_path, "title,A B\nElf,1\n", fields=fields) == ["cards.csv:1: A B: E106"]


def test_text_in_several_languages_has_a_column_for_each(tmp_path):
    text = "title.en,title.it,code\nElf,Elfo,x\n4,4,\n"
    elf, four = pieces_of(tmp_path, text, languages="[en, it]")
    assert elf.front["title"].in_language("it") == "Elfo"
    assert elf.id == "elf"
    assert elf.front["title"].in_language("it").place.key == "title.it"
    assert four.id == "4"


def test_text_without_any_language_is_told(tmp_path):
    text = "id,title.en,title.it\nelf,,\n"
    assert told(tmp_path, text, languages="[en, it]") == ["cards.csv:2: title.en: E107"]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("title\nElf\n", [("it", "title", "add a column `title.it`")]),
        ("title\n42\n", []),
        ("title.en\nElf\n", [("it", "title.en", "add a column `title.it`")]),
        ("title.it\nElfo\n", [("en", "title.it", "add a column `title.en`")]),
        ("title.en,title.it\nElf,\n", [("it", "title.it", "fill in this cell")]),
        ("title,title.it\nElf,\n", [("it", "title.it", "fill in this cell")]),
        ("title,name.en\n42,Elf\n", [("it", "name.en", "add a column `name.it`")]),
        ("title,tags.1\n42,Elf\n", []),
    ],
)
def test_text_without_each_language_is_missing(text, missing, tmp_path):
    found = game_of(project_with(tmp_path, text, languages="[en, it]")).missing
    assert [(one.language, one.place.key, one.hint) for one in found] == missing
    assert all(one.place.file.endswith("cards.csv") for one in found)
    assert all(one.place.line == 2 for one in found)


def test_column_beside_one_in_another_language_is_in_the_first(tmp_path):
    (elf,) = pieces_of(tmp_path, "title,title.it\nElf,Elfo\n", languages="[en, it]")
    assert plain(elf.front["title"]) == "Elf"
    assert elf.front["title"].in_language("it") == "Elfo"
    text = "title,title.en,title.it\nElf,Boy,Elfo\n"
    assert told(tmp_path, text, languages="[en, it]") == ["cards.csv:1: title: E105"]


def test_id_is_typed_or_made_from_the_name(tmp_path):
    text = "id,title\n,The Elf’s  Bow!\nCard_B,Ogre\n,Ogre\n,Ogre\nogre-2,x\n,čáp ČÁP\n,灯台\n"
    assert [piece.id for piece in pieces_of(tmp_path, text)] == [
        *("the-elfs-bow", "Card_B", "ogre", "ogre-3", "ogre-2", "čáp-čáp", "灯台")
    ]


def test_id_without_name_comes_from_first_text(tmp_path):
    fields = "{front: {number: number, rule: text}}"
    (piece,) = pieces_of(tmp_path, "number,rule\n3,Draw two\n", fields=fields)
    assert (piece.id, plain(piece.name)) == ("draw-two", "Draw two")


def test_rows_that_nothing_names_are_told(tmp_path):
    fields = "{front: {number: number, rule?: text}}"
    assert told(tmp_path, "number\n3\n4\n", fields=fields) == ["cards.csv:1: id: E107"]
    assert told(tmp_path, "number,rule\n3,\n", fields=fields) == ["cards.csv:2: id: E107"]
    assert told(tmp_path, "number,id\n3,\n", fields=fields) == ["cards.csv:2: id: E107"]


@pytest.mark.parametrize("typed", ["a b", "a.b", "a/b", "-a", "a\\b", "a:b", "\u0301a", "x" * 101])
def test_id_with_other_signs_is_told(typed, tmp_path):
    assert told(tmp_path, f"id,title\n{typed},Elf\n") == ["cards.csv:2: id: E121"]


def test_ids_that_differ_in_capital_letters_alone_are_told(tmp_path):
    assert told(tmp_path, "id,title\nCard_b,Elf\nCard_B,Ogre\n") == ["cards.csv:3: E112"]


def test_id_is_the_same_however_its_accents_are_stored(tmp_path):
    composed, decomposed = (unicodedata.normalize(form, "čáp") for form in ("NFC", "NFD"))
    (piece,) = pieces_of(tmp_path, f"id,title\n{decomposed},Elf\n")
    assert piece.id == composed


@given(st.text(max_size=90))
@example("\ua8b4:0")  # a mark, which no id begins with, and what follows it
def test_slug_of_any_name_is_an_id_or_nothing(name):
    slug = slug_of(name)
    assert slug == "" or piece_id(slug) == slug


def test_piece_of_a_game_with_a_document_needs_a_source(tmp_path):
    text = "title,source.lines\nElf,3\nOgre,\n"
    assert told(tmp_path, text, document="rules.txt") == ["cards.csv:3: E116"]
    assert told(tmp_path, "title,source.lines\nElf,3 to 4\n") == ["cards.csv:2: source.lines: E104"]


def test_piece_without_document_needs_no_source(tmp_path):
    assert told(tmp_path, "title,source.designed\nElf,old\nOgre,\n") == []
    text = "title,source.lines\nElf,3\nOgre,\n"
    assert told(tmp_path, text) == ["cards.csv:2: source.lines: E116"]


def test_struck_out_rows_have_their_remark(tmp_path):
    elf, ogre = pieces_of(tmp_path, "title,struck_out\nElf,too strong\nOgre,no\n")
    assert (plain(elf.struck_out), elf.copies) == ("too strong", 0)
    assert (ogre.struck_out, ogre.copies) == (None, 1)


def test_piece_and_its_values_have_the_places_of_their_cells(tmp_path):
    (piece,) = pieces_of(tmp_path, "Title,Code,Value\n\nElf,x,3\n")
    file = "content/harbour/cards.csv"
    assert piece.place == Place(file, 3)
    assert piece.front["code"].place == Place(file, 3, "Code")
    assert piece.front.place_of("value") == Place(file, 3, "Value")
    assert piece.front.line_of("value") == 3


@pytest.mark.parametrize("typed", ["../cards.csv", "/tmp/cards.csv", "C:cards.csv", "a\\\\b.csv"])
def test_spreadsheet_outside_the_folder_is_told(typed, tmp_path):
    listed = f'kind: card\npieces: "{typed}"\n'
    assert told(tmp_path, None, listed=listed) == ["cards.yaml:2: pieces: E151"]


def test_link_out_of_the_project_is_told(tmp_path, tmp_path_factory):
    project_with(tmp_path, None)
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.csv"
    secret.write_text("title\nElf\n")
    (tmp_path / "content/harbour/cards.csv").symlink_to(secret)
    assert told(tmp_path, None) == ["cards.csv: E131"]


def test_spreadsheet_in_a_folder_below_is_read(tmp_path):
    (tmp_path / "content/harbour/lists").mkdir(parents=True)
    pieces = pieces_of(tmp_path, "title\nElf\n", "lists/cards.csv")
    assert pieces[0].place == Place("content/harbour/lists/cards.csv", 2)


@pytest.mark.parametrize(
    ("listed", "problems"),
    [
        ("kind: card\npieces: card.csv\n", ["cards.yaml:2: pieces: E100"]),
        ("kind: card\npieces: cards\n", ["cards.yaml:2: pieces: E104"]),
        ("kind: crad\npieces: cards.csv\n", ["cards.yaml:1: kind: E111"]),
        (
            "kind: card\ncolumns: {a: b}\npieces:\n  - {id: a, front: {title: A}}\n",
            ["cards.yaml:2: columns: E106"],
        ),
    ],
)
def test_list_that_names_no_spreadsheet_is_told(listed, problems, tmp_path):
    assert told(tmp_path, "title\nElf\n", listed=listed) == problems


def test_all_problems_of_a_spreadsheet_are_told_at_once(tmp_path):
    text = "title,value,rare,size\n,six,perhaps,60\nElf,2.5,,mm\nx y,,,\n"
    assert told(tmp_path, text) == [
        "cards.csv:2: rare: E104",
        "cards.csv:2: size: E109",
        "cards.csv:2: title: E107",
        "cards.csv:2: value: E104",
        "cards.csv:3: size: E109",
        "cards.csv:3: value: E104",
    ]


def test_ten_thousand_rows_are_ten_thousand_pieces(tmp_path):
    rows = "".join(f"Card {n},{n},{n % 7}\n" for n in range(10_000))
    game = game_of(project_with(tmp_path, f"title,value,qty\n{rows}"))
    assert len(game.pieces) == 10_000
    assert sum(piece.copies for piece in game.pieces) == sum(n % 7 for n in range(10_000))
    assert game.pieces[-1].place.line == 10_001


@pytest.mark.parametrize("text", ["Castle,3\nTower,4\n", "My cards,,\ntitle,value\nElf,1\n"])
def test_sheet_without_a_header_is_told_once(text, tmp_path):
    assert told(tmp_path, text) == ["cards.csv:1: E106"]


def test_sheet_of_more_columns_than_any_program_writes_is_refused(tmp_path):
    assert told(tmp_path, "title" + ",x" * 20_000 + "\nElf\n") == ["cards.csv: E151"]


def test_column_mapped_to_nothing_is_told_with_the_fields(tmp_path):
    listed = LIST + "columns: {Kosten: zzzzzzzz}\n"
    (problem,) = told(tmp_path, "title,Kosten\nElf,1\n", listed=listed)
    assert problem.endswith("columns.Kosten: E106")


@pytest.mark.parametrize(
    ("header", "cells", "lines"),
    [
        ("value", ["one", "two", "a", "b", "c"], [2]),
        ("value", ["high", "low", "high", "low"], [2]),
        ("value", ["a", "b", "c", "d", "5"], [2]),
        ("value", ["1.5", "2.5", "3.5", "4.5"], [2]),
        ("rare", ["often", "seldom", "hardly", "ever", ""], [2]),
        ("value", ["a", "b", "c"], [2, 3, 4]),
        ("value", ["a", "b", "c", "d", "5", "6", "7", "8"], [2, 3, 4, 5]),
        ("value", ["1", "2", "3", "a"], [5]),
        ("rare", ["x", "", "x", "perhaps"], [5]),
    ],
)
def test_column_most_of_whose_cells_are_of_another_type_is_told_once(
    header, cells, lines, tmp_path
):
    text = f"title,{header}\n" + "".join(f"Elf {n},{cell}\n" for n, cell in enumerate(cells))
    assert told(tmp_path, text) == [f"cards.csv:{line}: {header}: E104" for line in lines]
