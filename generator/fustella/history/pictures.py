"""Faces as small pictures for a screen, and where two of them differ."""

import base64
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fustella.core.cache import DiskCache
from fustella.core.geometry import Outline, Shape
from fustella.core.model import Face
from fustella.core.units import MM_PER_INCH
from fustella.draw.render import render
from fustella.write.raster import page_pngs

if TYPE_CHECKING:
    from PIL import Image


DPI = 150.0

MANY, DPI_OF_MANY = 120, 100.0
"""More pictures than this are made coarser, or the page would be too heavy to be attached."""

MOST_PX = 900
"""No side of a picture is longer: a board is seen as a whole, not read."""

_COLOURS = 192

_CELL_MM = 2.0
"""What lies nearer together than this is one difference."""

_SEEN = 3
"""Of 255, on average over a cell: less is the smoothing of edges."""

_MOST_SHARE = 0.6

_MOST_SPOTS = 8
"""Where more than this differs, everything does, and no frames say where."""


@dataclass(frozen=True, slots=True, order=True)
class Region:
    """An upright part of a picture, each number a share of its width or height."""

    x: float
    y: float
    width: float
    height: float


class Pictures:
    """Pictures of faces, trimmed, by digest: each is made once."""

    def __init__(self, cache: DiskCache | None) -> None:
        self._cache = cache
        self._images: dict[str, Image.Image] = {}

    def make(self, faces: Iterable[Face]) -> None:
        """Render faces, those of one form together. Raises RenderFailed."""
        by_form: dict[tuple[float, float, float], dict[str, Face]] = {}
        for face in faces:
            size = face.outline.size
            form = size.width_mm, size.height_mm, face.bleed_mm
            if face.digest not in self._images:
                by_form.setdefault(form, {})[face.digest] = face
        many = sum(map(len, by_form.values())) > MANY
        for (width_mm, height_mm, bleed_mm), own in by_form.items():
            most = MOST_PX / max(width_mm, height_mm) * MM_PER_INCH
            dpi = min(DPI_OF_MANY if many else DPI, most)
            for rendered in render([list(own.values())], self._cache):
                pngs = page_pngs(rendered.pdf, dpi)
                for digest, png in zip(rendered.digests, pngs, strict=True):
                    self._images[digest] = _trimmed(png, bleed_mm / MM_PER_INCH * dpi)

    def data_url(self, face: Face) -> str:
        """A picture that was made, as it stands in an HTML page."""
        from PIL.Image import Dither  # noqa: PLC0415

        content = io.BytesIO()
        whole = self._images[face.digest]
        picture = whole.quantize(_COLOURS, dither=Dither.NONE)  # flat colours stay flat
        picture.save(content, "PNG", optimize=True)
        return f"data:image/png;base64,{base64.b64encode(content.getvalue()).decode()}"

    def differences(self, then: Face, now: Face) -> tuple[Region, ...]:
        """Where two pictures differ; nothing where they have different forms, or differ all over.

        Both must have been made.
        """
        from PIL import Image, ImageChops  # noqa: PLC0415  (not for a diff as text)

        before, after = self._images[then.digest], self._images[now.digest]
        if then.outline != now.outline or before.size != after.size:
            return ()
        size = now.outline.size
        columns = max(1, round(size.width_mm / _CELL_MM))
        rows = max(1, round(size.height_mm / _CELL_MM))
        differing = ImageChops.difference(before, after).convert("L")
        differing = ImageChops.multiply(differing, _inside(now.outline, after.size))
        small = differing.resize((columns, rows), Image.Resampling.BOX)
        seen = {
            (number % columns, number // columns)
            for number, value in enumerate(small.tobytes())
            if value >= _SEEN
        }
        regions = _apart([_spot(group, columns, rows) for group in _groups(seen)])
        share = sum(region.width * region.height for region in regions)
        return (
            tuple(sorted(regions)) if share <= _MOST_SHARE and len(regions) <= _MOST_SPOTS else ()
        )


def _trimmed(png: bytes, bleed_px: float) -> "Image.Image":
    """A picture without its bleed, on white where nothing is printed."""
    from PIL import Image  # noqa: PLC0415

    picture = Image.open(io.BytesIO(png)).convert("RGB")
    cut = round(bleed_px)
    return picture.crop((cut, cut, picture.width - cut, picture.height - cut))


def _inside(outline: Outline, size: tuple[int, int]) -> "Image.Image":
    """White where the scissors leave a picture of this size, black outside."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    if outline.shape is Shape.RECTANGLE:
        return Image.new("L", size, 255)
    mask = Image.new("L", size, 0)
    if outline.shape is Shape.CIRCLE:
        ImageDraw.Draw(mask).ellipse((0, 0, size[0], size[1]), fill=255)
        return mask
    scale = size[0] / outline.size.width_mm
    corners = [(at.x_mm * scale, at.y_mm * scale) for at in outline.corners()]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return mask


def _apart(regions: list[Region]) -> list[Region]:
    """The same with those joined that lie over each other."""
    for number, one in enumerate(regions):
        for other in regions[number + 1 :]:
            if _overlap(one, other):
                left = [region for region in regions if region not in (one, other)]
                return _apart([*left, _around(one, other)])
    return regions


def _overlap(one: Region, other: Region) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def _around(one: Region, other: Region) -> Region:
    x, y = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.width, other.x + other.width)
    bottom = max(one.y + one.height, other.y + other.height)
    return Region(x, y, right - x, bottom - y)


def _groups(cells: set[tuple[int, int]]) -> Iterator[Sequence[tuple[int, int]]]:
    """Cells that touch each other, or have one cell between them."""
    left = set(cells)
    while left:
        group = [left.pop()]
        for x, y in group:  # grows while it is walked
            near = {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)} & left
            left -= near
            group += sorted(near)
        yield group


def _spot(cells: Sequence[tuple[int, int]], columns: int, rows: int) -> Region:
    """The box around some cells."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    width, height = max(xs) + 1 - min(xs), max(ys) + 1 - min(ys)
    return Region(min(xs) / columns, min(ys) / rows, width / columns, height / rows)
