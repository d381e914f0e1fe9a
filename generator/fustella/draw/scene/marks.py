"""Marks that tools leave on the elements they draw, until the face is finished.

A mark is an attribute that says what drew an element: an icon, a version code, a picture, the line
of a template. The nodes of a scene have them (`Node.own`), and so does the scene as a whole; the
SVG of the finished face has them no more.
"""

from collections.abc import Iterable

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex

ICON = "data-icon"
"""The name of an icon, on the `<g>` around it."""

CODE = "data-code"
"""A version code, on the `<g>` around it."""

PICTURE = "data-picture"
"""The name of a picture as the template asked for it, on its `<image>`."""

MISSING = "data-missing"
"""The name of a missing picture, on its placeholder, where it stays."""

LINE = "data-line"
"""The number of the `Origin` of a text, on its `<text>`."""

MARKS = frozenset((ICON, CODE, PICTURE, MISSING, LINE))

# A pattern that begins with letters is found many times faster than one that looks behind; and `<`
# stands in no text.
_TAKEN = tuple(
    (f"<{tag} {mark}=", regex(rf'<{tag} {mark}="[^"]*"'), f"<{tag}")
    for tag, mark in (("g", ICON), ("g", CODE), ("image", PICTURE), ("text", LINE))
)


def without_marks(svg: str) -> str:
    """An SVG as it is printed and hashed, without what tools left in it for the scene."""
    for beginning, pattern, bare in _TAKEN:
        if beginning in svg:
            svg = pattern.sub(bare, svg)
    return svg


class Origin(Struct, frozen=True):
    """The origin of a text on a face.

    `place` is that of its zone in a layout, else the template's line that draws it; `zone` is the
    name of the zone, "" where it stands in none, and `field` the field that it shows, as a path
    such as `front.rows[2].name`, "" where the template wrote it.
    """

    place: Place
    zone: str = ""
    field: str = ""


class Origins:
    """Numbers for the origins of texts, so that a drawn text can carry its own.

    The numbers hold for all faces of a game: Jinja runs the top level of a macro file only once,
    and uses the texts drawn there on many faces.
    """

    def __init__(self) -> None:
        self._numbers: dict[Origin, int] = {}
        self._origins: list[Origin] = []

    def number_of(self, origin: Origin) -> int:
        """The number of an origin, a new one for a new origin."""
        number = self._numbers.setdefault(origin, len(self._origins))
        if number == len(self._origins):
            self._origins.append(origin)
        return number

    def place_of(self, number: str | int | None) -> Place | None:
        """The place that a number stands for, as a mark has it; None where it is none of ours."""
        origin = self.origin_of(number)
        return origin.place if origin else None

    def origin_of(self, number: str | int | None) -> Origin | None:
        """The origin that a number stands for, as a mark has it; None where it is none of ours."""
        try:
            return self._origins[int(number)] if number is not None else None
        except (ValueError, IndexError):  # written by a template itself
            return None


_OF_A_SIDE = regex(r"(?:^|\.)((?:front|back)\..+)")


def field_of(place: Place) -> str:
    """The field whose value stands at a place, as a path such as `front.title`; "" for none."""
    found = _OF_A_SIDE.search(place.key)
    return found[1] if found else ""


def marked_with(mark: str, marks: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The values of a mark on a face, each once, sorted."""
    return tuple(sorted({value for name, value in marks if name == mark}))
