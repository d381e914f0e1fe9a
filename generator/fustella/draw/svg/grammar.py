"""Defines the grammar of attribute values in SVG: numbers, lists, path data, transforms, words.

The values are those of SVG 1.1 and 2 that typst prints as they stand: units, functions of CSS and
words such as `initial` are left to `svg.clean`. The patterns take no longer for a value that is
nearly right. A group that is repeated for good (`++`) is atomic (`(?>…)`): before Python 3.11.5,
other groups count matches of a failed try (python/cpython issue 106052).
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from fustella.core.words.patterns import regex

LARGEST = 1e7
"""Numbers above this, in whatever unit, are no lengths of anything that is printed."""

_WS = r"[ \t\r\n\f]*+"
_COMMA = rf"(?>{_WS},?+{_WS})"
_NUMBER = r"(?>[-+]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?)"
_NEXT = rf"(?>{_COMMA}{_NUMBER})"
_FLAGS = rf"(?:{_COMMA}[01]){{2}}"
_BEGIN = rf"(?!{_WS},)"
"""Matches before the first number of a list: only after a number may a comma stand."""


def _next(count: int) -> str:
    return rf"(?>{_NEXT}{{{count}}})"


# Each number is written once: to compile patterns with all of them takes several times as long.
_COMMANDS = "|".join(
    rf"[{letters}]{_BEGIN}(?>{group})++"
    for letters, group in (
        ("MmLlTt", _next(2)),
        ("HhVv", _NEXT),
        ("Cc", _next(6)),
        ("SsQq", _next(4)),
        ("Aa", rf"{_next(3)}{_FLAGS}{_next(2)}"),
    )
)
_PATH = re.compile(rf"{_WS}(?>(?=[Mm])(?>(?:{_COMMANDS}|[Zz]){_WS})++)?+")
_POINTS = regex(rf"(?>{_BEGIN}{_next(2)}++)?+{_WS}")
_FUNCTIONS = "|".join(
    rf"{names}{_WS}\({_BEGIN}{arguments}"
    for names, arguments in (
        ("matrix", _next(6)),
        ("(?:translate|scale)", rf"{_NEXT}{{1,2}}+"),
        ("rotate", rf"{_NEXT}{_next(2)}?+"),
        ("skew[XY]", _NEXT),
    )
)
_TRANSFORM = re.compile(rf"{_WS}(?>(?>(?<=\)){_COMMA})?+(?:{_FUNCTIONS}){_WS}\))*+{_WS}")
_NUMBERS = regex(rf"{_BEGIN}{_NEXT}++{_WS}")
_MEASURE = re.compile(rf"{_NUMBER}%?")
_PART = re.compile(_NUMBER)
_MAY_BE_HUGE = re.compile(r"[eE]|(?<![.0-9])[0-9]{8}")
_REFERENCE = regex(
    r"""url\([ \t\r\n]*(?:'#([^'"()\s]+)'|"#([^'"()\s]+)"|#([^'"()\s]+))[ \t\r\n]*\)\s*(.*)""",
    re.DOTALL,
)
_STYLE = regex(r"(?>\s*(?:[a-zA-Z-][\w-]*+\s*:[^;{}]*+)?(?:;|\Z))*+\s*", re.ASCII)
_ASPECT = regex(r"\s*(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(?:meet|slice))?\s*")


def is_number(text: str) -> bool:
    """Whether `text` is one number."""
    return bool(_PART.fullmatch(text)) and not is_huge(text)


def is_measure(text: str) -> bool:
    """Whether `text` is one number or a percentage."""
    return bool(_MEASURE.fullmatch(text)) and not is_huge(text)


def numbers_in(text: str) -> list[float] | None:
    """The numbers of a list; None for other texts, and for a number beyond `LARGEST`."""
    if not _NUMBERS.fullmatch(text) or is_huge(text):
        return None
    return [float(number) for number in _PART.findall(text)]


def is_huge(text: str) -> bool:
    """Whether a number in `text` is beyond `LARGEST`."""
    if not _MAY_BE_HUGE.search(text):
        return False
    return any(abs(float(number)) > LARGEST for number in _PART.findall(text))


@lru_cache(maxsize=4096)
def is_path(data: str) -> bool:
    """Whether path data has no fault; the empty path, which draws nothing, has none."""
    return bool(_PATH.fullmatch(data)) and not is_huge(data)


def is_points(text: str) -> bool:
    """Whether `text` is a list of points, which may be empty."""
    return bool(_POINTS.fullmatch(text)) and not is_huge(text)


@lru_cache(maxsize=4096)
def is_transform(text: str) -> bool:
    """Whether `text` is a list of transforms, each with as many numbers as it takes."""
    return bool(_TRANSFORM.fullmatch(text)) and not is_huge(text)


def is_dashes(text: str) -> bool:
    """Whether `text` is `none` or a list of lengths of which none is negative."""
    found = numbers_in(text)
    return text.strip() == "none" or (found is not None and min(found) >= 0)


def is_view_box(text: str) -> bool:
    """Whether `text` is a rectangle with an area."""
    found = numbers_in(text) or []
    return len(found) == 4 and min(found[2:]) > 0


def is_aspect(text: str) -> bool:
    """Whether `text` is a correct value of the attribute `preserveAspectRatio`."""
    return bool(_ASPECT.fullmatch(text))


def is_style(text: str) -> bool:
    """Whether `text` is a list of declarations, without comments and braces."""
    return bool(_STYLE.fullmatch(text))


def reference_in(text: str) -> tuple[str, str] | None:
    """The id that `url(#…)` names, and the text after it; None for another value."""
    found = _REFERENCE.fullmatch(text.strip())
    return (found[1] or found[2] or found[3], found[4]) if found else None


_UNITS = frozenset(("userSpaceOnUse", "objectBoundingBox"))
_ORDER = frozenset(("fill", "stroke", "markers"))

KEYWORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "fill-rule": frozenset(("nonzero", "evenodd", "inherit")),
        "clip-rule": frozenset(("nonzero", "evenodd", "inherit")),
        "stroke-linecap": frozenset(("butt", "round", "square", "inherit")),
        "stroke-linejoin": frozenset(("miter", "round", "bevel", "inherit")),
        "visibility": frozenset(("visible", "hidden", "collapse", "inherit")),
        "text-anchor": frozenset(("start", "middle", "end", "inherit")),
        "spreadMethod": frozenset(("pad", "reflect", "repeat")),
        "markerUnits": frozenset(("strokeWidth", "userSpaceOnUse")),
        "lengthAdjust": frozenset(("spacing", "spacingAndGlyphs")),
        "isolation": frozenset(("auto", "isolate")),
        "mask-type": frozenset(("luminance", "alpha")),
        "mix-blend-mode": frozenset(
            (
                *("normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge"),
                *("color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue"),
                *("saturation", "color", "luminosity"),
            )
        ),
        "vector-effect": frozenset(("none", "non-scaling-stroke")),
        **dict.fromkeys(
            (
                *("gradientUnits", "patternUnits", "patternContentUnits", "clipPathUnits"),
                *("maskUnits", "maskContentUnits", "filterUnits", "primitiveUnits"),
            ),
            _UNITS,
        ),
    }
)
"""The allowed words of attributes that have only words as values."""


def is_paint_order(text: str) -> bool:
    """Whether `text` is a correct value of the attribute `paint-order`."""
    words = text.split()
    return words == ["normal"] or (0 < len(words) == len(set(words)) and set(words) <= _ORDER)


_SHARE = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_CALL = regex(
    rf"rgba?\(\s*(?:{_SHARE}(?:\s*,\s*{_SHARE}){{2}}|{_SHARE}%(?:\s*,\s*{_SHARE}%){{2}})"
    rf"(?:\s*,\s*{_SHARE}%?)?\s*\)"
    rf"|hsla?\(\s*{_SHARE}(?:deg)?(?:\s*,\s*{_SHARE}%){{2}}(?:\s*,\s*{_SHARE}%?)?\s*\)",
    re.IGNORECASE,
)


def is_colour_in_numbers(text: str) -> bool:
    """Whether a value is `#rgb`, `#rrggbb`, one of them with alpha, `rgb(…)` or `hsl(…)`."""
    return bool(_HEX.fullmatch(text) or _CALL.fullmatch(text))
