"""Decks: how many cards, and how many of the same.

**What it checks.** Each deck keeps all rules that you give:

- `decks`: the decks by name, `{order: {kind: card, front.deck: order}, …}`; or the field that says
  which deck a card is in, `front.deck`, with `of` for the cards.
- `number`: how many decks there are. If `decks` is a field, only this rule notices a deck without
  cards.
- `at_least`, `at_most`: the number of cards in a deck.
- `copies_at_most`: the copies of one card in a deck. Cards with the same name are the same card,
  even if their designs differ; `same` names another field that tells cards apart, like
  `front.title`.
- `except`: cards that may be in a deck any number of times.
- `with`: cards that players may exchange with those of the deck, like a side deck. Their copies
  count together with the deck's for `copies_at_most`. Give them by name, like `decks`, or as one
  selection if `decks` is a field.

**Why it matters.** If a starter deck breaks the game's own rules for decks, its players notice that
first.

**Example.**

    - id: starter-decks
      lines: 6
      text: ["un minimo di {least=45} carte", "più di {most=3} volte la stessa carta"]
      check: deck
      of: {kind: card}
      decks: front.deck
      number: 2
      at_least: least
      copies_at_most: most
      except: {front.mercenary: true}
      with: {kind: side-card}
    - id: side-decks
      lines: 6
      text: "composti al massimo da {10} carte"
      check: deck
      decks:
        order: {kind: side-card, front.deck: order}
        league: {kind: side-card, front.deck: league}
      at_most: n

**How to mend it.** Add cards or take some out. `fustella check --fix` reduces the copies of a card
if a single number decides and the deck stays large enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from fustella.check.context import CheckContext, Fact, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, Key, field, named_selections, selection
from fustella.check.selection import as_text, copies_place, field_of
from fustella.core.values.claims import Claim, Repair, Verdict
from fustella.core.values.expressions import Sum, shown
from fustella.core.values.model import Piece, Record, Text, Value
from fustella.core.values.problems import did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary


def _decks_schema(vocabulary: Vocabulary) -> Schema:
    title = "decks by name, or the field that says a card's deck"
    types = {"type": ["object", "string"], "pattern": field(vocabulary)["pattern"]}
    return {**named_selections(vocabulary), **types, "title": title}


def _with_schema(vocabulary: Vocabulary) -> Schema:
    title = "cards, or cards by the names of decks"
    return {"title": title, "anyOf": [selection(vocabulary), named_selections(vocabulary)]}


KEYS = {
    "decks": Key(
        _decks_schema,
        "The decks by name, each with its cards; or the field that says which deck a card is in.",
        required=True,
    ),
    "of": Key(selection, "The cards, where `decks` is a field."),
    "number": Key(ARITHMETIC, "How many decks there are."),
    "at_least": Key(ARITHMETIC, "The fewest cards of a deck."),
    "at_most": Key(ARITHMETIC, "The most cards of a deck."),
    "copies_at_most": Key(ARITHMETIC, "The most copies of one card in a deck."),
    "same": Key(field, "The field by which cards are the same; default: their names."),
    "except": Key(selection, "Cards that may be there any number of times."),
    "with": Key(
        _with_schema,
        "Cards that may be exchanged with the deck's, and count with them: a side deck.",
    ),
}
SOME_OF = ("number", "at_least", "at_most", "copies_at_most")
OTHERWISE = Verdict.DIFFERS
Decks = Mapping[str, Sequence[Piece]]
Limits = Mapping[str, Sum]


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Yields a fact for each deck and rule, and for each card with too many copies in a deck."""
    limits = {
        key: context.evaluate(claim, claim.parameters[key], key)
        for key in SOME_OF
        if key in claim.parameters
    }
    if not limits:
        raise InvalidClaim("", "it has no rule for the decks", "add `at_least: …`", "E107")
    decks = _decks(claim, context)
    beside = _exchange_cards(claim, context, decks)
    if "number" in limits:
        yield _number(decks, limits["number"])
    for name, cards in decks.items():
        if "at_most" in limits and sum(card.copies for card in cards) == limits["at_most"].value:
            _count_in(claim, context, name, cards)
        yield from _sizes(name, cards, limits)
        if "copies_at_most" in limits:
            yield from _copies(claim, context, name, cards, beside.get(name, ()), limits)


_NONE = "correct the names and values that it asks for"


def _decks(claim: Claim, context: CheckContext) -> Decks:
    """The decks by name. Raises InvalidClaim for a deck without cards."""
    decks = claim.parameters["decks"]
    if isinstance(decks, Record):
        if "of" in claim.parameters:
            message = "`of` goes with a field, and here the decks have names"
            raise InvalidClaim("of", message, "take `of` out, or write `decks: front.deck`")
        named = {name: context.select(decks[name], f"decks.{name}") for name in decks}
        empty = [name for name, cards in named.items() if not cards]
        if empty:
            raise InvalidClaim(f"decks.{empty[0]}", "no card fits this", _NONE, "E506")
        return named
    if "of" not in claim.parameters:
        hint = "add `of: {kind: …}`, or list the decks: {first: {kind: …}, …}"
        raise InvalidClaim(
            "of", f"it does not say which cards have `{as_text(decks)}`", hint, "E107"
        )
    cards = context.pieces(claim)
    if not cards:
        raise InvalidClaim("of", "no card fits this", _NONE, "E506")
    return _decks_by_field(cards, text_of(claim, "decks"), "decks")


