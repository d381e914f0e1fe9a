"""Lists with pieces of several kinds, and lists that take some rows of a sheet."""

import pytest

from tests.helpers.alone import game_alone, problems_alone
from tests.read.spreadsheets.test_habits import hiding

KINDS = """\
title: T
languages: [en, it]
kinds:
  card: {front: ready/card, fields: {front: {rank?: number}}}
  creature: {like: card, name: Creatures, fields: {front: {attack: number}}}
  spell: {like: card, name: Spells, fields: {front: {charm?: flag}}}
"""
SHEET = """\
id,type,title.en,title.it,copies,attack,charm
owl,Creature,Owl,Gufo,2,3,
fox,Creature,Fox,Volpe,1,1,
rain,Spell,Rain,Pioggia,3,,yes
mist,Spell,Mist,Nebbia,0,,
"""


def files_of(sheet=SHEET, kinds=KINDS, **lists):
    """The files of a game with these lists by name, and a sheet cards.csv."""
    named = {f"{name}.yaml": text for name, text in lists.items()}
    return {"game.yaml": kinds, "cards.csv": sheet, **named}


@pytest.fixture
def game(tmp_path):
    """Reads such a game."""
    return lambda **said: game_alone(tmp_path, files_of(**said))


@pytest.fixture
def faults(tmp_path):
    """The faults of such a game, each as `file:line key code message`."""

    def find(**said):
        found = problems_alone(tmp_path, files_of(**said))
        return [f"{p.place.spot} {p.place.key} {p.code} {p.message}" for p in found]

    return find


def kinds_of(game):
    return {piece.id: piece.kind.id for piece in game.pieces}


ALL = {"owl": "creature", "fox": "creature", "rain": "spell", "mist": "spell"}
CHOICE = "{by: type, Creature: creature, Spell: spell}"


@pytest.mark.parametrize(
    "kind",
    [
        CHOICE,
        "{by: type, Creature: creature, else: spell}",
        "{by: type, CREATURE: creature, spell: spell}",
        "{by: Type}",
        "{by: type}",
    ],
)
def test_column_names_the_kind_of_each_row(game, kind):
    assert kinds_of(game(cards=f"kind: {kind}\npieces: cards.csv\n")) == ALL


def test_column_that_names_the_kind_may_be_no_field(game):
    sheet = SHEET.replace("id,type", "id,Card kind")
    found = game(sheet=sheet, cards="kind: {by: Card kind}\npieces: cards.csv\n")
    assert kinds_of(found) == ALL


def test_entries_of_yaml_are_chosen_by_a_field_too(game):
    text = (
        "kind: {by: type, Creature: creature, else: spell}\npieces:\n"
        "- {id: owl, front: {type: Creature, title: Owl, attack: 1}}\n"
        "- {id: rain, front: {type: {en: Spell, it: Magia}, title: Rain}}\n"
        "- {for: {n: 1..2}, id: elk, front: {type: Creature, title: Elk, attack: =n}}\n"
    )
    sheet = "\n"
    assert kinds_of(game(sheet=sheet, cards=text)) == {
        "owl": "creature",
        "rain": "spell",
        "elk-1": "creature",
        "elk-2": "creature",
    }


WITH_MORE = """\
id,type,title.en,title.it,Retired,Card set
owl,Spell,Owl,Gufo,,one
fox,Spell,Fox,Volpe,yes,one
rain,Spell,Rain,Pioggia,TRUE,two
mist,Spell,Mist,Nebbia,,2
"""


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("retired is not given", "owl mist"),
        ("retired", "fox rain"),
        ("not retired and card_set = 'ONE'", "owl"),
        ("card_set = 2", "mist"),
    ],
)
def test_condition_may_ask_for_columns_that_are_no_fields(game, where, ids):
    columns = "columns: {Retired: ignore, Card set: ignore}"
    text = f'kind: spell\nwhere: "{where}"\npieces: cards.csv\n{columns}\n'
    found = game(sheet=WITH_MORE, cards=text)
    assert [piece.id for piece in found.pieces] == ids.split()


@pytest.mark.parametrize("no", ["no", "FALSE", "", "-", "nein"])
def test_column_of_ticks_is_one_of_flags(game, no):
    sheet = f"id,type,title.en,title.it,Draft\nowl,Spell,Owl,Gufo,{no}\nfox,Spell,Fox,Volpe,x\n"
    for where in ("not draft", "draft is not given"):
        found = game(sheet=sheet, cards=f"kind: spell\nwhere: {where}\npieces: cards.csv\n")
        assert [piece.id for piece in found.pieces] == ["owl"]


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("copies > 0", "owl fox rain"),
        ('type = "creature" and copies > 0', "owl fox"),
        ("attack >= 2", "owl"),
        ("charm", "rain"),
        ("not charm and copies > 1", "owl"),
        ('title = "Fox" or id = "mist"', "fox mist"),
        ("front.attack is given", "owl fox"),
    ],
)
def test_list_takes_the_rows_for_which_its_condition_holds(game, where, ids):
    found = game(cards=f"kind: {CHOICE}\nwhere: {where}\npieces: cards.csv\n")
    assert [piece.id for piece in sorted(found.pieces, key=lambda p: p.place.line)] == ids.split()


