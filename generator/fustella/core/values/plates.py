"""Defines the plates of a printed thing beyond the four inks of a press: lines, and special inks.

The processing steps are those of ISO 19593-1: a group and a type by which a program finds what a
layer of a PDF is for.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

from fustella.core.values.problems import Place, Problem


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
    SPOT = "spot"
    EMBOSS = "emboss"

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


class ProcessingStep(Struct, frozen=True):
    """A processing step: its group and its type in ISO 19593-1; "" for a group without types."""

    group: str
    type: str = ""


STEPS = MappingProxyType(
    {
        PlateSort.CUT: ProcessingStep("Structural", "Cutting"),
        PlateSort.CREASE: ProcessingStep("Structural", "Creasing"),
        PlateSort.PERFORATION: ProcessingStep("Structural", "Perforating"),
        PlateSort.HOLE: ProcessingStep("Structural", "Drilling"),
        PlateSort.GLUE: ProcessingStep("Structural", "Gluing"),
        PlateSort.FOIL: ProcessingStep("Structural", "FoilStamping"),
        PlateSort.WHITE: ProcessingStep("White"),
        PlateSort.VARNISH: ProcessingStep("Varnish"),
        PlateSort.EMBOSS: ProcessingStep("Structural", "Embossing"),
    }
)
"""The processing step of each sort of plate (ISO 19593-1:2018); a spot colour is art, and none."""

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
        PlateSort.SPOT: "Spot",
        PlateSort.EMBOSS: "Emboss",
    }
)
"""The name of each plate where no shop says another: those of the programs of cutting plotters."""

PROCESS_INKS = frozenset({"cyan", "magenta", "yellow", "black", "all", "none"})
"""The names that mean the inks of a press, or all plates or none (ISO 32000-1, 8.6.6.4)."""

_SAME_TOOL = frozenset({PlateSort.CUT, PlateSort.HOLE})
"""The sorts that may be on one plate, as one tool does both."""


def plate_problems(
    names: Mapping[PlateSort, str], place_of: Callable[[PlateSort], Place]
) -> Iterator[Problem]:
    """Yields the problems of names of plates: E790 for one with two meanings, E791 for an ink's.

    Cuts and holes may share a plate. `names` has the name of each sort of plate, and `place_of`
    tells where it was typed.
    """
    meant: dict[str, PlateSort] = {}
    for sort, name in names.items():
        own = place_of(sort)
        if name.lower() in PROCESS_INKS:
            message = f"the plate for {sort.value} is called `{name}`: an ink of a press"
            yield Problem("E791", own, message, f"call it as the shop does: {PLAIN_NAMES[sort]}")
        other = meant.setdefault(name.lower(), sort)
        if other is not sort and not {sort, other} <= _SAME_TOOL:
            message = f"the plate `{name}` is for {other.value} and for {sort.value}"
            hint = f"one plate has one meaning: call one of them otherwise, {PLAIN_NAMES[sort]}"
            yield Problem("E790", own, message, hint)
