"""What is known of one element of a face by its tag and attributes, whatever stands around it.

Templates write the same elements on many faces, so each is judged once.
"""

import math
import re
from functools import cache, lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.model import PICTURE
from fustella.draw.svg.attributes import FILTERS, Wrong, needs_cleaning, shortened, wrong_with
from fustella.draw.svg.grammar import is_style
from fustella.draw.svg.references import SHAPES, reference_by, sorts_for
from fustella.draw.svg.tree import SVG, Attributes, declared_in, number_in, parse_transform

_PRINTED = frozenset(
    [
        *("svg", "g", "defs", "symbol", "use", "title", "desc", "text", "tspan"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
        *("image", "clipPath", "mask", "linearGradient", "radialGradient", "stop"),
        *("pattern", "marker"),
    ]
)
_PRINTED_CLEANED = _PRINTED | FILTERS | {"filter", "textPath"}
_WITH_LETTERS = frozenset(("text", "tspan", "textPath", "title", "desc"))
_OF_THE_ROOT = ("width", "height", "viewBox")
"""Attributes of `<svg>` that `Lint` compares with the size of the face."""

_UNCOUNTED = frozenset(
    ("filter", "stroke-dasharray", "marker", "marker-start", "marker-mid", "marker-end")
)
"""Attributes through which an element paints an amount that only `svg.amount` can tell."""


_LENGTHS = frozenset(
    ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "font-size")
)
_PLAIN_LENGTH = re.compile(r"[0-9]{1,5}(?:\.[0-9]+)?")
"""Most of the values that these have, in which there is nothing to note."""

_SCALING = re.compile("scale|matrix|skew")


class Aim(Struct, frozen=True, eq=False):
    """A reference: the attribute, the id that it names, and which elements may be meant."""

    attribute: str
    target: str
    sorts: frozenset[str]


class Part(Struct, frozen=True, eq=False):
    """An element by itself.

    `wrong` are faults in any face, `uncleaned` those in a face that `svg.clean` did not write,
    `links` references out of the face. What is in it is at most `scale` times as large as it would
    be elsewhere, `stroke` is the width of its stroke, at least 1. `counted`: what it paints is what
    is in it and what it names. `plain`: a shape with nothing of note, which is as it is for all
    shapes with its name; `quiet_text`: such a `<text>`.
    """

    name: str
    printed: bool
    printed_cleaned: bool
    with_letters: bool
    wrong: tuple[Wrong, ...] = ()
    uncleaned: tuple[Wrong, ...] = ()
    links: tuple[Wrong, ...] = ()
    aims: tuple[Aim, ...] = ()
    id: str = ""
    scale: float = 1.0
    stroke: float = 1.0
    counted: bool = True
    plain: bool = False
    quiet_text: bool = False

    def is_right(self, cleaned: bool) -> bool:
        """Whether nothing is wrong with it in a face that was `cleaned`, or was not."""
        if self.wrong or self.links:
            return False
        return self.printed_cleaned if cleaned else self.printed and not self.uncleaned


def part_of(element: Element) -> Part:
    """What is known of an element by itself."""
    return known_part(element.tag, tuple(element.attrib.items()))


@lru_cache(maxsize=4096)
def known_part(tag: str, attributes: Attributes) -> Part:
    """The same of an element with this tag and these attributes."""
    name = tag.removeprefix(SVG)
    declared = declared_in(attributes) if "style" in dict(attributes) else attributes
    notes = [note for key, value in declared if (note := _noted(key, value, name)) is not None]
    if not notes and declared is attributes:
        return _without_notes(name)
    told = dict(attributes)
    wrong = [note.wrong for note in notes if note.wrong]
    if (style := told.get("style")) and not is_style(style):
        hint = "write name: value; name: value"
        wrong.append(("E225", f'`style="{shortened(style)}"` cannot be read', hint))
    links = [_wrong_link(value, name) for key, value in attributes if key.endswith("href")]
    return replace(
        _without_notes(name),
        wrong=tuple(wrong),
        uncleaned=tuple(note.uncleaned for note in notes if note.uncleaned),
        links=tuple(link for link in links if link),
        aims=tuple(note.aim for note in notes if note.aim),
        id=told.get("id", ""),
        scale=max((note.scale for note in notes), default=1.0),
        stroke=max((note.stroke for note in notes), default=1.0),
        counted=all(note.counted for note in notes),
        plain=False,
        quiet_text=False,
    )


@cache
def _without_notes(name: str) -> Part:
    return Part(
        name,
        name in _PRINTED,
        name in _PRINTED_CLEANED,
        name in _WITH_LETTERS,
        plain=name in SHAPES or name == "stop",
        quiet_text=name == "text",
    )


class _Note(Struct, frozen=True):
    """What is to note of an attribute; see `Part`."""

    wrong: Wrong | None
    uncleaned: Wrong | None
    aim: Aim | None
    scale: float
    stroke: float
    counted: bool


@lru_cache(maxsize=8192)
def _noted(attribute: str, value: str, name: str) -> _Note | None:
    """What is to note of an attribute of an element; None for most."""
    if attribute in _LENGTHS and _PLAIN_LENGTH.fullmatch(value):
        return None
    of_the_size = name == "svg" and attribute in _OF_THE_ROOT
    wrong = None if of_the_size else wrong_with(attribute, value, name)
    uncleaned, aim = None, None
    if needs_cleaning(attribute, value):
        uncleaned = ("E225", f"`{attribute}` cannot be printed", "leave it out")
    if found := reference_by(attribute, value):
        aim = Aim(found[0], found[2], sorts_for(found[0], name))
    scale, stroke = 1.0, 1.0
    if attribute == "transform" and _SCALING.search(value):
        m = parse_transform(value)
        scale = max(1.0, math.hypot(m.a, m.b), math.hypot(m.c, m.d))
    elif attribute == "stroke-width":
        stroke = max(1.0, number_in(value, 1.0))
    counted = attribute not in _UNCOUNTED or value == "none"
    pointing = attribute == "id" or attribute.endswith("href")
    if pointing or wrong or uncleaned or aim or not counted or scale > 1.0 or stroke > 1.0:
        return _Note(wrong, uncleaned, aim, scale, stroke, counted)
    return None


def _wrong_link(value: str, name: str) -> Wrong | None:
    """E225 for an `href` that leads out of the face."""
    if name == "image" and not value.startswith(PICTURE):
        hint = "draw it with {{ image(…) }}, from the game's folder art/"
        return "E225", f'`href="{shortened(value)}"` cannot be printed', hint
    if name in ("svg", "image") or value.startswith("#"):
        return None
    hint = "define it in the same SVG and refer to it with #"
    return "E225", f'`href="{shortened(value)}"` leads out of the face', hint
