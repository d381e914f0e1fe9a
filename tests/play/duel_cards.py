"""The cards of the duel as its simulated games read them: figures from fields, effects from texts.

An effect is read from the English sentence on the card, figures included, so that an edit of a
card changes the play; a sentence that no rule here reads is refused.
"""

import re
from dataclasses import dataclass

from fustella.core.values.model import Game

ATTACK, DEFEND = "attack", "defend"

NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3}

# what a card does, and the sentence that says so; groups are its figures
SENTENCES = {
    # of characters
    "power": r"(?:She|He|They) ha(?:s|ve) \+(\d) power when (?:she|he|they) (attack|defend)s?\.",
    "life": r"(?:She|He|They) ha(?:s|ve) \+(\d) hit points? when (?:she|he|they) (attack|defend)s?\.",
    "range": r"(?:She|He|They) ha(?:s|ve) Range (\d) when (?:she|he|they) (attack|defend)s?\.",
    "others-power": r"When (?:she|he) (attack|defend)s, your other characters in this city have \+(\d) power\.",
    "others-range": r"When (?:she|he) (attack|defend)s, your other characters in this city have Range (\d)\.",
    "garrison-discount": r"While he garrisons this city(?: (untapped))?, you discard one card instead of two when you conquer a city\.",
    "raid-discount": r"If she attacks and the city is conquered undefended, you discard one card instead of two\.",
    "local-discount": r"When you conquer the city where she stands, you discard one card instead of two\.",
    "slow": r"After a combat he does not untap in your next recovery phase\.",
    "watchful": r"Can defend even while tapped\.",
    "mason": r"When you set a Works card on this city, draw a card\.",
    "joins": r"Enters the city of the combat and fights\.",
    "surgeon": r"When another character of yours in this city takes damage, you may tap her: it takes (\d) less\.",
    "still": r"(?:She|He|They) cannot use Movement\.",
    "engine": r"They can neither use Movement nor defend\.",
    "reckless": r"(?:She|He|They) cannot defend\.",
    "seeker": r"When he comes into play, search your grimoire for a Works card, show it, take it into your hand and shuffle the grimoire\.",
    "rider": r"Movement does not tap (?:him|her|them)\.",
    "rides-to-capital": r"Movement to the capital, if it is face up, does not tap him\.",
    "courier": r"When she uses Movement, another character of yours in the same city may follow her without being tapped\.",
    "spy": r"When she comes into play, look at the rival’s hand and choose a card from it to be discarded\.",
    "sapper": r"When he attacks, send one rival Works card in this city to the cemetery\.",
    "drummer": r"In your main phase, tap him: untap another character of yours in this city\.",
    "archivist": r"When he comes into play, shuffle up to (\d) cards from your cemetery into your grimoire\.",
    # of Works
    "here-power": r"When they (attack|defend) this city, your characters have \+(\d) power\.",
    "here-life": r"When they (attack|defend) this city, your characters have \+(\d) hit points?\.",
    "here-range": r"When they (attack|defend) this city, your characters have \+(\d) Range\.",
    "here-archers": r"When they defend this city, your characters with Range 1 or more have \+(\d) power\.",
    "toll": r"To attack this city, the rival must first discard (a|one|two) cards?\.",
    "road-to": r"Once in your turn, one of your characters may use Movement to this city without being tapped\.",
    "road-from": r"Once in your turn, one of your characters may use Movement from this city without being tapped\.",
    "granary": r"While this city is yours, you may keep (\d) cards in hand in the end phase\.",
    "stores": r"While this city is yours, you may draw one card more in your draw phase\.",
    "camp": r"In your end phase untap one of your characters in this city\.",
    "lookouts": r"When the rival attacks this city, one (?:(untapped) )?character of yours(?:, even a tapped one,)? may rush here from another city\.",
    "screens": r"When they attack this city, your characters take (\d) damage less from those with Range 1 or more\.",
    "chain": r"Rival characters that come to this city are always tapped\.",
    # of Stratagems
    "portcullis": r"Choose an attacking character: it leaves the combat and stays there, tapped\.",
    "arrows": r"Deal (\d) damage to each rival character in this combat\.",
    "shot": r"Deal (\d) damage to one defending character\.",
    "guard": r"One of your characters has \+(\d) hit points until the end phase\.",
    "blow": r"One of your characters has \+(\d) power until the end phase\.",
    "dust": r"In this combat all rival characters have Range 0\.",
    "retreat": r"One of your characters leaves the combat, untaps and goes to another city\.",
    "charge": r"In this combat one of your characters has \+(\d) power and Range (\d)\.",
    "countermine": r"Send one rival Works card of the city of the combat to the cemetery\.",
    "council": r"Play it as your card of the opening phase: draw (\d) cards\.",
    "booty": r"Play it as your card of the opening phase: draw a card for each city you hold, up to (\d)\.",
    "chart": r"Play it as your card of the opening phase: shuffle up to (\d) cards from your cemetery into your grimoire\.",
    "truce": r"Play it as your card of the opening phase: no one attacks until your next turn begins\.",
}


@dataclass(frozen=True)
class Card:
    """A card. `does` has its effects with their figures, by name."""

    id: str
    deck: str
    type: str
    power: int
    life: int
    range: int
    quick: bool
    does: dict[str, tuple[int | str, ...]]

    @property
    def worth(self) -> float:
        """What a character is worth in a fight, about."""
        reckless = "reckless" in self.does or "engine" in self.does
        first = max(
            (int(self.does[name][0]) for name in ("range",) if name in self.does), default=0
        )
        return self.power + self.life + 1.5 * self.range + first - reckless

    def __hash__(self) -> int:
        return hash(self.id)


def effects(text: str) -> dict[str, tuple[int | str, ...]]:
    """What the sentences of a card's text do."""
    found: dict[str, tuple[int | str, ...]] = {}
    for sentence in re.findall(r".+?[.](?:\s+|$)", text):
        known = [
            (name, match)
            for name, pattern in SENTENCES.items()
            if (match := re.fullmatch(pattern, sentence.strip()))
        ]
        if not known:
            raise ValueError(f"no rule of the simulated duel reads: {sentence}")
        for name, match in known:
            found[name] = tuple(_figure(word) for word in match.groups())
    return found


def _figure(word: str | None) -> int | str:
    if word is None:
        return ""
    return int(word) if word.isdigit() else NUMBERS.get(word, word)


def read_decks(game: Game, kind: str) -> dict[str, list[Card]]:
    """The cards of each deck, as often as they are in it; `kind` is card or side-card."""
    decks: dict[str, list[Card]] = {}
    for piece in game.pieces:
        if piece.kind.id == kind:
            front = piece.front
            text = front["text"].in_language("en") if front["text"] else ""
            card = Card(
                piece.id,
                str(front["deck"]),
                str(front["type"]),
                int(front["power"] or 0),
                int(front["hit_points"] or 0),
                int(front["range"] or 0),
                bool(front["quick"]),
                effects(str(text)),
            )
            decks.setdefault(card.deck, []).extend([card] * piece.copies)
    return decks
