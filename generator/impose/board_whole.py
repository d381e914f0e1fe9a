"""Boards in one piece on large paper, for a print shop; all copies turned the same way."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.geometry import EPSILON_MM, Rect, Size
from generator.impose.forms import turns_of
from generator.impose.layout import Cutting, Layout, Spot, extent_of
from generator.impose.strip import areas
from generator.papers import Paper
from generator.sheets import Item


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
    spots = tuple(Spot(item, cell, cell.grown(-item.bleed_mm), way.turn_deg) for cell in cells)
    return Layout(spots, extent_of(cells), Cutting.TICKS)
