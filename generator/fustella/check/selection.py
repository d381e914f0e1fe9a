"""Finds the pieces and the fields that a claim names.

A selection names pieces: by id, by kind, by the values of their fields. A path names a field of a
piece: `front.level`, `front.recruits[icon=own:levy].turns`, `copies`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import translate
from fractions import Fraction
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.core.processes import limits
from fustella.core.values.claims import Repair
from fustella.core.values.expressions import shown
from fustella.core.values.model import SIDES, Game, Piece, Record, SideName, Text, Value
from fustella.core.values.problems import Place, did_you_mean, nearest
from fustella.core.words.patterns import regex

OWN_FIELDS = ("name", "copies", "width_mm", "height_mm", "sides", "faces")
"""The fields that every piece has besides those of its sides, which begin with front or back."""

_STEP = regex(r"(?P<name>[a-zA-Z_]\w*)(?:\[(?P<pick>[^\]]*)\])?(?:\.|$)")
_WILDCARDS = frozenset("*?[")


class Field(Struct, frozen=True):
    """The value of a field and the place where it was typed; its line is 0 for a computed value.

    `path` is the field's own path, with the numbers of entries: `front.rows[2].places`.
    """

    value: Value
    place: Place
    path: str = ""


def select(game: Game, wanted: Value, key: str = "of") -> tuple[Piece, ...]:
    """The pieces that `wanted` names, each once.

    A word or a list of words are ids, which may have wildcards like `*`. A record gives a kind and
    values of fields; it selects no struck-out piece unless it names ids, and may select nothing.
    Raises InvalidClaim under `key` for an id that no piece has, and for an unknown kind or field.
    """
    if isinstance(wanted, Record):
        return _by_conditions(game, wanted, key)
    words = _as_list(wanted)
    if not words:
        raise InvalidClaim(key, "an empty list selects no piece", "write ids, or {kind: …}")
    known = {piece.id: [piece] for piece in game.pieces} if len(words) > 1 else {}
    pieces = {
        piece.id: piece
        for word in words
        for piece in (isinstance(word, str) and known.get(word)) or _by_id(game, word, key)
    }
    return tuple(pieces.values())


def ids_in(wanted: Value) -> tuple[str, ...]:
    """The ids without wildcards that a selection names."""
    if isinstance(wanted, Record):
        return ids_in(wanted["id"]) if "id" in wanted else ()
    words = (as_text(word) for word in _as_list(wanted) if isinstance(word, str))
    return tuple(word for word in words if _WILDCARDS.isdisjoint(word))


def conditions_in(wanted: Value) -> tuple[str, ...]:
    """The paths of the fields that a selection limits, without kinds, ids and `any`."""
    if not isinstance(wanted, Record):
        return ()
    return tuple(path for path in wanted if path not in ("kind", "id") and wanted[path] != "any")


def has_wildcards(word: Value) -> bool:
    """Whether a word may stand for several words, as `boat-*` does."""
    return isinstance(word, str) and not _WILDCARDS.isdisjoint(word)


def fitting(pattern: str) -> Callable[[str], object]:
    """A test whether a word matches a pattern, which may have wildcards like `*`."""
    if _WILDCARDS.isdisjoint(pattern):
        return pattern.__eq__
    return re.compile(translate(pattern)).match


def _as_list(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _by_id(game: Game, word: Value, key: str) -> list[Piece]:
    if isinstance(word, Record):
        hint = "write ids alone, or {kind: …} without a list around it"
        raise InvalidClaim(key, "conditions stand in a list of ids", hint)
    if not isinstance(word, str):
        hint = "write the id of a piece, or {kind: …}"
        raise InvalidClaim(key, f"`{as_text(word)}` is no id of a piece", hint)
    fits = fitting(word)
    pieces = [piece for piece in game.pieces if fits(piece.id)]
    if not pieces:
        hint = did_you_mean(word, [piece.id for piece in game.pieces])
        if any(kind.id == word for kind in game.kinds):
            hint = f"`{word}` is a kind: write {{kind: {word}}}"
        raise InvalidClaim(key, f"there is no piece `{word}`", hint, "E506")
    return pieces


def _by_conditions(game: Game, wanted: Record, key: str) -> tuple[Piece, ...]:
    pieces: Sequence[Piece] = game.pieces
    if "kind" in wanted:
        kinds = _kinds(game, wanted["kind"], key)
        pieces = [piece for piece in pieces if piece.kind.id in kinds]
    if "id" in wanted:
        chosen = {piece.id for piece in select(game, wanted["id"], f"{key}.id")}
        pieces = [piece for piece in pieces if piece.id in chosen]
    else:
        pieces = [piece for piece in pieces if piece.struck_out is None]
    for path in wanted:
        if path not in ("kind", "id"):
            words = words_of(game, _as_list(wanted[path]))
            pieces = _with_value(pieces, path, words, f"{key}.{path}")
    return tuple(pieces)


def _kinds(game: Game, wanted: Value, key: str) -> tuple[str, ...]:
    known = [kind.id for kind in game.kinds]
    words = tuple(map(as_text, _as_list(wanted)))
    for word in words:
        if word not in known:
            message = f"the game has no kind `{word}`"
            raise InvalidClaim(f"{key}.kind", message, did_you_mean(word, known), "E506")
    return words


def words_of(game: Game, typed: Iterable["Value | str"]) -> tuple[str, ...]:
    """The words of a value; a game's colour also as `#rrggbb`."""
    words = tuple(map(as_text, typed))
    return (*words, *(str(game.colours[word]) for word in words if word in game.colours))


