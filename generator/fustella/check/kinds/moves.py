"""Pictures of moves: what each draws, and whether the rules allow it.

**What it checks.** Each entry of the field `figures` is a picture of a move on a net of points. It
has a path from point to point, jumps as arcs, or both. Path and arcs must join, from `at` to `end`.
`allowed` must agree with these rules:

- A path goes from a point to the next, along a row or a column.
- It passes no point twice, and no occupied point.
- Nobody crosses `red`, and no move is longer than `army`.
- Nobody ends on an own army, and nobody enters the own base.

A move that is not allowed must break only one rule. The letter of a capture is there only if a
rival or its base stands at the end. The letter of a jump is there only if there is an arc, and the
letter of an end only if nobody stands there.

- `figures`: the field with the pictures: `at`, `end`, `army`, `allowed`, and as they need `path`,
  `arcs`, `own`, `own_base`, `rivals`, `rival_base`, `red`, `letters`.
- `jumps`: the reach of the armies that may begin with a jump, over one army beside them and
  straight to the point behind it. It counts as two spaces.
- `hooks`: the reach of the armies that capture only by a space, a turn and a space.
- `letters`: the letters of a jump, a capture and an end. Default: `[J, C, F]`.

**Why it matters.** Players believe the picture. If a line ends one point too early, or a tick
stands for a cross, they play it so for years.

**Example.**

    - id: moves-as-drawn
      lines: 68-83
      check: moves
      of: {kind: aid}
      figures: back.moves
      jumps: 4
      hooks: 2

**How to mend it.** Correct the picture at the named line, or its `allowed`.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from fustella.check.context import CheckContext, Fact, listed, none_selected, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, field, fields, selection
from fustella.check.kinds._boards import Cut, meet
from fustella.check.selection import as_text, field_of, number_in
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.model import Record, Value

KEYS = {
    "of": Key(selection, "The pieces with the pictures.", required=True),
    "figures": Key(field, "The field with the pictures of moves.", required=True),
    "jumps": Key(ARITHMETIC, "The reach of the armies that may begin with a jump."),
    "hooks": Key(ARITHMETIC, "The reach of the armies that capture only by an L."),
    "letters": Key(fields, "The letters of a jump, a capture and an end; default: [J, C, F]."),
}
OTHERWISE = Verdict.DIFFERS
_JUMP_SPACES = 2
_JUDGED = frozenset(("at", "end", "allowed", "path"))
"""The keys by which two pictures of an allowed move are the same; armies and arcs may differ."""

Point = tuple[float, float]


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Yields a fact for each fault of a picture, or one for all pictures of a piece."""
    path = text_of(claim, "figures")
    jumps, hooks = (_reach(claim, context, key) for key in ("jumps", "hooks"))
    letters = tuple(map(as_text, listed(claim, "letters"))) or ("J", "C", "F")
    if len(letters) != 3:
        raise InvalidClaim("letters", "expected three letters", "write [J, C, F]")
    pieces = context.pieces(claim)
    if not pieces:
        yield none_selected(claim, context)
    for piece in pieces:
        field = field_of(piece, path, "figures")
        figures = field.value if isinstance(field.value, tuple) else ()
        failed = False
        for number, figure in enumerate(figures, start=1):
            if not isinstance(figure, Record):
                hint = "name a list whose entries have keys"
                raise InvalidClaim("figures", f"`{path}` has no pictures", hint)
            allowed = _value_of(figure, "allowed") is True
            for key in (key for key in figure if key in (_JUDGED if allowed else ("allowed",))):
                context.noted.judge(piece, f"{field.path}[{number}].{key}")
            for letter, _ in enumerate(_records(_value_of(figure, "letters")), start=1):
                context.noted.judge(piece, f"{field.path}[{number}].letters[{letter}].letter")
            for key, says, has in _faults(figure, jumps, hooks, letters):
                failed = True
                at = f"{field.path}[{number}].{key}"
                place = replace(field.place, line=figure.line_of(key) or field.place.line, key=at)
                reason = "correct the picture, or whether it is allowed"
                yield Fact(False, says, f"{piece.id}: {has}", (place,), (), reason)
        if not failed:
            has = f"{len(figures)} moves"
            yield Fact(bool(figures), "moves drawn by the rules", has, (field.place,))


def _reach(claim: Claim, context: CheckContext, key: str) -> float | None:
    if key not in claim.parameters:
        return None
    return float(context.evaluate(claim, claim.parameters[key], key).value)


