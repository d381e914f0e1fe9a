"""Finds pieces by a condition on their fields, such as `cost > 3 and rarity = "rare"`.

In the condition stand the names of fields of the front, paths such as `back.title`, and the names
of `OF_PIECES`. Words are those of the game's first language.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, cast

from fustella.core.values.expressions import (
    InvalidExpression,
    Worth,
    exact,
    formula,
    names_in,
)
from fustella.core.values.model import SIDES, Piece, Record, Text, Value, Word
from fustella.core.values.problems import did_you_mean, nearest
from fustella.core.words.patterns import regex

OF_PIECES: Final = ("id", "kind", "name", "copies")
"""The names that mean a piece itself, if no field has them."""

_NUMBER = regex(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,14})?")


class UnknownField(InvalidExpression):
    """Raised for a name in a condition that no piece has."""


def pieces_where(pieces: Sequence[Piece], where: str, language: str) -> tuple[Piece, ...]:
    """The pieces for which a condition holds; an empty condition holds for all.

    A field that some of the pieces have is empty in the others, which may be of other kinds. Raises
    InvalidExpression.
    """
    if not where.strip():
        return tuple(pieces)
    known = {name for name in names_in(where) if _some_has(pieces, name, language)}

    def worth(piece: Piece, name: str) -> Worth:
        try:
            return worth_of(piece, name, language)
        except UnknownField:
            if name in known:
                return ""
        others = {own for each in pieces for own in each.front}
        return worth_of(piece, name, language, sorted(others))  # raises it with a better hint

    def holds_for(piece: Piece) -> bool:
        return holds(where, lambda name: worth(piece, name))

    return tuple(filter(holds_for, pieces))


def _some_has(pieces: Iterable[Piece], name: str, language: str) -> bool:
    for piece in pieces:
        try:
            worth_of(piece, name, language)
        except UnknownField:
            continue
        return True
    return False


def holds(where: str, names: Callable[[str], Worth]) -> bool:
    """Whether a condition holds; the name of an empty field does not. Raises InvalidExpression."""
    value = formula(where, names)
    if value == "":  # a field that the piece lacks
        return False
    if not isinstance(value, bool):
        message = f"`{where}` is neither true nor false"
        raise InvalidExpression(message, "compare something, such as cost > 3")
    return value


def worth_of(
    piece: Piece, name: str, language: str, others: Sequence[str] = (), hint: str = ""
) -> Worth:
    """The value of a name for a piece. Raises InvalidExpression.

    `others` are names that the caller knows, too, to be suggested for a name that is unknown; the
    `hint` is for a name that is like none of them.
    """
    if name in ("true", "false") and name not in piece.front:
        return name == "true"
    first, _, rest = name.partition(".")
    if first in piece.front:
        return in_record(piece.front, name, "", language)
    if first in SIDES:
        return in_record(
            piece.front if first == SIDES[0] else piece.back, rest, f"{first}.", language
        )
    if name in OF_PIECES:
        return of_piece(piece, name, language)
    near = nearest(name, [*piece.front, *OF_PIECES, *others])
    message = f"`{name}` is no field of the front of `{piece.kind.id}`"
    quoted = f'{hint}a word stands in quotes: "{name}"'
    raise UnknownField(message, f"did you mean `{near}`?" if near else quoted)


def of_piece(piece: Piece, name: str, language: str) -> Worth:
    """The value of one of `OF_PIECES` for a piece."""
    values: Mapping[str, Worth] = {
        "id": piece.id,
        "kind": piece.kind.id,
        "name": str(piece.name.in_language(language)),
        "copies": exact(piece.copies),
    }
    return values[name]


def in_record(record: Record, path: str, before: str, language: str) -> Worth:
    """The single value at a path of a record. Raises InvalidExpression."""
    value, at = cast(Value, record), before
    for step in path.split("."):
        if not isinstance(value, Record) or step not in value:
            known = [f"{at}{name}" for name in value] if isinstance(value, Record) else []
            hint = did_you_mean(f"{at}{step}", known) or "name a field with a single value"
            raise UnknownField(f"there is no `{before}{path}`", hint)
        value, at = value[step], f"{at}{step}."
    if isinstance(value, Text):
        return str(value.in_language(language))
    if isinstance(value, Word):
        return exact(float(value)) if _NUMBER.fullmatch(value) else str(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return exact(value)
    raise InvalidExpression(f"`{before}{path}` is no single value", "name a single value")
