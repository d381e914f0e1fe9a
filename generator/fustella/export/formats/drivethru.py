"""Exports cards to DriveThruCards: PDF/X-1a in the colours of its press, one file a size of card.

Pages are front, back, front, back, for each copy. Each page is one flat picture in cyan, magenta,
yellow and black, by a profile that the user names: Fustella has none, because most profiles may not
be given away.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Face, SideName
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.sizes import size_name
from fustella.export.formats._press import OLD_PROFILES, WHERE_PROFILES, named_press
from fustella.export.formats._products import FULL_BLEED_MM, SHOP_DPI
from fustella.export.formats._shops import (
    ShownSide,
    at_shop_dpi,
    bleed_told,
    cards_of,
    rules_left_out,
    stored_pictures,
)
from fustella.export.game import Exported, ExportGame, ExportPiece
from fustella.write.pdfx import Press, Separation
from fustella.write.picture_pages import PicturesDocument, picture_pages_bytes
from fustella.write.pictures import PictureForm

ABOUT = "DriveThruCards: PDF/X-1a in the colours of a press, --profile FILE"

OPTIONS = frozenset({"profile"})

_FORM = PictureForm(dpi=SHOP_DPI, bleed_mm=FULL_BLEED_MM)


def export(game: ExportGame) -> Exported:
    press = named_press(game, newest=OLD_PROFILES)
    if press is None:
        place, message = Place("--profile"), "DriveThruCards needs the profile of its press"
        hint = f"add --profile FILE.icc: {WHERE_PROFILES}"
        raise ProblemsFound([Problem("E805", place, message, hint)])
    kinds, warnings = cards_of(game, "DriveThruCards")
    sizes: dict[str, list[ExportPiece]] = {}
    for pieces in kinds:
        warnings += bleed_told(game, pieces, FULL_BLEED_MM)
        sizes.setdefault(size_name(_upright_size(pieces[0])), []).extend(pieces)
    files = [_file(game, press, size, pieces) for size, pieces in sizes.items()]
    notes = (
        f"the colours are those of “{press.name}”; a card is a front and a back, copy after copy",
        "each file is a product of its own: see that the shop sells cards of that size",
        *at_shop_dpi(game),
        *rules_left_out(game, "DriveThruCards"),
    )
    return Exported(files, tuple(warnings), notes)


def _upright_size(piece: ExportPiece) -> Size:
    size = piece.kind.outline.size
    return size.turned() if size.width_mm > size.height_mm else size


def _sides(game: ExportGame, piece: ExportPiece) -> Iterator[ShownSide | None]:
    """The front and the back of a piece as upright pages; None for a back that is not printed.

    On a landscape piece, the back is turned the other way round than the front, so that both stand
    upright on the card.
    """
    size = piece.kind.outline.size
    level = size.width_mm > size.height_mm
    sides: Sequence[tuple[Face | None, SideName]] = (
        (piece.front, SideName.FRONT),
        (piece.back, SideName.BACK),
    )
    for face, side in sides:
        turn_deg = (90 if side is SideName.FRONT else 270) if level else 0
        yield ShownSide.of(game, piece, face, replace(_FORM, turn_deg=turn_deg)) if face else None


def _file(game: ExportGame, press: Press, name: str, pieces: Sequence[ExportPiece]) -> OutputFile:
    names: list[str] = []
    shown: dict[str, ShownSide] = {}
    for piece in pieces:
        card: list[str] = []
        for side in _sides(game, piece):
            card.append(side.key(game) if side else "")
            if side:
                shown[card[-1]] = side
        names += card * piece.copies
    document = PicturesDocument(
        f"{game.edition.title} · {name}", _upright_size(pieces[0]), FULL_BLEED_MM, tuple(names)
    )

    def content() -> bytes:
        pictures = stored_pictures(game, shown, Separation(press).separated)
        return picture_pages_bytes(document, pictures, press.conformance)

    key = fingerprint((), (), repr((document, press)))
    copies = sum(piece.copies for piece in pieces)
    return OutputFile(f"{game.id}-{name}.pdf", name, content, pieces=copies, key=key)
