"""Sheets of booklets: whoever folds, cuts and nests them reads the pages in order."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Rect, Size
from fustella.core.values.paper import Duplex, Fold, Margins, Paper, PrintSettings, Shift
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.sheets import Line, Page, Placement, Sheet
from fustella.impose import BookletPages, booklet_sheets, padded
from tests.impose.checks import A4, A5, LETTER, on_page, through_the_paper

A3 = Paper("A3", Size(297, 420), Margins.all_round(6.35))
FLIPS = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.SEPARATE)
PAGE_A5 = Size(148.5, 210)
PAGE_A6 = Size(105, 148.5)
CARD = Size(63, 88)


class Leaf:
    """A leaf in the hand: where it lies on its sheet, and its page on either side, 0 if empty.

    `across` leads from the left edge of its front to the right one, and `down` from its head to its
    foot, as the sheet lies with its front up.
    """

    def __init__(self, sheet: Sheet, placed: Placement, size: Size, duplex: Duplex) -> None:
        backs = sheet.pages[1:]
        self.front = placed.face.look
        self.middle = middle_of(placed.box)
        corner = on_page(0, 0, placed, size)
        self.across = step(corner, on_page(1, 0, placed, size))
        self.down = step(corner, on_page(0, 1, placed, size))
        self.back = 0
        for back in backs:
            for other in back.placements:
                seen = through_the_paper(*middle_of(other.box), sheet.paper, duplex)
                if math.dist(seen, self.middle) < 4:
                    self.back = other.face.look
                    self.check_back(other, sheet, size, duplex)

    def check_back(self, back: Placement, sheet: Sheet, size: Size, duplex: Duplex) -> None:
        """The back stands upright when the leaf is turned over like the leaf of a book."""
        ends = [on_page(*at, back, size) for at in ((0, 0), (1, 0), (0, 1))]
        corner, right, below = (through_the_paper(*at, sheet.paper, duplex) for at in ends)
        assert math.dist(step(corner, below), self.down) < 1e-6
        assert math.dist(step(corner, right), (-self.across[0], -self.across[1])) < 1e-6


def middle_of(box: Rect) -> tuple[float, float]:
    return (box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2)


def step(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    return (round(end[0] - start[0], 6), round(end[1] - start[1], 6))


def strips_of(sheet: Sheet, pages: BookletPages, duplex: Duplex) -> list[list[Leaf]]:
    """The strips of a sheet when it is cut, each with its leaves from left to right."""
    leaves = [Leaf(sheet, placed, pages.size, duplex) for placed in sheet.pages[0].placements]
    boxes = [trim.box for trim in sheet.pages[0].trims] or cut_apart(sheet)
    strips = []
    for box in boxes:
        own = [leaf for leaf in leaves if box.contains(Rect(*leaf.middle, 0, 0))]
        across = own[0].across
        own.sort(key=lambda leaf: leaf.middle[0] * across[0] + leaf.middle[1] * across[1])
        assert len({leaf.across for leaf in own}) == len({leaf.down for leaf in own}) == 1
        strips.append(own)
    return strips


def cut_apart(sheet: Sheet) -> list[Rect]:
    """The parts of a sheet that is cut where its marks say, along whole lines, row by row."""
    size = sheet.paper.size
    marks = [mark for mark in sheet.pages[0].marks if isinstance(mark, Line)]
    upright = {mark.start.x_mm for mark in marks if mark.start.x_mm == mark.end.x_mm}
    level = {mark.start.y_mm for mark in marks if mark.start.y_mm == mark.end.y_mm}
    assert len(upright) + len(level) == sheet.cuts
    columns = [*pairwise((0.0, *sorted(upright), size.width_mm))]
    rows = [*pairwise((0.0, *sorted(level), size.height_mm))]
    boxes = [
        Rect(left, top, right - left, bottom - top)
        for top, bottom in rows
        for left, right in columns
    ]
    middles = [middle_of(placed.box) for placed in sheet.pages[0].placements]
    return [box for box in boxes if any(box.contains(Rect(*at, 0, 0)) for at in middles)]


def read_through(pages: BookletPages, settings: PrintSettings) -> list[int]:
    """The page numbers of a booklet as a hand finds them that cuts, folds, nests and turns."""
    duplex = settings.duplex if settings.duplex.two_sided else Duplex.LONG_EDGE
    sheets = booklet_sheets(pages, settings)
    strips = [strip for sheet in sheets for strip in strips_of(sheet, pages, duplex)]
    if pages.right_to_left:  # it opens at the right
        strips = [strip[::-1] for strip in strips]
    if pages.fold is Fold.SADDLE:
        return nested(strips, pages)
    if pages.fold is Fold.LEAFLET and pages.panels == 4:
        return nested(strips, pages)
    read = []
    for strip in strips:  # the front from left to right, then turned over
        read += [leaf.front for leaf in strip] + [leaf.back for leaf in reversed(strip)]
    return read


def nested(strips: list[list[Leaf]], pages: BookletPages) -> list[int]:
    """Folds strips, puts each into the one before, and turns leaf after leaf.

    A strip is folded so that its back, which lies down, comes to lie inside. So the right leaf of
    its front is the first of its two, and the left one the last.
    """
    whole = padded(pages.count, pages.fold, pages.panels)
    first_half, second_half = list[int](), list[int]()
    for number, strip in enumerate(strips):
        if len(strip) == 1:  # the left leaf is empty in front, for the booklet is padded
            (right,) = strip
            left_front, left_back = whole - 2 * number, whole - 2 * number - 1
            assert left_front > pages.count
            left = (left_back if left_back <= pages.count else 0, 0)
        else:
            one, right = strip
            left = (one.back, one.front)
        first_half += [right.front, right.back]
        second_half = [*left, *second_half]
    return first_half + second_half


def expected(pages: BookletPages) -> list[int]:
    """The numbers in order; pages that pad the booklet are empty."""
    whole = padded(pages.count, pages.fold, pages.panels)
    if pages.fold in (Fold.CARDS, Fold.NONE):
        whole += whole % 2
    return [number if number <= pages.count else 0 for number in range(1, whole + 1)]


@pytest.mark.parametrize("duplex", FLIPS)
@pytest.mark.parametrize("paper", [A4, A3, LETTER])
@pytest.mark.parametrize("count", [4, 8, 12, 16, 13, 14, 15])
@pytest.mark.parametrize("size", [PAGE_A6, Size(139, 200), Size(105, 160)])
def test_stitched_booklets_read_in_order(
    count: int, paper: Paper, duplex: Duplex, size: Size
) -> None:
    pages = BookletPages("rules", count, size, Fold.SADDLE)
    assert read_through(pages, PrintSettings(paper, duplex)) == expected(pages)


@pytest.mark.parametrize("duplex", FLIPS)
@pytest.mark.parametrize("count", [8, 12, 16])
def test_two_a5_fill_an_a4(count: int, duplex: Duplex) -> None:
    pages = BookletPages("rules", count, PAGE_A5, Fold.SADDLE)
    sheets = booklet_sheets(pages, PrintSettings(A4, duplex))
    assert len(sheets) == count // 4
    assert all(sheet.cuts == 0 for sheet in sheets)
    assert read_through(pages, PrintSettings(A4, duplex)) == expected(pages)


@pytest.mark.parametrize("duplex", FLIPS)
@pytest.mark.parametrize(
    ("fold", "panels", "size"),
    [(Fold.SADDLE, 4, PAGE_A5), (Fold.LEAFLET, 4, PAGE_A5), (Fold.LEAFLET, 6, Size(99, 210))],
)
def test_pages_from_right_to_left_read_in_order(
    fold: Fold, panels: int, size: Size, duplex: Duplex
) -> None:
    for right_to_left in (True, False):
        count = 12 if fold is Fold.SADDLE else panels
        pages = BookletPages("rules", count, size, fold, panels, right_to_left=right_to_left)
        assert read_through(pages, PrintSettings(A4, duplex)) == expected(pages)
    opened = [
        booklet_sheets(
            BookletPages("rules", count, size, fold, panels, right_to_left=each),
            PrintSettings(A4, duplex),
        )
        for each in (True, False)
    ]
    assert opened[0] != opened[1]


@pytest.mark.parametrize("duplex", FLIPS)
@pytest.mark.parametrize(
    ("panels", "size"), [(4, PAGE_A5), (6, Size(99, 210)), (8, Size(74.25, 210)), (6, CARD)]
)
def test_leaflets_read_in_order(panels: int, size: Size, duplex: Duplex) -> None:
    for count in (panels, panels - 1):
        pages = BookletPages("rules", count, size, Fold.LEAFLET, panels)
        assert len(booklet_sheets(pages, PrintSettings(A4, duplex))) == 1
        assert read_through(pages, PrintSettings(A4, duplex)) == expected(pages)


@pytest.mark.parametrize("duplex", FLIPS)
@pytest.mark.parametrize("fold", [Fold.CARDS, Fold.NONE])
@given(count=st.integers(1, 31), size=st.sampled_from((CARD, PAGE_A6, PAGE_A5, A4.size)))
def test_backs_of_leaves_follow_fronts(fold: Fold, duplex: Duplex, count: int, size: Size) -> None:
    pages = BookletPages("rules", count, size, fold)
    assert read_through(pages, PrintSettings(A4, duplex)) == expected(pages)


@pytest.mark.parametrize("duplex", [Duplex.NONE, Duplex.FOLD])
def test_printers_of_one_side_lose_no_page(duplex: Duplex) -> None:
    pages = BookletPages("rules", 12, PAGE_A5, Fold.SADDLE)
    sheets = booklet_sheets(pages, PrintSettings(A4, duplex))
    assert sorted(looks(sheets)) == [*range(1, 13)]


@given(
    count=st.integers(1, 40),
    size=st.sampled_from((CARD, PAGE_A6, PAGE_A5)),
    fold=st.sampled_from((Fold.SADDLE, Fold.CARDS, Fold.NONE)),
    duplex=st.sampled_from(FLIPS),
    paper=st.sampled_from((A4, A3)),
    thickness_mm=st.sampled_from((0.0, 0.1, 0.3)),
)
def test_each_page_is_printed_once(
    count: int, size: Size, fold: Fold, duplex: Duplex, paper: Paper, thickness_mm: float
) -> None:
    pages = BookletPages("rules", count, size, fold, thickness_mm=thickness_mm)
    sheets = booklet_sheets(pages, PrintSettings(paper, duplex))
    assert sorted(looks(sheets)) == [*range(1, count + 1)]
    assert [sheet.number for sheet in sheets] == [*range(1, len(sheets) + 1)]
    for sheet in sheets:
        for page in sheet.pages:
            shown = [shown_box(placed) for placed in page.placements]
            paper_box = Rect(0, 0, paper.size.width_mm, paper.size.height_mm)
            assert all(paper_box.contains(box, 0.01) for box in shown)
            assert not any(one.overlaps(other) for one in shown for other in shown if one != other)


def test_inner_pages_creep_to_the_fold() -> None:
    pages = BookletPages("rules", 12, PAGE_A5, Fold.SADDLE, thickness_mm=0.2)
    sheets = booklet_sheets(pages, PrintSettings(A4, Duplex.LONG_EDGE))
    for number, sheet in enumerate(sheets):
        for page in sheet.pages:
            gaps = [abs(middle_of(placed.box)[1] - 297 / 2) for placed in page.placements]
            assert gaps == pytest.approx([148.5 / 2 - 0.2 * number] * 2)


def test_crept_pages_end_at_the_fold() -> None:
    pages = BookletPages("rules", 16, PAGE_A5, Fold.SADDLE, thickness_mm=0.2)
    inner = booklet_sheets(pages, PrintSettings(A4, Duplex.LONG_EDGE))[-1]
    for placed in inner.pages[0].placements:
        ends = {round(at.y_mm, 3) for at in placed.clip}
        assert ends in ({0.0, 148.5}, {148.5, 297.0})


def test_backs_follow_the_shift_of_the_printer() -> None:
    pages = BookletPages("rules", 4, PAGE_A5, Fold.SADDLE)
    plain, shifted = (
        booklet_sheets(pages, PrintSettings(A4, Duplex.LONG_EDGE, shift))[0]
        for shift in (Shift(), Shift(1.0, -2.0))
    )
    assert plain.pages[0] == shifted.pages[0]
    before, after = plain.pages[1].placements[0].box, shifted.pages[1].placements[0].box
    assert before.moved(1.0, -2.0) == after


@pytest.mark.parametrize("size", [PAGE_A5, PAGE_A6, Size(105, 160)])
def test_ticks_lie_on_the_fold_in_reach(size: Size) -> None:
    pages = BookletPages("rules", 8, size, Fold.SADDLE)
    for sheet in booklet_sheets(pages, PrintSettings(A4, Duplex.LONG_EDGE)):
        front, back = sheet.pages
        assert len(front.folds) == 2 * len(strips_of(sheet, pages, Duplex.LONG_EDGE))
        assert not back.folds
        for tick in front.folds:
            assert A4.printable.contains(reach(tick), 0.001)
            assert on_a_fold(tick, front)


def on_a_fold(tick: Line, page: Page) -> bool:
    """Whether a tick lies on the line at which two pages meet."""
    boxes = [shown_box(placed) for placed in page.placements]
    for one, other in pairwise(boxes):
        level = abs(one.x_mm - other.x_mm) < 0.01
        at_mm = max(one.y_mm, other.y_mm) if level else max(one.x_mm, other.x_mm)
        ends = [end.y_mm if level else end.x_mm for end in (tick.start, tick.end)]
        if all(abs(end - at_mm) < 0.01 for end in ends):
            return True
    return False


def reach(line: Line) -> Rect:
    left, right = sorted((line.start.x_mm, line.end.x_mm))
    top, bottom = sorted((line.start.y_mm, line.end.y_mm))
    return Rect(left, top, right - left, bottom - top)


def shown_box(placed: Placement) -> Rect:
    """What is seen of a page: its box, up to its clip."""
    if not placed.clip:
        return placed.box
    low, high = placed.clip[0], placed.clip[2]
    left, right = sorted((low.x_mm, high.x_mm))
    top, bottom = sorted((low.y_mm, high.y_mm))
    left, top = max(left, placed.box.x_mm), max(top, placed.box.y_mm)
    right, bottom = min(right, placed.box.right_mm), min(bottom, placed.box.bottom_mm)
    return Rect(left, top, right - left, bottom - top)


def looks(sheets: tuple[Sheet, ...]) -> list[int]:
    return [
        placed.face.look for sheet in sheets for page in sheet.pages for placed in page.placements
    ]


def test_larger_pages_are_a_problem() -> None:
    pages = BookletPages("rules", 8, PAGE_A5, Fold.SADDLE)
    with pytest.raises(ProblemsFound) as found:
        booklet_sheets(pages, PrintSettings(A5))
    (problem,) = found.value.problems
    assert problem.code == "E321"
    assert problem.message == (
        "pages of 148.5 x 210 mm, 2 side by side, take 297 x 210 mm; A5 is 148 x 210 mm"
    )
