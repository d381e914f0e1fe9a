"""A map of cells: its terrain, its borders, its roads, and how far apart its starts are.

**What it checks.** Each board that `of` selects has a grid, and lists of what lies in its cells.

- `counted`: how many cells have a terrain, `{forest: woods, clear: 340}`, each a figure or
  arithmetic.
- `complete: yes`: each cell of the grid has an entry.
- `closed`: terrains of edges, such as `[border]`. Their sides form closed lines, or end at the edge
  of the map.
- `lead`: terrains of roads, such as `[road, railway]`. Each end of such a road lies in a cell that
  has a name, at the edge of the map, or on another of these roads.
- `starts`: the pieces that begin on the board, or cells, `0105 3305`. `apart`: the fewest steps
  from each of them to the nearest other one. `goals`: cells to which every start must have the same
  distances, the nearest to the nearest, and so on.
- `hexes`, `edges`, `roads`: the fields with the lists. Default: `front.hexes`, `front.edges`,
  `front.roads`. `by`: the name of their terrain. Default: `terrain`.

**Why it matters.** A map of 900 cells is typed once and never counted again. A gap in a border or a
road that ends in a wood is found in the third game.

**Example.**

    - id: woods
      lines: 12
      text: "{woods=120} hexes of forest"
      check: grid
      of: valley
      counted: {forest: woods}
      closed: [border]
      lead: [road]
    - id: equal-starts
      lines: 14
      check: grid
      of: valley
      starts: {kind: capital}
      apart: 8
      goals: 1711 1712

**How to mend it.** Correct the row that the finding names. Counts of terrain are corrected by hand,
because nobody knows which cell is wrong.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from fustella.check.context import CheckContext, Fact, listed, none_selected, table, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, field, selection
from fustella.check.selection import as_text, field_of
from fustella.core.geometry.grids import Cell, Corner, Grid, NoSuchCell
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.model import Piece, Record, Text, Value, Word
from fustella.core.values.problems import Place
from fustella.core.values.schemas import WORDS, Schema, Vocabulary, table_schema

_CELLS: Schema = {"title": "cells", "type": ["string", "number"]}


def _starts_schema(vocabulary: Vocabulary) -> Schema:
    return {**selection(vocabulary), "title": "pieces, or cells"}


KEYS = {
    "of": Key(selection, "The boards.", required=True),
    "counted": Key(table_schema(ARITHMETIC), "How many cells have a terrain: {forest: 120}."),
    "complete": Key({"title": "yes", "enum": ["yes"]}, "Each cell of the grid has an entry."),
    "closed": Key(WORDS, "Terrains of edges that form closed lines: [border]."),
    "lead": Key(WORDS, "Terrains of roads whose ends lead somewhere: [road]."),
    "starts": Key(_starts_schema, "The pieces that begin on the board, or their cells."),
    "apart": Key(ARITHMETIC, "The fewest steps from a start to the next.", needs=("starts",)),
    "goals": Key(_CELLS, "Cells that are as far from every start.", needs=("starts",)),
    "hexes": Key(field, "The field with what lies in cells; default: front.hexes."),
    "edges": Key(field, "The field with what lies along sides; default: front.edges."),
    "roads": Key(field, "The field with the ways through cells; default: front.roads."),
    "by": Key({"title": "name", "type": "string"}, "The name of the terrain; default: terrain."),
}
SOME_OF = ("counted", "complete", "closed", "lead", "starts")
OTHERWISE = Verdict.DIFFERS


class _Entry(Struct, frozen=True):
    """An entry of a list: its names of cells, its terrains, and whether it has a name."""

    at: str
    terrains: tuple[str, ...]
    is_named: bool
    place: Place


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Yields facts about the cells, the edges, the roads and the starts of each board."""
    boards = context.pieces(claim)
    if not boards:
        yield none_selected(claim, context)
    for board in boards:
        if board.kind.grid is None:
            hint = "give its kind a `grid: …` in game.yaml"
            raise InvalidClaim("of", f"`{board.id}` has no grid", hint, "E506")
        yield from _Map(claim, context, board, board.kind.grid).facts()