def _with_value(
    pieces: Sequence[Piece], path: str, words: tuple[str, ...], key: str
) -> list[Piece]:
    """The pieces with one of the wanted words in a field.

    Raises InvalidClaim where none of the pieces has such a field.
    """
    having: list[tuple[Piece, Value]] = []
    value_of = _reader(path, key)
    for piece in pieces:
        try:
            having.append((piece, value_of(piece)))
        except MissingEntry:
            having.append((piece, None))
        except InvalidClaim:
            continue
    if pieces and not having:
        if "." in path or path in SIDES:
            field_of(pieces[-1], path, key)
        raise _no_such_field(pieces, path, key)
    fits = _is_one_of(words)
    return [piece for piece, value in having if fits(value)]


def _no_such_field(pieces: Sequence[Piece], path: str, key: str) -> InvalidClaim:
    """The exception for a condition that names no field, such as `level` without its side."""
    fronts = (f"front.{field}" for piece in pieces for field in piece.front)
    known = {"kind", "id", *OWN_FIELDS, *fronts}
    if not nearest(path, known):
        known |= {f"back.{field}" for piece in pieces for field in piece.back}
    hint = did_you_mean(path, known)
    return InvalidClaim(key, f"no piece has a field `{path}`", hint, "E506")


def _is_one_of(words: tuple[str, ...]) -> Callable[[Value], bool]:
    """A test whether a value is one of `words`.

    `any` fits a field with a value, `none` a field without.
    """
    known = frozenset(words)
    any_fits, none_fits = "any" in known, not known.isdisjoint(("none", "false"))

    def fits(value: Value) -> bool:
        if any_fits and value is not None and value is not False and value != ():
            return True
        if value is None or value == ():
            return none_fits
        if isinstance(value, tuple):
            return any(as_text(entry) in known for entry in value)
        if isinstance(value, Text):
            return any(str(word) in known for word in value.by_language.values())
        return as_text(value) in known

    return fits


def field_of(piece: Piece, path: str, key: str = "of") -> Field:
    """The field of a piece at a path.

    Raises InvalidClaim E506 under `key` where pieces of this kind have no such field, and
    MissingEntry where they have it, but the list of this piece lacks the entry in brackets.
    """
    if path in OWN_FIELDS:
        return _own_field(piece, path)
    side, _, rest = path.partition(".")
    if side not in SIDES or not rest:
        raise _no_field_of_piece(piece, path, key)
    here: Value = piece.front if side == SideName.FRONT else piece.back
    at, line, cell = side, 0, None
    for name, pick in _steps(rest, key):
        if not isinstance(here, Record) or name not in here:
            hint = _hint_for(name, tuple(here) if isinstance(here, Record) else ())
            raise InvalidClaim(key, f"`{piece.id}` has no field `{path}`", hint, "E506")
        cell = here.place_of(name) or cell
        line, here, at = here.line_of(name), here[name], f"{at}.{name}"
        if pick is not None:
            number, here = _entry_picked(here, pick)
            if not number:
                place = cell or replace(piece.place, line=line, key=at)
                raise MissingEntry(f"`{at}` of `{piece.id}` with [{pick}]", place)
            at = f"{at}[{number}]"
    return Field(here, cell or replace(piece.place, line=line, key=at), at)


def _reader(path: str, key: str) -> Callable[[Piece], Value]:
    """A function that gives a piece's value at a path, faster than `field_of` for many pieces."""
    side, _, rest = path.partition(".")
    on_front = side == SideName.FRONT
    names = rest.split(".") if side in SIDES else [""]  # one in brackets is that of no field

    def value_of(piece: Piece) -> Value:
        here: Value = piece.front if on_front else piece.back
        try:
            for name in names:
                here = here[name]  # type: ignore[index, call-overload, assignment]
        except (KeyError, TypeError):
            return field_of(piece, path, key).value
        return here

    return value_of


