"""Defines the grids of boards: hexagons or rectangles in columns and rows, and their names.

A grid is stated once. It says where cells and numbers are drawn, where the board is parted, and
where pieces snap. It also names places: `0703`, the way `0101-0305`, and the side `0703/NE`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise

from msgspec import Struct

from fustella.core.geometry.shapes import EPSILON_MM, Along, Point, Rect, Size, Split
from fustella.core.words.patterns import regex

Cell = tuple[int, int]
"""The column and the row of a cell, both from 0."""

Corner = tuple[float, float]


class CellShape(StrEnum):
    """The shape of the cells: rectangles, or hexagons, which touch six others."""

    SQUARE = "square"
    HEXAGON = "hexagon"


class Stagger(StrEnum):
    """The columns (or rows) that lie half a cell further down (or right) than the others."""

    NONE = "none"
    ODD = "odd"
    EVEN = "even"


class NoSuchCell(ValueError):
    """Raised for a name that no cell or side of a grid has; `hint` says which names there are."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


_TOLD_APART = r"([A-Za-z]+)([.:,_]?)([0-9]+)|([0-9]+)([.:,_]?)([A-Za-z]+)|([0-9]+)([.:,_])([0-9]+)"
_FIRST = regex(_TOLD_APART)
FIRST_CELL = rf"^(([0-9][0-9])+|{_TOLD_APART})$"
"""Matches the numbers of which one can tell the column from the row."""

_LETTERS = 26
_MOST_STEPS = 20_000
"""The most steps of all ways in one text: twice as many as a grid may have cells."""


class _Counter(Struct, frozen=True):
    """Counts columns or rows from `first`, in letters or in figures of at least `digits`."""

    first: int
    digits: int = 0
    capital: bool = False

    @classmethod
    def of(cls, typed: str) -> "_Counter":
        if typed.isdigit():
            return cls(int(typed), len(typed))
        return cls(_number_of_letters(typed) - 1, 0, typed.isupper())

    def name(self, index: int) -> str:
        if self.digits:
            return f"{self.first + index:0{self.digits}}"
        letters = _letters_of(self.first + index)
        return letters if self.capital else letters.lower()


class Numbering(Struct, frozen=True):
    """The way to name cells: by column, then row; with `rows_first` by row, then column.

    `column` and `row` count; `between` stands between the two. With `upwards`, rows count from
    below. `by_twos` counts the cells of a shifted row (or column of flat hexagons) in halves, so
    that no number there is one of the next row: A2, A4; B1, B3.
    """

    column: _Counter = _Counter(1, 2)
    between: str = ""
    row: _Counter = _Counter(1, 2)
    rows_first: bool = False
    upwards: bool = False
    by_twos: bool = False

    @classmethod
    def of(
        cls, first: str, rows_first: bool = False, upwards: bool = False, by_twos: bool = False
    ) -> "Numbering | None":
        """The numbering in which the first cell is called `first`: `0101`, `A1` or `1.1`.

        None where nobody can tell the column from the row.
        """
        if first.isdigit() and len(first) % 2 == 0:
            half = len(first) // 2
            parts = first[:half], "", first[half:]
        elif found := _FIRST.fullmatch(first):
            one, between, other = (part for part in found.groups() if part is not None)
            parts = one, between, other
        else:
            return None
        counters = _Counter.of(parts[0]), _Counter.of(parts[2])
        column, row = reversed(counters) if rows_first else counters
        return cls(column, parts[1], row, rows_first, upwards, by_twos)


