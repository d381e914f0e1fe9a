"""The outline of a kind: its shape, its size, and what lies beyond and inside of its trim."""

from dataclasses import dataclass

from fustella.core.schemas import Schema, Vocabulary, named
from fustella.read.forms import entry, one_of
from fustella.read.scalars import DISTANCE, SIZE, STRING

SIZE_KEYS = {
    "rectangle": ("size", "width", "height", "corner"),
    "hexagon": ("across_flats",),
    "circle": ("diameter",),
}
"""The keys that give each shape its size."""


def _edge_schema(vocabulary: Vocabulary) -> Schema:
    colours = vocabulary.colours
    return named((*colours, "none") if colours else (), "name of a colour, or none")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineForm:
    """What gives a piece its outline."""

    shape: str = entry(one_of(*SIZE_KEYS), default="rectangle", about="The outline of the pieces.")
    size: str | None = entry(
        STRING.described(lambda vocabulary: named(vocabulary.sizes, "name of a size")),
        default=None,
        about="A rectangle's size by name, such as poker; or else width and height.",
    )
    width: float | None = entry(SIZE, default=None, about="The width of a rectangle: 63mm.")
    height: float | None = entry(SIZE, default=None, about="The height of a rectangle: 88mm.")
    across_flats: float | None = entry(
        SIZE, default=None, about="A hexagon's size, from one side to the opposite one: 60mm."
    )
    diameter: float | None = entry(SIZE, default=None, about="A circle's size: 25mm.")
    corner: float = entry(
        DISTANCE, default=0.0, about="The radius of a rectangle's rounded corners: 3mm."
    )
    bleed: float = entry(
        DISTANCE, default=0.0, about="How far the template draws beyond the trim: 2mm."
    )
    safe: float = entry(
        DISTANCE, default=0.0, about="How far every text keeps from the trim; 0mm: not looked at."
    )
    edge: str = entry(
        STRING.described(_edge_schema),
        default="",
        about="The one colour along the trim of all pieces, on both sides; or none.",
    )


def rule_of_shape(shape: str) -> Schema:
    """The keys of size that a shape has, and those that it needs."""
    own = SIZE_KEYS[shape]
    others = {key: False for keys in SIZE_KEYS.values() for key in keys if key not in own}
    needed: Schema = {"required": list(own)}
    if shape == "rectangle":
        by_name = {"required": ["size"], "properties": {"width": False, "height": False}}
        by_length = {"required": ["width", "height"], "properties": {"size": False}}
        needed = {"if": {"required": ["size"]}, "then": by_name, "else": by_length}
    is_default = () if shape == "rectangle" else ("shape",)
    return {
        "if": {"properties": {"shape": {"const": shape}}, "required": list(is_default)},
        "then": {"properties": others, **needed},
    }
