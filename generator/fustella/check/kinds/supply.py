"""What a set-up or a game takes from the box.

**What it checks.** The box has at least `needs` copies of the selected pieces. With `players`, a
range like `2-6` or `least - most`, it must have them for every number of players in the range;
`needs` then uses that number under the name `players`.

**Why it matters.** A box may agree with its list of contents and still be too small for the set-up
that the same rulebook describes.

**Example.**

    - id: opening-draws
      lines: "2, 10, 137"
      text: ["2-{most=6} persone", "I primi {turns=10} turni"]
      check: supply
      players: 2 - most
      needs: players * turns
      of: {kind: card, front.deck: initial}
      else: contradiction
      decision: {it: "…", en: "…"}

With `enough: true` the players never need more than `needs` of these pieces in the whole game.
`fustella build --players 2` then prints no more of them: each design gives up the same share of its
copies. If pieces belong to a side, `by` names the field that says to which one. Then whole sides
are printed, in the order of the lists, until there are enough.

    - id: markers-for-all
      lines: 78
      check: supply
      players: 2-6
      needs: players * count(marker) / player-sets
      of: {kind: marker}
      enough: true
      by: front.colour

**How to mend it.** Print more copies, or let the set-up take fewer. If the document itself needs
more than it lists, write `else: contradiction` and your `decision`.
"""

import re
from collections.abc import Iterator

from fustella.check.context import CheckContext, Fact, flag_of, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, field, selection
from fustella.check.selection import field_of
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.expressions import Sum
from fustella.core.values.schemas import FLAG

KEYS = {
    "of": Key(selection, "The pieces that are needed.", required=True),
    "needs": Key(ARITHMETIC, "How many of them the box must have: players * 40.", required=True),
    "players": Key(ARITHMETIC, "The numbers of players that the claim speaks of: 2-6."),
    "enough": Key(
        FLAG, "Whether the players never need more of them: `build --players`.", needs=("players",)
    ),
    "by": Key(field, "The field that says whose a piece is: front.colour.", needs=("enough",)),
}
OTHERWISE = Verdict.DIFFERS

_NUMBERS = re.compile(r"(\d++)-(.+)")
"""Matches `2-6`; any other hyphen without spaces may belong to the id of a claim."""


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """One fact: the largest number of players, or all numbers for which the box has too little."""
    _check_enough(claim, context)
    pieces = context.pieces(claim)
    has = sum(piece.copies for piece in pieces)
    where = tuple(dict.fromkeys(piece.place for piece in pieces))
    reason = "print more copies, or change the set-up"
    numbers, figures = players_in(claim, context)
    needs = {number: needs_for(claim, context, number) for number in numbers or (0,)}
    short = {number: needed for number, needed in needs.items() if needed.value > has}
    shown = list((short or needs).items())
    ends = dict([shown[0], shown[-1]] if short else [shown[-1]])
    says = "; ".join(
        f"{number} players: {needed.result}" if number else needed.result
        for number, needed in ends.items()
    )
    figures = (*figures, *shown[0][1].figures)
    yield Fact(not short, says, str(has), where, (), reason, rule_figures=figures)


def players_in(claim: Claim, context: CheckContext) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The numbers of players, and the full names of the figures that they come from.

    Both are () where `players` is left out. Raises InvalidClaim.
    """
    if "players" not in claim.parameters:
        return (), ()
    typed = " ".join(text_of(claim, "players").split())
    ends = typed.split(" - ", maxsplit=1)
    if len(ends) == 1 and (plain := _NUMBERS.fullmatch(typed)):
        ends = [*plain.groups()]
    least, most = (context.evaluate(claim, end, "players") for end in (ends[0], ends[-1]))
    first, last = int(least.value), int(most.value)
    if not 1 <= first <= last <= 100:
        hint = "write numbers from 1 to 100, such as 2-4"
        if 1 <= last < first <= 100:
            hint = f"write the smaller number first: {last}-{first}"
        raise InvalidClaim("players", f"{first} to {last} players cannot be", hint)
    return tuple(range(first, last + 1)), (*least.figures, *most.figures)


def needs_for(claim: Claim, context: CheckContext, players: int) -> Sum:
    """The number of pieces that a claim needs for some number of players.

    `players` is 0 for a claim that gives no number of players. Raises InvalidClaim.
    """
    names = {"players": players} if players else {}
    return context.evaluate(claim, claim.parameters["needs"], "needs", names=names)


def _check_enough(claim: Claim, context: CheckContext) -> None:
    """Raises InvalidClaim when `enough` or `by` cannot be understood."""
    enough = flag_of(claim, "enough")
    if enough and "players" not in claim.parameters:
        hint = "add `players: 2-6`: for how many players it is enough"
        raise InvalidClaim("enough", "nobody knows for how many players", hint)
    if "by" not in claim.parameters:
        return
    if not enough:
        hint = "add `enough: true`, or delete `by`"
        raise InvalidClaim("by", "`by` says which sides are enough, and nothing says that", hint)
    for piece in context.pieces(claim):
        field_of(piece, text_of(claim, "by"), "by")
