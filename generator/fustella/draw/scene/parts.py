"""Judges an element by its tag and attributes alone, whatever stands around it.

Templates write the same elements on many faces, so each is judged once.
"""

import re
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.model import PICTURE
from fustella.draw.svg.attributes import FILTERS, Wrong, needs_cleaning, shortened, wrong_with
from fustella.draw.svg.grammar import is_style
from fustella.draw.svg.references import reference_by, tags_for
from fustella.draw.svg.tree import SVG, Attributes, declared_in

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
"""The attributes of `<svg>` that `Lint` compares with the size of the face."""

_LENGTHS = frozenset(
    ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "font-size")
)
_PLAIN_LENGTH = re.compile(r"[0-9]{1,5}(?:\.[0-9]+)?")
"""Matches a length that is a plain number, as most are, which needs no check."""


class Aim(Struct, frozen=True, eq=False):
    """A reference: the attribute, the id that it names, and the kinds of elements it may name."""

    attribute: str
    target: str
    sorts: frozenset[str]


class ElementVerdict(Struct, frozen=True, eq=False):
    """The verdict on an element by itself: its faults and its references.

    `wrong` are faults in any face, `uncleaned` those in a face that `svg.clean` did not write,
    `links` references out of the face, `aims` references within it.
    """

    name: str
    printed: bool
    printed_cleaned: bool
    with_letters: bool
    wrong: tuple[Wrong, ...] = ()
    uncleaned: tuple[Wrong, ...] = ()
    links: tuple[Wrong, ...] = ()
    aims: tuple[Aim, ...] = ()

    def is_quiet(self, cleaned: bool) -> bool:
        """Whether the element can be printed, has no faults and refers to nothing.

        In a face that `svg.clean` wrote (`cleaned`), more kinds of elements can be printed, and the
        faults in `uncleaned` do not count.
        """
        if self.wrong or self.links or self.aims:
            return False
        return self.printed_cleaned if cleaned else self.printed and not self.uncleaned


@lru_cache(maxsize=4096)
def known_part(tag: str, attributes: Attributes) -> ElementVerdict:
    """The verdict on an element with this tag and these attributes, made once."""
    name = tag.removeprefix(SVG)
    declared = declared_in(attributes) if "style" in dict(attributes) else attributes
    notes = [note for key, value in declared if (note := _note_on(key, value, name)) is not None]
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
    )


@cache
def _without_notes(name: str) -> ElementVerdict:
    return ElementVerdict(
        name,
        name in _PRINTED,
        name in _PRINTED_CLEANED,
        name in _WITH_LETTERS,
    )


class _Note(Struct, frozen=True):
    """The verdict on one attribute; see `ElementVerdict`."""

    wrong: Wrong | None
    uncleaned: Wrong | None
    aim: Aim | None


@lru_cache(maxsize=8192)
def _note_on(attribute: str, value: str, name: str) -> _Note | None:
    """Judges an attribute of an element; None for most, which need no note."""
    if attribute in _LENGTHS and name != "symbol" and _PLAIN_LENGTH.fullmatch(value):
        return None
    of_the_size = name == "svg" and attribute in _OF_THE_ROOT
    wrong = None if of_the_size else wrong_with(attribute, value, name)
    uncleaned, aim = None, None
    if needs_cleaning(attribute, value, name):
        uncleaned = ("E225", f"`{attribute}` cannot be printed", "leave it out")
    if found := reference_by(attribute, value):
        aim = Aim(found[0], found[2], tags_for(found[0], name))
    if attribute.endswith("href") or wrong or uncleaned or aim:
        return _Note(wrong, uncleaned, aim)
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
