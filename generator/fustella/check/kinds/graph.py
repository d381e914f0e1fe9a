"""A board as points and lines: where armies start, and what they can reach.

**What it checks.** Each board that `of` selects is a grid of points. Neighbours in a row or column
are joined unless a cut runs between them. Every start and every base must be a point of the board.
No two starts and no two bases may share a point. From each of its starts a side must be able to
reach the base of each rival.

- `points`: the fields with the number of columns and of rows.
  Default: `[front.columns, front.rows]`.
- `cuts`: the field with the lines that nobody may cross, `[{from: [3.5, 8.5], to: [10.5, 8.5]}]`,
  in columns and rows from 1. Default: no cuts.
- `line`: `drawn` (the default), or `whole`: every cut is extended to both edges of the board. With
  `whole` only the ways to the bases are checked.
- `sides`: the field with the sides. Default: `front.sides`. Each has `side`, `base: [column, row]`
  and `starts: [{reach: 2, at: [[column, row], …]}]`.
- `number`: how many sides play on the board, a figure or a number. Only this key notices that a
  side is missing in the field.
- `own_base: closed`: nobody may pass its own base, except when it starts there.
- `armies`: the pieces that begin on the board. For each side and reach the board must have as many
  starts as there are copies. Sides of the box that are not on the board do not play on it.
- `on_base`: the reach, a figure or a number, of the one army that begins on the base of its side.
  No other may.
- `first_turn: safe`: from no start may an army come to a rival's start or base within its reach,
  even if nothing stood in its way.
- `ways: alike`: from its starts, each side has the same distance to the bases of its rivals as the
  others have.
- `by`: the fields of an army with its side and its reach. Default: `[front.side, front.reach]`.
- `pictures`: pieces that show the board, such as set-up cards. They have its columns, rows and
  cuts, in the same fields. Each side in their field `seats`, by default `front.seats`, has the base
  and the starts that it has on the board. In `empty`, if that is named, it has all its starts but
  its base under `points`.

**Why it matters.** A line drawn one point too far shuts a side in, and nobody notices before the
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

**How to mend it.** Move the point or shorten the line that the finding names. If the document's own
words shut a side in, write `else: open` or `else: contradiction` and your `decision`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from fustella.check.context import CheckContext, Fact, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, field, one_of, selection, two_fields
from fustella.check.kinds._boards import (
    Board,
    BoardPoint,
    Lattice,
    Side,
    Starts,
    board_of,
    picture_of,
    two_paths,
)
from fustella.check.selection import as_text, field_of
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.problems import Place

_LINES = ("drawn", "whole")
_OWN_BASES = ("open", "closed")
_FIRST_TURNS = ("any", "safe")
_LENGTHS = ("any", "alike")

KEYS = {
    "of": Key(selection, "The boards.", required=True),
    "points": Key(
        two_fields,
        "The fields with the number of columns and of rows; default: front.columns, front.rows.",
    ),
    "cuts": Key(field, "The field with the lines that nobody may cross; default: no cuts."),
    "line": Key(
        one_of(_LINES),
        "Whether cuts are as drawn, or extended to both edges of the board; default: drawn.",
    ),
    "sides": Key(field, "The field with the sides, their bases and starts; default: front.sides."),
    "number": Key(ARITHMETIC, "How many sides play on the board."),
    "own_base": Key(one_of(_OWN_BASES), "Whether a side may pass its own base; default: open."),
    "armies": Key(selection, "The pieces that begin on the board."),
    "on_base": Key(ARITHMETIC, "The reach of the one army that begins on the base of its side."),
    "first_turn": Key(
        one_of(_FIRST_TURNS),
        "Whether a start may lie within reach of a rival's start or base; default: any.",
    ),
    "ways": Key(
        one_of(_LENGTHS), "Whether all sides must have as far to their rivals; default: any."
    ),
    "by": Key(
        two_fields,
        "The fields of an army with its side and its reach; default: front.side, front.reach.",
    ),
    "pictures": Key(selection, "The pieces that show the board, such as set-up cards."),
    "seats": Key(
        field,
        "The field of a picture with sides, bases and starts; default: front.seats.",
        needs=("pictures",),
    ),
    "empty": Key(
        field,
        "The field of a picture with sides that nobody plays, and their points.",
        needs=("pictures",),
    ),
}
OTHERWISE = Verdict.DIFFERS


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Facts about the sides of each board, its points, its armies, and the ways on it."""
    whole = _choice(claim, "line", _LINES) == "whole"
    closed = _choice(claim, "own_base", _OWN_BASES) == "closed"
    pieces = context.pieces(claim)
    if not pieces:
        hint = "correct the names and values that it asks for"
        raise InvalidClaim("of", "no board fits this", hint, "E506")
    for key in ("armies", "on_base", "first_turn", "ways", "pictures"):
        if whole and key in claim.parameters:
            raise InvalidClaim(key, "with `line: whole` only the ways are checked", "take it out")
    for piece in pieces:
        board = board_of(piece, claim, context)
        yield from _number(claim, context, board)
        faults = list(_points(board))
        if not whole:
            yield from faults or [_all_on_points(board)]
            if "armies" in claim.parameters:
                yield from _armies(claim, context, board)
            yield from _on_bases(claim, context, board)
            if _choice(claim, "first_turn", _FIRST_TURNS) == "safe":
                yield from _first_turn(board)
            if _choice(claim, "ways", _LENGTHS) == "alike":
                yield from _equal_ways(board)
            if "pictures" in claim.parameters:
                yield from _pictures(claim, context, board)
        lattice = board.lattice.with_whole_cuts() if whole else board.lattice
        yield from _ways(board, lattice, closed)


