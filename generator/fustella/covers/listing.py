"""Makes the list of a large box: a line to tick off for each piece, instead of its picture.

Pictures would fill dozens of pages. Headings and lines are notes as narrow as a column, so they
fill one column after the other, like the index of a book.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from fustella.core.files.cache import cached, together
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Word
from fustella.covers.faces import NoteFace, SectionText, caption_face, cover_spec, section_face
from fustella.covers.texts import BOLD_STYLE, height_mm, shortened
from fustella.draw import Artist
from fustella.draw.text.fallback import Fallback
from fustella.draw.text.shaping import text_width_mm

MOST_PICTURED = 200
"""The most different pieces that a cover shows as pictures: so many fill three pages of A4."""

COLUMN_MM = 44.0
"""The least width of a column: room for 25 letters of a name beside its copies."""

GUTTER_MM = 4.0

LEADING = 1.1
HEADING_PT, NAME_PT, LEAST_PT = 10.5, 8.0, 6.0
"""The sizes of headings and names, and the size to which a long word shrinks before it is cut."""

BOX_MM = 2.2
SPACE_MM = 1.2
"""The width of the box to tick, and of the space between the box, the copies and the name."""

_ABOVE_HEADING_MM, _BELOW_HEADING_MM, _BELOW_LINE_MM = 2.4, 1.6, 1.3


def listing_faces(
    artist: Artist, sections: Sequence[SectionText], width_mm: float
) -> Iterator[NoteFace]:
    """Headings and lines as notes, in as many columns as a cover of `width_mm` has room for."""
    fallback, edition, cache = artist.fonts.fallback, artist.edition, artist.face_cache
    columns = max(1, int((width_mm + GUTTER_MM) / (COLUMN_MM + GUTTER_MM)))
    column_mm = (width_mm - (columns - 1) * GUTTER_MM) / columns
    counts = {values["copies"] for part in sections for values in part.captions.values()}
    copies_mm = max(text_width_mm(f"{copies} ×", BOLD_STYLE, NAME_PT) for copies in counts)
    left_mm = BOX_MM + SPACE_MM + copies_mm + SPACE_MM
    room_mm = column_mm - left_mm

    def set_name(name: Word, origin: str) -> tuple[str, float]:
        short = shortened(name, room_mm, LEAST_PT, fallback)
        text = _with_origin(short, origin)
        return str(short), height_mm(text, room_mm, NAME_PT, False, fallback, LEADING)

    with together(cache.memory, f"cover list {cache.shared} {room_mm!r}") as memory:
        for part in sections:
            values, high_mm = _heading(part, column_mm, fallback)
            size, face = Size(column_mm, high_mm), section_face(part.id)
            spec = cover_spec(edition, face, size, values, "cover-list-section")
            yield NoteFace(spec, leads=True)
            for piece, own in part.captions.items():
                origins = own["ranges"], own["words"]["designed"] if own["designed"] else ""
                name, origin = own["name"], ", ".join(filter(None, origins))
                make = partial(set_name, name, origin)
                short, high_mm = cached(memory, (str(name), origin), make)
                text = _with_origin(Word(short, name.place), origin)
                values = {**own, "name": _values(text, NAME_PT, high_mm), "left": left_mm}
                values |= {"box": BOX_MM, "space": SPACE_MM}
                size, face = Size(column_mm, high_mm + _BELOW_LINE_MM), caption_face(piece)
                spec = cover_spec(edition, face, size, values, "cover-list-caption")
                yield NoteFace(spec)


def _heading(
    part: SectionText, width_mm: float, fallback: Fallback
) -> tuple[Mapping[str, Any], float]:
    """The values of a heading, and its height."""
    own, words = part.values, part.values["words"]
    counted = f"{words['designs']} {own['designs']} · {words['pieces']} {own['copies']}"
    if any(line["ranges"] for line in part.captions.values()):
        counted += f" · *{words['lines']}*"
    name = shortened(own["name"], width_mm, LEAST_PT, fallback)
    name_mm = height_mm(name, width_mm, HEADING_PT, True, fallback, LEADING)
    counted_mm = height_mm(counted, width_mm, NAME_PT, False, fallback, LEADING)
    return {
        **own,
        "name": _values(name, HEADING_PT, name_mm),
        "counted": _values(counted, NAME_PT, counted_mm),
        "above": _ABOVE_HEADING_MM,
    }, _ABOVE_HEADING_MM + name_mm + counted_mm + _BELOW_HEADING_MM


def _with_origin(name: Word, origin: str) -> Word:
    """A name, followed in italics by the lines of the document that its piece comes from."""
    return Word(f"{name} *{origin}*", name.place) if origin else name


def _values(text: str, size_pt: float, high_mm: float) -> dict[str, Any]:
    return {"text": text, "high": high_mm, "size": size_pt, "least": LEAST_PT, "leading": LEADING}
