"""Makes an SVG from any editor fit for the engine: what comes out is a document of plain shapes.

Style sheets, classes and units are resolved into attributes with plain numbers; nested drawings,
symbols and their views become groups with transforms and clips; what print cannot show, such as
scripts and animations, is left out and noted. The engine (typst) reads much of SVG by itself, but
silently leaves out what it does not know, and measures percentages and spaces in its own way. So
whatever it prints otherwise than a browser is written in a form that both agree on.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import TypeAlias
from xml.etree.ElementTree import Element, tostring

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.paths import arcs_as_one
from fustella.core.processes import limits
from fustella.core.words.cases import begun, in_capitals, in_small_letters
from fustella.draw.scene.amount import too_much
from fustella.draw.scene.model import XML_SPACE
from fustella.draw.scene.resolve import Unresolvable, resolve_finished
from fustella.draw.svg.attributes import FILTERS, GEOMETRY, wrong_with
from fustella.draw.svg.cascade import Cascade
from fustella.draw.svg.circles import Circles
from fustella.draw.svg.colours import is_newer_colour, parse_colour
from fustella.draw.svg.css import XML_LANG, undeclared
from fustella.draw.svg.gradients import has_rings, write_rings
from fustella.draw.svg.grammar import KEYWORDS, LARGEST, is_huge, is_transform
from fustella.draw.svg.lengths import PX_PER_MM, Measures
from fustella.draw.svg.properties import (
    COLOUR_PROPERTIES,
    CSS_GEOMETRY,
    FONT_SIZES,
    IN_STYLE,
    INITIAL,
    LENGTH_PROPERTIES,
    NOT_WRITTEN,
    NUMBER_PROPERTIES,
    OWN_INITIAL,
    SANS,
    SEEN_IF_NONE,
    SERIF,
    TEXTS,
    UNPRINTED,
    URL,
    baseline_shift,
    dashes_of,
    is_readable,
    is_size,
    lengths_in,
    share_of,
    weight_of,
)
from fustella.draw.svg.source import FaultySvg, SvgSource, data_of, read_source, unpacked
from fustella.draw.svg.spaces import Spaces, strip_end
from fustella.draw.svg.transforms import (
    css_transform,
    individual_transform,
    matrix_text,
    number_text,
    view_box,
    view_matrix,
)
from fustella.draw.svg.tree import IDENTITY, SVG, Matrix, name_of, number_in, parse_transform
from fustella.draw.text.bidi import letters_join
from fustella.draw.text.fonts import FAMILIES

Families: TypeAlias = Mapping[str, str]
"""Names of fonts in small letters, and the family that is printed for each."""

PictureHref: TypeAlias = Callable[[str], str | None]
"""The function that gives the `href` to write for that of an `<image>`; None for none."""

_MOST_OCTAVES = 12
"""The most octaves of feTurbulence: each is half as strong as the last, so more are not seen."""

_LARGE_REGION = 100.0
"""The sides of a filter, in those of the drawing, beyond which the engine's pictures are wrong."""

_BROADEST = 0.05
"""The largest radius of feMorphology, as a share of the drawing: its time grows with the square."""

_BEHIND = frozenset(("BackgroundImage", "BackgroundAlpha"))
"""The inputs of filters of older editors that no browser has (Filter Effects 1, 9.2), nor a PDF."""

FILTER, FONT, LEFT_OUT = "filter", "font", "left out"
"""The kinds of notes."""


class SvgNote(Struct, frozen=True):
    """A note for the designer about an SVG that is printed.

    `kind`: `filter`, what is printed as a picture; `font`, a font that stands for another;
    `left out`, what is not printed. `line` is the first of the file that shows it, 0 if none does.
    """

    kind: str
    message: str
    hint: str = ""
    line: int = 0


class CleanSvg(Struct, frozen=True):
    """A standalone SVG that the engine prints as a browser shows it.

    `width` and `height` are its natural size in CSS pixels, 1/96 inch, which are also the units of
    its viewBox. With `has_filter`, part of it is printed as a picture.
    """

    svg: str
    width: float
    height: float
    notes: tuple[SvgNote, ...]
    has_filter: bool


MOST_DRAWN = 500_000
"""The most elements that are drawn, those that `<use>` repeats counted each time."""

MOST_PX = 200_000.0
"""The largest side of a drawing: 53 metres."""

_DEFAULT_SIZE = (300.0, 150.0)
"""The size that browsers give to an SVG without any."""

_XLINK = "{http://www.w3.org/1999/xlink}"
_HTML = "{http://www.w3.org/1999/xhtml}"
_IS_SCRIPT = re.compile(r"\s*javascript:", re.IGNORECASE)

_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
_UNMARKED = frozenset(("rect", "circle", "ellipse"))
"""The shapes on which browsers draw no markers (SVG 1.1, 11.6.2)."""

_SERVERS = frozenset(("linearGradient", "radialGradient", "pattern"))
_GRADIENTS = _SERVERS - {"pattern"}
_AROUND = MappingProxyType({"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"})
_NORMAL_LENGTHS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "linearGradient": {"x2": "100%"},
        "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%"},
        "mask": _AROUND,
        "filter": _AROUND,
    }
)
"""What elements have without attributes: parts of the viewport, which is another when printed."""
_RESOURCES = _SERVERS | {"clipPath", "mask", "marker", "filter", "symbol"}
_KNOWN = (
    _SHAPES | TEXTS | _RESOURCES | FILTERS | {"svg", "g", "defs", "use", "image", "stop", "a"}
    | {"switch"}
)  # fmt: skip
_SILENT = frozenset(
    ("title", "desc", "metadata", "style", "view", "cursor", "font", "font-face", "glyph")
)
"""Left out without a note: browsers draw nothing for them either."""

_TOLD = {
    "script": "a script",
    "foreignObject": "a foreign object (HTML)",
    "animate": "an animation",
    "animateTransform": "an animation",
    "animateMotion": "an animation",
    "animateColor": "an animation",
    "set": "an animation",
    "video": "a video",
    "audio": "a sound",
    "iframe": "a page in a frame",
    "canvas": "a canvas of a script",
    "flowRoot": "a flowed text of an old Inkscape, which no browser shows",
    "mesh": "a mesh gradient",
    "meshgradient": "a mesh gradient, which no browser shows",
    "hatch": "a hatch, which no browser shows",
    "tref": "a reference to a text (tref), which no browser shows",
}
_UNSEEN = frozenset(
    ("script", "animate", "animateTransform", "animateMotion", "animateColor", "set")
)
"""The properties that change nothing of the drawing as it stands."""

_INSTEAD = {
    "flowRoot": "in Inkscape, convert the text: Text > Convert to Text",
    "foreignObject": "in the editor, make it a <text> or shapes",
}


_NOT_IN_PDFS = ", which PDFs do not know as browsers do, is not printed"
_BLENDED_OTHERWISE: Mapping[str, str] = {
    "color-dodge": _NOT_IN_PDFS,
    "plus-lighter": _NOT_IN_PDFS,
    "hue": " is shown in other colours by some readers of PDFs (poppler)",
}
"""What is told of modes that PDF has not, or with which it makes light what is black (ISO 32000-1,
11.3.5.2), and of one that poppler paints wrongly where two parts of a colour are equal."""

_PLAIN = frozenset(
    (
        *("id", "d", "points", "viewBox", "preserveAspectRatio", "gradientUnits", "spreadMethod"),
        *("gradientTransform", "patternUnits", "patternContentUnits", "patternTransform"),
        *("clipPathUnits", "maskUnits", "maskContentUnits", "markerUnits", "orient", "offset"),
        *("filterUnits", "primitiveUnits", "in", "in2", "result", "type", "values", "mode"),
        *("operator", "k1", "k2", "k3", "k4", "stdDeviation", "radius", "order", "kernelMatrix"),
        *("divisor", "bias", "targetX", "targetY", "edgeMode", "preserveAlpha", "scale"),
        *("xChannelSelector", "yChannelSelector", "baseFrequency", "numOctaves", "seed"),
        *("stitchTiles", "surfaceScale", "diffuseConstant", "specularConstant"),
        *("specularExponent", "kernelUnitLength", "azimuth", "elevation", "z", "pointsAtX"),
        *("pointsAtY", "pointsAtZ", "limitingConeAngle", "tableValues", "slope", "intercept"),
        *("amplitude", "exponent", "lengthAdjust", "method", "spacing", "side"),
    )
)
"""Attributes that are taken as they are."""


_LONG = frozenset(("d", "points", "transform"))
"""Attributes with many numbers, and none in units of fonts."""

_BY_FONT = re.compile(r"[0-9.](?:ex|ch)\b", re.IGNORECASE)
"""A length in units of the font."""

_BY_WINDOW = re.compile(r"[0-9.](?:vw|vh|vmin|vmax)\b", re.IGNORECASE)
"""A length in units of what shows the drawing."""

_LOOKING_AROUND = frozenset(
    ("feGaussianBlur", "feDropShadow", "feOffset", "feMorphology", "feDisplacementMap")
)
"""Primitives that paint a pixel by others around it."""

_NO_SIZE = 'write viewBox="0 0 24 24" into <svg>, with its own width and height'

_USUAL = frozenset(("normal", "none", "auto", "100%", "initial", "inherit"))

