"""Remarks as a page makes them: each ends in the lines that a careful hand would have typed."""

from pathlib import Path

import pytest

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.core.files.cache import DiskCache
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.workbench import Draft, EditRequest, Gesture, Workbench
from fustella.workbench.draft import digest_of
from fustella.workbench.editing import KNOWN
from fustella.workbench.steps import MOST_STEPS, StepLog
from tests.conftest import TinyProject

REMARKS = "content/tiny/remarks.yaml"
LIST = "content/tiny/cards.yaml"
PIN = {"do": "remark", "piece": "boat", "side": "front", "x_mm": 12.54, "y_mm": 8.0}


class Larger(Gesture, frozen=True, tag="larger"):
    """An edit of the list, such as one that a remark asks for."""

    def apply(self, draft: Draft) -> str:
        draft.write(LIST, draft.read(LIST).replace(b"en: Boat,", b"en: Ship,"))
        return "larger"


class Table:
    """Tiny, and what a page asks of it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def ask(self, *gestures: dict[str, object]):
        job = Job(Project(self.root), "tiny", BuildOptions("A4", Duplex.NONE, self.root / "output"))
        files = {name: digest_of(self.read(name)) for name in (REMARKS, LIST)}
        return self.bench.edit(EditRequest([*gestures], files, "en"), job)

    @property
    def bench(self) -> Workbench:
        log = StepLog(DiskCache(self.root / "output/.cache/steps/tiny", limit_files=MOST_STEPS + 1))
        return Workbench(Project(self.root), "tiny", log, (*KNOWN, Larger))

    def pin(self, text: str = "Too small.", **more: object):
        outcome = self.ask({**PIN, "text": text, **more})
        assert outcome.status == 200, outcome
        return outcome

    def close(self, named: str, *first: dict[str, object]):
        return self.ask(*first, {"do": "remark-close", "id": named})

    def read(self, name: str = REMARKS) -> bytes | None:
        path = self.root / name
        return path.read_bytes() if path.exists() else None

    def write(self, text: str) -> None:
        (self.root / REMARKS).write_bytes(text.encode())

    def remarks(self):
        job = Job(Project(self.root), "tiny", BuildOptions("A4", Duplex.NONE, self.root / "output"))
        return job.game.remarks


@pytest.fixture
def table(tiny: TinyProject, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795824000")
    return Table(tiny.root)


FIRST = """\
remarks:
  - id: r1
    piece: boat
    text: Too small.
    side: front
    x: 12.5mm
    y: 8mm
    author: Ann
    version: TI-AVTX
    date: 2026-11-28
"""


def test_first_remark_makes_the_file(table: Table) -> None:
    outcome = table.pin(author=" Ann ")
    assert table.read() == FIRST.encode()
    assert (outcome.what, outcome.changed) == ("remark on `boat`", (REMARKS,))
    (remark,) = table.remarks()
    assert (remark.at_mm, remark.author, remark.closed) == ((12.5, 8.0), "Ann", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "# On Saturday\nremarks:\n  - {id: r1, piece: hut, text: Dark.}  # said Bo\n",
            "# On Saturday\nremarks:\n  - {id: r1, piece: hut, text: Dark.}  # said Bo\n"
            "  - {id: r2, piece: boat, text: Too small., side: front, x: 12.5mm, y: 8mm,"
            " version: TI-AVTX, date: 2026-11-28}\n",
        ),
        (
            "\ufeffremarks:\r\n- id: r2\r\n  piece: hut\r\n  text: 'Dark.'\r\n",
            "\ufeffremarks:\r\n- id: r2\r\n  piece: hut\r\n  text: 'Dark.'\r\n"
            "- id: r3\r\n  piece: boat\r\n  text: Too small.\r\n  side: front\r\n  x: 12.5mm\r\n"
            "  y: 8mm\r\n  version: TI-AVTX\r\n  date: 2026-11-28\r\n",
        ),
        (
            "remarks: []\n",
            FIRST.replace("    author: Ann\n", ""),
        ),
    ],
    ids=["flow", "windows", "empty"],
)
def test_remark_stands_in_the_style_of_its_file(table: Table, before: str, after: str) -> None:
    table.write(before)
    table.pin()
    assert (table.read() or b"").decode() == after


@pytest.mark.parametrize(
    "text",
    [
        "a: b # c",
        "- {x}",
        "\"quoted\" and 'so'",
        "two\nlines",
        "\u202eturned",
        "yes",
        "12",
        "&a *b !c",
        "…",
        "{{ 7 * 7 }}",
    ],
)
def test_what_was_said_is_read_as_it_was_said(table: Table, text: str) -> None:
    table.pin("first")
    table.pin(text, author=text.replace("\n", " "))
    assert [one.text for one in table.remarks()] == ["first", text]


def test_closed_remark_has_the_code_of_its_piece(table: Table) -> None:
    table.pin("one")
    table.pin("two")
    assert table.close("r1").what == "close the remark on `boat`"
    assert [one.closed for one in table.remarks()] == ["TI-AVTX", ""]
    assert table.close("r1").status == 422, "it is closed already"


def test_edit_that_names_a_remark_closes_it_in_one_step(table: Table) -> None:
    table.pin()
    before = table.read(), table.read(LIST)
    outcome = table.close("r1", {"do": "larger"})
    assert set(outcome.changed) == {REMARKS, LIST}
    assert table.remarks()[0].closed == "after TI-AVTX"
    assert table.bench.undo().status == 200
    assert (table.read(), table.read(LIST)) == before


def test_undone_first_remark_takes_the_file_away(table: Table) -> None:
    table.pin()
    table.bench.undo()
    assert table.read() is None


def test_remark_on_a_box_and_on_a_whole_side(table: Table) -> None:
    box = next(iter(_boxes(table)))
    table.pin(piece=box, side="back", x_mm=None, y_mm=None)
    (remark,) = table.remarks()
    assert (remark.piece, remark.side, remark.at_mm, remark.version) == (box, "back", None, "")


def _boxes(table: Table) -> list[str]:
    job = Job(Project(table.root), "tiny", BuildOptions("A4", Duplex.NONE, table.root / "output"))
    return [box.id for box in job.game.boxes]


@pytest.mark.parametrize(
    "asked",
    [
        {"piece": "nobody", "text": "x"},
        {"side": "top", "text": "x"},
        {"text": "  \n"},
        {"text": "x" * 4001},
        {"text": "x", "author": "y" * 4001},
        {"text": "x", "x_mm": 1e9},
        {"text": "x", "y_mm": float("nan")},
        {"text": "x", "file": "/etc/passwd"},
        {"text": 7},
    ],
)
def test_remark_on_nothing_writes_nothing(table: Table, asked: dict[str, object]) -> None:
    assert table.ask({**PIN, **asked}).status == 422
    assert table.read() is None


def test_unknown_remark_is_not_closed(table: Table) -> None:
    assert table.close("r1").status == 422
    table.pin()
    assert table.close("r9").problems[0].message == "there is no remark `r9` any more"


def test_file_with_faults_gets_no_remark(table: Table) -> None:
    table.pin()
    job = Job(Project(table.root), "tiny", BuildOptions("A4", Duplex.NONE, table.root / "output"))
    _ = job.game
    for broken in ("remarks: [", "remarks:\n  - {id: r1}\n", "remarks: 7\n"):
        table.write(broken)
        seen = {REMARKS: digest_of(table.read())}
        outcome = table.bench.edit(EditRequest([{**PIN, "text": "x"}], seen, "en"), job)
        assert outcome.status == 422
        assert table.read() == broken.encode()
