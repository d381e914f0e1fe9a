"""The list of a large box: a line to tick off for each piece, instead of its picture.

Pictures would make dozens of pages. Headings and lines are notes as narrow as a column, so they
fill one column after the other, like the index of a book.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fustella.core.files.cache import Memory, cached, together
from fustella.core.geometry.shapes import Size
from fustella.core.values.cover import CoverNote, caption_face, section_face
from fustella.core.values.model import FaceId, Word
from fustella.draw.artist import Artist
from fustella.draw.covers.sections import CaptionedSection
from fustella.draw.covers.texts import cover_spec, height_mm, shortened
from fustella.draw.specs import FaceSpec
from fustella.draw.text.fallback import Fallback
from fustella.draw.text.fonts import BOLD, FAMILIES, FontStyle
from fustella.draw.text.shaping import text_width_mm

MOST_PICTURED = 200
"""A cover of more different pieces has a list instead of pictures: so many fill three of A4."""

COLUMN_MM = 44.0
"""The least width of a column: room for 25 letters of a name beside its copies."""

GUTTER_MM = 4.0

LEADING = 1.1
HEADING_PT, NAME_PT, LEAST_PT = 10.5, 8.0, 6.0
"""The sizes of texts; to the least one a long word shrinks before it is cut."""

BOX_MM = 2.2
SPACE_MM = 1.2
"""The box to tick, and the space between it, the copies and the name."""

_ABOVE_HEADING_MM, _BELOW_HEADING_MM, _BELOW_LINE_MM = 2.4, 1.6, 1.3

_BOLD = FontStyle(FAMILIES["sans"], BOLD, False)


def list_specs(
    artist: Artist, sections: Sequence[CaptionedSection], width_mm: float
) -> Iterator[tuple[FaceSpec, CoverNote]]:
    """Headings and lines as notes, in as many columns as a cover of `width_mm` has room for."""
    fallback = artist.fonts.fallback
    columns = max(1, int((width_mm + GUTTER_MM) / (COLUMN_MM + GUTTER_MM)))
    column_mm = (width_mm - (columns - 1) * GUTTER_MM) / columns
    counts = {values["copies"] for part in sections for values in part.captions.values()}
    copies_mm = max(text_width_mm(f"{copies} ×", _BOLD, NAME_PT) for copies in counts)
    left_mm = BOX_MM + SPACE_MM + copies_mm + SPACE_MM
    face_cache = artist.face_cache
    with together(
        face_cache.memory, f"cover list {face_cache.shared} {column_mm - left_mm!r}"
    ) as memory:
        for part in sections:
            values, size = _heading(part, column_mm, fallback)
            yield _noted(artist, section_face(part.id), "cover-list-section", values, size)
            for piece, own in part.captions.items():
                values, size = _line(own, column_mm, left_mm, fallback, memory)
                yield _noted(artist, caption_face(piece), "cover-list-caption", values, size)


def _told_with(name: Word, told: str) -> Word:
    return Word(f"{name} *{told}*", name.place) if told else name


def _noted(
    artist: Artist, face: FaceId, template: str, values: Mapping[str, Any], size: Size
) -> tuple[FaceSpec, CoverNote]:
    spec = cover_spec(artist, face.piece, size, values, template)
    return spec, CoverNote(face, size, leads=template.endswith("section"))


def _heading(
    part: CaptionedSection, width_mm: float, fallback: Fallback
) -> tuple[Mapping[str, Any], Size]:
    own, words = part.values, part.values["words"]
    counted = f"{words['designs']} {own['designs']} · {words['pieces']} {own['copies']}"
    if any(line["ranges"] for line in part.captions.values()):
        counted += f" · *{words['lines']}*"
    name = _text(
        shortened(own["name"], width_mm, LEAST_PT, fallback),
        width_mm,
        HEADING_PT,
        fallback,
        bold=True,
    )
    below = _text(counted, width_mm, NAME_PT, fallback)
    high_mm = _ABOVE_HEADING_MM + name["high"] + below["high"] + _BELOW_HEADING_MM
    values = {**own, "name": name, "counted": below, "above": _ABOVE_HEADING_MM}
    return values, Size(width_mm, high_mm)


def _line(
    own: Mapping[str, Any],
    width_mm: float,
    left_mm: float,
    fallback: Fallback,
    memory: Memory | None,
) -> tuple[Mapping[str, Any], Size]:
    """A line with its name, which is not set again if it is in the `memory` of these columns."""
    origin = (own["ranges"], own["words"]["designed"] if own["designed"] else "")
    name, told, room_mm = own["name"], ", ".join(filter(None, origin)), width_mm - left_mm

    def set_name() -> tuple[str, float]:
        short = shortened(name, room_mm, LEAST_PT, fallback)
        told_mm = height_mm(_told_with(short, told), room_mm, NAME_PT, False, fallback, LEADING)
        return str(short), told_mm

    short, high_mm = cached(memory, (str(name), told), set_name)
    text = _told_with(Word(short, name.place), told)
    values = {**own, "name": _values(text, NAME_PT, high_mm), "left": left_mm}
    values |= {"box": BOX_MM, "space": SPACE_MM}
    return values, Size(width_mm, values["name"]["high"] + _BELOW_LINE_MM)


def _text(
    text: str, width_mm: float, size_pt: float, fallback: Fallback, *, bold: bool = False
) -> dict[str, Any]:
    """A text, its sizes and its height, for the templates."""
    high_mm = height_mm(text, width_mm, size_pt, bold, fallback, LEADING)
    return _values(text, size_pt, high_mm)


def _values(text: str, size_pt: float, high_mm: float) -> dict[str, Any]:
    return {"text": text, "high": high_mm, "size": size_pt, "least": LEAST_PT, "leading": LEADING}
