"""What SVG takes as a paint: a colour by name or number, a reference, or none.

The engine paints nothing, without a word, where a colour is none; so the lint asks here.
"""

import re

from svgwrite.data.colors import colornames

PAINT_NAMES = frozenset(colornames)
"""The named colours of SVG 1.1 (4.4, recognized color keyword names)."""

_WORDS = frozenset({"none", "currentcolor", "transparent", "inherit"})
_NUMBERS = re.compile(
    r"#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?|hsla?)\([^()]+\)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"url\(\s*[^()]+\)\s*")


def is_paint(value: str) -> bool:
    """Whether `value` may stand in `fill`, `stroke` or `stop-color`."""
    rest = _REFERENCE.sub("", value.strip(), count=1)
    if rest != value.strip() and not rest:
        return True
    word = rest.lower()
    return word in PAINT_NAMES or word in _WORDS or bool(_NUMBERS.fullmatch(rest))
