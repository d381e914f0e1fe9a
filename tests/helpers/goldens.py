"""Compares golden files, and makes the texts of sheets and faces in them."""

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.sheets import (
    Bar,
    CutNumber,
    Dot,
    Line,
    Mark,
    Page,
    Placement,
    Ring,
    Sheet,
)

LEGEND = "in mm: x, y, width x height; a turn is clockwise"


def difference(wanted: str, found: str) -> str:
    """The differences of two texts for a reviewer; "" without any."""
    lines = difflib.unified_diff(
        wanted.splitlines(), found.splitlines(), "golden", "now", lineterm="", n=1
    )
    return "\n".join(lines)


def compare(found: str, path: Path, update: bool) -> None:
    """Fail if a golden file is missing or differs; with `update`, write it first."""
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8")
    differs = difference(path.read_text(encoding="utf-8"), found)
    assert not differs, f"{path.name} differs (pytest --update-golden writes it anew)\n{differs}"


def pretty(svg: str) -> str:
    """An SVG with one element in each line, without the shared beginning of names."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        if not element.tag.endswith(("text", "tspan")):
            element.text = (element.text or "").strip() or None
        if not element.tag.endswith("tspan"):
            element.tail = None
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def sheets_text(sheets: Iterable[Sheet], *, marks: bool = False) -> str:
    """The text of sheets with one placement a line; with `marks`, also one mark a line.

    Folds, glue and registration marks are always listed, because the layout decides on them.
    """
    return "\n".join([LEGEND, *(line for sheet in sheets for line in _sheet(sheet, marks))]) + "\n"


def _sheet(sheet: Sheet, marks: bool) -> Iterator[str]:
    size = sheet.paper.size
    paper = f"{sheet.paper.id} {size.width_mm:g} x {size.height_mm:g}"
    yield f"\n{sheet.group}, sheet {sheet.number} on {paper}, {sheet.cuts} cuts"
    for page in sheet.pages:
        yield f"  {page.side} {page.note}".rstrip()
        for placed in page.placements:
            yield from _placement(placed, page)
        upright = " upright" if page.slug.upright else ""
        yield f"    {'slug':12}{_box(page.slug.box)}{upright}"
        yield from (f"    {'fold':12}{_ends(fold)}" for fold in page.folds)
        yield from (f"    {'glue':12}{_box(area)}" for area in page.glue)
        yield from (f"    {'bar':12}{_box(bar.box)}" for bar in page.registration)
        if marks:
            yield from (f"    {_mark(mark)}" for mark in page.marks)


def _placement(placed: Placement, page: Page) -> Iterator[str]:
    turn = f" {placed.turn_deg:3}°" if placed.turn_deg else ""
    look = f" look {placed.face.look}" if placed.face.look else ""
    window = f" window {_box(placed.window)}" if placed.window else ""
    behind = " its back" if placed.face.side is not page.side else ""
    yield f"    {placed.face.piece:12}{_box(placed.box)}{turn}{look}{window}{behind}"
    if placed.clip:
        yield f"      clip {','.join(map(_point, placed.clip))}"


def _mark(mark: Mark) -> str:
    match mark:
        case Line():
            kind = (" halo" if mark.halo else "") + (" seam" if mark.seam else "")
            return f"{'line':12}{_ends(mark)}{kind}"
        case Ring():
            return f"{'ring':12}{_point(mark.middle)} radius {mark.radius_mm:.2f}"
        case Dot():
            return f"{'dot':12}{_point(mark.middle)} radius {mark.radius_mm:.2f}"
        case CutNumber():
            turn = f" {mark.turn_deg:3}°" if mark.turn_deg else ""
            return f'{"number":12}{_point(mark.at)} "{mark.text}"{turn}'
        case Bar():
            return f"{'bar':12}{_box(mark.box)}"


def _box(rect: Rect) -> str:
    size = f"{_mm(rect.width_mm, 7)} x {_mm(rect.height_mm, 6)}"
    return f"{_mm(rect.x_mm, 8)} {_mm(rect.y_mm, 8)} {size}"


def _point(at: Point) -> str:
    return f"{_mm(at.x_mm, 8)} {_mm(at.y_mm, 8)}"


def _ends(line: Line) -> str:
    return f"{_point(line.start)} to {_point(line.end)}"


def _mm(length_mm: float, width: int) -> str:
    """A length with two decimals.

    Adding 0.0 turns a rounded -0.00 into 0.00.
    """
    return f"{round(length_mm, 2) + 0.0:{width}.2f}"
