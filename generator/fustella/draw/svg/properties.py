"""Lists the properties of SVG and CSS: inherited or not, initial values, shorthands.

Initial values are those of SVG 2 (appendix G) and of the CSS modules that it refers to.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from fustella.core.words.patterns import regex
from fustella.draw.svg.attributes import FILTERS, GEOMETRY
from fustella.draw.svg.colours import is_newer_colour, parse_colour
from fustella.draw.svg.grammar import KEYWORDS, is_paint_order
from fustella.draw.svg.lengths import Measures
from fustella.draw.svg.transforms import TRANSFORM, number_text, transform_step
from fustella.draw.svg.tree import number_in
from fustella.draw.text.fonts import FAMILIES, WEIGHTS

SANS, SERIF = FAMILIES["sans"], FAMILIES["serif"]
"""The families that are printed for generic and unknown ones."""

TEXTS = frozenset(("text", "tspan", "textPath"))
"""The elements with letters."""

INITIAL = {
    "color": "#000000", "fill": "#000000", "stroke": "none", "fill-rule": "nonzero",
    "fill-opacity": "1", "stroke-opacity": "1", "stroke-width": "1", "stroke-linecap": "butt",
    "stroke-linejoin": "miter", "stroke-miterlimit": "4", "stroke-dasharray": "none",
    "stroke-dashoffset": "0", "clip-rule": "nonzero", "visibility": "visible",
    "marker-start": "none", "marker-mid": "none", "marker-end": "none", "paint-order": "normal",
    "font-family": "serif", "font-size": "16", "font-weight": "400", "font-style": "normal",
    "font-variant": "normal", "text-anchor": "start", "letter-spacing": "0", "word-spacing": "0",
    "writing-mode": "horizontal-tb", "direction": "ltr", "dominant-baseline": "auto",
    "shape-rendering": "auto", "text-rendering": "auto", "image-rendering": "auto",
    "color-interpolation-filters": "linearRGB", "white-space": "normal", "text-transform": "none",
    "color-interpolation": "sRGB",
}  # fmt: skip
"""The inherited properties with their initial values."""

OWN_INITIAL = {
    "opacity": "1", "display": "inline", "clip-path": "none", "mask": "none", "filter": "none",
    "stop-color": "#000000", "stop-opacity": "1", "flood-color": "#000000", "flood-opacity": "1",
    "lighting-color": "#ffffff", "overflow": "visible", "transform": "none", "isolation": "auto",
    "mix-blend-mode": "normal", "text-decoration": "none", "baseline-shift": "baseline",
    "alignment-baseline": "auto", "unicode-bidi": "normal", "vector-effect": "none",
    "transform-origin": "0 0", "transform-box": "view-box", "mask-type": "luminance",
    "text-orientation": "mixed", "enable-background": "accumulate", "background": "none",
    "background-color": "transparent", "rotate": "none", "scale": "none", "translate": "none",
}  # fmt: skip
"""The properties that are not inherited, with their initial values."""

CSS_GEOMETRY = frozenset(("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "d"))

LENGTH_PROPERTIES = ("stroke-width", "stroke-dashoffset", "letter-spacing", "word-spacing")

NUMBER_PROPERTIES = ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity")

COLOUR_PROPERTIES = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")

NOT_WRITTEN = frozenset(
    (
        *("display", "transform-origin", "transform-box", "vector-effect", "white-space", "rotate"),
        *("text-transform", "background", "background-color", "enable-background", "overflow"),
        *("transform", "mix-blend-mode", "isolation", "mask-type", "scale", "translate"),
    )
)
"""Properties that are resolved here, and are not written by their name."""

IN_STYLE = ("mix-blend-mode", "isolation", "mask-type")
"""Properties that typst reads only from a `style` attribute."""

UNPRINTED = frozenset(
    (
        *("font-feature-settings", "font-stretch", "font-kerning", "font-variant-ligatures"),
        *("font-variant-numeric", "font-variant-position", "font-variant-alternates"),
        *("font-variant-east-asian", "font-size-adjust", "font-variation-settings"),
    )
)
"""Properties of fonts that typst does not know."""

SEEN_IF_NONE = frozenset(("font-kerning", "font-variant-ligatures"))
"""Properties of `UNPRINTED` whose value `none` is not the usual one."""

FONT_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip

NOT_ATTRIBUTES = frozenset(
    (
        *("mix-blend-mode", "isolation", "background", "background-color", "translate", "rotate"),
        *("scale", "white-space", "text-transform", "transform-box"),
    )
)
"""Properties that do not count when they are written as attributes."""

_PROPERTIES = (INITIAL, OWN_INITIAL, CSS_GEOMETRY, UNPRINTED)


def longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yields the single properties that a declaration sets: expands shorthands such as `font`."""
    if name == "marker":
        for place in ("start", "mid", "end"):
            yield f"marker-{place}", value
    elif name == "font":
        yield from _font(value)
    elif name in {"text-decoration-line", "text-decoration"}:
        words = [w for w in value.split() if w in {"underline", "overline", "line-through"}]
        yield "text-decoration", " ".join(words) or "none"
    elif name == "font-variant-caps":
        yield "font-variant", value
    elif name == "mask-image":
        yield "mask", value
    elif name == "background" and "(" not in value:
        yield "background-color", value.split(maxsplit=1)[0]
    elif name[:2] == "--" or any(name in known for known in _PROPERTIES):
        yield name, value


