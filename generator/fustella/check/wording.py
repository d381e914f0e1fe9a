"""Words with a meaning, found in texts: those of a glossary, denials, opposites."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

Meaning = TypeVar("Meaning")
# What no text has: a language may be without any of the words.
_NOTHING = "(?!)"


def folded(text: str) -> str:
    """A text as its words are looked for: in small letters, with straight apostrophes."""
    return text.lower().replace("’", "'")


def regex_of(word: str) -> str:
    """A pattern of a word; `*` stands for any letters, a space for any white space."""
    return re.escape(folded(word)).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")


class Wording(Generic[Meaning]):
    """Words of one language, each with what it may mean.

    The longest are looked for first: where *at least* is a word, it is no *least*.
    """

    def __init__(self, words: Mapping[str, Sequence[Meaning]]) -> None:
        longest = sorted(words, key=len, reverse=True)
        self._meanings = tuple(tuple(words[word]) for word in longest)
        groups = "|".join(rf"({regex_of(word)})(?!\w)" for word in longest)
        beginnings = "".join(re.escape(one) for one in sorted({folded(word)[0] for word in words}))
        # The set of first letters spares most places the comparison with all words.
        some = rf"(?<!\w)(?=[{beginnings}])(?:{groups})"
        self._pattern = re.compile(some if words else _NOTHING)

    def found(self, text: str) -> Iterator[tuple[Meaning, str]]:
        """Each meaning in a text with its word there, in their order."""
        for match in self._pattern.finditer(folded(text)):
            for meaning in self._meanings[(match.lastindex or 1) - 1]:
                yield meaning, match[0]
