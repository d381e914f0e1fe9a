"""Gives a kind of check the box, the document, the figures and the keys of its claim."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.check.coverage import Noted
from fustella.check.document import Document
from fustella.check.document.figures import Figure, Reading
from fustella.check.errors import InvalidClaim, MissingEntry, UnreadablePassage
from fustella.check.selection import (
    OWN_FIELDS,
    Field,
    as_text,
    conditions_in,
    field_of,
    ids_in,
    number_in,
    select,
)
from fustella.check.steps import OF_VALUE, Steps
from fustella.core.values.claims import Claim, Lines, Repair, Verdict
from fustella.core.values.expressions import (
    Calls,
    Comparison,
    InvalidExpression,
    Names,
    Sum,
    compare,
    evaluate,
    exact,
)
from fustella.core.values.model import SIDES, Game, Piece, Record, Value, Word, leaves
from fustella.core.values.problems import Place, did_you_mean
from fustella.core.values.simulations import Simulation
from fustella.core.values.structs import PartlyCompared
from fustella.core.words.spelling import may_compare

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets

_Result = TypeVar("_Result", Sum, Comparison)
_NO_NAMES: Mapping[str, int | Fraction] = {}


class Fact(Struct, frozen=True):
    """The result of one comparison in a check: whether it `holds`.

    `says` is the value in the document, `has` the value in the box; `where` are places in the box.
    The other fields matter only for a fact that fails: its `repairs`, or why it is `unfixable`; its
    `verdict`, instead of the claim's; and its `lines`, instead of the lines of the claim's
    passages.

    `figures` are the full names of the figures in this comparison alone. `rule_figures` are figures
    of a rule that the claim applies to several things, whose facts share them.
    """

    holds: bool
    says: str
    has: str
    where: tuple[Place, ...] = ()
    repairs: tuple[Repair, ...] = ()
    unfixable: str = ""
    verdict: Verdict | None = None
    lines: Lines = ()
    figures: tuple[str, ...] = ()
    rule_figures: tuple[str, ...] = ()


class CheckContext(PartlyCompared, frozen=True, dict=True):
    """The box, the document and all figures, which checks look up here.

    `readings` are by the id of the claim, `figures` by their full names (`castles.n`), `booklets`
    None where the game has none, `simulations` by their names. While claims are checked, `used`
    collects the full names of the figures that were looked up, `used_by` those that each claim
    looked up, `noted` the fields and pieces of the box, and `steps` counts the
    cost.
    """

    UNCOMPARED = frozenset({"used", "used_by", "noted", "steps"})

    game: Game
    language: str
    document: Document | None
    readings: Mapping[str, Reading]
    figures: Mapping[str, Figure] = field(default_factory=dict)
    booklets: "Booklets | None" = None
    simulations: Mapping[str, Simulation] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    used_by: dict[str, set[str]] = field(default_factory=dict)
    noted: Noted = field(default_factory=Noted)
    steps: Steps = field(default_factory=Steps)

    def pieces(self, claim: Claim, key: str = "of") -> tuple[Piece, ...]:
        """The pieces that a key of the claim selects.

        Raises InvalidClaim, and ProblemsFound: E133, where the claim makes too many comparisons of
        a piece with a value.
        """
        pieces = self.select(claim.parameters[key], key)
        parameters = (claim.parameters[name] for name in claim.parameters if name != key)
        values = 1 + sum(len(leaves("", value)) for value in parameters)
        self.steps.take(OF_VALUE * len(pieces) * values)
        return pieces

    def select(self, wanted: Value, key: str) -> tuple[Piece, ...]:
        """The pieces that `wanted` names, as `selection.select` finds them. Raises InvalidClaim."""
        self.noted.named.update(ids_in(wanted))
        return select(self.game, wanted, key)

    def judged(self, piece: Piece, path: str, key: str = "of") -> Field:
        """The field of a piece; notes that a claim judges it.

        `selection.field_of` looks a field up without noting it. Raises InvalidClaim and
        MissingEntry.
        """
        field = field_of(piece, path, key)
        self.noted.judge(piece, field.path)
        return field

    def count_in(self, pieces: Sequence[Piece], wanted: Value = None, *paths: str) -> None:
        """Notes pieces as counted: the claim would notice one more or one fewer of them.

        Fields at `paths`, and the fields by which `wanted` selects, are noted as judged: with
        another value in them, the count would be another.
        """
        self.noted.counted.update(piece.id for piece in pieces)
        for path in (*paths, *conditions_in(wanted)):
            for piece in pieces:
                try:
                    self.judged(piece, path)
                except (InvalidClaim, MissingEntry):
                    continue

    def full_name(self, name: str, claim: Claim, key: str) -> str:
        """The full name of a figure, which counts as used from then on.

        `name` is the short name of one of the claim's own figures, a full name, or the id of a
        claim with a single figure. Raises InvalidClaim under `key`.
        """
        known = [full for full in (f"{claim.id}.{name}", name) if full in self.figures]
        full = known[0] if known else self._only_figure(name, claim, key)
        self.used.add(full)
        self.used_by.setdefault(claim.id, set()).add(full)
        return full

    def _only_figure(self, name: str, claim: Claim, key: str) -> str:
        reading = self.readings.get(name.partition(".")[0])
        if reading is not None and reading.broken:
            raise UnreadablePassage(key, f"the passages of `{name}` cannot be read")
        if name not in self.readings or reading is None:
            hint = self._hint(name, claim)
            raise InvalidClaim(key, f"there is no figure `{name}`", hint, "E506")
        if len(reading.figures) != 1:
            names = ", ".join(f"`{name}.{figure.name}`" for figure in reading.figures)
            message = f"`{name}` has {len(reading.figures) or 'no'} figures"
            hint = f"write one of {names}" if names else "put the figure in braces in its `text`"
            raise InvalidClaim(key, message, hint, "E506")
        return f"{name}.{reading.figures[0].name}"

    def _hint(self, name: str, claim: Claim) -> str:
        """The hint for a name that no figure has."""
        in_braces = "put the figure in braces in the `text` of a claim"
        if not may_compare(len(self.readings) + len(self.figures)):
            return in_braces
        own = [figure.name for figure in self.readings[claim.id].figures]
        alone = [id_ for id_, reading in self.readings.items() if len(reading.figures) == 1]
        others = (full for full in self.figures if not full.startswith(f"{claim.id}."))
        known = [*own, *alone, *others]
        parts = name.split("-")
        if len(parts) > 1 and all(part in known for part in parts):
            return f"a minus stands between spaces: {' - '.join(parts)}"
        return did_you_mean(name, known) or in_braces

    def use_all_of(self, claim: Claim) -> None:
        """Counts all figures of a claim as used, because a person compares them, or nothing can."""
        self.used.update(f"{claim.id}.{figure.name}" for figure in self.readings[claim.id].figures)

    def evaluate(
        self,
        claim: Claim,
        text: "Value | str",
        key: str,
        piece: Piece | None = None,
        names: Mapping[str, int | Fraction] = _NO_NAMES,
    ) -> Sum:
        """The value of an expression, with the full names of its figures. Raises InvalidClaim.

        A name in the expression is one of `names`, a field of the `piece` if one is given, or a
        figure.
        """
        return _Scope(self, claim, key, piece, names).resolved(evaluate, text)

    def compare(
        self,
        claim: Claim,
        text: "Value | str",
        key: str,
        piece: Piece | None = None,
        names: Mapping[str, int | Fraction] = _NO_NAMES,
    ) -> Comparison:
        """The result of a comparison, as `evaluate` gives a value. Raises InvalidClaim."""
        return _Scope(self, claim, key, piece, names).resolved(compare, text)

    def shared(self, pieces: Sequence[Piece], path: str, place: Place) -> str:
        """The reason why a number cannot be changed for these pieces alone, or "".

        A number that was typed for a whole list, or for a variant, holds for other pieces, too.
        """
        selected, hint = self._last_shared.get((path, place), ((), ""))
        if selected is pieces:  # asked before: the same number for the same pieces
            return hint
        if path not in self._typed_at:
            at = self._typed_at[path] = {}
            for piece in self.game.pieces:
                at.setdefault(_typed_at(piece, path), []).append(piece)
        typed = self._typed_at[path].get(place, [])
        names = list[str]()
        if len(typed) > 1:  # a single one is the wanted piece itself
            chosen = {piece.id for piece in pieces}
            names = [piece.id for piece in typed if piece.id not in chosen]
        hint = f"{', '.join(names[:3])} would change, too: it stands there for all" if names else ""
        self._last_shared[path, place] = pieces, hint
        return hint

    @cached_property
    def _typed_at(self) -> dict[str, dict[Place | None, list[Piece]]]:
        """The game's pieces by the path of a field and the place where that field was typed."""
        return {}

    @cached_property
    def _last_shared(self) -> dict[tuple[str, Place], tuple[Sequence[Piece], str]]:
        """The pieces and the answer of the last call of `shared`, by its path and place."""
        return {}


