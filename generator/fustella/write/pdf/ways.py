"""Adds the ways of blades to the path of a drawing: lines, circles, and arcs as Bézier curves."""

import math
from collections.abc import Iterable, Iterator

from fustella.core.geometry.cutpaths import Arc, CutPath
from fustella.core.geometry.shapes import Point
from fustella.core.values.sheets import Ring
from fustella.write.pdf.drawing import PdfDrawing


def add_ways(drawing: PdfDrawing, ways: Iterable[CutPath]) -> None:
    """Adds ways to the path, to be stroked or filled."""
    for way in ways:
        if isinstance(way, Ring):
            drawing.circle(way.middle, way.radius_mm)
            continue
        drawing.move_to(way.segments[0].start)
        last = len(way.segments) - 1
        for at, segment in enumerate(way.segments):
            if isinstance(segment, Arc):
                for curve in _curves(segment):
                    drawing.curve_to(*curve)
            elif at < last or not way.closed:
                drawing.line_to(segment.end)
        if way.closed:
            drawing.close()


def _curves(arc: Arc) -> Iterator[tuple[Point, Point, Point]]:
    """Yields an arc as cubic curves of a quarter circle or less: two controls and an end each."""
    middle, radius_mm, whole = arc.middle, arc.radius_mm, arc.turn_rad
    count = max(1, math.ceil(abs(whole) / (math.pi / 2) - 1e-9))
    turn = whole / count
    # The tangents at both ends have this length, in radii: a curve is at most 0.03 % off.
    reach_mm = 4 / 3 * math.tan(turn / 4) * radius_mm
    first = math.atan2(arc.start.y_mm - middle.y_mm, arc.start.x_mm - middle.x_mm)
    for index in range(count):
        begin, finish = first + index * turn, first + (index + 1) * turn
        start = _on_circle(middle, radius_mm, begin)
        end = arc.end if index == count - 1 else _on_circle(middle, radius_mm, finish)
        yield (
            start.moved(-reach_mm * math.sin(begin), reach_mm * math.cos(begin)),
            end.moved(reach_mm * math.sin(finish), -reach_mm * math.cos(finish)),
            end,
        )


def _on_circle(middle: Point, radius_mm: float, angle: float) -> Point:
    return middle.moved(radius_mm * math.cos(angle), radius_mm * math.sin(angle))
