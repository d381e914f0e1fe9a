"""What the drawn faces of a piece show, look by look."""

from collections.abc import Iterator, Mapping

from generator.model import FaceFacts, FaceId, Piece, SideName


def drawn_faces(
    piece: Piece, faces: Mapping[FaceId, FaceFacts] | None
) -> Iterator[Mapping[SideName, FaceFacts]]:
    """For each look of a piece, the facts of those sides that are drawn."""
    for look, _ in enumerate(piece.copies_by_look):
        ids = {side: FaceId(piece.id, side, look) for side in SideName}
        yield {side: faces[face] for side, face in ids.items() if faces and face in faces}
