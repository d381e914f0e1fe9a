"""The sums in a booklet come out.

**What it checks.** In the [booklets](../rules.md) of a game, in each language, what stands before
and behind an equals sign: `4 × 1 ÷ (3 − 1) = 2`. References count with the numbers that the lists
have now. It reads numbers, brackets and `+ − × ÷`, and between spaces also `-`, `*`, `x` and `/`.
Without a sign before the equals sign, as in *level 1 = 2 coins* or *1–2 = a miss*, there is no sum.

**Why it matters.** An example that somebody has worked out stays as it is when a number in a list
changes: `3 × {piece:soldier.points} = 6` is wrong as soon as a soldier brings three points.

**Example.** `3 × {piece:soldier.points} = 6`, and `points` is 3 now: `3 × 3 = 6, and it is 9`.

**How to mend it.** Correct the sum, or let the lists work it out: `{=3 * soldier.points}`.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from fustella.check.lint import Faces, fault
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.expressions import InvalidExpression, evaluate, shown
from fustella.core.values.model import Game
from fustella.core.words.patterns import regex

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets

_SAYS = "the sums in a booklet come out"
_EQUATION = regex(
    r"(?<![\w.,])([\d(][\d.,()\s+×÷*/x−–-]{1,120})=([\d.,()\s+×÷*/x−–-]{1,120})(?!\w)"
)
_SIGN = regex(r"\s[-–*x/]\s|\s?[+×÷−]\s?")
_MEANS = str.maketrans({"×": "*", "x": "*", "÷": "/", "−": "-", "–": "-"})
_NUMBER = regex(r"\d+(?:[.,]\d+)?")


def findings(_: Game, __: Claims, ___: Faces) -> Iterator[Finding]:
    """Yields nothing: the rule looks at booklets alone."""
    return iter(())


def in_booklets(_: Game, __: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each sum in a booklet that does not come out."""
    for _language, part in booklets.parts():
        for equation in _EQUATION.finditer(part.letters):
            typed, result = (side.strip(" .,\n") for side in equation.groups())
            computed, said = _value(typed), _value(result)
            if _SIGN.search(typed) and None not in (computed, said) and computed != said:
                has = f"{typed} = {result}, and it is {shown(computed or Fraction())}"
                place = part.place_of_words(result) or part.place
                yield fault(__name__, place, _SAYS, has)


def _value(side: str) -> Fraction | None:
    """The value of one side of an equation; None for one that is no sum."""
    spaced = _SIGN.sub(lambda sign: f" {sign[0].strip().translate(_MEANS)} ", side)
    numbers = _NUMBER.sub(lambda number: number[0].replace(",", "."), spaced)
    try:
        return evaluate(numbers, _no_name, _no_call).value
    except InvalidExpression:
        return None


def _no_name(name: str) -> Fraction:
    raise InvalidExpression(f"`{name}` is no number", "")


def _no_call(function: str, _: object) -> Fraction:
    raise InvalidExpression(f"`{function}` is no number", "")
