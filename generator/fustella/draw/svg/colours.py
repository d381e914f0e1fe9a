"""Converts colours of CSS (Color 4 and 5) to sRGB, cut off at its gamut as browsers show them.

Every colour goes through XYZ of the white D65. The matrices are from CSS Color 4, 18 (sample code
for conversions), those of OKLab from 10.6.
"""

import colorsys
import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from msgspec import Struct

from fustella.core.words.patterns import regex
from fustella.draw.svg.lengths import angle_deg

Vector: TypeAlias = tuple[float, float, float]
_Rows: TypeAlias = tuple[Vector, Vector, Vector]
_Reader: TypeAlias = Callable[[Sequence[str]], Iterator[float]]


_Values: TypeAlias = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""


class CssColour(Struct, frozen=True):
    """A colour as `#rrggbb`, and its opacity from 0 to 1."""

    text: str
    alpha: float = 1.0


_SYSTEM = {
    "canvas": "#ffffff", "canvastext": "#000000", "linktext": "#0000ee", "buttonface": "#efefef",
    "buttontext": "#000000", "graytext": "#808080", "highlight": "#0078d7", "windowtext": "#000000",
    "window": "#ffffff", "highlighttext": "#ffffff", "field": "#ffffff", "fieldtext": "#000000",
}  # fmt: skip
_CALL = regex(r"([a-z-]+)\(\s*(.*?)\s*\)", re.DOTALL)
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTIONS = frozenset(
    (
        *("rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"),
        *("color-mix", "light-dark"),
    )
)
_LONGEST = 500
"""The most letters of a colour; longer values, which nest others, take long to read."""


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> CssColour | None:
    """Reads a colour of CSS; None for anything else, and for `currentColor`."""
    word = text.strip().lower()
    if word == "transparent":
        return CssColour("#000000", 0.0)
    if _HEX.fullmatch(word):
        digits = word[1:] if len(word) > 5 else "".join(digit * 2 for digit in word[1:])
        return CssColour(f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255)
    named = _SYSTEM.get(word) or _named().get(word)
    if named:
        return CssColour(named)
    try:
        red, green, blue, alpha = _function(word)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    if not all(map(math.isfinite, (red, green, blue, alpha))):
        return None
    channels = [int(min(1.0, max(0.0, one)) * 255 + 0.5) for one in (red, green, blue)]
    return CssColour("#{:02x}{:02x}{:02x}".format(*channels), min(1.0, max(0.0, alpha)))


def is_newer_colour(text: str) -> bool:
    """Whether a value may be a colour to a browser, although `parse_colour` does not know it.

    Such are colours made of `currentColor`, or computed from another one (`calc()`).
    """
    call = _CALL.fullmatch(text.strip().lower())
    if call is None or call[1] not in _FUNCTIONS or parse_colour(text) is not None:
        return False
    return call[2].startswith("from ") or (call[1] == "color-mix" and "currentcolor" in call[2])


@cache
def _named() -> dict[str, str]:
    from PIL import ImageColor  # noqa: PLC0415  (most files write colours as numbers)

    # By `getrgb`: Pillow changes the type of a value in the table at its first use.
    colours = {name: ImageColor.getrgb(name) for name in list(ImageColor.colormap)}
    return {name: "#{:02x}{:02x}{:02x}".format(*colour[:3]) for name, colour in colours.items()}


def _function(word: str) -> _Values:
    """Reads a colour function such as `hsl()`. Raises ValueError for no colour."""
    call = _CALL.fullmatch(word)
    if call is None or len(word) > _LONGEST:
        raise ValueError(word)
    name, inner = call[1].removesuffix("a") if call[1] in {"rgba", "hsla"} else call[1], call[2]
    if name == "light-dark":  # (CSS Color 5, 10)
        return _numbers(next(_arguments(inner)))
    if name == "color-mix":
        return _mixed(inner)
    origin, inner = _origin(inner)
    if name == "color":
        name, _, inner = inner.partition(" ")
        if name not in _SPACES:
            raise ValueError(name)
    parts, opacity = _parts(name, inner)
    if origin is not None:
        parts, opacity = _relative(name, origin, parts, opacity if "/" in inner else "alpha")
    alpha = _share(opacity, 1.0)
    first, second, third = _READERS.get(name, _fractions)(parts[:3])
    if most := _LIGHTEST.get(name):
        first = min(most, max(0.0, first))
    return *_to_srgb(name, (first, second, third)), alpha


def _origin(inner: str) -> tuple[_Values | None, str]:
    """The colour after `from` in a function, None without one, and the rest of the text."""
    if not inner.startswith("from "):
        return None, inner
    depth, rest = 0, inner.removeprefix("from ").lstrip()
    for at, letter in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == " " and not depth:
            return _numbers(rest[:at]), rest[at:].strip()
    raise ValueError(inner)