_OURS = {
    **{name.lower(): name for name in FAMILIES.values()},
    "source sans 3": SANS, "source serif 4": SERIF,
}  # fmt: skip
GENERIC: Mapping[str, str] = {
    "serif": SERIF, "ui-serif": SERIF, "sans-serif": SANS, "sans": SANS, "system-ui": SANS,
    "ui-sans-serif": SANS, "ui-rounded": SANS, "-apple-system": SANS, "blinkmacsystemfont": SANS,
    "monospace": SANS, "ui-monospace": SANS, "cursive": SERIF, "fantasy": SERIF, "math": SERIF,
}  # fmt: skip
"""Generic families and what is printed for them."""

_OF_NO_SUCH_SORT = frozenset(("monospace", "ui-monospace", "cursive", "fantasy", "math"))
"""Those of them of which our fonts are none: that they are printed so is told."""


def clean_svg(data: bytes, families: Families, picture: PictureHref, line: str = "") -> CleanSvg:
    """Make an SVG file fit for print.

    With `line`, the name of an attribute, elements carry the line of the file that they stand on.

    `families` maps names of fonts, in small letters, to families of ours; generic names and our own
    are always known. `picture` says what to write for the `href` of an inner `<image>`. Raises
    FaultySvg for what cannot be read, and for what cannot be printed and would be missed.
    """
    source = read_source(data)
    if line:
        for element, number in source.lines.items():
            element.set(line, str(number))
    cleaner = Cleaner(source, families, picture)
    width, height = cleaner.natural_size()
    root = Element(
        f"{SVG}svg",
        {
            "width": number_text(width),
            "height": number_text(height),
            "viewBox": f"0 0 {number_text(width)} {number_text(height)}",
        },
    )
    root.extend(cleaner.content(width, height))
    if any(name_of(element) == "text" for element in root.iter()):
        root.set("font-family", SERIF)
        root.set("font-size", "16")
    svg = tostring(root, encoding="unicode")
    try:
        over = too_much(resolve_finished(root), 1 / PX_PER_MM)
    except Unresolvable as found:
        over = found.fault
    if over is not None:
        raise FaultySvg(over.message, over.hint, code="E236")
    return CleanSvg(svg, width, height, cleaner.notes, cleaner.has_filter)


class _Outer(Struct, frozen=True):
    """The values that an element inherits from those around it.

    `style` holds the computed values of inherited properties and of variables; `own` the values of
    the parent that are not inherited, for `inherit`. `matrix` leads to the outermost unit.
    """

    measures: Measures
    style: dict[str, str]
    own: dict[str, str]
    matrix: Matrix
    keep_spaces: bool = False
    in_text: bool = False
    resource: str = ""
    language: str = ""


