"""Maps in the notation of Text Mapper: each list takes the lines of its form."""

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import project_at
from tests.helpers.alone import game_alone, problems_alone

KIND = """\
title: T
languages: [en]
kinds:
  map: {front: ready/hexmap, width: 190mm, height: 140mm, grid: {across_flats: 20mm}}
"""
LISTS = "kind: map\npieces: [{id: map, front: {hexes: m.txt, roads: m.txt, terrain: m.txt}}]\n"
TEXT = """\
# a valley
default attributes fill="none" stroke="black"
wood attributes fill="#90ee90" stroke="black" stroke-width="1px"
hill attributes fill="#d9c592"
river path attributes stroke="#6ebae7" stroke-width="8" fill="none"

0101 wood "Old wood"
0102 wood hill "Far hill" 20
0301-0404-0405 deep river "The Alder"
"""


def files_of(text=TEXT, lists=LISTS):
    return {"game.yaml": KIND, "map.yaml": lists, "m.txt": text}


def front(tmp_path, text=TEXT):
    return game_alone(tmp_path, files_of(text)).pieces[0].front


def test_cells_have_terrain_and_names(tmp_path):
    one, two = front(tmp_path)["hexes"]
    assert (one["at"], one["terrain"], one["name"].in_language("en")) == (
        "0101",
        ("wood",),
        "Old wood",
    )
    assert (two["terrain"], two["name"].in_language("en")) == (("wood", "hill"), "Far hill")


def test_cell_alone_has_no_terrain(tmp_path):
    assert front(tmp_path, TEXT + "0103\n")["hexes"][-1]["terrain"] is None


def test_last_word_of_a_way_is_its_terrain(tmp_path):
    (road,) = front(tmp_path)["roads"]
    assert (road["way"], road["terrain"]) == ("0301-0404-0405", "river")


def test_attributes_are_the_legend(tmp_path):
    looks = {look["name"]: look for look in front(tmp_path)["terrain"]}
    assert list(looks) == ["wood", "hill", "river"]
    assert looks["wood"]["fill"] == "#90ee90"
    assert (looks["river"]["colour"], looks["river"]["width"]) == ("#6ebae7", 0.8)
    assert looks["river"]["fill"] is None


def test_lines_that_say_nothing_of_the_map_are_told_once(tmp_path):
    text = f"include default.txt\n{TEXT}option horizontal\n"
    for name, content in files_of(text).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    project = project_at(tmp_path)
    warnings = load_game(project, project.games()[0]).read_warnings
    assert [(w.code, w.place.spot, w.message) for w in warnings] == [
        ("E175", "m.txt:1", "2 lines say nothing of the map: 1, 11")
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TEXT + "9901 wood\n", "m.txt:10 E170 there is no cell `9901`"),
        (TEXT + "0103 swmap\n", "m.txt:10 E174 there is no `swmap` in `terrain`"),
        (TEXT + "0101 hill\n", "m.txt:10 E173 the cell 0101 is stated twice"),
    ],
)
def test_fault_has_its_line(tmp_path, text, told):
    found = [
        f"{p.place.spot} {p.code} {p.message}" for p in problems_alone(tmp_path, files_of(text))
    ]
    assert found == ([told] if told else [])


@pytest.mark.parametrize(
    ("named", "code"), [("../m.txt", "E151"), ("/etc/hostname.txt", "E151"), ("n.txt", "E100")]
)
def test_no_file_outside_of_the_game_is_read(tmp_path, named, code):
    lists = LISTS.replace("hexes: m.txt", f"hexes: {named}")
    found = problems_alone(tmp_path, files_of(lists=lists))
    assert [problem.code for problem in found] == [code]
