"""Passages of claims.yaml: words of a document with its figures in braces, made into patterns.

`"{40} castelli/municipi"` finds `40 castelli/municipi` and, after an edit, `42 castelli/municipi`.
What the braces hold is found as digits, as a number word or as a Roman numeral.

A pattern that lists all number words takes long to compile. So number words are *veiled* first, in
the document and in the passage alike: each of their letters is moved to a range of its own, which
one short pattern finds, and all characters stay where they are.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from generator.check.bad import BadClaim
from generator.numerals import number_words

LONGEST_GAP = 2000
"""Characters that `…` may stand for: a page, so that a passage cannot run through a document."""

_PART = re.compile(r"\{(?:(?P<name>[a-z][a-z0-9_]*)=)?(?P<figure>\d+)\}|(?P<gap>…)|(?P<space>\s+)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_VEIL = 0xE000
"""Where Unicode has room for private use: the letters of number words are moved there."""

_VEILED = f"[{chr(_VEIL)}-{chr(_VEIL + 0x17F)}]"
_FIGURE = rf"((?<!\d)\d+|{_VEILED}+)"
_SPACE = rf"[\s{chr(_VEIL + ord(' '))}]+"
_ALIKE = ("'’‘`´", '"“”„«»', "-‐‑‒–—−")
_SAME = {sign: f"[{re.escape(signs)}]" for signs in _ALIKE for sign in signs}
_ODD_LETTERS = str.maketrans("ſıİ", "sii")
"""Letters that regular expressions hold for s and i, but that small letters are not made of."""


@dataclass(frozen=True, slots=True)
class Read:
    """One figure as it stands in a text: its value and where its characters are."""

    name: str
    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage as a pattern, with its figures as they were when the claim was written."""

    text: str
    recorded: tuple[tuple[str, int], ...]
    expression: str
    language: str

    def occurrences(self, text: str) -> Iterator[tuple[int, int, tuple[Read, ...]]]:
        """Where it stands in `text`: from which character to which, and its figures there."""
        pattern = re.compile(self.expression)
        for match in pattern.finditer(_veiled(text, self.language)):
            reads = tuple(
                Read(name, _value_of(match[group], self.language), *match.span(group))
                for group, (name, _) in enumerate(self.recorded, start=1)
            )
            yield match.start(), match.end(), reads


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
    parts: list[str] = []
    at = 0
    text = unicodedata.normalize("NFC", text)  # some editors write é as two characters
    # A figure is a number to the words beside it, or the X of `{6}X` would be a ten.
    veiled = _veiled(_PART.sub(_as_digits, text), language)
    for part in _PART.finditer(text):
        parts.append(_literal(text[at : part.start()], veiled[at : part.start()], key))
        at = part.end()
        if part["figure"] is not None:
            figures.append((part["name"] or "n", int(part["figure"])))
            parts.append(_FIGURE)
        elif part["gap"]:
            parts.append(rf"[\s\S]{{0,{LONGEST_GAP}}}?")
        else:
            parts.append(_SPACE)
    parts.append(_literal(text[at:], veiled[at:], key))
    return Passage(text, tuple(figures), "".join(parts), language)


def _value_of(typed: str, language: str) -> int:
    """The number that digits, a number word or a Roman numeral mean."""
    if typed.isdecimal():
        return int(typed)
    word = " ".join("".join(chr(ord(letter) - _VEIL) for letter in typed).split())
    words = number_words(language)
    return words[word] if word in words else _ROMAN.index(word) + 1


def _as_digits(part: re.Match[str]) -> str:
    """A figure in braces as a number, as long; what is none, as it is."""
    return "0" * len(part[0]) if part["figure"] is not None else part[0]


def _literal(text: str, veiled: str, key: str) -> str:
    brace = re.search(r"\{[^{}]*\}?|\}", text)
    if brace:
        hint = "write {40}, or {level=1} with a name of small letters"
        raise BadClaim(key, f'"{brace[0].strip()}" is no figure', hint)
    return "".join(_SAME.get(letter) or re.escape(letter) for letter in veiled)


@lru_cache(maxsize=4096)
def _veiled(text: str, language: str) -> str:
    """The text in small letters, its number words veiled; as long as before."""

    def veil(match: re.Match[str]) -> str:
        small = re.sub(r"\s", " ", match[0].lower())
        return "".join(chr(_VEIL + ord(letter)) for letter in small)

    plain = re.sub(_VEILED, "\ufffd", text.translate(_ODD_LETTERS))
    return _number_words(language).sub(veil, plain).lower()


@cache
def _number_words(language: str) -> re.Pattern[str]:
    words = sorted(number_words(language), key=len, reverse=True)
    spelled = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words) or "(?!)"
    roman = "|".join(numeral.upper() for numeral in reversed(_ROMAN))
    return re.compile(rf"(?<!\w)(?:(?i:{spelled})|{roman})(?!\w)")
