"""Chooses the colours and the fonts of a booklet from those of its game."""

from msgspec import Struct

from fustella.core.values.colour import (
    WHITE,
    chroma,
    contrast,
    dark_enough,
    grey_of,
    hue,
    lightness,
    mix,
)
from fustella.core.values.model import Edition, Record
from fustella.core.values.rules import BookletSettings, BoxKind
from fustella.core.values.themes import Theme
from fustella.draw.svg.attributes import colour_of
from fustella.draw.text.families import GameFonts
from fustella.draw.text.fonts import FAMILIES

LEAST_INK, LEAST_ACCENT, LEAST_CHROMA = 7.0, 4.5, 12.0
"""The least contrast of text and of titles with white (WCAG 2.1), and the chroma below grey."""

_BLACK = "#1c1a18"

_HUES = {BoxKind.HINT: 135.0, BoxKind.EXCEPTION: 35.0, BoxKind.VARIANT: 285.0}
"""The hues in CIELAB to which the colours of boxes are near: green warns of nothing, red does."""


class BookletLook(Struct, frozen=True):
    """The colours and fonts of a booklet.

    `accent` is for titles, `boxes` for each kind of box. `ground` and `soft` are tints of the
    accent: what lies under boxes, and lines. Families are those of SVG; those in `fallback` stand
    in for letters that the family of a text lacks.
    """

    ink: str = _BLACK
    accent: str = "#3a3a3a"
    ground: str = "#f3f2f0"
    soft: str = "#bdb9b4"
    boxes: tuple[tuple[BoxKind, str], ...] = ()
    text_family: str = FAMILIES["serif"]
    title_family: str = FAMILIES["sans"]
    fallback: tuple[str, ...] = (FAMILIES["sans"],)

    def box(self, kind: BoxKind) -> str:
        """The colour of a kind of box."""
        return dict(self.boxes).get(kind, self.accent)


def look_of(edition: Edition, fonts: GameFonts, settings: BookletSettings) -> BookletLook:
    """The look of a booklet: its own fonts if booklet.yaml names any, the game's colours."""
    ink, colours = _BLACK, _colours(edition.game.colours)
    dark = [one for one in colours if contrast(one, WHITE) >= LEAST_INK and lightness(one) < 25]
    if dark:
        ink = min(dark, key=lightness)
    bright = [dark_enough(one, WHITE, LEAST_ACCENT) for one in colours if one != ink]
    bright = [one for one in bright if chroma(one) >= LEAST_CHROMA and lightness(one) >= 15]
    # A colour that is dark enough as it is comes before one that was darkened for the booklet.
    bright.sort(key=lambda one: one not in colours)
    if edition.theme is not Theme.FULL:
        ink, bright = "#000000", [grey_of(one) for one in bright]
    accent = bright[0] if bright else mix(ink, WHITE, 0.2)
    plain = edition.theme is Theme.LOW_INK
    names, text, title = fonts.names, settings.text_font, settings.title_font
    return BookletLook(
        ink=ink,
        accent=accent,
        ground=WHITE if plain else mix(accent, WHITE, 0.9),
        soft=mix(accent, WHITE, 0.55),
        boxes=tuple((kind, _nearest(bright, accent, at)) for kind, at in _HUES.items()),
        text_family=names.get(text, FAMILIES["serif"]),
        title_family=names.get(title, FAMILIES["sans"]),
        fallback=tuple(dict.fromkeys((*fonts.fallback(names.get(text, "")), *FAMILIES.values()))),
    )


def _colours(record: Record) -> list[str]:
    found = (colour_of(str(record[name])) for name in record)
    return [one for one in dict.fromkeys(found) if one]


def _nearest(colours: list[str], accent: str, wanted: float) -> str:
    """The colour whose hue is the nearest to one, or the accent where none is near."""

    def far(colour: str) -> float:
        turn = abs(hue(colour) - wanted) % 360
        return min(turn, 360 - turn)

    near = [one for one in colours if far(one) < 60]
    return min(near, key=far) if near else accent
