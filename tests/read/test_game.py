"""A whole game, resolved: what pieces inherit from their lists and variants, and what not."""

import re

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Along, Rect
from fustella.core.values.paper import Margins
from fustella.core.values.problems import Place, ProblemsFound
from fustella.read import read_claims, read_papers, read_tables
from fustella.read.lists import one_by_one
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.scalars import PieceForm
from fustella.read.source import loaded
from tests.helpers.sharing import ROOT


def load(tiny):
    return load_game(Project(tiny.root), "tiny")


def piece(tiny, name: str):
    return next(piece for piece in load(tiny).pieces if piece.id == name)


def codes(tiny) -> list[str]:
    with pytest.raises(ProblemsFound) as caught:
        load(tiny)
    return [problem.code for problem in caught.value.problems]


def test_game_has_its_pieces_in_the_order_of_kinds_and_lists(tiny):
    assert [found.id for found in load(tiny).pieces] == [
        *("boat", "hut", "dragon", "ghost", "meadow", "peak", "five"),
        *("person-red", "person-blue", "flag-red", "flag-blue", "island"),
    ]


def test_piece_without_values_of_its_own_inherits_those_of_its_list(tiny):
    boat, hut, dragon = (piece(tiny, name) for name in ("boat", "hut", "dragon"))
    assert (boat.copies, hut.copies, dragon.copies) == (12, 2, 4)
    assert (boat.front["weight"], hut.front["weight"]) == (1.5, 2.25)
    assert (boat.front["land"], hut.front["land"]) == ("lake", "forest")
    assert (hut.back["mark"], dragon.back["mark"]) == ("T", "!")
    assert hut.front["note"] is not None
    assert boat.front["note"] is None


def test_source_of_a_piece_replaces_that_of_its_list(tiny):
    assert piece(tiny, "hut").source.lines == ((10, 19),)
    assert piece(tiny, "boat").source.lines == ((12, 12), (14, 15))
    dragon = piece(tiny, "dragon").source
    assert dragon.lines == ((18, 18),)
    assert dragon.designed.in_language("it") == "ogni isola ne ha bisogno"
    assert piece(tiny, "meadow").source.lines == ()


def test_source_has_the_place_where_its_lines_were_typed(tiny):
    cards = "content/tiny/cards.yaml"
    assert piece(tiny, "hut").source.place == Place(cards, 3, "source.lines")
    assert piece(tiny, "boat").source.place == Place(cards, 23, "pieces[1].source.lines")
    assert piece(tiny, "meadow").source.place.line == 0


def test_piece_struck_out_has_no_copies(tiny):
    ghost = piece(tiny, "ghost")
    assert ghost.copies == 0
    assert ghost.struck_out.in_language("it") == "the rules strike line 19 out"


def test_piece_without_copies_has_one(tiny):
    assert piece(tiny, "island").copies == 1
    assert piece(tiny, "flag-red").copies == 1


def test_piece_with_variants_comes_once_in_each(tiny):
    red, blue = piece(tiny, "person-red"), piece(tiny, "person-blue")
    assert (red.copies, blue.copies) == (3, 3)
    assert (red.front["colour"], blue.front["colour"]) == ("#b0503c", "#2f7f9b")
    assert red.front["picture"] == blue.front["picture"] == "mdi:account"
    assert red.name.in_language("it") == "Persona (rosso)"
    assert red.place == blue.place


def test_variant_with_copies_gives_them_to_pieces_without(tiny):
    tiny.edit("content/tiny/counters.yaml", "{id: red,", "{id: red, copies: 7,")
    assert piece(tiny, "flag-red").copies == 7
    assert piece(tiny, "flag-blue").copies == 1
    assert piece(tiny, "person-red").copies == 3


def test_piece_value_comes_from_variant_then_piece_then_list(tiny):
    tiny.edit("content/tiny/counters.yaml", "pieces:", "front: {picture: mdi:help}\npieces:")
    tiny.edit(
        "content/tiny/counters.yaml",
        "front: {colour: sea}",
        "front: {colour: sea, picture: mdi:sword}",
    )
    assert piece(tiny, "person-red").front["picture"] == "mdi:account"
    assert piece(tiny, "person-blue").front["picture"] == "mdi:sword"


def test_piece_name_is_its_name_or_its_title(tiny):
    assert piece(tiny, "boat").name.in_language("it") == "Barca"
    assert piece(tiny, "meadow").name.in_language("en") == "Meadow"
    assert piece(tiny, "five").name.in_language("en") == "Five"


