"""A shifted page, with everything on it."""

from typing import get_args

from msgspec import Struct

from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.sheets import (
    Bar,
    CutNumber,
    Dot,
    Line,
    Mark,
    Page,
    Placement,
    Ring,
    Slug,
    Trim,
    moved_page,
)

BOX = Rect(10, 20, 30, 40)
AT = Point(15, 25)
CORNERS = (AT, Point(20, 25), Point(20, 35))
MARKS = (Line(AT, Point(1, 2)), Ring(AT, 3), Dot(AT, 1), CutNumber(AT, "7", 2, 90), Bar(BOX))
PAGE = Page(
    SideName.FRONT,
    (Placement(FaceId("p", SideName.FRONT), BOX, 90, 0.5, Rect(1, 2, 30, 40), CORNERS),),
    MARKS,
    Slug(BOX, upright=True),
    "A1",
    (Trim(Outline.polygon(CORNERS), BOX, 90, CORNERS),),
    (Line(AT, Point(3, 4)),),
    (BOX,),
    (Bar(BOX),),
    BOX,
)
IN_THE_FACE = ("window", "outline")
"""Fields that are measured on the face and not on the page."""


def places(value: object) -> list[tuple[str, float]]:
    """Every x and y inside a value, except those measured on a face."""
    if isinstance(value, tuple):
        return [place for one in value for place in places(one)]
    if not isinstance(value, Struct):
        return []
    found = []
    for name in value.__struct_fields__:
        inside = getattr(value, name)
        if name in ("x_mm", "y_mm"):
            found.append((name, inside))
        elif name not in IN_THE_FACE:
            found += places(inside)
    return found


def test_page_of_these_tests_has_every_kind_of_mark():
    assert {type(mark) for mark in MARKS} == set(get_args(Mark))
    empty = [name for name in Page.__struct_fields__ if not getattr(PAGE, name)]
    assert empty == []


def test_moved_page_moves_all_places_and_nothing_else():
    after = moved_page(PAGE, 100, 1000)
    step = {"x_mm": 100, "y_mm": 1000}
    assert places(after) == [(name, at + step[name]) for name, at in places(PAGE)]
    assert moved_page(after, -100, -1000) == PAGE
    assert moved_page(PAGE, 0, 0) == PAGE
