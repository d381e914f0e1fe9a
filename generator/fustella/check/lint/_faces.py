"""The drawn faces that rules look at."""

from collections.abc import Iterator, Mapping

from fustella.check.lint import Faces
from fustella.core.model import FaceId, FaceMetadata, Piece, SideName


def drawn_faces(piece: Piece, faces: Faces) -> Iterator[Mapping[SideName, FaceMetadata]]:
    """For each look of a piece, the metadata of those sides that are drawn."""
    for look in range(len(piece.copies_by_look)):
        ids = {side: FaceId(piece.id, side, look) for side in SideName}
        yield {side: faces[face] for side, face in ids.items() if faces and face in faces}
