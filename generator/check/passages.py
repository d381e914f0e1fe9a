"""Passages of claims.yaml: words of a document with its figures in braces, made into patterns.

`"{40} castelli/municipi"` finds `40 castelli/municipi` and, after an edit, `42 castelli/municipi`.
What the braces hold is found as digits, as a number word or as a Roman numeral. Document and
passage are veiled alike (see `veil`). What stands between two `…` is found by itself (see
`segments`), so that a passage that is gone takes no longer than one that is there.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from generator.check.bad import BadClaim
from generator.check.segments import Part, Segment, Stretch, figure, joined, spaces
from generator.check.veil import ROMAN, unveiled, veiled
from generator.numerals import number_words

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
        plain = veiled(text, self.language)
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
        words = veiled(_PART.sub(_as_digits, self.text), self.language)
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
        raise BadClaim(key, f'the passage "{text}" has no words to be found by', hint)
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
    word = unveiled(typed)
    words = number_words(language)
    return words[word] if word in words else ROMAN.index(word) + 1


def _refuse_braces(words: str, key: str) -> None:
    brace = _BRACE.search(words)
    if brace:
        hint = "write {40}, or {level=1} with a name of small letters"
        raise BadClaim(key, f'"{brace[0].strip()}" is no figure', hint)


def _as_digits(part: re.Match[str]) -> str:
    """A figure in braces as a number, as long; what is none, as it is."""
    return "0" * len(part[0]) if part["figure"] else part[0]
