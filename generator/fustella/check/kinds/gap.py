"""What the document does not say.

**What it checks.** Of the selected pieces, which had to be designed by us; and that the document is
still silent: none of the passages under `silent` stands in it. As long as something is designed
or the document silent, it is open.

**Why it matters.** Nobody must take an invention of ours for the author's rule. And the day the
author writes the missing rule, the invention has to go.

**Example.**

    - id: cards
      lines: 10
      check: gap
      of: {kind: card}
      silent: ["elenco delle carte", "rimescola"]
      decision: {it: "le carte sono ideate da noi …", en: "the cards are our design …"}

**How to mend it.** When the document speaks of it now, read the line that is named, take what it
says into the content (and out of `designed`), and make a claim of it.
"""

from collections.abc import Iterator

from fustella.check.context import CheckContext, Fact, listed
from fustella.check.document import Document
from fustella.check.document.passages import passage
from fustella.check.errors import InvalidClaim
from fustella.check.selection import said
from fustella.core.claims import Claim, Verdict

REQUIRED = ()
OPTIONAL = ("of", "silent")
OTHERWISE = Verdict.OPEN


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A fact for the pieces, one for the silence of the document, one for each end of it."""
    if not listed(claim, "of") and not listed(claim, "silent"):
        raise InvalidClaim("", "it names no gap", "add `of:` or `silent:`", "E107")
    spoken = list(_spoken(claim, context.document, context.language))
    yield from spoken
    if "of" in claim.parameters:
        yield _designed(claim, context)
    elif not spoken:
        words = ", ".join(f"“{said(word)}”" for word in listed(claim, "silent"))
        yield Fact(False, f"nothing of {words}", "our design")


def _designed(claim: Claim, context: CheckContext) -> Fact:
    pieces = context.pieces(claim)
    if not pieces:
        raise InvalidClaim("of", "it selects no piece", "look at its conditions", "E506")
    ours = [piece for piece in pieces if piece.source.designed is not None]
    where = tuple(piece.place for piece in ours)
    if not ours:
        return Fact(True, "all of it", f"{len(pieces)} from the document")
    return Fact(False, "does not say it all", f"{len(ours)} of {len(pieces)} designed", where)


def _spoken(claim: Claim, document: Document | None, language: str) -> Iterator[Fact]:
    for word in listed(claim, "silent"):
        pattern = passage(said(word), language, "silent")
        for found in document.find(pattern)[:1] if document else ():
            says = f"“{said(word)}” in line {found.first}"
            reason = "read the line and make a claim of it"
            yield Fact(False, says, "our design", (), (), reason, Verdict.DIFFERS)
