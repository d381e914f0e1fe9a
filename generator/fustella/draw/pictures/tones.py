"""Prints pictures in the tones of a theme, as a designer prints a draft.

Grey keeps the lightness of each colour. Low ink works in three steps. It spreads the tones from
black to white, so that a dark picture shows what is in it. It takes ink away, from the middle tones
most, so that dark lines stay dark. Then it sharpens. So areas lose their ink, and edges, which the
eye reads, keep their contrast.
"""

from typing import TYPE_CHECKING

from fustella.core.values.colour import WHITE, grey_of, mix
from fustella.core.values.themes import Theme

if TYPE_CHECKING:
    from PIL import Image

_OF_LIGHT, _OF_DARK = 0.3, 0.35
"""The shares of its ink that a light tone keeps, and that the darkest keeps in addition."""

_CLIPPED_PERCENT = 0.5
"""The percentage of the darkest and of the lightest pixels that spreading may make black or
white."""

_SHARPENED_PERCENT = 90
_SHARPENED_FROM = 2
_RADIUS_SHARE = 0.004
"""The radius of sharpening, as a share of the picture's longer side."""


def toned(picture: "Image.Image", alpha: "Image.Image | None", theme: Theme) -> "Image.Image":
    """A picture in a theme, in mode L or RGB; colours with `alpha` 0 do not count."""
    if theme is Theme.FULL:
        return picture
    if theme is Theme.GREY:
        return picture.convert("L")
    return _light(picture, alpha)


def tone_of(colour: str, theme: Theme) -> str:
    """A colour `#rrggbb` of a drawing (SVG) in a theme."""
    if theme is Theme.GREY:
        return grey_of(colour)
    if theme is Theme.LOW_INK:
        red, green, blue = bytes.fromhex(colour[1:])
        level = round(0.299 * red + 0.587 * green + 0.114 * blue)
        return mix(WHITE, colour, _ink_kept(level) / 255)
    return colour


def _ink_kept(level: int) -> int:
    """The share of its ink that a pixel keeps in low ink, out of 255.

    `level` is the lightness of the pixel, 0 to 255, as in the mode L of Pillow (ITU-R BT.601).
    """
    return round(255 * (_OF_LIGHT + _OF_DARK * (1 - level / 255) ** 2))


def _light(picture: "Image.Image", alpha: "Image.Image | None") -> "Image.Image":
    from PIL import Image, ImageFilter, ImageOps  # noqa: PLC0415

    seen = alpha.point(lambda level: 255 if level > 127 else 0).convert("1") if alpha else None
    if seen is None or seen.getbbox():
        picture = ImageOps.autocontrast(picture, _CLIPPED_PERCENT, preserve_tone=True, mask=seen)
    white = Image.new(picture.mode, picture.size, "white")
    lifted = Image.composite(picture, white, picture.convert("L").point(_ink_kept))
    radius = max(1.0, max(picture.size) * _RADIUS_SHARE)
    return lifted.filter(ImageFilter.UnsharpMask(radius, _SHARPENED_PERCENT, _SHARPENED_FROM))
