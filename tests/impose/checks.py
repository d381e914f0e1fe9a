"""Checks of sheets, computed in another way than imposition computes them."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from hypothesis import strategies as st

from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Shape, Size, Split
from fustella.core.values.model import FaceId, FibreAlong, SideName
from fustella.core.values.paper import Duplex, Grain, Margins, Paper
from fustella.core.values.problems import Place
from fustella.core.values.sheets import (
    Bar,
    CutNumber,
    Dot,
    Item,
    Line,
    Mark,
    Page,
    Placement,
    Ring,
    Sheet,
)

A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
A5 = Paper("A5", Size(148, 210), Margins.all_round(5))
LETTER = Paper("Letter", Size(215.9, 279.4), Margins.all_round(5))
PAPERS = (A4, A5, LETTER, Paper("A3", Size(297, 420), Margins.all_round(6.35)))
NEAR_MM = 1e-5


def item(
    piece: str,
    outline: Outline,
    copies: int = 1,
    sheet: str = "all",
    bleed_mm: float = 0.0,
    has_back: bool = True,
    split: Split | bool = False,
    edge: str = "",
    grain: FibreAlong = FibreAlong.ANY,
    stock_grain: Grain = Grain.NONE,
) -> Item:
    place = Place("pieces.yaml", 1, piece)
    if isinstance(split, bool):
        split = Split(Along.PLAIN, Size(0, 0), Point(0, 0), 8.0) if split else None
    return Item(
        piece, "kind", sheet, copies, outline, bleed_mm, has_back, split, place,
        edge=edge, grain=grain, stock_grain=stock_grain,
    )  # fmt: skip


lengths_mm = st.one_of(
    st.sampled_from((12.0, 24.0, 36.0, 15.875, 25.4)), st.floats(6, 90).map(lambda mm: round(mm, 3))
)
outlines = st.one_of(
    st.builds(Outline.rectangle, lengths_mm, lengths_mm),
    st.builds(Outline.hexagon, lengths_mm),
    st.builds(Outline.circle, lengths_mm),
    st.builds(lambda a, b: Outline.polygon((Point(a / 3, 0), Point(a, 0), Point(a / 2, b),
                                            Point(0, b))), lengths_mm, lengths_mm),
)  # fmt: skip


@st.composite
def items_of_one_size(draw: st.DrawFn) -> list[Item]:
    outline, edge = draw(outlines), draw(st.sampled_from(("", "ink")))
    bleeds_mm = st.sampled_from(draw(st.sampled_from(((0.0,), (1.5,), (0.0, 3.0)))))
    return [
        item(
            f"p{i}",
            outline,
            draw(st.integers(0, 40)),
            "one",
            draw(bleeds_mm),
            draw(st.booleans()),
            edge=edge,
        )
        for i in range(draw(st.integers(1, 4)))
    ]


@st.composite
def items_of_many_sizes(draw: st.DrawFn) -> list[Item]:
    return [
        item(
            f"q{i}",
            draw(outlines),
            draw(st.integers(0, 25)),
            draw(st.sampled_from(("x", "y"))),
            draw(st.sampled_from((0.0, 0.0, 2.0))),
            draw(st.booleans()),
            edge=draw(st.sampled_from(("", "ink", "red"))),
            grain=draw(st.sampled_from(FibreAlong)),
            stock_grain=draw(st.sampled_from(Grain)),
        )
        for i in range(draw(st.integers(1, 6)))
    ]


any_items = st.one_of(items_of_one_size(), items_of_many_sizes())


def polygon(placement: Placement, outline: Outline) -> list[tuple[float, float]]:
    """The trim of a whole placed piece, mirrored on its back; a circle as a fine polygon in it."""
    if outline.shape is Shape.CIRCLE:
        r = outline.size.width_mm / 2
        angles = [2 * math.pi * (k + 0.5) / 24 for k in range(24)]  # with upright and level sides
        local = [Point(r + r * math.cos(a), r + r * math.sin(a)) for a in angles]
    else:
        local = list(outline.corners())
    if placement.face.side is SideName.BACK:
        local = [Point(outline.size.width_mm - at.x_mm, at.y_mm) for at in reversed(local)]
    return [on_page(at.x_mm, at.y_mm, placement, outline.size) for at in local]


def on_page(u: float, v: float, placement: Placement, face: Size) -> tuple[float, float]:
    """Where a point of a face lies on the page: turned about the middle of what shows."""
    shown = placement.window or Rect(0, 0, face.width_mm, face.height_mm)
    dx = u - shown.x_mm - shown.width_mm / 2
    dy = v - shown.y_mm - shown.height_mm / 2
    angle = math.radians(placement.turn_deg)
    box = placement.box
    return (
        box.x_mm + box.width_mm / 2 + dx * math.cos(angle) - dy * math.sin(angle),
        box.y_mm + box.height_mm / 2 + dx * math.sin(angle) + dy * math.cos(angle),
    )


def overlap(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    """Whether two convex polygons share area: no line along a side of either separates them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            nx, ny = by - ay, ax - bx
            length = math.hypot(nx, ny)
            first = [(x * nx + y * ny) / length for x, y in one]
            second = [(x * nx + y * ny) / length for x, y in other]
            if max(first) <= min(second) + NEAR_MM or max(second) <= min(first) + NEAR_MM:
                return False
    return True


