"""Writes the ways of blades as shapes of SVG and as polylines and circles of DXF."""

import math
from collections.abc import Callable
from typing import TypeAlias

import svgwrite
import svgwrite.base

from fustella.core.geometry.cutpaths import Arc, CutPath, SegmentPath
from fustella.core.geometry.shapes import Point
from fustella.core.values.sheets import Line, Ring
from fustella.write.dxf import DxfDrawing

Place: TypeAlias = Callable[[Point], tuple[float, float]]
"""Tells the coordinates of a point in a file, in mm."""


def svg_way(drawing: svgwrite.Drawing, way: CutPath, place: Place) -> svgwrite.base.BaseElement:
    """A way as a circle or a path, for an SVG with y down."""
    if isinstance(way, Ring):
        return drawing.circle(place(way.middle), rounded_mm(way.radius_mm))
    return drawing.path(_steps(way, place))


def way_path(way: CutPath) -> str:
    """A way as the data of a path in SVG, in millimetres with y down."""
    if isinstance(way, Ring):
        r_mm = rounded_mm(way.radius_mm)
        left, right = (_pair(_rounded(way.middle.moved(by, 0))) for by in (-r_mm, r_mm))
        half = f"A{r_mm} {r_mm} 0 1 1"
        return f"M{left}{half} {right}{half} {left}Z"
    return "".join(_steps(way, _rounded))


def _rounded(at: Point) -> tuple[float, float]:
    return rounded_mm(at.x_mm), rounded_mm(at.y_mm)


def _steps(way: SegmentPath, place: Place) -> list[str]:
    """The commands of a path; with y down, clockwise is the positive direction."""
    segments = way.segments
    steps = [f"M{_pair(place(segments[0].start))}"]
    if way.closed and isinstance(segments[-1], Line):
        segments = segments[:-1]  # drawn by closing the path
    for segment in segments:
        if isinstance(segment, Arc):
            r_mm = rounded_mm(segment.radius_mm)
            flags = f"{int(abs(segment.turn_rad) > math.pi)} {int(not segment.leftwards)}"
            steps.append(f"A{r_mm} {r_mm} 0 {flags} {_pair(place(segment.end))}")
        else:
            steps.append(f"L{_pair(place(segment.end))}")
    return [*steps, "Z"] if way.closed else steps


def _pair(place: tuple[float, float]) -> str:
    return f"{place[0]},{place[1]}"


def add_dxf_way(drawing: DxfDrawing, layer: str, way: CutPath, place: Place) -> None:
    """Adds a way to a layer with y up: a circle, or a polyline with arcs.

    A bulge is the tangent of a quarter of the arc's angle, negative where the arc runs clockwise
    (DXF reference, LWPOLYLINE, group code 42).
    """
    if isinstance(way, Ring):
        drawing.add_circle(layer, place(way.middle), rounded_mm(way.radius_mm))
        return
    vertices = [
        (*place(one.start), -math.tan(one.turn_rad / 4) if isinstance(one, Arc) else 0.0)
        for one in way.segments
    ]
    if not way.closed:
        vertices.append((*place(way.segments[-1].end), 0.0))
    drawing.add_polyline(layer, vertices, closed=way.closed)


def rounded_mm(mm: float) -> float:
    """A length rounded to a tenth of a micrometre, finer than any machine; never -0."""
    return round(mm, 4) + 0.0