def _choice(claim: Claim, key: str, words: tuple[str, str]) -> str:
    word = text_of(claim, key, words[0])
    if word not in words:
        message = f"`{key}` cannot be `{word}`"
        raise InvalidClaim(key, message, f"write {words[0]} or {words[1]}")
    return word


def _number(claim: Claim, context: CheckContext, board: Board) -> Iterator[Fact]:
    if "number" in claim.parameters:
        wanted = context.evaluate(claim, claim.parameters["number"], "number")
        has = f"{len(board.sides)}: {', '.join(side.name for side in board.sides)}"
        holds, where = wanted.value == len(board.sides), (board.piece.place,)
        reason = "add the side to the board, or take one out"
        says = f"{wanted.result} sides"
        yield Fact(holds, says, has, where, (), reason, figures=wanted.figures)


def _points(board: Board) -> Iterator[Fact]:
    """A fact for each fault in the points of bases and starts, or in the names of the sides."""
    taken: dict[BoardPoint, str] = {}
    bases: dict[BoardPoint, str] = {}
    for side in board.sides:
        if side.base in bases:
            has = f"{bases[side.base]} and {side.name}: {_point_text(side.base)}"
            yield _fault("a base for each side", has, side)
        bases.setdefault(side.base, side.name)
        if not board.lattice.has(side.base):
            yield _fault(
                "each base a point", f"{side.name}: {_point_text(side.base)} is none", side
            )
        for starts in side.starts:
            who = f"{side.name} {starts.reach}"
            for point in starts.at:
                fault = replace(_fault("each start a point", "", side), where=(starts.place,))
                if not board.lattice.has(point):
                    yield replace(fault, has=f"{who}: {_point_text(point)} is none")
                elif point in taken:
                    has = f"{taken[point]} and {who}: {_point_text(point)}"
                    yield replace(fault, says="one start on a point", has=has)
                taken.setdefault(point, who)
    names = Counter(side.name for side in board.sides)
    for side in board.sides:
        if names[side.name] > 1:
            yield _fault("each side once", f"{side.name} {names[side.name]} times", side)


def _fault(says: str, has: str, side: Side) -> Fact:
    return Fact(False, says, has, (side.place,), (), "move the point on the board")


def _point_text(point: BoardPoint) -> str:
    return f"[{point[0]}, {point[1]}]"


def _all_on_points(board: Board) -> Fact:
    starts = sum(len(side.start_points) for side in board.sides)
    size = f"{board.lattice.columns} × {board.lattice.rows} points"
    has = f"{size}: {len(board.sides)} bases, {starts} starts"
    return Fact(True, "bases and starts on points", has, (board.piece.place,))


