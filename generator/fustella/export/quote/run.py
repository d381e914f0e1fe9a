"""Writes what `fustella quote` asks for: a request, the costs by own prices, or a sell sheet."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.game_box import plan_box
from fustella.build.job import Job
from fustella.build.options import BuildOptions
from fustella.build.publish import OutputFile
from fustella.build.stamps import OutputRecord, Stamp, read_stamp
from fustella.core.files.names import refuse_way_out
from fustella.core.files.project import Project
from fustella.core.files.reading import is_there
from fustella.core.values.codes import box_code
from fustella.core.values.inks import named_for
from fustella.core.values.model import Piece
from fustella.core.values.paper import Duplex
from fustella.core.values.plates import PLAIN_NAMES
from fustella.core.values.prices import GAME, PriceTable
from fustella.core.values.problems import Problem, as_warnings
from fustella.core.values.shops import Punchboards, Shop
from fustella.core.values.sizes import kinds_by_size
from fustella.core.words.printed import QUOTE
from fustella.export.punched import (
    StockBoards,
    board_rules,
    folded_pieces,
    laid_out,
    thick_pieces,
    too_large,
)
from fustella.export.quote.boards import boards_of
from fustella.export.quote.costs import costs_of, parts_of
from fustella.export.quote.documents import request_pdf
from fustella.export.quote.forms import as_text, as_workbook
from fustella.export.quote.options import QuoteOptions
from fustella.export.quote.parts import (
    Quote,
    booklet_of,
    boxes_of,
    part_of,
    plates_of,
)
from fustella.export.quote.request import request_of
from fustella.export.quote.sell_sheet import sell_sheet_pdf
from fustella.export.run import rulebook_of
from fustella.read import read_shop
from fustella.read.prices import PRICES, read_prices
from fustella.write.picture_worker import PicturePool

FOLDER, SELL_SHEET = "quote", "sell-sheet"
"""The names of the folders for the files, in a language's folder, and of their stamps."""


class QuoteDone(Struct, frozen=True):
    """The files of one game; `unchanged` if all of them were there already.

    If it is `checked`, the box agrees with what its rules say. `warnings` are about what does not
    lie in the box of the game.
    """

    game: str
    folder: Path
    files: tuple[OutputRecord, ...]
    unchanged: bool
    checked: bool
    warnings: tuple[Problem, ...] = ()


def write_quote(
    project: Project,
    game_id: str,
    language: str,
    options: QuoteOptions,
    output: Path,
    *,
    force: bool = False,
) -> QuoteDone:
    """Writes the request of a game as PDF, workbook and text, or its sell sheet as PDF.

    Where there are prices, the costs are files of their own, which nobody sends by mistake. Without
    `language`, the game's first is used. Files that would not change are not touched. Raises
    ProblemsFound: E005, E401, E402, E760 to E764, and what is wrong with the content.
    """
    build = BuildOptions("", Duplex.LONG_EDGE, output, language, force=force)
    job = Job(project, game_id, build)
    edition = job.edition
    job = job.with_pieces(job.game.pieces)
    shop = read_shop(project, options.shop) if options.shop else None
    quote, told = quote_of(job, options, shop)
    prices = None if options.sell_sheet else _prices(project, quote, options)
    checked = job.checked
    warnings = () if options.sell_sheet else (*told, *_of_the_box(quote))
    name = SELL_SHEET if options.sell_sheet else FOLDER
    contents = _sell_sheet(job, quote) if options.sell_sheet else _request(quote, options, prices)
    if job.claims is not None or options.sell_sheet or job.game.inks:
        job.artist.face_cache.save()
    files = [
        OutputFile(file, title, partial(bytes, data), key=hashlib.sha256(data).hexdigest())
        for file, (title, data) in contents.items()
    ]
    inputs = hashlib.sha256("".join(file.key for file in files).encode()).hexdigest()
    inside = f"{edition.language}/{name}"
    folder = job.home / inside
    refuse_way_out(folder / name, output)
    known = read_stamp(folder, name, inputs)
    if known is not None:
        return QuoteDone(game_id, folder, known.printed, True, checked, warnings)
    stamp = Stamp(inputs, "", (), edition.language, edition.theme.value)
    written = job.deliver(inside, files, name, stamp, job.game.pieces)
    return QuoteDone(game_id, folder, written, False, checked, warnings)


