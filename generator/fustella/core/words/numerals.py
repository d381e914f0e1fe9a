"""Reads numbers in the words of the tool's languages, in Roman numerals, and in texts."""

import unicodedata
from collections.abc import Mapping
from functools import cache

from fustella.core.words.languages import numbers
from fustella.core.words.patterns import regex

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_ROMAN = regex(r"(X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@cache
def number_words(language: str) -> Mapping[str, int]:
    """The numbers of a language by their words in small letters; {} in a language it lacks.

    The words are the numbers from one to a hundred, the articles (`un`, `una`; in `un'` the word
    ends before the apostrophe), and the words for twice and double. Words with an accent are there
    without it, too, as they are often typed, and German words with `ae`, `oe`, `ue` and `ss`. Some
    consist of several words (`treinta y dos`) or have a hyphen (`twenty-two`), so that longer words
    must be tried first.
    """
    words = numbers(language)
    written = {word.translate(_UMLAUTS): number for word, number in words.items()}
    written |= {_without_accents(word): number for word, number in words.items()} | dict(words)
    return {word.replace("ß", "ss"): number for word, number in written.items()} | written


def _without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def roman_number(word: str) -> int | None:
    """The number of a Roman numeral in capitals from I to XXXIX, as games number levels, or None.

    Larger numerals are no numbers here: letters such as C, D, L and M are names of things.
    """
    match = _ROMAN.fullmatch(word)
    if match is None or not word:
        return None
    return 10 * len(match[1]) + _ROMAN_UNITS.index(match[2])


_WORD = regex(r"[^\W\d_]+(?!\w)")
_NEXT_WORD = regex(r"(-|\s+)([^\W\d_]+)(?!\w)")


def number_at(text: str, at: int, language: str) -> tuple[int, int] | None:
    """The longest number in words that begins at index `at`, and the index of its end, or None.

    Capitals and small letters are alike, and so are all kinds of white space.
    """
    words, beginnings = number_words(language), number_beginnings(language)
    word = _WORD.match(text, at)
    read, end = (word[0].lower(), word.end()) if word else ("", at)
    found = None
    while read in beginnings:
        if read in words:
            found = words[read], end
        further = _NEXT_WORD.match(text, end)
        if further is None:
            break
        read += ("-" if further[1] == "-" else " ") + further[2].lower()
        end = further.end()
    return found


@cache
def number_beginnings(language: str) -> frozenset[str]:
    """All number words, and all whole words with which longer number words begin."""
    words = number_words(language)
    inside = ((word, at) for word in words for at, sign in enumerate(word) if sign in " -")
    return frozenset([*words, *(word[:at] for word, at in inside)])


_PART = regex(
    r"(?P<digits>[+−-]?\d+(?:[.,/]\d+)*|[½¼¾])|(?P<icon>\{[^{}]*\})|(?<!\w)(?P<word>[^\W\d_]+)"
)


def figures_in(text: str, language: str) -> tuple[str, ...]:
    """The figures and icons of a text in order, with number words as digits.

    The word *one* is left out, for most often it is an article.
    """
    found, behind = [], 0
    for part in _PART.finditer(text):
        if part.start() < behind:
            continue
        if part["word"] is None:
            found.append(part[0])
            continue
        number, behind = number_at(text, part.start(), language) or (1, part.end())
        if number != 1:
            found.append(str(number))
    return tuple(found)