def enters(line: tuple[Point, Point], shape: list[tuple[float, float]]) -> bool:
    """Whether a section of a line lies inside a convex polygon, its edge not counted."""
    (x0, y0), (x1, y1) = ((at.x_mm, at.y_mm) for at in line)
    area = sum(
        ax * by - bx * ay for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True)
    )
    sign = 1 if area > 0 else -1
    low, high = 0.0, 1.0
    for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        inner = 2e-3  # marks are exact to a thousandth
        at0 = sign * ((bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax)) / length - inner
        at1 = sign * ((bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)) / length - inner
        if at0 <= 0 and at1 <= 0:
            return False
        if at0 < 0:
            low = max(low, at0 / (at0 - at1))
        elif at1 < 0:
            high = min(high, at0 / (at0 - at1))
    return low < high


def extent(mark: Line) -> Rect:
    """The box around a mark, slightly larger so that it has an area."""
    x_mm = sorted((mark.start.x_mm, mark.end.x_mm))
    y_mm = sorted((mark.start.y_mm, mark.end.y_mm))
    return Rect(x_mm[0], y_mm[0], x_mm[1] - x_mm[0], y_mm[1] - y_mm[0]).grown(0.001)


def near_pairs(boxes: list[Rect]) -> list[tuple[int, int]]:
    """The pairs whose boxes overlap; all others are apart."""
    order = sorted(range(len(boxes)), key=lambda i: boxes[i].y_mm)
    pairs = []
    for k, a in enumerate(order):
        lower = takewhile(lambda i: boxes[i].y_mm < boxes[a].bottom_mm, order[k + 1 :])  # noqa: B023
        pairs += [(a, b) for b in lower if boxes[a].overlaps(boxes[b])]
    return pairs


def check_all(
    items: list[Item],
    paper: Paper,
    duplex: Duplex,
    sheets: tuple[Sheet, ...],
    gutter_mm: float = 0.0,
) -> None:
    """Checks everything about sheets of whole pieces."""
    by_id = {one.piece: one for one in items}
    check_copies(items, duplex, sheets)
    for sheet in sheets:
        for page in sheet.pages:
            check_page(page, by_id, paper, gutter_mm)
        assert {by_id[p.face.piece].sheet for p in sheet.pages[0].placements} == {sheet.group}
        check_backs(sheet, by_id, duplex)


def check_copies(items: list[Item], duplex: Duplex, sheets: tuple[Sheet, ...]) -> None:
    placed = Counter(p.face for s in sheets for page in s.pages for p in page.placements)
    wanted = Counter({FaceId(one.piece, SideName.FRONT, one.look): one.copies for one in items})
    if duplex is not Duplex.NONE:
        wanted.update(
            {
                FaceId(one.piece, SideName.BACK, one.look): one.copies
                for one in items
                if one.has_back
            }
        )
    assert placed == +wanted


