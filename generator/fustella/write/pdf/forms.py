"""Turns rendered faces into Form XObjects of a file: each different face once.

A rendered page is copied as it is stored: its compressed drawing becomes the form's drawing, and
the objects to which the drawing refers are copied with new object numbers. A clip goes in front of
the drawing: the face's trim grown by its bleed.
"""

import functools
import hashlib
import io
import zlib
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from fustella.core.files.pdf import PlainPdf, stream
from fustella.core.geometry.polygons import grown
from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Face, FaceId, FacePages
from fustella.core.words.patterns import regex
from fustella.write.pdf.drawing import KAPPA
from fustella.write.pdf.file import PdfFile

_ALLOWED_MM = 0.01

_HAIR_MM = 0.001


class FaceForm(Struct, frozen=True):
    """A face in a file, with the name and the number of its form."""

    name: str
    number: int
    face: Face


class FaceForms:
    """The faces that are placed in a file, named in the order of their first use.

    `of` knows a face once its batch was taken over. Objects that are equal, such as the colour
    profile and the graphics states of every batch, are stored once. With `opaque`, a face is white
    where it paints nothing, for a picture that has no paper under it; with `hair_mm` this white
    ends so far inside of the face, so that no seam is seen where a picture goes on around it.
    """

    def __init__(
        self,
        file: PdfFile,
        placed: Iterable[FaceId],
        faces: Mapping[FaceId, Face],
        *,
        opaque: bool = False,
        hair_mm: float = 0.0,
    ) -> None:
        self._file = file
        self._faces = faces
        self._opaque, self._hair_mm = opaque, hair_mm
        used = {faces[face].digest: faces[face] for face in dict.fromkeys(placed)}
        self._named = {
            digest: (f"face-{index}", face) for index, (digest, face) in enumerate(used.items(), 1)
        }
        self._forms: dict[str, FaceForm] = {}
        self._numbers: dict[bytes, int] = {}

    def of(self, face: FaceId) -> FaceForm:
        return self._forms[self._faces[face].digest]

    def take_over(self, rendered: FacePages) -> None:
        """Copies the faces of a batch that this file places.

        Raises ValueError for a face whose page is not as large as its outline with bleed.
        """
        wanted = [
            (page, digest)
            for page, digest in enumerate(rendered.digests)
            if digest in self._named and digest not in self._forms
        ]
        if not wanted:
            return
        source = _plain_pdf(rendered.pdf)
        copied: dict[int, int] = {}
        for page, digest in wanted:
            name, face = self._named[digest]
            number = self._add_form(source, source.pages[page], copied, face)
            self._forms[digest] = FaceForm(name, number, face)

    def _add_form(self, source: PlainPdf, page: int, copied: dict[int, int], face: Face) -> int:
        page_object, outline, bleed_mm = source.object(page), face.outline, face.bleed_mm
        size = Size(outline.size.width_mm + 2 * bleed_mm, outline.size.height_mm + 2 * bleed_mm)
        _check_size(page_object.numbers(b"MediaBox"), (0, 0, size.width_mm, size.height_mm))
        resources = self._copy(source, page_object.reference(b"Resources"), copied)
        contents = source.object(page_object.reference(b"Contents"))
        before = _clip_path(outline, bleed_mm)
        if self._opaque:
            # White beneath the face, for a picture that is transparent beside it.
            before = before or _box_clip(size)
            before += _white_ground(outline, bleed_mm, self._hair_mm)
        drawing = contents.stream or b""
        # The prefix is put in front of a deflated stream, so there has to be one.
        if b"/FlateDecode" not in contents.head:
            drawing = zlib.compress(drawing)
        about = b"/Filter/FlateDecode/Resources %d 0 R" % resources
        length = _LENGTH.search(contents.head)
        packed = deflated_after(before, drawing, int(length[1]) if length else None)
        return self._file.add_form(size, packed, about)

    def _copy(self, source: PlainPdf, number: int, copied: dict[int, int]) -> int:
        """Copies an object of `source` and all it refers to; returns its number in this file."""
        if number not in copied:
            copied_object = source.object(number)
            body = copied_object.referring(lambda other: self._copy(source, other, copied))
            copied[number] = self._store(
                body if copied_object.stream is None else stream(body, copied_object.stream)
            )
        return copied[number]

    def _store(self, body: bytes) -> int:
        key = hashlib.sha256(body).digest()
        if key not in self._numbers:
            self._numbers[key] = self._file.objects.add(body)
        return self._numbers[key]


