"""Tries a few projects changed at random, others in each version of the tool, and all finds.

The long run is `make fuzz`, or `python -m tests.fuzz --minutes 60 --seed 2`.
"""

import hashlib
import os
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.fuzz.areas import AREAS
from tests.fuzz.bases import Files
from tests.fuzz.finds import all_finds, keep, read_find
from tests.fuzz.machine import Machine, Try, differs, touched
from tests.fuzz.mutations import Mutation, Splice
from tests.helpers.forked import Runner
from tests.helpers.sharing import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")

PROJECTS = 5
"""The number of projects in each area; the long run tries thousands."""


@pytest.fixture(scope="module")
def machine(tmp_path_factory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("fuzz")
    with Runner(folder / "state") as runner:
        yield Machine(runner, folder)


@pytest.mark.parametrize("area", AREAS)
def test_command_behaves_on_projects_changed_at_random(area, machine, tmp_path):
    sources = sorted((ROOT / "generator").rglob("*.py"))
    seed = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:8]
    for number in range(PROJECTS):
        tried = machine.draw(random.Random(f"{seed} {area} {number}"), area)
        wrong = machine.wrong_with(tried)
        if wrong:
            found = keep(machine.smaller(tried, wrong), wrong[0], tmp_path)
            text = found.read_text(encoding="utf-8")
            told = f"seed {seed}: {'; '.join(wrong)}"
            pytest.fail(f"{told}\nto be kept in tests/fuzz/finds:\n{text}")


@pytest.mark.parametrize("path", all_finds(), ids=lambda path: path.stem)
def test_former_find_is_mended(path, machine):
    assert not machine.wrong_with(read_find(path))


def test_find_is_what_was_kept(machine, tmp_path):
    for area in AREAS:
        tried = machine.draw(random.Random(area), area)
        assert read_find(keep(tried, "something", tmp_path)) == tried
    for byte in range(256):
        change = Splice("game.yaml", 0, 0, f"a{chr(byte)}b")
        odd = replace(tried, mutations=(change,))
        assert read_find(keep(odd, "something", tmp_path)) == odd


class Picky(Machine):
    """A machine for which one change breaks a rule, whatever other changes a try has."""

    def __init__(self, bad: Mutation) -> None:
        self.bad = bad

    def wrong_with(self, tried: Try) -> list[str]:
        return [f"page {len(tried.mutations)}"] if self.bad in tried.mutations else []


def test_find_is_made_as_small_as_it_gets():
    changes = tuple(Splice("game.yaml", at, 1) for at in range(5))
    tried = Try("bytes", "blank", "build", changes)
    machine = Picky(changes[3])
    assert machine.smaller(tried, machine.wrong_with(tried)).mutations == (changes[3],)


def test_machine_sees_a_build_that_is_not_what_a_build_elsewhere_gives():
    cold: Files = {"probe/en-A4/a.pdf": b"new", "probe/en-A4/b.pdf": b"new"}
    warm: Files = {"probe/en-A4/a.pdf": b"old", "probe/en-A4/c.pdf": b"gone", "probe/it/d.pdf": b""}
    assert len([*differs(warm, cold, 0)]) == 3
    assert len([*differs(warm, cold, 0, known=False)]) == 2
    assert [*differs(cold, cold, 0)] == []
    assert [*differs(warm, {}, 1)]
    assert [*touched(warm, cold)]
    assert [*touched(warm, warm)] == []
