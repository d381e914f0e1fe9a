"""Measures fonts, for lengths that are relative to them."""

from functools import cache

from fontTools.ttLib import TTFont

from fustella.draw.text.families import (
    font_file,
    is_family,
    shown_family,
    style_in_file,
    styles_of,
)
from fustella.draw.text.fonts import FontStyle

UNKNOWN = 0.5, 0.5
"""The x-height and the width of a zero, in em, of a font that gives none (CSS Values 4, 6.1.1)."""


@cache
def ex_and_ch(family: str) -> tuple[float, float]:
    """The height of an x and the width of a zero in a family's regular font, in em."""
    if not is_family(family):
        return UNKNOWN
    with TTFont(font_file(FontStyle(family)), lazy=True, fontNumber=0) as font:
        units = font["head"].unitsPerEm
        height = getattr(font["OS/2"], "sxHeight", 0) / units
        zero = font.getBestCmap().get(ord("0"))
        width = font["hmtx"][zero][0] / units if zero else 0.0
    return height or UNKNOWN[0], width or UNKNOWN[1]


@cache
def line_em(family: str) -> float:
    """The line height of a family's regular font, above and below the baseline, in em."""
    if not is_family(family):
        return 1.0
    with TTFont(font_file(FontStyle(family)), lazy=True, fontNumber=0) as font:
        lines = font["hhea"]
        return float((lines.ascent - lines.descent) / font["head"].unitsPerEm)


@cache
def cut_lacking(family: str, heavy: bool, italic: bool) -> str:
    """Words that name the cut a font of a game lacks for a text; "" if it lacks none.

    Browsers make letters bolder or slanted if a font has no such cut, unless the font is heavy or
    italic by itself (CSS Fonts 4, 5.2 and 7.2); Fustella never does.
    """
    if not is_family(family) or not (cuts := styles_of(family)):
        return ""
    cuts = (*cuts, style_in_file(family))
    words = []
    if heavy and not any(cut.is_heavy for cut in cuts):
        words.append("bold")
    if italic and not any(cut.italic for cut in cuts):
        words.append("italic")
    return f"{shown_family(family)} has no {' or '.join(words)}" if words else ""
