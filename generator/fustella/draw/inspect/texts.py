"""Finds the texts of a parsed SVG: where they are drawn, in which font, and their boxes."""

import math
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias
from xml.etree.ElementTree import Element, fromstring, tostring

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.paths import XY, path_rings
from fustella.core.geometry.shapes import Point, Rect
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Face
from fustella.core.words.patterns import regex
from fustella.draw.scene.model import XML_SPACE, PlacedText, Scene, Span, Style, Text
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.svg.tree import Matrix, number_in
from fustella.draw.svg.write import number
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer, text_width_mm

TOP_EM = 0.95

BOTTOM_EM = -0.25
"""The bottom of a line in em below 0; up to `TOP_EM` the lines of a text touch."""

_WEIGHTS = {"normal": 400, "bold": 700}
_SHIFTS = {"middle": -0.5, "end": -1.0}


def line_boxes(face: Face) -> Iterator[Rect]:
    """Yields the boxes of the runs of text on a face, in mm from the corner of the trim.

    A line consists of several runs if some of its letters have an x or y of their own.
    """
    for text in resolve_finished(fromstring(face.svg)).texts():
        yield from _boxes(text)


def without_texts_beside(svg: str, window: Rect) -> str:
    """The SVG of a face without the texts that lie wholly outside a window."""
    root = fromstring(svg)
    drawn = [(one.text.element, [*_boxes(one)]) for one in resolve_finished(root).texts()]
    near = {id(text) for text, boxes in drawn if any(box.overlaps(window) for box in boxes)}
    beside = {id(text) for text, _ in drawn} - near
    for parent in root.iter():
        for child in [child for child in parent if id(child) in beside]:
            parent.remove(child)
    return tostring(root, encoding="unicode")


def with_lengths(svg: str) -> str:
    """The SVG of a face in which each text carries its printed length for browsers."""
    if "<text" not in svg:
        return svg
    root = fromstring(svg)
    add_lengths(resolve_finished(root))
    return tostring(root, encoding="unicode")


def add_lengths(scene: Scene) -> None:
    """Writes its printed length into each text of a face that stands in one row.

    Browsers round the width of each letter to 1/64 of a unit, here a millimetre: on a long line the
    errors add up to half a millimetre. The length is `textLength` of SVG 2, 11.5.2.
    """
    found: dict[Element, set[str]] = {}
    for placed in scene.texts():
        for element, length_mm in _lengths(placed.text):
            found.setdefault(element, set()).add(number(length_mm))
    for element, lengths in found.items():
        if len(lengths) == 1:  # several `<use>` may set it in several fonts
            element.set("textLength", lengths.pop())
            element.set("lengthAdjust", "spacingAndGlyphs")  # letters that join go on joining


def _lengths(text: Text | Span, outer: str = "default") -> Iterator[tuple[Element, float]]:
    """Yields the elements of a text that stand in one row, each with its length in mm."""
    told = text.element.attrib
    spaces = told.get(XML_SPACE, outer)
    if any(not _PLACING.isdisjoint(span.element.attrib) for span in spans_of(text)):
        for span in text.spans:
            yield from _lengths(span, spaces)
        return
    if not _SET_BY_LETTER.isdisjoint(told) or any(_is_list(told.get(key)) for key in _PLACING):
        return
    parts = [(letters, _lettering(style)) for letters, style in letters_of(text)]
    if spaces != "preserve" and isinstance(text, Text):
        parts[0] = parts[0][0].lstrip(_WHITE), parts[0][1]
        parts[-1] = parts[-1][0].rstrip(_WHITE), parts[-1][1]
    letters = "".join([part for part, _ in parts])
    if letters.strip() and (spaces == "preserve" or _COLLAPSING.search(letters) is None):
        yield text.element, sum([lettering.width_mm(part) for part, lettering in parts])


_WHITE = " \t\r\n"
_COLLAPSING = regex(r"[\t\r\n]|  |^ | $")
"""A pattern for white space that browsers may leave out (SVG 1.1, 10.15): a part of several blanks,
all of it at the ends of a text."""

_SET_BY_LETTER = frozenset(("rotate", "path", "textLength"))
_PLACING = _SET_BY_LETTER | {"x", "y", "dx", "dy"}
"""Attributes that give letters inside of a text a place of their own."""