def test_lists_may_share_a_sheet(game):
    found = game(
        creatures='kind: creature\nwhere: type = "Creature"\npieces: cards.csv\n',
        spells='kind: spell\nwhere: type = "Spell"\npieces: cards.csv\n',
    )
    assert kinds_of(found) == ALL
    assert not [each for each in found.warnings if each.code == "E166"]


def test_unknown_column_is_told_if_a_row_that_is_taken_has_a_word_there(faults):
    sheet = SHEET.replace("Pioggia,3,,", "Pioggia,3,9,")
    (found,) = faults(sheet=sheet, spells='kind: spell\nwhere: type = "Spell"\npieces: cards.csv\n')
    assert found == "cards.csv:1 attack E106 no field is called `attack`"


def test_hidden_row_that_no_list_takes_is_not_told_as_printed(tmp_path):
    rows = [["title.en", "title.it", "type"], ["Owl", "Gufo", "a"], ["Fox", "Volpe", "b"]]
    (tmp_path / "cards.xlsx").write_bytes(hiding("xlsx", rows, {2, 3}))
    where = "kind: card\nwhere: type = 'a'\npieces: cards.xlsx\n"
    found = game_alone(tmp_path, {"game.yaml": KINDS, "cards.yaml": where})
    assert [problem.message for problem in found.read_warnings] == [
        "a hidden row is printed like the others: 2"
    ]


def test_sheet_that_cannot_be_read_is_told_without_its_where(tmp_path):
    (tmp_path / "cards.xlsx").write_bytes(b"no workbook")
    where = "kind: card\nwhere: type = 'a'\npieces: cards.xlsx\n"
    found = problems_alone(tmp_path, {"game.yaml": KINDS, "cards.yaml": where})
    assert [problem.code for problem in found] == ["E151"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind: card\nwhere: sort = 'epic'\n", "2 where E165 `sort` is never `epic`"),
        ("kind: {by: sort, epic: card, else: spell}\n", "1 kind.epic E165 `sort` is never `epic`"),
        (
            "kind: {by: sort, rare: card, Rare: spell, else: spell}\n",
            "1 kind.Rare E105 `Rare` is the word `rare` again: capitals make no difference",
        ),
    ],
)
def test_word_that_no_row_can_have_is_told(tmp_path, text, says):
    kinds = KINDS.replace("rank?: number", "rank?: number, sort?: common | rare")
    rows = "pieces:\n- {id: owl, front: {title: Owl, sort: rare}}\n"
    found = problems_alone(tmp_path, {"game.yaml": kinds, "cards.yaml": text + rows})
    assert [f"{p.place.line} {p.place.key} {p.code} {p.message}" for p in found] == [says]


def test_rows_that_none_of_several_lists_takes_are_told_once(game):
    found = game(
        one=f'kind: {CHOICE}\nwhere: id = "owl"\npieces: cards.csv\n',
        two=f'kind: {CHOICE}\nwhere: id = "rain"\npieces: cards.csv\n',
        kinds=KINDS,
    )
    (left,) = [each for each in found.warnings if each.code == "E166"]
    assert (left.place.spot, left.message) == (
        "cards.csv:3",
        "none of 2 lists takes the rows 3, 5",
    )


def test_kinds_that_are_alike_are_numbered_through_in_the_order_of_the_sheet(game):
    place = "x: 5mm, y: 80mm, width: 9mm, height: 4mm"
    zones = f'layout: {{front: {{number: {{text: "{{n}}/{{of}}", {place}}}}}}}'
    kinds = KINDS.replace("{rank?: number}}", f"{{rank?: number}}}}, {zones}")
    sheet = SHEET.replace("mist,Spell", "mist,Creature").replace("Nebbia,0,", "Nebbia,1,1")
    found = game(sheet=sheet, kinds=kinds, cards=f"kind: {CHOICE}\npieces: cards.csv\n")
    numbers = {piece.id: str(piece.front["number"].in_language("en")) for piece in found.pieces}
    assert numbers == {"owl": "1/4", "fox": "2/4", "rain": "3/4", "mist": "4/4"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind: {by: typ}", "cards.yaml:1 kind.by E163 there is no field and no column `typ`"),
        ("kind: {by: [type]}", "cards.yaml:1 kind.by E104 expected a kind, or a choice"),
        ("kind: {Creature: creature}", "cards.yaml:1 kind E104 expected a kind, or a choice"),
        (
            "kind: {by: type, Creature: creatur, else: spell}",
            "cards.yaml:1 kind.Creature E111 there is no kind `creatur`",
        ),
        ("kind: {by: type, Creature: 3, else: spell}", "kind.Creature E104 expected a kind"),
        (
            "kind: {by: id, owl: creature, fox: creature, rain: spell}",
            "cards.csv:5  E111 `id` is `mist`, which is no kind of this list",
        ),
        (f"kind: {CHOICE}\nwhere: coppies > 0", "cards.yaml:2 where E163 `coppies` is no field"),
        (f"kind: {CHOICE}\nwhere: copies >", "cards.yaml:2 where E164"),
        (f"kind: {CHOICE}\nwhere: copies", "cards.yaml:2 where E164 `copies` is neither true"),
        (f"kind: {CHOICE}\nwhere: 3", "cards.yaml:2 where E104"),
        (f'kind: {CHOICE}\nwhere: type = "Land"', "cards.yaml:2 where E161 `where` holds for no"),
    ],
)
def test_fault_of_a_choice_is_told_at_its_place(faults, text, says):
    found = faults(cards=f"{text}\npieces: cards.csv\n")
    assert says in found[0]
    assert len({each.split(" ", 1)[1] for each in found}) == 1


