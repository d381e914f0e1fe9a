"""What the document does not say.

**What it checks.** How many of the pieces under `of` have a `designed` source: the document does
not define them, so they are our own design. It also checks that none of the passages under `silent`
is in the document. The claim is *open* while any of the pieces is designed, or while the document
is silent.

`fields` names the fields of these pieces that the document leaves open: pictures, colours, names.
Then the claim is open for these fields, even if the pieces are not `designed`. All other fields of
the pieces come from the document: [coverage](../claims.md#coverage) wants a claim for each.

`texts` names texts of game.yaml that are ours, by their keys: `title`, `words.rare`,
`boxes.deck.name`, `cover.says.motto`. `*` stands for any letters. Such texts are no open point.

In a game without a rule document there is no such gap, and the claim is refused.

**Why it matters.** Nobody should take our own design for the author's rule. When the author writes
the missing rule, our design has to go.

**Example.**

    - id: cards
      lines: 10
      check: gap
      of: {kind: card}
      silent: ["elenco delle carte", "rimescola"]
      decision: {it: "le carte sono ideate da noi …", en: "the cards are our design …"}

**How to mend it.** If the document has the rule now, read the named line and change the content to
follow it. Delete `designed` or the name under `fields`, and write a claim for the rule.
"""

import fnmatch
from collections.abc import Iterator, Sequence

from fustella.check.context import CheckContext, Fact, listed
from fustella.check.coverage import place_of_text
from fustella.check.document.passages import passage
from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.check.keys import PHRASES, Key, fields, selection
from fustella.check.selection import as_text, field_of
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.model import Piece, Value
from fustella.core.values.problems import did_you_mean
from fustella.core.values.texts import texts_of_game

KEYS = {
    "of": Key(selection, "The pieces that the document does not define."),
    "fields": Key(fields, "The fields of the pieces that the document leaves open.", needs=("of",)),
    "texts": Key(PHRASES, "Texts of game.yaml that are ours, by their keys: words.*, boxes.*."),
    "silent": Key(PHRASES, "Passages that the document would have if it did."),
}
SOME_OF = ("of", "texts", "silent")
OTHERWISE = Verdict.OPEN


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A fact for each `silent` passage that the document has, and one for the gap."""
    if context.game.original:
        hint = "write `document: …` into game.yaml, or delete the claim"
        message = "a gap is one in a rule document, and game.yaml names none"
        raise InvalidClaim("check", message, hint)
    if not any(listed(claim, key) for key in SOME_OF):
        raise InvalidClaim("", "it names no gap", "add `of:`, `texts:` or `silent:`", "E107")
    if "fields" in claim.parameters and not listed(claim, "of"):
        raise InvalidClaim(
            "fields", "it does not say which pieces have them", "add `of: …`", "E107"
        )
    passages = list(_facts(claim, context))
    yield from passages
    if "texts" in claim.parameters:
        yield _designed_texts(claim, context)
    if "of" in claim.parameters:
        yield _fact_of_design(claim, context)
    elif not passages and "texts" not in claim.parameters:
        words = ", ".join(f"“{as_text(word)}”" for word in listed(claim, "silent"))
        yield Fact(False, f"nothing of {words}", "our design")


def _designed_texts(claim: Claim, context: CheckContext) -> Fact:
    """The fact that texts of game.yaml are ours, which leaves no question to the author."""
    texts, ours = texts_of_game(context.game), dict[str, Value]()
    for word in map(as_text, listed(claim, "texts")):
        keys = fnmatch.filter(texts, word)
        if not keys:
            hint = did_you_mean(word, [*texts])
            raise InvalidClaim("texts", f"game.yaml has no text `{word}`", hint, "E506")
        ours |= {key: texts[key] for key in keys}
    context.noted.designed_texts.update(ours)
    where = tuple(place_of_text(context.game, key, value) for key, value in ours.items())
    return Fact(True, "words of our own", f"{len(ours)} texts of game.yaml", where)


def _fact_of_design(claim: Claim, context: CheckContext) -> Fact:
    pieces = context.pieces(claim)
    if not pieces:
        hint = "correct the names and values that it asks for"
        raise InvalidClaim("of", "no piece fits this", hint, "E506")
    if "fields" in claim.parameters:
        return _designed_fields(claim, context, pieces)
    ours = [piece for piece in pieces if piece.source.designed is not None]
    where = tuple(piece.place for piece in ours)
    if not ours:
        return Fact(True, "all of it", f"{len(pieces)} from the document")
    return Fact(False, "does not say it all", f"{len(ours)} of {len(pieces)} designed", where)


def _designed_fields(claim: Claim, context: CheckContext, pieces: Sequence[Piece]) -> Fact:
    """The fact that the document leaves the `fields` open, which some piece must have."""
    paths = tuple(map(as_text, listed(claim, "fields")))
    for path in paths:
        lacking: Piece | None = None
        having = 0
        for piece in pieces:
            try:
                context.noted.design(piece, field_of(piece, path, "fields").path)
                having += 1
            except InvalidClaim:
                lacking = piece
            except MissingEntry:
                continue
        if lacking is not None and not having:
            field_of(lacking, path, "fields")  # raises, and says what is wrong
    where = tuple(dict.fromkeys(piece.place for piece in pieces))
    has = f"{', '.join(paths)} of {len(pieces)} designed"
    return Fact(False, "does not say it all", has, where)


def _facts(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    document, language = context.document, context.language
    for word in listed(claim, "silent"):
        pattern = passage(as_text(word), language, "silent")
        for place in document.find(pattern, context.steps)[:1] if document else ():
            says, lines = f"“{as_text(word)}”", ((place.first, place.last),)
            reason = "read the line and make a claim of it"
            yield Fact(False, says, "our design", (), (), reason, Verdict.DIFFERS, lines=lines)
