"""Renders pages as pixels: as PNG files, or to measure faces.

The module measures the ink that a face takes, the colour along its trim, and the places in which
two pictures of a side differ. pdfium draws the pages, exactly as they print.

**Ink** is the area that a solid black of the same darkness would cover. Each pixel in greys counts
1 minus its coded value (sRGB's, weighted as the eye does: ITU-R BT.601). The coded value is taken,
and not the light that it means, for two reasons: a printer's dots spread, so that half a tone
covers about what its code says; and a mean of codes stays the same where the edge of a line is
smoothed over two pixels, so that a coarse picture gives the same figure as a fine one. The picture
must be coarse, because a build may not wait for it. But a line thinner than a pixel is drawn a
pixel wide, so that faces made of lines need a finer picture. Which of the four inks is used is not
measured.

**The colour along the trim** is judged by the pixels that lie wholly between the trim and `EDGE_MM`
inside it. At `EDGE_DPI` a pixel is half as wide as that, so that some pixels lie there along a side
of any direction.

**Differences** are found square by square.
"""

import hashlib
import io
import math
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from fustella.core.geometry.polygons import grown
from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face, FacePages
from fustella.write.pdfium import in_colours, pages_drawn
from fustella.write.pixels import Pixels, pages_in_colours, pages_in_greys

if TYPE_CHECKING:
    from PIL import Image
    from pypdfium2 import PdfBitmap  # type: ignore[import-untyped]

# Pages


def page_pngs(pdf: bytes, dpi: float, clear: bool = False) -> Iterator[bytes]:
    """A PNG of each page, with its resolution, so that it prints at the right size.

    With `clear`, a picture is transparent where its page paints nothing, and not white.
    """

    def png(bitmap: "PdfBitmap") -> bytes:
        content = io.BytesIO()
        bitmap.to_pil().save(content, "PNG", dpi=(dpi, dpi))
        return content.getvalue()

    return pages_drawn(pdf, dpi, png, clear=clear)


def page_digests(pdf: bytes, dpi: float) -> tuple[str, ...]:
    """The hash of the picture of each page: pages that look alike have the same one."""

    def digest(bitmap: "PdfBitmap") -> str:
        size = f"{bitmap.width} {bitmap.height} ".encode()
        return hashlib.sha256(size + bytes(bitmap.buffer)).hexdigest()

    return tuple(pages_drawn(pdf, dpi, digest))


_Picture = TypeVar("_Picture")


def _pictures_of(
    rendered: FacePages,
    wanted: Collection[str],
    dpi: float,
    draw: Callable[[bytes, float, Sequence[int]], Iterator[_Picture]],
) -> Iterator[tuple[str, _Picture]]:
    """The digest and the picture of each wanted face that is among `rendered`."""
    pages = [page for page, digest in enumerate(rendered.digests) if digest in wanted]
    if pages:
        digests = (rendered.digests[page] for page in pages)
        yield from zip(digests, draw(rendered.pdf, dpi, pages), strict=True)


# Ink

COARSE_DPI = 60.0
"""The resolution for areas; the ink of the four games is a thirtieth more than at 400 dpi."""

FINE_DPI = 200.0
"""The resolution for lines: a pixel is as wide as the thinnest line."""


def black_mm2(
    rendered: FacePages, wanted: Mapping[str, Face], dpi: float
) -> Iterator[tuple[str, float]]:
    """The digest and the ink, in mm² of solid black, of each wanted face among `rendered`."""
    for digest, seen in _pictures_of(rendered, wanted, dpi, pages_in_greys):
        yield digest, _black_mm2(seen, wanted[digest])


def _black_mm2(picture: Pixels, face: Face) -> float:
    """The ink of a face, in mm² of solid black; `picture` shows its trim and bleed.

    Pillow is not used, because it takes longer to load than all faces take to measure.
    """
    taken, levels, size = 0, picture.levels, (picture.width, picture.height)
    for first, end in _spans(face.outline, face.bleed_mm, size):
        taken += 255 * (end - first) - _sum(levels[first:end])
    outline, more_mm = face.outline.size, 2 * face.bleed_mm
    box_mm2 = (outline.width_mm + more_mm) * (outline.height_mm + more_mm)
    return taken / 255 / (size[0] * size[1]) * box_mm2


