"""A job: each part of a game's way to files is made once, when it is first asked for."""

import shutil
from functools import partial

import pytest

from fustella.build import BuildOptions, Job, PrintChoice, Stamp, read_ledger, read_stamp
from fustella.build import job as module
from fustella.build.publish import OutputFile
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound


def job_in(tiny, **options) -> Job:
    asked = BuildOptions("A4", Duplex.LONG_EDGE, tiny.output, **options)
    return Job(Project(tiny.root), "tiny", asked)


@pytest.fixture
def calls(monkeypatch) -> list[str]:
    """The names of the functions that make parts, as they are called."""
    called = list[str]()

    def noted(name, made, *given):
        called.append(name)
        return made(*given)

    for name in ("load_game", "read_claims", "print_settings", "choose"):
        monkeypatch.setattr(module, name, partial(noted, name, getattr(module, name)))
    return called


def test_part_is_made_once_from_the_parts_before_it(tiny, calls):
    job = job_in(tiny)
    assert calls == []
    assert job.production is job.production
    assert calls == ["load_game", "choose", "print_settings"], "claims are for players alone"
    assert job.selection.game is job.game


def test_part_that_fails_tells_its_own_fault(tiny):
    job = job_in(tiny, language="xx", choice=PrintChoice(only=("nothing",)))
    for part, code in (("edition", "E005"), ("selection", "E004")):
        with pytest.raises(ProblemsFound) as found:
            getattr(job, part)
        assert [problem.code for problem in found.value.problems] == [code]


def test_job_with_other_pieces_draws_them_and_reads_nothing_again(tiny, calls):
    job = job_in(tiny, language="it")
    _ = job.settings, job.claims
    boat = next(piece for piece in job.game.pieces if piece.id == "boat")
    calls.clear()
    other = job.with_pieces([boat])
    assert (
        {face.piece for face in other.faces} == {face.piece for face in other.metadata} == {"boat"}
    )
    assert (other.settings, other.claims) == (job.settings, job.claims)
    assert other.edition.language == "it"
    assert len(job.game.pieces) > 1 == len(other.game.pieces)
    assert calls == []


def test_job_at_another_project_reads_the_game_there(tiny, tmp_path):
    past = tmp_path / "past"
    for folder in ("content", "templates"):
        shutil.copytree(tiny.root / folder, past / folder)
    tiny.edit("content/tiny/cards.yaml", "en: Boat,", "en: Barge,")
    job = job_in(tiny)
    then = job.at(Project(past))
    assert then.inputs != job.inputs
    names = [str(one.game.pieces[0].name.in_language("en")) for one in (then, job)]
    assert names == ["Boat", "Barge"]


def test_delivered_files_have_a_stamp_and_leave_no_former_ones(tiny):
    shutil.rmtree(tiny.output, ignore_errors=True)
    job = job_in(tiny)
    pieces = job.game.pieces[:1]
    for name in ("old.txt", "new.txt"):
        file = OutputFile(name, name, name.encode, key=name)
        (record,) = job.deliver("en/notes", [file], "notes", Stamp("made", "", ()), pieces)
        assert (job.home / "en" / "notes" / name).read_text() == name
        stamp = read_stamp(job.home / "en" / "notes", "notes", "made")
        assert stamp is not None and stamp.printed == (record,)
    assert not (job.home / "en" / "notes" / "old.txt").exists()
    assert [entry.piece for entry in read_ledger(job.home)] == [pieces[0].id]
