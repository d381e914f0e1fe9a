"""The benchmarks can be run: they measure, know where their tables go, and make a project."""

import json
import sys

import pytest

from fustella.cli.command import main
from tests.helpers.sharing import ROOT


@pytest.fixture(autouse=True)
def beside_each_other(monkeypatch):
    """The benchmarks are scripts that lie in one folder."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


def test_readme_has_a_place_for_every_table():
    import maps
    import run
    import scale
    import table

    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    for parts, script in (
        (run.PARTS, "run.py"),
        (scale.PARTS, "scale.py"),
        ((maps.PART,), "maps.py"),
        ((table.PART,), "table.py"),
    ):
        for part in parts:
            assert text.count(f"<!-- {part}: written by {script} -->") == 1
            assert text.count(f"<!-- end of {part} -->") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked at in /proc")
def test_measure_of_two_processes_tells_the_larger_one_and_their_sum(tmp_path):
    from measuring import Failed, measure

    larger = "import time; taken = bytearray(60_000_000); time.sleep(0.3)"
    smaller = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {larger!r}])"
    taken = measure([[sys.executable, "-c", smaller]], tmp_path)
    assert 60 < taken.largest_mb < taken.sum_mb
    assert taken.cpu_s > 0
    assert taken.wall_s > 0.3
    with pytest.raises(Failed):
        measure([[sys.executable, "-c", "raise SystemExit(3)"]], tmp_path)


def test_scale_makes_projects_with_games_in_which_no_card_is_like_another(tmp_path, monkeypatch):
    import scale

    monkeypatch.setattr(scale, "WORK", tmp_path)
    folder = scale.project("two", (1, 3))
    assert main(["build", "--only", "card", "--project", str(folder)]) == 0
    assert len({card["title"] for card in scale.cards(1000)}) == 1000


def test_imposition_is_measured_with_all_sorts_of_pieces():
    import impose

    assert impose.seconds_of(impose.CASES["10,000 labels in slots"]) > 0
    shapes = {item.outline.shape for case in impose.CASES.values() for item in case.items}
    assert len(shapes) == 4


def test_bounds_are_measured_by_their_names_and_their_projects_can_be_made(tmp_path):
    import bounds

    from fustella.core.processes import limits

    measured = json.loads(bounds.COSTS.read_text(encoding="utf-8"))
    assert set(measured) <= set(bounds.AT_BOUND)
    assert all(hasattr(limits, name) for name in bounds.AT_BOUND)
    bounds.made(bounds.CASES["for-names-multiplied"](), tmp_path)
    cpu_s, wall_s, mb, code, told = bounds.taken(tmp_path, "list", 60)
    assert (code, "E162" in told) == (1, True)
    assert min(cpu_s, wall_s, mb) > 0


def test_booklets_are_measured_whole_and_after_an_edit(monkeypatch, capsys):
    import booklet

    monkeypatch.setattr(booklet, "PAGES", 8)
    monkeypatch.setattr(sys, "argv", ["booklet.py", "--runs", "1"])
    booklet.main()
    first, whole, edit = capsys.readouterr().out.splitlines()
    assert int(first.split()[0]) >= 8
    assert whole.startswith("whole")
    assert edit.startswith("edit")
