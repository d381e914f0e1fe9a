"""Exports a folder for any print shop, to ask for a price.

It holds PDFs of all copies, pictures of all designs, a list of the parts for a spreadsheet, and a
letter in the language of the game.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fustella.build.publish import OutputFile
from fustella.core.values.model import Kind
from fustella.core.words.printed import SHOP
from fustella.export.formats._pictures import (
    bleed_warnings,
    face_files,
    names_of,
    sides_of,
)
from fustella.export.formats._products import SHOP_DPI
from fustella.export.formats._shops import at_shop_dpi, vector_file
from fustella.export.game import Exported, ExportGame, ExportPiece, csv_bytes, written
from fustella.export.quote.forms import as_text
from fustella.export.quote.parts import Quote, booklet_of, boxes_of, part_of
from fustella.export.quote.request import Request, request_of
from fustella.write.pictures import PictureForm

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook

ABOUT = "any print shop: PDFs, pictures, a list of parts, a letter that asks for a price"

OPTIONS: frozenset[str] = frozenset()

_FORM = PictureForm(dpi=SHOP_DPI, bleed_mm=3.0)
"""The form of pictures for which shops in Europe ask; shops in America take it, too."""

_RUNS = (1, 10, 100)
"""The quantities in the letter, which people may change before they send it."""

_HEADS = (
    *("part", "name", "quantity", "designs", "width_mm", "height_mm", "corner_mm", "shape"),
    *("stock", "thickness_mm", "grams_m2", "printed_sides", "drawn_bleed_mm", "file"),
)
_NOTES = (
    "request.md is the letter: fill in your name and the quantities that you want",
    "send the whole folder, zipped, or a link to it",
)


def export(game: ExportGame) -> Exported:
    pdfs = [_pdf(game, pieces) for pieces in game.kinds.values()]
    rows = [_row(game, pieces) for pieces in game.kinds.values()]
    if game.rulebook is not None:
        rules = game.rulebook.pdf(f"{game.id}-rules-pages.pdf", _FORM.bleed_mm)
        pdfs.append(rules)
        rows.append(_rule_row(game.rulebook, rules.file))
    files = [
        *pdfs,
        *face_files(game, [*names_of(game, "png")], _FORM, "pictures/"),
        written("parts.csv", csv_bytes(_HEADS, rows), "parts"),
        written("request.md", as_text(_request(game)).encode(), "request"),
    ]
    notes = (*_NOTES, *at_shop_dpi(game))
    return Exported(files, tuple(bleed_warnings(game, _FORM)), notes)


def _pdf(game: ExportGame, pieces: Sequence[ExportPiece]) -> OutputFile:
    """The PDF with each copy of each piece: its front, then its back if it has one."""
    pages = [
        (piece, side)
        for piece in pieces
        for _ in range(piece.copies)
        for side, _ in sides_of(piece)
    ]
    kind = pieces[0].kind
    return vector_file(game, _pdf_name(game, kind), game.kind_name(kind), pages)


def _pdf_name(game: ExportGame, kind: Kind) -> str:
    return f"{game.id}-{kind.id}.pdf"


def _row(game: ExportGame, pieces: Sequence[ExportPiece]) -> list[object]:
    kind = pieces[0].kind
    outline, stock = kind.outline, kind.stock
    return [
        kind.id,
        game.kind_name(kind),
        sum(piece.copies for piece in pieces),
        len(pieces),
        round(outline.size.width_mm, 2),
        round(outline.size.height_mm, 2),
        round(outline.corner_radius_mm, 2),
        outline.shape.value,
        stock.id if stock else "",
        stock.thickness_mm if stock else "",
        stock.grams_m2 if stock else "",
        _sides(pieces),
        kind.bleed_mm,
        _pdf_name(game, kind),
    ]


def _rule_row(rulebook: "Rulebook", file: str) -> list[object]:
    """The row of the booklet; its designs are its pages."""
    size, bleed_mm = rulebook.size, _FORM.bleed_mm
    pages = len(rulebook.pages(size, bleed_mm).faces)
    paper = ["rectangle", "", "", "", 2, bleed_mm, file]
    return ["rules", rulebook.name, 1, pages, size.width_mm, size.height_mm, 0.0, *paper]


def _sides(pieces: Sequence[ExportPiece]) -> int:
    return 2 if any(piece.back for piece in pieces) else 1


# The letter


def _request(game: ExportGame) -> Request:
    """The letter of `fustella quote`, with what is in the folder."""
    words = game.edition.game.tool_words.section(SHOP, game.language)
    pictures = words["pictures"].format(bleed=f"{_FORM.bleed_mm:g}")
    pieces = [[piece.piece for piece in pieces] for pieces in _once(game)]
    quote = Quote(
        edition=game.edition,
        version=game.version,
        parts=tuple(part_of(own, game.language, backs=game.options.backs) for own in pieces),
        boxes=() if game.options.only else boxes_of(game.edition),
        booklet=booklet_of(game.project, game.rulebook),
        whole=not game.options.only,
    )
    return request_of(quote, _RUNS, (words["pdfs"], pictures, words["table"]))


def _once(game: ExportGame) -> Iterator[Sequence[ExportPiece]]:
    """Yields the pieces of each kind, each piece once, without its further looks."""
    for pieces in game.kinds.values():
        yield [piece for piece in pieces if not piece.look]
