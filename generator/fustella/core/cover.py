"""What drawing and imposing a cover have in common: its notes, and the maps of boards in parts.

Lengths are mm; those of a board count from the corner of its trim.
"""

from dataclasses import dataclass

from fustella.core.geometry import Outline, Point, Size
from fustella.core.model import FaceId


@dataclass(frozen=True, slots=True)
class CoverNote:
    """A text at the end of a cover, drawn as a face.

    It lies in a column with others of its width, as many beside each other as there is room for. A
    note that `leads` is never the last on a page or in a column: it heads what follows.
    """

    face: FaceId
    size: Size
    leads: bool = False


@dataclass(frozen=True, slots=True)
class MapPart:
    """A part of a board: its name, the middle of what is seen of it, and the sheets it is on."""

    name: str
    middle: Point
    sheets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMap:
    """How the parts of a board go together. `group` names the sheets that they are on."""

    piece: str
    outline: Outline
    group: str
    seams: tuple[tuple[Point, ...], ...]
    parts: tuple[MapPart, ...]
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A board's map as faces: its picture scaled, seams and names over that, and what to do.

    `size` is that of the scaled picture and of what lies over it.
    """

    picture: FaceId
    over: FaceId
    text: FaceId
    scale: float
    size: Size
    text_size: Size


@dataclass(frozen=True, slots=True)
class CoverMaps:
    """The maps of all boards of a cover, below one title."""

    title: CoverNote
    boards: tuple[DrawnMap, ...]
