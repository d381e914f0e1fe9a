"""Colours as a theme sees them: how light they are, how to make them grey, darker or a tint.

Lightness is CIELAB's L* (CIE 15:2004, white D65), 0 to 100; contrast is that of WCAG 2.1. Colours
come in as SVG writes them and go out as `#rrggbb`.
"""

import math
import re
from functools import lru_cache
from typing import TypeAlias

from generator.draw.colour import BLACK, WHITE, contrast, mix

Lab: TypeAlias = tuple[float, float, float]

NOTHING = frozenset(("none", "transparent"))
_STEPS = 24
_ALPHA = re.compile(r"(rgb|hsl)a?\(([^)]*)\)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def colour_of(paint: str) -> str:
    """A paint as `#rrggbb`, without its alpha; "" for none, a reference and what is no colour."""
    word = paint.strip().lower()
    if re.fullmatch(r"#[0-9a-f]{6}", word):
        return word
    if word.startswith("#") and len(word) in {4, 5}:
        return "#" + "".join(digit * 2 for digit in word[1:4])
    if word.startswith("#") and len(word) == 9:
        return word[:7]
    if word in NOTHING or word in {"inherit", "currentcolor"} or word.startswith("url("):
        return ""
    return _by_name(word)


def _by_name(word: str) -> str:
    from PIL import ImageColor  # noqa: PLC0415  (faces name their colours by number, nearly all)

    found = _ALPHA.fullmatch(word)
    if found:  # commas or spaces between three numbers; the alpha is `alpha_of`'s
        parts = re.split(r"[\s,/]+", found[2].strip())[:3]
        word = f"{found[1].lower()}({','.join(parts)})"
    try:
        red, green, blue = ImageColor.getrgb(word)[:3]
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"


@lru_cache(maxsize=4096)
def alpha_of(paint: str) -> float:
    """How much a paint covers by itself, 0 to 1."""
    word = paint.strip().lower()
    if word in NOTHING:
        return 0.0
    if word.startswith("#") and len(word) in {5, 9}:
        digits = word[4] * 2 if len(word) == 5 else word[7:]
        return int(digits, 16) / 255
    found = _ALPHA.fullmatch(word)
    parts = re.split(r"[\s,/]+", found[2].strip()) if found else []
    if len(parts) < 4:
        return 1.0
    last = parts[3]
    return float(last[:-1]) / 100 if last.endswith("%") else float(last)


@lru_cache(maxsize=4096)
def lab_of(colour: str) -> Lab:
    """CIELAB of a `#rrggbb`."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    x, y, z = _curve(x), _curve(y), _curve(z)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(colour: str) -> float:
    """L* of a `#rrggbb`."""
    return lab_of(colour)[0]


def chroma(colour: str) -> float:
    """How far a `#rrggbb` is from grey, in CIELAB."""
    return math.hypot(*lab_of(colour)[1:])


def hue(colour: str) -> float:
    """The angle of a `#rrggbb` in CIELAB, degrees: 0 is crimson, 90 yellow, 180 green, 270 blue."""
    return math.degrees(math.atan2(lab_of(colour)[2], lab_of(colour)[1])) % 360


def difference(a: str, b: str) -> float:
    """How different two colours look (CIE 1976: about 2 is just seen)."""
    return math.dist(lab_of(a), lab_of(b))


@lru_cache(maxsize=4096)
def grey_of(colour: str) -> str:
    """The grey that is as light as the colour; so contrasts stay what they were."""
    y = _luminance(colour)
    level = round(255 * (y * 12.92 if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055))
    return f"#{level:02x}{level:02x}{level:02x}"


@lru_cache(maxsize=4096)
def dark_enough(colour: str, against: str, ratio: float) -> str:
    """The colour, darkened as little as gives it this contrast with `against`.

    Black when nothing darker would do.
    """
    for step in range(_STEPS + 1):
        darker = mix(colour, BLACK, step / _STEPS)
        if contrast(darker, against) >= ratio:
            return darker
    return BLACK


@lru_cache(maxsize=4096)
def tint(colour: str, strength: float) -> str:
    """So much of a colour on white paper."""
    return mix(colour, WHITE, 1 - strength)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _curve(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
