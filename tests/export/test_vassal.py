"""The module for VASSAL, read as VASSAL reads it: by its own rules for sequences and grids.

`vassal-parts.txt` has the parts and attributes that seven public modules have; the formulas of
grids are those of VASSAL's `HexGridNumbering`, `SquareGridNumbering` and `RegularGridNumbering`.
"""

import io
import math
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from fustella.core.geometry.grids import CellShape, Grid, Numbering, Stagger
from fustella.core.geometry.shapes import Point, Size
from fustella.export.formats._vassal_grids import grid_of
from fustella.export.formats._vassal_pieces import VassalPiece, safe_name
from tests.export.games import exported_game
from tests.export.test_table import SETUP, with_table

PARTS = (Path(__file__).parent / "vassal-parts.txt").read_text("utf-8")
KNOWN = {
    name: set(attributes.split())
    for name, _, attributes in (line.partition(":") for line in PARTS.splitlines())
}
BUILD = "VASSAL.build."


@pytest.fixture
def module(tiny):
    assert with_table(tiny).run("export", "--to", "vassal", "--dpi", "72") == 0
    return zipfile.ZipFile(tiny.output / "tiny" / "en" / "vassal" / "tiny.vmod")


def build_file(module):
    return ElementTree.fromstring(module.read("buildFile.xml"))


def split(text, sign):
    """The parts of a sequence, in which a backslash keeps the separator after it."""
    parts, part, at = [], "", 0
    while at < len(text):
        if text[at] == "\\" and text[at + 1 : at + 2] == sign:
            part, at = part + sign, at + 2
        elif text[at] == sign:
            parts, part, at = [*parts, part], "", at + 1
        else:
            part, at = part + text[at], at + 1
    return [*parts, part]


def unnested(text):
    """The traits of a piece: a sequence of the first and of a sequence of the others."""
    traits = []
    while True:
        parts = split(text, "\t")
        traits.append(parts[0])
        if len(parts) == 1:
            return traits
        (text,) = parts[1:]


def read_piece(definition):
    """Pairs of the type and the state of each trait, by the definition of a slot."""
    command, nothing, types, states = split(definition, "/")
    assert (command, nothing) == ("+", "null")
    traits, said = unnested(types), unnested(states)
    assert len(traits) == len(said)
    return list(zip(traits, said, strict=True))


def pictures_of(traits):
    for kind, _ in traits:
        parts = split(kind, ";")
        if parts[0] == "emb2":
            yield from split(parts[16], ",")
        elif parts[0] == "obs":
            yield parts[2]
        elif parts[0] == "piece" and parts[3]:
            yield parts[3]


def name_of(traits):
    kind = split(traits[-1][0], ";")
    assert kind[0] == "piece"
    return kind[4]


def boards_of(root):
    return [*root.iter(f"{BUILD}module.map.boardPicker.Board")]


def slots(parent):
    return [each for each in parent.iter() if each.tag.endswith(("PieceSlot", "CardSlot"))]


def test_all_parts_and_attributes_are_those_of_real_modules(module):
    for element in build_file(module).iter():
        name = element.tag.removeprefix(BUILD)
        assert name in KNOWN
        assert element.attrib.keys() <= KNOWN[name], name


def test_module_has_exactly_the_pictures_that_it_names(module):
    assert module.testzip() is None
    root = build_file(module)
    named = {board.get("image") for board in boards_of(root)}
    for slot in slots(root):
        named |= {*pictures_of(read_piece(slot.text))}
    there = {name.removeprefix("images/") for name in module.namelist() if "/" in name}
    assert named - {None} == there != set()
    for name in there:
        Image.open(io.BytesIO(module.read(f"images/{name}"))).load()


def test_module_is_listed_by_its_name_and_version(module):
    data, root = ElementTree.fromstring(module.read("moduledata")), build_file(module)
    assert data.findtext("name") == root.get("name") == "Tiny Island"
    assert data.findtext("version") == root.get("version")
    assert data.findtext("VassalVersion") == root.get("VassalVersion")


