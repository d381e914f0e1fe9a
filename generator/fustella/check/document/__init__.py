"""Reads a rule document as text: its lines, and the places of passages and their figures."""

import bisect
import re
from functools import cached_property

from msgspec import Struct

from fustella.check.document.passages import ClaimPassage, Read
from fustella.check.document.plain import Hyphens, plain, without_lone_numbers
from fustella.check.steps import Steps


class FoundPassage(Struct, frozen=True, dict=True):
    """A passage in a document: its first and last line, from 1, and the figures in it."""

    first: int
    last: int
    reads: tuple[Read, ...]


class Document(Struct, frozen=True, dict=True):
    """The text of a rule document; `name` is its file's name, for messages."""

    name: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends; line ends may be those of any system."""
        return tuple(re.split(r"\r\n|\r|\n", self.text))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        breaks = (match.end() for match in re.finditer(r"\r\n|\r|\n", self.text))
        return (0, *breaks)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1; "" for a number without a line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def line_at(self, character: int) -> int:
        """The number, from 1, of the line that a character is in."""
        return bisect.bisect_right(self._starts, character)

    def start_of(self, line: int) -> int:
        """The index of the first character of a line, counted from 1, which has to exist."""
        return self._starts[line - 1]

    def find(self, passage: ClaimPassage, steps: Steps | None = None) -> tuple[FoundPassage, ...]:
        """The places of a passage in the document.

        Page numbers in the middle of the passage are skipped, and a word of it may be hyphenated at
        the end of a line. These ways to read the text are tried until one gives the recorded
        figures; if none does, the first way that has the passage counts. Raises ProblemsFound:
        E133, if the search takes too many steps.
        """
        recorded = [value for _, value in passage.recorded]
        first: tuple[FoundPassage, ...] = ()
        for text, hyphens in self._ways_to_read:
            found = tuple(
                FoundPassage(self.line_at(start), self.line_at(max(start, end - 1)), reads)
                for start, end, reads in passage.occurrences(text, steps, hyphens)
            )
            if any([read.value for read in each.reads] == recorded for each in found):
                return found
            first = first or found
        return first

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text itself, and a copy without the numbers of pages, which stand alone."""
        return tuple(dict.fromkeys((self.text, without_lone_numbers(self.text))))

    @cached_property
    def plain_texts(self) -> tuple[str, ...]:
        """The plain text (see `plain`), once for each way in which it may be read."""
        return tuple(plain(text, hyphens).text for text, hyphens in self._ways_to_read)

    @cached_property
    def _ways_to_read(self) -> tuple[tuple[str, Hyphens], ...]:
        """The text, and if they differ, copies without page numbers and with other hyphens."""
        ways: dict[str, tuple[str, Hyphens]] = {}
        for text in self.texts:
            for hyphens in Hyphens:
                ways.setdefault(plain(text, hyphens).text, (text, hyphens))
        return tuple(ways.values())
