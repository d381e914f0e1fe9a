"""Builds for cutting machines: which files they write, and pieces that a machine does not reach."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout

import pytest

from fustella.build.stamps import STAMPS
from tests.conftest import Ran, Snapshot, TinyProject
from tests.helpers.pdf_reader import text


def cut_files(project: TinyProject, folder: str) -> set[str]:
    return {path.name for path in (project.root / "output/tiny" / folder / "cut").iterdir()}


def with_whole_board(project: TinyProject) -> TinyProject:
    """With a board that may not be split: A3 holds it, no area of a machine does."""
    project.edit("content/tiny/game.yaml", "    split: true\n", "")
    return project


@pytest.fixture
def whole_board(tiny: TinyProject) -> TinyProject:
    return with_whole_board(tiny)


@pytest.fixture(scope="module")
def cut_on_a3(built_tiny: Snapshot, tmp_path_factory) -> tuple[Snapshot, Ran]:
    """Tiny with a whole board after a build for Cricut, and what that build said."""
    project = TinyProject(tmp_path_factory.mktemp("cut") / "project")
    built_tiny.write(project.root)
    with_whole_board(project)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = project.run("build", "--cutter", "cricut", "--paper", "A3")
    return Snapshot(project.root), Ran(code, out.getvalue(), err.getvalue())


def test_cricut_gets_a_picture_and_outlines_of_each_sheet(tiny, run):
    assert run(tiny, "build", "--cutter", "cricut", "--only", "card,board").code == 0
    parts = [path for path in tiny.built.rglob("*") if path.parent.name == "cut"]
    stems = {path.stem for path in parts}
    assert {path.suffix for path in parts} == {".svg", ".png"}
    assert len(parts) == 2 * len(stems)
    assert {stem.rsplit("-", 1)[0] for stem in stems} == {
        "tiny-only-card-board-card",
        "tiny-only-card-board-board",
    }


def test_brother_gets_outlines_alone_and_files_of_another_machine_go(tiny, run):
    assert run(tiny, "build", "--cutter", "silhouette").code == 0
    assert run(tiny, "build", "--cutter", "brother").code == 0
    names = cut_files(tiny, "en-A4")
    assert {name.rsplit(".", 1)[1] for name in names} == {"svg"}
    assert "tiny-card-01.svg" in names
    svg = (tiny.built / "cut" / "tiny-card-01.svg").read_text(encoding="utf-8")
    assert "REGISTRATION" not in svg
    assert 'width="210.0mm"' in svg and 'height="297.0mm"' in svg
    assert "unchanged" in run(tiny, "build", "--cutter", "brother").out


def test_pictures_of_sheets_that_did_not_change_are_kept(tiny, run):
    assert run(tiny, "build", "--cutter", "cricut").code == 0
    pictures = {path: path.stat().st_mtime_ns for path in (tiny.built / "cut").glob("*.png")}
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: 5")
    (tiny.root / "content/tiny/claims.yaml").unlink()
    assert run(tiny, "build", "--cutter", "cricut").code == 0
    written = {path.name for path, before in pictures.items() if path.stat().st_mtime_ns != before}
    assert written == {"tiny-bits-01.png"}


def test_piece_that_a_machine_does_not_reach_is_left_out_and_the_rest_is_printed(
    cut_on_a3, tmp_path, run
):
    built, ran = cut_on_a3
    project = TinyProject(tmp_path / "project")
    built.write(project.root)
    assert ran.code == 0
    (told,) = ran.problems
    assert (told.code, told.file) == ("E319", "content/tiny/board.yaml")
    assert told.message.startswith('warning: "island" is 300 x 220 mm')
    assert "--only board" in told.hint and "split" in told.hint
    names = cut_files(project, "en-A3")
    assert "tiny-card-01.png" in names
    assert not any("board" in name for name in names)
    folder = project.root / "output/tiny/en-A3"
    assert not (folder / "tiny-board.pdf").exists()
    assert "The island" not in text(folder / "tiny-cover.pdf")
    again = run(project, "build", "--cutter", "cricut", "--paper", "A3")
    assert "unchanged" in again.out
    assert [one.code for one in again.problems] == ["E319"]


def test_box_without_a_piece_does_not_count_as_whole(cut_on_a3, tmp_path):
    """`fustella kit` asks whether the whole box was printed."""
    built, _ = cut_on_a3
    built.write(tmp_path / "project")
    kept = tmp_path / "project" / "output" / "tiny" / STAMPS
    stamps = json.loads(kept.read_text(encoding="utf-8"))["stamps"]
    assert {key: stamp["whole"] for key, stamp in stamps.items() if "cricut" in key} == {
        key: False for key in stamps if "cricut" in key
    }
    assert any("cricut" in key for key in stamps)


def test_build_in_which_nothing_is_left_is_refused(whole_board, run):
    before = whole_board.state()
    ran = run(whole_board, "build", "--cutter", "cricut", "--paper", "A3", "--only", "board")
    assert ran.code == 1
    assert [one.code for one in ran.problems] == ["E320"]
    assert whole_board.state() == before


def test_plan_and_list_tell_what_is_left_out(whole_board, run):
    words = "--cutter", "cricut", "--paper", "A3"
    ran = run(whole_board, "plan", "--no-ink", "--format", "json", *words)
    plan = json.loads(ran.out)["tiny"]
    assert plan["cutter"] == "cricut"
    assert ["island" in message for message in plan["left_out"]] == [True]
    assert "board" not in {group["id"] for group in plan["groups"]}
    assert [one.code for one in ran.problems] == ["E319"]
    assert run(whole_board, "plan", "--no-ink", *words).out.startswith(
        "tiny · A3 · long-edge · cricut"
    )
    assert [one.code for one in run(whole_board, "list", *words).problems] == ["E319"]


def test_kit_is_not_printed_in_part(club, run):
    """What is printed for a kit is recorded as a whole."""
    club.edit("content/tiny/game.yaml", "    split: true\n", "")
    club.edit("content/tiny/board.yaml", "A1, A2", "A1, Z2")
    club.edit("content/tiny/coins.yaml", "front: {value: 5}", "front: {value: 6}")
    (club.root / "content/tiny/claims.yaml").unlink()
    words = "build", "--kit", "club", "--paper", "A3"
    ran = run(club, *words, "--cutter", "cricut")
    assert ran.code == 1
    assert [one.code for one in ran.problems] == ["E319"]
    assert "without --cutter" in ran.problems[0].hint
    assert run(club, *words).code == 0


def test_board_that_may_be_split_is_printed_in_more_parts(tiny, run):
    ran = run(tiny, "plan", "--no-ink", "--format", "json", "--cutter", "cricut", "--paper", "A5")
    plain = run(tiny, "plan", "--no-ink", "--format", "json")
    parts = [
        sum(sheet["group"] == "board" for sheet in json.loads(one.out)["tiny"]["sheets"])
        for one in (ran, plain)
    ]
    assert ran.problems == []
    assert parts == [4, 2]
