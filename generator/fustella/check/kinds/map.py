"""A map that the document draws with signs: its size, its squares, its starts, its tiles.

**What it checks.** `rows` is the drawing as it stands in the document: a line for each row, a mark
for each square, white space between them. Each key that is given is compared with what is drawn:

- `wide`, `high`, `squares`: the size in words. `wide × high` must be `squares`, too.
- `players`: there are that many starts. `each_player`: the squares shared among `players`, rounded
  down.
- `start`: marks of starting squares, like `"J*"` (one or a list); `beside`: marks that each start
  must touch on one of its four sides.
- `stated`: the document's own table, `{"1": ones}`: so many squares of that mark. Several marks
  stand in one key with spaces between them.
- `tiles`: which tiles the squares of a mark take, `{"1 P M J*": {kind: tile, front.level: 1}}`:
  there must be as many copies in the box. `"*"` is every square. A list of such tables are
  different readings of the marks, each checked for itself.

Without `rows` the document draws no map: that is open, and only the size is computed. With the
document at hand the rows are read again: the first lines of marks within the claim's passages or
right behind them, blank lines left out; so the claim needs a `text` that stands before the rows. A
row that changed *differs*; so does a map that is drawn now. All else is a contradiction of the
document, unless the claim says `else: open`.

**Why it matters.** Nobody counts the squares of a drawn map, until the tiles run out in the middle
of laying it.

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

**How to mend it.** A row that the document changed is put into the claim by `fustella check --fix`.
A map that does not agree with its own figures is the document's: write a `decision`. Too few tiles
of a mark: print more copies, or decide how the map is laid with fewer.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

from fustella.check.context import CheckContext, Fact, listed, table
from fustella.check.errors import InvalidClaim
from fustella.check.expressions import shown
from fustella.check.kinds import _maps as _map_size
from fustella.check.kinds._maps import DrawnMap, changes, drawing_of, drawn_in
from fustella.check.selection import said, select
from fustella.core.claims import Claim, Verdict
from fustella.core.model import Record

REQUIRED = ()
OPTIONAL = ("rows", *_map_size.KEYS, "start", "beside", "stated", "tiles")
OTHERWISE = Verdict.CONTRADICTION
_ALL = "*"
_NEEDS = (("beside", "start"), ("start", "rows"), ("each_player", "players"), ("stated", "rows"))


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Facts for the rows, the size, the starts, the squares of each mark, and their tiles."""
    _check_keys(claim)
    drawing = recorded = _recorded(claim)
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
    yield from _map_size.sizes(claim, context, drawing)
    if "start" in claim.parameters:
        yield from _starts(claim, context, drawing)
    yield from _stated(claim, context, drawing)
    yield from _tiles(claim, context, drawing)


def _check_keys(claim: Claim) -> None:
    """Keys that make no sense without others."""
    keys = claim.parameters
    if not claim.passages:
        hint = "add `text: …` with words that stand before the rows"
        raise InvalidClaim("text", "a map is found by the words before it", hint, "E107")
    for key, needed in _NEEDS:
        if key in keys and needed not in keys:
            hint = f"add `{needed}: …`, or take `{key}` out"
            raise InvalidClaim(key, f"`{key}` needs `{needed}`", hint, "E107")
    if not any(key in keys for key in OPTIONAL):
        raise InvalidClaim("", "it says nothing of the map", "add `rows: |` and its rows", "E107")
    for number, tiles in enumerate(listed(claim, "tiles"), start=1):
        if not isinstance(tiles, Record):
            hint = 'write {"1": {kind: tile}}'
            raise InvalidClaim("tiles", f"reading {number} of the marks is no table", hint)
        for marks in tiles if "rows" not in keys else ():
            if marks != _ALL:
                hint = 'write "*" for every square'
                raise InvalidClaim("tiles", f"without rows there is no mark `{marks}`", hint)


def _recorded(claim: Claim) -> DrawnMap:
    """The drawing of the claim; without rows where it has none."""
    if "rows" not in claim.parameters:
        return DrawnMap(())
    rows = claim.parameters["rows"]
    if not isinstance(rows, str) or not rows.strip():
        raise InvalidClaim("rows", "there is no drawing", "write `rows: |` and the rows below it")
    return drawing_of(rows, claim.parameters.line_of("rows") + 1)


def _starts(claim: Claim, context: CheckContext, drawing: DrawnMap) -> Iterator[Fact]:
    """The number of starts, and what each of them touches."""
    patterns = tuple(map(said, listed(claim, "start")))
    starts = list(drawing.at(patterns))
    if "players" in claim.parameters:
        players = context.evaluate(claim, claim.parameters["players"], "players")
        holds = players.value == len(starts)
        yield Fact(holds, f"{players.result} players", f"{len(starts)} starts")
    wanted = tuple(map(said, listed(claim, "beside")))
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


def _stated(claim: Claim, context: CheckContext, drawing: DrawnMap) -> Iterator[Fact]:
    """The document's own table of squares."""
    stated = table(claim, "stated")
    for marks in stated:
        wanted = context.evaluate(claim, stated[marks], f"stated.{marks}")
        drawn = sum(1 for _ in drawing.at(marks.split()))
        yield Fact(drawn == wanted.value, f"{marks}: {wanted.result} squares", f"{drawn} drawn")


def _tiles(claim: Claim, context: CheckContext, drawing: DrawnMap) -> Iterator[Fact]:
    """For each reading of the marks, whether the box has the tiles."""
    readings = listed(claim, "tiles")
    for number, tiles in enumerate(readings, start=1):
        assert isinstance(tiles, Record)
        which = f"reading {number}: " if len(readings) > 1 else ""
        for marks in tiles:
            pieces = select(context.game, tiles[marks], "tiles")
            copies = sum(piece.copies for piece in pieces)
            squares = _squares(claim, context, drawing, marks)
            where = tuple(dict.fromkeys(piece.place for piece in pieces))
            reason = "print more tiles, or lay the map with fewer of them"
            of_marks = "in all" if marks == _ALL else f"of {marks}"
            says = f"{which}{shown(squares)} squares {of_marks}"
            has = f"{copies} × {said(tiles[marks])}"
            yield Fact(squares <= copies, says, has, where, (), reason)


def _squares(claim: Claim, context: CheckContext, drawing: DrawnMap, marks: str) -> Fraction:
    """How many squares have one of some marks; of a map that is not drawn, its size in words."""
    if drawing.rows:
        return Fraction(sum(1 for _ in drawing.at(marks.split())))
    for keys in (("squares",), ("wide", "high")):
        if all(key in claim.parameters for key in keys):
            factors = [context.evaluate(claim, claim.parameters[key], key).value for key in keys]
            return math.prod(factors, start=Fraction(1))
    raise InvalidClaim("tiles", "squares of which map?", "add `squares: …`", "E107")