_SUMMED = 256
"""The number of bytes that are summed at once: their sum is less than Adler-32's 65,521."""


def _sum(levels: bytes) -> int:
    """The sum of bytes, which Adler-32 counts in its lower half, beginning with 1 (RFC 1950, 9)."""
    parts = (levels[at : at + _SUMMED] for at in range(0, len(levels), _SUMMED))
    return sum((zlib.adler32(part) & 0xFFFF) - 1 for part in parts)


@lru_cache(maxsize=64)
def _spans(outline: Outline, bleed_mm: float, size: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The runs of pixels inside the form to which a face is clipped: first pixel, and end.

    A pixel counts if its middle is inside; pixels are numbered row by row. Faces of a kind share
    the runs.
    """
    width, height = size
    if outline.is_round:
        rows = [_runs_between(_chord(width, height, row), width) for row in range(height)]
    elif corners := _clip_corners(outline, bleed_mm, size):
        rows = [_runs_between(_crossings(corners, row + 0.5), width) for row in range(height)]
    else:
        return ((0, width * height),)
    return tuple(
        (row * width + first, row * width + end)
        for row, spans in enumerate(rows)
        for first, end in spans
    )


def _runs_between(crossings: Sequence[float], width: int) -> tuple[tuple[int, int], ...]:
    """The runs of pixels in a row, each from a crossing with an odd number to the next one."""
    ends = [min(max(0, round(at)), width) for at in crossings]
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def _chord(width: int, height: int, row: int) -> tuple[float, float]:
    """The two positions where a row's middle crosses the ellipse filling a picture."""
    off = (row + 0.5) / (height / 2) - 1
    half = width / 2 * math.sqrt(1 - off * off)
    return width / 2 - half, width / 2 + half


def _crossings(corners: Sequence[tuple[float, float]], y: float) -> list[float]:
    """The places, from the left, where the level line at `y` crosses the sides of a polygon."""
    return sorted(
        x0 + (y - y0) / (y1 - y0) * (x1 - x0)
        for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True)
        if (y0 <= y) != (y1 <= y)
    )


def _clip_corners(
    outline: Outline, bleed_mm: float, size: tuple[int, int]
) -> list[tuple[float, float]]:
    """The corners, in pixels, of the polygon to which a face is clipped; [] for no polygon."""
    width_mm, height_mm = outline.size.width_mm, outline.size.height_mm
    pixels = size[0] / (width_mm + 2 * bleed_mm)
    if not outline.is_convex:
        corners = grown(outline.corners(), bleed_mm)
        return [((at.x_mm + bleed_mm) * pixels, (at.y_mm + bleed_mm) * pixels) for at in corners]
    if outline.fills_box:
        return []
    across_flats_mm = min(width_mm, height_mm)
    grow = (across_flats_mm + 2 * bleed_mm) / across_flats_mm
    return [
        (
            size[0] / 2 + (corner.x_mm - width_mm / 2) * grow * pixels,
            size[1] / 2 + (corner.y_mm - height_mm / 2) * grow * pixels,
        )
        for corner in outline.corners()
    ]


# The colour along the trim

EDGE_DPI = 80.0

EDGE_MM = 0.62
"""The width of the border that neighbours may show of each other: about a knife's slip."""

_TOLERANCE = 24
"""The difference, of 255 levels, that smoothed edges and rounded colours may have."""

_COMPARED = 64
"""The number of commonest colours that are compared with each other."""

_STRAY_SHARE = 0.01
"""The share of pixels along the trim that may differ, such as the tips of corners."""

_SMOOTHED_MM = 0.06
"""The width beside the trim that is not compared, because slanted sides are smoothed there."""

_FINER = 4
"""The number of parts of a pixel's side, by which pixels wholly inside are found."""


def other_edge_colours(
    rendered: FacePages, wanted: Mapping[str, tuple[Face, str]]
) -> Iterator[tuple[str, str]]:
    """Yields digest and `other_edge_colour` of each wanted face among `rendered`.

    `wanted` gives, by digest, the face and the colour that it must have along its trim.
    """
    for digest, seen in _pictures_of(rendered, wanted, EDGE_DPI, pages_in_colours):
        yield digest, other_edge_colour(seen, *wanted[digest])


