"""Puts pictures into rendered pages: each is stored once, and its pixels never pass through typst.

In the SVG that typst compiles each picture is a stand-in, a row of eight pixels whose 24 bytes name
the picture. In typst's PDF the picture then replaces its stand-in. So a JPEG stays as it is,
another resolution compiles nothing anew, and compiled pages are small enough for the cache. A
picture under a filter is the exception: typst draws it into the filter's pixels, so typst gets the
picture itself.
"""

import base64
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from xml.etree import ElementTree

from msgspec import Struct

from fustella.core.files.cache import Memory
from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf, with_all_referred
from fustella.core.files.pictures import FILTER_DPI
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import PICTURE, Face, FacePages, PictureUse
from fustella.core.values.themes import Theme
from fustella.core.words.patterns import regex
from fustella.draw.pictures.prepare import PreparedPicture, prepared, prepared_url
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.render.faults import RenderFailed, RenderFault, of_drawing, of_picture
from fustella.draw.render.filters import has_filters, page_as_form
from fustella.draw.render.syllables import with_placed_syllables
from fustella.draw.svg.tree import attributes_of

_HREF = regex(rf'(?<=href="){PICTURE}[0-9a-f]+\.[a-z-]+(?=")')
_TARGET = regex(r"url\(\s*['\"]?#([^)'\"]+)")
_MARK = b"Fustella"
_WIDTH = 8
_STAND_IN = regex(rb"/Subtype/Image\b.*/Width %d/Height 1/" % _WIDTH, re.DOTALL)
_COLOURS = regex(rb"/ColorSpace\s*(\d+ 0 R|/\w+)")
_THEMES = tuple(Theme)

_TURNS = {
    2: b"-1 0 0 1 1 0",
    3: b"-1 0 0 -1 1 1",
    4: b"1 0 0 -1 0 1",
    5: b"0 -1 -1 0 1 1",
    6: b"0 -1 1 0 0 1",
    7: b"0 1 1 0 0 0",
    8: b"0 1 -1 0 1 0",
}
"""For each EXIF orientation, the matrix that turns the unit square of a picture upright."""


def with_stand_ins(face: Face) -> str:
    """The SVG of a face with stand-ins for its pictures. Raises FaultyPicture."""
    if PICTURE not in face.svg:
        return face.svg
    filtered = _filtered(face.svg)
    inside = {use.href: _data_url(use) for use in face.pictures if use.href in filtered}
    return _HREF.sub(lambda found: inside.get(found[0]) or _stand_in(found[0]), face.svg)


def _filtered(svg: str) -> set[str]:
    """The `href` of each picture that a filter may change."""
    if not has_filters(svg):
        return set()
    root = ElementTree.fromstring(svg)
    targets = {name: element for element in root.iter() if (name := element.get("id"))}
    waiting = [e for e in root.iter() if any(name == "filter" for name, _ in attributes_of(e))]
    found, followed = set[str](), set[str]()
    while waiting:
        for element in waiting.pop().iter():
            for name, value in attributes_of(element):
                if value.startswith(PICTURE):
                    found.add(value)
                is_href = name.rpartition("}")[2] == "href"
                names = [value[1:]] if is_href and value[:1] == "#" else _TARGET.findall(value)
                new = [name for name in names if name in targets and name not in followed]
                followed.update(new)
                waiting += [targets[name] for name in new]
    return found


def _data_url(use: PictureUse) -> str:
    """A picture as a data URL, at the resolution of filters. Raises FaultyPicture."""
    if use.file.is_drawn:
        drawn = with_placed_syllables(_page_of(use, None).svg).encode()
        return "data:image/svg+xml;base64," + base64.b64encode(drawn).decode()
    return prepared_url(use.file, use.theme, *_pixels(use, FILTER_DPI))


@lru_cache(maxsize=1024)
def _stand_in(href: str) -> str:
    """A PNG that typst gets in the place of a picture, as a data URL.

    Its single row of pixels spells the name of the picture (`name_of_picture`; PNG, 5).
    """
    row = b"\0" + name_of_picture(href)
    head = struct.pack(">IIBBBBB", _WIDTH, 1, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(row)), (b"IEND", b""))
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
    return "data:image/png;base64," + base64.b64encode(png).decode()


