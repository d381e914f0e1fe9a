"""Draws the texts of an SVG as the outlines that are printed, for browsers.

Browsers set letters by rules of their own: they move them to whole pixels and round their widths,
by system and by zoom. Outlines lie where HarfBuzz puts the glyphs of the printed page, at each
zoom. The text itself stays beside them, unseen, for searches and screen readers.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias
from xml.etree.ElementTree import Element, fromstring, tostring

from msgspec import Struct

from fustella.core.words.patterns import regex
from fustella.draw.inspect.texts import add_lengths
from fustella.draw.render.paints import PAINTS, Colour, NotPlain, look_of, number_of
from fustella.draw.render.shapes import OF_GROUPS, WITH_EFFECTS, refuse_unknown
from fustella.draw.render.texts import (
    LetterRow,
    PlacedGlyph,
    box_of_rows,
    has_rows,
    rows_of,
    text_look,
)
from fustella.draw.scene.model import XML_SPACE, Scene, Style, Text
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.svg.tree import SVG, Attributes, Matrix
from fustella.draw.svg.write import number
from fustella.draw.text.bidi import runs_right_to_left
from fustella.draw.text.contours import contour_of
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer

_PLACES = frozenset(("x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust", XML_SPACE))
"""The attributes that stay at the unseen text: those that place its letters."""

_OF_TEXTS = OF_GROUPS | _PLACES - {"textLength", "lengthAdjust"}

_FINEST = 1000
"""The least number of steps to the em to which the points of glyphs are rounded."""

Paths: TypeAlias = tuple[Attributes, ...]
"""Paths that draw a text, by their attributes."""


class Outlined(Struct, frozen=True):
    """An SVG with its texts as outlines; `letters` are those of the texts that stay texts."""

    svg: str
    letters: str


def with_outlines(svg: str) -> Outlined:
    """Draws the texts of a finished SVG as outlines.

    A text stays a text if typst prints it, if it has an effect of its own, such as a mask, or if
    `<use>` repeats it in other fonts. It says how long it is in print, as do the unseen texts.
    """
    if "<text" not in svg:
        return Outlined(svg, "")
    root = fromstring(svg)
    scene = resolve_finished(root)
    clips = {text for clip in root.iter(f"{SVG}clipPath") for text in clip.iter(f"{SVG}text")}
    found: dict[Element, set[Paths | None]] = {}
    for text in _texts_of(scene):
        paths = _paths_of(text, scene, clips=text.element in clips)
        found.setdefault(text.element, set()).add(paths)
    add_lengths(scene)
    left = list[str]()
    for element, drawings in found.items():
        paths = drawings.pop() if len(drawings) == 1 else None
        if paths is None:
            left += element.itertext()
        elif element in clips:
            _make_path(element, paths)
        else:
            _make_group(element, paths)
    return Outlined(tostring(root, encoding="unicode"), "".join(left))


def _texts_of(scene: Scene) -> Iterator[Text]:
    """Yields the texts that are printed, then those of masks, patterns and clip paths."""
    printed = {placed.text: placed.text.element for placed in scene.texts()}
    yield from printed
    seen = {*printed.values()}
    yield from (text for text in scene.texts_in_place if text.element not in seen)


def _make_group(element: Element, paths: Paths) -> None:
    """Makes a text a group of its outlines, and of the text itself, unseen."""
    places = {key: value for key, value in element.attrib.items() if key in _PLACES}
    text = Element(element.tag, {**places, "opacity": "0"})
    text.text, element.text = element.text, None
    text[:] = element[:]
    for key in places:
        del element.attrib[key]
    element.tag = f"{SVG}g"
    element[:] = [*(Element(f"{SVG}path", dict(each)) for each in paths), text]


def _make_path(element: Element, paths: Paths) -> None:
    """Makes a text of a clip path a path, because clip paths have no groups."""
    for key in _PLACES & element.attrib.keys():
        del element.attrib[key]
    element.attrib.update(*paths)
    element.tag, element.text = f"{SVG}path", None
    element[:] = []


def _paths_of(text: Text, scene: Scene, *, clips: bool) -> Paths | None:
    """The paths of a text, a single one if it `clips`; None if it stays a text."""
    try:
        refuse_unknown(text.own, _OF_TEXTS)
        if not WITH_EFFECTS.isdisjoint(text.own):
            return None
        lines = None if clips else _lines_of(text)
        if lines is not None:
            return lines
        rows = rows_of(text, scene)
        if clips:
            data = "".join([_in_mm(row, row.marks) for row in rows])
            return ((("d", data), ("clip-rule", "nonzero")),)
        return tuple(path for row in rows for path in _paths_of_row(row, rows, text.style))
    except NotPlain:
        return None


def _lines_of(text: Text) -> Paths | None:
    """The paths of a text whose lines have one look each, a path a line; None for another text.

    Each line is made once: after an edit, most lines are as they were. Raises NotPlain.
    """
    if has_rows(text):
        return None
    found, y = list[Attributes](), text.own.get("y", "0")
    parts = [(text.letters, text.style, text.own.get("x", "0"), y)] if not text.spans else []
    for span in text.spans:
        y = span.own.get("y", y)
        parts.append((span.letters, span.style, span.own["x"], y))
    for letters, style, x, down in parts:
        look = text_look(style)
        if look is None or not (look.keeps_spaces or _is_single_spaced(letters)):
            return None
        line = _line_in_steps(letters, look.font)
        if line is None:
            return None
        data, width_em = line
        if data:
            left = number_of({"x": x}, "x") + look.shift * width_em * look.size_mm
            scale = look.size_mm / _steps_of(look.font)
            place = f"translate({number(left)} {number(number_of({'y': down}, 'y'))})"
            moved = ("transform", f"{place} scale({scale:.8g} {-scale:.8g})")
            found.append((("d", data), moved, *_paint_of(style, text.style)))
    return tuple(found)


def _is_single_spaced(letters: str) -> bool:
    """Whether letters have only white space that is printed as it stands (SVG 1.1, 10.15)."""
    return letters == letters.strip() and _WHITE.search(letters) is None


_WHITE = regex(r"[\t\r\n]|  ")


@lru_cache(maxsize=8192)
def _line_in_steps(letters: str, font: FontStyle) -> tuple[str, float] | None:
    """A line's outlines as path data in steps of the font, and its width in em.

    None for letters that need another font, or an order that is not that of reading.
    """
    measure = text_measurer(font)
    if measure.is_coloured or runs_right_to_left(letters) or measure.missing(letters):
        return None
    steps, pen_em, parts = _steps_of(font), 0.0, list[str]()
    for glyph in measure.glyphs(letters):
        outline = _outline_in_steps(font, glyph.number)
        if outline is not None:
            x, y, rest = outline
            right, up = (pen_em + glyph.x_em) * steps, glyph.y_em * steps
            parts.append(f"M{round(right) + x} {round(up) + y}{rest}")
        pen_em += glyph.advance_em
    return "".join(parts), pen_em


def _paths_of_row(row: LetterRow, rows: list[LetterRow], outer: Style) -> Iterator[Attributes]:
    """Yields the paths of a row of glyphs, in the order in which they are painted.

    A stroked letter is a path of its own, as letters are painted one over the other. Where a
    gradient paints them, the path is as large as the whole text. Raises NotPlain.
    """
    if text_measurer(row.font).is_coloured:
        raise NotPlain
    look = look_of(row.style, 1.0, True)
    paint = _paint_of(row.style, outer)
    if look.is_served:
        yield ("d", _in_mm(row, row.marks) + _corners(rows)), *paint
    elif any(coat.line is not None for coat in look.coats):
        for mark in row.marks:
            if data := _in_mm(row, (mark,)):
                yield ("d", data), *paint
    elif any(isinstance(coat.fill, Colour) for coat in look.coats):
        if any(mark.turn for mark in row.marks):
            yield ("d", _in_mm(row, row.marks)), *paint
        elif data := _in_steps(row):
            scale = row.size / _steps_of(row.font)
            yield ("d", data), ("transform", f"scale({scale:.8g} {-scale:.8g})"), *paint


@lru_cache(maxsize=1024)
def _paint_of(style: Style, outer: Style) -> Attributes:
    """The attributes that have a path painted as letters of a style, in an element of another."""
    own = style.values
    found = [
        (key, value)
        for key, value in own.items()
        if key in PAINTS and outer.values.get(key) != value
    ]
    if own.get("fill-rule", "nonzero") != "nonzero":
        found.append(("fill-rule", "nonzero"))
    if any(key.startswith("marker") for key in own):  # texts have none
        found += [(f"marker-{part}", "none") for part in ("start", "mid", "end")]
    return tuple(dict(found).items())


def _corners(rows: list[LetterRow]) -> str:
    """Path data that paints nothing and is as large as a text, for a gradient in its box."""
    box = box_of_rows(rows)
    if box is None:
        return ""
    left, top, right, bottom = map(number, box)
    return f"M{left} {top}ZM{right} {bottom}Z"


def _in_mm(row: LetterRow, marks: tuple[PlacedGlyph, ...]) -> str:
    """The outlines of glyphs as path data in mm, each with its turn."""
    parts = list[str]()
    for mark in marks:
        cos, sin = row.size * math.cos(mark.turn), row.size * math.sin(mark.turn)
        at = Matrix(cos, sin, sin, -cos, mark.x, mark.y).at
        for command, sides in contour_of(row.font, mark.number):
            dots = (at(x, y) for x, y in zip(sides[::2], sides[1::2], strict=True))
            parts.append(command + " ".join([number(side) for dot in dots for side in dot]))
    return "".join(parts)


def _in_steps(row: LetterRow) -> str:
    """The outlines of glyphs as path data in steps of the font, y up: whole numbers."""
    per_mm = _steps_of(row.font) / row.size
    parts = list[str]()
    for mark in row.marks:
        outline = _outline_in_steps(row.font, mark.number)
        if outline is not None:
            x, y, rest = outline
            parts.append(f"M{round(mark.x * per_mm) + x} {y - round(mark.y * per_mm)}{rest}")
    return "".join(parts)


@lru_cache(maxsize=256)
def _steps_of(font: FontStyle) -> int:
    """The steps of an em to which glyphs are rounded: the units of the font, or parts of them."""
    units = text_measurer(font).units
    return units * math.ceil(_FINEST / units)


@lru_cache(maxsize=8192)
def _outline_in_steps(font: FontStyle, glyph: int) -> tuple[int, int, str] | None:
    """The first point of a glyph, and its outline from there; None for a glyph without one."""
    steps, parts, before = _steps_of(font), list[str](), ""
    first: tuple[int, int] | None = None
    start = pen = (0, 0)
    for command, sides in contour_of(font, glyph):
        ends = [round(side * steps) for side in sides]
        dots = [*zip(ends[::2], ends[1::2], strict=True)]
        letter = command.lower()
        if letter == "z":
            pen = start
            parts.append(letter)
        elif first is None:
            first = start = pen = dots[0]
        else:
            moves = "".join([f"{x - pen[0]:+}{y - pen[1]:+}" for x, y in dots])
            parts.append(moves if letter == before else letter + moves)
            pen = dots[-1]
            start = pen if letter == "m" else start
        before = letter
    return (*first, _shortest("".join(parts))) if first is not None else None


def _shortest(data: str) -> str:
    """Path data without the signs that are not needed: a plus becomes a space between numbers."""
    return _AFTER_LETTER.sub("", data).replace("+", " ")


_AFTER_LETTER = regex(r"(?<=[a-z])\+")
