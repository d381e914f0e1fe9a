"""Finds the known word that is meant by a misspelt word, if there is one.

A wrong suggestion leads its reader astray, so a mere guess is not suggested. The limits were chosen
with the lists in `tests/core/test_spelling.py`: words as they are misspelt, and other words.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from fustella.core.processes import limits
from fustella.core.words.patterns import regex

_PARTS = regex(r"[^\W_]+")

_LEAST_PART = 3
"""The fewest letters of a word that may mean another word as its beginning or a part of it."""


_SHORT = 4
"""The most letters of a short word: in a long list, one wrong letter makes it another word."""


_Names = Mapping[str, str]
"""Words, each with its form by `_folded_word`."""

_COMPARED = 16
"""The cost of a full comparison of two words, when a test that separates them at once costs 1."""

_left = limits.WORDS_COMPARED


def begin() -> None:
    """Allows all comparisons again, because another game is about to be read.

    A file may have thousands of wrong words, and thousands of words that may be meant. Once
    `limits.WORDS_COMPARED` comparisons are used up, nothing is suggested.
    """
    global _left  # noqa: PLW0603  (a process reads one game after the other)
    _left = limits.WORDS_COMPARED


def may_compare(times: int) -> bool:
    """Whether `times` more comparisons of words are allowed; the call counts them as made."""
    global _left  # noqa: PLW0603  (see above)
    _left -= times
    return _left >= 0


def meant(word: str, known: Iterable[str]) -> str:
    """The known word that is meant by `word`; "" for none.

    It differs from `word` in capitals, accents, signs between its parts, or an ending such as `s`;
    or in a few letters, hardly ever the first; or it is the only known word that begins with
    `word`, has `word` as a part, or is shortened to `word`.
    """
    typed, names = _folded_word(word), _folded_names(known, _COMPARED)
    if not typed:
        return ""
    for same in (str, singular):
        for name, folded in names.items():
            if same(folded) == same(typed):
                return name
    if found := _nearest_by_letters(typed, names):
        return found
    longer = [name for name, folded in names.items() if _is_part(word, name, typed, folded)]
    ends = [name for name in longer if _folded_word(name.rpartition(".")[2]) == typed]
    if len(longer) == 1 or (ends and ends == longer):  # of `front.cost` and `back.cost`, the first
        return max(longer)
    shortened = [name for name, folded in names.items() if _is_short_for(typed, folded)]
    return shortened[0] if len(shortened) == 1 and not longer else ""


def misspelt(word: str, known: Iterable[str]) -> str:
    """The known word spelt almost like `word`, by strict limits for long lists; else ""."""
    return _nearest_by_letters(_folded_word(word), _folded_names(known, 1), fewer=1)


def _folded_names(known: Iterable[str], times: int) -> _Names:
    """The known words in their `_folded_word` form; {} where that is too many to compare.

    Each known word counts as `times` comparisons.
    """
    listed = [*known] if may_compare(0) else []
    return {name: _folded_word(name) for name in listed} if may_compare(times * len(listed)) else {}


def _nearest_by_letters(typed: str, names: _Names, fewer: int = 0) -> str:
    """The name that differs from the typed word in the fewest letters; "" if in too many."""
    found = []
    begins, second = typed[:1], typed[1:2]
    near = {n: f for n, f in names.items() if f[:1] in (begins, second) or f[1:2] == begins}
    if not may_compare(_COMPARED * len(near)):
        return ""
    for name, folded in near.items():
        for one, other in {(typed, folded), (singular(typed), singular(folded))}:
            if fewer and _is_short(one, other):
                continue
            most = _most_differences(one, other) - fewer * (len(one) > 5)
            if most > 0 and (apart := _edit_distance(one, other)) <= most:
                cut = not (typed.startswith(folded) or folded.startswith(typed))
                found.append((apart, cut, abs(len(folded) - len(typed)), name))
    return min(found)[-1] if found else ""


def _is_short(one: str, other: str) -> bool:
    """Whether two words are so short that, in a long list, many words differ in one letter."""
    same = len(one) == len(other) <= _SHORT and sorted(one) != sorted(other)
    return same or len(other) < _SHORT


def singular(word: str) -> str:
    """The singular of an English plural, formed in the usual way."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word.removesuffix("s") if len(word) > _LEAST_PART else word


@lru_cache(32_768)  # thousands of words may be asked for among the same ones
def _folded_word(word: str) -> str:
    """A word in small letters, without accents and without the signs between its parts."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def _most_differences(typed: str, known: str) -> int:
    """The most letters in which a typed word may differ from a known one and still mean it.

    Few writers mistake the first letter: where it differs, this is 1 if only that letter was left
    out, or the first two letters changed places, and else 0.
    """
    longest = max(len(typed), len(known))
    if not known or abs(len(typed) - len(known)) > 3:
        return 0
    if longest <= 2 or not any(map(str.isalpha, typed)):
        return 0
    most = 1 if longest <= 5 else 2 if longest <= 8 else 3
    if typed[0] == known[0]:
        return most
    return 1 if typed == known[1:] or typed[1::-1] == known[:2] else 0


def _edit_distance(one: str, other: str) -> int:
    """Counts the letters to change, add, remove, or exchange with the next letter.

    This is the optimal string alignment distance.
    """
    before: list[int] = []
    last: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                # Two exchanged neighbours are one slip of a typist, not two.
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def _is_part(word: str, name: str, typed: str, folded: str) -> bool:
    """Whether one word begins with the other, or has it as one of its parts."""
    if min(len(typed), len(folded)) < _LEAST_PART:
        return False
    parts = [_folded_word(part) for part in _PARTS.findall(name)]
    own = [_folded_word(part) for part in _PARTS.findall(word)]
    return folded.startswith(typed) or typed in parts or (len(own) > 1 and folded in own)


def _is_short_for(typed: str, folded: str) -> bool:
    """Whether `typed` is a word without some of its letters: `img` for `image`."""
    if len(typed) < _LEAST_PART or len(folded) > 2 * len(typed) or typed[0] != folded[:1]:
        return False
    rest = iter(folded)
    return all(letter in rest for letter in typed)
