"""Which of some known words is meant by one that is none of them, or that none is.

A suggestion that is wrong sends whoever reads it astray, so there is none where it would be a
guess. The bounds were chosen by `tests/core/test_spelling.py`: words as they are misspelt, and
other words.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

_PARTS = re.compile(r"[^\W_]+")

_LEAST_PART = 3
"""Letters of a word that may be the beginning, or a part, of another."""


_SHORT = 4
"""Letters of a word that is too short for another letter in it to be a slip, in a long list."""


def meant(word: str, known: Iterable[str]) -> str:
    """The known word that is meant by `word`; "" for none.

    It is the same but for capitals, accents, what stands between its parts, and one or many; or
    misspelt in letters that are few for its length, and hardly ever in the first one; or one known
    word alone begins with it, has it as a part, or is shortened to it.
    """
    names = {name: _folded(name) for name in known}
    typed = _folded(word)
    if not typed:
        return ""
    for same in (str, singular):
        for name, folded in names.items():
            if same(folded) == same(typed):
                return name
    if found := _misspelt(typed, names):
        return found
    longer = [name for name, folded in names.items() if _is_part(word, name, typed, folded)]
    ends = [name for name in longer if _folded(name.rpartition(".")[2]) == typed]
    if len(longer) == 1 or (ends and ends == longer):  # of `front.cost` and `back.cost`, the first
        return max(longer)
    shortened = [name for name, folded in names.items() if _is_short_for(typed, folded)]
    return shortened[0] if len(shortened) == 1 and not longer else ""


def misspelt(word: str, known: Iterable[str]) -> str:
    """The known word that `word` is spelt like, for long lists; "" for none."""
    return _misspelt(_folded(word), {name: _folded(name) for name in known}, fewer=1)


def _misspelt(typed: str, names: Mapping[str, str], fewer: int = 0) -> str:
    """The name that is fewest letters away from what was typed, where these are few enough."""
    found = []
    for name, folded in names.items():
        for one, other in {(typed, folded), (singular(typed), singular(folded))}:
            if fewer and _is_short(one, other):
                continue
            most = _most(one, other) - fewer * (len(one) > 5)
            if most > 0 and (apart := _apart(one, other)) <= most:
                cut = not (typed.startswith(folded) or folded.startswith(typed))
                found.append((apart, cut, abs(len(folded) - len(typed)), name))
    return min(found)[-1] if found else ""


def _is_short(one: str, other: str) -> bool:
    """Whether words are too short to be told apart among thousands: many differ in one letter."""
    same = len(one) == len(other) <= _SHORT and sorted(one) != sorted(other)
    return same or len(other) < _SHORT


def singular(word: str) -> str:
    """An English word as of one thing, in the usual way."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word.removesuffix("s") if len(word) > _LEAST_PART else word


def _folded(word: str) -> str:
    """A word in small letters without accents and without what stands between its parts."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def _most(typed: str, known: str) -> int:
    """How many letters of a word may be wrong; a wrong first letter is hardly ever misspelt."""
    longest = max(len(typed), len(known))
    if not known or abs(len(typed) - len(known)) > 3:
        return 0
    if longest <= 2 or not any(map(str.isalpha, typed)):
        return 0
    most = 1 if longest <= 5 else 2 if longest <= 8 else 3
    if typed[0] == known[0]:
        return most
    return 1 if typed == known[1:] or typed[1::-1] == known[:2] else 0


def _apart(one: str, other: str) -> int:
    """How many letters are to be changed, added, taken out, or to change places with the next.

    The optimal string alignment distance.
    """
    before: list[int] = []
    last: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def _is_part(word: str, name: str, typed: str, folded: str) -> bool:
    """Whether one of two words is a whole part of the other, or its beginning."""
    if min(len(typed), len(folded)) < _LEAST_PART:
        return False
    parts = [_folded(part) for part in _PARTS.findall(name)]
    own = [_folded(part) for part in _PARTS.findall(word)]
    return folded.startswith(typed) or typed in parts or (len(own) > 1 and folded in own)


def _is_short_for(typed: str, folded: str) -> bool:
    """Whether a word is another one without some of its letters: `img` for `image`."""
    if len(typed) < _LEAST_PART or len(folded) > 2 * len(typed) or typed[0] != folded[:1]:
        return False
    rest = iter(folded)
    return all(letter in rest for letter in typed)