def _count_in(claim: Claim, context: CheckContext, name: str, cards: Sequence[Piece]) -> None:
    """Notes that the claim counts the cards of a deck, and so finds a card too many."""
    decks = claim.parameters["decks"]
    if isinstance(decks, Record):
        context.count_in(cards, decks[name])
    else:
        context.count_in(cards, claim.parameters["of"], as_text(decks))


def _decks_by_field(cards: Sequence[Piece], path: str, key: str) -> Decks:
    decks: dict[str, list[Piece]] = {}
    for card in cards:
        decks.setdefault(as_text(field_of(card, path, key).value), []).append(card)
    return decks


def _exchange_cards(claim: Claim, context: CheckContext, decks: Decks) -> Decks:
    """The cards under `with`, by the deck with which players may exchange them."""
    if "with" not in claim.parameters:
        return {}
    with_, path = claim.parameters["with"], claim.parameters["decks"]
    if not isinstance(path, Record):
        cards = context.select(with_, "with")
        if not cards:
            raise InvalidClaim("with", "no card fits this", _NONE, "E506")
        return _decks_by_field(cards, as_text(path), "decks")
    if not isinstance(with_, Record):
        hint = "write {name of a deck: the cards for it}"
        raise InvalidClaim("with", "the decks have names, and nothing says for which it is", hint)
    for name in with_:
        if name not in decks:
            hint = did_you_mean(name, decks)
            raise InvalidClaim(f"with.{name}", f"there is no deck `{name}`", hint, "E506")
    return {name: context.select(with_[name], f"with.{name}") for name in with_}


def _number(decks: Decks, wanted: Sum) -> Fact:
    has = f"{len(decks)}: {', '.join(decks)}"
    where = tuple(dict.fromkeys(card.place for cards in decks.values() for card in cards))
    reason = "give cards to the deck that has none, or take cards out of the one too many"
    holds, says = len(decks) == wanted.value, f"{shown(wanted.value)} decks"
    return Fact(holds, says, has, where, (), reason, rule_figures=wanted.figures)


def _sizes(name: str, cards: Sequence[Piece], limits: Limits) -> Iterator[Fact]:
    size = sum(card.copies for card in cards)
    where = tuple(dict.fromkeys(card.place for card in cards))
    has = f"{name} {size}"
    if "at_least" in limits:
        least = limits["at_least"]
        holds, says = size >= least.value, f"at least {shown(least.value)} cards"
        reason = "add cards, or copies of some"
        yield Fact(holds, says, has, where, (), reason, rule_figures=least.figures)
    if "at_most" in limits:
        most = limits["at_most"]
        holds, says = size <= most.value, f"at most {shown(most.value)} cards"
        reason = "take cards out, or print fewer copies"
        yield Fact(holds, says, has, where, (), reason, rule_figures=most.figures)


def _copies(
    claim: Claim,
    context: CheckContext,
    name: str,
    deck: Sequence[Piece],
    beside: Sequence[Piece],
    limits: Limits,
) -> Iterator[Fact]:
    """A fact for each card that is too often in a deck, or one fact if there is none."""
    same = _same_cards(claim, context, [*deck, *beside])
    copies = {title: sum(card.copies for card in cards) for title, cards in same.items()}
    most, figures = limits["copies_at_most"].value, limits["copies_at_most"].figures
    least = limits["at_least"].value if "at_least" in limits else Fraction(0)
    says = f"at most {shown(most)} of a card"
    spare = sum(card.copies for card in deck) - least
    too_many = [title for title, number in copies.items() if number > most]
    for title in too_many:
        cards = same[title]
        in_deck = any(card.id == cards[0].id for card in deck)
        enough_left = copies[title] - most <= spare or not in_deck
        repairs = _repair_of_copies(cards, most, context) if enough_left else ()
        where = tuple(dict.fromkeys(map(copies_place, cards)))
        reason = "" if repairs else "more than one number decides: take some copies out"
        has = f"{name}: {copies[title]} × {title}"
        yield Fact(False, says, has, where, repairs, reason, rule_figures=figures)
    if not too_many:
        where = tuple(
            dict.fromkeys(copies_place(card) for cards in same.values() for card in cards)
        )
        has = f"{name} {max(copies.values())}" if copies else f"{name}: none is counted"
        yield Fact(True, says, has, where)


def _same_cards(
    claim: Claim, context: CheckContext, cards: Sequence[Piece]
) -> dict[str, list[Piece]]:
    """The counted cards by title: cards with the same title are one card to a player."""
    free: set[str] = set()
    if "except" in claim.parameters:
        free = {card.id for card in context.select(claim.parameters["except"], "except")}
    same: dict[str, list[Piece]] = {}
    for card in {card.id: card for card in cards}.values():
        if card.id not in free:
            same.setdefault(_title(claim, context, card), []).append(card)
    return same


def _title(claim: Claim, context: CheckContext, card: Piece) -> str:
    """The title of a card, its name or its field `same`; with one title, two cards are the same."""
    value: Value = card.name
    if "same" in claim.parameters:
        value = field_of(card, text_of(claim, "same"), "same").value
    return str(value.in_language(context.language)) if isinstance(value, Text) else as_text(value)


def _repair_of_copies(
    cards: Sequence[Piece], most: Fraction, context: CheckContext
) -> tuple[Repair, ...]:
    """The repair of the copies of a single design; () where more than one number decides."""
    card = cards[0]
    shared = sum(1 for piece in context.game.pieces if piece.copies_place == card.copies_place)
    whole = most.denominator == 1 and most >= 1
    if len(cards) > 1 or shared > 1 or not card.copies_place.line or not whole:
        return ()
    return (Repair(card.copies_place, str(card.copies), str(most)),)
