"""Writes a PDF whose pages are pictures, one a page, with the boxes for cutting.

The file is written object by object; a picture that several pages show is stored once. PNGs of the
tool keep their compression: their rows are what PDF calls PNG prediction (ISO 32000-1, 7.4.4.4).
"""

import hashlib
import struct
from collections.abc import Iterable

from msgspec import Struct

from fustella.core.files.pdf import PlainObject, information, plain_pdf
from fustella.core.geometry.shapes import Rect, Size
from fustella.core.geometry.units import PT_PER_MM

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CATALOG, _TREE, _INFO, _FIRST = 1, 2, 3, 4


class StoredPicture(Struct, frozen=True):
    """A picture as PDF stores it: its size in pixels, and text for its dictionary."""

    width: int
    height: int
    about: bytes
    data: bytes


class PicturesDocument(Struct, frozen=True):
    """Pages of one size: their `trim` with `bleed_mm` around it.

    `pages` are the names of the pages' pictures, "" for a page without a picture.
    """

    title: str
    trim: Size
    bleed_mm: float
    pages: tuple[str, ...]


class Conformance(Struct, frozen=True):
    """The entries by which a file declares that it follows a stricter standard than plain PDF.

    `info` and `catalog` are text for the dictionaries of these names; `%d` in `catalog` stands for
    the number of the first of the `objects`.
    """

    version: bytes = b"1.7"
    info: bytes = b""
    catalog: bytes = b""
    objects: tuple[PlainObject, ...] = ()


def picture_pages_bytes(
    document: PicturesDocument,
    pictures: Iterable[tuple[str, StoredPicture]],
    conformance: Conformance | None = None,
) -> bytes:
    """The PDF of `document`.

    `pictures` are taken one after another, each with its name. Raises KeyError for a page whose
    picture is not among them.
    """
    claimed = conformance or Conformance()
    objects: dict[int, PlainObject] = {
        _FIRST + at: profile for at, profile in enumerate(claimed.objects)
    }
    digest = hashlib.sha256(repr(document).encode())
    drawings: dict[str, int] = {}
    whole = Rect(0, 0, document.trim.width_mm, document.trim.height_mm).grown(document.bleed_mm)
    width_pt, height_pt = whole.width_mm * PT_PER_MM, whole.height_mm * PT_PER_MM
    # A picture fills the unit square, whatever its pixels (ISO 32000-1, 8.9.4).
    show = b"q %.4f 0 0 %.4f 0 0 cm /P Do Q" % (width_pt, height_pt)
    content = _FIRST + len(objects)
    objects[content] = _stream(b"", show)
    for name, picture in pictures:
        digest.update(picture.data)
        number = content + 1 + len(drawings)
        of = picture.width, picture.height, picture.about
        about = b"/Type/XObject/Subtype/Image/Width %d/Height %d%s" % of
        objects[number] = _stream(about, picture.data)
        drawings[name] = number
    # Behind the catalog, the tree and the information, which have fixed numbers.
    pages = range(len(objects) + 3 + 1, len(objects) + 3 + 1 + len(document.pages))
    bleed_pt = document.bleed_mm * PT_PER_MM
    media_box = b"[0 0 %.4f %.4f]" % (width_pt, height_pt)
    inner = b"[%.4f %.4f %.4f %.4f]" % (
        *2 * (bleed_pt,), width_pt - bleed_pt, height_pt - bleed_pt,
    )  # fmt: skip
    boxes = b"/MediaBox%s/BleedBox%s/TrimBox%s" % (media_box, media_box, inner)
    for number, name in zip(pages, document.pages, strict=True):
        shown = b"/Resources<<>>"
        if name:
            image = drawings[name]
            shown = b"/Resources<</XObject<</P %d 0 R>>>>/Contents %d 0 R" % (image, content)
        objects[number] = PlainObject(
            b"<</Type/Page/Parent %d 0 R%s%s>>" % (_TREE, boxes, shown), None
        )
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    catalog = claimed.catalog % _FIRST if claimed.objects else claimed.catalog
    objects[_CATALOG] = PlainObject(b"<</Type/Catalog/Pages %d 0 R%s>>" % (_TREE, catalog), None)
    objects[_TREE] = PlainObject(b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), kids), None)
    objects[_INFO] = PlainObject(information(document.title, claimed.info), None)
    name_of_file = digest.hexdigest()[:32].upper().encode()
    trailer = b"/Info %d 0 R/ID[<%s><%s>]" % (_INFO, name_of_file, name_of_file)
    return plain_pdf(objects, _CATALOG, claimed.version, trailer)


def stored_png(png: bytes) -> StoredPicture:
    """A PNG in red, green and blue as a picture for a PDF, which keeps its compressed bytes.

    Raises ValueError for a PNG of another form.
    """
    head = struct.unpack(">IIBBBBB", png[16:29])
    width, height = head[:2]
    if not png.startswith(_SIGNATURE) or head[2:] != (8, 2, 0, 0, 0):
        raise ValueError("no PNG in red, green and blue")
    data, at = [], len(_SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        # All parts of the data are one zlib stream, which PDF decodes by the same predictors
        # (PNG, 10; ISO 32000-1, 7.4.4.4).
        if kind == b"IDAT":
            data.append(png[at + 8 : at + 8 + length])
        # The length, the kind and the checksum take four bytes each (PNG, 5.3).
        at += 12 + length
    about = (
        b"/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode"
        b"/DecodeParms<</Predictor 15/Colors 3/BitsPerComponent 8/Columns %d>>" % width
    )
    return StoredPicture(width, height, about, b"".join(data))


def _stream(about: bytes, data: bytes) -> PlainObject:
    return PlainObject(b"<<%s/Length %d>>" % (about, len(data)), data)
