"""What can be wrong with an SVG before the engine silently drops it.

typst leaves out, without a word, text in a font family that it does not know and a shape whose
`url(#…)` leads nowhere; so every face passes here first. Texts that a template writes by itself
are measured, and must stay inside the outline.

Texts keep away from the trim: a knife that slips a little must not cut into them.

How far is said by the kind (`safe: 3mm`). The distance is measured on the finished SVG, where all
turns and moves are known, from the ink of each line to the trim; the template's line is noted
while the tool `text` draws, and taken out again with `Lines.take_from`.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from fustella.core.geometry import Outline
from fustella.core.polygons import depth_mm
from fustella.core.problems import Place, Problem, did_you_mean
from fustella.draw.inspect.texts import DrawnRun, family_of, font_of, runs_of, texts_drawn
from fustella.draw.svg.attributes import wrong_with
from fustella.draw.svg.tree import OUTERMOST, SVG, Context, attributes_of, name_of, number_in
from fustella.draw.text.fonts import FAMILIES, FontStyle
from fustella.draw.text.shaping import missing_glyphs

TOLERANCE_MM = 0.05
"""Side bearings of letters, and the micrometres that coordinates are rounded to."""

_LINK = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
_DRAWN = frozenset(
    [
        *("svg", "g", "defs", "symbol", "use", "title", "desc", "text", "tspan"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
        *("clipPath", "mask", "linearGradient", "radialGradient", "stop", "pattern", "marker"),
    ]
)
_WITH_TEXT = ("text", "tspan", "title", "desc")

_HEIGHT_EM = 0.66
"""Of capitals, about: what of a text must be on the piece."""


class Lint:
    """Checks one face; everything wrong goes to `report`, at the content's line."""

    def __init__(
        self,
        outline: Outline,
        bleed_mm: float,
        place: Place,
        template: str,
        report: Callable[[Problem], None],
        faulty: bool = False,
    ) -> None:
        """`faulty`: a problem was reported while the face was drawn."""
        self._outline, self._bleed_mm = outline, bleed_mm
        self._place, self._template = place, template
        self._send, self._faulty = report, faulty
        self._ids: set[str] = set()

    def check(self, svg: str) -> ElementTree.Element | None:
        """Report E202 and E220 to E226 for what is wrong in `svg`, and give the parsed SVG.

        None when it cannot be parsed.
        """
        try:
            root = ElementTree.fromstring(svg)
        except ElementTree.ParseError as error:
            self._report("E226", *_malformed(svg, *error.position))
            return None
        self._check_size(root)
        self._ids = {found for element in root.iter() if (found := element.get("id"))}
        self._walk(root, OUTERMOST)
        return root

    def _check_size(self, root: ElementTree.Element) -> None:
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

    def _walk(self, element: ElementTree.Element, outer: Context) -> None:
        name = name_of(element)
        if name not in _DRAWN:
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

    def _can_be_read(self, element: ElementTree.Element) -> bool:
        """Whether the engine understands all attributes, and no text stands outside `<text>`."""
        name = name_of(element)
        skipped = ("width", "height") if name == "svg" else ()  # `_check_size` has seen to them
        own = (one for one in attributes_of(element) if one[0] not in skipped)
        wrong = [found for one in own if (found := wrong_with(*one))]
        loose = "".join((element.text or "", *(child.tail or "" for child in element))).strip()
        if loose and name not in _WITH_TEXT:
            hint = "write it with {{ text(…) }}, or in a <text>"
            wrong.append(("E225", f'"{short(loose)}" stands outside of any text', hint))
        for fault in wrong:
            self._report(*fault)
        return not wrong

    def _check_links(self, element: ElementTree.Element, name: str) -> None:
        for attribute, value in attributes_of(element):
            for target in _LINK.findall(value):
                self._check_target(target, f'{attribute}="url(#{target})"')
            if attribute.split("}")[-1] == "href" and name != "svg":
                if value.startswith("#"):
                    self._check_target(value[1:], f'href="{value}"')
                else:
                    hint = "define it in the same SVG and refer to it with #"
                    self._report("E225", f'`href="{value}"` leads out of the face', hint)

    def _check_target(self, target: str, shown: str) -> None:
        if target not in self._ids:
            message = f"`{shown}` leads nowhere"
            self._report("E222", message, did_you_mean(target, self._ids) or f'add id="{target}"')

    def _check_text(self, element: ElementTree.Element, context: Context) -> None:
        styles = [context.style]
        for span in element:
            if span.tag != f"{SVG}tspan" or len(span):
                hint = "write <tspan>s beside each other, and nothing else inside a <text>"
                self._report("E225", "a <text> holds more than words and <tspan>s", hint)
                return
            if not self._can_be_read(span):
                return
            self._check_links(span, "tspan")
            styles.append(context.inside(span).style)
        if not all(self._is_set(style) for style in styles) or self._fitted_badly(element):
            return
        for run in runs_of(element, context):
            if run.text.strip():
                if "data-fitted" not in element.attrib:
                    self._check_glyphs(run.text, font_of(run.style))
                self._check_inside(run)

    def _fitted_badly(self, element: ElementTree.Element) -> bool:
        """Whether a text was set although something is wrong with it, which was said already."""
        return self._faulty and "data-fitted" in element.attrib

    def _is_set(self, style: dict[str, str]) -> bool:
        """Whether the font is known and has a size."""
        family = family_of(style)
        if family not in FAMILIES.values():
            families = sorted(FAMILIES.values())
            message = f'no font "{family}"' if family else "a text without a font"
            hint = did_you_mean(family, families) if family else f'font-family="{families[0]}"'
            self._report("E220", message, hint)
            return False
        if number_in(style.get("font-size"), 0.0) <= 0:
            self._report("E225", "a text without a size", 'font-size="3", in millimetres')
            return False
        return True

    def _check_glyphs(self, text: str, style: FontStyle) -> None:
        for character in dict.fromkeys(missing_glyphs(text, style)):
            message = f'the font has no "{character}" (U+{ord(character):04X})'
            self._report("E202", message, "write it otherwise, or use an icon")

    def _check_inside(self, run: DrawnRun) -> None:
        out_mm = -depth_mm(run.corners(_HEIGHT_EM, 0.0), self._outline)
        if out_mm > TOLERANCE_MM:
            message = f'the text "{short(run.text)}" lies {out_mm:.1f} mm outside the piece'
            self._report("E224", message, "move it inwards, or make it smaller")

    def _report(self, code: str, message: str, hint: str) -> None:
        self._send(Problem(code, self._place, f"{message} (template {self._template})", hint))


