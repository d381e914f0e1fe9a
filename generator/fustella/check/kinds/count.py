"""As many pieces as the document says.

**What it checks.** The copies of all selected pieces together are the figure `n` of the passage,
or the result of the expression under `is`. With `designs: true` the different pieces are counted
instead of their copies.

**Why it matters.** Players notice a box with 38 castles instead of 40 only in the middle of a game,
when the tiles run out.

**Example.**

    - id: castles
      lines: 12
      text: "{40} castelli/municipi"
      check: count
      of: castle-town-hall

**How to mend it.** Correct `copies` of the piece. `fustella check --fix` does it if a single number
decides. Or, if the document has just been changed, write its new figure into the claim.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from fustella.check.context import CheckContext, Fact, flag_of, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, selection
from fustella.check.selection import copies_place
from fustella.core.values.claims import Claim, Repair, Verdict
from fustella.core.values.expressions import shown
from fustella.core.values.model import Piece
from fustella.core.values.schemas import FLAG

KEYS = {
    "of": Key(selection, "The pieces that are counted.", required=True),
    "is": Key(ARITHMETIC, "How many there must be; default: the figure n of the passage."),
    "designs": Key(FLAG, "Whether different pieces are counted instead of their copies."),
}
OTHERWISE = Verdict.DIFFERS


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """One fact: the number of copies, or of designs."""
    pieces = context.pieces(claim)
    if "is" not in claim.parameters and f"{claim.id}.n" not in context.figures:
        hint = "put it in braces in `text`, like {40}, or add `is: …`"
        raise InvalidClaim("", "it has no figure", hint, "E107")
    wanted = context.evaluate(claim, text_of(claim, "is", "n"), "is")
    context.count_in(pieces, claim.parameters["of"])
    repairs: tuple[Repair, ...] = ()
    if flag_of(claim, "designs"):
        number = sum(1 for piece in pieces if piece.copies)
        holds = number == wanted.value
        where = tuple(dict.fromkeys(piece.place for piece in pieces))
        reason = "a design is added or taken out by hand"
    else:
        number = sum(piece.copies for piece in pieces)
        holds = number == wanted.value
        where = tuple(dict.fromkeys(map(copies_place, pieces)))
        repairs, reason = ((), "") if holds else _repair(context, pieces, wanted.value)
    yield Fact(holds, wanted.result, str(number), where, repairs, reason, figures=wanted.figures)


def _repair(
    context: CheckContext, pieces: Sequence[Piece], wanted: Fraction
) -> tuple[tuple[Repair, ...], str]:
    """The repair if one number alone decides; else () and the reason."""
    printed = [piece for piece in pieces if piece.struck_out is None]
    places = {piece.copies_place for piece in printed}
    if not places:
        return (), "no piece is selected: look at the conditions under `of`"
    if len(places) != 1:
        return (), f"{len(places)} numbers of copies add up to it: change the one that is wrong"
    place, piece = places.pop(), printed[0]
    each = wanted / len(printed)
    if each.denominator != 1 or each < 1:
        return (), f"{shown(wanted)} cannot be shared among {len(printed)} pieces"
    if not place.line:
        return (), f"the piece has no `copies` yet: add `copies: {shown(each)}`"
    if reason := context.shared(pieces, "copies", place):
        return (), reason
    return (Repair(place, str(piece.copies), str(each)),), ""
