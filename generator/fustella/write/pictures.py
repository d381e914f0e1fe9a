"""Makes pictures of faces for screens and shops: at their trim or with bleed, square or cut out.

pdfium draws the page of a face as it prints. The pixels of a PNG are written here: a row of flat
colours is compressed best without a filter, and a deck of thousands of cards is then written four
times as fast as with the filters that photographs need (PNG, 9).
"""

import io
import math
import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from fustella.core.geometry.polygons import grown
from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.geometry.units import MM_PER_INCH, PT_PER_INCH, PT_PER_MM
from fustella.write.pdfium import PDFIUM

if TYPE_CHECKING:
    from PIL import Image


class PictureCut(StrEnum):
    """The treatment of the area beyond the trim in a picture.

    `SQUARE`: the area is shown, up to a rectangle, as shops want it. `OUTLINE`: the area is
    transparent. `SHARP`: it is transparent, and no pixel along the trim is half transparent.
    """

    SQUARE = "square"
    OUTLINE = "outline"
    SHARP = "sharp"


class PictureType(StrEnum):
    """The types of files that hold pixels, by the endings of their names."""

    PNG = "png"
    JPG = "jpg"
    WEBP = "webp"


class PictureForm(Struct, frozen=True):
    """The form of a face's picture: its type, resolution, bleed and cut.

    `bleed_mm` is shown around the trim; where less is drawn, the colours of its edge go on. With a
    `size_px` the picture is exactly so large, with the trim in its middle; beyond a bleed that is
    not 0 such a picture has one colour. With a `window`, in mm from the corner of the trim, only
    that part is shown. The whole picture is turned clockwise by `turn_deg`: 0, 90, 180 or 270.
    """

    type: PictureType = PictureType.PNG
    dpi: float = 300.0
    bleed_mm: float = 0.0
    cut: PictureCut = PictureCut.SQUARE
    size_px: tuple[int, int] | None = None
    window: Rect | None = None
    turn_deg: int = 0

    def pixels(self, outline: Outline) -> tuple[int, int]:
        """The width and the height of the picture of a face with this outline."""
        if self.size_px:
            return self.size_px
        size = self.window.size if self.window else outline.size
        size = size.turned() if self.on_its_side else size
        more_mm = 2 * self.bleed_mm
        return pixels(size.width_mm + more_mm, self.dpi), pixels(size.height_mm + more_mm, self.dpi)

    @property
    def on_its_side(self) -> bool:
        """Whether the picture is as wide as the face is high, because it was turned by 90°."""
        return self.turn_deg % 180 != 0 and not self.window


def pixels(length_mm: float, dpi: float) -> int:
    """A length in whole pixels, at least one."""
    return max(1, round(length_mm / MM_PER_INCH * dpi))


class PictureJob(Struct, frozen=True):
    """A picture to be made of a page that shows the trim with `drawn_mm` of bleed around it.

    `edge` is the colour along the trim, as `#rrggbb`; "" if it is unknown or there are several.
    """

    page: int
    outline: Outline
    drawn_mm: float
    edge: str
    form: PictureForm


