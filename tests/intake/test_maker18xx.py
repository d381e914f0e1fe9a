"""`fustella import` of games of 18xx-maker: what is on paper, on tiles, on maps and on markets."""

import copy
import csv
import json
import math
from pathlib import Path

import pypdfium2
import pytest

from fustella.build.inputs import load_game
from fustella.core.values.problems import ProblemsFound
from fustella.intake import bring, open_source
from fustella.intake.formats import maker18xx
from fustella.intake.taken import Miss
from tests.conftest import TinyProject

GAME = {
    "info": {"title": "Dale & Fell", "designer": "Nobody", "currency": "£#", "marketTokens": 1},
    "bank": 5000,
    "players": [{"number": 3, "certLimit": 12, "capital": 500}],
    "colors": {"heather": "#7a5a8c"},
    "tokens": ["Round", {"label": "Fog", "quantity": 2, "color": "heather"}],
    "tokenTypes": {"default": ["Free", 40], "minor": ["Free"]},
    "shareTypes": {
        "default": [
            {"quantity": 1, "label": "President's Certificate", "percent": 20, "shares": 2},
            {"quantity": 8, "percent": 10, "shares": 1},
        ],
        "minor": [],
    },
    "floatPercent": 60,
    "companies": [
        {"name": "Dale Line", "abbrev": "DL", "color": "red", "logo": "dale/DL"},
        {"name": "Fell Rail", "abbrev": "FR", "color": "heather"},
        {"name": "Peat Tramway", "abbrev": "P*T", "color": "nobody's", "minor": True},
    ],
    "trains": [
        {"name": "2", "quantity": 5, "price": 80, "color": "yellow", "rust": "4"},
        {"name": "D", "quantity": "∞", "price": 900, "color": "brown", "discount": {"4": 200}},
    ],
    "privates": [
        {"name": "Peat Cutters", "price": 20, "revenue": [5, 10], "description": "Blocks *C2*."}
    ],
    "phases": [{"name": "2", "limit": 4, "tiles": "yellow", "notes": "None yet"}],
    "stock": {
        "type": "2D",
        "legend": [{"color": "orange", "description": "No limit"}],
        "market": [
            [60, {"value": 67, "par": True}, {"label": "75", "arrow": "up"}],
            [{"value": 53, "legend": 0}, None],
        ],
    },
    "tiles": {
        "57": 4,
        "9": {"quantity": 2},
        "59": 1,
        "8|b": 1,
        "no-such": 3,
        "L1": {
            "color": "green",
            "quantity": 2,
            "cities": [{"angle": 0, "percent": 0.5}, {"angle": 120, "percent": 0.5}],
            "values": [{"value": 40}],
            "labels": [{"label": "L"}],
            "track": [
                {"type": "straight", "side": 1, "end": 0.25},
                {"type": "straight", "side": 3, "end": 0.25},
            ],
        },
    },
    "map": {
        "hexes": [
            {
                "color": "plain",
                "hexes": ["B3", "C2"],
                "terrain": [{"type": "mountain", "cost": 80}],
            },
            {
                "color": "yellow",
                "cities": [{"name": {"name": "Garth"}, "companies": ["DL"]}],
                "values": [{"value": 30}],
                "track": [{"side": 1}, {"side": 4}],
                "hexes": ["C4"],
            },
            {"color": "plain", "centerTowns": [{"name": {"name": "Wick"}}], "hexes": ["D3"]},
            {
                "color": "offboard",
                "offBoardRevenue": {
                    "name": {"name": "North"},
                    "revenues": [{"color": "yellow", "cost": 20}, {"color": "brown", "value": 50}],
                },
                "track": [{"type": "offboard", "side": 5}],
                "hexes": ["B5"],
            },
            {"copy": "C4", "hexes": ["D5"], "icons": [{"type": "port"}], "color": "green"},
        ],
        "borders": [{"color": "water", "coords": ["C4p1", "C4p2", "C4p3"]}],
    },
}


def brought_of(tmp_path: Path, game: object, into: str = "game"):
    path = tmp_path / "dale.json"
    path.write_text(json.dumps(game, indent=1), encoding="utf-8")
    return bring(path, into=tmp_path / into)


def rows_of(brought, kind_id):
    kind = next(kind for kind in brought.taken.kinds if kind.id == kind_id)
    return [dict(zip(kind.header, row, strict=True)) for row in kind.rows]


def table_of(brought, name):
    text = (brought.place.folder / name).read_text("utf-8").splitlines()
    return {row["at"]: row for row in csv.DictReader(text)}


def told(brought):
    return {(loss.what, loss.approximated) for loss in brought.taken.losses}


@pytest.fixture
def brought(tmp_path):
    return brought_of(tmp_path, GAME)


