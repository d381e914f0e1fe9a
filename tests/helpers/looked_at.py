"""Measures the faces of the four games without their texts, each rendered once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tests.helpers.bare import bare
from tests.helpers.drawn import drawn, game_of
from tests.helpers.frames import Crossing, crossings_on
from tests.helpers.grounds import Ground, grounds_on


@dataclass(frozen=True)
class LookedAt:
    """The grounds of all texts of a game, in all its languages, and drawings over frames."""

    grounds: Sequence[Ground]
    crossings: Sequence[Crossing]


@cache
def looked_at(name: str) -> LookedAt:
    """Measures the faces of a game."""
    grounds, crossings = list[Ground](), list[Crossing]()
    for one in bare(*(drawn(name, language).faces for language in game_of(name).languages)):
        grounds += grounds_on(one)
        crossings += crossings_on(one)
    return LookedAt(grounds, crossings)
