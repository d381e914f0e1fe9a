"""Finds the pieces that the face of another piece may see: those of a kind, by a condition.

In the condition stand the names of fields of these pieces, and `face.nation` and `piece.id` for the
piece whose face sees them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, cast

from fustella.core.processes import limits
from fustella.core.values.expressions import (
    InvalidExpression,
    Worth,
    exact,
    formula,
    names_in,
)
from fustella.core.values.model import Game, Piece, Record, SideName, Text, Value, Word
from fustella.core.values.problems import did_you_mean, nearest
from fustella.core.words.patterns import regex

FACE: Final = "face"
OWN: Final = "piece"
_OF_PIECES = ("id", "kind", "name", "copies")
_NUMBER = regex(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,14})?")


class UnknownField(InvalidExpression):
    """Raised for a name in a condition that no piece has."""


class TooManySeen(Exception):
    """Raised where the faces of a game look at more pieces than `limits.PIECES_SEEN`."""


class SeenPieces:
    """The pieces of a game that are printed, as other pieces may see them.

    Conditions compare the words of the game's first language, whichever is printed. Pieces that see
    the same for the same reasons get the same tuple.
    """

    def __init__(self, kinds: Collection[str], pieces: Iterable[Piece], language: str) -> None:
        """`kinds` are the ids of all kinds, `language` is the first language of the game."""
        self.language, self._kinds = language, frozenset(kinds)
        self._of_kind: dict[str, list[Piece]] = {}
        for piece in pieces:
            if piece.copies:
                self._of_kind.setdefault(piece.kind.id, []).append(piece)
        self._found: dict[tuple[object, ...], tuple[Piece, ...]] = {}
        self._looked_at = 0

    @classmethod
    def of_game(cls, game: Game) -> "SeenPieces":
        kinds = [kind.id for kind in game.kinds]
        return cls(kinds, game.all_pieces or game.pieces, game.languages[0])

    def of(self, kind: str, where: str, own: Piece, side: SideName) -> tuple[Piece, ...]:
        """The pieces of a kind for which a condition holds, in the order of the game.

        `own` is the piece that sees them, on one of its sides; an empty condition always holds.
        Raises InvalidExpression for an unknown kind or name, and TooManySeen.
        """
        if kind not in self._kinds:
            message = f"there is no kind `{kind}`"
            raise InvalidExpression(message, did_you_mean(kind, self._kinds))
        names = _OwnNames(own, side, self.language)
        theirs = self._of_kind.get(kind, [])
        used = [name for name in names_in(where) if name.split(".")[0] in (FACE, OWN)]
        key = (kind, where, *(names.worth(name) for name in used))
        if key not in self._found:
            self._looked_at += len(theirs)
            if self._looked_at > limits.PIECES_SEEN:
                raise TooManySeen
            found = (
                each for each in theirs if not where.strip() or self._holds(where, each, names)
            )
            self._found[key] = tuple(found)
        return self._found[key]

    def _holds(self, where: str, piece: Piece, own: "_OwnNames") -> bool:
        value = formula(where, lambda name: _worth_of(piece, name, own, self.language))
        if value == "":  # a field that the piece lacks
            return False
        if not isinstance(value, bool):
            message = f"`{where}` is neither true nor false"
            raise InvalidExpression(message, "compare something, such as cost > 3")
        return value


class _OwnNames:
    """The names that a condition may have for the piece whose face sees others."""

    def __init__(self, piece: Piece, side: SideName, language: str) -> None:
        self._face = piece.front if side is SideName.FRONT else piece.back
        self._piece, self._language = piece, language

    def worth(self, name: str) -> Worth:
        """The value of `face.nation` or `piece.id`. Raises InvalidExpression."""
        first, _, rest = name.partition(".")
        if first == OWN:
            if rest not in _OF_PIECES:
                known = ", ".join(f"{OWN}.{each}" for each in _OF_PIECES)
                raise UnknownField(f"there is no `{name}`", f"known: {known}")
            return _of_piece(self._piece, rest, self._language)
        return _in_record(self._face, rest, f"{FACE}.", self._language)


def _worth_of(piece: Piece, name: str, own: _OwnNames, language: str) -> Worth:
    """The value of a name for a piece that may be seen. Raises InvalidExpression."""
    if name in ("true", "false") and name not in piece.front:
        return name == "true"
    first, _, rest = name.partition(".")
    if first in piece.front:
        return _in_record(piece.front, name, "", language)
    if first in (FACE, OWN):
        return own.worth(name)
    for side, record in ((SideName.FRONT, piece.front), (SideName.BACK, piece.back)):
        if first == side.value:
            return _in_record(record, rest, f"{first}.", language)
    if name in _OF_PIECES:
        return _of_piece(piece, name, language)
    known = [*piece.front, *_OF_PIECES, FACE, OWN]
    near = nearest(name, known)
    hint = f'{FACE}.… is a field of this face; a word stands in quotes: "{name}"'
    message = f"`{name}` is no field of the front of `{piece.kind.id}`"
    raise UnknownField(message, f"did you mean `{near}`?" if near else hint)


def _of_piece(piece: Piece, name: str, language: str) -> Worth:
    values: Mapping[str, Worth] = {
        "id": piece.id,
        "kind": piece.kind.id,
        "name": str(piece.name.in_language(language)),
        "copies": exact(piece.copies),
    }
    return values[name]


def _in_record(record: Record, path: str, before: str, language: str) -> Worth:
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


def names_of_others(texts: Sequence[str]) -> frozenset[str]:
    """The first steps of names in some formulas, except names of the piece whose face it is."""
    steps = (name.split(".") for text in texts for name in names_in(text))
    return frozenset(
        each[1] if each[0] in (SideName.FRONT, SideName.BACK) and len(each) > 1 else each[0]
        for each in steps
        if each[0] not in (FACE, OWN)
    )
