"""Makes the pictures of single pieces (a shared back only once), and lists of the pieces."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.publish import OutputFile
from fustella.core.values.model import Face, SideName
from fustella.core.values.problems import Problem, warning
from fustella.export.formats._grids import grids_of
from fustella.export.game import (
    Exported,
    ExportGame,
    ExportPiece,
    csv_bytes,
    json_bytes,
    written,
)
from fustella.export.options import Preset
from fustella.write.pictures import PictureCut, PictureForm, PictureType

PRESETS: Mapping[Preset, PictureForm] = {
    Preset.SCREEN: PictureForm(dpi=300, cut=PictureCut.OUTLINE),
    Preset.TGC: PictureForm(dpi=300, bleed_mm=3.175),
    Preset.MPC: PictureForm(dpi=300, bleed_mm=3.048),
    Preset.TABLETOPIA: PictureForm(dpi=254, cut=PictureCut.SHARP),
    Preset.PRINT: PictureForm(dpi=300, bleed_mm=3.0),
}
"""The forms of pictures by their use.

The Game Crafter asks for a bleed of 1/8 in, MakePlayingCards for 36 pixels; at Tabletopia ten
pixels are a millimetre.
"""

BACK = "back"

_HEADS = (
    *("game", "kind", "id", "name", "code", "copies", "shape", "width_mm", "height_mm"),
    *("corner_mm", "thickness_mm", "bleed_mm", "width_px", "height_px", "front", "back"),
)


class PieceFiles(Struct, frozen=True):
    """The names of the files of a piece; `back` is "" for a piece without a back."""

    piece: ExportPiece
    front: str
    back: str


def form_of(game: ExportGame, type: PictureType) -> PictureForm:
    """The form of pictures that the options of the export ask for."""
    options = game.options
    form = replace(PRESETS[options.preset or Preset.SCREEN], type=type)
    if type is PictureType.JPG and form.cut is not PictureCut.SQUARE:
        form = replace(form, cut=PictureCut.SQUARE)
    return replace(form, dpi=options.dpi) if options.dpi else form


def names_of(game: ExportGame, ending: str) -> Iterator[PieceFiles]:
    """The file names of all pieces, in a folder for each kind; a shared back has one name."""
    for kind, pieces in game.kinds.items():
        stem = f"{kind}/{game.id}-{kind}"
        shared = {digest: f"{stem}-{name}" for digest, name in shared_backs(pieces).items()}
        for piece in pieces:
            own, back = f"{stem}-{piece.id}", ""
            if piece.back:
                back = shared.get(piece.back.digest, f"{own}-{BACK}")
            front = f"{own}-front" if back.startswith(own) else own
            yield PieceFiles(piece, f"{front}.{ending}", back and f"{back}.{ending}")


def shared_backs(pieces: Sequence[ExportPiece]) -> dict[str, str]:
    """The names of backs that several pieces share, `back`, `back-2`, …, by their digests."""
    counted = Counter(piece.back.digest for piece in pieces if piece.back)
    several = [digest for digest, pieces_with_it in counted.items() if pieces_with_it > 1]
    return {
        digest: f"{BACK}-{number}" if number > 1 else BACK
        for number, digest in enumerate(several, start=1)
    }


def face_files(
    game: ExportGame, names: Sequence[PieceFiles], form: PictureForm, folder: str = ""
) -> Iterator[OutputFile]:
    """The pictures of all faces, each once, in a `folder` whose name is "" or ends with `/`."""
    files = set[str]()
    for names_of_piece in names:
        kind = names_of_piece.piece.kind
        for file, face in (
            (names_of_piece.front, names_of_piece.piece.front),
            (names_of_piece.back, names_of_piece.piece.back),
        ):
            if file and face and file not in files:
                files.add(file)
                name, edge = game.kind_name(kind), game.edge_of(kind)
                yield game.picture(f"{folder}{file}", face, form, name, edge)


def lists_of(
    game: ExportGame, names: Sequence[PieceFiles], form: PictureForm | None
) -> Iterator[OutputFile]:
    """The files pieces.csv and pieces.json, which list the pieces and their files."""
    rows = [dict(zip(_HEADS, _row(game, each, form), strict=True)) for each in names]
    yield written("pieces.csv", csv_bytes(_HEADS, [list(row.values()) for row in rows]), "pieces")
    listed = {
        "game": game.id,
        "title": game.edition.title,
        "language": game.language,
        "version": game.version,
        "checked": game.checked,
        "pieces": rows,
    }
    yield written("pieces.json", json_bytes(listed), "pieces")


def _row(game: ExportGame, files: PieceFiles, form: PictureForm | None) -> list[object]:
    piece, outline = files.piece, files.piece.kind.outline
    size = outline.size
    bleed_mm = piece.kind.bleed_mm if form is None else form.bleed_mm
    px = form.pixels(outline) if form else ("", "")
    return [
        game.id,
        piece.kind.id,
        piece.id,
        piece.name,
        piece.code,
        piece.copies,
        outline.shape.value,
        round(size.width_mm, 2),
        round(size.height_mm, 2),
        round(outline.corner_radius_mm, 2),
        piece.thickness_mm,
        bleed_mm,
        *px,
        files.front,
        files.back,
    ]


def bleed_warnings(game: ExportGame, form: PictureForm) -> Iterator[Problem]:
    """The warnings E803 about kinds that are drawn with less bleed than their pictures show."""
    for pieces in game.kinds.values():
        kind = pieces[0].kind
        if kind.bleed_mm < form.bleed_mm - 0.05 and not game.edge_of(kind):
            yield less_bleed(pieces[0], form.bleed_mm)


def less_bleed(piece: ExportPiece, bleed_mm: float) -> Problem:
    """The warning E803 about the kind of a piece, which is drawn with less than `bleed_mm`."""
    kind = piece.kind
    has = f"{kind.bleed_mm:g} mm of bleed are" if kind.bleed_mm else "no bleed is"
    needed = f"{bleed_mm:.1f} mm are asked for"
    message = f"{has} drawn, {needed}: the colours at its edge are drawn on outwards"
    hint = f"write `bleed: {math.ceil(bleed_mm * 10) / 10:g}mm` under this kind, and draw as far"
    return warning("E803", kind.place, message, hint)


def sides_of(piece: ExportPiece) -> Iterator[tuple[SideName, Face]]:
    """The sides of a piece that are exported, with their faces."""
    yield SideName.FRONT, piece.front
    if piece.back:
        yield SideName.BACK, piece.back


def export_pictures(game: ExportGame, type: PictureType) -> Exported:
    """Exports all pieces as pictures of one type, with lists; with grids if `--sheets` is given."""
    form, names = form_of(game, type), [*names_of(game, type.value)]
    files = [*face_files(game, names, form), *lists_of(game, names, form)]
    if game.options.sheets:
        files += grids_of(game, form, *game.options.sheets)
    return Exported(files, tuple(bleed_warnings(game, form)))
