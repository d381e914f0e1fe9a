"""Mistakes that everybody makes at first, each in a game that `fustella new` has just made.

What is printed names the place, what is wrong and the way out, in words that a designer knows. The
mistakes are in tests/beginners, by what they are made in; the slips of YAML itself are in
tests/read/test_broken.py.
"""

import csv
import re
import shutil
from pathlib import Path

import pytest

from fustella.cli.command import main
from tests.beginners import (
    commands,
    lists,
    pictures,
    sheets,
    sizes,
    templates,
    texts,
    words,
)
from tests.beginners.changes import LIST, SHEET, edit, of_kind
from tests.conftest import Said, problems_in
from tests.helpers.followed import follow, ways

JARGON = re.compile(
    r"\b(mapping|scalar|token|parse[rd]?|parsing|traceback|exception|NoneType|dict|str|int|"
    r"index|schema|null|regex|undefined|unhashable|codec|decode|stream|object|attribute|boolean|"
    r"node|alias|anchor|callable|iterable|argument|invalid|well-formed|sequence|syntax|"
    r"unexpected|errno|XML|JSON|UTF(?!-8))\b",
    re.IGNORECASE,
)

SUBJECTS = (words, sizes, lists, sheets, pictures, texts, templates, commands)
MISTAKES = [mistake for subject in SUBJECTS for mistake in subject.MISTAKES]


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("begun") / "fox"
    assert main(["new", str(folder)]) == 0
    return folder


def printed(root: Path, capsys, command: str) -> tuple[int, str]:
    try:
        code = main([*command.split(), "--project", str(root)])
    except SystemExit as end:  # the command itself is not understood
        code = int(str(end.code))
    return code, capsys.readouterr().err


def mistaken(mistake, begun: Path, folder: Path) -> Path:
    """A game that has been begun, with a mistake in it."""
    root = folder / "fox"
    shutil.copytree(begun, root)
    mistake.change(root)
    return root


TOLD: dict[str, str] = {}
"""What is printed for a mistake by its name, where that was asked already."""


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_a_mistake_is_told_with_its_place_and_the_way_out(mistake, begun, tmp_path, capsys):
    code, told = printed(mistaken(mistake, begun, tmp_path), capsys, mistake.command)
    TOLD[mistake.name] = told
    assert code == mistake.code
    assert [one for one in mistake.said if one not in told] == [], told
    if mistake.where:
        assert f"{mistake.where}" in told
    assert JARGON.findall(told) == []
    assert all("hint: " in part for part in re.split(r"\n(?=\S)", told.strip())[:-1])
    assert len([*problems_in(told)]) <= 2  # one cause, hardly more than one problem


def same(one: Said) -> tuple[str, str, str]:
    return one.code, one.file, re.sub(r"\d+", "0", one.message)


BY_HAND = {
    "an icon of a set of no name": "it stands in braces, of which the key names an inner one",
    "copies in words": "it stands behind a cell in quotes",
    "a number in letters": "it stands behind a cell in quotes",
}
"""Mistakes whose hint the machine cannot follow, and why."""

IN_FILES = [m for m in MISTAKES if m not in commands.MISTAKES and m.name not in BY_HAND]


@pytest.mark.parametrize("mistake", IN_FILES, ids=str)
def test_who_does_what_the_hint_says_has_the_problem_no_more(mistake, begun, tmp_path, capsys):
    if mistake.name not in TOLD:
        first = mistaken(mistake, begun, tmp_path / "first")
        TOLD[mistake.name] = printed(first, capsys, mistake.command)[1]
    told = [*problems_in(TOLD[mistake.name])]
    for number, way in enumerate(ways(told[0]) if told else ()):
        root = mistaken(mistake, begun, tmp_path / str(number))
        follow(root, told[0], way)
        after = [*problems_in(printed(root, capsys, mistake.command)[1])]
        assert same(told[0]) not in map(same, after), way
        assert "E101" not in {one.code for one in after} - {told[0].code}, (way, after)


def as_excel_saves_it(root: Path, delimiter: str, encoding: str) -> None:
    with (root / SHEET).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    with (root / SHEET).open("w", encoding=encoding, newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)


@pytest.mark.parametrize(
    "change",
    [
        lambda root: as_excel_saves_it(root, ";", "utf-8-sig"),
        lambda root: as_excel_saves_it(root, ";", "cp1252"),
        lambda root: as_excel_saves_it(root, "\t", "utf-16"),
        edit(SHEET, "Animal,fox,", "Animal,Fox,"),
        edit(SHEET, "Animal,fox,", "Animal, fox ,"),
        edit(LIST, '"Fox"', "“Fox”"),
        edit(LIST, '"Fox"', "no"),
        edit(LIST, '"Fox"', "007"),
        edit(LIST, '"Fox"', "1:30"),
        of_kind("size: Poker"),
    ],
    ids=[
        *("semicolons", "another encoding", "tabs in UTF-16", "a capital in a picture's name"),
        *("blanks around a word", "typographic quotes", "no as a title", "007", "a time"),
        "a capital in a size",
    ],
)
def test_what_can_be_meant_in_one_way_only_is_no_mistake(change, begun, tmp_path, capsys):
    root = tmp_path / "fox"
    shutil.copytree(begun, root)
    change(root)
    assert printed(root, capsys, "list") == (0, "")


def test_there_are_more_than_two_hundred_different_ones():
    assert len({mistake.name for mistake in MISTAKES}) == len(MISTAKES) > 200
    told = {(mistake.said, mistake.where, mistake.command) for mistake in MISTAKES}
    assert len(told) == len(MISTAKES)
