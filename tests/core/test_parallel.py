"""Parts of a work done by several processes: as by one, whatever happens to them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fustella.core.processes import parallel
from fustella.core.processes.parallel import (
    in_background,
    in_processes,
    jobs,
    set_jobs,
    workers_for,
)
from fustella.core.processes.status import StatusPage
from fustella.core.processes.steps import step, step_of, tell_on
from fustella.core.values.problems import Place, Problem, ProblemsFound

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX can fork")


@pytest.fixture(autouse=True)
def _forks(monkeypatch):
    """Other tests of this process may have kept it from forking."""
    monkeypatch.setattr(parallel, "_forks", hasattr(os, "fork"))


@pytest.fixture(params=["forked", "spawned"])
def way(request, monkeypatch):
    if request.param == "forked" and not hasattr(os, "fork"):
        pytest.skip("only POSIX can fork")
    monkeypatch.setattr(parallel, "_forks", request.param == "forked")


@pytest.fixture
def two_jobs():
    set_jobs(2)
    yield
    set_jobs(0)


def squared(number):
    return number, number**2, os.getpid()


def failing(number):
    if number % 3 == 2:
        with step(f"part {number}", Place("list.yaml", number), 9.0):
            raise ProblemsFound([Problem("E100", Place("list.yaml", number), "wrong", "right")])
    return number


def unsendable(number):
    return (lambda: number) if os.getpid() != HERE else number


def lost(number):
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number


def nested(number):
    return jobs(), in_processes(squared, range(number), 2)


HERE = os.getpid()


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_in_processes_gives_results_in_the_order_of_parts(way, processes):
    results = in_processes(squared, range(40), processes)
    assert [result[:2] for result in results] == [(n, n**2) for n in range(40)]
    assert len({pid for *_, pid in results}) <= processes


@needs_fork
def test_in_processes_forked_shares_the_work():
    def slow(number):
        time.sleep(0.02)
        return os.getpid() + 0 * number

    assert len(set(in_processes(slow, range(40), 3))) == 3


def test_in_processes_spawned_deals_parts_out(monkeypatch):
    monkeypatch.setattr(parallel, "_forks", False)
    assert len({pid for *_, pid in in_processes(squared, range(9), 3)}) == 3


def test_in_processes_raises_what_the_first_failing_part_raised(way):
    with pytest.raises(ProblemsFound) as found:
        in_processes(failing, range(12), 3)
    assert found.value.problems[0].place == Place("list.yaml", 2)
    assert step_of(found.value).doing == "part 2"


@needs_fork
def test_in_processes_does_what_a_process_could_not_send():
    assert in_processes(unsendable, range(20), 2) == [*range(20)]


@needs_fork
def test_in_processes_does_the_parts_of_a_process_that_was_killed():
    assert in_processes(lost, range(20), 3) == [*range(20)]


@needs_fork
def test_in_processes_shares_the_jobs_with_the_processes(two_jobs):
    results = in_processes(nested, [3, 4], 2)
    assert [(each, [one[1] for one in made]) for each, made in results] == [
        (1, [0, 1, 4]),
        (1, [0, 1, 4, 9]),
    ]
    assert jobs() == 2


@needs_fork
def test_in_processes_interrupted_ends_the_others(tmp_path):
    def interrupted(number):
        if os.getpid() == here:
            _wait_for((tmp_path / "pid").exists)
            raise KeyboardInterrupt
        (tmp_path / "pid.part").write_text(str(os.getpid()))
        (tmp_path / "pid.part").rename(tmp_path / "pid")
        time.sleep(60)

    here = os.getpid()
    with pytest.raises(KeyboardInterrupt):
        in_processes(interrupted, range(2), 2)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@needs_fork
def test_forked_processes_end_with_the_one_that_forked_them(tmp_path):
    program = (
        "import os, pathlib, signal, sys, time\n"
        "from fustella.core.processes.parallel import in_processes\n"
        "here, folder = os.getpid(), pathlib.Path(sys.argv[1])\n"
        "def work(number):\n"
        "    (folder / str(os.getpid())).touch()\n"
        "    while os.getpid() != here or len(os.listdir(folder)) < 3:\n"
        "        time.sleep(0.01)\n"
        "    os.kill(here, signal.SIGKILL)\n"
        "in_processes(work, range(3), 3)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    _wait_for(lambda: not any(_lives(path.name) for path in tmp_path.iterdir()))


def _lives(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def page():
    page = StatusPage()
    tell_on(page)
    yield page
    tell_on(None)


@needs_fork
def test_steps_and_helpers_of_all_processes_are_told(page, tmp_path):
    def look(number):
        with step(f"part {number}", Place("a.yaml"), 5.0):
            (tmp_path / f"{number}").touch()
            _wait_for(lambda: len([*tmp_path.iterdir()]) >= 3)
            seen = (
                sorted(text.split(b"\x1f")[0].decode() for _, _, text, *_ in page.steps()),
                len(page.helpers),
            )
            (tmp_path / f"{number} has seen").touch()
            _wait_for(lambda: len([*tmp_path.iterdir()]) == 6)
            return seen

    with step("all of it", Place("a.yaml"), 9.0):
        seen = in_processes(look, range(3), 3)
    assert seen == [(["all of it", "part 0", "part 1", "part 2"], 2)] * 3
    assert not [*page.steps()]
    assert not page.helpers


def _wait_for(true):
    for _ in range(1000):
        if true():
            return
        time.sleep(0.01)
    raise TimeoutError


@needs_fork
def test_what_a_killed_process_was_doing_is_wiped_off(page):
    def killed(number):
        with step(f"part {number}", Place("a.yaml"), 5.0):
            return lost(number)

    assert in_processes(killed, range(6), 2) == [*range(6)]
    assert not [*page.steps()]
    with page.shared(5) as pages:
        taken = [one.begin(b"", 1.0) for one in pages for _ in range(30)]
        own = [page.begin(b"", 1.0) for _ in range(200)]
    slots = [slot for slot in (*taken, *own) if slot]
    assert len(slots) == len(set(slots))


def test_serial_numbers_of_processes_never_meet(page):
    first = page.begin(b"", 1.0)
    with page.shared(2) as pages:
        for one in (*pages, page, *pages):
            one.begin(b"", 1.0)
        with pages[0].shared(1) as (inner,):
            inner.begin(b"", 1.0)
            pages[0].begin(b"", 1.0)
            serials = [serial for serial, *_ in page.steps()]
    assert first
    assert len(serials) == len(set(serials)) == 8


@needs_fork
def test_workers_are_started_for_enough_work_alone(two_jobs):
    assert [workers_for(amount, 100) for amount in (0, 99, 100, 199, 200, 5000)] == [
        *(1, 1, 1, 1, 2, 2)
    ]


def test_programs_are_started_for_more_work_than_forks(two_jobs, monkeypatch):
    monkeypatch.setattr(parallel, "_forks", False)
    assert [workers_for(amount, 100) for amount in (200, 1199, 1200)] == [1, 1, 2]


# Work beside a block.


@needs_fork
def test_work_beside_a_block_is_done_by_another_process_meanwhile(two_jobs, tmp_path):
    def work():
        _wait_for((tmp_path / "begun").exists)
        return os.getpid()

    with in_background(work, worth=True) as (result, look):
        (tmp_path / "begun").touch()
        look()
        assert result() == result() != os.getpid()


def test_work_beside_a_block_is_done_before_it_where_it_is_not_worth_a_fork(two_jobs, monkeypatch):
    done = []
    with in_background(lambda: done.append(os.getpid()), worth=False):
        assert done == [os.getpid()]
    monkeypatch.setattr(parallel, "_forks", False)
    with in_background(lambda: done.append(os.getpid()), worth=True):
        assert done == [os.getpid()] * 2
    monkeypatch.setattr(parallel, "_forks", True)
    set_jobs(1)
    with in_background(lambda: done.append(os.getpid()), worth=True) as (result, _):
        assert done == [os.getpid()] * 3
        assert result() is None


@needs_fork
@pytest.mark.parametrize("worth", [True, False])
def test_what_work_beside_a_block_raises_comes_before_what_the_block_does(two_jobs, worth):
    with pytest.raises(ProblemsFound), in_background(lambda: failing(2), worth=worth):
        pass
    with (
        pytest.raises(ProblemsFound),
        in_background(lambda: failing(2), worth=worth) as (result, _),
    ):
        result()
        pytest.fail("it is raised where it is asked for")
    with pytest.raises(ProblemsFound), in_background(lambda: failing(2), worth=worth):
        raise ValueError
    with pytest.raises(ValueError), in_background(lambda: failing(1), worth=worth):
        raise ValueError


@needs_fork
def test_processes_of_a_block_wait_for_the_one_beside_it(two_jobs, tmp_path):
    def work():
        time.sleep(0.1)
        (tmp_path / "done").touch()

    with in_background(work, worth=True):
        assert in_processes(lambda _: (tmp_path / "done").exists(), range(4), 2) == [True] * 4


@needs_fork
def test_failure_beside_a_block_is_seen_as_soon_as_it_is_known(two_jobs, tmp_path):
    def work():
        _wait_for((tmp_path / "begun").exists)
        return failing(2)

    def looked():
        try:
            look()
        except ProblemsFound:
            return True
        return False

    with pytest.raises(ProblemsFound), in_background(work, worth=True) as (_, look):
        assert not looked()
        (tmp_path / "begun").touch()
        _wait_for(looked)
        assert looked()


@needs_fork
def test_work_beside_a_block_is_done_here_if_its_process_is_lost(two_jobs):
    with in_background(lambda: lost(7), worth=True) as (result, _):
        assert result() == 7


@needs_fork
def test_work_beside_a_block_that_is_interrupted_ends(two_jobs, tmp_path):
    def work():
        (tmp_path / "pid.part").write_text(str(os.getpid()))
        (tmp_path / "pid.part").rename(tmp_path / "pid")
        time.sleep(60)

    with pytest.raises(KeyboardInterrupt), in_background(work, worth=True):
        _wait_for((tmp_path / "pid").exists)
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@needs_fork
def test_steps_of_work_beside_a_block_are_told(two_jobs, page, tmp_path):
    def work():
        with step("beside", Place("a.yaml"), 5.0):
            (tmp_path / "begun").touch()
            _wait_for((tmp_path / "seen").exists)

    with in_background(work, worth=True):
        _wait_for((tmp_path / "begun").exists)
        assert [text.split(b"\x1f")[0] for _, _, text, *_ in page.steps()] == [b"beside"]
        assert len(page.helpers) == 1
        (tmp_path / "seen").touch()
        assert in_processes(squared, [2, 3], 2)[1][1] == 9
    assert not [*page.steps()]
    assert not page.helpers