class _Map(Struct, frozen=True):
    claim: Claim
    context: CheckContext
    board: Piece
    grid: Grid

    def facts(self) -> Iterator[Fact]:
        asked = self.claim.parameters
        if "counted" in asked:
            yield from self._counted()
        if "complete" in asked:
            yield self._complete()
        if "closed" in asked:
            yield from self._closed()
        if "lead" in asked:
            yield from self._lead()
        if "starts" in asked:
            yield from self._starts()

    def _entries(self, key: str, judged: bool = True) -> list[_Entry]:
        """The entries of a list of the board."""
        path = text_of(self.claim, key, f"front.{key}")
        look_up = self.context.judged if judged else field_of
        value = look_up(self.board, path, key).value
        by = text_of(self.claim, "by", "terrain")
        entries = value if isinstance(value, tuple) else ()
        return [_entry(each, by, self.board.place) for each in entries if isinstance(each, Record)]

    def _counted(self) -> Iterator[Fact]:
        entries = self._entries("hexes")
        counts = Counter(word for entry in entries for word in entry.terrains)
        wanted = table(self.claim, "counted")
        for word in wanted:
            number = self.context.evaluate(self.claim, wanted[word], f"counted.{word}")
            holds, says = number.value == counts[word], f"{number.result} × {word}"
            where = tuple(entry.place for entry in entries if word in entry.terrains)[:1]
            where = where or (self.board.place,)
            reason = "correct the terrain of some cells"
            has = f"{counts[word]} in {self.board.id}"
            yield Fact(holds, says, has, where, (), reason, figures=number.figures)

    def _complete(self) -> Fact:
        known = {self.grid.find(entry.at) for entry in self._entries("hexes")}
        missing = [self.grid.name(cell) for cell in self.grid.cells if cell not in known]
        has = f"all {len(self.grid.cells)}"
        if missing:
            has = f"{len(missing)} missing: {', '.join(missing[:5])}{' …' if missing[5:] else ''}"
        reason = "add rows for these cells"
        return Fact(not missing, "an entry for each cell", has, (self.board.place,), (), reason)

    def _walk(self, entry: _Entry) -> tuple[tuple[Cell, ...], ...]:
        return self.grid.walks(entry.at)

    def _closed(self) -> Iterator[Fact]:
        """Yields a fact for each loose end of a border; one if there is none."""
        for word in map(as_text, listed(self.claim, "closed")):
            entries = [entry for entry in self._entries("edges") if word in entry.terrains]
            ends: dict[Corner, list[_Entry]] = {}
            sides = dict[frozenset[Corner], _Entry]()
            for entry in entries:
                for cell, number in self.grid.sides(entry.at):
                    sides.setdefault(frozenset(self.grid.side(cell, number)), entry)
            for side, entry in sides.items():
                for corner in side:
                    ends.setdefault(corner, []).append(entry)
            rim = {corner for line in self.grid.outline(self.grid.cells) for corner in line}
            loose = [(at, own) for at, own in ends.items() if len(own) == 1 and at not in rim]
            says = f"{word} closed"
            for at, (entry,) in loose:
                cells = [c for c in self.grid.cells if at in self.grid.corners(c)]
                has = f"it ends between {', '.join(map(self.grid.name, cells))}"
                yield Fact(False, says, has, (entry.place,), (), "add the sides that it lacks")
            if not loose:
                yield Fact(bool(sides), says, f"{len(sides)} sides", (self.board.place,))

    def _lead(self) -> Iterator[Fact]:
        """Yields a fact for each road that ends nowhere; one if there is none."""
        words = tuple(map(as_text, listed(self.claim, "lead")))
        roads = [entry for entry in self._entries("roads") if {*words} & {*entry.terrains}]
        ways = [(entry, way) for entry in roads for way in self._walk(entry)]
        passed = Counter(cell for _, way in ways for cell in {*way})
        cells = self._entries("hexes", judged=False)
        named = {self.grid.find(entry.at) for entry in cells if entry.is_named}
        failed = False
        for entry, way in ways:
            for cell in dict.fromkeys((way[0], way[-1])):
                inner = all(other in self.grid for other in self.grid.neighbours(cell))
                if cell not in named and passed[cell] < 2 and inner:
                    failed = True
                    has = f"it ends in {self.grid.name(cell)}, which has no name"
                    says, reason = f"{' and '.join(words)} lead somewhere", "correct the way"
                    yield Fact(False, says, has, (entry.place,), (), reason)
        if not failed:
            says = f"{' and '.join(words)} lead somewhere"
            yield Fact(bool(ways), says, f"{len(ways)} ways", (self.board.place,))

    def _starts(self) -> Iterator[Fact]:
        starts = self._cells_of("starts")
        where = tuple(dict.fromkeys(place for _, place in starts))
        cells = [cell for cell, _ in starts]
        if "apart" in self.claim.parameters:
            wanted = self.context.evaluate(self.claim, self.claim.parameters["apart"], "apart")
            for cell, place in starts:
                others = [self.grid.distance(cell, other) for other in cells if other != cell]
                if others and min(others) < wanted.value:
                    has = f"{self.grid.name(cell)}: {min(others)} steps to the next start"
                    says = f"starts {wanted.result} apart"
                    yield Fact(False, says, has, (place,), figures=wanted.figures)
                    break
            else:
                has = f"{len(cells)} starts"
                says, figures = f"starts {wanted.result} apart", wanted.figures
                yield Fact(bool(cells), says, has, where, figures=figures)
        if "goals" in self.claim.parameters:
            goals = [cell for cell, _ in self._cells_of("goals")]
            ways = [sorted(self.grid.distance(cell, goal) for goal in goals) for cell in cells]
            for (cell, place), way in zip(starts, ways, strict=True):
                if way != ways[0]:
                    names = self.grid.name(cells[0]), self.grid.name(cell)
                    has = f"{names[0]}: {_listed(ways[0])}; {names[1]}: {_listed(way)}"
                    yield Fact(False, "starts equally far from the goals", has, (place,))
                    break
            else:
                has = f"{len(cells)} starts: {_listed(ways[0]) if ways else 'none'} steps"
                yield Fact(bool(cells), "starts equally far from the goals", has, where)

    def _cells_of(self, key: str) -> list[tuple[Cell, Place]]:
        """The cells that a key names, or on which the pieces that it selects begin."""
        wanted = self.claim.parameters[key]
        text = as_text(wanted) if not isinstance(wanted, Record | tuple) else ""
        if text[:1].isdigit() or key == "goals":
            try:
                return [(c, self.board.place) for way in self.grid.walks(text) for c in way]
            except NoSuchCell as fault:
                raise InvalidClaim(key, str(fault), fault.hint) from None
        found = []
        pieces = self.context.pieces(self.claim, key)
        begins = [piece.kind.begins.field for piece in pieces if piece.kind.begins]
        self.context.count_in(pieces, wanted, *dict.fromkeys(begins))
        for piece in pieces:
            name = field_of(piece, piece.kind.begins.field).value if piece.kind.begins else None
            if isinstance(name, str):
                found.append((self.grid.find(name), piece.place))
        if not found:
            hint = "select pieces that have a field for their cell, or write cells"
            raise InvalidClaim(key, "no such piece begins on a cell", hint, "E506")
        return found


def _entry(record: Record, by: str, place: Place) -> _Entry:
    """An entry; its first word that is no terrain is its place on the grid."""
    values = {name: record[name] for name in record if name != by}
    at = next((value for value in values.values() if isinstance(value, Word)), None)
    terrain: Value = record[by] if by in record else None
    words = terrain if isinstance(terrain, tuple) else (terrain,)
    terrains = tuple(str(word) for word in words if word)
    is_named = any(isinstance(value, Text) for value in values.values())
    return _Entry(str(at or ""), terrains, is_named, at.place if at is not None else place)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
