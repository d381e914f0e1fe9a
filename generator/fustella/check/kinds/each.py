"""Something that holds for every piece of a kind.

**What it checks.** The comparisons under `that` are true for each selected piece, with the values
of its own fields. Each piece has the fields under `has`. The fields under `same` have the same
value on each piece.

**Why it matters.** "Every character has power, hit points and range" is one sentence in a rulebook
and ninety chances to forget one of them.

**Example.**

    - id: six-of-each
      lines: 59-75
      text: "Nivel 1: {6} x Pies ligeros"
      check: each
      of: {kind: technology}
      that: copies = n
    - id: tokens-in-module
      check: each
      of: {kind: [archer, knight, mage, dragon]}
      that: [width_mm = front.columns * 10, height_mm = front.rows * 10]
    - id: armies-behind
      check: each
      of: {kind: army}
      same: [front.colour, back.colour]

**How to mend it.** Correct the field of the named piece. `fustella check --fix` does it if the left
side is a single field and the right side has only figures and numbers.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fustella.check.context import CheckContext, Fact, listed, none_selected
from fustella.check.errors import InvalidClaim
from fustella.check.keys import COMPARISONS, Key, fields, selection
from fustella.check.selection import OWN_FIELDS, as_text, field_of, field_repair
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.model import SIDES, Piece, Value

KEYS = {
    "of": Key(selection, "The pieces that it holds for.", required=True),
    "that": Key(COMPARISONS, "What must be true of each piece: copies = n."),
    "has": Key(fields, "Fields that each piece must have: [front.power, front.range]."),
    "same": Key(fields, "Fields of a piece with one value: [front.colour, back.colour]."),
}
SOME_OF = ("that", "has", "same")
OTHERWISE = Verdict.DIFFERS
_FIELD = re.compile(r"\bcopies\b|\b(?:front|back)(?:\.\w+(?:\[[^\]]*\])?)+")

_FROM_THE_BOX = re.compile(
    rf"(?<![\w.-])(?:(?:{'|'.join(OWN_FIELDS)})(?![\w.-])|(?:front|back)\.)|\w\("
)
"""Matches the parts of an expression that depend on the box: fields of pieces, and functions."""


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Yields a fact for each condition, or one for each piece that does not meet it."""
    conditions, fields, alike = (listed(claim, key) for key in ("that", "has", "same"))
    if not (*conditions, *fields, *alike):
        raise InvalidClaim("", "it asks for nothing", "add `that:`, `has:` or `same:`", "E107")
    pieces = context.pieces(claim)
    if not pieces:
        yield none_selected(claim, context)
        return
    for condition in conditions:
        facts = [_condition(claim, context, pieces, piece, condition) for piece in pieces]
        yield from _failed_or_one(facts, as_text(condition), pieces)
    for field in fields:
        path = as_text(field)
        yield from _failed_or_one([_fact_of_field(piece, path) for piece in pieces], path, pieces)
    if alike:
        paths = [as_text(path) for path in alike]
        facts = [_fact_of_same_values(context, piece, paths) for piece in pieces]
        yield from _failed_or_one(facts, " = ".join(paths), pieces)


def _failed_or_one(facts: Sequence[Fact], compared: str, pieces: Sequence[Piece]) -> Iterator[Fact]:
    """The facts that do not hold; if all hold, a single fact for all pieces."""
    failed = [fact for fact in facts if not fact.holds]
    if failed:
        yield from failed
        return
    where = tuple(dict.fromkeys(piece.place for piece in pieces))
    yield Fact(True, f"each: {compared}", f"all {len(pieces)}", where)


def _condition(
    claim: Claim, context: CheckContext, pieces: Sequence[Piece], piece: Piece, condition: Value
) -> Fact:
    comparison = context.compare(claim, condition, "that", piece)
    if comparison.holds:
        return Fact(True, "", "")
    name = comparison.left.name  # "" unless the left side is a single name
    is_field = name in OWN_FIELDS or name.partition(".")[0] in SIDES
    field = field_of(piece, name, "that") if is_field else None
    typed = (field_of(piece, path, "that").place for path in _FIELD.findall(as_text(condition)))
    where = tuple(dict.fromkeys(place for place in typed if place.line)) or (piece.place,)
    says = f"{name} {comparison.sign} {comparison.right.shown}" if field else comparison.claimed
    has = f"{piece.id}: {comparison.found}"
    fact = Fact(False, says, has, where, figures=comparison.figures)
    if field is None or comparison.sign != "=" or not field.place.line or field.value is None:
        return replace(fact, unfixable="more than one number decides: correct the wrong one")
    if field.place == piece.kind.place:
        return replace(fact, unfixable="the size of a kind is changed by hand")
    if _FROM_THE_BOX.search(as_text(condition).partition("=")[2]):
        return replace(fact, unfixable="two numbers of the box disagree: correct the wrong one")
    if reason := context.shared(pieces, name, field.place):
        return replace(fact, unfixable=reason)
    repairs, reason = field_repair(field, name, comparison.right.value)
    return replace(fact, repairs=repairs, unfixable=reason)


def _fact_of_field(piece: Piece, path: str) -> Fact:
    value = field_of(piece, path, "has").value
    given = value is not None and value != ()
    reason = f"add `{path}` to the piece"
    return Fact(given, f"each has {path}", f"{piece.id} has none", (piece.place,), (), reason)


def _fact_of_same_values(context: CheckContext, piece: Piece, paths: Sequence[str]) -> Fact:
    fields = [context.judged(piece, path, "same") for path in paths]
    holds = all(field.value == fields[0].value for field in fields)
    where = tuple(dict.fromkeys(field.place for field in fields if field.place.line))
    has = " ≠ ".join(dict.fromkeys(as_text(field.value) for field in fields))
    reason = "correct the wrong one"
    return Fact(holds, " = ".join(paths), f"{piece.id}: {has}", where, (), reason)