def quote_of(
    job: Job, options: QuoteOptions, shop: Shop | None = None
) -> tuple[Quote, tuple[Problem, ...]]:
    """All that lies in a box of the game of a job, and warnings about what no board holds.

    Faces are drawn for a game with special inks alone. Raises ProblemsFound as its rules and faces
    do.
    """
    edition, game = job.edition, job.game
    language, press = edition.language, options.press
    sized = kinds_by_size(game.pieces)
    by_kind: dict[str, list[Piece]] = {}
    for piece in game.pieces:
        if piece.copies:
            own = replace(piece, kind=sized[piece.id])
            by_kind.setdefault(own.kind.id, []).append(own)
    rules, told = board_rules(game.box, shop, options.board), list[Problem]()
    laid: tuple[StockBoards, ...] = ()
    if rules is not None:
        thick = thick_pieces(game) - folded_pieces(game)
        pieces = [one for own in by_kind.values() for one in own if one.id in thick]
        laid, told = _on_boards(pieces, rules)
    on_boards = {piece.kind.id for own in laid for piece in own.pieces}
    inks = named_for(game.inks, shop.plates if shop else PLAIN_NAMES)
    faces = job.faces if inks else {}
    words = game.tool_words.section(QUOTE, language)
    with PicturePool(0) as pool:
        booklet = booklet_of(job.project, rulebook_of(job, pool))
    quote = Quote(
        edition=edition,
        version=box_code(game, language),
        parts=tuple(
            part_of(
                own,
                language,
                press,
                punched=kind in on_boards,
                plates=plates_of(own, faces, inks),
            )
            for kind, own in by_kind.items()
        ),
        boxes=boxes_of(edition, press),
        booklet=booklet,
        press=press,
        boards=boards_of(laid, rules, press, words["heading.boards"]) if rules else (),
    )
    return quote, tuple(told)


def _on_boards(
    pieces: Sequence[Piece], rules: Punchboards
) -> tuple[tuple[StockBoards, ...], list[Problem]]:
    """The boards of pieces, and warnings about those that are asked for one by one instead."""
    large = too_large(pieces, rules)
    laid, faults = laid_out([piece for piece in pieces if piece.id not in large], rules)
    alone = as_warnings([*dict.fromkeys(large.values()), *faults])
    return laid, [replace(one, message=f"{one.message}: not on a board") for one in alone]


def _of_the_box(quote: Quote) -> tuple[Problem, ...]:
    """The warnings about the box of the game, where game.yaml says how large it is."""
    if quote.edition.game.box is None:
        return ()
    booklet = quote.booklet
    plan = plan_box(quote.edition, (booklet.size, booklet.pages) if booklet else None)
    return (*plan.warnings, *as_warnings(plan.problems))


def _prices(project: Project, quote: Quote, options: QuoteOptions) -> PriceTable | None:
    """The designer's prices; None where there are none. Raises ProblemsFound: E760 to E764."""
    game = quote.edition.game
    names = (*parts_of(quote), GAME)
    if options.prices is not None:
        path = options.prices.absolute()
        return read_prices(path, str(options.prices), names, game.languages, None)
    path = project.folder_of(game.id) / PRICES
    if not is_there(path):
        return None
    return read_prices(path, project.name_of(path), names, game.languages, project.root)


def _sell_sheet(job: Job, quote: Quote) -> Mapping[str, tuple[str, bytes]]:
    return {f"{quote.edition.game.id}-sell-sheet.pdf": ("sell sheet", sell_sheet_pdf(job, quote))}


def _request(
    quote: Quote, options: QuoteOptions, prices: PriceTable | None
) -> Mapping[str, tuple[str, bytes]]:
    game, language = quote.edition.game, quote.edition.language
    request = request_of(quote, options.quantities)
    foot = f"{quote.edition.title} · {quote.version}"
    documents = {"request": request}
    if prices is not None:
        documents["costs"] = costs_of(quote, prices, options.quantities)
    found: dict[str, tuple[str, bytes]] = {}
    for name, document in documents.items():
        stem = f"{game.id}-{name}"
        found[f"{stem}.pdf"] = (name, request_pdf(document, language, foot, game.place))
        found[f"{stem}.xlsx"] = (name, as_workbook(document.tables))
        found[f"{stem}.md"] = (name, as_text(document).encode())
    return found
