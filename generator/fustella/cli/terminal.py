"""Tables and a progress line for a terminal; both are silent about colours and widths elsewhere."""

import shutil
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TextIO

_PAUSE_S = 0.1
"""Between two progress lines: faster is not seen."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    """Columns of text; `align` has `l` or `r` for each."""
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]

    def line(row: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if side == "r" else cell.ljust(width)
            for cell, width, side in zip(row, widths, align, strict=True)
        )
        return "  ".join(cells).rstrip()

    rule = "  ".join("─" * width for width in widths).rstrip()
    return "\n".join([line(heads), rule, *map(line, rows)])


class ProgressLine:
    """One line that says what is being done; nothing at all where nobody watches."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._watched = stream.isatty()
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
        """Say what is being done, and how far it is when `total` is known."""
        now_s = time.monotonic()
        if self._watched and now_s - self._last_s >= _PAUSE_S:
            self._last_s = now_s
            self._write(f"{what} {done} of {total}" if total else f"{what} …")

    def _write(self, text: str) -> None:
        if self._watched:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\x1b[K{text[:width]}")
            self._stream.flush()
