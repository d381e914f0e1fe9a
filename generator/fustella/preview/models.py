"""Makes the model of a game in three dimensions for the page, as `export --to glb` does."""

import math
import threading
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.choice import Selection
from fustella.build.job import Job
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face, FaceId, Game, Piece, SideName
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.export.options import ExportOptions
from fustella.export.run import PICTURES_OF_WORKER, format_named, game_to_export, rulebook_of
from fustella.preview.made import MadeFiles
from fustella.preview.views import ModelView
from fustella.write import PicturePool

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook

FORMAT = "glb"

USUAL_DPI, LEAST_DPI = 100.0, 20.0
"""The resolution of faces on a model, and the lowest at which one still knows a card."""

MOST_PIXELS = 150_000_000
"""The most pixels of all faces of a model: with their smaller copies 800 MB of a graphics card."""

_Asked: TypeAlias = tuple[Game, Mapping[FaceId, Face], str]
"""A game as it was read, its faces as they were drawn, and the hash of its files."""

_DIGITS = 32
_MOST_KNOWN = 8
_MOST_WORKERS = 2


class _Known(Struct, frozen=True):
    """A model that was made, and what it was made of."""

    asked: _Asked
    view: ModelView
    told: tuple[Problem, ...]


class GameModels:
    """The models of games, each made again when something in it changed.

    Models are kept in `made`. Any thread may use it; one model is made at a time.
    """

    def __init__(self, made: MadeFiles) -> None:
        self._made, self._pictures = made, MadeFiles()
        self._making = threading.Lock()
        self._known = list[_Known]()

    def view(self, job: Job, faces: Mapping[FaceId, Face]) -> tuple[ModelView, tuple[Problem, ...]]:
        """The model of the pieces of a job that have a face, and what is told of it.

        Raises ProblemsFound: E210, E231 and E788.
        """
        asked = job.game, faces, job.inputs
        with self._making:
            known = next((each for each in self._known if _is_same(each.asked, asked)), None)
            if known is None or f"{known.view.digest}.{FORMAT}" not in self._made:
                known = _Known(asked, *self._modelled(job, faces))
                self._known = [known, *self._known][:_MOST_KNOWN]
        return known.view, known.told

    def _modelled(
        self, job: Job, faces: Mapping[FaceId, Face]
    ) -> tuple[ModelView, tuple[Problem, ...]]:
        shown = tuple(piece for piece in job.game.pieces if _is_drawn(piece, faces))
        dpi = _dpi_for(job.game, _of_pieces(shown, faces).values())
        options = ExportOptions(
            format=FORMAT,
            output=job.options.output,
            language=job.edition.language,
            theme=job.edition.theme,
            dpi=dpi,
        )
        own = job.given(
            selection=Selection(job.game, shown, shown),
            faces=_of_pieces(shown, faces),
            metadata={},
        )
        undrawn = len(job.game.pieces) - len(shown)
        different = len({face.digest for face in own.faces.values()})
        workers = min(_MOST_WORKERS, 1 + different // PICTURES_OF_WORKER)
        with PicturePool(workers) as pool:
            rulebook, told = _rulebook_of(own, pool)
            game = replace(game_to_export(own, options, pool, self._pictures), rulebook=rulebook)
            exported = format_named(FORMAT).export(game)
            [model] = [file for file in exported.files if file.file.endswith(f".{FORMAT}")]
            digest = model.key[:_DIGITS]
            name = f"{digest}.{FORMAT}"
            if name not in self._made:
                content = model.content()
                assert isinstance(content, bytes)
                self._made[name] = content
        return ModelView(digest, dpi, undrawn), (*told, *exported.warnings)


def _is_same(one: _Asked, other: _Asked) -> bool:
    """Whether a game as it was read, its faces as drawn and its files are the same."""
    return one[0] is other[0] and one[1] is other[1] and one[2] == other[2]


def _rulebook_of(job: Job, pool: PicturePool) -> "tuple[Rulebook | None, tuple[Problem, ...]]":
    """The booklet of a job; where it has faults, none, and these."""
    try:
        return rulebook_of(job, pool), ()
    except ProblemsFound as found:
        return None, found.problems


def _is_drawn(piece: Piece, faces: Mapping[FaceId, Face]) -> bool:
    looks = range(len(piece.copies_by_look))
    return all(FaceId(piece.id, SideName.FRONT, look) in faces for look in looks)


def _of_pieces(pieces: Iterable[Piece], faces: Mapping[FaceId, Face]) -> dict[FaceId, Face]:
    own = {piece.id for piece in pieces}
    return {face_id: face for face_id, face in faces.items() if face_id.piece in own}


def _dpi_for(game: Game, faces: Iterable[Face]) -> float:
    """The resolution at which all faces together have not too many pixels.

    Raises ProblemsFound: E788 where that would be too few for each.
    """
    sizes = {face.digest: face.outline.size for face in faces}
    inches2 = sum(size.width_mm * size.height_mm for size in sizes.values()) / MM_PER_INCH**2
    dpi = math.sqrt(MOST_PIXELS / inches2) if inches2 else USUAL_DPI
    if dpi < LEAST_DPI:
        message = f"{len(sizes)} faces are too many, or too large, for a model on a page"
        hint = f"look at some kinds elsewhere: `fustella export {game.id} --to glb --only KIND`"
        raise ProblemsFound([Problem("E788", game.place, message, hint)])
    return USUAL_DPI if dpi >= USUAL_DPI else math.floor(dpi)