def share_of(text: str) -> float | None:
    """A number, or a percentage as a share of 1.

    None for anything else, such as a length.
    """
    word = text.strip()
    if word and word[-1].isalpha():
        return None
    return Measures(1, 1).length(word)


URL = regex(r"""url\(\s*(['"]?)([^'")]*)\1\s*(?:\)|\Z)\s*(.*)""", re.DOTALL)
"""Matches a reference and the text after it; the end of a text closes it (CSS Syntax 3, 4.3.6)."""

_FOR_ALL = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
_PAINT_WORDS = frozenset(("none", "currentcolor", "context-fill", "context-stroke"))


@lru_cache(maxsize=8192)
def is_value(name: str, value: str) -> bool:  # noqa: PLR0911
    """Whether a property can have this value.

    CSS ignores a declaration with another one, so that an earlier one holds (CSS Syntax 3, 2.2). A
    value with variables counts as valid, as it is not known before they are replaced.
    """
    word = value.strip().lower()
    if word in _FOR_ALL or "var(" in word:
        return True
    if name in COLOUR_PROPERTIES:
        if (reference := URL.fullmatch(word)) and name in {"fill", "stroke"}:
            word = reference[3].strip() or "none"
        known = word in _PAINT_WORDS and (name in {"fill", "stroke"} or word == "currentcolor")
        return known or parse_colour(word) is not None or is_newer_colour(word)
    if name in NUMBER_PROPERTIES:
        return share_of(word) is not None
    if name in LENGTH_PROPERTIES:
        if word == "normal":
            return name in {"letter-spacing", "word-spacing"}
        length = Measures(1, 1).length(word)
        return length is not None and (name != "stroke-width" or length >= 0)
    if name == "font-size":
        return is_size(word.removesuffix("%") if word.endswith("%") else word)
    if name == "paint-order":
        return is_paint_order(word)
    words = KEYWORDS.get(name)
    return words is None or word in words or (name, word) == ("mix-blend-mode", "plus-lighter")


def _font(value: str) -> Iterator[tuple[str, str]]:
    """Expands the shorthand `font`: style, variant, weight, size / line height, family."""
    found = re.fullmatch(
        r"(?P<before>.*?)(?P<size>[\d.]+[a-z%]+|(?:xx?-)?(?:small|large)|medium|larger|smaller)"
        r"(?:\s*/\s*\S+)?\s+(?P<family>\S.*)", value.strip(), re.DOTALL | re.IGNORECASE,
    )  # fmt: skip
    if not found:
        return
    style, variant, weight = "normal", "normal", "400"
    for word in found["before"].lower().split():
        if word in {"italic", "oblique"}:
            style = "italic"
        elif word == "small-caps":
            variant = word
        elif word in {"bold", "bolder", "lighter"} or word.isdigit():
            weight = word
    yield "font-style", style
    yield "font-variant", variant
    yield "font-weight", weight
    yield "font-size", found["size"]
    yield "font-family", found["family"]


def weight_of(text: str, before: float) -> int | None:
    """The weight of our fonts nearest to one of CSS (Fonts 4, 5.2); None for no weight."""
    word = text.strip().lower()
    if word == "bolder":
        wanted = 400.0 if before < 350 else 700.0 if before < 550 else 900.0
    elif word == "lighter":
        wanted = 100.0 if before < 550 else 400.0 if before < 750 else 700.0
    else:
        wanted = {"normal": 400.0, "bold": 700.0}.get(word) or number_in(word, 0.0)
    if not 1 <= wanted <= 1000:
        return None
    if wanted in WEIGHTS:
        return int(wanted)
    if 400 <= wanted <= 500:
        return 400
    lighter = [weight for weight in WEIGHTS if weight < wanted]
    heavier = [weight for weight in WEIGHTS if weight > wanted]
    if wanted < 400:
        return max(lighter) if lighter else min(heavier)
    return min(heavier) if heavier else max(lighter)


