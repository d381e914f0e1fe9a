"""Lays the pieces of a game on a table as its set-up says, and all others beside them.

Lengths are millimetres, to the right and towards the player, from the middle of the table.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.check.selection import field_of, select
from fustella.core.files.reading import read_bytes, unread
from fustella.core.geometry.grids import Grid, NoSuchCell
from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.processes import limits
from fustella.core.values.model import Begins, PileForm, PutPieces, Value
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.export.game import ExportGame, ExportPiece
from fustella.export.table_plan import places_of, shared_marks

_GAP_MM = 8.0
"""The distance between piles that have no place in the set-up."""

_BOARD_MM = 150.0


class Sort(StrEnum):
    """The sort of a piece in programs that tell cards from tiles."""

    CARD = "card"
    TILE = "tile"
    TOKEN = "token"
    BOARD = "board"
    STANDEE = "standee"
    DIE = "die"


def sort_of(piece: ExportPiece) -> Sort:
    """The sort of a piece, by its stock, outline and size: thin rectangles are cards.

    Tiles are rectangles and circles, tokens all other outlines.
    """
    outline, size = piece.kind.outline, piece.kind.outline.size
    panels = {panel.name for panel in piece.kind.panels}
    if panels == {"front", "back"}:
        return Sort.STANDEE
    if panels == {"1", "2", "3", "4", "5", "6"}:
        return Sort.DIE
    if max(size.width_mm, size.height_mm) >= _BOARD_MM:
        return Sort.BOARD
    if outline.is_rectangle and piece.is_thin:
        return Sort.CARD
    plain = outline.fills_box and not outline.holes
    return Sort.TILE if plain else Sort.TOKEN


class Pile(Struct, frozen=True):
    """Pieces in one place, from the top to the bottom, each with its copies.

    `form` is `DECK` for a pile, even of one piece, `SUPPLY` for a pile that never ends, or `BAG`.
    `on` is the board on which the pile lies, or "". `over_mm` is how high the piles are on which it
    lies there. A pile that lies `aside` has its place from nobody. Once it is shuffled, copies of
    it are laid face down on `spots`, and on those of `shared` that it has with other piles.
    """

    pieces: tuple[tuple[ExportPiece, int], ...]
    form: PileForm
    at: Point
    turn_deg: int
    face_up: bool
    name: str
    on: str = ""
    over_mm: float = 0.0
    aside: bool = False
    spots: tuple[Point, ...] = ()
    shared: tuple[Point, ...] = ()

    @property
    def copies(self) -> int:
        return sum(copies for _, copies in self.pieces)

    @property
    def size(self) -> Size:
        """The box around the largest piece of the pile, as it lies."""
        sizes = [piece.kind.outline.size for piece, _ in self.pieces]
        whole = Size(max(size.width_mm for size in sizes), max(size.height_mm for size in sizes))
        return whole.turned() if self.turn_deg % 180 else whole


class TableLayout(Struct, frozen=True):
    """The piles of a game on its table, and the places on its boards by the boards' pieces."""

    piles: tuple[Pile, ...]
    snaps: Mapping[str, tuple[Point, ...]]


def layout_of(game: ExportGame, players: int | None = None) -> TableLayout:
    """Lays out the table of a game: boards, piles of the set-up, then all else to the right.

    Each copy lies there once. Without `players`, it is laid for as many as the options say. Raises
    ProblemsFound: E802 for a step of the set-up that cannot be taken, E506 for pieces that it names
    and the game does not have, E651 for a number of players that the game is not for.
    """
    return _PileLayer(game, players_of(game) if players is None else players).layout()


