"""What a kind of check works with: the box, the figures, the document, and the claim's own keys."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

from fustella.check.document import Document
from fustella.check.document.figures import Figure, Reading
from fustella.check.errors import InvalidClaim, MissingEntry, UnreadablePassage
from fustella.check.expressions import Calls, Comparison, Names, Sum, compare, evaluate, exact
from fustella.check.selection import OWN, SIDES, field_of, number_in, said, select
from fustella.core.claims import Claim, Lines, Repair, Verdict
from fustella.core.model import Game, Piece, Record, Value, Word
from fustella.core.problems import Place, did_you_mean

_Found = TypeVar("_Found", Sum, Comparison)
_NO_NAMES: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was looked at.

    `verdict` overrides the claim's own when it does not hold; `lines` those of its passages.
    `figures` are the full names of the figures that it was compared with, where they are known.
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


@dataclass(frozen=True)
class CheckContext:
    """The box and the document, as a check sees them. `language` is the document's.

    `used` are the full names of all figures that were looked up so far.
    """

    game: Game
    language: str
    document: Document | None
    readings: Mapping[str, Reading]
    figures: Mapping[str, Figure] = field(default_factory=dict)
    used: set[str] = field(default_factory=set, compare=False)

    def pieces(self, claim: Claim, key: str = "of") -> tuple[Piece, ...]:
        """The pieces that a key of the claim selects. Raises BadClaim."""
        return select(self.game, claim.parameters[key], key)

    def figure(self, name: str, claim: Claim, key: str) -> Figure:
        """A figure by its name: the claim's own, `claim.name`, or `claim` with but one figure."""
        return self.figures[self.full_name(name, claim, key)]

    def use_all_of(self, claim: Claim) -> None:
        """Hold all figures of a claim for used: a person looks, or there is nothing to look at."""
        self.used.update(f"{claim.id}.{figure.name}" for figure in self.readings[claim.id].figures)

    def full_name(self, name: str, claim: Claim, key: str) -> str:
        """The full name of a figure, which counts as used from then on. Raises BadClaim."""
        known = [full for full in (f"{claim.id}.{name}", name) if full in self.figures]
        full = known[0] if known else self._only_figure(name, claim, key)
        self.used.add(full)
        return full

    def _only_figure(self, name: str, claim: Claim, key: str) -> str:
        """The full name of the one figure of a claim. Raises BadClaim."""
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
        """What may have been meant by a name that no figure has."""
        own = [figure.name for figure in self.readings[claim.id].figures]
        alone = [id_ for id_, reading in self.readings.items() if len(reading.figures) == 1]
        others = (full for full in self.figures if not full.startswith(f"{claim.id}."))
        known = [*own, *alone, *others]
        parts = name.split("-")
        if len(parts) > 1 and all(part in known for part in parts):
            return f"a minus stands between spaces: {' - '.join(parts)}"
        return did_you_mean(name, known) or "put the figure in braces in the `text` of a claim"

    def shared(self, pieces: Sequence[Piece], path: str, place: Place) -> str:
        """Why a number is not to be changed for these pieces: others have it from there, too.

        A list and a variant say what holds for many pieces. "" when it is theirs alone.
        """
        chosen = {piece.id for piece in pieces}
        others = (piece for piece in self.game.pieces if piece.id not in chosen)
        names = [piece.id for piece in others if _typed_at(piece, path) == place]
        return f"{', '.join(names[:3])} would change, too: it stands there for all" if names else ""

    def evaluate(
        self,
        claim: Claim,
        text: "Value | str",
        key: str,
        piece: Piece | None = None,
        names: Mapping[str, int] = _NO_NAMES,
    ) -> Sum:
        """A sum of figures, `names` and, with a `piece`, its fields. Raises BadClaim."""
        return _Scope(self, claim, key, piece, names).of(evaluate, text)

    def compare(
        self,
        claim: Claim,
        text: "Value | str",
        key: str,
        piece: Piece | None = None,
        names: Mapping[str, int] = _NO_NAMES,
    ) -> Comparison:
        """Like `evaluate`, of a comparison."""
        return _Scope(self, claim, key, piece, names).of(compare, text)


