"""Exports single pieces as PDF files: a page for each side, with the boxes of trim and bleed."""

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.model import FaceId
from fustella.export.formats._pictures import PieceFiles, lists_of, names_of, sides_of
from fustella.export.game import Exported, ExportGame
from fustella.write.shop import ShopDocument, shop_bytes

ABOUT = "a PDF of each piece, its front and its back, with trim and bleed"

OPTIONS: frozenset[str] = frozenset()


def export(game: ExportGame) -> Exported:
    names = [
        PieceFiles(
            files_of_piece.piece,
            f"{files_of_piece.piece.kind.id}/{game.id}-{files_of_piece.piece.kind.id}-{files_of_piece.piece.id}.pdf",
            "",
        )
        for files_of_piece in names_of(game, "pdf")
    ]
    return Exported(
        [*(_file(game, files_of_piece) for files_of_piece in names), *lists_of(game, names, None)]
    )


def _file(game: ExportGame, names: PieceFiles) -> OutputFile:
    piece = names.piece
    faces = {FaceId(piece.piece.id, side, piece.look): face for side, face in sides_of(piece)}
    digests = [face.digest for face in faces.values()]
    title = f"{game.edition.title} · {piece.name}"
    pages = game.pictures.key_of_pages(faces.values())
    key = fingerprint((), (), repr((pages, title, game.language, digests)))

    def content() -> bytes:
        document = ShopDocument(
            title=title,
            language=game.language,
            pages=tuple(faces),
            faces=faces,
            rendered=game.pictures.rendered(faces.values()),
        )
        return shop_bytes(document)

    return OutputFile(names.front, game.kind_name(piece.kind), content, key=key)
