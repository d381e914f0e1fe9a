"""Reads names of pictures: which side of which card they show, and how many copies there are."""

import unicodedata
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.words.patterns import regex

FRONT, BACK = "front", "back"

_SIDES = {
    FRONT: (
        *("front", "fronts", "frontside", "face", "faces", "recto", "obverse", "vorne"),
        *("vorderseite", "vorderseiten", "avant", "fronte", "fronti", "anverso", "frente"),
    ),
    BACK: (
        *("back", "backs", "backside", "backsides", "cardback", "cardbacks", "rear", "reverse"),
        *("verso", "hinten", "rueckseite", "rueckseiten", "ruckseite", "ruckseiten", "dos"),
        *("arriere", "retro", "retri", "reverso", "dorso", "trasera"),
    ),
}
_SIDE_OF = {word: side for side, words in _SIDES.items() for word in words}

_OF_ALL = frozenset(
    (
        *("card", "cards", "deck", "side", "image", "img", "picture", "default", "common", "all"),
        *("of", "the", "design", "art", "cover", "generic", "standard", "poker", "playing"),
        *("red", "blue", "black", "white", "green", "yellow", "grey", "gray", "game", "print"),
    )
)
"""Words that leave a back the one of all cards: card-back, back of the deck, red back."""

_OF_SHOP = regex(r"(.*?)\[(face|front|back)(?:\s*,\s*(\d{1,3}))?\]")
_COUNTS = (
    regex(r"(.*?)[\s_.-]*[(\[]\s*[x×]?\s*(\d{1,3})\s*[x×]?\s*[)\]]"),
    regex(r"(.*?)[\s_.-]+[x×](\d{1,3})"),
    regex(r"(.*?)[\s_.-]+(\d{1,3})[x×]"),
    regex(r"(.*?)[\s_.-]*(?:qty|copies|count|anzahl)[\s_.=-]*(\d{1,3})"),
)
_COUNT_FIRST = regex(r"(\d{1,3})[x×][\s_.-]+(.+)")
_DRIVE_ID = regex(r"(.+?)\s*\([\w-]{20,60}\)")
"""A name with the id of its file on a drive, as tools for shops save pictures."""

_HUMP = regex(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=\d)(?=[A-Z][a-z]{3})")
_BETWEEN = regex(r"[\s_.,;+&~-]+")


class PictureName(Struct, frozen=True):
    """What a name says: a side ("" for none), a number of copies, and the words of the card.

    The side is "?" for a back that is one only if there is a front with these words. `words` are in
    small letters, without those of the side; `shown` are they as typed, and `whole` all of them.
    `copies` is 0 where no number is said; with `numbered` it stands in brackets, where it may as
    well be the number of a card.
    """

    side: str
    words: tuple[str, ...]
    shown: str
    whole: str
    copies: int = 0
    numbered: bool = False

    @property
    def is_of_all(self) -> bool:
        """Whether the words name no card."""
        return all(word in _OF_ALL or word.isdecimal() for word in self.words)


def name_of(stem: str) -> PictureName:
    """What the name of a picture says, without its ending."""
    shop = _OF_SHOP.fullmatch(stem.strip())
    if shop:
        side = BACK if shop[2] == "back" else FRONT
        return _named(side, _words(shop[1]), _words(shop[1]), _count(shop[3]))
    if found := _DRIVE_ID.fullmatch(stem):
        stem = found[1]
    copies, numbered = 0, False
    for number, pattern in enumerate(_COUNTS):
        if (found := pattern.fullmatch(stem)) and found[1]:
            stem, copies, numbered = found[1], _count(found[2]), number == 0
            break
    if not copies and (found := _COUNT_FIRST.fullmatch(stem)):
        stem, copies = found[2], _count(found[1])
    whole = _words(stem)
    at = next((n for n in range(len(whole) - 1, -1, -1) if _plain(whole[n]) in _SIDE_OF), -1)
    if at < 0:
        return _named("", whole, whole, copies, numbered=numbered)
    side, words = _SIDE_OF[_plain(whole[at])], [*whole[:at], *whole[at + 1 :]]
    name = _named(side, words, whole, copies, numbered=numbered)
    if side == BACK and at < len(whole) - 1 and not name.is_of_all:
        return replace(name, side="?")
    return name


def _named(
    side: str, words: Sequence[str], whole: Sequence[str], copies: int, *, numbered: bool = False
) -> PictureName:
    shown, every = (_shown(some) for some in (words, whole))
    return PictureName(side, tuple(map(_plain, words)), shown, every, copies, numbered)


def side_of_folder(name: str) -> tuple[str, tuple[str, ...]]:
    """The side that the name of a folder says, "" for none, and its other words."""
    words = tuple(map(_plain, _words(name)))
    at = next((n for n, word in enumerate(words) if word in _SIDE_OF), -1)
    if at < 0:
        return "", words
    others = words[:at] + words[at + 1 :]
    return _SIDE_OF[words[at]], tuple(word for word in others if word not in _OF_ALL)


def _shown(words: Sequence[str]) -> str:
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def _count(typed: str | None) -> int:
    return min(int(typed), limits.COPIES) if typed else 0


def _words(text: str) -> list[str]:
    spaced = _HUMP.sub(" ", unicodedata.normalize("NFC", text))
    words = (word.strip("()[]{}#!'\"") for word in _BETWEEN.split(spaced))
    return [word for word in words if word]


def _plain(word: str) -> str:
    low = word.lower()
    parts = unicodedata.normalize("NFKD", low)
    bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return next((form for form in (low.replace("ü", "ue"), bare) if form in _SIDE_OF), low)
