"""Makes the single objects of Tabletop Simulator: cards, tiles, tokens, standing figures, dice.

The outline of a piece decides on its object. Rectangles and circles are tiles, which have a picture
on each side. Other outlines, and outlines with holes, are tokens, which the game cuts out of their
pictures. A token shows one picture on both sides; so a token with a back has two states, and the
keys that change the state of an object turn it over. The game has hexagons among its tiles, but
they lie on a side, and no manual says how a picture lies on them.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.geometry.shapes import Point, Size
from fustella.export.formats._tts_pictures import BORDER_MM, DIE_TURNS, Shelf, picture_size
from fustella.export.formats._tts_scale import (
    Scale,
    card_scale,
    die_scale,
    figurine_scale,
    snap_point,
    thickness_units,
    tile_scale,
    token_scale,
    transform,
)
from fustella.export.game import ExportPiece
from fustella.export.table import Sort, sort_of
from fustella.write.pictures import PictureCut

Thing = dict[str, Any]
"""An object of Tabletop Simulator, with the keys of its JSON."""

_BOX, _CIRCLE, _ROUNDED = 0, 2, 3
"""The game's numbers for the shapes of tiles."""

_D6 = 1
_MERGED_PX = 15.0
_GREY = 0.713
_NEUTRAL = {"r": _GREY, "g": _GREY, "b": _GREY}
_WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}


class Guids(Struct):
    """Gives objects names of six hexadecimal digits, unique in a save and equal in every export."""

    _taken: set[int] = field(default_factory=set)
    _copies: Counter[str] = field(default_factory=Counter)

    def next(self, name: str) -> str:
        """The name for the next copy of the piece or pile that `name` stands for."""
        self._copies[name] += 1
        seed = f"{name} {self._copies[name]}".encode()
        number = int(hashlib.sha1(seed, usedforsecurity=False).hexdigest()[:6], 16)
        while number in self._taken:
            number = (number + 1) % 16**6
        self._taken.add(number)
        return f"{number:06x}"


class CardLook(Struct, frozen=True):
    """The look of a card: the number `key` of its sheet, its index there, and the sheet itself."""

    key: int
    index: int
    deck: Mapping[str, Any]

    @property
    def card_id(self) -> int:
        return self.key * 100 + self.index

    @property
    def decks(self) -> Thing:
        """The card's sheet by its number, in the form of the game's JSON."""
        return {str(self.key): dict(self.deck)}


class TablePlace(Struct, frozen=True):
    """The place of an object: its point on the table in mm, and its height in units."""

    at: Point
    height_units: float
    turn_deg: int
    face_up: bool

    def inside(self) -> "TablePlace":
        """The place of an object inside of a container at this place."""
        return replace(self, at=Point(0, 0), height_units=0.0, turn_deg=0)

    def transform(self, scale: Scale) -> dict[str, float]:
        return transform(self.at, self.height_units, self.turn_deg, scale, face_up=self.face_up)


