"""Steps: written whole or not at all, never over what another program wrote, undone to the byte."""

import os
from pathlib import Path

import pytest

from fustella.core.files.cache import DiskCache
from fustella.core.files.project import Project
from fustella.workbench import Draft, EditRequest, Gesture, GestureRefused, Workbench
from fustella.workbench.draft import digest_of
from fustella.workbench.steps import MOST_STEPS, StepLog

LIST = "content/deck/cards.yaml"
OTHER = "content/deck/art/new.png"


class Append(Gesture, frozen=True, tag="append"):
    """Appends a line to a file, or makes it."""

    name: str
    text: str

    def apply(self, draft: Draft) -> str:
        draft.write(self.name, (draft.content(self.name) or b"") + self.text.encode())
        return f"append {self.text}"


class Refuse(Gesture, frozen=True, tag="refuse"):
    """Refuses."""

    def apply(self, draft: Draft) -> str:
        raise GestureRefused("it cannot be done", "do something else")


class Bench:
    """A project with one list, and its workbench, anew for each request as in the preview."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "content/deck/art").mkdir(parents=True)
        (root / "content/deck/game.yaml").write_text("title: Deck\n")
        (root / LIST).write_bytes(b"kind: card\r\npieces: []\r\n")

    @property
    def workbench(self) -> Workbench:
        log = StepLog(DiskCache(self.root / "output/.cache/steps/deck", limit_files=MOST_STEPS + 1))
        return Workbench(Project(self.root), "deck", log, (Append, Refuse))

    def edit(self, *gestures: object, merge: str = "", **seen: str):
        files = {LIST: digest_of(self.read(LIST)), **seen}
        return self.workbench.edit(EditRequest([*gestures], files, "en", merge), None)

    def append(self, text: str, merge: str = ""):
        return self.edit({"do": "append", "name": LIST, "text": text}, merge=merge)

    def read(self, name: str) -> bytes | None:
        path = self.root / name
        return path.read_bytes() if path.exists() else None


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "project")


def test_step_is_written_and_undone_to_the_byte(bench: Bench) -> None:
    before = bench.read(LIST)
    outcome = bench.append("# one\n")
    assert (outcome.status, outcome.what, outcome.changed) == (200, "append # one\n", (LIST,))
    after = bench.read(LIST)
    assert after == before + b"# one\n"
    assert outcome.files == {LIST: digest_of(after)}
    assert bench.workbench.undo().status == 200
    assert bench.read(LIST) == before
    assert bench.workbench.redo().status == 200
    assert bench.read(LIST) == after


def test_undo_of_a_new_file_takes_it_away(bench: Bench) -> None:
    assert bench.edit({"do": "append", "name": OTHER, "text": "x"}).status == 200
    assert bench.read(OTHER) == b"x"
    assert bench.workbench.undo().status == 200
    assert bench.read(OTHER) is None


def test_several_gestures_are_one_step(bench: Bench) -> None:
    before = bench.read(LIST)
    one, two = ({"do": "append", "name": LIST, "text": f"# {n}\n"} for n in (1, 2))
    outcome = bench.edit(one, two)
    assert outcome.what == "2 changes"
    assert bench.read(LIST).endswith(b"# 1\n# 2\n")
    bench.workbench.undo()
    assert bench.read(LIST) == before


def test_refused_gesture_leaves_all_files_alone(bench: Bench) -> None:
    before = bench.read(LIST)
    outcome = bench.edit({"do": "append", "name": LIST, "text": "#"}, {"do": "refuse"})
    assert (outcome.status, outcome.problems[0].hint) == (422, "do something else")
    assert bench.read(LIST) == before
    assert bench.workbench.steps().undo == ""


@pytest.mark.parametrize("gesture", [{"do": "unknown"}, {"do": "append", "name": 3}, "append", {}])
def test_malformed_gesture_is_refused(bench: Bench, gesture: object) -> None:
    outcome = bench.edit(gesture)
    assert outcome.status == 422
    assert "unknown" in outcome.problems[0].message


def test_file_changed_elsewhere_is_never_overwritten(bench: Bench) -> None:
    seen = digest_of(bench.read(LIST))
    (bench.root / LIST).write_bytes(b"mine\n")
    gesture = {"do": "append", "name": LIST, "text": "# page\n"}
    outcome = bench.edit(gesture, **{LIST: seen})
    assert (outcome.status, outcome.changed) == (409, (LIST,))
    assert bench.read(LIST) == b"mine\n"
    again = bench.edit(gesture, **outcome.files)  # offered on what is there now
    assert (again.status, bench.read(LIST)) == (200, b"mine\n# page\n")


def test_file_that_the_page_has_not_seen_is_not_written(bench: Bench) -> None:
    (bench.root / OTHER).write_bytes(b"there")
    outcome = bench.edit({"do": "append", "name": OTHER, "text": "x"})
    assert (outcome.status, bench.read(OTHER)) == (409, b"there")


def test_undo_after_a_change_elsewhere_is_refused(bench: Bench) -> None:
    bench.append("# one\n")
    (bench.root / LIST).write_bytes(b"mine\n")
    outcome = bench.workbench.undo()
    assert (outcome.status, outcome.what) == (409, "append # one\n")
    assert bench.read(LIST) == b"mine\n"
    assert bench.workbench.steps().undo == "append # one\n"


def test_steps_with_one_key_are_undone_together(bench: Bench) -> None:
    before = bench.read(LIST)
    for number in range(3):
        bench.append(f"# {number}\n", merge="nudge")
    bench.append("# other\n", merge="else")
    assert [step.what for step in bench.workbench.steps().steps] == [
        "append # other\n",
        "append # 0\n",
    ]
    bench.workbench.undo()
    bench.workbench.undo()
    assert bench.read(LIST) == before


def test_new_step_drops_those_that_were_undone(bench: Bench) -> None:
    bench.append("# one\n")
    bench.append("# two\n")
    bench.workbench.undo()
    bench.append("# three\n")
    view = bench.workbench.steps()
    assert (view.undo, view.redo) == ("append # three\n", "")
    assert bench.workbench.redo().status == 422


def test_last_hundred_steps_are_undone_after_a_restart(bench: Bench) -> None:
    contents = [bench.read(LIST)]
    for number in range(MOST_STEPS + 5):
        bench.append(f"# {number}\n")
        contents.append(bench.read(LIST))
    for content in contents[-2 : -MOST_STEPS - 2 : -1]:
        assert bench.workbench.undo().status == 200
        assert bench.read(LIST) == content
    assert bench.workbench.undo().status == 422
    assert bench.read(LIST) == contents[5]


def test_steps_of_a_stranger_are_not_made(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project may come with a cache; nothing in it is trusted that this user did not seal."""
    bench.append("# one\n")
    monkeypatch.setattr("fustella.core.files.seal._key_in", lambda _: b"another user's key")
    assert bench.workbench.undo().status == 422


