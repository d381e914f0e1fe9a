"""Computes the metadata of a face: its smallest text, and all its texts."""

import math
from collections.abc import Iterator
from functools import lru_cache

from fustella.core.geometry.units import PT_PER_MM
from fustella.draw.inspect.texts import DrawnTexts, letters_of
from fustella.draw.scene.model import Style, Text
from fustella.draw.svg.tree import Matrix, number_in
from fustella.draw.text.typeset import FITTED_AT_LEAST

_DECIMALS = 2
"""The decimals of a size in pt: faces write whole micrometres, so a third decimal would be
wrong."""


def texts_at_least(drawn: DrawnTexts) -> int:
    """The number of texts that the tool `text` had to set at their smallest size."""
    texts = drawn.scene.texts_in_place
    return sum(text.own.get("data-fitted") == FITTED_AT_LEAST for text in texts)


def words_drawn(drawn: DrawnTexts, code: str) -> tuple[str, ...]:
    """The readable texts on a face, in drawing order, without the version code."""
    texts = [" ".join(one.text.all_letters.split()) for one in drawn.drawn]
    return tuple([text for text in texts if text not in ("", code)])


def smallest_text(drawn: DrawnTexts) -> tuple[float, str]:
    """The smallest printed text size in pt, and the first text of that size.

    Without texts these are 0 and "".
    """
    texts = (size for one in drawn.drawn for size in _sizes(one.text, one.matrix))
    return min(texts, key=lambda found: found[0], default=(0.0, ""))


def _sizes(text: Text, matrix: Matrix) -> Iterator[tuple[float, str]]:
    """Yields each text size, with all letters of that size, even letters far apart."""
    if not text.spans:
        if text.letters and not text.letters.isspace():
            yield _size_pt(text.style, matrix), " ".join(text.letters.split())
        return
    letters: dict[float, str] = {}
    for words, style in letters_of(text):
        if words.strip():
            size_pt = _size_pt(style, matrix)
            letters[size_pt] = letters.get(size_pt, "") + words
        elif letters:
            last = next(reversed(letters))
            letters[last] += words
    for size_pt, words in letters.items():
        yield size_pt, " ".join(words.split())


def _size_pt(style: Style, m: Matrix) -> float:
    """The printed height of a style's letters in pt; a scaling of their width does not count."""
    return _printed_pt(style.values.get("font-size"), m.a, m.b, m.c, m.d)


@lru_cache(maxsize=4096)
def _printed_pt(size: str | None, a: float, b: float, c: float, d: float) -> float:
    along = math.hypot(a, b)
    across = abs(a * d - b * c) / along if along else 0.0
    return round(number_in(size, 0.0) * across * PT_PER_MM, _DECIMALS)
