"""The cuts of a sheet by all that they follow, and how they are kept between builds."""

import json
import marshal
from collections.abc import Callable, Mapping

from generator.geometry import Outline, Point, Rect
from generator.impose.layout import Layout
from generator.impose.marks import Cuts
from generator.papers import Paper
from generator.press import MarkStyle
from generator.sheets import Bar, Dot, Figure, Line, Mark, Ring, Strip

_PLAIN_MARSHAL = 2
"""The last version of the format in which equal values always are equal bytes."""


def made_from(
    layout: Layout, paper: Paper, strip: Strip, style: MarkStyle, into_margin_mm: float
) -> bytes:
    """All that `cuts_of` looks at: sheets on which it is the same are cut in the same way."""
    outlines: dict[Outline, int] = {}
    spots = tuple(
        (
            outlines.setdefault(spot.item.outline, len(outlines)),
            *(spot.item.bleed_mm, spot.turn_deg, *_plain(spot.box), *_plain(spot.cell)),
        )
        for spot in layout.spots
    )
    parts = [
        (place, spot.window, spot.path)
        for place, spot in enumerate(layout.spots)
        if spot.window or spot.path
    ]
    page = paper.size, paper.printable, strip, style, into_margin_mm
    whole = layout.extent, layout.cutting, layout.seams, layout.joints, parts, tuple(outlines)
    return marshal.dumps(("cuts", spots, repr((page, whole))), _PLAIN_MARSHAL)


def _plain(rect: Rect) -> tuple[float, float, float, float]:
    return rect.x_mm, rect.y_mm, rect.width_mm, rect.height_mm


def to_bytes(cuts: Cuts) -> bytes:
    """Cuts, to be kept."""
    marks = [_plain_mark(mark) for mark in cuts.marks]
    return json.dumps((cuts.count, marks), separators=(",", ":")).encode()


def from_bytes(kept: bytes) -> Cuts | None:
    """The cuts that were kept; None where they cannot be read."""
    try:
        count, marks = json.loads(kept)
        return Cuts(tuple(_MARKS[sort](*numbers) for sort, *numbers in marks), count)
    except (ValueError, TypeError, KeyError):  # of another version, which wrote otherwise
        return None


def _plain_mark(mark: Mark) -> tuple[float | str, ...]:
    """The sort of a mark, and what it is made from."""
    match mark:
        case Line(start, end, halo, seam):
            return "line", start.x_mm, start.y_mm, end.x_mm, end.y_mm, halo, seam
        case Figure(at, text, height_mm, turn_deg):
            return "figure", at.x_mm, at.y_mm, text, height_mm, turn_deg
        case Ring(middle, radius_mm):
            return "ring", middle.x_mm, middle.y_mm, radius_mm
        case Dot(middle, radius_mm):
            return "dot", middle.x_mm, middle.y_mm, radius_mm
        case Bar(box):
            return "bar", *_plain(box)


_MARKS: Mapping[str, Callable[..., Mark]] = {
    "line": lambda x, y, to_x, to_y, *more: Line(Point(x, y), Point(to_x, to_y), *more),
    "figure": lambda x, y, *more: Figure(Point(x, y), *more),
    "ring": lambda x, y, radius_mm: Ring(Point(x, y), radius_mm),
    "dot": lambda x, y, radius_mm: Dot(Point(x, y), radius_mm),
    "bar": lambda *numbers: Bar(Rect(*numbers)),
}
