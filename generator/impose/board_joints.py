"""Joining marks on the flaps of a board's parts: which neighbour comes here, and up to where.

They lie at least `OFF_MM` inside what the neighbour covers, so that nothing of them is ever seen
on the finished board.
"""

from collections.abc import Callable, Iterator

from generator.geometry import Point, Rect
from generator.impose.board_parts import Flap, Part
from generator.sheets import Figure, Line

OFF_MM = 1.5
"""From the seam and from the end of a flap: parts that are glued a little aside still cover it."""
HIGHEST_MM = 2.5
LOWEST_MM = 1.2
"""Letters lower than this cannot be read, and are left out."""
_LETTER_WIDTH = 0.62
"""Of a capital of the marks' font, as a part of its height; on the safe side."""
_STATIONS = (0.25, 0.75)
"""How far along a flap its marks stand."""


def joints_of(
    part: Part, on_page: Callable[[Point], Point], turned: bool
) -> tuple[Line | Figure, ...]:
    """The marks of a part; `on_page` takes a point of the board to the block it is laid out in.

    `turned`: the part lies a quarter turned there.
    """
    return tuple(
        mark
        for flap in part.flaps
        for mark in _marks(f"{part.name}|{flap.neighbour}", flap, on_page, turned)
    )


def _marks(
    label: str, flap: Flap, on_page: Callable[[Point], Point], turned: bool
) -> Iterator[Line | Figure]:
    """Two figures along a flap, each between two triangles that point at the seam."""
    free = flap.box.grown(-OFF_MM)
    thick_mm, long_mm = free.width_mm, free.height_mm
    if not flap.upright:
        thick_mm, long_mm = long_mm, thick_mm
    high_mm = min(HIGHEST_MM, thick_mm)
    wide_mm = len(label) * high_mm * _LETTER_WIDTH
    station_mm = wide_mm + 4 * high_mm
    if high_mm < LOWEST_MM or long_mm < station_mm:
        return
    stations = _STATIONS if long_mm >= 2 * station_mm else (0.5,)
    for part in stations:
        along_mm = long_mm * part
        middle = _inside(free, flap.upright, along_mm, thick_mm / 2)
        turn_deg = 90 if flap.upright != turned else 0
        yield Figure(on_page(middle), label, high_mm, turn_deg)
        for aside_mm in (-wide_mm / 2 - high_mm, wide_mm / 2 + high_mm):
            yield from _triangle(free, flap.upright, along_mm + aside_mm, high_mm, on_page)


def _triangle(
    free: Rect, upright: bool, along_mm: float, high_mm: float, on_page: Callable[[Point], Point]
) -> Iterator[Line]:
    """Its tip is where the free part of the flap begins, on the side of the seam."""
    tip = on_page(_inside(free, upright, along_mm, 0.0))
    one = on_page(_inside(free, upright, along_mm - high_mm / 2, high_mm))
    other = on_page(_inside(free, upright, along_mm + high_mm / 2, high_mm))
    yield from (Line(*ends, halo=True) for ends in ((tip, one), (one, other), (other, tip)))


def _inside(free: Rect, upright: bool, along_mm: float, from_seam_mm: float) -> Point:
    if upright:
        return Point(free.x_mm + from_seam_mm, free.y_mm + along_mm)
    return Point(free.x_mm + along_mm, free.y_mm + from_seam_mm)