def _armies(claim: Claim, context: CheckContext, board: Board) -> Iterator[Fact]:
    """Yields a fact for each side and reach with a wrong number of starts; one if all are right."""
    side_path, reach_path = two_paths(claim, "by", ("front.side", "front.reach"))
    armies = context.pieces(claim, "armies")
    context.count_in(armies, claim.parameters["armies"], side_path, reach_path)
    copies: Counter[tuple[str, str]] = Counter()
    for army in armies:
        name = as_text(field_of(army, side_path, "by").value)
        copies[name, as_text(field_of(army, reach_path, "by").value)] += army.copies
    failed = False
    for side in board.sides:
        starts: Counter[str] = Counter()
        for points in side.starts:
            starts[points.reach] += len(points.at)
        reaches = dict.fromkeys([*starts, *(reach for name, reach in copies if name == side.name)])
        for reach in reaches:
            wanted, starts_there = copies[side.name, reach], starts[reach]
            if wanted != starts_there:
                failed = True
                says = f"{side.name} {reach}: {wanted} to start"
                fault = _fault(says, f"{starts_there} on the board", side)
                own = tuple(points.place for points in side.starts if points.reach == reach)
                reason = "add points to the board, or take some out"
                yield replace(fault, where=own or fault.where, unfixable=reason)
    if not failed:
        total = sum(len(side.start_points) for side in board.sides)
        yield Fact(True, "a start for each army", f"{total} starts", (board.piece.place,))


def _ways(board: Board, lattice: Lattice, closed: bool) -> Iterator[Fact]:
    """Yields a fact for each base that a side cannot reach; one with the ways if there is none."""
    shortest: list[int] = []
    failed = False
    for side in board.sides:
        for rival in board.sides:
            if rival is side:
                continue
            # A step may be taken either way, so one search from the base serves all starts.
            reached = lattice.distances(rival.base, [side.base] if closed else [])
            shortest += [reached[start] for start in side.start_points if start in reached]
            missing = sum(1 for start in side.start_points if start not in reached)
            if missing:
                failed = True
                says = f"{side.name} reaches {rival.name}"
                has = f"no way from {missing} of {len(side.start_points)} starts"
                reason = "shorten the line, or move the point"
                yield Fact(False, says, has, (board.piece.place,), (), reason)
    if not failed and len(board.sides) > 1:
        has = f"in {min(shortest)} to {max(shortest)} spaces" if shortest else "nobody starts"
        yield Fact(bool(shortest), "every rival base is reached", has, (board.piece.place,))


def _on_bases(claim: Claim, context: CheckContext, board: Board) -> Iterator[Fact]:
    """Yields a fact for each base without exactly the wanted army on it; one if all are right."""
    if "on_base" not in claim.parameters:
        return
    wanted = context.evaluate(claim, claim.parameters["on_base"], "on_base")
    says = f"{wanted.result} alone on each base"
    failed = False
    for side in board.sides:
        armies = [
            starts.reach for starts in side.starts for point in starts.at if point == side.base
        ]
        if [_reach(reach, "on_base") for reach in armies] != [wanted.value]:
            failed = True
            has = f"{side.name}: {', '.join(armies) or 'nobody'}"
            yield replace(_fault(says, has, side), figures=wanted.figures)
    if not failed:
        where = (board.piece.place,)
        yield Fact(True, says, f"{len(board.sides)} bases", where, figures=wanted.figures)


def _first_turn(board: Board) -> Iterator[Fact]:
    """Yields a fact for each start with a rival's start or base in reach; one if there is none."""
    failed = False
    for side in board.sides:
        aims = {
            point: rival.name
            for rival in board.sides
            if rival is not side
            for point in (*rival.start_points, rival.base)
        }
        for starts in side.starts:
            reach = _reach(starts.reach, "first_turn")
            for point in starts.at:
                steps = board.lattice.distances(point, at_most=reach)
                near = next((reached for reached in steps if reached in aims), None)
                if near is not None:
                    failed = True
                    who = f"{side.name} {starts.reach}: {_point_text(point)}"
                    has = f"{who} to {aims[near]} {_point_text(near)} in {steps[near]}"
                    fault = _fault("no capture in the first turn", has, side)
                    yield replace(fault, where=(starts.place,))
    if not failed:
        has = (
            f"no rival within reach of {sum(len(side.start_points) for side in board.sides)} starts"
        )
        yield Fact(True, "no capture in the first turn", has, (board.piece.place,))


