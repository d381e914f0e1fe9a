"""Checks a finished face: faults of its SVG, texts outside of the piece or in the safe zone.

typst silently leaves out what it cannot print, such as a text in an unknown font family or a shape
whose `url(#…)` has no target. So each face is checked first (`Lint`), and texts must lie inside of
the outline.

Texts must also keep a distance from the trim, the safe zone of their kind (`safe: 3mm`), so that a
cut that is slightly off does not touch them. The distance is measured on the finished SVG, where
all transforms are known, from the ink of each line of text to the trim. The tool `text` marks what
it draws (`draw.scene.marks`), so that the line of the template is reported.
"""

import math
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.core.geometry.polygons import depth_mm, rect_inside
from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.geometry.units import rounded_down, rounded_up
from fustella.core.values.inks import INK
from fustella.core.values.problems import Place, Problem, nearest
from fustella.draw.inks import ink_faults
from fustella.draw.inspect.texts import (
    DrawnRun,
    DrawnText,
    DrawnTexts,
    family_of,
    font_of,
    letters_of,
    spans_of,
)
from fustella.draw.scene.amount import too_much
from fustella.draw.scene.marks import LINE, Origins, without_marks
from fustella.draw.scene.model import PlacedText, Style
from fustella.draw.scene.resolve import SvgFault, Unresolvable, resolve
from fustella.draw.svg.attributes import shortened
from fustella.draw.svg.source import bare
from fustella.draw.svg.tree import IDENTITY, SVG, number_in
from fustella.draw.text.families import is_family
from fustella.draw.text.fonts import FAMILIES
from fustella.draw.text.lacking import listed_letters
from fustella.draw.text.shaping import missing_glyphs, without_glyph

_TOLERANCE_MM = 0.05
"""Texts may be out by this much: for side bearings of letters and rounded coordinates."""

_HEIGHT_EM = 0.66
"""The part of a text above the baseline that must lie on the piece: about the cap height."""


FOREIGN = frozenset(("E220", "E221", "E222", "E223", "E225", "E226"))
"""The faults of an SVG that cleaning may mend."""


