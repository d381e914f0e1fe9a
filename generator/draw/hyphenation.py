"""Where words of a language may be broken.

By the patterns of Frank Liang's method that LibreOffice uses, which pyphen brings along; a
language without patterns is not hyphenated.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import TypeAlias

Split: TypeAlias = Callable[[str], tuple[str, ...]]
"""A word, with what punctuation clings to it, to the parts that may stand on lines of their own."""

SOFT_HYPHEN = "\u00ad"

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_APOSTROPHES = re.compile("['’]")
_LEAST_LETTERS = 5
"""Shorter words are not broken: the parts would be no easier to read than to fit."""
_LEAST_BEFORE = 2
_LEAST_AFTER = {"en": 3}
_LEAST_AFTER_ELSEWHERE = 2
"""What the patterns are made for (LEFTHYPHENMIN and RIGHTHYPHENMIN in the dictionaries)."""
_PATTERNS = {"en": "en_US"}
"""Where a language has several dictionaries and the first by name is not meant."""


@cache
def hyphenation(language: str) -> Split | None:
    """How words of a language are split; None for a language without patterns."""
    import pyphen  # noqa: PLC0415  (most builds break no word)

    known = pyphen.language_fallback(_PATTERNS.get(language, language))
    if known is None:
        return None
    right = _LEAST_AFTER.get(language.partition("-")[0], _LEAST_AFTER_ELSEWHERE)
    patterns = pyphen.Pyphen(lang=known, left=_LEAST_BEFORE, right=right)

    @cache
    def split(text: str) -> tuple[str, ...]:
        cuts = [0, *_cuts(text, patterns.positions), len(text)]
        return tuple(text[start:end] for start, end in pairwise(cuts))

    return split


def _cuts(text: str, positions: Callable[[str], list[int]]) -> Iterator[int]:
    for found in _WORD.finditer(text):
        word = _APOSTROPHES.sub("'", found[0])
        if len(word) < _LEAST_LETTERS:
            continue
        for cut in positions(word):
            # Where the spelling would change at the break (`data`), the word stays whole.
            if getattr(cut, "data", None) is None and "'" not in word[cut - 2 : cut]:
                yield found.start() + int(cut)
