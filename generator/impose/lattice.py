"""Equal cells in a repeating pattern, and copies filled into them sheet by sheet."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.geometry import Rect
from generator.impose.layout import Cutting, Layout, extent_of, spot_in
from generator.sheets import Item


@dataclass(frozen=True, slots=True)
class Lattice:
    """The cells of one sheet in the order in which they are filled; each turns its piece alike."""

    cells: tuple[Rect, ...]
    turn_deg: int


def fill(
    lattices: Iterable[Lattice], copies: Sequence[Item], cutting: Cutting
) -> tuple[Layout, ...]:
    """Lay `copies` into the lattice that needs the fewest sheets; of equals, the first one.

    All sheets share one extent, so that their cuts lie at the same places and can be stacked.
    At least one of `lattices` has a cell.
    """
    usable = (lattice for lattice in lattices if lattice.cells)
    best = min(usable, key=lambda lattice: math.ceil(len(copies) / len(lattice.cells)))
    room = len(best.cells)
    extent = extent_of(best.cells[: len(copies)])
    return tuple(
        Layout(
            tuple(
                spot_in(item, cell, best.turn_deg)
                for item, cell in zip(copies[start : start + room], best.cells, strict=False)
            ),
            extent,
            cutting,
        )
        for start in range(0, len(copies), room)
    )
