"""Games as the formats get them, without going through the command line."""

from fustella.build import artist_of, render_faces
from fustella.build.inputs import load_game
from fustella.core.files.cache import CACHE, DiskCache
from fustella.core.files.project import project_at
from fustella.core.values.codes import box_code
from fustella.core.values.model import Edition
from fustella.export import ExportOptions
from fustella.export.game import ExportGame, pieces_of
from fustella.export.pictures import FacePictures
from fustella.write import PicturePool


def exported_game(project, *, language="en", **options):
    """The first game of a project, drawn; pictures are made in this process."""
    found = project_at(project.root)
    game = load_game(found, found.games()[0])
    asked = ExportOptions(format="png", output=project.output, language=language, **options)
    edition = Edition(game, language)
    artist = artist_of(found, edition, project.output)
    faces = artist.draw_pieces(game.pieces)
    cache = DiskCache(project.output / CACHE)
    pieces = [p for p in game.pieces if not asked.only or p.kind.id in asked.only]
    return ExportGame(
        edition=edition,
        options=asked,
        pieces=tuple(pieces_of(edition, pieces, faces, artist.metadata, backs=asked.backs)),
        pictures=FacePictures(
            lambda: render_faces(game, faces, cache, lambda *_: None),
            PicturePool(0),
            "",
            game.place,
        ),
        project=found,
        folder=project.output / game.id / asked.folder(language),
        version=box_code(game, language),
    )
