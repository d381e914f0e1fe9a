"""Punchboards by their geometry: one piece until it is pushed, tokens that fall, nothing twice.

What holds a board together is proved, not painted: lines that are open, and neither cross nor touch
each other or the rim, part nothing from the board, however many there are. A token falls when the
nicks of its line are cut, if these close the line to its outline.
"""

import math
from collections import Counter

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.cutpaths import Arc
from fustella.core.geometry.outlines import ellipse
from fustella.core.geometry.shapes import Outline, Point, Size, area_of
from fustella.core.values.plates import PlateSort
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.values.sheets import Item
from fustella.core.values.shops import Nicks, Punchboards
from fustella.impose import not_punched, punch_out
from tests.core.test_nicks import SHAPES, bean, star

RULES = Punchboards((Size(150, 180),), 6.0, Nicks(4, 0.3))
SAG_MM = 0.002


def item(piece, outline, copies=1, *, back=True, **changes) -> Item:
    place = Place("content/game/list.yaml", 4, piece)
    one = Item(piece, "token", "board", copies, outline, 2.0, back, None, place)
    return replace(one, **changes)


def points(part) -> numpy.ndarray:
    """A part of a line as a polyline whose chords are off it by `SAG_MM` at most."""
    found = [(part.segments[0].start.x_mm, part.segments[0].start.y_mm)]
    for one in part.segments:
        if isinstance(one, Arc):
            steps = max(2, math.ceil(abs(one.turn_rad) / math.sqrt(8 * SAG_MM / one.radius_mm)))
            first = math.atan2(one.start.y_mm - one.middle.y_mm, one.start.x_mm - one.middle.x_mm)
            for n in range(1, steps):
                angle = first + one.turn_rad * n / steps
                found.append((one.middle.x_mm + one.radius_mm * math.cos(angle),
                              one.middle.y_mm + one.radius_mm * math.sin(angle)))  # fmt: skip
        found.append((one.end.x_mm, one.end.y_mm))
    return numpy.array(found)


def segments_apart(one: numpy.ndarray, other: numpy.ndarray) -> float:
    """The least distance between two polylines that do not cross; 0 where they do."""

    def to_segments(dots, line):
        start, along = line[:-1], numpy.diff(line, axis=0)
        from_start = dots[:, None, :] - start[None]
        square = (along**2).sum(-1)
        share = numpy.clip((from_start * along[None]).sum(-1) / square[None], 0, 1)
        off = from_start - share[..., None] * along[None]
        return numpy.sqrt((off**2).sum(-1)).min()

    def side(a, b, c):
        return (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
            c[..., 0] - a[..., 0]
        )

    a, b = one[:-1, None], one[1:, None]
    c, d = other[None, :-1], other[None, 1:]
    crossing = (side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)
    if crossing.any():
        return 0.0
    return float(min(to_segments(one, other), to_segments(other, one)))


def loops(parts: list[numpy.ndarray], width_mm: float) -> list[list[int]]:
    """The parts that follow each other round a token, each with one nick to the next."""
    left, found = [*range(len(parts))], []
    while left:
        loop = [left.pop(0)]
        while True:
            end = parts[loop[-1]][-1]
            near = [n for n in (*left, loop[0])
                    if abs(math.dist(end, parts[n][0]) - width_mm) < 0.01]  # fmt: skip
            assert len(near) == 1, "a nick leads to one next part"
            if near[0] == loop[0]:
                break
            loop.append(near[0])
            left.remove(near[0])
        found.append(loop)
    return found


def assert_sound(boards, items, rules) -> None:
    """The laws of every board: see the head of this file."""
    web_mm = rules.web_mm or rules.gap_mm
    for board in boards:
        size = board.sheet.paper.size
        lines = [line for line in board.lines if line.sort in (PlateSort.CUT, PlateSort.HOLE)]
        assert not any(line.path.closed for line in lines)
        parts = [points(line.path) for line in lines]
        tokens = loops(parts, rules.nicks.width_mm)
        of_token = {part: number for number, loop in enumerate(tokens) for part in loop}
        boxes = [(part.min(0), part.max(0)) for part in parts]
        trims = board.sheet.pages[0].trims
        holes = sum(len(trim.outline.holes) for trim in trims)
        assert len(tokens) == len(trims) + holes
        assert {len(loop) for loop in tokens} == {rules.nicks.count}
        # Each token falls: with its nicks cut, its line is as closed and as large as its outline.
        enclosed = sorted(polygon_mm2(numpy.vstack([parts[n] for n in loop])) for loop in tokens)
        wanted = sorted(
            [abs(trim.outline.area_mm2) + sum(map(area_of, trim.outline.holes)) for trim in trims]
            + [area_of(hole) for trim in trims for hole in trim.outline.holes]
        )
        assert enclosed == pytest.approx(wanted, rel=0.006)
        # The board stays one piece, its web is as wide as asked, and no line is there twice.
        for one, (low, high) in enumerate(boxes):
            assert (low > web_mm - SAG_MM).all()
            assert high[0] < size.width_mm - web_mm + SAG_MM
            assert high[1] < size.height_mm - web_mm + SAG_MM
            for other in range(one):
                same = of_token[one] == of_token[other]
                least = rules.nicks.width_mm - 0.01 if same else rules.gap_mm - 2 * SAG_MM
                if inside_hole(trims) and not same:
                    least = 0.5
                far_low, far_high = boxes[other]
                if (low - far_high > least).any() or (far_low - high > least).any():
                    continue
                assert segments_apart(parts[one], parts[other]) >= least
    made = Counter()
    for board in boards:
        for placed in board.sheet.pages[0].placements:
            made[placed.face.piece, placed.face.look] += board.copies
    assert made == {(one.piece, one.look): one.copies for one in items if one.copies}


