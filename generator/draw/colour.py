"""Sums with colours, as `#rrggbb`.

Mixing is done in Oklab (Björn Ottosson, 2020, https://bottosson.github.io/posts/oklab/), where
equal steps look equal and a mix of two colours does not turn grey or dark on the way.
"""

import re
from functools import lru_cache
from typing import TypeAlias

from generator.draw.svg import WrongArgument

BLACK = "#000000"
WHITE = "#ffffff"

_Triple: TypeAlias = tuple[float, float, float]
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")

_LMS_OF_RGB: tuple[_Triple, ...] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB_OF_LMS: tuple[_Triple, ...] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_LMS_OF_LAB: tuple[_Triple, ...] = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_RGB_OF_LMS: tuple[_Triple, ...] = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


@lru_cache(maxsize=4096)
def mix(a: str, b: str, t: float) -> str:
    """The colour that lies `t` (0 to 1) of the way from `a` to `b`."""
    if not 0 <= t <= 1:
        raise WrongArgument(f"t is {t:g}", "t goes from 0 (the first colour) to 1 (the second)")
    if t in {0, 1}:
        return _hex_of(_rgb_of(b if t else a))
    first, second = _oklab_of(_rgb_of(a)), _oklab_of(_rgb_of(b))
    x, y, z = (p + (q - p) * t for p, q in zip(first, second, strict=True))
    return _hex_of(_rgb_of_oklab((x, y, z)))


def lighter(c: str, t: float) -> str:
    """The colour `t` of the way to white."""
    return mix(c, WHITE, t)


def darker(c: str, t: float) -> str:
    """The colour `t` of the way to black."""
    return mix(c, BLACK, t)


@lru_cache(maxsize=1024)
def ink_on(c: str) -> str:
    """Black or white, whichever has the higher contrast with `c`."""
    return BLACK if contrast(BLACK, c) >= contrast(WHITE, c) else WHITE


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.1, "contrast ratio")."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = _rgb_of(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb_of(colour: str) -> _Triple:
    """Linear red, green and blue, each 0 to 1."""
    if not isinstance(colour, str) or not _HEX.fullmatch(colour):
        raise WrongArgument(f'"{colour}" is not a colour', 'write it as "#rrggbb"')
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    """The sRGB transfer function undone (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _encoded(value: float) -> float:
    value = min(max(value, 0.0), 1.0)
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def _hex_of(rgb: _Triple) -> str:
    return "#" + "".join(f"{round(_encoded(value) * 255):02x}" for value in rgb)


def _oklab_of(rgb: _Triple) -> _Triple:
    long, medium, short = (value ** (1 / 3) for value in _times(_LMS_OF_RGB, rgb))
    return _times(_LAB_OF_LMS, (long, medium, short))


def _rgb_of_oklab(lab: _Triple) -> _Triple:
    long, medium, short = (value**3 for value in _times(_LMS_OF_LAB, lab))
    return _times(_RGB_OF_LMS, (long, medium, short))


def _times(matrix: tuple[_Triple, ...], v: _Triple) -> _Triple:
    x, y, z = (row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in matrix)
    return x, y, z
