"""Tells what a font file is called, how heavy it is, and which letters it has."""

from collections.abc import Iterable

import uharfbuzz as hb
from msgspec import Struct

from fustella.core.values.fonts import FontCut
from fustella.draw.text.fonts import FAMILIES, HEAVY, FontStyle
from fustella.draw.text.prepared import prepared_font, weight_and_slant
from fustella.draw.text.shaping import text_measurer

_NAMES = (
    hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY,
    hb.OTNameIdPredefined.FONT_FAMILY,
    hb.OTNameIdPredefined.FULL_NAME,
    hb.OTNameIdPredefined.POSTSCRIPT_NAME,
)


class FontIdentity(Struct, frozen=True):
    """The names of a font, its family's first, its cut, and the numbers of its letters."""

    names: tuple[str, ...]
    cut: FontCut
    letters: frozenset[int]


def font_identity(data: bytes) -> FontIdentity:
    """What the font in a file is. Raises FaultyFont for one that cannot be printed."""
    prepared = prepared_font(data, "font", FontCut.REGULAR, {}, (), FontCut.REGULAR)
    weight, italic = weight_and_slant(data, "", {})
    face = hb.Face(hb.Blob(data))
    names = (" ".join((face.get_name(number) or "").split()) for number in _NAMES)
    letters = hb.Face(hb.Blob(prepared or data)).unicodes
    cut = {
        (False, False): FontCut.REGULAR,
        (True, False): FontCut.BOLD,
        (False, True): FontCut.ITALIC,
        (True, True): FontCut.BOLD_ITALIC,
    }[weight >= HEAVY, italic]
    return FontIdentity(
        tuple(dict.fromkeys(name for name in names if name)), cut, frozenset(letters)
    )


def letters_lacking(text: str, families: Iterable[str]) -> tuple[str, ...]:
    """The letters of a text that one of the built-in fonts lacks: `sans`, `serif`."""
    lacking = (text_measurer(FontStyle(FAMILIES[name])).missing(text) for name in families)
    return tuple(dict.fromkeys(letter for letters in lacking for letter in letters))
