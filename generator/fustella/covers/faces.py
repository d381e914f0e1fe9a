"""Makes the specs of a cover's faces: their sizes, and the texts of its sections.

These faces are drawn like the faces of pieces. Their sizes are computed before anything is drawn,
such as the height of a note's text; `pages` decides where the faces lie.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.contents import Contents, ContentsSection
from fustella.core.values.model import Edition, FaceId, Piece, PlainWord, SideName, Text, Word
from fustella.core.words.printed import braces_in
from fustella.draw import FaceSpec
from fustella.draw.text.markup import TextIcon, as_typed, marks_of

CELL_GAP_MM = 2.0
"""The gap between cells, and between sections beside each other."""

MOST_RANGES = 6
"""The most ranges of document lines in a caption; of more, it shows the first and the last line."""


def front_of(piece: str) -> FaceId:
    """The id of the front of a piece, or of a face of the cover.

    Ids of pieces have no colon, so no piece has the id of a face of the cover.
    """
    return FaceId(piece, SideName.FRONT)


HEAD_FACE = front_of("head:cover")
ART_FACE = front_of("art:cover")
"""The id of the drawn first page of a cover, where its game has one."""


def section_face(kind: str) -> FaceId:
    """The id of the face that heads the pieces of a kind."""
    return front_of(f"section:{kind}")


def caption_face(piece: str) -> FaceId:
    """The id of the face with the name and the number of copies of a piece."""
    return front_of(f"caption:{piece}")


def group_face(piece: str) -> FaceId:
    """The id of the face with the common name of some pieces; `piece` is the first of them."""
    return front_of(f"group:{piece}")


class SectionText(Struct, frozen=True):
    """The values for the templates of a section: its heading, and captions by their pieces.

    `groups` are the lines above some of the pieces, by the first piece of each group.
    """

    id: str
    values: Mapping[str, Any]
    captions: Mapping[str, Mapping[str, Any]]
    groups: Mapping[str, Word] = {}


class CoverSection(Struct, frozen=True):
    """A section of a cover: a heading, and below it a picture with a caption for each piece.

    Pictures have one scale, and none is larger than `picture`. A heading that is narrower than the
    cover leaves room for the next section beside it, if each of the two has a single row. Cells are
    `gap_mm` apart. Captions lie beside their pictures, or with `below` under them, left edge under
    left edge. `captions` are the sizes of captions that are lower than `caption`.

    `groups` are the sizes of faces with the common name of some pieces, by the first of these
    pieces. Such a face lies above its pieces; or at their left, in as many columns as `beside`
    says, unless that is 0.
    """

    text: SectionText
    heading: Size
    picture: Size
    caption: Size
    below: bool = False
    beside: int = 0
    captions: Mapping[str, Size] = {}
    groups: Mapping[str, Size] = {}
    gap_mm: float = CELL_GAP_MM

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(self.text.captions)

    def caption_of(self, piece: str) -> Size:
        """The size of the caption of a piece."""
        return self.captions.get(piece, self.caption)


class NoteFace(Struct, frozen=True):
    """A text of a cover, drawn as a face.

    Notes of one width lie in columns, as many beside each other as there is room for. A note that
    `leads` is a heading: it is never the last one on a page or in a column.
    """

    spec: FaceSpec
    leads: bool = False

    @property
    def size(self) -> Size:
        return self.spec.outline.size


class MapFaces(Struct, frozen=True):
    """The map of a board: its picture in a scale, seams and names over it, and a text beside it.

    The whole map takes `width_mm`, with the text at its right end.
    """

    picture: FaceId
    scale: float
    over: FaceSpec
    text: FaceSpec
    width_mm: float


class CoverParts(Struct, frozen=True):
    """The parts of a cover; a large box has a `listing` instead of sections."""

    head: FaceSpec
    notes: tuple[NoteFace, ...] = ()
    map_title: FaceSpec | None = None
    maps: tuple[MapFaces, ...] = ()
    listing: tuple[NoteFace, ...] = ()
    sections: tuple[CoverSection, ...] = ()

    @property
    def sizes(self) -> object:
        """The sizes of all parts but the sections and the listing."""
        maps = [(each.over.outline.size, each.text.outline.size) for each in self.maps]
        notes = [(note.size, note.leads) for note in self.notes]
        return self.head.outline.size, notes, [each.width_mm for each in self.maps], maps


def cover_spec(
    edition: Edition, face: FaceId, size: Size, values: Mapping[str, object], template: str = ""
) -> FaceSpec:
    """The spec of a cover's face; by default, a face `note:3` has the template `cover-note`.

    Fustella composes the texts of such a face, except in a head whose title is lettered by the
    game.
    """
    template = f"_shared/{template or 'cover-' + face.piece.split(':', 1)[0]}.svg.j2"
    outline = Outline.rectangle(size.width_mm, size.height_mm)
    composed = not values.get("lettering")
    spec = FaceSpec(face, template, outline, 0.0, values, edition.game.place, composed=composed)
    return replace(spec, known_group=spec.group())


def common_scale(sizes: Iterable[Size], room: Size) -> float:
    """The largest scale, at most 1, at which each picture of these sizes fits the room."""
    ratios = (min(room.width_mm / size.width_mm, room.height_mm / size.height_mm) for size in sizes)
    return min((1.0, *ratios))


def words_of_faces(edition: Edition) -> dict[str, str]:
    """The words for the faces of a cover, with escaped markup, so that they are set as typed.

    Words with braces stay unescaped, because values replace the braces first.
    """
    return {
        name: word if braces_in(word) else as_typed(word) for name, word in edition.words.items()
    }


def sections_of(
    edition: Edition, contents: Contents, values: Mapping[str, Any]
) -> list[SectionText]:
    """The texts of a box's cover, section by section; `values` go to all templates."""

    def named(name: Text) -> Word:
        """The name of a piece with its markup; a plain or faulty name as the letters typed.

        The fault is reported for the face of the piece, which has the same text.
        """
        word = name.in_language(edition.language)
        marked = marks_of(word)
        icons = {mark.name for mark in marked.marks if isinstance(mark, TextIcon)}
        if isinstance(word, PlainWord) or marked.faults or icons.difference(edition.game.icons):
            return Word(as_typed(word), word.place)
        return word

    def caption(piece: Piece) -> Mapping[str, Any]:
        return {
            **values,
            "name": named(piece.name),
            "copies": piece.copies,
            "ranges": line_ranges(piece.source.lines, MOST_RANGES),
            "designed": piece.source.designed is not None and not edition.game.original,
        }

    def heading(section: ContentsSection) -> Mapping[str, Any]:
        counts = {"designs": len(section.pieces), "copies": section.copies}
        return {**values, "name": named(section.name), **counts}

    return [
        SectionText(part.id, heading(part), {piece.id: caption(piece) for piece in part.pieces})
        for part in contents.sections
    ]


def line_ranges(lines: Sequence[tuple[int, int]], most: int = 0) -> str:
    """Ranges of lines as `12–19, 38`; of more ranges than `most`, the first and the last line."""
    if most and len(lines) > most:
        return f"{lines[0][0]} … {lines[-1][1]}"
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in lines)
