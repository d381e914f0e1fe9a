"""A hint is right: who does what it says has that problem no more.

All cases of `tests/cases/` whose hint says what to write are followed by a machine.
"""

import re

import pytest

from tests.conftest import Said, Snapshot, TinyProject
from tests.followed import follow, ways
from tests.test_cases import CASES, command_for, name_of, put_in_place, read_case

PROSE = {
    "draw/syntax-unknown-tag": "another tag closes it",
    "read/colour-wrong": "the name of a colour stands twice in its line",
    "read/empty-source": "of two ways the first is followed",
}
"""Cases whose hint is in the form of one that can be followed, and why it cannot."""


@pytest.fixture(scope="module")
def shared_tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[TinyProject, Snapshot]:
    project = TinyProject.made_at(tmp_path_factory.mktemp("followed") / "project")
    return project, Snapshot(project.root)


@pytest.fixture
def tiny(shared_tiny: tuple[TinyProject, Snapshot]) -> TinyProject:
    project, as_made = shared_tiny
    as_made.write(project.root)
    return project


def same(one: Said) -> tuple[str, str, str]:
    return one.code, one.file, re.sub(r"\d+", "0", one.message)


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_hint_of_a_case_is_right_when_it_is_followed(path, tiny, run):
    case = read_case(path)
    put_in_place(path, case, tiny)
    told = run(tiny, *command_for(case)).problems
    followed = [] if name_of(path) in PROSE else [(s, way) for s in told for way in ways(s)]
    broken = [said for said in told if said.code == "E101"]
    for said, way in followed:
        put_in_place(path, case, tiny)
        follow(tiny.root, said, way)
        after = run(tiny, *command_for(case)).problems
        left = [one for one in after if same(one) == same(said) and one.line == said.line]
        alike = [one for one in told if same(one) == same(said) and one.line == said.line]
        assert len(left) < len(alike), (said, way)
        assert broken or "E101" not in {one.code for one in after}, (said, way, after)