class Cleaner:
    """Rewrites one document. `mm` is what an absolute millimetre takes in its units."""

    def __init__(
        self,
        source: SvgSource,
        families: Families,
        picture: PictureHref,
        mm: float = PX_PER_MM,
        faithful: bool = False,
    ) -> None:
        """`faithful`: what is faulty is written as it stands, for the lint to tell."""
        self._source, self._families, self._picture, self._mm = source, families, picture, mm
        self._faithful = faithful
        self._root = source.root
        self._notes: dict[tuple[str, str], SvgNote] = {}
        self.has_filter = False
        self._ids: dict[str, Element] = {}
        for element in self._root.iter():
            name = element.get("id")
            if name and isinstance(element.tag, str):
                self._ids.setdefault(name, element)
        self._embedded_bytes = [0]
        self._circles = Circles(self._painted_by)
        self._written: set[str] = set()
        self._made = 0
        self._clips: list[Element] = []
        self._unknown_fonts: dict[str, int] = {}
        self._missing_pictures: dict[str, int] = {}
        self._extent = _DEFAULT_SIZE
        self._tell_scripts()
        self._cascade = Cascade(source, self._leave_out, faithful)
        self._weigh()
        words = [
            value
            for one in self._root.iter()
            for key, value in (*one.items(), ("", one.text or ""))
            if key not in _LONG and not value.startswith("data:")
        ]
        self._unscaled = any("non-scaling-stroke" in word for word in words)
        self._has_font_units = any(map(_BY_FONT.search, words))
        if not faithful and any(map(_BY_WINDOW.search, words)):
            self._tell_window()

    @property
    def notes(self) -> tuple[SvgNote, ...]:
        return tuple(self._notes.values())

    # --- the document -------------------------------------------------------------------------

    def natural_size(self) -> tuple[float, float]:
        """The size in CSS pixels, by the rules of browsers. Raises FaultySvg."""
        measures = Measures(*_DEFAULT_SIZE, mm=self._mm)
        values = self._cascade.declared(self._root)
        sides = [self._side(values.get(name, ""), measures) for name in ("width", "height")]
        width, height = sides
        box = view_box(self._root)
        if box:
            if width is None and height is None:
                width, height = box[2], box[3]
            elif width is None and height is not None:
                width = height * box[2] / box[3]
            elif height is None and width is not None:
                height = width * box[3] / box[2]
        if not (self._faithful or box) and (width is None or height is None):
            told = " x ".join(f"{side:g}" for side in _DEFAULT_SIZE)
            message = f"the drawing has no size, for which browsers take {told} px"
            self._note(LEFT_OUT, message, _NO_SIZE, self._line_of(self._root))
        width = _DEFAULT_SIZE[0] if width is None else width
        height = _DEFAULT_SIZE[1] if height is None else height
        if width <= 0 or height <= 0:
            raise FaultySvg(
                "the drawing has no size",
                _NO_SIZE,
                self._line_of(self._root),
            )
        if max(width, height) > MOST_PX or max(width, height) / min(width, height) > 1e4:
            message = f"a drawing of {width:g} x {height:g} px"
            raise FaultySvg(message, "give it a smaller size", self._line_of(self._root))
        return width, height

    def _side(self, text: str, measures: Measures) -> float | None:
        """A side of the root; None for none, `auto` and a percentage."""
        if not text or text.strip().endswith("%"):
            return None
        return measures.length(text)

    def content(self, width: float, height: float, in_place: bool = False) -> list[Element]:
        """The elements of the document, drawn in a box of that size at the origin.

        `in_place`: where they are, in the units of the document.
        """
        box = view_box(self._root)
        aspect = self._root.get("preserveAspectRatio", "")
        matrix = view_matrix(box, width, height, aspect) if box and not in_place else IDENTITY
        extent = (box[2], box[3]) if box else (width, height)
        self._extent = extent
        outer = _Outer(Measures(*extent, mm=self._mm), {}, {}, IDENTITY)
        made, inner, own = self._begun(self._root, "g", outer)
        self._background(made, own, width, height)
        inner = replace(inner, matrix=matrix)
        for key in ("id", "viewBox", "preserveAspectRatio", "x", "y", "width", "height"):
            made.attrib.pop(key, None)
        group = made
        if matrix != IDENTITY:
            group = Element(f"{SVG}g", {"transform": matrix_text(matrix)})
            made.append(group)
        self._children(self._root, group, inner)
        self._refuse_missing()
        found = [made] if made.attrib or made.text else list(made)
        if self._clips:
            defs = Element(f"{SVG}defs")
            defs.extend(self._clips)
            found.insert(0, defs)
        return found

    def _background(self, made: Element, own: dict[str, str], width: float, height: float) -> None:
        """The background of the root, which browsers paint."""
        words = own.get("background-color") or own.get("background", "")
        if "url(" in own.get("background", "") + own.get("background-image", ""):
            self._leave_out("a picture as the background", self._line_of(self._root))
        colour = parse_colour(words)
        if colour and colour.alpha > 0:
            attributes = {
                "width": number_text(width),
                "height": number_text(height),
                "fill": colour.text,
            }
            if colour.alpha < 1:
                attributes["fill-opacity"] = number_text(colour.alpha)
            made.append(Element(f"{SVG}rect", {**attributes, "stroke": "none"}))

    def _refuse_missing(self) -> None:
        if self._unknown_fonts and not self._faithful:
            names = ", ".join(f'"{name}"' for name in self._unknown_fonts)
            first = next(iter(self._unknown_fonts))
            hint = f'to print another one, write in game.yaml: fonts: {{"{first}": sans}}'
            plural = "s" if len(self._unknown_fonts) > 1 else ""
            line = next(iter(self._unknown_fonts.values()))
            raise FaultySvg(f"no font{plural} {names}", hint, line, "E220")
        if self._missing_pictures:
            names = ", ".join(self._missing_pictures)
            line = next(iter(self._missing_pictures.values()))
            hint = "open the drawing in its editor and embed the picture: only the drawing is read"
            if any(_DRAWN.match(name[1:]) for name in self._missing_pictures):
                names = f"{names}: an SVG inside of a filter is not drawn"
                hint = "embed it as a PNG"
            raise FaultySvg(f"the drawing shows a picture from elsewhere, {names}", hint, line)

    # --- notes and counting --------------------------------------------------------------------

    def _line_of(self, element: Element) -> int:
        return self._source.lines.get(element, 0)

    def _note(self, kind: str, message: str, hint: str, line: int) -> None:
        self._notes.setdefault((kind, message), SvgNote(kind, message, hint, line))

    def _leave_out(self, what: str, line: int, hint: str = "") -> None:
        self._note(LEFT_OUT, f"{what} is not printed", hint, line)

    def _weigh(self) -> None:
        """Refuse a document whose references draw too many elements. Raises FaultySvg."""
        weights: dict[Element, int] = {}
        busy: set[Element] = set()
        sheet_urls = self._sheet_targets()

        def weight(element: Element) -> int:
            if element in weights:
                return weights[element]
            if element in busy:  # a circle, which browsers do not draw
                return 0
            busy.add(element)
            total = 1 + sum(weight(child) for child in element)
            for target in self._targets(element):
                found = self._ids.get(target)
                if found is not None:
                    total += weight(found)
            busy.discard(element)
            weights[element] = min(total, 10 * MOST_DRAWN)
            return weights[element]

        try:
            total = weight(self._root) + sum(
                weight(self._ids[name]) for name in sheet_urls if name in self._ids
            )
        except RecursionError:
            total = 10 * MOST_DRAWN
        if total > MOST_DRAWN:
            message = f"its references draw more than {MOST_DRAWN} elements"
            raise FaultySvg(
                message, "simplify it, or export it as a PNG", self._line_of(self._root)
            )

    def _sheet_targets(self) -> set[str]:
        texts = ("".join(one.itertext()) for one in self._root.iter(f"{SVG}style"))
        return {name for text in texts for name in re.findall(r"url\(\s*['\"]?#([^)'\"]+)", text)}

    def _targets(self, element: Element) -> Iterator[str]:
        """The ids that an element refers to, style sheets left out."""
        for name, value in element.items():
            if name in {"href", f"{_XLINK}href"}:
                if value.startswith("#"):
                    yield value[1:]
            elif "url(" in value:
                yield from re.findall(r"url\(\s*['\"]?#([^)'\"]+)", value)

    # --- style ----------------------------------------------------------------------------------

    def _font_size(self, own: dict[str, str], outer: _Outer) -> float:
        text = own.get("font-size")
        before = outer.measures.font_size
        if text is None:
            return before
        word = text.strip().lower()
        if word in FONT_SIZES:
            return FONT_SIZES[word] * self._mm / PX_PER_MM
        if word in {"larger", "smaller"}:
            return before * 1.2 if word == "larger" else before / 1.2
        if word.endswith("%"):
            word = word[:-1] + "em"
            share = Measures(0, 0, before / 100, mm=self._mm).length(word)
            return before if share is None else max(0.0, share)
        size = outer.measures.length(word)
        return before if size is None or size < 0 else size

    def _family(self, text: str, line: int) -> str | None:
        """The family that is printed for a list of fonts; None where none is known."""
        names = [name.strip().strip("'\"").strip() for name in text.split(",")]
        names = [name for name in names if name]
        for at, name in enumerate(names):
            word = " ".join(name.lower().split())
            found = self._families.get(word) or _OURS.get(word)
            if found:
                return found
            if word in GENERIC:
                if at:
                    hint = f'to choose another, write in game.yaml: fonts: {{"{names[0]}": serif}}'
                    message = f'"{names[0]}" is printed in {GENERIC[word]}, as `{name}`'
                    self._note(FONT, message, hint, line)
                elif word in _OF_NO_SUCH_SORT:
                    hint = f"write in game.yaml: fonts: {{{word}: sans}}, or a file of such a font"
                    message = (
                        f"`{word}` is printed in {GENERIC[word]}, which is no font of its sort"
                    )
                    self._note(FONT, message, hint, line)
                return GENERIC[word]
        return None

    def _paint(self, name: str, value: str, found: dict[str, str], line: int) -> None:
        """Write a colour, with its alpha, or a paint into attributes."""
        word = value.strip()
        fallback = ""
        reference = URL.fullmatch(word)
        if reference:
            target = reference[2].strip()
            known = self._ids.get(target.removeprefix("#")) if target.startswith("#") else None
            if known is not None and name_of(known) in _SERVERS:
                found[name] = f"url(#{target[1:]})"
                return
            if self._faithful and not reference[3]:
                found[name] = word
                return
            self._tell_other_file(name, target, line)
            fallback = reference[3]
            word = fallback or "none"
        low = word.lower()
        if low in {"none", "currentcolor", "context-fill", "context-stroke"}:
            found[name] = "currentColor" if low == "currentcolor" else low
            return
        if name == "color" and low == "currentcolor":
            return
        colour = parse_colour(word)
        if colour is None:
            if self._faithful:
                found[name] = word
            elif is_newer_colour(word):
                hint = "in the editor, choose the colour itself, such as #c0392b"
                self._leave_out(f"`{name}: {word[:60]}`", line, hint)
            return
        alpha = f"{round(colour.alpha * 255):02x}" if colour.alpha < 1 else ""
        found[name] = f"{colour.text}{alpha}"

    # --- elements -------------------------------------------------------------------------------

    def _begun(
        self, element: Element, name: str, outer: _Outer
    ) -> tuple[Element, _Outer, dict[str, str]]:
        """The element as it is written, without children; what is inherited; its own properties."""
        line = self._line_of(element)
        own = self._cascade.computed(element, outer.style, outer.own)
        measures = self._measures_of_font(element, own, outer)
        size = self._font_size(own, replace(outer, measures=measures))
        measures = replace(measures, font_size=size)
        if element is self._root:
            measures = replace(measures, root_font_size=size)
        if "font-size" in own and not (self._faithful and not is_size(own["font-size"])):
            own["font-size"] = number_text(size)
        self._font_words(own, outer, line)
        if "color" in own:
            resolved: dict[str, str] = {}
            self._paint("color", own["color"], resolved, line)
            own["color"] = resolved.get("color", outer.style.get("color", "#000000"))
        made = Element(f"{SVG}{name}")
        written = self._written_properties(own, measures, outer, line)
        for key, value in self._attributes(element, own, measures, outer):
            made.set(key, value)
        matrix = self._transform(element, own, measures)
        if matrix is not None and matrix != IDENTITY:
            made.set("transform", matrix_text(matrix))
        if self._faithful and not is_readable(own.get("transform", "none"), measures):
            made.set("transform", own["transform"])
        for key, value in written.items():
            made.set(key, value)
        self._tell_doubtful(written.get("filter", ""), outer.matrix.then(matrix or IDENTITY), line)
        blending = own.get("mix-blend-mode", "normal")
        if blending in _BLENDED_OTHERWISE and not self._faithful:
            message = f"`mix-blend-mode: {blending}`{_BLENDED_OTHERWISE[blending]}"
            self._note(LEFT_OUT, message, "take another mode in the editor, such as screen", line)
        styled = [f"{key}:{own[key]}" for key in IN_STYLE if own.get(key)]
        if self._faithful:  # to a browser, a length without a value is none at all
            empty = {key for key, value in element.items() if not value.strip()}
            made.attrib.update(dict.fromkeys(empty & _LENGTHS, ""))
            styled += undeclared(element.get("style", ""))
        if styled:
            made.set("style", ";".join(styled))
        style = {**outer.style, **{k: v for k, v in own.items() if k in INITIAL or k[:2] == "--"}}
        keep = {"preserve": True, "default": False}.get(
            element.get(XML_SPACE, ""), outer.keep_spaces
        )
        if own.get("white-space", "").startswith(("pre", "break-spaces")):
            keep = True
        elif own.get("white-space") in {"normal", "nowrap"}:
            keep = False
        step = matrix or IDENTITY
        inner = _Outer(
            measures, style, {k: v for k, v in own.items() if k in OWN_INITIAL},
            outer.matrix.then(step), keep, outer.in_text, outer.resource,
            element.get(XML_LANG) or element.get("lang") or outer.language,
        )  # fmt: skip
        return made, inner, own

    def _measures_of_font(self, element: Element, own: dict[str, str], outer: _Outer) -> Measures:
        """The measures in an element, with those of its font where a length asks for them."""
        if not self._has_font_units:
            return outer.measures
        told = (*own.values(), *element.attrib.values())
        if not any(_BY_FONT.search(value) for value in told):
            return outer.measures
        from fustella.draw.svg.fonts import ex_and_ch  # noqa: PLC0415  (few lengths do)

        names = own.get("font-family", outer.style.get("font-family", ""))
        family = self._family(names, 0) or (SERIF if names in {"", "serif"} else names)
        ex_em, ch_em = ex_and_ch(family)
        return replace(outer.measures, ex_em=ex_em, ch_em=ch_em)

    def _font_words(self, own: dict[str, str], outer: _Outer, line: int) -> None:
        if "font-weight" in own:
            before = number_in(outer.style.get("font-weight"), 400.0)
            weight = weight_of(own["font-weight"], before)
            if weight is not None:
                own["font-weight"] = str(weight)
            elif not self._faithful:
                del own["font-weight"]
        if "font-style" in own:
            word = own["font-style"].lower().split()[0]
            if word in {"italic", "oblique", "normal"}:
                own["font-style"] = "normal" if word == "normal" else "italic"
            elif not self._faithful:
                del own["font-style"]
        if "font-variant" in own:
            words = own["font-variant"].lower().split()
            if "small-caps" in words:
                own["font-variant"] = "small-caps"
            elif not set(words) - {"normal", "none"}:
                own["font-variant"] = "normal"
            elif not self._faithful:
                self._leave_out(f"`font-variant: {own.pop('font-variant')}`", line)
        if "font-family" in own:
            found = self._family(own["font-family"], line)
            own["font-family"] = found or f"?{own['font-family']}"

    def _written_properties(  # noqa: PLR0912
        self, own: dict[str, str], measures: Measures, outer: _Outer, line: int
    ) -> dict[str, str]:
        """The properties of an element as attributes that the engine reads."""
        found: dict[str, str] = {}
        for name, value in own.items():
            if name in UNPRINTED and (
                value not in _USUAL or (value == "none" and name in SEEN_IF_NONE)
            ):
                if self._faithful:
                    found[name] = value
                else:
                    self._leave_out(f"`{name}: {value[:40]}`", line)
            if name in NOT_WRITTEN or name.startswith("--") or name in CSS_GEOMETRY:
                continue
            if name in COLOUR_PROPERTIES:
                self._paint(name, value, found, line)
            elif name in NUMBER_PROPERTIES:
                number = share_of(value)
                if number is not None:
                    found[name] = number_text(min(1.0, max(0.0, number)))
                elif self._faithful:
                    found[name] = value
            elif name in LENGTH_PROPERTIES:
                length = 0.0 if value == "normal" else measures.length(value)
                if length is not None and (name != "stroke-width" or length >= 0):
                    found[name] = number_text(length)
                elif self._faithful:
                    found[name] = value
            elif name == "stroke-dasharray":
                dashes = dashes_of(value, measures)
                found.update(dashes or ({name: value} if self._faithful else {}))
            elif name in {"clip-path", "mask", "filter"}:
                self._reference(name, value, found, line)
            elif name.startswith("marker-"):
                target = URL.fullmatch(value.strip())
                if target is None:
                    found[name] = "none"
                elif self._faithful or target[2].strip().lstrip("#") in self._ids:
                    found[name] = f"url({target[2].strip()})"
                else:
                    found[name] = "none"
                    self._tell_other_file(name, target[2].strip(), line)
            elif name == "baseline-shift":
                family = own.get("font-family") or outer.style.get("font-family", SERIF)
                found[name] = number_text(baseline_shift(value, measures, family))
            elif name == "font-family" and value.startswith("?"):
                if self._faithful:
                    found[name] = value[1:]
            elif name in INITIAL or name in OWN_INITIAL:
                found[name] = value
        return found

    def _reference(self, name: str, value: str, found: dict[str, str], line: int) -> None:
        """A clip path, mask or filter by reference; dangling ones are ignored, as browsers do."""
        word = value.strip()
        if word.lower() == "none":
            return
        target = URL.fullmatch(word)
        if target and not target[3].strip():
            known = self._ids.get(target[2].strip().removeprefix("#"))
            kind = {"clip-path": "clipPath"}.get(name, name)
            if known is not None and name_of(known) == kind:
                found[name] = f"url({target[2].strip()})"
                if name == "filter":
                    self._tell_filter(line)
            elif self._faithful:
                found[name] = word
            else:
                self._tell_other_file(name, target[2].strip(), line)
            return
        if name == "filter":
            found[name] = word
            self._tell_filter(line)
            return
        self._leave_out(f"`{name}: {word[:40]}`", line, "use a <clipPath> or a <mask>")

    def _tell_other_file(self, name: str, target: str, line: int) -> None:
        """Note a reference out of the drawing; one to what is not in it is nothing for browsers."""
        if not target.startswith("#"):
            hint = "in the editor, copy what it refers to into this drawing"
            self._leave_out(f"`{name}: url({target[:40]})`, from another file,", line, hint)

    def _tell_other_drawing(self, element: Element, href: str) -> None:
        """Note a link to what another file holds."""
        if href and not href.startswith("#"):
            hint = "in the editor, unlink it, or copy what it refers to into this drawing"
            self._leave_out(f"`{href[:60]}`, from another file,", self._line_of(element), hint)

    def _tell_scripts(self) -> None:
        """Note what runs or is loaded in a browser, besides the elements that `_element` tells."""
        for element in self._root.iter():
            line = self._line_of(element)
            handled = any(key.lower().startswith("on") for key in element.attrib)
            href = element.get("href") or element.get(f"{_XLINK}href") or ""
            if handled or element.tag == f"{_HTML}script" or _IS_SCRIPT.match(href):
                self._leave_out("a script", line)
            if element.tag == f"{_HTML}link" and "stylesheet" in element.get("rel", "").lower():
                self._leave_out("a style sheet in another file", line)

    def _tell_window(self) -> None:
        """Note lengths that depend on the window or the picture in which a browser shows them."""
        for element in self._root.iter():
            told = (value for key, value in element.items() if key in _LENGTHS or key in _OF_SHEETS)
            sheet = element.text or "" if element.tag == f"{SVG}style" else ""
            if any(map(_BY_WINDOW.search, (*told, sheet))):
                message = (
                    "lengths in vw, vh, vmin and vmax are taken as parts of the drawing itself"
                )
                hint = "give them in px in the editor: browsers take parts of where they show it"
                self._note(LEFT_OUT, message, hint, self._line_of(element))

    def _tell_doubtful(self, target: str, matrix: Matrix, line: int) -> None:
        """Note what browsers and the engine show otherwise of a filter, by where it is used."""
        if not target or self._faithful:
            return
        found = self._ids.get(target.removeprefix("url(#").removesuffix(")"))
        turned = abs(matrix.b) > _TURNED or abs(matrix.c) > _TURNED
        if turned and found is not None and found.find(f"{SVG}feTile") is not None:
            message = "the tiles of a filter (feTile) on what is turned may be printed otherwise"
            self._note(FILTER, f"{message} than a browser shows them", "", line)

    def _tell_cut(self, element: Element, made: Element) -> None:
        """Note a filter that blurs or moves what its own region cuts."""
        if self._faithful or element.get("filterUnits") == "userSpaceOnUse":
            return
        x, y = (number_in(made.get(key), -0.1) for key in ("x", "y"))
        right, bottom = (number_in(made.get(key), 1.2) for key in ("width", "height"))
        cut = x > 0 or y > 0 or x + right < 1 or y + bottom < 1
        if cut and any(name_of(child) in _LOOKING_AROUND for child in element):
            message = "a filter cuts what it blurs or moves, whose edge may be printed otherwise"
            hint = "make its region as large as the shape in the editor"
            self._note(FILTER, f"{message} than a browser shows it", hint, self._line_of(element))

    def _tell_filter(self, line: int) -> None:
        self.has_filter = True
        message = "a filter is printed as a picture of 600 dpi"
        self._note(FILTER, message, "without it, the drawing stays sharp at any size", line)

    def _attributes(  # noqa: PLR0912
        self,
        element: Element,
        own: dict[str, str],
        measures: Measures,
        outer: _Outer,  # noqa: ARG002
    ) -> Iterator[tuple[str, str]]:
        """The attributes that are not properties, lengths as plain numbers."""
        name = name_of(element)
        in_box = self._in_box(element, name)
        for key, value in element.items():
            if key == "id":
                if value not in self._written and value:
                    self._written.add(value)
                    yield key, value
            elif key.startswith("data-") or (key == "rotate" and name in TEXTS):
                yield key, value
            elif key in _PLAIN:
                if key == "offset" and name == "stop":
                    number = share_of(value)
                    yield key, number_text(min(1.0, max(0.0, number or 0.0)))
                elif key == "d" and "d" in own:
                    continue
                else:
                    yield key, value
            elif key in GEOMETRY and key not in CSS_GEOMETRY:
                yield from self._length(element, key, value, measures, in_box)
        for key in sorted(CSS_GEOMETRY & own.keys()):
            if key == "d":
                inner = re.fullmatch(r"path\(\s*(['\"])(.*)\1\s*\)", own["d"], re.DOTALL)
                yield "d", inner[2] if inner else own["d"]
            else:
                yield from self._length(element, key, own[key], measures, in_box)
        if name in _NORMAL_LENGTHS and not in_box:
            for key, value in _NORMAL_LENGTHS[name].items():
                if all(key not in one.attrib for one in self._like(element)):
                    yield from self._length(element, key, value, measures, in_box)
        if name not in {"use", "image", "feImage"} | _SERVERS | {"textPath"}:
            return
        href = element.get("href") or element.get(f"{_XLINK}href") or ""
        known = href.startswith("#") and href[1:] in self._ids
        if known or (href and name in _SERVERS and self._faithful):
            yield "href", href
        elif name in _SERVERS:
            self._tell_other_drawing(element, href)

    def _length(
        self, element: Element, key: str, value: str, measures: Measures, in_box: bool
    ) -> Iterator[tuple[str, str]]:
        name = name_of(element)
        found = list(lengths_in(key, value, name, measures, in_box))
        if not found and self._faithful and value.strip() != "auto":
            found = [(key, value)]
        if found and (name == "filter" or name in FILTERS):
            # With larger numbers the engine breaks off; what is as far away is not seen.
            far = min(LARGEST, max(-LARGEST, number_in(found[0][1], 0.0)))
            found = [(key, number_text(far))] if is_huge(found[0][1]) else found
            if key in {"width", "height"} and far > _LARGE_REGION * max(self._extent):
                message = "a filter paints far beyond the drawing, and may be printed wrongly"
                hint = "make its region as large as the drawing in the editor"
                self._note(FILTER, message, hint, self._line_of(element))
        yield from found

    def _in_box(self, element: Element, name: str) -> bool:
        """Whether the lengths of a gradient, mask … are shares of the box of what uses it."""
        key = {
            "linearGradient": "gradientUnits",
            "radialGradient": "gradientUnits",
            "pattern": "patternUnits",
            "mask": "maskUnits",
            "filter": "filterUnits",
        }.get(name, "")
        if name in FILTERS:
            around = self._cascade.tree.parent(element)
            return around is not None and around.get("primitiveUnits") == "objectBoundingBox"
        if not key:
            return False
        seen: set[Element] = set()
        here: Element | None = element
        while here is not None and here not in seen:
            seen.add(here)
            if here.get(key) in {"objectBoundingBox", "userSpaceOnUse"}:
                return here.get(key) == "objectBoundingBox"
            href = here.get("href") or here.get(f"{_XLINK}href") or ""
            here = self._named(href) if name in _SERVERS else None
        return True

    def _transform(
        self, element: Element, own: dict[str, str], measures: Measures
    ) -> Matrix | None:
        """The matrix of an element; None where it has none."""
        text = own.get("transform", "")
        parts = [own.get(key, "") for key in ("translate", "rotate", "scale")]
        parts = [part for part in parts if part and part != "none"]
        if name_of(element) in TEXTS and element.get("rotate") == own.get("rotate"):
            parts = [p for p in parts if p != own.get("rotate")]
        if text in {"", "none"} and not parts:
            return None
        matrix = css_transform(text, measures) if text and text != "none" else IDENTITY
        for key in ("scale", "rotate", "translate"):
            value = own.get(key, "none")
            if value in parts and value != "none":
                matrix = individual_transform(key, value, measures).then(matrix)
        origin = own.get("transform-origin")
        box = own.get("transform-box", "view-box")
        if origin or box in {"fill-box", "content-box", "stroke-box"}:
            x, y = self._origin(element, origin or "50% 50%", box, measures)
            moved = Matrix(e=x, f=y)
            matrix = moved.then(matrix).then(Matrix(e=-x, f=-y))
        return matrix

    def _origin(
        self, element: Element, text: str, box: str, measures: Measures
    ) -> tuple[float, float]:
        from fustella.draw.svg.boxes import bounds_of  # noqa: PLC0415

        left, top = 0.0, 0.0
        if box in {"fill-box", "content-box", "stroke-box"}:
            found = bounds_of(element)
            if found:
                left, top = found[0], found[1]
                measures = replace(measures, width=found[2] - left, height=found[3] - top)
        words = text.split()[:2]
        if len(words) == 1:
            words.append("center")
        if words[0] in {"top", "bottom"} or words[1] in {"left", "right"}:
            words.reverse()
        names = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
        x = measures.length(names.get(words[0], words[0]), "x") or 0.0
        y = measures.length(names.get(words[1], words[1]), "y") or 0.0
        return left + x, top + y

    def _children(self, element: Element, made: Element, inner: _Outer) -> None:
        if self._faithful:  # letters outside of texts
            loose = (element.text or "", *(child.tail or "" for child in element))
            made.text = "".join(loose).strip() or None
        for child in element:
            made.extend(self._element(child, inner))

    def _element(self, element: Element, outer: _Outer) -> list[Element]:  # noqa: PLR0911
        """The elements that are written for one outside of texts: none, one or more."""
        if not isinstance(element.tag, str) or not element.tag.startswith(SVG):
            return []
        name = name_of(element)
        if name not in _KNOWN:
            if self._faithful and name not in _SILENT and name not in _UNSEEN:
                return [Element(element.tag)]
            if name in _TOLD:
                self._leave_out(_TOLD[name], self._line_of(element), _INSTEAD.get(name, ""))
                return []
            return self._unknown(element, outer)
        if name == "switch":
            return self._switch(element, outer)
        if name not in _RESOURCES and not _supported(element):
            return []
        if name == "text":
            return self._text(element, outer)
        if name in {"tspan", "textPath"}:
            return [_copy_of(element)] if self._faithful else []
        if name == "svg":
            return self._nested(element, outer)
        if name == "symbol":
            return self._symbol(element, outer)
        if name == "use":
            return self._use(element, outer)
        if name == "image":
            return self._image(element, outer)
        return self._plain(element, {"a": "g"}.get(name, name), outer)

    def _unknown(self, element: Element, outer: _Outer) -> list[Element]:
        """A `<defs>` in the place of an unknown element: only `<use>` draws what is in it.

        There is none if nothing is left in it, or for an element of `_SILENT`.
        """
        defs = Element(f"{SVG}defs")
        if name_of(element) not in _SILENT:
            self._children(element, defs, outer)
        return [defs] if len(defs) else []

    def _plain(  # noqa: PLR0912
        self, element: Element, name: str, outer: _Outer
    ) -> list[Element]:
        made, inner, own = self._begun(element, name, outer)
        if own.get("display") == "none" and name not in _RESOURCES | {"defs", "stop"} | FILTERS:
            if name != "g" or outer.resource:
                return []
            made = Element(f"{SVG}defs")
        if name in _RESOURCES:
            inner = replace(inner, resource=name)
            if name == "marker" and own.get("overflow") in {"visible", "auto"}:
                made.set("overflow", "visible")  # others are clipped (SVG 2, 13.7.1)
            box = view_box(element)
            if name in {"pattern", "marker"} and box:
                measures = replace(inner.measures, width=box[2], height=box[3])
                inner = replace(inner, measures=measures)
        if name in _SHAPES:
            return self._shape(element, made, own, inner)
        if name in {"feDiffuseLighting", "feSpecularLighting"}:
            message = "the light of a filter may be printed softer than a browser shows it"
            self._note(FILTER, message, "", self._line_of(element))
        if name == "feConvolveMatrix":
            message = "what a filter makes of pixels side by side (feConvolveMatrix) is finer"
            self._note(FILTER, message, "", self._line_of(element))
        if name == "feTurbulence" and made.get("stitchTiles") == "stitch":
            message = "noise whose edges fit together (stitchTiles) may be printed otherwise"
            self._note(FILTER, f"{message} than a browser shows it", "", self._line_of(element))
        if name == "filter":
            self._tell_cut(element, made)
        if name == "feImage":
            self._fe_image(element, made)
        if name == "feTurbulence" and number_in(made.get("numOctaves"), 1.0) > _MOST_OCTAVES:
            made.set("numOctaves", str(_MOST_OCTAVES))
        if name == "feMorphology":
            self._refuse_broad(element, made, inner.measures)
        if name in FILTERS and _BEHIND.intersection((made.get("in"), made.get("in2"))):
            what = "what lies behind a shape, which a filter asks for (BackgroundImage),"
            hint = "take the filter away in the editor, and give the shape a blend mode instead"
            self._leave_out(what, self._line_of(element), hint)
        self._children(element, made, inner)
        if name in _GRADIENTS:
            self._take_over(element, made)
        if name in _SERVERS and own.get("transform-origin"):
            self._turn_about_origin(element, made, own, inner.measures)
        if name == "radialGradient":
            self._rings(element, made)
        if name == "clipPath" and len(made) > 1:
            _unite(made)
        return [made]

    def _take_over(self, gradient: Element, made: Element) -> None:
        """Write what a gradient has from one of the other sort, which the engine ignores."""
        for one in self._chain(gradient):
            for key in ("gradientUnits", "gradientTransform", "spreadMethod"):
                if one.tag != gradient.tag and key in one.attrib and key not in made.attrib:
                    made.set(key, one.attrib[key])

    def _turn_about_origin(
        self, element: Element, made: Element, own: dict[str, str], measures: Measures
    ) -> None:
        """Write the `transform-origin` of a gradient or a pattern into its transform."""
        name = name_of(element)
        key = "patternTransform" if name == "pattern" else "gradientTransform"
        told = (one.attrib[key] for one in self._chain(element) if key in one.attrib)
        matrix = parse_transform(next(told, ""))
        x, y = self._origin(element, own["transform-origin"], "view-box", measures)
        matrix = Matrix(e=x, f=y).then(matrix).then(Matrix(e=-x, f=-y))
        if matrix != IDENTITY:
            made.set(key, matrix_text(matrix))

    def _refuse_broad(self, element: Element, made: Element, measures: Measures) -> None:
        """E225 for an feMorphology whose radius would take the engine minutes."""
        radii = [number_in(part, 0.0) for part in re.split(r"[\s,]+", made.get("radius") or "0")]
        in_box = self._in_box(element, name_of(element))
        if max(radii) > _BROADEST * (1.0 if in_box else max(measures.width, measures.height)):
            radius = f"a radius of {max(radii):g}, which is very large for this drawing"
            message = f"a filter that makes shapes thicker or thinner (feMorphology) has {radius}"
            hint = "export the drawing as a PNG in the editor, and name that file in its place"
            raise FaultySvg(message, hint, self._line_of(element))

    def _rings(self, gradient: Element, made: Element) -> None:
        """Write out what the engine does not know of a radial gradient: its rings, and `fr`."""
        chain = self._chain(gradient)
        told = {
            key: value
            for one in reversed(chain)
            for key, value in one.items()
            if one.tag == gradient.tag or key not in GEOMETRY
        }
        holder = next((one for one in chain if one.find(f"{SVG}stop") is not None), None)
        if holder is None or not has_rings(told):
            return
        in_box = told.get("gradientUnits") != "userSpaceOnUse"
        measures = Measures(1, 1) if in_box else Measures(*self._extent, mm=self._mm)
        outer = _Outer(measures, {}, {}, IDENTITY, resource="radialGradient")
        stops = [self._plain(stop, "stop", outer)[0] for stop in holder.findall(f"{SVG}stop")]
        write_rings(made, told, stops, measures)

    def _named(self, href: str) -> Element | None:
        """The element of the drawing that a reference such as `#name` means; None for none."""
        return self._ids.get(href[1:]) if href[:1] == "#" else None

    def _chain(self, gradient: Element) -> list[Element]:
        """A gradient and those that it refers to, the nearest first."""
        found: list[Element] = []
        here: Element | None = gradient
        while here is not None and here not in found and name_of(here) in _SERVERS:
            found.append(here)
            href = here.get("href") or here.get(f"{_XLINK}href") or ""
            here = self._named(href)
        return found

    def _like(self, element: Element) -> list[Element]:
        """An element and those of its sort that it takes attributes from."""
        chain = self._chain(element) or [element]
        return [one for one in chain if name_of(one) == name_of(element)]

    def _shape(
        self, element: Element, made: Element, own: dict[str, str], inner: _Outer
    ) -> list[Element]:
        for child in element:
            self._element(child, inner)  # an animation is told
        self._path_length(element, made, inner)
        self._square_dots(made, inner)
        if name_of(element) in _UNMARKED:
            for place in ("start", "mid", "end"):
                if inner.style.get(f"marker-{place}", "none") != "none":
                    made.set(f"marker-{place}", "none")
        inner = self._without_box(made, inner, self._line_of(element))
        dotted = self._has_dots(made, inner)
        group = self._marked_apart(made, inner, dotted)
        if dotted:
            from fustella.draw.svg.boxes import draw_dots  # noqa: PLC0415

            draw_dots(made, inner.measures.length(inner.style.get("stroke-width", "1")) or 0.0)
        drawn = self._stroked(made, own, inner)
        if group is None:
            return drawn
        group[0:0] = drawn
        return [group]

    def _without_box(self, made: Element, inner: _Outer, line: int) -> _Outer:
        """The inherited values of a straight line, which has no box to measure a paint by.

        It is painted with what stands behind the reference, or not at all (SVG 2, 13.2).
        """
        boxed = {}
        for key in ("fill", "stroke"):
            if "url(" not in inner.style.get(key, ""):
                continue
            reference = URL.fullmatch(inner.style.get(key, "").strip())
            server = self._ids.get(reference[2].strip().removeprefix("#")) if reference else None
            if not reference or server is None or name_of(server) not in _SERVERS:
                continue
            if self._in_box(server, name_of(server)):
                boxed[key] = reference[3].strip() or "none"
        if not boxed or _is_faulty(made):
            return inner
        from fustella.draw.svg.boxes import bounds_of  # noqa: PLC0415

        bounds = bounds_of(made)
        if bounds is None or (bounds[0] < bounds[2] and bounds[1] < bounds[3]):
            return inner
        for key, value in boxed.items():
            painted: dict[str, str] = {}
            self._paint(key, value, painted, line)
            made.set(key, painted.get(key, "none"))
        return replace(inner, style={**inner.style, **boxed})

    def _has_dots(self, made: Element, inner: _Outer) -> bool:
        """Whether a shape is stroked with dots, for parts of it that have no length."""
        style = inner.style
        if style.get("stroke-linecap") not in {"round", "square"}:
            return False
        if style.get("stroke", "none") == "none":
            return False
        from fustella.draw.svg.boxes import has_dots  # noqa: PLC0415

        return has_dots(name_of(made), made.attrib) and not _is_faulty(made)

    def _marked_apart(self, made: Element, inner: _Outer, dotted: bool) -> Element | None:
        """A group with the markers of a path with arcs, which the engine takes for many curves.

        The same where dots are drawn as short lines. What holds for the path and its markers moves
        to the group. None where nothing is marked.
        """
        data = made.get("d", "")
        arcs = "a" in data.lower()
        for place in _MARKERS[1:2] if arcs and not dotted else _MARKERS if dotted else ():
            marker = URL.fullmatch(inner.style.get(place, "none").strip())
            known = self._ids.get(marker[2].strip().removeprefix("#")) if marker else None
            if known is not None and not _takes_paint(known):
                break
        else:
            return None
        if _is_faulty(made) or not data:
            return None
        from fustella.draw.svg.boxes import segments_text  # noqa: PLC0415

        group = Element(f"{SVG}g")
        for name in ("transform", *_WHOLE):
            if name in made.attrib:
                group.set(name, made.attrib.pop(name))
        marks = Element(made.tag, dict(made.attrib))
        marks.attrib.update(d=segments_text(arcs_as_one(data)), fill="none", stroke="none")
        made.attrib.update(dict.fromkeys(_MARKERS, "none"))
        group.append(marks)
        return group

    def _stroked(self, made: Element, own: dict[str, str], inner: _Outer) -> list[Element]:
        effect = own.get("vector-effect", "none")
        if self._faithful and effect not in KEYWORDS["vector-effect"]:
            made.set("vector-effect", effect)
        if effect == "non-scaling-stroke" and not (self._faithful and _is_faulty(made)):
            from fustella.draw.svg.boxes import unscaled_stroke  # noqa: PLC0415

            width = inner.measures.length(inner.style.get("stroke-width", "1")) or 0.0
            dashes = dashes_of(inner.style.get("stroke-dasharray", "none"), inner.measures)
            filled = Element(made.tag, dict(made.attrib))
            unscaled_stroke(made, inner.matrix, width, dashes.get("stroke-dasharray", "none"))
            if made.tag == filled.tag and made.get("d") == filled.get("d"):
                return [made]
            if "url(" in inner.style.get("fill", "") or not _IN_ITS_UNITS.isdisjoint(made.attrib):
                return [_parted(filled, made, inner)]
        fill, stroke = (inner.style.get(key, "") for key in ("fill", "stroke"))
        if "url(" in stroke and fill != "none":  # else some viewers paint the fill last
            return [_parted(Element(made.tag, dict(made.attrib)), made, inner)]
        return [made]

    def _square_dots(self, made: Element, inner: _Outer) -> None:
        """Lengthen dashes of no length with square caps, which some viewers of PDF leave out."""
        if inner.style.get("stroke-linecap") != "square":
            return
        told = dashes_of(inner.style.get("stroke-dasharray", "none"), inner.measures)
        parts = (made.get("stroke-dasharray") or told.get("stroke-dasharray", "none")).split()
        if "0" in parts[::2] or (len(parts) % 2 and "0" in parts):
            width = inner.measures.length(inner.style.get("stroke-width", "1")) or 0.0
            dots = (number_text(width / 1000) if part == "0" else part for part in parts)
            made.set("stroke-dasharray", " ".join(dots))

    def _path_length(self, element: Element, made: Element, inner: _Outer) -> None:
        """Dashes of a path that says how long it is."""
        told = number_in(element.get("pathLength"), 0.0)
        dashes = inner.style.get("stroke-dasharray", "none")
        if told <= 0 or dashes == "none":
            return
        from fustella.draw.svg.boxes import length_of  # noqa: PLC0415

        factor = length_of(name_of(made), made.attrib) / told
        parts = dashes_of(dashes, inner.measures).get("stroke-dasharray", "none")
        if parts != "none":
            scaled = (float(part) * factor for part in parts.split())
            made.set("stroke-dasharray", " ".join(number_text(value) for value in scaled))
        offset = inner.measures.length(inner.style.get("stroke-dashoffset", "0")) or 0.0
        if offset:
            made.set("stroke-dashoffset", number_text(offset * factor))

    def _switch(self, element: Element, outer: _Outer) -> list[Element]:
        made, inner, own = self._begun(element, "g", outer)
        if own.get("display") == "none":
            return []
        for child in element:
            if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
                continue
            if not _supported(child) or name_of(child) not in _KNOWN | {"foreignObject"}:
                continue
            if name_of(child) == "foreignObject":
                self._leave_out(_TOLD["foreignObject"], self._line_of(child),
                                "what stands beside it in the switch is printed")  # fmt: skip
                continue
            made.extend(self._element(child, inner))
            break
        return [made]

    def _clip(self, width: float, height: float, x: float = 0.0, y: float = 0.0) -> str:
        """The id of a new rectangular clip path."""
        while True:
            self._made += 1
            name = f"clip-{self._made}"
            if name not in self._ids:
                break
        clip = Element(f"{SVG}clipPath", {"id": name})
        sides = {
            "x": number_text(x),
            "y": number_text(y),
            "width": number_text(width),
            "height": number_text(height),
        }
        clip.append(Element(f"{SVG}rect", sides))
        self._clips.append(clip)
        return name

    def _nested(self, element: Element, outer: _Outer) -> list[Element]:
        """An inner `<svg>`, as groups: its place with its clip, then its view."""
        made, inner, own = self._begun(element, "g", outer)
        if own.get("display") == "none":
            return []
        for key in ("x", "y", "width", "height", "viewBox", "preserveAspectRatio"):
            made.attrib.pop(key, None)
        measures = outer.measures
        x, y = (measures.length(own.get(key, "0"), key) or 0.0 for key in ("x", "y"))
        width = measures.length(own.get("width", "100%"), "x")
        height = measures.length(own.get("height", "100%"), "y")
        width = measures.width if width is None else width
        height = measures.height if height is None else height
        if width <= 0 or height <= 0:
            return []
        return [self._viewed(element, made, inner, own, (x, y, width, height))]

    def _viewed(
        self,
        element: Element,
        made: Element,
        inner: _Outer,
        own: dict[str, str],
        place: tuple[float, float, float, float],
        content: Element | None = None,
    ) -> Element:
        """A group for the place of a view, with the group of the view in it.

        `content` stands for the children of the element where they are written elsewhere.
        """
        x, y, width, height = place
        box = view_box(element)
        aspect = element.get("preserveAspectRatio", "")
        view = view_matrix(box, width, height, aspect) if box else IDENTITY
        view = Matrix(e=x, f=y).then(view)
        holder = made
        if own.get("overflow", "hidden") not in {"visible", "auto"}:
            clip = self._clip(width, height, x, y)
            if "clip-path" in made.attrib or "transform" in made.attrib:
                holder = Element(f"{SVG}g")
                made.append(holder)
            holder.set("clip-path", f"url(#{clip})")
        if view != IDENTITY:
            group = Element(f"{SVG}g", {"transform": matrix_text(view)})
            holder.append(group)
            holder = group
        if content is not None:
            holder.append(content)
            return made
        extent = (box[2], box[3]) if box else (width, height)
        measures = replace(inner.measures, width=extent[0], height=extent[1])
        self._children(
            element, holder, replace(inner, measures=measures, matrix=inner.matrix.then(view))
        )
        return made

    def _symbol(self, element: Element, outer: _Outer) -> list[Element]:
        """A symbol, as a group that is drawn only where it is used."""
        made, inner, _ = self._begun(element, "g", outer)
        for key in ("x", "y", "width", "height", "viewBox", "preserveAspectRatio", "refX", "refY"):
            made.attrib.pop(key, None)
        box = view_box(element)
        if box:
            measures = replace(inner.measures, width=box[2], height=box[3])
            inner = replace(inner, measures=measures)
        elif self._faithful and "viewBox" in element.attrib:
            made.set("viewBox", element.attrib["viewBox"])
        self._children(element, made, inner)
        defs = Element(f"{SVG}defs")
        defs.append(made)
        return [defs]

    def _use(self, element: Element, outer: _Outer) -> list[Element]:  # noqa: PLR0911, PLR0912
        href = element.get("href") or element.get(f"{_XLINK}href") or ""
        target = self._ids.get(href[1:]) if href.startswith("#") else None
        if target is None:
            if self._faithful:
                return [Element(element.tag, {"href": href})]
            self._tell_other_drawing(element, href)
            return []
        if self._circles.hold(element, target):
            return [Element(element.tag, {"href": href})] if self._faithful else []
        made, inner, own = self._begun(element, "use", outer)
        if own.get("display") == "none":
            return []
        kind = name_of(target)
        if kind not in {"symbol", "svg"}:
            made.attrib.pop("width", None)
            made.attrib.pop("height", None)
            return [self._in_place(made, target, inner)] if self._unscaled else [made]
        measures = outer.measures
        x, y = (measures.length(own.get(key, "0"), key) or 0.0 for key in ("x", "y"))
        if not _IN_ITS_UNITS.isdisjoint(made.attrib):
            inner = _moved(made, inner, Matrix(e=x, f=y))
            x = y = 0.0
        sides = self._cascade.computed(target, outer.style, outer.own)
        if kind == "symbol":  # browsers place it by its attributes alone, not by style sheets
            for key in ("x", "y", "width", "height"):
                sides[key] = target.get(key) or {"x": "0", "y": "0"}.get(key, "100%")
        for key in ("width", "height"):
            if own.get(key, "auto") != "auto":
                sides[key] = own[key]
        width = measures.length(sides.get("width", "100%"), "x")
        height = measures.length(sides.get("height", "100%"), "y")
        width = measures.width if width is None else width
        height = measures.height if height is None else height
        if width <= 0 or height <= 0:
            return []
        x += measures.length(sides.get("x", "0"), "x") or 0.0
        y += measures.length(sides.get("y", "0"), "y") or 0.0
        made.tag = f"{SVG}g"
        for key in ("href", "x", "y", "width", "height"):
            made.attrib.pop(key, None)
        if kind == "svg":
            copy = {key: value for key, value in target.attrib.items() if key != "id"}
            stand_in = Element(target.tag, copy)
            stand_in.extend(target)
            inside = self._begun(target, "g", inner)
            return [self._viewed(stand_in, made, inside[1], sides, (x, y, width, height))]
        if self._unscaled or _takes_size(target):
            inside = self._begun(target, "g", inner)
            return [self._viewed(target, made, inside[1], sides, (x, y, width, height))]
        drawn = Element(f"{SVG}use", {"href": href})
        return [self._viewed(target, made, inner, sides, (x, y, width, height), drawn)]

    def _in_place(self, made: Element, target: Element, inner: _Outer) -> Element:
        """The repeated element of a `<use>`, drawn in its place, on which its strokes depend."""
        x, y = (number_in(made.attrib.pop(key, None), 0.0) for key in ("x", "y"))
        made.attrib.pop("href", None)
        made.tag = f"{SVG}g"
        made.extend(self._element(target, _moved(made, inner, Matrix(e=x, f=y))))
        return made

    def _painted_by(self, element: Element) -> Iterator[Element]:
        if name_of(element) == "use":
            yield from (self._ids[name] for name in self._targets(element) if name in self._ids)
        yield from element

    def _image(self, element: Element, outer: _Outer) -> list[Element]:
        made, inner, own = self._begun(element, "image", outer)
        if own.get("display") == "none":
            return []
        href = (element.get("href") or element.get(f"{_XLINK}href") or "").strip()
        if _DRAWN.match(href) and not self._faithful:
            return self._drawing_in(element, made, own, inner, href)
        return [made] if self._take_picture(element, made) else []

    def _drawing_in(
        self, element: Element, made: Element, own: dict[str, str], outer: _Outer, href: str
    ) -> list[Element]:
        """An SVG that is embedded as a picture, as a group at its place. Raises FaultySvg.

        It is a document of its own: it inherits nothing, and its ids are its own (SVG 2, 12.3).
        """
        line = self._line_of(element)
        try:
            drawing = Cleaner(read_source(self._embedded(href)), self._families, self._picture)
            drawing._embedded_bytes = self._embedded_bytes
            size = drawing.natural_size()
            measures = outer.measures
            x, y = (measures.length(own.get(key, "0"), key) or 0.0 for key in ("x", "y"))
            sides = [measures.length(own.get(key, ""), axis) for key, axis in _SIDES]
            width = sides[0] if sides[0] is not None else (sides[1] or size[1]) * size[0] / size[1]
            height = sides[1] if sides[1] is not None else width * size[1] / size[0]
            if width <= 0 or height <= 0:
                return []
            content = drawing.placed(width, height, element.get("preserveAspectRatio", ""))
        except ValueError as error:
            hint = "embed it again in the editor"
            fault = error if isinstance(error, FaultySvg) else FaultySvg("it cannot be read", hint)
            message = f"of the SVG that is embedded in it: {fault.message}"
            raise FaultySvg(message, fault.hint, line, fault.code) from None
        self.has_filter = self.has_filter or drawing.has_filter
        for note in drawing.notes:
            self._note(note.kind, note.message, note.hint, line)
        made.tag = f"{SVG}g"
        for key in ("x", "y", "width", "height", "preserveAspectRatio", "href"):
            made.attrib.pop(key, None)
        group = Element(f"{SVG}g", {"transform": matrix_text(Matrix(e=x, f=y))})
        group.set("clip-path", f"url(#{self._clip(width, height)})")
        for key, value in INITIAL.items():
            if outer.style.get(key, value) != value and key not in NOT_WRITTEN:
                group.set(key, SERIF if key == "font-family" else value)
        names = (f"i{number}-" for number in count())
        prefix = next(name for name in names if not any(one.startswith(name) for one in self._ids))
        self._ids[prefix] = group
        for part in content:
            _prefix_ids(part, prefix)
        group.extend(content)
        made.append(group)
        return [made]

    def _embedded(self, href: str) -> bytes:
        """The bytes of a `data:` URL. Raises ValueError for none, and FaultySvg for too many."""
        data = unpacked(data_of(href))
        self._embedded_bytes[0] += len(data)
        if self._embedded_bytes[0] > limits.SVG_BYTES:
            size = f"more than {limits.SVG_BYTES // 2**20} MB"
            raise FaultySvg(f"the drawings in it are {size}", "simplify them, or embed PNGs")
        return data

    def placed(self, width: float, height: float, aspect: str) -> list[Element]:
        """The elements of the document as a picture of that size, as browsers place it.

        They draw it with its own view in that size, whatever `preserveAspectRatio` the picture has,
        but for `none`; without a `viewBox` it is stretched.
        """
        stretched = aspect.split()[:1] == ["none"] or view_box(self._root) is None
        sized = "width" in self._root.attrib and "height" in self._root.attrib
        if not stretched or (view_box(self._root) is None and not sized):
            return self.content(width, height)
        own_width, own_height = self.natural_size()
        scale = Matrix(a=width / own_width, d=height / own_height)
        group = Element(f"{SVG}g", {"transform": matrix_text(scale)})
        group.extend(self.content(own_width, own_height))
        return [group]

    def _fe_image(self, element: Element, made: Element) -> None:
        if "href" not in made.attrib:
            self._take_picture(element, made)

    def _take_picture(self, element: Element, made: Element) -> bool:
        """Set the `href` of a picture; False where there is none to draw."""
        href = (element.get("href") or element.get(f"{_XLINK}href") or "").strip()
        if not href or href.startswith("#"):
            return False
        found = self._picture(href)
        if self._faithful and not href.startswith(("data:", "picture:")):
            made.set("href", href)
            return True
        if found is None:
            shown = href if len(href) <= 60 else href[:59] + "…"
            self._missing_pictures.setdefault(f"`{shown}`", self._line_of(element))
            return False
        made.set("href", found)
        return True

    # --- texts ----------------------------------------------------------------------------------

    def _text(self, element: Element, outer: _Outer) -> list[Element]:
        spaces = Spaces()
        made = self._span(element, "text", replace(outer, in_text=True), spaces)
        if made is None:
            return []
        strip_end(made)
        return [made]

    def _span(self, element: Element, name: str, outer: _Outer, spaces: Spaces) -> Element | None:
        """A `<text>`, `<tspan>` or `<textPath>` with its letters; None where it is not drawn."""
        made, inner, own = self._begun(element, name, outer)
        if own.get("display") == "none":
            return None
        if inner.keep_spaces:
            made.set(XML_SPACE, "preserve")
        elif outer.keep_spaces:
            made.set(XML_SPACE, "default")
        placed = name == "text" or "x" in made.attrib or "y" in made.attrib
        if placed and not letters_join("".join(element.itertext())):  # which are not spaced
            _end_with_space(made, inner)
        made.text = self._letters(element.text or "", element, inner, spaces)
        last: Element | None = None
        for child in element:
            drawn = self._inside_text(child, inner, spaces)
            if drawn is not None:
                made.append(drawn)
                last = drawn
            letters = self._letters(child.tail or "", element, inner, spaces)
            if last is None:
                made.text += letters
            else:
                last.tail = (last.tail or "") + letters
        return made

    def _inside_text(self, child: Element, inner: _Outer, spaces: Spaces) -> Element | None:
        if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
            return None
        name = name_of(child)
        if name in {"tspan", "a"}:
            return self._span(child, "tspan", inner, spaces) if _supported(child) else None
        if name == "textPath":
            href = child.get("href") or child.get(f"{_XLINK}href") or ""
            target = self._named(href)
            if target is None:
                if self._faithful and href:
                    return Element(child.tag, {"href": href})
                self._tell_other_drawing(child, href)
                if href[:1] in {"", "#"} and not self._faithful:
                    hint = "in the editor, put the text on its path again"
                    what = "a text on a path that is not there"
                    self._leave_out(what, self._line_of(child), hint)
                return None
            if inner.style.get("writing-mode", "lr") in _VERTICAL and not self._faithful:
                message = "vertical text on a path may be printed otherwise than a browser shows it"
                hint = "in the editor, take horizontal text for it"
                self._note(LEFT_OUT, message, hint, self._line_of(child))
            made = self._span(child, "textPath", inner, spaces)
            if made is not None:
                from fustella.draw.svg.boxes import path_data  # noqa: PLC0415

                moved = parse_transform(target.get("transform", ""))
                made.set("path", path_data(target, moved))
            return made
        if name in _TOLD:
            self._leave_out(_TOLD[name], self._line_of(child), _INSTEAD.get(name, ""))
        return None

    def _letters(self, text: str, element: Element, inner: _Outer, spaces: Spaces) -> str:
        if not text:
            return ""
        text = spaces.collapsed(text, inner.keep_spaces)
        if text.strip():
            family = inner.style.get("font-family", "serif")
            if family.startswith("?"):
                first = family[1:].split(",")[0].strip().strip("'\"")
                self._unknown_fonts.setdefault(first, self._line_of(element))
        case = inner.style.get("text-transform", "none")
        if case == "uppercase":
            return in_capitals(text, inner.language)
        if case == "lowercase":
            return in_small_letters(text, inner.language)
        if case == "capitalize":
            return re.sub(r"(?<!\S)\w\S*", lambda word: begun(word[0], inner.language), text)
        return text