_FIELDS = "look at `fields` of its kind in game.yaml"


@lru_cache(maxsize=256)
def _hint_for(name: str, known: tuple[str, ...]) -> str:
    """The hint for a field that does not exist; cached, as many pieces lack the same field."""
    return did_you_mean(name, known) or _FIELDS


def _own_field(piece: Piece, path: str) -> Field:
    if path == "name":
        typed = next(iter(piece.name.by_language.values())).place
        return Field(piece.name, replace(piece.place, line=typed.line, key=path), path)
    if path == "copies":
        return Field(piece.copies, piece.copies_place, path)
    outline = piece.kind.outline
    own: Mapping[str, int | float] = {
        "width_mm": outline.size.width_mm,
        "height_mm": outline.size.height_mm,
        "sides": outline.sides,
        "faces": 1 if piece.kind.back is None else 2,
    }
    return Field(own[path], piece.kind.place, path)


def _no_field_of_piece(piece: Piece, path: str, key: str) -> InvalidClaim:
    """The exception for a `path` that is not a side with a field, such as `front.name`."""
    records = {"front": piece.front, "back": piece.back}
    known = [f"{side}.{field}" for side, record in records.items() for field in record]
    if path in SIDES:
        known = [field for field in known if field.startswith(f"{path}.")]
    hint = did_you_mean(path, [*known, *OWN_FIELDS]) or _FIELDS
    if path in SIDES and known:
        hint = f"name one of its fields, like `{known[0]}`"
    return InvalidClaim(key, f"a `{piece.kind.id}` has no field `{path}`", hint, "E506")


@cache
def _steps(path: str, key: str) -> tuple[tuple[str, str | None], ...]:
    """The names of a path, each with the text in its brackets. Raises InvalidClaim."""
    steps, at = [], 0
    while at < len(path):
        step = _STEP.match(path, at)
        if step is None or path.endswith("."):
            hint = "write front.level, front.rows[2].places or front.recruits[icon=own:x].turns"
            raise InvalidClaim(key, f"`{path}` names no field", hint)
        steps.append((step["name"], step["pick"]))
        at = step.end()
    return tuple(steps)


def _entry_picked(here: Value, pick: str) -> tuple[int, Value]:
    """The number, from 1, and the value of the entry of a list that `pick` names.

    `pick` is the number itself, or `name=value` for the first entry with that value. Without such
    an entry, the number is 0.
    """
    name, equals, wanted = pick.partition("=")
    for number, entry in enumerate(here if isinstance(here, tuple) else (), start=1):
        if equals:
            fits = isinstance(entry, Record) and name in entry and as_text(entry[name]) == wanted
        else:
            fits = pick == str(number)
        if fits:
            return number, entry
    return 0, None


def as_text(value: "Value | str") -> str:
    """A value as text, in the form that is compared with words of claims and shown in findings."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Text):
        return str(next(iter(value.by_language.values())))
    if isinstance(value, tuple):
        return ", ".join(map(as_text, value))
    if isinstance(value, Record):
        return " ".join(as_text(value[name]) for name in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def number_in(value: Value) -> int | float | None:
    """The number in a field: 0 without a value, 0 or 1 for a flag, None for a text."""
    if value is None or isinstance(value, bool):
        return int(bool(value))
    if isinstance(value, int | float):
        return value
    plain = isinstance(value, str) and value.isdecimal() and len(value) <= limits.DIGITS
    return int(str(value)) if plain else None


def copies_place(piece: Piece) -> Place:
    """The place of the number of copies, or the place of the piece where nobody typed one."""
    return piece.copies_place if piece.copies_place.line else piece.place


def field_repair(field: Field, path: str, wanted: Fraction) -> tuple[tuple[Repair, ...], str]:
    """The repair that gives a field the wanted number; or no repair, and the reason.

    There is no repair where reading would refuse the number: a fraction in a field of whole
    numbers, or fewer copies than one.
    """
    number, new = number_in(field.value), shown(wanted)
    if number is None:
        return (), f"`{path}` is no number"
    if isinstance(number, int) and wanted.denominator != 1:
        return (), f"`{path}` is a whole number, and {new} is none"
    if path == "copies" and wanted < 1:
        return (), f"{new} copies cannot be printed"
    return (Repair(field.place, as_text(field.value), new),), ""
