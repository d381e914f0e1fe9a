"""A sample of `python -m tests.at_random`, and that its reader sees what is wrong."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.at_random import case_of, tried, wrong_with
from tests.forked import PROJECT, Runner

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")

SAMPLE = (4, 11, 14, 16, 31, 39)
"""Seeds of projects that are folded, on labels, printed on both sides and from a list."""

OTHER_WAYS = {
    "long-edge": "short-edge",
    "short-edge": "long-edge",
    "fold": "none",
    "separate": "none",
    "none": "fold",
}


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with Runner(tmp_path_factory.mktemp("user") / "state") as runner:
        yield runner


@pytest.mark.parametrize("seed", SAMPLE)
def test_random_project_is_printed_right_and_its_reader_sees_another_way(seed, runner, tmp_path):
    case, room = case_of(seed), tmp_path / "room"
    assert tried(case, room, runner) == []
    files = sorted((room / PROJECT / "output").rglob("*.pdf"))
    if any(kind.has_back for kind in case.kinds):
        way = OTHER_WAYS[case.options["--duplex"]]
        assert [*wrong_with(replace(case, options={**case.options, "--duplex": way}), files)]
    more = {piece: copies + 1 for piece, copies in case.wanted.items()}
    assert [*wrong_with(replace(case, wanted=more), files)]
    larger = tuple(replace(kind, width=kind.width + 40) for kind in case.kinds)
    pieces = tuple(replace(p, kind=larger[case.kinds.index(p.kind)]) for p in case.pieces)
    if sum(case.wanted.values()) > 20 and not case.options["--paper"].startswith("labels"):
        assert [*wrong_with(replace(case, kinds=larger, pieces=pieces), files)]


def test_ink_in_the_margin_is_seen(runner, tmp_path: Path):
    case, room = case_of(SAMPLE[0]), tmp_path / "room"
    case = replace(case, options={**case.options, "--paper": "A4"})
    assert tried(case, room, runner) == []
    narrow = replace(case, options={**case.options, "--paper": "Letter"})
    files = sorted((room / PROJECT / "output").rglob("*.pdf"))
    assert [*wrong_with(narrow, files)]
