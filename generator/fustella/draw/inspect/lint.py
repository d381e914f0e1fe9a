"""Checks of a finished face: faults of its SVG, texts outside the piece or in the safe zone.

typst silently leaves out what it cannot print, such as a text in an unknown font family or a shape
whose `url(#…)` has no target. So each face is checked first (`Lint`), and texts must lie inside the
outline.

Texts must also keep a distance from the trim, the safe zone of their kind (`safe: 3mm`), so that a
cut that is slightly off does not touch them. The distance is measured on the finished SVG, where
all transforms are known, from the ink of each line of text to the trim. To report the line of the
template, the tool `text` leaves its number in the SVG; `TemplateLines.take_from` removes it.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.core import limits
from fustella.core.geometry import Outline
from fustella.core.patterns import regex
from fustella.core.polygons import depth_mm, rect_inside
from fustella.core.problems import Place, Problem, nearest
from fustella.core.units import rounded_down, rounded_up
from fustella.draw.inspect.look import Look
from fustella.draw.inspect.parts import part_of
from fustella.draw.inspect.texts import (
    DrawnRun,
    DrawnText,
    DrawnTexts,
    family_of,
    font_of,
    letters_of,
    spans_of,
    texts_defined,
)
from fustella.draw.svg.amount import too_much
from fustella.draw.svg.attributes import shortened
from fustella.draw.svg.references import References
from fustella.draw.svg.source import bare
from fustella.draw.svg.tree import (
    OUTERMOST,
    SVG,
    is_too_deep,
    name_of,
    number_in,
    own_of,
)
from fustella.draw.text.families import is_family
from fustella.draw.text.fonts import FAMILIES
from fustella.draw.text.lacking import listed_letters
from fustella.draw.text.shaping import missing_glyphs, without_glyph

_TOLERANCE_MM = 0.05
"""Allows for the side bearings of letters and for coordinates rounded to micrometres."""

_HEIGHT_EM = 0.66
"""About the cap height: the part of a text above the baseline that must lie on the piece."""


class Fault(Struct, frozen=True):
    """What is wrong with an SVG: at an element, or at a line and column of its text."""

    code: str
    message: str
    hint: str
    element: Element | None = None
    spot: tuple[int, int] = (0, 0)


FOREIGN = frozenset(("E220", "E221", "E222", "E223", "E225", "E226"))
"""What the lint finds in an SVG that may only have to be cleaned."""

_OF_REFERENCES = frozenset(("E222", "E235"))
"""Faults beside which what is inside of an element can still be checked."""


class Lint:
    """Checks one face and reports each problem at its place."""

    def __init__(
        self,
        outline: Outline,
        bleed_mm: float,
        report: Callable[[Fault], None],
        faulty: bool = False,
        cleaned: bool = False,
    ) -> None:
        """`faulty`: problems were reported while the face was drawn; `cleaned`: by `svg.fit`."""
        self._cleaned = cleaned
        self._outline, self._bleed_mm = outline, bleed_mm
        self._room = rect_inside(outline)
        self._send, self._faulty = report, faulty
        self._references = References(Element("svg"))
        self._right: set[Element] = set()

    def check(self, svg: str) -> DrawnTexts | None:
        """Report E202, E220 to E226, E235 and E236.

        Returns the texts of the parsed SVG, None when it cannot be parsed, or is too much to look
        through.
        """
        try:
            root = ElementTree.fromstring(svg)
        except ElementTree.ParseError as error:
            self._report("E226", *_malformed(svg, *error.position), spot=error.position)
            return None
        except UnicodeEncodeError as error:
            before = svg[: error.start]
            spot = before.count("\n") + 1, error.start - before.rfind("\n") - 1
            half = f"U+{ord(svg[error.start]):04X} is half of a character, and cannot be printed"
            self._report("E226", half, "write the character itself", spot=spot)
            return None
        look = Look(root, self._cleaned)
        if not look.right and is_too_deep(root):
            message = f"elements more than {limits.SVG_DEPTH} deep inside each other"
            self._report("E225", message, "look for a macro that calls itself, or ungroup", root)
            return None
        self._check_size(root)
        if not (look.right and look.bounded):
            self._references = References(root)
        if not look.right:
            self._walk(root, outermost=True)
        over = None if look.bounded else too_much(root, svg, self._references)
        if over is not None:
            self._report("E236", over.message, over.hint, over.element)
            return None
        texts = DrawnTexts(root, look.texts)
        if look.texts is None:
            self._right = set(root.iter()) if look.right else self._right
            self._check_texts(texts)
        else:
            for text in texts.drawn:
                self._check_text(text)
        return texts

    def _check_size(self, root: Element) -> None:
        width_mm = self._outline.size.width_mm + 2 * self._bleed_mm
        height_mm = self._outline.size.height_mm + 2 * self._bleed_mm
        wanted = (width_mm, height_mm, -self._bleed_mm, -self._bleed_mm, width_mm, height_mm)
        box = (root.get("viewBox") or "").replace(",", " ").split()
        sides = (root.get(side, "") for side in ("width", "height"))
        in_mm = [side.removesuffix("mm") if side.endswith("mm") else "" for side in sides]
        found = [number_in(text, math.nan) for text in (*in_mm, *box)]
        if len(found) != len(wanted) or not all(
            abs(a - b) < 1e-3 for a, b in zip(found, wanted, strict=True)
        ):
            message = f"the SVG is not {width_mm:g} x {height_mm:g} mm"
            hint = 'begin the template with {% extends "_shared/face.svg.j2" %}'
            self._report("E223", message, hint, root)

    def _walk(self, element: Element, *, outermost: bool = False) -> None:
        """Check an element and its descendants; those that are right are in `_right`."""
        name, part = name_of(element), part_of(element)
        inner = name == "svg" and not outermost
        printed = part.printed_cleaned if self._cleaned else part.printed
        if not printed or (inner and not self._cleaned):
            hint = "draw it with shapes: path, rect, circle, line, polygon, text …"
            self._report("E225", f"`<{name}>` cannot be printed", hint, element)
            return
        if not self._can_be_read(element):
            return
        self._right.add(element)
        if name == "text":
            self._walk_text(element)
            return
        for child in element:
            self._walk(child)

    def _walk_text(self, element: Element) -> None:
        for span, _ in spans_of(element, OUTERMOST):
            plain = name_of(span) == "tspan" and span in element
            if not (plain or (self._cleaned and name_of(span) in {"tspan", "textPath"})):
                hint = "write <tspan>s, and nothing else, inside a <text>"
                self._report("E225", "a <text> holds more than words and <tspan>s", hint, span)
                self._right.discard(element)
                return
            if not self._can_be_read(span):
                self._right.discard(element)
                return

    def _can_be_read(self, element: Element) -> bool:
        """Whether all attributes can be read and no letters lie outside a `<text>`."""
        name, part = name_of(element), part_of(element)
        wrong = list(part.wrong)
        loose = "".join((element.text or "", *(child.tail or "" for child in element))).strip()
        spoken = bool(loose) and not part.with_letters
        if spoken:
            hint = "write it with {{ text(…) }}, or in a <text>"
            before = (child for child in element if (child.tail or "").strip())
            message = f'"{shortened(loose)}" stands outside of any text'
            self._report("E225", message, hint, next(before, element))
        if not self._cleaned:
            if name == "use" and self._is_clipped_aside(element):
                wrong.append(("E225", "a clipped <use> of a symbol", "clip a group around it"))
            if name == "clipPath" and len(element) > 1:  # `svg.clean` unites its shapes
                wrong.append(("E225", "a <clipPath> of several shapes", "write one <path>"))
            wrong += part.uncleaned
        wrong += self._references.wrong(element)
        wrong += part.links
        for fault in wrong:
            self._report(*fault, element)
        return not spoken and all(code in _OF_REFERENCES for code, *_ in wrong)

    def _is_clipped_aside(self, use: Element) -> bool:
        """Whether the engine would clip a `<use>` elsewhere than `svg.clean`, and browsers, do."""
        found = self._references.repeated_by(use)
        if found is None or name_of(found) != "symbol":
            return False
        own = own_of(use)
        moved = any(number_in(own.get(side), 0.0) for side in ("x", "y"))
        return moved and any(own.get(key, "none") != "none" for key in ("clip-path", "mask"))

    def _check_texts(self, texts: DrawnTexts) -> None:
        """Check the texts that can be read, each wherever it is printed."""
        printed = set[Element]()
        for text in texts.drawn:
            printed.add(text.element)
            if text.element in self._right:
                self._check_text(text)
        unplaced = {one for one in self._right - printed if name_of(one) == "text"}
        for element, context in texts_defined(texts.root) if unplaced else ():
            if element in unplaced:
                self._check_text(DrawnText(element, context), placed=False)

    def _check_text(self, text: DrawnText, placed: bool = True) -> None:
        """Check fonts and letters of a text and, where it is `placed`, whether it is inside."""
        element, context = text.element, text.context
        if not self._has_font(context.style, element):
            return
        for _, within in spans_of(element, context) if len(element) else ():
            if not self._has_font(within.style, element):
                return
        fitted = "data-fitted" in element.attrib
        # A fitted text of a faulty face may be the reason of a problem already reported.
        if fitted and self._faulty:
            return
        for letters, found in () if fitted else letters_of(element, context):
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
                return  # of the letters on a path, the first one tells

    def _has_font(self, style: Mapping[str, str], element: Element) -> bool:
        """Whether the font family is known and a size is given."""
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
        if number_in(style.get("font-size"), 0.0) <= 0:
            hint = 'write font-size="3", in millimetres'
            self._report("E225", "a text without a size", hint, element)
            return False
        return True

    def _check_inside(self, run: DrawnRun, element: Element) -> bool:
        """Whether a run lies on the piece; reports one that does not."""
        if self._room is not None and run.lies_in(self._room, _HEIGHT_EM, 0.0):
            return True
        out_mm = -depth_mm(run.corners(_HEIGHT_EM, 0.0), self._outline)
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
        self._send(Fault(code, message, hint, element, spot))


def _first(families: str) -> str:
    return families.split(",", maxsplit=1)[0].strip("'\" ")


def _malformed(svg: str, line: int, column: int) -> tuple[str, str]:
    """A message and a hint for an SVG that is not well-formed XML."""
    if not svg.strip():
        return "the template draws nothing", 'begin it with {% extends "_shared/face.svg.j2" %}'
    near = svg.splitlines()[line - 1 : line] or [""]
    shown = near[0][max(0, column - 30) : column + 30].strip()
    if not shown:
        return "the SVG ends too early: a tag is not closed", "look for the tag, and for `</svg>`"
    return f"the SVG cannot be read near `{shown}`", bare(shown)


_FITTED = regex(r'<text(?: data-line="(\d+)")? data-fitted=')
_NOTED = regex(r'<text data-line="\d+"')


class TemplateLines:
    """Numbers for lines of templates, so that a drawn text can carry the line that drew it.

    The numbers hold for all faces of a game: Jinja runs the top level of a macro file only once,
    and uses the texts drawn there on many faces.
    """

    def __init__(self) -> None:
        self._numbers: dict[Place, int] = {}

    def number_of(self, place: Place) -> int:
        """The number of a line, a new one for a new line."""
        return self._numbers.setdefault(place, len(self._numbers))

    def place_of(self, number: int) -> Place:
        """The line that a number stands for."""
        return tuple(self._numbers)[number]

    def take_from(self, svg: str) -> tuple[str, tuple[Place | None, ...]]:
        """An SVG without the numbers that `typeset` left in it, and the lines they stand for.

        One for each fitted `<text>`, in their order; None where it carries no number.
        """
        if "data-line" not in svg:
            return svg, ()
        places = tuple(self._numbers)
        lines = (places[int(number)] if number else None for number in _FITTED.findall(svg))
        return _NOTED.sub("<text", svg), tuple(lines)


class Near(Struct, frozen=True):
    """A line of text in the safe zone; `line` is the template's line that drew it, if known."""

    text: str
    depth_mm: float
    line: Place | None