@dataclass(frozen=True, slots=True)
class _Scope:
    """Finds what the names and functions in some arithmetic stand for; notes the figures."""

    context: CheckContext
    claim: Claim
    key: str
    piece: Piece | None
    names: Mapping[str, int]
    asked: list[str] = field(default_factory=list)

    def of(
        self, meaning: Callable[[str, Names, Calls, str], _Found], text: "Value | str"
    ) -> _Found:
        """What some arithmetic comes to, with the figures that it asked for."""
        found = meaning(_arithmetic(text, self.key), self.name, self.call, self.key)
        return replace(found, figures=tuple(self.asked))

    def name(self, name: str) -> Fraction:
        """A figure, a field of the piece, or what the kind of check gave a name."""
        if name in self.names:
            return Fraction(self.names[name])
        side = name.partition(".")[0]
        if self.piece is not None and (name in OWN or side in SIDES):
            value = number_in(field_of(self.piece, name, self.key).value)
            if value is None:
                raise InvalidClaim(self.key, f"`{name}` is no number", "name a field that is one")
            return exact(value)
        full = self.context.full_name(name, self.claim, self.key)
        self.asked.append(full)
        return Fraction(self.context.figures[full].value)

    def call(self, function: str, arguments: Sequence[str]) -> Fraction:
        """`count(kind)`, `entries(front.rows)` or `cells(front.grid, F)`."""
        if function == "count" and len(arguments) == 1 and arguments[0]:
            return self._count(arguments[0])
        number = len(arguments)
        known = (function == "entries" and number == 1) or (function == "cells" and number > 1)
        if known and self.piece is not None:
            value = field_of(self.piece, arguments[0], self.key).value
            entries = value if isinstance(value, tuple) else () if value is None else (value,)
            if function == "entries":
                return Fraction(len(entries))
            letters = "".join(arguments[1:])
            return Fraction(
                sum(said(entry).count(letter) for entry in entries for letter in letters)
            )
        hint = "write count(kind); for each piece also entries(front.rows), cells(front.grid, F)"
        message = f"`{function}({', '.join(arguments)})` means nothing here"
        raise InvalidClaim(self.key, message, hint, "E508")

    def _count(self, counted: str) -> Fraction:
        game = self.context.game
        if any(kind.id == counted for kind in game.kinds):
            found = [piece for piece in game.pieces if piece.kind.id == counted]
        else:
            found = list(select(game, Word(counted, game.place), self.key))
        return Fraction(sum(piece.copies for piece in found))


def none_selected(claim: Claim, context: CheckContext) -> Fact:
    """Nothing to look at: the box differs, whatever the claim says otherwise."""
    context.use_all_of(claim)
    line = claim.parameters.line_of("of") or claim.place.line
    where = (Place(claim.place.file, line, f"{claim.id}.of"),)
    reason = "print such a piece, or look at the conditions under `of`"
    says, has = "pieces that fit `of`", "no piece fits"
    return Fact(False, says, has, where, (), reason, Verdict.DIFFERS)


def _typed_at(piece: Piece, path: str) -> Place | None:
    """Where a field of a piece was typed; None where it has no such field."""
    try:
        return field_of(piece, path).place
    except (InvalidClaim, MissingEntry):
        return None


def listed(claim: Claim, key: str) -> tuple[Value, ...]:
    """What stands under a key, one or a list, as a list; nothing where the key is left out."""
    value = claim.parameters[key] if key in claim.parameters else ()
    return value if isinstance(value, tuple) else (value,)


def table(claim: Claim, key: str) -> Record:
    """The keys and values under a key; nothing where it is left out. Raises BadClaim."""
    value = claim.parameters[key] if key in claim.parameters else Record({})
    if not isinstance(value, Record):
        raise InvalidClaim(
            key, f"expected keys with values, found {said(value)}", "write {key: value}"
        )
    return value


def text_of(claim: Claim, key: str, default: str = "") -> str:
    """A word under a key. Raises BadClaim when it is something else."""
    value = claim.parameters[key] if key in claim.parameters else default
    if isinstance(value, Record | tuple) or value is None:
        raise InvalidClaim(key, "expected a word or a number", "write one, not a list of them")
    return said(value)


def flag_of(claim: Claim, key: str) -> bool:
    """Whether a key says `true`; false where it is left out. Raises BadClaim."""
    value = claim.parameters[key] if key in claim.parameters else False
    if not isinstance(value, bool):
        raise InvalidClaim(key, f"expected true or false, found {said(value)}", "write true")
    return value


def _arithmetic(typed: "Value | str", key: str) -> str:
    if isinstance(typed, Record | tuple) or typed is None:
        raise InvalidClaim(key, "expected some arithmetic", "write it in one line", "E508")
    return said(typed)
