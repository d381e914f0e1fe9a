"""Lays pieces of thick stock on punchboards: boards from which players press them out.

A board is smaller than the lid of its box. Its pieces keep a gap, so that the waste between them is
one web, which reaches the rim; nicks in each line hold them there. A board that holds the same
share of all pieces can be made several times. That may take more boards, and saves plates and
dies, of which every board that differs needs its own: in a run of games both count, so of all
numbers of repeats the one is taken with the fewest boards and different boards together.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.cutpaths import Arc, to_page
from fustella.core.geometry.dies import DieLine, die_lines
from fustella.core.geometry.nicks import NoRoomForNicks, nicked
from fustella.core.geometry.outlines import ellipse, meeting_point, rounded
from fustella.core.geometry.polygons import edges_of, grown
from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Grain, Margins, Paper, PrintSettings
from fustella.core.values.plates import PlateSort
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Item, Page, Placement, Ring, Sheet, Slug, Trim
from fustella.core.values.shops import Punchboards
from fustella.impose.duplex import back_page
from fustella.impose.layout import Layout, Position, extent_of
from fustella.impose.packing import packs_in
from fustella.impose.packing.forms import need_of, orientations_of

_MOST_REPEATS = 12
"""The most repeats that are tried; more would need a board of very few pieces."""

_THROUGH = frozenset({PlateSort.CUT, PlateSort.HOLE})
"""The sorts of lines that go through the board, and so need nicks."""

_ON_ARC_MM = 0.01
"""The distance from an arc up to which a corner counts as one of the outline that it follows."""

_NO_SLUG = Slug(Rect(0, 0, 0, 0), upright=False)


class Punchboard(Struct, frozen=True):
    """A design of board: its art and its lines, and how many of it a game has.

    The front of the `sheet` shows the pieces, and its back what is behind them. Boards of the same
    `die`, which counts from 1, have the same `lines`, with their nicks.
    """

    sheet: Sheet
    copies: int
    die: int
    lines: tuple[DieLine, ...]


def punch_out(
    items: Sequence[Item], rules: Punchboards, *, single: bool = False
) -> tuple[Punchboard, ...]:
    """Lays every copy of items on boards of the size of `rules` that wastes the least.

    For a `single` game there are as few boards as possible, however different.

    A placement is clipped to its outline and half of the gap around it, as far as a bleed may
    reach. Raises ProblemsFound: `not_punched`, or E794 for lines without room for nicks and E797
    for lines of a piece that meet.
    """
    printed = [item for item in items if item.copies > 0]
    if large := [*dict.fromkeys(not_punched(printed, rules).values())]:
        raise ProblemsFound(large)
    if faults := [*_unfit(printed, rules)]:
        raise ProblemsFound(faults)
    sizes = [size for size in rules.sizes if all(_holds(size, item, rules) for item in printed)]
    laid = [(size, _fewest(printed, size, rules, single)) for size in sizes]

    def waste(of_size: tuple[Size, Sequence[Punchboard]]) -> tuple[float, int]:
        size, boards = of_size
        copies = sum(board.copies for board in boards)
        return copies * size.width_mm * size.height_mm, copies

    return min(laid, key=waste)[1]


def not_punched(items: Sequence[Item], rules: Punchboards) -> dict[str, Problem]:
    """The problems E792, by id, of pieces that the largest board does not hold; one for each kind.

    The caller leaves these pieces out before it punches the others out.
    """
    size = max(rules.sizes, key=lambda each: each.width_mm * each.height_mm)
    large: dict[str, list[Item]] = {}
    for item in items:
        if not _holds(size, item, rules):
            large.setdefault(item.kind, []).append(item)
    problems = ((own, _too_large(own, size, rules)) for own in large.values())
    return {item.piece: problem for own, problem in problems for item in own}


def _room(size: Size, rules: Punchboards) -> Size:
    """The area of a board in which cells may lie, each of which has half of the gap around it."""
    rim_mm = (rules.web_mm or rules.gap_mm) - rules.gap_mm / 2
    return Size(size.width_mm - 2 * rim_mm, size.height_mm - 2 * rim_mm)


def _holds(size: Size, item: Item, rules: Punchboards) -> bool:
    room, settings = _room(size, rules), _settings(size)
    rows = orientations_of(need_of(_cell(item, size, rules), settings))
    return any(row.outer.fits_in(room) for row in rows)


def _settings(size: Size) -> PrintSettings:
    return PrintSettings(Paper("board", size, Margins.all_round(0)))


def _cell(item: Item, size: Size, rules: Punchboards) -> Item:
    """The item as it is packed: with half of the gap around it, as if that were its bleed.

    Fibres run along a side of the board, which may lie; packing takes it to stand.
    """
    grain = item.stock_grain
    if size.width_mm > size.height_mm and grain is not Grain.NONE:
        grain = Grain.SHORT if grain is Grain.LONG else Grain.LONG
    apart_mm = rules.gap_mm / 2 + _bulge_mm(item.outline)
    return replace(item, bleed_mm=apart_mm, edge="", split=None, stock_grain=grain)


@lru_cache(maxsize=256)
def _bulge_mm(outline: Outline) -> float:
    """How far the line of a smooth outline, which is of arcs, lies outside of its corners.

    Pieces are packed by their corners, between which an arc rises over each edge along it: the
    sagitta of the edge (r - sqrt(r² - e²/4)).
    """
    rises = [0.0]
    for line in die_lines(outline) if outline.points else ():
        segments = () if isinstance(line.path, Ring) else line.path.segments
        circles = [line.path] if isinstance(line.path, Ring) else []
        circles += [Ring(one.middle, one.radius_mm) for one in segments if isinstance(one, Arc)]
        for edge in edges_of(outline.points):
            long_mm = _apart_mm(*edge)
            for circle in circles:
                offs = (abs(_apart_mm(at, circle.middle) - circle.radius_mm) for at in edge)
                if long_mm < circle.radius_mm and max(offs) < _ON_ARC_MM:
                    half = long_mm / 2
                    rises.append(circle.radius_mm - math.sqrt(circle.radius_mm**2 - half**2))
    return max(rises)


def _apart_mm(one: Point, other: Point) -> float:
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


def _too_large(items: Sequence[Item], size: Size, rules: Punchboards) -> Problem:
    """The problem E792 of items of one kind that a board of `size` does not hold."""
    web_mm, first = rules.web_mm or rules.gap_mm, items[0]
    room = Size(size.width_mm - 2 * web_mm, size.height_mm - 2 * web_mm)
    trim = _in_words(first.outline.size)
    message = f'"{first.piece}" is {trim}; a board has room for {_in_words(room)}'
    if others := len({item.piece for item in items}) - 1:
        some = f"{others} other pieces" if others > 1 else "another piece"
        message += f"; so it is with {some} of the kind `{first.kind}`"
    hint = "take larger boards, --board; or name the kinds to punch out, --only, without this one"
    return Problem("E792", first.place, message, hint, piece=first.piece)


def _in_words(size: Size) -> str:
    return f"{round(size.width_mm, 1):g} x {round(size.height_mm, 1):g} mm"


def _unfit(items: Sequence[Item], rules: Punchboards) -> Iterator[Problem]:
    """Yields the problems of lines, E794 and E797, one for each kind and outline."""
    for item in {(item.kind, item.outline): item for item in reversed(items)}.values():
        if met := _meeting_lines(item.outline):
            message = (
                f'two lines of "{item.piece}" meet at ({met.x_mm:.1f}, {met.y_mm:.1f}) mm: '
                "it would fall apart on its board"
            )
            hint = "end the slit before the other line, or leave the kind out: --only"
            yield Problem("E797", item.place, message, hint, piece=item.piece)
            continue
        short = [line for line in die_lines(item.outline) if not _has_room(line, rules)]
        for line in short[:1]:
            message = (
                f'a line of "{item.piece}", {line.length_mm:.1f} mm long, has no room for '
                f"{rules.nicks.count} nicks of {rules.nicks.width_mm:g} mm between its corners"
            )
            hint = "take fewer or narrower nicks: --nicks 2x0.3mm"
            yield Problem("E794", item.place, message, hint, piece=item.piece)


def _meeting_lines(outline: Outline) -> Point | None:
    """A place where a slit meets another line of its piece; None where all keep apart."""
    rims = [edge for ring in (_ring(outline), *outline.holes) for edge in edges_of(ring)]
    slits = outline.slits
    pairs = ((slit, other) for at, slit in enumerate(slits) for other in (*rims, *slits[:at]))
    return next(filter(None, (meeting_point(*pair) for pair in pairs)), None)


def _has_room(line: DieLine, rules: Punchboards) -> bool:
    try:
        _with_nicks(line, rules)
    except NoRoomForNicks:
        return False
    return True


def _with_nicks(line: DieLine, rules: Punchboards) -> tuple[DieLine, ...]:
    if line.sort not in _THROUGH:
        return (line,)
    parts = nicked(line.path, rules.nicks.count, rules.nicks.width_mm)
    return tuple(DieLine(line.sort, part) for part in parts)


def _fewest(
    items: Sequence[Item], size: Size, rules: Punchboards, single: bool
) -> tuple[Punchboard, ...]:
    """The boards of one size that hold all copies, with the best number of repeats."""
    once = _boards(items, 1, size, rules)
    found = [once]
    most = min(_MOST_REPEATS, sum(board.copies for board in once))
    for repeats in range(2, most + 1):
        shared = [replace(item, copies=item.copies // repeats) for item in items]
        left = [replace(item, copies=item.copies % repeats) for item in items]
        if any(item.copies for item in shared):
            boards = (*_boards(shared, repeats, size, rules), *_boards(left, 1, size, rules))
            found.append(_merged(boards))

    def cost(boards: Sequence[Punchboard]) -> tuple[int, int, int]:
        copies, dies = sum(board.copies for board in boards), len({b.lines for b in boards})
        return copies + len(boards) * (not single), len(boards), dies

    return _numbered(min(found, key=cost))


def _boards(
    items: Sequence[Item], copies: int, size: Size, rules: Punchboards
) -> tuple[Punchboard, ...]:
    """The boards that hold all copies of items, each made `copies` times."""
    cells, settings = [_cell(item, size, rules) for item in items], _settings(size)
    boards = []
    for layout in packs_in([_room(size, rules)], cells, settings).layouts():
        placed = _in_middle(layout, size)
        fronts = tuple(_placement(at, rules.gap_mm / 2) for at in placed.positions)
        trims = tuple(Trim(at.item.outline, at.box, at.turn_deg) for at in placed.positions)
        front = Page(SideName.FRONT, fronts, (), _NO_SLUG, trims=trims)
        back = back_page(front, placed.positions, settings.paper, settings)
        sheet = Sheet(items[0].sheet, 0, settings.paper, (front, back) if back else (front,), 0)
        lines = tuple(line for trim in trims for line in _lines(trim, rules))
        boards.append(Punchboard(sheet, copies, 0, lines))
    return _merged(boards)


def _in_middle(layout: Layout, size: Size) -> Layout:
    extent = extent_of(position.cell for position in layout.positions)
    return layout.moved(
        (size.width_mm - extent.width_mm) / 2 - extent.x_mm,
        (size.height_mm - extent.height_mm) / 2 - extent.y_mm,
    )


def _placement(position: Position, bleed_mm: float) -> Placement:
    item, size = position.item, position.item.outline.size
    clip = tuple(
        to_page(at, size, position.turn_deg, position.box)
        for at in grown(_ring(item.outline), bleed_mm)
    )
    face = FaceId(item.piece, SideName.FRONT, item.look)
    return Placement(face, position.box, position.turn_deg, clip=clip)


def _ring(outline: Outline) -> tuple[Point, ...]:
    """The outline as corners, with chords for its curves."""
    if outline.is_round:
        return ellipse(outline.size.width_mm, outline.size.height_mm)
    return rounded(outline.corners(), outline.corner_radius_mm)


def _lines(trim: Trim, rules: Punchboards) -> Iterator[DieLine]:
    """Yields the lines of a piece at its place on the board, with their nicks."""
    size = trim.outline.size
    for line in die_lines(trim.outline):
        for part in _with_nicks(line, rules):
            yield part.placed(lambda at: to_page(at, size, trim.turn_deg, trim.box))


def _merged(boards: Sequence[Punchboard]) -> tuple[Punchboard, ...]:
    """The boards, with equal ones as one that is made more often."""
    copies: dict[Punchboard, int] = {}
    for board in boards:
        plain = replace(board, copies=0)
        copies[plain] = copies.get(plain, 0) + board.copies
    return tuple(replace(board, copies=count) for board, count in copies.items())


def _numbered(boards: Sequence[Punchboard]) -> tuple[Punchboard, ...]:
    dies: dict[tuple[DieLine, ...], int] = {}
    return tuple(
        replace(
            board,
            sheet=replace(board.sheet, number=number),
            die=dies.setdefault(board.lines, len(dies) + 1),
        )
        for number, board in enumerate(boards, start=1)
    )
