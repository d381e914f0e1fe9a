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

from msgspec import Struct

from fustella.core.files.pdf import (
    PlainObject,
    PlainPdf,
    dictionary_of,
    plain_pdf,
    text_string,
)
from fustella.core.files.pdf_values import ObjectReference, value_in, written
from fustella.core.values.inks import SpecialInk
from fustella.write.press.inks import PressInks
from fustella.write.press.palettes import BlankPalette, PressPalette
from fustella.write.press.pictured import Parts, put_pictures
from fustella.write.press.recolour import Recoloured
from fustella.write.press.shared import with_own_resources
from fustella.write.press.special import FilePlates, Without, inks_of_pages, on_plates
from fustella.write.press.stored import NotWritable, unpacked


class Standard(Enum):
    """A part of PDF/X: its version of PDF, and its name in files."""

    X4 = (b"1.6", b"PDF/X-4")
    X1A = (b"1.4", b"PDF/X-1a:2003")


class PressFile(Struct, frozen=True):
    """A file for a press, and the pages, from 0 on, that became pictures, each with the reason."""

    pdf: bytes
    pictured: tuple[tuple[int, str], ...]


def press_file(
    pdf: bytes,
    inks: PressInks,
    title: str,
    standard: Standard = Standard.X4,
    special: Sequence[SpecialInk] = (),
    parts: Parts = Parts.ALL,
) -> PressFile:
    """A PDF of the tool as a file for a press; equal inputs give equal bytes.

    `special` are the inks of the game; those that pages show are printed.
    """
    shown = frozenset[str]().union(*inks_of_pages(PlainPdf(pdf))) if special else frozenset[str]()
    by_id = {ink.id: ink for ink in special if ink.id in shown}
    printed = FilePlates(by_id, inks, layered=standard is not Standard.X1A)
    source = PlainPdf(on_plates(pdf, Without(by_id) if parts is Parts.FOUR else printed))
    if standard is Standard.X1A:
        source = with_own_resources(source)
    left_out = printed.left_out if parts is Parts.ALL else ()
    palette = BlankPalette(inks) if parts is Parts.SPECIAL else PressPalette(inks, left_out)
    recoloured = Recoloured(source, palette)
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
        pages = [at for at, _ in pictured]
        put_pictures(pdf, source, objects, pages, printed, parts)
    if standard is Standard.X1A:
        for number in source.pages:
            page = objects[number]
            objects[number] = PlainObject(re.sub(rb"/Group<<[^<>]*>>", b"", page.head), None)
        _put_out_of_layers(objects, source)
    finished = _with_claims(source, objects, inks, title, standard)
    return PressFile(finished, tuple(pictured))


def _put_out_of_layers(objects: dict[int, PlainObject], source: PlainPdf) -> None:
    """Changes pages so that what lay in layers, the die lines, is drawn without: PDF 1.4 has none.

    Marks that name no layer stay in their place (ISO 32000-1, 14.6).
    """
    catalog = dictionary_of(objects.__getitem__, ObjectReference(source.root))
    if catalog.pop(b"/OCProperties", None) is None:
        return
    objects[source.root] = PlainObject(written(catalog), None)
    for number in source.pages:
        page = dictionary_of(objects.__getitem__, ObjectReference(number))
        resources = dictionary_of(objects.__getitem__, page.get(b"/Resources"))
        contents = page.get(b"/Contents")
        if resources.pop(b"/Properties", None) is None or not isinstance(contents, ObjectReference):
            continue
        drawing = unpacked(objects[contents.number])
        packed = zlib.compress(_IN_LAYER.sub(b"/Plate BMC", drawing), 6)
        objects[number] = PlainObject(written(page | {b"/Resources": resources}), None)
        head = b"<</Filter/FlateDecode/Length %d>>" % len(packed)
        objects[contents.number] = PlainObject(head, packed)


_IN_LAYER = re.compile(rb"/OC /[^\s/]+ BDC")


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
        b"/DestOutputProfile": ObjectReference(free),
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
        catalog[b"/Metadata"] = ObjectReference(meta)
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