def _faults(
    figure: Record, jumps: float | None, hooks: float | None, letters: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """Yields the key, the right value and the wrong value of each fault in a picture."""
    path = _points(_value_of(figure, "path"))
    arcs = [_points(arc) for arc in _entries(_value_of(figure, "arcs"))]
    if any(len(arc) != 3 for arc in arcs):
        raise InvalidClaim("figures", "an arc needs three points", "write [start, top, end]")
    at, end = _point_under(figure, "at"), _point_under(figure, "end")
    own, rivals = _points(_value_of(figure, "own")), _points(_value_of(figure, "rivals"))
    jump_first = bool(arcs) and (not path or arcs[0][0] == at)
    ways = [[arc[0], arc[2]] for arc in arcs]
    ways = [*ways, path] if jump_first or not path else [path, *ways]
    ways = [way for way in ways if way]
    here = at
    for way in ways:
        if way[0] != here:
            yield "arcs" if len(way) == 2 and arcs else "path", "a way that joins", "it has a gap"
        here = way[-1]
    if here != end:
        yield "end", f"an end at {_point_text(here)}", _point_text(end)
    base = _value_of(figure, "rival_base")
    prey = end in rivals or (base is not None and _point_under(figure, "rival_base") == end)
    typed = [as_text(entry["letter"]) for entry in _records(_value_of(figure, "letters"))]
    fits = {letters[0]: bool(arcs), letters[1]: prey, letters[2]: not prey}
    for letter in typed:
        if not fits.get(letter, False) or typed.count(letter) > 1:
            yield "letters", "letters of what is drawn", letter
            break
    armies = [at, *own, *rivals]
    if len(set(armies)) != len(armies):
        yield "own" if own else "rivals", "one army on a point", "two"
    points = [at, *(point for way in ways for point in way[1:])]
    reasons = list(_step_faults(figure, path, points, own, rivals))
    reasons += _jump_faults(figure, arcs, jump_first, jumps, {*own, *rivals})
    reach = number_in(_value_of(figure, "army")) or 0
    if sum(map(len, ways)) - len(ways) + len(arcs) * (_JUMP_SPACES - 1) > reach:
        reasons.append("farther than its reach")
    if prey and reach == hooks and (len(path) != 3 or not _has_a_turn(path)):
        reasons.append("it captures without an L")
    allowed = _value_of(figure, "allowed") is True
    if allowed and reasons:
        yield "allowed", "a move by the rules", reasons[0]
    elif not allowed and len(reasons) != 1:
        has = "; ".join(reasons) or "it is allowed"
        yield "allowed", "a move against one rule", has


def _step_faults(
    figure: Record, path: list[Point], points: list[Point], own: list[Point], rivals: list[Point]
) -> Iterator[str]:
    steps = list(pairwise(path))
    if any(abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 for a, b in steps):
        yield "a step that is no space"
    red = _points(_value_of(figure, "red"))
    if len(red) == 2:
        cut: Cut = (*red[0], *red[1])
        if any(meet((*a, *b), cut) for a, b in steps):
            yield "it crosses the line"
    if len(set(points)) != len(points):
        yield "a point twice"
    closed = (
        [*own, _point_under(figure, "own_base")]
        if _value_of(figure, "own_base") is not None
        else own
    )
    if points[-1] in closed or any(point in (*closed, *rivals) for point in points[1:-1]):
        yield "a point is occupied"


def _jump_faults(
    figure: Record,
    arcs: list[list[Point]],
    jump_first: bool,
    jumps: float | None,
    armies: set[Point],
) -> Iterator[str]:
    if arcs and (number_in(_value_of(figure, "army")) != jumps or len(arcs) > 1 or not jump_first):
        yield "this army does not jump here"
    for start, top, land in arcs:
        over = ((start[0] + land[0]) / 2, (start[1] + land[1]) / 2)
        if sorted((abs(land[0] - start[0]), abs(land[1] - start[1]))) != [0, _JUMP_SPACES]:
            yield "it jumps no single army in a straight line"
        elif over not in armies or (top[0] != over[0] and top[1] != over[1]):
            yield "it jumps over no army"


def _has_a_turn(path: list[Point]) -> bool:
    """Whether a path ends in another row and another column than it begins."""
    return path[0][0] != path[-1][0] and path[0][1] != path[-1][1]


def _value_of(record: Record, key: str) -> Value:
    return record[key] if key in record else None


def _entries(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def _records(value: Value) -> Iterator[Record]:
    yield from (entry for entry in _entries(value) if isinstance(entry, Record))


def _points(value: Value) -> list[Point]:
    return [_point(point) for point in _entries(value)]


def _point_under(figure: Record, key: str) -> Point:
    if _value_of(figure, key) is None:
        raise InvalidClaim("figures", f"a picture has no `{key}`", "write [column, row]")
    return _point(figure[key])


def _point(value: Value) -> Point:
    numbers = [number_in(number) for number in _entries(value)]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        hint = "write [column, row]"
        raise InvalidClaim("figures", f"`{as_text(value)}` is no point", hint)
    return float(numbers[0]), float(numbers[1])


def _point_text(point: Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"
