"""Exports cards to DriveThruCards: PDF/X-1a in the inks of its press, one file a size of card.

Pages are front, back, front, back, for each copy: vectors and real text in cyan, magenta, yellow
and black, by a profile that the user names. Fustella has none, because most profiles may not be
given away.
"""

from collections.abc import Sequence

from fustella.build.publish import OutputFile
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import SideName
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.sizes import size_name
from fustella.export.formats._press import (
    OLD_PROFILES,
    WHERE_PROFILES,
    named_press,
    press_key,
)
from fustella.export.formats._shops import (
    Finishing,
    at_shop_dpi,
    bleed_told,
    cards_of,
    rules_left_out,
    vector_file,
)
from fustella.export.game import Exported, ExportGame, ExportPiece
from fustella.read import read_shop
from fustella.write.press.file import Standard, press_file
from fustella.write.press.inks import USUAL_PERCENT, PressInks

ABOUT = "DriveThruCards: PDF/X-1a in the inks of a press, --profile FILE"

OPTIONS = frozenset({"profile", "ink_percent"})


def export(game: ExportGame) -> Exported:
    shop = read_shop(game.project, "drivethru")
    press = named_press(game, newest=OLD_PROFILES)
    if press is None:
        place, message = Place("--profile"), f"{shop.name} needs the profile of its press"
        hint = f"add --profile FILE.icc: {WHERE_PROFILES}"
        raise ProblemsFound([Problem("E805", place, message, hint)])
    most = game.options.ink_percent or shop.ink_percent or USUAL_PERCENT
    inks = PressInks(press, most)
    kinds, warnings = cards_of(game, shop.name)
    sizes: dict[str, list[ExportPiece]] = {}
    for pieces in kinds:
        warnings += bleed_told(game, pieces, shop.bleed_mm)
        sizes.setdefault(size_name(_upright_size(pieces[0])), []).extend(pieces)
    files = [_file(game, inks, size, pieces, shop.bleed_mm) for size, pieces in sizes.items()]
    notes = (
        f"the inks are those of “{press.name}”, at most {most:g} % at a place; a card is a front "
        "and a back, copy after copy",
        "a page on which something is transparent is one picture, since PDF/X-1a has no such thing",
        "each file is a product of its own: see that the shop sells cards of that size",
        *at_shop_dpi(game),
        *rules_left_out(game, shop.name),
    )
    return Exported(files, tuple(warnings), notes)


def _upright_size(piece: ExportPiece) -> Size:
    size = piece.kind.outline.size
    return size.turned() if size.width_mm > size.height_mm else size


def _file(
    game: ExportGame, inks: PressInks, name: str, pieces: Sequence[ExportPiece], bleed_mm: float
) -> OutputFile:
    pages = [(piece, side) for piece in pieces for _ in range(piece.copies) for side in SideName]

    def finish(pdf: bytes, title: str) -> bytes:
        return press_file(pdf, inks, title, Standard.X1A).pdf

    return vector_file(
        game,
        f"{game.id}-{name}.pdf",
        name,
        pages,
        bleed_mm,
        finished=Finishing(press_key(inks, Standard.X1A), finish),
        upright=True,
        continued=True,
    )
