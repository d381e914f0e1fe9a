"""Compares the faces of a box with the accepted ones, and draws those that may differ."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fustella import build, covers, draw
from fustella.build.inputs import paper_named
from fustella.core.files.project import Project
from fustella.core.processes.steps import GAME_S, step
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Edition, FaceId, Game, SideName
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read import read_papers
from fustella.review import Review
from fustella.review.accepted_faces import (
    FaceNow,
    changes,
    digest_of_values,
    read_accepted,
    sources_of,
)

if TYPE_CHECKING:
    from fustella.draw.specs import FaceSpec


def review_accepted(
    project: Project, game: Game, output: Path | None, *, draft: bool = False
) -> Review:
    """The changes of a game's faces since they were accepted; none if none were accepted.

    Nothing is drawn as long as only lists have changed since. Faces that must be drawn are stored
    in `output`, if it is given. Problems of faces that cannot be drawn are in the review; in a
    `draft`, texts that do not fit are none. Raises ProblemsFound: E131, E510.
    """
    accepted = read_accepted(project, game.id)
    if accepted is None:
        return Review(game, ())
    faces: list[FaceNow] | None = None
    problems: Sequence[Problem] = ()
    if accepted.sources != sources_of(project, game.id):
        try:
            faces = [*faces_now(project, game, output, draft=draft)]
        except ProblemsFound as error:
            problems = error.problems
    findings, not_compared = changes(accepted, game, faces)
    return Review(game, findings, problems=tuple(problems), not_compared=not_compared)


def faces_now(
    project: Project, game: Game, output: Path | None, *, draft: bool = False
) -> Iterator[FaceNow]:
    """Yields all faces of a box, its boxes and the picture on its cover, as they are now.

    The faces are in the game's first language and in full colour. Raises ProblemsFound with all
    their problems.
    """
    whole = game.with_boxes()
    language = game.languages[0]
    edition = Edition(whole, language)
    specs = [*draw.piece_specs(edition, whole.pieces), *_art(project, whole, language)]
    artist = build.artist_of(project, edition, output, describes=True, draft=draft)
    with step("drawing faces", game.place, GAME_S):
        metadata, unknown = artist.face_cache.known_metadata(specs)
        if unknown:
            artist.draw(specs)
            metadata = {**artist.metadata}
            artist.face_cache.save()
    pieces = {piece.id: piece for piece in whole.pieces}
    for spec in specs:
        piece = pieces.get(spec.id.piece)
        values = str(spec.values["face"]["copies"]) if piece is None else ""
        if piece is not None:
            values = digest_of_values(piece, language, artist.face_cache.seen(spec))
        file = piece.place.file if piece else game.place.file
        template = Place(_named(project, game.id, spec.template))
        yield FaceNow(_name(spec.id), values, file, template, spec.place, metadata[spec.id].shown)


def _art(project: Project, game: Game, language: str) -> "Iterator[FaceSpec]":
    """Yields the spec of the picture on the cover, on A4, if the game has one."""
    if game.cover is not None:
        paper = paper_named(project, read_papers(project), "A4")
        contents = contents_of(game, game.pieces, ())
        yield covers.art_spec(language, game.cover, contents, paper)


def _name(face: FaceId) -> str:
    side = "back" if face.side is SideName.BACK else "front"
    return f"{face.piece} {side}" + (f" {face.look}" if face.look else "")


def _named(project: Project, game_id: str, template: str) -> str:
    """The name of a template's file for messages."""
    own = project.templates_of(game_id) / template
    return project.name_of(own if own.is_file() else project.templates / template)
