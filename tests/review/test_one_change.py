"""All that follows from one change of a document is one problem, with the words before and now."""

import gzip
import json
from pathlib import Path

import pytest

from tests.conftest import TinyProject

RULES = "content/tiny/tiny-rules.txt"
CLAIMS = "content/tiny/claims.yaml"
MORE = """  - {id: boats-too, lines: 13, text: "{12} boats: a boat", check: sum, that: n = boats.n}
  - {id: boat-cost, lines: 13, text: "a boat costs {3}", check: sum, that: n = boats.cost}
"""


@pytest.fixture
def project(tmp_path: Path) -> TinyProject:
    """Tiny with some more claims about its boats."""
    project = TinyProject.made_at(tmp_path / "project")
    project.edit(CLAIMS, "claims:\n", f"claims:\n{MORE}")
    return project


@pytest.mark.parametrize(
    ("old", "new", "shown", "follows"),
    [
        (
            "12 boats: a",
            "13 boats: a",
            "“- 13 boats: a boat costs …”, before “- 12 boats: a boat",
            2,
        ),
        (
            "costs 3.",
            "costs 4.",
            "“… boats: a boat costs 4.”, before “… boats: a boat costs 3.”",
            2,
        ),
        (
            "12 boats: a",
            "twelve ships: a",
            "“- twelve ships: a boat costs 3.”, before “- 12 boa",
            2,
        ),
        (
            "12 boats: a boat costs 3",
            "13 ships: a ship costs 4",
            "“- 13 ships: a ship costs 4.”",
            3,
        ),
        (
            "12 boats: a",
            "more boats:\n  13 of them: a",
            "lines 13-14 are changed: “- more boats:",
            2,
        ),
    ],
)
def test_change_of_a_line_is_one_problem(project, run, old, new, shown, follows):
    project.edit(RULES, old, new)
    ran = run(project, "check")
    (problem,) = ran.problems
    assert problem.message.startswith("document: line")
    assert shown in problem.message
    lines = ran.err.splitlines()
    assert len([line for line in lines if line.startswith("    - ")]) == follows
    assert lines[-1] == "1 problem"


def test_two_changes_are_two_problems(project, run):
    project.edit(RULES, "12 boats", "13 boats")
    project.edit(RULES, "2 huts", "3 huts")
    assert len(run(project, "check").problems) == 2


def test_fault_of_the_box_is_no_part_of_a_change(project, run):
    project.edit(RULES, "12 boats", "13 boats")
    project.edit("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    problems = run(project, "check").problems
    assert [one.file for one in problems] == ["content/tiny/cards.yaml", "content/tiny/coins.yaml"]


def test_json_has_the_change_of_each_fault(project, run):
    project.edit(RULES, "12 boats", "13 boats")
    plain = json.loads(run(project, "check", "--format", "json").out)["tiny"]
    changes = [one["change"] for one in plain if one["verdict"] == "differs"]
    words = {"before": "- 12 boats: a boat costs 3.", "after": "- 13 boats: a boat costs 3."}
    assert changes == [{"lines": [13, 13], **words}] * len(changes)
    assert len(changes) > 1
    assert {str(one["change"]) for one in plain if one["verdict"] == "holds"} == {"None"}


def test_change_of_a_document_that_was_never_accepted_shows_both_figures(project, run):
    for name in ("lines", "accepted"):
        (project.root / f"content/tiny/document.{name}").unlink()
    project.edit(RULES, "12 boats", "13 boats")
    (problem,) = run(project, "check").problems
    assert "“- 13 boats: a boat costs …”, before “- 12 boats: a boat costs …”" in problem.message


def test_annotations_name_a_change_once(project, run):
    project.edit(RULES, "12 boats", "13 boats")
    ran = run(project, "check", "--format", "github")
    assert len([line for line in ran.out.splitlines() if line.startswith("::error")]) == 1


def test_line_that_is_gone_and_another_with_its_number_are_two_problems(project, run):
    """Line 10 is taken out, and what was line 12 is line 10 now, and another."""
    text = (project.root / RULES).read_text("utf-8")
    words = [f"Word number {n}." for n in range(1, 15)]
    (project.root / RULES).write_text(f"{text}\n" + "\n".join(words), "utf-8")
    run(project, "check", "--accept")
    begin = len(text.split("\n"))
    left = [word for n, word in enumerate(words, start=1) if n not in (1, 10)]
    left[9] = "Another word here."
    (project.root / RULES).write_text(f"{text}\n" + "\n".join(left), "utf-8")
    said = [problem.message for problem in run(project, "check").problems]
    assert [one.split(": ")[1].split(" since")[0] for one in said] == [
        f"line {begin + 1} is gone",
        f"line {begin + 10} is gone",
        f"line {begin + 10} is changed",
    ]


BOMB = gzip.compress(b"\0" * 30_000_000, mtime=0)


@pytest.mark.parametrize(
    "data", [b"", b"\x1f\x8b", BOMB, gzip.compress(b"\xff\xfe", mtime=0), b"plain text"]
)
def test_kept_text_that_is_none_is_as_if_it_were_not_kept(project, run, data):
    (project.root / "content/tiny/document.accepted").write_bytes(data)
    project.edit(RULES, "Setting up", "Before you play")
    (problem,) = run(project, "check").problems
    assert "line 27 is changed since it was last read: “Before you play”; no" in problem.message
    assert run(project, "check", "--accept").code == 0
    assert run(project, "check").code == 0


def test_kept_text_is_not_read_or_written_through_a_link_out_of_the_project(project, run):
    path = project.root / "content/tiny/document.accepted"
    outside = project.root.parent / "outside"
    outside.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(outside)
    project.edit(RULES, "Setting up", "Before you play")
    assert "before" not in run(project, "check").problems[0].message
    ran = run(project, "check", "--accept")
    assert [problem.code for problem in ran.problems][:1] == ["E402"]
    assert gzip.decompress(outside.read_bytes()).decode().count("Setting up") == 1
