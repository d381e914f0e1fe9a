"""Reads pages of a PDF that somebody else made: straight lines, boxes, letters, pictures of parts.

Lengths are millimetres from the upper left corner of a page as it is shown, y down. What a page
holds is read within bounds: beyond them it is as if no more were there.
"""

import ctypes
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from fustella.core.geometry.shapes import Rect
from fustella.core.geometry.units import MM_PER_INCH, MM_PER_PT, PT_PER_MM
from fustella.core.processes import limits
from fustella.write.pdfium import PDFIUM

if TYPE_CHECKING:
    from PIL import Image

_FINE = 100
"""Parts of a point, in which pdfium says where on a shown page something lies."""

_STRAIGHT_MM = 0.15
_THIN_MM = 0.7
_SHORTEST_MM = 1.0
_SMALLEST_MM = 8.0
_FARTHEST_MM = 20_000.0
_LEAST_PAGE_MM = 5.0
_DEEPEST = 6
_PATH, _IMAGE, _FORM = 2, 3, 5
_MOVE_TO, _LINE_TO = 2, 0


class UnreadablePdf(ValueError):
    """Raised for bytes that pdfium cannot read; the text says why."""


class Line(Struct, frozen=True):
    """An upright or level line: where it lies across its direction, and from where to where."""

    is_upright: bool
    at_mm: float
    from_mm: float
    to_mm: float

    @property
    def length_mm(self) -> float:
        return self.to_mm - self.from_mm


class Letter(Struct, frozen=True):
    """A letter with the middle of its box, and its size in points."""

    text: str
    x_mm: float
    y_mm: float
    size_pt: float


class ForeignPage(Struct, frozen=True):
    """What is on a page: lines, boxes of pictures and shapes, and letters in reading order.

    `trim` is the page without bleed and marks, as its TrimBox says; the whole page without one.
    """

    width_mm: float
    height_mm: float
    trim: Rect
    lines: tuple[Line, ...]
    boxes: tuple[Rect, ...]
    letters: tuple[Letter, ...]


class ForeignPdf:
    """A PDF of somebody else, until it is closed."""

    def __init__(self, data: bytes) -> None:
        """Opens it. Raises UnreadablePdf."""
        import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  (20 ms)

        with PDFIUM:
            try:
                self._document = pypdfium2.PdfDocument(data)
            except pypdfium2.PdfiumError as error:
                why = "it has a password" if "assword" in str(error) else "it is broken, or no PDF"
                raise UnreadablePdf(why) from None
            self.pages = len(self._document)

    def close(self) -> None:
        with PDFIUM:
            self._document.close()

    def __enter__(self) -> "ForeignPdf":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def page(self, number: int) -> ForeignPage:
        """What is on a page, which is numbered from 0. Raises UnreadablePdf."""
        with PDFIUM:
            page = self._loaded(number)
            try:
                if min(page.get_size()) * MM_PER_PT < _LEAST_PAGE_MM:
                    raise UnreadablePdf(f"page {number + 1} has no size")
                return _PageReader(page).read()
            finally:
                page.close()

    def pictures(
        self, number: int, parts: "Iterator[Rect] | list[Rect]", dpi: float
    ) -> "list[Image.Image]":
        """Pictures of parts of a page, on white. Raises UnreadablePdf."""
        with PDFIUM:
            page = self._loaded(number)
            try:
                return [_picture(page, part, dpi) for part in parts]
            finally:
                page.close()

    def _loaded(self, number: int) -> Any:
        import pypdfium2  # noqa: PLC0415

        try:
            return self._document[number]
        except (pypdfium2.PdfiumError, IndexError):
            raise UnreadablePdf(f"page {number + 1} is broken") from None


