"""Number words of a text, moved to letters of their own, so that short patterns find them.

A pattern that lists all number words takes long to compile. So they are *veiled* first: each of
their letters is moved to a range that Unicode keeps for private use, and all characters stay where
they are.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from generator.numerals import number_words

_VEIL = 0xE000
"""Where Unicode has room for private use: the letters of number words are moved there."""

VEILED = f"[{chr(_VEIL)}-{chr(_VEIL + 0x17F)}]"
"""A letter of a number word."""

SPACE = rf"[\s{chr(_VEIL + ord(' '))}]"
"""White space, within number words, too."""

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
"""The Roman numerals that are read, from 1; in a text they are capitals."""

_HUNDREDS = {
    "en": "hundreds?|thousands?|millions?",
    "it": "(?:due|tre|quattro|cinque|sei|sette|otto|nove)?cento|mille"
    "|(?:due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento)mila|milion[ei]",
    "es": "cien|ciento|(?:dos|tres|cuatro|seis|sete|ocho|nove)cient[oa]s|quinient[oa]s|mil"
    "|mill[oó]n(?:es)?",
}
"""Words that make a greater number of the number word beside them: *a hundred and forty*."""

_ODD_LETTERS = str.maketrans("ſıİ", "sii")
"""Letters that regular expressions hold for s and i, but that small letters are not made of."""


@lru_cache(maxsize=4096)
def veiled(text: str, language: str) -> str:
    """The text in small letters, its number words veiled; as long as before.

    The words of a number beyond those that are known, like *a hundred and forty*, stay words.
    """

    def veil(match: re.Match[str]) -> str:
        if match["greater"]:
            return match[0]
        small = re.sub(r"\s", " ", match[0].lower())
        return "".join(chr(_VEIL + ord(letter)) for letter in small)

    plain = re.sub(VEILED, "\ufffd", text.translate(_ODD_LETTERS))
    return _number_words(language).sub(veil, plain).lower()


def unveiled(word: str) -> str:
    """A veiled word as it was, with single spaces."""
    return " ".join("".join(chr(ord(letter) - _VEIL) for letter in word).split())


@cache
def _number_words(language: str) -> re.Pattern[str]:
    numbers = number_words(language)
    spelled = _any_of(numbers)
    roman = "|".join(numeral.upper() for numeral in reversed(ROMAN))
    greater = "(?!)"
    if language in _HUNDREDS:
        several = _any_of(word for word, number in numbers.items() if number > 1)
        hundred, gap = f"(?:{_HUNDREDS[language]})", r"[\s-]+"
        more = rf"(?:{gap}(?:and|e|ed|y))?{gap}(?:{spelled})"
        greater = rf"(?:{several}){gap}{hundred}(?:{more})?|{hundred}{more}"
    return re.compile(rf"(?<!\w)(?:(?P<greater>(?i:{greater}))|(?i:{spelled})|{roman})(?!\w)")


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longer ones first."""
    longest = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest) or "(?!)"