def _is_list(value: str | None) -> bool:
    return value is not None and len(value.replace(",", " ").split()) > 1


def _boxes(placed: PlacedText) -> Iterator[Rect]:
    for run in runs_of(placed):
        if run.text.strip():
            corners = run.corners(TOP_EM, BOTTOM_EM)
            left, right = min(c.x_mm for c in corners), max(c.x_mm for c in corners)
            top, bottom = min(c.y_mm for c in corners), max(c.y_mm for c in corners)
            yield Rect(left, top, right - left, bottom - top)


_Box: TypeAlias = tuple[float, float, float, float]
"""The left, top, right and bottom of a box."""


class _Lettering(Struct, frozen=True):
    """The way in which letters of a style are set; `shift` is the share of a run before its x."""

    font: FontStyle
    size_mm: float
    letter_spacing_mm: float
    word_spacing_mm: float
    shift: float

    def width_mm(self, text: str) -> float:
        """The width of letters, with the space added between them."""
        width_mm = text_width_mm(text, self.font, self.size_mm * PT_PER_MM)
        width_mm += len(text) * self.letter_spacing_mm
        return width_mm + text.count(" ") * self.word_spacing_mm


@lru_cache(maxsize=1024)
def _lettering(style: Style) -> _Lettering:
    told = style.values
    return _Lettering(
        font_of(style),
        number_in(told.get("font-size"), 16.0),
        number_in(told.get("letter-spacing"), 0.0),
        number_in(told.get("word-spacing"), 0.0),
        _SHIFTS.get(told.get("text-anchor", ""), 0.0),
    )


class _Letters(Struct, frozen=True):
    """Letters of one style."""

    text: str
    lettering: _Lettering

    @property
    def width_mm(self) -> float:
        """The width of the letters, with the space added between them."""
        return self.lettering.width_mm(self.text)

    def ink_mm(self) -> tuple[float, float]:
        """The highest and the lowest point of the letters' ink above the baseline."""
        style, size_mm = self.lettering.font, self.lettering.size_mm
        measure = text_measurer(style)
        top_em, bottom_em = (measure.cap_em, 0.0)
        if not style.small_caps:
            top_em, bottom_em = measure.ink_em(self.text.strip())
        return top_em * size_mm, bottom_em * size_mm


