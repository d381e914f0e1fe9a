"""Drawing a game and rendering its faces, for whatever is then made of them."""

from collections.abc import Mapping, Sequence

from generator.albums import album_of
from generator.draw.cache import FaceCache
from generator.draw.faces import Artist
from generator.draw.render import RenderFailed, render
from generator.job import Options, Progress
from generator.loading import icon_shelf
from generator.model import Face, FaceId, Game, RenderedFaces
from generator.problems import Place, Problem, ProblemsFound, did_you_mean
from generator.project import Project


def language_of(game: Game, options: Options) -> str:
    """The language asked for, or the game's first. Raises ProblemsFound: E005."""
    language = options.language or game.languages[0]
    if language not in game.languages:
        place = Place(game.place.file, key="languages")
        message = f"the game has no language `{language}`"
        hint = did_you_mean(language, game.languages)
        raise ProblemsFound([Problem("E005", place, message, hint)])
    return language


def artist_of(project: Project, game: Game, language: str, options: Options) -> Artist:
    """Who draws the game's faces, with the album of those drawn before."""
    album = album_of(project, game, language, options.output, options.theme)
    shelf = icon_shelf(project)
    return Artist(project.templates, game, language, shelf, album, options.theme)


def render_faces(
    game: Game, faces: Mapping[FaceId, Face], cache: FaceCache, progress: Progress
) -> tuple[RenderedFaces, ...]:
    """The faces as vector pages. Raises ProblemsFound: E210."""
    batches = _batches(game, faces)
    try:
        return render(batches, cache, lambda done: progress(f"{game.id}: faces", done, len(faces)))
    except RenderFailed as failed:
        message = f"a face cannot be drawn: {failed.message}"
        problem = Problem("E210", game.place, message, failed.hint)
        raise ProblemsFound([problem]) from None


def _batches(game: Game, faces: Mapping[FaceId, Face]) -> list[Sequence[Face]]:
    """The faces of each kind together: they share fonts, and change together. The cover's last."""
    kind_of = {piece.id: piece.kind.id for piece in game.pieces}
    by_kind: dict[str, list[Face]] = {kind.id: [] for kind in game.kinds}
    for face_id, face in faces.items():
        by_kind.setdefault(kind_of.get(face_id.piece, ""), []).append(face)
    return [batch for batch in by_kind.values() if batch]
