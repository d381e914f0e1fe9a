"""Finds passages of claims.yaml, which are words with figures in braces, in a document.

`"{40} castelli/municipi"` finds `40 castelli/municipi` and, after an edit, `42 castelli/municipi`.
A figure is found as digits, as a number word or as a Roman numeral; document and passage are masked
alike for that (see `masked`). A `…` is a gap. The segments between gaps are found one after the
other; so the search for a lost passage takes no longer than any other.

The words of a segment are compared letter by letter; for everything else in it there are a few
patterns. Compiling a pattern for each passage would take longer than looking for it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import TypeAlias

from msgspec import Struct

from fustella.check.document.number_words import MASKED, ROMAN, SPACE, masked, unmasked
from fustella.check.document.plain import Hyphens, Plain, plain
from fustella.check.errors import InvalidClaim
from fustella.check.steps import LETTERS, OF_PLACE, Steps
from fustella.core.processes import limits
from fustella.core.words.numerals import number_words
from fustella.core.words.patterns import regex

Span: TypeAlias = tuple[int, int]

Part: TypeAlias = "str | re.Pattern[str]"
"""A part of a segment: words, or a pattern; the pattern of a figure has a group."""

LONGEST_GAP = 2000
"""The most characters that `…` stands for: a page, as no passage spans a whole document."""

_PART = regex(r"\{(?:(?P<name>[a-z][a-z0-9_]*)=)?(?P<figure>\d{1,15})\}|(?P<gap>…)|(?P<space>\s+)")
_BRACE = regex(r"\{[^{}]*\}?|\}")
_LETTER = regex(r"[^\W\d_]")

_SPACES = regex(rf"{SPACE}+")

_MARK = "[.,'\u2009\u202f]"
"""The pattern of a mark between the digits of one number: 1.040, 4.5, 1,000."""

_BEFORE, _BEHIND = r"(?<!\d)", r"(?!\d)"
_MARK_BEFORE, _MARK_BEHIND = rf"(?<!\d{_MARK})", rf"(?!{_MARK}\d)"


class Read(Struct, frozen=True):
    """One figure in a text: its value, and the range of its characters."""

    name: str
    value: int
    start: int
    end: int


class ClaimPassage(Struct, frozen=True, dict=True):
    """A passage of a claim; `recorded` are the names and values of the figures typed in it."""

    text: str
    recorded: tuple[tuple[str, int], ...]
    language: str

    def occurrences(
        self, text: str, steps: Steps | None = None, hyphens: Hyphens = Hyphens.KEPT
    ) -> Iterator[tuple[int, int, tuple[Read, ...]]]:
        """The occurrences of the passage in `text`: first character, end, and figures.

        Occurrences do not overlap. After a gap, the nearest place of the next segment counts.
        `hyphens` says how hyphens at the ends of lines are read. Raises ProblemsFound: E133, if
        that takes too many steps.
        """
        found = plain(text, hyphens)
        words, steps = masked(found.text, self.language), steps or Steps()
        first, *others = self._segments
        rest = [_Ahead(words, segment, steps) for segment in others]
        end = 0
        for stretch in first.all_in(words, steps):
            stretches = _with_all_behind(stretch, rest) if stretch.start >= end else ()
            if stretches:
                end = stretches[-1].end
                reads = tuple(self._reads(words, found, stretches))
                yield found.at(stretch.start), found.end_at(end), reads

    def _reads(self, words: str, found: Plain, stretches: Sequence["_Stretch"]) -> Iterator[Read]:
        spans = (figure for stretch in stretches for figure in stretch.figures)
        for (name, _), (start, end) in zip(self.recorded, spans, strict=True):
            value = _value_of(words[start:end], self.language)
            yield Read(name, value, found.at(start), found.end_at(end))

    @cached_property
    def _segments(self) -> tuple["_Segment", ...]:
        # Figures count as numbers for what is beside them: the X of `{6}X` is no Roman numeral.
        digits = _PART.sub(lambda p: "0" * len(p[0]) if p["figure"] else p[0], self.text)
        words = masked(digits, self.language)
        segments: list[list[Part]] = [[]]
        at = 0
        for part in _PART.finditer(self.text):
            segments[-1].append(words[at : part.start()])
            at = part.end()
            if part["figure"]:
                segments[-1].append(_figure(words, *part.span()))
            elif part["gap"]:
                segments.append([])
            else:
                segments[-1].append(_SPACES)
        segments[-1].append(words[at:])
        return _segments_of(segments)


@cache
def passage(text: str, language: str, key: str = "text") -> ClaimPassage:
    """Reads the passage that is typed under a key of a claim.

    Raises InvalidClaim under `key` for braces without a figure, and for a passage without words.
    """
    if not _LETTER.search(_PART.sub("", text)):
        hint = "copy a few words from before or after the figure"
        raise InvalidClaim(key, f'the passage "{text}" has no words to be found by', hint)
    return pattern_of(text, language, key)


@cache
def pattern_of(text: str, language: str, key: str) -> ClaimPassage:
    """Reads the pattern of a text in a claim, which may have no words, unlike a passage."""
    text = unicodedata.normalize("NFC", text)  # some editors write é as two characters
    text = plain(text, gaps=True).text
    figures: list[tuple[str, int]] = []
    at = 0
    for part in _PART.finditer(text):
        _refuse_braces(text[at : part.start()], key)
        at = part.end()
        if part["figure"]:
            figures.append((part["name"] or "n", int(part["figure"])))
    _refuse_braces(text[at:], key)
    return ClaimPassage(text, tuple(figures), language)


def _refuse_braces(words: str, key: str) -> None:
    brace = _BRACE.search(words)
    if brace:
        hint = "write {40}, or {level=1} with a name of small letters"
        raise InvalidClaim(key, f'"{brace[0].strip()}" is no figure', hint)


def _value_of(typed: str, language: str) -> int:
    """The value of digits, of a masked number word, or of a masked Roman numeral."""
    if typed.isdecimal():
        return int(typed[: limits.DIGITS + 1])  # a longer number is in no claim
    word = unmasked(typed)
    words = number_words(language)
    return words[word] if word in words else ROMAN.index(word) + 1


def _figure(words: str, start: int, end: int) -> re.Pattern[str]:
    """The pattern of the figure between two characters of a passage.

    It matches only whole numbers, and not the 40 of 1.040. But where the passage itself has a mark
    beside the figure, as in `{2}.{5}`, the text may have one there, too.
    """
    before = "" if re.search(rf"\d{_MARK}$", words[:start][-2:]) else _MARK_BEFORE
    behind = "" if re.match(rf"{_MARK}\d", words[end : end + 2]) else _MARK_BEHIND
    return re.compile(rf"({_BEFORE}{before}\d+{_BEHIND}{behind}|(?<!{MASKED}){MASKED}+)")


class _Stretch(Struct, frozen=True):
    """A stretch of text that matches a segment: its start, its end, and its figures."""

    start: int
    end: int
    figures: tuple[Span, ...]


class _Segment(Struct, frozen=True):
    """The part of a passage between two gaps: words, white space and figures, side by side.

    A segment is looked for by its longest `words`; `before` and `behind` are the parts around
    these, and `lead` is a pattern of width 0 for its beginning. Each part takes all that it matches
    and gives nothing back: figures end with their digits or letters, and words have no white space
    at their ends.
    """

    lead: re.Pattern[str]
    before: tuple[Part, ...]
    words: str
    behind: tuple[Part, ...]

    def all_in(self, text: str, steps: Steps) -> Iterator[_Stretch]:
        """The stretches of a masked text that the segment matches, without overlaps."""
        stretch = self.first_in(text, 0, steps)
        while stretch is not None:
            yield stretch
            stretch = self.first_in(text, max(stretch.end, stretch.start + 1), steps)

    def first_in(self, text: str, at: int, steps: Steps) -> _Stretch | None:
        """The first stretch in a masked text that begins at `at` or later; None without any."""
        here = text.find(self.words, at)
        each = OF_PLACE + len(self.words) // LETTERS  # each time its words are looked at anew
        while here >= 0:
            steps.take(each)
            stretch = self._whole_at(text, here, steps)
            if stretch is not None and stretch.start >= at:
                return stretch
            here = text.find(self.words, here + 1)
        return None

    def _whole_at(self, text: str, here: int, steps: Steps) -> _Stretch | None:
        """The stretch matching the whole segment, whose words begin at `here`, or None."""
        start, end = here, here + len(self.words)
        figures: list[Span] = []
        for part in reversed(self.before):
            steps.take(1)
            if isinstance(part, str):
                if not text.endswith(part, 0, start):
                    return None
                start -= len(part)
                continue
            begin = _starts_by_end(part, text).get(start)
            if begin is None:
                return None
            figures[:0] = [(begin, start)] * part.groups
            start = begin
        if not self.lead.match(text, start):
            return None
        for part in self.behind:
            steps.take(1)
            if isinstance(part, str):
                if not text.startswith(part, end):
                    return None
                end += len(part)
                continue
            match = part.match(text, end)
            if match is None:
                return None
            figures += [match.span()] * part.groups
            end = match.end()
        return _Stretch(start, end, tuple(figures))


@lru_cache(maxsize=64)
def _starts_by_end(pattern: re.Pattern[str], text: str) -> Mapping[int, int]:
    """The start of each match of a pattern in a text, by the match's end."""
    return {match.end(): match.start() for match in pattern.finditer(text)}


