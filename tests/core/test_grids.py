"""Grids: cells touch where they should, ways lead from cell to cell, names go there and back."""

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.grids import (
    CellShape,
    Grid,
    NoSuchCell,
    Numbering,
    Stagger,
    chained,
    fitting,
    hexagon_box,
    largest_cell,
)
from fustella.core.geometry.shapes import Along, Point, Size

FLATS_MM = 20.0


def hexagons(top="flat", shift=Stagger.EVEN, columns=7, rows=6, **more):
    box = hexagon_box(FLATS_MM, top == "flat")
    return Grid(CellShape.HEXAGON, box, Point(30, 40), columns, rows, shift, **more)


def squares(shift=Stagger.NONE, columns=5, rows=4, **more):
    return Grid(CellShape.SQUARE, Size(25, 25), Point(20, 20), columns, rows, shift, **more)


EVERY = [
    *(hexagons(top, shift) for top in ("flat", "pointed") for shift in (Stagger.ODD, Stagger.EVEN)),
    squares(),
]
every = pytest.mark.parametrize("grid", EVERY, ids=lambda grid: f"{grid.shape}-{grid.shift}")


def apart_mm(grid, one, other):
    a, b = grid.middle(one), grid.middle(other)
    return math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))


@every
def test_neighbours_are_the_nearest_cells_and_share_the_side(grid):
    step_mm = min(grid.cell.width_mm, grid.cell.height_mm)
    for cell in grid.cells:
        near = {one for one in grid.cells if 0 < apart_mm(grid, cell, one) < step_mm * 1.001}
        around = grid.neighbours(cell)
        assert {one for one in around if one in grid} == near
        for number, other in enumerate(around):
            if other in grid:
                back = grid.neighbours(other).index(cell)
                assert set(grid.side(cell, number)) == set(grid.side(other, back))


@every
def test_neighbours_lie_where_the_names_of_the_sides_say(grid):
    cell = (3, 2)
    at = grid.middle(cell)
    for name, other in zip(grid.side_names, grid.neighbours(cell), strict=True):
        to = grid.middle(other)
        assert ("N" in name, "S" in name) == (to.y_mm < at.y_mm - 1, to.y_mm > at.y_mm + 1)
        assert ("W" in name, "E" in name) == (to.x_mm < at.x_mm - 1, to.x_mm > at.x_mm + 1)


@every
def test_ways_lead_over_neighbours_and_are_as_short_as_can_be(grid):
    for one, other in itertools.product(grid.cells, repeat=2):
        way = grid.line(one, other)
        assert (way[0], way[-1]) == (one, other)
        assert len(way) == grid.distance(one, other) + 1
        if grid.shape is CellShape.HEXAGON:
            assert all(b in grid.neighbours(a) for a, b in itertools.pairwise(way))