def _malformed(svg: str, line: int, column: int) -> tuple[str, str]:
    """A message and a hint for what is no XML."""
    if not svg.strip():
        return "the template draws nothing", 'begin it with {% extends "_shared/face.svg.j2" %}'
    near = svg.splitlines()[line - 1 : line] or [""]
    shown = near[0][max(0, column - 30) : column + 30].strip()
    hint = "look for a tag that is not closed, or `&` and `<` written bare"
    return f"the SVG is not well formed near `{shown}`", hint


def short(text: str) -> str:
    """A text as a message shows it: on one line, and not too long."""
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"


_SHOWN = 40
_FITTED = re.compile(r'<text(?: data-line="(\d+)")? data-fitted=')
_NOTED = re.compile(r'(?<=<text) data-line="\d+"')


class TemplateLines:
    """Lines of templates by number, so that a text can carry where it was drawn.

    A macro file may draw at its top level, once for many faces: what it carries stays true.
    """

    def __init__(self) -> None:
        self._numbers: dict[Place, int] = {}

    def number_of(self, place: Place) -> int:
        """The number of a line; the same line has the same one."""
        return self._numbers.setdefault(place, len(self._numbers))

    def take_from(self, svg: str) -> tuple[str, tuple[Place | None, ...]]:
        """An SVG without the numbers that `typeset` left, and what they stand for.

        One for each line of text that a tool set, in their order; None where none was noted.
        """
        if "data-line" not in svg:
            return svg, ()
        places = tuple(self._numbers)
        lines = (places[int(number)] if number else None for number in _FITTED.findall(svg))
        return _NOTED.sub("", svg), tuple(lines)


@dataclass(frozen=True, slots=True)
class Near:
    """A line of text that is nearer to the trim than it may be; `line` is None where none drew it.

    `line` is the template's.
    """

    text: str
    depth_mm: float
    line: Place | None


def texts_too_near(
    root: Element, outline: Outline, safe_mm: float, lines: Sequence[Place | None]
) -> Iterator[Near]:
    """The texts of a face, version codes among them, that do not keep `safe_mm` from the trim.

    `lines` are those of the texts that the tool drew, in the order of the SVG.
    """
    fitted = (text for text in root.iter() if "data-fitted" in text.attrib)
    line_of = dict(zip(fitted, lines, strict=False))
    for text, context in texts_drawn(root):
        for run in runs_of(text, context):
            if not run.text.strip():
                continue
            depth = depth_mm(run.ink_corners(), outline)
            if depth < safe_mm - TOLERANCE_MM:
                yield Near(" ".join(run.text.split()), depth, line_of.get(text))


class SafeZone:
    """What is too near on all faces; of each line of a template the text that is nearest."""

    def __init__(self) -> None:
        self._nearest: dict[tuple[Place | None, str], tuple[Near, float, Place]] = {}

    def add(self, near: Near, template: str, safe_mm: float, drawn_for: Place) -> None:
        """Remember a text; `template` is that of its face, which is drawn for a piece."""
        key = near.line, template
        known = self._nearest.get(key)
        if known is None or near.depth_mm < known[0].depth_mm:
            self._nearest[key] = near, safe_mm, drawn_for

    def problems(self) -> list[Problem]:
        """E227, one for each line of a template."""
        return [_problem(*found, template) for (_, template), found in self._nearest.items()]


def _problem(near: Near, safe_mm: float, drawn_for: Place, template: str) -> Problem:
    shown = near.text if len(near.text) <= _SHOWN else near.text[: _SHOWN - 1] + "…"
    away = max(0.0, near.depth_mm)
    message = (
        f'the text "{shown}" comes within {away:.1f} mm of the trim; '
        f"its kind keeps {safe_mm:g} mm safe"
    )
    hint = f"move it inwards by {safe_mm - near.depth_mm:.1f} mm, make it smaller, or lower `safe`"
    if near.line is None:
        return Problem("E227", drawn_for, f"{message} (template {template})", hint)
    return Problem("E227", near.line, message, f"{hint} (drawn for {drawn_for})")
