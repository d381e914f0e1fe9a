"""Chooses a font for each letter: the first of a chain that has a glyph for it."""

import unicodedata
from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer

Fallback: TypeAlias = Callable[[str], tuple[str, ...]]
"""A function that gives, for a family, other families to try in turn for missing letters."""


_ON_LETTERS = ("Mn", "Mc", "Me", "Cf")
"""The categories of Unicode that stay with the letter before: marks, and invisible characters."""


def no_fallback(_family: str) -> tuple[str, ...]:
    return ()


def runs_by_font(
    text: str, style: FontStyle, fallback: Fallback
) -> Iterator[tuple[str, FontStyle]]:
    """Yields a text in runs of one font each; marks stay in the font of their letter.

    Letters that no font of the chain has stay in the first font.
    """
    families = fallback(style.family)
    if not families or not text_measurer(style).missing(text):
        yield text, style
        return
    styles = (style, *(replace(style, family=family) for family in families))
    run, found = "", style
    for cluster in _clusters(text):
        font = style
        if text_measurer(style).missing(cluster):
            font = next((each for each in styles[1:] if text_measurer(each).lends(cluster)), style)
        if run and font != found:
            yield run, found
            run = ""
        run, found = run + cluster, font
    yield run, found


def missing_in_all(text: str, style: FontStyle, fallback: Fallback) -> tuple[str, ...]:
    """The characters that no font of the chain has, each once."""
    missing = text_measurer(style).missing(text)
    for family in fallback(style.family) if missing else ():
        known = text_measurer(replace(style, family=family))
        missing = tuple(each for each in missing if not known.lends(each))
    return missing


def _clusters(text: str) -> Iterator[str]:
    """Yields each letter with its marks, and with all letters that joiners join to it."""
    start = 0
    for index in range(1, len(text)):
        joined = text[index - 1] == "\u200d"
        if not joined and unicodedata.category(text[index]) not in _ON_LETTERS:
            yield text[start:index]
            start = index
    if text:
        yield text[start:]