def test_misspelt_word_of_a_choice_with_else_is_told(game):
    sheet = "id,type,title.en,title.it\nowl,Creature,Owl,Gufo\nfox,Spell,Fox,Volpe\n"
    kind = "{by: type, Craeture: card, Land: card, else: spell}"
    found = game(sheet=sheet, cards=f"kind: {kind}\npieces: cards.csv\n")
    (told,) = [each for each in found.warnings if each.code == "E165"]
    assert (told.place.spot, told.place.key) == ("cards.yaml:1", "kind.Craeture")
    assert told.hint == "did you mean `Creature`?"


def test_copies_of_a_piece_go_before_those_of_its_variant(game):
    text = (
        "kind: spell\nwhere: copies = 2\nvariants: [{id: red, copies: 5}]\npieces:\n"
        "- {id: owl, copies: 2, front: {title: Owl}}\n- {id: fox, front: {title: Fox}}\n"
    )
    assert [piece.id for piece in game(cards=text).pieces] == ["owl-red"]


def test_column_that_one_kind_needs_is_told_at_the_header(faults):
    sheet = "".join(line.rsplit(",", 2)[0] + "\n" for line in SHEET.splitlines())
    (found,) = faults(sheet=sheet, cards=f"kind: {CHOICE}\npieces: cards.csv\n")
    assert found == "cards.csv:1 attack E107 there is no column `attack`"


def test_list_whose_condition_has_a_fault_says_nothing_of_its_rows(faults):
    other = f'kind: {CHOICE}\nwhere: type = "Creature"\npieces: cards.csv\n'
    found = faults(one=f"kind: {CHOICE}\nwhere: typ = 2\npieces: cards.csv\n", two=other)
    assert found == ["one.yaml:2 where E163 `typ` is no field and no column of this list"]


def test_row_that_two_lists_take_is_told(faults):
    text = f'kind: {CHOICE}\nwhere: type = "Spell"\npieces: cards.csv\n'
    found = faults(one=text, two=text)
    assert [each.split(" ", 1)[0] for each in found] == ["cards.csv:4", "cards.csv:5"]
    assert "E112 two.yaml takes a row twice" in found[0]


def test_field_of_two_types_is_told(faults):
    kinds = KINDS.replace("{charm?: flag}", "{charm?: flag, attack?: text}")
    (found,) = faults(kinds=kinds, cards=f"kind: {CHOICE}\npieces: cards.csv\n")
    assert "E104 `attack` is a field of the type number in `creature` and text in `spell`" in found


def test_kinds_that_differ_are_told_once_where_a_list_names_none(tmp_path):
    kinds = KINDS.replace("{charm?: flag}", "{charm?: flag, attack?: text, text?: number}")
    files = {"game.yaml": kinds, "cards.yaml": "kind: {by: type}\npieces: cards.csv\n"}
    (found,) = problems_alone(tmp_path, {**files, "cards.csv": SHEET})
    assert found.code == "E104"
    assert "say which kinds this list has: `kind: {by: type, " in found.hint


def test_value_of_a_row_that_its_kind_has_no_field_for_is_told(faults):
    sheet = SHEET.replace("Pioggia,3,,", "Pioggia,3,7,")
    (found,) = faults(sheet=sheet, cards=f"kind: {CHOICE}\npieces: cards.csv\n")
    assert found == "cards.csv:4 attack E106 the kind `spell` of this piece has no field `attack`"


def test_field_that_the_kind_of_a_row_needs_is_told_at_its_cell(faults):
    sheet = SHEET.replace("Volpe,1,1", "Volpe,1,")
    (found,) = faults(sheet=sheet, cards=f"kind: {CHOICE}\npieces: cards.csv\n")
    assert found == "cards.csv:3 attack E107 `attack` is missing"