def texts_too_near(
    texts: DrawnTexts, outline: Outline, safe_mm: float, lines: Sequence[Place | None]
) -> Iterator[Near]:
    """The texts of a face, version codes included, that are less than `safe_mm` from the trim.

    `lines` are the template's lines of the fitted texts, as `TemplateLines.take_from` gives them.
    """
    room = rect_inside(outline)
    room = None if room is None else room.grown(-safe_mm)
    for text in texts.drawn:
        for run in text.runs:
            if not run.text.strip() or (room is not None and run.ink_lies_in(room)):
                continue
            depth = depth_mm(run.ink_corners(), outline)
            if depth < safe_mm - _TOLERANCE_MM:
                words = " ".join(run.text.split())
                yield Near(words, depth, _line_of(text.element, texts.root, lines))


def _line_of(text: Element, root: Element, lines: Sequence[Place | None]) -> Place | None:
    fitted = (one for one in root.iter() if "data-fitted" in one.attrib)
    return dict(zip(fitted, lines, strict=False)).get(text)


class SafeZone:
    """Collects texts in the safe zone of all faces; keeps the nearest of each template's line."""

    def __init__(self) -> None:
        self._nearest: dict[tuple[Place | None, str], tuple[Near, float, Place, bool]] = {}

    def add(
        self, near: Near, template: str, safe_mm: float, drawn_for: Place, page: bool = False
    ) -> None:
        """Add a text of a face; `drawn_for` is the place of the face's piece in the content.

        `page`: the face is a whole page, whose edge the printer leaves white.
        """
        key = near.line, template
        known = self._nearest.get(key)
        if known is None or near.depth_mm < known[0].depth_mm:
            self._nearest[key] = near, safe_mm, drawn_for, page

    def problems(self) -> list[Problem]:
        """E227, one for each line of a template."""
        return [_problem(*found, template) for (_, template), found in self._nearest.items()]


def _problem(near: Near, safe_mm: float, drawn_for: Place, page: bool, template: str) -> Problem:
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
