"""A hint is right: who does what it says has that problem no more.

All cases of `tests/cases/` whose hint says what to write are followed by a machine.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import Said, TinyProject
from tests.helpers.followed import follow, ways
from tests.test_cases import (
    CASES,
    TOLD,
    command_for,
    name_of,
    put_in_place,
    read_case,
    run_case,
    shared_tiny,  # noqa: F401 - a fixture
    tiny,  # noqa: F401 - a fixture
)

PROSE = {"draw/style-element": "the word is in a <style>, and the place is where it is used"}
"""Cases whose hint is in the form of one that can be followed, and why it cannot."""


class Game:
    """A small game in a folder, as it was typed; `root` is written anew before each way."""

    def __init__(self, root: Path, files: Mapping[str, str]) -> None:
        self.root, self._files = root, files
        self.write()

    def write(self) -> None:
        for name, text in self._files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")


def same(one: Said) -> tuple[str, str, str]:
    return one.code, one.file, re.sub(r"\d+", "0", one.message)


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_hint_of_a_case_is_right_when_it_is_followed(path, request, run):
    known = TOLD.get(path)
    project = None if known else request.getfixturevalue("tiny")
    told = (known or run_case(path, project, run)).problems
    followed = [] if name_of(path) in PROSE else [(s, way) for s in told for way in ways(s)]
    if not followed:
        return
    case, project = read_case(path), project or request.getfixturevalue("tiny")

    def as_it_was():
        put_in_place(path, case, project)

    all_are_right(project, command_for(case), told, followed, as_it_was, run)


def all_are_right(project, command, told, followed, as_it_was, run):
    """Follows each way of each hint, and see that its problem is gone, and none of YAML came."""
    broken = [said for said in told if said.code == "E101"]
    for said, way in followed:
        as_it_was()
        follow(project.root, said, way)
        after = run(project, *command).problems
        left = [one for one in after if same(one) == same(said) and one.line == said.line]
        alike = [one for one in told if same(one) == same(said) and one.line == said.line]
        assert len(left) < len(alike), (said, way)
        assert broken or "E101" not in {one.code for one in after}, (said, way, after)


FIELDS = (
    "n?: number, d?: decimal, l?: length, c?: colour, w?: word, i?: icon, t?: text, g?: flag, "
    "ch?: forest | lake"
)
READY = """title: T
languages: [en]
kinds:
  card:
    name: Cards
    front: ready/card
