"""A pseudo-terminal of some width, and what a person sees on it at the end."""

import os
import select
import signal
import struct
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.sharing import ROOT

posix = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are of POSIX systems")

_ENDED_S = 120.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What a command wrote on a terminal, its codes among it, and its exit code."""

    written: str
    code: int

    @property
    def lines(self) -> list[str]:
        """What is on the screen at the end: a line that was written over is gone; no codes."""
        screen: list[str] = []
        for written in _without_codes(self.written).replace("\r\n", "\n").split("\n"):
            line = ""
            for part in written.split("\r"):
                line = part + line[len(part) :]
            screen.append(line.rstrip())
        return screen[:-1] if screen[-1] == "" else screen

    @property
    def codes(self) -> bool:
        """Whether any word was in colours."""
        return "\x1b[" in self.written


def _without_codes(text: str) -> str:
    parts = text.split("\x1b[")
    return parts[0] + "".join(part.partition("m")[2] for part in parts[1:])


def on_terminal(*words: str, columns: int = 80, cwd: Path = ROOT, **environment: str) -> Shown:
    """Runs a command on a terminal; a variable that is "" is not set at all."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    usual = {"TERM": "xterm", "NO_COLOR": "", "FORCE_COLOR": "", "COLUMNS": ""}
    env = {**os.environ, **usual, **environment}
    command = [sys.executable, "-m", "fustella", *words]
    env = {name: value for name, value in env.items() if value}
    files = [(os.POSIX_SPAWN_DUP2, theirs, number) for number in (0, 1, 2)]
    before = Path.cwd()
    os.chdir(cwd)
    try:
        process = os.posix_spawn(sys.executable, command, env, file_actions=files)
    finally:
        os.chdir(before)
        os.close(theirs)
    written, ends_s = b"", time.monotonic() + _ENDED_S
    while time.monotonic() < ends_s:
        if not select.select([ours], [], [], 1.0)[0]:
            continue
        try:
            part = os.read(ours, 65536)
        except OSError:  # nobody writes any more
            break
        if not part:
            break
        written += part
    else:
        os.kill(process, signal.SIGKILL)
    os.close(ours)
    _, status = os.waitpid(process, 0)
    return Shown(written.decode(), os.waitstatus_to_exitcode(status))
