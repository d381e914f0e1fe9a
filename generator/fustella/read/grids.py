"""Reads the grid of a kind: the cells of a board, stated once."""

from msgspec.structs import replace

from fustella.core.geometry.grids import (
    FIRST_CELL,
    CellShape,
    Grid,
    NoSuchCell,
    Numbering,
    Stagger,
    fitting,
    hexagon_box,
    largest_cell,
)
from fustella.core.geometry.shapes import Outline, Point, Size, Split
from fustella.core.processes import limits
from fustella.core.values.schemas import Schema, Vocabulary, pattern
from fustella.read.forms import At, Form, Reader, entry, form_of, one_of, schema_of
from fustella.read.nodes import FAULTY, MappingNode
from fustella.read.scalars import COPIES, FLAG, LENGTH, SIZE, STRING
from fustella.read.tables import OVERLAP_MM

_FLAT, _POINTED = "flat", "pointed"


_FIRST: Schema = pattern(
    FIRST_CELL, "write its column and its row, such as 0101, 001001, A1 or 1.1, in quotes"
)


class GridForm(Form, frozen=True):
    """The cells of a board."""

    shape: str = entry(
        one_of(*CellShape), default=CellShape.HEXAGON.value, about="The shape of the cells."
    )
    top: str = entry(
        one_of(_FLAT, _POINTED),
        default=_FLAT,
        about="Whether hexagons have a flat side or a corner at the top.",
    )
    across_flats: float = entry(
        SIZE, default=0.0, about="From one flat side of a hexagon to the one opposite."
    )
    width: float = entry(SIZE, default=0.0, about="The width of a rectangle.")
    height: float = entry(
        SIZE, default=0.0, about="The height of a rectangle; default: its width, for a square."
    )
    columns: int = entry(COPIES, default=0, about="How many columns; default: as many as fit.")
    rows: int = entry(COPIES, default=0, about="How many rows; default: as many as fit.")
    x: float | None = entry(
        LENGTH,
        default=None,
        about="From the left trim to the first column; default: in the middle of the board.",
    )
    y: float | None = entry(
        LENGTH,
        default=None,
        about="From the upper trim to the first row; default: in the middle of the board.",
    )
    shift: str = entry(
        one_of(*Stagger),
        default="",
        about="The columns of flat hexagons half a cell lower, or rows of others: odd, even.",
    )
    first: str = entry(
        STRING.described({"title": "number of a cell", "type": "string", **_FIRST}),
        default="0101",
        about="The number of the first cell, its column before its row: 0101, A1, 1.1.",
    )
    rows_first: bool = entry(FLAG, default=False, about="Whether numbers begin with the row.")
    upwards: bool = entry(FLAG, default=False, about="Whether rows are counted from the bottom.")
    by_twos: bool = entry(
        FLAG,
        default=False,
        about="Whether numbers go in twos along shifted rows: A2, A4, and below them B1, B3.",
    )
    without: str = entry(
        STRING, default="", about="Cells that the grid does not have: 0101-0104 3327."
    )


_GRID = form_of(GridForm)

_OF_SQUARES: Schema = {
    "if": {"properties": {"shape": {"const": "square"}}, "required": ["shape"]},
    "then": {"properties": {"across_flats": False, "top": False}},
    "else": {
        "properties": {"width": False, "height": False, "shift": {"enum": ["odd", "even"]}},
    },
    "dependencies": {"height": ["width"]},
}


def _described(vocabulary: Vocabulary) -> Schema:
    form = schema_of(GridForm, vocabulary, _OF_SQUARES)
    return {**form, "title": "the cells of the board", "minProperties": 1}


def _read(value: object, at: At) -> object:
    if value is None:
        return None
    if not isinstance(value, MappingNode) or not value:
        hint = "write {columns: 20, rows: 14} or {shape: square, width: 25mm}"
        at.report("E104", "expected the keys of a grid", hint)
        return FAULTY
    return _GRID(value, at)


GRID = Reader(_read, _described)
"""Reads the keys of a grid; `read_grid` makes the grid when the outline of the board is known."""


