"""Writes sheets of material for a laser: lines to cut in one colour, letters to engrave in another.

Programs of lasers tell by its colour what is done to a line. Cuts are red hairlines, letters are
black areas; their outlines are in the file, so that no font is needed. In DXF both are layers.
"""

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import svgwrite
from msgspec import Struct
from svgwrite.extensions import Inkscape

from fustella.core.geometry.cutpaths import CutPath, to_page
from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.write.dxf import DxfDrawing
from fustella.write.pdf.font import glyph_ways, text_width_mm
from fustella.write.ways import add_dxf_way, rounded_mm, svg_way

HAIRLINE_MM = 0.0254
"""The width of lines to cut: a thousandth of an inch, below which programs take them for cuts."""

CUT, ENGRAVE = "cut", "engrave"
_CUT_COLOUR, _ENGRAVE_COLOUR = "#ff0000", "#000000"
_CUT_INDEX, _ENGRAVE_INDEX = 1, 7

_LARGEST_PT, _LEAST_PT = 12.0, 5.0
_CURVE_STEPS = 6
_CAPITALS = 0.66
"""The height of capitals, as a share of the size of the font."""


class Engraving(Struct, frozen=True, gc=False):
    """A line of text in the middle of an area, turned clockwise; smaller where it is long."""

    text: str
    box: Rect
    turn_deg: int = 0


class LaserSheet(Struct, frozen=True):
    """A sheet of material: what is cut, those lines first that lie within parts, and engraved."""

    size: Size
    cuts: tuple[CutPath, ...]
    engraved: tuple[Engraving, ...]


def laser_svg(sheet: LaserSheet) -> bytes:
    """A sheet as SVG at true size, in mm."""
    wide_mm, high_mm = rounded_mm(sheet.size.width_mm), rounded_mm(sheet.size.height_mm)
    drawing = svgwrite.Drawing(
        size=(f"{wide_mm}mm", f"{high_mm}mm"), viewBox=f"0 0 {wide_mm} {high_mm}", debug=False
    )
    inkscape = Inkscape(drawing)
    engraved = inkscape.layer(label=ENGRAVE, id=ENGRAVE)
    engraved.update({"fill": _ENGRAVE_COLOUR, "stroke": "none"})
    for each in sheet.engraved:
        rings = [ring for ring in _rings(each) if ring]
        if rings:
            steps = "".join(
                "M" + "L".join(f"{rounded_mm(at.x_mm)},{rounded_mm(at.y_mm)}" for at in ring) + "Z"
                for ring in rings
            )
            engraved.add(drawing.path(steps))
    cut = inkscape.layer(label=CUT, id=CUT)
    cut.update({"fill": "none", "stroke": _CUT_COLOUR, "stroke-width": HAIRLINE_MM})
    for way in sheet.cuts:
        cut.add(svg_way(drawing, way, lambda at: (rounded_mm(at.x_mm), rounded_mm(at.y_mm))))
    drawing.add(engraved)
    drawing.add(cut)
    text = io.StringIO()
    drawing.write(text, pretty=True)
    return text.getvalue().encode()


def laser_dxf(sheet: LaserSheet) -> bytes:
    """A sheet as DXF in mm, with a layer for cuts and one for the outlines of letters."""
    drawing, high_mm = DxfDrawing(sheet.size), sheet.size.height_mm
    drawing.add_layer(CUT, _CUT_INDEX)
    drawing.add_layer(ENGRAVE, _ENGRAVE_INDEX)

    def up(at: Point) -> tuple[float, float]:
        return rounded_mm(at.x_mm), rounded_mm(high_mm - at.y_mm)

    for way in sheet.cuts:
        add_dxf_way(drawing, CUT, way, up)
    for each in sheet.engraved:
        for ring in _rings(each):
            drawing.add_polyline(ENGRAVE, [(*up(at), 0.0) for at in ring], closed=True)
    return drawing.text().encode("cp1252", "replace")


def _rings(engraving: Engraving) -> Iterator[tuple[Point, ...]]:
    """Yields the outlines of the letters of a text; none where the area is too small for it."""
    box, turn = engraving.box, engraving.turn_deg
    upright = Size(box.height_mm, box.width_mm) if turn % 180 else box.size
    text, size_pt = fitted(engraving.text, upright)
    if not text:
        return
    wide_mm = text_width_mm(text, size_pt)
    high_mm = size_pt * _CAPITALS * 25.4 / 72
    left, base = (upright.width_mm - wide_mm) / 2, (upright.height_mm + high_mm) / 2
    for letter in text:
        for ring in _letter(letter):
            yield tuple(
                to_page(Point(left + x * size_pt, base - y * size_pt), upright, turn, box)
                for x, y in ring
            )
        left += text_width_mm(letter, size_pt)


def fitted(text: str, room: Size) -> tuple[str, float]:
    """A text, and the size in points in which it fits a room; cut, or "", where it is too long."""
    size_pt = min(_LARGEST_PT, room.height_mm / 1.2 * 72 / 25.4)
    while text and text_width_mm(text, size_pt) > room.width_mm:
        if size_pt > _LEAST_PT:
            size_pt = max(_LEAST_PT, size_pt * 0.9)
        else:
            text = text[:-2].rstrip(" ·,×") + "…" if len(text) > 2 else ""
    return (text, size_pt) if size_pt >= _LEAST_PT - 1 else ("", size_pt)


@lru_cache(maxsize=512)
def _letter(letter: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The outlines of a letter as straight lines, in mm for a size of 1 pt, y up."""
    rings: list[list[tuple[float, float]]] = []
    for command, at in glyph_ways(letter):
        points = [(at[number], at[number + 1]) for number in range(0, len(at), 2)]
        if command == "M":
            rings.append(points)
        elif command == "L":
            rings[-1] += points
        elif command in "QC":
            rings[-1] += _curve((rings[-1][-1], *points))
    return tuple(tuple(ring) for ring in rings)


def _curve(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yields places along a Bézier curve, without its start (de Casteljau)."""
    for step in range(1, _CURVE_STEPS + 1):
        share, left = step / _CURVE_STEPS, list(points)
        while len(left) > 1:
            left = [
                (ax + (bx - ax) * share, ay + (by - ay) * share)
                for (ax, ay), (bx, by) in pairwise(left)
            ]
        yield left[0]