@every
def test_distance_is_that_of_a_search(grid):
    start, seen, edge = (0, 0), {(0, 0): 0}, [(0, 0)]
    while edge:
        cell = edge.pop(0)
        around = grid.neighbours(cell)
        if grid.shape is CellShape.SQUARE:
            around = [(cell[0] + x, cell[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        for other in around:
            if other in grid and other not in seen:
                seen[other] = seen[cell] + 1
                edge.append(other)
    assert all(grid.distance(start, cell) == steps for cell, steps in seen.items())


@every
def test_names_lead_back_to_their_cells(grid):
    assert [grid.find(grid.name(cell)) for cell in grid.cells] == list(grid.cells)


@pytest.mark.parametrize(
    ("first", "more", "names"),
    [
        ("0101", {}, ("0101", "0203")),
        ("0000", {}, ("0000", "0102")),
        ("001001", {}, ("001001", "002003")),
        ("A1", {}, ("A1", "B3")),
        ("a01", {}, ("a01", "b03")),
        ("1.1", {}, ("1.1", "2.3")),
        ("Z1", {}, ("Z1", "AA3")),
        ("0101", {"rows_first": True}, ("0101", "0302")),
        ("A1", {"upwards": True}, ("A4", "B2")),
        ("1A", {"rows_first": True}, ("1A", "3B")),
    ],
)
def test_numbers_are_counted_from_the_first(first, more, names):
    grid = squares(numbering=Numbering.of(first, **more))
    assert (grid.name((0, 0)), grid.name((1, 2))) == names


@pytest.mark.parametrize("first", ["101", "A", "12345", "", "A-1", "AB"])
def test_number_without_two_parts_is_none(first):
    assert Numbering.of(first) is None


def test_zeros_that_a_spreadsheet_took_away_are_given_back():
    assert hexagons().find("101") == (0, 0)


def test_columns_are_odd_or_even_by_their_numbers():
    """A map whose first column is 00 lies lower there, if the even columns do."""
    from_one, from_nought = hexagons(), hexagons(numbering=Numbering.of("0000"))
    assert from_one.middle((1, 0)).y_mm == from_one.middle((0, 0)).y_mm + FLATS_MM / 2
    assert from_nought.middle((1, 0)).y_mm == from_nought.middle((0, 0)).y_mm - FLATS_MM / 2


BY_TWOS = [
    # Rows of letters, as railway maps have them: the row below begins half a cell to the left …
    ("pointed", Stagger.ODD, "A2", {"rows_first": True}, "A2 A4 A6 | B1 B3 B5 | C2 C4 C6"),
    # … or to the right.
    ("pointed", Stagger.EVEN, "A1", {"rows_first": True}, "A1 A3 A5 | B2 B4 B6 | C1 C3 C5"),
    ("pointed", Stagger.ODD, "2A", {}, "2A 4A 6A | 1B 3B 5B | 2C 4C 6C"),
    ("pointed", Stagger.ODD, "B1", {}, "B1 D1 F1 | A2 C2 E2 | B3 D3 F3"),
    ("flat", Stagger.EVEN, "A1", {}, "A1 B2 C1 | A3 B4 C3 | A5 B6 C5"),
    ("flat", Stagger.ODD, "A2", {}, "A2 B1 C2 | A4 B3 C4 | A6 B5 C6"),
    ("flat", Stagger.ODD, "A1", {"upwards": True}, "A5 B6 C5 | A3 B4 C3 | A1 B2 C1"),
    (
        "pointed",
        Stagger.EVEN,
        "A1",
        {"rows_first": True, "upwards": True},
        "C1 C3 C5 | B2 B4 B6 | A1 A3 A5",
    ),
]


@pytest.mark.parametrize(("top", "shift", "first", "more", "names"), BY_TWOS)
def test_cells_of_shifted_rows_are_numbered_by_twos(top, shift, first, more, names):
    numbering = Numbering.of(first, by_twos=True, **more)
    grid = hexagons(top, shift, 3, 3, numbering=numbering)
    rows = itertools.groupby(grid.cells, key=lambda cell: cell[1])
    assert " | ".join(" ".join(map(grid.name, row)) for _, row in rows) == names
    assert [grid.find(grid.name(cell)) for cell in grid.cells] == [*grid.cells]
    assert not grid.begins_before_its_count()
    # Numbers go with the distance along rows (or columns), in halves of a cell.
    flat = top == "flat"
    letters_along = first == "B1"
    for one, other in itertools.combinations(grid.cells, 2):
        a, b = (
            ord(grid.name(cell)[0]) if letters_along else int(grid.name(cell).strip("ABCDEF"))
            for cell in (one, other)
        )
        start, end = grid.middle(one), grid.middle(other)
        apart = end.y_mm - start.y_mm if flat else end.x_mm - start.x_mm
        way = -1 if flat and numbering.upwards else 1
        assert apart == pytest.approx(way * (b - a) * FLATS_MM / 2)


@pytest.mark.parametrize(
    ("first", "shift", "before"),
    [("A1", Stagger.ODD, False), ("A0", Stagger.ODD, True), ("A0", Stagger.EVEN, False)],
)
def test_no_number_by_twos_is_below_nought(first, shift, before):
    grid = hexagons("pointed", shift, numbering=Numbering.of(first, True, by_twos=True))
    assert grid.begins_before_its_count() is before


@pytest.mark.parametrize("name", ["0801", "0107", "x", "", "9999", "-101"])
def test_unknown_cell_is_told_with_the_names_there_are(name):
    with pytest.raises(NoSuchCell) as told:
        hexagons().find(name)
    assert told.value.hint == "the grid goes from 0101 to 0706"


def test_cells_whose_middle_lies_beyond_the_trim_do_not_exist():
    grid = hexagons(board=Size(120, 100))
    assert all(0 < at.x_mm < 120 and 0 < at.y_mm < 100 for at in map(grid.middle, grid.cells))
    assert 0 < len(grid.cells) < 42


def test_cells_that_are_left_out_do_not_exist():
    grid = hexagons(left_out=((0, 0), (3, 3)))
    assert len(grid.cells) == 40
    with pytest.raises(NoSuchCell):
        grid.find("0101")


def test_ways_of_a_text_have_all_cells_between():
    grid = hexagons()
    way, alone = grid.walks("0101-0104-0304, 0501")
    assert [grid.name(cell) for cell in way] == ["0101", "0102", "0103", "0104", "0204", "0304"]
    assert [grid.name(cell) for cell in alone] == ["0501"]


def test_ways_to_and_fro_end():
    with pytest.raises(NoSuchCell, match="more than 20,000 cells"):
        hexagons().walks("-".join(["0101-0706"] * 4000))


def test_sides_of_a_text():
    grid = hexagons()
    named = {(grid.name(cell), grid.side_names[side]) for cell, side in grid.sides("0303/N-SE")}
    assert named == {("0303", "N"), ("0303", "NE"), ("0303", "SE")}
    assert grid.sides("0303/4") == grid.sides("0303/S") == grid.sides("0303-0304")
    assert {*grid.sides("0303/SW-SE")} == {*grid.sides("0303/SE-SW")}
    assert len(grid.sides("0303/SW-SE")) == 3  # the shorter way round
    assert len(grid.sides("0303/N-S")) == len(grid.sides("0303/S-N")) == 4
    assert len({*grid.sides("0303/N-S 0303/S-N")}) == 6


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("0303", "is a cell, and no side"),
        ("0303/E", "has no side `E`"),
        ("0303/7", "has no side `7`"),
        ("0303-0306", "do not touch"),
        ("0303-9999", "no cell `9999`"),
    ],
)
def test_text_of_no_side_is_told(typed, message):
    with pytest.raises(NoSuchCell, match=message):
        hexagons().sides(typed)


@every
def test_each_side_is_drawn_once(grid):
    drawn = Counter(frozenset(side) for line in grid.lines() for side in itertools.pairwise(line))
    sides = {
        frozenset(grid.side(cell, number))
        for cell in grid.cells
        for number in range(len(grid.side_names))
    }
    assert set(drawn) == sides
    assert set(drawn.values()) == {1}


@every
def test_outline_has_the_sides_that_only_one_of_the_cells_has(grid):
    cells = grid.cells[1:9] + grid.cells[12:14]
    sides = Counter(
        frozenset(grid.side(cell, number))
        for cell in cells
        for number in range(len(grid.side_names))
    )
    drawn = [
        frozenset(side)
        for line in grid.outline(cells)
        for side in itertools.pairwise((*line, line[0]))
    ]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {side for side, times in sides.items() if times == 1}


def test_outline_of_a_ring_has_a_hole():
    grid = hexagons()
    ring = [cell for cell in grid.neighbours((3, 3)) if cell in grid]
    outer, inner = sorted(grid.outline(ring), key=len, reverse=True)
    assert (len(outer), len(inner)) == (18, 6)


@given(st.permutations(list(range(12))), st.integers(0, 3))
def test_sides_are_joined_into_lines_whatever_their_order(order, less):
    """Two hexagons that touch: eleven sides, one of them between, are three lines or fewer."""
    grid = hexagons()
    every = [grid.side(cell, number) for cell in ((2, 2), (3, 2)) for number in range(6)]
    some = [every[number] for number in order][: 12 - less]
    lines = chained(some)
    drawn = [frozenset(side) for line in lines for side in itertools.pairwise(line)]
    assert sorted(map(sorted, drawn)) == sorted(map(sorted, {frozenset(side) for side in some}))


@given(
    st.sampled_from(CellShape),
    st.booleans(),
    st.integers(1, 30),
    st.integers(1, 30),
    st.floats(100, 900),
    st.floats(100, 900),
)
def test_largest_cells_fit_and_no_larger_ones(shape, flat, columns, rows, width, height):
    room = Size(width, height)

    def fits(times):
        box = largest_cell(shape, flat, columns, rows, room)
        cell = Size(box.width_mm * times, box.height_mm * times)
        across, _ = fitting(shape, flat, cell, room, rows=rows)
        _, down = fitting(shape, flat, cell, room, columns=columns)
        return across >= columns and down >= rows

    assert fits(1)
    assert not fits(1.01)


@every
def test_grid_of_so_many_cells_is_as_large_as_its_extent(grid):
    extent = grid.extent()
    for cell in grid.cells:
        for x, y in grid.corners(cell):
            assert extent.x_mm - 1e-3 <= x <= extent.right_mm + 1e-3
            assert extent.y_mm - 1e-3 <= y <= extent.bottom_mm + 1e-3


def test_seams_run_along_the_grid():
    assert hexagons().seams(8.0).along is Along.HEXAGONS
    assert squares().seams(8.0).along is Along.SQUARES
    assert squares(Stagger.ODD).seams(8.0) is None
