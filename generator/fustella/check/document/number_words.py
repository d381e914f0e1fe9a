"""Masks the number words of a text, so that short patterns find them.

A pattern that lists all number words takes long to compile. So number words are *masked* first:
each of their characters is replaced by a character that Unicode keeps for private use, and no
character changes its position.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from fustella.core.words.languages import word_list
from fustella.core.words.numerals import number_at, number_beginnings
from fustella.core.words.patterns import regex

_MASK = 0xE000
"""Masking adds this to a character's code: private use begins there (Unicode, 23.5)."""

MASKED = f"[{chr(_MASK)}-{chr(_MASK + 0x17F)}]"
"""The pattern of a character of a masked number word."""

SPACE = rf"[\s{chr(_MASK + ord(' '))}]"
"""The pattern of white space, including that within masked number words."""

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
"""The Roman numerals that are read, from 1; in a text they must be capitals."""

_CAPITALS = frozenset(numeral.upper() for numeral in ROMAN)

_ODD_LETTERS = str.maketrans("ſıİ", "sii")
"""Forms of s and i whose small letter is another character, or two characters."""

ALIKE = str.maketrans("’‘‚‛‹›`´ʼ′“”„‟«»″‐‑‒–—―−•‣▪◦●", "'" * 10 + '"' * 7 + "-" * 12)
"""Quotation marks, dashes and bullets that are typed in place of one another."""

_MASKED = regex(MASKED)
_WORD = regex(r"(?<!\w)[^\W\d_]+(?!\w)")
_WORD_BEHIND = regex(r"[\s-]+([^\W\d_]+)(?!\w)")

_HUNDREDS = "hundreds"
"""The list of words that make larger numbers with a number word: *a hundred and forty*."""


@lru_cache(maxsize=4096)
def masked(text: str, language: str) -> str:
    """The text in small letters, number words masked and lookalike signs made equal.

    The text keeps its length. A number that is too large for `number_words` stays as it is, with
    all its parts, such as the *forty* of *a hundred and forty*.
    """
    plain = _MASKED.sub("\ufffd", text.translate(_ODD_LETTERS | ALIKE))
    parts, at = [], 0
    for start, end in _numbers(plain, language):
        word = plain[start:end].lower()
        shifted = (chr(_MASK + ord(" " if sign.isspace() else sign)) for sign in word)
        parts += [plain[at:start], *shifted]
        at = end
    return "".join([*parts, plain[at:]]).lower()


def unmasked(word: str) -> str:
    """The number word of a masked one, in small letters, with single spaces."""
    return " ".join("".join(chr(ord(letter) - _MASK) for letter in word).split())


def _numbers(text: str, language: str) -> Iterator[tuple[int, int]]:
    """The spans of number words and Roman numerals, without parts of larger numbers."""
    beginnings, hundreds = number_beginnings(language), frozenset(word_list(_HUNDREDS, language))
    behind = 0
    for word in _WORD.finditer(text):
        start, end = word.span()
        small = word[0].lower()
        if start < behind:
            continue
        if small in beginnings or small in hundreds:
            number = number_at(text, start, language)
            behind = _end_of_larger(text, word, number, language)
            if not behind and number is not None:
                behind = number[1]
                yield start, behind
        elif word[0] in _CAPITALS:
            yield start, end


def _end_of_larger(
    text: str, word: re.Match[str], number: tuple[int, int] | None, language: str
) -> int:
    """The end of a number too large for `number_words`; 0 if there is none.

    Such a number is several hundreds, perhaps with a number after them, or a hundred with a number
    after it.
    """
    hundreds = word_list(_HUNDREDS, language)
    if number is not None and number[0] > 1:
        hundred = _WORD_BEHIND.match(text, number[1])
        if hundred is not None and hundred[1].lower() in hundreds:
            return _end_of_added(text, hundred.end(), language) or hundred.end()
    return _end_of_added(text, word.end(), language) if word[0].lower() in hundreds else 0


def _end_of_added(text: str, at: int, language: str) -> int:
    """The end of a number that continues the words before `at`, or 0."""
    word = _WORD_BEHIND.match(text, at)
    if word is not None and word[1].lower() in word_list("and", language):
        word = _WORD_BEHIND.match(text, word.end())
    added = number_at(text, word.start(1), language) if word is not None else None
    return added[1] if added is not None else 0
