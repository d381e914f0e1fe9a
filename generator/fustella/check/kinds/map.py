"""A map that the document draws with marks: its size, its squares, its starts, its tiles.

**What it checks.** `rows` is the drawing as it is in the document: a line for each row, a mark for
each square, white space between the marks. The other keys are compared with the drawing:

- `wide`, `high`, `squares`: the size as the document gives it in figures. `wide × high` must be
  `squares`, too.
- `players`: the number of starts. `each_player`: the squares divided by `players`, rounded down.
- `start`: the marks of starting squares, like `"J*"` (one or a list). `beside`: marks that each
  start must have on one of its four sides.
- `stated`: the document's own table of squares by mark, `{"1": ones}`. A key may have several
  marks with spaces between them.
- `tiles`: the tiles that are laid on the squares of some marks,
  `{"1 P M J*": {kind: tile, front.level: 1}}`. The box must have as many copies; `"*"` is every
  square. If the marks can be read in several ways, write a list of such tables; each is checked on
  its own.

Without `rows` the document draws no map. That is *open*, and only the size is computed. If the
document is at hand, the rows are read again. They are the first lines of marks within the claim's
passages, or right after them, apart from blank lines. So the claim needs a `text` before the rows.
A row that has changed *differs*, and so does a map that is new. All other faults are a
*contradiction* of the document, unless the claim says `else: open`.

**Why it matters.** Nobody counts the squares of a drawn map until the tiles run out while laying
it.

**Example.**

    - id: map-for-two
      lines: 86-100
      text: >-
        Para {players=2} jugadores usar una forma: - {wide=9} x {high=9}. ({squares=81})
        {share=40} casillas por jugador … Nivel {ones=14} {i=1} {twos=22} {ii=2} {threes=30} {iii=3}
      check: map
      rows: |
        3 3 3 3 3 3 3 3
        P 1 2 3 3 2 1 M
        J1 1 2 3 3 2 1 J2
        M 1 2 3 3 2 1 P
      wide: wide
      high: high
      squares: squares
      players: players
      each_player: share
      start: "J*"
      beside: [P, M]
      stated: {"1": ones, "2": twos, "3": threes}
      tiles:
        - {"1": {kind: tile, back.level: 1}, "3": {kind: tile, back.level: 3}}
        - {"1": {kind: tile, back.level: 3}, "3": {kind: tile, back.level: 1}} # the other way
      decision: {es: "…", en: "…"}

**How to mend it.** `fustella check --fix` writes a row that the document changed into the claim. If
a map does not agree with its own figures, the document is at fault: write a `decision`. If there
are too few tiles of a mark, print more copies or decide how to lay the map with fewer.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

from fustella.check.context import CheckContext, Fact, listed, table
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, named_selections
from fustella.check.kinds._maps import (
    MapDrawing,
    changes,
    drawing_of,
    drawn_in,
    sizes,
)
from fustella.check.selection import as_text
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.expressions import shown
from fustella.core.values.model import Record
from fustella.core.values.schemas import Schema, Vocabulary, table_schema

_MARKS = {
    "title": "marks",
    "type": ["string", "number", "array"],
    "items": {"type": ["string", "number"]},
}


def _tiles_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of `tiles`: one table of marks, or a table for each reading of the marks."""
    one = named_selections(vocabulary)
    title = "marks, each with tiles, or a list of such tables"
    return {**one, "title": title, "type": ["object", "array"], "items": one}


