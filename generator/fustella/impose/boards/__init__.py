"""Lays out boards larger than a page: in parts to glue together, or whole on larger paper.

Each part lies alone on its sheet, turned by 90 degrees where that saves sheets or shortens seams. A
board is cut out of its parts, so its bleed is not printed. Boards in one piece, for a print shop,
lie in rows and columns on their paper, all copies turned the same way.

The maps on a cover show how the parts of a board go together: the seams, the names of the parts,
and the sheets on which the parts are.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Size
from fustella.core.values.model import SideName
from fustella.core.values.paper import Duplex, Paper, PrintSettings, Shift
from fustella.core.values.problems import Problem
from fustella.core.values.sheets import Item, Sheet
from fustella.impose.boards.parts import BoardPart, Parting, joints_of, part_board, part_name
from fustella.impose.fitting import fits, in_words, usable_paper
from fustella.impose.layout import Cutting, Layout, Position, extent_of, how_many
from fustella.impose.packing.forms import turns_of
from fustella.impose.page import areas


class MapPart(Struct, frozen=True):
    """The name of a board's part, the middle of its visible area, and the sheets that it is on."""

    name: str
    middle: Point
    sheets: tuple[int, ...]


class BoardMap(Struct, frozen=True):
    """A map that shows how the parts of a board go together.

    `group` is the group of sheets that the parts are on. Lengths are measured from the corner of
    the board's trim.
    """

    piece: str
    outline: Outline
    group: str
    seams: tuple[tuple[Point, ...], ...]
    parts: tuple[MapPart, ...]
    rows: int
    columns: int


class BoardSheet(Struct, frozen=True):
    """The layout of a board, or of a part of a board, and its paper, not yet cut off the roll."""

    layout: Layout
    paper: Paper


def lay_out_board(item: Item, settings: PrintSettings) -> Iterator[BoardSheet]:
    """Lays out every copy of a board that has no `board_problem` and fits no usual page whole.

    A copy lies whole on the paper for boards, where there is such a paper and the board fits it;
    else in parts, one part per sheet.
    """
    parting = parting_of(item, settings)
    if parting is None:
        layouts = lay_out_whole(item, _board_paper(settings), settings.gutter_mm)
    else:
        layouts = tuple(_layout(item, parting, part) for part in parting.parts()) * item.copies
    for layout in layouts:
        yield BoardSheet(layout, settings.board_paper or settings.paper)


def parting_of(item: Item, settings: PrintSettings) -> Parting | None:
    """Divides a board into parts with these settings; None where it is printed whole."""
    settings = unfolded(item, settings)
    paper = _board_paper(settings)
    if item.split is None or fits(item, settings.paper, settings) or fits_whole(item, paper):
        return None
    return part_board(item, paper)


class AvoidCost(Struct, frozen=True):
    """The sheets of a board in parts; `more` of them are due to the boxes that seams avoid."""

    piece: str
    sheets: int
    more: int


def avoid_costs(items: Sequence[Item], settings: PrintSettings) -> Iterator[AvoidCost]:
    """Yields the cost of boxes to avoid, for each board that takes more sheets because of them."""
    for item in {item.piece: item for item in items if item.split and item.split.avoid}.values():
        assert item.split is not None
        free = replace(item, split=replace(item.split, avoid=()))
        here, there = parting_of(item, settings), parting_of(free, settings)
        if here is not None and there is not None:
            sheets = here.rows * here.columns
            if more := sheets - there.rows * there.columns:
                yield AvoidCost(item.piece, sheets, more)


def board_problem(item: Item, settings: PrintSettings) -> Problem | None:
    """The problem E301 or E303 of a board that fits neither whole nor in parts; None if it fits."""
    paper = _board_paper(settings)
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
    fewer = "fewer boxes to `avoid`, " if item.split.avoid else ""
    hint = f"choose larger paper; or under `split` {fewer}a smaller `overlap`, or `along: plain`"
    return Problem("E303", item.place, message, hint)