class Lint:
    """Checks one face and reports each fault of its SVG."""

    def __init__(
        self,
        outline: Outline,
        bleed_mm: float,
        report: Callable[[SvgFault], None],
        faulty: bool = False,
        cleaned: bool = False,
        inks: Collection[str] = (),
    ) -> None:
        """`faulty` if problems were reported before, `cleaned` if `svg.fit` made the face.

        `inks` are the ids of the game's inks.
        """
        self._cleaned, self._inks = cleaned, inks
        self._outline, self._bleed_mm = outline, bleed_mm
        self._room = rect_inside(outline)
        self._send, self._faulty = report, faulty

    def check(self, svg: str) -> DrawnTexts | None:
        """Reports E202, E220 to E226, E235, E236, E771 and E773, and returns the texts of the SVG.

        None for an SVG that cannot be parsed, or paints too much to be checked.
        """
        try:
            root = ElementTree.fromstring(svg)
        except (ElementTree.ParseError, UnicodeEncodeError):
            self._report_malformed(without_marks(svg))
            return None
        try:
            scene, faults = resolve(root, cleaned=self._cleaned)
        except Unresolvable as found:
            self._send(found.fault)
            return None
        self._check_size(root)
        for fault in faults:
            self._send(fault)
        for fault in ink_faults(root, self._inks) if INK in svg else ():
            self._send(fault)
        over = too_much(scene)
        if over is not None:
            self._send(over)
            return None
        texts = DrawnTexts(scene)
        self._check_texts(texts)
        return texts

    def _report_malformed(self, svg: str) -> None:
        """Reports E226 for an SVG that cannot be parsed, at the line and column of the fault."""
        try:
            ElementTree.fromstring(svg)
        except ElementTree.ParseError as error:
            self._report("E226", *_malformed(svg, *error.position), spot=error.position)
        except UnicodeEncodeError as error:
            before = svg[: error.start]
            spot = before.count("\n") + 1, error.start - before.rfind("\n") - 1
            half = f"U+{ord(svg[error.start]):04X} is half of a character, and cannot be printed"
            self._report("E226", half, "write the character itself", spot=spot)

    def _check_size(self, root: Element) -> None:
        width_mm = self._outline.size.width_mm + 2 * self._bleed_mm
        height_mm = self._outline.size.height_mm + 2 * self._bleed_mm
        wanted = (width_mm, height_mm, -self._bleed_mm, -self._bleed_mm, width_mm, height_mm)
        found = _measures(*(root.get(name, "") for name in ("width", "height", "viewBox")))
        if len(found) != len(wanted) or not all(
            abs(a - b) < 1e-3 for a, b in zip(found, wanted, strict=True)
        ):
            message = f"the SVG is not {width_mm:g} x {height_mm:g} mm"
            hint = 'begin the template with {% extends "_shared/face.svg.j2" %}'
            self._report("E223", message, hint, root)

    def _check_texts(self, texts: DrawnTexts) -> None:
        """Checks each text where it is printed, and the fonts of texts that are not printed."""
        printed = {one.text.element for one in texts.drawn}
        for one in texts.drawn:
            self._check_text(one)
        for text in texts.scene.texts_in_place:
            if text.element not in printed:
                self._check_text(DrawnText(PlacedText(text, IDENTITY)), placed=False)

    def _check_text(self, text: DrawnText, placed: bool = True) -> None:
        """Checks the fonts and letters of a text and, if `placed`, whether it lies on the piece."""
        element = text.text.element
        if not self._has_font(text.text.style, element):
            return
        for span in spans_of(text.text):
            if not self._has_font(span.style, element):
                return
        fitted = "data-fitted" in text.text.own
        # A fitted text of a faulty face may be the reason of a problem already reported.
        if fitted and self._faulty:
            return
        for letters, found in () if fitted else letters_of(text.text):
            style = font_of(found)
            lacking = missing_glyphs(letters, style) if letters.strip() else ()
            of_fonts = dict[tuple[str, str], list[str]]()
            for character in lacking:
                of_fonts.setdefault(without_glyph(character, style), []).append(character)
            for (font, way_out), characters in of_fonts.items():
                message = f"{font} has no {listed_letters(characters)}"
                self._report("E202", message, f"{way_out}, or draw it with icon(…)", element)
        for run in text.runs if placed else ():
            inside = not run.text.strip() or self._check_inside(run, element)
            if not inside and element.find(f"{SVG}textPath") is not None:
                return  # one report for all letters on the path

    def _has_font(self, style: Style, element: Element) -> bool:
        """Whether a text has a known font family and a size; reports what is missing."""
        family = family_of(style)
        if not is_family(family):
            families = sorted(FAMILIES.values())
            message = f'no font "{family}"' if family else "a text without a font"
            hint = f'write font-family="{families[0]}"'
            if family:
                first = _first(family)
                hint = f'to print another one, write in game.yaml: fonts: {{"{first}": sans}}'
                near = nearest(family, families)
                hint = f"did you mean `{near}`? Or {hint}" if near else hint
            self._report("E220", message, hint, element)
            return False
        if number_in(style.values.get("font-size"), 0.0) <= 0:
            hint = 'write font-size="3", in millimetres'
            self._report("E225", "a text without a size", hint, element)
            return False
        return True

    def _check_inside(self, run: DrawnRun, element: Element) -> bool:
        """Whether a run lies on the piece; reports a run that does not."""
        out_mm = _out_mm(run, self._room, self._outline)
        if out_mm > _TOLERANCE_MM:
            far = f"{rounded_up(out_mm, 1)} mm outside the piece"
            message = f'the text "{shortened(run.text)}" lies {far}'
            self._report("E224", message, "move it inwards, or make it smaller", element)
        return out_mm <= _TOLERANCE_MM

    def _report(
        self,
        code: str,
        message: str,
        hint: str,
        element: Element | None = None,
        spot: tuple[int, int] = (0, 0),
    ) -> None:
        self._send(SvgFault(code, message, hint, element, spot))


def _out_mm(run: DrawnRun, room: Rect | None, outline: Outline) -> float:
    """How far a run lies outside of a piece; `room` lies inside of it."""
    if room is not None and run.lies_in(room, _HEIGHT_EM, 0.0):
        return 0.0
    return -depth_mm(run.corners(_HEIGHT_EM, 0.0), outline)


def runs_outside(
    texts: DrawnTexts, outline: Outline, *, fitted: bool
) -> Iterator[tuple[DrawnRun, float]]:
    """Yields the runs of text that E224 is about, and how far each lies outside in mm.

    With `fitted`, those of the tool `text` are among them.
    """
    room = rect_inside(outline)
    for text in texts.drawn:
        if fitted or "data-fitted" not in text.text.own:
            for run in text.runs:
                out_mm = _out_mm(run, room, outline) if run.text.strip() else 0.0
                if out_mm > _TOLERANCE_MM:
                    yield run, out_mm


