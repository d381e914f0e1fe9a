"""Seams lie on the board's own lines, and the parts between them form the whole board."""

import itertools
import math
import sys
from collections.abc import Iterator
from random import Random

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Size, Split
from fustella.impose.boards.parts import BoardPart, Parting, part_board, part_name
from fustella.impose.boards.seams import SeamLines, level_seam, lines_of, seams_along, upright_seam
from tests.impose.checks import PAPERS, item, rectangle

NEAR_MM = 1e-5

dice = st.integers(0, 2**32 - 1).map(Random)
"""Not `st.randoms`, which records and shrinks hundreds of places for each board."""


def split_of(
    along: Along,
    width_mm: float,
    height_mm: float,
    first: Point,
    overlap_mm: float,
    avoid: list[Rect],
):
    return Split(along, Size(width_mm, height_mm), first, overlap_mm, tuple(avoid))


firsts = st.builds(Point, st.floats(0, 40), st.floats(0, 40))
kept_whole = st.builds(
    Rect, st.floats(0, 800), st.floats(0, 800), st.floats(1, 90), st.floats(1, 90)
)
splits = st.builds(
    split_of,
    st.sampled_from(Along),
    st.floats(12, 60),
    st.floats(12, 60),
    firsts,
    st.sampled_from((0.0, 5.0, 8.0, 12.0)),
    st.lists(kept_whole, max_size=3),
)


@st.composite
def partings(draw: st.DrawFn) -> Parting:
    """Any board on any paper, or on A3 where a cell is too large; None where A3 is too small."""
    outline = Outline.rectangle(draw(st.floats(150, 900)), draw(st.floats(150, 900)))
    board = item("map", outline, split=draw(splits))
    parting = part_board(board, draw(st.sampled_from(PAPERS)))
    return parting or part_board(board, PAPERS[3])


def inside(polygon: tuple[Point, ...], x: float, y: float) -> bool:
    """Even-odd: whether a ray to the right crosses the polygon's sides an odd number of times."""
    crossed = False
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (a.y_mm > y) is not (b.y_mm > y):
            at = a.x_mm + (y - a.y_mm) / (b.y_mm - a.y_mm) * (b.x_mm - a.x_mm)
            crossed ^= x < at
    return crossed


def covers(part: BoardPart, x: float, y: float) -> bool:
    window = part.window
    if not (window.x_mm <= x < window.right_mm and window.y_mm <= y < window.bottom_mm):
        return False
    return not part.edge or inside(part.edge, x, y)


def places_on(parting: Parting, random: Random, count: int) -> Iterator[tuple[float, float, bool]]:
    """Places on the board, each with whether it is too near to a part's outline to be tested."""
    board = parting.board
    places = [
        (random.uniform(0.01, board.width_mm - 0.01), random.uniform(0.01, board.height_mm - 0.01))
        for _ in range(count)
    ]
    nearest = numpy.min([from_outline(_shape(part), places) for part in parting.parts()], axis=0)
    yield from ((*at, mm < NEAR_MM) for at, mm in zip(places, nearest, strict=True))


def from_outline(polygon: tuple[Point, ...], places: list[tuple[float, float]]) -> numpy.ndarray:
    """How far each place is from the nearest side."""
    start = numpy.array([(at.x_mm, at.y_mm) for at in polygon])
    along = numpy.roll(start, -1, axis=0) - start
    away = numpy.array(places)[:, None, :] - start
    long = numpy.maximum((along**2).sum(axis=1), sys.float_info.min)  # for a side without length
    share = numpy.clip((away * along).sum(axis=2) / long, 0, 1)
    dx, dy = numpy.moveaxis(away - share[:, :, None] * along, 2, 0)
    return numpy.hypot(dx, dy).min(axis=1)


def _shape(part: BoardPart) -> tuple[Point, ...]:
    return part.edge or tuple(Point(x, y) for x, y in rectangle(part.window))


