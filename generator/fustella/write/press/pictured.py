"""Replaces pages that have no form in inks by pictures: the four inks, and each special one."""

import zlib
from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct

from fustella.core.files.pdf import PlainObject, PlainPdf, dictionary_of
from fustella.core.files.pdf_values import ObjectReference, Value, value_in, written
from fustella.write.pdfium import in_colours, pages_drawn
from fustella.write.plates import OVERPRINTS, without_lines
from fustella.write.press.plates import special_plates
from fustella.write.press.special import FilePlates, Without, inks_of_pages, on_plates
from fustella.write.press.stored import unpacked

PICTURE_DPI = 300.0
"""The resolution of pages that become pictures."""


class Parts(Enum):
    """The inks that a file has: the four and the special ones, or only the ones or the others."""

    ALL = "all"
    FOUR = "four"
    SPECIAL = "special"


class _Layer(Struct, frozen=True):
    """A picture that fills a page: its size in pixels, its colour space, and the pixels.

    `ink` is that of a special plate, and "" for a picture in the four inks.
    """

    size: tuple[int, int]
    space: bytes
    pixels: bytes
    ink: str = ""


def put_pictures(
    pdf: bytes,
    source: PlainPdf,
    objects: dict[int, PlainObject],
    pages: Sequence[int],
    printed: FilePlates,
    parts: Parts,
) -> None:
    """Replaces what pages show, counted from 0, by pictures in the inks of a press.

    `pdf` is the file as the tool wrote it, `source` and `objects` are those that are for the press.
    Pages that show the same share their pictures.
    """
    alike = dict[bytes, list[int]]()
    for at in pages:
        alike.setdefault(_look_of(source, at), []).append(at)
    firsts = [first for first, *_ in alike.values()]
    layers: dict[int, list[_Layer]] = {at: [] for at in firsts}
    if parts is not Parts.SPECIAL:
        for at, layer in _art(pdf, firsts, printed):
            layers[at].append(layer)
    if parts is not Parts.FOUR:
        for at, layer in _special(pdf, firsts, printed):
            layers[at].append(layer)
    for first, *others in alike.values():
        shown = _show(source, objects, first, layers[first], printed)
        for at in (first, *others):
            objects[source.pages[at]] = PlainObject(written(_page(source, at) | shown), None)


def _page(source: PlainPdf, at: int) -> dict[bytes, Value]:
    page = value_in(source.object(source.pages[at]).head)
    assert isinstance(page, dict)
    return page


def _look_of(source: PlainPdf, at: int) -> bytes:
    """All that a page shows, as bytes: pages with equal ones look the same."""
    page = _page(source, at)
    contents = page.get(b"/Contents")
    drawing = (
        source.object(contents.number).stream if isinstance(contents, ObjectReference) else b""
    )
    return written([page[b"/MediaBox"], page.get(b"/Resources", {})]) + (drawing or b"")


def _art(pdf: bytes, pages: Sequence[int], printed: FilePlates) -> Iterator[tuple[int, _Layer]]:
    art = without_lines(on_plates(pdf, Without(printed.inks)))
    drawn = pages_drawn(art, PICTURE_DPI, in_colours, pages)
    for at, shown in zip(pages, drawn, strict=True):
        picture = printed.press.picture(shown)
        yield at, _Layer(picture.size, b"/DeviceCMYK", picture.tobytes())


def _special(pdf: bytes, pages: Sequence[int], printed: FilePlates) -> Iterator[tuple[int, _Layer]]:
    inks = inks_of_pages(PlainPdf(pdf))
    for ink in printed.inks:
        own = [at for at in pages if ink in inks[at]]
        drawn = special_plates(pdf, printed.inks, ink, PICTURE_DPI, own)
        for at, plate in zip(own, drawn, strict=True):
            yield at, _Layer(plate.size, printed.space(ink), plate.tobytes(), ink)


def _show(
    source: PlainPdf,
    objects: dict[int, PlainObject],
    at: int,
    layers: Sequence[_Layer],
    printed: FilePlates,
) -> dict[bytes, Value]:
    """What a page has to show pictures, one above the other, and its die lines alone."""
    page = _page(source, at)
    media_box = page[b"/MediaBox"]
    assert isinstance(media_box, list)
    _, _, wide, high = [one for one in media_box if isinstance(one, bytes)]
    pictures, properties, states, spaces = (dict[bytes, Value]() for _ in range(4))
    operators = list[bytes]()
    for number, layer in enumerate(layers):
        data = zlib.compress(layer.pixels, 6)
        image, name = max(objects) + 1, b"/P%d" % number
        objects[image] = PlainObject(
            b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8"
            b"/ColorSpace%s/Filter/FlateDecode/Length %d>>" % (*layer.size, layer.space, len(data)),
            data,
        )
        pictures[name] = ObjectReference(image)
        drawn = b"q %s 0 0 %s 0 0 cm %s Do Q\n" % (wide, high, name)
        if layer.ink:
            # The art has left out already what an ink replaces.
            states[b"/Special"] = value_in(OVERPRINTS)
            drawn = b"q /Special gs\n%sQ\n" % drawn
        if layer.ink and (text := printed.layer(layer.ink)) is not None:
            # `special.on_plates` has made the layer of every ink of the file.
            known = next(key for key, one in objects.items() if one.head == text)
            properties[b"/Layer%d" % number] = ObjectReference(known)
            drawn = b"/OC /Layer%d BDC\n%sEMC\n" % (number, drawn)
        operators.append(drawn)
    if lines := _die_lines(source, page):
        operators.append(lines)
        own = dictionary_of(source.object, page[b"/Resources"])
        properties |= dictionary_of(source.object, own.get(b"/Properties"))
        states |= dictionary_of(source.object, own.get(b"/ExtGState"))
        spaces |= dictionary_of(source.object, own.get(b"/ColorSpace"))
    content, show = max(objects) + 1, b"".join(operators)
    objects[content] = PlainObject(b"<</Length %d>>" % len(show), show)
    resources = {
        b"/XObject": pictures,
        b"/ExtGState": states,
        b"/Properties": properties,
        b"/ColorSpace": spaces,
    }
    return {b"/Resources": resources, b"/Contents": ObjectReference(content)}


def _die_lines(source: PlainPdf, page: dict[bytes, Value]) -> bytes:
    """The operators of a page that draw die lines, which stand behind all others; b"" for none."""
    contents = page[b"/Contents"]
    assert isinstance(contents, ObjectReference)
    _, layer, lines = unpacked(source.object(contents.number)).partition(b"/OC /plate-")
    return layer + lines
