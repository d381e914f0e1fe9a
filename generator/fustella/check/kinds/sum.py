"""The document's own arithmetic.

**What it checks.** A sum of figures of the document, or several, is right. Pieces play no part in
it.

**Why it matters.** A list that does not add up to its own total is a slip in the rulebook, and
whoever builds the box from it builds one of two boxes.

**Example.**

    - id: tiles-sum
      lines: "16-17, 31, 46"
      check: sum
      that: level-1 + level-2 + level-3 = tiles

**How to mend it.** Correct the document. Until then write a `decision` into the claim: which of
the figures the box follows, and why.
"""

from collections.abc import Iterator

from fustella.check.context import CheckContext, Fact, listed
from fustella.check.errors import InvalidClaim
from fustella.core.claims import Claim, Verdict

REQUIRED = ("that",)
OPTIONAL = ()
OTHERWISE = Verdict.CONTRADICTION


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A fact for each line of arithmetic."""
    if not listed(claim, "that"):
        raise InvalidClaim("that", "it asks for nothing", "write `that: one + other = sum`", "E107")
    for line in listed(claim, "that"):
        found = context.compare(claim, line, "that")
        yield Fact(found.holds, found.claimed, found.found, figures=found.figures)
