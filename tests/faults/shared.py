"""Counts the changes of files, and what is read, over all processes of a command.

A program that a command starts counts with it: see `SharedFaults.environment`. POSIX only.
"""

import builtins
import errno
import io
import json
import mmap
import os
import signal
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.faults.server import KILL, Faults

INTERRUPT = "interrupt"
"""Ctrl-C: a terminal sends its signal to all processes of a command."""

PATIENCE_S = 60.0

_COUNT = struct.Struct("<Q")

_JOINED = "FUSTELLA_STORM"

_NEED_ROOM = frozenset(("open", "write", "mkdir", "link", "symlink"))


class SharedFaults(Faults):
    """Counts the changes of several processes together, reading as well where that is `reads`."""

    def __init__(
        self, watched: Sequence[str], at: int, fault: str, trace: Path, reads: Sequence[str]
    ) -> None:
        super().__init__([*watched], at, fault)
        self._arguments = json.dumps([[*watched], at, fault, str(trace), [*reads]])
        self._read = tuple(os.path.realpath(folder) + os.sep for folder in reads)
        self._trace = os.open(trace, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with Path(f"{trace}.count").open("a+b") as file:
            file.truncate(_COUNT.size)
            self._count = mmap.mmap(file.fileno(), _COUNT.size)
        self._say = os.write

    def environment(self) -> Mapping[str, str]:
        """The variables with which a program that is started counts, too, by `sitecustomize`."""
        return {_JOINED: self._arguments}

    def meets(self, what: str, path: object, half: Callable[[], object] = lambda: None) -> None:
        name = self._named(path)
        if not name.startswith(self._read if what.startswith("read") else self._watched):
            return
        number = _COUNT.unpack(self._count)[0] + 1
        _COUNT.pack_into(self._count, 0, number)
        self._say(self._trace, json.dumps([number, what, name]).encode() + b"\n")
        if self._fault == KILL:
            if number == self._at:
                half()
                os.killpg(0, signal.SIGKILL)
                time.sleep(PATIENCE_S)
            return
        if self._fault == INTERRUPT:
            if number == self._at:
                os.killpg(0, signal.SIGINT)
            return
        full = self._fault == "ENOSPC" and what in _NEED_ROOM and 0 < self._at < number
        if self._fault and (full or number == self._at):
            code = getattr(errno, self._fault)
            raise OSError(code, os.strerror(code), name)

    def install(self) -> None:
        super().install()
        if not self._read:
            return
        for name in ("scandir", "listdir"):
            setattr(os, name, self._reading(f"read {name}", getattr(os, name)))
        os.open = self._reading("read", os.open)  # type: ignore[assignment]
        io.open = builtins.open = self._reading("read", io.open)  # type: ignore[assignment]

    def _reading(self, what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any = ".", *others: Any, **named: Any) -> Any:
            writes = others and isinstance(others[0], str) and set(others[0]) & set("wax+")
            creates = others and isinstance(others[0], int) and others[0] & os.O_CREAT
            if not (isinstance(path, int) or writes or creates):
                self.meets(what, path)
            return real(path, *others, **named)

        return call


def join() -> None:
    """Has this program count with the command that started it."""
    if _JOINED in os.environ:
        watched, at, fault, trace, reads = json.loads(os.environ[_JOINED])
        SharedFaults(watched, at, fault, Path(trace), reads).install()
