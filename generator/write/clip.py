"""The clip of a face: its trim grown by the bleed, as PDF path operators in points.

All outlines but polygons are the same upside down, so y up or y down makes no difference to them.
"""

import functools
import math
from collections.abc import Sequence

from generator.geometry import Outline, Point, Shape
from generator.polygons import grown
from generator.units import PT_PER_MM

CIRCLE = 4 / 3 * (math.sqrt(2) - 1)
"""How far along the tangents a quarter circle's control points lie; wrong by 0.03 % at most."""


@functools.lru_cache(maxsize=256)
def clip_path(outline: Outline, bleed_mm: float) -> bytes:
    """Operators that clip to the outline grown by the bleed; none where the form's box does it.

    Measured from the lower left corner of trim and bleed.
    """
    width_mm = outline.size.width_mm + 2 * bleed_mm
    height_mm = outline.size.height_mm + 2 * bleed_mm
    if outline.shape is Shape.HEXAGON:
        path = _polygon(_grown_hexagon(outline, bleed_mm))
    elif outline.shape is Shape.POLYGON:
        path = _polygon(_grown_polygon(outline, bleed_mm))
    elif outline.shape is Shape.CIRCLE:
        path = _rounded(width_mm, height_mm, width_mm / 2)
    elif outline.corner_radius_mm > 0:
        path = _rounded(width_mm, height_mm, outline.corner_radius_mm + bleed_mm)
    else:
        return b""
    return path + b" W n\n"


def number(value: float) -> bytes:
    """A number as PDF wants it: no exponent, no more digits than a printer resolves."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return (text if text != "-0" else "0").encode()


def _grown_hexagon(outline: Outline, bleed_mm: float) -> list[Point]:
    """The corners when every side has moved out by the bleed.

    The upper and lower corner then lie beyond the box of trim and bleed, which cuts them off.
    """
    width_mm, height_mm = outline.size.width_mm, outline.size.height_mm
    grow = (width_mm + 2 * bleed_mm) / width_mm
    return [
        Point(
            width_mm / 2 + bleed_mm + (corner.x_mm - width_mm / 2) * grow,
            height_mm / 2 + bleed_mm + (corner.y_mm - height_mm / 2) * grow,
        )
        for corner in outline.corners()
    ]


def _grown_polygon(outline: Outline, bleed_mm: float) -> list[Point]:
    """The corners when every side has moved out by the bleed, from below: y up matters here."""
    height_mm = outline.size.height_mm + 2 * bleed_mm
    return [
        Point(corner.x_mm + bleed_mm, height_mm - corner.y_mm - bleed_mm)
        for corner in grown(outline.corners(), bleed_mm)
    ]


def _polygon(corners: Sequence[Point]) -> bytes:
    steps = [_operator(b"m" if not at else b"l", corner.x_mm, corner.y_mm)
             for at, corner in enumerate(corners)]  # fmt: skip
    return b" ".join((*steps, b"h"))


def _rounded(width_mm: float, height_mm: float, radius_mm: float) -> bytes:
    """A rectangle with round corners; a circle when the radius is half of both sides."""
    radius_mm = min(radius_mm, width_mm / 2, height_mm / 2)
    ease_mm = radius_mm * (1 - CIRCLE)
    right_mm, bottom_mm = width_mm, height_mm
    steps = (
        _operator(b"m", radius_mm, 0),
        _operator(b"l", right_mm - radius_mm, 0),
        _operator(b"c", right_mm - ease_mm, 0, right_mm, ease_mm, right_mm, radius_mm),
        _operator(b"l", right_mm, bottom_mm - radius_mm),
        _operator(b"c", right_mm, bottom_mm - ease_mm,
                  right_mm - ease_mm, bottom_mm, right_mm - radius_mm, bottom_mm),
        _operator(b"l", radius_mm, bottom_mm),
        _operator(b"c", ease_mm, bottom_mm, 0, bottom_mm - ease_mm, 0, bottom_mm - radius_mm),
        _operator(b"l", 0, radius_mm),
        _operator(b"c", 0, ease_mm, ease_mm, 0, radius_mm, 0),
        b"h",
    )  # fmt: skip
    return b" ".join(steps)


def _operator(verb: bytes, *lengths_mm: float) -> bytes:
    return b" ".join((*(number(length * PT_PER_MM) for length in lengths_mm), verb))
