"""What stands between two gaps of a passage: words, white space and figures, side by side.

Words are compared as they are, and all else is one of a few patterns: to compile a pattern for each
passage would take longer than to look for it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from generator.check.veil import SPACE, VEILED

Span: TypeAlias = tuple[int, int]
Part: TypeAlias = "str | re.Pattern[str]"
"""Words, or a pattern; what a pattern has in brackets is a figure."""

_MARK = "[.,'\u2009\u202f]"
"""What stands between the digits of one number: 1.040, 4.5, 1,000."""

_BEFORE, _BEHIND = r"(?<!\d)", r"(?!\d)"
_MARK_BEFORE, _MARK_BEHIND = rf"(?<!\d{_MARK})", rf"(?!{_MARK}\d)"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a segment stands in a text: from which character to which, and its figures there."""

    start: int
    end: int
    figures: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """Parts that stand side by side: the first words, what is before and what is behind them.

    It is looked for by those words. Each part takes what it can get, and none has to give some of
    it back to the next: figures end where their digits or letters do, and no words begin with white
    space. `lead` is a pattern without width for where the segment begins.
    """

    lead: re.Pattern[str]
    before: tuple[re.Pattern[str], ...]
    words: str
    behind: tuple[Part, ...]

    def all_in(self, text: str) -> Iterator[Stretch]:
        """Every place where it stands in a veiled text; no two of them overlap."""
        found = self.first_in(text, 0)
        while found is not None:
            yield found
            found = self.first_in(text, max(found.end, found.start + 1))

    def first_in(self, text: str, at: int) -> Stretch | None:
        """Where it stands first, from a character on."""
        here = text.find(self.words, at)
        while here >= 0:
            found = self._around(text, here)
            if found is not None and found.start >= at:
                return found
            here = text.find(self.words, here + 1)
        return None

    def _around(self, text: str, here: int) -> Stretch | None:
        """The whole segment, where its words stand at a character."""
        start, end = here, here + len(self.words)
        figures: list[Span] = []
        for pattern in reversed(self.before):
            begin = _by_end(pattern, text).get(start)
            if begin is None:
                return None
            figures[:0] = [(begin, start)] * pattern.groups
            start = begin
        if not self.lead.match(text, start):
            return None
        for part in self.behind:
            if isinstance(part, str):
                if not text.startswith(part, end):
                    return None
                end += len(part)
                continue
            found = part.match(text, end)
            if found is None:
                return None
            figures += [found.span()] * part.groups
            end = found.end()
        return Stretch(start, end, tuple(figures))


def spaces() -> re.Pattern[str]:
    """The pattern of white space."""
    return re.compile(rf"{SPACE}+")


def figure(words: str, start: int, end: int) -> re.Pattern[str]:
    """The pattern of the figure from one character of a passage to another, which has digits there.

    It is a whole number, not the 40 of 1.040. Only where the passage itself writes the marks out,
    as in `{2}.{5}`, they divide figures.
    """
    before = "" if re.search(rf"\d{_MARK}$", words[:start][-2:]) else _MARK_BEFORE
    behind = "" if re.match(rf"{_MARK}\d", words[end : end + 2]) else _MARK_BEHIND
    return re.compile(rf"({_BEFORE}{before}\d+{_BEHIND}{behind}|(?<!{VEILED}){VEILED}+)")


def joined(segments: Sequence[Sequence[Part]]) -> tuple[Segment, ...]:
    """The segments of a passage. White space beside a gap is white space once, not twice."""
    last = len(segments) - 1
    made = []
    for number, segment in enumerate(segments):
        parts = [part for part in segment if part]
        if last and all(part == spaces() for part in parts):
            continue  # a gap beside another, or at an end, is no more than white space
        made.append(_segment(parts, behind_gap=number > 0, before_gap=number < last))
    return tuple(made) or (_segment([], behind_gap=False, before_gap=False),)


def _segment(parts: Sequence[Part], *, behind_gap: bool, before_gap: bool) -> Segment:
    """Parts with what must stand at their edges: a number that is typed there is a whole one."""
    lead = trail = ""
    if behind_gap and parts[0] == spaces():
        lead, parts = rf"(?<={SPACE})", parts[1:]
    elif _is_digit(parts[:1], 0):
        lead = f"{_BEFORE}{_MARK_BEFORE}"
    if before_gap and parts[-1] == spaces():
        trail, parts = rf"(?={SPACE})", parts[:-1]
    elif _is_digit(parts[-1:], -1):
        trail = f"{_BEHIND}{_MARK_BEHIND}"
    first = next((n for n, part in enumerate(parts) if isinstance(part, str)), len(parts))
    before = tuple(part for part in parts[:first] if not isinstance(part, str))
    words = "".join(part for part in parts[first : first + 1] if isinstance(part, str))
    behind = (*parts[first + 1 :], re.compile(trail))
    return Segment(re.compile(lead), before, words, behind)


def _is_digit(parts: Sequence[Part], at: int) -> bool:
    return any(isinstance(part, str) and part[at].isdecimal() for part in parts)


@lru_cache(maxsize=64)
def _by_end(part: re.Pattern[str], text: str) -> Mapping[int, int]:
    """Where a pattern stands in a text: the beginning of each place by its end."""
    return {match.end(): match.start() for match in part.finditer(text)}
