"""A map of cells: terrain, borders, roads and starts, each with one fault and without."""

import json

import pytest

from tests.conftest import TinyProject
from tests.test_foreign import said_by

GAME = """\
title: T
languages: [en]
kinds:
  map: {front: ready/hexmap, width: 190mm, height: 140mm, grid: {across_flats: 20mm}}
  unit: {front: ready/counter, fields: {front: {at?: cell}}}
"""
MAP = """\
kind: map
pieces:
  - id: valley
    front: {hexes: hexes.csv, edges: edges.csv, roads: roads.csv, terrain: terrain.csv}
"""
TABLES = {
    "terrain": "name,fill\nwood,#b9cf9a\nhill,#dcc795\nborder,\nroad,\n",
    "hexes": "at,terrain,name\n0202,wood,Alder\n0203,wood; hill,\n0504,hill,Brook\n",
    "edges": "at,terrain\n0303/N-S 0303/S-N,border\n",
    "roads": "way,terrain\n0202-0504,road\n0101-0202,road\n0403-0303-0302,road\n",
}
UNITS = "id,title,at\none,One,0202\ntwo,Two,0602\nthree,Three,\n"


@pytest.fixture
def facts(tmp_path):
    """What a claim of this kind finds, with tables that replace others: `has` by `says`."""

    def find(claim, **tables):
        files = {f"{name}.csv": text for name, text in (TABLES | tables).items()}
        files |= {
            "game.yaml": GAME,
            "map.yaml": MAP,
            "units.yaml": "kind: unit\npieces: units.csv\n",
        }
        files.setdefault("units.csv", UNITS)
        files["claims.yaml"] = f"claims:\n- {{id: it, check: grid, of: valley, {claim}}}\n"
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        _, out, _ = said_by(TinyProject(tmp_path), "check", "--format", "json")
        rows = [row for row in next(iter(json.loads(out).values())) if row["claim"] == "it"]
        return [(row["says"], row["has"], row["verdict"]) for row in rows]

    return find


def test_terrain_is_counted(facts):
    assert facts("counted: {wood: 2, hill: 3}") == [
        ("2 × wood", "2 in valley", "holds"),
        ("3 × hill", "2 in valley", "differs"),
    ]


def test_missing_cells_are_told_with_their_number(facts):
    ((says, has, verdict),) = facts("complete: yes")
    assert (says, verdict) == ("an entry for each cell", "differs")
    assert has.startswith("57 missing: 0101, 0201, 0301, 0401, 0501 …")


@pytest.mark.parametrize("sides", ["0303/N-S 0303/S-N", "0303/N-SE 0303/S-NW", "0301/N-NE 0401/N"])
def test_border_is_closed_or_ends_at_the_edge_of_the_map(facts, sides):
    found = facts("closed: [border]", edges=f"at,terrain\n{sides},border\n")
    assert [verdict for *_, verdict in found] == ["holds"]


def test_each_loose_end_of_a_border_is_told_with_the_cells_around(facts):
    found = facts("closed: [border]", edges="at,terrain\n0303/N-S 0303/SW,border\n")
    around = [set(has.removeprefix("it ends between ").split(", ")) for _, has, _ in found]
    assert sorted(map(sorted, around)) == [["0202", "0203", "0303"], ["0202", "0302", "0303"]]


@pytest.mark.parametrize(
    ("way", "ends"),
    [
        ("0202-0504", []),  # from a town to a town
        ("0202-0101", []),  # to the edge of the map
        ("0202-0504,road\n0303-0306", []),  # from another road to the edge
        ("0202-0404", ["0404"]),
        ("0303-0404", ["0303", "0404"]),
    ],
)
def test_road_leads_somewhere(facts, way, ends):
    found = facts("lead: road", roads=f"way,terrain\n{way},road\n")
    if ends:
        assert [row[1] for row in found] == [f"it ends in {end}, which has no name" for end in ends]
    else:
        assert [row[2] for row in found] == ["holds"]


def test_starts_are_so_many_steps_apart(facts):
    assert facts("starts: {kind: unit}, apart: 4") == [("starts 4 apart", "2 starts", "holds")]
    assert facts("starts: {kind: unit}, apart: 5") == [
        ("starts 5 apart", "0202: 4 steps to the next start", "differs")
    ]


def test_starts_are_as_far_from_the_goals(facts):
    assert facts("starts: {kind: unit}, goals: 0402")[0][2] == "holds"
    assert facts("starts: 0202 0602, goals: 0502") == [
        ("starts equally far from the goals", "0202: 3; 0602: 1", "differs")
    ]