def check_page(
    page: Page, by_id: dict[str, Item], paper: Paper, gutter_mm: float = 0.0
) -> None:  # fmt: skip
    boxes = [placement.box for placement in page.placements]
    shapes = [polygon(p, by_id[p.face.piece].outline) for p in page.placements]
    for placement in page.placements:
        size = by_id[placement.face.piece].outline.size
        expected = size.turned() if placement.turn_deg % 180 else size
        assert placement.box.size == expected
        assert placement.scale == 1.0
        assert placement.window is None
        assert placement.face.side is page.side
        check_grain(placement, by_id[placement.face.piece])
    for a, b in near_pairs(boxes):
        assert not overlap(shapes[a], shapes[b]), (page.placements[a], page.placements[b])
    check_bleeds(page, by_id, paper, gutter_mm)
    check_slug(page, paper)
    check_margins(page, paper)
    rings = [mark for mark in page.marks if isinstance(mark, Ring)]
    check_rings(rings, page, by_id)
    about = [(box.grown(1), shape) for box, shape in zip(boxes, shapes, strict=True)]
    for mark in (mark for mark in page.marks if isinstance(mark, Line)):
        ends = (mark.start, mark.end)
        along = extent(mark)
        near = (shape for box, shape in about if box.overlaps(along))
        assert not any(enters(ends, shape) for shape in near), mark
        assert not enters(ends, rectangle(page.slug.box)), mark


def check_margins(page: Page, paper: Paper) -> None:
    """No mark lies nearer to the edge of the paper than its margin: printers leave that white."""
    for mark in page.marks:
        assert paper.printable.contains(reach_of(mark), 2e-3), mark


def reach_of(mark: Mark) -> Rect:
    """The box around a mark; a figure of a number is 1.4 mm wide."""
    match mark:
        case Line():
            return extent(mark)
        case Ring() | Dot():
            middle, radius_mm = mark.middle, mark.radius_mm
        case CutNumber():
            size = Size(1.4 * len(mark.text), mark.height_mm)
            size = size.turned() if mark.turn_deg else size
            x_mm, y_mm = mark.at.x_mm - size.width_mm / 2, mark.at.y_mm - size.height_mm / 2
            return Rect(x_mm, y_mm, size.width_mm, size.height_mm)
        case Bar():
            return mark.box
    return Rect(middle.x_mm, middle.y_mm, 0, 0).grown(radius_mm)


def check_rings(rings: list[Ring], page: Page, by_id: dict[str, Item]) -> None:
    """On fronts, the trim of each round piece is drawn once; nothing else is round."""
    round_boxes = [
        placement.box
        for placement in page.placements
        if by_id[placement.face.piece].outline.shape is Shape.CIRCLE
    ]
    drawn = [
        Rect(
            ring.middle.x_mm - ring.radius_mm,
            ring.middle.y_mm - ring.radius_mm,
            2 * ring.radius_mm,
            2 * ring.radius_mm,
        )
        for ring in rings
    ]
    wanted = round_boxes if page.side is SideName.FRONT else []
    assert len(drawn) == len(wanted)
    for one, other in zip(drawn, wanted, strict=True):
        assert one.contains(other, NEAR_MM) and other.contains(one, NEAR_MM)


def check_grain(placement: Placement, one: Item) -> None:
    """The side of the piece that is to follow the fibres is parallel to them on upright paper."""
    if one.grain is FibreAlong.ANY or one.stock_grain is Grain.NONE:
        return
    upright_side = FibreAlong.WIDTH if placement.turn_deg % 180 else FibreAlong.HEIGHT
    assert (one.grain is upright_side) is (one.stock_grain is Grain.LONG), placement


def check_bleeds(page: Page, by_id: dict[str, Item], paper: Paper, gutter_mm: float) -> None:
    """No face shows on another piece, nor on the bleed of a piece that looks different.

    All visible parts are inside the printable area and keep the gutter. Where two pieces with the
    same edge colour touch along a side, neither shows its bleed; elsewhere all show it.
    """
    pieces = [by_id[p.face.piece] for p in page.placements]
    trims = [polygon(p, one.outline) for p, one in zip(page.placements, pieces, strict=True)]
    shown = [shown_of(p, t, by_id) for p, t in zip(page.placements, trims, strict=True)]
    spans = [around(points) for points in shown]
    for span in spans:
        assert paper.printable.contains(span, 1e-3)
        assert not page.slug.box.overlaps(span, 1e-3)
    for a, b in near_pairs([span.grown(max(gutter_mm, 0.01)) for span in spans]):
        if may_share(pieces[a], pieces[b]) and not gutter_mm:
            assert are_apart(shown[a], trims[b], 0), (page.placements[a], page.placements[b])
            assert are_apart(trims[a], shown[b], 0), (page.placements[a], page.placements[b])
        else:
            assert are_apart(shown[a], shown[b], gutter_mm)
    for a, placement in enumerate(page.placements):
        if placement.clip:
            others = [t for b, t in enumerate(trims) if b != a and may_share(pieces[a], pieces[b])]
            check_clip(placement.clip, trims[a], pieces[a].bleed_mm, others)


