"""Drawings of sheets for people: the pages beside each other, at a third of their size.

Pieces are pale with a dark trim, their names at the head of the face; marks and folds are red,
glue is yellow, the slug is grey. Dashes show what the printer reaches.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from fustella.core.geometry.shapes import Outline, Point, Rect, Shape
from fustella.core.values.model import SideName
from fustella.core.values.sheets import (
    Bar,
    CutNumber,
    Dot,
    Item,
    Line,
    Mark,
    Page,
    Placement,
    Ring,
    Sheet,
)

SCALE = 1 / 3
BETWEEN_MM = 10


def picture(sheets: Sequence[Sheet], items: Sequence[Item], *, marks: bool) -> str:
    """An SVG of all pages from left to right."""
    outlines = {item.piece: item.outline for item in items}
    pages = [(sheet, page) for sheet in sheets for page in sheet.pages]
    drawn, x_mm = [], 0.0
    for sheet, page in pages:
        elements = "\n".join(f"    {element}" for element in _page(page, sheet, outlines, marks))
        drawn.append(f'  <g transform="translate({_n(x_mm)} 0)">\n{elements}\n  </g>')
        x_mm += sheet.paper.size.width_mm + BETWEEN_MM
    width_mm = x_mm - BETWEEN_MM
    height_mm = max(sheet.paper.size.height_mm for sheet in sheets)
    size = f'width="{_n(width_mm * SCALE)}mm" height="{_n(height_mm * SCALE)}mm"'
    view = f'viewBox="0 0 {_n(width_mm)} {_n(height_mm)}"'
    style = 'font-family="Source Sans Pro, sans-serif" text-anchor="middle" fill="none"'
    body = "\n".join(drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} {style}>\n{body}\n</svg>\n'


def _page(page: Page, sheet: Sheet, outlines: Mapping[str, Outline], marks: bool) -> Iterator[str]:
    size = sheet.paper.size
    whole = Rect(0, 0, size.width_mm, size.height_mm)
    yield _rect(whole, 'fill="#ffffff" stroke="#999999"')
    yield _rect(sheet.paper.printable, 'stroke="#999999" stroke-width=".3" stroke-dasharray="2"')
    if sheet.paper.slots is not None:
        yield from (_rect(box, 'stroke="#bbbbbb"') for box in sheet.paper.slots.boxes())
    yield from (_rect(area, 'fill="#f5e9a6"') for area in page.glue)
    yield _rect(page.slug.box, 'fill="#dddddd"')
    for placed in page.placements:
        yield from _placement(placed, outlines[placed.face.piece])
    yield from map(_mark, page.registration)
    if marks:
        yield from map(_mark, page.marks)
    for fold in page.folds:
        yield _line(fold.start, fold.end, 'stroke="#cc0000" stroke-width=".6" stroke-dasharray="4"')


def _placement(placed: Placement, outline: Outline) -> Iterator[str]:
    """What shows of a face, its trim on top, and its name near the upper edge of the face."""
    colour = "#d7e6f4" if placed.face.side is SideName.FRONT else "#f0dcd2"
    box = placed.box
    if placed.clip:
        yield _polygon(placed.clip, f'fill="{colour}"')
    trim = 'stroke="#333333" stroke-width=".5"' + ("" if placed.clip else f' fill="{colour}"')
    if placed.window is not None and placed.clip:  # a board's part with an edge of its own
        yield _polygon(placed.clip, trim)
    elif placed.window is None and outline.shape is Shape.CIRCLE:
        yield _circle(_middle(box), box.width_mm / 2, trim)
    elif placed.window is None and outline.shape in (Shape.HEXAGON, Shape.POLYGON):
        corners = tuple(_on_page(at, outline, placed) for at in outline.corners())
        yield _polygon(corners, trim)
    else:
        yield _rect(box, trim)
    at, turn = _middle(box), f" rotate({placed.turn_deg})" if placed.turn_deg else ""
    high_mm = box.width_mm if placed.turn_deg % 180 else box.height_mm
    size_mm = min(8.0, high_mm / 4, box.width_mm / 3)
    where = f'transform="translate({_n(at.x_mm)} {_n(at.y_mm)}){turn}" y="{_n(-high_mm / 6)}"'
    yield f'<text {where} font-size="{_n(size_mm)}" fill="#333333">{placed.face.piece}</text>'


def _on_page(at: Point, outline: Outline, placed: Placement) -> Point:
    """Where a point of a whole face lies: turned about its middle."""
    middle, angle = _middle(placed.box), math.radians(placed.turn_deg)
    dx, dy = at.x_mm - outline.size.width_mm / 2, at.y_mm - outline.size.height_mm / 2
    cos, sin = math.cos(angle), math.sin(angle)
    return middle.moved(dx * cos - dy * sin, dx * sin + dy * cos)


def _mark(mark: Mark) -> str:
    red = 'stroke="#cc0000" stroke-width=".6"'
    match mark:
        case Line():
            return _line(mark.start, mark.end, red)
        case Ring():
            return _circle(mark.middle, mark.radius_mm, red)
        case Dot():
            return _circle(mark.middle, mark.radius_mm, red)
        case CutNumber():
            place = f"translate({_n(mark.at.x_mm)} {_n(mark.at.y_mm)}) rotate({mark.turn_deg})"
            size = f'font-size="{_n(mark.height_mm / 0.65)}"'
            half = f'y="{_n(mark.height_mm / 2)}"'
            return f'<text transform="{place}" {half} {size} fill="#cc0000">{mark.text}</text>'
        case Bar():
            return _rect(mark.box, 'fill="#000000"')


def _middle(box: Rect) -> Point:
    return Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2)


def _rect(box: Rect, style: str) -> str:
    at = f'x="{_n(box.x_mm)}" y="{_n(box.y_mm)}"'
    return f'<rect {at} width="{_n(box.width_mm)}" height="{_n(box.height_mm)}" {style}/>'


def _polygon(corners: Sequence[Point], style: str) -> str:
    points = " ".join(f"{_n(at.x_mm)},{_n(at.y_mm)}" for at in corners)
    return f'<polygon points="{points}" {style}/>'


def _circle(middle: Point, radius_mm: float, style: str) -> str:
    return f'<circle cx="{_n(middle.x_mm)}" cy="{_n(middle.y_mm)}" r="{_n(radius_mm)}" {style}/>'


def _line(start: Point, end: Point, style: str) -> str:
    ends = f'x1="{_n(start.x_mm)}" y1="{_n(start.y_mm)}" x2="{_n(end.x_mm)}" y2="{_n(end.y_mm)}"'
    return f"<line {ends} {style}/>"


def _n(value: float) -> str:
    """A number with at most two decimals."""
    return f"{round(value, 2) + 0.0:g}"
