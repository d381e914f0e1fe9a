"""The possibility cards of Moving Kingdoms as its simulated games read them: by their English text.

An edit of a card changes the play; a sentence that no rule here reads is refused.
"""

import re
from dataclasses import dataclass

from fustella.core.model import Game, Record

BUILD, UPGRADE, MOVE, REVIVE, ATTACK = "build", "upgrade", "move", "revive", "attack"

_COUNT = {"a": 1, "one": 1, "two": 2, "three": 3}
_BUILDINGS = {
    "wheat field": "wheat",
    "wheat fields": "wheat",
    "barracks": "barracks",
    "town hall": "hall",
    "station": "station",
    "port": "port",
    "moai": "moai",
    "tree": "tree",
    "building": "any",
    "buildings": "any",
    "city": "castle",
}
_THING = rf"(a|one|two|three) ({'|'.join(sorted(_BUILDINGS, key=len, reverse=True))})"
_LEVEL = re.compile(r"of level (\d)")
_BONUS = re.compile(r"\+(\d) attack")
_VERBS = (
    (ATTACK, re.compile(r"Attack")),
    (BUILD, re.compile(r"Build|Found")),
    (UPGRADE, re.compile(r"Upgrade")),
    (MOVE, re.compile(r"Move")),
    (REVIVE, re.compile(r"Return")),
)


@dataclass(frozen=True)
class Deed:
    """One thing that an option does, so many times at most: build a level 1 field, twice.

    `level` is that of a new building; `bonus` are points that an attack has more.
    """

    verb: str
    what: str = ""
    times: int = 1
    level: int = 1
    bonus: int = 0


@dataclass(frozen=True)
class Card:
    """A card, with the deeds of each of its options."""

    id: str
    deck: str
    options: tuple[tuple[Deed, ...], ...]

    def __hash__(self) -> int:
        return hash(self.id)


def deeds(text: str) -> tuple[Deed, ...]:
    """What the text of an option does. Raises ValueError for a sentence that nobody reads."""
    plain = text.replace("**", "")
    found: list[Deed] = []
    for sentence in re.split(r"(?<=[.;])\s+", plain):
        verb = next((name for name, pattern in _VERBS if pattern.match(sentence)), "")
        bonus = _BONUS.search(sentence)
        if verb == ATTACK:
            found.append(Deed(ATTACK, bonus=int(bonus[1]) if bonus else 0))
            continue
        things = re.findall(_THING, sentence)
        if not verb or not things:
            raise ValueError(f"no rule of the simulated game reads: {sentence}")
        level = _LEVEL.search(sentence)
        for count, what in things:
            name = _BUILDINGS[what]
            if (verb == MOVE and name != "any") or (verb == REVIVE and name != "any"):
                raise ValueError(f"no rule of the simulated game reads: {sentence}")
            if name == "any" and verb in (BUILD, UPGRADE):
                raise ValueError(f"no rule of the simulated game reads: {sentence}")
            if "cities" in sentence and name == "castle" and verb != BUILD:
                continue
            found.append(Deed(verb, name, _COUNT[count], int(level[1]) if level else 1))
    return tuple(found)


def read_decks(game: Game) -> dict[str, list[Card]]:
    """The cards of both decks, as often as they are in it."""
    found: dict[str, list[Card]] = {}
    for piece in game.pieces:
        if piece.kind.id == "card":
            options = tuple(
                deeds(str(option["text"].in_language("en")))  # type: ignore[union-attr]
                for option in piece.front["options"]  # type: ignore[union-attr]
                if isinstance(option, Record)
            )
            card = Card(piece.id, str(piece.front["deck"]), options)
            found.setdefault(card.deck, []).extend([card] * piece.copies)
    return found