def _typed_at(piece: Piece, path: str) -> Place | None:
    """The place where a piece's field was typed; None where the piece has no such field."""
    try:
        return field_of(piece, path).place
    except (InvalidClaim, MissingEntry):
        return None


class _Scope(Struct, frozen=True):
    """Resolves the names and functions in one expression.

    `looked_up` collects the expression's figures, `fields` the paths of the piece's fields, and
    `counted` the pieces whose copies it counts.
    """

    context: CheckContext
    claim: Claim
    key: str
    piece: Piece | None
    names: Mapping[str, int | Fraction]
    looked_up: list[str] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)
    counted: list[Piece] = field(default_factory=list)

    def resolved(
        self, parse: Callable[[str, Names, Calls], _Result], typed: "Value | str"
    ) -> _Result:
        """The value and the figures of a typed expression; `parse` is `evaluate` or `compare`.

        Raises InvalidClaim.
        """
        if isinstance(typed, Record | tuple) or typed is None:
            hint = "write a sum in one line, such as 2 * players"
            raise InvalidClaim(self.key, "there is nothing to compute", hint, "E508")
        try:
            result = parse(as_text(typed), self.name, self.call)
        except InvalidExpression as fault:
            raise InvalidClaim(self.key, fault.message, fault.hint, "E508") from None
        if isinstance(result, Comparison) and result.sign == "=":  # a bound does not say a value
            self.context.count_in(self.counted)
            if self.piece is not None:
                for path in self.fields:
                    self.context.noted.judge(self.piece, path)
        return replace(result, figures=tuple(self.looked_up))

    def name(self, name: str) -> Fraction:
        """The value of a name: one of `names`, a field of the piece, or a figure."""
        if name in self.names:
            return Fraction(self.names[name])
        side = name.partition(".")[0]
        if self.piece is not None and (name in OWN_FIELDS or side in SIDES):
            field = field_of(self.piece, name, self.key)
            self.fields.append(field.path)
            value = number_in(field.value)
            if value is None:
                raise InvalidClaim(self.key, f"`{name}` is no number", "name a field that is one")
            return exact(value)
        full = self.context.full_name(name, self.claim, self.key)
        self.looked_up.append(full)
        return Fraction(self.context.figures[full].value)

    def call(self, function: str, arguments: Sequence[str]) -> Fraction:
        """The value of a call: `count(kind)`, `entries(front.rows)` or `cells(front.grid, F)`."""
        if function == "count" and len(arguments) == 1 and arguments[0]:
            return self._count(arguments[0])
        number = len(arguments)
        known = (function == "entries" and number == 1) or (function == "cells" and number > 1)
        if known and self.piece is not None:
            field = field_of(self.piece, arguments[0], self.key)
            value = field.value
            entries = value if isinstance(value, tuple) else () if value is None else (value,)
            if function == "entries":
                return Fraction(len(entries))
            self.fields.append(field.path)
            letters = "".join(arguments[1:])
            return Fraction(
                sum(as_text(entry).count(letter) for entry in entries for letter in letters)
            )
        hint = "write count(kind); for each piece also entries(front.rows), cells(front.grid, F)"
        message = f"`{function}({', '.join(arguments)})` means nothing here"
        raise InvalidClaim(self.key, message, hint, "E508")

    def _count(self, counted: str) -> Fraction:
        """The number of copies of a kind, or of the pieces that an id with wildcards names."""
        game = self.context.game
        if any(kind.id == counted for kind in game.kinds):
            pieces = [piece for piece in game.pieces if piece.kind.id == counted]
        else:
            pieces = list(self.context.select(Word(counted, game.place), self.key))
        self.counted.extend(pieces)
        return Fraction(sum(piece.copies for piece in pieces))


