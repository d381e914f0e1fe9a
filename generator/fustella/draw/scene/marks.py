"""Names the attributes by which tools mark the elements they draw, until the face is finished.

A mark is an attribute that says what an element shows: an icon, a version code, a picture, or which
line of a template drew it. The nodes of a scene have marks (`Node.own`), and so does the scene as a
whole; the SVG of the finished face has none.
"""

from collections.abc import Iterable

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex

ICON = "data-icon"
"""Holds the name of an icon, on the `<g>` around it."""

CODE = "data-code"
"""Holds a version code, on the `<g>` around it."""

PICTURE = "data-picture"
"""Holds the name of a picture as the template wrote it, on its `<image>`."""

MISSING = "data-missing"
"""Holds the name of a missing picture, on its placeholder, also in the finished face."""

LINE = "data-line"
"""Holds the number of the `TextOrigin` of a text, on its `<text>`."""

OVERHANG = "data-overhang"
"""Holds the name of what hangs over the room of a text, on the `<g>` around it; in drafts alone."""

MARKS = frozenset((ICON, CODE, PICTURE, MISSING, LINE, OVERHANG))

# A pattern that begins with letters is found many times faster than one that looks behind; and `<`
# stands in no text.
_TAKEN = tuple(
    (f"<{tag} {mark}=", regex(rf'<{tag} {mark}="[^"]*"'), f"<{tag}")
    for tag, mark in (
        *(("g", ICON), ("g", CODE), ("g", OVERHANG)),
        *(("image", PICTURE), ("text", LINE)),
    )
)


def without_marks(svg: str) -> str:
    """Removes the marks from an SVG, before it is printed and hashed."""
    for beginning, pattern, bare in _TAKEN:
        if beginning in svg:
            svg = pattern.sub(bare, svg)
    return svg


class TextOrigin(Struct, frozen=True):
    """The origin of a text on a face: its line in a layout or template, and the field it shows.

    `place` is the place of the zone in a layout, else the template's line that draws the text.
    `zone` is the name of the zone, "" outside of zones. `field` is the shown field as a path such
    as `front.rows[2].name`, "" for a text that the template itself contains.
    """

    place: Place
    zone: str = ""
    field: str = ""


class Origins:
    """Numbers the origins of texts, so that the element of a text can carry its number.

    The numbers hold for all faces of a game: Jinja runs the top level of a macro file only once,
    and uses the texts drawn there on many faces.
    """

    def __init__(self) -> None:
        self._numbers: dict[TextOrigin, int] = {}
        self._origins: list[TextOrigin] = []

    def number_of(self, origin: TextOrigin) -> int:
        """The number of an origin; a new origin gets a new number."""
        number = self._numbers.setdefault(origin, len(self._origins))
        if number == len(self._origins):
            self._origins.append(origin)
        return number

    def place_of(self, number: str | int | None) -> Place | None:
        """The place of the origin with this number; None for an unknown number."""
        origin = self.origin_of(number)
        return origin.place if origin else None

    def origin_of(self, number: str | int | None) -> TextOrigin | None:
        """The origin with this number; None for an unknown number."""
        try:
            return self._origins[int(number)] if number is not None else None
        except (ValueError, IndexError):  # written by a template itself
            return None


_OF_A_SIDE = regex(r"(?:^|\.)((?:front|back)\..+)")


def field_of(place: Place) -> str:
    """The field whose value stands at a place, as a path such as `front.title`, or ""."""
    found = _OF_A_SIDE.search(place.key)
    return found[1] if found else ""


def marked_with(mark: str, marks: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The values of a mark on a face, each once, sorted."""
    return tuple(sorted({value for name, value in marks if name == mark}))
