"""A block of a chapter that is typed anew on the page: its lines change, and nothing else."""

import shutil
from pathlib import Path

import pytest

from fustella.workbench import EditRequest
from fustella.workbench.draft import digest_of
from tests.helpers.sharing import ROOT
from tests.workbench.benches import GameBench

CHAPTER = "rules/20-play.en.md"
LINE = 8


@pytest.fixture
def bench(tmp_path: Path) -> GameBench:
    root = tmp_path / "ferry"
    shutil.copytree(ROOT / "tests/games/booklet", root)
    return GameBench(root)


def typed_in(bench: GameBench) -> str:
    return (bench.root / CHAPTER).read_bytes().decode()


def block(text: str, line: int = LINE, typed: str | None = None, **more: object) -> dict:
    return {"do": "block", "file": CHAPTER, "line": line, "typed": typed, "text": text, **more}


def paragraph(bench: GameBench) -> str:
    lines = typed_in(bench).replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
    return "\n".join(lines[LINE - 1 : LINE + 2])


def test_typed_block_changes_its_lines_alone(bench: GameBench) -> None:
    before, own = typed_in(bench), paragraph(bench)
    assert own.startswith("See [Components]") and own.endswith("[^stop]")
    assert bench.edit(block("One ferry.\nTwo ferries.", typed=own)).status == 200
    assert typed_in(bench) == before.replace(own, "One ferry.\nTwo ferries.")


def test_step_is_undone_to_the_byte(bench: GameBench) -> None:
    before = typed_in(bench)
    outcome = bench.edit(block("One ferry.", typed=paragraph(bench)))
    assert outcome.what == "edit “One ferry.”"
    assert typed_in(bench) != before
    assert bench.workbench.undo().status == 200
    assert typed_in(bench) == before


def test_line_ends_and_bom_stay(bench: GameBench) -> None:
    path, own = bench.root / CHAPTER, paragraph(bench)
    content = "\ufeff" + typed_in(bench).replace("\n", "\r\n")
    path.write_bytes(content.encode())
    assert bench.edit(block("One.\nTwo.", typed=own)).status == 200
    assert typed_in(bench) == content.replace(own.replace("\n", "\r\n"), "One.\r\nTwo.")


def test_block_without_a_text_goes(bench: GameBench) -> None:
    before, own = typed_in(bench), paragraph(bench)
    assert bench.edit(block("  \n", typed=own)).status == 200
    assert typed_in(bench) == before.replace(f"{own}\n\n", "")


def test_item_of_a_list_is_one_line(bench: GameBench) -> None:
    before, own = typed_in(bench), "1. Move **one** {boat} along the *coast*."
    assert bench.edit(block("1. Move.", line=4, typed=own)).status == 200
    assert typed_in(bench) == before.replace(own, "1. Move.")


def test_block_is_found_where_it_was_moved(bench: GameBench) -> None:
    own = paragraph(bench)
    path = bench.root / CHAPTER
    path.write_text(f"# Another\n\n{typed_in(bench)}")
    before = typed_in(bench)
    assert bench.edit(block("One ferry.", typed=own)).status == 200
    assert typed_in(bench) == before.replace(own, "One ferry.")


@pytest.mark.parametrize(
    "wrong",
    [
        {"typed": "See something else."},
        {"text": "a\x00b"},
        {"text": "a" * 300_001},
        {"file": "game.yaml", "line": 1},
        {"file": "rules/booklet.yaml", "line": 1},
        {"file": "rules/../cargo.yaml"},
        {"file": "rules/../../ferry/rules/20-play.en.md"},
        {"file": "rules/none.en.md"},
        {"file": "README.md"},
        {"file": "rules/deep/20-play.en.md"},
        {"file": "/etc/passwd"},
    ],
)
def test_other_block_is_refused(bench: GameBench, wrong: dict[str, object]) -> None:
    before = {path: path.read_bytes() for path in bench.root.rglob("*.*") if path.is_file()}
    outcome = bench.edit({**block("One.", typed=paragraph(bench)), **wrong})
    assert outcome.status == 422
    assert outcome.problems[0].message
    assert all(path.read_bytes() == content for path, content in before.items())


def test_link_in_the_place_of_a_chapter_is_refused(bench: GameBench, tmp_path: Path) -> None:
    outside, path = tmp_path / "outside.md", bench.root / CHAPTER
    shutil.move(path, outside)
    path.symlink_to(outside)
    before = outside.read_bytes()
    assert bench.edit(block("One.", typed=paragraph(bench))).status == 422
    assert outside.read_bytes() == before


def test_chapter_that_was_changed_elsewhere_is_not_overwritten(bench: GameBench) -> None:
    own = paragraph(bench)
    path = bench.root / CHAPTER
    seen = {CHAPTER: digest_of(path.read_bytes())}
    path.write_text(f"{typed_in(bench)}\nMore.\n")
    before = typed_in(bench)
    asked = EditRequest([block("One ferry.", typed=own)], seen, "en")
    outcome = bench.workbench.edit(asked, bench.job)
    assert (outcome.status, outcome.changed) == (409, (CHAPTER,))
    assert typed_in(bench) == before
