"""Gives the artist of an edition, and renders faces to vector pages."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fustella import draw
from fustella.build.inputs import icon_library
from fustella.build.options import Progress
from fustella.build.pictures import shown_at
from fustella.core.files.cache import DiskCache
from fustella.core.files.pictures import ART
from fustella.core.files.project import Project
from fustella.core.processes.steps import GAME_S, step
from fustella.core.values.model import Edition, Face, FaceId, FacePages, Game
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.draw.render import COMPILING_S, render, rendered_together
from fustella.draw.render.faults import RenderFailed

if TYPE_CHECKING:
    from fustella.draw import Artist, FaceCache


def artist_of(
    project: Project,
    edition: Edition,
    output: Path | None = None,
    *,
    face_cache: "FaceCache | None" = None,
    measures_rooms: bool = False,
    describes: bool = False,
    draft: bool = False,
) -> "Artist":
    """The artist who draws the faces of an edition, with the cache of faces that were drawn before.

    The cache is the `face_cache` of another artist, if one is given, else that in the output
    folder. Without either all faces are new. With `measures_rooms`, the artist's `rooms` say how
    many letters fit the place of each text that it draws anew. With `describes`, its metadata says
    all that can be seen on faces, as it does where faces of the game were accepted. In a `draft`, a
    text that does not fit is no fault: it is drawn with what hangs over in red.
    """
    if face_cache is None:
        face_cache = draw.face_cache_of(project, edition, output, describes=describes)
    icons = icon_library(project, edition.game.id)
    how = {"measures_rooms": measures_rooms, "draft": draft}
    return draw.Artist(project, edition, icons, face_cache, **how)


def render_faces(
    game: Game,
    faces: Mapping[FaceId, Face],
    cache: DiskCache,
    progress: Progress,
    scales: Mapping[FaceId, float] | None = None,
    name: str = "",
) -> tuple[FacePages, ...]:
    """Faces as vector pages; pages that an edit leaves unchanged are cached under `name`.

    Raises ProblemsFound: E210, E020 and E021 for faces, and E231 for pictures.

    `scales` has the largest scale at which each face is shown, which gives the resolution of its
    pictures; faces without a scale are left out.
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
    places = places_of(game, faces)
    try:
        with step("making pages of faces", game.place, limit_s):
            return render(batches, cache, on_progress, game.images.dpi, shown, name, places)
    except RenderFailed as failed:
        raise ProblemsFound(_problems(game, faces, places, failed)) from None


def rendered_with(game: Game, faces: Mapping[FaceId, Face]) -> Mapping[str, tuple[str, ...]]:
    """The digests of all faces in the rendered file of each face, by that face's digest."""
    groups = rendered_together(_batches(game, faces))
    return {digest: group for group in groups for digest in group}


def places_of(game: Game, faces: Mapping[FaceId, Face]) -> dict[str, Place]:
    """The places of faces by their digests: the first piece that has the face, else the game."""
    typed = {piece.id: piece.place for piece in game.pieces}
    places = dict[str, Place]()
    for face_id, face in faces.items():
        places.setdefault(face.digest, typed.get(face_id.piece, game.place))
    return places


def _problems(
    game: Game,
    faces: Mapping[FaceId, Face],
    places: Mapping[str, Place],
    failed: RenderFailed,
) -> Iterator[Problem]:
    """Yields the problems of faces, at their pieces, and of pictures, where they were typed."""
    for fault in failed.faults:
        if fault.picture is None:
            place = places.get(fault.digest, game.place)
            message = fault.message
            if fault.code == "E210":
                message = f"a face cannot be drawn: {message}"
            yield Problem(fault.code, place, message, fault.hint)
        else:
            place = shown_at(fault.picture.digest, faces, game)
            message = f"{ART}/{fault.picture.name}: {fault.message}"
            yield Problem(fault.code, place, message, fault.hint)


def _batches(game: Game, faces: Mapping[FaceId, Face]) -> list[Sequence[Face]]:
    """The faces in batches, one for each group of kinds that share sheets; the cover's come last.

    Each batch is rendered into one file, which has its fonts once. Its faces change together.
    """
    sheet_of = {piece.id: piece.kind.sheet for piece in game.pieces}
    by_sheet: dict[str, list[Face]] = {kind.sheet: [] for kind in game.kinds}
    for face_id, face in faces.items():
        by_sheet.setdefault(sheet_of.get(face_id.piece, ""), []).append(face)
    return [batch for batch in by_sheet.values() if batch]