class _PageReader:
    def __init__(self, page: Any) -> None:
        import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # noqa: PLC0415

        self._pdfium, self._page = pdfium, page
        self._width_pt, self._height_pt = page.get_size()
        self._lines: list[Line] = []
        self._boxes: list[Rect] = []
        self._left = limits.IMPORT_PAGE_PARTS
        corner, across, down = (self._shown(x, y) for x, y in ((0, 0), (1000, 0), (0, 1000)))
        self._origin = corner
        self._across = tuple((b - a) / 1000 for a, b in zip(corner, across, strict=True))
        self._down = tuple((b - a) / 1000 for a, b in zip(corner, down, strict=True))

    def read(self) -> ForeignPage:
        width_mm, height_mm = self._width_pt * MM_PER_PT, self._height_pt * MM_PER_PT
        self._read_objects()
        return ForeignPage(
            width_mm,
            height_mm,
            self._trim(width_mm, height_mm),
            tuple(self._lines),
            tuple(self._boxes),
            tuple(self._letters()),
        )

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the page's own space is on the page as shown."""
        across, down = ctypes.c_int(), ctypes.c_int()
        size = (max(1, round(side * _FINE)) for side in (self._width_pt, self._height_pt))
        self._pdfium.FPDF_PageToDevice(self._page, 0, 0, *size, 0, x, y, across, down)
        return across.value / _FINE * MM_PER_PT, down.value / _FINE * MM_PER_PT

    def _mm(self, x: float, y: float) -> tuple[float, float]:
        return (
            self._origin[0] + x * self._across[0] + y * self._down[0],
            self._origin[1] + x * self._across[1] + y * self._down[1],
        )

    def _trim(self, width_mm: float, height_mm: float) -> Rect:
        whole = Rect(0, 0, width_mm, height_mm)
        sides = [ctypes.c_float() for _ in range(4)]
        if not self._pdfium.FPDFPage_GetTrimBox(self._page, *sides):
            return whole
        left, bottom, right, top = (side.value for side in sides)
        trim = _box([self._mm(left, bottom), self._mm(right, top)])
        inside = trim.x_mm > -1 and trim.y_mm > -1 and trim.width_mm > 5 and trim.height_mm > 5
        return trim if inside else whole

    def _read_objects(self) -> None:
        count = self._pdfium.FPDFPage_CountObjects(self._page)
        for at in range(min(count, limits.IMPORT_PAGE_PARTS)):
            self._read_object(self._pdfium.FPDFPage_GetObject(self._page, at), (_IDENTITY,), 0)

    def _read_object(self, part: Any, outer: "tuple[_Matrix, ...]", depth: int) -> None:
        if self._left <= 0:
            return
        self._left -= 1
        sort = self._pdfium.FPDFPageObj_GetType(part)
        if sort not in (_PATH, _IMAGE, _FORM):
            return
        found = self._pdfium.FS_MATRIX()
        if not self._pdfium.FPDFPageObj_GetMatrix(part, found):
            return
        here = (*outer, (found.a, found.b, found.c, found.d, found.e, found.f))
        if sort == _IMAGE:
            self._add_box(_box([self._at(x, y, here) for x, y in _SQUARE]))
        elif sort == _PATH:
            self._read_path(part, here)
        elif depth < _DEEPEST:
            for at in range(self._pdfium.FPDFFormObj_CountObjects(part)):
                self._read_object(self._pdfium.FPDFFormObj_GetObject(part, at), here, depth + 1)

    def _at(self, x: float, y: float, matrices: "tuple[_Matrix, ...]") -> tuple[float, float]:
        for a, b, c, d, e, f in reversed(matrices):
            x, y = a * x + c * y + e, b * x + d * y + f
        return self._mm(x, y)

    def _read_path(self, path: Any, here: "tuple[_Matrix, ...]") -> None:
        pdfium = self._pdfium
        count = pdfium.FPDFPath_CountSegments(path)
        self._left -= count
        if self._left <= 0:
            return
        filled, stroked = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(path, filled, stroked)
        if not filled.value and not stroked.value:
            return
        runs: list[list[tuple[float, float]]] = []
        lines: list[tuple[tuple[float, float], tuple[float, float]]] = []
        x, y = ctypes.c_float(), ctypes.c_float()
        for number in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(path, number)
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            at = self._at(x.value, y.value, here)
            sort = pdfium.FPDFPathSegment_GetType(segment)
            if sort == _MOVE_TO or not runs:
                runs.append([at])
                continue
            if sort == _LINE_TO:
                lines.append((runs[-1][-1], at))
            runs[-1].append(at)
            if pdfium.FPDFPathSegment_GetClose(segment):
                lines.append((at, runs[-1][0]))
        for run in runs:
            if len(run) > 1:
                self._read_run(run)
        if stroked.value:
            for one, other in lines:
                self._add_line(one, other)

    def _read_run(self, run: list[tuple[float, float]]) -> None:
        box = _box(run)
        if box.width_mm <= _THIN_MM and box.height_mm >= _SHORTEST_MM:
            middle = box.x_mm + box.width_mm / 2
            self._add_line((middle, box.y_mm), (middle, box.y_mm + box.height_mm))
        elif box.height_mm <= _THIN_MM and box.width_mm >= _SHORTEST_MM:
            middle = box.y_mm + box.height_mm / 2
            self._add_line((box.x_mm, middle), (box.x_mm + box.width_mm, middle))
        else:
            self._add_box(box)

    def _add_line(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        if not _are_near(*one, *other):
            return
        for is_upright, across, along in ((True, 0, 1), (False, 1, 0)):
            low, high = sorted((one[along], other[along]))
            if abs(one[across] - other[across]) <= _STRAIGHT_MM and high - low >= _SHORTEST_MM:
                self._lines.append(Line(is_upright, one[across], low, high))

    def _add_box(self, box: Rect) -> None:
        near = _are_near(box.x_mm, box.y_mm, box.width_mm, box.height_mm)
        if near and min(box.width_mm, box.height_mm) >= _SMALLEST_MM:
            self._boxes.append(box)

    def _letters(self) -> Iterator[Letter]:
        pdfium = self._pdfium
        texts = pdfium.FPDFText_LoadPage(self._page)
        if not texts:
            return
        try:
            sides = [ctypes.c_double() for _ in range(4)]
            for at in range(min(pdfium.FPDFText_CountChars(texts), limits.IMPORT_PAGE_PARTS)):
                code = pdfium.FPDFText_GetUnicode(texts, at)
                pdfium.FPDFText_GetCharBox(texts, at, *sides)
                left, right, bottom, top = (side.value for side in sides)
                x, y = self._mm((left + right) / 2, (bottom + top) / 2)
                if not _are_near(x, y):
                    continue
                letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "
                yield Letter(letter, x, y, pdfium.FPDFText_GetFontSize(texts, at))
        finally:
            pdfium.FPDFText_ClosePage(texts)


_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _are_near(*lengths_mm: float) -> bool:
    """Whether all lengths are numbers that a page may have."""
    return all(abs(length) < _FARTHEST_MM for length in lengths_mm)


def _box(points: list[tuple[float, float]]) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _picture(page: Any, part: Rect, dpi: float) -> "Image.Image":
    import pypdfium2.raw as pdfium  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    scale = dpi / MM_PER_INCH
    most = (limits.IMPORT_CARD_PIXELS / max(1.0, part.width_mm * part.height_mm)) ** 0.5
    scale = min(scale, most)
    width, height = max(1, round(part.width_mm * scale)), max(1, round(part.height_mm * scale))
    bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    if not bitmap:
        raise UnreadablePdf("a part of a page is too large")
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        per_pt = scale / PT_PER_MM
        matrix = pdfium.FS_MATRIX(per_pt, 0, 0, per_pt, -part.x_mm * scale, -part.y_mm * scale)
        whole = pdfium.FS_RECTF(0, 0, width, height)
        pdfium.FPDF_RenderPageBitmapWithMatrix(
            bitmap, page, matrix, whole, pdfium.FPDF_REVERSE_BYTE_ORDER | pdfium.FPDF_ANNOT
        )
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        start: Any = pdfium.FPDFBitmap_GetBuffer(bitmap)
        data = ctypes.string_at(start, stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    return Image.frombytes("RGB", (width, height), data, "raw", "RGBX", stride, 1)