_LENGTHS = frozenset((*LENGTH_PROPERTIES, *NUMBER_PROPERTIES, *CSS_GEOMETRY)) - {"d"}

_OF_SHEETS = frozenset(("style", "font-size", "stroke-width", "stroke-dashoffset"))
"""Other attributes in which lengths have units."""

_VERTICAL = frozenset(("tb", "tb-rl", "vertical-rl", "vertical-lr"))
_TURNED = 1e-6

_IN_ITS_UNITS = frozenset(("clip-path", "mask", "filter"))
"""Attributes whose coordinates are those of the shape."""


_WHOLE = ("id", "opacity", "clip-path", "mask", "filter", "style")
"""Attributes that hold for a shape as a whole, of whatever parts it is written."""

_MARKERS = ("marker-start", "marker-mid", "marker-end")


_SIDES = (("width", "x"), ("height", "y"))
_DRAWN = re.compile(r"data:image/svg\+xml\s*[;,]", re.IGNORECASE)


def _prefix_ids(root: Element, prefix: str) -> None:
    """Put a prefix before all ids of a drawing, and where they are referred to."""
    for element in root.iter():
        for key, value in element.items():
            if key == "id":
                element.set(key, prefix + value)
            elif key == "href" and value.startswith("#"):
                element.set(key, f"#{prefix}{value[1:]}")
            elif "url(#" in value:
                element.set(key, value.replace("url(#", f"url(#{prefix}"))