class DrawnRun(Struct, frozen=True, dict=True):
    """Letters of a `<text>` from one x or y to the next, in one or more styles.

    `x` and `y` are in mm before `matrix`. `shift` is the share of the run that lies before `x`, by
    the anchor at its beginning.
    """

    letters: tuple[_Letters, ...]
    x: float
    y: float
    matrix: Matrix
    shift: float

    @property
    def text(self) -> str:
        if len(self.letters) == 1:  # as of nearly all
            return self.letters[0].text
        return "".join(part.text for part in self.letters)

    def corners(self, top_em: float, bottom_em: float) -> tuple[Point, ...]:
        """The corners of the letters' box on the face, between two heights over the baseline."""
        return self._on_face(self._box(top_em, bottom_em))

    def rows(self, top_em: float, bottom_em: float) -> tuple[tuple[XY, XY], tuple[XY, XY]]:
        """The left and the right end of the letters on the face, at two heights."""
        left, top, right, bottom = self._box(top_em, bottom_em)
        at = self.matrix.at
        return (at(left, top), at(right, top)), (at(left, bottom), at(right, bottom))

    def lies_in(self, room: Rect, top_em: float, bottom_em: float) -> bool:
        """Whether the letters' box lies in a rectangle on the face; False for a turned run."""
        return self._is_in(room, self._box(top_em, bottom_em))

    def ink_corners(self) -> tuple[Point, ...]:
        """The corners of the ink's box on the face."""
        return self._on_face(self._ink_box())

    def ink_lies_in(self, room: Rect) -> bool:
        """Whether the ink's box lies in a rectangle on the face; False for a turned run."""
        return self._is_in(room, self._ink_box())

    def _on_face(self, box: _Box) -> tuple[Point, ...]:
        left, top, right, bottom = box
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return tuple(self.matrix.of(Point(x, y)) for x, y in corners)

    def _is_in(self, room: Rect, box: _Box) -> bool:
        m = self.matrix
        if m.b or m.c or m.a < 0 or m.d < 0:
            return False
        left, top, right, bottom = box
        return (
            m.a * left + m.e >= room.x_mm
            and m.d * top + m.f >= room.y_mm
            and m.a * right + m.e <= room.x_mm + room.width_mm
            and m.d * bottom + m.f <= room.y_mm + room.height_mm
        )

    def _ink_box(self) -> _Box:
        inks = [part.ink_mm() for part in self.letters if part.text.strip()]
        return self._between(max(top for top, _ in inks), min(bottom for _, bottom in inks))

    def _box(self, top_em: float, bottom_em: float) -> _Box:
        size_mm = 0.0
        for part in self.letters:
            if part.lettering.size_mm > size_mm and part.text.strip(" "):
                size_mm = part.lettering.size_mm
        return self._between(top_em * size_mm, bottom_em * size_mm)

    def _between(self, top_mm: float, bottom_mm: float) -> _Box:
        """The box of the letters before `matrix`, without the spaces at the ends of the run."""
        left, right = self._ends
        return left, self.y - top_mm, right, self.y - bottom_mm

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """Where the letters begin and end before `matrix`, without the spaces at both ends."""
        text = self.text
        whole = self._width()
        start = self.x + whole * self.shift
        left, right = start, start + whole
        if text != text.strip(" "):
            before = self._width(0, len(text) - len(text.lstrip(" ")))
            left = start + before
            right = left + self._width(0, len(text.rstrip(" "))) - before
        return left, right

    @property
    def width(self) -> float:
        """The width of the letters with their spaces, before `matrix`."""
        return self._width()

    @property
    def right(self) -> float:
        """The x at which the letters and their spaces end, before `matrix`."""
        return self.x + self.width * (1 + self.shift)

    def _width(self, start: int = 0, end: int | None = None) -> float:
        """The width of the letters from `start` to `end`; of all letters by default."""
        if start == 0 and end is None:
            return sum([part.width_mm for part in self.letters])
        width_mm, at = 0.0, 0
        for part in self.letters:
            text = part.text[max(0, start - at) : None if end is None else max(0, end - at)]
            width_mm += part.lettering.width_mm(text) if text else 0.0
            at += len(part.text)
        return width_mm

    def and_then(self, text: str | None, lettering: _Lettering) -> "DrawnRun":
        """The run with more letters at its end."""
        if not text:
            return self
        if self.letters and self.letters[-1].lettering == lettering:
            joined = replace(self.letters[-1], text=self.letters[-1].text + text)
            return replace(self, letters=(*self.letters[:-1], joined))
        return replace(self, letters=(*self.letters, _Letters(text, lettering)))


class DrawnText:
    """A text that is printed, at its place, and its runs."""

    __slots__ = ("_runs", "matrix", "text")

    def __init__(self, placed: PlacedText) -> None:
        self.text, self.matrix = placed.text, placed.matrix
        self._runs: tuple[DrawnRun, ...] | None = None

    @property
    def runs(self) -> tuple[DrawnRun, ...]:
        """The runs of the text; a letter with a place of its own begins a new one."""
        if self._runs is None:
            self._runs = tuple(runs_of(PlacedText(self.text, self.matrix)))
        return self._runs


