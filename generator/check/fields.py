"""What a piece says, by path: `front.level`, `front.recruits[icon=own:levy].turns`, `copies`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from generator.check.bad import BadClaim, NotThere
from generator.geometry import Shape
from generator.model import Piece, Record, SideName, Text, Value
from generator.problems import Place, did_you_mean

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
        raise _no_such_field(piece, path, key)
    here: Value = piece.front if side == SideName.FRONT else piece.back
    at, line = side, 0
    for name, pick in _steps(rest, key):
        if not isinstance(here, Record) or name not in here:
            hint = did_you_mean(name, list(here) if isinstance(here, Record) else [])
            raise BadClaim(key, f"`{piece.id}` has no field `{path}`", hint, "E506")
        line, here, at = here.line_of(name), here[name], f"{at}.{name}"
        if pick is not None:
            number, here = _picked(here, pick)
            if not number:
                place = Place(piece.place.file, line, at)
                raise NotThere(f"`{at}` of `{piece.id}` with [{pick}]", place)
            at = f"{at}[{number}]"
    return Field(here, Place(piece.place.file, line, at))


def _no_such_field(piece: Piece, path: str, key: str) -> BadClaim:
    """A path that names no side, or only that."""
    known = [f"{side}.{field}" for side in SideName for field in _side(piece, side)]
    if path in SIDES:
        known = [one for one in known if one.startswith(f"{path}.")]
    hint = did_you_mean(path, [*known, *OWN])
    if path in SIDES and known:
        hint = f"name one of its fields, like `{known[0]}`"
    return BadClaim(key, f"a `{piece.kind.id}` has no field `{path}`", hint, "E506")


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
            raise BadClaim(key, f"`{path}` is no path of a field", hint)
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
