"""A board as the fields of a piece describe it: its lattice, its cuts, its sides."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from fustella.check.context import listed, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.kinds._maps import Cut, Lattice, Spot
from fustella.check.selection import field_of, number_in, said
from fustella.core.claims import Claim
from fustella.core.model import Piece, Record, Value
from fustella.core.problems import Place

_LARGEST = 500
"""Columns and rows of a board."""


@dataclass(frozen=True, slots=True)
class Starts:
    """The points where the pieces of one reach begin."""

    reach: str
    at: tuple[Spot, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a board: its name, its base, and where its pieces begin."""

    name: str
    base: Spot
    starts: tuple[Starts, ...]
    place: Place

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All its starts."""
        return tuple(spot for starts in self.starts for spot in starts.at)


@dataclass(frozen=True, slots=True)
class Board:
    """A board that can be played on, on paper."""

    piece: Piece
    lattice: Lattice
    sides: tuple[Side, ...]


def board_of(piece: Piece, claim: Claim) -> Board:
    """The board of a piece, by the fields that the claim names. Raises BadClaim."""
    return Board(piece, _lattice(piece, claim), _sides(piece, claim))


def two_paths(claim: Claim, key: str, default: tuple[str, str]) -> tuple[str, str]:
    """Two fields under a key."""
    paths = tuple(map(said, listed(claim, key))) or default
    if len(paths) != 2:
        hint = f"write [{default[0]}, {default[1]}]"
        raise InvalidClaim(key, "expected the names of two fields", hint)
    return paths[0], paths[1]


def _lattice(piece: Piece, claim: Claim) -> Lattice:
    size = []
    for path in two_paths(claim, "points", ("front.columns", "front.rows")):
        number = number_in(field_of(piece, path, "points").value)
        if number is None or number != int(number) or not 1 <= number <= _LARGEST:
            raise InvalidClaim("points", f"`{path}` is no number of points", "name a whole number")
        size.append(int(number))
    cuts: tuple[Cut, ...] = ()
    if "cuts" in claim.parameters:
        path = text_of(claim, "cuts")
        cuts = tuple(_cut(cut) for cut in _records(field_of(piece, path, "cuts").value, "cuts"))
    return Lattice(size[0], size[1], cuts)


def _cut(cut: Record) -> Cut:
    ends = (*_pair(_in(cut, "from", "cuts"), "cuts"), *_pair(_in(cut, "to", "cuts"), "cuts"))
    if ends[:2] == ends[2:]:
        raise InvalidClaim(
            "cuts", "a cut ends where it begins", "draw it from one point to another"
        )
    return ends


def _sides(piece: Piece, claim: Claim) -> tuple[Side, ...]:
    field = field_of(piece, text_of(claim, "sides", "front.sides"), "sides")
    found = []
    for side in _records(field.value, "sides"):
        place = Place(field.place.file, side.line_of("base") or field.place.line, "base")
        base = _spot(_in(side, "base", "sides"), "sides")
        starts = tuple(_starts(_in(side, "starts", "sides"), place))
        found.append(Side(said(_in(side, "side", "sides")), base, starts, place))
    if not found:
        raise InvalidClaim("sides", f"`{piece.id}` has no sides", "name the field with them")
    return tuple(found)


def _starts(value: Value, base: Place) -> Iterator[Starts]:
    for starts in _records(value, "sides"):
        at = _in(starts, "at", "sides")
        if not isinstance(at, tuple):
            _refuse("sides", "`at` is no list of points", "write [[1, 2], [3, 4]]")
        place = Place(base.file, starts.line_of("at") or base.line, "at")
        spots = tuple(_spot(spot, "sides") for spot in at)
        yield Starts(said(_in(starts, "reach", "sides")), spots, place)


def _records(value: Value, key: str) -> Iterator[Record]:
    for entry in value if isinstance(value, tuple) else (value,):
        if not isinstance(entry, Record):
            _refuse(key, f"`{said(entry)}` has no keys", "name a list of records")
        yield entry


def _in(record: Record, name: str, key: str) -> Value:
    if name not in record:
        _refuse(key, f"an entry has no `{name}`", f"it has {', '.join(record)}")
    return record[name]


def _pair(value: Value, key: str) -> tuple[float, float]:
    numbers = [number_in(number) for number in value] if isinstance(value, tuple) else []
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        _refuse(key, f"`{said(value)}` is no point", "write [column, row]")
    return float(numbers[0]), float(numbers[1])


def _spot(value: Value, key: str) -> Spot:
    column, row = _pair(value, key)
    if column != int(column) or row != int(row):
        _refuse(key, f"`{said(value)}` lies between the points", "write whole numbers")
    return int(column), int(row)


def _refuse(key: str, message: str, hint: str) -> NoReturn:
    raise InvalidClaim(key, message, hint)
