"""What a piece says, by path: `front.level`, `front.recruits[icon=own:levy].turns`, `copies`.

Which pieces a claim speaks of: by id, by kind, by what they say.

Which repair would make a printed number what it should be, if a machine may write it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import translate
from fractions import Fraction
from functools import cache

from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.check.expressions import shown
from fustella.core.claims import Repair
from fustella.core.geometry import Shape
from fustella.core.model import Game, Piece, Record, SideName, Text, Value
from fustella.core.problems import Place, did_you_mean, nearest

_STEP = re.compile(r"(?P<name>[a-zA-Z_]\w*)(?:\[(?P<pick>[^\]]*)\])?(?:\.|$)")
_SIDES_OF = {Shape.RECTANGLE: 4, Shape.HEXAGON: 6, Shape.CIRCLE: 1}

OWN = ("copies", "width_mm", "height_mm", "sides", "faces")
"""What every piece has besides its fields."""

SIDES = tuple(side.value for side in SideName)
"""What a path of a field begins with."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value of a piece and where it was typed; line 0 where nobody typed it."""

    value: Value
    place: Place


def field_of(piece: Piece, path: str, key: str = "of") -> Field:
    """One field. Raises BadClaim E506, saying that `key` of the claim names what is not there."""
    if path in OWN:
        return _own(piece, path)
    side, _, rest = path.partition(".")
    if side not in SIDES or not rest:
        raise _no_field_of_piece(piece, path, key)
    here: Value = piece.front if side == SideName.FRONT else piece.back
    at, line = side, 0
    for name, pick in _steps(rest, key):
        if not isinstance(here, Record) or name not in here:
            hint = did_you_mean(name, list(here) if isinstance(here, Record) else [])
            raise InvalidClaim(key, f"`{piece.id}` has no field `{path}`", hint, "E506")
        line, here, at = here.line_of(name), here[name], f"{at}.{name}"
        if pick is not None:
            number, here = _picked(here, pick)
            if not number:
                place = Place(piece.place.file, line, at)
                raise MissingEntry(f"`{at}` of `{piece.id}` with [{pick}]", place)
            at = f"{at}[{number}]"
    return Field(here, Place(piece.place.file, line, at))


def _no_field_of_piece(piece: Piece, path: str, key: str) -> InvalidClaim:
    """A path that names no side, or only that."""
    known = [f"{side}.{field}" for side in SideName for field in _side(piece, side)]
    if path in SIDES:
        known = [one for one in known if one.startswith(f"{path}.")]
    hint = did_you_mean(path, [*known, *OWN])
    if path in SIDES and known:
        hint = f"name one of its fields, like `{known[0]}`"
    return InvalidClaim(key, f"a `{piece.kind.id}` has no field `{path}`", hint, "E506")


def number_in(value: Value) -> int | float | None:
    """The number that a field prints; a field that is left out is 0, a flag 0 or 1."""
    if value is None or isinstance(value, bool):
        return int(bool(value))
    if isinstance(value, int | float):
        return value
    return int(value) if isinstance(value, str) and value.isdecimal() else None


