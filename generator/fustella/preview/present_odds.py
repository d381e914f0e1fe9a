"""Turns a deck of a game, and what a hand of it must have, into a view with the odds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.decks import Deck, FaultyCondition, copies_of, deck_of
from fustella.core.values.model import Game, Piece
from fustella.core.values.odds import (
    MOST_CARDS,
    MOST_DRAWN,
    Draw,
    ImpossibleDraw,
    Wanted,
    percent,
)
from fustella.core.values.sizes import kinds_by_size
from fustella.preview.views import OddsRefusal, OddsView, ShareView

_LONGEST = len(str(MOST_CARDS))

NOTHING = OddsView()
"""The view of a deck without cards."""


class OddsRequest(Struct, frozen=True):
    """The question of a page; `kind` and `deck` are ids, "" for all pieces of the game.

    `figures` are the numbers of the question as they were typed: `drawn`, `turns`, and `least` and
    `most` of each group.
    """

    kind: str
    deck: str
    among: str
    where: str
    second: str
    figures: Mapping[str, str]

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "OddsRequest":
        """The question in the query of an address; what it lacks is ""."""
        figures = {name: query.get(name, "") for name in _USUAL}
        kind, deck, among, where, second = (
            query.get(name, "") for name in ("kind", "deck", "among", "where", "second")
        )
        return cls(kind, deck, among, where, second, figures)

    def figure(self, name: str) -> int:
        """A number of the question, or its usual value. Raises ImpossibleDraw."""
        typed = self.figures[name].strip()
        if not typed:
            return _USUAL[name]
        if not (typed.isascii() and typed.isdecimal() and len(typed.lstrip("0")) <= _LONGEST):
            raise ImpossibleDraw(name, f"`{typed[:20]}` is no whole number from 0 on")
        return int(typed)


_USUAL = {
    "drawn": 7,
    "turns": 0,
    "least": 1,
    "most": MOST_DRAWN,
    "second_least": 1,
    "second_most": MOST_DRAWN,
}
"""The figures of a question, and what they are if nobody says."""


def odds_view(game: Game, asked: OddsRequest) -> OddsView:
    """The view of the deck that is asked for, with the odds if a condition says what is good."""
    pieces = tuple(_chosen(game, asked))
    conditions = asked.among, asked.where, asked.second
    try:
        deck = deck_of(pieces, game.languages[0], *conditions)
    except FaultyCondition as fault:
        refusal = OddsRefusal(fault.about, fault.fault.message, fault.fault.hint)
        return replace(_without_groups(pieces, game, asked), refusals=(refusal,))
    view = _counted(deck)
    if not asked.where.strip():
        return view
    try:
        return _with_odds(view, deck, asked)
    except ImpossibleDraw as fault:
        return replace(view, refusals=(OddsRefusal(fault.about, fault.message, ""),))


def _chosen(game: Game, asked: OddsRequest) -> Sequence[Piece]:
    kinds = kinds_by_size(game.pieces)
    return [
        piece
        for piece in game.pieces
        if asked.kind in ("", kinds[piece.id].id) and asked.deck in ("", piece.kind.deck)
    ]


def _without_groups(pieces: Sequence[Piece], game: Game, asked: OddsRequest) -> OddsView:
    """The view of the deck alone, as far as its own condition holds water."""
    try:
        return _counted(deck_of(pieces, game.languages[0], asked.among))
    except FaultyCondition:
        return NOTHING


def _counted(deck: Deck) -> OddsView:
    return OddsView(
        cards=deck.cards,
        pieces=tuple(piece.id for piece in deck.pieces),
        good=copies_of(deck.good),
        good_pieces=tuple(piece.id for piece in deck.good),
        second=copies_of(deck.second),
        second_pieces=tuple(piece.id for piece in deck.second),
        both=deck.both,
        notes=tuple(f"{word.message}: {word.hint}" for word in deck.unlikely),
    )


def _with_odds(view: OddsView, deck: Deck, asked: OddsRequest) -> OddsView:
    """The view with the odds of a hand. Raises ImpossibleDraw."""
    figure = asked.figure
    second = None
    if asked.second.strip():
        second = Wanted(view.second, figure("second_least"), figure("second_most"))
    wanted = Wanted(view.good, figure("least"), figure("most"))
    draw = Draw(deck.cards, figure("drawn"), wanted, second, view.both)
    wishes = [wanted.said] + ([second.said] if second else [])
    return replace(
        view,
        wish=f"{' and '.join(wishes)} in {draw.drawn} of {draw.cards:,} cards",
        said=percent(draw.chance),
        chance=float(draw.chance),
        expected=f"{float(draw.expected):.3g}",
        distribution=tuple(_share(number, share) for number, share in enumerate(draw.distribution)),
        turns=tuple(_share(drawn, share) for drawn, share in draw.by_turn(figure("turns"))),
    )


def _share(number: int, share: Fraction) -> ShareView:
    return ShareView(number, float(share), percent(share))
