"""What a piece says, by path: `front.level`, `front.recruits[icon=own:levy].turns`, `copies`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.check.bad import BadClaim, NotThere
from generator.geometry import Shape
from generator.model import Piece, Record, SideName, Text, Value
from generator.problems import Place, did_you_mean

_STEP = re.compile(r"(?P<name>[a-zA-Z_]\w*)(?:\[(?P<pick>[^\]]*)\])?(?:\.|$)")
_SIDES_OF = {Shape.RECTANGLE: 4, Shape.HEXAGON: 6, Shape.CIRCLE: 1}
OWN = ("copies", "width_mm", "height_mm", "sides", "faces")
"""What every piece has besides its fields."""


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
    if side not in tuple(SideName) or not rest:
        known = [f"{name.value}.{field}" for name in SideName for field in _side(piece, name)]
        if path in tuple(SideName):
            known = [one for one in known if one.startswith(f"{path}.")]
        hint = did_you_mean(path, [*known, *OWN])
        if path in tuple(SideName) and known:
            hint = f"name one of its fields, like `{known[0]}`"
        raise BadClaim(key, f"a `{piece.kind.id}` has no field `{path}`", hint, "E506")
    here: Value = _side(piece, SideName(side))
    at = Place(piece.place.file, 0, side)
    for name, pick in _steps(rest, key):
        here, at = _entry(here, at, name, piece, path, key)
        if pick is not None:
            here, at = _picked(here, at, pick, piece)
    return Field(here, at)


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


def _steps(path: str, key: str) -> list[tuple[str, str | None]]:
    steps, at = [], 0
    while at < len(path):
        step = _STEP.match(path, at)
        if step is None or path.endswith("."):
            hint = "write front.level, front.rows[2].places or front.recruits[icon=own:x].turns"
            raise BadClaim(key, f"`{path}` is no path of a field", hint)
        steps.append((step["name"], step["pick"]))
        at = step.end()
    return steps


def _entry(
    here: Value, at: Place, name: str, piece: Piece, path: str, key: str
) -> tuple[Value, Place]:
    if not isinstance(here, Record) or name not in here:
        known = list(here) if isinstance(here, Record) else []
        hint = did_you_mean(name, known)
        raise BadClaim(key, f"`{piece.id}` has no field `{path}`", hint, "E506")
    line = here.line_of(name)
    return here[name], Place(at.file, line, f"{at.key}.{name}")


def _picked(here: Value, at: Place, pick: str, piece: Piece) -> tuple[Value, Place]:
    """The entry of a list by its number from 1, or by what one of its fields says.

    Raises NotThere.
    """
    entries = here if isinstance(here, tuple) else ()
    name, equals, wanted = pick.partition("=")
    for number, entry in enumerate(entries, start=1):
        if equals:
            fits = isinstance(entry, Record) and name in entry and said(entry[name]) == wanted
        else:
            fits = pick == str(number)
        if fits:
            return entry, Place(at.file, at.line, f"{at.key}[{number}]")
    raise NotThere(f"`{at.key}` of `{piece.id}` with [{pick}]", at)
