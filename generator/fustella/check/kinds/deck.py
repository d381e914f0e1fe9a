"""Decks: how many cards, and how many of the same.

**What it checks.** For each deck every rule that is given:

- `decks`: the decks by name, `{order: {kind: card, front.deck: order}, …}`; or the field that says
  which deck a card is in, `front.deck`, with `of` for the cards.
- `number`: how many decks there are. With a field for `decks` a deck that no card names is not
  seen otherwise.
- `at_least`, `at_most`: the number of cards in a deck.
- `copies_at_most`: the copies of one card. The same card is the same name, be it one design or
  several; `same` names another field that tells, like `front.title`.
- `except`: cards that may be in a deck any number of times.
- `with`: cards that may be exchanged with those of the deck, like a side deck: their copies count
  together with the deck's. By name like `decks`, or a selection where `decks` is a field.

**Why it matters.** A starter deck that breaks the game's own rule for decks is the first thing its
players notice.

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

**How to mend it.** Add cards or take some out. One card too often is mended by `fustella check
--fix` where a single number does it and the deck stays large enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from fustella.check.context import CheckContext, Fact, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.expressions import shown
from fustella.check.selection import field_of, said, select
from fustella.core.claims import Claim, Repair, Verdict
from fustella.core.model import Piece, Record, Text
from fustella.core.problems import Place, did_you_mean

REQUIRED = ("decks",)
OPTIONAL = ("of", "number", "at_least", "at_most", "copies_at_most", "same", "except", "with")
OTHERWISE = Verdict.DIFFERS
Decks = Mapping[str, Sequence[Piece]]


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """A fact for each deck and rule, and for each card of which there are too many."""
    limits = {
        key: context.evaluate(claim, claim.parameters[key], key).value
        for key in ("number", "at_least", "at_most", "copies_at_most")
        if key in claim.parameters
    }
    if not limits:
        raise InvalidClaim("", "it has no rule for the decks", "add `at_least: …`", "E107")
    decks = _decks(claim, context)
    beside = _beside(claim, context, decks)
    if "number" in limits:
        yield _number(decks, limits["number"])
    for name, cards in decks.items():
        yield from _sizes(name, cards, limits)
        if "copies_at_most" in limits:
            yield from _copies(claim, context, name, (cards, beside.get(name, ())), limits)


def _decks(claim: Claim, context: CheckContext) -> Decks:
    """The decks by name; none may be empty."""
    decks = claim.parameters["decks"]
    if isinstance(decks, Record):
        if "of" in claim.parameters:
            message = "`of` goes with a field, and here the decks have names"
            raise InvalidClaim("of", message, "take `of` out, or write `decks: front.deck`")
        found = {name: select(context.game, decks[name], f"decks.{name}") for name in decks}
        empty = [name for name, cards in found.items() if not cards]
        if empty:
            hint = "look at its conditions"
            raise InvalidClaim(f"decks.{empty[0]}", "it selects no card", hint, "E506")
        return found
    if "of" not in claim.parameters:
        hint = "add `of: {kind: …}`, or write {name: selection}"
        raise InvalidClaim("of", f"of which cards is `{said(decks)}` the deck?", hint, "E107")
    cards = context.pieces(claim)
    if not cards:
        raise InvalidClaim("of", "it selects no card", "look at its conditions", "E506")
    return _by_field(cards, text_of(claim, "decks"), "decks")


def _by_field(cards: Sequence[Piece], path: str, key: str) -> Decks:
    decks: dict[str, list[Piece]] = {}
    for card in cards:
        decks.setdefault(said(field_of(card, path, key).value), []).append(card)
    return decks


def _beside(claim: Claim, context: CheckContext, decks: Decks) -> Decks:
    """What may be exchanged with each deck."""
    if "with" not in claim.parameters:
        return {}
    with_, path = claim.parameters["with"], claim.parameters["decks"]
    if not isinstance(path, Record):
        cards = select(context.game, with_, "with")
        if not cards:
            raise InvalidClaim("with", "it selects no card", "look at its conditions", "E506")
        return _by_field(cards, said(path), "decks")
    if not isinstance(with_, Record):
        raise InvalidClaim("with", "the decks have names", "write {name: selection}")
    for name in with_:
        if name not in decks:
            hint = did_you_mean(name, decks)
            raise InvalidClaim(f"with.{name}", f"there is no deck `{name}`", hint, "E506")
    return {name: select(context.game, with_[name], f"with.{name}") for name in with_}


def _number(decks: Decks, wanted: Fraction) -> Fact:
    """Whether there are as many decks as there should be."""
    has = f"{len(decks)}: {', '.join(decks)}"
    where = tuple(dict.fromkeys(card.place for cards in decks.values() for card in cards))
    reason = "give cards to the deck that has none, or take cards out of the one too many"
    return Fact(len(decks) == wanted, f"{shown(wanted)} decks", has, where, (), reason)


def _sizes(name: str, cards: Sequence[Piece], limits: Mapping[str, Fraction]) -> Iterator[Fact]:
    size = sum(card.copies for card in cards)
    where = tuple(dict.fromkeys(card.place for card in cards))
    has = f"{name} {size}"
    if "at_least" in limits:
        least = limits["at_least"]
        reason = "add cards, or copies of some"
        yield Fact(size >= least, f"at least {shown(least)} cards", has, where, (), reason)
    if "at_most" in limits:
        most = limits["at_most"]
        reason = "take cards out, or print fewer copies"
        yield Fact(size <= most, f"at most {shown(most)} cards", has, where, (), reason)


def _copies(
    claim: Claim,
    context: CheckContext,
    name: str,
    both: tuple[Sequence[Piece], Sequence[Piece]],
    limits: Mapping[str, Fraction],
) -> Iterator[Fact]:
    """One fact when no card is too often in a deck, else one for each that is."""
    deck, beside = both
    same = _same_cards(claim, context, [*deck, *beside])
    often = {title: sum(card.copies for card in cards) for title, cards in same.items()}
    most = limits["copies_at_most"]
    says = f"at most {shown(most)} of a card"
    spare = sum(card.copies for card in deck) - limits.get("at_least", Fraction(0))
    failed = [title for title, copies in often.items() if copies > most]
    for title in failed:
        cards = same[title]
        in_deck = any(card.id == cards[0].id for card in deck)
        mended = often[title] - most <= spare or not in_deck
        repairs = _fewer(cards, most, context) if mended else ()
        where = tuple(dict.fromkeys(_place(card) for card in cards))
        reason = "" if repairs else "more than one number decides: take some copies out"
        has = f"{name}: {often[title]} × {title}"
        yield Fact(False, says, has, where, repairs, reason)
    if not failed:
        where = tuple(dict.fromkeys(_place(card) for cards in same.values() for card in cards))
        has = f"{name} {max(often.values())}" if often else f"{name}: none is counted"
        yield Fact(True, says, has, where)


def _same_cards(
    claim: Claim, context: CheckContext, cards: Sequence[Piece]
) -> dict[str, list[Piece]]:
    """The cards that are counted, those together that are the same to a player."""
    free: set[str] = set()
    if "except" in claim.parameters:
        free = {card.id for card in select(context.game, claim.parameters["except"], "except")}
    same: dict[str, list[Piece]] = {}
    for card in {card.id: card for card in cards}.values():
        if card.id not in free:
            same.setdefault(_same(claim, context, card), []).append(card)
    return same


def _place(card: Piece) -> Place:
    return card.copies_place if card.copies_place.line else card.place


def _same(claim: Claim, context: CheckContext, card: Piece) -> str:
    """What tells that two cards are the same."""
    value = card.name
    if "same" in claim.parameters:
        found = field_of(card, text_of(claim, "same"), "same").value
        if not isinstance(found, Text):
            return said(found)
        value = found
    return str(value.in_language(context.language))


def _fewer(cards: Sequence[Piece], most: Fraction, context: CheckContext) -> tuple[Repair, ...]:
    """The one number that mends it: the copies of a single design."""
    card = cards[0]
    shared = sum(1 for piece in context.game.pieces if piece.copies_place == card.copies_place)
    whole = most.denominator == 1 and most >= 1
    if len(cards) > 1 or shared > 1 or not card.copies_place.line or not whole:
        return ()
    return (Repair(card.copies_place, str(card.copies), str(most)),)
