"""Fields whose entries are the rows of a spreadsheet: values, places of faults, bounds."""

import pytest

from fustella.core.processes import limits
from tests.helpers.alone import game_alone, problems_alone
from tests.read.spreadsheets.making import row, xlsx

KIND = """\
title: T
languages: [en]
kinds:
  map:
    front: ready/blank
    width: 60mm
    height: 60mm
    fields:
      front:
        title: text
        hexes?: [{at: word, terrain: clear | wood | sea, name?: text, height?: number}]
        grid?: [[word]]
        words?: [word]
"""
HEXES = "At,Terrain,Name,Height\n0101,wood,Old *Wood*,2\n0102,sea,,\n0203,clear,Plain,0\n"


def files_of(front="hexes: hexes.csv", *, more="", **tables):
    """The files of a game with one map, whose front has these values, and with these tables."""
    pieces = f"- {{id: map, front: {{title: Map, {front}}}}}\n{more}"
    named = {f"{name}.csv": text for name, text in tables.items()}
    maps = f"kind: map\npieces:\n{pieces}"
    return {"game.yaml": KIND, "hexes.csv": HEXES, "maps.yaml": maps, **named}


@pytest.fixture
def game(tmp_path):
    """Reads such a game."""
    return lambda *said, **tables: game_alone(tmp_path, files_of(*said, **tables))


@pytest.fixture
def faults(tmp_path):
    """The faults of such a game, each as `file:line key code message`."""

    def find(*said, **tables):
        found = problems_alone(tmp_path, files_of(*said, **tables))
        return [f"{p.place.spot} {p.place.key} {p.code} {p.message}" for p in found]

    return find


def test_rows_of_a_sheet_are_the_records_of_a_field(game):
    hexes = game().pieces[0].front["hexes"]
    assert [(hex_["at"], hex_["terrain"], hex_["height"]) for hex_ in hexes] == [
        ("0101", "wood", 2),
        ("0102", "sea", None),
        ("0203", "clear", 0),
    ]
    assert str(hexes[0]["name"].in_language("en")) == "Old *Wood*"


def test_records_may_lie_on_a_sheet_of_a_workbook(game, tmp_path):
    rows = row(1, "At", "Terrain") + row(2, "0101", "wood")
    (tmp_path / "book.xlsx").write_bytes(xlsx({"Notes": row(1, "none"), "Hexes": rows}))
    hexes = game("hexes: 'book.xlsx#Hexes'").pieces[0].front["hexes"]
    assert [str(hex_["at"]) for hex_ in hexes] == ["0101"]


def test_list_of_lists_has_all_cells_without_a_header(game):
    found = game("grid: grid.csv", grid="W,W,.\n.,~,\n\n~,~,~\n").pieces[0].front["grid"]
    assert found == (("W", "W", "."), (".", "~"), ("~", "~", "~"))


def test_column_of_remarks_is_left_out(game):
    found = game(hexes="At,Terrain,# Why\n0101,wood,it is old\n").pieces[0].front["hexes"]
    assert [str(hex_["at"]) for hex_ in found] == ["0101"]


def test_pieces_may_share_a_table(game):
    more = "- {id: other, front: {title: Other, hexes: hexes.csv}}\n"
    first, second = game(more=more).pieces
    assert first.front["hexes"] == second.front["hexes"]


