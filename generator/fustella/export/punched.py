"""Decides which pieces are pressed out of boards, and has those of one stock laid on these."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.contents import thickness_of
from fustella.build.production import items_of
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Game, Piece
from fustella.core.values.packed import GameBox
from fustella.core.values.paper import THIN_MM, Stock
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Item
from fustella.core.values.shops import Nicks, Punchboards, Shop
from fustella.impose import Punchboard, not_punched, punch_out

USUAL_GAP_MM = 6.0
"""The gap between pieces: 3 mm of bleed around each, as makers of punchboards ask for."""

USUAL_NICKS = Nicks(4, 0.3)
"""The nicks of a line: as many as hold a tile in transport, and few enough for a thumb."""

_UNDER_LID_MM = 10.0
"""How much less than the inside of the box a board measures: fingers take it out at its rim."""


class StockBoards(Struct, frozen=True):
    """The boards of the pieces of one stock; `name` is its id, or `pieces` for those without."""

    name: str
    stock: Stock | None
    pieces: tuple[Piece, ...]
    boards: tuple[Punchboard, ...]

    @property
    def copies(self) -> int:
        """How many boards a game has."""
        return sum(board.copies for board in self.boards)

    @property
    def dies(self) -> int:
        return len({board.die for board in self.boards})

    @property
    def size(self) -> Size:
        return self.boards[0].sheet.paper.size

    @property
    def sides(self) -> int:
        """How many sides are printed, 1 or 2: that of the board that has the most."""
        return max(len(board.sheet.pages) for board in self.boards)


def board_rules(
    box: GameBox | None,
    shop: Shop | None,
    board: Size | None = None,
    gap_mm: float = 0.0,
    web_mm: float = 0.0,
    nicks: Nicks | None = None,
) -> Punchboards | None:
    """The rules of boards: what is asked for, else those of the shop, else the usual ones.

    Without a size, that of the box is taken, a little less; None where there is no box either.
    """
    own = shop.punchboards if shop else None
    sizes = (board,) if board else own.sizes if own else ()
    if not sizes and box is not None:
        sizes = (Size(box.width_mm - _UNDER_LID_MM, box.depth_mm - _UNDER_LID_MM),)
    if not sizes or min(min(each.width_mm, each.height_mm) for each in sizes) <= 0:
        return None
    gap_mm = gap_mm or (own.gap_mm if own else 0.0) or USUAL_GAP_MM
    web_mm = web_mm or (own.web_mm if own else 0.0) or gap_mm
    # A laser takes half of its kerf on either side of a line; what stays is as wide as asked.
    # Nicks are what shops ask to be drawn.
    kerf_mm = own.kerf_mm if own else 0.0
    bridges = nicks or (own.nicks if own else USUAL_NICKS)
    return Punchboards(sizes, gap_mm + kerf_mm, bridges, kerf_mm, web_mm + kerf_mm / 2)


def thick_pieces(game: Game) -> frozenset[str]:
    """The ids of pieces that are thicker than cards."""
    return frozenset(piece.id for piece in game.pieces if thickness_of(piece.kind) > THIN_MM)


def folded_pieces(game: Game) -> frozenset[str]:
    """The ids of boards that the box of the game folds: they are hinged, and not punched out."""
    kinds = {kind for kind, _ in game.box.folded} if game.box else frozenset[str]()
    return frozenset(piece.id for piece in game.pieces if piece.kind.id in kinds)


def too_large(pieces: Sequence[Piece], rules: Punchboards) -> dict[str, Problem]:
    """The problems E792, by id, of pieces that no board holds; one for each kind."""
    return not_punched(items_of(pieces), rules)


def laid_out(
    pieces: Sequence[Piece], rules: Punchboards, *, backs: bool = True, single: bool = False
) -> tuple[tuple[StockBoards, ...], tuple[Problem, ...]]:
    """The boards of each stock, and the problems E794 and E797 of stocks that have none for them.

    The boards hold every copy; none of the pieces is `too_large`.
    """
    by_stock: dict[str, list[Piece]] = {}
    for piece in pieces:
        by_stock.setdefault(piece.kind.stock.id if piece.kind.stock else "pieces", []).append(piece)
    laid, faults = list[StockBoards](), list[Problem]()
    for name, own in by_stock.items():
        try:
            boards = punch_out(_items(own, backs=backs), rules, single=single)
        except ProblemsFound as found:
            faults += found.problems
            continue
        laid.append(StockBoards(name, own[0].kind.stock, tuple(own), boards))
    return tuple(laid), tuple(faults)


def _items(pieces: Sequence[Piece], *, backs: bool) -> list[Item]:
    return [replace(item, has_back=item.has_back and backs) for item in items_of(pieces)]
