"""Turns colours of screens into the four inks of a press, by its profile and within a limit of ink.

Colours keep their look relative to the paper, and black becomes the darkest that the press prints
(relative colorimetric, with black point compensation). Greys, and whatever is black and fine, are
of black ink alone: four plates never lie so exactly on each other that small letters stay sharp.
"""

import io
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from fustella.write.pdfx import Press

if TYPE_CHECKING:
    from PIL import Image, ImageCms, ImageFilter

Colour: TypeAlias = tuple[float, ...]
"""A colour of a screen: its grey, or its red, green and blue, from 0 to 1."""

Inks: TypeAlias = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""

USUAL_PERCENT = 300.0
"""The limit of ink where nobody says another: that of offset printing on coated paper."""

_LEAST_OVERPRINTED = 280.0
"""The lowest limit of ink with which letters overprint: it leaves 180 % for the three colours."""

_GRID = 33
"""The steps of each colour in the table for pictures; what lies between is interpolated."""

_HALVINGS = 8
"""How often the search for a share of black halves what is left, down to a level of 255."""

_BLACK_L, _BLACK_CHROMA = 32.0, 15.0
"""A colour is a black if it is no lighter and no stronger than this, in L*a*b*."""


class Use(Enum):
    """What a colour is for: letters, lines and small shapes are fine, all else is an area."""

    FINE = "fine"
    AREA = "area"


