"""Finds the size of a cover's pictures, as large as its pages have room for.

Larger pictures never cost a page more than the smallest ones, and as many sections as possible are
on one page each. Cells are narrow only if the cover then fits a single page.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.cache import Memory, cached
from fustella.core.geometry.shapes import Outline
from fustella.covers.faces import CoverSection, SectionText
from fustella.covers.grid import LEAST_MM, CoverGrid, CoverTable, SectionEntry
from fustella.covers.pages import NO_FIT, CoverFit
from fustella.draw.text.fallback import Fallback

NARROWEST_MM, NARROW_MM, MOST_MM = 13.5, 17.0, 48.0
"""The least width of a cell, the width below which it is narrow, and the largest width.

Narrow cells break most names.
"""

COLUMNS = (20, 18, 16, 15, 12, 10, 9, 8, 6, 4, 3, 2, 1)
"""The numbers of columns to try; most can be divided equally among sections side by side."""

LOWER_MM = (8.0, 4.0)
"""The least heights of pictures to try where no page has room for higher pictures."""

STEPS = 5
"""The number of heights that a search tries between the least and the greatest height."""

MOST_MISSES = 2
"""The number of worse grids in succession after which no grid with fewer columns is tried."""

AS_LARGE = 0.88
"""The least share of their area that pictures have to keep for wider columns to be chosen."""

Fit: TypeAlias = Callable[[Sequence[CoverSection]], CoverFit]
"""A function that says how well sections fit the pages of their cover."""


def grids(width_mm: float, low_mm: float = LEAST_MM) -> list[CoverGrid]:
    """The grids for a cover of that width, from many columns to few."""
    all_grids = [CoverGrid(width_mm, columns, low_mm) for columns in COLUMNS]
    fitting = [grid for grid in all_grids if NARROWEST_MM <= grid.across_mm(1) <= MOST_MM]
    return fitting or all_grids[-1:]


def on_grid(
    sections: Sequence[SectionText],
    outlines: Mapping[str, Outline],
    width_mm: float,
    fallback: Fallback,
    fit: Fit,
    maps: Collection[str] = (),
    memory: Memory | None = None,
    fitted_to: object = None,
) -> list[CoverSection]:
    """The sections on the grid that makes their pictures largest; some pieces have `maps`.

    The `memory` keeps grids that were chosen for the same sections; `fitted_to` has to hold
    everything that `fit` depends on.
    """
    entries = [SectionEntry.of(section, outlines, fallback, maps) for section in sections]

    def chosen() -> _Choice:
        return _best_filling(entries, width_mm, fallback, fit).choice

    key = "cover", width_mm, [entry.measured for entry in entries], fitted_to
    columns, low_mm, wider, high_mm = cached(memory, key, chosen)
    grid = CoverGrid(width_mm, columns, low_mm)
    return CoverTable(entries, grid, fallback, frozenset(wider)).sections(high_mm)


_Choice: TypeAlias = tuple[int, float, tuple[int, ...], float]
"""The columns, the least height of pictures, the indices of wider entries, and the final height."""


def _best_filling(
    entries: Sequence[SectionEntry], width_mm: float, fallback: Fallback, fit: Fit
) -> "_Filling":
    smallest, least = list[_Filling](), (True, NO_FIT)
    for low_mm in (LEAST_MM, *LOWER_MM):
        if least[1] == NO_FIT:
            smallest = list(_smallest_fillings(entries, grids(width_mm, low_mm), fallback, fit))
            least = min(each.rank for each in smallest)
    first, *others = (each for each in smallest if each.rank == least)
    best = first.grown(fit)
    for other in others:
        best = other.if_as_large(best, fit) or best
    return best.with_wider(fit)


class _Filling(Struct, frozen=True):
    """A table with pictures of a certain height, and its fit to the pages."""

    table: CoverTable
    fits: CoverFit
    high_mm: float

    @property
    def rank(self) -> tuple[bool, CoverFit]:
        """The rank, lower is better; narrow cells are worse unless everything is on one page."""
        narrow = self.table.grid.across_mm(1) < NARROW_MM
        return narrow and self.fits.pages > 1, self.fits

    def grown(self, fit: Fit) -> "_Filling":
        """The filling with pictures as high as possible without a worse fit."""
        fits_mm, too_large_mm = self.high_mm, self.table.grid.most_mm
        if self._fits(too_large_mm, fit):
            return replace(self, high_mm=too_large_mm)
        for _ in range(STEPS):
            half_mm = (fits_mm + too_large_mm) / 2
            if self._fits(half_mm, fit):
                fits_mm = half_mm
            else:
                too_large_mm = half_mm
        return replace(self, high_mm=fits_mm)

    def if_as_large(self, other: "_Filling", fit: Fit) -> "_Filling | None":
        """The filling with pictures about as large as another's, or None if they do not fit.

        It decides about wider columns, in which names are easier to read.
        """
        pictured_mm2 = AS_LARGE * other.table.pictured_mm2(other.high_mm)
        most_mm = self.table.grid.most_mm
        step_mm = (most_mm - self.high_mm) / STEPS
        heights = (self.high_mm + step * step_mm for step in range(STEPS + 1))
        for high_mm in heights:
            if self.table.pictured_mm2(high_mm) > pictured_mm2:
                larger = replace(self, high_mm=high_mm)
                return larger.grown(fit) if self._fits(high_mm, fit) else None
        return None

    def with_wider(self, fit: Fit) -> "_Filling":
        """The filling with wider cells for small pictures, where pages have room for these."""
        filling = self
        for numbers in self.table.wider(self.high_mm):
            wider = replace(filling, table=filling.table.with_wider(numbers))
            if wider._fits(self.high_mm, fit):
                filling = wider
        return filling

    @property
    def choice(self) -> _Choice:
        grid = self.table.grid
        return grid.columns, grid.low_mm, tuple(sorted(self.table.widened)), self.high_mm

    def _fits(self, high_mm: float, fit: Fit) -> bool:
        return fit(self.table.sized(high_mm)) <= self.fits


def _smallest_fillings(
    entries: Sequence[SectionEntry], tried: Iterable[CoverGrid], fallback: Fallback, fit: Fit
) -> Iterator[_Filling]:
    """Yields the filling of each grid with the smallest pictures, from many columns to few."""
    least, misses = None, 0
    for grid in tried:
        table = CoverTable(entries, grid, fallback)
        filling = _Filling(table, fit(table.sized(grid.least_mm)), grid.least_mm)
        misses = misses + 1 if least is not None and filling.rank > least else 0
        if misses == MOST_MISSES:
            return
        least = filling.rank if least is None else min(least, filling.rank)
        yield filling