def unfolded(item: Item, settings: PrintSettings) -> PrintSettings:
    """The settings for a board: never folded, because its back is glued on from another sheet."""
    if settings.duplex is not Duplex.FOLD:
        return settings
    duplex = Duplex.SEPARATE if item.has_back else Duplex.NONE
    return replace(settings, duplex=duplex, shift=Shift())


def _board_paper(settings: PrintSettings) -> Paper:
    """The usable part of the paper that is meant for boards."""
    return usable_paper(settings.board_paper or settings.paper, settings)


def _layout(item: Item, parting: Parting, part: BoardPart) -> Layout:
    """The layout of a page with one part of a board."""
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


class _BoardGrid(Struct, frozen=True):
    """A grid of rows and columns in which boards of one size lie on a page."""

    cell: Size
    turn_deg: int
    columns: int
    rows: int

    @property
    def most(self) -> int:
        return self.columns * self.rows


def fits_whole(item: Item, paper: Paper) -> bool:
    """Whether a page holds the whole board, turned or not, with its bleed and a slug."""
    return paper.slots is None and any(grid.most for grid in _grids(item, paper, 0.0))


def lay_out_whole(item: Item, paper: Paper, gutter_mm: float) -> tuple[Layout, ...]:
    """Lays out every copy of a board whole: on the fewest pages, and then on the shortest."""

    def cost(grid: _BoardGrid) -> tuple[int, float]:
        rows = -(-min(item.copies, grid.most) // grid.columns)
        return -(-item.copies // grid.most), rows * grid.cell.height_mm

    best = min((grid for grid in _grids(item, paper, gutter_mm) if grid.most), key=cost)
    pages = [min(best.most, item.copies - done) for done in range(0, item.copies, best.most)]
    return tuple(_whole_page(item, best, copies, gutter_mm) for copies in pages)


def _grids(item: Item, paper: Paper, gutter_mm: float) -> Iterator[_BoardGrid]:
    trim, both_mm = item.outline.size, 2 * item.bleed_mm
    size = Size(trim.width_mm + both_mm, trim.height_mm + both_mm)
    for turn_deg in turns_of(item):
        cell = size.turned() if turn_deg else size
        for area in areas(paper):
            columns = how_many(area.width_mm, cell.width_mm, gutter_mm)
            rows = how_many(area.height_mm, cell.height_mm, gutter_mm)
            yield _BoardGrid(cell, turn_deg, max(0, columns), max(0, rows))


def _whole_page(item: Item, grid: _BoardGrid, copies: int, gutter_mm: float) -> Layout:
    cells = [
        Rect(
            index % grid.columns * (grid.cell.width_mm + gutter_mm),
            index // grid.columns * (grid.cell.height_mm + gutter_mm),
            grid.cell.width_mm,
            grid.cell.height_mm,
        )
        for index in range(copies)
    ]
    positions = tuple(
        Position(item, cell, cell.grown(-item.bleed_mm), grid.turn_deg) for cell in cells
    )
    return Layout(positions, extent_of(cells), Cutting.TICKS)


def assembly_maps(
    items: Sequence[Item], settings: PrintSettings, sheets: Sequence[Sheet]
) -> tuple[BoardMap, ...]:
    """Maps each board that lies on `sheets` in parts; all looks of a board share one map."""
    boards = {item.piece: item for item in items if item.split is not None}
    maps = (_map(item, settings, sheets) for item in boards.values())
    return tuple(board for board in maps if board is not None)


def _map(item: Item, settings: PrintSettings, sheets: Sequence[Sheet]) -> BoardMap | None:
    parting = parting_of(item, settings)
    if parting is None:
        return None
    numbers: dict[str, list[int]] = {}
    for name, number in _part_sheets(item.piece, sheets):
        numbers.setdefault(name, []).append(number)
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


def _part_sheets(piece: str, sheets: Sequence[Sheet]) -> Iterator[tuple[str, int]]:
    """Yields the names of a piece's parts on the fronts of sheets, with the sheets' numbers."""
    for sheet in sheets:
        for page in sheet.pages:
            if page.side is SideName.FRONT and any(
                placement.face.piece == piece for placement in page.placements
            ):
                yield page.note.partition(" ")[0], sheet.number
