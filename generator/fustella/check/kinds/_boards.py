"""Reads boards for the kind `graph`: points in columns and rows, uncrossed cuts, and sides."""

import math
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from fustella.check.context import CheckContext, listed, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.selection import Field, as_text, field_of, number_in
from fustella.core.values.claims import Claim
from fustella.core.values.model import Piece, Record, Value
from fustella.core.values.problems import Place

_LARGEST = 500
"""The most columns and rows of a board."""

_TOLERANCE = 1e-9
"""The largest distance from a line at which a point lies on it."""

BoardPoint = tuple[int, int]
"""A point of a board: column and row, from 1."""

Cut = tuple[float, float, float, float]
"""A straight line from (x, y) to (x, y), in columns and rows."""


class Lattice(Struct, frozen=True, dict=True):
    """The points of a board; points side by side are neighbours unless a cut lies between."""

    columns: int
    rows: int
    cuts: tuple[Cut, ...]

    def has(self, point: BoardPoint) -> bool:
        return 1 <= point[0] <= self.columns and 1 <= point[1] <= self.rows

    def with_whole_cuts(self) -> "Lattice":
        """A board with every cut extended to its edges."""
        return Lattice(self.columns, self.rows, tuple(map(self._to_the_edges, self.cuts)))

    def _to_the_edges(self, cut: Cut) -> Cut:
        x1, y1, x2, y2 = cut
        # To extend it by the size of the board at both ends reaches beyond every edge.
        far = (self.columns + self.rows + abs(x1) + abs(y1)) / max(abs(x2 - x1), abs(y2 - y1))
        along, down = (x2 - x1) * far, (y2 - y1) * far
        return x1 - along, y1 - down, x2 + along, y2 + down

    def distances(
        self, start: BoardPoint, ends: Sequence[BoardPoint] = (), at_most: float = math.inf
    ) -> dict[BoardPoint, int]:
        """The number of steps to every point within `at_most`; ways stop at the `ends`."""
        steps = {start: 0}
        ahead = deque([start])
        while ahead:
            here = ahead.popleft()
            if here in ends or steps[here] >= at_most:
                continue
            for after in self._neighbours.get(here, ()):
                if after not in steps:
                    steps[after] = steps[here] + 1
                    ahead.append(after)
        return steps

    @cached_property
    def _neighbours(self) -> dict[BoardPoint, list[BoardPoint]]:
        """The neighbours of each point, which are one step away."""
        columns, rows = range(1, self.columns + 1), range(1, self.rows + 1)
        joined: dict[BoardPoint, list[BoardPoint]] = {
            (column, row): [] for column in columns for row in rows
        }
        for here, after in joined.items():
            for beside in ((here[0] + 1, here[1]), (here[0], here[1] + 1)):
                if beside in joined and not any(meet((*here, *beside), cut) for cut in self.cuts):
                    after.append(beside)
                    joined[beside].append(here)
        return joined


def meet(first: Cut, second: Cut) -> bool:
    """Whether two straight lines share a point, ends included."""
    if not _boxes_meet(first, second):
        return False
    a, b = _side_of(first, second[:2]), _side_of(first, second[2:])
    c, d = _side_of(second, first[:2]), _side_of(second, first[2:])
    return a * b <= 0 and c * d <= 0


def _boxes_meet(first: Cut, second: Cut) -> bool:
    return (
        max(min(first[0], first[2]), min(second[0], second[2]))
        <= min(max(first[0], first[2]), max(second[0], second[2])) + _TOLERANCE
        and max(min(first[1], first[3]), min(second[1], second[3]))
        <= min(max(first[1], first[3]), max(second[1], second[3])) + _TOLERANCE
    )


def _side_of(line: Cut, point: tuple[float, float]) -> int:
    """The side of a line on which a point lies: -1 or 1, or 0 on the line."""
    x1, y1, x2, y2 = line
    turn = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
    return 0 if abs(turn) < _TOLERANCE else 1 if turn > 0 else -1


class Starts(Struct, frozen=True):
    """The points where pieces of one reach begin, and the place where the points were typed."""

    reach: str
    at: tuple[BoardPoint, ...]
    place: Place


class Side(Struct, frozen=True):
    """One side that plays: its name, its base, and where its pieces begin."""

    name: str
    base: BoardPoint
    starts: tuple[Starts, ...]
    place: Place

    @property
    def start_points(self) -> tuple[BoardPoint, ...]:
        return tuple(point for starts in self.starts for point in starts.at)


class Board(Struct, frozen=True):
    """A board as it is printed on its piece."""

    piece: Piece
    lattice: Lattice
    sides: tuple[Side, ...]


def board_of(piece: Piece, claim: Claim, context: CheckContext) -> Board:
    """The board of a piece, by the fields that the claim names. Raises InvalidClaim."""
    return Board(piece, _lattice(piece, claim, context), _sides(piece, claim, context))


