"""What SVG takes as a paint: a colour by name or number, a reference, or none.

The engine paints nothing, without a word, where a colour is none; so the lint asks here.
"""

import re
from functools import cache

_WORDS = frozenset({"none", "currentcolor", "transparent", "inherit"})
_NUMBERS = re.compile(
    r"#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?|hsla?)\([-+\d.,%/\s]+\)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"url\(\s*[^()]+\)\s*")


@cache
def paint_names() -> frozenset[str]:
    """The named colours of SVG 1.1 (4.4, recognized color keyword names)."""
    from svgwrite.data.colors import colornames  # noqa: PLC0415  (most faces name none)

    return frozenset(colornames)


def is_paint(value: str) -> bool:
    """Whether `value` may stand in `fill`, `stroke` or `stop-color`."""
    rest = _REFERENCE.sub("", value.strip(), count=1)
    if rest != value.strip() and not rest:
        return True
    word = rest.lower()
    return word in _WORDS or bool(_NUMBERS.fullmatch(rest)) or word in paint_names()
