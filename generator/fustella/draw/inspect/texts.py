"""The texts of a parsed SVG: where they are drawn, in which font, and the boxes they take up."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element, fromstring, tostring

from fustella.core.geometry import Point, Rect
from fustella.core.model import Face
from fustella.core.units import PT_PER_MM
from fustella.draw.svg.tree import (
    OUTERMOST,
    Context,
    Matrix,
    attributes_of,
    name_of,
    number_in,
)
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer, text_width_mm

TOP_EM = 0.95

BOTTOM_EM = -0.25
"""Extent of a line from its baseline, so high that consecutive lines of a text touch."""

_WEIGHTS = {"normal": 400, "bold": 700}
_SHIFTS = {"middle": -0.5, "end": -1.0}
_NOT_DRAWN_HERE = ("defs", "symbol", "clipPath", "mask", "pattern", "marker")


def line_boxes(face: Face) -> Iterator[Rect]:
    """The box of each run of text, in mm from the corner of the trim.

    A line in several styles consists of several runs.
    """
    for text, context in texts_drawn(fromstring(face.svg)):
        yield from _boxes(text, context)


def without_texts_beside(svg: str, window: Rect) -> str:
    """The SVG of a face without the texts that lie wholly outside a window."""
    root = fromstring(svg)
    drawn = [(text, [*_boxes(text, context)]) for text, context in texts_drawn(root)]
    near = {id(text) for text, boxes in drawn if any(box.overlaps(window) for box in boxes)}
    beside = {id(text) for text, _ in drawn} - near
    for parent in root.iter():
        for child in [child for child in parent if id(child) in beside]:
            parent.remove(child)
    return tostring(root, encoding="unicode")


def _boxes(text: Element, context: Context) -> Iterator[Rect]:
    for run in runs_of(text, context):
        if run.text.strip():
            corners = run.corners(TOP_EM, BOTTOM_EM)
            left, right = min(c.x_mm for c in corners), max(c.x_mm for c in corners)
            top, bottom = min(c.y_mm for c in corners), max(c.y_mm for c in corners)
            yield Rect(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class DrawnRun:
    """Letters of a `<text>` from one x or y to the next; x and y in mm before `matrix`."""

    text: str
    x: float
    y: float
    size_mm: float
    matrix: Matrix
    style: dict[str, str]

    def corners(self, top_em: float, bottom_em: float) -> tuple[Point, ...]:
        """The box of its letters on the face, between two heights above the baseline."""
        style = font_of(self.style)
        size_pt = self.size_mm * PT_PER_MM
        whole_mm = text_width_mm(self.text, style, size_pt)
        blank = len(self.text) - len(self.text.lstrip(" "))
        left = self.x + whole_mm * _SHIFTS.get(self.style.get("text-anchor", ""), 0.0)
        left += text_width_mm(self.text[:blank], style, size_pt)
        right = left + text_width_mm(self.text.strip(" "), style, size_pt)
        top, bottom = self.y - top_em * self.size_mm, self.y - bottom_em * self.size_mm
        box = ((left, top), (right, top), (right, bottom), (left, bottom))
        return tuple(self.matrix.of(Point(x, y)) for x, y in box)

    def ink_corners(self) -> tuple[Point, ...]:
        """The box of its ink, from the lowest to the highest point of its letters."""
        style = font_of(self.style)
        measure = text_measurer(style)
        if style.small_caps:
            return self.corners(measure.cap_em, 0.0)
        return self.corners(*measure.ink_em(self.text.strip()))


def texts_drawn(root: Element) -> Iterator[tuple[Element, Context]]:
    """Each `<text>` that is printed, with the transform and style it inherits.

    What `<use>` repeats is given at each repetition; letters in a mask, a clip path or a pattern
    are left out. The `viewBox` of an inner `<svg>` or a `<symbol>` is not followed.
    """
    targets = {found: element for element in root.iter() if (found := element.get("id"))}
    return _texts_in(root, OUTERMOST, targets, ())


def _texts_in(
    element: Element, outer: Context, targets: dict[str, Element], through: tuple[str, ...]
) -> Iterator[tuple[Element, Context]]:
    """The texts of an element; `through` are the ids of the `<use>`s that led to it."""
    name = name_of(element)
    context = outer.inside(element)
    if name == "text":
        yield element, context
    elif name == "use":
        offset = Matrix(e=number_in(element.get("x"), 0.0), f=number_in(element.get("y"), 0.0))
        moved = replace(context, matrix=context.matrix.then(offset))
        for attribute, value in attributes_of(element):
            target = value.removeprefix("#")
            if attribute.split("}")[-1] != "href" or target in through:
                continue
            if target in targets:
                yield from _texts_in(targets[target], moved, targets, (*through, target))
    else:
        for child in element:
            if name_of(child) not in _NOT_DRAWN_HERE:
                yield from _texts_in(child, context, targets, through)


def runs_of(text: Element, context: Context) -> Iterator[DrawnRun]:
    """The runs of a `<text>`; some may be empty."""
    here = _moved(DrawnRun("", 0.0, 0.0, 0.0, context.matrix, context.style), text)
    pending = replace(here, text=text.text or "")
    for span in text:
        style = context.inside(span).style
        letters = "".join(span.itertext()) + (span.tail or "")
        if span.get("x") is not None or span.get("y") is not None:
            yield pending
            here = _moved(replace(here, style=style), span)
            pending = replace(here, text=letters)
        else:
            pending = replace(pending, text=pending.text + letters)
    yield pending


def _moved(run: DrawnRun, element: Element) -> DrawnRun:
    return replace(
        run,
        x=number_in(element.get("x"), run.x),
        y=number_in(element.get("y"), run.y),
        size_mm=number_in(run.style.get("font-size"), 16.0),
    )


def font_of(style: dict[str, str]) -> FontStyle:
    weight = style.get("font-weight", "400")
    found = _WEIGHTS.get(weight) or int(weight if weight.isdigit() else 400)
    small_caps = style.get("font-variant") == "small-caps"
    return FontStyle(family_of(style), found, style.get("font-style") == "italic", small_caps)


def family_of(style: dict[str, str]) -> str:
    """The font family of a style, or ""."""
    return style.get("font-family", "").strip("'\" ")
