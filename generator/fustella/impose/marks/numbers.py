"""Places the numbers of cuts in their order, in the margin beside the tick of each cut."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, product

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.sheets import CutNumber, Dot, Line
from fustella.impose.marks.frame import OFF_MM, End, Frame, along

HEIGHT_MM = 2.0
"""The height of the numbers."""

_DIGIT_MM = 0.77 * HEIGHT_MM
"""The width of a digit: 0.497 em at 0.65 em of height in Source Sans Pro, and a little space."""

_AIR_MM = 0.5
"""The least distance between a number and a mark, a piece or the slug."""

_FAR_MM = 10.0
"""The distance between two marks at which a number certainly has room between them."""

_SQUARE_MM = 8.0
"""The size of the squares by which boxes are found; a mark or a number lies on one or two."""


def numbers(marked: Mapping[End, Line | Dot], frame: Frame) -> list[CutNumber]:
    """A number at each end of a cut where there is room beside its mark.

    Numbers keep off all marks, the slug and the pieces, and stay within the limits of marks. Ends
    whose number is 0 get no number.
    """
    placed: list[CutNumber] = []
    taken = _Taken((frame.slug, frame.extent.grown(OFF_MM / 2)), map(_box_of_mark, marked.values()))
    freer = _freer_sides(marked)
    for end, mark in marked.items():
        if not end.number:
            continue
        for number in _places(end, mark, freer[end]):
            box = _box_of_number(number)
            around = box.grown(_AIR_MM / 2)
            if frame.limits.contains(box) and taken.free(around):
                taken.add(box)
                placed.append(number)
                break
    return placed


class _Taken:
    """The areas that numbers keep off: a few large boxes, and small boxes by square of the page."""

    def __init__(self, large: Sequence[Rect], small: Iterable[Rect]) -> None:
        self._large = large
        self._squares: dict[tuple[int, int], list[Rect]] = defaultdict(list)
        for box in small:
            self.add(box)

    def add(self, box: Rect) -> None:
        for square in _squares(box):
            self._squares[square].append(box)

    def free(self, box: Rect) -> bool:
        """Whether a box overlaps none of these areas."""
        near = (self._squares.get(square, ()) for square in _squares(box))
        return not any(map(box.overlaps, chain(self._large, *near)))


def _squares(box: Rect) -> Iterator[tuple[int, int]]:
    left, top = int(box.x_mm // _SQUARE_MM), int(box.y_mm // _SQUARE_MM)
    right, bottom = int(box.right_mm // _SQUARE_MM), int(box.bottom_mm // _SQUARE_MM)
    return product(range(left, right + 1), range(top, bottom + 1))


def _freer_sides(marked: Iterable[End]) -> dict[End, bool]:
    """Whether the number of each mark is first tried on the right (or above).

    That is so if this side has room enough, or at least as much as the side opposite.
    """
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
    """Yields places for a mark's number: its freer side, its other side, beyond the mark."""
    text = str(end.number)
    half_mm = (len(text) * _DIGIT_MM / 2, HEIGHT_MM / 2)
    dx = end.step[0]
    out_mm = half_mm[0] if dx else half_mm[1]
    aside_mm = (half_mm[1] if dx else half_mm[0]) + _AIR_MM
    near = along(end.at, end.step, OFF_MM + out_mm)
    aside = (0, -1) if dx else (1, 0)
    for side in (1, -1) if freer_after else (-1, 1):
        yield CutNumber(along(near, aside, side * aside_mm), text, HEIGHT_MM)
    box = _box_of_mark(mark)
    beyond_mm = {
        (-1, 0): box.x_mm - _AIR_MM - out_mm,
        (1, 0): box.right_mm + _AIR_MM + out_mm,
        (0, -1): box.y_mm - _AIR_MM - out_mm,
        (0, 1): box.bottom_mm + _AIR_MM + out_mm,
    }[end.step]
    at = Point(beyond_mm, end.at.y_mm) if dx else Point(end.at.x_mm, beyond_mm)
    yield CutNumber(at, text, HEIGHT_MM)


def _box_of_number(number: CutNumber) -> Rect:
    width_mm = len(number.text) * _DIGIT_MM
    at, height_mm = number.at, number.height_mm
    return Rect(at.x_mm - width_mm / 2, at.y_mm - height_mm / 2, width_mm, height_mm)


def _box_of_mark(mark: Line | Dot) -> Rect:
    """The box around a mark; a line counts as 0.2 mm wide."""
    if isinstance(mark, Dot):
        return Rect(mark.middle.x_mm, mark.middle.y_mm, 0, 0).grown(mark.radius_mm)
    x_mm = sorted((mark.start.x_mm, mark.end.x_mm))
    y_mm = sorted((mark.start.y_mm, mark.end.y_mm))
    return Rect(x_mm[0], y_mm[0], x_mm[1] - x_mm[0], y_mm[1] - y_mm[0]).grown(0.1)