KEYS = {
    "rows": Key(
        {"title": "drawing", "type": "string", "pattern": r"\S"},
        "The map as the document draws it: a line for each row, a mark for each square.",
    ),
    "wide": Key(ARITHMETIC, "How many squares it is wide."),
    "high": Key(ARITHMETIC, "How many squares it is high."),
    "squares": Key(ARITHMETIC, "How many squares it has."),
    "players": Key(ARITHMETIC, "How many players it is for, each with a start."),
    "each_player": Key(
        ARITHMETIC, "The squares divided by the players, rounded down.", needs=("players",)
    ),
    "start": Key(_MARKS, "The marks of starting squares: J*.", needs=("rows",)),
    "beside": Key(
        _MARKS, "Marks that each start must have on one of its four sides.", needs=("start",)
    ),
    "stated": Key(
        table_schema(ARITHMETIC), "The document's own table of squares, by mark.", needs=("rows",)
    ),
    "tiles": Key(_tiles_schema, "The tiles that are laid on the squares of some marks."),
}
SOME_OF = tuple(KEYS)
OTHERWISE = Verdict.CONTRADICTION
_ALL = "*"
_NEEDS = tuple((name, needed) for name, key in KEYS.items() for needed in key.needs)


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Facts about the rows, the size, the starts, the squares of each mark, and their tiles."""
    _check_keys(claim)
    drawing = recorded = _map_in_claim(claim)
    if context.document is not None:
        read = drawn_in(context.document, context.readings[claim.id].lines, recorded)
        yield from changes(recorded, read, claim)
        if recorded.rows and read is None:
            context.use_all_of(claim)
            return
        drawing = read or recorded
    if not drawing.rows:
        verdict = claim.otherwise or Verdict.OPEN
        yield Fact(False, "a map", "none is drawn", verdict=verdict)
    yield from sizes(claim, context, drawing)
    if "start" in claim.parameters:
        yield from _starts(claim, context, drawing)
    yield from _stated_squares(claim, context, drawing)
    yield from _tiles(claim, context, drawing)


def _check_keys(claim: Claim) -> None:
    """Raises InvalidClaim for keys that make no sense without others."""
    keys = claim.parameters
    if not claim.passages:
        hint = "add `text: …` with words that stand before the rows"
        raise InvalidClaim("text", "a map is found by the words before it", hint, "E107")
    for key, needed in _NEEDS:
        if key in keys and needed not in keys:
            hint = f"add `{needed}: …`, or take `{key}` out"
            raise InvalidClaim(key, f"`{key}` needs `{needed}`", hint, "E107")
    if not any(key in keys for key in SOME_OF):
        raise InvalidClaim("", "it says nothing of the map", "add `rows: |` and its rows", "E107")
    for number, tiles in enumerate(listed(claim, "tiles"), start=1):
        if not isinstance(tiles, Record):
            hint = 'write {"1": {kind: tile}}'
            raise InvalidClaim("tiles", f"entry {number} says not what each mark is", hint)
        for marks in tiles if "rows" not in keys else ():
            if marks != _ALL:
                hint = 'write "*" for every square'
                raise InvalidClaim("tiles", f"without rows there is no mark `{marks}`", hint)


def _map_in_claim(claim: Claim) -> MapDrawing:
    if "rows" not in claim.parameters:
        return MapDrawing(())
    rows = claim.parameters["rows"]
    if not isinstance(rows, str) or not rows.strip():
        raise InvalidClaim("rows", "there is no drawing", "write `rows: |` and the rows below it")
    return drawing_of(rows, claim.parameters.line_of("rows") + 1)


def _starts(claim: Claim, context: CheckContext, drawing: MapDrawing) -> Iterator[Fact]:
    """Facts about the number of starts, and about the marks beside each start."""
    patterns = tuple(map(as_text, listed(claim, "start")))
    starts = list(drawing.at(patterns))
    if "players" in claim.parameters:
        players = context.evaluate(claim, claim.parameters["players"], "players")
        holds = players.value == len(starts)
        says, has = f"{players.result} players", f"{len(starts)} starts"
        yield Fact(holds, says, has, rule_figures=players.figures)
    wanted = tuple(map(as_text, listed(claim, "beside")))
    if not wanted:
        return
    says = f"{', '.join(wanted)} beside each {', '.join(patterns)}"
    failed = not starts
    for down, across, mark in starts:
        around = drawing.around(down, across)
        missing = [word for word in wanted if word not in around]
        if missing:
            failed = True
            yield Fact(False, says, f"{mark}: no {', no '.join(missing)}")
    if not starts:
        yield Fact(False, says, "no start is drawn")
    if not failed:
        yield Fact(True, says, f"all {len(starts)}")


def _stated_squares(claim: Claim, context: CheckContext, drawing: MapDrawing) -> Iterator[Fact]:
    """A fact for each row of the document's own table of squares."""
    stated = table(claim, "stated")
    for marks in stated:
        wanted = context.evaluate(claim, stated[marks], f"stated.{marks}")
        squares = sum(1 for _ in drawing.at(marks.split()))
        holds, says = squares == wanted.value, f"{marks}: {wanted.result} squares"
        yield Fact(holds, says, f"{squares} drawn", rule_figures=wanted.figures)


def _tiles(claim: Claim, context: CheckContext, drawing: MapDrawing) -> Iterator[Fact]:
    """A fact for the tiles of each mark, in each reading of the marks."""
    readings = listed(claim, "tiles")
    for number, tiles in enumerate(readings, start=1):
        assert isinstance(tiles, Record)
        which = f"reading {number}: " if len(readings) > 1 else ""
        for marks in tiles:
            pieces = context.select(tiles[marks], "tiles")
            copies = sum(piece.copies for piece in pieces)
            squares, figures = _squares(claim, context, drawing, marks)
            where = tuple(dict.fromkeys(piece.place for piece in pieces))
            reason = "print more tiles, or lay the map with fewer of them"
            of_marks = "in all" if marks == _ALL else f"of {marks}"
            says = f"{which}{shown(squares)} squares {of_marks}"
            has = f"{copies} × {as_text(tiles[marks])}"
            yield Fact(squares <= copies, says, has, where, (), reason, rule_figures=figures)


def _squares(
    claim: Claim, context: CheckContext, drawing: MapDrawing, marks: str
) -> tuple[Fraction, tuple[str, ...]]:
    """The number of squares with some marks, and the figures from which it is computed.

    For a map that is not drawn, all squares of the stated size count.
    """
    if drawing.rows:
        return Fraction(sum(1 for _ in drawing.at(marks.split()))), ()
    for keys in (("squares",), ("wide", "high")):
        if all(key in claim.parameters for key in keys):
            factors = [context.evaluate(claim, claim.parameters[key], key) for key in keys]
            figures = tuple(name for factor in factors for name in factor.figures)
            return math.prod((factor.value for factor in factors), start=Fraction(1)), figures
    raise InvalidClaim("tiles", "it does not say of how many squares", "add `squares: …`", "E107")
