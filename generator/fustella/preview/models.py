"""Makes the model of a game in three dimensions for the page, as `export --to glb` does."""

import math
import threading
from collections.abc import Iterable, Mapping

from fustella.build.choice import Selection
from fustella.build.job import Job
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face, FaceId, Game, Piece, SideName
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.export.options import ExportOptions
from fustella.export.run import PICTURES_OF_WORKER, format_named, game_to_export
from fustella.preview.made import MadeFiles
from fustella.preview.views import ModelView
from fustella.write import PicturePool

FORMAT = "glb"

USUAL_DPI, LEAST_DPI = 100.0, 20.0
"""The resolution of faces on a model, and the lowest at which one still knows a card."""

MOST_PIXELS = 150_000_000
"""The most pixels of all faces of a model: with their smaller copies 800 MB of a graphics card."""

_DIGITS = 32
_MOST_WORKERS = 2


class GameModels:
    """The models of games, each made again when something in it changed.

    Models are kept in `made`. Any thread may use it; one model is made at a time.
    """

    def __init__(self, made: MadeFiles) -> None:
        self._made, self._pictures = made, MadeFiles()
        self._making = threading.Lock()

    def view(self, job: Job, faces: Mapping[FaceId, Face]) -> ModelView:
        """The model of the pieces of a job that have a face, and how many have none.

        Raises ProblemsFound: E210, E231 and E788.
        """
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
        with self._making:
            return self._view(own, options, undrawn=len(job.game.pieces) - len(shown))

    def _view(self, job: Job, options: ExportOptions, undrawn: int) -> ModelView:
        different = len({face.digest for face in job.faces.values()})
        workers = min(_MOST_WORKERS, 1 + different // PICTURES_OF_WORKER)
        with PicturePool(workers) as pool:
            game = game_to_export(job, options, pool, self._pictures)
            files = format_named(FORMAT).export(game).files
            [model] = [file for file in files if file.file.endswith(f".{FORMAT}")]
            digest = model.key[:_DIGITS]
            name = f"{digest}.{FORMAT}"
            if name not in self._made:
                content = model.content()
                assert isinstance(content, bytes)
                self._made[name] = content
        return ModelView(digest, options.dpi, undrawn)


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
        hint = "look at it in another program: `fustella export GAME --to glb --dpi 20`"
        raise ProblemsFound([Problem("E788", game.place, message, hint)])
    return USUAL_DPI if dpi >= USUAL_DPI else math.floor(dpi)
