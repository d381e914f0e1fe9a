"""The outline of a kind: its shape, its size, and what lies beyond and inside of its trim."""

from dataclasses import dataclass

from fustella.read.forms import entry, one_of
from fustella.read.scalars import DISTANCE, SIZE, STRING

SIZE_KEYS = {
    "rectangle": ("size", "width", "height", "corner"),
    "hexagon": ("across_flats",),
    "circle": ("diameter",),
}
"""The keys that give each shape its size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineForm:
    shape: str = entry(one_of(*SIZE_KEYS), default="rectangle")
    size: str | None = entry(STRING, default=None)
    width: float | None = entry(SIZE, default=None)
    height: float | None = entry(SIZE, default=None)
    across_flats: float | None = entry(SIZE, default=None)
    diameter: float | None = entry(SIZE, default=None)
    corner: float = entry(DISTANCE, default=0.0)
    bleed: float = entry(DISTANCE, default=0.0)
    safe: float = entry(DISTANCE, default=0.0)
    edge: str = entry(STRING, default="")
