"""A lattice of points with lines that nobody crosses, and the shortest ways on it."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

Spot = tuple[int, int]
"""A point of a board: column and row, from 1."""

Cut = tuple[float, float, float, float]
"""A straight line from (x, y) to (x, y), in columns and rows."""

_NEAR = 1e-9


@dataclass(frozen=True)
class Lattice:
    """Points in columns and rows, neighbours joined but where a cut runs between them."""

    columns: int
    rows: int
    cuts: tuple[Cut, ...]

    def has(self, spot: Spot) -> bool:
        """Whether it is a point of the board."""
        return 1 <= spot[0] <= self.columns and 1 <= spot[1] <= self.rows

    def distances(self, start: Spot, ends: Sequence[Spot] = ()) -> dict[Spot, int]:
        """Every point that can be reached, and in how many steps; no way goes on from `ends`."""
        found = {start: 0}
        ahead = deque([start])
        while ahead:
            here = ahead.popleft()
            if here in ends:
                continue
            for after in self._joined.get(here, ()):
                if after not in found:
                    found[after] = found[here] + 1
                    ahead.append(after)
        return found

    @cached_property
    def _joined(self) -> dict[Spot, list[Spot]]:
        """For each point those that are one step away."""
        columns, rows = range(1, self.columns + 1), range(1, self.rows + 1)
        joined: dict[Spot, list[Spot]] = {(column, row): [] for column in columns for row in rows}
        for here, after in joined.items():
            for beside in ((here[0] + 1, here[1]), (here[0], here[1] + 1)):
                if beside in joined and not any(_meet((*here, *beside), cut) for cut in self.cuts):
                    after.append(beside)
                    joined[beside].append(here)
        return joined

    def with_whole_cuts(self) -> "Lattice":
        """The same board, with every cut drawn on to its edges."""
        return Lattice(self.columns, self.rows, tuple(map(self._whole, self.cuts)))

    def _whole(self, cut: Cut) -> Cut:
        x1, y1, x2, y2 = cut
        # As far again as the board is large, on both sides, is beyond every edge.
        far = (self.columns + self.rows + abs(x1) + abs(y1)) / max(abs(x2 - x1), abs(y2 - y1))
        along, down = (x2 - x1) * far, (y2 - y1) * far
        return x1 - along, y1 - down, x2 + along, y2 + down


def _meet(one: Cut, other: Cut) -> bool:
    """Whether two straight lines share a point, ends included."""
    if not _boxes_meet(one, other):
        return False
    a, b = _side(one, other[:2]), _side(one, other[2:])
    c, d = _side(other, one[:2]), _side(other, one[2:])
    return a * b <= 0 and c * d <= 0


def _side(line: Cut, point: tuple[float, float]) -> int:
    """On which side of a line a point lies: -1, 0 or 1."""
    x1, y1, x2, y2 = line
    turn = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
    return 0 if abs(turn) < _NEAR else 1 if turn > 0 else -1


def _boxes_meet(one: Cut, other: Cut) -> bool:
    return (
        max(min(one[0], one[2]), min(other[0], other[2]))
        <= min(max(one[0], one[2]), max(other[0], other[2])) + _NEAR
        and max(min(one[1], one[3]), min(other[1], other[3]))
        <= min(max(one[1], one[3]), max(other[1], other[3])) + _NEAR
    )
