"""The ledger: whatever was printed is remembered, and nothing is taken out of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fustella.build import LedgerEntry, ledger, read_ledger, today
from fustella.build.publish import Records, publish
from fustella.build.stamps import STAMPS
from fustella.core.values.problems import ProblemsFound
from tests.helpers.sharing import ROOT

BOAT = LedgerEntry("TI-2345", "boat", "card", "Boat", "en", {"front.cost": "3"}, "2026-11-01")
SHIP = LedgerEntry("TI-2346", "boat", "card", "Ship", "en", {"front.cost": "4"}, "2026-11-22")


def add_to_ledger(folder: Path, entries: list[LedgerEntry]) -> None:
    """What a build does, of which nothing but the codes is of interest."""
    notes = Records(folder, lambda _: ledger.ledger_with(folder, entries))
    publish(folder, [], (), (), notes)


def ledgers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name not in (STAMPS, ".lock")]


def test_ledger_written_and_read_is_equal(tmp_path):
    add_to_ledger(tmp_path, [BOAT])
    add_to_ledger(tmp_path, [SHIP])
    assert read_ledger(tmp_path) == (BOAT, SHIP)


def test_ledger_entry_written_again_keeps_its_first_day(tmp_path):
    add_to_ledger(tmp_path, [BOAT])
    later = LedgerEntry(BOAT.code, "boat", "card", "Boat", "en", BOAT.said, "2027-01-01")
    before = (tmp_path / ledger.LEDGER).stat().st_mtime_ns
    add_to_ledger(tmp_path, [later])
    assert read_ledger(tmp_path) == (BOAT,)
    assert (tmp_path / ledger.LEDGER).stat().st_mtime_ns == before, "nothing new, nothing written"


def test_ledger_with_two_pieces_of_one_code_keeps_both(tmp_path):
    other = LedgerEntry(BOAT.code, "hut", "card", "Hut", "en", {}, "2026-11-02")
    add_to_ledger(tmp_path, [BOAT])
    add_to_ledger(tmp_path, [other])
    assert read_ledger(tmp_path) == (BOAT, other)


@pytest.mark.parametrize(
    "damaged", ["", "[", "{}", "3", "[3]", '[{"code": "TI-2345"}]', '[{"said": 3}]', "\x00"]
)
def test_ledger_that_is_damaged_is_put_aside_and_a_new_one_begun(damaged, tmp_path):
    path = tmp_path / ledger.LEDGER
    path.write_text(damaged, encoding="utf-8")
    assert read_ledger(tmp_path) == ()
    add_to_ledger(tmp_path, [BOAT])
    assert read_ledger(tmp_path) == (BOAT,)
    aside = tmp_path / f"{ledger.LEDGER}.damaged"
    assert aside.read_text(encoding="utf-8") == damaged


def test_ledger_that_is_damaged_again_takes_no_place_of_another(tmp_path):
    path = tmp_path / ledger.LEDGER
    for damaged in ("one", "two", "three"):
        path.write_text(damaged, encoding="utf-8")
        add_to_ledger(tmp_path, [BOAT])
    aside = sorted(one.read_text() for one in tmp_path.glob("*.damaged*"))
    assert aside == ["one", "three", "two"]


def test_ledger_that_cannot_be_read_just_now_is_not_taken_for_damaged(tmp_path, monkeypatch):
    add_to_ledger(tmp_path, [BOAT])
    before = (tmp_path / ledger.LEDGER).read_bytes()

    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(ledger, "read_own", refused)
        with pytest.raises(ProblemsFound, match="you have no right"):
            read_ledger(tmp_path)
        with pytest.raises(ProblemsFound, match="you have no right"):
            add_to_ledger(tmp_path, [SHIP])
    assert ledgers(tmp_path) == [ledger.LEDGER]
    assert (tmp_path / ledger.LEDGER).read_bytes() == before


def test_ledger_of_two_builds_at_once_has_both(tmp_path):
    """Each adds a code of its own, again and again, in a process of its own."""
    script = (
        "import sys; from pathlib import Path; from fustella.build.ledger import LedgerEntry\n"
        "from tests.build.test_ledger import add_to_ledger\n"
        "for n in range(20):\n"
        "    one = LedgerEntry(f'TI-{sys.argv[2]}{n}', 'boat', 'card', 'Boat', 'en', {})\n"
        "    add_to_ledger(Path(sys.argv[1]), [one])\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    builds = [subprocess.Popen([*command, name], cwd=ROOT) for name in "ABC"]
    assert [build.wait() for build in builds] == [0, 0, 0]
    assert len(read_ledger(tmp_path)) == 60
    assert ledgers(tmp_path) == [ledger.LEDGER]


def test_ledger_that_cannot_be_written_stays_as_it_is(tmp_path, monkeypatch):
    add_to_ledger(tmp_path, [BOAT])
    before = (tmp_path / ledger.LEDGER).read_bytes()

    def refused(*_):
        raise OSError(28, "full")

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(ProblemsFound, match="full"):
        add_to_ledger(tmp_path, [SHIP])
    assert (tmp_path / ledger.LEDGER).read_bytes() == before
    assert ledgers(tmp_path) == [ledger.LEDGER]


def test_day_with_source_date_epoch_is_fixed(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert today() == "1970-01-02"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    assert today().startswith("20")


@pytest.mark.parametrize("nonsense", ["soon", "1.5", "-1", " 1", "1_000", "٣", "9" * 12, "9" * 99])
def test_day_with_source_date_epoch_that_is_no_time_is_refused(nonsense, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", nonsense)
    with pytest.raises(ProblemsFound) as found:
        today()
    [problem] = found.value.problems
    assert (problem.code, problem.place.file) == ("E016", "SOURCE_DATE_EPOCH")
    assert len(problem.message) < 100


def test_ledger_of_a_whole_build_has_every_piece(good):
    entries = read_ledger(good.output / "tiny")
    assert {one.piece for one in entries} == {
        *("boat", "hut", "dragon", "meadow", "peak", "five", "island"),
        *("person-red", "person-blue", "flag-red", "flag-blue"),
    }
    assert {one.language for one in entries} == {"en"}
    assert {one.first for one in entries} <= {entries[0].first}


def test_ledger_of_a_build_of_one_kind_has_what_it_printed(tiny):
    (tiny.output / "tiny" / ledger.LEDGER).unlink()
    assert tiny.run("build", "--only", "coin") == 0
    assert [one.piece for one in read_ledger(tiny.output / "tiny")] == ["five"]


def test_ledger_after_another_build_has_more_and_lacks_nothing(tiny):
    before = read_ledger(tiny.output / "tiny")
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    assert tiny.run("build") == 0
    after = read_ledger(tiny.output / "tiny")
    assert after[: len(before)] == before
    assert [(one.piece, one.said["front.value"]) for one in after[len(before) :]] == [("five", "6")]
    assert tiny.run("build", "--language", "it") == 0
    assert {one.language for one in read_ledger(tiny.output / "tiny")} == {"en", "it"}


def test_ledger_after_a_build_that_fails_is_as_before(tiny):
    before = (tiny.output / "tiny" / ledger.LEDGER).read_bytes()
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: six")
    assert tiny.run("build") == 1
    assert (tiny.output / "tiny" / ledger.LEDGER).read_bytes() == before


def test_ledger_as_written_is_json_with_a_line_for_each_code(good):
    text = (good.output / "tiny" / ledger.LEDGER).read_text(encoding="utf-8")
    assert len(json.loads(text)) == len(text.splitlines()) - 2