class DrawnTexts:
    """A face, and each text that is printed on it, in its place."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.drawn = [*map(DrawnText, scene.texts())]
        self._drawn_of = {one.text: one for one in self.drawn}

    def at(self, text: Text, matrix: Matrix) -> DrawnText:
        """The text at a place; if it is drawn there already, the drawn text with its known runs."""
        known = self._drawn_of.get(text)
        if known is not None and known.matrix == matrix:
            return known
        return DrawnText(PlacedText(text, matrix))


def spans_of(text: Text | Span) -> Iterator[Span]:
    """Yields the spans inside of a text, in their order."""
    for span in text.spans:
        yield span
        yield from spans_of(span)


def letters_of(text: Text | Span) -> Iterator[tuple[str, Style]]:
    """Yields the letters of a text, each part with its style."""
    yield text.letters, text.style
    for span in text.spans:
        yield from letters_of(span)
        yield span.after, text.style


def runs_of(placed: PlacedText) -> Iterator[DrawnRun]:
    """Yields the runs of a text; some may be empty.

    Letters that are moved one by one count as a run from the first of them. Letters on a path are a
    run each.
    """
    text = placed.text
    lettering = _lettering(text.style)
    letters = (_Letters(text.letters, lettering),) if text.letters else ()
    x, y = _moved(0.0, 0.0, text.own)
    pending = DrawnRun(letters, x, y, placed.matrix, lettering.shift)
    for span in text.spans:
        pending, done = _with_span(pending, span)
        yield from done
        pending = pending.and_then(span.after, lettering)
    yield pending


def _with_span(pending: DrawnRun, span: Span) -> tuple[DrawnRun, list[DrawnRun]]:
    """Adds a span to the run `pending`; returns the run that goes on, and the runs that ended."""
    done: list[DrawnRun] = []
    if span.name == "textPath":
        done = [pending, *_runs_on_path(span, pending.matrix)]
        return replace(pending, letters=()), done
    lettering = _lettering(span.style)
    if not MOVING.isdisjoint(span.own):
        done.append(pending)
        before = pending.x if "x" in span.own else pending.right
        x, y = _moved(before, pending.y, span.own)
        pending = DrawnRun((), x, y, pending.matrix, lettering.shift)
    pending = pending.and_then(span.letters, lettering)
    for inner in span.spans:
        pending, ended = _with_span(pending, inner)
        done += ended
        pending = pending.and_then(inner.after, lettering)
    return pending, done


MOVING = frozenset(("x", "y", "dx", "dy"))
"""The attributes of a span that begin a new run."""


def _runs_on_path(span: Span, matrix: Matrix) -> Iterator[DrawnRun]:
    """Yields the letters on a path as runs, each with its turn; `svg.clean` has written `path`."""
    lettering = _lettering(span.style)
    style, size = lettering.font, lettering.size_mm
    letters = "".join([part for part, _ in letters_of(span)])
    dots = [dot for ring in path_rings(span.own.get("path") or "") for dot in ring]
    steps = [(a, b, math.dist(a, b)) for a, b in pairwise(dots)]
    whole = sum(step for *_, step in steps)
    start = span.own.get("startOffset") or "0"
    along = number_in(start.removesuffix("%"), 0.0)
    along = along / 100 * whole if start.endswith("%") else along
    spacing = lettering.letter_spacing_mm
    widths = [text_width_mm(one, style, size * PT_PER_MM) + spacing for one in letters]
    along += sum(widths) * lettering.shift
    for letter, width in zip(letters, widths, strict=True):
        middle, before = along + width / 2, 0.0
        along += width
        for (ax, ay), (bx, by), step in steps:
            if step and before <= middle <= before + step:
                share, cos, sin = (middle - before) / step, (bx - ax) / step, (by - ay) / step
                x, y = ax + (bx - ax) * share, ay + (by - ay) * share
                turned = matrix.then(Matrix(cos, sin, -sin, cos, x, y))
                yield DrawnRun((_Letters(letter, lettering),), -width / 2, 0.0, turned, 0.0)
                break
            before += step


def _moved(x: float, y: float, told: Mapping[str, str]) -> tuple[float, float]:
    """The place of letters after attributes have moved them from `x` and `y`."""
    dx = number_in(told["dx"], 0.0) if "dx" in told else 0.0
    dy = number_in(told["dy"], 0.0) if "dy" in told else 0.0
    return number_in(told.get("x"), x) + dx, number_in(told.get("y"), y) + dy


@lru_cache(maxsize=1024)
def font_of(style: Style) -> FontStyle:
    """The font of a style."""
    told = style.values
    weight = told.get("font-weight", "400")
    return FontStyle(
        family_of(style),
        _WEIGHTS.get(weight) or int(weight if weight.isdigit() else 400),
        told.get("font-style") == "italic",
        told.get("font-variant") == "small-caps",
    )


def family_of(style: Style) -> str:
    """The font family of a style, or ""."""
    return style.values.get("font-family", "").strip("'\" ")