def test_kind_has_the_size_sheet_and_sides_that_were_typed(tiny):
    kinds = {kind.id: kind for kind in load(tiny).kinds}
    card, tile, coin, board = (kinds[name] for name in ("card", "tile", "coin", "board"))
    assert (card.outline.size.width_mm, card.outline.size.height_mm) == (44, 67)
    assert (card.outline.corner_radius_mm, card.bleed_mm) == (3, 2)
    assert tile.outline.size.width_mm == 40
    assert (coin.sheet, kinds["counter"].sheet, card.sheet) == ("bits", "bits", "card")
    assert coin.back is None
    assert board.split
    assert not card.split


def test_split_of_a_board_has_what_its_seams_avoid(tiny):
    avoid = "{left: 10mm, top: 2cm, width: 30mm, height: 40mm}"
    tiny.edit("content/tiny/game.yaml", "split: true", f"split: {{avoid: [{avoid}]}}")
    split = next(kind.split for kind in load(tiny).kinds if kind.split)
    assert split.along is Along.PLAIN
    assert split.avoid == (Rect(10, 20, 30, 40),)


def test_split_avoiding_sizeless_box_is_problem(tiny):
    tiny.edit("content/tiny/game.yaml", "split: true", "split: {avoid: [{left: 0mm, top: 0mm}]}")
    assert codes(tiny) == ["E107", "E107"]


def test_game_has_its_words_colours_and_inline_icons(tiny):
    game = load(tiny)
    assert game.words["rare"].in_language("it") == "rara"
    assert game.colours["sea"] == "#2f7f9b"
    assert game.icons["gold"].icon == "fa:coins"
    assert game.icons["gold"].colour == "#b0503c"
    assert game.icons["wood"].colour == ""


def test_piece_values_have_the_place_where_they_were_typed(tiny):
    boat = piece(tiny, "boat")
    lines = (tiny.root / "content/tiny/cards.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[boat.place.line - 1] == "  - id: boat"
    title = boat.front["title"].in_language("it")
    assert "Barca" in lines[title.place.line - 1]
    assert title.place.key == "pieces[1].front.title.it"
    inherited = piece(tiny, "hut").front["land"]
    assert lines[inherited.place.line - 1].startswith("front: {weight")


def test_read_game_with_faults_in_several_files_reports_all(tiny):
    tiny.edit("content/tiny/game.yaml", "diameter: 20mm", "diameter: 20")
    tiny.edit("content/tiny/cards.yaml", "cost: 3", "cost: three")
    tiny.edit("content/tiny/tiles.yaml", "copies: 5", "copies: -5")
    # Fields cannot be checked while the kinds are not known; the form of the lists can.
    assert codes(tiny) == ["E109", "E119"]
    tiny.edit("content/tiny/game.yaml", "diameter: 20", "diameter: 20mm")
    assert codes(tiny) == ["E104", "E119"]


def test_read_game_with_several_wrong_entries_reports_each(tiny):
    tiny.edit("content/tiny/tiles.yaml", "copies: 5", "copies: -5")
    tiny.edit("content/tiny/tiles.yaml", "copies: 3", "copis: 3")
    tiny.edit("content/tiny/tiles.yaml", "mdi:summit", "mdi:sumit")
    assert sorted(codes(tiny)) == ["E106", "E114", "E119"]


def test_read_game_ignores_the_claims_among_lists(tiny):
    (tiny.root / "content/tiny/claims.yaml").write_text("anything: 1\n", encoding="utf-8")
    assert len(load(tiny).pieces) == 12


@pytest.mark.parametrize("name", ["._coins.yaml", ".#coins.yaml", "coins.yaml~", "coins.yaml.bak"])
def test_read_game_ignores_hidden_and_backup_files(name, tiny):
    (tiny.root / "content/tiny" / name).write_bytes(b"\x00\x05\x16\x07")
    assert len(load(tiny).pieces) == 12


def test_read_game_reads_lists_called_yml(tiny):
    folder = tiny.root / "content/tiny"
    (folder / "coins.yaml").rename(folder / "coins.yml")
    assert piece(tiny, "five").place.file == "content/tiny/coins.yml"


def test_read_game_with_the_language_no_reads_it_as_a_word(tiny):
    folder = tiny.root / "content/tiny"
    for path in folder.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"\bit: ", "no: ", text).replace("[en, it]", "[en, no]")
        path.write_text(text, encoding="utf-8")
    assert load(tiny).languages == ("en", "no")
    assert piece(tiny, "boat").name.in_language("no") == "Barca"


