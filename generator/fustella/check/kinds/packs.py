"""Tokens that must fit on a grid at once, and the grid on its piece.

**What it checks.** All `tokens` fit together on the grid that the piece `onto` prints: none lies
outside the grid, and no two lie on the same space. They may be turned.

- `onto`: one piece. `field`: its grid, a list with a word for each row; every letter is a space,
  `-` is none.
- `tokens`: a list of ids or selections, with one token of each design. Name an id twice for two
  tokens of it.
- `columns`, `rows`: the fields with the size of a token in spaces. Default: `front.columns` and
  `front.rows`.
- `spaces`: the number of spaces that the grid must have, a figure or an expression.
- `exactly: true`: the tokens must cover all spaces.
- `module`: the field with the side of a space. With it, the grid in that size must lie inside the
  outline of the piece. The table shows how much room is left when the grid is centred.

**Why it matters.** Ten spaces for tokens of ten spaces are not enough if the shapes do not fit
together. If a grid is wider than its hexagon, the scissors cut it off.

**Example.**

    - id: all-on-one-field
      lines: 71-77
      text: "griglia {wide=2}x{high=3} e {more=4} spazi aggiuntivi"
      check: packs
      onto: wheat-3-4
      field: back.grid
      module: back.module
      spaces: wide * high + more
      tokens: [archer, knight, mage, dragon]

**How to mend it.** Lay the spaces of the grid out again. If an arrangement was found, the table
shows it row by row, with a letter for each token.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.check.context import CheckContext, Fact, flag_of, listed, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, field, selection, selections
from fustella.check.kinds._packing import (
    GridToken,
    Space,
    TooHard,
    arranged,
    arrangement_text,
    fit,
    spaces_of,
)
from fustella.check.selection import Field, as_text, number_in
from fustella.core.geometry.shapes import Point
from fustella.core.geometry.units import rounded_down, rounded_up
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.model import Piece, Value
from fustella.core.values.schemas import FLAG

KEYS = {
    "onto": Key(selection, "The one piece with the grid.", required=True),
    "field": Key(field, "The grid: a list with a word for each row.", required=True),
    "tokens": Key(selections, "The tokens that must fit on it at once.", required=True),
    "columns": Key(field, "A token's width in spaces; default: front.columns."),
    "rows": Key(field, "A token's height in spaces; default: front.rows."),
    "spaces": Key(ARITHMETIC, "How many spaces the grid must have."),
    "exactly": Key(FLAG, "Whether the tokens must cover all spaces."),
    "module": Key(field, "The field with the side of a space, in millimetres."),
}
OTHERWISE = Verdict.DIFFERS
_LONGEST_TOKEN = 100
_MOST_NAMED = 4


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Yields facts for the tokens on the grid, for its spaces, and for its place on the piece."""
    pieces = context.pieces(claim, "onto")
    if len(pieces) != 1:
        message = f"{len(pieces) or 'no'} pieces fit this"
        raise InvalidClaim("onto", message, "name the one piece with the grid", "E506")
    field = context.judged(pieces[0], text_of(claim, "field"), "field")
    grid = _grid(field)
    where = replace(field.place, line=field.place.line or pieces[0].place.line)
    reason = "lay the spaces of the grid out anew"
    facts = [_fact_of_packing(claim, context, grid)]
    if "spaces" in claim.parameters:
        wanted = context.evaluate(claim, claim.parameters["spaces"], "spaces")
        spaces = len(spaces_of(grid))
        holds = spaces == wanted.value
        says, has = f"{wanted.result} spaces", f"{spaces} in the grid"
        facts.append(Fact(holds, says, has, rule_figures=wanted.figures))
    if "module" in claim.parameters:
        facts.append(_fact_of_outline(claim, context, pieces[0], spaces_of(grid)))
    for fact in facts:
        yield replace(fact, where=(where,), unfixable="" if fact.holds else reason)


def _grid(field: Field) -> tuple[str, ...]:
    rows = field.value
    if not isinstance(rows, tuple) or not all(isinstance(row, str) for row in rows):
        hint = "write one word for each row: [FF, FF]"
        raise InvalidClaim("field", f"`{as_text(rows)}` is no grid", hint)
    grid = tuple(as_text(row) for row in rows)
    if not spaces_of(grid):
        raise InvalidClaim("field", "the grid has no space", "write a letter for each space")
    return grid