def none_selected(claim: Claim, context: CheckContext) -> Fact:
    """The fact that no piece fits `of`, with the verdict `differs`, whatever the claim names."""
    context.use_all_of(claim)
    line = claim.parameters.line_of("of") or claim.place.line
    where = (Place(claim.place.file, line, f"{claim.id}.of"),)
    reason = "print such a piece, or look at the conditions under `of`"
    says, has = "pieces that fit `of`", "no piece fits"
    return Fact(False, says, has, where, (), reason, Verdict.DIFFERS)


def listed(claim: Claim, key: str) -> tuple[Value, ...]:
    """The values under a key, which may be one value or a list; () where the key is left out."""
    value = claim.parameters[key] if key in claim.parameters else ()
    return value if isinstance(value, tuple) else (value,)


def table(claim: Claim, key: str) -> Record:
    """The keys and values under a key; no keys where it is left out. Raises InvalidClaim."""
    value = claim.parameters[key] if key in claim.parameters else Record({})
    if not isinstance(value, Record):
        raise InvalidClaim(
            key, f"expected keys with values, found {as_text(value)}", "write {key: value}"
        )
    return value


def text_of(claim: Claim, key: str, default: str = "") -> str:
    """The word or number under a key, as text. Raises InvalidClaim for any other value."""
    value = claim.parameters[key] if key in claim.parameters else default
    if isinstance(value, Record | tuple) or value is None:
        raise InvalidClaim(key, "expected a word or a number", "write one, not a list of them")
    return as_text(value)


def flag_of(claim: Claim, key: str) -> bool:
    """Whether a key is `true`; false where it is left out. Raises InvalidClaim."""
    value = claim.parameters[key] if key in claim.parameters else False
    if not isinstance(value, bool):
        message = f"expected true or false, found {as_text(value)}"
        raise InvalidClaim(key, message, "write true or false")
    return value
