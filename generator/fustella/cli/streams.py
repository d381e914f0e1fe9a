"""Makes standard output and errors safe: writing never fails, and no text steers the terminal.

A full disk, or a reader who has gone, must not end a build: lost output is reported at the end, if
possible. All that is printed goes through these streams. Characters that steer a terminal or turn
the direction of a line are shown as `[U+001B]`, except line feeds and our own styles.
"""

import codecs
import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from fustella.core.files.unwritten import why_unwritten
from fustella.core.words.patterns import visible

if TYPE_CHECKING:
    from fustella.core.values.problems import Problem

_LIKE = {
    **dict.fromkeys("─–—−‑", "-"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("‘’′", "'"),
    **{"…": "...", "·": ".", "×": "x", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "²": "2"},
}
"""The replacements for characters that a terminal lacks; others become question marks."""


def _similar_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_LIKE.get(letter, "?") for letter in lacking), error.end


_LIKE_ERRORS = "fustella-like"
codecs.register_error(_LIKE_ERRORS, _similar_letters)


class _Output(io.RawIOBase):
    """A file or a console to which writing never fails; `lost` is the error that a write met."""

    lost: OSError | None = None

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()

    def write(self, data: Any, /) -> int:
        # A supervisor hardly ever writes, and does not load the modules for steps.
        from fustella.core.processes.steps import waiting  # noqa: PLC0415

        size = memoryview(data).nbytes
        for call in _before_output:
            call()
        if self.lost is None:
            try:
                with waiting():  # whoever reads a pipe may take time
                    written = self._raw.write(data)
            except OSError as error:
                self.lost = error
            else:
                return size if written is None else written
        return size


OWN_ESCAPE = f"\x1b{os.urandom(8).hex()}"
"""The random stand-in for the ESC of our own styles, until they are printed.

No project can guess it, and so none can style its texts.
"""


class _SafeStream(io.TextIOWrapper):
    """A stream of text in which nothing that a project writes steers the terminal."""

    def write(self, text: str, /) -> int:
        if not text.isprintable():
            text = "\x1b".join(map(visible, text.split(OWN_ESCAPE)))
        return super().write(text)


_before_output: list[Callable[[], None]] = []
_terminal: TextIO | None = None


@contextmanager
def before_output(call: Callable[[], None]) -> Iterator[None]:
    """Calls a function before each output, until the block ends."""
    _before_output.append(call)
    try:
        yield
    finally:
        _before_output.remove(call)


def terminal() -> TextIO:
    """Standard error without the call of `before_output`, for lines that are wiped off again."""
    return _terminal or sys.stderr


def prepare() -> None:
    """Makes standard input, output and error usable, whatever they are connected with.

    Files and pipes are in UTF-8, unless PYTHONIOENCODING says otherwise. A terminal that lacks a
    character shows a similar one.
    """
    global _terminal  # noqa: PLW0603  (a process has one)
    closed = [number for number in (0, 1, 2) if _is_closed(number)]
    for number in closed:  # else the next opened file would get its number
        # Writing to a closed standard output fails, and that is reported.
        flags = os.O_RDWR if number == 2 else os.O_RDONLY
        os.dup2(os.open(os.devnull, flags), number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors=_LIKE_ERRORS)
        _terminal = sys.stderr
    sys.stdout, sys.stderr = _safe_stream(sys.stdout, 1), _safe_stream(sys.stderr, 2)


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def _safe_stream(stream: TextIO | None, number: int) -> TextIO:
    if stream is not None and not isinstance(stream, io.TextIOWrapper):
        return stream
    output: Any = _Output(io.FileIO(number, "w", closefd=False))
    if stream is None:
        return _SafeStream(io.BufferedWriter(output), encoding="utf-8", errors=_LIKE_ERRORS)
    buffer = stream.buffer
    unbuffered = isinstance(buffer, io.RawIOBase)  # PYTHONUNBUFFERED
    raw = buffer if unbuffered else getattr(buffer, "raw", None)
    if isinstance(raw, io.RawIOBase) and not isinstance(raw, io.FileIO):
        output = _Output(raw)  # a console of Windows takes no bytes by its number
    asked_for = stream.isatty() or "PYTHONIOENCODING" in os.environ
    return _SafeStream(
        output if unbuffered else io.BufferedWriter(output),
        encoding=stream.encoding if asked_for else "utf-8",
        errors=_LIKE_ERRORS,
        line_buffering=stream.line_buffering or number == 2,
        write_through=stream.write_through,
    )


def flush() -> "Problem | None":
    """Writes all text that waits to be printed. Returns the problem, E023, if text was lost.

    It is no problem if a reader has gone: they have read enough.
    """
    lost: OSError | None = None
    for stream in (sys.stderr, sys.stdout):
        try:
            stream.flush()
        except OSError as error:
            lost = error
        buffer = getattr(stream, "buffer", None)
        raw = getattr(buffer, "raw", buffer)
        if isinstance(raw, _Output) and raw.lost is not None:
            lost, raw.lost = raw.lost, None
    if lost is None or lost.errno == errno.EPIPE:
        return None
    from fustella.core.values.problems import Place, Problem  # noqa: PLC0415  (see _Output)

    message = f"the text output could not be written: {why_unwritten(lost)}"
    hint = "its files are whole; make room on the disk, or look at what follows > or |"
    return Problem("E023", Place("fustella"), message, hint)