def players_of(game: ExportGame) -> int:
    """The number of players whose set-up is laid: as the options say, else the least.

    It is 0 for a game that does not say how many can play. Raises ProblemsFound: E651.
    """
    known, asked = game.edition.game.table.players, game.options.players
    if not asked:
        return known[0] if known else 0
    if asked not in known:
        message = f"the table is not laid for {asked} players"
        hint = f"write one of {', '.join(map(str, known))}"
        if not known:
            hint = "say in game.yaml how many can play: `players: 2-4`, right below `table`"
        raise ProblemsFound([Problem("E651", game.edition.game.place, message, hint)])
    return asked


def laid_for(game: ExportGame) -> tuple[str, ...]:
    """The note for how many players the table is laid; () where it is alike for all numbers."""
    table = game.edition.game.table
    if not any(step.players for step in table.setup):
        return ()
    laid = players_of(game)
    by_hand = [step for step in table.setup_for(laid) if step.marks and step.form is PileForm.DECK]
    others = ", ".join(str(number) for number in table.players if number != laid)
    notes = [f"the table is laid for {laid} players; `--players` lays it for {others}"]
    if by_hand and table.plan:
        shown = str(table.plan.piece).replace("{players}", str(laid))
        notes.append(
            f"the tiles of the map lie in piles: shuffle them, and lay them as {shown} says"
        )
    return tuple(notes)


