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
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from fustella.core import limits
from fustella.core.geometry import Outline
from fustella.core.model import PICTURE
from fustella.core.polygons import depth_mm
from fustella.core.problems import Place, Problem, did_you_mean
from fustella.draw.inspect.texts import (
    DrawnRun,
    family_of,
    font_of,
    letters_of,
    runs_of,
    spans_of,
    texts_drawn,
)
from fustella.draw.svg.attributes import FILTERS, needs_cleaning, wrong_with
from fustella.draw.svg.tree import (
    OUTERMOST,
    SVG,
    Context,
    attributes_of,
    is_too_deep,
    name_of,
    number_in,
)
from fustella.draw.text.fonts import FAMILIES
from fustella.draw.text.shaping import missing_glyphs, without_glyph

_TOLERANCE_MM = 0.05
"""Allows for the side bearings of letters and for coordinates rounded to micrometres."""

_LINK = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
_DRAWN = frozenset(
    [
        *("svg", "g", "defs", "symbol", "use", "title", "desc", "text", "tspan"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
        *(
            "image",
            "clipPath",
            "mask",
            "linearGradient",
            "radialGradient",
            "stop",
            "pattern",
            "marker",
        ),
    ]
)
_CLEANED = FILTERS | {"filter", "textPath"}
_WITH_TEXT = ("text", "tspan", "textPath", "title", "desc")

_HEIGHT_EM = 0.66
"""About the cap height: the part of a text above the baseline that must lie on the piece."""


class Lint:
    """Checks one face and reports each problem at the place of its piece in the content."""

    def __init__(
        self,
        outline: Outline,
        bleed_mm: float,
        place: Place,
        template: str,
        report: Callable[[Problem], None],
        faulty: bool = False,
        cleaned: bool = False,
    ) -> None:
        """`faulty`: problems were reported while the face was drawn; `cleaned`: by `svg.fit`."""
        self._drawn = _DRAWN | _CLEANED if cleaned else _DRAWN
        self._cleaned = cleaned
        self._outline, self._bleed_mm = outline, bleed_mm
        self._place, self._template = place, template
        self._send, self._faulty = report, faulty
        self._ids: set[str] = set()

    def check(self, svg: str) -> Element | None:
        """Report E202 and E220 to E226; return the parsed SVG, None when it cannot be parsed."""
        try:
            root = ElementTree.fromstring(svg)
        except ElementTree.ParseError as error:
            self._report("E226", *_malformed(svg, *error.position))
            return None
        if is_too_deep(root):
            message = f"elements more than {limits.SVG_DEPTH} deep inside each other"
            self._report("E225", message, "look for a macro that calls itself, or ungroup")
            return None
        self._check_size(root)
        self._ids = {found for element in root.iter() if (found := element.get("id"))}
        self._walk(root, OUTERMOST)
        return root

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
            self._report("E223", message, hint)

    def _walk(self, element: Element, outer: Context) -> None:
        name = name_of(element)
        inner = name == "svg" and outer is not OUTERMOST
        if name not in self._drawn or (inner and not self._cleaned):
            hint = f"draw it with {', '.join(sorted(_DRAWN)[:8])} …"
            self._report("E225", f"`<{name}>` cannot be printed", hint)
            return
        if not self._can_be_read(element):
            return
        self._check_links(element, name)
        context = outer.inside(element)
        if name == "text":
            self._check_text(element, context)
            return
        for child in element:
            self._walk(child, context)

    def _can_be_read(self, element: Element) -> bool:
        """Whether all attributes can be read and no letters lie outside a `<text>`."""
        name = name_of(element)
        skipped = ("width", "height") if name == "svg" else ()  # done by `_check_size`
        wrong = [
            fault
            for attribute, value in attributes_of(element)
            if attribute not in skipped and (fault := wrong_with(attribute, value))
        ]
        loose = "".join((element.text or "", *(child.tail or "" for child in element))).strip()
        if loose and name not in _WITH_TEXT:
            hint = "write it with {{ text(…) }}, or in a <text>"
            wrong.append(("E225", f'"{_shortened(loose)}" stands outside of any text', hint))
        if not self._cleaned:
            for attribute, value in attributes_of(element):
                if needs_cleaning(attribute, value):
                    hint = "write it without"
                    wrong.append(("E225", f"`{attribute}` cannot be printed", hint))
        for fault in wrong:
            self._report(*fault)
        return not wrong

    def _check_links(self, element: Element, name: str) -> None:
        for attribute, value in attributes_of(element):
            for target in _LINK.findall(value):
                self._check_target(target, f'{attribute}="url(#{target})"')
            if attribute.split("}")[-1] == "href" and name != "svg":
                if name == "image":
                    if not value.startswith(PICTURE):
                        hint = "draw it with {{ image(…) }}, from the game's folder art/"
                        self._report(
                            "E225", f'`href="{_shortened(value)}"` cannot be printed', hint
                        )
                elif value.startswith("#"):
                    self._check_target(value[1:], f'href="{value}"')
                else:
                    hint = "define it in the same SVG and refer to it with #"
                    self._report("E225", f'`href="{value}"` leads out of the face', hint)

    def _check_target(self, target: str, shown: str) -> None:
        if target not in self._ids:
            message = f"`{shown}` leads nowhere"
            self._report("E222", message, did_you_mean(target, self._ids) or f'add id="{target}"')

    def _check_text(self, element: Element, context: Context) -> None:
        styles = [context.style]
        for span, within in spans_of(element, context):
            plain = name_of(span) == "tspan" and span in element
            if not (plain or (self._cleaned and name_of(span) in {"tspan", "textPath"})):
                hint = "write <tspan>s, and nothing else, inside a <text>"
                self._report("E225", "a <text> holds more than words and <tspan>s", hint)
                return
            if not self._can_be_read(span):
                return
            self._check_links(span, name_of(span))
            styles.append(within.style)
        fitted = "data-fitted" in element.attrib
        # A fitted text of a faulty face may be the reason of a problem already reported.
        if not all(self._has_font(style) for style in styles) or (fitted and self._faulty):
            return
        for text, found in () if fitted else letters_of(element, context):
            style = font_of(found)
            for character in missing_glyphs(text, style) if text.strip() else ():
                font, way_out = without_glyph(character, style)
                message = f'{font} has no "{character}" (U+{ord(character):04X})'
                self._report("E202", message, f"{way_out}, or use an icon")
        for run in runs_of(element, context):
            inside = not run.text.strip() or self._check_inside(run)
            if not inside and element.find(f"{SVG}textPath") is not None:
                return  # of the letters on a path, the first one tells

    def _has_font(self, style: dict[str, str]) -> bool:
        """Whether the font family is known and a size is given."""
        family = family_of(style)
        if family not in FAMILIES.values():
            families = sorted(FAMILIES.values())
            message = f'no font "{family}"' if family else "a text without a font"
            hint = f'font-family="{families[0]}"'
            if family:
                hint = f'or write in game.yaml: fonts: {{"{_first(family)}": sans}}'
                near = did_you_mean(family, families)
                hint = f"{near} {hint}" if near else hint
            self._report("E220", message, hint)
            return False
        if number_in(style.get("font-size"), 0.0) <= 0:
            self._report("E225", "a text without a size", 'font-size="3", in millimetres')
            return False
        return True

    def _check_inside(self, run: DrawnRun) -> bool:
        """Whether a run lies on the piece; reports one that does not."""
        out_mm = -depth_mm(run.corners(_HEIGHT_EM, 0.0), self._outline)
        if out_mm > _TOLERANCE_MM:
            message = f'the text "{_shortened(run.text)}" lies {out_mm:.1f} mm outside the piece'
            self._report("E224", message, "move it inwards, or make it smaller")
        return out_mm <= _TOLERANCE_MM

    def _report(self, code: str, message: str, hint: str) -> None:
        self._send(Problem(code, self._place, f"{message} (template {self._template})", hint))


def _first(families: str) -> str:
    return families.split(",", maxsplit=1)[0].strip("'\" ")


def _malformed(svg: str, line: int, column: int) -> tuple[str, str]:
    """A message and a hint for an SVG that is not well-formed XML."""
    if not svg.strip():
        return "the template draws nothing", 'begin it with {% extends "_shared/face.svg.j2" %}'
    near = svg.splitlines()[line - 1 : line] or [""]
    shown = near[0][max(0, column - 30) : column + 30].strip()
    hint = "look for a tag that is not closed, or `&` and `<` written bare"
    return f"the SVG is not well formed near `{shown}`", hint


def _shortened(text: str) -> str:
    """A text as messages quote it: on one line, at most 40 characters."""
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"


_FITTED = re.compile(r'<text(?: data-line="(\d+)")? data-fitted=')
_NOTED = re.compile(r'(?<=<text) data-line="\d+"')


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

    def take_from(self, svg: str) -> tuple[str, tuple[Place | None, ...]]:
        """An SVG without the numbers that `typeset` left in it, and the lines they stand for.

        One for each fitted `<text>`, in their order; None where it carries no number.
        """
        if "data-line" not in svg:
            return svg, ()
        places = tuple(self._numbers)
        lines = (places[int(number)] if number else None for number in _FITTED.findall(svg))
        return _NOTED.sub("", svg), tuple(lines)


@dataclass(frozen=True, slots=True)
class Near:
    """A line of text in the safe zone; `line` is the template's line that drew it, if known."""

    text: str
    depth_mm: float
    line: Place | None


def texts_too_near(
    root: Element, outline: Outline, safe_mm: float, lines: Sequence[Place | None]
) -> Iterator[Near]:
    """The texts of a face, version codes included, that are less than `safe_mm` from the trim.

    `lines` are the template's lines of the fitted texts, as `TemplateLines.take_from` gives them.
    """
    fitted = (text for text in root.iter() if "data-fitted" in text.attrib)
    line_of = dict(zip(fitted, lines, strict=False))
    for text, context in texts_drawn(root):
        for run in runs_of(text, context):
            if not run.text.strip():
                continue
            depth = depth_mm(run.ink_corners(), outline)
            if depth < safe_mm - _TOLERANCE_MM:
                yield Near(" ".join(run.text.split()), depth, line_of.get(text))


class SafeZone:
    """Collects texts in the safe zone of all faces; keeps the nearest of each template's line."""

    def __init__(self) -> None:
        self._nearest: dict[tuple[Place | None, str], tuple[Near, float, Place]] = {}

    def add(self, near: Near, template: str, safe_mm: float, drawn_for: Place) -> None:
        """Add a text of a face; `drawn_for` is the place of the face's piece in the content."""
        key = near.line, template
        known = self._nearest.get(key)
        if known is None or near.depth_mm < known[0].depth_mm:
            self._nearest[key] = near, safe_mm, drawn_for

    def problems(self) -> list[Problem]:
        """E227, one for each line of a template."""
        return [_problem(*found, template) for (_, template), found in self._nearest.items()]


def _problem(near: Near, safe_mm: float, drawn_for: Place, template: str) -> Problem:
    away = max(0.0, near.depth_mm)
    message = (
        f'the text "{_shortened(near.text)}" comes within {away:.1f} mm of the trim; '
        f"its kind keeps {safe_mm:g} mm safe"
    )
    hint = f"move it inwards by {safe_mm - near.depth_mm:.1f} mm, make it smaller, or lower `safe`"
    if near.line is None:
        return Problem("E227", drawn_for, f"{message} (template {template})", hint)
    hint = f"{hint} (drawn for {drawn_for})"
    return Problem("E227", near.line, message, hint, concerns=drawn_for)
