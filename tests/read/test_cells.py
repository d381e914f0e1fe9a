"""Fields whose values are names on the grid of a board, in lists and spreadsheets."""

import pytest

from tests.helpers.alone import game_alone, problems_alone

KINDS = """\
title: T
languages: [en]
kinds:
  map:
    front: ready/hexmap
    width: 190mm
    height: 140mm
    grid: {across_flats: 20mm}
  unit:
    front: ready/counter
    fields: {front: {at?: cell}}
"""
TERRAIN = "name,fill,sign\nwood,#b9cf9a,trees\nhill,#dcc795,hills\nriver,,\n"
MAP = """\
kind: map
pieces:
  - id: map
    front: {hexes: hexes.csv, terrain: terrain.csv, roads: roads.csv, edges: edges.csv}
"""
UNITS = "kind: unit\npieces: units.csv\n"


def files_of(hexes="", roads="", edges="", units="", kinds=KINDS):
    return {
        "game.yaml": kinds,
        "map.yaml": MAP,
        "units.yaml": UNITS,
        "terrain.csv": TERRAIN,
        "hexes.csv": f"at,terrain,name\n{hexes or '0101,wood,'}\n",
        "roads.csv": f"way,terrain\n{roads or '0101-0304,river'}\n",
        "edges.csv": f"at,terrain\n{edges or '0202/N-SE,river'}\n",
        "units.csv": f"id,title,at\n{units or 'one,First,0303'}\n",
    }


@pytest.fixture
def game(tmp_path):
    return lambda **said: game_alone(tmp_path, files_of(**said))


@pytest.fixture
def faults(tmp_path):
    def find(**said):
        found = problems_alone(tmp_path, files_of(**said))
        return [f"{p.place.spot} {p.code} {p.message}" for p in found]

    return find


def test_cells_have_their_whole_names(game):
    """A spreadsheet takes 0303 for a number, and its zero away."""
    pieces = {piece.id: piece for piece in game(units="one,First,303\ntwo,Second,").pieces}
    assert pieces["one"].front["at"] == "0303"
    assert pieces["two"].front["at"] is None


def test_terrain_may_be_several(game):
    (board,) = (piece for piece in game(hexes="0101,wood; hill,").pieces if piece.id == "map")
    assert board.front["hexes"][0]["terrain"] == ("wood", "hill")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"units": "one,First,9901"}, "units.csv:2 E170 there is no cell `9901`"),
        ({"hexes": "0101,wood,\n0199,hill,"}, "hexes.csv:3 E170 there is no cell `0199`"),
        ({"roads": "0101-9999,river"}, "roads.csv:2 E170 there is no cell `9999`"),
        ({"edges": "0202/E,river"}, "edges.csv:2 E170 a cell has no side `E`"),
        ({"edges": "0202-0505,river"}, "edges.csv:2 E170 0202 and 0505 do not touch"),
        ({"edges": "0202,river"}, "edges.csv:2 E170 `0202` is a cell, and no side of one"),
        (
            {"hexes": "0101,wood,\n0102,wood,\n101,hill,"},
            "hexes.csv:4 E173 the cell 0101 is stated twice",
        ),
        ({"hexes": "0101,wod,"}, "hexes.csv:2 E174 there is no `wod` in `terrain`"),
        ({"roads": "0101-0102,rivr"}, "roads.csv:2 E174 there is no `rivr` in `terrain`"),
        (
            {"hexes": "0101,wood; fen,\n0102,fen,\n0103,fen,"},
            "hexes.csv:2 E174 there is no `fen` in `terrain` (and in 2 more places)",
        ),
    ],
)  # fmt: skip
def test_fault_has_its_row(faults, said, told):
    assert faults(**said) == [told]


def test_field_of_another_kind_means_the_only_board(game):
    unit = next(piece.kind for piece in game().pieces if piece.id == "one")
    assert (unit.begins.field, unit.begins.board) == ("front.at", "")
    assert "front.at" in unit.deciding  # so it need not be printed


TWO = KINDS.replace(
    "  unit:", "  chart:\n    front: ready/hexmap\n    grid: {across_flats: 30mm}\n  unit:"
)


def test_field_names_its_board_where_there_are_two(faults, game):
    assert faults(kinds=TWO) == ["game.yaml:14 E171 which board has this cell, is not known"]
    assert game(kinds=TWO.replace("at?: cell", "at?: cell of map"))


def test_kinds_may_be_alike_with_other_grids(game):
    alike = "  chart: {like: map, grid: {across_flats: 30mm, first: A1}}\n"
    read = game(kinds=(KINDS + alike).replace("at?: cell", "at?: cell of map"))
    grids = {kind.id: kind.grid for kind in read.kinds if kind.grid}
    assert grids["map"].cell.height_mm == pytest.approx(20)
    assert grids["chart"].cell.height_mm == pytest.approx(30)
    assert grids["chart"].name((0, 0)) == "A1"


def test_tracks_lie_in_hexagons(tmp_path):
    squares = KINDS.replace("{across_flats: 20mm}", "{shape: square, width: 20mm}")
    files = files_of(roads="0101-0301,river", edges="0202/N,river", kinds=squares)
    hexes = {"hexes.csv": "at,track,city\n0101,1-c,1\n0102,,1\n0103,1-2,\n"}
    found = problems_alone(tmp_path, {**files, **hexes})
    places = [(each.code, each.place.file, each.place.line, each.place.key) for each in found]
    assert places == [("E104", "hexes.csv", 2, "track"), ("E104", "hexes.csv", 4, "track")]
    (piece, *_) = game_alone(tmp_path, {**files_of(), **hexes}).pieces
    assert piece.front["hexes"][0]["track"] == "1-c"
