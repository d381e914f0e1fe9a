"""A board as points and lines: where armies start, and what they can reach.

**What it checks.** Each board that `of` selects is a grid of points; neighbours in a row or a
column are joined, but where a cut runs between them. Every start and base is a point of the board;
no two starts are on one point, no two bases; and from all its starts every side can reach the base
of each rival.

- `points`: the fields with the number of columns and of rows; `[front.columns, front.rows]` when
  left out.
- `cuts`: the field with the lines that nobody crosses, `[{from: [3.5, 8.5], to: [10.5, 8.5]}]`, in
  columns and rows from 1; none when left out.
- `line`: `drawn` (when left out), or `whole`: every cut runs on to both edges of the board. With
  `whole` only the ways are checked.
- `sides`: the field with the sides; `front.sides` when left out. Each has `side`, `base: [column,
  row]` and `starts: [{reach: 2, at: [[column, row], …]}]`.
- `number`: how many sides play on the board, a figure or a number: a side that the field has lost
  is not missed otherwise.
- `own_base: closed`: nobody passes its own base, but who starts on it.
- `armies`: the pieces that begin there: for each side and reach the board has as many starts as
  there are copies. Sides of the box that a board does not have do not play on it.
- `by`: the fields of an army with its side and its reach; `[front.side, front.reach]` when left
  out.

**Why it matters.** A line drawn one point too far shuts a side in, and nobody sees it before the
end of the first game.

**Example.**

    - id: board-for-two-plays
      lines: 105-106
      check: graph
      of: board-for-two
      cuts: front.red_lines
      number: 2
      own_base: closed
      armies: {kind: [army, banner]}
    - id: line-as-written
      lines: 105
      check: graph
      of: board-for-two
      cuts: front.red_lines
      line: whole
      else: open
      decision: {it: "…", en: "…"}

**How to mend it.** Move the point or shorten the line that is named. Where the document's own words
shut a side in, say `else: open` or `else: contradiction` and what you decided.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fustella.check.context import CheckContext, Fact, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.kinds._boards import Board, Side, board_of, two_paths
from fustella.check.kinds._maps import Lattice, Spot
from fustella.check.selection import field_of, said
from fustella.core.claims import Claim, Verdict
from fustella.core.model import Piece

REQUIRED = ("of",)
OPTIONAL = ("points", "cuts", "line", "sides", "number", "own_base", "armies", "by")
OTHERWISE = Verdict.DIFFERS


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Facts for the points of each board, its armies, and the ways on it."""
    whole = _choice(claim, "line", ("drawn", "whole")) == "whole"
    closed = _choice(claim, "own_base", ("open", "closed")) == "closed"
    pieces = context.pieces(claim)
    if not pieces:
        raise InvalidClaim("of", "it selects no board", "look at its conditions", "E506")
    if whole and "armies" in claim.parameters:
        raise InvalidClaim("armies", "with `line: whole` only the ways are checked", "take it out")
    for piece in pieces:
        board = board_of(piece, claim)
        yield from _number(claim, context, board)
        faults = list(_points(board))
        if not whole:
            yield from faults or [_all_on_points(board)]
            if "armies" in claim.parameters:
                yield from _armies(claim, context.pieces(claim, "armies"), board)
        lattice = board.lattice.with_whole_cuts() if whole else board.lattice
        yield from _ways(board, lattice, closed)


def _choice(claim: Claim, key: str, words: tuple[str, str]) -> str:
    word = text_of(claim, key, words[0])
    if word not in words:
        raise InvalidClaim(key, f"`{word}` is unknown", f"write {words[0]} or {words[1]}")
    return word


def _number(claim: Claim, context: CheckContext, board: Board) -> Iterator[Fact]:
    """Whether as many sides play on the board as should, where the claim says how many."""
    if "number" in claim.parameters:
        wanted = context.evaluate(claim, claim.parameters["number"], "number")
        has = f"{len(board.sides)}: {', '.join(side.name for side in board.sides)}"
        holds, where = wanted.value == len(board.sides), (board.piece.place,)
        reason = "add the side to the board, or take one out"
        says = f"{wanted.result} sides"
        yield Fact(holds, says, has, where, (), reason, figures=wanted.figures)


