"""The looks of texts: what is set before their letters are shown."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from fustella.draw.inspect.texts import font_of
from fustella.draw.render.paints import (
    LETTERING,
    PAINTS,
    NotPlain,
    Settings,
    is_silent,
    number_of,
    opacity_operator,
    paint_of,
)
from fustella.draw.scene.model import XML_SPACE, Style
from fustella.draw.text.families import is_family
from fustella.draw.text.fonts import WEIGHTS, FontStyle

_PLACES = frozenset(("x", "y", "transform"))

_WORDS = {
    "font-weight": frozenset(("normal", "bold", *map(str, WEIGHTS))),
    "font-style": frozenset(("normal", "italic")),
    "font-variant": frozenset(("normal", "small-caps")),
    "text-anchor": frozenset(("start", "middle", "end")),
    XML_SPACE: frozenset(("default", "preserve")),
}
_SHIFTS = {"middle": -0.5, "end": -1.0}


class TextLook(Struct, frozen=True):
    """How letters are painted.

    `shift` is the share of its width by which a line is moved, `keeps_spaces`: also those at its
    ends.
    """

    settings: Settings
    font: FontStyle
    size_mm: float
    shift: float
    keeps_spaces: bool


def refuse_unknown(own: Mapping[str, str]) -> None:
    """Raises NotPlain for attributes of a text or a span that only typst knows."""
    for key in own:
        if not (
            key in _PLACES
            or key in PAINTS
            or key in LETTERING
            or key == XML_SPACE
            or is_silent(key)
        ):
            raise NotPlain


@lru_cache(maxsize=1024)
def text_look(style: Style) -> TextLook:
    """The look of letters in a style. Raises NotPlain."""
    known = style.values
    fill, alpha = paint_of(known, "fill", "#000000")
    size_mm = number_of(known, "font-size")
    if not fill or known.get("stroke", "none") != "none" or size_mm <= 0:
        raise NotPlain
    if any(key in known and known[key] not in words for key, words in _WORDS.items()):
        raise NotPlain
    font = font_of(style)
    if not is_family(font.family):
        raise NotPlain
    return TextLook(
        (opacity_operator(alpha), fill),
        font,
        size_mm,
        _SHIFTS.get(known.get("text-anchor", ""), 0.0),
        known.get(XML_SPACE) == "preserve",
    )
