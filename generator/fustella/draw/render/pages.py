"""Joins the pages of faces into one PDF, in which they share fonts and other resources."""

import marshal
import re
import zlib
from collections.abc import Iterable, Mapping
from typing import TypeAlias
from xml.etree.ElementTree import ParseError, fromstring

from msgspec import Struct
from msgspec.structs import astuple

from fustella.core.files.cache import DiskCache
from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf, with_all_referred
from fustella.core.words.patterns import regex
from fustella.draw.render.filters import page_as_form
from fustella.draw.render.letters import PageFonts, PlainFonts, ShapedWord
from fustella.draw.render.operators import EFFORT, Resource, number, opacity_of
from fustella.draw.render.paints import NotPlain
from fustella.draw.render.profiles import GREY, SRGB
from fustella.draw.render.walk import FacePage, name_of_part
from fustella.draw.scene.resolve import Unresolvable, resolve_finished
from fustella.draw.text.fonts import FontStyle


class PlainPage(Struct, frozen=True):
    """The page of one face: its size, its operators, and the opacities, fonts and resources in it.

    `drawing` are the operators, packed; `length` is their number of bytes before packing.
    `compiled` are the SVGs of the parts that typst compiles. `aliases` are the names that fonts
    have in forms, which are the same on all pages.
    """

    size: bytes
    drawing: bytes
    length: int
    opacities: frozenset[bytes]
    fonts: PageFonts
    compiled: tuple[str, ...] = ()
    resources: tuple[tuple[bytes, Resource], ...] = ()
    aliases: frozenset[bytes] = frozenset()