def other_edge_colour(picture: Pixels, face: Face, colour: str) -> str:
    """The commonest other colour along the trim, as `#2b2a33`; "" where there is only `colour`.

    `picture` shows the whole face in colours, bleed included.
    """
    runs = _edge_runs(face.outline, face.bleed_mm, (picture.width, picture.height))
    edge = b"".join([picture.levels[3 * first : 3 * end] for first, end in runs])
    pixels, other = len(edge) // 3, 0
    wanted = bytes.fromhex(colour.removeprefix("#"))
    for band, level in enumerate(wanted):
        other |= int.from_bytes(edge[band::3].translate(_table_of_others(level)))
    if other.bit_count() <= _STRAY_SHARE * pixels:
        return ""
    where = other.to_bytes(pixels)
    counts = Counter(edge[3 * at : 3 * at + 3] for at, value in enumerate(where) if value)
    return f"#{_commonest_colour(counts, wanted).hex()}"


def _commonest_colour(counts: Counter[bytes], wanted: bytes) -> bytes:
    """The colour that most pixels resemble; among similar colours, the farthest from `wanted`.

    Where edges are smoothed, their colours are mixtures of that colour and `wanted`.
    """
    common = counts.most_common(_COMPARED)

    def alike(colour: bytes) -> list[tuple[bytes, int]]:
        return [entry for entry in common if _channel_difference(colour, entry[0]) <= _TOLERANCE]

    group = max((alike(colour) for colour, _ in common), key=lambda like: sum(n for _, n in like))
    return max(
        (colour for colour, _ in group), key=lambda colour: _channel_difference(colour, wanted)
    )


def _channel_difference(colour: bytes, other: bytes) -> int:
    """The largest difference between two colours in any channel."""
    return max(abs(a - b) for a, b in zip(colour, other, strict=True))


@lru_cache(maxsize=256)
def _table_of_others(level: int) -> bytes:
    """A table of all levels, for one band: 0 for `level`, 1 for all others."""
    return bytes(abs(each - level) > _TOLERANCE for each in range(256))


