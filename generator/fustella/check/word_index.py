"""Finds words with a meaning in texts: terms of a glossary, denials, opposites."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from fustella.core.words.patterns import regex

Meaning = TypeVar("Meaning")

_RUN = regex(r"\w+")
_LETTERS = regex(r"\w*")


def folded(text: str) -> str:
    """A text in small letters with straight apostrophes, in which words can be found."""
    return text.lower().replace("’", "'")


def regex_of(word: str) -> str:
    """The pattern of a word; `*` stands for any letters, a space for any white space."""
    return re.escape(folded(word)).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")


class _WordForm(Struct, frozen=True):
    """A word to look for: its first `letters`, and its pattern `whole` if it needs one.

    Most words are compared without a pattern: compiling the patterns of a language takes longer
    than looking through the texts of a game.
    """

    letters: str
    is_open: bool
    whole: re.Pattern[str] | None

    @classmethod
    def of(cls, word: str) -> "_WordForm":
        letters, star, more = folded(word).partition("*")
        if more or " " in letters:
            return cls(re.split("[* ]", folded(word))[0], False, regex(rf"{regex_of(word)}(?!\w)"))
        return cls(letters, bool(star), None)

    def end(self, text: str, at: int) -> int:
        """The end of this word in a text that has its first letters at `at`; 0 for another word."""
        if self.whole is not None:
            match = self.whole.match(text, at)
            return match.end() if match else 0
        behind = at + len(self.letters)
        more = _LETTERS.match(text, behind)
        end = more.end() if more else behind
        return end if self.is_open or end == behind else 0


class WordIndex(Generic[Meaning]):
    """The words of one language with their meanings; each word begins with a letter or a digit.

    Longer words are looked for first: where both are words, a text with *at least* has no *least*.
    """

    def __init__(self, words: Mapping[str, Sequence[Meaning]]) -> None:
        self._by_letter: dict[str, list[tuple[_WordForm, tuple[Meaning, ...]]]] = {}
        for word in sorted(words, key=len, reverse=True):
            form = _WordForm.of(word)
            known = self._by_letter.setdefault(form.letters[0], [])
            known.append((form, tuple(words[word])))
        self._beginning: dict[str, Sequence[tuple[_WordForm, tuple[Meaning, ...]]]] = {}

    def matches(self, text: str) -> Iterator[tuple[Meaning, str]]:
        """The meanings of words in a text, each with its word as it stands there, in order."""
        text, end = folded(text), 0
        for run in _RUN.finditer(text):
            at = run.start()
            if at < end:
                continue
            for form, meanings in self._beginning_with(run[0]):
                behind = form.end(text, at) if text.startswith(form.letters, at) else 0
                if behind:
                    end = behind
                    for meaning in meanings:
                        yield meaning, text[at:behind]
                    break

    def _beginning_with(self, run: str) -> Sequence[tuple[_WordForm, tuple[Meaning, ...]]]:
        """The indexed words with which a run of letters may begin, the longest first.

        Answers are cached: a game has few different runs, and most of them begin no word.
        """
        words = self._beginning.get(run)
        if words is None:
            words = self._beginning[run] = [
                known
                for known in self._by_letter.get(run[0], ())
                if run.startswith(known[0].letters) or known[0].letters.startswith(run)
            ]
        return words
