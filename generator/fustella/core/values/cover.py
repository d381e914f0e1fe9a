"""Cover sheets, as drawing and imposing both know them: notes, and maps of boards in parts.

Lengths on a board are measured from the corner of its trim.
"""

import sys
from collections.abc import Iterable, Mapping

from msgspec import Struct

from fustella.core.geometry.shapes import Outline, Point, Size
from fustella.core.values.model import FaceId, SideName

HEAD_FACE = FaceId("head:cover", SideName.FRONT)
"""Ids of pieces have no colon, so no piece can have the id of a face of the cover."""

ART_FACE = FaceId("art:cover", SideName.FRONT)
"""The drawn first page of a cover, where its game has one."""


def section_face(kind: str) -> FaceId:
    """The face that heads the pieces of a kind."""
    return FaceId(f"section:{kind}", SideName.FRONT)


def caption_face(piece: str) -> FaceId:
    """The face with the name and the number of copies of a piece."""
    return FaceId(f"caption:{piece}", SideName.FRONT)


def group_face(piece: str) -> FaceId:
    """The face above the pieces of a kind that have something in common, by the first of them."""
    return FaceId(f"group:{piece}", SideName.FRONT)


CELL_GAP_MM = 2.0
"""Between cells, and between sections beside each other."""


def common_scale(sizes: Iterable[Size], room: Size) -> float:
    """The largest scale, at most 1, at which pictures of these sizes fit."""
    ratios = (min(room.width_mm / size.width_mm, room.height_mm / size.height_mm) for size in sizes)
    return min((1.0, *ratios))


class CoverSection(Struct, frozen=True):
    """A heading, and below it a picture with a caption for each of some `pieces`.

    Pictures have one scale, and none is larger than `picture`. A heading that is narrower than the
    cover leaves room for the next section beside it, where each has a single row. Cells are
    `gap_mm` apart. Captions that are `below` have their left edges under those of the pictures;
    `captions` are those that are lower than others. `groups` are the sizes of the faces that tell
    what some of the pieces have in common, by the first of these. Such a face lies above its
    pieces, or at their left where rows have so many columns `beside` them for it.
    """

    id: str
    heading: Size
    picture: Size
    caption: Size
    pieces: tuple[str, ...]
    below: bool = False
    beside: int = 0
    captions: Mapping[str, Size] = {}
    groups: Mapping[str, Size] = {}
    gap_mm: float = CELL_GAP_MM

    def caption_of(self, piece: str) -> Size:
        return self.captions.get(piece, self.caption)


class CoverNote(Struct, frozen=True):
    """A text at the end of a cover, drawn as a face.

    Notes of one width lie in columns, as many beside each other as there is room for. A note that
    `leads` is a heading: it is never the last on a page or in a column.
    """

    face: FaceId
    size: Size
    leads: bool = False


class MapPart(Struct, frozen=True):
    """A part of a board: its name, the middle of its visible area, and the sheets it is on."""

    name: str
    middle: Point
    sheets: tuple[int, ...]


class BoardMap(Struct, frozen=True):
    """How the parts of a board go together. `group` is the group of sheets that they are on."""

    piece: str
    outline: Outline
    group: str
    seams: tuple[tuple[Point, ...], ...]
    parts: tuple[MapPart, ...]
    rows: int
    columns: int


class DrawnMap(Struct, frozen=True):
    """A board's map as faces: the scaled picture, seams and names over it, and the instructions.

    `size` is that of the scaled picture and of the face over it. All take `width_mm`, with the text
    at its right end.
    """

    picture: FaceId
    over: FaceId
    text: FaceId
    scale: float
    size: Size
    text_size: Size
    width_mm: float


class CoverMaps(Struct, frozen=True):
    title: CoverNote
    boards: tuple[DrawnMap, ...]


class CoverParts(Struct, frozen=True):
    """What a cover has besides its sections."""

    head: Size
    notes: tuple[CoverNote, ...]
    maps: CoverMaps | None


class CoverFit(Struct, frozen=True, order=True):
    """How well a cover fits its paper; the better, the less: pages, and sections over two pages."""

    pages: int
    broken: int


NO_FIT = CoverFit(sys.maxsize, 0)
"""Of a cover with a part that is larger than a page."""
