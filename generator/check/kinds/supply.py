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

**How to mend it.** Print more copies, or let the set-up take fewer. Where the document itself asks
for more than it lists, say `else: contradiction` and write down what you decided.
"""

import re
from collections.abc import Iterator

from generator.check.bad import BadClaim
from generator.check.desk import Desk, Fact, text_of
from generator.claims import Claim, Verdict

REQUIRED = ("of", "needs")
OPTIONAL = ("players",)
OTHERWISE = Verdict.DIFFERS

_RANGE = re.compile(r"(.+?)\s+-\s+(.+)|(\d+)-(.+)")
"""`2-6` or `least - most`; a hyphen in the name of a claim stands without spaces."""


def check(claim: Claim, desk: Desk) -> Iterator[Fact]:
    """One fact: the largest set-up that the box serves, or those that it does not."""
    pieces = desk.pieces(claim)
    has = sum(piece.copies for piece in pieces)
    where = tuple(dict.fromkeys(piece.place for piece in pieces))
    reason = "print more copies, or change the set-up"
    needs = {
        number: desk.evaluate(
            claim, claim.parameters["needs"], "needs", names={"players": number} if number else {}
        )
        for number in _players(claim, desk)
    }
    short = {number: needed for number, needed in needs.items() if needed.value > has}
    told = list((short or needs).items())
    ends = dict([told[0], told[-1]] if short else [told[-1]])
    says = "; ".join(
        f"{number} players: {needed.result}" if number else needed.result
        for number, needed in ends.items()
    )
    yield Fact(not short, says, str(has), where, (), reason)


def _players(claim: Claim, desk: Desk) -> tuple[int, ...]:
    """The numbers of players; a single 0 where the claim speaks of none."""
    if "players" not in claim.parameters:
        return (0,)
    typed = text_of(claim, "players").strip()
    match = _RANGE.fullmatch(typed)
    ends = [end for end in match.groups() if end] if match else [typed]
    first, last = (int(desk.evaluate(claim, end, "players").value) for end in (ends[0], ends[-1]))
    if not 1 <= first <= last <= 100:
        raise BadClaim("players", f"{first} to {last} players", "write 2-6")
    return tuple(range(first, last + 1))
