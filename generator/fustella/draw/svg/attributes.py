"""Judges the attributes of an SVG: which values can be printed, and which colours paints name.

The engine silently leaves out a shape whose numbers it cannot read, and paints nothing for a colour
that it does not know. So the lint checks every attribute with `wrong_with`.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TypeAlias

from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.values.problems import did_you_mean
from fustella.draw.svg.grammar import (
    KEYWORDS,
    LARGEST,
    is_aspect,
    is_colour_in_numbers,
    is_dashes,
    is_huge,
    is_measure,
    is_paint_order,
    is_path,
    is_points,
    is_transform,
    is_view_box,
    numbers_in,
    reference_in,
)
from fustella.draw.text.fonts import WEIGHTS

STEER = "data-theme"

STEERS = ("keep", "drop", "plain", "hatch")
"""The values of `data-theme`: leave as it is, leave out, never hatch, or always hatch."""

GEOMETRY = {
    "x": "x", "cx": "x", "width": "x", "rx": "x", "x1": "x", "x2": "x", "fx": "x", "dx": "x",
    "y": "y", "cy": "y", "height": "y", "ry": "y", "y1": "y", "y2": "y", "fy": "y", "dy": "y",
    "r": "d", "fr": "d", "refX": "x", "refY": "y", "markerWidth": "x", "markerHeight": "y",
    "textLength": "x", "startOffset": "x",
}  # fmt: skip
"""The attributes that are lengths, and the axis to which their percentages refer."""

Wrong: TypeAlias = tuple[str, str, str]
"""The fault of an attribute: its code, a message and a hint."""

_PAINTED = frozenset({"fill", "stroke", "color", "stop-color"})
_EXTENTS = frozenset({"width", "height", "r", "rx", "ry", "stroke-width", "font-size"})
_MEASURES = _EXTENTS | {
    *("refX", "refY", "markerWidth", "markerHeight", "stroke-miterlimit", "stroke-dashoffset"),
    *("x", "y", "cx", "cy", "x1", "y1", "x2", "y2", "fx", "fy", "fr"),
    *("opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "offset"),
}

_PLACES = frozenset({"x", "y"})
_LETTERED = frozenset({"text", "tspan"})
_MOVES = frozenset(
    {"dx", "dy", "rotate", "letter-spacing", "word-spacing", "textLength", "baseline-shift"}
)
"""The attributes that move letters: each holds one number or a list, one for each letter."""

_CLEANED = frozenset(
    {"vector-effect", "pathLength", "transform-origin", "transform-box", "text-transform"}
    | {"white-space", "font", "marker", "marker-start", "marker-mid", "marker-end", "filter"}
)
"""The attributes that typst does not know, or prints coarsely; `svg.clean` replaces them."""

FILTERS = frozenset(
    (
        *("feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix"),
        *("feDiffuseLighting", "feDisplacementMap", "feDropShadow", "feFlood", "feFuncR"),
        *("feFuncG", "feFuncB", "feFuncA", "feGaussianBlur", "feImage", "feMerge", "feMergeNode"),
        *("feMorphology", "feOffset", "feSpecularLighting", "feTile", "feTurbulence"),
        *("feDistantLight", "fePointLight", "feSpotLight"),
    )
)
"""The elements of which filters are made."""

_FORMS: Mapping[str, Callable[[str], bool]] = {
    "d": is_path,
    "points": is_points,
    "transform": is_transform,
    "gradientTransform": is_transform,
    "patternTransform": is_transform,
    "stroke-dasharray": is_dashes,
    "viewBox": is_view_box,
    "preserveAspectRatio": is_aspect,
    "paint-order": is_paint_order,
}
_POINTING = frozenset(
    ("clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end")
)
_WEIGHTS = frozenset({"normal", "bold", *map(str, WEIGHTS)})
_STYLES = frozenset({"normal", "italic"})
_VARIANTS = frozenset({"normal", "small-caps"})

_UNKNOWN_FEATURES = re.compile("font-feature-settings|font-variant-.*|font-stretch|font-kerning")
"""Matches font features that typst ignores; of `font-variant` it knows only small capitals."""


def wrong_with(attribute: str, value: str, name: str = "") -> Wrong | None:
    """The fault of an attribute of the element `name`, or None.

    The codes are E220 for a font, E221 for a paint, E225 for anything else.
    """
    if attribute in _PAINTED:
        return None if _is_paint(value) else _wrong_paint(attribute, value)
    if attribute.startswith("font-") and attribute != "font-size":
        return _wrong_font(attribute, value)
    return _wrong_number(attribute, value, name) or _wrong_form(attribute, value)


def _wrong_font(attribute: str, value: str) -> Wrong | None:
    if attribute == "font-weight" and value not in _WEIGHTS:
        hint = f"write normal, bold or one of {', '.join(map(str, WEIGHTS))}"
        return "E220", f'no font has `font-weight="{value}"`', hint
    if attribute == "font-style" and value not in _STYLES:
        return "E220", f'no font has `font-style="{value}"`', "write normal or italic"
    if attribute == "font-variant" and value not in _VARIANTS:
        return "E220", f'no font has `font-variant="{value}"`', "write normal or small-caps"
    if _UNKNOWN_FEATURES.fullmatch(attribute):
        hint = 'of the features of fonts, font-variant="small-caps" is printed'
        return "E225", f"`{attribute}` is not printed", hint
    return None


_COLOURS = 'write "#2b2a33", a name such as teal, or colours.NAME for one of the game'


def _wrong_paint(attribute: str, value: str) -> Wrong:
    if value.strip().startswith("url(") and not reference_in(value):
        return _wrong_reference(attribute, value)
    hint = did_you_mean(value, paint_names()) or _COLOURS
    return "E221", f'`{attribute}="{shortened(value)}"` is no colour', hint


def _wrong_reference(attribute: str, value: str) -> Wrong:
    hint = "define it in the same SVG and refer to it as url(#its-id)"
    return "E225", f'`{attribute}="{shortened(value)}"` leads out of the face', hint


_PLACED = frozenset({"x", "y", "width", "height"})


def needs_cleaning(attribute: str, value: str, name: str = "") -> bool:
    """Whether `svg.clean` has to rewrite an attribute of an element before it is printed."""
    if attribute == "spreadMethod":
        return value != "pad"
    if attribute == "fr" or (name == "symbol" and attribute in _PLACED):
        return value not in {"0", "0%"}
    if attribute == "stroke":  # some viewers paint a fill over it
        return value.startswith("url(")
    return attribute in _CLEANED and value not in {"none", "normal"}


def _wrong_number(attribute: str, value: str, name: str) -> Wrong | None:
    if attribute in _MOVES or (attribute in _PLACES and name in _LETTERED):
        if numbers_in(value) is None:
            hint = "write numbers: lengths are in millimetres"
            return "E225", f'`{attribute}="{shortened(value)}"` is no number', hint
    elif attribute in _MEASURES and not is_measure(value):
        hint = "write the number alone: lengths are in millimetres"
        if is_huge(value):
            hint = f"a number is at most {LARGEST:,.0f}"
        return "E225", f'`{attribute}="{shortened(value)}"` is not a plain number', hint
    if attribute in _EXTENTS and value.startswith("-"):
        return "E225", f'`{attribute}="{value}"` is less than nothing', "write 0 or more"
    return None


def _wrong_form(attribute: str, value: str) -> Wrong | None:
    if attribute == STEER and value not in STEERS:
        return "E225", f'no theme knows `{STEER}="{value}"`', f"write {', '.join(STEERS)}"
    if attribute in KEYWORDS and value not in KEYWORDS[attribute]:
        hint = did_you_mean(value, KEYWORDS[attribute])
        if not hint:
            hint = f"write one of {', '.join(sorted(KEYWORDS[attribute]))}"
        return "E225", f'`{attribute}="{shortened(value)}"` is not known', hint
    if attribute in _POINTING and value not in {"none", "inherit"}:
        found = reference_in(value)
        if not found or found[1]:
            return _wrong_reference(attribute, value)
    if attribute not in _FORMS or _FORMS[attribute](value):
        return None
    hint = "look at its letters, numbers and brackets"
    return "E225", f'`{attribute}="{shortened(value)}"` cannot be read', hint


def shortened(text: str) -> str:
    """A text as messages quote it: on one line, at most 40 characters long."""
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"


_WORDS = frozenset({"none", "currentcolor", "transparent", "inherit"})


def _is_paint(value: str) -> bool:
    """Whether a value is a paint: a colour by name or number, a reference, or `none`."""
    word = value.strip()
    reference = reference_in(word)
    if reference:
        word = reference[1]
        if not word:
            return True
    return word.lower() in _WORDS or is_colour_in_numbers(word) or word.lower() in paint_names()


@cache
def paint_names() -> frozenset[str]:
    """The named colours of SVG 1.1 (4.4, recognized color keyword names)."""
    return frozenset(CSS_COLOURS) - {"rebeccapurple"}


_NOTHING = frozenset(("none", "transparent"))
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^)]*)\)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def colour_of(paint: str) -> str:
    """The colour of a paint as `#rrggbb`, without alpha.

    It is "" for `none`, a reference or an unknown colour.
    """
    word = paint.strip().lower()
    if re.fullmatch(r"#[0-9a-f]{6}", word):
        return word
    if word.startswith("#") and len(word) in {4, 5}:
        return "#" + "".join(digit * 2 for digit in word[1:4])
    if word.startswith("#") and len(word) == 9:
        return word[:7]
    if word in _NOTHING or word in {"inherit", "currentcolor"} or word.startswith("url("):
        return ""
    return _by_name(word)


def _by_name(word: str) -> str:
    from PIL import ImageColor  # noqa: PLC0415  (nearly all faces write colours as numbers)

    found = _FUNCTION.fullmatch(word)
    if found:  # commas or spaces between three numbers, without the alpha
        parts = re.split(r"[\s,/]+", found[2].strip())[:3]
        word = f"{found[1].lower()}({','.join(parts)})"
    try:
        red, green, blue = ImageColor.getrgb(word)[:3]
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"


@lru_cache(maxsize=4096)
def alpha_of(paint: str) -> float:
    """The opacity of a paint itself, 0 to 1."""
    word = paint.strip().lower()
    if word in _NOTHING:
        return 0.0
    if word.startswith("#") and len(word) in {5, 9}:
        digits = word[4] * 2 if len(word) == 5 else word[7:]
        return int(digits, 16) / 255
    found = _FUNCTION.fullmatch(word)
    parts = re.split(r"[\s,/]+", found[2].strip()) if found else []
    if len(parts) < 4:
        return 1.0
    try:
        return float(parts[3][:-1]) / 100 if parts[3].endswith("%") else float(parts[3])
    except ValueError:
        return 1.0
