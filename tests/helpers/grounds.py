"""Measures the grounds behind and around the texts of faces, on pictures without the texts.

`python -m tests.helpers.grounds GAME` lists the texts of a game whose ground is not quiet, worst
first.

Each line of a text has a grid of points over the box of its ink, and over a band around it. A point
is *foreign* if its colour differs from that of most of the box. Foreign points in the band are a
border, an edge or a drawing that the text touches; foreign points in the box are a drawing below
the text. Of the tool, only the engine that draws SVG is used.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy

from fustella.core.geometry.shapes import Point
from fustella.core.values.model import Face, FaceId
from tests.helpers.bare import DPI, Bare, bare
from tests.helpers.drawn import drawn, game_of
from tests.helpers.luminance import LINEAR

STEP_MM = 0.16
BAND_MM = 0.4
"""The least distance of lines and drawings from letters."""

FOREIGN = 22.0
"""The distance of two colours (CIE 1976, L*a*b*) from which people see two."""


@dataclass(frozen=True)
class Ground:
    """A line of text on a face, with the foreign shares of its box and of the band around."""

    face: FaceId
    text: str
    height_mm: float
    inside: float
    around: float


def grounds(*several: Mapping[FaceId, Face]) -> Iterator[Ground]:
    """Yields the grounds of all lines of text of faces, in several languages for example."""
    return chain.from_iterable(map(grounds_on, bare(*several)))


def grounds_on(one: Bare) -> Iterator[Ground]:
    """Yields the grounds of all lines of text of faces that are equal except for texts."""
    known: dict[tuple[Point, ...], tuple[float, float, float]] = {}
    for told in one.faces:
        for run in told.runs:
            corners = run.ink_corners()
            if corners not in known:
                known[corners] = _measured_shares(corners, one.picture, told.face.bleed_mm)
            yield Ground(told.id, run.text.strip(), *known[corners])


def lab_of(rgb: numpy.ndarray) -> numpy.ndarray:
    """Colours in sRGB as L*a*b* (CIE 1976), by the white of sRGB."""
    linear = LINEAR[rgb]
    xyz = linear @ numpy.array(
        [[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]]
    ) / numpy.array([0.9505, 1.0, 1.089])  # fmt: skip
    f = numpy.where(xyz > 0.008856, numpy.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return numpy.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def are_two(colours: numpy.ndarray, others: numpy.ndarray) -> numpy.ndarray:
    """Whether people see colours in L*a*b* as different from `others`, one by one."""
    return numpy.sqrt(((colours - others) ** 2).sum(axis=-1)) > FOREIGN


def _measured_shares(
    box: Sequence[Point], picture: numpy.ndarray, bleed_mm: float
) -> tuple[float, float, float]:
    """The height of a box, and the foreign shares of a picture inside of it and around it."""
    corners = numpy.array([(point.x_mm, point.y_mm) for point in box])
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    width_mm, height_mm = (float(numpy.hypot(*side)) for side in (along, down))
    along, down = along / width_mm, down / height_mm
    u, v = (
        numpy.arange(STEP_MM / 2 - BAND_MM, length_mm + BAND_MM, STEP_MM)
        for length_mm in (width_mm, height_mm)
    )
    points = corners[0] + u[None, :, None] * along + v[:, None, None] * down
    pixels = ((points + bleed_mm) * DPI / 25.4).astype(int)
    x, y = (numpy.clip(pixels[..., n], 0, picture.shape[1 - n] - 1) for n in (0, 1))
    pixels = picture[y, x]
    if (pixels == pixels[0, 0]).all():
        return height_mm, 0.0, 0.0
    colours = lab_of(pixels)
    inside = ((u > 0) & (u < width_mm))[None, :] & ((v > 0) & (v < height_mm))[:, None]
    most = numpy.median(colours[inside], axis=0)
    foreign = are_two(colours, most)
    return height_mm, float(foreign[inside].mean()), float(foreign[~inside].mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="texts whose ground is not quiet")
    parser.add_argument("game")
    parser.add_argument("--least", type=float, default=0.05)
    parser.add_argument("--language", default="")
    asked = parser.parse_args()
    faces = drawn(asked.game, asked.language or game_of(asked.game).languages[0]).faces
    unquiet = [one for one in grounds(faces) if max(one.inside, one.around) > asked.least]
    for one in sorted(unquiet, key=lambda each: -max(each.inside, each.around)):
        print(f"{one.inside:5.0%} {one.around:5.0%}  {one.face.piece} {one.face.side}: {one.text}")


if __name__ == "__main__":
    main()
