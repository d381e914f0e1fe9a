"""A typed number of a booklet is in the lines of the document that it restates.

**What it checks.** In a paragraph of a [booklet](../rules.md) with `{lines: 12-19}`, in each
language, a number that somebody typed must be a figure of these lines: one that a claim or an
excuse with these lines has, one in their `decision` or `why`, or, with the document at hand, any
number in these lines. A range has all numbers in it, as 3 in *2-4 players*.

Below a heading with such a mark, and in lists, boxes and tables with one, a number is compared if a
word stands behind it that has a figure before it in the document or in a claim on these lines:
*discard three cards*, where the document has *discard 2 cards*. Words are compared in the language
of the document.

Numbers that come from lists are not asked, nor are those in captions, in notes, in the boxes
`example`, `decision` and `variant`, the article *one*, and numbers of players, as in *with three*.

Without the document at hand a number that no claim has is *unchecked*.

**Why it matters.** A booklet says in other words what the document says. If a number is typed wrong
there, whoever reads it plays another game.

**Example.** `Discard 3 cards. {lines: 23}`, and line 23 has a 2: `3; lines 23 have 2`.

**How to mend it.** Correct the number, or the lines. Where a number comes from a list, write a
reference: `{count:castles}`. If the number is not one of the rules (*as we said in step 3*), let
the paragraph go by some words of it: `ignore: [{rule: restated, booklet: "…", why: …}]`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fustella.check.lint import Faces, fault
from fustella.check.numbers import numbers_at
from fustella.core.values.claims import Claims, Finding, Verdict, lines_shown
from fustella.core.values.model import Game

if TYPE_CHECKING:
    from fustella.check.booklets import BookletPart, Booklets
    from fustella.check.restating import RestatedNumbers

_SAYS = "a number is in the lines that it restates"
_OURS = ("example", "decision", "variant")
"""The kinds of boxes that have numbers of ours."""


def findings(_: Game, __: Claims, ___: Faces) -> Iterator[Finding]:
    """Yields nothing: the rule looks at booklets alone."""
    return iter(())


def in_booklets(game: Game, _: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each typed number that the restated lines do not have."""
    for language, part in () if game.original else booklets.parts():
        ours = part.note or part.shown or part.gives_name or part.box in _OURS
        if not ours and (part.lines or part.around):
            yield from _not_restated(part, language, booklets.restated)


def _not_restated(
    part: "BookletPart", language: str, known: "RestatedNumbers"
) -> Iterator[Finding]:
    lines = part.lines or part.around
    for number in numbers_at(part.typed, language):
        value = number.plain_value
        asked = bool(part.lines) or language == known.language
        if not (asked and number.is_sure and value.isdecimal()):
            continue
        noun = known.noun_behind(part.typed, number, language)
        if known.is_of_players(value, noun, language):
            continue
        wanted = known.on(lines) if part.lines else known.beside(noun, lines)
        if value not in wanted and (wanted or part.lines):
            has = f"{value} {noun}".strip() + f"; {lines_shown(lines)} has {_listed(wanted)}"
            places = part.places_of_numbers((number.value,), language)
            verdict = Verdict.DIFFERS if known.document else Verdict.UNCHECKED
            yield fault(__name__, next(places, part.place), _SAYS, has, verdict=verdict)


def _listed(values: frozenset[str]) -> str:
    return ", ".join(sorted(values, key=lambda value: (len(value), value))[:8]) or "no number"