_CHANNELS = {
    "rgb": ("rgb", "srgb", (255, 255, 255)), "hsl": ("hsl", "hsl", (1, 100, 100)),
    "hwb": ("hwb", "hwb", (1, 100, 100)), "lab": ("lab", "lab", (1, 1, 1)),
    "lch": ("lch", "lch", (1, 1, 1)), "oklab": ("lab", "oklab", (1, 1, 1)),
    "oklch": ("lch", "oklch", (1, 1, 1)), "srgb": ("rgb", "srgb", (1, 1, 1)),
    "srgb-linear": ("rgb", "srgb-linear", (1, 1, 1)),
}  # fmt: skip
"""For each function: the names of its channels, its space, and the factors of its channels."""


def _relative(name: str, origin: _Values, parts: list[str], opacity: str) -> tuple[list[str], str]:
    """Replaces the names of a colour's channels by their values (CSS Color 5, 4).

    Raises ValueError for unknown channels.
    """
    if name not in _CHANNELS:
        raise ValueError(name)
    letters, space, wholes = _CHANNELS[name]
    values = _from_srgb(space, origin[:3])
    known = {
        letter: f"{value * whole:.9g}"
        for letter, value, whole in zip(letters, values, wholes, strict=True)
    }
    known["alpha"] = f"{origin[3]:.9g}"
    return [known.get(part, part) for part in parts], known.get(opacity, opacity)


def _parts(name: str, inner: str) -> tuple[list[str], str]:
    """The three values of a function and its opacity. Raises ValueError."""
    if "," not in inner:
        values, slash, opacity = inner.partition("/")
        parts = values.split()
    else:  # as CSS had it first: no mix of numbers and percentages (CSS Color 4, 5.1 and 7)
        parts = [part.strip() for part in inner.split(",")]
        slash, opacity = ("/", parts.pop()) if len(parts) == 4 else ("", "")
        shares = [part.endswith("%") for part in parts]
        if (name, *shares) not in _BY_COMMAS or "none" in parts:
            raise ValueError(inner)
    if len(parts) != 3:
        raise ValueError(inner)
    return parts, opacity.strip() if slash else "1"


_BY_COMMAS = frozenset(
    {("rgb", False, False, False), ("rgb", True, True, True), ("hsl", False, True, True)}
)


def _arguments(inner: str) -> Iterator[str]:
    """Splits a list at its commas, except for commas inside of functions."""
    depth, start = 0, 0
    for at, letter in enumerate(inner):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            yield inner[start:at].strip()
            start = at + 1
    yield inner[start:].strip()


