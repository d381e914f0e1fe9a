"""Draws small pictures of pixels as shapes, since icons in texts have no pixels."""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fustella.draw.pictures.prepare import upright
from fustella.draw.pictures.raster import opened

if TYPE_CHECKING:
    from PIL import Image

_MOST_PX = 64
"""At 4 mm, the height of a large line, 64 pixels are 400 to an inch."""

_COLOURS = 12
_SOLID = 128
_OVERLAP = 0.25
"""How far a shape reaches under the next, in pixels: without it, screens show a line of paper."""


def drawing_of(data: bytes) -> str:
    """An SVG of rectangles for a picture; half transparent pixels are there or are not.

    Raises UnreadablePicture.
    """
    with opened(io.BytesIO(data)) as picture:
        colours, alpha = upright(picture)
    colours.thumbnail((_MOST_PX, _MOST_PX))
    if alpha is not None:
        alpha = alpha.resize(colours.size)
    return _svg(colours.convert("RGB").quantize(_COLOURS), alpha)


def _svg(picture: "Image.Image", alpha: "Image.Image | None") -> str:
    width, height = picture.size
    numbers, solid = picture.tobytes(), alpha.tobytes() if alpha is not None else None
    rows = [
        [
            numbers[at] if solid is None or solid[at] >= _SOLID else None
            for at in range(row * width, (row + 1) * width)
        ]
        for row in range(height)
    ]
    palette = picture.getpalette() or []
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">']
    for number in range(len(palette) // 3):
        if path := "".join(_rectangles(rows, number)):
            fill = "#" + "".join(f"{part:02x}" for part in palette[3 * number : 3 * number + 3])
            parts.append(f'<path fill="{fill}" d="{path}"/>')
    return "".join([*parts, "</svg>\n"])


def _rectangles(rows: list[list[int | None]], number: int) -> Iterator[str]:
    """Yields the rectangles of one colour: runs in a row, with those that are the same below."""
    open_runs: dict[tuple[int, int], int] = {}
    for y, row in enumerate([*rows, []]):
        runs = set(_runs(row, number))
        for run in [run for run in open_runs if run not in runs]:
            yield _rectangle(*run, open_runs.pop(run), y)
        for run in runs:
            open_runs.setdefault(run, y)


def _runs(row: list[int | None], number: int) -> Iterator[tuple[int, int]]:
    start = None
    for x, found in enumerate([*row, None]):
        if found == number:
            start = x if start is None else start
        elif start is not None:
            yield start, x
            start = None


def _rectangle(left: int, right: int, top: int, bottom: int) -> str:
    wide, high = right - left + _OVERLAP, bottom - top + _OVERLAP
    return f"M{left} {top}h{wide:g}v{high:g}h{-wide:g}z"
