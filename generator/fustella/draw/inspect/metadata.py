"""What a finished face shows: which icons and codes, and how small its smallest text is.

Read from the finished SVG, not counted while tools are called: Jinja keeps what a macro file draws
at its top level for all later faces, and a template may throw away what a tool gave it.
"""

import math
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from fustella.core.units import PT_PER_MM
from fustella.draw.inspect.texts import texts_drawn
from fustella.draw.svg.tree import SVG, Context, Matrix, number_in
from fustella.draw.text.typeset import FITTED_AT_LEAST

_NAMED = re.compile(r'(?<=<g) data-icon="([^"]*)"')
_CODED = re.compile(r'(?<=<g) data-code="([^"]*)"')

_DECIMALS = 2
"""Of a size in pt: sizes are written in micrometres, so that the third decimal is not true."""


def take_icons(svg: str) -> tuple[str, tuple[str, ...]]:
    """An SVG without the names that `Drawing` leaves at icons; the names, each once, sorted."""
    return _taken(_NAMED, svg)


def take_codes(svg: str) -> tuple[str, tuple[str, ...]]:
    """An SVG without what `code()` leaves at version codes; the codes, each once, sorted."""
    return _taken(_CODED, svg)


def _taken(pattern: re.Pattern[str], svg: str) -> tuple[str, tuple[str, ...]]:
    found = tuple(sorted(set(pattern.findall(svg))))
    return (pattern.sub("", svg) if found else svg), found


def texts_at_least(root: Element) -> int:
    """How many texts the tool `text` had to set in the smallest size that they may have."""
    texts = (element.get("data-fitted") for element in root.iter(f"{SVG}text"))
    return sum(fitted == FITTED_AT_LEAST for fitted in texts)


def smallest_text(root: Element) -> tuple[float, str]:
    """The smallest size of text in pt, as printed, and the first text of that size.

    0 and "" when there is no text. What `<use>` repeats counts where it is repeated; letters in
    a mask, a clip or a pattern are no text. A `viewBox` of an inner `<svg>` or a `<symbol>` is not
    followed.
    """
    texts = (size for text, context in texts_drawn(root) for size in _sizes(text, context))
    return min(texts, key=lambda found: found[0], default=(0.0, ""))


def _sizes(text: Element, context: Context) -> Iterator[tuple[float, str]]:
    """Each size of a `<text>`, which may be several words apart, with all its letters."""
    letters: dict[float, str] = {}
    for words, within in _parts(text, context):
        if words.strip():
            size_pt = _size_pt(within)
            letters[size_pt] = letters.get(size_pt, "") + words
        elif letters:
            last = next(reversed(letters))
            letters[last] += words
    for size_pt, words in letters.items():
        yield size_pt, " ".join(words.split())


def _parts(text: Element, context: Context) -> Iterator[tuple[str, Context]]:
    yield text.text or "", context
    for span in text.iter(f"{SVG}tspan"):
        yield span.text or "", context.inside(span)
        yield span.tail or "", context


def _size_pt(context: Context) -> float:
    """The height of a line as printed: what is squeezed sideways stays as high as it is."""
    size_mm = number_in(context.style.get("font-size"), 0.0) * _upright_scale(context.matrix)
    return round(size_mm * PT_PER_MM, _DECIMALS)


def _upright_scale(matrix: Matrix) -> float:
    """How much higher something becomes, measured across the line it stands on."""
    along = math.hypot(matrix.a, matrix.b)
    return abs(matrix.a * matrix.d - matrix.b * matrix.c) / along if along else 0.0