def _takes_size(symbol: Element) -> bool:
    """Whether lengths in a symbol are shares of the size that a `<use>` gives it."""
    if view_box(symbol) is not None:
        return False
    return any("%" in value for part in symbol.iter() for value in part.attrib.values())


def _takes_paint(marker: Element) -> bool:
    """Whether a marker is painted in the paint of the path that it stands on."""
    return any("context-" in value for part in marker.iter() for value in part.attrib.values())


def _is_faulty(shape: Element) -> bool:
    """Whether a value of a shape is left for the lint to tell."""
    return any(wrong_with(key, value, name_of(shape)) for key, value in shape.items())


def _unite(clip: Element) -> None:
    """Have a clip path show what any of its shapes covers.

    Where all of them have one rule, the engine takes them for one path, in which they may cut holes
    into each other; so a shape that is too small to be seen has the other rule.
    """
    rules = {shape.get("clip-rule", clip.get("clip-rule", "nonzero")) for shape in clip}
    if len(rules) == 1:
        other = "nonzero" if "evenodd" in rules else "evenodd"
        clip.append(Element(f"{SVG}path", {"d": "M0 0h.001v.001z", "clip-rule": other}))


def _moved(made: Element, inner: _Outer, step: Matrix) -> _Outer:
    """The inherited values in an element, once it is moved with its clip path, mask and filter."""
    own = made.get("transform", "")
    if step == IDENTITY or not is_transform(own):  # the lint tells of the latter
        return inner
    made.set("transform", matrix_text(parse_transform(own).then(step)))
    return replace(inner, matrix=inner.matrix.then(step))