def said(value: "Value | str") -> str:
    """A value as a table shows it."""
    if isinstance(value, Text):
        return str(next(iter(value.by_language.values())))
    if isinstance(value, tuple):
        return ", ".join(map(said, value))
    if isinstance(value, Record):
        return " ".join(said(value[name]) for name in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _own(piece: Piece, path: str) -> Field:
    size = piece.kind.outline.size
    own: Mapping[str, int | float] = {
        "width_mm": size.width_mm,
        "height_mm": size.height_mm,
        "sides": _SIDES_OF.get(piece.kind.outline.shape, len(piece.kind.outline.corners())),
        "faces": 1 if piece.kind.back is None else 2,
    }
    if path == "copies":
        return Field(piece.copies, piece.copies_place)
    return Field(own[path], piece.kind.place)


def _side(piece: Piece, side: SideName) -> Record:
    return piece.front if side is SideName.FRONT else piece.back


@cache
def _steps(path: str, key: str) -> tuple[tuple[str, str | None], ...]:
    """The names of a path, each with what stands in its brackets. Raises BadClaim."""
    steps, at = [], 0
    while at < len(path):
        step = _STEP.match(path, at)
        if step is None or path.endswith("."):
            hint = "write front.level, front.rows[2].places or front.recruits[icon=own:x].turns"
            raise InvalidClaim(key, f"`{path}` is no path of a field", hint)
        steps.append((step["name"], step["pick"]))
        at = step.end()
    return tuple(steps)


def _picked(here: Value, pick: str) -> tuple[int, Value]:
    """The entry of a list by its number from 1, or by what one of its fields says.

    Its number comes with it, which is 0 where there is no such entry.
    """
    name, equals, wanted = pick.partition("=")
    for number, entry in enumerate(here if isinstance(here, tuple) else (), start=1):
        if equals:
            fits = isinstance(entry, Record) and name in entry and said(entry[name]) == wanted
        else:
            fits = pick == str(number)
        if fits:
            return number, entry
    return 0, None


_WILD = frozenset("*?[")


def select(game: Game, wanted: Value, key: str = "of") -> tuple[Piece, ...]:
    """The pieces that `wanted` means. Raises BadClaim, under `key`, when there is none such.

    A word or a list of words are ids, with `*`; a record is a kind and conditions on fields.
    """
    if isinstance(wanted, Record):
        return _by_conditions(game, wanted, key)
    words = wanted if isinstance(wanted, tuple) else (wanted,)
    if not words:
        raise InvalidClaim(key, "an empty list selects no piece", "write ids, or {kind: …}")
    found = {piece.id: piece for word in words for piece in _by_id(game, word, key)}
    return tuple(found.values())


def fitting(pattern: str) -> Callable[[str], object]:
    """Tells whether a word fits a pattern with `*`; most patterns have none and are the word."""
    if _WILD.isdisjoint(pattern):
        return pattern.__eq__
    return re.compile(translate(pattern)).match


def _by_id(game: Game, word: Value, key: str) -> list[Piece]:
    if isinstance(word, Record):
        hint = "write ids alone, or {kind: …} without a list around it"
        raise InvalidClaim(key, "conditions stand in a list of ids", hint)
    if not isinstance(word, str):
        hint = "write the id of a piece, or {kind: …}"
        raise InvalidClaim(key, f"`{said(word)}` is no id of a piece", hint)
    fits = fitting(word)
    found = [piece for piece in game.pieces if fits(piece.id)]
    if not found:
        hint = did_you_mean(word, [piece.id for piece in game.pieces])
        if any(kind.id == word for kind in game.kinds):
            hint = f"`{word}` is a kind: write {{kind: {word}}}"
        raise InvalidClaim(key, f"there is no piece `{word}`", hint, "E506")
    return found


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
            pieces = _that_say(pieces, path, wanted[path], f"{key}.{path}")
    return tuple(pieces)


def _kinds(game: Game, wanted: Value, key: str) -> tuple[str, ...]:
    known = [kind.id for kind in game.kinds]
    words = tuple(map(said, wanted if isinstance(wanted, tuple) else (wanted,)))
    for word in words:
        if word not in known:
            message = f"the game has no kind `{word}`"
            raise InvalidClaim(f"{key}.kind", message, did_you_mean(word, known), "E506")
    return words


def _that_say(pieces: Sequence[Piece], path: str, wanted: Value, key: str) -> list[Piece]:
    words = tuple(map(said, wanted if isinstance(wanted, tuple) else (wanted,)))
    having: list[tuple[Piece, Field]] = []
    fault: InvalidClaim | None = None
    for piece in pieces:
        try:
            having.append((piece, field_of(piece, path, key)))
        except MissingEntry as absent:
            having.append((piece, Field(None, absent.place)))
        except InvalidClaim as bad:
            fault = bad
    if fault is not None and not having:
        is_path = "." in path or path in SIDES
        raise fault if is_path else _no_such_field(pieces, path, key)
    return [piece for piece, field in having if _fits(field, words)]


def _no_such_field(pieces: Sequence[Piece], path: str, key: str) -> InvalidClaim:
    """A word that is no condition at all: a side is missing, or `kind` is misspelt."""
    known = {"kind", "id", *OWN, *(f"front.{field}" for one in pieces for field in one.front)}
    if not nearest(path, known):
        known |= {f"back.{field}" for piece in pieces for field in piece.back}
    hint = did_you_mean(path, known)
    return InvalidClaim(key, f"no piece has a field `{path}`", hint, "E506")


def _fits(field: Field, words: tuple[str, ...]) -> bool:
    value = field.value
    if "any" in words and value is not None and value is not False and value != ():
        return True
    if value is None or value == ():
        return "none" in words or "false" in words
    if isinstance(value, tuple):
        return any(said(entry) in words for entry in value)
    if isinstance(value, Text):
        return any(str(word) in words for word in value.by_language.values())
    return said(value) in words


def mended(field: Field, path: str, wanted: Fraction) -> tuple[tuple[Repair, ...], str]:
    """The repair of one field, or why there is none.

    A whole number stays one, and a piece is printed once at least: the content knows nothing else.
    """
    found, new = number_in(field.value), shown(wanted)
    if found is None:
        return (), f"`{path}` is no number"
    if isinstance(found, int) and wanted.denominator != 1:
        return (), f"`{path}` is a whole number, and {new} is none"
    if path == "copies" and wanted < 1:
        return (), f"{new} copies cannot be printed"
    return (Repair(field.place, said(field.value), new),), ""