@lru_cache(maxsize=64)
def _edge_runs(
    outline: Outline, bleed_mm: float, size: tuple[int, int]
) -> tuple[tuple[int, int], ...]:
    """The runs of pixels that lie wholly along the trim: the first pixel of each, and its end.

    Pixels are numbered row by row; all faces of a kind share the runs. Each pixel is divided into
    parts, and counts if all parts lie inside the trim and none lies `EDGE_MM` inside it or farther;
    rows of pixels are the bits of a number.
    """
    width, height = size
    trim, inner = (_inset_runs(outline, bleed_mm, mm, size) for mm in (_SMOOTHED_MM, EDGE_MM))
    runs: list[tuple[int, int]] = []
    for row in range(height):
        along = (1 << width) - 1
        for part in range(_FINER * row, _FINER * (row + 1)):
            inside = touched = 0
            for first, end in trim(part):
                inside |= _bits(-(-first // _FINER), end // _FINER)
            for first, end in inner(part):
                touched |= _bits(first // _FINER, -(-end // _FINER))
            along &= inside & ~touched
        start = row * width
        runs += ((start + first, start + end) for first, end in _runs(along))
    return tuple(runs)


def _bits(first: int, end: int) -> int:
    """The number whose bits are set from `first` up to, but without, `end`."""
    return ((1 << end) - 1) & ~((1 << first) - 1) if end > first else 0


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    """The runs of set bits in a number: the first bit of each, and the first bit behind it."""
    at = 0
    while bits:
        gap = (bits & -bits).bit_length() - 1
        bits >>= gap
        length = (~bits & (bits + 1)).bit_length() - 1
        bits >>= length
        yield at + gap, at + gap + length
        at += gap + length


def _inset_runs(
    outline: Outline, bleed_mm: float, inset_mm: float, size: tuple[int, int]
) -> Callable[[int], tuple[tuple[int, int], ...]]:
    """A function that gives, for a row, the pixels at least `inset_mm` inside the trim.

    Rows and pixels are counted in parts of pixels.
    """
    width, height = size[0] * _FINER, size[1] * _FINER
    # A page is stretched to whole pixels, so that the two directions differ a little in scale.
    across = width / (outline.size.width_mm + 2 * bleed_mm)
    down = height / (outline.size.height_mm + 2 * bleed_mm)
    if outline.fills_box:
        left, top = (bleed_mm + inset_mm) * across, (bleed_mm + inset_mm) * down
        radius_mm = max(0.0, outline.radius_mm - inset_mm)
        round_across, round_down = radius_mm * across, radius_mm * down

        def between(row: int) -> tuple[tuple[int, int], ...]:
            y = min(row + 0.5, height - row - 0.5) - top
            if y < 0:
                return ()
            if y >= round_down:
                return straight
            cut = 1 - y / round_down
            x = left + round_across * (1 - math.sqrt(1 - cut * cut))
            return _runs_between((x, width - x), width)

        straight = _runs_between((left, width - left), width)
        return between
    corners = [
        ((at.x_mm + bleed_mm) * across, (at.y_mm + bleed_mm) * down)
        for at in grown(outline.corners(), -inset_mm)
    ]
    return lambda row: _runs_between(_crossings(corners, row + 0.5), width)


# Differences

SQUARE_MM = 0.5

_PIXELS = 4
"""The side of a square in pixels: 203 dpi, at which the thinnest strokes of letters show."""

_NOTICED = 24
"""The least difference, of 255 levels, that counts: smoothing an edge changes less."""

_REACH = 4
"""Differences up to this many squares apart (2 mm) count as one place, as words in a line."""

_MOST_SHARE = 0.3
"""The share of differing squares above which all of a side counts as changed."""


def places_that_differ(
    pairs: Sequence[tuple[Face, Face]], rendered: Sequence[FacePages]
) -> Iterator[tuple[Rect, ...] | None]:
    """Yields, for each pair of sides, the boxes in which they differ, in mm from the trim.

    None stands for sides that differ all over or in size. All faces must be among the rendered
    ones.
    """
    from PIL import ImageChops  # noqa: PLC0415  (only with pictures)

    wanted = {face.digest for pair in pairs for face in pair}
    dpi = _PIXELS / SQUARE_MM * MM_PER_INCH
    pictures = {
        digest: picture
        for batch in rendered
        for digest, picture in _pictures_of(batch, wanted, dpi, _in_colours)
    }
    for then, now in pairs:
        before, after = pictures[then.digest], pictures[now.digest]
        if before.size != after.size or then.outline != now.outline:
            yield None
            continue
        seen = ImageChops.difference(before, after).convert("L")
        squares = seen.point(lambda level: 255 if level > _NOTICED else 0).reduce(_PIXELS)
        wide, data = squares.width, squares.tobytes()
        different = {(at % wide, at // wide) for at, level in enumerate(data) if level}
        if len(different) > _MOST_SHARE * len(data):
            yield None
            continue
        yield tuple(_box(place, now.bleed_mm) for place in _places(different))


def _in_colours(pdf: bytes, dpi: float, pages: Sequence[int]) -> Iterator["Image.Image"]:
    return pages_drawn(pdf, dpi, in_colours, pages)


def _places(squares: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    near = [(x, y) for x in range(-_REACH, _REACH + 1) for y in range(-_REACH, _REACH + 1)]
    left = set(squares)
    while left:
        place, open_now = set[tuple[int, int]](), [left.pop()]
        while open_now:
            x, y = open_now.pop()
            place.add((x, y))
            reached = {(x + dx, y + dy) for dx, dy in near} & left
            left -= reached
            open_now += reached
        yield place


def _box(place: set[tuple[int, int]], bleed_mm: float) -> Rect:
    """The box around some squares, in mm from the trim."""
    lefts, tops = [x for x, _ in place], [y for _, y in place]
    return Rect(
        min(lefts) * SQUARE_MM - bleed_mm,
        min(tops) * SQUARE_MM - bleed_mm,
        (max(lefts) - min(lefts) + 1) * SQUARE_MM,
        (max(tops) - min(tops) + 1) * SQUARE_MM,
    )