class PagePictures:
    """Makes pictures of the pages of a PDF of faces."""

    def __init__(self, pdf: bytes) -> None:
        import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  (50 ms)

        with PDFIUM:
            self._document = pypdfium2.PdfDocument(pdf)

    def __del__(self) -> None:
        if hasattr(self, "_document"):
            with PDFIUM:
                self._document.close()

    def picture(self, job: PictureJob) -> bytes:
        """The bytes of a picture's file; equal jobs give equal bytes."""
        form, outline = job.form, job.outline
        size = form.pixels(outline)
        upright = (size[1], size[0]) if form.on_its_side else size
        with PDFIUM:
            shown = self._drawn_page(job, upright)
        if form.cut is not PictureCut.SQUARE:
            mask = _area_mask(outline, 0.0, upright, form.dpi)
            is_sharp = form.cut is PictureCut.SHARP
            shown.putalpha(mask.point([0] * 128 + [255] * 128) if is_sharp else mask)
        elif not form.window:
            shown = _filled_to_edge(shown, job, upright)
        if form.turn_deg:
            shown = shown.rotate(-form.turn_deg, expand=True)
        if form.type is PictureType.PNG:
            return _png(shown.tobytes(), size, len(shown.mode), form.dpi)
        return _file_bytes(shown, form)

    def _drawn_page(self, job: PictureJob, size: tuple[int, int]) -> "Image.Image":
        """The page on white, with the middle of its visible part at the picture's middle."""
        import ctypes  # noqa: PLC0415

        import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # noqa: PLC0415
        from PIL import Image  # noqa: PLC0415

        width, height = size
        page = self._document[job.page]
        bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        scale = job.form.dpi / PT_PER_INCH
        page_width, page_height = page.get_size()
        across, down = page_width / 2, page_height / 2
        if window := job.form.window:
            across = (job.drawn_mm + window.x_mm + window.width_mm / 2) * PT_PER_MM
            down = (job.drawn_mm + window.y_mm + window.height_mm / 2) * PT_PER_MM
        matrix = pdfium.FS_MATRIX(
            scale, 0, 0, scale, width / 2 - across * scale, height / 2 - down * scale
        )
        whole = pdfium.FS_RECTF(0, 0, width, height)
        flags = pdfium.FPDF_REVERSE_BYTE_ORDER
        pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, flags)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        start: Any = pdfium.FPDFBitmap_GetBuffer(bitmap)
        assert start
        data = ctypes.string_at(start, stride * height)
        pdfium.FPDFBitmap_Destroy(bitmap)
        page.close()
        return Image.frombytes("RGB", size, data, "raw", "RGBX", stride, 1)


# What lies beyond what was drawn


def _filled_to_edge(shown: "Image.Image", job: PictureJob, size: tuple[int, int]) -> "Image.Image":
    """The picture whose blank border is filled with the colours at the drawing's edge.

    On a rectangle, each pixel of the drawing's edge is repeated up to the edge of the picture. A
    single colour is used instead around any other outline, around an edge of a single colour, and
    beyond the bleed in a picture of a fixed size.
    """
    outline, dots = job.outline, job.form.dpi / MM_PER_INCH
    half = outline.size.width_mm / 2 + job.drawn_mm, outline.size.height_mm / 2 + job.drawn_mm
    left, top = (
        _first_inner_pixel(side / 2 - reach * dots) for side, reach in zip(size, half, strict=True)
    )
    if outline.is_rectangle:
        whole = shown
        if left > 0 or top > 0:
            whole = _with_edge_continued(
                _with_square_corners(shown, job), max(left, 0), max(top, 0), job.edge
            )
        return _with_frame(whole, job) if job.form.size_px and job.form.bleed_mm else whole
    from PIL import Image  # noqa: PLC0415

    # A pixel of its edge is mixed with the white of the page, and its tips may lie beyond the page.
    mask = Image.new("L", size)
    box = max(left, 0), max(top, 0), size[0] - max(left, 0), size[1] - max(top, 0)
    mask.paste(_area_mask(outline, job.drawn_mm - 1 / dots, size, job.form.dpi).crop(box), box[:2])
    ground = job.edge or _commonest_edge(shown, outline, size, job.form.dpi)
    return Image.composite(shown, Image.new("RGB", size, ground), mask)


