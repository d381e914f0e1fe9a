"""Standard output and errors that cannot fail in the middle of a command.

A full disk or a reader who has gone must not end a build; what could not be printed is told at the
end, if it can.
"""

import errno
import io
import os
import sys
from typing import Any, TextIO

from fustella.core.problems import Place, Problem
from fustella.core.steps import waiting


class _Output(io.FileIO):
    """A file whose writing never fails; `lost` is why something could not be written."""

    lost: OSError | None = None

    def write(self, data: Any, /) -> int:
        size = memoryview(data).nbytes
        if self.lost is None:
            try:
                with waiting():  # whoever reads a pipe may take time
                    written = super().write(data)
            except OSError as error:
                self.lost = error
            else:
                return size if written is None else written
        return size


def prepare() -> None:
    """Have all three streams: readable, writable, whatever they are connected with.

    A terminal without ─ shows ?, and so do names of files that are no text.
    """
    closed = [number for number in (0, 1, 2) if _is_closed(number)]
    for number in closed:  # else the next file that is opened would be taken for it
        # Standard output that was closed cannot be written, and that is told.
        flags = os.O_RDWR if number == 2 else os.O_RDONLY
        os.dup2(os.open(os.devnull, flags), number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout, sys.stderr = _safe(sys.stdout, 1), _safe(sys.stderr, 2)


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def _safe(stream: TextIO | None, number: int) -> TextIO:
    if stream is None:
        raw = _Output(number, "w", closefd=False)
        return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="replace")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.reconfigure(errors="replace")
    buffer = stream.buffer
    unbuffered = type(buffer) is io.FileIO  # PYTHONUNBUFFERED
    if not unbuffered and type(getattr(buffer, "raw", None)) is not io.FileIO:
        return stream  # a console of Windows
    raw = _Output(number, "w", closefd=False)
    return io.TextIOWrapper(
        raw if unbuffered else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering or number == 2,
        write_through=stream.write_through,
    )


def flush() -> Problem | None:
    """Write what waits to be written; what is to be told of it, if something was lost.

    A reader who has gone has read enough: that is no problem.
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
    message = f"what it says could not be written: {lost.strerror}"
    hint = "its files are whole; make room on the disk, or look at what follows > or |"
    return Problem("E023", Place("fustella"), message, hint)
