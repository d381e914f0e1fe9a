"""Exports pieces to PrintPlayGames: for each size, a PDF of fronts and a PDF of backs.

The pages have a bleed and no marks or lines. They are vectors; where faces have less bleed, the
pixels of their edge are repeated around them.
"""

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.values.model import SideName
from fustella.core.values.sizes import size_name
from fustella.export.formats._products import FULL_BLEED_MM
from fustella.export.formats._shops import at_shop_dpi, bleed_told, vector_file
from fustella.export.game import Exported, ExportGame, ExportPiece
from fustella.read import read_shop

ABOUT = "PrintPlayGames: fronts.pdf and backs.pdf for each size, page for page"

OPTIONS: frozenset[str] = frozenset()

_NOTES = (
    "page n of a file of backs is the back of page n of its fronts; each copy has a page",
    "upload each pair to the product of its size at printplaygames.com, or send it with a question",
)


class _Order(Struct, frozen=True):
    """An order: the pieces of one size, shape and stock, either with or without backs."""

    name: str
    pieces: tuple[ExportPiece, ...]

    @property
    def copies(self) -> tuple[ExportPiece, ...]:
        return tuple(piece for piece in self.pieces for _ in range(piece.copies))

    @property
    def drawn_mm(self) -> float:
        """The least bleed, in mm, with which a piece of the order is drawn."""
        return min(piece.kind.bleed_mm for piece in self.pieces)


def export(game: ExportGame) -> Exported:
    least_mm = read_shop(game.project, "printplaygames").bleed_mm
    groups = _groups(game)
    files = [
        _file(game, group, side, least_mm)
        for group in groups
        for side in (SideName if group.pieces[0].back else (SideName.FRONT,))
    ]
    if game.rulebook is not None:
        files.append(game.rulebook.pdf("rules.pdf", FULL_BLEED_MM))
    few = [group for group in groups if group.drawn_mm < least_mm]
    warnings = [problem for group in few for problem in bleed_told(game, group.pieces, least_mm)]
    return Exported(files, tuple(warnings), (*_NOTES, *at_shop_dpi(game)))


def _groups(game: ExportGame) -> list[_Order]:
    """The orders of a game; where two have one size, their names have more words."""
    by_words: dict[tuple[str, str, str, str], list[ExportPiece]] = {}
    for piece in game.pieces:
        stock = piece.kind.stock.id if piece.kind.stock else ""
        sides = "" if piece.back else "one-sided"
        outline = piece.kind.outline
        shape = "" if outline.is_rectangle else outline.shape.value
        words = size_name(outline.size), shape, stock, sides
        by_words.setdefault(words, []).append(piece)
    groups = []
    for words, pieces in by_words.items():
        alone = sum(other[:2] == words[:2] for other in by_words) == 1
        named = filter(None, words[:2] if alone else words)
        groups.append(_Order("-".join(named), tuple(pieces)))
    return groups


def _file(game: ExportGame, group: _Order, side: SideName, least_mm: float) -> OutputFile:
    drawn_mm = group.drawn_mm
    bleed_mm = min(drawn_mm, FULL_BLEED_MM) if drawn_mm >= least_mm else FULL_BLEED_MM
    pages = [(piece, side) for piece in group.copies]
    file = f"{group.name}-{side.value}s.pdf"
    return vector_file(game, file, group.name, pages, bleed_mm, continued=True)
