"""Counts the cards of a deck for which conditions hold: what odds are asked of.

A piece counts with its copies. Pieces that are not printed are in no deck.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from fustella.core.values.conditions import pieces_where, worth_of
from fustella.core.values.expressions import InvalidExpression, folded, words_compared
from fustella.core.values.model import Piece
from fustella.core.values.problems import nearest

AMONG, WHERE, SECOND = "among", "where", "second"
"""The names of conditions: which pieces are in the deck, and which are in each of two groups."""


class FaultyCondition(Exception):
    """Raised for a condition that is no arithmetic or names no field; `about` is its name."""

    def __init__(self, about: str, fault: InvalidExpression) -> None:
        super().__init__(fault.message)
        self.about, self.fault = about, fault


class UnlikelyWord(Struct, frozen=True):
    """A word in a condition that no piece has in a field, although one has nearly the same.

    `about` is the name of the condition.
    """

    about: str
    field: str
    word: str
    meant: str

    @property
    def message(self) -> str:
        return f"no piece has `{self.word}` in `{self.field}`"

    @property
    def hint(self) -> str:
        return f"did you mean `{self.meant}`?"


class Deck(Struct, frozen=True):
    """The pieces of a deck, and those of them in one group or two.

    Without a condition, all pieces are in the first group, and none in the second.
    """

    pieces: tuple[Piece, ...]
    good: tuple[Piece, ...]
    second: tuple[Piece, ...]
    unlikely: tuple[UnlikelyWord, ...]

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return copies_of(self.pieces)

    @property
    def both(self) -> int:
        """The number of cards that are in both groups."""
        second = {piece.id for piece in self.second}
        return copies_of([piece for piece in self.good if piece.id in second])


def copies_of(pieces: Sequence[Piece]) -> int:
    """The number of copies of some pieces."""
    return sum(piece.copies for piece in pieces)


def deck_of(
    pieces: Sequence[Piece], language: str, among: str = "", where: str = "", second: str = ""
) -> Deck:
    """The deck of those printed pieces for which `among` holds, with its groups.

    Conditions compare words in `language`, the first one of the game; an empty one is none. Raises
    FaultyCondition.
    """
    own = tuple(piece for piece in pieces if piece.copies)

    conditions = {AMONG: among, WHERE: where, SECOND: second}

    def found(about: str, those: tuple[Piece, ...]) -> tuple[Piece, ...]:
        try:
            return pieces_where(those, conditions[about], language)
        except InvalidExpression as fault:
            raise FaultyCondition(about, fault) from None

    inside = found(AMONG, own)
    unlikely = (
        word
        for about, condition in conditions.items()
        for word in _unlikely(own, language, about, condition)
    )
    others = found(SECOND, inside) if second.strip() else ()
    return Deck(inside, found(WHERE, inside), others, tuple(unlikely))


def _unlikely(
    pieces: Sequence[Piece], language: str, about: str, condition: str
) -> Iterator[UnlikelyWord]:
    """Yields the words of a condition that no piece has, if another one is meant."""
    for field, word in words_compared(condition):
        words: dict[str, str] = {}
        for piece in pieces:
            try:
                value = worth_of(piece, field, language)
            except InvalidExpression:
                continue
            if isinstance(value, str):
                words.setdefault(folded(value), value)
        if folded(word) not in words and (meant := nearest(word, words.values())):
            yield UnlikelyWord(about, field, word, meant)
