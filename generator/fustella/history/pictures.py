"""Makes small PNG pictures of faces, and finds the regions in which two of them differ."""

import base64
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.cache import DiskCache
from fustella.core.geometry.shapes import Outline
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face
from fustella.draw.render import render
from fustella.write.raster import page_pngs

if TYPE_CHECKING:
    from PIL import Image


DPI = 150.0

MANY, DPI_OF_MANY = 120, 100.0
"""The number of pictures beyond which all are coarser, and their dpi then.

So people can still send the page by mail.
"""

MOST_PX = 900
"""The most pixels of a picture's longest side: of a board, the page shows no details."""

_COLOURS = 192

_CELL_MM = 2.0
"""The size of the cells in which pictures are compared."""

_NOTICEABLE = 3
"""The least mean difference of a cell, out of 255, that counts: smooth edges differ by less."""

_MOST_SHARE = 0.6
"""The largest share of a picture that may differ; if more differs, there are no regions."""

_MOST_REGIONS = 8
"""The most regions of a picture; if there are more, none is shown."""


class Region(Struct, frozen=True, order=True):
    """A rectangle in a picture, in shares of the picture's width and height."""

    x: float
    y: float
    width: float
    height: float


class ComparedPictures:
    """Pictures of faces, cut to the trim's bounding box; each face is rendered once.

    Pictures are found by the digests of their faces.
    """

    def __init__(self, cache: DiskCache | None) -> None:
        self._cache = cache
        self._images: dict[str, Image.Image] = {}

    def make(self, faces: Iterable[Face]) -> None:
        """Renders faces; faces of one size are rendered together. Raises RenderFailed."""
        by_size: dict[tuple[float, float, float], dict[str, Face]] = {}
        for face in faces:
            size = face.outline.size
            if face.digest not in self._images:
                key = size.width_mm, size.height_mm, face.bleed_mm
                by_size.setdefault(key, {})[face.digest] = face
        finest = DPI_OF_MANY if sum(map(len, by_size.values())) > MANY else DPI
        for (width_mm, height_mm, bleed_mm), same_size in by_size.items():
            dpi = min(finest, MOST_PX / max(width_mm, height_mm) * MM_PER_INCH)
            for rendered in render([list(same_size.values())], self._cache, dpi=DPI):
                pngs = page_pngs(rendered.pdf, dpi)
                for digest, png in zip(rendered.digests, pngs, strict=True):
                    self._images[digest] = _without_bleed(png, bleed_mm / MM_PER_INCH * dpi)

    def data_url(self, face: Face) -> str:
        """The picture of a face as the `src` of an HTML image; `make` must have made it."""
        from PIL.Image import Dither  # noqa: PLC0415

        content = io.BytesIO()
        image = self._images[face.digest]
        image = image.quantize(_COLOURS, dither=Dither.NONE)  # flat colours stay flat
        image.save(content, "PNG", optimize=True)
        return f"data:image/png;base64,{base64.b64encode(content.getvalue()).decode()}"

    def differences(self, then: Face, now: Face) -> tuple[Region, ...]:
        """The regions in which two pictures differ; `make` must have made both.

        There are none where the outlines differ, and where too much of the picture differs.
        """
        from PIL import Image, ImageChops  # noqa: PLC0415  (not for a diff as text)

        before, after = self._images[then.digest], self._images[now.digest]
        if then.outline != now.outline or before.size != after.size:
            return ()
        size = now.outline.size
        columns = max(1, round(size.width_mm / _CELL_MM))
        rows = max(1, round(size.height_mm / _CELL_MM))
        difference = ImageChops.difference(before, after).convert("L")
        difference = ImageChops.multiply(difference, _mask(now.outline, after.size))
        cells = difference.resize((columns, rows), Image.Resampling.BOX)
        differing = {
            (number % columns, number // columns)
            for number, value in enumerate(cells.tobytes())
            if value >= _NOTICEABLE
        }
        regions = _merged_regions([_region(group, columns, rows) for group in _groups(differing)])
        share = sum(region.width * region.height for region in regions)
        if share > _MOST_SHARE or len(regions) > _MOST_REGIONS:
            return ()
        return tuple(sorted(regions))


def _without_bleed(png: bytes, bleed_px: float) -> "Image.Image":
    """A picture without its bleed."""
    from PIL import Image  # noqa: PLC0415

    picture = Image.open(io.BytesIO(png)).convert("RGB")
    cut = round(bleed_px)
    return picture.crop((cut, cut, picture.width - cut, picture.height - cut))


def _mask(outline: Outline, size: tuple[int, int]) -> "Image.Image":
    """A mask, white inside the trim and black outside; rectangles keep square corners."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    if outline.is_rectangle:
        return Image.new("L", size, 255)
    mask = Image.new("L", size, 0)
    if outline.is_round:
        ImageDraw.Draw(mask).ellipse((0, 0, size[0], size[1]), fill=255)
        return mask
    scale = size[0] / outline.size.width_mm
    corners = [(at.x_mm * scale, at.y_mm * scale) for at in outline.corners()]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return mask


def _groups(cells: set[tuple[int, int]]) -> Iterator[Sequence[tuple[int, int]]]:
    """The groups of cells that touch each other, or that have one cell between them."""
    left = set(cells)
    while left:
        group = [left.pop()]
        for x, y in group:  # grows while it is walked
            near = {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)} & left
            left -= near
            group += sorted(near)
        yield group


def _region(cells: Sequence[tuple[int, int]], columns: int, rows: int) -> Region:
    """The bounding box of some cells."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    width, height = max(xs) + 1 - min(xs), max(ys) + 1 - min(ys)
    return Region(min(xs) / columns, min(ys) / rows, width / columns, height / rows)


def _merged_regions(regions: list[Region]) -> list[Region]:
    """The regions; those that overlap are replaced by their common bounding box."""
    for number, first in enumerate(regions):
        for second in regions[number + 1 :]:
            if _overlap(first, second):
                left = [region for region in regions if region not in (first, second)]
                return _merged_regions([*left, _region_around(first, second)])
    return regions


def _overlap(first: Region, second: Region) -> bool:
    return (
        first.x < second.x + second.width
        and second.x < first.x + first.width
        and first.y < second.y + second.height
        and second.y < first.y + first.height
    )


def _region_around(first: Region, second: Region) -> Region:
    x, y = min(first.x, second.x), min(first.y, second.y)
    right = max(first.x + first.width, second.x + second.width)
    bottom = max(first.y + first.height, second.y + second.height)
    return Region(x, y, right - x, bottom - y)