def name_of_picture(href: str) -> bytes:
    """The 24 bytes that name a picture in a theme: a prefix, its digest, and the theme."""
    digest, _, theme = href.removeprefix(PICTURE).partition(".")
    name = _MARK[: 24 - 1 - len(digest) // 2] + bytes.fromhex(digest)
    return name + bytes([_THEMES.index(Theme(theme))])


class PicturePages(Struct, frozen=True):
    """The pictures of some faces, as pixels or as a page, ready to replace their stand-ins."""

    by_name: Mapping[bytes, PreparedPicture | tuple[PlainPdf, int]]

    @classmethod
    def of(
        cls,
        faces: Mapping[Face, float],
        dpi: float,
        memory: Memory | None,
        pages_of: Callable[[Sequence[Face]], Iterable[FacePages]],
    ) -> "PicturePages":
        """Prepares the pictures that faces show, at `dpi` where they are largest.

        The faces come with the scales at which they are shown; `pages_of` renders faces. Raises
        RenderFailed with all pictures that cannot be printed.
        """
        return cls.of_uses(list(_largest(faces)), dpi, memory, pages_of)

    @classmethod
    def of_uses(
        cls,
        uses: Sequence[PictureUse],
        dpi: float,
        memory: Memory | None,
        pages_of: Callable[[Sequence[Face]], Iterable[FacePages]],
    ) -> "PicturePages":
        """Prepares each picture in some uses once, with the same arguments as `of`."""
        faults = list[RenderFault]()
        by_name: dict[bytes, PreparedPicture | tuple[PlainPdf, int]] = {}
        pixels = [use for use in uses if not use.file.is_drawn]
        made = _all_prepared(pixels, dpi, memory) if pixels else []
        for use, one in zip(pixels, made, strict=True):
            if isinstance(one, RenderFault):
                faults.append(one)
            else:
                by_name[name_of_picture(use.href)] = one
        drawn = dict[str, Face]()
        for use in uses:
            if use.file.is_drawn:
                try:
                    drawn[use.href] = _page_of(use, memory)
                except FaultyPicture as fault:
                    faults.append(of_picture(fault))
        try:
            for batch in pages_of(list(drawn.values())) if drawn else ():
                pdf, digests = PlainPdf(batch.pdf), [*batch.digests]
                at = {digest: (pdf, pdf.pages[at]) for at, digest in enumerate(digests)}
                shown = {href: at[face.digest] for href, face in drawn.items() if face.digest in at}
                by_name |= {name_of_picture(href): page for href, page in shown.items()}
        except RenderFailed as failed:
            files = {drawn[use.href].digest: use.file for use in uses if use.href in drawn}
            faults += [of_drawing(fault, files[fault.digest]) for fault in failed.faults]
        if faults:
            raise RenderFailed(faults)
        return cls(by_name)

    def put_into(self, pdf: bytes) -> bytes:
        """Rendered pages in which the pictures replace their stand-ins.

        Raises ValueError for a stand-in of an unknown picture.
        """
        if not self.by_name:
            return pdf
        source = PlainPdf(pdf)
        objects = {number: source.object(number) for number in source.numbers_in_use}
        for number, found in list(objects.items()):
            name = _name_in(found)
            if name is None:
                continue
            if name not in self.by_name:
                raise ValueError(f"a picture that no face names: {name.hex()}")
            colours = _COLOURS.search(found.head)
            space = colours[1] if colours else b"/DeviceRGB"
            free = len(objects) + 1
            picture = self.by_name[name]
            if isinstance(picture, PreparedPicture):
                image, *others = _objects(picture, space, free)
            else:
                image, *others = _form(*picture, free)
            objects[number] = image
            objects.update(enumerate(others, free))
        return plain_pdf(objects, source.root)


def _largest(faces: Mapping[Face, float]) -> Iterator[PictureUse]:
    """Yields each picture of the faces once in each theme, at its largest size; no placeholders."""
    sizes: dict[str, PictureUse] = {}
    for face, scale in faces.items():
        for use in face.pictures:
            if use.file.digest:
                known = sizes.get(use.href)
                width_mm = max(use.width_mm * scale, known.width_mm if known else 0.0)
                height_mm = max(use.height_mm * scale, known.height_mm if known else 0.0)
                sizes[use.href] = PictureUse(use.file, use.theme, width_mm, height_mm)
    yield from sizes.values()


def _page_of(use: PictureUse, memory: Memory | None) -> Face:
    from fustella.draw.pictures.drawn import page_of  # noqa: PLC0415  (few games have some)

    return page_of(use, memory)


def _all_prepared(
    uses: Sequence[PictureUse], dpi: float, memory: Memory | None
) -> list[PreparedPicture | RenderFault]:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (only with pictures)

    try:
        with ThreadPoolExecutor() as workers:  # Pillow decodes and scales without Python's lock
            return list(workers.map(lambda use: _prepared(use, dpi, memory), uses))
    except MemoryError:  # all at once are too much, one at a time may not be
        return [_prepared(use, dpi, memory) for use in uses]


def _prepared(use: PictureUse, dpi: float, memory: Memory | None) -> PreparedPicture | RenderFault:
    try:
        return prepared(use.file, use.theme, *_pixels(use, dpi), memory)
    except FaultyPicture as fault:
        return of_picture(fault)


def _pixels(use: PictureUse, dpi: float) -> tuple[int, int]:
    """The width and height of a printed picture, in pixels."""
    width_px, height_px = (
        max(1, round(length_mm / MM_PER_INCH * dpi)) for length_mm in (use.width_mm, use.height_mm)
    )
    return width_px, height_px


def _name_in(found: PlainObject) -> bytes | None:
    """The name in a stand-in; None for any other PDF object."""
    if found.stream is None or not _STAND_IN.search(found.head):
        return None
    row = zlib.decompress(found.stream)
    return row if len(row) == 3 * _WIDTH and row.startswith(_MARK[:4]) else None


def _objects(picture: PreparedPicture, colours: bytes, free: int) -> Iterator[PlainObject]:
    """Yields the PDF objects of a picture, first the one to be painted, then those it refers to.

    The others are numbered from `free`. `colours` is the colour space for pictures that are not
    grey.
    """
    if picture.orientation != 1:  # a form that turns the picture, which is stored as it is
        drawing = b"%s cm/i Do" % _TURNS[picture.orientation]
        head = b"<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</i %d 0 R>>>>"
        yield PlainObject(head % free + b"/Length %d>>" % len(drawing), drawing)
        free += 1
    space = b"/DeviceGray" if picture.grey else colours
    yield _image(picture, picture.data, picture.jpeg, space, free if picture.mask else 0)
    if picture.mask:
        yield _image(picture, picture.mask, False, b"/DeviceGray", 0)


def _form(pdf: PlainPdf, page: int, free: int) -> list[PlainObject]:
    """A page as a form that fills the unit square, then all objects to which it refers."""
    left, bottom, right, top = pdf.object(page).numbers(b"MediaBox")
    form = page_as_form(pdf, page, 1 / (right - left), 1 / (top - bottom))
    return with_all_referred(pdf, form, free)


def _image(
    picture: PreparedPicture, data: bytes, jpeg: bool, space: bytes, mask: int
) -> PlainObject:
    colours = 1 if space == b"/DeviceGray" else 3
    rows = b"/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors %d/Columns %d>>"
    filters = b"/Filter/DCTDecode" if jpeg else rows % (colours, picture.width_px)
    return PlainObject(
        b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace %s%s%s"
        b"/Interpolate false/Length %d>>"
        % (
            picture.width_px,
            picture.height_px,
            space if space.startswith(b"/") else b" " + space,
            filters,
            b"/SMask %d 0 R" % mask if mask else b"",
            len(data),
        ),
        data,
    )
