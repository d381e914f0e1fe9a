"""Exports all pieces as solids in one file of three dimensions, each kind a block of piles."""

import math
from collections.abc import Iterator

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Point
from fustella.core.geometry.solids import solid_of
from fustella.core.values.model import Face
from fustella.export.game import Exported, ExportGame, csv_bytes, written
from fustella.write import GlbDocument, PictureForm, PictureType, Pile, glb_bytes

ABOUT = "all pieces in three dimensions, as thick as their stock, in one file for any viewer"

OPTIONS: frozenset[str] = frozenset()

_DPI = 100.0
"""The usual resolution: a card fills a third of a screen before its pixels are seen."""

_GAP_MM = 10.0

_HEADS = (
    *("kind", "id", "name", "copies", "width_mm", "height_mm", "thickness_mm"),
    *("pile_mm", "volume_mm3"),
)


def export(game: ExportGame) -> Exported:
    form = PictureForm(type=PictureType.JPG, dpi=game.options.dpi or _DPI)
    faces: dict[str, tuple[Face, PictureForm, str]] = {}
    for piece in game.pieces:
        for face in piece.faces:
            faces.setdefault(face.digest, (face, form, game.edge_of(piece.kind)))
    title = game.edition.title
    groups = {kind: tuple(piles) for kind, piles in _piles(game)}
    keys = [game.pictures.key(*each) for each in faces.values()]

    def content() -> bytes:
        made = game.pictures.contents(faces.values())
        return glb_bytes(GlbDocument(title, groups, dict(zip(faces, made, strict=True))))

    key = fingerprint((), (), repr((title, groups, keys)))
    pieces = sum(piece.copies for piece in game.pieces)
    file = OutputFile(f"{game.id}.glb", title, content, pieces=pieces, key=key)
    return Exported([file, written("solids.csv", csv_bytes(_HEADS, _rows(game)), "solids")])


def _rows(game: ExportGame) -> Iterator[list[object]]:
    for piece in game.pieces:
        outline, pile_mm = piece.kind.outline, piece.thickness_mm * piece.copies
        sizes = (outline.size.width_mm, outline.size.height_mm, piece.thickness_mm, pile_mm)
        yield [
            *(piece.kind.id, piece.id, piece.name, piece.copies),
            *(round(each, 2) for each in sizes),
            round(outline.area_mm2 * pile_mm, 1),
        ]


def _piles(game: ExportGame) -> Iterator[tuple[str, list[Pile]]]:
    """Yields the piles of each kind: a block of rows, on shelves about as wide as all are deep."""
    sizes = [piece.kind.outline.size for piece in game.pieces]
    areas_mm2 = ((each.width_mm + _GAP_MM) * (each.height_mm + _GAP_MM) for each in sizes)
    wide_mm = math.sqrt(sum(areas_mm2))
    x_mm = y_mm = shelf_mm = 0.0
    for kind, pieces in game.kinds.items():
        size = pieces[0].kind.outline.size
        across_mm, down_mm = size.width_mm + _GAP_MM, size.height_mm + _GAP_MM
        columns = min(len(pieces), max(1, int(wide_mm / across_mm)))
        if x_mm and x_mm + columns * across_mm > wide_mm:
            x_mm, y_mm, shelf_mm = 0.0, y_mm + shelf_mm, 0.0
        piles = []
        for number, piece in enumerate(pieces):
            row, column = divmod(number, columns)
            at = Point(x_mm + column * across_mm, y_mm + row * down_mm)
            solid = solid_of(piece.kind.outline, piece.thickness_mm)
            back = piece.back.digest if piece.back else ""
            piles.append(Pile(piece.id, solid, piece.copies, piece.front.digest, back, at))
        yield kind, piles
        x_mm += columns * across_mm + _GAP_MM
        shelf_mm = max(shelf_mm, math.ceil(len(pieces) / columns) * down_mm + _GAP_MM)
