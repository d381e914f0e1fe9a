"""Kinds that say which colour runs along their trim (`edge`), held against what was drawn.

Neighbours of one edge share their cuts, and where the blade goes a little astray each shows some of
the other: an edge of another colour than it says would show.
"""

from collections.abc import Mapping, Sequence

from generator.model import Face, FaceId, Game, Piece, SideName, Theme
from generator.problems import Problem, ProblemsFound


def edges_of(
    game: Game, pieces: Sequence[Piece], faces: Mapping[FaceId, Face], theme: Theme
) -> dict[str, str]:
    """The colour along the trim that faces say they have, by their digest.

    None in other themes than the full one, whose colours nobody chose.
    """
    if theme is not Theme.FULL:
        return {}
    kind_of = {piece.id: piece.kind for piece in pieces if piece.kind.edge}
    return {
        face.digest: str(game.colours[kind_of[face_id.piece].edge])
        for face_id, face in faces.items()
        if face_id.piece in kind_of
    }


def refuse_false_edges(
    game: Game, pieces: Sequence[Piece], faces: Mapping[FaceId, Face], found: Mapping[str, str]
) -> None:
    """Raise ProblemsFound, E228, when faces have another colour along their trim than they say.

    `found` gives that colour by the face's digest. Said once for each side of a kind.
    """
    piece_of = {piece.id: piece for piece in pieces}
    wrong: dict[tuple[str, SideName], list[tuple[Piece, str]]] = {}
    for face_id, face in faces.items():
        piece = piece_of.get(face_id.piece)
        if piece is not None and piece.kind.edge and face.digest in found:
            seen = piece, found[face.digest]
            wrong.setdefault((piece.kind.id, face_id.side), []).append(seen)
    if wrong:
        raise ProblemsFound(_problem(game, side, seen) for (_, side), seen in wrong.items())


def _problem(game: Game, side: SideName, seen: Sequence[tuple[Piece, str]]) -> Problem:
    piece, colour = seen[0]
    kind = piece.kind
    names = dict.fromkeys(one.id for one, _ in seen)
    more = f" (and {len(names) - 1} more of its kind)" if len(names) > 1 else ""
    message = (
        f'the {side.value} of "{piece.id}" has {colour} along its trim{more}; '
        f"its kind says `edge: {kind.edge}`, which is {game.colours[kind.edge]}"
    )
    hint = f"draw the outermost 0.6 mm in {kind.edge} alone, or take `edge` away from {kind.id}"
    return Problem("E228", piece.place, message, hint)