_LENGTH = regex(rb"/DL (\d+)")
"""The entry with the number of bytes of an unpacked stream, where its writer gave it (7.3.8)."""


def _plain_pdf(pdf: bytes) -> PlainPdf:
    """The objects of a PDF; a file in another form than typst's is first rewritten by pypdf.

    Raises ValueError, or pypdf's PdfReadError, for bytes that are no PDF.
    """
    try:
        return PlainPdf(pdf)
    except ValueError:
        from pypdf import PdfReader, PdfWriter  # noqa: PLC0415  (0.1 s, and needed hardly ever)

        target = io.BytesIO()
        PdfWriter(clone_from=PdfReader(io.BytesIO(pdf))).write(target)
        return PlainPdf(target.getvalue())


def _check_size(box_pt: Sequence[float], expected_mm: Sequence[float]) -> None:
    """Raises ValueError for a page of another size than its face: it would be misplaced."""
    off = [abs(pt / PT_PER_MM - mm) for pt, mm in zip(box_pt, expected_mm, strict=False)]
    if len(off) != 4 or max(off) > _ALLOWED_MM:
        raise ValueError(f"a face of {tuple(box_pt)} pt was to be {tuple(expected_mm)} mm")


def deflated_after(prefix: bytes, deflated: bytes, length: int | None = None) -> bytes:
    """The zlib stream of `prefix` and then of the bytes in `deflated`, which stay compressed.

    The prefix goes in front as a stored block (RFC 1951, 3.2.4); the checksum at the end covers
    both parts (RFC 1950, 2.2). Compressing again would cost more than all the rest of a form. With
    the `length` of the bytes in `deflated`, they need not be inflated to be counted.
    """
    if not prefix:
        return deflated
    size = len(prefix)
    # A block that is not the last, with its length and the complement of that.
    block = b"\0" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + prefix
    if length is None:
        length = len(zlib.decompress(deflated))
    checksum = _checksum_of_both(zlib.adler32(prefix), int.from_bytes(deflated[-4:]), length)
    return deflated[:2] + block + deflated[2:-4] + checksum.to_bytes(4, "big")


_ADLER = 65521


