"""Computes the margin around the block of pieces on a page, and the marks that lie in it."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from fustella.core.geometry.polygons import SAME_MM
from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect
from fustella.core.values.paper import Paper
from fustella.core.values.sheets import Dot, Line, Slug
from fustella.impose.layout import Layout, extent_of
from fustella.impose.marks.edges import cut_box

OFF_MM = 1.0
"""The distance of a tick from trim and bleed, so that a cut beside the line leaves no ink."""

INWARD_TICK_MM = 2.0
"""The length of a tick on the pieces, where the paper's margin has no room for a tick."""

LONGEST_TICK_MM = 4.0
SHORTEST_TICK_MM = 1.0

TO_PAPER_EDGE_MM = 2.0
"""The distance of marks from the edge of paper that has no margin."""

DOT_MM = 0.4
"""The radius of a dot."""

TRIANGLE_MM = 2.5

Step: TypeAlias = tuple[int, int]
"""One of the four directions along the sides of the page, y down."""


class End(Struct, frozen=True):
    """An end of a cut that leaves the block: `at` on the border of the print, `step` outward.

    A cut whose `number` is 0 is marked without a number.
    """

    number: int
    at: Point
    step: Step


class Frame(Struct, frozen=True):
    """The block with its bleed (`extent`), the `limits` of marks around it, and the slug's box."""

    extent: Rect
    limits: Rect
    slug: Rect

    def tick(self, end: End) -> Line | None:
        """A tick that leads away from the end of a cut, or None without room for one."""
        room_mm = min(self._room_mm(end.at, end.step) - OFF_MM, LONGEST_TICK_MM)
        if room_mm < SHORTEST_TICK_MM - EPSILON_MM:
            return None
        return Line(along(end.at, end.step, OFF_MM), along(end.at, end.step, OFF_MM + room_mm))

    def dot(self, end: End) -> Dot | None:
        """A dot outside the end of a cut, or None without room for one."""
        middle = along(end.at, end.step, OFF_MM + DOT_MM)
        around = Rect(middle.x_mm, middle.y_mm, 0, 0).grown(DOT_MM)
        return Dot(middle, DOT_MM) if self.limits.contains(around) else None

    def triangle(self, at: Point) -> tuple[Line, ...]:
        """A triangle outside a board's part, whose tip points at a place on the part's edge."""
        step = self._nearest_step_out(at)
        high_mm = min(self._room_mm(at, step) - OFF_MM, TRIANGLE_MM)
        if high_mm < SHORTEST_TICK_MM - EPSILON_MM:
            return ()
        tip = along(at, step, OFF_MM)
        middle = along(at, step, OFF_MM + high_mm)
        aside = (step[1], step[0])
        left, right = along(middle, aside, high_mm / 2), along(middle, aside, -high_mm / 2)
        return Line(tip, left), Line(left, right), Line(right, tip)

    def ends(self, line: Line, number: int, block: Rect) -> Iterator[End]:
        """The ends of an upright or level cut, as far as they leave the block of trims."""
        extent = self.extent
        if line.start.x_mm == line.end.x_mm:
            if line.start.y_mm < block.y_mm + SAME_MM:
                yield End(number, Point(line.start.x_mm, extent.y_mm), (0, -1))
            if line.end.y_mm > block.bottom_mm - SAME_MM:
                yield End(number, Point(line.start.x_mm, extent.bottom_mm), (0, 1))
            return
        if line.start.x_mm < block.x_mm + SAME_MM:
            yield End(number, Point(extent.x_mm, line.start.y_mm), (-1, 0))
        if line.end.x_mm > block.right_mm - SAME_MM:
            yield End(number, Point(extent.right_mm, line.start.y_mm), (1, 0))

    def _room_mm(self, at: Point, step: Step) -> float:
        """The room from `at` to the limits of marks, in one of the four directions."""
        match step:
            case (-1, 0):
                return at.x_mm - self.limits.x_mm
            case (1, 0):
                return self.limits.right_mm - at.x_mm
            case (0, -1):
                return at.y_mm - self.limits.y_mm
            case _:
                return self.limits.bottom_mm - at.y_mm

    def _nearest_step_out(self, at: Point) -> Step:
        """The direction that leads out of the block from a place on its edge."""
        distances_mm = {
            (-1, 0): at.x_mm - self.extent.x_mm,
            (1, 0): self.extent.right_mm - at.x_mm,
            (0, -1): at.y_mm - self.extent.y_mm,
            (0, 1): self.extent.bottom_mm - at.y_mm,
        }
        return min(distances_mm, key=lambda step: abs(distances_mm[step]))


def frame_of(layout: Layout, paper: Paper, slug: Slug) -> Frame:
    """The frame of a layout that has its place on the page: marks keep out of the margins."""
    inked = (
        position.box.grown(position.item.bleed_mm if position.window is None else 0.0)
        for position in layout.positions
    )
    extent = extent_of((*map(cut_box, layout.positions), *inked))
    page = Rect(0, 0, paper.size.width_mm, paper.size.height_mm).grown(-TO_PAPER_EDGE_MM)
    reached = paper.printable
    left_mm, top_mm = max(page.x_mm, reached.x_mm), max(page.y_mm, reached.y_mm)
    width_mm = min(page.right_mm, reached.right_mm) - left_mm
    height_mm = min(page.bottom_mm, reached.bottom_mm) - top_mm
    return Frame(extent, _free_of_slug(Rect(left_mm, top_mm, width_mm, height_mm), slug), slug.box)


def along(at: Point, step: Step, by_mm: float) -> Point:
    """The point that lies `by_mm` from `at` in a direction."""
    return Point(at.x_mm + step[0] * by_mm, at.y_mm + step[1] * by_mm)


def _free_of_slug(whole: Rect, slug: Slug) -> Rect:
    """The part of the page that the slug leaves free; an empty slug takes nothing."""
    box = slug.box
    if box.width_mm <= 0 or box.height_mm <= 0:
        return whole
    if slug.upright:
        return Rect(whole.x_mm, whole.y_mm, box.x_mm - whole.x_mm, whole.height_mm)
    return Rect(whole.x_mm, whole.y_mm, whole.width_mm, box.y_mm - whole.y_mm)