class Grid(Struct, frozen=True, dict=True):
    """The cells of a board, in `columns` and `rows`.

    `cell` is the box around a cell. A hexagon has its flat sides at the top and the bottom if the
    box is wider than high, and left and right otherwise, as outlines have. `first` is the middle of
    the first cell, from the corner of the trim. Of hexagons with a flat top every second column is
    shifted, of all others every second row. The board is as large as `board`, from the corner of
    the trim. Cells whose middle lies outside of it do not exist, nor do those that are `left_out`.
    """

    shape: CellShape
    cell: Size
    first: Point
    columns: int
    rows: int
    shift: Stagger = Stagger.NONE
    numbering: Numbering = Numbering()
    board: Size | None = None
    left_out: tuple[Cell, ...] = ()

    @classmethod
    def of_places(
        cls, first: Point, step: Size, columns: int, rows: int, staggered: bool = False
    ) -> "Grid":
        """The grid of places `step` apart; if `staggered`, every second row lies half a step right.

        That is how places are stated for boards that draw their cells themselves.
        """
        shift = Stagger.EVEN if staggered else Stagger.NONE
        return cls(CellShape.SQUARE, step, first, columns, rows, shift)

    @property
    def has_flat_top(self) -> bool:
        """Whether the cells are hexagons with their flat sides at the top and the bottom."""
        return self.shape is CellShape.HEXAGON and self.cell.width_mm > self.cell.height_mm

    @property
    def step(self) -> Size:
        """The distance from one column to the next, and from one row to the next."""
        width_mm, height_mm = self.cell.width_mm, self.cell.height_mm
        if self.shape is CellShape.SQUARE:
            return self.cell
        if self.has_flat_top:
            return Size(width_mm * 3 / 4, height_mm)
        return Size(width_mm, height_mm * 3 / 4)

    def place(self, column: float, row: float) -> Point:
        """The middle of a cell on the board, in mm; columns and rows count from 1."""
        step = self.step
        dx_mm, dy_mm = (column - 1) * step.width_mm, (row - 1) * step.height_mm
        if self.has_flat_top:
            dy_mm += step.height_mm / 2 * (self._lower(round(column) - 1) - self._lower(0))
        elif self.shift is not Stagger.NONE:
            dx_mm += step.width_mm / 2 * (self._lower(round(row) - 1) - self._lower(0))
        return self.first.moved(dx_mm, dy_mm)

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell, in mm from the corner of the trim."""
        return self.place(cell[0] + 1, cell[1] + 1)

    def _lower(self, index: int) -> int:
        """1 for a column (or row) that is shifted, because of its odd or even number; else 0."""
        counter = self.numbering.column if self.has_flat_top else self.numbering.row
        if self.numbering.upwards and not self.has_flat_top:
            index = self.rows - 1 - index
        number = counter.first + index + (0 if counter.digits else 1)
        return int(number % 2 == (1 if self.shift is Stagger.ODD else 0))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        every = ((column, row) for row in range(self.rows) for column in range(self.columns))
        return tuple(cell for cell in every if cell in self)

    def __contains__(self, cell: Cell) -> bool:
        column, row = cell
        if not (0 <= column < self.columns and 0 <= row < self.rows) or cell in self._left_out:
            return False
        if self.board is None:
            return True
        inside = Rect(0, 0, self.board.width_mm, self.board.height_mm).grown(-EPSILON_MM)
        at = self.middle(cell)
        return inside.x_mm < at.x_mm < inside.right_mm and inside.y_mm < at.y_mm < inside.bottom_mm

    @cached_property
    def _left_out(self) -> frozenset[Cell]:
        return frozenset(self.left_out)

    def places(self) -> tuple[Point, ...]:
        """The middles of all cells, row by row."""
        return tuple(map(self.middle, self.cells))

    def extent(self) -> Rect:
        """The box around all cells, in mm from the corner of the trim."""
        middles = self.places()
        left_mm = min(at.x_mm for at in middles) - self.cell.width_mm / 2
        top_mm = min(at.y_mm for at in middles) - self.cell.height_mm / 2
        right_mm = max(at.x_mm for at in middles) + self.cell.width_mm / 2
        bottom_mm = max(at.y_mm for at in middles) + self.cell.height_mm / 2
        return Rect(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm)

    def seams(self, overlap_mm: float, avoid: tuple[Rect, ...] = ()) -> Split | None:
        """The division of the board along the sides of its cells.

        None for rectangles in shifted rows, between which no straight seam runs down.
        """
        if self.shape is CellShape.SQUARE and self.shift is not Stagger.NONE:
            return None
        corner = self.first.moved(-self.cell.width_mm / 2, -self.cell.height_mm / 2)
        hexagons = self.shape is CellShape.HEXAGON
        along = Along.HEXAGONS if hexagons else Along.SQUARES
        return Split(along, self.cell, corner, overlap_mm, avoid)

    # Names

    @cached_property
    def _by_name(self) -> dict[str, Cell]:
        return {self.name(cell).lower(): cell for cell in self.cells}

    def name(self, cell: Cell) -> str:
        """The name of a cell: `0703`."""
        numbers = self.numbering
        column, row = self._counted(cell)
        names = numbers.column.name(column), numbers.row.name(row)
        return numbers.between.join(reversed(names) if numbers.rows_first else names)

    def _counted(self, cell: Cell) -> tuple[int, int]:
        """The columns and rows from the number of the first cell to the number of a cell."""
        column, row = cell
        upwards = self.numbering.upwards
        counted = self.rows - 1 - row if upwards else row
        if not self.numbering.by_twos:
            return column, counted
        if self.has_flat_top:
            lower = self._lower(column) - self._lower(0)
            return column, 2 * counted + (-lower if upwards else lower)
        return 2 * column + self._lower(row) - self._lower(self.rows - 1 if upwards else 0), counted

    def begins_before_its_count(self) -> bool:
        """Whether a row or column would have a number below 0, or a letter before A."""
        counters = self.numbering.column, self.numbering.row
        return any(
            counter.first + behind < 0
            for cell in self.cells
            for counter, behind in zip(counters, self._counted(cell), strict=True)
        )

    def find(self, name: str) -> Cell:
        """The cell of a name, to which zeros that a spreadsheet took away are given back.

        Raises NoSuchCell.
        """
        plain = name.strip().lower()
        digits = len(self.name((0, 0)))
        cell = self._by_name.get(plain)
        if cell is None and plain.isdigit() and len(plain) < digits:
            cell = self._by_name.get(plain.zfill(digits))
        if cell is None:
            raise NoSuchCell(f"there is no cell `{name.strip()}`", self.names_in_short())
        return cell

    def names_in_short(self) -> str:
        """The names of the first and the last cell, as a hint."""
        cells = self.cells
        if not cells:
            return "the grid has no cells"
        return f"the grid goes from {self.name(cells[0])} to {self.name(cells[-1])}"

    def walks(self, typed: str) -> tuple[tuple[Cell, ...], ...]:
        """The ways that a text names, `0101-0305-0407 0511`, each with all cells on it.

        Raises NoSuchCell.
        """
        ways, left = [], _MOST_STEPS
        for word in typed.replace(",", " ").replace(";", " ").split():
            stops = [self.find(stop) for stop in word.split("-")]
            way = stops[:1]
            for start, end in pairwise(stops):
                left -= self.distance(start, end)
                if left < 0:
                    message = f"this leads through more than {_MOST_STEPS:,} cells"
                    raise NoSuchCell(message, "make several rows of it")
                way += self.line(start, end)[1:]
            ways.append(tuple(way))
        return tuple(ways)

    def sides(self, typed: str) -> tuple[tuple[Cell, int], ...]:
        """The sides that a text names: `0703/NE`, `0703/N-SE` or between two cells, `0703-0804`.

        Each is a cell and the number of its side. Raises NoSuchCell.
        """
        found: list[tuple[Cell, int]] = []
        for word in typed.replace(",", " ").replace(";", " ").split():
            name, slash, side = word.partition("/")
            if slash:
                cell = self.find(name)
                found += [(cell, number) for number in self._sides_named(side)]
                continue
            stops = [self.find(stop) for stop in word.split("-")]
            if len(stops) < 2:
                hint = f"write {word}/{self.side_names[0]}, or two cells that touch"
                raise NoSuchCell(f"`{word}` is a cell, and no side of one", hint)
            for one, other in pairwise(stops):
                around = self.neighbours(one)
                if other not in around:
                    message = f"{self.name(one)} and {self.name(other)} do not touch"
                    hint = "write two cells with a common side, or a way through such cells"
                    raise NoSuchCell(message, hint)
                found.append((one, around.index(other)))
        return tuple(found)

    def _sides_named(self, typed: str) -> Iterator[int]:
        """Yields the number of a side, or of those from one to another: `N`, `1`, `N-SE`.

        They go the shorter way round; of two ways as short, clockwise.
        """
        names = self.side_names
        ends = []
        for each in typed.split("-"):
            word = each.strip().upper()
            if word in names:
                ends.append(names.index(word))
            elif word.isdigit() and 1 <= int(word) <= len(names):
                ends.append(int(word) - 1)
            else:
                hint = f"the sides are {', '.join(names)}"
                raise NoSuchCell(f"a cell has no side `{each}`", hint)
        count, first, last = len(names), ends[0], ends[-1]
        if (last - first) % count > count / 2:
            first, last = last, first
        yield from ((first + n) % count for n in range((last - first) % count + 1))

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of the sides of a cell, clockwise from the top."""
        if self.shape is CellShape.SQUARE:
            return "N", "E", "S", "W"
        if self.has_flat_top:
            return "N", "NE", "SE", "S", "SW", "NW"
        return "NE", "E", "SE", "SW", "W", "NW"

    # Neighbours and ways

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that touch a side of a cell, clockwise from the top; some may not exist.

        Rectangles in shifted rows touch by their upper, lower, left and right sides alone.
        """
        column, row = cell
        if self.shape is CellShape.SQUARE:
            return (column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)
        if self.has_flat_top:
            up = row if self._lower(column) else row - 1
            right, left = column + 1, column - 1
            return (
                *((column, row - 1), (right, up), (right, up + 1)),
                *((column, row + 1), (left, up + 1), (left, up)),
            )
        right = column + 1 if self._lower(row) else column
        return (
            *((right, row - 1), (column + 1, row), (right, row + 1)),
            *((right - 1, row + 1), (column - 1, row), (right - 1, row - 1)),
        )

    def distance(self, one: Cell, other: Cell) -> int:
        """The number of steps from cell to cell; rectangles are stepped over corners, too."""
        (ax, ay), (bx, by) = self._axial(one), self._axial(other)
        dx, dy = bx - ax, by - ay
        if self.shift is Stagger.NONE:
            return max(abs(dx), abs(dy))
        return (abs(dx) + abs(dy) + abs(dx + dy)) // 2

    def line(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        """The cells on the straight way from one to another, with both."""
        steps = self.distance(one, other)
        (ax, ay), (bx, by) = self._axial(one), self._axial(other)
        way = []
        for step in range(steps + 1):
            share = step / steps if steps else 0.0
            # Moved a little aside, so that of two equally near cells always the same one is taken.
            x, y = ax + (bx - ax) * share + 1e-6, ay + (by - ay) * share + 2e-6
            way.append(self._from_axial(*(_rounded(x, y) if self._has_six else _nearest(x, y))))
        return tuple(way)

    @property
    def _has_six(self) -> bool:
        return self.shift is not Stagger.NONE

    def _axial(self, cell: Cell) -> tuple[int, int]:
        """The axial coordinates of a cell, in which steps in one direction are equal."""
        column, row = cell
        if not self._has_six:
            return cell
        if self.has_flat_top:
            return column, row - (column - self._lower(column) + self._lower(0)) // 2
        return column - (row - self._lower(row) + self._lower(0)) // 2, row

    def _from_axial(self, x: int, y: int) -> Cell:
        if not self._has_six:
            return x, y
        if self.has_flat_top:
            return x, y + (x - self._lower(x) + self._lower(0)) // 2
        return x + (y - self._lower(y) + self._lower(0)) // 2, y

    # Lines

    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """The corners of a cell, clockwise; side number n goes from corner n to the next."""
        at, half_w, half_h = self.middle(cell), self.cell.width_mm / 2, self.cell.height_mm / 2
        return tuple(
            (round(at.x_mm + x * half_w, 4), round(at.y_mm + y * half_h, 4))
            for x, y in self._unit_corners
        )

    @cached_property
    def _unit_corners(self) -> tuple[Corner, ...]:
        if self.shape is CellShape.SQUARE:
            return (-1, -1), (1, -1), (1, 1), (-1, 1)
        if self.has_flat_top:
            return (-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0)
        return (0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)

    def side(self, cell: Cell, number: int) -> tuple[Corner, Corner]:
        """The two ends of a side."""
        corners = self.corners(cell)
        return corners[number], corners[(number + 1) % len(corners)]

    def lines(self) -> tuple[tuple[Corner, ...], ...]:
        """The sides of all cells, each once, as lines through several corners."""
        drawn: list[tuple[Corner, ...]] = []
        seen: set[frozenset[Corner]] = set()
        for cell in self.cells:
            corners = self.corners(cell)
            line: list[Corner] = []
            for side in pairwise((*corners, corners[0])):
                ends = frozenset(side)
                if ends in seen:
                    if line:
                        drawn.append(tuple(line))
                    line = []
                    continue
                seen.add(ends)
                line += side if not line else side[1:]
            if line:
                drawn.append(tuple(line))
        return tuple(drawn)

    def outline(self, cells: Iterable[Cell]) -> tuple[tuple[Corner, ...], ...]:
        """The outlines of some cells together: clockwise, and those of holes the other way."""
        sides: dict[Corner, list[Corner]] = {}
        own = dict.fromkeys(cells)
        for cell in own:
            corners = self.corners(cell)
            for number, start in enumerate(corners):
                end = corners[(number + 1) % len(corners)]
                back = sides.get(end, [])
                if start in back:
                    back.remove(start)
                else:
                    sides.setdefault(start, []).append(end)
        return tuple(joined_ends(sides))


def joined_ends(sides: dict[Corner, list[Corner]]) -> Iterator[tuple[Corner, ...]]:
    """Yields closed lines through corners; `sides` has the corners that follow each corner."""
    for start, ends in sides.items():
        while ends:
            line, at = [start], ends.pop()
            while at != start:
                line.append(at)
                onward = sides.get(at)
                if not onward:
                    break
                at = onward.pop()
            yield tuple(line)


def chained(sides: Sequence[tuple[Corner, Corner]]) -> tuple[tuple[Corner, ...], ...]:
    """The longest lines that sides make end to end; a closed line ends where it begins."""
    at: dict[Corner, list[Corner]] = {}
    for one, other in dict.fromkeys((min(side), max(side)) for side in sides):
        at.setdefault(one, []).append(other)
        at.setdefault(other, []).append(one)
    lines = []
    # Lines begin where they end or branch, so that none is cut in its middle; then come rings.
    starts = sorted(at, key=lambda corner: len(at[corner]) == 2)
    for start in starts:
        while at[start]:
            line = [start]
            while onward := at[line[-1]]:
                after = onward.pop(0)
                at[after].remove(line[-1])
                line.append(after)
                if len(at[after]) != 1:
                    break
            lines.append(tuple(line))
    return tuple(lines)


def _rounded(x: float, y: float) -> tuple[int, int]:
    """The hexagon in which a point of axial coordinates lies."""
    z = -x - y
    near_x, near_y, near_z = round(x), round(y), round(z)
    off_x, off_y, off_z = abs(near_x - x), abs(near_y - y), abs(near_z - z)
    if off_x > off_y and off_x > off_z:
        near_x = -near_y - near_z
    elif off_y > off_z:
        near_y = -near_x - near_z
    return near_x, near_y


def _nearest(x: float, y: float) -> tuple[int, int]:
    return math.floor(x + 0.5), math.floor(y + 0.5)


def _letters_of(index: int) -> str:
    """The letters of a number from 0, as spreadsheets count columns: Z, AA, AB."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


