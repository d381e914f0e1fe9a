"""Defines the plates of a printed thing beyond the four inks of a press: lines, and special inks.

The processing steps are those of ISO 19593-1: a group and a type by which a program finds what a
layer of a PDF is for.
"""

from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct


class PlateSort(StrEnum):
    """What a plate is for: a line along which a tool works, or an ink that covers areas."""

    CUT = "cut"
    CREASE = "crease"
    PERFORATION = "perforation"
    HOLE = "hole"
    GLUE = "glue"
    FOIL = "foil"
    WHITE = "white"
    VARNISH = "varnish"

    @property
    def is_line(self) -> bool:
        """Whether the plate follows from outlines and folds; the others are inks of the game."""
        return self in _LINES


_LINES = frozenset(
    {
        *(PlateSort.CUT, PlateSort.CREASE, PlateSort.PERFORATION),
        *(PlateSort.HOLE, PlateSort.GLUE),
    }
)


class Step(Struct, frozen=True):
    """A processing step: its group and its type in ISO 19593-1; "" for a group without types."""

    group: str
    type: str = ""


STEPS = MappingProxyType(
    {
        PlateSort.CUT: Step("Structural", "Cutting"),
        PlateSort.CREASE: Step("Structural", "Creasing"),
        PlateSort.PERFORATION: Step("Structural", "Perforating"),
        PlateSort.HOLE: Step("Structural", "Drilling"),
        PlateSort.GLUE: Step("Structural", "Gluing"),
        PlateSort.FOIL: Step("Structural", "FoilStamping"),
        PlateSort.WHITE: Step("White"),
        PlateSort.VARNISH: Step("Varnish"),
    }
)
"""The processing step of each sort of plate (ISO 19593-1:2018)."""

PLAIN_NAMES = MappingProxyType(
    {
        PlateSort.CUT: "CutContour",
        PlateSort.CREASE: "Crease",
        PlateSort.PERFORATION: "PerfCutContour",
        PlateSort.HOLE: "Hole",
        PlateSort.GLUE: "Glue",
        PlateSort.FOIL: "Foil",
        PlateSort.WHITE: "White",
        PlateSort.VARNISH: "Varnish",
    }
)
"""The name of each plate where no shop says another: those of the programs of cutting plotters."""
