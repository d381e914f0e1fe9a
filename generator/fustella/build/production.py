"""Imposes pieces of a game on paper: makes their sheets, and counts the contents of the sheets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella import covers
from fustella.core.files.cache import DiskCache, together
from fustella.core.processes.steps import GAME_S, step
from fustella.core.values.contents import Contents, contents_of
from fustella.core.values.model import Game, Piece
from fustella.core.values.paper import Grain, PrintSettings
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Item, Sheet
from fustella.impose import assembly_maps, bounds_of, impose, not_cut

if TYPE_CHECKING:
    from fustella.covers import PrintedBox


class Production(Struct, frozen=True):
    """Pieces of a game, their print settings, and their sheets.

    `contents` counts the pieces on the sheets. A production for a shop has no sheets. `left_out`
    are warnings about pieces that the cutting machine does not reach; `pieces` is without them.
    """

    pieces: Sequence[Piece]
    settings: PrintSettings
    sheets: tuple[Sheet, ...]
    contents: Contents
    left_out: tuple[Problem, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        pieces: Sequence[Piece],
        settings: PrintSettings,
        cache: DiskCache | None = None,
        *,
        on_sheets: bool = True,
    ) -> "Production":
        """Lays pieces out on sheets; packings and cuts come from the `cache` if it has them.

        Raises ProblemsFound for pieces that do not fit the paper, and E320 if no piece is left.
        """
        with step("laying out sheets", game.place, GAME_S):
            beyond = not_cut(items_of(pieces), settings) if on_sheets else {}
            pieces = [piece for piece in pieces if piece.id not in beyond]
            if beyond and not any(piece.copies for piece in pieces):
                raise ProblemsFound([_none_left(game, settings)])
            items = items_of(pieces)
            with together(cache, f"layouts of {game.id}") as memory:
                sheets = impose(items, settings, memory) if on_sheets else ()
        contents = contents_of(game, pieces, sheets, bounds_of(items, settings))
        return cls(pieces, settings, sheets, contents, tuple(beyond.values()))

    def for_cover(self, *, unchecked: bool, players: int = 0) -> "PrintedBox":
        """The contents that a cover lists, with the assembly maps of boards printed in parts.

        See `covers.PrintedBox` for `unchecked` and `players`.
        """
        boards = assembly_maps(items_of(self.pieces), self.settings, self.sheets)
        paper, duplex = self.settings.paper, self.settings.duplex
        return covers.PrintedBox(self.contents, paper, duplex, boards, unchecked, players)


def _none_left(game: Game, settings: PrintSettings) -> Problem:
    message = (
        f"no piece fits what --cutter {settings.cutter} cuts of a sheet of {settings.paper.id}"
    )
    hint = "leave --cutter out and cut by hand, or write `split: true` under the kind of a board"
    return Problem("E320", game.place, message, hint)


def items_of(pieces: Sequence[Piece]) -> tuple[Item, ...]:
    """The pieces as items for imposition, one for each look."""
    return tuple(
        Item(
            piece=piece.id,
            kind=piece.kind.id,
            sheet=piece.kind.sheet,
            copies=copies,
            outline=piece.kind.outline,
            bleed_mm=piece.kind.bleed_mm,
            has_back=piece.kind.back is not None,
            split=piece.kind.split,
            place=piece.place,
            look=look,
            edge=piece.kind.edge,
            grain=piece.kind.grain,
            stock_grain=piece.kind.stock.grain if piece.kind.stock else Grain.NONE,
        )
        for piece in pieces
        for look, copies in enumerate(piece.copies_by_look)
    )
