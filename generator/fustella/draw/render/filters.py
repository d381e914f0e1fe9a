"""Renders filters at the resolution of print.

typst draws a filter as pixels: `ENGINE_DPI` of them for each inch of the page. So a face with
filters is compiled as a larger page, and its PDF page is then scaled down, which makes the pixels
finer. It is scaled by making its drawing a form, which the page shows at the right size. A scaling
at the start of the drawing would not be enough: gradients and patterns would stay large, since they
lie in the coordinates in which a page or form begins (ISO 32000-1, 8.7.3.1).
"""

from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf
from fustella.core.files.pictures import FILTER_DPI
from fustella.core.words.patterns import regex

ENGINE_DPI = 288.0
"""The resolution at which typst 0.15 draws filters: 4 pixels for each point of the page."""

GROWN = FILTER_DPI / ENGINE_DPI

_USED = regex(r"""\bfilter\s*[=:]\s*["']?\s*url\(""")
_SIZE = regex(r'\b(width|height)="([\d.]+)mm"')
_MEDIA_BOX = regex(rb"/MediaBox\s*\[[^\]]*\]")
_RESOURCES = regex(rb"/Resources\s+\d+ 0 R")
_CONTENTS = regex(rb"/Contents\s+\d+ 0 R")


def has_filters(svg: str) -> bool:
    """Whether something on a face is drawn through a filter."""
    return "<filter" in svg and bool(_USED.search(svg))


def enlarged(svg: str) -> str:
    """An SVG whose page is `GROWN` times as large."""
    end = svg.index(">", svg.index("<svg"))
    head = _SIZE.sub(lambda side: f'{side[1]}="{float(side[2]) * GROWN:.5f}mm"', svg[:end])
    return head + svg[end:]


def with_own_size(pdf: bytes, pages: set[int]) -> bytes:
    """Scales those `pages` of a PDF, counted from 0, that were compiled larger, back down."""
    if not pages:
        return pdf
    source = PlainPdf(pdf)
    objects = {number: source.object(number) for number in source.numbers_in_use}
    for page in pages:
        number = source.pages[page]
        found = objects[number]
        free = len(objects) + 1
        objects[free] = page_as_form(source, number, 1 / GROWN, 1 / GROWN)
        resources = PlainObject(b"<</XObject<</f %d 0 R>>>>" % free, None)
        drawing = PlainObject(b"<</Length 5>>", b"/f Do")
        objects[free + 1], objects[free + 2] = resources, drawing
        own = b" ".join(b"%.5f" % (side / GROWN) for side in found.numbers(b"MediaBox"))
        head = _MEDIA_BOX.sub(b"/MediaBox[%s]" % own, found.head)
        head = _RESOURCES.sub(b"/Resources %d 0 R" % (free + 1), head)
        objects[number] = PlainObject(_CONTENTS.sub(b"/Contents %d 0 R" % (free + 2), head), None)
    return plain_pdf(objects, source.root)


def page_as_form(pdf: PlainPdf, page: int, across: float, down: float) -> PlainObject:
    """A page, given by its object number, as a form scaled by `across` and `down`."""
    found = pdf.object(page)
    contents = pdf.object(found.reference(b"Contents"))
    filters = b"/Filter/FlateDecode" if b"/FlateDecode" in contents.head else b""
    drawing = contents.stream or b""
    left, bottom, right, top = found.numbers(b"MediaBox")
    head = b"<</Type/XObject/Subtype/Form/Group<</S/Transparency/I true>>"
    head += b"/BBox[%f %f %f %f]/Matrix[%.9f 0 0 %.9f 0 0]" % (
        *(left, bottom, right, top),
        *(across, down),
    )
    resources = found.reference(b"Resources")
    head += b"/Resources %d 0 R%s/Length %d>>" % (resources, filters, len(drawing))
    return PlainObject(head, drawing)
