"""A map drawn with marks, as a claim keeps it and as the document has it.

A lattice of points with lines that nobody crosses, and the shortest ways on it.

How a drawn map in the document differs from what a claim keeps of it.

The size of a drawn map: in words, as drawn, and shared among players.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from functools import cached_property

from fustella.check.context import CheckContext, Fact
from fustella.check.document import Document
from fustella.check.errors import InvalidClaim
from fustella.check.expressions import shown
from fustella.check.selection import fitting
from fustella.core.claims import Claim, Lines, Repair, Verdict
from fustella.core.model import Word
from fustella.core.problems import Place

_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_LONGEST_MARK = 3
_FEWEST_MARKS = 3
_MARK = re.compile(rf"\w{{1,{_LONGEST_MARK}}}")


@dataclass(frozen=True, slots=True)
class MapRow:
    """One row: its marks, the line it stands in, and what stands there without what is around."""

    marks: tuple[str, ...]
    line: int
    typed: str


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """The rows of a map."""

    rows: tuple[MapRow, ...]

    @property
    def wide(self) -> int:
        """The squares of the longest row."""
        return max((len(row.marks) for row in self.rows), default=0)

    @property
    def high(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return sum(len(row.marks) for row in self.rows)

    def at(self, marks: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """The squares whose mark fits one of some patterns: row and column from 0, and mark."""
        fits = [fitting(pattern) for pattern in marks]
        for down, row in enumerate(self.rows):
            for across, mark in enumerate(row.marks):
                if any(fit(mark) for fit in fits):
                    yield down, across, mark

    def around(self, down: int, across: int) -> tuple[str, ...]:
        """The marks on the four sides of a square."""
        found = []
        for right, below in _SIDES:
            row, column = down + below, across + right
            if 0 <= row < self.high and 0 <= column < len(self.rows[row].marks):
                found.append(self.rows[row].marks[column])
        return tuple(found)


def drawing_of(text: str, first: int) -> DrawnMap:
    """A drawing as it is typed; `first` is the line of its first row, 0 when not known."""
    return DrawnMap(
        tuple(
            MapRow(tuple(line.split()), first + number if first else 0, line.strip())
            for number, line in enumerate(text.split("\n"))
            if line.strip()
        )
    )


def drawn_in(document: Document, lines: Lines, recorded: DrawnMap) -> DrawnMap | None:
    """The first rows of marks within some lines, or behind one of them after blank lines only.

    Marks are those that were `recorded`, or have up to three letters or digits. Two rows at least,
    of three marks at least, so that a table of numbers beside a map is none; of fewer where the
    recorded rows are shorter.
    """
    looks = _Looks(recorded)
    for first, last in lines:
        at = first
        while at <= len(document.lines) and (at <= last or not document.line(at).strip()):
            rows = tuple(_rows_from(document, at, looks))
            if len(rows) > 1:
                return DrawnMap(rows)
            at += 1
        rows = tuple(_rows_from(document, at, looks))
        if len(rows) > 1:
            return DrawnMap(rows)
    return None


def _rows_from(document: Document, at: int, looks: "_Looks") -> Iterator[MapRow]:
    """Consecutive rows from a line on; blank lines between them do not count."""
    if not document.line(at).strip():
        return
    for number in range(at, len(document.lines) + 1):
        line = document.line(number)
        if looks.like_a_row(line):
            yield MapRow(tuple(line.split()), number, line.strip())
        elif line.strip():
            return


class _Looks:
    """What a row of a map looks like."""

    def __init__(self, recorded: DrawnMap) -> None:
        self._known = {mark for row in recorded.rows for mark in row.marks}
        self._least = min([_FEWEST_MARKS, *(len(row.marks) for row in recorded.rows)])

    def like_a_row(self, line: str) -> bool:
        marks = line.split()
        return len(marks) >= self._least and all(
            mark in self._known or _MARK.fullmatch(mark) for mark in marks
        )


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


def changes(recorded: DrawnMap, read: DrawnMap | None, claim: Claim) -> Iterator[Fact]:
    """A fact for each row that the document has otherwise; none when all are the same."""
    if not recorded.rows:
        if read is not None:
            says = f"line {read.rows[0].line} draws {read.high} rows now"
            reason = "copy the rows into the claim"
            yield Fact(False, says, "no `rows`", (claim.place,), (), reason, Verdict.DIFFERS)
        return
    if read is None:
        reason = "find the map in the document, and the passage before it"
        has = f"{recorded.high} rows in claims.yaml"
        yield Fact(False, "the drawn map", has, (), (), reason, Verdict.GONE)
        return
    old, new = recorded.rows, read.rows
    if len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            if before.marks != after.marks:
                yield _changed(before, after, claim)
        return
    matcher = SequenceMatcher(
        None, [row.marks for row in old], [row.marks for row in new], autojunk=False
    )
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag != "equal":
            yield from _block(old[first:last], new[new_first:new_last], claim)


def _block(old: tuple[MapRow, ...], new: tuple[MapRow, ...], claim: Claim) -> Iterator[Fact]:
    """Rows that are others, gone or new."""
    both = min(len(old), len(new))
    for before, after in zip(old, new, strict=False):
        yield _changed(before, after, claim)
    for row in old[both:]:
        says = f"a row less: {' '.join(row.marks)}"
        yield _by_hand(says, "it is in claims.yaml", (_place(row, claim),))
    for row in new[both:]:
        says = f"line {row.line}: a new row, {' '.join(row.marks)}"
        yield _by_hand(says, "it is not in claims.yaml", (_rows(claim).place,))


def _by_hand(says: str, has: str, where: tuple[Place, ...]) -> Fact:
    reason = "rows are put in and taken out by hand"
    return Fact(False, says, has, where, (), reason, Verdict.DIFFERS)


def _changed(before: MapRow, after: MapRow, claim: Claim) -> Fact:
    was = " ".join(before.marks)
    says = f"line {after.line}: {' '.join(after.marks)} (was {was})"
    place = _place(before, claim)
    repair = Repair(place, before.typed, _typed(before, after))
    return Fact(False, says, f"{was} in claims.yaml", (place,), (repair,), verdict=Verdict.DIFFERS)


def _place(row: MapRow, claim: Claim) -> Place:
    place = _rows(claim).place
    return Place(place.file, row.line, place.key)


def _rows(claim: Claim) -> Word:
    rows = claim.parameters["rows"]
    assert isinstance(rows, Word)
    return rows


def _typed(before: MapRow, after: MapRow) -> str:
    """The new marks, spaced like the old ones where there are as many."""
    if len(before.marks) != len(after.marks):
        return " ".join(after.marks)
    typed, at = [], 0
    for old, new in zip(before.marks, after.marks, strict=True):
        start = before.typed.index(old, at)
        typed += [before.typed[at:start], new]
        at = start + len(old)
    return "".join(typed)


KEYS = ("wide", "high", "squares", "players", "each_player")


def sizes(claim: Claim, context: CheckContext, drawing: DrawnMap) -> Iterator[Fact]:
    """A fact for each thing that is said of the size. Raises BadClaim."""
    said = {
        key: context.evaluate(claim, claim.parameters[key], key).value
        for key in KEYS
        if key in claim.parameters
    }
    area = said["wide"] * said["high"] if "wide" in said and "high" in said else None
    if area is not None and "squares" in said:
        says = f"{shown(said['wide'])} × {shown(said['high'])} = {shown(said['squares'])}"
        yield Fact(area == said["squares"], says, shown(area))
    if drawing.rows:
        yield from _drawn(said, drawing)
    if "each_player" in said:
        whole = Fraction(drawing.squares) if drawing.rows else said.get("squares", area)
        if whole is None:
            raise InvalidClaim("each_player", "squares of which map?", "add `squares: …`", "E107")
        yield _shared(said, whole)


def _drawn(said: Mapping[str, Fraction], drawing: DrawnMap) -> Iterator[Fact]:
    for number, row in enumerate(drawing.rows, start=1):
        if len(row.marks) != drawing.wide:
            says = f"rows of {drawing.wide} squares"
            yield Fact(False, says, f"row {number} has {len(row.marks)}")
    drawn = {"wide": drawing.wide, "high": drawing.high}
    asked = [key for key in drawn if key in said]
    if asked:
        says = " × ".join(f"{shown(said[key])} {key}" for key in asked)
        has = " × ".join(f"{drawn[key]} {key}" for key in asked)
        yield Fact(all(said[key] == drawn[key] for key in asked), says, f"drawn {has}")
    if "squares" in said:
        holds = said["squares"] == drawing.squares
        yield Fact(holds, f"{shown(said['squares'])} squares", f"{drawing.squares} drawn")


def _shared(said: Mapping[str, Fraction], whole: Fraction) -> Fact:
    players = said["players"]
    if players < 1:
        raise InvalidClaim("players", "nobody plays", "name the figure of the players")
    share = Fraction(whole // players)
    has = f"{shown(whole)} / {shown(players)} = {shown(share)}"
    rest = "" if share * players == whole else " and a rest"
    says = f"{shown(said['each_player'])} squares each"
    return Fact(share == said["each_player"], says, f"{has}{rest}")