class PlainPages:
    """The pages of one PDF, which share fonts and other resources."""

    def __init__(self) -> None:
        self._pages: list[tuple[bytes, bytes, int]] = []
        self._fonts = PlainFonts()
        self._opacities: set[bytes] = set()
        self._compiled: set[bytes] = set()
        self._resources: dict[bytes, Resource] = {}
        self._aliases: set[bytes] = set()

    def draw(self, svg: str) -> PlainPage | None:
        """Draws a face as a page for `add`; None for a face that typst must compile as a whole."""
        try:
            page = FacePage(resolve_finished(fromstring(svg)), self._fonts)
        except (NotPlain, ParseError, Unresolvable):
            return None
        plain = page.drawing
        return PlainPage(
            page.size,
            zlib.compress(plain, EFFORT),
            len(plain),
            frozenset(page.opacities),
            page.fonts,
            tuple(page.compiled),
            _named_in(plain, page.resources) if page.resources else (),
            frozenset(page.aliases),
        )

    def add(self, page: PlainPage) -> bool:
        """Adds a page; False if one of its glyphs stands for other letters than on pages before."""
        names = self._fonts.names(page.fonts)
        drawing, length, fonts = page.drawing, page.length, page.fonts
        if any(name != names[style] for style, (name, _) in fonts.items()):
            plain = _with_names(drawing, {old: names[style] for style, (old, _) in fonts.items()})
            drawing, length = zlib.compress(plain, EFFORT), len(plain)
            fonts = {style: (names[style], words) for style, (_, words) in fonts.items()}
        try:
            self._fonts.take(fonts)
        except NotPlain:
            return False
        self._opacities |= page.opacities
        self._compiled |= {name_of_part(svg) for svg in page.compiled}
        self._resources |= page.resources
        self._aliases |= page.aliases
        self._pages.append((page.size, drawing, length))
        return True

    def pdf(self) -> bytes:
        """Writes the PDF of all added pages.

        For each part that typst compiles it has an object with the name of the part, which
        `with_compiled` replaces.
        """
        rgb, grey = _object(b"[/ICCBased 2 0 R]"), _object(b"[/ICCBased 4 0 R]")
        objects = {1: rgb, 2: SRGB, 3: grey, 4: GREY}
        fonts, made = self._fonts.objects(len(objects) + 1, self._aliases)
        objects.update(enumerate(made, len(objects) + 1))
        states = b"".join(map(_opacity_state, sorted(map(opacity_of, self._opacities))))
        named = dict[bytes, list[bytes]]()
        compiled = list[bytes]()
        for name in sorted(self._compiled):
            compiled.append(b"%s %d 0 R" % (name, len(objects) + 1))
            objects[len(objects) + 1] = _object(b"<</Compiled%s>>" % name)
        if compiled:
            named[b"/XObject"] = [*compiled]
        numbers = dict(zip(sorted(self._resources), range(len(objects) + 1, 1 << 30), strict=False))
        resources = len(objects) + len(numbers) + 1
        references = {b"@%s@" % name: b"%d 0 R" % at for name, at in numbers.items()}
        references[b"@/c@"] = b"1 0 R"
        listed_names = {name: (self._resources[name].kind, at) for name, at in numbers.items()}
        listed_names |= {
            name: (b"/XObject", int(at)) for name, at in _ENTRY.findall(b"".join(compiled))
        }
        listed_names |= {name: (b"/Font", int(at)) for name, at in _ENTRY.findall(fonts)}
        for name, at in numbers.items():
            one = self._resources[name]
            if one.stream is not None and b"@@" in one.head:
                references[b"@@"] = _resources_in(zlib.decompress(one.stream), listed_names)
            head = _TO_OTHER.sub(lambda found: references[found[0]], one.head)
            objects[at] = PlainObject(head, one.stream)
            named.setdefault(one.kind, []).append(b"%s %d 0 R" % (name, at))
        states += b"".join(named.pop(b"/ExtGState", []))
        spaces = b"".join(named.pop(b"/ColorSpace", []))
        forms = b"".join(b"%s<<%s>>" % (kind, b"".join(each)) for kind, each in named.items())
        tree = resources + 1
        objects[resources] = _object(
            b"<</ColorSpace<</c 1 0 R/g 3 0 R%s>>/Font<<%s>>/ExtGState<<%s>>%s>>"
            % (spaces, fonts, states, forms)
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


def _opacity_state(share: float) -> bytes:
    """Writes the entry of an opacity in the PDF's graphics states (ISO 32000-1, 8.4.5)."""
    return b"/a%d<</ca %s/CA %s>>" % (round(share * 10000), number(share), number(share))


def _resources_in(drawing: bytes, names: Mapping[bytes, tuple[bytes, int]]) -> bytes:
    """Writes the resource dictionary of a form: only the resources that its `drawing` names.

    The resources of the pages would not do: they list the form, which would then contain itself.
    """
    entries = {b"/ColorSpace": [b"/c 1 0 R/g 3 0 R"]}
    shares = {opacity_of(found) for found in _OPACITY.findall(drawing)}
    if shares:
        entries[b"/ExtGState"] = [*map(_opacity_state, sorted(shares))]
    for name in sorted({*_ANY_NAME.findall(drawing)} & names.keys()):
        kind, at = names[name]
        entries.setdefault(kind, []).append(b"%s %d 0 R" % (name, at))
    return b"<<%s>>" % b"".join(
        b"%s<<%s>>" % (kind, b"".join(each)) for kind, each in entries.items()
    )


_ENTRY = regex(rb"(/[a-zA-Z0-9]+) (\d+) 0 R")
_OPACITY = regex(rb"/a\d+ gs")
_ANY_NAME = regex(rb"/[a-zA-Z][0-9a-f]{12,16}\b")
_TO_OTHER = regex(rb"@(?:/[a-z0-9]+@|@)")
_NAME = re.compile(rb"/[xsphk][0-9a-f]{16}\b")


def _named_in(
    drawing: bytes, resources: Mapping[bytes, Resource]
) -> tuple[tuple[bytes, Resource], ...]:
    """The resources that the operators of a page name, and those that these in turn name."""
    waiting, found = {*_NAME.findall(drawing)}, dict[bytes, Resource]()
    while waiting:
        name = waiting.pop()
        if name in found or name not in resources:
            continue
        one = found[name] = resources[name]
        waiting |= {*_NAME.findall(one.head)}
        if one.stream is not None and b"@@" in one.head:
            waiting |= {*_NAME.findall(zlib.decompress(one.stream))}
    return tuple(sorted(found.items(), key=lambda each: each[0]))


def _with_names(drawing: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """Unpacks the operators of a page, and gives its fonts other names."""
    return _FONT.sub(lambda found: b"BT " + names[found[1]], zlib.decompress(drawing))


_FONT = regex(rb"^BT (/f[0-9]+)", re.MULTILINE)


def _object(text: bytes) -> PlainObject:
    return PlainObject(text, None)


def with_compiled(pdf: bytes, compiled: Mapping[bytes, tuple[PlainPdf, int]]) -> bytes:
    """A PDF in which pages that typst compiled replace the parts of these names."""
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


Pages: TypeAlias = Mapping[str, PlainPage | None]
"""The pages of faces, by digest; None for a face that typst compiles as a whole."""


def stored_pages(cache: DiskCache, key: str) -> Pages:
    """Reads the pages stored under `key`, {} without any.

    After an edit of the game, most of them can be used again.
    """
    stored = cache.get(key)
    if stored is None:
        return {}
    styles, meanings, pages = marshal.loads(stored)
    fonts = [FontStyle(*style) for style in styles]
    words = [ShapedWord(b"", 0.0, meaning) for meaning in meanings]
    found = dict[str, PlainPage | None]()
    for digest, page in pages.items():
        if page is None:
            found[digest] = None
            continue
        size, drawing, length, opacities, set_in, compiled, resources, aliases = page
        used = {fonts[at]: (name, {words[one] for one in ones}) for at, name, ones in set_in}
        objects = tuple((name, Resource(*one)) for name, one in resources)
        found[digest] = PlainPage(
            *(size, drawing, length, frozenset(opacities), used, compiled, objects),
            frozenset(aliases),
        )
    return found


def store_pages(cache: DiskCache, key: str, pages: Pages) -> None:
    """Stores pages under `key`, for `stored_pages`.

    A word in a font is stored only with the letters of its glyphs, as `PlainFonts.take` needs no
    more.
    """
    styles, words = dict[FontStyle, int](), dict[ShapedWord, int]()

    def listed(set_in: Iterable[ShapedWord]) -> list[int]:
        return [words.setdefault(word, len(words)) for word in set_in]

    stored = {
        digest: page
        and (
            page.size,
            page.drawing,
            page.length,
            sorted(page.opacities),
            [
                (styles.setdefault(style, len(styles)), name, listed(set_in))
                for style, (name, set_in) in page.fonts.items()
            ],
            page.compiled,
            [(name, astuple(one)) for name, one in page.resources],
            sorted(page.aliases),
        )
        for digest, page in pages.items()
    }
    known = [*map(astuple, styles)], [dict(word.meanings) for word in words]
    cache.put(key, marshal.dumps((*known, stored)))
