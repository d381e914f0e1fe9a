"""Exports single pieces as SVG files, each with its fonts and pictures in it."""

from functools import partial

from fustella.build.publish import OutputFile
from fustella.build.standalone import standalone_svg
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.model import Face
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.render.faults import RenderFailed, of_picture
from fustella.draw.text.fonts import fonts_stamp
from fustella.export.formats._pictures import lists_of, names_of
from fustella.export.game import Exported, ExportGame

ABOUT = "drawings of single pieces with their bleed, to be opened in an editor"

OPTIONS: frozenset[str] = frozenset()


def export(game: ExportGame) -> Exported:
    """Exports each face as a file, as large as trim and bleed."""
    names, files = [*names_of(game, "svg")], dict[str, OutputFile]()
    for names_of_piece in names:
        for file, face in (
            (names_of_piece.front, names_of_piece.piece.front),
            (names_of_piece.back, names_of_piece.piece.back),
        ):
            if file and face:
                key = fingerprint((), (), f"svg {fonts_stamp()} {face.digest}")
                files[file] = OutputFile(file, "", partial(_svg, face), key=key)
    return Exported([*files.values(), *lists_of(game, names, None)])


def _svg(face: Face) -> bytes:
    """The SVG of a face. Raises ProblemsFound where a picture on it cannot be read any more."""
    try:
        return standalone_svg(face).encode()
    except RenderFailed as failed:
        faults = failed.faults
    except FaultyPicture as fault:
        faults = (of_picture(fault),)
    raise ProblemsFound(
        Problem(
            each.code, each.picture.place if each.picture else Place(""), each.message, each.hint
        )
        for each in faults
    )
