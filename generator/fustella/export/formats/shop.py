"""Exports a folder for any print shop, to ask for a price.

It holds PDFs of all copies, pictures of all designs, a list of the parts for a spreadsheet, and a
letter in the language of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fustella.build.publish import OutputFile
from fustella.core.values.model import Kind
from fustella.core.words.printed import POINT, SHOP
from fustella.export.formats._pictures import (
    bleed_warnings,
    face_files,
    names_of,
    sides_of,
)
from fustella.export.formats._products import SHOP_DPI
from fustella.export.formats._shops import at_shop_dpi, vector_file
from fustella.export.game import Exported, ExportGame, ExportPiece, csv_bytes, written
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
        written("request.md", _letter(game).encode(), "request"),
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

_POINT = "point"
"""The key of the decimal sign among the words of the letter."""

_TABLES = (
    ("runs", ("boxes", "price_per_box", "price_in_total", "shipping", "days")),
    ("parts", ("part", "pieces", "designs", "size", "shape", "material", "print", "bleed")),
)
"""The letter's two tables: keys of the words that head their columns, `shop.runs.boxes`."""


def _letter(game: ExportGame) -> str:
    tool = game.edition.game.tool_words
    words = tool.section(SHOP, game.language) | {_POINT: tool.text(POINT, game.language)}
    runs, parts = ([words[f"{table}.{head}"] for head in heads] for table, heads in _TABLES)
    title, copies = game.edition.title, sum(piece.copies for piece in game.pieces)
    bleed = _number(_FORM.bleed_mm, words)
    paragraphs = (
        f"# {words['subject'].format(title=title)}",
        words["greeting"],
        words["asks"].format(title=title, version=game.version),
        _table(runs, [(run, *[""] * (len(runs) - 1)) for run in _RUNS]),
        words["contains"].format(copies=copies, kinds=len(game.kinds)),
        _table(parts, [*_parts(game, words)]),
        words["unknown"],
        words["files"],
        "\n".join(
            f"- {line}"
            for line in (words["pdfs"], words["pictures"].format(bleed=bleed), words["table"])
        ),
        f"{words['cut']} {words['colours']}",
        words["closing"],
    )
    return "\n\n".join(paragraphs) + "\n"


def _parts(game: ExportGame, words: Mapping[str, str]) -> Iterator[tuple[object, ...]]:
    """Yields the rows of the table of parts: the kinds, and the booklet with its pages."""
    for pieces in game.kinds.values():
        yield _part(game, pieces, words)
    if game.rulebook is not None:
        size, bleed_mm = game.rulebook.size, _FORM.bleed_mm
        yield (
            f"{game.rulebook.name} ({words['booklet']})",
            1,
            len(game.rulebook.pages(size, bleed_mm).faces),
            f"{_number(size.width_mm, words)} × {_number(size.height_mm, words)}",
            words["shapes.rectangle"],
            "",
            words["two_sides"],
            f"{_number(bleed_mm, words)} mm",
        )


def _part(
    game: ExportGame, pieces: Sequence[ExportPiece], words: Mapping[str, str]
) -> tuple[object, ...]:
    kind = pieces[0].kind
    size = kind.outline.size
    return (
        game.kind_name(kind),
        sum(piece.copies for piece in pieces),
        len(pieces),
        f"{_number(size.width_mm, words)} × {_number(size.height_mm, words)}",
        _shape(kind, words),
        ", ".join(_material(kind, words)),
        words["two_sides"] if _sides(pieces) > 1 else words["one_side"],
        f"{_number(kind.bleed_mm, words)} mm" if kind.bleed_mm else words["none"],
    )


def _shape(kind: Kind, words: Mapping[str, str]) -> str:
    outline = kind.outline
    if outline.is_rectangle and outline.corner_radius_mm:
        return words["shapes.rounded"].format(radius=_number(outline.corner_radius_mm, words))
    return words[f"shapes.{outline.shape.value}"]


def _material(kind: Kind, words: Mapping[str, str]) -> Iterator[str]:
    if kind.stock:
        yield kind.stock.id
        yield f"{_number(kind.stock.thickness_mm, words)} mm"
        if kind.stock.grams_m2:
            yield f"{_number(kind.stock.grams_m2, words)} g/m²"


def _number(value: float, words: Mapping[str, str]) -> str:
    return f"{round(value, 2):g}".replace(".", words[_POINT])


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown; vertical bars in texts are escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    cells = [[" ".join(str(cell).replace("|", r"\|").split()) for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
