"""The workflow for three systems names what there is, and on Windows does what make does."""

import re
from typing import Any

import pytest
import yaml

from tests.helpers.sharing import ROOT

WORKFLOW = ROOT / ".github" / "workflows" / "tests.yml"


@pytest.fixture(scope="module")
def job() -> dict[str, Any]:
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["test"]


def commands(job: dict[str, Any], windows: bool) -> list[str]:
    wanted = f"runner.os {'==' if windows else '!='} 'Windows'"
    steps = [step for step in job["steps"] if step.get("if") == wanted]
    return [line for step in steps for line in step["run"].splitlines()]


def test_workflow_runs_on_three_systems_with_pythons_that_we_promise(job):
    about = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', about)
    asked = job["strategy"]["matrix"]
    assert {one.partition("-")[0] for one in asked["system"]} == {"ubuntu", "macos", "windows"}
    assert {*asked["python"]} <= {*promised}
    assert min(promised) in asked["python"]


def test_workflow_asks_make_for_targets_that_there_are(job):
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    asked = [line.split()[1] for line in commands(job, windows=False)]
    assert asked
    assert {*asked} <= {*targets}


def test_windows_does_what_make_test_does(job):
    """All programs of the recipes, but for `ruff format`: line ends are those of the system."""
    recipes = (ROOT / "Makefile").read_text(encoding="utf-8")
    of_make = {*re.findall(r"^\t\$\(BIN\)/((?:ruff check|mypy|pytest).*)$", recipes, re.MULTILINE)}
    of_windows = "\n".join(commands(job, windows=True)).replace(".venv\\Scripts\\", "")
    assert len(of_make) == 3
    assert [one for one in of_make if one not in of_windows] == []
    extras = re.search(r"'\.\[(test,docs)\]'", recipes)
    assert extras and f'".[{extras[1]}]"' in of_windows
    assert "--constraint constraints.txt" in of_windows
