"""Converts sizes and places to the units of Tabletop Simulator.

The game measures in units and in factors of the size of its own models, and no manual says how
large these models are. All that is known about them stands here. The unit is such that a poker card
has the scale 1, as players expect; all other pieces have their true size beside it.

Measured in the game by others, with a ruler or by eye: the height of a card (3.03 units, by two
people: 7.7 cm at 2.54 cm a unit, and a factor of 0.33 for each inch), the tile (2 units, by two
people), the area of a token (88 cm²), the height of a figurine (6 cm), the die (a unit) and the top
of the table. Landscape cards need 0.8214 of the scale of upright cards, as one of them says. Nobody
measured the bag: here it is as wide as a tile.
"""

import math
from typing import Any

from fustella.core.geometry.shapes import Point, Size

_CM_PER_UNIT = 2.54

POKER_MM = 88.9
"""The height of a poker card."""

_CARD_UNITS = 3.03
"""The height of a card of scale 1; the proportions of its picture give its width."""

UNITS_PER_MM = _CARD_UNITS / POKER_MM

_LANDSCAPE = 0.8214

_TILE_UNITS = 2.0
"""The sides, or the diameter, of a tile of scale 1 whose picture is stretched over it."""

_TOKEN_UNITS2 = 88 / _CM_PER_UNIT**2
"""The area of the whole picture of a token of scale 1, with its transparent part."""

_FIGURINE_UNITS = 6 / _CM_PER_UNIT
"""The height of the picture of a standing figure of scale 1."""

_DIE_UNITS = 1.0
_BAG_UNITS = 2.0
_LEAST_BAG, _MOST_BAG = 0.3, 1.0

TABLE_UNITS = 0.955
"""The height of the top of the game's own tables."""

_THINNEST_UNITS = 0.1
"""The least thickness of tiles and tokens: thinner ones are hard to pick up."""

_DIGITS = 4

Scale = tuple[float, float, float]


def units(length_mm: float) -> float:
    return length_mm * UNITS_PER_MM


def thickness_units(thickness_mm: float) -> float:
    """The thickness of a tile or token in units."""
    return round(max(units(thickness_mm), _THINNEST_UNITS), _DIGITS)


def card_scale(size: Size) -> Scale:
    if size.width_mm > size.height_mm:
        return _even_scale(size.width_mm / POKER_MM * _LANDSCAPE)
    return _even_scale(size.height_mm / POKER_MM)


def card_size(scale: float, wide_by_high: float) -> Size:
    """The size of a card of a scale, of which the proportions of its picture are known."""
    if wide_by_high > 1:
        width_mm = scale / _LANDSCAPE * POKER_MM
        return Size(width_mm, width_mm / wide_by_high)
    return Size(scale * POKER_MM * wide_by_high, scale * POKER_MM)


def tile_scale(size: Size) -> Scale:
    """The scale of a tile: one factor across and one down, because its picture is stretched."""
    return units(size.width_mm) / _TILE_UNITS, 1.0, units(size.height_mm) / _TILE_UNITS


def tile_size(across: float, down: float) -> Size:
    """The size of a tile of these scales."""
    return Size(across * _TILE_UNITS / UNITS_PER_MM, down * _TILE_UNITS / UNITS_PER_MM)


def token_scale(picture: Size) -> Scale:
    """The scale of a token that is cut out of a picture of this size."""
    side_mm = math.sqrt(picture.width_mm * picture.height_mm)
    scale = units(side_mm) / math.sqrt(_TOKEN_UNITS2)
    return scale, 1.0, scale


def token_size(scale: float, wide_by_high: float) -> Size:
    """The size of the picture of a token of a scale, of which the proportions are known."""
    side_mm = scale * math.sqrt(_TOKEN_UNITS2) / UNITS_PER_MM
    return Size(side_mm * math.sqrt(wide_by_high), side_mm / math.sqrt(wide_by_high))


def figurine_scale(picture: Size) -> Scale:
    return _even_scale(units(picture.height_mm) / _FIGURINE_UNITS)


def figurine_size(scale: float, wide_by_high: float) -> Size:
    """The size of the picture of a standing figure of a scale."""
    height_mm = scale * _FIGURINE_UNITS / UNITS_PER_MM
    return Size(height_mm * wide_by_high, height_mm)


def die_scale(side_mm: float) -> Scale:
    return _even_scale(units(side_mm) / _DIE_UNITS)


def die_side(scale: float) -> float:
    return scale * _DIE_UNITS / UNITS_PER_MM


def bag_scale(room: Size) -> Scale:
    """The scale of a bag that stands in the place of its contents."""
    scale = units(min(room.width_mm, room.height_mm)) / _BAG_UNITS
    return _even_scale(min(max(scale, _LEAST_BAG), _MOST_BAG))


def _even_scale(scale: float) -> Scale:
    return scale, scale, scale


def transform(
    at: Point, height_units: float, turn_deg: int, scale: Scale, *, face_up: bool = True
) -> dict[str, float]:
    """The transform of an object that lies `at` mm from the table's middle, turned clockwise.

    The game's third axis leads away from the player, who sees an object upright if it is turned by
    180 degrees.
    """
    numbers = {
        "posX": units(at.x_mm),
        "posY": height_units,
        "posZ": -units(at.y_mm),
        "rotX": 0.0,
        "rotY": float((180 + turn_deg) % 360),
        "rotZ": 0.0 if face_up else 180.0,
        "scaleX": scale[0],
        "scaleY": scale[1],
        "scaleZ": scale[2],
    }
    return {name: rounded(number) for name, number in numbers.items()}


def snap_point(at: Point, size: Size, scale: Scale, thickness: float) -> dict[str, Any]:
    """The snap point of a place on a piece of `size`: `at` in mm from its top left corner.

    The piece lies upright and face up. Snap points count along the piece's own axes, which turn
    with it, and before its scale.
    """
    right_mm, down_mm = at.x_mm - size.width_mm / 2, at.y_mm - size.height_mm / 2
    # Seen from above, the first axis of an object runs to the left.
    x, z = -units(right_mm) / scale[0], units(down_mm) / scale[2]
    return {"Position": {"x": rounded(x), "y": rounded(thickness / 2), "z": rounded(z)}}


def rounded(number: float) -> float:
    """A number as a save writes it, never -0."""
    return round(number, _DIGITS) + 0.0
