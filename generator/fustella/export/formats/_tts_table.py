"""Lays out the table of Tabletop Simulator: each pile of the set-up becomes an object like it.

Cards in a pile are a deck. Equal tiles and tokens are a stack. A pile of different pieces, or of
tokens with two states, is a bag, which the game can draw from and shuffle as well. A supply that
never runs out is an endless bag, with the number of copies in the box as its first line.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Point, Size
from fustella.core.values.model import PileForm
from fustella.export.formats._tts_objects import (
    Maker,
    TablePlace,
    Thing,
    description_of,
    stacks,
    standing,
)
from fustella.export.formats._tts_scale import TABLE_UNITS, bag_scale, thickness_units
from fustella.export.game import ExportGame, ExportPiece
from fustella.export.table import Pile, Sort, sort_of

_DROP_UNITS = 0.05
"""The height from which unlocked objects fall onto whatever lies below."""

_CARD_UNITS = 0.01
"""The thickness of a card in a pile, by which the pile is lifted above the table."""

_SHUFFLED = 2
"""The game's number for a bag from which players draw at random."""


class TtsLayer(Struct, frozen=True):
    """Lays the piles of a game on the table of Tabletop Simulator."""

    game: ExportGame
    maker: Maker

    def things(self, piles: Sequence[Pile]) -> Iterator[Thing]:
        boards = {
            pile.pieces[0][0].piece.id: pile.pieces[0][0]
            for pile in piles
            if sort_of(pile.pieces[0][0]) is Sort.BOARD
        }
        for pile in piles:
            below = TABLE_UNITS
            if board := boards.get(pile.on):
                below += thickness_units(board.thickness_mm + pile.over_mm)
            yield from self._pile(pile, below)

    def _pile(self, pile: Pile, below: float) -> Iterator[Thing]:
        sorts = {sort_of(piece) for piece, _ in pile.pieces}
        pieces = [piece for piece, copies in pile.pieces for _ in range(copies)]
        place = TablePlace(pile.at, below + _DROP_UNITS, pile.turn_deg, pile.face_up)
        if pile.form is PileForm.SUPPLY:
            yield from self._supply(pile, place)
        elif pile.form is PileForm.BAG:
            yield self._bag(pile, place, pieces)
        elif sorts == {Sort.CARD}:
            yield self._cards(pile, place, pieces)
        elif sorts == {Sort.BOARD}:
            yield from self._boards(pieces, place, below)
        elif len(pieces) == 1:
            yield self.maker.single(pieces[0], _raised_place(place, pieces[0]))
        elif spots := _standing_spots(pile, pieces):
            for piece, spot in zip(pieces, spots, strict=True):
                yield self.maker.single(piece, replace(place, at=spot))
        elif len(pile.pieces) == 1 and stacks(pieces[0]):
            yield self.maker.stack(pieces[0], _raised_place(place, pieces[0]), len(pieces))
        else:
            yield self._bag(pile, place, pieces)

    def _cards(self, pile: Pile, place: TablePlace, pieces: Sequence[ExportPiece]) -> Thing:
        place = replace(place, height_units=place.height_units + len(pieces) * _CARD_UNITS)
        if len(pieces) == 1:
            return self.maker.single(pieces[0], place)
        return self.maker.deck(self._label(pile), place, pieces)

    def _boards(
        self, pieces: Sequence[ExportPiece], place: TablePlace, below: float
    ) -> Iterator[Thing]:
        """The object of a single board, which is locked, or the objects of several boards."""
        for number, piece in enumerate(pieces):
            thickness = thickness_units(piece.thickness_mm)
            if len(pieces) == 1:
                flat = replace(place, height_units=below + thickness / 2)
                yield self.maker.single(piece, flat, locked=True)
                return
            height = place.height_units + thickness * (number + 0.5)
            yield self.maker.single(piece, replace(place, height_units=height))

    def _bag(self, pile: Pile, place: TablePlace, pieces: Sequence[ExportPiece]) -> Thing:
        inside = [self.maker.single(piece, place.inside()) for piece in pieces]
        upright = replace(place, face_up=True)
        scale = bag_scale(pile.size)
        bag = self.maker.container("Bag", self._label(pile), upright, scale, inside)
        return {**bag, "Bag": {"Order": _SHUFFLED}}

    def _supply(self, pile: Pile, place: TablePlace) -> Iterator[Thing]:
        """An endless bag for each look of a design, side by side in the place of the pile."""
        room = Size(pile.size.width_mm / len(pile.pieces), pile.size.height_mm)
        spots = _in_grid(pile.at, room, len(pile.pieces), len(pile.pieces))
        upright = replace(place, face_up=True)
        for (piece, copies), spot in zip(pile.pieces, spots, strict=True):
            inside = [self.maker.single(piece, place.inside())]
            there = replace(upright, at=spot)
            scale = bag_scale(room)
            bag = self.maker.container("Infinite_Bag", piece.name, there, scale, inside)
            counted = "\n".join(filter(None, (f"{copies} ×", description_of(piece))))
            yield {**bag, "Description": counted}

    def _label(self, pile: Pile) -> str:
        """The name that the set-up gives a pile, or else the name of its kind."""
        kinds = {piece.kind.id: piece.kind for piece, _ in pile.pieces}
        if pile.name or len(kinds) > 1:
            return pile.name or self.game.edition.title
        return self.game.kind_name(pile.pieces[0][0].kind)


def _raised_place(place: TablePlace, piece: ExportPiece) -> TablePlace:
    half = thickness_units(piece.thickness_mm) / 2
    return replace(place, height_units=place.height_units + half)


def _standing_spots(pile: Pile, pieces: Sequence[ExportPiece]) -> list[Point]:
    """The places for the figures and dice of a pile, which stand side by side.

    There are none where they are too many for the pile's room, or where a piece of the pile lies
    flat.
    """
    feet = [standing(piece) for piece in pieces]
    sizes = [foot for foot in feet if foot]
    if len(sizes) < len(pieces):
        return []
    foot = Size(max(size.width_mm for size in sizes), max(size.height_mm for size in sizes))
    columns = int(pile.size.width_mm // foot.width_mm)
    rows = int(pile.size.height_mm // foot.height_mm)
    if columns * rows < len(pieces):
        return []
    room = Size(pile.size.width_mm / columns, foot.height_mm)
    return _in_grid(pile.at, room, columns, len(pieces))


def _in_grid(middle: Point, room: Size, columns: int, number: int) -> list[Point]:
    """The places of `number` objects of one size, in rows that are centred at `middle`."""
    columns = min(columns, number)
    rows = -(-number // columns)
    left, top = (columns - 1) / 2, (rows - 1) / 2
    return [
        middle.moved((at % columns - left) * room.width_mm, (at // columns - top) * room.height_mm)
        for at in range(number)
    ]
