"""Exports single pieces as PNG files."""

from fustella.export.formats._pictures import export_pictures
from fustella.export.game import Exported, ExportGame
from fustella.write.pictures import PictureType

ABOUT = "pictures of single pieces, transparent outside of their outlines"

OPTIONS = frozenset(("preset", "sheets"))


def export(game: ExportGame) -> Exported:
    return export_pictures(game, PictureType.PNG)
