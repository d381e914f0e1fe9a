"""Cover sheets, as drawing and imposing both know them: notes, and maps of boards in parts.

Lengths on a board are measured from the corner of its trim.
"""

from dataclasses import dataclass

from fustella.core.geometry import Outline, Point, Size
from fustella.core.model import FaceId, SideName

HEAD_FACE = FaceId("head:cover", SideName.FRONT)
"""Ids of pieces have no colon, so no piece can have the id of a face of the cover."""


def section_face(kind: str) -> FaceId:
    """The face that heads the pieces of a kind."""
    return FaceId(f"section:{kind}", SideName.FRONT)


def caption_face(piece: str) -> FaceId:
    """The face with the name and the number of copies of a piece."""
    return FaceId(f"caption:{piece}", SideName.FRONT)


@dataclass(frozen=True, slots=True)
class CoverNote:
    """A text at the end of a cover, drawn as a face.

    Notes of one width lie in columns, as many beside each other as there is room for. A note that
    `leads` is a heading: it is never the last on a page or in a column.
    """

    face: FaceId
    size: Size
    leads: bool = False


@dataclass(frozen=True, slots=True)
class MapPart:
    """A part of a board: its name, the middle of its visible area, and the sheets it is on."""

    name: str
    middle: Point
    sheets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMap:
    """How the parts of a board go together. `group` is the group of sheets that they are on."""

    piece: str
    outline: Outline
    group: str
    seams: tuple[tuple[Point, ...], ...]
    parts: tuple[MapPart, ...]
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A board's map as faces: the scaled picture, seams and names over it, and the instructions.

    `size` is that of the scaled picture and of the face over it.
    """

    picture: FaceId
    over: FaceId
    text: FaceId
    scale: float
    size: Size
    text_size: Size


@dataclass(frozen=True, slots=True)
class CoverMaps:
    title: CoverNote
    boards: tuple[DrawnMap, ...]
