"""Holds a drawing that is rewritten for print: its ids, references, size limit and notes.

Each of the modules beside this one writes a part of it: `font_names`, `elements` (properties and
attributes), `strokes` (shapes), `embedded` (pictures), `definitions`, `views` and `spans` (texts);
`clean` joins them.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.draw.svg.attributes import FILTERS
from fustella.draw.svg.cascade import Cascade
from fustella.draw.svg.circles import Circles
from fustella.draw.svg.lengths import PX_PER_MM, Measures
from fustella.draw.svg.properties import CSS_GEOMETRY, LENGTH_PROPERTIES, NUMBER_PROPERTIES
from fustella.draw.svg.source import FaultySvg, SvgSource
from fustella.draw.svg.tree import HREFS, SVG, Matrix, href_in, name_of, number_in

Families: TypeAlias = Mapping[str, str]
"""The names of fonts in small letters, and the family that is printed for each."""

PictureHref: TypeAlias = Callable[[str], str | None]
"""A function from the `href` of an `<image>` to the one to write; None if there is no picture."""

FILTER, FONT, LEFT_OUT = "filter", "font", "left out"
"""The kinds of notes."""


class SvgNote(Struct, frozen=True):
    """A note for the designer about an SVG that can be printed, but not exactly as written.

    `kind` is `filter` for a part that is printed as pixels, `font` for a font that another one
    replaces, `left out` for a part that is not printed or looks different in print. `line` is the
    first line of the file with this cause, 0 if there is none.
    """

    kind: str
    message: str
    hint: str = ""
    line: int = 0


MOST_DRAWN = 500_000
"""The most elements that are drawn; those that `<use>` repeats count each time."""

DEFAULT_SIZE = (300.0, 150.0)
"""The width and height, in CSS pixels, that browsers give to an SVG without any."""

_HTML = "{http://www.w3.org/1999/xhtml}"

_IS_SCRIPT = re.compile(r"\s*javascript:", re.IGNORECASE)

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))

SERVERS = frozenset(("linearGradient", "radialGradient", "pattern"))

RESOURCES = SERVERS | {"clipPath", "mask", "marker", "filter", "symbol"}

NOTED: Mapping[str, str] = {
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
"""The elements that are left out with a note, and the name of each in its note."""

NOTE_HINTS: Mapping[str, str] = {
    "flowRoot": "in Inkscape, convert the text: Text > Convert to Text",
    "foreignObject": "in the editor, make it a <text> or shapes",
}
"""The hints of the notes about elements that are left out, for those that have one."""

_LONG = frozenset(("d", "points", "transform"))
"""Attributes that hold many numbers, and none in units of fonts."""

BY_FONT = re.compile(r"[0-9.](?:ex|ch)\b", re.IGNORECASE)
"""Matches a length in units of the font."""

_LEADING_NUMBER = re.compile(r"\s*[+-]?\d*\.?\d+(?:e[+-]?\d+)?", re.IGNORECASE)

_BY_WINDOW = re.compile(r"[0-9.](?:vw|vh|vmin|vmax)\b", re.IGNORECASE)
"""Matches a length in units of the window in which the drawing is shown."""


class Outer(Struct, frozen=True):
    """The values that an element inherits from the elements around it.

    `style` holds the computed values of inherited properties and of variables; `own` the values of
    the parent that are not inherited, for `inherit`. `matrix` leads to the outermost units.
    """

    measures: Measures
    style: dict[str, str]
    own: dict[str, str]
    matrix: Matrix
    keep_spaces: bool = False
    in_text: bool = False
    resource: str = ""
    language: str = ""


LENGTHS = frozenset((*LENGTH_PROPERTIES, *NUMBER_PROPERTIES, *CSS_GEOMETRY)) - {"d"}

_OF_SHEETS = frozenset(("style", "font-size", "stroke-width", "stroke-dashoffset"))
"""The attributes outside of `LENGTHS` whose lengths may have units."""

IN_ITS_UNITS = frozenset(("clip-path", "mask", "filter"))
"""Attributes that name an element whose coordinates are those of the shape with the attribute."""

DRAWN = re.compile(r"data:image/svg\+xml\s*[;,]", re.IGNORECASE)


class SvgDocument(ABC):
    """A drawing that is being rewritten: its source, its ids and the notes about it.

    `mm` is the length of a millimetre in the units of the drawing.
    """

    def __init__(
        self,
        source: SvgSource,
        families: Families,
        picture: PictureHref,
        mm: float = PX_PER_MM,
        faithful: bool = False,
    ) -> None:
        """With `faithful`, faulty values are written unchanged, and the lint reports them."""
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
        self._references = Circles(self._referred_by)
        self._written: set[str] = set()
        self._made = 0
        self._clips: list[Element] = []
        self._unknown_fonts: dict[str, int] = {}
        self._missing_pictures: dict[str, int] = {}
        self._extent = DEFAULT_SIZE
        self._note_scripts()
        self._cascade = Cascade(source, self._leave_out, faithful)
        self._refuse_repeated()
        words = [
            value
            for one in self._root.iter()
            for key, value in (*one.items(), ("", one.text or ""))
            if key not in _LONG and not value.startswith("data:")
        ]
        self._unscaled = any("non-scaling-stroke" in word for word in words)
        self._has_font_units = any(map(BY_FONT.search, words))
        if not faithful and any(map(_BY_WINDOW.search, words)):
            self._note_window_lengths()

    @property
    def notes(self) -> tuple[SvgNote, ...]:
        return tuple(self._notes.values())

    def _line_of(self, element: Element) -> int:
        return self._source.lines.get(element, 0)

    def _note(self, kind: str, message: str, hint: str, line: int) -> None:
        self._notes.setdefault((kind, message), SvgNote(kind, message, hint, line))

    def _leave_out(self, what: str, line: int, hint: str = "") -> None:
        self._note(LEFT_OUT, f"{what} is not printed", hint, line)

    def _refuse_repeated(self) -> None:
        """Raises FaultySvg for a document whose references draw too many elements."""
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
        """Yields the ids that an element refers to, except from style sheets."""
        for name, value in element.items():
            if name in HREFS:
                if value.startswith("#"):
                    yield value[1:]
            elif "url(" in value:
                yield from re.findall(r"url\(\s*['\"]?#([^)'\"]+)", value)

    def _painted_by(self, element: Element) -> Iterator[Element]:
        yield from self._referred_by(element) if name_of(element) == "use" else element

    def _referred_by(self, element: Element) -> Iterator[Element]:
        yield from (self._ids[name] for name in self._targets(element) if name in self._ids)
        yield from element

    def _named(self, href: str) -> Element | None:
        """The element of the drawing with the id of a reference such as `#name`, or None."""
        return self._ids.get(href[1:]) if href[:1] == "#" else None

    def _chain(self, gradient: Element) -> list[Element]:
        """A gradient, and those to which it refers in turn, the nearest first."""
        found: list[Element] = []
        here: Element | None = gradient
        while here is not None and here not in found and name_of(here) in SERVERS:
            found.append(here)
            href = href_in(here.attrib)
            here = self._named(href)
        return found

    def _inherited_from(self, element: Element) -> list[Element]:
        """An element, and those of the same tag from which it inherits attributes."""
        chain = self._chain(element) or [element]
        return [one for one in chain if name_of(one) == name_of(element)]

    def _in_box(self, element: Element, name: str) -> bool:
        """Whether lengths in a gradient, mask … are shares of the box of the painted shape."""
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
            href = href_in(here.attrib)
            here = self._named(href) if name in SERVERS else None
        return True

    def _is_empty(self, server: Element) -> bool:
        """Whether a paint server is a pattern without any area or content.

        Browsers then use the paint that follows the reference (SVG 2, 13.2 and 14.3).
        """
        if name_of(server) != "pattern":
            return False
        chain = self._inherited_from(server)
        sides = (
            next((one.attrib[key] for one in chain if key in one.attrib), "0")
            for key in ("width", "height")
        )
        numbers = (_LEADING_NUMBER.match(side) for side in sides)
        if any(number is not None and float(number[0]) <= 0 for number in numbers):
            return True
        box = next((one for one in chain if "viewBox" in one.attrib), None)
        words = box.get("viewBox", "").replace(",", " ").split() if box is not None else []
        if len(words) == 4 and any(number_in(word, 1.0) == 0 for word in words[2:]):
            return True
        return not any(len(one) for one in chain)

    def _note_other_file(self, name: str, target: str, line: int) -> None:
        """Notes a reference to another file.

        A missing id of the same drawing gets no note: browsers show nothing for it.
        """
        if not target.startswith("#"):
            hint = "in the editor, copy what it refers to into this drawing"
            self._leave_out(f"`{name}: url({target[:40]})`, from another file,", line, hint)

    def _note_other_drawing(self, element: Element, href: str) -> None:
        """Notes a link to an element of another file."""
        if href and not href.startswith("#"):
            hint = "in the editor, unlink it, or copy what it refers to into this drawing"
            self._leave_out(f"`{href[:60]}`, from another file,", self._line_of(element), hint)

    def _note_scripts(self) -> None:
        """Notes what a browser would run or load, except for elements that `_element` notes."""
        for element in self._root.iter():
            line = self._line_of(element)
            handled = any(key.lower().startswith("on") for key in element.attrib)
            href = href_in(element.attrib)
            if handled or element.tag == f"{_HTML}script" or _IS_SCRIPT.match(href):
                self._leave_out("a script", line)
            if element.tag == f"{_HTML}link" and "stylesheet" in element.get("rel", "").lower():
                self._leave_out("a style sheet in another file", line)

    def _note_window_lengths(self) -> None:
        """Notes lengths that depend on the window or the picture in which a browser shows them."""
        for element in self._root.iter():
            told = (value for key, value in element.items() if key in LENGTHS or key in _OF_SHEETS)
            sheet = element.text or "" if element.tag == f"{SVG}style" else ""
            if any(map(_BY_WINDOW.search, (*told, sheet))):
                message = (
                    "lengths in vw, vh, vmin and vmax are taken as parts of the drawing itself"
                )
                hint = "give them in px in the editor: browsers take parts of where they show it"
                self._note(LEFT_OUT, message, hint, self._line_of(element))

    @abstractmethod
    def _element(self, element: Element, outer: Outer) -> list[Element]:
        """The elements written for an element outside of texts: none, one or more."""

    @abstractmethod
    def _plain(self, element: Element, name: str, outer: Outer) -> list[Element]:
        """The elements written for an element; one of them has the tag `name`."""

    @abstractmethod
    def _children(self, element: Element, made: Element, inner: Outer) -> None:
        """Writes the contents of `element` into `made`, the element that is written for it."""

    @abstractmethod
    def natural_size(self) -> tuple[float, float]:
        """The size in CSS pixels, by the rules of browsers. Raises FaultySvg."""

    @abstractmethod
    def content(self, width: float, height: float, in_place: bool = False) -> list[Element]:
        """The elements of the document, drawn in a box of this size at the origin."""

    @abstractmethod
    def _clip(self, width: float, height: float, x: float = 0.0, y: float = 0.0) -> str:
        """Adds a rectangular clip path, and returns its id."""


def supported(element: Element) -> bool:
    """Whether the conditions of an element hold in a browser that speaks English."""
    if element.get("requiredExtensions", "").strip():
        return False
    languages = element.get("systemLanguage")
    if languages is None:
        return True
    return any(one.strip().lower().split("-")[0] == "en" for one in languages.split(","))
