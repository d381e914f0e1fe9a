"""Checks the records of a piece: names that refer to entries of another list, and cells.

A list may name the entries of another one, `terrain: word of terrain`, and say what lies in each
cell of a board, `at: cell`.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from fustella.core.values.model import SIDES, Piece, Record, Value, Word
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.read.fields import CELL_TYPES, FieldType
from fustella.read.kinds import KindRead

NAME = "name"
"""The field by which the entries of a list are named in other lists."""


class _Naming(Struct, frozen=True):
    """A list of records whose field `key` names entries of the list `of`."""

    side: str
    list_: str
    key: str
    of: str


class _Located(Struct, frozen=True):
    """A list of records that says what lies in each cell, by its field `key`."""

    side: str
    list_: str
    key: str


def problems_of_records(pieces: Iterable[Piece], kinds: Iterable[KindRead]) -> Iterator[Problem]:
    """Yields E174 for a name that no entry of a list has, and E173 for a cell stated twice."""
    checks = {read.kind.id: [*_checks_of(read)] for read in kinds}
    for piece in pieces:
        for check in checks.get(piece.kind.id, ()):
            values: Record = getattr(piece, check.side)
            entries = _entries(values, check.list_)
            if isinstance(check, _Naming):
                yield from _not_there(entries, check, [*_names(_entries(values, check.of))])
            else:
                yield from _twice(entries, check.key)


def _checks_of(read: KindRead) -> Iterator[_Naming | _Located]:
    for side in SIDES:
        for name, field in getattr(read, side):
            if field.name != "list" or field.entry is None:
                continue
            fields = dict(field.entry.fields)
            for key, type_ in fields.items():
                if of := _inner(type_).of if _inner(type_).name == "word" else "":
                    yield _Naming(side, name, key, of)
            cells = [key for key, type_ in fields.items() if type_.name in CELL_TYPES]
            if len(cells) == 1 and fields[cells[0]].name == "cell":
                yield _Located(side, name, cells[0])


def _inner(type_: FieldType) -> FieldType:
    return type_.entry if type_.name == "list" and type_.entry else type_


def _entries(values: Record, name: str) -> list[Record]:
    found = values[name] if name in values else None
    return [each for each in found if isinstance(each, Record)] if isinstance(found, tuple) else []


def _names(entries: Iterable[Record]) -> Iterator[str]:
    yield from map(str, _words(entries, NAME))


def _words(entries: Iterable[Record], key: str) -> Iterator[Word]:
    for entry in entries:
        value: Value = entry[key] if key in entry else None
        several = value if isinstance(value, tuple) else (value,)
        yield from (word for word in several if isinstance(word, Word))


def _not_there(entries: list[Record], check: _Naming, names: list[str]) -> Iterator[Problem]:
    """Yields a problem for each word that names no entry, at its first place."""
    missing: dict[str, list[Place]] = {}
    for word in _words(entries, check.key):
        if word not in names:
            missing.setdefault(str(word), []).append(word.place)
    for name, places in missing.items():
        more = f" (and in {len(places) - 1} more places)" if len(places) > 1 else ""
        hint = did_you_mean(name, names)
        added = f"add an entry `{NAME}: {name}` to `{check.side}.{check.of}`"
        hint = f"{hint}; or {added}" if hint else added
        message = f"there is no `{name}` in `{check.of}`{more}"
        yield Problem("E174", places[0], message, hint)


def _twice(entries: Iterable[Record], key: str) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for cell in _words(entries, key):
        known = first.setdefault(str(cell), cell.place)
        if known is not cell.place:
            hint = f"it stands at {known.spot}, too: keep one of the two"
            yield Problem("E173", cell.place, f"the cell {cell} is stated twice", hint)
