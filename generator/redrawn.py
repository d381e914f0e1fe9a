"""Pieces as they were, drawn once more in the midst of a game as it is.

Only what somebody typed differs then: templates, fonts and the other pieces are today's.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from generator.drawing import artist_of
from generator.job import Options
from generator.kits import Version
from generator.model import Face, FaceId, Game, Piece
from generator.problems import ProblemsFound
from generator.project import Project

OldPiece: TypeAlias = tuple[str, Version]
"""The id of a piece, and its version then."""


def drawn_then(
    project: Project,
    game: Game,
    language: str,
    then: Mapping[OldPiece, Piece],
    options: Options,
) -> dict[OldPiece, dict[FaceId, Face]]:
    """All faces of old pieces, drawn by the templates of today.

    All pieces of a kind are drawn, for the texts of some are of equal size: each round has one old
    version of each piece. Where an old text does not fit any more, its round is not known.
    """
    found: dict[OldPiece, dict[FaceId, Face]] = {}
    left = dict(then)
    there = {piece.id for piece in game.pieces}
    while left:
        turn = {key[0]: key for key in left}
        old = {name: left.pop(key) for name, key in turn.items()}
        today = (old.get(piece.id, piece) for piece in game.pieces)
        pieces = (*today, *(piece for name, piece in old.items() if name not in there))
        try:
            artist = artist_of(project, replace(game, pieces=pieces), language, options)
            drawn = artist.draw_pieces(pieces)
        except ProblemsFound:
            continue
        for name, key in turn.items():
            found[key] = {face_id: face for face_id, face in drawn.items() if face_id.piece == name}
    return found