@pytest.mark.parametrize("text", ["", SETUP], ids=["one-board", "whole-table"])
def test_every_copy_lies_on_the_table_once_and_every_design_in_the_window(tiny, text):
    assert with_table(tiny, text).run("export", "--to", "vassal", "--dpi", "72") == 0
    module = zipfile.ZipFile(tiny.output / "tiny" / "en" / "vassal" / "tiny.vmod")
    game = exported_game(tiny)
    root = build_file(module)
    (board_map,) = root.iter(f"{BUILD}module.Map")
    (window,) = root.iter(f"{BUILD}module.PieceWindow")
    laid = Counter(name_of(read_piece(slot.text)) for slot in slots(board_map))
    laid.update(each.get("name") for each in boards_of(root) if each.get("image"))
    expected = Counter[str]()
    for piece in game.pieces:
        expected[safe_name(piece.name)] += piece.copies
    assert laid == expected
    shown = Counter(name_of(read_piece(slot.text)) for slot in slots(window))
    assert shown == Counter(safe_name(piece.name) for piece in game.pieces)


def test_numbers_of_slots_are_unique_and_known_to_their_pieces(module):
    root = build_file(module)
    numbers = [int(slot.get("gpid")) for slot in slots(root)]
    assert len(numbers) == len({*numbers})
    assert int(root.get("nextPieceSlotId")) > max(numbers)
    for slot in slots(root):
        state = read_piece(slot.text)[-1][1].split(";")
        assert state == ["null", "0", "0", slot.get("gpid"), "0"]


def test_pieces_have_their_prototypes_and_both_of_their_sides(module, tiny):
    root = build_file(module)
    prototypes = {
        each.get("name"): read_piece(each.text)
        for each in root.iter(f"{BUILD}module.PrototypeDefinition")
    }
    backs = {safe_name(piece.name): bool(piece.back) for piece in exported_game(tiny).pieces}
    for slot in slots(root):
        traits = read_piece(slot.text)
        kinds = [split(kind, ";") for kind, _ in traits]
        if kinds[0][0] == "immob":
            assert slot.get("entryName") == "The island"
            continue
        (prototype,) = [kind[1] for kind in kinds if kind[0] == "prototype"]
        assert [kind.split(";")[0] for kind, _ in prototypes[prototype]] == [
            *("delete", "clone", "piece")
        ]
        assert len({*pictures_of(traits)}) == (2 if backs[name_of(traits)] else 1)


def test_deck_is_hidden_and_a_row_face_down_shows_its_backs(module):
    root = build_file(module)
    decks = {deck.get("name"): deck for deck in root.iter(f"{BUILD}module.map.DrawPile")}
    assert decks["Cards"].get("faceDown") == "Always"
    hidden = [split(read_piece(slot.text)[0][0], ";") for slot in slots(decks["Cards"])]
    assert {(kind[0], kind[2][:4]) for kind in hidden} == {("obs", "card")}
    sides = Counter(
        state
        for stack in root.iter(f"{BUILD}module.map.SetupStack")
        for slot in slots(stack)
        for kind, state in read_piece(slot.text)
        if slot.get("entryName") == "Meadow" and kind.startswith("emb2;")
    )
    assert sides == {"2": 5}


def sizes_of(module, root):
    """The boards of the map by their names, with their sizes in pixels."""
    sizes = {}
    for board in boards_of(root):
        if image := board.get("image"):
            sizes[board.get("name")] = Image.open(io.BytesIO(module.read(f"images/{image}"))).size
        else:
            sizes[board.get("name")] = int(board.get("width")), int(board.get("height"))
    return sizes


@pytest.mark.parametrize("text", ["", SETUP], ids=["one-board", "whole-table"])
def test_boards_are_beside_each_other_and_piles_lie_within_them(tiny, text):
    assert with_table(tiny, text).run("export", "--to", "vassal", "--dpi", "72") == 0
    module = zipfile.ZipFile(tiny.output / "tiny" / "en" / "vassal" / "tiny.vmod")
    root = build_file(module)
    sizes = sizes_of(module, root)
    assert [*sizes] == (["Table"] if text else ["The island", "Table"])
    (setup,) = [each.text.split("\t") for each in root.iter("setup")]
    assert setup[0] == "Main MapBoardPicker"
    assert setup[1::3] == [*sizes]
    assert [*zip(setup[2::3], setup[3::3], strict=True)] == [
        (str(number), "0") for number in range(len(sizes))
    ]
    piles = [each for each in root.iter() if each.get("owningBoard")]
    assert len(piles) > 5
    for pile in piles:
        wide, high = sizes[pile.get("owningBoard")]
        assert 0 <= int(pile.get("x")) <= wide
        assert 0 <= int(pile.get("y")) <= high
    names = [pile.get("name") for pile in piles]
    assert len(names) == len({*names})


