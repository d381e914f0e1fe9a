"""Floor plans: each cell gets its room, walls go from side to side, parts are not too large."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.floorplans import (
    LOOSE_MM,
    Cell,
    NotParted,
    PartTooLarge,
    TooTight,
    plan_floor,
    plan_parts,
)
from fustella.core.geometry.shapes import Rect, Size

sides = st.floats(10, 90).map(lambda mm: round(mm, 1))


def cell(name, box):
    return Cell(name, box, box.size)


@st.composite
def floors(draw, depth=3):
    """Cells that straight cuts part: beside each other, or below each other, and so on."""

    def fill(x_mm, y_mm, depth, upright):
        count = draw(st.integers(1, 3)) if depth else 1
        if count == 1 and not depth:
            boxes.append(Rect(x_mm, y_mm, draw(sides), draw(sides)))
            return boxes[-1].right_mm, boxes[-1].bottom_mm
        right_mm, bottom_mm = x_mm, y_mm
        for _ in range(count):
            reached = fill(x_mm, y_mm, depth - 1, not upright)
            right_mm, bottom_mm = max(right_mm, reached[0]), max(bottom_mm, reached[1])
            x_mm, y_mm = (reached[0], y_mm) if upright else (x_mm, reached[1])
        return right_mm, bottom_mm

    boxes: list[Rect] = []
    right_mm, bottom_mm = fill(0.0, 0.0, draw(st.integers(0, depth)), draw(st.booleans()))
    cells = [cell(f"c{number}", box) for number, box in enumerate(boxes)]
    return cells, Size(right_mm, bottom_mm)


walls = st.floats(0.3, 4).map(lambda mm: round(mm, 2))


def with_room(packed, wall_mm, cells, spare):
    """A room in which the walls have room, too: as many as there are cells each way."""
    more = (len(cells) + 1) * 2 * (wall_mm + 0.5) + spare
    return Size(packed.width_mm + more, packed.height_mm + more)


@given(floors(), walls, st.floats(0, 40))
def test_each_cell_has_a_compartment_of_its_size_and_none_overlap(floor, wall_mm, spare_mm):
    cells, packed = floor
    room = with_room(packed, wall_mm, cells, spare_mm)
    plan = plan_floor(cells, room, wall_mm)
    sizes = {one.name: one.box.size for one in plan.compartments if one.name}
    assert set(sizes) == {cell.name for cell in cells}
    assert all(cell.box.size.fits_in(sizes[cell.name]) for cell in cells)
    assert all(Rect(0, 0, room.width_mm, room.height_mm).contains(one.box, 1e-4)
               for one in plan.compartments)  # fmt: skip
    for one, other in combinations(plan.compartments, 2):
        assert not one.box.grown(wall_mm / 2 - 1e-4).overlaps(other.box.grown(wall_mm / 2 - 1e-4))


@given(floors(), walls)
def test_walls_and_compartments_fill_the_room(floor, wall_mm):
    cells, packed = floor
    room = with_room(packed, wall_mm, cells, 30)
    plan = plan_floor(cells, room, wall_mm)
    filled = sum(one.box.area_mm2 for one in plan.compartments)
    filled += sum(wall.length_mm * wall_mm for wall in plan.walls)
    crossed = sum(one.crosses(other) for one, other in combinations(plan.walls, 2))
    assert filled - crossed * wall_mm**2 == pytest.approx(room.width_mm * room.height_mm)


@given(floors(), walls)
def test_each_wall_ends_at_the_rim_or_at_another_wall(floor, wall_mm):
    cells, packed = floor
    room = with_room(packed, wall_mm, cells, 20)
    plan = plan_floor(cells, room, wall_mm)
    for wall in plan.walls:
        far_mm = room.height_mm if wall.upright else room.width_mm
        for end_mm, rim_mm in ((wall.start_mm, 0.0), (wall.end_mm, far_mm)):
            at_wall = any(
                wall.ends_at(other, wall_mm) and abs(other.at_mm - end_mm) < wall_mm / 2 + 1e-3
                for other in plan.walls
            )
            assert at_wall != (abs(end_mm - rim_mm) < 1e-3)


@given(floors(), walls, st.integers(100, 260))
def test_parts_fit_the_bed_and_hold_all_cells_once(floor, wall_mm, bed_mm):
    cells, packed = floor
    room, bed = with_room(packed, wall_mm, cells, 30), Size(bed_mm, bed_mm + 10)
    try:
        plan = plan_parts(cells, room, wall_mm, 0.5, bed)
    except PartTooLarge as told:
        large = next(one for one in cells if one.name == told.name)
        # It is refused only where it comes near to the bed with its walls.
        most = max(large.box.width_mm, large.box.height_mm) + 4 * wall_mm + LOOSE_MM + 1
        assert most > bed_mm
        return
    names = [one.name for part in plan.parts for one in part.compartments if one.name]
    assert sorted(names) == sorted(cell.name for cell in cells)
    for part in plan.parts:
        size = part.box.size
        assert size.fits_in(bed) or size.turned().fits_in(bed)
        assert Rect(0, 0, room.width_mm, room.height_mm).grown(-0.24).contains(part.box)
        for one in part.compartments:
            assert part.box.grown(1e-4 - wall_mm).contains(one.box)
    for one, other in combinations(plan.parts, 2):
        assert not one.box.grown(0.2499).overlaps(other.box.grown(0.2499))


def test_equal_columns_of_two_rows_share_walls_that_cross():
    grid = [cell(f"{x} {y}", Rect(x, y, 30, 20)) for x in (0, 30, 60) for y in (0, 20)]
    plan = plan_floor(grid, Size(94, 42), 2)
    assert len(plan.walls) == 3
    assert sum(one.crosses(other) for one, other in combinations(plan.walls, 2)) == 2


def test_wall_goes_on_where_another_one_ended_if_there_is_room():
    rows = [cell("a", Rect(0, 0, 30, 20)), cell("b", Rect(30, 0, 40, 20))]
    rows += [cell("c", Rect(0, 20, 27, 20)), cell("d", Rect(27, 20, 40, 20))]
    plan = plan_floor(rows, Size(73, 42), 2)
    assert sorted(wall.length_mm for wall in plan.walls) == [42, 73]
    tight = [*rows[:3], cell("d", Rect(27, 20, 43, 20))]
    assert len(plan_floor(tight, Size(73, 42), 2).walls) == 3


def test_room_is_as_large_as_a_cell_asks_for_wherever_it_lies():
    row = [Cell("a", Rect(0, 0, 30, 20), Size(33, 21)), cell("b", Rect(30, 0, 30, 20))]
    plan = plan_floor(row, Size(70, 23), 2)
    assert [one.box.width_mm for one in plan.compartments] == [33, 35]


def test_what_is_left_over_is_closed_off():
    plan = plan_floor([cell("deck", Rect(0, 0, 60, 80))], Size(150, 85), 2)
    assert [(one.name, one.box.width_mm) for one in plan.compartments] == [("", 88), ("deck", 60)]


def test_room_that_is_too_small_is_told_with_what_is_needed():
    row = [cell("a", Rect(0, 0, 30, 20)), cell("b", Rect(30, 0, 30, 20))]
    with pytest.raises(TooTight) as told:
        plan_floor(row, Size(60, 30), 2, rim_mm=3)
    assert told.value.needed == Size(68, 26)


def test_cells_round_a_middle_one_are_parted_by_no_straight_wall():
    wheel = [
        *(cell("n", Rect(0, 0, 20, 10)), cell("e", Rect(20, 0, 10, 20))),
        *(cell("s", Rect(10, 20, 20, 10)), cell("w", Rect(0, 10, 10, 20))),
        cell("middle", Rect(10, 10, 10, 10)),
    ]
    with pytest.raises(NotParted) as told:
        plan_floor(wheel, Size(60, 60), 2)
    assert set(told.value.names) == {"n", "e", "s", "w", "middle"}
