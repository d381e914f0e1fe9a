"""Says where the rows of a sheet are after rows were inserted and removed."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from msgspec import Struct


class RowMoves(Struct, frozen=True):
    """The rows that are removed, and before which rows new ones are inserted, both in order.

    A row before which several are inserted stands there as often. All are old numbers of rows.
    """

    removed: tuple[int, ...]
    inserted: tuple[int, ...]

    @classmethod
    def of(cls, removed: Sequence[int], inserted: Mapping[int, Sequence[object]]) -> "RowMoves":
        """The moves for rows to be removed, and for new ones by the row that they stand before."""
        before = (row for row in sorted(inserted) for _ in inserted[row])
        return cls(tuple(sorted(removed)), tuple(before))

    def __bool__(self) -> bool:
        return bool(self.removed or self.inserted)

    def row(self, row: int) -> int:
        """The new number of a row; of a removed one, that of the row which comes to its place."""
        return row - bisect_left(self.removed, row) + bisect_right(self.inserted, row)

    def first_before(self, row: int) -> int:
        """The number of the first new row before a row."""
        return row - bisect_left(self.removed, row) + bisect_left(self.inserted, row)

    def is_removed(self, row: int) -> bool:
        at = bisect_left(self.removed, row)
        return at < len(self.removed) and self.removed[at] == row

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """The first and the last row of an area after the moves; None if all its rows are removed.

        As in spreadsheet programs, rows that are inserted before its first row, or behind its last
        one, are not inside of it.
        """
        start, end = bisect_left(self.removed, first), bisect_right(self.removed, last)
        if end - start > last - first:
            return None
        while self.is_removed(first):
            first += 1
        while self.is_removed(last):
            last -= 1
        return self.row(first), self.row(last)

    def moves(self, row: int) -> bool:
        """Whether a row is removed, or has another number afterwards."""
        return self.is_removed(row) or self.row(row) != row

    @property
    def first(self) -> int:
        """The first row that is removed, or that new rows stand before."""
        return min((*self.removed[:1], *self.inserted[:1]))