def _fact_of_packing(claim: Claim, context: CheckContext, grid: Sequence[str]) -> Fact:
    designs = _designs(claim, context)
    tokens = _tokens(claim, context, designs)
    spaces = spaces_of(grid)
    area = sum(token.area for token in tokens)
    says = f"{_names_of(designs)} at once"
    if flag_of(claim, "exactly"):
        says = f"{_names_of(designs)} on all spaces at once"
        if area != len(spaces):
            return Fact(False, says, f"{area} spaces of tokens on {len(spaces)}")
    try:
        laid = arranged(spaces, tokens)
    except TooHard:
        has = f"not decided: {area} spaces of tokens on {len(spaces)}"
        return Fact(False, says, has, verdict=Verdict.UNCHECKED)
    if laid is None:
        return Fact(False, says, f"no way: {area} spaces of tokens on {len(spaces)}")
    return Fact(True, says, arrangement_text(grid, laid))


def _names_of(designs: Sequence[Piece]) -> str:
    if len(designs) > _MOST_NAMED:
        return f"{len(designs)} tokens"
    return ", ".join(design.id for design in designs)


def _designs(claim: Claim, context: CheckContext) -> list[Piece]:
    """The designs that the entries select, in order; a design named twice is there twice."""
    designs = [
        piece for entry in listed(claim, "tokens") for piece in context.select(entry, "tokens")
    ]
    if not designs:
        raise InvalidClaim("tokens", "no piece fits this", "write a list of ids", "E506")
    return designs


def _tokens(claim: Claim, context: CheckContext, designs: Sequence[Piece]) -> list[GridToken]:
    wide, high = text_of(claim, "columns", "front.columns"), text_of(claim, "rows", "front.rows")
    letters = _letters(list(dict.fromkeys(design.id for design in designs)))
    return [
        GridToken(
            letters[design.id],
            _spaces(context, design, wide, "columns"),
            _spaces(context, design, high, "rows"),
        )
        for design in designs
    ]


def _letters(ids: Sequence[str]) -> dict[str, str]:
    """The letter for each id: one of the letters in it, or `?` when there are too many ids."""
    letters: dict[str, str] = {}
    for id_ in ids:
        wanted = [*id_.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]
        free = (letter for letter in wanted if letter.isalnum() and letter not in letters.values())
        letters[id_] = next(free, "?")
    return letters


def _spaces(context: CheckContext, piece: Piece, path: str, key: str) -> int:
    value = _number(context.judged(piece, path, key).value)
    if value is None or value != int(value) or not 1 <= value <= _LONGEST_TOKEN:
        hint = f"`{path}` must be a whole number"
        raise InvalidClaim(key, f"the size of `{piece.id}` in spaces is not known", hint)
    return int(value)


def _number(value: Value) -> int | float | None:
    return None if isinstance(value, bool) else number_in(value)


def _fact_of_outline(
    claim: Claim, context: CheckContext, piece: Piece, spaces: Sequence[Space]
) -> Fact:
    """The fact that the grid in its size lies inside the piece, in the middle or elsewhere."""
    path = text_of(claim, "module")
    module_mm = _number(context.judged(piece, path, "module").value)
    if not module_mm or module_mm < 0:
        raise InvalidClaim("module", f"`{path}` is no length", "name the side of a space")
    corners = [
        Point((column + right) * module_mm, (row + down) * module_mm)
        for row, column in spaces
        for right in (0, 1)
        for down in (0, 1)
    ]
    clearance = fit(corners, piece.kind.outline)
    says = f"in the {piece.kind.outline.shape.value}, {module_mm:g} mm a space"
    if clearance.room_mm >= 0:
        return Fact(True, says, f"{rounded_down(clearance.room_mm, 1)} mm of room in the middle")
    sticks_out = f"it sticks out by {rounded_up(-clearance.room_mm, 1)} mm"
    if clearance.somewhere:
        return Fact(True, says, f"not in the middle: there {sticks_out}")
    return Fact(False, says, f"nowhere: in the middle {sticks_out}")
