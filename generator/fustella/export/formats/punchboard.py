"""Exports pieces of thick stock on punchboards: art, die lines with nicks, and lists of the boards.

Kinds thicker than cards are punched out, or those that `--only` names; those of one stock share
boards.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Rect
from fustella.core.values.inks import ink_problems, named_for
from fustella.core.values.model import Face, FaceId
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_warnings, warning
from fustella.core.values.shops import Punchboards, Takes
from fustella.export.formats._dies import line_files
from fustella.export.formats._pictures import sides_of
from fustella.export.formats._press import limit_percent, press_of, standard_of
from fustella.export.formats._shops import Finishing
from fustella.export.game import Exported, ExportGame, ExportPiece, csv_bytes, written
from fustella.export.punched import (
    StockBoards,
    board_rules,
    folded_pieces,
    laid_out,
    thick_pieces,
    too_large,
)
from fustella.impose import Punchboard
from fustella.write import BoardDocument, DiePage, boards_pdf
from fustella.write.press.file import press_file
from fustella.write.press.inks import PressInks

ABOUT = "thick pieces on boards to press them out of: art, lines with nicks, lists; --board SIZE"

_OF_PRESS = ("profile", "standard", "ink_percent")
"""The options that ask for art in the inks of a press."""

OPTIONS: frozenset[str] = frozenset(
    {"lines", "board", "gap_mm", "web_mm", "nicks", "single", *_OF_PRESS}
)

_LEAST_BLEED_MM = 1.5
"""The bleed below which a line that is off shows white: tools are up to 1.5 mm off."""

_BOARD_HEADS = (
    *("board", "copies", "stock", "thickness_mm", "width_mm", "height_mm"),
    *("pieces", "sides", "art", "first_page", "die"),
)
_PIECE_HEADS = ("board", "piece", "name", "kind", "on_board", "copies", "places")


def export(game: ExportGame) -> Exported:
    rules = _rules(game)
    pieces, warnings = _punched(game, rules)
    finishing, told = _finishing(game)
    warnings += told
    once = [*{piece.piece.id: piece.piece for piece in pieces}.values()]
    options = game.options
    laid, faults = laid_out(once, rules, backs=options.backs, single=options.single)
    if faults:
        raise ProblemsFound(faults)
    files: list[OutputFile] = []
    rows: list[list[object]] = []
    places: list[list[object]] = []
    for of_stock in laid:
        ids = {piece.id for piece in of_stock.pieces}
        own = [piece for piece in pieces if piece.piece.id in ids]
        files += _files(game, of_stock.name, own, of_stock.boards, finishing)
        rows += _board_rows(game, of_stock.name, own, of_stock.boards)
        places += _piece_rows(of_stock.name, own, of_stock.boards)
    lists = (
        written("boards.csv", csv_bytes(_BOARD_HEADS, rows), "boards"),
        written("pieces.csv", csv_bytes(_PIECE_HEADS, places), "pieces"),
    )
    return Exported([*files, *lists], tuple(warnings), (*map(_note, laid), *_hinged(game, pieces)))


def _finishing(game: ExportGame) -> tuple[Finishing | None, tuple[Problem, ...]]:
    """How the art becomes a file for a press, and E770; None for art in the colours of screens.

    It does so where an option asks for it, or a shop takes PDF/X. Raises ProblemsFound: E790, E805.
    """
    of_shop = game.shop is not None and game.shop.takes in (Takes.X4, Takes.X1A)
    if not (of_shop or any(getattr(game.options, name) for name in _OF_PRESS)):
        return None, ()
    press, told = press_of(game)
    inks, standard = PressInks(press, limit_percent(game)), standard_of(game)
    special = named_for(game.edition.game.inks, game.plate_names)
    if faults := [*ink_problems(special, game.plate_names)]:
        raise ProblemsFound(faults)

    def finish(pdf: bytes, title: str) -> bytes:
        return press_file(pdf, inks, title, standard, special).pdf

    key = repr((press, inks.most_percent, standard.name, special))
    return Finishing(fingerprint((), (), key), finish), told


def _rules(game: ExportGame) -> Punchboards:
    """The rules of boards, those of the options first. Raises ProblemsFound: E795."""
    asked, box = game.options, game.edition.game.box
    rules = board_rules(box, game.shop, asked.board, asked.gap_mm, asked.web_mm, asked.nicks)
    if rules is None:
        message = "nothing says how large a punchboard is"
        hint = "add --board 200x280mm: a little smaller than the lid of the box; or --shop NAME"
        raise ProblemsFound([Problem("E795", Place("--board"), message, hint)])
    return rules


def _punched(game: ExportGame, rules: Punchboards) -> tuple[list[ExportPiece], list[Problem]]:
    """The pieces that are punched out, and warnings.

    Kinds that no board holds are left out, unless `--only` names them. Raises ProblemsFound: E792
    for these, E796 where no piece is left.
    """
    named = bool(game.options.only)
    pieces = [*{piece.piece.id: piece.piece for piece in game.pieces}.values()]
    thick = thick_pieces(game.edition.game)
    chosen = [piece for piece in pieces if named or piece.id in thick]
    large = too_large(chosen, rules)
    told = [*dict.fromkeys(large.values())]
    if named and told:
        raise ProblemsFound(told)
    hinged = frozenset[str]() if named else folded_pieces(game.edition.game)
    ids = {piece.id for piece in chosen} - {*large} - hinged
    left = [piece for piece in game.pieces if piece.piece.id in ids]
    if not left:
        message = "no piece is punched out: all are as thin as cards, or larger than a board"
        hint = "give kinds a thicker `stock`, or name kinds: --only tile"
        raise ProblemsFound([Problem("E796", game.edition.game.place, message, hint)])
    out = [replace(one, message=f"{one.message}: left out") for one in as_warnings(told)]
    return left, [*out, *_bleed_told(game, left, rules)]


def _bleed_told(
    game: ExportGame, pieces: Sequence[ExportPiece], rules: Punchboards
) -> list[Problem]:
    """The warnings E793 about kinds with little bleed and without one colour at their edge."""
    shop_mm = game.shop.bleed_mm if game.shop else 0.0
    asked_mm = min(shop_mm or _LEAST_BLEED_MM, rules.gap_mm / 2)
    told: dict[str, Problem] = {}
    for piece in pieces:
        kind = piece.kind
        if kind.bleed_mm < asked_mm - 0.05 and not game.edge_of(kind):
            message = f"{kind.bleed_mm:g} mm of bleed are drawn, and {asked_mm:.3g} mm asked for"
            hint = f"write `bleed: {asked_mm:.3g}mm` under this kind, and draw as far; or give it "
            hint += "an `edge` of one colour"
            told.setdefault(kind.id, warning("E793", kind.place, message, hint))
    return [*told.values()]


def _files(
    game: ExportGame,
    stock: str,
    pieces: Sequence[ExportPiece],
    laid: Sequence[Punchboard],
    finishing: Finishing | None,
) -> list[OutputFile]:
    files = [_art(game, stock, pieces, laid, finishing)]
    for board in {board.die: board for board in reversed(laid)}.values():
        size = board.sheet.paper.size
        page = DiePage(size, Rect(0, 0, size.width_mm, size.height_mm), board.lines)
        files += line_files(game, _die_stem(game, stock, board), stock, page)
    return files


def _die_stem(game: ExportGame, stock: str, board: Punchboard) -> str:
    return f"{game.id}-{stock}-die-{board.die}"


def _art_name(game: ExportGame, stock: str) -> str:
    return f"{game.id}-{stock}-boards.pdf"


def _art(
    game: ExportGame,
    stock: str,
    pieces: Sequence[ExportPiece],
    laid: Sequence[Punchboard],
    finishing: Finishing | None,
) -> OutputFile:
    """The PDF of the art of boards, each once: its front, then its back if it has one."""
    faces: dict[FaceId, Face] = {}
    edges: dict[str, str] = {}
    for piece in pieces:
        for side, face in sides_of(piece):
            faces[FaceId(piece.piece.id, side, piece.look)] = face
        if edge := game.edge_of(piece.kind):
            edges[piece.piece.id] = edge
    sheets = tuple(board.sheet for board in laid)
    labels = tuple(f"{sheet.number} {page.side.value}" for sheet in sheets for page in sheet.pages)
    title = f"{game.edition.title} · {stock}"
    digests = {face_id: face.digest for face_id, face in faces.items()}
    rendered_from = game.pictures.key_of_pages(faces.values())
    how = finishing.key if finishing else ""
    depends_on = (rendered_from, title, game.language, digests, edges, sheets, how)
    key = fingerprint((), (), repr(depends_on))

    def content() -> bytes:
        rendered = game.pictures.rendered(faces.values())
        document = BoardDocument(title, game.language, sheets, labels, faces, rendered, edges)
        pdf = boards_pdf(document)
        return finishing.finish(pdf, title) if finishing else pdf

    on_boards = sum(len(sheet.pages[0].placements) for sheet in sheets)
    return OutputFile(_art_name(game, stock), title, content, pieces=on_boards, key=key)


def _board_rows(
    game: ExportGame, stock: str, pieces: Sequence[ExportPiece], laid: Sequence[Punchboard]
) -> list[list[object]]:
    rows: list[list[object]] = []
    page = 1
    for board in laid:
        size, pages = board.sheet.paper.size, board.sheet.pages
        sizes = (pieces[0].thickness_mm, round(size.width_mm, 2), round(size.height_mm, 2))
        shown = (len(pages[0].placements), len(pages), _art_name(game, stock), page)
        stem = _die_stem(game, stock, board)
        rows.append([_board_name(stock, board), board.copies, stock, *sizes, *shown, stem])
        page += len(pages)
    return rows


def _board_name(stock: str, board: Punchboard) -> str:
    return f"{stock}-{board.sheet.number}"


def _piece_rows(
    stock: str, pieces: Sequence[ExportPiece], laid: Sequence[Punchboard]
) -> list[list[object]]:
    """The rows of each piece on each board: how many, and where, from the left and from the top."""
    by_face = {(piece.piece.id, piece.look): piece for piece in pieces}
    rows: list[list[object]] = []
    for board in laid:
        placed = board.sheet.pages[0].placements
        counted = Counter((each.face.piece, each.face.look) for each in placed)
        for (piece_id, look), count in counted.items():
            piece = by_face[piece_id, look]
            places = (
                f"{each.box.x_mm:.2f} {each.box.y_mm:.2f} {each.turn_deg}"
                for each in placed
                if (each.face.piece, each.face.look) == (piece_id, look)
            )
            counts = (count, count * board.copies, "; ".join(places))
            named = (_board_name(stock, board), piece.id, piece.name, piece.kind.id)
            rows.append([*named, *counts])
    return rows


def _hinged(game: ExportGame, punched: Sequence[ExportPiece]) -> Iterator[str]:
    """Yields a note about each kind that is left out because the box folds it."""
    hinged = folded_pieces(game.edition.game) - {piece.piece.id for piece in punched}
    for kind in dict.fromkeys(one.kind.id for one in game.pieces if one.piece.id in hinged):
        yield f"{kind} is folded in its box, and so on no punchboard: --only {kind} punches it out"


def _note(laid: StockBoards) -> str:
    """How many boards of a stock a game has."""
    size, boards = laid.size, laid.boards
    return (
        f"of {laid.name}: boards a game {laid.copies}, different ones {len(boards)}, "
        f"dies {laid.dies}, {round(size.width_mm, 2):g} x {round(size.height_mm, 2):g} mm"
    )
