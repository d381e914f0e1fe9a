"""A map drawn with marks, as a claim keeps it and as the document has it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.check.document import Document
from generator.check.selection import fitting
from generator.claims import Lines

_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_LONGEST_MARK = 3
_FEWEST_MARKS = 3
_MARK = re.compile(rf"\w{{1,{_LONGEST_MARK}}}")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its marks, the line it stands in, and what stands there without what is around."""

    marks: tuple[str, ...]
    line: int
    typed: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The rows of a map."""

    rows: tuple[Row, ...]

    @property
    def wide(self) -> int:
        """The squares of the longest row."""
        return max((len(row.marks) for row in self.rows), default=0)

    @property
    def high(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return sum(len(row.marks) for row in self.rows)

    def at(self, marks: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """The squares whose mark fits one of some patterns: row and column from 0, and mark."""
        fits = [fitting(pattern) for pattern in marks]
        for down, row in enumerate(self.rows):
            for across, mark in enumerate(row.marks):
                if any(fit(mark) for fit in fits):
                    yield down, across, mark

    def around(self, down: int, across: int) -> tuple[str, ...]:
        """The marks on the four sides of a square."""
        found = []
        for right, below in _SIDES:
            row, column = down + below, across + right
            if 0 <= row < self.high and 0 <= column < len(self.rows[row].marks):
                found.append(self.rows[row].marks[column])
        return tuple(found)


def drawing_of(text: str, first: int) -> Drawing:
    """A drawing as it is typed; `first` is the line of its first row, 0 when not known."""
    return Drawing(
        tuple(
            Row(tuple(line.split()), first + number if first else 0, line.strip())
            for number, line in enumerate(text.split("\n"))
            if line.strip()
        )
    )


def drawn_in(document: Document, lines: Lines, recorded: Drawing) -> Drawing | None:
    """The first rows of marks within some lines, or behind one of them after blank lines only.

    Marks are those that were `recorded`, or have up to three letters or digits. Two rows at least,
    of three marks at least, so that a table of numbers beside a map is none; of fewer where the
    recorded rows are shorter.
    """
    looks = _Looks(recorded)
    for first, last in lines:
        at = first
        while at <= len(document.lines) and (at <= last or not document.line(at).strip()):
            rows = tuple(_rows_from(document, at, looks))
            if len(rows) > 1:
                return Drawing(rows)
            at += 1
        rows = tuple(_rows_from(document, at, looks))
        if len(rows) > 1:
            return Drawing(rows)
    return None


def _rows_from(document: Document, at: int, looks: "_Looks") -> Iterator[Row]:
    """Consecutive rows from a line on; blank lines between them do not count."""
    if not document.line(at).strip():
        return
    for number in range(at, len(document.lines) + 1):
        line = document.line(number)
        if looks.like_a_row(line):
            yield Row(tuple(line.split()), number, line.strip())
        elif line.strip():
            return


class _Looks:
    """What a row of a map looks like."""

    def __init__(self, recorded: Drawing) -> None:
        self._known = {mark for row in recorded.rows for mark in row.marks}
        self._least = min([_FEWEST_MARKS, *(len(row.marks) for row in recorded.rows)])

    def like_a_row(self, line: str) -> bool:
        marks = line.split()
        return len(marks) >= self._least and all(
            mark in self._known or _MARK.fullmatch(mark) for mark in marks
        )
