"""Boards larger than a page: in parts that are glued together, or whole on larger paper.

One part lies alone on its sheet, a quarter turned where that saves sheets or shortens seams. A
board is cut out of its parts, so its bleed is not printed.

Boards in one piece on large paper, for a print shop; all copies turned the same way.

Maps of boards that are printed in parts: seams, names, and the sheets where the parts are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fustella.core.cover import BoardMap, MapPart
from fustella.core.geometry import EPSILON_MM, Along, Point, Rect, Size
from fustella.core.model import SideName
from fustella.core.paper import Duplex, Paper, PrintSettings, Shift
from fustella.core.problems import Problem
from fustella.core.sheets import Item, Sheet
from fustella.impose.boards.parts import Part, Parting, joints_of, part_board, part_name
from fustella.impose.fitting import fits, in_words, usable_paper
from fustella.impose.layout import Cutting, Layout, Position, extent_of
from fustella.impose.packing.forms import turns_of
from fustella.impose.page import areas


@dataclass(frozen=True, slots=True)
class _Rows:
    """Boards of one size in rows and columns on a page."""

    cell: Size
    turn_deg: int
    columns: int
    rows: int

    @property
    def most(self) -> int:
        return self.columns * self.rows


def fits_whole(item: Item, paper: Paper) -> bool:
    """Whether a page holds the whole board, as it stands or turned, with its bleed and a strip."""
    return paper.slots is None and any(way.most for way in _ways(item, paper, 0.0))


def lay_out_whole(item: Item, paper: Paper, gutter_mm: float) -> tuple[Layout, ...]:
    """Every copy of a board that fits: on the fewest pages, and then on the shortest."""
    ways = [way for way in _ways(item, paper, gutter_mm) if way.most]
    best = min(ways, key=lambda way: (-(-item.copies // way.most), _length_mm(way, item.copies)))
    pages = [min(best.most, item.copies - done) for done in range(0, item.copies, best.most)]
    return tuple(_page(item, best, copies, gutter_mm) for copies in pages)


def _ways(item: Item, paper: Paper, gutter_mm: float) -> Iterator[_Rows]:
    trim, both_mm = item.outline.size, 2 * item.bleed_mm
    size = Size(trim.width_mm + both_mm, trim.height_mm + both_mm)
    for turn_deg in turns_of(item):
        cell = size.turned() if turn_deg else size
        for area in areas(paper):
            columns = _count(area.width_mm, cell.width_mm, gutter_mm)
            yield _Rows(cell, turn_deg, columns, _count(area.height_mm, cell.height_mm, gutter_mm))


def _count(room_mm: float, each_mm: float, gutter_mm: float) -> int:
    return max(0, int((room_mm + gutter_mm + EPSILON_MM) / (each_mm + gutter_mm)))


def _length_mm(way: _Rows, copies: int) -> float:
    return -(-min(copies, way.most) // way.columns) * way.cell.height_mm


def _page(item: Item, way: _Rows, copies: int, gutter_mm: float) -> Layout:
    cells = [
        Rect(
            index % way.columns * (way.cell.width_mm + gutter_mm),
            index // way.columns * (way.cell.height_mm + gutter_mm),
            way.cell.width_mm,
            way.cell.height_mm,
        )
        for index in range(copies)
    ]
    positions = tuple(
        Position(item, cell, cell.grown(-item.bleed_mm), way.turn_deg) for cell in cells
    )
    return Layout(positions, extent_of(cells), Cutting.TICKS)


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """A board, or a part of one, and the paper it lies on, which is not cut off its roll yet."""

    layout: Layout
    paper: Paper


def board_problem(item: Item, settings: PrintSettings) -> Problem | None:
    """Why a board can be printed neither whole nor in parts: E301 or E303; None where it can."""
    paper = _paper(settings)
    if fits_whole(item, paper) or (paper.slots is None and part_board(item, paper) is not None):
        return None
    room = in_words(paper.printable.size)
    assert item.split is not None
    if item.split.along is Along.PLAIN or paper.slots is not None:
        size = in_words(item.outline.size)
        where = "slots for other pieces" if paper.slots else f"{room}, too little for parts of it"
        message = f'"{item.piece}" is {size}; {paper.id} has {where}'
        return Problem("E301", item.place, message, "choose larger paper")
    message = (
        f'"{item.piece}" is parted along its {item.split.along}; {paper.id} prints {room}, too '
        f"little for one of them and a flap of {item.split.overlap_mm:g} mm"
    )
    hint = "choose larger paper, a smaller `overlap`, or `along: plain`"
    return Problem("E303", item.place, message, hint)


def lay_out_boards(items: Sequence[Item], settings: PrintSettings) -> tuple[BoardSheet, ...]:
    """Every copy of boards that do not fit the paper of the press, and of which none is a problem.

    Whole on the press's paper for boards where there is one and they fit it, else in parts, one
    part a sheet.
    """
    return tuple(sheet for item in items for sheet in _sheets(item, settings))


def unfolded(item: Item, settings: PrintSettings) -> PrintSettings:
    """The press for a board, which is never folded: its back is glued on from another sheet."""
    if settings.duplex is not Duplex.FOLD:
        return settings
    duplex = Duplex.SEPARATE if item.has_back else Duplex.NONE
    return replace(settings, duplex=duplex, shift=Shift())


def parting_of(item: Item, settings: PrintSettings) -> Parting | None:
    """How a board is parted on this press; None where it is printed whole."""
    settings = unfolded(item, settings)
    if (
        item.split is None
        or fits(item, settings.paper, settings)
        or fits_whole(item, _paper(settings))
    ):
        return None
    return part_board(item, _paper(settings))


def _sheets(item: Item, settings: PrintSettings) -> Iterator[BoardSheet]:
    """All copies of one board."""
    parting = parting_of(item, settings)
    if parting is None:
        layouts = lay_out_whole(item, _paper(settings), settings.gutter_mm)
    else:
        layouts = tuple(_layout(item, parting, part) for part in parting.parts()) * item.copies
    for layout in layouts:
        yield BoardSheet(layout, settings.board_paper or settings.paper)


def _paper(settings: PrintSettings) -> Paper:
    """What boards may take of their paper."""
    return usable_paper(settings.board_paper or settings.paper, settings)


def _layout(item: Item, parting: Parting, part: Part) -> Layout:
    """One part alone in its block."""
    window, turned = part.window, parting.turn_deg != 0
    size = window.size.turned() if turned else window.size
    box = Rect(0, 0, size.width_mm, size.height_mm)

    def on_block(at: Point) -> Point:
        x_mm, y_mm = at.x_mm - window.x_mm, at.y_mm - window.y_mm
        return Point(window.height_mm - y_mm, x_mm) if turned else Point(x_mm, y_mm)

    path = tuple(on_block(at) for at in part.edge)
    position = Position(item, box, box, parting.turn_deg, window, path)
    note = f"{part.name} ({parting.rows} × {parting.columns})"
    meets = tuple(on_block(at) for at in part.meets)
    return Layout((position,), box, Cutting.TICKS, note, meets, joints_of(part, on_block, turned))


def assembly_maps(
    items: Sequence[Item], settings: PrintSettings, sheets: Sequence[Sheet]
) -> tuple[BoardMap, ...]:
    """A map for each board that lies on `sheets` in parts; its looks share one."""
    boards = {item.piece: item for item in items if item.split is not None}
    found = (_map(item, settings, sheets) for item in boards.values())
    return tuple(board for board in found if board is not None)


def _map(item: Item, settings: PrintSettings, sheets: Sequence[Sheet]) -> BoardMap | None:
    parting = parting_of(item, settings)
    if parting is None:
        return None
    numbers: dict[str, list[int]] = {}
    for note, number in _numbers(item.piece, sheets):
        numbers.setdefault(note.partition(" ")[0], []).append(number)
    if not numbers:
        return None
    parts = tuple(
        MapPart(name, parting.middle(row, column), tuple(numbers.get(name, ())))
        for row in range(parting.rows)
        for column in range(parting.columns)
        for name in (part_name(row, column),)
    )
    rows, columns = parting.rows, parting.columns
    return BoardMap(item.piece, item.outline, item.sheet, parting.seams(), parts, rows, columns)


def _numbers(piece: str, sheets: Sequence[Sheet]) -> Iterator[tuple[str, int]]:
    """What the pages with a front of the piece say of it, and the numbers of their sheets."""
    for sheet in sheets:
        for page in sheet.pages:
            if page.side is SideName.FRONT and any(
                placement.face.piece == piece for placement in page.placements
            ):
                yield page.note, sheet.number
