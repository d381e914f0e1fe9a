"""Where the lines of text of a finished face lie."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

from generator.draw.elements import SVG, Context
from generator.draw.runs import Run, runs_of, texts_drawn
from generator.geometry import Rect
from generator.model import Face

TOP_EM = 0.95
BOTTOM_EM = -0.25
"""Of a line, from its baseline: so high that lines of one text touch each other."""

register_namespace("", SVG.strip("{}"))
register_namespace("xlink", "http://www.w3.org/1999/xlink")


def line_boxes(face: Face) -> Iterator[Rect]:
    """The box of each stretch of text, in mm from the corner of the trim.

    A line in several styles is several stretches.
    """
    for text, context in texts_drawn(fromstring(face.svg)):
        yield from _boxes(text, context)


def without_texts_beside(svg: str, window: Rect) -> str:
    """The SVG of a face without the texts of which nothing lies in a window."""
    root = fromstring(svg)
    drawn = [(text, [*_boxes(text, context)]) for text, context in texts_drawn(root)]
    near = {id(text) for text, boxes in drawn if any(box.overlaps(window) for box in boxes)}
    beside = {id(text) for text, _ in drawn} - near
    for parent in root.iter():
        for child in [child for child in parent if id(child) in beside]:
            parent.remove(child)
    return tostring(root, encoding="unicode")


def _boxes(text: Element, context: Context) -> Iterator[Rect]:
    return (_box(run) for run in runs_of(text, context) if run.text.strip())


def _box(run: Run) -> Rect:
    corners = run.corners(TOP_EM, BOTTOM_EM)
    left, right = min(c.x_mm for c in corners), max(c.x_mm for c in corners)
    top, bottom = min(c.y_mm for c in corners), max(c.y_mm for c in corners)
    return Rect(left, top, right - left, bottom - top)