def test_boards_of_a_table_lie_below_all_else_and_stay_where_they_are(module, tiny):
    stacks = [each for each in build_file(module).iter() if each.get("owningBoard")]
    (island, *others) = stacks
    assert read_piece(island[0].text)[0] == ("immob;ngZ;V", "")
    assert not any("immob;" in slot.text for stack in others for slot in slots(stack))
    # It is turned by a quarter, and units lie on the places that the set-up names.
    image = next(pictures_of(read_piece(island[0].text)))
    wide, high = Image.open(io.BytesIO(module.read(f"images/{image}"))).size
    size = next(p for p in exported_game(tiny).pieces if p.id == "island").kind.outline.size
    px = 72 / 25.4
    assert (wide, high) == (round(size.height_mm * px), round(size.width_mm * px))
    left, top = int(island.get("x")) - wide / 2, int(island.get("y")) - high / 2
    counters = [
        (int(each.get("x")) - left, int(each.get("y")) - top)
        for each in others
        if each[0].get("entryName").startswith("Counter") or "counter-" in each[0].text
    ]
    places = [(25 + 50 * column, 27.5 + 55 * row) for column, row in ((0, 0), (1, 0), (5, 3))]
    turned = {((size.height_mm - y) * px, x * px) for x, y in places}
    found = [at for at in counters if any(math.dist(at, place) < 1.5 for place in turned)]
    assert len({*found}) == 3


def test_turned_board_says_that_nothing_snaps(tiny, capsys):
    assert with_table(tiny, SETUP).run("export", "--to", "vassal", "--dpi", "72") == 0
    assert "VASSAL has no grids that are turned, so nothing snaps there" in capsys.readouterr().out


def test_board_on_a_table_has_its_grid_in_a_zone(tiny):
    with_table(tiny, SETUP.replace(", turn: 90", ""))
    assert tiny.run("export", "--to", "vassal", "--dpi", "72") == 0
    module = zipfile.ZipFile(tiny.output / "tiny" / "en" / "vassal" / "tiny.vmod")
    root = build_file(module)
    (zone,) = root.iter(f"{BUILD}module.map.boardPicker.board.mapgrid.Zone")
    corners = [tuple(map(int, corner.split(","))) for corner in zone.get("path").split(";")]
    (island,) = [
        stack
        for stack in root.iter(f"{BUILD}module.map.SetupStack")
        if stack[0].text.startswith("+/null/immob")
    ]
    middle = int(island.get("x")), int(island.get("y"))
    assert math.dist([sum(axis) / 4 for axis in zip(*corners, strict=True)], middle) < 1.5
    (grid_element,) = zone
    px, (left, top) = 72 / 25.4, corners[0]
    assert int(grid_element.get("x0")) == pytest.approx(left + 25 * px, abs=1.5)
    assert int(grid_element.get("y0")) == pytest.approx(top + 27.5 * px, abs=1.5)
    assert float(grid_element.get("dx")) == pytest.approx(50 * px, abs=0.01)


# Grids

FLATS = 20.0
HIGH = FLATS * 2 / math.sqrt(3)


def grid(shape, first, shift, rows_first=False, by_twos=False, top="flat"):
    cell = Size(FLATS, FLATS) if shape is CellShape.SQUARE else Size(HIGH, FLATS)
    cell = Size(FLATS, HIGH) if top == "pointed" else cell
    numbering = Numbering.of(first, rows_first, False, by_twos)
    return Grid(shape, cell, Point(30.0, 41.0), 7, 5, shift, numbering)


