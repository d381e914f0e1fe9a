"""Exports single pieces as JPG files."""

from fustella.export.formats._pictures import export_pictures
from fustella.export.game import Exported, ExportGame
from fustella.write.pictures import PictureType

ABOUT = "pictures of single pieces, as JPEG"

OPTIONS = frozenset(("preset", "sheets"))


def export(game: ExportGame) -> Exported:
    return export_pictures(game, PictureType.JPG)