class _PileLayer(Struct, dict=True):
    game: ExportGame
    players: int
    piles: list[Pile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    stacked_mm: dict[tuple[str, Point], float] = field(default_factory=dict)

    @cached_property
    def grids(self) -> dict[str, Grid]:
        """The grids of boards, by the ids of the boards' pieces."""
        own = {each.piece.id: each.kind.grid for each in self.game.pieces if each.kind.grid}
        return {**own, **self.game.edition.game.table.boards}

    @cached_property
    def places(self) -> Mapping[str, Sequence[Point]]:
        """The places of each letter of the plan of tiles. Raises ProblemsFound: E802."""
        game = self.game.edition.game
        if game.table.plan is None:
            return {}
        try:
            return places_of(game, game.table.plan, self.players)
        except InvalidClaim as bad:
            place = game.table.plan.piece.place
            raise ProblemsFound([Problem(bad.code, place, str(bad), bad.hint)]) from None

    def layout(self) -> TableLayout:
        self.left = {piece.id: piece.copies for piece in self.game.pieces}
        table = self.game.edition.game.table
        unplaced: list[Pile] = []
        _ = self.places
        for step in table.setup_for(self.players):
            try:
                put = self._on_marks(step) if step.marks else self._piles_of_step(step)
            except InvalidClaim as bad:
                place = step.place
                self.problems.append(Problem(bad.code, place, str(bad), bad.hint))
                continue
            (self.piles if step.at or step.marks or step.cells is not None else unplaced).extend(
                put
            )
        if self.problems:
            raise ProblemsFound(self.problems)
        beginners = [*self._beginners()]
        boards, others = self._piles_left()
        if not any(sort_of(pile.pieces[0][0]) is Sort.BOARD for pile in (*self.piles, *unplaced)):
            self._lay([*boards, *unplaced, *others])
        else:
            self._lay([*unplaced, *boards, *others])
        self.piles += itertools.starmap(self._on_place, beginners)
        snaps = {board: grid.places() for board, grid in self.grids.items()}
        return TableLayout(tuple(self.piles), snaps)

    def _piles_of_step(self, step: PutPieces) -> list[Pile]:
        """The piles of a step of the set-up, with their places if the step names one."""
        ids = {piece.id for piece in select(self.game.edition.game, step.put, "put")}
        taken = []
        most = {id: self._most_of(id, step) for id in ids}
        for piece in self.game.pieces:
            if piece.piece.id in ids and (copies := self._take(piece, most[piece.piece.id])):
                most[piece.piece.id] -= copies
                taken.append((piece, copies))
        if not taken:
            if not self.game.options.only:
                message = "no piece is left for this step of the set-up"
                hint = "another step has put them already: say `copies`, or delete one of the two"
                self.problems.append(Problem("E802", step.place, message, hint))
            return []
        piles = [*_piles(taken, step.form, _is_face_up(step, taken), step.turn_deg, step.on)]
        if step.name is not None:
            name = str(step.name.in_language(self.game.language))
            piles = [replace(pile, name=name) for pile in piles]
        if step.cells is not None:
            return self._on_cells(step, piles)
        if step.at is None:
            return piles
        middle = self._on_board(step.on, step.at) if step.on else step.at
        return [*_in_rows(piles, middle, step.columns)]

    def _on_marks(self, step: PutPieces) -> list[Pile]:
        """A deck whose copies are laid on letters of the plan, or each copy on a place of them.

        Copies for which there is no place are left.
        """
        shared = shared_marks(self.game.edition.game.table.setup_for(self.players))
        own = [at for mark in step.marks if mark not in shared for at in self.places.get(mark, ())]
        others = [at for mark in step.marks if mark in shared for at in self.places.get(mark, ())]
        piles = self._piles_of_step(replace(step, marks="", at=step.at or Point(0, 0)))
        if step.form is PileForm.DECK:
            return [replace(pile, spots=tuple(own), shared=tuple(others)) for pile in piles]
        left = iter((*own, *others))
        laid = []
        for pile in piles:
            for piece, copies in pile.pieces:
                for number in range(copies):
                    at = next(left, None)
                    if at is None:
                        self.left[piece.id] += copies - number
                        break
                    laid.append(replace(pile, pieces=((piece, 1),), at=at))
        return laid

    def _most_of(self, id: str, step: PutPieces) -> int:
        """The most copies of a design that a step takes, of all its looks together."""
        looks = [piece for piece in self.game.pieces if piece.piece.id == id]
        left = sum(self.left[piece.id] for piece in looks)
        if not step.per_player:
            return min(left, step.copies or left)
        laid = sum(piece.copies for piece in looks) - left
        return min(left, max(0, step.per_player * self.players - laid))

    def _take(self, piece: ExportPiece, most: int) -> int:
        copies = min(self.left[piece.id], most)
        self.left[piece.id] -= copies
        return copies

    def _on_cells(self, step: PutPieces, piles: Sequence[Pile]) -> list[Pile]:
        """Puts each copy on a place of the board; copies without a place count as not laid out."""
        grid = self.grids.get(step.on)
        if grid is None:
            message = f"the places of `{step.on}` are not known"
            hint = "give its kind a `grid`, or say the places of the board under `table.boards`"
            self.problems.append(Problem("E802", step.place, message, hint))
            return []
        if (path := _path_in(step, piles)) is not None:
            return [*self._on_own_cells(step, grid, piles, path)]
        places = iter([grid.place(*cell) for cell in self._cells(step, grid)])
        placed = []
        for pile in piles:
            for piece, copies in pile.pieces:
                for number in range(copies):
                    place = next(places, None)
                    if place is None:
                        self.left[piece.id] += copies - number
                        break
                    placed.append(self._on_place(step.on, place, piece, pile))
        return placed

    def _on_place(
        self, board: str, place: Point, piece: ExportPiece, like: Pile | None = None
    ) -> Pile:
        """A copy of a piece on a place of a board, over those that lie there already."""
        over_mm = self.stacked_mm.get((board, place), 0.0)
        self.stacked_mm[board, place] = over_mm + piece.thickness_mm
        at = self._on_board(board, place)
        one = ((piece, 1),)
        turn_deg, face_up = (like.turn_deg, like.face_up) if like else (0, True)
        return Pile(one, PileForm.DECK, at, turn_deg, face_up, piece.name, board, over_mm)

    def _on_own_cells(
        self, step: PutPieces, grid: Grid, piles: Sequence[Pile], path: str
    ) -> Iterator[Pile]:
        """Yields each copy on the cell that a field of its piece names; leaves out others."""
        for pile in piles:
            for piece, copies in pile.pieces:
                name = field_of(piece.piece, path, "cells").value
                if not isinstance(name, str) or not name:
                    self.left[piece.id] += copies
                    continue
                try:
                    place = grid.middle(grid.find(name))
                except NoSuchCell as fault:
                    raise InvalidClaim("cells", str(fault), fault.hint) from None
                for _ in range(copies):
                    yield self._on_place(step.on, place, piece, pile)

    def _beginners(self) -> Iterator[tuple[str, Point, ExportPiece]]:
        """Yields the boards and places of copies that say on which cell they begin.

        Pieces in a step of the set-up are left out.
        """
        for piece in self.game.pieces:
            begins = piece.kind.begins
            board = self._board_of(begins) if begins and self.left[piece.id] else None
            if begins is None or board is None:
                continue
            name = field_of(piece.piece, begins.field).value
            if isinstance(name, str) and name:
                grid = self.grids[board]
                place = grid.middle(grid.find(name))
                yield from [(board, place, piece)] * self.left[piece.id]
                self.left[piece.id] = 0

    def _board_of(self, begins: Begins) -> str | None:
        """The id of the board on which pieces begin; None if it is not exported."""
        for piece in self.game.pieces:
            if piece.kind.grid is not None and begins.board in ("", piece.kind.id):
                return piece.piece.id
        return None

    def _cells(self, step: PutPieces, grid: Grid) -> list[tuple[float, float]]:
        """The columns and rows of places, as typed in the step or in a field of the board.

        Raises InvalidClaim.
        """
        value: Value = step.cells
        if isinstance(value, str) and _FIELD.match(value):
            board = next(p.piece for p in self.game.pieces if p.piece.id == step.on)
            try:
                value = field_of(board, value, "cells").value
            except MissingEntry as missing:
                raise InvalidClaim("cells", missing.message) from None
        cells: list[tuple[float, float]] = []
        for cell in value if isinstance(value, tuple) else (value,):
            match cell:
                case (int() | float() as column, int() | float() as row):
                    cells.append((float(column), float(row)))
                case str():
                    cells += _named_cells(grid, cell)
                case _:
                    hint = "write names of cells, or [[1, 2], [3, 2]]"
                    raise InvalidClaim("cells", "these are no places of a board", hint)
        if not cells:
            raise InvalidClaim("cells", "these are no places of a board", "write [[1, 2], [3, 2]]")
        return cells

    def _on_board(self, board: str, at: Point) -> Point:
        """The place on the table of a board's point, which lies `at` from the board's top left.

        If the board is not on the table, `at` counts from the table's middle.
        """
        for pile in self.piles:
            if pile.pieces[0][0].piece.id == board:
                size = pile.pieces[0][0].kind.outline.size
                dx_mm, dy_mm = at.x_mm - size.width_mm / 2, at.y_mm - size.height_mm / 2
                # A quarter turn clockwise, y down, for each 90 degrees.
                for _ in range(pile.turn_deg // 90):
                    dx_mm, dy_mm = -dy_mm, dx_mm
                return pile.at.moved(dx_mm, dy_mm)
        return at

    def _piles_left(self) -> tuple[list[Pile], list[Pile]]:
        """The piles of pieces that are in no step of the set-up: piles of boards, and all others.

        Cards of one deck lie in one pile.
        """
        boards, others = list[Pile](), list[Pile]()
        for deck, pieces in self.game.decks.items():
            left = [(piece, self.left[piece.id]) for piece in pieces if self.left[piece.id]]
            if not left:
                continue
            first = left[0][0]
            cards = all(sort_of(piece) is Sort.CARD and piece.back is not None for piece, _ in left)
            form = PileForm.DECK if cards else PileForm.PILES
            piles = [*_piles(left, form, face_up=not cards, turn_deg=0, on="")]
            if cards and len({piece.kind.id for piece, _ in left}) > 1:
                piles = [replace(pile, name=self.game.deck_name(deck)) for pile in piles]
            (boards if sort_of(first) is Sort.BOARD else others).extend(piles)
        return boards, others

    def _lay(self, piles: Sequence[Pile]) -> None:
        """Lays piles in rows to the right of everything on the table, together about as high."""
        if not piles:
            return
        boxes = [_box(pile) for pile in self.piles]
        if boxes:
            left_mm = max(box.right_mm for box in boxes) + 4 * _GAP_MM
            top_mm = min(box.y_mm for box in boxes)
            high_mm = max(max(box.bottom_mm for box in boxes) - top_mm, _LEAST_HIGH_MM)
            rows = _rows_within(piles, high_mm)
        else:
            area_mm2 = sum(_box(pile).grown(_GAP_MM / 2).area_mm2 for pile in piles)
            rows = _rows_within(piles, max(math.sqrt(area_mm2 / _ASPECT), _LEAST_HIGH_MM))
            left_mm = -max(map(_width_mm, rows)) / 2
            top_mm = -sum(_height_mm(row) + _GAP_MM for row in rows) / 2
        for row in rows:
            high_mm = _height_mm(row)
            middle = Point(left_mm + _width_mm(row) / 2, top_mm + high_mm / 2)
            self.piles += (replace(pile, aside=True) for pile in _in_rows(row, middle, 0))
            top_mm += high_mm + _GAP_MM


_FIELD = regex(r"(?:front|back)\.")


def _path_in(step: PutPieces, piles: Sequence[Pile]) -> str | None:
    """The path of the field in which pieces name their own cells, if they have such a field."""
    path = step.cells
    if not isinstance(path, str) or not _FIELD.match(path):
        return None
    side, _, name = path.partition(".")
    pieces = [piece.piece for pile in piles for piece, _ in pile.pieces]
    return path if all(name in getattr(piece, side) for piece in pieces) else None


def _named_cells(grid: Grid, typed: str) -> Iterator[tuple[float, float]]:
    """Yields the columns and rows of named cells, from 1. Raises InvalidClaim."""
    try:
        ways = grid.walks(typed)
    except NoSuchCell as fault:
        raise InvalidClaim("cells", str(fault), fault.hint) from None
    yield from ((column + 1, row + 1) for way in ways for column, row in way)


_ASPECT = 2.0
"""The ratio of width to height of a table with only piles that have no place in the set-up."""

_LEAST_HIGH_MM = 300.0

_BELOW = 1.6


def _rows_within(piles: Sequence[Pile], high_mm: float) -> list[list[Pile]]:
    """The piles in rows as narrow as possible, which are together at most `high_mm` high.

    With a high pile, the rows may be somewhat higher, so that others fit below it.
    """
    widest_mm = max(pile.size.width_mm for pile in piles)
    high_mm = max(high_mm, _BELOW * max(pile.size.height_mm for pile in piles))
    for times in itertools.count(1):
        rows = _rows(piles, widest_mm * times)
        total_mm = sum(_height_mm(row) + _GAP_MM for row in rows)
        if total_mm <= high_mm or len(rows) == 1:
            return rows
    raise AssertionError  # a row holds them all in the end


def _rows(piles: Sequence[Pile], wide_mm: float) -> list[list[Pile]]:
    rows: list[list[Pile]] = [[]]
    for pile in piles:
        if rows[-1] and _width_mm([*rows[-1], pile]) > wide_mm:
            rows.append([])
        rows[-1].append(pile)
    return rows


def _width_mm(row: Sequence[Pile]) -> float:
    return sum(pile.size.width_mm for pile in row) + _GAP_MM * (len(row) - 1)


def _height_mm(row: Sequence[Pile]) -> float:
    return max(pile.size.height_mm for pile in row)


def _box(pile: Pile) -> Rect:
    size = pile.size
    return Rect(
        pile.at.x_mm - size.width_mm / 2,
        pile.at.y_mm - size.height_mm / 2,
        size.width_mm,
        size.height_mm,
    )


def _is_face_up(step: PutPieces, taken: Sequence[tuple[ExportPiece, int]]) -> bool:
    if step.face_up is not None:
        return step.face_up
    return not (step.form is PileForm.DECK and all(piece.back for piece, _ in taken))


def _piles(
    taken: Sequence[tuple[ExportPiece, int]], form: PileForm, face_up: bool, turn_deg: int, on: str
) -> Iterator[Pile]:
    """Yields the piles of some pieces, which have no places yet."""
    nowhere = Point(0, 0)
    kinds = {piece.kind.id for piece, _ in taken}
    if form in (PileForm.DECK, PileForm.BAG):
        name = taken[0][0].name if len(taken) == 1 or len(kinds) > 1 else ""
        yield Pile(tuple(taken), form, nowhere, turn_deg, face_up, name, on)
        return
    designs: dict[str, list[tuple[ExportPiece, int]]] = {}
    for piece, copies in taken:
        designs.setdefault(piece.piece.id, []).append((piece, copies))
    for looks in designs.values():
        name = looks[0][0].name
        if form is PileForm.ROW:
            for piece in (piece for piece, copies in looks for _ in range(copies)):
                yield Pile(((piece, 1),), PileForm.DECK, nowhere, turn_deg, face_up, name, on)
        else:
            lies = form if form is PileForm.SUPPLY else PileForm.DECK
            yield Pile(tuple(looks), lies, nowhere, turn_deg, face_up, name, on)


def _in_rows(piles: Sequence[Pile], middle: Point, columns: int) -> Iterator[Pile]:
    """Places piles in rows of `columns`, centred at `middle`."""
    if not piles:
        return
    columns = columns or len(piles)
    rows = [piles[at : at + columns] for at in range(0, len(piles), columns)]
    heights = [_height_mm(row) for row in rows]
    y_mm = middle.y_mm - (sum(heights) + _GAP_MM * (len(rows) - 1)) / 2
    for row, high in zip(rows, heights, strict=True):
        x_mm = middle.x_mm - _width_mm(row) / 2
        for pile in row:
            at = Point(x_mm + pile.size.width_mm / 2, y_mm + high / 2)
            x_mm += pile.size.width_mm + _GAP_MM
            yield Pile(pile.pieces, pile.form, at, pile.turn_deg, pile.face_up, pile.name, pile.on)
        y_mm += high + _GAP_MM


def rule_texts(game: ExportGame) -> Iterator[tuple[str, str]]:
    """The rules of `table.rules` as pages of text with titles: texts of kinds, and text files."""
    for rule in game.edition.game.table.rules:
        if own := _pieces_of_rule(game, rule):
            for piece in own:
                yield piece.name, "\n".join(piece.texts)
        elif rule.lower().endswith((".txt", ".md")):
            yield rule, read_rule(game, rule, limits.DOCUMENT_BYTES).decode(errors="replace")


def _pieces_of_rule(game: ExportGame, rule: str) -> list[ExportPiece]:
    """The pieces of the kind that `table.rules` names; none for a file."""
    own = {piece.id for piece in game.edition.game.pieces if piece.kind.id == rule}
    return [piece for piece in game.pieces if piece.piece.id in own]


def read_rule(game: ExportGame, name: str, most_bytes: int = limits.PICTURE_BYTES) -> bytes:
    """The bytes of a file that `table.rules` names. Raises ProblemsFound: E100, E131, E132."""
    path = game.root / name
    try:
        return read_bytes(path, game.project.root, most_bytes)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(game.project.name_of(path)))]) from None


def rule_files(game: ExportGame) -> Iterator[str]:
    """The names of the rules that are no text files, such as PDFs."""
    for rule in game.edition.game.table.rules:
        if not _pieces_of_rule(game, rule) and not rule.lower().endswith((".txt", ".md")):
            yield str(rule)
