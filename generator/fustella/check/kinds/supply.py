"""What a set-up or a game takes from the box.

**What it checks.** `needs` is not more than the box has of the selected pieces; with
`players: 2-6`, or `least - most`, for every number of players, by the name `players`.

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

With `enough: true` so many players never need more than `needs` of these
pieces, in the whole game: `fustella build --players 2` prints no more of them. Every design gives
up the same share of its copies. Where pieces belong to somebody, `by` names the field that says to
whom: whole sides are printed, in the order of the lists, until there is enough.

    - id: markers-for-all
      lines: 78
      check: supply
      players: 2-6
      needs: players * count(marker) / player-sets
      of: {kind: marker}
      enough: true
      by: front.colour

**How to mend it.** Print more copies, or let the set-up take fewer. Where the document itself asks
for more than it lists, say `else: contradiction` and write down what you decided.
"""

import re
from collections.abc import Iterator

from fustella.check.context import CheckContext, Fact, flag_of, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.expressions import Sum
from fustella.check.selection import field_of
from fustella.core.claims import Claim, Verdict

REQUIRED = ("of", "needs")
OPTIONAL = ("players", "enough", "by")
OTHERWISE = Verdict.DIFFERS

_RANGE = re.compile(r"(.+?)\s+-\s+(.+)|(\d+)-(.+)")
"""`2-6` or `least - most`; a hyphen in the name of a claim stands without spaces."""


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """One fact: the largest set-up that the box serves, or those that it does not."""
    _check_enough(claim, context)
    pieces = context.pieces(claim)
    has = sum(piece.copies for piece in pieces)
    where = tuple(dict.fromkeys(piece.place for piece in pieces))
    reason = "print more copies, or change the set-up"
    needs = {
        number: needs_for(claim, context, number) for number in players_in(claim, context) or (0,)
    }
    short = {number: needed for number, needed in needs.items() if needed.value > has}
    told = list((short or needs).items())
    ends = dict([told[0], told[-1]] if short else [told[-1]])
    says = "; ".join(
        f"{number} players: {needed.result}" if number else needed.result
        for number, needed in ends.items()
    )
    yield Fact(not short, says, str(has), where, (), reason)


def players_in(claim: Claim, context: CheckContext) -> tuple[int, ...]:
    """The numbers of players that a claim speaks of; none where it leaves them out.

    Raises BadClaim.
    """
    if "players" not in claim.parameters:
        return ()
    typed = text_of(claim, "players").strip()
    match = _RANGE.fullmatch(typed)
    ends = [end for end in match.groups() if end] if match else [typed]
    first, last = (
        int(context.evaluate(claim, end, "players").value) for end in (ends[0], ends[-1])
    )
    if not 1 <= first <= last <= 100:
        raise InvalidClaim("players", f"{first} to {last} players", "write 2-6")
    return tuple(range(first, last + 1))


def needs_for(claim: Claim, context: CheckContext, players: int) -> Sum:
    """How many of its pieces a claim needs for so many players. Raises BadClaim."""
    names = {"players": players} if players else {}
    return context.evaluate(claim, claim.parameters["needs"], "needs", names=names)


def _check_enough(claim: Claim, context: CheckContext) -> None:
    """Whether what is said of enough can be understood. Raises BadClaim."""
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
