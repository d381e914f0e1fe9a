"""Number words of a text, moved to letters of their own, so that short patterns find them.

A pattern that lists all number words takes long to compile. So they are *veiled* first: each of
their letters is moved to a range that Unicode keeps for private use, and all characters stay where
they are.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from fustella.core.numerals import number_at, number_beginnings

_VEIL = 0xE000
"""Where Unicode has room for private use: the letters of number words are moved there."""

VEILED = f"[{chr(_VEIL)}-{chr(_VEIL + 0x17F)}]"
"""A letter of a number word."""

SPACE = rf"[\s{chr(_VEIL + ord(' '))}]"
"""White space, within number words, too."""

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
"""The Roman numerals that are read, from 1; in a text they are capitals."""

_CAPITALS = frozenset(numeral.upper() for numeral in ROMAN)

_ODD_LETTERS = str.maketrans("ſıİ", "sii")
"""Letters that pass for s and i, but that small letters are not made of."""

_ALIKE = str.maketrans("’‘`´“”„«»‐‑‒–—−", "'" * 4 + '"' * 5 + "-" * 6)
"""Quotation marks and dashes that are typed one for the other."""

_SIGNS_OF_VEIL = re.compile(VEILED)
_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
_WORD_BEHIND = re.compile(r"[\s-]+([^\W\d_]+)(?!\w)")

_HUNDREDS = {
    "en": ("", "", "hundred hundreds thousand thousands million millions"),
    "it": (
        "due tre quattro cinque sei sette otto nove",
        "cento mila",
        "cento mille diecimila centomila milione milioni",
    ),
    "es": (
        "dos tres cuatro seis sete ocho nueve",
        "cientos cientas",
        "cien ciento quinientos quinientas mil millon millón millones millónes",
    ),
}
"""By language: words and the endings that each of them takes, and words that stand alone."""

_AND = ("and", "e", "ed", "y")


@lru_cache(maxsize=4096)
def masked(text: str, language: str) -> str:
    """The text in small letters, its number words veiled, signs that look alike made the same.

    It is as long as before. The words of a number beyond those that are known, like *a hundred and
    forty*, stay words.
    """
    plain = _SIGNS_OF_VEIL.sub("\ufffd", text.translate(_ODD_LETTERS))
    parts, at = [], 0
    for start, end in _numbers(plain, language):
        parts += [plain[at:start], _under_veil(plain[start:end])]
        at = end
    return "".join([*parts, plain[at:]]).lower().translate(_ALIKE)


def unmasked(word: str) -> str:
    """A veiled word as it was, with single spaces."""
    return " ".join("".join(chr(ord(letter) - _VEIL) for letter in word).split())


def _under_veil(word: str) -> str:
    return "".join(chr(_VEIL + ord(" " if sign.isspace() else sign)) for sign in word.lower())


def _numbers(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Where number words and Roman numerals begin and end that stand for themselves."""
    beginnings, hundreds = number_beginnings(language), _hundreds(language)
    behind = 0
    for word in _WORD.finditer(text):
        start, end = word.span()
        small = word[0].lower()
        if start < behind:
            continue
        if small in beginnings or small in hundreds:
            number = number_at(text, start, language)
            behind = _greater(text, (start, end), number, language)
            if not behind and number is not None:
                behind = number[1]
                yield start, behind
        elif word[0] in _CAPITALS:
            yield start, end


def _greater(
    text: str, word: tuple[int, int], number: tuple[int, int] | None, language: str
) -> int:
    """Where the words of a number end that is beyond the known ones; 0 where there are none.

    They are several hundreds, perhaps with more behind them, or a hundred with more.
    """
    hundreds = _hundreds(language)
    if number is not None and number[0] > 1:
        hundred = _WORD_BEHIND.match(text, number[1])
        if hundred is not None and hundred[1].lower() in hundreds:
            return _more(text, hundred.end(), language) or hundred.end()
    return _more(text, word[1], language) if text[slice(*word)].lower() in hundreds else 0


def _more(text: str, at: int, language: str) -> int:
    """Where a number ends that is added to what stands before a character; 0 where none is."""
    word = _WORD_BEHIND.match(text, at)
    if word is not None and word[1].lower() in _AND:
        word = _WORD_BEHIND.match(text, word.end())
    added = number_at(text, word.start(1), language) if word is not None else None
    return added[1] if added is not None else 0


@cache
def _hundreds(language: str) -> frozenset[str]:
    """Words that make a greater number of the number word beside them: *a hundred and forty*."""
    several, many, others = _HUNDREDS.get(language, ("", "", ""))
    words = (unit + end for unit in several.split() for end in many.split())
    return frozenset([*words, *others.split()])