def nearest_cell(split: Split, x: float, y: float) -> tuple[int, int]:
    """The cell that a point lies in; for hexagons the one whose middle is nearest."""
    wide, high = split.cell.width_mm, split.cell.height_mm
    if split.along is Along.SQUARES:
        return math.floor((x - split.first.x_mm) / wide), math.floor((y - split.first.y_mm) / high)
    lies = high <= wide
    if lies:
        x, y, wide, high = y, x, high, wide
    left = split.first.y_mm if lies else split.first.x_mm
    top = split.first.x_mm if lies else split.first.y_mm
    best, found = math.inf, (0, 0)
    about_row = round((y - top - high / 2) / (high * 3 / 4))
    for row in range(about_row - 1, about_row + 2):
        shift = wide / 2 if row % 2 else 0.0
        about = round((x - left - shift - wide / 2) / wide)
        for column in range(about - 1, about + 2):
            # Stretched to regular hexagons, a cell holds what is nearest to its middle.
            dx = (x - left - shift - wide / 2 - column * wide) / wide
            dy = (y - top - high / 2 - row * high * 3 / 4) / high * 2 / math.sqrt(3)
            if math.hypot(dx, dy) < best:
                best, found = math.hypot(dx, dy), (row, column)
    return found


@settings(max_examples=80, deadline=None)
@given(partings(), dice)
def test_parting_of_any_board_shows_each_place_on_one_part(parting, random):
    """The last part that is glued over a place is on top, and changes at each seam."""
    if parting is None:
        return
    parts = parting.parts()
    across, down = (lines.deep_mm for lines in lines_of(parting.split, parting.board))
    for x, y, on_a_side in places_on(parting, random, 60):
        above = [part for part in parts if covers(part, x, y)]
        assert above, (x, y)
        seen = above[-1]
        column = sum(_behind(upright_seam, parting, at, y, x) for at in parting.across_mm)
        row = sum(_behind(level_seam, parting, at, x, y) for at in parting.down_mm)
        if on_a_side:
            continue
        assert seen.name == part_name(row, column)
        for flap in (flap for part in parts for flap in part.flaps):
            if flap.box.grown(-NEAR_MM).contains(Rect(x, y, 0, 0)):
                assert len(above) > 1, "a flap lies under its neighbour"
    assert (across > 0) is (parting.split.along is Along.HEXAGONS)
    assert (down > 0) is (parting.split.along is Along.HEXAGONS)


def _behind(seam, parting, at_mm, along_mm, aside_mm) -> bool:
    """Whether a place lies beyond a seam, read off the seam's own line."""
    (end, *_) = seam(parting.split, at_mm, along_mm, along_mm + 1.0)
    return aside_mm >= (end.x_mm if seam is upright_seam else end.y_mm)


@settings(max_examples=80, deadline=None)
@given(partings(), dice)
def test_parting_along_cells_runs_through_none_of_them(parting, random):
    if parting is None or parting.split.along is Along.PLAIN:
        return
    owners: dict[tuple[int, int], set[str]] = {}
    parts = parting.parts()
    for x, y, on_a_side in places_on(parting, random, 300):
        if on_a_side:
            continue
        seen = next(part for part in reversed(parts) if covers(part, x, y))
        owners.setdefault(nearest_cell(parting.split, x, y), set()).add(seen.name)
    assert all(len(names) == 1 for names in owners.values())


@settings(max_examples=80, deadline=None)
@given(partings())
def test_parting_runs_through_nothing_that_it_avoids(parting):
    if parting is None:
        return
    across, down = (lines.deep_mm for lines in lines_of(parting.split, parting.board))
    for box in parting.split.avoid:
        assert not any(at <= box.right_mm and box.x_mm <= at + across for at in parting.across_mm)
        assert not any(at <= box.bottom_mm and box.y_mm <= at + down for at in parting.down_mm)


@settings(max_examples=80, deadline=None)
@given(partings())
def test_windows_of_parts_are_rows_and_columns_that_overlap_by_the_flap(parting):
    if parting is None:
        return
    parts = parting.parts()
    board, overlap = parting.board, parting.split.overlap_mm
    across, down = lines_of(parting.split, board)
    columns = [part.window for part in parts[: parting.columns]]
    rows = [part.window for part in parts[:: parting.columns]]
    assert columns[0].x_mm == rows[0].y_mm == 0
    assert math.isclose(columns[-1].right_mm, board.width_mm)
    assert math.isclose(rows[-1].bottom_mm, board.height_mm)
    for before, after in itertools.pairwise(columns):
        assert after.x_mm > before.x_mm
        beyond = before.right_mm - after.x_mm - across.deep_mm
        assert math.isclose(beyond, overlap, abs_tol=NEAR_MM)
    for before, after in itertools.pairwise(rows):
        beyond = before.bottom_mm - after.y_mm - down.deep_mm
        assert math.isclose(beyond, overlap, abs_tol=NEAR_MM)