@lru_cache(maxsize=64)
def _number_of_letters(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number


def largest_cell(shape: CellShape, flat_top: bool, columns: int, rows: int, room: Size) -> Size:
    """The box around the largest cell whose `columns` and `rows` fit into a room.

    Hexagons are regular.
    """
    if shape is CellShape.SQUARE:
        return Size(room.width_mm / columns, room.height_mm / rows)
    across = columns if flat_top else rows
    along = rows if flat_top else columns
    long_mm = room.width_mm if flat_top else room.height_mm
    short_mm = room.height_mm if flat_top else room.width_mm
    corner_mm = long_mm / ((3 * across + 1) / 4)
    flats_mm = short_mm / (along + (0.5 if across > 1 else 0))
    flats_mm = min(flats_mm, corner_mm * math.sqrt(3) / 2)
    return hexagon_box(flats_mm, flat_top)


def hexagon_box(across_flats_mm: float, flat_top: bool) -> Size:
    """The box around a regular hexagon."""
    long_mm = across_flats_mm * 2 / math.sqrt(3)
    return Size(long_mm, across_flats_mm) if flat_top else Size(across_flats_mm, long_mm)


def fitting(
    shape: CellShape, flat_top: bool, cell: Size, room: Size, columns: int = 0, rows: int = 0
) -> tuple[int, int]:
    """The columns and rows of cells in a room: those given, else as many as fit.

    Shifted columns or rows fit, too.
    """
    wide, high = room.width_mm + EPSILON_MM, room.height_mm + EPSILON_MM
    if shape is CellShape.SQUARE:
        return columns or int(wide // cell.width_mm), rows or int(high // cell.height_mm)
    if flat_top:
        columns = columns or int((wide / cell.width_mm * 4 - 1) // 3)
        return columns, rows or int(high / cell.height_mm - (0.5 if columns > 1 else 0))
    rows = rows or int((high / cell.height_mm * 4 - 1) // 3)
    return columns or int(wide / cell.width_mm - (0.5 if rows > 1 else 0)), rows