def _first_inner_pixel(at: float) -> int:
    """The first whole pixel inside an edge, behind the smoothed pixel."""
    return int(-(-(at - 1e-6) // 1)) + (1 if at > 0 else 0)


def _with_edge_continued(shown: "Image.Image", left: int, top: int, edge: str) -> "Image.Image":
    from PIL import Image  # noqa: PLC0415

    width, height = shown.size
    right, bottom = width - left, height - top
    inside = shown.crop((left, top, right, bottom))
    if edge:
        whole = Image.new("RGB", shown.size, edge)
        whole.paste(inside, (left, top))
        return whole
    whole = shown.copy()
    if left:
        across = left, bottom - top
        whole.paste(inside.crop((0, 0, 1, inside.height)).resize(across), (0, top))
        last = inside.crop((inside.width - 1, 0, inside.width, inside.height))
        whole.paste(last.resize(across), (right, top))
    if top:
        row = whole.crop((0, top, width, top + 1)).resize((width, top))
        whole.paste(row, (0, 0))
        row = whole.crop((0, bottom - 1, width, bottom)).resize((width, top))
        whole.paste(row, (0, bottom))
    return whole


def _with_square_corners(shown: "Image.Image", job: PictureJob) -> "Image.Image":
    """The picture with square corners, where the drawing has round corners and no bleed.

    Beyond an arc, each row goes on in its colour at the arc, where the white page would show.
    """
    outline, dots = job.outline, job.form.dpi / MM_PER_INCH
    radius = outline.corner_radius_mm * dots
    if job.drawn_mm or radius < 1:
        return shown
    square = shown.copy()
    width, height = outline.size.width_mm * dots, outline.size.height_mm * dots
    left, top = (shown.width - width) / 2, (shown.height - height) / 2
    for row in range(int(radius) + 1):
        from_middle = min(radius, abs(radius - row - 0.5))
        across = radius - math.sqrt(radius**2 - from_middle**2)
        # Two pixels further inside, beyond those that are mixed with the page.
        reach = math.ceil(left + across) + 2
        for y in {math.ceil(top) + row + 1, math.floor(top + height) - row - 2}:
            for x, start in ((reach, 0), (shown.width - 1 - reach, shown.width - reach)):
                if 0 <= x < shown.width and 0 <= y < shown.height:
                    square.paste(shown.crop((x, y, x + 1, y + 1)).resize((reach, 1)), (start, y))
    return square


def _with_frame(whole: "Image.Image", job: PictureJob) -> "Image.Image":
    """The picture, with one colour where its long stripes outside the bleed were."""
    from PIL import Image  # noqa: PLC0415

    form, size = job.form, job.outline.size
    inner = tuple(
        pixels(length_mm + 2 * form.bleed_mm, form.dpi)
        for length_mm in (size.width_mm, size.height_mm)
    )
    left, top = (max(0, (all_px - px) // 2) for all_px, px in zip(whole.size, inner, strict=True))
    ground = job.edge or _commonest_edge(whole, job.outline, whole.size, form.dpi)
    framed = Image.new("RGB", whole.size, ground)
    right, bottom = whole.width - left, whole.height - top
    framed.paste(whole.crop((left, top, right, bottom)), (left, top))
    return framed


_EDGE_MM = 0.6
"""The width of the strip inside the trim in which its commonest colour is looked for."""


def _commonest_edge(
    shown: "Image.Image", outline: Outline, size: tuple[int, int], dpi: float
) -> tuple[int, int, int]:
    """The commonest colour just inside the trim."""
    from PIL import Image, ImageChops  # noqa: PLC0415

    masks = [_area_mask(outline, inset_mm, size, dpi) for inset_mm in (-0.1, -_EDGE_MM)]
    # Seen in 256 × 256 dots at most: a colour that is common is found in a part of the pixels.
    small = min(256, size[0]), min(256, size[1])
    picture, trim, inner = (
        image.resize(small, Image.Resampling.NEAREST) for image in (shown, *masks)
    )
    colours, where = picture.tobytes(), ImageChops.subtract(trim, inner).tobytes()
    counts = Counter(colours[3 * at : 3 * at + 3] for at, seen in enumerate(where) if seen == 255)
    red, green, blue = counts.most_common(1)[0][0] if counts else b"\xff\xff\xff"
    return red, green, blue


# Masks

_FINER = 4
"""The number of parts of a pixel's side: the trim of a mask is smoothed over a pixel."""


@lru_cache(maxsize=32)
def _area_mask(
    outline: Outline, grow_mm: float, size: tuple[int, int], dpi: float
) -> "Image.Image":
    """A mask that is white inside the trim, grown on all sides, in the middle of the picture."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    width_mm, height_mm = outline.size.width_mm, outline.size.height_mm
    fine = size[0] * _FINER, size[1] * _FINER
    if fine[0] * fine[1] > _MOST_FINE:
        fine = size
    across, down = dpi / MM_PER_INCH * fine[0] / size[0], dpi / MM_PER_INCH * fine[1] / size[1]
    left, top = (fine[0] - width_mm * across) / 2, (fine[1] - height_mm * down) / 2

    def on_picture(corners: Sequence[Any]) -> list[tuple[float, float]]:
        return [(left + at.x_mm * across - 0.5, top + at.y_mm * down - 0.5) for at in corners]

    image = Image.new("L", fine)
    pen = ImageDraw.Draw(image)
    box = Rect(0, 0, width_mm, height_mm).grown(grow_mm)
    (x0, y0), _, (x1, y1), _ = on_picture(box.corners())
    # Pillow counts pixels by their middles, and both ends belong to a shape.
    whole = x0 + 0.5, y0 + 0.5, x1 - 0.5, y1 - 0.5
    if outline.is_round:
        pen.ellipse(whole, fill=255)
    elif outline.is_rectangle:
        radius_mm = max(0.0, outline.corner_radius_mm + min(0.0, grow_mm))
        pen.rounded_rectangle(whole, radius_mm * across, fill=255)
    else:
        corners = grown(outline.corners(), grow_mm) if grow_mm else outline.corners()
        pen.polygon(on_picture(corners), fill=255)
    if not grow_mm:
        for hole in outline.holes:
            pen.polygon(on_picture(hole), fill=0)
    return image if fine == size else image.resize(size, Image.Resampling.BOX)


_MOST_FINE = 200_000_000
"""The most pixels of a mask that is drawn finer than its picture."""


# Files

_JPEG_QUALITY, _WEBP_QUALITY = 92, 90

_SAMPLE_ROWS = 48
_FLAT = 0.3
"""The share of their size up to which compressed rows need no filter."""


def _file_bytes(picture: "Image.Image", form: PictureForm) -> bytes:
    content = io.BytesIO()
    dots = form.dpi, form.dpi
    # JPEG has no transparency; without subsampling thin coloured lines keep their colours.
    if form.type is PictureType.JPG:
        if picture.mode != "RGB":
            picture = picture.convert("RGB")
        picture.save(content, "JPEG", quality=_JPEG_QUALITY, subsampling=0, dpi=dots)
    else:
        picture.save(content, "WEBP", quality=_WEBP_QUALITY, method=4)
    return content.getvalue()


def _png(data: bytes, size: tuple[int, int], bands: int, dpi: float) -> bytes:
    """The PNG of rows of pixels, with its resolution (PNG, 11.3.4.3)."""
    from isal import isal_zlib  # noqa: PLC0415

    width, height = size
    row = width * bands
    middle = max(0, height // 2 - _SAMPLE_ROWS // 2) * row
    sample = data[middle : middle + _SAMPLE_ROWS * row]
    if len(isal_zlib.compress(sample, 1)) > _FLAT * len(sample):
        return _filtered_png(data, size, bands, dpi)
    # Each row begins with the number of its filter; 0 is none (PNG, 7.3 and 9.2).
    rows = b"".join(b"\0" + data[at : at + row] for at in range(0, row * height, row))
    per_metre = round(dpi / MM_PER_INCH * 1000)
    head = struct.pack(">IIBBBBB", width, height, 8, 6 if bands == 4 else 2, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
        (b"IDAT", isal_zlib.compress(rows, 2)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def _filtered_png(data: bytes, size: tuple[int, int], bands: int, dpi: float) -> bytes:
    from PIL import Image  # noqa: PLC0415

    content = io.BytesIO()
    picture = Image.frombytes("RGBA" if bands == 4 else "RGB", size, data)
    picture.save(content, "PNG", compress_level=3, dpi=(dpi, dpi))
    return content.getvalue()


def blank_png(size_px: tuple[int, int]) -> bytes:
    """A white picture for the back of a piece that is printed on one side only."""
    width, height = size_px
    return _png(b"\xff" * (3 * width * height), size_px, 3, 300.0)


def grid_bytes(
    pictures: Sequence[bytes], size: tuple[int, int], columns: int, form: PictureForm
) -> bytes:
    """Pictures of one size as one picture: a grid, row by row; unused cells are empty."""
    from PIL import Image  # noqa: PLC0415

    clear = form.cut is not PictureCut.SQUARE and form.type is not PictureType.JPG
    mode, ground = ("RGBA", (0, 0, 0, 0)) if clear else ("RGB", (255, 255, 255))
    rows = -(-len(pictures) // columns)
    width, height = size
    whole = Image.new(mode, (width * min(columns, len(pictures)), height * rows), ground)
    for at, data in enumerate(pictures):
        with Image.open(io.BytesIO(data)) as picture:
            whole.paste(picture.convert(mode), (at % columns * width, at // columns * height))
    if form.type is PictureType.PNG:
        return _png(whole.tobytes(), whole.size, len(mode), form.dpi)
    return _file_bytes(whole, form)
