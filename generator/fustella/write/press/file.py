"""Writes a PDF of pieces for a press: PDF/X-4 with vectors and real text, or flat PDF/X-1a.

PDF/X-4 (ISO 15930-7:2010) asks for: PDF 1.6; the profile of the press as OutputIntent; a TrimBox on
each page, inside of its BleedBox, inside of its MediaBox; in Info a title, both dates and a Trapped
that is known, and the same in XMP, which is not compressed; an ID; all fonts in the file; no
encryption, no actions, no annotations; transparency groups in the colours of the press. PDF/X-1a
(ISO 15930-4) takes PDF 1.4 at most and neither transparency nor layers.

The file is first written as for any shop, and then its colours are rewritten. A page with something
that has no form in inks becomes a picture of 300 dpi in the colours of the press; in PDF/X-1a also
one that is transparent.
"""

import hashlib
import re
import zlib
from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf, text_string
from fustella.core.files.pdf_values import Reference, Value, value_in, written
from fustella.core.geometry.units import PT_PER_INCH
from fustella.write.press.inks import PressInks
from fustella.write.press.palettes import PressPalette
from fustella.write.press.plates import DRAWING
from fustella.write.press.recolour import Recoloured
from fustella.write.press.stored import NotWritable

if TYPE_CHECKING:
    from PIL import Image

PICTURE_DPI = 300.0
"""The resolution of pages that become pictures."""


class Standard(Enum):
    """A part of PDF/X: its version of PDF, and its name in files."""

    X4 = (b"1.6", b"PDF/X-4")
    X1A = (b"1.4", b"PDF/X-1a:2003")


class PressFile(Struct, frozen=True):
    """A file for a press, and the pages, from 0 on, that became pictures, each with the reason."""

    pdf: bytes
    pictured: tuple[tuple[int, str], ...]


def press_file(
    pdf: bytes, inks: PressInks, title: str, standard: Standard = Standard.X4
) -> PressFile:
    """A PDF of the tool as a file for a press; equal inputs give equal bytes."""
    source = PlainPdf(pdf)
    recoloured = Recoloured(source, PressPalette(inks))
    pictured = list[tuple[int, str]]()
    for at, number in enumerate(source.pages):
        reason = _transparent(source, number) if standard is Standard.X1A else ""
        if not reason:
            try:
                recoloured.page(number)
            except NotWritable as fault:
                reason = str(fault)
        if reason:
            pictured.append((at, reason))
    objects = recoloured.objects
    if pictured:
        _put_pictures(pdf, source, objects, [at for at, _ in pictured], inks)
    if standard is Standard.X1A:
        for number in source.pages:
            page = objects[number]
            objects[number] = PlainObject(re.sub(rb"/Group<<[^<>]*>>", b"", page.head), None)
    finished = _with_claims(source, objects, inks, title, standard)
    return PressFile(finished, tuple(pictured))


def _transparent(source: PlainPdf, page: int) -> str:
    """Why a page cannot be flat vectors: "" where nothing on it is transparent."""
    waiting, seen = [page], {source.object(page).reference(b"Parent")}
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        found = source.object(number)
        if _TRANSPARENT.search(found.head):
            return "something on it is transparent"
        waiting += found.all_references
    return ""


_TRANSPARENT = re.compile(
    rb"/S/Transparency|/SMask\b|/(?:ca|CA) 0?\.\d|/(?:ca|CA) 0\b|/BM/(?!Normal)"
)


def _put_pictures(
    pdf: bytes,
    source: PlainPdf,
    objects: dict[int, PlainObject],
    pages: Sequence[int],
    inks: PressInks,
) -> None:
    """Replaces what pages show by a picture in the inks; pages that show the same share one."""
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415

    made = dict[bytes, tuple[int, int]]()
    with DRAWING, pypdfium2.PdfDocument(pdf) as document:
        for at in pages:
            number = source.pages[at]
            page = value_in(source.object(number).head)
            assert isinstance(page, dict)
            looks = _look_of(source, page)
            if looks not in made:
                drawn = document[at].render(PICTURE_DPI / PT_PER_INCH).to_pil().convert("RGB")
                made[looks] = _put_picture(objects, inks.picture(drawn), page[b"/MediaBox"])
            image, content = made[looks]
            page[b"/Resources"] = {b"/XObject": {b"/P": Reference(image)}}
            page[b"/Contents"] = Reference(content)
            objects[number] = PlainObject(written(page), None)


def _look_of(source: PlainPdf, page: dict[bytes, Value]) -> bytes:
    """All that a page shows, as bytes: pages with equal ones look the same."""
    contents = page.get(b"/Contents")
    drawing = source.object(contents.number).stream if isinstance(contents, Reference) else b""
    return written([page[b"/MediaBox"], page.get(b"/Resources", {})]) + (drawing or b"")