class PressInks:
    """The inks of a press for colours and pictures; the sum of inks is at most `most_percent`.

    With `overprints`, black letters overprint what lies under them, and all colours leave room for
    black; a lower limit would make colours dull for that, so that letters knock out instead.
    """

    def __init__(self, press: Press, most_percent: float = USUAL_PERCENT) -> None:
        self.press = press
        self.most_percent = most_percent
        self._most = most_percent / 100
        self.overprints = most_percent >= _LEAST_OVERPRINTED
        self._known: dict[Colour, Inks] = {}

    def of(self, colour: Colour, use: Use) -> Inks:
        """The inks of a colour; black alone for greys, and for blacks in fine things."""
        if len(colour) == 1:
            return 0.0, 0.0, 0.0, self._black_of_grey(colour[0])
        if use is Use.FINE and is_black(colour):
            return 0.0, 0.0, 0.0, 1.0
        if colour not in self._known:
            self._known[colour] = self.of_many([colour])[0]
        return self._known[colour]

    def of_many(self, colours: list[Colour]) -> list[Inks]:
        """The inks of several colours of red, green and blue, by the profile."""
        from PIL import Image  # noqa: PLC0415  (what prints no press file loads no Pillow)

        data = bytes(round(min(1.0, max(0.0, part)) * 255) for one in colours for part in one)
        converted = self._converted(Image.frombytes("RGB", (len(colours), 1), data)).tobytes()
        inks: list[Inks] = [
            tuple(ink / 255 for ink in converted[at : at + 4])  # type: ignore[misc]
            for at in range(0, len(converted), 4)
        ]
        most = self._most
        over = [
            at
            for at, one in enumerate(inks)
            if sum(one) > most or (self.overprints and sum(one[:3]) > most - 1.0)
        ]
        limited = self._limited([inks[at] for at in over]) if over else []
        for at, one in zip(over, limited, strict=True):
            inks[at] = one
        return inks

    def picture(self, picture: "Image.Image") -> "Image.Image":
        """A picture in red, green and blue as one in the four inks, mode CMYK."""
        return picture.filter(self._table)

    def _limited(self, inks: list[Inks]) -> list[Inks]:
        """Inks with less colour and so much more black that they stay as light as they were.

        The three colours leave room for all of black.
        """
        colours = [_with_less_grey(one[:3], self._most - 1.0) for one in inks]
        wanted = self._lightness_of(inks)
        low, high = [one[3] for one in inks], [1.0] * len(inks)
        for _ in range(_HALVINGS):
            middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
            now: list[Inks] = [(*one, k) for one, k in zip(colours, middle, strict=True)]  # type: ignore[misc]
            for at, (light, want) in enumerate(zip(self._lightness_of(now), wanted, strict=True)):
                if light > want:
                    low[at] = middle[at]
                else:
                    high[at] = middle[at]
        return [(*one, k) for one, k in zip(colours, high, strict=True)]  # type: ignore[misc]

    def _lightness_of(self, inks: list[Inks]) -> list[float]:
        """The lightness, L*, of several colours in inks."""
        from PIL import Image, ImageCms  # noqa: PLC0415

        data = bytes(round(min(1.0, max(0.0, ink)) * 255) for one in inks for ink in one)
        lab = ImageCms.applyTransform(Image.frombytes("CMYK", (len(inks), 1), data), self._to_lab)
        assert lab is not None
        return [level / 2.55 for level in lab.getchannel("L").tobytes()]

    def _converted(self, picture: "Image.Image") -> "Image.Image":
        from PIL import ImageCms  # noqa: PLC0415

        converted = ImageCms.applyTransform(picture, self._transform)
        assert converted is not None
        return converted

    @cached_property
    def _transform(self) -> "ImageCms.ImageCmsTransform":
        from PIL import ImageCms  # noqa: PLC0415

        return ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")),
            ImageCms.ImageCmsProfile(io.BytesIO(self.press.profile)),
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )

    @cached_property
    def _table(self) -> "ImageFilter.Color3DLUT":
        """The table by which pictures are converted; interpolation keeps to the limit of ink."""
        from PIL import ImageFilter  # noqa: PLC0415

        steps = [step / (_GRID - 1) for step in range(_GRID)]
        nodes: list[Colour] = [
            (red, green, blue) for blue in steps for green in steps for red in steps
        ]
        values = [ink for inks in self.of_many(nodes) for ink in inks]
        return ImageFilter.Color3DLUT(_GRID, values, channels=4, target_mode="CMYK")

    @cached_property
    def _lightness_of_black(self) -> tuple[float, ...]:
        """The lightness, L*, of each of 256 shares of black ink."""
        return tuple(self._lightness_of([(0.0, 0.0, 0.0, black / 255) for black in range(256)]))

    @cached_property
    def _to_lab(self) -> "ImageCms.ImageCmsTransform":
        from PIL import ImageCms  # noqa: PLC0415

        return ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(io.BytesIO(self.press.profile)),
            ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")),
            "CMYK",
            "LAB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )

    def _black_of_grey(self, grey: float) -> float:
        """The share of black that prints a grey; black is all of it, and paper is none."""
        known = self._lightness_of_black
        darkest, white = known[-1], known[0]
        wanted = darkest + (white - darkest) * lightness(grey) / 100
        nearest = min(range(256), key=lambda black: abs(known[black] - wanted))
        return 1.0 if grey <= 0 else 0.0 if grey >= 1 else nearest / 255


def _with_less_grey(colours: tuple[float, float, float], most: float) -> tuple[float, ...]:
    """Cyan, magenta and yellow with a sum of at most `most`: first the grey in them gives way."""
    grey = min((sum(colours) - most) / 3, *colours)
    left = [ink - grey for ink in colours]
    share = min(1.0, most / sum(left)) if sum(left) > 0 else 1.0
    return tuple(ink * share for ink in left)


def is_black(colour: Colour) -> bool:
    """Whether a colour is so dark and so near to grey that it counts as black."""
    if len(colour) == 1:
        return lightness(colour[0]) <= _BLACK_L
    light, chroma = _light_and_chroma(colour)
    return light <= _BLACK_L and chroma <= _BLACK_CHROMA


def lightness(grey: float) -> float:
    """The lightness, L*, of a grey of sRGB from 0 to 1."""
    return _light_and_chroma((grey, grey, grey))[0]


def _light_and_chroma(colour: Colour) -> tuple[float, float]:
    """L* and C*ab of a colour of sRGB (IEC 61966-2-1; CIE 15), seen in the light of D65."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z)
    )
    a, b = 500 * (fx - fy), 200 * (fy - fz)
    return 116 * fy - 16, float((a * a + b * b) ** 0.5)