def read_grid(form: GridForm, node: MappingNode, outline: Outline, at: At) -> Grid | None:
    """The grid of a board; None without a grid, or after a fault was reported.

    Reports E104 for a number that cannot be counted from, E106 for a size of another shape, E110
    for cells that have no room, E133 for too many, E170 for cells `without` that do not exist.
    """
    shape, before = CellShape(form.shape), len(at.problems)
    hexagons, flat_top = shape is CellShape.HEXAGON, form.top == _FLAT
    for key in ("width", "height") if hexagons else ("across_flats", "top"):
        if key in node:
            other = "`across_flats: …`" if hexagons else "`width: …` and `height: …`"
            message = f"a {shape} has no `{key}`"
            at.inside(key, node).report("E106", message, f"write {other}, or another `shape`")
    if "height" in node and "width" not in node and not hexagons:
        at.inside("height", node).report("E107", "`width` is missing", "add `width: …`")
    numbering = Numbering.of(form.first, form.rows_first, form.upwards, form.by_twos)
    if numbering is None:
        hint = "write its column and its row: 0101, 001001, A1 or 1.1"
        message = f"`{form.first}` does not say which part is the column and which the row"
        at.inside("first", node).report("E104", message, hint)
        numbering = Numbering()
    if len(at.problems) > before:
        return None
    board = outline.size
    # What lies at the left and above lies at the right and below, too.
    room = Size(board.width_mm - 2 * (form.x or 0.0), board.height_mm - 2 * (form.y or 0.0))
    cell, columns, rows = _cells(form, shape, flat_top, room)
    if not columns or not rows:
        at.report("E110", "no cell fits on the board", "make cells smaller, or the board larger")
        return None
    if columns * rows > limits.GRID_CELLS:
        message = f"{columns} × {rows} cells are more than {limits.GRID_CELLS:,}"
        at.report("E133", message, "make cells larger, or several boards")
        return None
    shift = Stagger(form.shift) if form.shift else (Stagger.EVEN if hexagons else Stagger.NONE)
    # The middle of the first cell is not known before it is known how far its column is shifted.
    grid = Grid(shape, cell, Point(0, 0), columns, rows, shift, numbering)
    if not _shifted_well(grid, form, node, at):
        return None
    extent = grid.extent()
    x_mm = (board.width_mm - extent.width_mm) / 2 if form.x is None else form.x
    y_mm = (board.height_mm - extent.height_mm) / 2 if form.y is None else form.y
    first = Point(x_mm - extent.x_mm, y_mm - extent.y_mm)
    grid = replace(grid, first=first, board=board)
    if not grid.cells:
        at.report("E110", "no cell of the grid lies on the board", "look at `x` and `y`")
        return None
    return _without(grid, form, node, at)


def _shifted_well(grid: Grid, form: GridForm, node: MappingNode, at: At) -> bool:
    """Whether the shift of rows suits their shape and numbers; reports a shift that does not."""
    if grid.shift is Stagger.NONE and grid.shape is CellShape.HEXAGON:
        at.inside("shift", node).report("E104", "hexagons are always shifted", "write odd or even")
        return False
    if grid.shift is Stagger.NONE and form.by_twos:
        message = "only rows that are shifted are numbered by twos"
        hint = "delete it, or write `shift: odd` or `shift: even`"
        at.inside("by_twos", node).report("E106", message, hint)
        return False
    if grid.begins_before_its_count():
        message = f"by twos, rows beside that of `{form.first}` begin before the first number"
        other = Stagger.ODD if grid.shift is Stagger.EVEN else Stagger.EVEN
        hint = f"begin with a later number, or write `shift: {other}`"
        at.inside("first", node).report("E104", message, hint)
        return False
    return True


def _cells(form: GridForm, shape: CellShape, flat_top: bool, room: Size) -> tuple[Size, int, int]:
    """The box around a cell, and the numbers of columns and rows."""
    hexagons = shape is CellShape.HEXAGON
    width_mm, height_mm = form.width, form.height or form.width
    cell = hexagon_box(form.across_flats, flat_top) if hexagons else Size(width_mm, height_mm)
    if not cell.width_mm:
        if not (form.columns and form.rows):
            return cell, 0, 0
        cell = largest_cell(shape, flat_top, form.columns, form.rows, room)
        return cell, form.columns, form.rows
    columns, rows = fitting(shape, flat_top, cell, room, form.columns, form.rows)
    return cell, max(0, columns), max(0, rows)


def _without(grid: Grid, form: GridForm, node: MappingNode, at: At) -> Grid | None:
    """The grid without the cells under `without`; None after a fault was reported."""
    try:
        ways = grid.walks(form.without)
    except NoSuchCell as fault:
        at.inside("without", node).report("E170", str(fault), fault.hint)
        return None
    return replace(grid, left_out=tuple(sorted({cell for way in ways for cell in way})))


def seams_of(grid: Grid, split: Split | None, typed: object, at: At, grid_at: At) -> Split | None:
    """The division of a board along its grid, unless its `split` says `along: plain` or is false.

    `at` is the place of the split, `grid_at` the place of the grid. Reports E172 for a split that
    states the grid again, and for cells along which no seam can run.
    """
    if typed is False:
        return None
    keys = typed if isinstance(typed, MappingNode) else MappingNode(0)
    if "along" in keys and keys["along"] == "plain":
        return split
    again = [key for key in ("along", "width", "height", "left", "top") if key in keys]
    if again:
        message = f"the grid says `{again[0]}` already"
        hint = f"delete {', '.join(f'`{key}`' for key in again)}: seams run along the grid"
        at.inside(again[0], keys).report("E172", message, hint)
        return split
    overlap_mm = split.overlap_mm if split else OVERLAP_MM
    seams = grid.seams(overlap_mm, split.avoid if split else ())
    if seams is None:
        hint = "write `split: {along: plain}`, or give the rows of the grid no `shift`"
        grid_at.report("E172", "no straight seam runs between rectangles in shifted rows", hint)
    return seams
