"""Merges a table that was changed by hand with what its source has changed since the last import.

Three tables are compared by the ids of their rows and the names of their columns: what was imported
last, what is imported now, and what lies in the game. What one side changed is taken; where both
changed one cell, that of the game stays, and is told.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

_ID = "id"


class Clash(Struct, frozen=True):
    """A cell, or with column "" a row, that both sides changed.

    `line` is its line in the merged table, 0 where the row is gone. `ours` and `theirs` are what
    the game and the source have, with None for a row that is not there.
    """

    row: str
    column: str
    line: int
    ours: str | None
    theirs: str | None


class Merged(Struct, frozen=True):
    """A merged table as CSV, with what both sides changed."""

    text: str
    clashes: Sequence[Clash]


class _Table:
    def __init__(self, text: str) -> None:
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))
        self.header = rows[0] if rows else []
        filled = [row for row in rows[1:] if any(row)]
        if _ID not in self.header or len({*self.header}) < len(self.header):
            raise ValueError("no table with ids")
        if any(len(row) > len(self.header) for row in filled):
            raise ValueError("cells without a column")
        self.rows: dict[str, dict[str, str]] = {}
        for row in filled:
            cells = dict(zip(self.header, [*row, *[""] * len(self.header)], strict=False))
            self.rows[cells[_ID]] = cells
        if len(self.rows) < len(filled):
            raise ValueError("ids that stand twice")


def merged(base: str, theirs: str, ours: str) -> Merged | None:
    """The table of the game, with what the source has changed; None if they are not comparable.

    `base` was imported last, `theirs` is imported now, `ours` lies in the game. Tables can be
    compared if all are CSV with commas, and have an id for each row.
    """
    try:
        tables = [_Table(text) for text in (base, theirs, ours)]
    except (ValueError, csv.Error):
        return None
    return _Merging(*tables).result()


class _Merging:
    def __init__(self, base: _Table, theirs: _Table, ours: _Table) -> None:
        self.base, self.theirs, self.ours = base, theirs, ours
        self.clashes: list[tuple[str, str, str | None, str | None]] = []
        self.header = list(self._header())

    def _header(self) -> Iterator[str]:
        """Yields our columns without those that the source dropped, then the new ones."""
        for column in self.ours.header:
            dropped = column in self.base.header and column not in self.theirs.header
            if not dropped or any(
                row.get(column, "") != self.base.rows.get(name, {}).get(column, "")
                for name, row in self.ours.rows.items()
            ):
                yield column
        known = {*self.ours.header, *self.base.header}
        yield from (column for column in self.theirs.header if column not in known)

    def result(self) -> Merged:
        names = list(self._names())
        rows = [self._row(name) for name in names]
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.header)
        for row in rows:
            writer.writerow([row.get(column, "") for column in self.header])
        places = _lines_of(stream.getvalue(), names)
        return Merged(
            stream.getvalue(),
            [
                Clash(row, column, places.get(row, 0), mine, other)
                for row, column, mine, other in self.clashes
            ],
        )

    def _names(self) -> Iterator[str]:
        """Yields the ids of the rows: ours in our order, and new ones behind those before them."""
        behind: dict[str, list[str]] = {}
        before = ""
        for name in self.theirs.rows:
            if name not in self.ours.rows and name not in self.base.rows:
                behind.setdefault(before, []).append(name)
            else:
                before = name if name in self.ours.rows else before
        yield from behind.get("", ())
        for name, row in self.ours.rows.items():
            gone = name in self.base.rows and name not in self.theirs.rows
            if not gone:
                yield name
            elif any(self.base.rows[name].get(column, "") != cell for column, cell in row.items()):
                self.clashes.append((name, "", row[_ID], None))
                yield name
            yield from behind.get(name, ())
        for name, row in self.theirs.rows.items():
            was = self.base.rows.get(name)
            if was is not None and name not in self.ours.rows and row != was:
                self.clashes.append((name, "", None, name))

    def _row(self, name: str) -> Mapping[str, str]:
        ours, theirs = self.ours.rows.get(name), self.theirs.rows.get(name)
        base = self.base.rows.get(name, {})
        if ours is None or theirs is None:
            return ours or theirs or {}
        made = dict(ours)
        for column, other in theirs.items():
            was, mine = base.get(column, ""), ours.get(column, "")
            if other in (was, mine):
                continue
            if mine != was:
                self.clashes.append((name, column, mine, other))
            else:
                made[column] = other
        return made


def _lines_of(text: str, names: Sequence[str]) -> Mapping[str, int]:
    """The lines at which the rows of a table begin, by their ids."""
    reader = csv.reader(io.StringIO(text, newline=""))
    next(reader, None)
    lines: dict[str, int] = {}
    for name in names:
        lines[name] = reader.line_num + 1
        next(reader, None)
    return lines