def _numbers(word: str) -> _Values:
    """Reads any colour as red, green, blue and opacity. Raises ValueError for no colour."""
    if "(" in word:
        return _function(word)
    found = parse_colour(word)
    if found is None:
        raise ValueError(word)
    red, green, blue = (int(found.text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, found.alpha


_PART = regex(r"(?:(?P<before>[\d.]+)%\s+)?(?P<colour>.+?)(?:\s+(?P<after>[\d.]+)%)?", re.DOTALL)


def _mixed(inner: str) -> _Values:
    """Computes the colour of `color-mix()` (CSS Color 5, 3). Raises ValueError for no colour."""
    method, first, second = _arguments(inner)
    space, _, way = method.removeprefix("in").strip().partition(" ")
    parts = [_PART.fullmatch(one) for one in (first, second)]
    if not method.startswith("in ") or None in parts:
        raise ValueError(method)
    shares = [part["before"] or part["after"] for part in parts if part]
    one, two = (None if share is None else float(share) / 100 for share in shares)
    one = (0.5 if two is None else 1 - two) if one is None else one
    two = 1 - one if two is None else two
    total = one + two
    colours = [_numbers(part["colour"]) for part in parts if part]
    (*left, alpha), (*right, other) = colours
    a, b = (_from_srgb(space, (each[0], each[1], each[2])) for each in (left, right))
    hue = {"hsl": 0, "hwb": 0, "lch": 2, "oklch": 2}.get(space)
    made_alpha = (alpha * one + other * two) / total
    weights = alpha * one / total, other * two / total
    made = [
        _between_hues(a[at], b[at], two / total, way) if at == hue
        else (a[at] * weights[0] + b[at] * weights[1]) / (made_alpha or 1.0)
        for at in range(3)
    ]  # fmt: skip
    values = made[0], made[1], made[2]
    return *_to_srgb(space, values), made_alpha * min(1.0, total)


def _between_hues(a: float, b: float, share: float, way: str) -> float:
    """A hue between two others, in degrees (CSS Color 4, 12.4)."""
    turn = (b - a) % 360
    if way.startswith("longer"):
        turn = turn if turn >= 180 or turn == 0 else turn - 360
    elif way.startswith("decreasing"):
        turn -= 360 if turn else 0
    elif not way.startswith("increasing"):
        turn = turn if turn <= 180 else turn - 360
    return (a + turn * share) % 360


def _share(text: str, whole: float) -> float:
    """Reads a number as a share of `whole`, or a percentage. Raises ValueError."""
    if text == "none":
        return 0.0
    return float(text[:-1]) / 100 if text.endswith("%") else float(text) / whole


def _scaled(text: str, whole: float) -> float:
    """Reads a number, or a percentage of `whole`. Raises ValueError."""
    return _share(text, 1.0) * (whole if text.endswith("%") else 1.0)


def _hue(text: str) -> float:
    found = 0.0 if text == "none" else angle_deg(text)
    if found is None:
        raise ValueError(text)
    return found


def _fractions(parts: Sequence[str]) -> Iterator[float]:
    return (_share(part, 1.0) for part in parts)


def _in_scales(*wholes: float) -> _Reader:
    return lambda parts: (_scaled(one, whole) for one, whole in zip(parts, wholes, strict=True))


def _by_hue(parts: Sequence[str]) -> Iterator[float]:
    return iter((_hue(parts[0]), _share(parts[1], 100), _share(parts[2], 100)))


def _in_turns(light: float, chroma: float) -> _Reader:
    return lambda parts: iter((_scaled(parts[0], light), _scaled(parts[1], chroma), _hue(parts[2])))


_READERS: dict[str, _Reader] = {
    "rgb": lambda parts: (_share(part, 255) for part in parts),
    "hsl": _by_hue,
    "hwb": _by_hue,
    "lab": _in_scales(100, 125, 125),
    "lch": _in_turns(100, 150),
    "oklab": _in_scales(1, 0.4, 0.4),
    "oklch": _in_turns(1, 0.4),
}
"""For each colour function, how its three values are read as numbers."""

_LIGHTEST = {"lab": 100.0, "lch": 100.0, "oklab": 1.0, "oklch": 1.0}


def _to_srgb(space: str, values: Vector) -> Vector:  # noqa: PLR0911
    """Converts a colour to red, green and blue, which may lie beyond 0 and 1."""
    if space in {"rgb", "srgb"}:
        return values
    if space == "hsl":
        hue, full, light = values
        clamped = min(1.0, max(0.0, light)), min(1.0, max(0.0, full))
        return colorsys.hls_to_rgb(hue / 360 % 1, *clamped)
    if space == "hwb":
        hue, white, black = values
        if white + black >= 1:
            return (white / (white + black),) * 3
        red, green, blue = colorsys.hls_to_rgb(hue / 360 % 1, 0.5, 1.0)
        scale = 1 - white - black
        return red * scale + white, green * scale + white, blue * scale + white
    if space in {"lch", "oklch"}:
        light, chroma, hue = values
        turn = math.radians(hue)
        values = light, chroma * math.cos(turn), chroma * math.sin(turn)
        space = space.replace("lch", "lab")
    if space == "lab":
        return _encoded(_times(_FROM_XYZ, _times(_FROM_D50, _xyz_of_lab(values))))
    if space == "oklab":
        cubes = _times(_LMS_OF_OKLAB, values)
        return _encoded(_times(_RGB_OF_LMS, (cubes[0] ** 3, cubes[1] ** 3, cubes[2] ** 3)))
    if space not in _SPACES:
        raise ValueError(space)
    matrix, decoded = _SPACES[space]
    linear = decoded(values[0]), decoded(values[1]), decoded(values[2])
    return _encoded(_times(_FROM_XYZ, _times(matrix, linear)))


def _from_srgb(space: str, rgb: Vector) -> Vector:
    """Converts red, green and blue to the space of a mix. Raises ValueError for other spaces."""
    if space == "srgb":
        return rgb
    if space in {"hsl", "hwb"}:
        hue, light, full = colorsys.rgb_to_hls(*(min(1.0, max(0.0, one)) for one in rgb))
        return (hue * 360, full, light) if space == "hsl" else (hue * 360, min(rgb), 1 - max(rgb))
    linear = _decode(rgb[0]), _decode(rgb[1]), _decode(rgb[2])
    if space == "srgb-linear":
        return linear
    xyz = _times(_SPACES["srgb-linear"][0], linear)
    if space in {"xyz", "xyz-d65"}:
        return xyz
    if space in {"lab", "lch"}:
        found = _lab_of_xyz(_times(_inverse(_FROM_D50), xyz))
    elif space in {"oklab", "oklch"}:
        lms = _times(_inverse(_RGB_OF_LMS), linear)
        found = _times(_inverse(_LMS_OF_OKLAB), (_root(lms[0]), _root(lms[1]), _root(lms[2])))
    else:
        raise ValueError(space)
    if space.endswith("lab"):
        return found
    light, a, b = found
    return light, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _root(value: float) -> float:
    return math.copysign(abs(value) ** (1 / 3), value)


_WHITE = 0.3457 / 0.3585, 1.0, (1.0 - 0.3457 - 0.3585) / 0.3585
"""The white D50 of Lab."""

_KAPPA, _EPSILON = 24389 / 27, 216 / 24389


def _xyz_of_lab(values: Vector) -> Vector:
    light, a, b = values
    y = (light + 16) / 116
    x, z = y + a / 500, y - b / 200
    return (
        (x**3 if x**3 > _EPSILON else (116 * x - 16) / _KAPPA) * _WHITE[0],
        y**3 if light > _KAPPA * _EPSILON else light / _KAPPA,
        (z**3 if z**3 > _EPSILON else (116 * z - 16) / _KAPPA) * _WHITE[2],
    )


def _lab_of_xyz(xyz: Vector) -> Vector:
    parts = [one / white for one, white in zip(xyz, _WHITE, strict=True)]
    x, y, z = (_root(one) if one > _EPSILON else (_KAPPA * one + 16) / 116 for one in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(rows: _Rows, vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(r, vector, strict=True)) for r in rows)
    return first, second, third


@cache
def _inverse(rows: _Rows) -> _Rows:
    (a, b, c), (d, e, f), (g, h, i) = rows
    whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return (
        ((e * i - f * h) / whole, (c * h - b * i) / whole, (b * f - c * e) / whole),
        ((f * g - d * i) / whole, (a * i - c * g) / whole, (c * d - a * f) / whole),
        ((d * h - e * g) / whole, (b * g - a * h) / whole, (a * e - b * d) / whole),
    )


def _decode(value: float) -> float:
    """Converts a channel of sRGB to linear light."""
    size = abs(value)
    light = size / 12.92 if size <= 0.04045 else ((size + 0.055) / 1.055) ** 2.4
    return math.copysign(light, value)


def _encoded(linear: Vector) -> Vector:
    """Converts linear light to channels of sRGB."""
    sizes = [abs(one) for one in linear]
    red, green, blue = (
        math.copysign(12.92 * s if s <= 0.0031308 else 1.055 * s ** (1 / 2.4) - 0.055, one)
        for s, one in zip(sizes, linear, strict=True)
    )
    return red, green, blue


def _power(exponent: float) -> Callable[[float], float]:
    return lambda value: math.copysign(abs(value) ** exponent, value)


def _of_rec2020(value: float) -> float:
    size = abs(value)
    light = size / 4.5 if size < 0.0812428 else ((size + 0.0992968) / 1.0992968) ** (1 / 0.45)
    return math.copysign(light, value)


_FROM_D50: _Rows = (
    (0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    (-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    (0.012314014864481998, -0.020507649298898964, 1.330365926242124),
)
_SRGB: _Rows = (
    (506752 / 1228815, 87881 / 245763, 12673 / 70218),
    (87098 / 409605, 175762 / 245763, 12673 / 175545),
    (7918 / 409605, 87881 / 737289, 1001167 / 1053270),
)
_FROM_XYZ = _inverse(_SRGB)
_P3: _Rows = (
    (608311 / 1250200, 189793 / 714400, 198249 / 1000160),
    (35783 / 156275, 247089 / 357200, 198249 / 2500400),
    (0.0, 32229 / 714400, 5220557 / 5000800),
)
_A98: _Rows = (
    (573536 / 994567, 263643 / 1420810, 187206 / 994567),
    (591459 / 1989134, 6239551 / 9945670, 374412 / 4972835),
    (53769 / 1989134, 351524 / 4972835, 4929758 / 4972835),
)
_REC2020: _Rows = (
    (63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314),
    (26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157),
    (0.0, 19567812 / 697040785, 295819943 / 278816314),
)
_PROPHOTO: _Rows = (  # with its white D50 adapted to D65
    (0.7555907422969209, 0.1127198426594051, 0.08214534209534545),
    (0.2683218435785719, 0.7151152566617912, 0.01656289975963686),
    (0.003915972762425807, -0.0129334428368418, 1.098075220834294),
)
_XYZ: _Rows = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_SPACES: dict[str, tuple[_Rows, Callable[[float], float]]] = {
    "srgb": (_SRGB, _decode),
    "srgb-linear": (_SRGB, float),
    "display-p3": (_P3, _decode),
    "a98-rgb": (_A98, _power(563 / 256)),
    "rec2020": (_REC2020, _of_rec2020),
    "prophoto-rgb": (_PROPHOTO, _power(1.8)),
    "xyz": (_XYZ, float),
    "xyz-d65": (_XYZ, float),
    "xyz-d50": (_FROM_D50, float),
}
"""The spaces of `color()`: their matrix to XYZ, and the transfer function of their channels."""

_LMS_OF_OKLAB: _Rows = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_RGB_OF_LMS: _Rows = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
