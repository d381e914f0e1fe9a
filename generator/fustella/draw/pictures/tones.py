"""What the themes make of a picture, as a designer would who prints a draft.

Grey keeps the lightness of each colour. Low ink first spreads the tones from black to white, so
that a dark picture shows what is in it, then lifts them all towards white, and sharpens: what goes
is the ink of the areas, what stays is the contrast at edges, which the eye reads.
"""

from typing import TYPE_CHECKING

from fustella.core.colour import WHITE, grey_of, mix
from fustella.core.model import Theme

if TYPE_CHECKING:
    from PIL import Image

INK_KEPT = 0.4
"""The share of the ink that low ink leaves."""

_CLIPPED_PERCENT = 0.5
"""Of the darkest and of the lightest pixels, so many are given up when tones are spread."""

_SHARPENED_PERCENT = 90
_SHARPENED_FROM = 2
_RADIUS_SHARE = 0.004
"""How far sharpening reaches, as a share of the longer side."""


def toned(picture: "Image.Image", alpha: "Image.Image | None", theme: Theme) -> "Image.Image":
    """A picture in mode L or RGB in a theme; where `alpha` is 0 its colours do not count."""
    if theme is Theme.FULL:
        return picture
    if theme is Theme.GREY:
        return picture.convert("L")
    return _light(picture, alpha)


def tone_of(colour: str, theme: Theme) -> str:
    """The colour `#rrggbb` of a drawn picture (SVG) in a theme."""
    if theme is Theme.GREY:
        return grey_of(colour)
    return mix(colour, WHITE, 1 - INK_KEPT) if theme is Theme.LOW_INK else colour


def _light(picture: "Image.Image", alpha: "Image.Image | None") -> "Image.Image":
    from PIL import ImageFilter, ImageOps  # noqa: PLC0415

    seen = alpha.point(lambda level: 255 if level > 127 else 0).convert("1") if alpha else None
    if seen is None or seen.getbbox():
        cutoff = _CLIPPED_PERCENT
        picture = ImageOps.autocontrast(picture, cutoff, preserve_tone=True, mask=seen)
    lifted = picture.point(lambda level: round(255 - (255 - level) * INK_KEPT))
    radius = max(1.0, max(picture.size) * _RADIUS_SHARE)
    return lifted.filter(ImageFilter.UnsharpMask(radius, _SHARPENED_PERCENT, _SHARPENED_FROM))
