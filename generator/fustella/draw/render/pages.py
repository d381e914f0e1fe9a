"""Writes faces as pages of a PDF, all but what only typst draws.

Nearly all of what templates draw is plain: shapes and texts in colours. A page of it is a row of
operators for each node of its scene, which are made once for equal nodes. A node that is not plain
is left to typst, as a page of its own that becomes a form; where there are many of them, or where
`<use>` repeats things, the whole face is.
"""

import hashlib
import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from math import floor
from xml.etree.ElementTree import Element, ParseError, fromstring

from msgspec import Struct

from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf, with_all_referred
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.words.patterns import regex
from fustella.draw.render.alone import alone, may_be_parted
from fustella.draw.render.elements import (
    Placing,
    clip_of_group,
    clip_operators,
    moving,
    placing_of,
    shape,
)
from fustella.draw.render.filters import page_as_form
from fustella.draw.render.letters import PageFonts, PlainFonts
from fustella.draw.render.paints import (
    OPENING,
    NotPlain,
    Settings,
    number,
    number_of,
    opacity_of,
)
from fustella.draw.render.profiles import GREY, SRGB
from fustella.draw.render.texts import TextLook, refuse_unknown, text_look
from fustella.draw.scene.model import Group, Node, Path, Scene, Text
from fustella.draw.scene.resolve import Unresolvable, resolve_finished
from fustella.draw.svg.tree import Attributes, Matrix

_SIZE = re.compile(r"([0-9]{1,5}(?:\.[0-9]+)?)mm")
_PRINTABLE = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,4})?")
"""A number of an SVG that may stand in a PDF as it is."""

_DEEPEST, _MOST = 60, 50_000
"""How deep elements may be in each other, and how many are painted: more are left to typst."""

_MOST_COMPILED = 8
"""Parts of a face that typst compiles by themselves; where there are more, it compiles all."""

_LARGEST = 200.0
"""How much larger something may be made: with more, a tenth of a micrometre would be a hundredth of
a millimetre, a quarter of a pixel at 600 dpi."""

_EFFORT = 4
"""Of zlib: two thirds of the time that the most usual one takes, for pages larger by 2 %."""

_SAME_MM = 1e-3


class _TooMuch(NotPlain):
    """A whole face that is left to typst."""


class PlainPage(Struct, frozen=True):
    """A face as a page: its size, its operators, and what these ask of the document.

    The operators are packed, and have `length` bytes when they are not. `compiled` are the SVGs of
    its parts that typst compiles.
    """

    size: bytes
    drawing: bytes
    length: int
    opacities: frozenset[bytes]
    fonts: PageFonts
    compiled: tuple[str, ...] = ()


def name_of_part(svg: str) -> bytes:
    """What a part that typst compiles is called in a PDF."""
    return b"/t" + hashlib.sha256(svg.encode()).hexdigest()[:16].encode()


class PlainPages:
    """Pages of one PDF, which share fonts and other resources."""

    def __init__(self) -> None:
        self._pages: list[tuple[bytes, bytes, int]] = []
        self._fonts = PlainFonts()
        self._opacities: set[bytes] = set()
        self._compiled: set[bytes] = set()

    def draw(self, svg: str) -> PlainPage | None:
        """A face as a page that may be added next; None for one that typst compiles as a whole."""
        try:
            page = _Page(resolve_finished(fromstring(svg)), self._fonts)
        except (NotPlain, ParseError, Unresolvable):
            return None
        plain, compiled = b"".join(page.parts), tuple(page.compiled)
        drawing, opacities = zlib.compress(plain, _EFFORT), frozenset(page.opacities)
        return PlainPage(page.size, drawing, len(plain), opacities, page.fonts, compiled)

    def add(self, page: PlainPage) -> bool:
        """Add a page; False where its letters mean others than those of the other pages."""
        names = self._fonts.names(page.fonts)
        drawing, length, fonts = page.drawing, page.length, page.fonts
        if any(name != names[style] for style, (name, _) in fonts.items()):
            plain = _with_names(drawing, {old: names[style] for style, (old, _) in fonts.items()})
            drawing, length = zlib.compress(plain, _EFFORT), len(plain)
            fonts = {style: (names[style], words) for style, (_, words) in fonts.items()}
        try:
            self._fonts.take(fonts)
        except NotPlain:
            return False
        self._opacities |= page.opacities
        self._compiled |= {name_of_part(svg) for svg in page.compiled}
        self._pages.append((page.size, drawing, length))
        return True

    def pdf(self) -> bytes:
        """The PDF of all pages that were added.

        For each part that typst compiles it has an object with its name, for `with_compiled`.
        """
        rgb, grey = _object(b"[/ICCBased 2 0 R]"), _object(b"[/ICCBased 4 0 R]")
        objects = {1: rgb, 2: SRGB, 3: grey, 4: GREY}
        fonts, made = self._fonts.objects(len(objects) + 1)
        objects.update(enumerate(made, len(objects) + 1))
        states = b"".join(
            b"/a%d<</ca %s/CA %s>>" % (round(share * 10000), number(share), number(share))
            for share in sorted(map(opacity_of, self._opacities))
        )
        forms = b""
        for name in sorted(self._compiled):
            forms += b"%s %d 0 R" % (name, len(objects) + 1)
            objects[len(objects) + 1] = _object(b"<</Compiled%s>>" % name)
        forms = forms and b"/XObject<<%s>>" % forms
        resources, tree = len(objects) + 1, len(objects) + 2
        objects[resources] = _object(
            b"<</ColorSpace<</c 1 0 R/g 3 0 R>>/Font<<%s>>/ExtGState<<%s>>%s>>"
            % (fonts, states, forms)
        )
        kids = [tree + 1 + 2 * at for at in range(len(self._pages))]
        listed = b" ".join(b"%d 0 R" % kid for kid in kids)
        objects[tree] = _object(b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), listed))
        for kid, (size, drawing, length) in zip(kids, self._pages, strict=True):
            objects[kid] = _object(
                b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s]/Resources %d 0 R/Contents %d 0 R>>"
                % (tree, size, resources, kid + 1)
            )
            head = b"<</Length %d/DL %d/Filter/FlateDecode>>" % (len(drawing), length)
            objects[kid + 1] = PlainObject(head, drawing)
        root = len(objects) + 1
        objects[root] = _object(b"<</Type/Catalog/Pages %d 0 R>>" % tree)
        return plain_pdf(objects, root)