@settings(max_examples=100, deadline=None)
@given(
    st.floats(200, 600), st.floats(0, 30), st.floats(8, 40), st.floats(60, 290), st.floats(0, 12),
    st.lists(st.tuples(st.floats(0, 500), st.floats(1, 90)), max_size=3),
)  # fmt: skip
def test_seams_along_lines_make_the_fewest_parts(length, first, pitch, room, overlap, kept):
    """Compared with all choices of lines for one part fewer."""
    barred = tuple((low, low + wide) for low, wide in kept)
    lines = SeamLines(length, first, pitch, 0.0, barred)
    found = seams_along(lines, room, overlap)
    on_board = [
        at
        for number in range(-10, 100)
        if 1e-3 < (at := first + number * pitch) < length - 1e-3
        and not any(low <= at <= high for low, high in barred)
    ]
    if found is None:
        starts, ends = (0.0, *on_board), (*(at + overlap for at in on_board), length)
        gaps = (end - start for start, end in zip(starts, ends, strict=True))
        assert max(gaps) > room - 1e-3 or room < 2 * overlap
        return
    assert all(any(abs(seam - line) < 1e-6 for line in on_board) for seam in found)
    assert _fit(found, length, room, overlap)
    if 0 < len(found) < 5:
        fewer = itertools.combinations(on_board, len(found) - 1)
        assert not any(_fit(seams, length, room - 1e-3, overlap) for seams in fewer)


def _fit(seams: tuple[float, ...], length: float, room: float, overlap: float) -> bool:
    starts, ends = (0.0, *seams), (*(seam + overlap for seam in seams), length)
    return all(end - start <= room + 1e-5 for start, end in zip(starts, ends, strict=True))


@pytest.mark.parametrize(
    ("lines", "room", "seams"),
    [
        (SeamLines(400, 0, 40), 200, (120, 240)),
        (SeamLines(480, 0, 40), 200, (160, 320)),
        (SeamLines(380, 0, 20), 250, (180,)),
        (SeamLines(380, 10, 20), 250, (190,)),
        (SeamLines(200, 0, 40), 200, ()),
        (SeamLines(480, 0, 210), 200, None),
        (SeamLines(400, 0, 40, 0, ((110, 130),)), 200, (160, 280)),
        (SeamLines(380, 0, 20, 0, ((170, 190),)), 250, (200,)),
        (SeamLines(380, 0, 0, 0, ((170, 190),)), 250, (190.5,)),
        (SeamLines(380, 0, 0, 0, ((150, 240),)), 250, (149.5,)),
        (SeamLines(480, 0, 40, 0, ((70, 200),)), 200, None),
    ],
)
def test_seams_along_lines_make_even_parts(lines, room, seams):
    assert seams_along(lines, room, 8.0) == seams


def test_seams_along_standing_hexagons_follow_their_edges():
    split = Split(Along.HEXAGONS, Size(20, 24), Point(0, 0), 8.0)
    upright = upright_seam(split, 20.0, 0.0, 39.0)
    corners = [(at.x_mm, at.y_mm) for at in upright]
    assert corners == [(30, 0), (20, 6), (20, 18), (30, 24), (30, 36), (25, 39)]
    level = level_seam(split, 18.0, 0.0, 30.0)
    assert [(at.x_mm, at.y_mm) for at in level] == [(0, 18), (10, 24), (20, 18), (30, 24)]


def test_seams_along_lying_hexagons_exchange_x_and_y():
    stands = Split(Along.HEXAGONS, Size(20, 24), Point(3, 5), 8.0)
    lies = Split(Along.HEXAGONS, Size(24, 20), Point(5, 3), 8.0)
    level = [(at.y_mm, at.x_mm) for at in level_seam(lies, 43.0, 0.0, 100.0)]
    assert [(at.x_mm, at.y_mm) for at in upright_seam(stands, 43.0, 0.0, 100.0)] == level