@pytest.mark.parametrize(
    ("front", "tables", "says"),
    [
        (
            "hexes: hexes.csv",
            {"hexes": HEXES.replace("0102,sea", "0102,see")},
            'hexes.csv:3 Terrain E104 expected one of clear, wood, sea, found "see"',
        ),
        (
            "hexes: hexes.csv",
            {"hexes": HEXES.replace("*,2", "*,two")},
            "hexes.csv:2 Height E104 expected a whole number",
        ),
        (
            "hexes: hexes.csv",
            {"hexes": HEXES.replace("0203,clear", "0203,")},
            "hexes.csv:4 Terrain E107 `terrain` is missing",
        ),
        (
            "hexes: hexes.csv",
            {"hexes": HEXES.replace("Height", "Hight")},
            "hexes.csv:1 Hight E106 no field is called `Hight`",
        ),
        (
            "hexes: hexes.csv",
            {"hexes": HEXES.replace("Terrain", "Ground")},
            "hexes.csv:1 Ground E106 no field is called `Ground`",
        ),
        (
            "hexes: hexes.csv",
            {"hexes": "At\n0101\n"},
            "hexes.csv:1 terrain E107 there is no column",
        ),
        ("hexes: hexes.csv", {"hexes": ""}, "hexes.csv  E108 the sheet is empty"),
        ("hexes: hexs.csv", {}, "maps.yaml:3 pieces[1].front.hexes E100 there is no file"),
        ("hexes: ../hexes.csv", {}, "maps.yaml:3 pieces[1].front.hexes E151"),
        ("hexes: 'hexes.csv#One'", {}, "hexes.csv  E151"),
        ("hexes: hexes", {}, "maps.yaml:3 pieces[1].front.hexes E104 expected a list"),
        ("words: hexes.csv", {}, "maps.yaml:3 pieces[1].front.words E104 expected a list"),
        ("title: Map, hexes: hexes.csv", {"hexes": HEXES + '0204,"wood'}, "E105"),
    ],
)
def test_fault_of_a_table_is_told_at_its_cell(faults, front, tables, says):
    assert any(says in each for each in faults(front, **tables))


def test_columns_that_name_pieces_elsewhere_are_fields_here(faults):
    hexes = "id,copies,At,Terrain\na,2,0101,wood\n"
    found = faults(hexes=hexes)
    assert sorted(each.split(" ")[1] for each in found) == ["copies", "id"]


def test_rows_that_pieces_take_are_counted(faults, monkeypatch):
    monkeypatch.setattr(limits, "GAME_VALUES", 20)
    rows = "".join(f"{number:04},wood\n" for number in range(12))
    more = "- {id: other, front: {title: Other, hexes: hexes.csv}}\n"
    (found,) = faults(more=more, hexes=f"At,Terrain\n{rows}")
    assert found == (
        "maps.yaml:4 pieces[2].front.hexes E133 with this table the game has more than 20 rows"
    )


def in_cells(text, **tables):
    """The files of a game whose maps are the rows of a sheet."""
    named = {f"{name}.csv": each for name, each in tables.items()}
    maps = "kind: map\npieces: maps.csv\n"
    return {
        "game.yaml": KIND,
        "hexes.csv": HEXES,
        "maps.yaml": maps,
        "maps.csv": text,
        **named,
    }


def test_cell_names_a_table(tmp_path):
    sheet = "id,title,hexes,grid\nnorth,North,hexes.csv,\nsouth,South,,grid.csv\n"
    found = game_alone(tmp_path, in_cells(sheet, grid="a,b\nc,d\n")).pieces
    assert [record["at"] for record in found[0].front["hexes"]] == ["0101", "0102", "0203"]
    assert found[0].front["grid"] is None
    assert found[1].front["hexes"] is None
    assert found[1].front["grid"] == (("a", "b"), ("c", "d"))


@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        (
            "id,title,hexes\nnorth,North,hexs.csv\n",
            "maps.csv:2 hexes E100 there is no file `hexs.csv`",
        ),
        (
            "id,title,hexes\nnorth,North,A; B\nsouth,South,C\n",
            "maps.csv:1 hexes E106 `hexes` has several values",
        ),
        (
            "id,title,hexes\nnorth,North,A; B\nsouth,South,hexes.csv\n",
            'maps.csv:2 hexes E104 expected a list, found "A; B"',
        ),
        (
            "id,title,hexes,hexes.1.at,hexes.1.terrain\nnorth,North,hexes.csv,0101,sea\n",
            "maps.csv:1 hexes E105 `hexes` and `hexes.1.at` give the same value",
        ),
        ("id,title,hexes\nnorth,North,bad.csv\n", "bad.csv:2 At E107 `at` is missing"),
    ],
)
def test_fault_of_a_table_that_a_cell_names_is_told(tmp_path, sheet, says):
    found = problems_alone(tmp_path, in_cells(sheet, bad="At,Terrain\n,wood\n"))
    assert [f"{p.place.spot} {p.place.key} {p.code} {p.message}" for p in found] == [says]
