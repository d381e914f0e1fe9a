"""The order of the cuts as numbers in the margin, beside the tick of each cut."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from fustella.core.geometry import Point, Rect
from fustella.core.sheets import CutNumber, Dot, Line
from fustella.impose.marks.frame import OFF_MM, End, Frame, along

HEIGHT_MM = 2.0

_DIGIT_MM = 0.77 * HEIGHT_MM
"""A figure of Source Sans Pro is 0.497 em wide and 0.65 em high; a hair of air besides."""

_AIR_MM = 0.5

_FAR_MM = 10.0
"""A mark that is this far away leaves room enough."""


def numbers(
    marked: Mapping[End, Line | Dot], others: Sequence[Line], frame: Frame
) -> list[CutNumber]:
    """A number at each end of a cut where there is room beside its mark.

    They keep off all marks, the strip and the pieces, and go as far into the margin as ticks do.
    What is cut after strips were cut from each other (number 0) has none: its ticks say enough.
    """
    figures: list[CutNumber] = []
    taken = [_box(mark) for mark in marked.values()]
    freer = _freer_sides(marked)
    everywhere = [frame.slug, frame.extent.grown(OFF_MM / 2), *map(_box, others)]
    for end, mark in marked.items():
        if not end.number:
            continue
        for figure in _places(end, mark, freer[end]):
            box = _around(figure)
            around = box.grown(_AIR_MM / 2)
            if frame.limits.contains(box) and not any(
                map(around.overlaps, chain(everywhere, taken))
            ):
                taken.append(box)
                figures.append(figure)
                break
    return figures


def _freer_sides(marked: Iterable[End]) -> dict[End, bool]:
    """Whether there is room to the right of each mark, or above it, or at least more than there."""
    rows: dict[tuple[int, int], list[End]] = defaultdict(list)
    for end in marked:
        rows[end.step].append(end)
    freer: dict[End, bool] = {}
    for (dx, _), row in rows.items():
        row.sort(key=lambda end: -end.at.y_mm if dx else end.at.x_mm)
        places = [-end.at.y_mm if dx else end.at.x_mm for end in row]
        gaps = [math.inf, *(b - a for a, b in pairwise(places)), math.inf]
        freer |= {end: gaps[n + 1] >= min(gaps[n], _FAR_MM) for n, end in enumerate(row)}
    return freer


def _places(end: End, mark: Line | Dot, freer_after: bool) -> Iterator[CutNumber]:
    """Where the number of a mark may stand: on its freer side, on the other, or beyond it."""
    text = str(end.number)
    half_mm = (len(text) * _DIGIT_MM / 2, HEIGHT_MM / 2)
    dx = end.step[0]
    out_mm = half_mm[0] if dx else half_mm[1]
    aside_mm = (half_mm[1] if dx else half_mm[0]) + _AIR_MM
    near = along(end.at, end.step, OFF_MM + out_mm)
    aside = (0, -1) if dx else (1, 0)
    for way in (1, -1) if freer_after else (-1, 1):
        yield CutNumber(along(near, aside, way * aside_mm), text, HEIGHT_MM)
    box = _box(mark)
    beyond = {
        (-1, 0): box.x_mm - _AIR_MM - out_mm,
        (1, 0): box.right_mm + _AIR_MM + out_mm,
        (0, -1): box.y_mm - _AIR_MM - out_mm,
        (0, 1): box.bottom_mm + _AIR_MM + out_mm,
    }[end.step]
    at = Point(beyond, end.at.y_mm) if dx else Point(end.at.x_mm, beyond)
    yield CutNumber(at, text, HEIGHT_MM)


def _around(figure: CutNumber) -> Rect:
    width_mm = len(figure.text) * _DIGIT_MM
    at, height_mm = figure.at, figure.height_mm
    return Rect(at.x_mm - width_mm / 2, at.y_mm - height_mm / 2, width_mm, height_mm)


def _box(mark: Line | Dot) -> Rect:
    """The box around a mark; that of a line is no wider than the line."""
    if isinstance(mark, Dot):
        middle, r_mm = mark.middle, mark.radius_mm
        return Rect(middle.x_mm - r_mm, middle.y_mm - r_mm, 2 * r_mm, 2 * r_mm)
    x_mm = sorted((mark.start.x_mm, mark.end.x_mm))
    y_mm = sorted((mark.start.y_mm, mark.end.y_mm))
    return Rect(x_mm[0], y_mm[0], x_mm[1] - x_mm[0], y_mm[1] - y_mm[0]).grown(0.1)
