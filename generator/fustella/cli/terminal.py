"""What a terminal shows while and after a command works: progress, paths, counts."""

import shutil
import time
from pathlib import Path
from types import TracebackType
from typing import TextIO

_MIN_INTERVAL_S = 0.1
"""Between two updates of the progress line: more are not seen."""


class ProgressLine:
    """One line that says what is being done; nothing at all where the stream is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._last_s = 0.0

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write("")

    def show(self, what: str, done: int, total: int) -> None:
        """Show what is being done, and how far it is when `total` is known."""
        now_s = time.monotonic()
        if self._is_terminal and now_s - self._last_s >= _MIN_INTERVAL_S:
            self._last_s = now_s
            self._write(f"{what} {done} of {total}" if total else f"{what} …")

    def _write(self, text: str) -> None:
        if self._is_terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\x1b[K{text[:width]}")
            self._stream.flush()


def width() -> int:
    """The columns of the terminal, or those of a page where there is none."""
    return shutil.get_terminal_size().columns


def path_from_here(path: Path) -> str:
    """Relative to the current folder where the path is below it."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def plural(count: int, noun: str) -> str:
    """`1 problem`, `2 problems`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
