"""The possibility cards of Moving Kingdoms, read from their English texts."""

import re
from dataclasses import dataclass

from fustella.core.values.model import Game, Record, Text

_KINDS = {
    "wheat field": "wheat",
    "barracks": "barracks",
    "town hall": "hall",
    "city": "castle",
    "station": "station",
    "port": "port",
    "moai": "moai",
    "tree": "tree",
    "building": "any",
}
_VERBS = {
    "attack": "attack",
    "build": "build",
    "found": "build",
    "upgrade": "upgrade",
    "move": "move",
    "return": "revive",
}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_NOUN = re.compile(r"\*\*(a|an|one|two|three) ([a-z ]+?)s?\*\*")


@dataclass(frozen=True)
class Deed:
    """A verb, a kind of building and its level; done up to so many times."""

    verb: str
    kind: str = ""
    level: int = 1
    times: int = 1


@dataclass(frozen=True)
class Option:
    """A possibility: its deeds in order."""

    name: str
    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class Card:
    id: str
    options: tuple[Option, ...]


def decks(game: Game) -> dict[str, list[Card]]:
    """Each deck with all copies of its cards."""
    found: dict[str, list[Card]] = {"initial": [], "advanced": []}
    for piece in game.pieces:
        if piece.kind.id != "card":
            continue
        options = piece.front["options"]
        assert isinstance(options, tuple)
        read = []
        for number, option in enumerate(options, 1):
            assert isinstance(option, Record)
            text = option["text"]
            assert isinstance(text, Text)
            deeds = deeds_of(text.in_language("en"))
            assert deeds[0].verb == str(option["act"]), f"{piece.id}: the plate and the text differ"
            read.append(Option(f"{piece.id}/{number} {option['act']}", deeds))
        found[str(piece.front["deck"])] += [Card(piece.id, tuple(read))] * piece.copies
    return found


def deeds_of(text: str) -> tuple[Deed, ...]:
    """The deeds of a text: each of its clauses begins with a verb, and its nouns are bold."""
    deeds = []
    for clause in re.split(r"[.:;]|, then |, or ", text):
        words = re.findall(r"[A-Za-z]+", clause)
        if not words or words[0].lower() not in _VERBS:
            continue
        verb = _VERBS[words[0].lower()]
        if verb == "attack":
            deeds.append(Deed(verb))
            continue
        level = re.search(r"of level (\d)", clause)
        nouns = _NOUN.findall(clause)
        assert nouns, f"a clause without a noun: {clause}"
        for number, noun in nouns:
            kind = next(value for name, value in _KINDS.items() if noun in (name, name[:-1]))
            of_level = int(level[1]) if level and kind in ("barracks", "wheat") else 1
            deeds.append(Deed(verb, kind, of_level, _NUMBERS[number]))
    assert deeds, f"a text without a verb: {text}"
    return tuple(deeds)