def _parted(filled: Element, stroked: Element, inner: _Outer) -> Element:
    """A group of the fill and the stroke of a shape; what holds for both moves to the group."""
    group = Element(f"{SVG}g")
    for name in _WHOLE:
        if name in filled.attrib:
            group.set(name, filled.attrib.pop(name))
            stroked.attrib.pop(name, None)
    place = filled.attrib.pop("transform", "")
    back = stroked.attrib.pop("transform", "")
    if place:
        group.set("transform", place)
    if back != place:
        away = parse_transform(place).inverse().then(parse_transform(back))
        stroked.set("transform", matrix_text(away))
    filled.set("stroke", "none")
    for key in _MARKERS:
        filled.set(key, "none")
    stroked.set("fill", "none")
    first = inner.style.get("paint-order", "normal").split()[0]
    group.extend((filled, stroked) if first in {"normal", "fill"} else (stroked, filled))
    return group


def _end_with_space(made: Element, inner: _Outer) -> None:
    """Shift spaced text as browsers do, which count `letter-spacing` right of the last letter.

    That is the first of those that are typed from right to left.
    """
    spacing = number_in(made.get("letter-spacing", inner.style.get("letter-spacing")), 0.0)
    right = "start" if inner.style.get("direction") == "rtl" else "end"
    share = {"middle": -0.5, right: -1.0}.get(inner.style.get("text-anchor", "start"), 0.0)
    if spacing and share:
        first, *others = (made.get("dx") or "0").split()
        made.set("dx", " ".join((number_text(float(first) + share * spacing), *others)))


def _copy_of(element: Element) -> Element:
    made = Element(element.tag, element.attrib)
    made.text = "".join(element.itertext())
    return made


def _supported(element: Element) -> bool:
    """Whether the conditions of an element hold, as in a browser that speaks English."""
    if element.get("requiredExtensions", "").strip():
        return False
    languages = element.get("systemLanguage")
    if languages is None:
        return True
    return any(one.strip().lower().split("-")[0] == "en" for one in languages.split(","))
