"""Mixes, judges and compares colours, which are `#rrggbb` in sRGB.

The module goes from one colour space to the next:

- sRGB (IEC 61966-2-1, white D65), decoded to linear light.
- Oklab (Björn Ottosson, 2020, https://bottosson.github.io/posts/oklab/), in which colours are
  mixed: equal steps look equal, and a mix does not turn grey or dark on the way.
- CIELAB (CIE 15:2004, white D65), whose L*, 0 to 100, is how light a colour is.
- Contrast ratios (WCAG 2.1), 1 to 21.
- Distances in CIEDE2000 (CIE 142-2001, in the form of Sharma, Wu and Dalal, "The CIEDE2000
  color-difference formula", Color Research and Application 30, 2005): about 1 is just seen side by
  side, 100 is black to white. Colour blindness is simulated as in Machado, Oliveira and Fernandes,
  "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15, 2009: on
  linear RGB, at full severity.

Colours may be given as `#rgb` too. Anything else raises WrongArgument.
"""

from functools import cache, lru_cache
from math import atan2, cos, degrees, dist, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.values.problems import WrongArgument
from fustella.core.words.patterns import regex

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

BLACK = "#000000"
WHITE = "#ffffff"

# sRGB

_HEX = regex(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def _rgb_of(colour: str) -> Triple:
    """Linear red, green and blue, each 0 to 1."""
    if isinstance(colour, str):
        colour = CSS_COLOURS.get(colour, colour)
    if not isinstance(colour, str) or not _HEX.fullmatch(colour):
        hint = 'write "#rrggbb", a name such as "teal", or colours.NAME for one of the game'
        raise WrongArgument(f'"{colour}" is no colour', hint)
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return _linear_level(red), _linear_level(green), _linear_level(blue)


def _hex_of(rgb: Triple) -> str:
    return "#" + "".join(f"{round(_encoded_level(value) * 255):02x}" for value in rgb)


# sRGB is linear near black and a power above (IEC 61966-2-1).


def _linear_level(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _encoded_level(value: float) -> float:
    value = _level_in_bounds(value)
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def _level_in_bounds(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _times(matrix: Matrix, v: Triple) -> Triple:
    return _dot(matrix[0], v), _dot(matrix[1], v), _dot(matrix[2], v)


def _dot(row: Triple, v: Triple) -> float:
    return row[0] * v[0] + row[1] * v[1] + row[2] * v[2]


# Oklab

_LMS_OF_RGB: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB_OF_LMS: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_LMS_OF_LAB: Matrix = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_RGB_OF_LMS: Matrix = (
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


@lru_cache(maxsize=4096)
def tint(colour: str, strength: float) -> str:
    """The colour as white paper shows it with `strength` (0 to 1) of its ink."""
    return mix(colour, WHITE, 1 - strength)


def _oklab_of(rgb: Triple) -> Triple:
    long, medium, short = (value ** (1 / 3) for value in _times(_LMS_OF_RGB, rgb))
    return _times(_LAB_OF_LMS, (long, medium, short))


def _rgb_of_oklab(lab: Triple) -> Triple:
    long, medium, short = (value**3 for value in _times(_LMS_OF_LAB, lab))
    return _times(_RGB_OF_LMS, (long, medium, short))


# CIELAB

NORMAL = "normal sight"
GREY = "a grey print"

BLIND: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado's matrices of severity 1.0."""

SIGHTS = (NORMAL, *BLIND, GREY)
"""The ways in which a colour may be seen."""

_XYZ_OF_RGB: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE_XYZ: Triple = (0.95047, 1.0, 1.08883)
_LINEAR_BELOW = (6 / 29) ** 3


@cache
def lab_of(colour: str, sight: str = NORMAL) -> Triple:
    """L*, a* and b* of a colour in one of the SIGHTS (normal, colour-blind, grey)."""
    rgb = _rgb_of(colour)
    if sight in BLIND:
        red, green, blue = _times(BLIND[sight], rgb)
        rgb = _level_in_bounds(red), _level_in_bounds(green), _level_in_bounds(blue)
    xyz = _times(_XYZ_OF_RGB, rgb)
    if sight == GREY:  # of the luminance Y alone, which a grey print keeps
        xyz = _times(_XYZ_OF_RGB, (xyz[1],) * 3)
    x, y, z = (_curve(value / white) for value, white in zip(xyz, _WHITE_XYZ, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _curve(value: float) -> float:
    # CIE 15:2004, 8.2.1: a cube root, and its tangent below, which keeps dark colours apart.
    return value ** (1 / 3) if value > _LINEAR_BELOW else value / (3 * (6 / 29) ** 2) + 4 / 29


def lightness(colour: str) -> float:
    return lab_of(colour)[0]


def chroma(colour: str) -> float:
    """The distance of a colour from grey in CIELAB."""
    return hypot(*lab_of(colour)[1:])


def hue(colour: str) -> float:
    """The angle of a colour in CIELAB, degrees: 0 is crimson, 90 yellow, 180 green, 270 blue."""
    _, a, b = lab_of(colour)
    return degrees(atan2(b, a)) % 360


def difference(a: str, b: str) -> float:
    """The visible difference between two colours (CIE 1976: about 2 is just visible)."""
    return dist(lab_of(a), lab_of(b))


# Contrast

_DARKENING_STEPS = 24


LEAST_CONTRAST = 2.0
"""The contrast that a text needs with its ground: below 2 it is a mistake, not a style. A text that
is read with ease has 4.5 (WCAG 2.1, 1.4.3)."""


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.1, "contrast ratio")."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def _luminance(colour: str) -> float:
    """Relative luminance, with the rounded factors of WCAG 2.1."""
    red, green, blue = _rgb_of(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=1024)
def ink_on(c: str) -> str:
    """Black or white, whichever has the higher contrast with `c`."""
    return BLACK if contrast(BLACK, c) >= contrast(WHITE, c) else WHITE


@lru_cache(maxsize=4096)
def grey_of(colour: str) -> str:
    """The grey with the luminance of the colour: in grey, all contrasts stay as they were."""
    y = _luminance(colour)
    return _hex_of((y, y, y))


@lru_cache(maxsize=4096)
def dark_enough(colour: str, against: str, ratio: float) -> str:
    """The colour, darkened until its contrast with `against` is `ratio`; else black."""
    for step in range(_DARKENING_STEPS + 1):
        darkened = mix(colour, BLACK, step / _DARKENING_STEPS)
        if contrast(darkened, against) >= ratio:
            return darkened
    return BLACK


@lru_cache(maxsize=4096)
def light_enough(colour: str, against: str, ratio: float) -> str:
    """The colour, lightened until its contrast with `against` is `ratio`; else white."""
    for step in range(_DARKENING_STEPS + 1):
        lightened = mix(colour, WHITE, step / _DARKENING_STEPS)
        if contrast(lightened, against) >= ratio:
            return lightened
    return WHITE


def covered(under: str, over: str, alpha: float) -> str:
    """The visible colour of `over`, `alpha` opaque, on `under`, mixed in sRGB as PDFs do."""
    parts = (
        round(int(under[at : at + 2], 16) * (1 - alpha) + int(over[at : at + 2], 16) * alpha)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


# CIEDE2000


@cache
def distance(first: str, second: str, sight: str) -> float:
    """The visible difference between two colours in one of the SIGHTS, in CIEDE2000."""
    return ciede2000(lab_of(first, sight), lab_of(second, sight))


def ciede2000(first: Triple, second: Triple) -> float:
    """The distance of two colours in CIELAB (Sharma et al. 2005, equations 2 to 22)."""
    light_1, light_2 = first[0], second[0]
    chroma = (hypot(first[1], first[2]) + hypot(second[1], second[2])) / 2
    stretch = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25.0**7))
    chroma_1, hue_1 = _polar(first[1] * stretch, first[2])
    chroma_2, hue_2 = _polar(second[1] * stretch, second[2])
    grey = chroma_1 * chroma_2 == 0
    turn = 0.0 if grey else (hue_2 - hue_1 + 180) % 360 - 180
    by_hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2))
    mean_light, mean_chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    mean_hue = hue_1 + hue_2 if grey else hue_1 + turn / 2
    s_light = 1 + 0.015 * (mean_light - 50) ** 2 / sqrt(20 + (mean_light - 50) ** 2)
    s_chroma = 1 + 0.045 * mean_chroma
    s_hue = 1 + 0.015 * mean_chroma * _hue_weight(mean_hue)
    light = (light_2 - light_1) / s_light
    colour = (chroma_2 - chroma_1) / s_chroma
    hue = by_hue / s_hue
    rotation = _blue_rotation(mean_chroma, mean_hue % 360)
    return sqrt(max(0.0, light**2 + colour**2 + hue**2 + rotation * colour * hue))


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360 if a or b else 0.0


def _hue_weight(hue: float) -> float:
    return (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )


def _blue_rotation(chroma: float, hue: float) -> float:
    """The term R_T of CIEDE2000, which corrects distances between blues; about 0 for other hues."""
    turn = 30 * exp(-(((hue - 275) / 25) ** 2))
    return -2 * sqrt(chroma**7 / (chroma**7 + 25.0**7)) * sin(radians(2 * turn))