@pytest.mark.parametrize(
    "name",
    [
        "../outside.yaml",
        "content/deck/../../../outside.yaml",
        "/etc/outside.yaml",
        "C:/outside.yaml",
        "content\\deck\\cards.yaml",
        "content/deck/.hidden.yaml",
        "content/deck/.git/config.yaml",
        "content/other/cards.yaml",
        "content/deck/run.py",
        "content/deck/cards",
        "output/deck/cards.yaml",
        "pyproject.yaml",
        "content/deck/a\0b.yaml",
        "",
    ],
)
def test_name_of_no_file_of_the_game_is_refused(bench: Bench, name: str) -> None:
    there = sorted(path for path in bench.root.parent.rglob("*") if path.is_file())
    outcome = bench.edit({"do": "append", "name": name, "text": "x"})
    assert outcome.status == 422
    assert sorted(path for path in bench.root.parent.rglob("*") if path.is_file()) == there


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
@pytest.mark.parametrize("at", ["file", "folder"])
@pytest.mark.parametrize("leads", ["out", "in"])
def test_link_put_in_place_of_a_file_is_refused(bench: Bench, at: str, leads: str) -> None:
    seen = digest_of(bench.read(LIST))
    away = (bench.root.parent if leads == "out" else bench.root / "content") / "away"
    if at == "file":
        (bench.root / LIST).rename(away)
        (bench.root / LIST).symlink_to(away)
        target = away
    else:
        (bench.root / "content/deck").rename(away)
        (bench.root / "content/deck").symlink_to(away)
        target = away / "cards.yaml"
    before = target.read_bytes()
    outcome = bench.edit({"do": "append", "name": LIST, "text": "x"}, **{LIST: seen})
    assert outcome.status == 422
    assert "link" in outcome.problems[0].message
    assert target.read_bytes() == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the user may write everything")
def test_folder_that_cannot_be_written_is_told(bench: Bench) -> None:
    folder = bench.root / "content/deck"
    folder.chmod(0o500)
    try:
        outcome = bench.append("x")
    finally:
        folder.chmod(0o700)
    assert outcome.status == 422
    assert "nothing was written" in outcome.problems[0].message