def picture_of(piece: Piece, claim: Claim, context: CheckContext) -> Board:
    """The board as a piece shows it: sides with seats, and empty sides. Raises InvalidClaim.

    An empty side has all its points as starts of no reach.
    """
    path = text_of(claim, "seats", "front.seats")
    sides = [*_sides_in(field_of(piece, path, "seats"), "seats")]
    for number, side in enumerate(sides, start=1):
        context.noted.judge(piece, f"{path}[{number}].side")
        for at in range(1, len(side.starts) + 1):
            context.noted.judge(piece, f"{path}[{number}].starts[{at}].reach")
    empty = text_of(claim, "empty", "")
    if empty and (field := field_of(piece, empty, "empty")).value:
        for entry in _records(field.value, "empty"):
            place = replace(field.place, line=entry.line_of("points") or field.place.line)
            points = _points_in(_value_in(entry, "points", "empty"), "empty")
            base = _point(_value_in(entry, "base", "empty"), "empty")
            name = as_text(_value_in(entry, "side", "empty"))
            sides.append(Side(name, base, (Starts("", points, place),), place))
    return Board(piece, _lattice(piece, claim, context), tuple(sides))


def two_paths(claim: Claim, key: str, default: tuple[str, str]) -> tuple[str, str]:
    """The paths of two fields under a key. Raises InvalidClaim."""
    paths = tuple(map(as_text, listed(claim, key))) or default
    if len(paths) != 2:
        hint = f"write [{default[0]}, {default[1]}]"
        raise InvalidClaim(key, "expected the names of two fields", hint)
    return paths[0], paths[1]


def _lattice(piece: Piece, claim: Claim, context: CheckContext) -> Lattice:
    size = []
    for path in two_paths(claim, "points", ("front.columns", "front.rows")):
        number = number_in(context.judged(piece, path, "points").value)
        if number is None or number != int(number) or not 1 <= number <= _LARGEST:
            hint = "name a field with a whole number"
            raise InvalidClaim("points", f"`{path}` is no number of points", hint)
        size.append(int(number))
    cuts: tuple[Cut, ...] = ()
    if "cuts" in claim.parameters:
        path = text_of(claim, "cuts")
        lines = _records(field_of(piece, path, "cuts").value, "cuts")
        cuts = tuple(map(_cut, lines))
    return Lattice(size[0], size[1], cuts)


def _cut(cut: Record) -> Cut:
    ends = (
        *_pair(_value_in(cut, "from", "cuts"), "cuts"),
        *_pair(_value_in(cut, "to", "cuts"), "cuts"),
    )
    if ends[:2] == ends[2:]:
        _refuse("cuts", "a cut ends where it begins", "draw it from one point to another")
    return ends


def _sides(piece: Piece, claim: Claim, context: CheckContext) -> tuple[Side, ...]:
    """The sides of a board; only their names and reaches count as checked, and not their points."""
    field = field_of(piece, text_of(claim, "sides", "front.sides"), "sides")
    sides = tuple(_sides_in(field, "sides"))
    if not sides:
        _refuse("sides", f"`{piece.id}` has no sides", "name the field with them")
    for number, side in enumerate(sides, start=1):
        if "armies" in claim.parameters:  # the names and reaches of sides are those of armies
            own = f"{field.path}[{number}]"
            context.noted.judge(piece, f"{own}.side")
            for at in range(1, len(side.starts) + 1):
                context.noted.judge(piece, f"{own}.starts[{at}].reach")
    return sides


def _sides_in(field: Field, key: str) -> Iterator[Side]:
    for side in _records(field.value, key):
        place = replace(field.place, line=side.line_of("base") or field.place.line, key="base")
        base = _point(_value_in(side, "base", key), key)
        starts = tuple(_starts(_value_in(side, "starts", key), place, key))
        yield Side(as_text(_value_in(side, "side", key)), base, starts, place)


def _starts(value: Value, base: Place, key: str) -> Iterator[Starts]:
    for starts in _records(value, key):
        place = replace(base, line=starts.line_of("at") or base.line, key="at")
        points = _points_in(_value_in(starts, "at", key), key)
        yield Starts(as_text(_value_in(starts, "reach", key)), points, place)


def _points_in(value: Value, key: str) -> tuple[BoardPoint, ...]:
    if not isinstance(value, tuple):
        _refuse(key, "this is no list of points", "write [[1, 2], [3, 4]]")
    return tuple(_point(point, key) for point in value)


def _records(value: Value, key: str) -> Iterator[Record]:
    for entry in value if isinstance(value, tuple) else (value,):
        if not isinstance(entry, Record):
            _refuse(key, f"`{as_text(entry)}` has no keys", "name a list whose entries have keys")
        yield entry


def _value_in(record: Record, name: str, key: str) -> Value:
    if name not in record:
        _refuse(key, f"an entry has no `{name}`", f"it has {', '.join(record)}")
    return record[name]


def _pair(value: Value, key: str) -> tuple[float, float]:
    numbers = [number_in(number) for number in value] if isinstance(value, tuple) else []
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        _refuse(key, f"`{as_text(value)}` is no point", "write [column, row]")
    return float(numbers[0]), float(numbers[1])


def _point(value: Value, key: str) -> BoardPoint:
    column, row = _pair(value, key)
    if column != int(column) or row != int(row):
        _refuse(key, f"`{as_text(value)}` lies between the points", "write whole numbers")
    return int(column), int(row)


def _refuse(key: str, message: str, hint: str) -> NoReturn:
    raise InvalidClaim(key, message, hint)
