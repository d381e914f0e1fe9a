"""The artist of an edition, and the rendering of faces to vector pages."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from fustella.build.inputs import icon_library
from fustella.build.options import Progress
from fustella.core.cache import DiskCache
from fustella.core.model import Edition, Face, FaceId, Game, RenderedFaces
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.core.steps import GAME_S, step
from fustella.draw import album_of
from fustella.draw.artist import Artist
from fustella.draw.render import COMPILING_S, RenderFailed, render


def artist_of(
    project: Project, edition: Edition, output: Path | None, *, measures_rooms: bool = False
) -> Artist:
    """The artist who draws the faces of an edition, with the album of those drawn before.

    Without an output folder all faces are new. With `measures_rooms`, its `rooms` tell of each new
    text how many letters fit its place.
    """
    album = album_of(project, edition, output)
    icons = icon_library(project, edition.game.id)
    return Artist(project, edition, icons, album, measures_rooms=measures_rooms)


def render_faces(
    game: Game,
    faces: Mapping[FaceId, Face],
    cache: DiskCache,
    progress: Progress,
    scales: Mapping[FaceId, float] | None = None,
    name: str = "",
) -> tuple[RenderedFaces, ...]:
    """The faces as vector pages; with a `name` those that an edit leaves as they are stay known.

    Raises ProblemsFound: E210, and E231 for a picture.

    With `scales` they are shown only so large, those without one not at all: it is the resolution
    of their pictures that follows from it.
    """
    batches = _batches(game, faces)

    def on_progress(done: int) -> None:
        progress(f"{game.id}: faces", done, len(faces))

    shown = None
    if scales is not None:
        shown = dict.fromkeys((face.digest for face in faces.values()), 0.0)
        for face_id, scale in scales.items():
            digest = faces[face_id].digest
            shown[digest] = max(scale, shown[digest])
    limit_s = GAME_S + COMPILING_S * len(faces)
    try:
        with step("making pages of faces", game.place, limit_s):
            return render(batches, cache, on_progress, game.images.dpi, shown, name)
    except RenderFailed as failed:
        if failed.picture:
            place = Place(f"{Path(game.place.file).parent.as_posix()}/{failed.picture}")
            problem = Problem("E231", place, failed.message, failed.hint)
            raise ProblemsFound([problem]) from None
        message = f"a face cannot be drawn: {failed.message}"
        problem = Problem("E210", game.place, message, failed.hint)
        raise ProblemsFound([problem]) from None


def _batches(game: Game, faces: Mapping[FaceId, Face]) -> list[Sequence[Face]]:
    """The faces by the file that they are printed from, which has their fonts once; the cover last.

    Those of a file share fonts, and change together.
    """
    sheet_of = {piece.id: piece.kind.sheet for piece in game.pieces}
    by_sheet: dict[str, list[Face]] = {kind.sheet: [] for kind in game.kinds}
    for face_id, face in faces.items():
        by_sheet.setdefault(sheet_of.get(face_id.piece, ""), []).append(face)
    return [batch for batch in by_sheet.values() if batch]