class _Ahead:
    """Finds the places of a segment in a text, one after the other, reading the text once."""

    def __init__(self, text: str, segment: _Segment, steps: Steps) -> None:
        self._text, self._segment, self._steps = text, segment, steps
        self._found = segment.first_in(text, 0, steps)

    def behind(self, at: int) -> _Stretch | None:
        """The first stretch from `at` on; `at` may not decrease from call to call."""
        if self._found is not None and self._found.start < at:
            self._found = self._segment.first_in(self._text, at, self._steps)
        return self._found


def _with_all_behind(first: _Stretch, rest: Sequence[_Ahead]) -> Sequence[_Stretch]:
    """The first stretch and, behind it, a stretch for each further segment.

    Returns () if one is missing, or lies more than `LONGEST_GAP` behind the stretch before it.
    """
    stretches = [first]
    for segment in rest:
        at = stretches[-1].end
        stretch = segment.behind(at)
        if stretch is None or stretch.start - at > LONGEST_GAP:
            return ()
        stretches.append(stretch)
    return stretches


def _segments_of(segments: Sequence[Sequence[Part]]) -> tuple[_Segment, ...]:
    """The segments with the given parts; white space around a gap counts once."""
    last = len(segments) - 1
    joined = []
    for number, segment in enumerate(segments):
        parts = [part for part in segment if part]
        if last and all(part == _SPACES for part in parts):
            continue  # a gap beside another, or at an end, is no more than white space
        joined.append(_segment(parts, behind_gap=number > 0, before_gap=number < last))
    return tuple(joined) or (_segment([], behind_gap=False, before_gap=False),)


def _segment(parts: Sequence[Part], *, behind_gap: bool, before_gap: bool) -> _Segment:
    """The segment with some parts; a number at its edge must be a whole number in the text, too."""
    lead = trail = ""
    if behind_gap and parts[0] == _SPACES:
        lead, parts = rf"(?<={SPACE})", parts[1:]
    elif _is_digit(parts[:1], 0):
        lead = f"{_BEFORE}{_MARK_BEFORE}"
    if before_gap and parts[-1] == _SPACES:
        trail, parts = rf"(?={SPACE})", parts[:-1]
    elif _is_digit(parts[-1:], -1):
        trail = f"{_BEHIND}{_MARK_BEHIND}"
    words = max((part for part in parts if isinstance(part, str)), key=len, default="")
    at = parts.index(words) if words else len(parts)
    return _Segment(regex(lead), tuple(parts[:at]), words, (*parts[at + 1 :], regex(trail)))


def _is_digit(parts: Sequence[Part], at: int) -> bool:
    return any(isinstance(part, str) and part[at].isdecimal() for part in parts)