@lru_cache(maxsize=256)
def _measures(width: str, height: str, view_box: str) -> tuple[float, ...]:
    """The width and the height of an SVG in mm, and the numbers of its `viewBox`; NaN for none."""
    in_mm = (side.removesuffix("mm") if side.endswith("mm") else "" for side in (width, height))
    box = view_box.replace(",", " ").split()
    return tuple(number_in(text, math.nan) for text in (*in_mm, *box))


def _first(families: str) -> str:
    return families.split(",", maxsplit=1)[0].strip("'\" ")


def _malformed(svg: str, line: int, column: int) -> tuple[str, str]:
    """The message and the hint for an SVG that is not well-formed XML."""
    if not svg.strip():
        return "the template draws nothing", 'begin it with {% extends "_shared/face.svg.j2" %}'
    near = svg.splitlines()[line - 1 : line] or [""]
    shown = near[0][max(0, column - 30) : column + 30].strip()
    if not shown:
        return "the SVG ends too early: a tag is not closed", "look for the tag, and for `</svg>`"
    return f"the SVG cannot be read near `{shown}`", bare(shown)


class UnsafeText(Struct, frozen=True):
    """A line of text in the safe zone; `line` is the template's line that drew it, if known."""

    text: str
    depth_mm: float
    line: Place | None


def texts_too_near(
    texts: DrawnTexts, outline: Outline, safe_mm: float, origins: Origins
) -> Iterator[UnsafeText]:
    """Yields the texts of a face, version codes included, less than `safe_mm` from the trim.

    `origins` finds the lines of templates that drew them.
    """
    for text, run, depth in runs_too_near(texts, outline, safe_mm):
        words = " ".join(run.text.split())
        yield UnsafeText(words, depth, origins.place_of(text.text.own.get(LINE)))


def runs_too_near(
    texts: DrawnTexts, outline: Outline, safe_mm: float
) -> Iterator[tuple[DrawnText, DrawnRun, float]]:
    """Yields the runs of text that E227 is about, each with its text and its depth in mm."""
    room = rect_inside(outline)
    room = None if room is None else room.grown(-safe_mm)
    for text in texts.drawn:
        for run in text.runs:
            if not run.text.strip() or (room is not None and run.ink_lies_in(room)):
                continue
            depth = depth_mm(run.ink_corners(), outline)
            if depth < safe_mm - _TOLERANCE_MM:
                yield text, run, depth


class SafeZone:
    """Collects texts in the safe zones of all faces: the nearest for each line of a template."""

    def __init__(self) -> None:
        self._nearest: dict[tuple[Place | None, str], tuple[UnsafeText, float, Place, bool]] = {}

    def add(
        self, near: UnsafeText, template: str, safe_mm: float, drawn_for: Place, page: bool = False
    ) -> None:
        """Adds a text of a face; `drawn_for` is the place in the content of the face's piece.

        `page`: the face is a whole page, whose edge the printer leaves white.
        """
        key = near.line, template
        known = self._nearest.get(key)
        if known is None or near.depth_mm < known[0].depth_mm:
            self._nearest[key] = near, safe_mm, drawn_for, page

    def problems(self) -> list[Problem]:
        """The problems E227, one for each line of a template that drew a text too near."""
        return [_problem(*found, template) for (_, template), found in self._nearest.items()]


def _problem(
    near: UnsafeText, safe_mm: float, drawn_for: Place, page: bool, template: str
) -> Problem:
    away, inwards = max(0.0, near.depth_mm), f"{rounded_up(safe_mm - near.depth_mm, 1)} mm"
    edge, why = "trim", f"its kind keeps {safe_mm:g} mm safe"
    hint = f"move it inwards by {inwards}, make it smaller, or lower `safe`"
    if page:
        edge, why = "paper's edge", f"printers leave {safe_mm:g} mm of it white"
        hint = f"move it inwards by {inwards}, or make it smaller"
    within = f"within {rounded_down(away, 1)} mm of the {edge}"
    message = f'the text "{shortened(near.text)}" comes {within}; {why}'
    if near.line is None:
        return Problem("E227", drawn_for, f"{message} (template {template})", hint)
    hint = f"{hint} (drawn for {drawn_for})"
    return Problem("E227", near.line, message, hint, concerns=drawn_for)