class Maker(Struct):
    """Makes the objects of Tabletop Simulator for the pieces of a game.

    `looks` has the place of each card's picture on a sheet, by the id of the card's piece. `snaps`
    has the places on each board, by the id of the board's piece, in mm from its top left corner.
    """

    shelf: Shelf
    looks: Mapping[str, CardLook]
    snaps: Mapping[str, Sequence[Point]]
    guids: Guids = field(default_factory=Guids)

    def single(self, piece: ExportPiece, place: TablePlace, *, locked: bool = False) -> Thing:
        """The object for one copy of a piece."""
        match sort_of(piece):
            case Sort.CARD:
                thing = self._card(piece, place)
            case Sort.STANDEE:
                thing = self._figurine(piece, place)
            case Sort.DIE:
                thing = self._die(piece, place)
            case _ if is_tile(piece):
                thing = self._tile(piece, place)
            case _:
                thing = self._token(piece, place)
        return {**thing, "Locked": True} if locked else thing

    def stack(self, piece: ExportPiece, place: TablePlace, copies: int) -> Thing:
        """The object for a stack of equal tiles or tokens, which the game deals singly."""
        single = self.single(piece, place)
        return {**single, "Name": f"{single['Name']}_Stack", "Number": copies}

    def container(
        self, name: str, label: str, place: TablePlace, scale: Scale, inside: Sequence[Thing]
    ) -> Thing:
        """An object that contains others: a `Bag`, an `Infinite_Bag`, or the shell of a deck."""
        guid = self.guids.next(f"{name} {label}")
        transformed = place.transform(scale)
        shell = _thing(name, guid, transformed, label, "", "", inside[0]["Tags"], _NEUTRAL)
        return {**shell, "ContainedObjects": list(inside)}

    def deck(self, label: str, place: TablePlace, pieces: Sequence[ExportPiece]) -> Thing:
        """The object for a pile of two or more cards; `pieces` begin at the top.

        In the game's own list, the cards of a pile that lies face down begin at the bottom.
        """
        ordered = pieces if place.face_up else [*reversed(pieces)]
        cards = [self._card(piece, place.inside()) for piece in ordered]
        looks = [self.looks[piece.id] for piece in ordered]
        decks = {look.key: dict(look.deck) for look in looks}
        scale = card_scale(pieces[0].kind.outline.size)
        shell = self.container("DeckCustom", label, place, scale, cards)
        return {
            **shell,
            "HideWhenFaceDown": True,
            "SidewaysCard": cards[0]["SidewaysCard"],
            "DeckIDs": [look.card_id for look in looks],
            "CustomDeck": {str(key): decks[key] for key in sorted(decks)},
        }

    def _card(self, piece: ExportPiece, place: TablePlace) -> Thing:
        size, look = piece.kind.outline.size, self.looks[piece.id]
        thing = self._piece("Card", piece, place.transform(card_scale(size)), _NEUTRAL)
        return {
            **thing,
            "HideWhenFaceDown": True,
            "Hands": True,
            "CardID": look.card_id,
            "SidewaysCard": size.width_mm > size.height_mm,
            "CustomDeck": look.decks,
        }

    def _tile(self, piece: ExportPiece, place: TablePlace) -> Thing:
        outline = piece.kind.outline
        cut = PictureCut.OUTLINE if outline.is_round else PictureCut.SQUARE
        form = self.shelf.form(piece, cut)
        image = _image(self.shelf.front(piece, form), self.shelf.back(piece, form))
        thickness = thickness_units(piece.thickness_mm)
        image["CustomTile"] = {
            "Type": _tile_type(piece),
            "Thickness": thickness,
            "Stackable": sort_of(piece) is not Sort.BOARD,
            "Stretch": True,
        }
        scale = tile_scale(outline.size)
        thing = self._piece("Custom_Tile", piece, place.transform(scale), self._side_colour(piece))
        return {**thing, "CustomImage": image, **self._snap_points(piece, scale, thickness)}

    def _token(self, piece: ExportPiece, place: TablePlace) -> Thing:
        """The object for a token: its upper side, with the other side as another state."""
        if not piece.back:
            return self._token_side(piece, place, "")
        up = replace(place, face_up=True)
        sides = [self._token_side(piece, up, side) for side in ("front", "back")]
        top, other = sides if place.face_up else sides[::-1]
        return {**top, "States": {"2" if place.face_up else "1": other}}

    def _token_side(self, piece: ExportPiece, place: TablePlace, side: str) -> Thing:
        """The object for a `side` of a token with a back, or with "" for a token without a back."""
        form = self.shelf.form(piece, PictureCut.OUTLINE, border_mm=BORDER_MM)
        back = side == "back"
        image = _image(self.shelf.back(piece, form) if back else self.shelf.front(piece, form))
        thickness = thickness_units(piece.thickness_mm)
        image["CustomToken"] = {
            "Thickness": thickness,
            "MergeDistancePixels": _MERGED_PX,
            "StandUp": False,
            "Stackable": not side and sort_of(piece) is not Sort.BOARD,
        }
        scale = token_scale(picture_size(piece, BORDER_MM))
        thing = self._piece("Custom_Token", piece, place.transform(scale), _WHITE, back=back)
        return {**thing, "CustomImage": image, **self._snap_points(piece, scale, thickness)}

    def _figurine(self, piece: ExportPiece, place: TablePlace) -> Thing:
        panels = {panel.name: panel for panel in piece.kind.panels}
        front, back = (self.shelf.panel(piece, panels[name]) for name in ("front", "back"))
        scale = figurine_scale(panels["front"].box.size)
        standing = replace(place, face_up=True).transform(scale)
        thing = self._piece("Figurine_Custom", piece, standing, _WHITE)
        return {**thing, "CustomImage": _image(front, back)}

    def _die(self, piece: ExportPiece, place: TablePlace) -> Thing:
        scale = die_scale(die_side_mm(piece))
        image = _image(self.shelf.die(piece))
        image["CustomDice"] = {"Type": _D6}
        thing = self._piece("Custom_Dice", piece, place.transform(scale), _WHITE)
        turns = [
            {"Value": int(name), "Rotation": dict(zip("xyz", turn, strict=True))}
            for name, turn in DIE_TURNS.items()
        ]
        return {**thing, "CustomImage": image, "RotationValues": turns}

    def _piece(
        self,
        name: str,
        piece: ExportPiece,
        transformed: dict[str, float],
        colour: Mapping[str, float],
        *,
        back: bool = False,
    ) -> Thing:
        kind = piece.kind.id
        named = f"{kind}.{piece.id}"
        notes = {"id": named, "version": piece.code} | ({"side": "back"} if back else {})
        thing = _thing(
            name,
            self.guids.next(f"{named} back" if back else named),
            transformed,
            piece.name,
            description_of(piece),
            json.dumps(notes, ensure_ascii=False),
            [kind],
            colour,
        )
        return {**thing, "HideWhenFaceDown": piece.back is not None}

    def _side_colour(self, piece: ExportPiece) -> Mapping[str, float]:
        """The colour of a tile's sides: the colour along its trim."""
        edge = self.shelf.game.edge_of(piece.kind).removeprefix("#")
        if len(edge) != 6:
            return _WHITE
        parts = (int(edge[at : at + 2], 16) / 255 for at in (0, 2, 4))
        return {name: round(part, 3) for name, part in zip("rgb", parts, strict=True)}

    def _snap_points(self, piece: ExportPiece, scale: Scale, thickness: float) -> Thing:
        size = piece.kind.outline.size
        points = self.snaps.get(piece.piece.id, ())
        points_of_snap = [snap_point(at, size, scale, thickness) for at in points]
        return {"AttachedSnapPoints": points_of_snap} if points_of_snap else {}


