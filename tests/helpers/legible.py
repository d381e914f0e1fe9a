"""Reads the figures on pieces as people do from the other side of a table.

A piece is rendered as coarsely as an eye sees it there, and each digit is compared with pictures of
all ten in its font and size, black on white: the most similar one is read. Of the tool, only the
engine that draws SVG and the places of its texts are used.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

import numpy
import pypdfium2

from fustella.core.values.model import Face
from fustella.draw.inspect.texts import DrawnRun, DrawnTexts
from fustella.draw.render.worker import compile_pages
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.text.families import font_folder
from fustella.draw.text.fonts import FontStyle
from tests.helpers.luminance import luminances

DPI = 62
"""The resolution of an eye at 70 cm: a pixel of 62 dpi is 0.4 mm.

In the best light, eyes distinguish points 0.2 mm apart (a sixtieth of a degree); ordinary eyes in
the evening need twice that.
"""

_COLUMNS, _ROWS = 12, 18
"""The columns and rows of points at which a digit is compared."""

_TOP_EM, _BOTTOM_EM = 0.7, -0.04
"""The top and bottom of a digit, from its baseline."""

_SHIFTS_MM = (-0.2, 0.0, 0.2)
"""The shifts to try: digits and their models lie differently on the grid of pixels."""

_TEN = "0123456789"
_INK_EM = 0.65
"""The height of a digit in the built-in fonts."""


@dataclass(frozen=True)
class Reading:
    """The reading of a figure.

    `likeness` is the correlation with its model, at most 1, of the least similar digit; `lead` is
    the least distance to the correlation with the next model; `contrast` is the distance of strokes
    and ground in lightness, 0 to 100.
    """

    read: str
    height_mm: float
    likeness: float
    lead: float
    contrast: float


def reading(face: Face, figure: str) -> Reading | None:
    """The reading of a figure where a face shows it largest; None if the face does not show it."""
    runs = _runs(face, figure)
    return _read(max(runs, key=_size_mm), _picture(face.svg), face.bleed_mm) if runs else None


def readings(face: Face, figure: str) -> list[Reading]:
    """The readings of a figure at all places where a face shows it."""
    return [_read(run, _picture(face.svg), face.bleed_mm) for run in _runs(face, figure)]


def _runs(face: Face, figure: str) -> list[DrawnRun]:
    texts = DrawnTexts(resolve_finished(ElementTree.fromstring(face.svg))).drawn
    return [run for text in texts for run in text.runs if run.text.strip() == figure]


def _size_mm(run: DrawnRun) -> float:
    top, _, _, foot = run.corners(1, 0)
    return float(numpy.hypot(top.x_mm - foot.x_mm, top.y_mm - foot.y_mm))


def _read(run: DrawnRun, picture: numpy.ndarray, bleed_mm: float) -> Reading:
    size_mm, font = round(_size_mm(run), 2), run.letters[0].lettering.font
    seen = _digits(run, picture, bleed_mm)
    models = _models(font, size_mm)
    alike = [_likeness(moved, models) for moved in seen]
    best = [max(range(10), key=digit.__getitem__) for digit in alike]
    leads = [sorted(digit)[-1] - sorted(digit)[-2] for digit in alike]
    strokes = seen[:, seen.shape[1] // 2]
    return Reading(
        read="".join(_TEN[digit] for digit in best),
        height_mm=size_mm * _INK_EM,
        likeness=min(map(max, alike)),
        lead=min(leads),
        contrast=float(numpy.percentile(strokes, 95) - numpy.percentile(strokes, 5)),
    )


def _likeness(seen: numpy.ndarray, models: numpy.ndarray) -> list[float]:
    """The correlation of each model with the most similar one of some pictures.

    Light on dark counts as much as dark on light.
    """
    alike = numpy.abs(_directions(seen) @ _directions(models).T)
    return [float(one) for one in alike.max(axis=0)]


def _directions(pictures: numpy.ndarray) -> numpy.ndarray:
    """Pictures as vectors of mean 0 and length 1; a picture of one colour is 0."""
    rows = pictures.reshape(len(pictures), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    lengths = numpy.sqrt((rows**2).sum(axis=1, keepdims=True))
    return rows / numpy.where(lengths > 0, lengths, 1)


@cache
def _models(font: FontStyle, size_mm: float) -> numpy.ndarray:
    svgs = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">'
        '<rect width="40" height="40" fill="#ffffff"/>'
        f'<text x="10.13" y="30.07" font-family="{font.family}" font-weight="{font.weight}" '
        f'font-size="{size_mm}">{digit}</text></svg>'
        for digit in _TEN
    ]
    scenes = [resolve_finished(ElementTree.fromstring(svg)) for svg in svgs]
    runs = [DrawnTexts(scene).drawn[0].runs[0] for scene in scenes]
    pictures = _pictures(svgs)
    still = len(_SHIFTS_MM) ** 2 // 2
    found = (_digits(run, one, 0) for run, one in zip(runs, pictures, strict=True))
    return numpy.stack([digit[still] for (digit,) in found])


def _digits(run: DrawnRun, picture: numpy.ndarray, bleed_mm: float) -> numpy.ndarray:
    """The lightness of each digit of a run, upright, at all shifts; digits are equally wide."""
    corners = [(c.x_mm, c.y_mm) for c in run.corners(_TOP_EM, _BOTTOM_EM)]
    first, right, _, low = (numpy.array(corner) + bleed_mm for corner in corners)
    count = len(run.text.strip())
    along, down = (right - first) / count, low - first
    u, v = ((numpy.arange(points) + 0.5) / points for points in (_COLUMNS, _ROWS))
    one = first + u[None, :, None] * along + v[:, None, None] * down
    digits = one + numpy.arange(count)[:, None, None, None] * along
    shifts = numpy.array([(dx, dy) for dx in _SHIFTS_MM for dy in _SHIFTS_MM])
    moved = digits[:, None] + shifts[:, None, None]
    return _sampled_lightness(picture, moved * DPI / 25.4 - 0.5)


def _sampled_lightness(picture: numpy.ndarray, at: numpy.ndarray) -> numpy.ndarray:
    """The lightness of a picture at points, interpolated between pixels."""
    high, wide = picture.shape[:2]
    x, y = numpy.clip(at[..., 0], 0, wide - 1.001), numpy.clip(at[..., 1], 0, high - 1.001)
    i, j = x.astype(int), y.astype(int)
    s, t = x - i, y - j
    i, j = i - (left := i.min()), j - (top := j.min())
    light = _lightness(picture[top : top + j.max() + 2, left : left + i.max() + 2])
    upper = light[j, i] * (1 - s) + light[j, i + 1] * s
    lower = light[j + 1, i] * (1 - s) + light[j + 1, i + 1] * s
    return upper * (1 - t) + lower * t


@cache
def _picture(svg: str) -> numpy.ndarray:
    (picture,) = _pictures([svg])
    return picture


def _pictures(svgs: Sequence[str]) -> Iterator[numpy.ndarray]:
    """Yields the picture of each SVG, as rows of pixels of red, green and blue."""
    for page in pypdfium2.PdfDocument(compile_pages(svgs, str(font_folder()))):
        # What is not copied goes with the bitmap.
        yield page.render(scale=DPI / 72, rev_byteorder=True).to_numpy()[:, :, :3].copy()


def _lightness(rgb: numpy.ndarray) -> numpy.ndarray:
    """The lightness of pixels, in L* of CIE 1976."""
    luminance = luminances(rgb)
    light = numpy.where(luminance > 0.008856, 116 * numpy.cbrt(luminance) - 16, 903.3 * luminance)
    return numpy.asarray(light)
