"""The texts of a parsed SVG: where they are drawn, in which font, and how much room they take.

Where the lines of text of a finished face lie.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

from fustella.core.geometry import Point, Rect
from fustella.core.model import Face
from fustella.core.units import PT_PER_MM
from fustella.draw.svg.tree import (
    OUTERMOST,
    SVG,
    Context,
    Matrix,
    attributes_of,
    name_of,
    number_in,
)
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer, text_width_mm

_WEIGHTS = {"normal": 400, "bold": 700}
_SHIFTS = {"middle": -0.5, "end": -1.0}
_NOT_DRAWN_HERE = ("defs", "symbol", "clipPath", "mask", "pattern", "marker")


@dataclass(frozen=True, slots=True)
class DrawnRun:
    """A stretch of a `<text>` that begins at a place of its own, before its `matrix`, in mm."""

    text: str
    x: float
    y: float
    size_mm: float
    matrix: Matrix
    style: dict[str, str]

    def corners(self, top_em: float, bottom_em: float) -> tuple[Point, ...]:
        """The box of its letters on the face, between two heights over the baseline."""
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
        """The box of what is inked: as high as its highest letter, as deep as its deepest."""
        style = font_of(self.style)
        measure = text_measurer(style)
        if style.small_caps:
            return self.corners(measure.cap_em, 0.0)
        return self.corners(*measure.ink_em(self.text.strip()))


def texts_drawn(root: Element) -> Iterator[tuple[Element, Context]]:
    """Each `<text>` that is printed, and what it takes over from around it.

    What `<use>` repeats comes where it is repeated; letters in a mask, a clip or a pattern are no
    text. A `viewBox` of an inner `<svg>` or a `<symbol>` is not followed.
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
        return
    if name == "use":
        yield from _texts_used(element, context, targets, through)
        return
    for child in element:
        if name_of(child) not in _NOT_DRAWN_HERE:
            yield from _texts_in(child, context, targets, through)


def _texts_used(
    element: Element, context: Context, targets: dict[str, Element], through: tuple[str, ...]
) -> Iterator[tuple[Element, Context]]:
    offset = Matrix(e=number_in(element.get("x"), 0.0), f=number_in(element.get("y"), 0.0))
    there = replace(context, matrix=context.matrix.then(offset))
    for attribute, value in attributes_of(element):
        target = value.removeprefix("#")
        if attribute.split("}")[-1] != "href" or target in through:
            continue
        if target in targets:
            yield from _texts_in(targets[target], there, targets, (*through, target))


def runs_of(text: Element, context: Context) -> Iterator[DrawnRun]:
    """The stretches of a `<text>`, each as one run; some may be empty."""
    here = _moved(DrawnRun("", 0.0, 0.0, 0.0, context.matrix, context.style), text)
    pending = replace(here, text=text.text or "")
    for span in text:
        style = context.inside(span).style
        if span.get("x") is not None or span.get("y") is not None:
            yield pending
            here = _moved(replace(here, style=style), span)
            pending = replace(here, text="".join(span.itertext()) + (span.tail or ""))
        else:
            said = pending.text + "".join(span.itertext()) + (span.tail or "")
            pending = replace(pending, text=said)
    yield pending


def _moved(run: DrawnRun, element: Element) -> DrawnRun:
    return replace(
        run,
        x=number_in(element.get("x"), run.x),
        y=number_in(element.get("y"), run.y),
        size_mm=number_in(run.style.get("font-size"), 16.0),
    )


def family_of(style: dict[str, str]) -> str:
    """The font family of a style, or ""."""
    return style.get("font-family", "").strip("'\" ")


def font_of(style: dict[str, str]) -> FontStyle:
    """The font of a style that has one."""
    weight = style.get("font-weight", "400")
    found = _WEIGHTS.get(weight) or int(weight if weight.isdigit() else 400)
    small_caps = style.get("font-variant") == "small-caps"
    return FontStyle(family_of(style), found, style.get("font-style") == "italic", small_caps)


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


def _box(run: DrawnRun) -> Rect:
    corners = run.corners(TOP_EM, BOTTOM_EM)
    left, right = min(c.x_mm for c in corners), max(c.x_mm for c in corners)
    top, bottom = min(c.y_mm for c in corners), max(c.y_mm for c in corners)
    return Rect(left, top, right - left, bottom - top)
