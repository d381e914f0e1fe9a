"""The document's own arithmetic.

**What it checks.** `that` is one comparison of figures of the document or a list of them. Each must
be true. Pieces play no part in it.

**Why it matters.** A list that does not add up to its own total is a slip in the rulebook: the box
can follow the list or the total, but not both.

**Example.**

    - id: tiles-sum
      lines: "16-17, 31, 46"
      check: sum
      that: level-1 + level-2 + level-3 = tiles

**How to mend it.** Correct the document. Until then, write a `decision` into the claim: which of
the figures the box follows, and why.
"""

from collections.abc import Iterator

from fustella.check.context import CheckContext, Fact, listed
from fustella.check.errors import InvalidClaim
from fustella.check.keys import COMPARISONS, Key
from fustella.core.values.claims import Claim, Verdict

KEYS = {
    "that": Key(
        COMPARISONS,
        "What must be true of the document's figures: level-1 + level-2 = tiles.",
        required=True,
    ),
}
OTHERWISE = Verdict.CONTRADICTION


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A fact for each comparison."""
    if not listed(claim, "that"):
        raise InvalidClaim("that", "it asks for nothing", "write `that: one + other = sum`", "E107")
    for line in listed(claim, "that"):
        compared = context.compare(claim, line, "that")
        yield Fact(compared.holds, compared.claimed, compared.found, figures=compared.figures)
