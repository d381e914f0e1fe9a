"""The looks of texts: what is set before their letters are shown."""

from functools import lru_cache

from msgspec import Struct

from fustella.draw.inspect.texts import font_of
from fustella.draw.render.elements import Placing, placing_of
from fustella.draw.render.paints import (
    LETTERING,
    PAINTS,
    NotPlain,
    Settings,
    Style,
    inherited,
    is_silent,
    number_of,
    opacity_operator,
    paint_of,
)
from fustella.draw.svg.tree import Attributes
from fustella.draw.text.families import is_family
from fustella.draw.text.fonts import WEIGHTS, FontStyle

PLACES = frozenset(("x", "y"))
SPACE = "{http://www.w3.org/XML/1998/namespace}space"

_WORDS = {
    "font-weight": frozenset(("normal", "bold", *map(str, WEIGHTS))),
    "font-style": frozenset(("normal", "italic")),
    "font-variant": frozenset(("normal", "small-caps")),
    "text-anchor": frozenset(("start", "middle", "end")),
    SPACE: frozenset(("default", "preserve")),
}
_SHIFTS = {"middle": -0.5, "end": -1.0}


class TextLook(Struct, frozen=True):
    """How letters are painted.

    `style` is what is handed on to the spans in a text, `shift` the share of its width by which a
    line is moved, `keeps_spaces`: also those at its ends.
    """

    style: Style
    settings: Settings
    placing: Placing
    font: FontStyle
    size_mm: float
    shift: float
    keeps_spaces: bool


@lru_cache(maxsize=1024)
def text_look(attributes: Attributes, outer: Style) -> TextLook:
    """The look of a `<text>` or a `<tspan>` with the style that it inherits. Raises NotPlain.

    `attributes` are those that do not place it, so that many texts have the same.
    """
    told = {key: value for key, value in attributes if not is_silent(key)}
    placing = placing_of(told.pop("transform", None))
    for key in told:
        if not (key in PAINTS or key in LETTERING or key == SPACE):
            raise NotPlain
    style = inherited(outer, tuple(told.items()))
    known = dict(style)
    fill, alpha = paint_of(known, "fill", "#000000")
    size_mm = number_of(known, "font-size")
    if not fill or known.get("stroke", "none") != "none" or size_mm <= 0:
        raise NotPlain
    if any(key in known and known[key] not in words for key, words in _WORDS.items()):
        raise NotPlain
    font = font_of(known)
    if not is_family(font.family):
        raise NotPlain
    return TextLook(
        style,
        (opacity_operator(alpha), fill),
        placing,
        font,
        size_mm,
        _SHIFTS.get(known.get("text-anchor", ""), 0.0),
        known.get(SPACE) == "preserve",
    )
