"""Passages of claims.yaml: words of a document with its figures in braces, made into patterns.

`"{40} castelli/municipi"` finds `40 castelli/municipi` and, after an edit, `42 castelli/municipi`.
What the braces hold is found as digits, as a number word or as a Roman numeral. Document and
passage are veiled alike (see `veil`). What stands between two `…` is found by itself (see
`segments`), so that a passage that is gone takes no longer than one that is there.

What stands between two gaps of a passage: words, white space and figures, side by side.

Words are compared as they are, and all else is one of a few patterns: to compile a pattern for each
passage would take longer than to look for it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TypeAlias

from fustella.check.document.number_words import ROMAN, SPACE, VEILED, masked, unmasked
from fustella.check.errors import InvalidClaim
from fustella.core.numerals import number_words

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


LONGEST_GAP = 2000
"""Characters that `…` may stand for: a page, so that a passage cannot run through a document."""

_PART = re.compile(r"\{(?:(?P<name>[a-z][a-z0-9_]*)=)?(?P<figure>\d+)\}|(?P<gap>…)|(?P<space>\s+)")
_BRACE = re.compile(r"\{[^{}]*\}?|\}")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Read:
    """One figure as it stands in a text: its value and where its characters are."""

    name: str
    value: int
    start: int
    end: int


@dataclass(frozen=True)
class Passage:
    """A passage, with its figures as they were when the claim was written."""

    text: str
    recorded: tuple[tuple[str, int], ...]
    language: str

    def occurrences(self, text: str) -> Iterator[tuple[int, int, tuple[Read, ...]]]:
        """Where it stands in `text`: from which character to which, and its figures there.

        No two of them overlap. Behind a gap stands what is found first.
        """
        plain = masked(text, self.language)
        first, *others = self._segments
        rest = [_Further(plain, other) for other in others]
        end = 0
        for stretch in first.all_in(plain):
            stretches = _all_behind(stretch, rest) if stretch.start >= end else ()
            if stretches:
                end = stretches[-1].end
                yield stretch.start, end, self._reads(plain, stretches)

    def _reads(self, plain: str, stretches: Sequence[Stretch]) -> tuple[Read, ...]:
        spans = (figure for stretch in stretches for figure in stretch.figures)
        return tuple(
            Read(name, _value_of(plain[start:end], self.language), start, end)
            for (name, _), (start, end) in zip(self.recorded, spans, strict=True)
        )

    @cached_property
    def _segments(self) -> tuple[Segment, ...]:
        """What stands between its gaps; needed only where there is a text to look into."""
        # A figure is a number to what stands beside it, or the X of `{6}X` would be a ten.
        words = masked(_PART.sub(_as_digits, self.text), self.language)
        segments: list[list[Part]] = [[]]
        at = 0
        for part in _PART.finditer(self.text):
            segments[-1].append(words[at : part.start()])
            at = part.end()
            if part["figure"]:
                segments[-1].append(figure(words, *part.span()))
            elif part["gap"]:
                segments.append([])
            else:
                segments[-1].append(spaces())
        segments[-1].append(words[at:])
        return joined(segments)


class _Further:
    """Finds a segment again and again, further and further on, reading the text but once."""

    def __init__(self, text: str, segment: Segment) -> None:
        self._text, self._segment = text, segment
        self._found = segment.first_in(text, 0)

    def behind(self, at: int) -> Stretch | None:
        """Where it stands first behind a character; never asked for one further up again."""
        if self._found is not None and self._found.start < at:
            self._found = self._segment.first_in(self._text, at)
        return self._found


def _all_behind(first: Stretch, rest: Sequence[_Further]) -> Sequence[Stretch]:
    """The first segment with all others behind it; nothing when one is too far away."""
    stretches = [first]
    for segment in rest:
        at = stretches[-1].end
        found = segment.behind(at)
        if found is None or found.start - at > LONGEST_GAP:
            return ()
        stretches.append(found)
    return stretches


@cache
def passage(text: str, language: str, key: str = "text") -> Passage:
    """The pattern of a passage under a key. Raises BadClaim when it has no words to find it by."""
    if not _LETTER.search(_PART.sub("", text)):
        hint = "copy a few words from before or after the figure"
        raise InvalidClaim(key, f'the passage "{text}" has no words to be found by', hint)
    return pattern_of(text, language, key)


@cache
def pattern_of(text: str, language: str, key: str) -> Passage:
    """The pattern of a text with figures in braces, with words or without. Raises BadClaim."""
    text = unicodedata.normalize("NFC", text)  # some editors write é as two characters
    figures: list[tuple[str, int]] = []
    at = 0
    for part in _PART.finditer(text):
        _refuse_braces(text[at : part.start()], key)
        at = part.end()
        if part["figure"]:
            figures.append((part["name"] or "n", int(part["figure"])))
    _refuse_braces(text[at:], key)
    return Passage(text, tuple(figures), language)


def _value_of(typed: str, language: str) -> int:
    """The number that digits, a number word or a Roman numeral mean."""
    if typed.isdecimal():
        return int(typed)
    word = unmasked(typed)
    words = number_words(language)
    return words[word] if word in words else ROMAN.index(word) + 1


def _refuse_braces(words: str, key: str) -> None:
    brace = _BRACE.search(words)
    if brace:
        hint = "write {40}, or {level=1} with a name of small letters"
        raise InvalidClaim(key, f'"{brace[0].strip()}" is no figure', hint)


def _as_digits(part: re.Match[str]) -> str:
    """A figure in braces as a number, as long; what is none, as it is."""
    return "0" * len(part[0]) if part["figure"] else part[0]
