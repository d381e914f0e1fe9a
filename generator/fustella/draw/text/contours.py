"""Turns letters into SVG paths, for shapes beneath them; the letters themselves stay text."""

from collections.abc import Callable
from functools import cache

import uharfbuzz as hb

from fustella.draw.svg.write import number
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer

_Contour = tuple[tuple[str, tuple[float, ...]], ...]
"""The commands of an SVG path, each with its coordinates in em, y up."""


def letters_path(
    text: str, style: FontStyle, left_mm: float, baseline_mm: float, size_mm: float
) -> str:
    """The path data of letters as they are printed, in mm."""
    parts: list[str] = []
    pen_em = 0.0
    for glyph in text_measurer(style).glyphs(text):
        x_mm = left_mm + (pen_em + glyph.x_em) * size_mm
        y_mm = baseline_mm - glyph.y_em * size_mm
        for command, points in contour_of(style, glyph.number):
            placed = (
                number(y_mm - value * size_mm if turn % 2 else x_mm + value * size_mm)
                for turn, value in enumerate(points)
            )
            parts.append(command + " ".join(placed))
        pen_em += glyph.advance_em
    return "".join(parts)


@cache
def contour_of(style: FontStyle, glyph: int) -> _Contour:
    """The outline of a glyph as commands of SVG, in em, y up."""
    measure = text_measurer(style)
    found: list[tuple[str, tuple[float, ...]]] = []

    def noted(command: str) -> Callable[..., None]:
        def note(*arguments: float) -> None:
            found.append((command, tuple(value / measure.units for value in arguments[:-1])))

        return note

    pen = hb.DrawFuncs()
    pen.set_move_to_func(noted("M"))
    pen.set_line_to_func(noted("L"))
    pen.set_quadratic_to_func(noted("Q"))
    pen.set_cubic_to_func(noted("C"))
    pen.set_close_path_func(noted("Z"))
    measure.draw(glyph, pen)
    return tuple(found)
