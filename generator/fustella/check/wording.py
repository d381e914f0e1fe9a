"""Words with a meaning, found in texts: those of a glossary, denials, opposites."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from fustella.core.patterns import regex

Meaning = TypeVar("Meaning")

_BEGINNING = regex(r"(?<!\w)\w(?:.|\n)?")
_LETTERS = regex(r"\w*")


def folded(text: str) -> str:
    """A text as its words are looked for: in small letters, with straight apostrophes."""
    return text.lower().replace("’", "'")


def regex_of(word: str) -> str:
    """A pattern of a word; `*` stands for any letters, a space for any white space."""
    return re.escape(folded(word)).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")


class _Form(Struct, frozen=True):
    """How a word is looked for: with `letters` it begins, and `whole` is its pattern.

    Most are compared without a pattern: to compile those of a language takes longer than to look
    through the texts of a game.
    """

    letters: str
    is_open: bool
    whole: re.Pattern[str] | None

    @classmethod
    def of(cls, word: str) -> "_Form":
        letters, star, more = folded(word).partition("*")
        if more or " " in letters:
            return cls(re.split("[* ]", folded(word))[0], False, regex(rf"{regex_of(word)}(?!\w)"))
        return cls(letters, bool(star), None)

    def end(self, text: str, at: int) -> int:
        """Where the word ends whose letters stand at a place of a text; 0 if it is another word."""
        if self.whole is not None:
            found = self.whole.match(text, at)
            return found.end() if found else 0
        behind = at + len(self.letters)
        more = _LETTERS.match(text, behind)
        end = more.end() if more else behind
        return end if self.is_open or end == behind else 0


class Wording(Generic[Meaning]):
    """Words of one language, each with what it may mean; they begin with a letter or a figure.

    The longest are looked for first: where *at least* is a word, it is no *least*.
    """

    def __init__(self, words: Mapping[str, Sequence[Meaning]]) -> None:
        by_letter: dict[str, list[tuple[str, _Form, tuple[Meaning, ...]]]] = {}
        for word in sorted(words, key=len, reverse=True):
            form = _Form.of(word)
            known = by_letter.setdefault(form.letters[0], [])
            known.append((form.letters, form, tuple(words[word])))
        # By two letters, few words are compared at each place.
        self._by_beginning = {
            beginning: [one for one in known if one[0][:2] in (letter, beginning)]
            for letter, known in by_letter.items()
            for beginning in {letter, *(letters[:2] for letters, *_ in known)}
        }

    def found(self, text: str) -> Iterator[tuple[Meaning, str]]:
        """Each meaning in a text with its word there, in their order."""
        text, end = folded(text), 0
        for beginning in _BEGINNING.finditer(text):
            at, two = beginning.start(), beginning[0]
            if at < end:
                continue
            for letters, form, meanings in self._words_at(two):
                behind = form.end(text, at) if text.startswith(letters, at) else 0
                if behind:
                    end = behind
                    for meaning in meanings:
                        yield meaning, text[at:behind]
                    break

    def _words_at(self, beginning: str) -> Sequence[tuple[str, _Form, tuple[Meaning, ...]]]:
        """The words that may stand where a text has these two letters, the longest first."""
        known = self._by_beginning
        return known.get(beginning) or known.get(beginning[0]) or ()