def _with_names(drawing: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """The operators of a page, no more packed, its fonts called by other names."""
    return _FONT.sub(lambda found: b"BT " + names[found[1]], zlib.decompress(drawing))


_FONT = regex(rb"^BT (/f[0-9]+)", re.MULTILINE)


def _object(text: bytes) -> PlainObject:
    return PlainObject(text, None)


def with_compiled(pdf: bytes, compiled: Mapping[bytes, tuple[PlainPdf, int]]) -> bytes:
    """A PDF with the pages that typst compiled in the places of the parts with their names."""
    if not compiled:
        return pdf
    source = PlainPdf(pdf)
    objects = {at: source.object(at) for at in source.numbers_in_use}
    for at, found in list(objects.items()):
        name = _COMPILED.fullmatch(found.head)
        if name is not None:
            other, page = compiled[name[1]]
            form = page_as_form(other, page, 1.0, 1.0)
            objects[at], *others = with_all_referred(other, form, len(objects) + 1)
            objects.update(enumerate(others, len(objects) + 1))
    return plain_pdf(objects, source.root)


_COMPILED = regex(rb"<</Compiled(/t[0-9a-f]+)>>")


class _Page:
    """The operators of one face. Raises NotPlain where nothing but typst draws it."""

    def __init__(self, scene: Scene, fonts: PlainFonts) -> None:
        self._document, self._scene = fonts, scene
        self.fonts: PageFonts = {}
        self._left, self._scale = _MOST, 1.0
        self._state = list(OPENING)
        self.opacities: set[bytes] = set()
        self.size, opening, self._matrix = _opening(tuple(scene.element.attrib.items()))
        self.parts = [opening]
        self.compiled: list[str] = []
        self._parents: dict[Element, Element] = {}
        self._all(scene.root, 0)
        if len(self.parts) == 1 + len(self.compiled) > 1:
            raise NotPlain  # typst draws all of it

    def _all(self, group: Group, depth: int) -> None:
        if depth > _DEEPEST:
            raise _TooMuch
        for node, source in zip(group.children, group.sources, strict=True):
            self._left -= 1
            if not self._left:
                raise _TooMuch
            begun, scale, matrix = len(self.parts), self._scale, self._matrix
            compiled = len(self.compiled)
            try:
                self._paint(node, depth)
            except _TooMuch:
                raise
            except NotPlain:
                del self.parts[begun:], self.compiled[compiled:]
                self._scale, self._matrix, self._state = scale, matrix, [b"?"] * len(OPENING)
                self._compile(source)

    def _paint(self, node: Node, depth: int) -> None:
        if type(node) is Path:
            self._shape(node)
        elif type(node) is Text:
            self._text(node)
        elif type(node) is Group:
            outer = self._open(placing_of(node.matrix), clip_of_group(node))
            self._all(node, depth + 1)
            self._close(outer)
        else:
            raise NotPlain

    def _compile(self, source: Element) -> None:
        """Leave an element to typst, on a page of its own that is as large as this one."""
        root = self._scene.element
        if not self._parents:
            self._parents = {child: parent for parent in root.iter() for child in parent}
        if len(self.compiled) == _MOST_COMPILED or not may_be_parted(root):
            raise _TooMuch
        try:
            back = moving(self._matrix.inverse())
        except ZeroDivisionError:  # what is flattened shows nothing
            return
        svg = alone(root, source, self._parents)
        self.compiled.append(svg)
        self.parts.append(b"q\n%s%s Do\nQ\n" % (back, name_of_part(svg)))

    def _shape(self, node: Path) -> None:
        found = shape(node)
        if not found.painted:
            return
        outer = self._open(found.placing, found.clip)
        for settings, drawing in found.painted:
            self._set(settings)
            self.parts.append(drawing)
        self._close(outer)

    def _open(self, placing: Placing, clip: str) -> tuple[list[bytes], float, Matrix] | None:
        """Enter other coordinates or a clip path; gives what `_close` wants."""
        if not (placing.operator or clip):
            return None
        outer = self._state.copy(), self._scale, self._matrix
        self._scale *= placing.scale
        self._matrix = self._matrix.then(placing.matrix)
        if self._scale > _LARGEST:
            raise NotPlain
        self.parts.append(b"q\n" + placing.operator)
        if clip:
            self.parts.append(self._clip(clip))
        return outer

    def _close(self, outer: tuple[list[bytes], float, Matrix] | None) -> None:
        if outer is not None:
            self.parts.append(b"Q\n")
            self._state, self._scale, self._matrix = outer

    def _clip(self, name: str) -> bytes:
        clip = self._scene.definitions.get(name)
        if not isinstance(clip, Group) or clip.name != "clipPath" or len(clip.children) != 1:
            raise NotPlain
        if not clip.own.keys() <= {"id", "transform"}:
            raise NotPlain
        return clip_operators(clip.children[0], clip.matrix)

    def _set(self, settings: Settings) -> None:
        """Write what is not set yet."""
        state = self._state
        for at, setting in enumerate(settings):
            if setting and setting != state[at]:
                state[at] = setting
                self.parts.append(setting + b"\n")
                if not at:
                    self.opacities.add(setting)

    def _text(self, text: Text) -> None:
        refuse_unknown(text.own)
        look = text_look(text.style)
        outer = self._open(placing_of(text.matrix), "")
        y = text.own.get("y", "0")
        if not text.spans:
            self._letters(text.letters, look, text.own.get("x", "0"), y)
        elif text.letters:
            raise NotPlain
        for span in text.spans:
            if span.name != "tspan" or span.spans or span.after or "x" not in span.own:
                raise NotPlain
            refuse_unknown(span.own)
            inner, y = text_look(span.style), span.own.get("y", y)
            if "transform" in span.own or inner.shift:
                raise NotPlain
            self._letters(span.letters, inner, span.own["x"], y)
        self._close(outer)

    def _letters(self, text: str | None, look: TextLook, x: str, y: str) -> None:
        if not text:
            return
        if not look.keeps_spaces and (text != text.strip() or "  " in text):
            raise NotPlain
        name, glyphs, width_em = self._document.line(text, look.font, self.fonts)
        if look.shift or not (_PRINTABLE.fullmatch(x) and _PRINTABLE.fullmatch(y)):
            told = {"x": x, "y": y}
            left = number_of(told, "x") + look.shift * width_em * look.size_mm
            x, y = number(left).decode(), number(number_of(told, "y")).decode()
        self._set(look.settings)
        self.parts.append(
            b"BT %s %s Tf 1 0 0 -1 %s %s Tm[<%s>]TJ ET\n"
            % (name, number(look.size_mm), x.encode(), y.encode(), glyphs)
        )


@lru_cache(maxsize=64)
def _opening(attributes: Attributes) -> tuple[bytes, bytes, Matrix]:
    """The size of a page in points, its first operators and their matrix. Raises NotPlain."""
    told = dict(attributes)
    sides = [_SIZE.fullmatch(told.pop(side, "")) for side in ("width", "height")]
    box = [number_of({"": part}, "") for part in told.pop("viewBox", "").split()]
    if told or len(box) != 4:
        raise NotPlain
    left_mm, top_mm, *size_mm = box
    for side, length_mm in zip(sides, size_mm, strict=True):
        if not side or abs(float(side[1]) - length_mm) > _SAME_MM:
            raise NotPlain
    width, height = (length_mm * PT_PER_MM for length_mm in size_mm)
    # Never larger than it is: a part of a pixel is taken for a whole one.
    size = b"%.5f %.5f" % (floor(width * 1e5) / 1e5, floor(height * 1e5) / 1e5)
    scale = b"%.7f 0 0 %.7f" % (PT_PER_MM, -PT_PER_MM)
    corner = number(-left_mm * PT_PER_MM), number(height + top_mm * PT_PER_MM)
    matrix = Matrix(PT_PER_MM, 0, 0, -PT_PER_MM, -left_mm * PT_PER_MM, height + top_mm * PT_PER_MM)
    return size, b"%s %s %s cm\n4 M\n" % (scale, *corner), matrix
