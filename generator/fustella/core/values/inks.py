"""Defines the special inks of a game, which a factory prints beside the four of a press."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.plates import PLAIN_NAMES, PROCESS_INKS, PlateSort
from fustella.core.values.problems import Place, Problem, did_you_mean

INK = "data-ink"
"""The attribute of an SVG that holds the id of the ink in which all of an element is printed."""

INK_SORTS = tuple(sort for sort in PlateSort if not sort.is_line)

USUAL_COLOURS: Mapping[PlateSort, str] = MappingProxyType(
    {
        PlateSort.FOIL: "#c9a13b",
        PlateSort.WHITE: "#ffffff",
        PlateSort.VARNISH: "#8a97a3",
        PlateSort.EMBOSS: "#6f6f6f",
    }
)
"""The colour in which a sort of ink is shown; a spot colour says its own."""

_SHEEN = 0.15


class SpecialInk(Struct, frozen=True):
    """An ink beside the four of a press, on a plate of its own.

    `plate` is the name of its plate, `colour` the one in which it is shown at home, `#rrggbb`.
    """

    id: str
    plate: str
    sort: PlateSort
    colour: str
    place: Place

    @property
    def lies_on_top(self) -> bool:
        """Whether nothing of the art leaves it out: it is printed before the art, or after it.

        Foil and spot colours are where they are seen: what is drawn over them is left out of them.
        """
        return self.sort in (PlateSort.WHITE, PlateSort.VARNISH, PlateSort.EMBOSS)

    @property
    def overprints(self) -> bool:
        """Whether the art beneath it is printed, too; a spot colour replaces it."""
        return self.sort is not PlateSort.SPOT

    @property
    def shown(self) -> float:
        """How much it covers where it is shown, 0 to 1: varnish is a sheen, white is unseen."""
        if self.sort is PlateSort.WHITE:
            return 0.0
        return _SHEEN if self.lies_on_top else 1.0


def named_for(inks: Sequence[SpecialInk], names: Mapping[PlateSort, str]) -> tuple[SpecialInk, ...]:
    """The inks with the names that a shop has for their sorts.

    Of several inks of one sort, and where the shop has no name of its own, each keeps its name.
    """
    counted = Counter(ink.sort for ink in inks)
    return tuple(
        replace(ink, plate=names[ink.sort])
        if counted[ink.sort] == 1 and names[ink.sort] != PLAIN_NAMES[ink.sort]
        else ink
        for ink in inks
    )


def ink_problems(
    inks: Iterable[SpecialInk], names: Mapping[PlateSort, str] = PLAIN_NAMES
) -> Iterator[Problem]:
    """Yields the problems of the names of inks: E790 for a name with two meanings, E791.

    `names` are those of the plates of lines. E791 is told of a name of the four inks.
    """
    lines = {name.lower(): sort for sort, name in names.items() if sort.is_line}
    meant: dict[str, SpecialInk] = {}
    for ink in inks:
        name = ink.plate.lower()
        hint = f"give it a `plate` of its own: {ink.id.capitalize()}"
        if name in PROCESS_INKS:
            message = f"the plate of the ink {ink.id} is called `{ink.plate}`: an ink of a press"
            yield Problem("E791", ink.place, message, hint)
        elif name in lines:
            message = f"the plate `{ink.plate}` is for {lines[name].value} and for the ink {ink.id}"
            yield Problem("E790", ink.place, message, hint)
        elif meant.setdefault(name, ink) is not ink:
            message = f"the plate `{ink.plate}` is for the inks {meant[name].id} and {ink.id}"
            yield Problem("E790", ink.place, message, hint)


def unknown_ink(name: str, known: Iterable[str]) -> tuple[str, str]:
    """The message and the hint, E771, for an ink that a game does not have."""
    hint = did_you_mean(name, known) or "write it under `inks` in game.yaml, with its `sort`"
    return f"there is no ink `{name}`", hint
