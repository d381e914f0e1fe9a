"""Neighbours that share a cut: what is left of their bleed in extreme cases."""

import pytest

from fustella.core.geometry.shapes import Outline, Point
from fustella.impose.packing.shared_cuts import offset_sides

HEXAGON = tuple(Outline.hexagon(6).corners())


def moved(*by_mm: float) -> list[tuple[float, float]]:
    return [(round(at.x_mm, 3), round(at.y_mm, 3)) for at in offset_sides(HEXAGON, by_mm)]


def area(points: list[tuple[float, float]]) -> float:
    """Twice the area, above 0 when the corners go round as those of the hexagon."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


def test_offset_sides_by_nothing_keeps_the_corners():
    assert moved(*[0.0] * 6) == [(round(p.x_mm, 3), round(p.y_mm, 3)) for p in HEXAGON]


@pytest.mark.parametrize("bleed_mm", [0.5, 1.0, 2.0, 2.9, 3.0, 3.1, 5.0])
@pytest.mark.parametrize("side", range(6))
def test_offset_sides_of_one_free_side_ends_it_where_its_neighbours_meet(side, bleed_mm):
    """Two sides of a hexagon meet as far beyond the one between them as it is from the middle."""
    found = moved(*(bleed_mm if number == side else 0.0 for number in range(6)))
    assert len(found) == (6 if bleed_mm < 3 else 5)
    assert len(set(found)) == len(found)
    tip = moved(*(100.0 if number == side else 0.0 for number in range(6)))
    whole = area([(p.x_mm, p.y_mm) for p in HEXAGON])
    assert whole < area(found) <= area(tip) + 0.01
    assert area(tip) == pytest.approx(whole * 7 / 6, rel=1e-3)


def test_offset_sides_of_all_sides_grows_the_hexagon():
    middle = Point(sum(p.x_mm for p in HEXAGON) / 6, sum(p.y_mm for p in HEXAGON) / 6)
    for (x, y), corner in zip(moved(*[3.0] * 6), HEXAGON, strict=True):
        assert x - middle.x_mm == pytest.approx(2 * (corner.x_mm - middle.x_mm), abs=2e-3)
        assert y - middle.y_mm == pytest.approx(2 * (corner.y_mm - middle.y_mm), abs=2e-3)