HEX, SQUARE = CellShape.HEXAGON, CellShape.SQUARE
GRIDS = {
    "flat, second column lower": grid(HEX, "0101", Stagger.EVEN),
    "flat, first column lower": grid(HEX, "0101", Stagger.ODD),
    "flat, letters": grid(HEX, "A1", Stagger.EVEN),
    "pointed": grid(HEX, "0101", Stagger.EVEN, top="pointed"),
    "pointed, first row further": grid(HEX, "0301", Stagger.ODD, top="pointed"),
    "pointed, rows first": grid(HEX, "A01", Stagger.EVEN, rows_first=True, top="pointed"),
    "squares": grid(SQUARE, "A1", Stagger.NONE),
    "squares, a dot": grid(SQUARE, "1.1", Stagger.NONE, rows_first=True),
}


def located(element, x, y):
    """The nearest middle and the name of its cell, as VASSAL finds them for a point."""
    side = element.get("sideways") == "true"
    x, y = (y, x) if side else (x, y)
    x0, y0 = int(element.get("x0")), int(element.get("y0"))
    dx, dy = float(element.get("dx")), float(element.get("dy"))
    column = math.floor((x - x0) / dx + 0.5)
    lower = dy / 2 if element.tag.endswith("HexGrid") and column % 2 else 0.0
    row = math.floor((y - y0 - lower) / dy + 0.5)
    middle = (x0 + column * dx, y0 + row * dy + lower)
    numbers = element[0] if len(element) else None
    if numbers is None:
        return (middle[::-1] if side else middle), None
    if numbers.get("stagger") == "true" and column % 2:
        row += 1
    names = []
    for sign, count in (("h", column), ("v", row)):
        value = count + int(numbers.get(f"{sign}Off"))
        if numbers.get(f"{sign}Type") == "A":
            names.append("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value % 26] * (value // 26 + 1))
        else:
            names.append(str(value).zfill(int(numbers.get(f"{sign}Leading")) + 1))
    names = names if numbers.get("first") == "H" else names[::-1]
    return (middle[::-1] if side else middle), numbers.get("sep").join(names)


@pytest.mark.parametrize("name", GRIDS)
@pytest.mark.parametrize("px_per_mm", [4.0, 100 / 25.4])
def test_vassal_finds_the_cells_and_names_of_the_board(name, px_per_mm):
    of_board = GRIDS[name]
    element = grid_of(of_board, px_per_mm)
    for cell in of_board.cells:
        middle = of_board.middle(cell)
        x, y = middle.x_mm * px_per_mm, middle.y_mm * px_per_mm
        (found_x, found_y), named = located(element, round(x) + 3, round(y) - 3)
        assert math.dist((found_x, found_y), (x, y)) < 1.5
        assert named == of_board.name(cell)


def test_railway_numbers_are_left_out_but_cells_are_found():
    of_board = grid(HEX, "A1", Stagger.EVEN, rows_first=True, by_twos=True, top="pointed")
    element = grid_of(of_board, 4.0)
    middle = of_board.middle((3, 1))
    found, named = located(element, middle.x_mm * 4, middle.y_mm * 4)
    assert math.dist(found, (middle.x_mm * 4, middle.y_mm * 4)) < 1.5
    assert named is None


def test_bricks_have_no_grid():
    assert grid_of(grid(SQUARE, "A1", Stagger.EVEN), 4.0) is None


# Names

HOSTILE = ["a/b;c,d", "tab\tin it", "ends with \\", "'quoted'", "$x$ {y}", "<b>|+", "\x07\ud800"]


@pytest.mark.parametrize("typed", HOSTILE)
def test_names_have_no_signs_that_mean_something_in_a_definition(typed):
    name = safe_name(typed)
    assert name
    piece = VassalPiece(name, "kind", "a.png", "b.png", code=name)
    traits = read_piece(piece.definition(7))
    assert name_of(traits) == name
    assert [*pictures_of(traits)] == ["a.png", "b.png"]
    assert ("mark;Code", name) in traits


def test_facings_turn_clockwise_step_by_step():
    facings = [
        dict(read_piece(VassalPiece("n", "k", "a.png", facing=step).definition(1)))
        for step in range(4)
    ]
    states = [int(next(v for k, v in one.items() if k.startswith("rotate;4"))) for one in facings]
    assert all(two - one == 1 for one, two in pairwise(states))