def test_all_of_it_builds_and_stands_on_paper(brought, run):
    project = TinyProject(brought.place.project.root)
    ran = run(project, "build")
    assert (ran.code, ran.err) == (0, "")
    texts = {}
    for path in project.root.rglob("*.pdf"):
        document = pypdfium2.PdfDocument(path)
        texts[path.stem] = " ".join(page.get_textpage().get_text_range() for page in document)
    shown = {name.partition("-")[2]: text for name, text in texts.items()}
    assert shown["share"].count("Dale Line") == shown["share"].count("Fell Rail") == 9
    assert "President's Certificate" in shown["share"]
    assert "P*T" in shown["charter"]
    assert "Blocks *C2*." in shown["private"]
    assert "Revenue £5/£10" in shown["private"]
    for text in ("Garth", "Wick", "North", "80", "20", "50"):
        assert text in shown["map"]
    for text in ("60", "67", "Par", "75", "53"):
        assert text in shown["market"]
    assert "Bank: £5000" in shown["summary"]


def test_companies_have_their_certificates_tokens_and_colours(brought):
    shares = [(row["abbrev"], row["percent"], row["copies"]) for row in rows_of(brought, "share")]
    assert shares == [
        *(("DL", "20%", "1"), ("DL", "10%", "8")),
        *(("FR", "20%", "1"), ("FR", "10%", "8")),
    ]
    stations = [(row["abbrev"], row["copies"]) for row in rows_of(brought, "station")]
    assert stations == [("DL", "2"), ("FR", "2"), ("P\\*T", "1")]
    colours = {row["abbrev"]: row["colour"] for row in rows_of(brought, "charter")}
    assert colours["FR"] == "rail-heather"
    assert brought.taken.colours["rail-heather"] == "#7a5a8c"
    assert brought.taken.colours[colours["DL"]] == "#d50f31"
    assert ("the colour nobody's", False) in told(brought)


def test_trains_and_tokens_are_counted_and_what_has_no_end_is_told(brought):
    assert [(row["title"], row["copies"]) for row in rows_of(brought, "train")] == [
        ("2", "5"),
        ("D", "10"),
    ]
    assert [row["copies"] for row in rows_of(brought, "token")] == ["1", "2"]
    assert ("trains without end: 10 of each", True) in told(brought)


def test_tiles_are_drawn_by_their_numbers_or_by_what_the_file_says(brought):
    tiles = {f"{row['number']} {row['upgrade']}".strip(): row for row in rows_of(brought, "tile")}
    known = {
        "57": ("1-c;4-c", "1", "20", "yellow", "4"),
        "9": ("1-4", "", "", "yellow", "2"),
        "59": ("1-c1;3-c2", "1+1", "40", "green", "1"),
        "8 b": ("1-3", "", "", "yellow", "1"),
        "L1": ("1-c1;3-c2", "1+1", "40", "green", "2"),
        "no-such": ("", "", "", "", "3"),
    }
    keys = ("track", "city", "value", "colour", "copies")
    assert {number: tuple(row[key] for key in keys) for number, row in tiles.items()} == known
    (left,) = [loss for loss in brought.taken.losses if "tile no-such" in loss.what]
    source = (brought.place.project.root.parent / "dale.json").read_text("utf-8").splitlines()
    assert '"no-such"' in source[left.place.line - 1]
    assert left.miss is Miss.PIECES


STANDARD = {  # tiles of the first game of the family, as its players know them
    "1": ("", "2"), "7": ("1-2", ""), "8": ("1-3", ""), "9": ("1-4", ""), "58": ("1-3", "1"),
    "18": ("1-4;2-3", ""), "20": ("1-4;2-5", ""), "23": ("1-3;1-4", ""), "26": ("1-4;1-6", ""),
    "39": ("1-2;1-3;2-3", ""), "40": ("1-3;1-5;3-5", ""), "44": ("1-2;1-4;2-5;4-5", ""),
}  # fmt: skip


