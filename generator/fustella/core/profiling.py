"""Where a process spends its time: its calls, looked at some hundred times a second.

The outcome are folded stacks, which programs for flame graphs read: a line for each stack of calls
from the outermost one on, `fustella;module:function;module:function 12`, with milliseconds.
"""

import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import TypeAlias

from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.unwritten import why_unwritten
from fustella.core.workers import surround

LOOK_S = 0.001
"""Between two looks."""

_SWITCH_S = 0.0005
"""After so long whatever runs lets the sampling thread look, instead of Python's 5 ms."""

WORKER = "worker"

_RESERVED = str.maketrans({";": ",", " ": "_", "\n": "_", "\r": "_"})
"""Signs that a folded stack has between its names."""

_Calls: TypeAlias = tuple[tuple[str, CodeType], ...]
"""Modules and functions, the innermost one first."""


@contextmanager
def profiled(file: Path, process: str, *, anew: bool = False) -> Iterator[None]:
    """Add the time of this process' main thread to a file, under a name of its own.

    The first process begins the file `anew`; those that do parts of its work add to it, all under
    one name. Raises ProblemsFound, E401, where it cannot be written: at once if possible.
    """
    _write(file, "", "wb" if anew else "ab")
    if anew:
        surround(partial(profiled, file, WORKER))
    seconds: defaultdict[_Calls, float] = defaultdict(float)
    ended = threading.Event()
    thread = threading.Thread(target=_look, args=(seconds, ended), daemon=True)
    switch_s = sys.getswitchinterval()
    sys.setswitchinterval(min(switch_s, _SWITCH_S))
    thread.start()
    try:
        yield
    finally:
        if anew:
            surround(nullcontext)
        ended.set()
        thread.join()
        sys.setswitchinterval(switch_s)
        _write(file, _folded(seconds, process))


def _look(seconds: defaultdict[_Calls, float], ended: threading.Event) -> None:
    """Count what passes between two looks for the calls that the later one finds.

    So a long call into a library that lets no other thread run counts as long as it was.
    """
    main = threading.main_thread().ident
    before_s = time.perf_counter()
    while not ended.wait(LOOK_S):
        calls = _calls_of(sys._current_frames().get(main or 0))
        now_s = time.perf_counter()
        seconds[calls] += now_s - before_s
        before_s = now_s


def _calls_of(frame: FrameType | None) -> _Calls:
    calls = []
    while frame is not None:
        calls.append((str(frame.f_globals.get("__name__", "")), frame.f_code))
        frame = frame.f_back
    return tuple(calls)


def _folded(seconds: Mapping[_Calls, float], process: str) -> str:
    """The stacks in the order of their names; those that take no whole millisecond count as one."""
    folded: defaultdict[str, float] = defaultdict(float)
    for calls, taken_s in seconds.items():
        names = (_name(module, code) for module, code in reversed(calls))
        folded[";".join((process, *names))] += taken_s
    return "".join(f"{stack} {max(1, round(1000 * s))}\n" for stack, s in sorted(folded.items()))


def _name(module: str, code: CodeType) -> str:
    """A function as `module:function`; where there is no module, as in a template, its file."""
    return f"{module or Path(code.co_filename).name}:{code.co_qualname}".translate(_RESERVED)


def _write(file: Path, text: str, mode: str = "ab") -> None:
    """Add a text in one piece, so that the lines of several processes do not mix."""
    try:
        with file.open(mode, buffering=0) as stream:
            stream.write(text.encode())
    except OSError as error:
        message = f"cannot be written: {why_unwritten(error)}"
        hint = "name a file in a folder that is there, in which you may write"
        raise ProblemsFound([Problem("E401", Place(str(file)), message, hint)]) from None