def with_variables(value: str, variables: Mapping[str, str], depth: int = 0) -> str | None:
    """Replaces each `var(--…)` in a value; None where a variable has no value."""
    if depth > 12 or len(value) > 10_000:
        return None
    while (at := value.find("var(")) >= 0:
        end, level = at + 4, 1
        while end < len(value) and level:
            level += {"(": 1, ")": -1}.get(value[end], 0)
            end += 1
        name, comma, fallback = value[at + 4 : end - 1].partition(",")
        inner = variables.get(name.strip())
        if inner is None:
            inner = fallback.strip() if comma else None
        if inner is not None:
            inner = with_variables(inner, variables, depth + 1)
        if inner is None:
            return None
        value = value[:at] + inner + value[end:]
        if len(value) > 10_000:
            return None
    return value.strip()


_LINE_EM = {SANS: 1.257, SERIF: 1.371}
"""The line heights of our fonts in em; browsers lift and lower letters by half a line."""


def baseline_shift(value: str, measures: Measures, family: str) -> float:
    """The distance, in user units, by which letters are lifted above their baseline."""
    if value in {"sub", "super"}:
        from fustella.draw.svg.fonts import line_em  # noqa: PLC0415  (few texts are lifted)

        half = (_LINE_EM.get(family) or line_em(family)) / 2 * measures.font_size
        return half if value == "super" else -half
    on_size = replace(measures, width=measures.font_size, height=measures.font_size)
    return on_size.length(value, "x") or 0.0


def dashes_of(value: str, measures: Measures) -> dict[str, str]:
    word = value.strip().lower()
    if word == "none":
        return {"stroke-dasharray": "none"}
    lengths = [measures.length(part) for part in re.split(r"[\s,]+", word) if part]
    if not lengths or any(length is None or length < 0 for length in lengths):
        return {}
    if not sum(length or 0.0 for length in lengths):
        return {"stroke-dasharray": "none"}
    return {"stroke-dasharray": " ".join(number_text(length or 0.0) for length in lengths)}


def lengths_in(
    key: str, value: str, name: str, measures: Measures, in_box: bool
) -> Iterator[tuple[str, str]]:
    """Yields a length attribute in plain numbers; on a text it may be a list of lengths."""
    word = value.strip()
    if name in TEXTS and key in {"x", "y", "dx", "dy"}:
        parts = [measures.length(part, GEOMETRY[key]) for part in re.split(r"[\s,]+", word) if part]
        if parts and all(part is not None for part in parts):
            yield key, " ".join(number_text(part or 0.0) for part in parts)
        return
    if in_box or name in FILTERS:
        share = Measures(1, 1, measures.font_size, mm=measures.mm).length(word, "x")
        if name in FILTERS and word.endswith("%") and not in_box:
            share = measures.length(word, GEOMETRY[key])
        if name in FILTERS and key in {"dx", "dy"}:
            share = number_in(word, 0.0)
        if share is not None:
            yield key, number_text(share)
        return
    if key == "startOffset" and word.endswith("%"):
        yield key, word
        return
    if key in {"refX", "refY"} and word in {"left", "center", "right", "top", "bottom"}:
        yield key, word
        return
    length = measures.length(word, GEOMETRY[key])
    if length is None or (length < 0 and key in _EXTENTS):
        return
    yield key, number_text(length)


_EXTENTS = frozenset(("width", "height", "r", "rx", "ry", "markerWidth", "markerHeight", "fr"))


def is_size(text: str) -> bool:
    """Whether a value is a font size."""
    word = text.strip().lower()
    length = Measures(1, 1).length(word)
    return word in {*FONT_SIZES, "larger", "smaller"} or (length is not None and length >= 0)


_COMMAS = regex(r",\s*,|\(\s*,|,\s*\)")
"""Matches a comma that stands between no two values."""


def is_readable(text: str, measures: Measures) -> bool:
    """Whether every function of a `transform` can be read."""
    if TRANSFORM.sub("", text).strip(" ,\t\n\r") not in {"", "none"} or _COMMAS.search(text):
        return False
    return all(
        transform_step(name.lower(), re.split(r"[\s,]+", inner.strip()), measures) is not None
        for name, inner in TRANSFORM.findall(text)
    )