@pytest.mark.parametrize("number", STANDARD)
def test_numbers_mean_what_the_hobby_means_by_them(number, tmp_path):
    game = {**GAME, "tiles": {number: 1}}
    (row,) = rows_of(brought_of(tmp_path, game), "tile")
    track, town = STANDARD[number]
    ends = [frozenset(way.split("-")) for way in row["track"].split(";")]
    assert row.get("town", "") == town
    if track:
        typed = [frozenset(map(int, way.split("-"))) for way in track.split(";")]
        mine = [frozenset(map(int, way)) for way in ends]
        turns = [
            {frozenset((side - 1 + turn) % 6 + 1 for side in way) for way in mine}
            for turn in range(6)
        ]
        mirrored = [{frozenset((-side) % 6 + 1 for side in way) for way in one} for one in turns]
        assert {*typed} in (*turns, *mirrored)


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_hexagons_lie_where_the_source_lays_them(tmp_path, orientation):
    game = {**GAME, "info": {**GAME["info"], "orientation": orientation}}
    brought = brought_of(tmp_path, game)
    game = load_game(brought.place.project, brought.place.game)
    board = next(piece for piece in game.pieces if piece.id == "map")
    grid = board.kind.grid
    places = {"B3": (3, 2), "B5": (5, 2), "C2": (2, 3), "C4": (4, 3), "D3": (3, 4), "D5": (5, 4)}
    assert {grid.name(cell) for cell in grid.cells} == {*places}
    half = 38.0 / 2
    edge = 38.0 / math.sqrt(3)
    offsets = set()
    for name, (number, letter) in places.items():
        x_mm, y_mm = number * half, letter * 1.5 * edge
        x_mm, y_mm = (y_mm, x_mm) if orientation == "horizontal" else (x_mm, y_mm)
        middle = grid.middle(grid.find(name))
        offsets.add((round(middle.x_mm - x_mm, 3), round(middle.y_mm - y_mm, 3)))
    assert len(offsets) == 1


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_numbers_may_begin_at_nothing_and_letters_go_beyond_z(tmp_path, orientation):
    names = ["Z0", "Z2", "AA1", "AB0"]
    game = {**GAME, "map": {"hexes": [{"color": "plain", "hexes": [*names, "7B"]}]}}
    game["info"] = {**GAME["info"], "orientation": orientation}
    brought = brought_of(tmp_path, game)
    assert {*table_of(brought, "map-hexes.csv")} == {*names}
    assert ("hexagon 7B", False) in told(brought)
    board = load_game(brought.place.project, brought.place.game)
    grid = next(piece for piece in board.pieces if piece.id == "map").kind.grid
    assert {grid.name(cell) for cell in grid.cells} == {*names}


def test_cells_have_what_the_source_says(brought):
    cells = table_of(brought, "map-hexes.csv")
    assert (cells["C2"]["terrain"], cells["C2"]["cost"]) == ("mountain", "80")
    garth = cells["C4"]
    assert [garth[key] for key in ("name", "city", "home", "value", "colour")] == [
        *("Garth", "1", "DL", "30", "yellow")
    ]
    # A hexagon on a corner has side 1 at the left there, and at the upper right here.
    assert garth["track"] == "5-c;2-c"
    assert (cells["D3"]["name"], cells["D3"]["town"]) == ("Wick", "1")
    north = cells["B5"]
    assert (north["values.1.value"], north["values.1.colour"]) == ("20", "yellow")
    assert (north["values.2.value"], north["values.2.colour"]) == ("50", "brown")
    copied = cells["D5"]
    assert (copied["name"], copied["track"], copied["colour"]) == ("Garth", "5-c;2-c", "green")
    assert ("icons in hexagons", False) in told(brought)
    edges = table_of(brought, "map-edges.csv")
    # From its lower corner over the lower left one to the upper left one: the sides 4 and 5.
    assert {*next(iter(edges)).split()} == {"C4/4", "C4/5"}


def test_older_words_of_the_source_are_known(tmp_path):
    old = {
        "hexes": ["B3"],
        "water": {"cost": 40},
        "name": {"name": "Loch"},
        "routeBonus": {"value": "N–S +30"},
        "tokens": [{"label": "FS"}],
    }
    brought = brought_of(tmp_path, {**GAME, "map": {"hexes": [old]}})
    cell = table_of(brought, "map-hexes.csv")["B3"]
    assert [cell[key] for key in ("terrain", "cost", "name", "label")] == [
        *("water", "40", "Loch", "N–S +30 FS")
    ]


def test_market_has_its_cells(brought):
    cells = table_of(brought, "market-cells.csv")
    assert {at: (row["value"], row["name"]) for at, row in cells.items()} == {
        **{"A1": ("60", ""), "B1": ("67", "Par"), "C1": ("75", "↑"), "A2": ("53", "")},
    }
    colour = cells["A2"]["colour"]
    assert brought.taken.colours.get(colour, colour) == "#f58121"
    game = load_game(brought.place.project, brought.place.game)
    grid = next(p for p in game.pieces if p.id == "market").kind.grid
    assert {grid.name(cell) for cell in grid.cells} == {*cells}


def test_market_of_one_row_that_goes_up_and_down_is_two(tmp_path):
    stock = {"type": "1Diag", "market": [10, 20, 30, 40, 50]}
    cells = table_of(brought_of(tmp_path, {**GAME, "stock": stock}), "market-cells.csv")
    assert {at: row["value"] for at, row in cells.items()} == {
        **{"A1": "10", "B1": "30", "C1": "50", "A2": "20", "B2": "40"},
    }


