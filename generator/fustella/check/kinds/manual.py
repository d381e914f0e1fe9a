"""What no machine can judge.

**What it checks.** Nothing. The claim is listed as *unchecked*, with the reason under `why`, and
never as passed.

**Why it matters.** A list of checks is only worth something if it also says what was not checked.

**Example.**

    - id: small-board
      lines: 55
      text: "Un tablero pequeño"
      check: manual
      why: {es: "«pequeño» no es una medida", en: "“small” is no measure"}

**How to mend it.** Look at the piece yourself. Or find a figure in the sentence and write a claim
of another kind for it.
"""

from collections.abc import Iterator

from fustella.check.context import CheckContext, Fact
from fustella.check.errors import InvalidClaim
from fustella.check.keys import Key
from fustella.check.selection import as_text
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.model import Record

KEYS = {
    "why": Key(
        {"title": "text", "type": ["string", "number", "object"], "pattern": r"\S"},
        "Why no machine can judge it, in a few words or in each language.",
        required=True,
    ),
}
OTHERWISE = Verdict.UNCHECKED


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A single fact, which does not hold, with the reason under `why`."""
    why = claim.parameters["why"]
    if isinstance(why, Record):
        languages = [language for language in context.game.languages if language in why]
        if not languages:
            raise InvalidClaim("why", "the reason is in no language of the game", "write it in one")
        why = why[languages[0]]
    if why is None or not as_text(why).strip():
        raise InvalidClaim("why", "it gives no reason", "write why no machine can judge it", "E107")
    context.use_all_of(claim)
    yield Fact(False, as_text(why), "")