def is_tile(piece: ExportPiece) -> bool:
    """Whether a piece becomes a tile, which has two sides, and not a token."""
    outline = piece.kind.outline
    plain = outline.fills_box and not outline.holes
    return plain and sort_of(piece) not in (Sort.STANDEE, Sort.DIE, Sort.CARD)


def stacks(piece: ExportPiece) -> bool:
    """Whether copies of a piece can lie on each other as one object."""
    if sort_of(piece) in (Sort.TILE, Sort.TOKEN):
        return is_tile(piece) or not piece.back
    return False


def die_side_mm(piece: ExportPiece) -> float:
    return piece.kind.panels[0].box.width_mm


def standing(piece: ExportPiece) -> Size | None:
    """The area that a standing figure or a die takes of the table; None for flat pieces."""
    match sort_of(piece):
        case Sort.DIE:
            side_mm = die_side_mm(piece)
            return Size(side_mm, side_mm)
        case Sort.STANDEE:
            width_mm = piece.kind.outline.size.width_mm
            return Size(width_mm, width_mm / 2)
    return None


def description_of(piece: ExportPiece) -> str:
    """The description of a piece: its version code and its texts, for the game's search."""
    return "\n".join(filter(None, (piece.code, *(text.line for text in piece.said))))


def _tile_type(piece: ExportPiece) -> int:
    outline = piece.kind.outline
    if outline.is_round:
        return _CIRCLE
    small = sort_of(piece) is not Sort.BOARD
    return _ROUNDED if small and outline.corner_radius_mm > 0 else _BOX


def _image(front: str, back: str = "") -> Thing:
    return {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
    }


def _thing(
    name: str,
    guid: str,
    transformed: dict[str, float],
    label: str,
    description: str,
    notes: str,
    tags: Sequence[str],
    colour: Mapping[str, float],
) -> Thing:
    """The entries that all objects of the game have."""
    return {
        "GUID": guid,
        "Name": name,
        "Transform": transformed,
        "Nickname": label,
        "Description": description,
        "GMNotes": notes,
        "ColorDiffuse": dict(colour),
        "Tags": list(tags),
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
