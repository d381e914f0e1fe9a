"""Finds where the pieces of a situation lie, in millimetres on its board or table."""

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.grids import Grid, NoSuchCell
from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.values.model import Game, Piece
from fustella.core.values.problems import Place, Problem
from fustella.core.values.rules import Situation, Spot
from fustella.rules.selection import NoSuch

_MARGIN = 0.5
"""The part of a cell that is shown around the cells in the corners, for what lies beside them."""


def resolved_situation(
    game: Game, situation: Situation, board: Piece | None, problems: list[Problem]
) -> Situation:
    """A situation with the places of all its spots; `board` is the piece on which it lies.

    Adds to `problems`: E170 for cells that do not exist, E711 for spots in cells where there are
    none, and for spots beside the board. Raises NoSuch for a board without cells.
    """
    grid, size = situation.grid, situation.size
    if board is not None:
        grid = game.table.boards.get(board.id) or board.kind.grid
        size = board.kind.outline.size
    if size is None:
        raise NoSuch("nothing says how large the table is", "write `table: 120mm x 80mm`")
    spots = _Spots(grid, size, problems)
    shown = spots.part(situation.part, situation.place)
    return replace(
        situation,
        grid=grid,
        size=size,
        shown=shown,
        pieces=tuple(replace(placed, spot=spots.found(placed.spot)) for placed in situation.pieces),
        arrows=tuple(
            replace(arrow, spots=tuple(map(spots.found, arrow.spots))) for arrow in situation.arrows
        ),
        marks=tuple(replace(mark, spot=spots.found(mark.spot)) for mark in situation.marks),
    )


class _Spots(Struct, frozen=True):
    """Finds spots on a board or table of a size, which may have a grid."""

    grid: Grid | None
    size: Size
    problems: list[Problem]

    def found(self, spot: Spot) -> Spot:
        """A spot with its place; as it is after a problem was reported."""
        if not spot.cell:
            inside = 0 <= spot.at.x_mm <= self.size.width_mm
            if not inside or not 0 <= spot.at.y_mm <= self.size.height_mm:
                size = f"{self.size.width_mm:g}mm x {self.size.height_mm:g}mm"
                hint = f"measure from the upper left corner: it is {size}"
                self._tell("E711", spot.place, "the spot lies beside the board", hint)
            return spot
        at = self._middle(spot.cell, spot.place)
        return replace(spot, at=at) if at else spot

    def _middle(self, cell: str, place: Place) -> Point | None:
        if self.grid is None:
            hint = "write [30mm, 20mm], or give its kind a `grid`"
            self._tell("E711", place, "the board has no cells", hint)
            return None
        try:
            return self.grid.middle(self.grid.find(cell))
        except NoSuchCell as fault:
            self._tell("E170", place, str(fault), fault.hint)
            return None

    def part(self, typed: str, place: Place) -> Rect:
        """The part of the board between two cells, with half a cell around it; all by default."""
        whole = Rect(0.0, 0.0, self.size.width_mm, self.size.height_mm)
        if not typed:
            return whole
        corners = [self._middle(cell.strip(), place) for cell in typed.split("-", 1)]
        points = [corner for corner in corners if corner is not None]
        if len(points) < len(corners) or self.grid is None:
            return whole
        across = (1 + _MARGIN) / 2
        dx_mm, dy_mm = self.grid.cell.width_mm * across, self.grid.cell.height_mm * across
        left_mm = max(0.0, min(at.x_mm for at in points) - dx_mm)
        top_mm = max(0.0, min(at.y_mm for at in points) - dy_mm)
        right_mm = min(whole.width_mm, max(at.x_mm for at in points) + dx_mm)
        bottom_mm = min(whole.height_mm, max(at.y_mm for at in points) + dy_mm)
        return Rect(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm)

    def _tell(self, code: str, place: Place, message: str, hint: str) -> None:
        self.problems.append(Problem(code, place, message, hint))
