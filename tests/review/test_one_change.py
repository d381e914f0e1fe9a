"""All that follows from one change of a document is one problem, with the words before and now."""

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