def inside_hole(trims) -> bool:
    return any(trim.outline.holes for trim in trims)


def polygon_mm2(corners: numpy.ndarray) -> float:
    x, y = corners.T
    return abs(float((x * numpy.roll(y, -1) - y * numpy.roll(x, -1)).sum()) / 2)


def assert_backs_behind(boards) -> None:
    """A back lies where its front is when the board is turned over its long edge."""
    for board in boards:
        front, *backs = board.sheet.pages
        wide_mm = board.sheet.paper.size.width_mm
        for back in backs:
            places = {
                (each.face.piece, each.face.look, round(each.box.x_mm, 6), round(each.box.y_mm, 6))
                for each in back.placements
            }
            assert places == {
                (each.face.piece, each.face.look,
                 round(wide_mm - each.box.right_mm, 6), round(each.box.y_mm, 6))
                for each in front.placements
            }  # fmt: skip


@given(
    shapes=st.lists(st.tuples(st.sampled_from(SHAPES), st.integers(1, 9)), min_size=1, max_size=4),
    nicks=st.integers(2, 5),
    width=st.floats(0.2, 0.5),
    gap=st.floats(2, 8),
)
@example(  # arcs of the lines rise over the corners by which pieces are packed
    shapes=[(SHAPES[5], 1), (SHAPES[5], 4), (bean(), 9), (Outline.polygon(ellipse(30, 18)), 9)],
    nicks=2,
    width=0.5,
    gap=2.0,
)
def test_boards_of_any_shapes_are_sound(shapes, nicks, width, gap):
    rules = Punchboards((Size(120, 150),), gap, Nicks(nicks, width))
    items = [item(f"t{n}", shape, copies) for n, (shape, copies) in enumerate(shapes)]
    boards = punch_out(items, rules)
    assert_sound(boards, items, rules)
    assert_backs_behind(boards)


def test_rim_is_as_wide_as_asked():
    rules = replace(RULES, web_mm=15.0)
    items = [item("a", Outline.rectangle(30, 20), 20), item("b", star(5, 15, 7), 3)]
    boards = punch_out(items, rules)
    assert_sound(boards, items, rules)


def test_holes_have_nicks_of_their_own():
    ring = tuple(at.moved(8, 8) for at in ellipse(9, 9))
    outline = replace(Outline.rectangle(25, 25), holes=(ring,))
    items = [item("washer", outline, 8)]
    boards = punch_out(items, RULES)
    assert_sound(boards, items, RULES)
    sorts = Counter(line.sort for line in boards[0].lines)
    assert sorts == {PlateSort.CUT: 32, PlateSort.HOLE: 32}


def test_creases_on_boards_stay_whole():
    outline = replace(Outline.rectangle(40, 25), folds=((Point(20, 0), Point(20, 25)),))
    (board,) = punch_out([item("fold", outline)], RULES)
    (crease,) = [line for line in board.lines if line.sort is PlateSort.CREASE]
    assert crease.length_mm == pytest.approx(25)


def test_equal_boards_are_one_that_is_made_again():
    items = [item("a", Outline.rectangle(30, 30), 48)]
    (board,) = punch_out(items, RULES)
    assert (board.copies, len(board.sheet.pages[0].placements)) == (3, 16)


def test_mixed_pieces_are_packed_for_a_board_that_is_repeated():
    """Packed in one go, the two boards would differ; halves of all copies make them alike."""
    items = [item(f"p{n}", Outline.rectangle(30, 30), 2) for n in range(12)]
    (board,) = punch_out(items, RULES)
    assert board.copies == 2
    assert len({each.face.piece for each in board.sheet.pages[0].placements}) == 12