"""
WITH_FIELDS = f"{READY}    fields: {{{{front: {{{{{FIELDS}}}}}}}}}\n".format()


def of_list(front: str, game: str = WITH_FIELDS) -> dict[str, str]:
    piece = f"kind: card\npieces:\n  - {{id: p, front: {{title: A, {front}}}}}\n"
    return {"game.yaml": game, "cards.yaml": piece}


def of_kind(line: str) -> dict[str, str]:
    return of_list("text: x", f"{READY}    {line}\n")


def of_sheet(cells: str, game: str = WITH_FIELDS) -> dict[str, str]:
    return {"game.yaml": game, "cards.yaml": "kind: card\npieces: cards.csv\n", "cards.csv": cells}


HINTS = {
    # a comma between brackets, and one in a number
    "text: Hello, world": (of_list("text: Hello, world"), "E101", 1),
    "text: One, two, three": (of_list("text: One, two, three"), "E101", 1),
    "w: red, blue, n: 3": (of_list("w: red, blue, n: 3"), "E101", 1),
    "text with quotes": (of_list("text: Say yes, or no, cost: 3"), "E101", 1),
    "curved quotes": (of_list("text: “Hi, you”"), "E101", 1),
    "l: 5,5mm": (of_list("l: 5,5mm"), "E101", 1),
    "l: 5,5 mm": (of_list("l: 5,5 mm"), "E101", 1),
    "d: 5,5": (of_list("d: 5,5"), "E101", 0),
    "n: 1,000": (of_list("n: 1,000"), "E101", 0),
    "l: 12,5cm": (of_list("l: 12,5cm, w: x"), "E101", 1),
    "x: 5,5mm of a zone": (of_kind("layout: {front: {title: {x: 5,5mm}}}"), "E101", 1),
    "x: 12,5% of a zone": (of_kind("layout: {front: {title: {x: 12,5%}}}"), "E101", 1),
    "bleed: 2,5mm": (of_kind("bleed: 2,5mm"), "E109", 1),
    "a length in quotes": (of_list('l: "5,5mm"'), "E109", 1),
    "a decimal in quotes": (of_list('d: "5,5"'), "E104", 1),
    "a thousand in quotes": (of_list('n: "1,000"'), "E104", 1),
    "a thousand with a blank": (of_list("n: 12 000"), "E104", 1),
    "a thousand with a point": (of_list('n: "1.000"'), "E104", 1),
    # colours without quotes
    "c: #ff0000": (of_list("c: #ff0000"), "E101", 1),
    "c: #f00, and more": (of_list("c: #f00, w: x"), "E101", 1),
    "c: ff0000": (of_list("c: ff0000"), "E115", 1),
    "c: 123456": (of_list("c: 123456"), "E115", 1),
    "c: [#fff]": (of_list("w: [#fff]"), "E101", 1),
    "c: tael": (of_list("c: tael"), "E115", 1),
    "colours of a game": (
        of_list("text: x", f"colours: {{sea: #2f7f9b, sand: #fff}}\n{READY}"),
        "E101",
        1,
    ),
    # what wants to be a field
    "power: 3": (of_list("power: 3"), "E106", 1),
    "power: 2.5": (of_list("power: 2.5"), "E106", 1),
    "flying: true": (of_list("flying: true"), "E106", 1),
    "faction: orcs": (of_list("faction: orcs", READY), "E106", 1),
    "txet: x": (of_list("txet: x"), "E106", 1),
    "column Power": (of_sheet("id,title,Power\na,A,3\n"), "E106", 2),
    "column Attack Power": (of_sheet("id,title,Attack Power\na,A,x\n"), "E106", 2),
    "column How many": (of_sheet("id,title,How many\na,A,3\n"), "E106", 2),
    "column Größe": (of_sheet("id,title,Größe\na,A,3\n"), "E106", 2),
    "column of a kind without": (of_sheet("id,title,Faction\na,A,orcs\n", READY), "E106", 2),
    "column titel": (of_sheet("id,title,titel\na,A,x\n"), "E106", 1),
    "column 5": (of_sheet("id,title,5\na,A,3\n"), "E106", 2),
    # a side that is left out
    "layout: {title: …}": (of_kind("layout: {title: {x: 3mm}}"), "E106", 1),
    "layout: {title: false}": (of_kind("layout: {title: false}"), "E106", 1),
    "layout: {text: …}": (of_kind("layout: {text: {size: 9pt, align: center}}"), "E106", 1),
    "fields: {price: …}": (of_kind("fields: {price: number}"), "E106", 1),
    "fields: {price?: …}": (of_kind("fields: {price?: [text]}"), "E106", 1),
    "layout: {frnt: …}": (of_kind("layout: {frnt: {title: false}}"), "E106", 1),
    # other names for types, and values of them
    "a type string": (of_kind("fields: {front: {a?: string}}"), "E122", 1),
    "a type integer": (of_kind("fields: {front: {a?: integer}}"), "E122", 1),
    "a type [icon]?": (of_kind('fields: {front: {a: "[icon]?"}}'), "E122", 1),
    "a type nubmer": (of_kind("fields: {front: {a?: nubmer}}"), "E122", 1),
    "g: yes": (of_list('g: "yes"'), "E104", 1),
    "n: three": (of_list("n: three"), "E104", 1),
    "ch: forrest": (of_list("ch: forrest"), "E104", 1),
    # icons
    "i: mdi:swrod": (of_list("i: 'mdi:swrod'"), "E114", 1),
    "i: mdi:swords": (of_list("i: 'mdi:swords'"), "E114", 1),
    "i: mdi:dragn": (of_list("i: 'mdi:dragn'"), "E114", 1),
    "i: mdi:flames": (of_list("i: 'mdi:flames'"), "E114", 1),
    "i: mdi:sail_boat": (of_list("i: 'mdi:sail_boat'"), "E114", 1),
    "i: mdi:gold-coin": (of_list("i: 'mdi:gold-coin'"), "E114", 1),
    "i: fa:dragn": (of_list("i: 'fa:dragn'"), "E114", 1),
}
"""Games with a slip, the code that they are told with, and the fewest ways that can be followed."""


@pytest.mark.parametrize("name", HINTS)
def test_hint_is_right_when_it_is_followed(name, tmp_path, run):
    files, code, least = HINTS[name]
    game = Game(tmp_path, files)
    project = TinyProject(tmp_path)
    told = run(project, "list").problems
    assert [said.code for said in told] == [code], told
    followed = [(said, way) for said in told for way in ways(said)]
    assert len(followed) >= least, told
    all_are_right(project, ("list",), told, followed, game.write, run)