def may_share(one: Item, other: Item) -> bool:
    """Whether both look alike beyond their trims, in front and behind."""
    return bool(one.edge) and (one.edge, one.has_back) == (other.edge, other.has_back)


Corners = list[tuple[float, float]]


def shown_of(placement: Placement, trim: Corners, by_id: dict[str, Item]) -> Corners:
    """The part of the page that a face covers: its trim and bleed, or its clip."""
    if placement.clip:
        return [(at.x_mm, at.y_mm) for at in placement.clip]
    one = by_id[placement.face.piece]
    if one.outline.shape is Shape.POLYGON:
        return bled(trim, rectangle(placement.box.grown(one.bleed_mm)), one.bleed_mm)
    middle_x = placement.box.x_mm + placement.box.width_mm / 2
    middle_y = placement.box.y_mm + placement.box.height_mm / 2
    if one.outline.shape is Shape.RECTANGLE:
        return rectangle(placement.box.grown(one.bleed_mm))
    flat_mm = min(placement.box.width_mm, placement.box.height_mm)
    grow = (flat_mm + 2 * one.bleed_mm) / flat_mm
    return [(middle_x + (x - middle_x) * grow, middle_y + (y - middle_y) * grow) for x, y in trim]


def bled(trim: Corners, box: Corners, bleed_mm: float) -> Corners:
    """A convex polygon, its sides moved out by the bleed, as far as the box around it shows it."""
    shown = box
    for (ax, ay), (bx, by) in zip(trim, trim[1:] + trim[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        out = [(x - ax) * nx + (y - ay) * ny - bleed_mm for x, y in shown]
        ends = list(zip(shown, out, strict=True))
        kept = []
        for (p, d), (q, e) in zip(ends, ends[1:] + ends[:1], strict=True):
            if d <= 0:
                kept.append(p)
            if d * e < 0:
                kept.append(
                    (p[0] + (q[0] - p[0]) * d / (d - e), p[1] + (q[1] - p[1]) * d / (d - e))
                )
        shown = kept
    around_it = zip(shown, shown[1:] + shown[:1], strict=True)
    return [one for one, following in around_it if math.dist(one, following) > NEAR_MM]


def check_clip(
    clip: tuple[Point, ...], trim: Corners, bleed_mm: float, others: list[Corners]
) -> None:
    """A clip leaves the bleed of the free sides, and no other."""
    middle = (sum(x for x, _ in trim) / len(trim), sum(y for _, y in trim) / len(trim))
    corners = [(at.x_mm, at.y_mm) for at in clip]
    neighbours = {side for other in others for side in sides_of(other)}
    some = False
    for (ax, ay), (bx, by) in zip(trim, trim[1:] + trim[:1], strict=True):
        foot = ((ax + bx) / 2, (ay + by) / 2)
        away = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / away, (ax - bx) / away
        if (foot[0] - middle[0]) * nx + (foot[1] - middle[1]) * ny < 0:
            nx, ny = -nx, -ny
        shared = frozenset((near(ax, ay), near(bx, by))) in neighbours
        reach = 0.1 if shared else 0.9
        out = (foot[0] + nx * bleed_mm * reach, foot[1] + ny * bleed_mm * reach)
        assert inside(out, corners) is not shared, (clip, trim)
        some = some or shared
    assert some, "a clip without a neighbour"


def near(x: float, y: float) -> tuple[int, int]:
    return math.floor(x * 100 + 0.31717), math.floor(y * 100 + 0.31717)


def sides_of(shape: Corners) -> set[frozenset[tuple[int, int]]]:
    return {
        frozenset((near(*a), near(*b))) for a, b in zip(shape, shape[1:] + shape[:1], strict=True)
    }


def inside(at: tuple[float, float], shape: Corners) -> bool:
    """Whether a point lies in a convex polygon."""
    turns = [
        (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True)
    ]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def around(shape: Corners) -> Rect:
    """The box around a polygon."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def are_apart(one: Corners, other: Corners, least_mm: float) -> bool:
    """Whether two convex polygons are so far from each other, perhaps from corner to corner."""
    least_mm -= 1e-3
    widest_mm = -math.inf
    for gap_mm in gaps_mm(one, other):
        if gap_mm >= least_mm:
            return True  # no two of their corners are nearer
        widest_mm = max(widest_mm, gap_mm)
    return widest_mm > 0 and all(
        from_side(at, start, end) >= least_mm
        for a, b in ((one, other), (other, one))
        for start, end in zip(b, b[1:] + b[:1], strict=True)
        for at in a
    )


def gaps_mm(one: Corners, other: Corners) -> Iterator[float]:
    """The gap between two polygons along each side of either; below 0 where they overlap."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            nx, ny = by - ay, ax - bx
            length = math.hypot(nx, ny)
            first = [(x * nx + y * ny) / length for x, y in one]
            second = [(x * nx + y * ny) / length for x, y in other]
            yield max(min(second) - max(first), min(first) - max(second))


def from_side(
    at: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> float:
    """How far a place is from a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / ((dx * dx + dy * dy) or 1)
    share = min(1.0, max(0.0, along))
    return math.dist(at, (start[0] + share * dx, start[1] + share * dy))


def check_slug(page: Page, paper: Paper) -> None:
    box = page.slug.box
    thick_mm, long_mm = sorted((box.width_mm, box.height_mm))
    assert paper.printable.contains(box)
    assert page.slug.upright is (box.height_mm > box.width_mm)
    assert thick_mm >= 5 - NEAR_MM
    assert long_mm >= 160 - NEAR_MM


def rectangle(box: Rect) -> list[tuple[float, float]]:
    return [
        (box.x_mm, box.y_mm),
        (box.right_mm, box.y_mm),
        (box.right_mm, box.bottom_mm),
        (box.x_mm, box.bottom_mm),
    ]


def through_the_paper(x: float, y: float, paper: Paper, duplex: Duplex) -> tuple[float, float]:
    """Where a point of the back page lies, seen through from the front: the sheet is turned
    over its long (upright) or over its short (level) edge."""
    if duplex is not Duplex.SHORT_EDGE:
        return paper.size.width_mm - x, y
    return x, paper.size.height_mm - y


def check_backs(sheet: Sheet, by_id: dict[str, Item], duplex: Duplex) -> None:
    """Each back lies behind its own front when the piece is turned over like the page of a book."""
    fronts = [p for p in sheet.pages[0].placements if by_id[p.face.piece].has_back]
    if duplex is Duplex.NONE or not fronts:
        assert len(sheet.pages) == 1
        return
    front_page, back_page = sheet.pages
    assert (front_page.side, back_page.side) == (SideName.FRONT, SideName.BACK)
    assert back_page.marks == ()
    assert back_page.note == front_page.note
    assert len(back_page.placements) == len(fronts)
    for front, back in zip(fronts, back_page.placements, strict=True):
        assert front.face.piece == back.face.piece
        face = by_id[front.face.piece].outline.size
        w, h = face.width_mm, face.height_mm
        for u, v in ((0.0, 0.0), (w, 0.0), (0.3 * w, 0.8 * h)):
            before = on_page(u, v, front, face)
            behind = through_the_paper(*on_page(w - u, v, back, face), sheet.paper, duplex)
            assert math.dist(before, behind) < NEAR_MM
    slug, mirrored = front_page.slug.box, back_page.slug.box
    corner = through_the_paper(mirrored.x_mm, mirrored.y_mm, sheet.paper, duplex)
    across = through_the_paper(mirrored.right_mm, mirrored.bottom_mm, sheet.paper, duplex)
    assert math.isclose(min(corner[0], across[0]), slug.x_mm, abs_tol=NEAR_MM)
    assert math.isclose(min(corner[1], across[1]), slug.y_mm, abs_tol=NEAR_MM)
