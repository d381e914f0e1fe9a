"""Defines the game's box and what lies in it: contents to pack, stacks in wells, flat layers.

A box is seen from above: x runs to the right, y towards whoever opens it, z up from its floor,
each from the inner corner at the top left.
"""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.problems import Place

LOOSE = 1.03
"""The factor by which a pile of pieces that were cut by hand and used is higher."""

SLEEVE_EDGE_MM = 3.0
"""The length by which a sleeve is wider and higher than its card."""

FINGER_MM = 2.0
"""The space between two piles in a tray or in a well."""

WELL_SLACK_MM = 1.0
"""The space between a pile and each wall of its well."""


BOARD_MM = 2.0
"""The usual thickness of a box and of walls in it: grey board of 2 mm.

Makers take 1.5 or 2 mm (vartgames.com, how to confirm the box size; lostboyentertain.com, box
dimensions; both read 2026-11).
"""


class GameBox(Struct, frozen=True):
    """The box of a game: the room inside of it, in mm, and how thick its walls are.

    Between wells stand walls of `divider_mm`, 0 for none. `sleeves` are what sleeves add to the
    thickness of a card, `folded` the columns and rows of panels in which a board lies, both by the
    ids of kinds.
    """

    width_mm: float
    depth_mm: float
    height_mm: float
    place: Place
    wall_mm: float
    divider_mm: float
    sleeves: tuple[tuple[str, float], ...] = ()
    folded: tuple[tuple[str, tuple[int, int]], ...] = ()


class PartSort(StrEnum):
    """What a part of a game is: pieces of a kind, a box that holds some, the booklet, or bought."""

    KIND = "kind"
    BOX = "box"
    BOOKLET = "booklet"
    BOUGHT = "bought"


class StackStance(StrEnum):
    """How a stack lies in a box: flat, on the longer edge of its pieces, or on the shorter one."""

    LYING = "lying"
    LONG_EDGE = "long edge"
    SHORT_EDGE = "short edge"


class Content(Struct, frozen=True):
    """Copies of a part that go into a box, all of the same size.

    `part` is the id of a kind or of a box, `rules`, or the name of a bought part. Copies of `size`
    and `thickness_mm` each, with sleeves and as they are folded, are piled up; pieces lie in
    it in the order of `pieces`: ids with copies. `folded` is in how many layers each lies. What
    `stands` may stand on edge, what is `bulk_mm3` takes this volume in a bag of any form.
    """

    part: str
    sort: PartSort
    name: str
    size: Size
    thickness_mm: float
    copies: int
    place: Place
    pieces: tuple[tuple[str, int], ...] = ()
    folded: int = 1
    stands: bool = False
    bulk_mm3: float = 0.0

    @property
    def volume_mm3(self) -> float:
        """The room that all copies take, each as the cuboid around it."""
        whole_mm3 = self.size.width_mm * self.size.height_mm * self.thickness_mm * self.copies
        return self.bulk_mm3 or whole_mm3


class Stack(Struct, frozen=True):
    """Copies of a part on or behind each other, with the corner at x, y, z and its size there.

    `face` is the size of a copy as it lies unturned, `thickness_mm` its thickness. A `turned` stack
    has the width of its pieces along y; one that stands has its copies behind each other along x,
    if it is turned along y.
    """

    part: str
    sort: PartSort
    name: str
    copies: int
    x_mm: float
    y_mm: float
    z_mm: float
    width_mm: float
    depth_mm: float
    height_mm: float
    face: Size
    thickness_mm: float
    stance: StackStance = StackStance.LYING
    turned: bool = False
    pieces: tuple[tuple[str, int], ...] = ()
    folded: int = 1

    @property
    def volume_mm3(self) -> float:
        return self.width_mm * self.depth_mm * self.height_mm


class Well(Struct, frozen=True):
    """A place on the floor of a box with walls around it: its clear room, and what stands in it.

    The room has its slack; its walls stand outside of it.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    depth_mm: float
    height_mm: float
    stacks: tuple[Stack, ...]


class Layer(Struct, frozen=True):
    """Flat things side by side on top of the wells: boards, the booklet."""

    z_mm: float
    height_mm: float
    stacks: tuple[Stack, ...]


class NoPlace(StrEnum):
    """Why something does not go into a box.

    `WIDE`: it is larger than the floor, whichever way it lies. `HIGH`: one copy is higher than the
    room. `FULL`: no place is left, or the lid would not close.
    """

    WIDE = "wide"
    HIGH = "high"
    FULL = "full"


class LeftOver(Struct, frozen=True):
    """Copies of a part that do not go into a box, the size of one, and why."""

    part: str
    sort: PartSort
    name: str
    copies: int
    width_mm: float
    depth_mm: float
    height_mm: float
    why: NoPlace
    place: Place


class PackedBox(Struct, frozen=True):
    """A box with its contents: flat `layers` on top of `wells`, and what does not fit.

    `least_height_mm` is the smallest height of a box of this floor that holds everything, 0 where
    no height does. It is rounded up to whole millimetres.
    """

    box: GameBox
    wells: tuple[Well, ...]
    layers: tuple[Layer, ...]
    left_over: tuple[LeftOver, ...]
    least_height_mm: float

    @property
    def width_mm(self) -> float:
        return self.box.width_mm

    @property
    def depth_mm(self) -> float:
        return self.box.depth_mm

    @property
    def height_mm(self) -> float:
        return self.box.height_mm

    @property
    def fits(self) -> bool:
        """Whether everything lies in the box."""
        return not self.left_over

    @property
    def stacks(self) -> Iterator[Stack]:
        """Yields all stacks, those in wells first."""
        for well in self.wells:
            yield from well.stacks
        for layer in self.layers:
            yield from layer.stacks

    @property
    def used(self) -> float:
        """The share of the box's volume that stacks take, from 0 to 1."""
        whole_mm3 = self.width_mm * self.depth_mm * self.height_mm
        return sum(stack.volume_mm3 for stack in self.stacks) / whole_mm3

    @property
    def tallest(self) -> Stack | None:
        """The highest stack in a well; None in a box without wells."""
        stacks = [stack for well in self.wells for stack in well.stacks]
        return max(stacks, key=lambda stack: stack.height_mm, default=None)
