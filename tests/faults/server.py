"""Runs commands in processes of their own, in which the n-th change of a file goes wrong.

Started with `python -m tests.faults.server`; a request is a line of JSON on standard input, and so
is its answer. The server has loaded the tool, so that a process begins quickly, and has none of the
threads of a build. POSIX only, for it forks.

What counts as a change: opening a file to write, each write, fsync, utime and truncate of it, and
replace, rename, link, symlink, unlink, mkdir, rmdir and chmod; of files below the folders that are
watched.
"""

import atexit
import builtins
import errno
import io
import json
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.helpers.forked import load_for_runs

BARE = "bare"
"""An argument: the tool is not loaded, and what runs but a small part of it is forked faster."""

KILL = "kill"
KILLED = 99
"""The exit code of a process that ended without any of its own doing."""

NEEDS_ROOM = frozenset(("open", "write", "mkdir", "link", "symlink"))
"""On a full disk these fail from then on; one can still rename and delete."""

PATHS = ("replace", "rename", "link", "symlink", "unlink", "remove", "mkdir", "rmdir", "utime")
"""Of `os`, with a path first, as are these two."""
PATHS += ("chmod", "truncate")

HANDLES = ("write", "fsync", "ftruncate")
"""Of `os`, with the number of an open file first."""


class Faults:
    """Counts the changes below some folders; at number `at`, counted from 1, `fault` happens.

    `EACCES then 40` is that fault, and a kill at the change number 40.
    """

    def __init__(self, watched: list[str], at: int, fault: str) -> None:
        self._watched = tuple(os.path.realpath(folder) + os.sep for folder in watched)
        fault, _, killed = fault.partition(" then ")
        self._at, self._fault, self._killed = at, fault, int(killed or 0)
        self._names: dict[int, str] = {}
        self.changes: list[tuple[str, str]] = []

    def meets(self, what: str, path: object, half: Callable[[], object] = lambda: None) -> None:
        """Counts a change and lets it go wrong; a process may be killed midway, at `half`."""
        name = self._named(path)
        if not name.startswith(self._watched):
            return
        self.changes.append((what, name))
        number = len(self.changes)
        if number == (self._killed or (self._at if self._fault == KILL else 0)):
            half()
            os._exit(KILLED)
        full = self._fault == "ENOSPC" and what in NEEDS_ROOM and 0 < self._at < number
        if full or (number == self._at and self._fault):
            code = getattr(errno, self._fault)
            raise OSError(code, os.strerror(code), name)

    def _named(self, path: object) -> str:
        if isinstance(path, int):
            return self._names.get(path, "")
        named = os.fsdecode(path) if isinstance(path, bytes) else os.fspath(path)  # type: ignore[call-overload]
        return str(Path(named).parent.resolve() / Path(named).name)

    def install(self) -> None:
        """Wraps what changes files, in this process for good."""
        for name in PATHS:
            setattr(os, name, self._wrapped(name, getattr(os, name)))
        for name in HANDLES:
            setattr(os, name, self._wrapped(name, getattr(os, name)))
        self._wrap_os_open()
        self._wrap_open()

    def _wrapped(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(first: Any, *others: Any, **named: Any) -> object:
            if name == "write":
                self.meets(name, first, lambda: real(first, others[0][: len(others[0]) // 2]))
            else:
                self.meets(name, first)
            return real(first, *others, **named)

        return call

    def _wrap_os_open(self) -> None:
        real = os.open

        def call(path: Any, flags: int, *others: Any, **named: Any) -> int:
            if flags & (os.O_CREAT | os.O_TRUNC):
                self.meets("open", path)
            handle = real(path, flags, *others, **named)
            self._names[handle] = self._named(path)
            return handle

        os.open = call  # type: ignore[assignment]

    def _wrap_open(self) -> None:
        real = io.open

        def call(file: Any, mode: str = "r", *others: Any, **named: Any) -> Any:
            if isinstance(file, int) or not set(mode) & set("wax+"):
                return real(file, mode, *others, **named)
            self.meets("open", file)
            opened = real(file, mode, *others, **named)
            self._names[opened.fileno()] = self._named(file)
            return _File(opened, self, file)

        io.open = builtins.open = call  # type: ignore[assignment]


class _File:
    """A file that is being written; its writes are changes."""

    def __init__(self, real: Any, faults: Faults, path: object) -> None:
        self._real, self._faults, self._path = real, faults, path

    def write(self, data: Any) -> int:
        def half() -> None:
            self._real.write(data[: len(data) // 2])
            self._real.flush()

        self._faults.meets("write", self._path, half)
        return self._real.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *_: object) -> None:
        self._real.close()


def answer_to(request: dict[str, Any]) -> dict[str, Any]:
    """Runs a command in a process of its own and tell what became of it."""
    import_module(request["entry"].partition(":")[0])
    told, tell = os.pipe()
    child = os.fork()
    if not child:
        os.close(told)
        code = 70
        try:
            code = _run(request, tell)
        finally:
            os._exit(code)
    os.close(tell)
    with os.fdopen(told, "rb") as pipe:
        said = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {"out": "", "err": "", "changes": [], **json.loads(said or b"{}"), "code": code}


def _run(request: dict[str, Any], tell: int) -> int:
    os.chdir(request["folder"])
    faults = Faults(request["watched"], request["at"], request["fault"])
    out, err = io.StringIO(), io.StringIO()
    write = os.write
    with redirect_stdout(out), redirect_stderr(err):
        faults.install()
        try:
            module, _, function = request["entry"].partition(":")
            code = getattr(import_module(module), function)(request["arguments"])
        except SystemExit as left:
            code = int(left.code or 0)
        except BaseException:
            traceback.print_exc()
            code = 70
        atexit._run_exitfuncs()  # temporary folders
    said = {"out": out.getvalue(), "err": err.getvalue(), "changes": faults.changes}
    data = json.dumps(said).encode()
    while data:
        data = data[write(tell, data) :]
    return code


def serve(bare: bool) -> None:
    if not bare:
        load_for_runs()
    for line in sys.stdin:
        print(json.dumps(answer_to(json.loads(line))), flush=True)


if __name__ == "__main__":
    serve(BARE in sys.argv)