def _checksum_of_both(first: int, second: int, length: int) -> int:
    """The Adler-32 of some bytes and `length` more bytes, from the sums of both (RFC 1950, 8.2).

    The lower half of an Adler-32 is 1 and the sum of all bytes. Its upper half is the sum of all
    values of the lower half, one after each byte; so the sum of the first bytes counts there again
    for each of the `length` bytes.
    """
    low, more = first & 0xFFFF, (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + (low - 1) * length
    return (high % _ADLER) << 16 | (low + more) % _ADLER


@functools.lru_cache(maxsize=256)
def _clip_path(outline: Outline, bleed_mm: float) -> bytes:
    """Operators that clip to the outline grown by the bleed; "" where the form's box is enough.

    Points count from the lower left corner of trim and bleed, y up. Only polygons have to be turned
    for that: all other outlines are the same upside down.
    """
    width_mm = outline.size.width_mm + 2 * bleed_mm
    height_mm = outline.size.height_mm + 2 * bleed_mm
    if not outline.is_convex:
        path = _polygon(
            [
                Point(corner.x_mm + bleed_mm, height_mm - corner.y_mm - bleed_mm)
                for corner in grown(outline.corners(), bleed_mm)
            ]
        )
    elif not outline.fills_box:
        path = _polygon(_grown_about_middle(outline, bleed_mm))
    elif outline.radius_mm > 0:
        path = _rounded_path(width_mm, height_mm, outline.radius_mm + bleed_mm)
    else:
        return b""
    return path + b" W n\n"


def _box_clip(size: Size) -> bytes:
    """Operators that clip to the box of a form.

    pdfium widens a clip that is a rectangle to whole pixels, so a fifth corner, a hair outside,
    makes it a polygon.
    """
    box = Rect(0, 0, size.width_mm, size.height_mm).corners()
    return _polygon([*box, Point(-_HAIR_MM, size.height_mm / 2)]) + b" W n\n"


def _white_ground(outline: Outline, bleed_mm: float, hair_mm: float) -> bytes:
    """Operators that fill a form with white, to `hair_mm` inside of its outline and its bleed."""
    inner_mm, hair = bleed_mm - hair_mm, _number(hair_mm * PT_PER_MM)
    wide_mm, high_mm = (
        length_mm + 2 * inner_mm for length_mm in (outline.size.width_mm, outline.size.height_mm)
    )
    sides = b" ".join((_number(wide_mm * PT_PER_MM), _number(high_mm * PT_PER_MM)))
    moved = b"1 0 0 1 %s %s cm " % (hair, hair) + _clip_path(outline, inner_mm) if hair_mm else b""
    return b"q " + moved + b"1 g 0 0 " + sides + b" re f Q\n"


def _grown_about_middle(outline: Outline, bleed_mm: float) -> list[Point]:
    """The corners of a regular outline whose sides have all moved out by the bleed.

    Two opposite corners of a hexagon then lie beyond the box of trim and bleed, which cuts them
    off.
    """
    width_mm, height_mm = outline.size.width_mm, outline.size.height_mm
    across_flats_mm = min(width_mm, height_mm)
    grow = (across_flats_mm + 2 * bleed_mm) / across_flats_mm
    return [
        Point(
            width_mm / 2 + bleed_mm + (corner.x_mm - width_mm / 2) * grow,
            height_mm / 2 + bleed_mm + (corner.y_mm - height_mm / 2) * grow,
        )
        for corner in outline.corners()
    ]


def _polygon(corners: Sequence[Point]) -> bytes:
    steps = [_operator(b"m" if not at else b"l", corner.x_mm, corner.y_mm)
             for at, corner in enumerate(corners)]  # fmt: skip
    return b" ".join((*steps, b"h"))


def _rounded_path(width_mm: float, height_mm: float, radius_mm: float) -> bytes:
    """The path of a rectangle with round corners; a circle if the radius is half of both sides."""
    radius_mm = min(radius_mm, width_mm / 2, height_mm / 2)
    ease_mm = radius_mm * (1 - KAPPA)
    right_mm, top_mm = width_mm, height_mm
    steps = (
        _operator(b"m", radius_mm, 0),
        _operator(b"l", right_mm - radius_mm, 0),
        _operator(b"c", right_mm - ease_mm, 0, right_mm, ease_mm, right_mm, radius_mm),
        _operator(b"l", right_mm, top_mm - radius_mm),
        _operator(b"c", right_mm, top_mm - ease_mm,
                  right_mm - ease_mm, top_mm, right_mm - radius_mm, top_mm),
        _operator(b"l", radius_mm, top_mm),
        _operator(b"c", ease_mm, top_mm, 0, top_mm - ease_mm, 0, top_mm - radius_mm),
        _operator(b"l", 0, radius_mm),
        _operator(b"c", 0, ease_mm, ease_mm, 0, radius_mm, 0),
        b"h",
    )  # fmt: skip
    return b" ".join(steps)


def _operator(verb: bytes, *lengths_mm: float) -> bytes:
    return b" ".join((*(_number(length * PT_PER_MM) for length in lengths_mm), verb))


def _number(value: float) -> bytes:
    """Writes a number for PDF: without exponent, with no more digits than a printer resolves."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return (text if text != "-0" else "0").encode()
