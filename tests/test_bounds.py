"""What a stranger's project may ask for: nothing outside of it, no more than the limits, no crash.

Each fault is told as a problem at its place.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fustella.core.processes import limits
from tests.conftest import TinyProject

TINY = "content/tiny"


def linked_away(name: str) -> Callable[[TinyProject], None]:
    """Moves a file or folder of the project out of it, and leaves a link."""

    def move(project: TinyProject) -> None:
        path, away = project.root / name, project.root.parent / "away" / Path(name).name
        away.parent.mkdir(exist_ok=True)
        path.rename(away)
        path.symlink_to(away)

    return move


def sparse(name: str, size: int) -> Callable[[TinyProject], None]:
    """Makes a file as large as asked, which takes no room on the disk."""

    def grow(project: TinyProject) -> None:
        with (project.root / name).open("ab") as file:
            file.truncate(size)

    return grow


def typed(name: str, old: str, new: str) -> Callable[[TinyProject], None]:
    def replace(project: TinyProject) -> None:
        path = project.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


def written(name: str, data: bytes) -> Callable[[TinyProject], None]:
    def write(project: TinyProject) -> None:
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).write_bytes(data)

    return write


def in_the_place_of(name: str) -> Callable[[TinyProject], None]:
    """A file where a folder is expected, or a folder in the place of a file."""

    def replace(project: TinyProject) -> None:
        path = project.root / name
        was_folder = path.is_dir()
        path.rename(project.root.parent / "before")
        path.write_text("") if was_folder else path.mkdir()

    return replace


def a_pipe(name: str) -> Callable[[TinyProject], None]:
    def make(project: TinyProject) -> None:
        (project.root / name).unlink()
        os.mkfifo(project.root / name)

    return make


DEEP = "<g>" * 2000 + "</g>" * 2000
COINS, GAME, CLAIMS = f"{TINY}/coins.yaml", f"{TINY}/game.yaml", f"{TINY}/claims.yaml"
TEMPLATE = "templates/tiny/coin.svg.j2"
LATIN_1 = "# Caff\xe8\n".encode("latin-1")

FAULTS = {
    "list linked away": (linked_away(COINS), "E131", COINS),
    "game.yaml linked away": (linked_away(GAME), "E131", GAME),
    "folder of the game linked away": (linked_away(TINY), "E131", TINY),
    "content linked away": (linked_away("content"), "E131", "content"),
    "claims linked away": (linked_away(CLAIMS), "E131", CLAIMS),
    "template linked away": (linked_away(TEMPLATE), "E131", TEMPLATE),
    "document above": (typed(GAME, "tiny-rules.txt", "../../../etc/passwd"), "E131", GAME),
    "list of 21 MB": (sparse(COINS, limits.YAML_BYTES + 1), "E132", COINS),
    "template of 2 MB": (sparse(TEMPLATE, limits.TEMPLATE_BYTES + 1), "E132", TEMPLATE),
    "papers not UTF-8": (written("content/papers.yaml", LATIN_1), "E102", "content/papers.yaml"),
    "stocks not UTF-8": (written("content/stocks.yaml", LATIN_1), "E102", "content/stocks.yaml"),
    "sizes not UTF-8": (written("content/sizes.yaml", LATIN_1), "E102", "content/sizes.yaml"),
    "groups in a template": (typed(TEMPLATE, "<path", DEEP + "<path"), "E225", ""),
    "name of 300 letters": (typed(GAME, "coin.svg.j2", "c" * 300 + ".svg.j2"), "E117", GAME),
    "a value of a megabyte": (written(COINS, b"kind: " + b"c" * 10**6), "E132", COINS),
    "folder called as a list": (written(f"{TINY}/x.yaml/x", b""), "E100", f"{TINY}/x.yaml"),
    "table a folder": (in_the_place_of("content/papers.yaml"), "E100", "content/papers.yaml"),
    "art a file": (in_the_place_of(f"{TINY}/art"), "E100", f"{TINY}/art"),
    "templates a file": (in_the_place_of("templates"), "E100", "templates/tiny"),
    "game.yaml a folder": (in_the_place_of(GAME), "E100", GAME),
}


@pytest.mark.parametrize("name", FAULTS)
def test_build_tells_what_it_does_not_read(name, tiny, run):
    if "linked" in name and os.name == "nt":
        pytest.skip("links need a right of their own on this system")
    breaks, code, file = FAULTS[name]
    breaks(tiny)
    ran = run(tiny, "build")
    assert ran.code == 1
    assert {said.code for said in ran.problems} == {code}, ran.err
    assert all(said.hint for said in ran.problems), ran.err
    if file:
        assert {said.file for said in ran.problems} == {file}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders on this system")
@pytest.mark.parametrize(("name", "code"), [(COINS, "E100"), (CLAIMS, "E100"), (TEMPLATE, "E117")])
def test_build_does_not_wait_for_a_pipe(name, code, tiny, run):
    a_pipe(name)(tiny)
    assert {said.code for said in run(tiny, "build").problems} == {code}


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are text there")
def test_list_whose_name_is_no_text_is_told(tiny, run):
    (tiny.root / COINS).rename(tiny.root / TINY / os.fsdecode(b"caff\xe8.yaml"))
    ran = run(tiny, "build")
    assert {said.code for said in ran.problems} == {"E134"}
    ran.err.encode()


def test_list_of_more_values_than_a_game_has_is_told(tiny, run, monkeypatch):
    monkeypatch.setattr(limits, "YAML_VALUES", 400)
    (tiny.root / COINS).write_text(f"kind: coin\npieces: [{'1, ' * 500}1]\n")
    assert {said.code for said in run(tiny, "build").problems} == {"E133"}


def test_more_copies_or_languages_than_a_game_has_are_told(tiny, run, monkeypatch):
    monkeypatch.setattr(limits, "GAME_COPIES", 40)
    monkeypatch.setattr(limits, "LANGUAGES", 1)
    ran = run(tiny, "list")
    assert [(said.code, said.file, said.key) for said in ran.problems] == [
        ("E133", GAME, ""),
        ("E133", GAME, "languages"),
    ]


@pytest.mark.parametrize(
    "arithmetic",
    ["(" * 3000 + "1" + ")" * 3000, "9" * 5000, "1+" * 900 + "1", "max(" * 400 + "1" + ")" * 400],
)
def test_claim_with_hostile_arithmetic_is_told(arithmetic, tiny, run):
    """The sum of a thousand ones is one that can be told: it differs, as a claim may."""
    path = tiny.root / CLAIMS
    claim = f'  - {{id: hostile, kind: equation, lines: 1, check: "{arithmetic} = 1"}}\n'
    text = path.read_text(encoding="utf-8").replace("claims:\n", f"claims:\n{claim}", 1)
    path.write_text(text, encoding="utf-8")
    ran = run(tiny, "check")
    assert ran.code == 1
    assert "Traceback" not in ran.err


def test_passage_with_a_figure_of_5000_digits_is_told(tiny, run):
    path = tiny.root / CLAIMS
    claim = f'  - {{id: hostile, kind: count, lines: 1, text: "{{{"9" * 5000}}} castles"}}\n'
    text = path.read_text(encoding="utf-8").replace("claims:\n", f"claims:\n{claim}", 1)
    path.write_text(text, encoding="utf-8")
    assert run(tiny, "check").code == 1


@pytest.mark.parametrize("data", [b"title: a\rlanguages: [en]\r", b"\xef\xbb\xbf# only this\n"])
def test_line_ends_and_marks_of_other_systems_are_read(data, tiny, run):
    """CR alone ends lines, and a mark of UTF-8 at the beginning is none of the text."""
    (tiny.root / "content/printers.yaml").write_bytes(data)
    ran = run(tiny, "build", "--printer", "office")
    assert "E101" not in ran.err
    assert "E102" not in ran.err
