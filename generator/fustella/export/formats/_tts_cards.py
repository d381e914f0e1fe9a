"""Gives the cards of a save of Tabletop Simulator their pictures: one each, or in sheets.

A picture for each card is sharp, and after an edit of a card only its picture is new. Sheets of up
to ten by seven cards are fewer files, for people who upload them by hand.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from fustella.export.formats._pictures import BACK
from fustella.export.formats._tts_objects import CardLook
from fustella.export.formats._tts_pictures import Shelf
from fustella.export.game import ExportGame, ExportPiece, common_back
from fustella.export.table import Sort, sort_of
from fustella.write.pictures import PictureCut

_MOST_COLUMNS, _MOST_ROWS = 10, 7
_MOST_CARDS = 69
"""The most cards in a sheet of 70: the game may take the last cell for the back of all cards."""

_ROUNDED, _SQUARE = 0, 1
"""The game's numbers for the shapes of cards."""

_FIRST_KEY, _KEYS = 1000, 90_000
"""The first number for a sheet, and the count of such numbers.

There are so many that decks of several games can be mixed.
"""


def looks_of(game: ExportGame, shelf: Shelf) -> dict[str, CardLook]:
    """The looks of all cards by the ids of their pieces; puts their pictures on the shelf."""
    keys = _Keys(game.id)
    looks: dict[str, CardLook] = {}
    for kind, pieces in game.kinds.items():
        cards = [piece for piece in pieces if sort_of(piece) is Sort.CARD]
        if not game.options.sheets:
            looks |= {
                card.id: _look_alone(card, shelf, keys.next(f"{kind}.{card.id}")) for card in cards
            }
            continue
        columns, rows = game.options.sheets
        columns = min(columns, _MOST_COLUMNS)
        most = min(columns * min(rows, _MOST_ROWS), _MOST_CARDS)
        for number, first in enumerate(range(0, len(cards), most), start=1):
            part = cards[first : first + most]
            looks |= _looks_in_sheet(part, shelf, keys.next(f"{kind} {number}"), number, columns)
    return looks


class _Keys:
    """Gives numbers to the names of sheets; a name mostly keeps its number when others change."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._taken: set[int] = set()

    def next(self, name: str) -> int:
        digest = hashlib.sha1(f"{self._game} {name}".encode(), usedforsecurity=False).hexdigest()
        number = int(digest, 16) % _KEYS
        while number in self._taken:
            number = (number + 1) % _KEYS
        self._taken.add(number)
        return _FIRST_KEY + number


def _look_alone(card: ExportPiece, shelf: Shelf, key: int) -> CardLook:
    form = shelf.form(card, PictureCut.SQUARE)
    back = shelf.back(card, form) or shelf.blank(card)
    return CardLook(key, 0, _deck(card, shelf.front(card, form), back, (1, 1), own_backs=False))


def _looks_in_sheet(
    cards: Sequence[ExportPiece], shelf: Shelf, key: int, number: int, most: int
) -> Iterator[tuple[str, CardLook]]:
    """The looks of cards in one sheet, with a sheet of backs where these differ, else one back."""
    columns = min(most, len(cards))
    first = cards[0]
    front = shelf.sheet(f"{number}", [card.front for card in cards], cards, columns)
    own_backs = common_back(cards) is None and any(card.back for card in cards)
    if own_backs:
        back = shelf.sheet(f"{number}-{BACK}", [card.back for card in cards], cards, columns)
    else:
        back = shelf.back(first, shelf.form(first, PictureCut.SQUARE)) or shelf.blank(first)
    grid = columns, -(-len(cards) // columns)
    deck = _deck(first, front, back, grid, own_backs=own_backs)
    yield from ((card.id, CardLook(key, index, deck)) for index, card in enumerate(cards))


def _deck(
    card: ExportPiece, front: str, back: str, grid: tuple[int, int], *, own_backs: bool
) -> Mapping[str, object]:
    return {
        "FaceURL": front,
        "BackURL": back,
        "NumWidth": grid[0],
        "NumHeight": grid[1],
        "BackIsHidden": True,
        "UniqueBack": own_backs,
        "Type": _ROUNDED if card.kind.outline.corner_radius_mm > 0 else _SQUARE,
    }
