"""Numbers that are spelled out in a text, word by word: no pattern lists all number words."""

import re
from functools import cache

from generator.numerals import number_words

_WORD = re.compile(r"[^\W\d_]+(?!\w)")
_NEXT_WORD = re.compile(r"(-|\s+)([^\W\d_]+)(?!\w)")


def number_at(text: str, at: int, language: str) -> tuple[int, int] | None:
    """The number that the word at a character begins, and where it ends; the longest there is.

    None where the word begins no number. Capitals and the white space between words do not count.
    """
    words, beginnings = number_words(language), number_beginnings(language)
    word = _WORD.match(text, at)
    said, end = (word[0].lower(), word.end()) if word else ("", at)
    found = None
    while said in beginnings:
        if said in words:
            found = words[said], end
        further = _NEXT_WORD.match(text, end)
        if further is None:
            break
        said += ("-" if further[1] == "-" else " ") + further[2].lower()
        end = further.end()
    return found


@cache
def number_beginnings(language: str) -> frozenset[str]:
    """All number words and, of those of several words, their first ones."""
    words = number_words(language)
    inside = ((word, at) for word in words for at, sign in enumerate(word) if sign in " -")
    return frozenset([*words, *(word[:at] for word, at in inside)])
