"""Small layouts as readable text: one placement, mark or slug per line."""

from pathlib import Path

import pytest

from fustella.core.geometry import Outline, Point, Rect
from fustella.core.paper import Duplex, Hexes, PrintSettings
from fustella.core.sheets import Bar, CutNumber, Dot, Line, Mark, Ring, Sheet
from fustella.impose import impose
from tests.impose.checks import A4, item

FOLDER = Path(__file__).parent / "golden"

CASES = {
    "cards": ([item("knight", Outline.rectangle(63, 88), 4),
               item("queen", Outline.rectangle(63, 88), 2, has_back=False)], PrintSettings(A4)),
    "turned": ([item("road", Outline.rectangle(138, 95), 3, bleed_mm=1)],
               PrintSettings(A4, Duplex.SHORT_EDGE)),
    "hexagons": ([item("hill", Outline.hexagon(60), 7)], PrintSettings(A4)),
    "rows": ([item("hill", Outline.hexagon(60), 7)], PrintSettings(A4, hexes=Hexes.ROWS)),
    "mixed": ([item("chip", Outline.circle(20), 2), item("tile", Outline.rectangle(40, 40), 5),
               item("hill", Outline.hexagon(36))], PrintSettings(A4)),
    "shared": ([item("red", Outline.rectangle(90, 120), 3, bleed_mm=2, edge="red"),
                item("hill", Outline.hexagon(40), 3, bleed_mm=2, edge="green")], PrintSettings(A4)),
    "gutter": ([item("tile", Outline.rectangle(70, 70), 5, bleed_mm=1)],
               PrintSettings(A4, gutter_mm=4)),
    "board": ([item("map", Outline.rectangle(360, 250), split=True)], PrintSettings(A4)),
}  # fmt: skip


def box_text(box: Rect) -> str:
    return f"{box.x_mm:7.2f} {box.y_mm:7.2f} {box.width_mm:7.2f} {box.height_mm:7.2f}"


def at_text(at: Point) -> str:
    return f"{at.x_mm:7.2f} {at.y_mm:7.2f}"


def mark_text(mark: Mark) -> str:
    match mark:
        case Line():
            return f"{at_text(mark.start)} {at_text(mark.end)}"
        case Ring():
            return f"{at_text(mark.middle)} round {mark.radius_mm:.2f}"
        case Dot():
            return f"{at_text(mark.middle)} dot {mark.radius_mm:.2f}"
        case CutNumber():
            return f'{at_text(mark.at)} "{mark.text}" turned {mark.turn_deg}'
        case Bar():
            return f"{box_text(mark.box)} bar"


def sheets_text(sheets: tuple[Sheet, ...]) -> str:
    lines = []
    for sheet in sheets:
        lines.append(f"sheet {sheet.group} {sheet.number} on {sheet.paper.id}, {sheet.cuts} cuts")
        for page in sheet.pages:
            lines.append(f"  {page.side} {page.note}".rstrip())
            for placed in page.placements:
                turn = f" turned {placed.turn_deg}" if placed.turn_deg else ""
                shown = f"  window {box_text(placed.window)}" if placed.window else ""
                lines.append(
                    f"    {placed.face.piece:8}{box_text(placed.box)}{turn}{shown}".rstrip()
                )
                if placed.clip:
                    corners = ",".join(f" {at_text(at)}" for at in placed.clip)
                    lines.append(f"      clip{corners}")
            upright = " upright" if page.slug.upright else ""
            lines.append(f"    strip   {box_text(page.slug.box)}{upright}")
            lines += (f"    mark    {mark_text(mark)}" for mark in page.marks)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", CASES)
def test_layouts_of_small_cases_equal_their_golden_texts(name, request):
    items, settings = CASES[name]
    text = sheets_text(impose(items, settings))
    path = FOLDER / f"{name}.txt"
    if request.config.getoption("--update-golden", default=False):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_sheets_text_with_a_tenth_of_a_millimetre_more_differs():
    one = impose([item("p", Outline.rectangle(63, 88), 4)], PrintSettings(A4, Duplex.NONE))
    other = impose([item("p", Outline.rectangle(63.1, 88), 4)], PrintSettings(A4, Duplex.NONE))
    assert sheets_text(one) != sheets_text(other)