def _points(board: Board) -> Iterator[Fact]:
    """What is wrong with the places of bases and starts."""
    taken: dict[Spot, str] = {}
    bases: dict[Spot, str] = {}
    for side in board.sides:
        if side.base in bases:
            has = f"{bases[side.base]} and {side.name}: {_shown(side.base)}"
            yield _fault("a base for each side", has, side)
        bases.setdefault(side.base, side.name)
        if not board.lattice.has(side.base):
            yield _fault("each base a point", f"{side.name}: {_shown(side.base)} is none", side)
        for starts in side.starts:
            who = f"{side.name} {starts.reach}"
            for spot in starts.at:
                fault = replace(_fault("each start a point", "", side), where=(starts.place,))
                if not board.lattice.has(spot):
                    yield replace(fault, has=f"{who}: {_shown(spot)} is none")
                elif spot in taken:
                    has = f"{taken[spot]} and {who}: {_shown(spot)}"
                    yield replace(fault, says="one start on a point", has=has)
                taken.setdefault(spot, who)
    names = Counter(side.name for side in board.sides)
    for side in board.sides:
        if names[side.name] > 1:
            yield _fault("each side once", f"{side.name} {names[side.name]} times", side)


def _fault(says: str, has: str, side: Side) -> Fact:
    reason = "move the point on the board"
    return Fact(False, says, has, (side.place,), (), reason)


def _shown(spot: Spot) -> str:
    return f"[{spot[0]}, {spot[1]}]"


def _all_on_points(board: Board) -> Fact:
    starts = sum(len(side.spots) for side in board.sides)
    size = f"{board.lattice.columns} × {board.lattice.rows} points"
    has = f"{size}: {len(board.sides)} bases, {starts} starts"
    return Fact(True, "bases and starts on points", has, (board.piece.place,))


def _armies(claim: Claim, armies: Sequence[Piece], board: Board) -> Iterator[Fact]:
    """A fact for each side and reach whose starts are not as many as its armies."""
    side_path, reach_path = two_paths(claim, "by", ("front.side", "front.reach"))
    copies: Counter[tuple[str, str]] = Counter()
    for army in armies:
        side = said(field_of(army, side_path, "by").value)
        copies[side, said(field_of(army, reach_path, "by").value)] += army.copies
    failed = False
    for side_ in board.sides:
        starts: Counter[str] = Counter()
        for one in side_.starts:
            starts[one.reach] += len(one.at)
        reaches = dict.fromkeys([*starts, *(reach for name, reach in copies if name == side_.name)])
        for reach in reaches:
            armies_here, places = copies[side_.name, reach], starts[reach]
            if armies_here != places:
                failed = True
                says = f"{side_.name} {reach}: {armies_here} to start"
                fault = _fault(says, f"{places} on the board", side_)
                own = tuple(one.place for one in side_.starts if one.reach == reach)
                reason = "add points to the board, or take some out"
                yield replace(fault, where=own or fault.where, unfixable=reason)
    if not failed:
        total = sum(len(side.spots) for side in board.sides)
        yield Fact(True, "a start for each army", f"{total} starts", (board.piece.place,))


def _ways(board: Board, lattice: Lattice, closed: bool) -> Iterator[Fact]:
    """A fact for each base that a side cannot reach; else one with the shortest ways."""
    shortest: list[int] = []
    failed = False
    for side in board.sides:
        for rival in board.sides:
            if rival is side:
                continue
            # A step may be taken either way, so one search from the base serves all starts.
            reached = lattice.distances(rival.base, [side.base] if closed else [])
            shortest += [reached[start] for start in side.spots if start in reached]
            missing = sum(1 for start in side.spots if start not in reached)
            if missing:
                failed = True
                says = f"{side.name} reaches {rival.name}"
                has = f"no way from {missing} of {len(side.spots)} starts"
                reason = "shorten the line, or move the point"
                yield Fact(False, says, has, (board.piece.place,), (), reason)
    if not failed and len(board.sides) > 1:
        has = f"in {min(shortest)} to {max(shortest)} spaces" if shortest else "nobody starts"
        yield Fact(bool(shortest), "every rival base is reached", has, (board.piece.place,))
