"""Computes positions for templates to loop over: rings, arcs, rows, grid cells, scattered ones."""

import math
from functools import lru_cache
from random import Random

from msgspec import Struct

from fustella.core.values.problems import WrongArgument
from fustella.draw.templates.arguments import require_few, shown

_DARTS = 30
"""The number of random attempts for one position before the gap is reduced."""

_SHRINK = 0.95
"""The factor by which the gap is reduced."""


class TemplatePosition(Struct, frozen=True):
    """A position in mm.

    `angle` in degrees, 0 = up, clockwise; `random` from 0 to 1, the same in every build.
    """

    x: float
    y: float
    angle: float
    random: float


def ring(
    cx: float, cy: float, r: float, count: int, start: float = 0
) -> tuple[TemplatePosition, ...]:
    """`count` positions on a circle at equal angles, clockwise from `start`, facing outwards."""
    _whole("count", count)
    return _on_circle(cx, cy, r, [start + 360 * i / count for i in range(count)])


def arc(
    cx: float, cy: float, r: float, count: int, start: float, sweep: float
) -> tuple[TemplatePosition, ...]:
    """`count` positions along a part of a circle, ends included; one alone lies in the middle.

    - `start`, `sweep`: where it begins and how far it goes, in degrees clockwise from the top.
    """
    _whole("count", count)
    if count == 1:
        return _on_circle(cx, cy, r, [start + sweep / 2])
    return _on_circle(cx, cy, r, [start + sweep * i / (count - 1) for i in range(count)])


def row(x: float, y: float, count: int, step: float) -> tuple[TemplatePosition, ...]:
    """`count` positions side by side, `step` mm apart, the first at (x, y)."""
    _whole("count", count)
    return tuple(
        TemplatePosition(x + i * step, y, 0, chance) for i, chance in enumerate(_chances(count))
    )


def cells(
    x: float, y: float, columns: int, rows: int, module: float
) -> tuple[TemplatePosition, ...]:
    """The middles of the cells of a grid with sides of `module` mm, row by row."""
    _whole("columns", columns)
    _whole("rows", rows)
    require_few("columns times rows", columns * rows)
    chances = _chances(columns * rows)
    return tuple(
        TemplatePosition(
            x + (column + 0.5) * module,
            y + (line + 0.5) * module,
            0,
            chances[line * columns + column],
        )
        for line in range(rows)
        for column in range(columns)
    )


@lru_cache(maxsize=512)
def scatter(
    x: float, y: float, width: float, height: float, count: int, seed: str | int, gap: float
) -> tuple[TemplatePosition, ...]:
    """`count` positions in a box, at least `gap` mm apart, from far (top) to near.

    The same seed gives the same positions. When so many do not fit, the gap is reduced by a
    twentieth at a time until they do.
    """
    _whole("count", count)
    if width < 0 or height < 0 or gap < 0:
        raise WrongArgument("a size below 0", "width, height and gap are 0 or more")
    random = Random(f"scatter {seed}")
    darts: list[tuple[float, float]] = []
    while len(darts) < count:
        for _ in range(_DARTS):
            dart = (x + random.random() * width, y + random.random() * height)
            if all(math.dist(dart, other) >= gap for other in darts):
                darts.append(dart)
                break
        else:
            gap = gap * _SHRINK if gap > 1e-3 else 0.0
    positions = (
        TemplatePosition(px, py, random.random() * 360, random.random()) for px, py in darts
    )
    return tuple(sorted(positions, key=lambda position: (position.y, position.x)))


def _on_circle(cx: float, cy: float, r: float, angles: list[float]) -> tuple[TemplatePosition, ...]:
    chances = _chances(len(angles))
    return tuple(
        TemplatePosition(*on_circle(cx, cy, r, angle), angle % 360, chance)
        for angle, chance in zip(angles, chances, strict=True)
    )


def on_circle(cx: float, cy: float, r: float, angle: float) -> tuple[float, float]:
    """The point of a circle at an angle in degrees, 0 = up, clockwise."""
    radians = math.radians(angle)
    return cx + r * math.sin(radians), cy - r * math.cos(radians)


@lru_cache(maxsize=256)
def _chances(count: int) -> tuple[float, ...]:
    """The first `count` numbers of a fixed random sequence, each from 0 to 1."""
    random = Random("places")
    return tuple(random.random() for _ in range(count))


def _whole(name: str, value: int) -> None:
    if not isinstance(value, int):
        raise WrongArgument(f"{name} cannot be {shown(value)}", f"{name} is a whole number")
    if value < 0:
        raise WrongArgument(f"{name} cannot be {value}", f"{name} is 0 or more")
    require_few(name, value)