def _equal_ways(board: Board) -> Iterator[Fact]:
    """Yields a fact for each side whose ways to rivals differ from the first's; one if none do."""
    lengths = {side.name: _steps_to_bases(board, side) for side in board.sides}
    first = board.sides[0]
    failed = False
    for side in board.sides[1:]:
        if lengths[side.name] != lengths[first.name]:
            failed = True
            here, there = (
                sum(sum(ways) for _, ways in lengths[each]) for each in (side.name, first.name)
            )
            has = f"{here} spaces from all starts, {first.name} {there}"
            yield _fault(f"{side.name} as far as {first.name}", has, side)
    if not failed:
        yield Fact(True, "all as far from their rivals", "alike", (board.piece.place,))


def _steps_to_bases(board: Board, side: Side) -> list[tuple[str, list[int]]]:
    """The reach of each start of a side, with its steps to each rival base; -1 for no way."""
    ways = [board.lattice.distances(rival.base) for rival in board.sides if rival is not side]
    return sorted(
        (starts.reach, sorted(way.get(point, -1) for way in ways))
        for starts in side.starts
        for point in starts.at
    )


def _reach(text: str, key: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidClaim(key, f"`{text}` is no reach", "write a number of spaces") from None


def _pictures(claim: Claim, context: CheckContext, board: Board) -> Iterator[Fact]:
    """Yields a fact for each difference of a board from a picture of it; one if there is none."""
    sides = {side.name: side for side in board.sides}
    for piece in context.pieces(claim, "pictures"):
        picture = picture_of(piece, claim, context)
        differing = list(_differing(picture, board, sides))
        for says, has, place in differing:
            yield Fact(False, says, f"`{piece.id}`: {has}", (place,), (), "mend the picture")
        if not differing:
            points = sum(len(side.start_points) for side in picture.sides)
            has = f"{len(picture.sides)} sides, {points} points"
            yield Fact(True, f"as on `{board.piece.id}`", f"`{piece.id}`: {has}", (piece.place,))


def _differing(
    picture: Board, board: Board, sides: Mapping[str, Side]
) -> Iterator[tuple[str, str, Place]]:
    """Yields each difference of a picture from its board: both values, and the place."""
    here, there = picture.lattice, board.lattice
    if (here.columns, here.rows) != (there.columns, there.rows):
        says, has = (f"{one.columns} × {one.rows} points" for one in (there, here))
        yield says, has, picture.piece.place
    if sorted(here.cuts) != sorted(there.cuts):
        says, has = (f"cuts {list(map(list, one.cuts))}" for one in (there, here))
        yield says, has, picture.piece.place
    for side in picture.sides:
        shown = sides.get(side.name)
        if shown is None:
            yield "a side of the board", f"`{side.name}` is none", side.place
            continue
        if side.base != shown.base:
            says, has = (
                f"the base of {side.name} at {_point_text(one.base)}" for one in (shown, side)
            )
            yield says, has, side.place
        by_reach = {starts.reach: starts.at for starts in shown.starts}
        away = tuple(point for point in shown.start_points if point != shown.base)
        for starts in side.starts:
            wanted = by_reach.get(starts.reach, ()) if starts.reach else away
            if sorted(starts.at) != sorted(wanted):
                yield _of_starts(side.name, starts, wanted)


def _of_starts(side: str, starts: Starts, wanted: Sequence[BoardPoint]) -> tuple[str, str, Place]:
    who = f"{side} {starts.reach}".strip()
    lacking, odd = Counter(wanted) - Counter(starts.at), Counter(starts.at) - Counter(wanted)
    says, has = (
        f"{who}: {', '.join(map(_point_text, points.elements())) or 'no other point'}"
        for points in (lacking, odd)
    )
    return says, has, starts.place
