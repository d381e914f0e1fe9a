"""A command in a process of its own ends, whatever a project does; what ended it is a problem."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fustella.cli.command import tell_of, whole
from fustella.cli.supervised import spawned
from fustella.core.processes.steps import step
from fustella.core.values.problems import Place, Problem
from tests.conftest import TinyProject, problems_in
from tests.helpers.sharing import ROOT

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be divided there")

HERE = Place("content/tiny/coins.yaml", 4)
BLOCKED_IN_C = "c.pthread_mutex_lock(mutex)"
"""Python runs no other thread, and no handler of signals, until it has the lock."""

_PROGRAM = """
import ctypes, os, signal, sys
from fustella.cli.supervised import supervised
from fustella.core.values.problems import Place
from fustella.core.processes.steps import step

c, mutex = ctypes.PyDLL(None), ctypes.create_string_buffer(256)
c.pthread_mutex_init(mutex, None)
c.pthread_mutex_lock(mutex)

def work():
    try:
        with step("drawing a face", Place("content/tiny/coins.yaml", 4), {limit_s}):
            print("begun", os.getpid(), flush=True)
            {what}
    except KeyboardInterrupt:
        return 130
    return 0

def tell(problem):
    print(problem, file=sys.stderr)
    return 1

sys.exit(supervised([], work, tell))
"""


class Command:
    """A supervised command that does something in a step."""

    def __init__(self, what: str, limit_s: float = 60.0) -> None:
        program = _PROGRAM.format(what=what, limit_s=limit_s)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, **pipes)
        self.worker = int(self.process.stdout.readline().split()[1])

    def ended(self) -> tuple[int, str]:
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said


@posix
def test_step_that_blocks_in_c_is_ended_after_its_limit():
    code, said = Command(BLOCKED_IN_C, limit_s=0.5).ended()
    problem = next(problems_in(said))
    assert (code, problem.code, problem.file, problem.line) == (1, "E020", HERE.file, HERE.line)
    assert problem.message == "drawing a face was ended after 5 s of waiting"


@posix
def test_step_that_computes_is_ended_after_its_limit():
    code, said = Command("while True: pass", limit_s=0.5).ended()
    assert (code, next(problems_in(said)).message) == (
        1,
        "drawing a face was ended after 0.5 s of computing",
    )


@posix
def test_step_that_crashes_is_a_problem():
    code, said = Command("os.kill(os.getpid(), signal.SIGSEGV)").ended()
    problem = next(problems_in(said))
    assert (code, problem.code, problem.file) == (1, "E022", HERE.file)
    assert "(SIGSEGV) while drawing a face" in problem.message


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what is asked for")
def test_step_that_asks_for_too_much_memory_fails_at_once():
    code, said = Command("'a' * 3 * 10**9").ended()
    assert (code, said.splitlines()[-1]) == (1, "MemoryError")


@posix
@pytest.mark.parametrize("what", [BLOCKED_IN_C, "while True: pass"], ids=["in C", "in Python"])
def test_command_that_is_interrupted_ends_without_a_traceback(what):
    running = Command(what)
    running.process.send_signal(signal.SIGINT)
    code, said = running.ended()
    assert code == 130
    assert "Traceback" not in said


@posix
def test_command_that_is_terminated_ends_by_that_signal():
    running = Command(BLOCKED_IN_C)
    running.process.terminate()
    assert running.ended() == (-signal.SIGTERM, "")


@posix
def test_command_whose_supervisor_is_killed_ends_with_it():
    running = Command("while True: pass")
    running.process.kill()
    running.ended()  # when nobody holds the other ends of its pipes any more
    assert not _is_running(running.worker)


def _is_running(process: int) -> bool:
    for _ in range(100):
        try:
            os.kill(process, 0)
            state = Path(f"/proc/{process}/stat")
            if state.exists() and state.read_text().split()[2] == "Z":  # nobody asked how it ended
                return False
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True


@posix
@pytest.mark.parametrize("code", [0, 1, 3])
def test_exit_code_of_the_work_is_that_of_the_command(code):
    assert Command(f"sys.exit({code})").ended() == (code, "")


def test_command_of_a_system_without_fork_is_a_program_that_is_supervised(tiny, capfd):
    told: list[Problem] = []
    arguments = ["list", "--project", str(tiny.root)]
    assert spawned(arguments, lambda problem: told.append(problem) or 1) == 0
    assert "Cards" in capfd.readouterr().out
    assert told == []


# What could not be printed.


def fustella(tiny: TinyProject, words: str, redirected: str) -> subprocess.CompletedProcess[str]:
    """A command in a shell, which connects its streams."""
    line = f'"{sys.executable}" -m fustella {words} --project "{tiny.root}" {redirected}'
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False, cwd=ROOT)


@posix
@pytest.mark.parametrize("redirected", [">/dev/full", ">&-"])
def test_list_that_cannot_be_written_says_so(good, redirected):
    if "full" in redirected and not Path("/dev/full").exists():
        pytest.skip("there is no full device")
    done = fustella(good, "list", redirected)
    assert done.returncode == 1
    assert [problem.code for problem in problems_in(done.stderr)] == ["E023"]


@posix
def test_failing_build_whose_reader_has_gone_fails_all_the_same(tiny):
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: six")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "fustella", "build", "--project", str(tiny.root)]
    done = subprocess.run(command, stdout=writing, stderr=writing, check=False, cwd=ROOT)
    os.close(writing)
    assert done.returncode == 1


# Bugs.


def failing(error: BaseException) -> Callable[..., int]:
    def command(*_: object) -> int:
        with step("drawing a face", HERE, 60):
            raise error

    return command


@pytest.mark.parametrize(
    ("error", "code"),
    [(ValueError("odd"), "E029"), (RecursionError(), "E029"), (MemoryError(), "E021")],
)
def test_exception_is_told_in_one_sentence_with_what_was_being_done(
    error, code, monkeypatch, capsys
):
    monkeypatch.setattr("fustella.cli.list.run", failing(error))
    assert whole(["list"]) == 1
    said = capsys.readouterr().err
    problem = next(problems_in(said))
    assert (problem.code, problem.file, problem.line) == (code, HERE.file, HERE.line)
    assert "drawing a face" in problem.message
    assert "Traceback" not in said


def test_exception_with_debug_is_shown_with_its_traceback(monkeypatch, capsys):
    monkeypatch.setattr("fustella.cli.list.run", failing(ValueError("odd")))
    assert whole(["list", "--debug"]) == 1
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert "E029" in said


def test_ended_check_reports_in_its_own_format(capsys):
    problem = Problem("E020", HERE, "too long")
    assert tell_of(["check", "--format", "json"], problem) == 1
    assert '"code": "E020"' in capsys.readouterr().out
    assert tell_of(["check", "--format=github"], problem) == 1
    assert "::error file=content/tiny/coins.yaml,line=4::E020" in capsys.readouterr().out