def test_read_papers_and_tables_have_the_sizes_that_were_typed(tiny):
    project = Project(tiny.root)
    letter = read_papers(project)["Letter"]
    assert (round(letter.size.width_mm, 3), letter.margins) == (215.9, Margins.all_round(5))
    assert read_tables(project).sizes["poker"].height_mm == 88.9


@pytest.mark.parametrize(("stock", "named"), [("cover", "cover"), ("card-backs", "card-backs")])
def test_stock_that_gives_sheets_a_taken_name_is_reported(stock, named, tiny):
    """The kinds of a stock share sheets, whose file would have the name of another one."""
    with (tiny.root / "content" / "stocks.yaml").open("a", encoding="utf-8") as stocks:
        stocks.write(f"{stock}: {{thickness: 0.1mm, weight: 80}}\n")
    shape = "    across_flats: 40mm\n"
    tiny.edit("content/tiny/game.yaml", shape, f"{shape}    stock: {stock}\n")
    with pytest.raises(ProblemsFound) as found:
        load(tiny)
    (problem,) = found.value.problems
    assert (problem.code, problem.place.key) == ("E121", "kinds.tile.stock")
    assert f"the name `{named}`" in problem.message


def test_kind_with_a_reserved_name_must_name_its_sheets(tiny):
    tiny.edit("content/tiny/game.yaml", "\n  tile:\n", "\n  checklist:\n")
    tiny.edit("content/tiny/tiles.yaml", "kind: tile", "kind: checklist")
    with pytest.raises(ProblemsFound) as found:
        load(tiny)
    assert [(one.code, one.place.key) for one in found.value.problems] == [
        ("E121", "kinds.checklist")
    ]
    tiny.edit("content/tiny/game.yaml", "    across_flats: 40mm\n",
              "    across_flats: 40mm\n    sheet: tile\n")  # fmt: skip
    assert load(tiny)


def with_keywords(tiny, typed: str) -> None:
    path = tiny.root / "content/tiny/game.yaml"
    path.write_text(f"{path.read_text('utf-8')}keywords:\n  {typed}\n", "utf-8")


def test_game_has_its_keywords(tiny):
    with_keywords(tiny, "Sail: {bold: true, colour: sea, icon: wood, reminder: {it: Va, en: Goes}}")
    [keyword] = load(tiny).keywords
    assert (keyword.id, keyword.bold, keyword.italic) == ("Sail", True, False)
    assert (keyword.colour, keyword.icon) == ("#2f7f9b", "wood")
    assert keyword.word.in_language("it") == "Sail"
    assert keyword.reminder.in_language("en") == "Goes"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("Sail: {icon: wod}", "E114"),
        ("Sail: {colour: see}", "E115"),
        ("Sail: {reminder: {fr: Va}}", "E113"),
        ("Sail: {size: 3}", "E106"),
        ("Sail: bold", "E104"),
        ("{Sail: {}, sail: {word: Sail}}", "E105"),
    ],
)
def test_faulty_keyword_is_reported(tiny, typed, code):
    with_keywords(tiny, typed)
    assert set(codes(tiny)) == {code}


def test_pieces_as_typed_are_let_go_of_one_by_one():
    nodes, data = ListNode(1), MappingNode(1)
    for number in range(3):
        nodes.add(MappingNode(number), number)
    data.put("pieces", nodes, 1)
    entries = [PieceForm(id=letter) for letter in "abc"]
    for index, entry in one_by_one(entries, data):
        assert entry.id == "abc"[index]
        assert nodes == [None] * index + [MappingNode(index)] * (3 - index)
        assert len(entries) == 2 - index
    assert nodes.lines == [0, 1, 2]


def as_typed_in(text: str, file: str) -> str:
    """The values of a file with all their lines."""

    def told(value: object) -> str:
        if isinstance(value, MappingNode):
            entries = ", ".join(f"{key}@{value.lines[key]} {told(value[key])}" for key in value)
            return f"{{{value.line} {value.places} {entries}}}"
        if isinstance(value, ListNode):
            entries = ", ".join(map(told, value))
            return f"[{value.line} {value.lines} {entries}]"
        return repr(value)

    return told(loaded(text, file))


def test_files_are_as_typed_after_they_were_read():
    """What is kept of a file for the next time is not changed by those who read it."""
    project = Project(ROOT)
    for name in project.games():
        files = sorted((ROOT / "content" / name).glob("*.yaml"))
        texts = {project.name_of(path): path.read_text(encoding="utf-8") for path in files}
        before = {file: as_typed_in(text, file) for file, text in texts.items()}
        read_claims(project, load_game(project, name))
        assert {file: as_typed_in(text, file) for file, text in texts.items()} == before
