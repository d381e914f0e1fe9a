"""A rule document as text: where passages stand in it, and which figures it has."""

import bisect
import re
from dataclasses import dataclass
from functools import cached_property

from fustella.check.document.passages import Passage, Read


@dataclass(frozen=True)
class Found:
    """A passage where it stands now: lines from 1, both ends included."""

    first: int
    last: int
    reads: tuple[Read, ...]


@dataclass(frozen=True)
class Document:
    """The text of a rule document; `name` is how the designer calls the file."""

    name: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines, without their ends."""
        return tuple(re.split(r"\r\n|\r|\n", self.text))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        breaks = (match.end() for match in re.finditer(r"\r\n|\r|\n", self.text))
        return (0, *breaks)

    def line_at(self, character: int) -> int:
        """The line, from 1, of a character."""
        return bisect.bisect_right(self._starts, character)

    def start_of(self, line: int) -> int:
        """The first character of a line that is there, from 1."""
        return self._starts[line - 1]

    def find(self, passage: Passage) -> tuple[Found, ...]:
        """Every place where a passage stands."""
        return tuple(
            Found(self.line_at(start), self.line_at(max(start, end - 1)), reads)
            for start, end, reads in passage.occurrences(self.text)
        )

    def line(self, number: int) -> str:
        """One line, from 1; "" outside."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""