def _put_picture(
    objects: dict[int, PlainObject], picture: "Image.Image", media_box: Value
) -> tuple[int, int]:
    """Adds a picture in the inks, and what shows it on a whole page; the numbers of both."""
    assert isinstance(media_box, list)
    data = zlib.compress(picture.tobytes(), 6)
    image, content = max(objects) + 1, max(objects) + 2
    objects[image] = PlainObject(
        b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8"
        b"/ColorSpace/DeviceCMYK/Filter/FlateDecode/Length %d>>"
        % (picture.width, picture.height, len(data)),
        data,
    )
    _, _, wide, high = [one for one in media_box if isinstance(one, bytes)]
    show = b"q %s 0 0 %s 0 0 cm /P Do Q\n" % (wide, high)
    objects[content] = PlainObject(b"<</Length %d>>" % len(show), show)
    return image, content


def _with_claims(
    source: PlainPdf,
    objects: dict[int, PlainObject],
    inks: PressInks,
    title: str,
    standard: Standard,
) -> bytes:
    """The file with its profile, its metadata and its names, without what nothing refers to."""
    version, name = standard.value
    free = max(objects) + 1
    profile = zlib.compress(inks.press.profile, 9)
    head = b"<</N 4/Filter/FlateDecode/Length %d>>" % len(profile)
    objects[free] = PlainObject(head, profile)
    catalog = value_in(objects[source.root].head)
    assert isinstance(catalog, dict)
    about = text_string(inks.press.name)
    intent = {
        b"/Type": b"/OutputIntent",
        b"/S": b"/GTS_PDFX",
        b"/OutputConditionIdentifier": b"(Custom)",
        b"/OutputCondition": about,
        b"/Info": about,
        b"/DestOutputProfile": Reference(free),
    }
    catalog[b"/OutputIntents"] = [intent]
    info = b"<</Title%s/Creator(Fustella)/Producer(Fustella)/CreationDate%s/ModDate%s" % (
        *(text_string(title), _DATE, _DATE),
    )
    info += b"/Trapped/False"
    if standard is Standard.X1A:
        info += b"/GTS_PDFXVersion(%s)" % name
    else:
        digest = hashlib.sha256(
            b"".join(one.head + (one.stream or b"") for _, one in sorted(objects.items()))
        ).hexdigest()
        packet = _xmp(title, name.decode(), digest)
        meta = free + 1
        length = b"<</Type/Metadata/Subtype/XML/Length %d>>" % len(packet)
        objects[meta] = PlainObject(length, packet)
        catalog[b"/Metadata"] = Reference(meta)
    objects[source.root] = PlainObject(written(catalog), None)
    objects[max(objects) + 1] = PlainObject(info + b">>", None)
    return _compact(objects, source.root, max(objects), version)


_DATE = b"(D:20000101000000Z)"
_XMP_DATE = "2000-01-01T00:00:00Z"


def _xmp(title: str, version: str, digest: str) -> bytes:
    """The metadata as XMP (ISO 16684-1), which says the same as Info."""
    shown = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    name = f"uuid:{digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:20]}-{digest[20:32]}"
    dates = "".join(
        f"<xmp:{key}>{_XMP_DATE}</xmp:{key}>"
        for key in ("CreateDate", "ModifyDate", "MetadataDate")
    )
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"'
        ' xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"'
        ' xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">'
        f"<pdfxid:GTS_PDFXVersion>{version}</pdfxid:GTS_PDFXVersion>"
        "<pdf:Trapped>False</pdf:Trapped><pdf:Producer>Fustella</pdf:Producer>"
        "<xmp:CreatorTool>Fustella</xmp:CreatorTool>"
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{shown}</rdf:li></rdf:Alt></dc:title>'
        f"{dates}<xmpMM:DocumentID>{name}</xmpMM:DocumentID>"
        "<xmpMM:VersionID>1</xmpMM:VersionID>"
        "<xmpMM:RenditionClass>default</xmpMM:RenditionClass>"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
    ).encode()


def _compact(objects: dict[int, PlainObject], root: int, info: int, version: bytes) -> bytes:
    """A file of the objects to which its catalog or its information leads, numbered anew."""
    waiting, numbers = [info, root], dict[int, int]()
    while waiting:
        number = waiting.pop()
        if number not in numbers:
            numbers[number] = len(numbers) + 1
            waiting += objects[number].all_references
    kept = {
        new: PlainObject(objects[old].referring(numbers.__getitem__), objects[old].stream)
        for old, new in numbers.items()
    }
    digest = hashlib.sha256(b"".join(one.head + (one.stream or b"") for one in kept.values()))
    name = digest.hexdigest()[:32].upper().encode()
    trailer = b"/Info %d 0 R/ID[<%s><%s>]" % (numbers[info], name, name)
    return plain_pdf(kept, numbers[root], version, trailer)
