"""Finds the pieces that the face of another piece may see: those of a kind, by a condition.

In the condition stand the names of fields of these pieces, and `face.nation` and `piece.id` for the
piece whose face sees them.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from fustella.core.processes import limits
from fustella.core.values.conditions import (
    OF_PIECES,
    UnknownField,
    holds,
    in_record,
    of_piece,
    worth_of,
)
from fustella.core.values.expressions import InvalidExpression, Worth, names_in
from fustella.core.values.model import Game, Piece, SideName
from fustella.core.values.problems import did_you_mean

FACE: Final = "face"
OWN: Final = "piece"


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
            found = (each for each in theirs if self._sees(each, where, names))
            self._found[key] = tuple(found)
        return self._found[key]

    def _sees(self, piece: Piece, where: str, own: "_OwnNames") -> bool:
        """Whether a condition holds for a piece; an empty one always does."""
        return not where.strip() or holds(
            where, lambda name: _worth_of(piece, name, own, self.language)
        )


class _OwnNames:
    """The names that a condition may have for the piece whose face sees others."""

    def __init__(self, piece: Piece, side: SideName, language: str) -> None:
        self._face = piece.front if side is SideName.FRONT else piece.back
        self._piece, self._language = piece, language

    def worth(self, name: str) -> Worth:
        """The value of `face.nation` or `piece.id`. Raises InvalidExpression."""
        first, _, rest = name.partition(".")
        if first == OWN:
            if rest not in OF_PIECES:
                known = ", ".join(f"{OWN}.{each}" for each in OF_PIECES)
                raise UnknownField(f"there is no `{name}`", f"known: {known}")
            return of_piece(self._piece, rest, self._language)
        return in_record(self._face, rest, f"{FACE}.", self._language)


def _worth_of(piece: Piece, name: str, own: _OwnNames, language: str) -> Worth:
    """The value of a name for a piece that may be seen. Raises InvalidExpression."""
    first = name.partition(".")[0]
    if first in (FACE, OWN) and first not in piece.front:
        return own.worth(name)
    return worth_of(piece, name, language, (FACE, OWN), f"{FACE}.… is a field of this face; ")


def names_of_others(texts: Sequence[str]) -> frozenset[str]:
    """The first steps of names in some formulas, except names of the piece whose face it is."""
    steps = (name.split(".") for text in texts for name in names_in(text))
    return frozenset(
        each[1] if each[0] in (SideName.FRONT, SideName.BACK) and len(each) > 1 else each[0]
        for each in steps
        if each[0] not in (FACE, OWN)
    )
