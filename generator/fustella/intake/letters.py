"""Finds letters that can be printed for those that no font of Fustella has."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from fustella.draw.text.fallback import missing_in_all
from fustella.draw.text.fonts import FAMILIES, FontStyle

_KNOWN = {
    **{"○": "–", "●": "•", "✓": "√", "★": "*", "☆": "*", "▲": "↑", "▼": "↓", "►": "→"},
    **{"、": ",", "。": ".", "「": "“", "」": "”", "『": "“", "』": "”", "〜": "~", "・": "·"},
}


class Letters:
    """Texts with letters that can be set; `replaced` has those that no font has."""

    def __init__(self) -> None:
        self.replaced: dict[str, str] = {}

    def row(self, row: Sequence[str]) -> list[str]:
        """The cells of a row, with other letters for those that no font has."""
        return [self.text(cell) for cell in row]

    def text(self, text: str) -> str:
        """A text with the letters that are meant by those that no font has, or `?`."""
        if text.isascii():
            return text
        for letter in _missing(unicodedata.normalize("NFC", text)):
            self.replaced[letter] = like(letter) or "?"
            text = text.replace(letter, self.replaced[letter])
        return text


@lru_cache(maxsize=10_000)
def like(letter: str) -> str:
    """The letters that are printed for one that no font has, and mean the same; "" for none."""
    plain = _KNOWN.get(letter, unicodedata.normalize("NFKC", letter))
    return "" if plain == letter or _missing(plain) else plain


@lru_cache(maxsize=10_000)
def _missing(text: str) -> tuple[str, ...]:
    """The letters of a text that the fonts for texts, or for titles, lack."""
    found: dict[str, None] = {}
    for family in FAMILIES.values():
        lacks = missing_in_all(text, FontStyle(family), _others)
        found |= dict.fromkeys(each for each in lacks if not each.isspace())
    return tuple(found)


def _others(family: str) -> tuple[str, ...]:
    return tuple(each for each in FAMILIES.values() if each != family)