def test_board_more_is_made_where_all_are_then_alike():
    items = [item(f"p{n}", Outline.rectangle(30, 30), 3) for n in range(10)]
    (board,) = punch_out(items, RULES)
    assert board.copies == 3
    fewest = punch_out(items, RULES, single=True)
    assert [board.copies for board in fewest] == [1, 1]
    for boards in ([board], fewest):
        assert_sound(boards, items, RULES)


def test_boards_that_differ_in_art_alone_share_a_die():
    items = [item(f"p{n}", Outline.rectangle(30, 30)) for n in range(32)]
    boards = punch_out(items, RULES)
    assert [board.die for board in boards] == [1, 1]
    assert boards[0].lines == boards[1].lines


def test_size_with_the_least_waste_is_taken():
    rules = replace(RULES, sizes=(Size(300, 400), Size(100, 100), Size(150, 180)))
    (board,) = punch_out([item("a", Outline.rectangle(30, 30), 4)], rules)
    assert board.sheet.paper.size == Size(100, 100)


def test_pieces_without_backs_leave_the_back_empty():
    items = [item("a", Outline.circle(30), 3, back=False)]
    (board,) = punch_out(items, RULES)
    assert len(board.sheet.pages) == 1


def test_piece_wider_than_a_board_is_told():
    items = [item("map", Outline.rectangle(145, 140)), item("coin", Outline.circle(20))]
    assert not_punched(items, RULES)["map"].code == "E792"
    assert [*not_punched(items, RULES)] == ["map"]
    with pytest.raises(ProblemsFound) as found:
        punch_out(items, RULES)
    (problem,) = found.value.problems
    assert problem.message == '"map" is 145 x 140 mm; a board has room for 138 x 168 mm'
    assert problem.place.key == "map" and "--board" in problem.hint


def test_piece_as_wide_as_the_room_of_a_board_is_held():
    items = [item("map", Outline.rectangle(168, 138))]
    (board,) = punch_out(items, RULES)
    assert_sound([board], items, RULES)


def test_pieces_too_large_are_told_once_a_kind():
    items = [item(f"map{n}", Outline.rectangle(300, 300)) for n in range(4)]
    (problem,) = {*not_punched(items, RULES).values()}
    assert problem.message.endswith("so it is with 3 other pieces of the kind `token`")


def test_line_without_room_for_nicks_is_told():
    rules = replace(RULES, nicks=Nicks(9, 2.0))
    with pytest.raises(ProblemsFound) as found:
        punch_out([item("bead", Outline.circle(6)), item("bean", bean())], rules)
    assert [(p.code, p.piece) for p in found.value.problems] == [("E794", "bead")]


@pytest.mark.parametrize(
    ("slits", "met"),
    [
        (((Point(20, 0), Point(20, 10)),), "(20.0, 0.0)"),
        (((Point(10, 5), Point(30, 15)), (Point(10, 15), Point(30, 5))), "(20.0, 10.0)"),
        (((Point(5, 10), Point(12, 10)),), "(10.0, 10.0)"),
    ],
)
def test_lines_of_a_piece_that_meet_are_told(slits, met):
    hole = tuple(Point(x, y) for x, y in [(10, 8), (14, 8), (14, 12), (10, 12)])
    outline = replace(Outline.rectangle(40, 20), slits=slits, holes=(hole,))
    with pytest.raises(ProblemsFound) as found:
        punch_out([item("stand", outline)], RULES)
    (problem,) = found.value.problems
    assert problem.code == "E797" and met in problem.message


def test_slit_inside_of_a_piece_has_nicks():
    outline = replace(Outline.rectangle(40, 20), slits=((Point(10, 10), Point(30, 10)),))
    (board,) = punch_out([item("stand", outline)], RULES)
    level = [line.path.segments[0] for line in board.lines if len(line.path.segments) == 1]
    lengths = [math.dist((s.start.x_mm, s.start.y_mm), (s.end.x_mm, s.end.y_mm)) for s in level]
    assert len(lengths) == 5 and sum(lengths) == pytest.approx(20 - 4 * 0.3)


@pytest.mark.parametrize("turn", [0, 90])
def test_grain_follows_a_board_that_lies(turn):
    """The fibres of the stock run along the longer side, however the board lies."""
    from fustella.core.values.model import FibreAlong
    from fustella.core.values.paper import Grain

    size = Size(180, 150) if turn else Size(150, 180)
    one = item("a", Outline.rectangle(30, 20), grain=FibreAlong.HEIGHT, stock_grain=Grain.LONG)
    (board,) = punch_out([one], replace(RULES, sizes=(size,)))
    assert [each.turn_deg % 180 for each in board.sheet.pages[0].placements] == [turn]
