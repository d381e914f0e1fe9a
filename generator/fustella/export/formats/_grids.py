"""Makes grids of pictures, ten by seven or as `--sheets` says: one file for many cards."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.model import Face
from fustella.export.game import ExportGame, ExportPiece, common_back, csv_bytes, written
from fustella.write.pictures import PictureForm, PictureType, grid_bytes

_FOLDER = "sheets"


def grids_of(game: ExportGame, form: PictureForm, columns: int, rows: int) -> Iterator[OutputFile]:
    """The grids of fronts and backs of each kind, and lists of the names in reading order.

    A piece stands in a grid as often as it has copies. Where all pieces of a kind share a back,
    there is one picture of it instead of a grid.
    """
    listed: list[list[object]] = []
    for kind, pieces in game.kinds.items():
        cards = [piece for piece in pieces for _ in range(piece.copies)]
        back = common_back(pieces)
        for number, first in enumerate(range(0, len(cards), columns * rows), start=1):
            part = cards[first : first + columns * rows]
            stem = f"{_FOLDER}/{game.id}-{kind}-{number}"
            file = f"{stem}.{form.type}"
            yield _grid(game, file, [card.front for card in part], part, form, columns)
            backs = [card.back for card in part if card.back]
            if back is None and len(backs) == len(part):
                yield _grid(game, f"{stem}-back.{form.type}", backs, part, form, columns)
            listed += [
                [file, at // columns + 1, at % columns + 1, card.id, card.name, card.code]
                for at, card in enumerate(part)
            ]
        if back:
            edge = game.common_edge(pieces)
            yield game.picture(f"{_FOLDER}/{game.id}-{kind}-back.{form.type}", back, form, "", edge)
    heads = ("sheet", "row", "column", "id", "name", "code")
    yield written(f"{_FOLDER}/names.csv", csv_bytes(heads, listed), "names")


def _grid(
    game: ExportGame,
    file: str,
    faces: Sequence[Face],
    pieces: Sequence[ExportPiece],
    form: PictureForm,
    columns: int,
) -> OutputFile:
    kind, edge = pieces[0].kind, game.common_edge(pieces)
    inner = replace(form, type=PictureType.PNG)
    keys = [game.pictures.key(face, inner, edge) for face in faces]
    key = fingerprint((), (), repr((form, columns, keys)))
    size = form.pixels(kind.outline)

    def content() -> bytes:
        different = {face.digest: face for face in faces}
        pictures = {
            digest: game.pictures.content(face, inner, edge) for digest, face in different.items()
        }
        return grid_bytes([pictures[face.digest] for face in faces], size, columns, form)

    return OutputFile(file, game.kind_name(kind), content, key=key)
