"""Exports pictures to The Game Crafter, in a folder for each product, and lists of quantities.

The shop gives the sizes of pictures in pixels, rounded up from trim and bleed to steps of 75. A
face lies in the middle of the picture and is never scaled.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.values.model import Face, SideName
from fustella.core.values.problems import Problem
from fustella.export.formats._pictures import shared_backs
from fustella.export.formats._products import FULL_BLEED_MM, ProductFit, products_at
from fustella.export.formats._shops import at_shop_dpi, bleed_told
from fustella.export.game import Exported, ExportGame, ExportPiece, csv_bytes, written

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook

ABOUT = "The Game Crafter: pictures by product, and a list with the quantities"

OPTIONS: frozenset[str] = frozenset()

_HEADS = (
    *("identity", "what", "kind", "id", "name", "quantity"),
    *("front", "back", "difference"),
)
_NOTES = (
    "each folder is a product: add it to your game at thegamecrafter.com, and drop its pictures",
    "tgc.csv has the quantities to type in",
)


class _Sold(Struct, frozen=True):
    """A piece with its product and the files of its sides; "" for a back that is not printed."""

    piece: ExportPiece
    fit: ProductFit
    front: str
    back: str


def export(game: ExportGame) -> Exported:
    shop = products_at(game, "tgc")
    sold: list[_Sold] = []
    warnings: list[Problem] = []
    for pieces in game.kinds.values():
        fit, about = shop.fit(pieces[0])
        warnings += about
        if fit:
            warnings += bleed_told(game, pieces, shop.rules.bleed_mm)
            sold += _sold_pieces(pieces, fit)
    rules, pages = list[OutputFile](), list[tuple[object, ...]]()
    notes: tuple[str, ...] = _NOTES
    if game.rulebook is not None:
        booklet, about = shop.booklet_fit(game.rulebook)
        warnings += about
        if booklet:
            rules = [*_rule_pages(game.rulebook, booklet)]
            pages = _rule_rows(game.rulebook, booklet, rules)
            notes = (*_NOTES, f"{booklet.product.identity}: add its pages in their order")
    files = [*_pictures(game, sold), *rules, _list(game, sold, pages)]
    return Exported(files, tuple(warnings), (*notes, *at_shop_dpi(game)))


def _rule_pages(rulebook: "Rulebook", fit: ProductFit) -> Iterator[OutputFile]:
    """Yields the pictures of the pages of the rules, which are set for the product."""
    pages, form = rulebook.pages(fit.product.finished, FULL_BLEED_MM), fit.form(SideName.FRONT)
    digits = len(str(len(pages.faces)))
    for number, face in enumerate(pages.faces.values(), 1):
        yield OutputFile(
            f"{fit.product.identity}/rules-{number:0{digits}}.png",
            rulebook.name,
            partial(pages.pictures.content, face, form),
            key=pages.pictures.key(face, form),
        )


def _rule_rows(
    rulebook: "Rulebook", fit: ProductFit, pages: Sequence[OutputFile]
) -> list[tuple[object, ...]]:
    """The rows of the list about the pages of the rules."""
    product, name = fit.product, rulebook.name
    differs = "" if fit.agrees else "set anew for this size"
    rows = list[tuple[object, ...]]()
    for number, file in enumerate(pages, 1):
        about = f"{name}, {number}/{len(pages)}"
        page = file.file.rpartition("/")[2].removesuffix(".png")
        rows.append(
            (product.identity, product.what, "rules", page, about, 1, file.file, "", differs)
        )
    return rows


def _sold_pieces(pieces: Sequence[ExportPiece], fit: ProductFit) -> Iterator[_Sold]:
    stem = f"{fit.product.identity}/{pieces[0].kind.id}"
    shared: Mapping[str, str] = shared_backs(pieces)
    for piece in pieces:
        back = ""
        if piece.back and fit.product.sides > 1:
            back = f"{stem}-{shared.get(piece.back.digest, f'{piece.id}-back')}.png"
        yield _Sold(piece, fit, f"{stem}-{piece.id}-front.png", back)


def _pictures(game: ExportGame, sold: Sequence[_Sold]) -> Iterator[OutputFile]:
    """The pictures of all sides, with one picture for a back that several pieces share."""
    files = set[str]()
    for item in sold:
        name, edge = game.kind_name(item.piece.kind), game.edge_of(item.piece.kind)
        sides: tuple[tuple[str, Face | None, SideName], ...] = (
            (item.front, item.piece.front, SideName.FRONT),
            (item.back, item.piece.back, SideName.BACK),
        )
        for file, face, side in sides:
            if file and face and file not in files:
                files.add(file)
                yield game.picture(file, face, item.fit.form(side), name, edge)


def _list(
    game: ExportGame, sold: Sequence[_Sold], pages: Sequence[tuple[object, ...]]
) -> OutputFile:
    rows: list[tuple[object, ...]] = [
        (
            item.fit.product.identity,
            item.fit.product.what,
            item.piece.kind.id,
            item.piece.id,
            item.piece.name,
            item.piece.copies,
            item.front,
            item.back,
            "" if item.fit.agrees else item.fit.difference,
        )
        for item in sold
    ]
    copies = sum(item.piece.copies for item in sold)
    return written("tgc.csv", csv_bytes(_HEADS, [*rows, *pages]), game.edition.title, pieces=copies)