def test_letters_that_no_font_has_are_replaced_and_told(tmp_path, run):
    game = copy.deepcopy(GAME)
    game["companies"][0]["name"] = "花 Line ○"
    game["info"]["currency"] = "#ℳ"
    brought = brought_of(tmp_path, game)
    assert rows_of(brought, "share")[0]["title"] == "? Line –"
    assert rows_of(brought, "train")[0]["price"] == "80M"
    whys = [loss.why for loss in brought.taken.losses if loss.what == "花"]
    assert whys == ["no font of Fustella has them: printed as ?. Name one under `fonts`"]
    assert run(TinyProject(brought.place.project.root), "build", "--draft").code == 0


def test_import_again_keeps_what_was_changed_by_hand(brought, tmp_path):
    kept = brought.place.folder / "train.csv"
    kept.write_text(kept.read_text("utf-8").replace("£80", "£85"), encoding="utf-8")
    again = brought_of(tmp_path, {**GAME, "bank": 6000})
    assert "£85" in kept.read_text("utf-8")
    assert again.kept == (kept,)
    assert "£6000" in (again.place.folder / "summary.csv").read_text("utf-8")


# Likeness


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"info": {"title": "A song"}, "tracks": [1]}, "E810"),
        ({"info": "text", "companies": [1]}, "E810"),
        ({"title": "Dale", "companies": [{"name": "DL"}]}, "E810"),
        ([GAME], "E810"),
        # A save of Tabletop Simulator in which nothing lies.
        ({"ObjectStates": [], "info": {"name": "x"}, "map": {"a": 1}}, "E812"),
    ],
)
def test_other_json_is_no_game(tmp_path, other, code):
    with pytest.raises(ProblemsFound) as raised:
        brought_of(tmp_path, other)
    assert {each.code for each in raised.value.problems} == {code}


def test_game_is_found_in_a_folder_beside_other_json(tmp_path):
    folder = tmp_path / "dale"
    folder.mkdir()
    (folder / "a.json").write_text('{"name": "a package"}', encoding="utf-8")
    (folder / "game.txt").write_text("no JSON", encoding="utf-8")
    (folder / "z.json").write_text(json.dumps(GAME), encoding="utf-8")
    assert bring(folder, into=tmp_path / "game").format == "maker18xx"


# What is wrong, or meant to harm

ODD = [
    None,
    True,
    -3,
    1e308,
    "",
    "∞",
    "x" * 5000,
    "*{a}\\",
    [],
    {},
    [[]],
    {"a": {"b": 1}},
    [None, 3],
]


def spots(value, path=()):
    """The paths of all values inside of a value."""
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, inner in items:
        yield (*path, key)
        yield from spots(inner, (*path, key))


def with_value(path, value):
    game = copy.deepcopy(GAME)
    home = game
    for key in path[:-1]:
        home = home[key]
    home[path[-1]] = value
    return game


def test_no_odd_value_anywhere_ends_in_a_traceback(tmp_path):
    """Each value of the game in turn is another one; a game is imported, or a problem told."""
    for number, path in enumerate(spots(GAME)):
        game = with_value(path, ODD[number % len(ODD)])
        (tmp_path / "odd.json").write_text(json.dumps(game), encoding="utf-8")
        try:
            taken = maker18xx.take(open_source(tmp_path / "odd.json"))
        except ProblemsFound as fault:
            assert {each.code for each in fault.problems} == {"E811"}
        else:
            assert taken.kinds


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"map": {"hexes": [{"hexes": ["A1", "ZZZ998"]}]}}, "map"),
        ({"map": {"hexes": [{"hexes": ["A1", "A3", "A4"], "color": "plain"}]}}, "hexagon A4"),
        ({"map": {"hexes": [{"copy": "A1", "hexes": ["A1", "A3"]}]}}, ""),
        ({"stock": {"market": [[1] * 5000] * 5}}, "the stock market"),
        ({"tiles": {"9": 10**9}}, ""),
    ],
)
def test_what_is_too_large_or_turns_in_circles_is_told(tmp_path, run, change, said):
    brought = brought_of(tmp_path, {**GAME, **change})
    assert not said or said in {what for what, _ in told(brought)}
    assert run(TinyProject(brought.place.project.root), "build", "--draft").code == 0


def test_nested_too_deep_or_no_json_is_told(tmp_path):
    for text in ('{"info": {"title": "x"}, "map": ' + "[" * 9000, '{"info": {"title": "x"}, "map"'):
        path = tmp_path / "bad.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ProblemsFound) as raised:
            bring(path, "maker18xx", tmp_path / "game")
        assert {each.code for each in raised.value.problems} == {"E811"}
