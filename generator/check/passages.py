"""Passages of claims.yaml: words of a document with its figures in braces, made into patterns.

`"{40} castelli/municipi"` finds `40 castelli/municipi` and, after an edit, `42 castelli/municipi`.
What the braces hold is found as digits, as a number word or as a Roman numeral. Document and
passage are veiled alike (see `veil`). What stands between two `…` is found by itself, so that a
passage that is gone takes no longer than one that is there.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from generator.check.bad import BadClaim
from generator.check.veil import ROMAN, SPACE, VEILED, unveiled, veiled
from generator.numerals import number_words

LONGEST_GAP = 2000
"""Characters that `…` may stand for: a page, so that a passage cannot run through a document."""

_PART = re.compile(r"\{(?:(?P<name>[a-z][a-z0-9_]*)=)?(?P<figure>\d+)\}|(?P<gap>…)|(?P<space>\s+)")
_MARK = "[.,'’\u2009\u202f]"
"""What stands between the digits of one number: 1.040, 4.5, 1,000."""

_SPACES = rf"{SPACE}+"
_BEFORE, _BEHIND = r"(?<!\d)", r"(?!\d)"
_MARK_BEFORE, _MARK_BEHIND = rf"(?<!\d{_MARK})", rf"(?!{_MARK}\d)"
_ALIKE = ("'’‘`´", '"“”„«»', "-‐‑‒–—−")
_SAME = {sign: f"[{re.escape(signs)}]" for signs in _ALIKE for sign in signs}


@dataclass(frozen=True, slots=True)
class Read:
    """One figure as it stands in a text: its value and where its characters are."""

    name: str
    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage as patterns, with its figures as they were when the claim was written.

    `segments` are the patterns of what stands between its gaps.
    """

    text: str
    recorded: tuple[tuple[str, int], ...]
    segments: tuple[str, ...]
    language: str

    def occurrences(self, text: str) -> Iterator[tuple[int, int, tuple[Read, ...]]]:
        """Where it stands in `text`: from which character to which, and its figures there.

        No two of them overlap. Behind a gap stands what is found first.
        """
        plain = veiled(text, self.language)
        first, *others = (re.compile(segment) for segment in self.segments)
        rest = [_Segment(plain, other) for other in others]
        end = 0
        for match in first.finditer(plain):
            matches = _all_behind(match, rest) if match.start() >= end else ()
            if matches:
                end = matches[-1].end()
                yield match.start(), end, self._reads(matches)

    def _reads(self, matches: Sequence[re.Match[str]]) -> tuple[Read, ...]:
        spans = (match.span(group) for match in matches for group in range(1, match.re.groups + 1))
        plain = matches[0].string
        return tuple(
            Read(name, _value_of(plain[start:end], self.language), start, end)
            for (name, _), (start, end) in zip(self.recorded, spans, strict=True)
        )


class _Segment:
    """Finds a segment again and again, further and further on, reading the text but once."""

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._text, self._pattern = text, pattern
        self._found = pattern.search(text)

    def behind(self, at: int) -> re.Match[str] | None:
        """Where it stands first behind a character; never asked for one further up again."""
        if self._found is not None and self._found.start() < at:
            self._found = self._pattern.search(self._text, at)
        return self._found


def _all_behind(first: re.Match[str], rest: Sequence[_Segment]) -> Sequence[re.Match[str]]:
    """The first segment with all others behind it; nothing when one is too far away."""
    matches = [first]
    for segment in rest:
        at = matches[-1].end()
        found = segment.behind(at)
        if found is None or found.start() - at > LONGEST_GAP:
            return ()
        matches.append(found)
    return matches


@cache
def passage(text: str, language: str, key: str = "text") -> Passage:
    """The pattern of a passage under a key. Raises BadClaim when it has no words to find it by."""
    if not re.search(r"[^\W\d_]", _PART.sub("", text)):
        hint = "copy a few words from before or after the figure"
        raise BadClaim(key, f'the passage "{text}" has no words to be found by', hint)
    return pattern_of(text, language, key)


@cache
def pattern_of(text: str, language: str, key: str) -> Passage:
    """The pattern of a text with figures in braces, with words or without. Raises BadClaim."""
    figures: list[tuple[str, int]] = []
    segments: list[list[str]] = [[]]
    at = 0
    text = unicodedata.normalize("NFC", text)  # some editors write é as two characters
    # A figure is a number to what stands beside it, or the X of `{6}X` would be a ten.
    digits = _PART.sub(_as_digits, text)
    words = veiled(digits, language)
    for part in _PART.finditer(text):
        segments[-1].append(_literal(text[at : part.start()], words[at : part.start()], key))
        at = part.end()
        if part["figure"] is not None:
            figures.append((part["name"] or "n", int(part["figure"])))
            segments[-1].append(_figure(digits, *part.span()))
        elif part["gap"]:
            segments.append([])
        else:
            segments[-1].append(_SPACES)
    segments[-1].append(_literal(text[at:], words[at:], key))
    return Passage(text, tuple(figures), _joined(segments), language)


def _value_of(typed: str, language: str) -> int:
    """The number that digits, a number word or a Roman numeral mean."""
    if typed.isdecimal():
        return int(typed)
    word = unveiled(typed)
    words = number_words(language)
    return words[word] if word in words else ROMAN.index(word) + 1


def _as_digits(part: re.Match[str]) -> str:
    """A figure in braces as a number, as long; what is none, as it is."""
    return "0" * len(part[0]) if part["figure"] is not None else part[0]


def _figure(digits: str, start: int, end: int) -> str:
    """The pattern of a figure: a whole number, not the 40 of 1.040.

    Only where the passage itself writes the marks out, as in `{2}.{5}`, they divide figures.
    """
    before = "" if re.search(rf"\d{_MARK}$", digits[:start][-2:]) else _MARK_BEFORE
    behind = "" if re.match(rf"{_MARK}\d", digits[end : end + 2]) else _MARK_BEHIND
    return rf"({_BEFORE}{before}\d+{_BEHIND}{behind}|{VEILED}+)"


def _literal(text: str, veiled_text: str, key: str) -> str:
    brace = re.search(r"\{[^{}]*\}?|\}", text)
    if brace:
        hint = "write {40}, or {level=1} with a name of small letters"
        raise BadClaim(key, f'"{brace[0].strip()}" is no figure', hint)
    return "".join(_SAME.get(letter) or re.escape(letter) for letter in veiled_text)


def _joined(segments: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The patterns of the segments. White space beside a gap is white space once, not twice."""
    joined = []
    last = len(segments) - 1
    for number, segment in enumerate(segments):
        parts = [part for part in segment if part]
        if all(part == _SPACES for part in parts) and last:
            continue  # a gap beside another, or at an end, is no more than white space
        if number > 0 and parts[0] == _SPACES:
            parts[0] = f"(?<={SPACE})"
        if number < last and parts[-1] == _SPACES:
            parts[-1] = f"(?={SPACE})"
        joined.append(_with_edges("".join(parts)))
    return tuple(joined) or ("",)


def _with_edges(pattern: str) -> str:
    """A number that is typed at an end of it is a whole number, too."""
    before = f"{_BEFORE}{_MARK_BEFORE}" if pattern[:1].isdecimal() else ""
    behind = f"{_BEHIND}{_MARK_BEHIND}" if pattern[-1:].isdecimal() else ""
    return f"{before}{pattern}{behind}"
