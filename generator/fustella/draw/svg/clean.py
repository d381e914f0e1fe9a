"""Rewrites an SVG from any editor as a document of plain shapes, which typst prints correctly.

Style sheets, classes and units are resolved into attributes with plain numbers; nested drawings,
symbols and their views become groups with transforms and clips; what print cannot show, such as
scripts and animations, is left out and noted. The engine (typst) reads much of SVG by itself, but
silently leaves out what it does not know, and measures percentages and spaces in its own way. So
whatever typst prints otherwise than a browser is rewritten in a form that both print alike.
"""

from xml.etree.ElementTree import Element, tostring

from msgspec import Struct
from msgspec.structs import replace

from fustella.draw.scene.amount import too_much
from fustella.draw.scene.resolve import Unresolvable, resolve_finished
from fustella.draw.svg.attributes import FILTERS
from fustella.draw.svg.colours import parse_colour
from fustella.draw.svg.definitions import Definitions
from fustella.draw.svg.document import (
    DEFAULT_SIZE,
    DRAWN,
    LEFT_OUT,
    NOTE_HINTS,
    NOTED,
    RESOURCES,
    SHAPES,
    Families,
    Outer,
    PictureHref,
    SvgNote,
    supported,
)
from fustella.draw.svg.lengths import PX_PER_MM, Measures
from fustella.draw.svg.properties import SERIF, TEXTS
from fustella.draw.svg.source import FaultySvg, read_source
from fustella.draw.svg.spans import Spans
from fustella.draw.svg.transforms import matrix_text, number_text, view_box, view_matrix
from fustella.draw.svg.tree import IDENTITY, SVG, name_of
from fustella.draw.svg.views import Views


class CleanSvg(Struct, frozen=True):
    """A standalone SVG that typst prints as a browser shows it.

    `width` and `height` are its natural size in CSS pixels, 1/96 inch, which are also the units of
    its viewBox. With `has_filter`, part of it is printed as a picture.
    """

    svg: str
    width: float
    height: float
    notes: tuple[SvgNote, ...]
    has_filter: bool


MOST_PX = 200_000.0
"""The largest side of a drawing, in CSS pixels: 53 metres."""

_KNOWN = (
    SHAPES | TEXTS | RESOURCES | FILTERS | {"svg", "g", "defs", "use", "image", "stop", "a"}
    | {"switch"}
)  # fmt: skip

_SILENT = frozenset(
    ("title", "desc", "metadata", "style", "view", "cursor", "font", "font-face", "glyph")
)
"""Elements that are left out without a note, as browsers draw nothing for them either."""

_UNSEEN = frozenset(
    ("script", "animate", "animateTransform", "animateMotion", "animateColor", "set")
)
"""Elements that change nothing in a drawing without motion."""

_NO_SIZE = 'write viewBox="0 0 24 24" into <svg>, with its own width and height'


class Cleaner(Definitions, Views, Spans):
    """Rewrites one document."""

    def natural_size(self) -> tuple[float, float]:
        """The size in CSS pixels, by the rules of browsers. Raises FaultySvg."""
        measures = Measures(*DEFAULT_SIZE, mm=self._mm)
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
            told = " x ".join(f"{side:g}" for side in DEFAULT_SIZE)
            message = f"the drawing has no size, for which browsers take {told} px"
            self._note(LEFT_OUT, message, _NO_SIZE, self._line_of(self._root))
        width = DEFAULT_SIZE[0] if width is None else width
        height = DEFAULT_SIZE[1] if height is None else height
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
        """The width or height of the root; None for `auto`, a percentage or none."""
        if not text or text.strip().endswith("%"):
            return None
        return measures.length(text)

    def content(self, width: float, height: float, in_place: bool = False) -> list[Element]:
        """The elements of the document, drawn in a box of this size at the origin.

        With `in_place` they keep their places and the units of the document.
        """
        box = view_box(self._root)
        aspect = self._root.get("preserveAspectRatio", "")
        matrix = view_matrix(box, width, height, aspect) if box and not in_place else IDENTITY
        extent = (box[2], box[3]) if box else (width, height)
        self._extent = extent
        outer = Outer(Measures(*extent, mm=self._mm), {}, {}, IDENTITY)
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
        """Adds a rectangle for the background of the root, which browsers paint."""
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
            if any(DRAWN.match(name[1:]) for name in self._missing_pictures):
                names = f"{names}: an SVG inside of a filter is not drawn"
                hint = "embed it as a PNG"
            raise FaultySvg(f"the drawing shows a picture from elsewhere, {names}", hint, line)

    def _children(self, element: Element, made: Element, inner: Outer) -> None:
        if self._faithful:  # letters outside of texts
            loose = (element.text or "", *(child.tail or "" for child in element))
            made.text = "".join(loose).strip() or None
        for child in element:
            made.extend(self._element(child, inner))

    def _element(self, element: Element, outer: Outer) -> list[Element]:  # noqa: PLR0911
        """The elements written for an element outside of texts: none, one or more."""
        if not isinstance(element.tag, str) or not element.tag.startswith(SVG):
            return []
        name = name_of(element)
        if name not in _KNOWN:
            if self._faithful and name not in _SILENT and name not in _UNSEEN:
                return [Element(element.tag)]
            if name in NOTED:
                self._leave_out(NOTED[name], self._line_of(element), NOTE_HINTS.get(name, ""))
                return []
            return self._unknown(element, outer)
        if name == "switch":
            return self._switch(element, outer)
        if name not in RESOURCES and not supported(element):
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

    def _unknown(self, element: Element, outer: Outer) -> list[Element]:
        """A `<defs>` in place of an unknown element, as only `<use>` draws its children.

        It returns nothing for an element without drawn children, or of `_SILENT`.
        """
        defs = Element(f"{SVG}defs")
        if name_of(element) not in _SILENT:
            self._children(element, defs, outer)
        return [defs] if len(defs) else []

    def _switch(self, element: Element, outer: Outer) -> list[Element]:
        made, inner, own = self._begun(element, "g", outer)
        if own.get("display") == "none":
            return []
        for child in element:
            if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
                continue
            if not supported(child) or name_of(child) not in _KNOWN | {"foreignObject"}:
                continue
            if name_of(child) == "foreignObject":
                self._leave_out(NOTED["foreignObject"], self._line_of(child),
                                "what stands beside it in the switch is printed")  # fmt: skip
                continue
            made.extend(self._element(child, inner))
            break
        return [made]


def clean_svg(data: bytes, families: Families, picture: PictureHref, line: str = "") -> CleanSvg:
    """Rewrites an SVG file so that it can be printed.

    With `line`, the name of an attribute, elements carry the number of their line in the file.

    `families` maps names of fonts, in small letters, to families of ours; generic names and our own
    are always known. `picture` returns the new `href` for the `href` of an inner `<image>`. Raises
    FaultySvg for a file that cannot be read, or that would lack a needed part in print.
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


def _copy_of(element: Element) -> Element:
    made = Element(element.tag, element.attrib)
    made.text = "".join(element.itertext())
    return made
