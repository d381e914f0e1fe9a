"""A text is in its language.

**What it checks.** All texts of the pieces and of game.yaml, in all languages of the game. A text
is in another language if at least two of its words belong to that one and few or none to its own:
*“Preparazione per due” as the English text*. So a translation that is its source again is found,
and so is a cell in the wrong column. Which words belong to a language is known from the small words
of English, Italian, Spanish, German and French, and from all other texts of the game.

Names with capitals (*La Mancha*), marks and figures count for no language. One word alone is found
only in a translation that is its source again, and if other texts of the game have it in that
language.

**Why it matters.** Nobody who reads one language alone looks at the others, and a table that has a
row too few moves every text below it.

**Example.** `{it: "Pesca una carta.", en: "Pesca una carta."}`: *en: words of it: “una”, “pesca”*.

**How to mend it.** Translate the text. If it is to stay as it is, ignore its field:
`ignore: [{rule: languages, of: …, fields: …, why: …}]`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from fustella.check.lint import Faces, fault, pieces_for
from fustella.check.texts import plain, texts
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, Text, Word
from fustella.core.values.problems import TOLD_EACH
from fustella.core.values.texts import texts_of_game
from fustella.core.words.cases import primary_language
from fustella.core.words.languages import languages, numbers, word_list

_SAYS = "a text is in its language"
_LISTS = ("function_words", "articles", "denials", "all", "some", "first", "last", "yours")
_WORD = re.compile(r"[^\W\d_]+")
_LEAST = 2
"""The fewest words of another language in a text of several words."""


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each text that has the words of another language of the game."""
    if len(game.languages) == 1:
        return
    every = [value for value in texts_of_game(game).values() if isinstance(value, Text)]
    every += [kind.name for kind in game.kinds]
    for piece in pieces_for(__name__, game, claims):
        every += [piece.name, *texts(piece.front), *texts(piece.back)]
    written = {tuple(map(text.in_language, game.languages)): text for text in every}
    known = _Known.of(written, game.languages)
    for text in written.values():
        for language in game.languages:
            if language not in text.missing and (found := known.foreign(text, language)):
                other, words = found
                named = ", ".join(f"“{word}”" for word in words[:TOLD_EACH])
                word = text.in_language(language)
                yield fault(__name__, word.place, _SAYS, f"{language}: words of {other}: {named}")


class _Known(Struct, frozen=True):
    """How many texts of a game have each word, by language."""

    languages: Sequence[str]
    counts: Mapping[str, Mapping[str, int]]

    @classmethod
    def of(cls, written: Mapping[tuple[Word, ...], Text], languages: Sequence[str]) -> "_Known":
        counts: dict[str, Counter[str]] = {language: Counter() for language in languages}
        for texts_in, text in written.items():
            for language, word in zip(languages, texts_in, strict=True):
                if language not in text.missing:
                    counts[language].update(_all_words(word))
        return cls(languages, counts)

    def foreign(self, text: Text, language: str) -> tuple[str, list[str]] | None:
        """The language that a text seems to be in, and its words of that one; None if its own."""
        here = text.in_language(language)
        words = _words(here, language)
        for other in self.languages if words else ():
            if other == language or other in text.missing:
                continue
            there = text.in_language(other)
            same = here == there
            only, beside = _small(other) - _small(language), _all_words(there)
            elsewhere = {word: self.counts[other].get(word, 0) - (word in beside) for word in words}
            own = {word for word in words - only if self._is_own(word, language)}
            strong = {word for word in words - own if word in only or elsewhere[word] > 0}
            foreign = strong | (words - own if same else set())
            source = same and other == self.languages[0]
            alone = source and len(words) == 1 and len(min(words)) > _LEAST
            least = 1 if alone else _LEAST
            if strong and len(foreign) >= least and len(foreign) > 2 * len(own):
                return other, sorted(strong, key=lambda word: (word not in only, word))
        return None

    def _is_own(self, word: str, language: str) -> bool:
        """Whether a language has a word: among its small ones, or in another text of the game."""
        return word in _small(language) or self.counts[language][word] > 1


@cache
def _small(language: str) -> frozenset[str]:
    """The small words of a language, and its numbers; none for one that the tool does not know."""
    primary = primary_language(language)
    listed = {word for name in _LISTS for word in word_list(name, primary)} | {*numbers(primary)}
    plain_ones = (word for word in listed if "*" not in word)
    return frozenset(part for word in plain_ones for part in _WORD.findall(word))


@cache
def _small_of_all() -> frozenset[str]:
    return frozenset(word for language in languages() for word in _small(language))


@cache
def _all_words(text: str) -> frozenset[str]:
    """The words of a text in small letters, without icons."""
    return frozenset(_WORD.findall(plain(text).lower()))


@cache
def _words(text: str, language: str) -> frozenset[str]:
    """The words of a text in small letters; of those with a capital only the first.

    A name of several words with capitals has none. In languages whose nouns have capitals, and are
    no names for that, all words count.
    """
    every = _WORD.findall(plain(text))
    if not word_list("nouns", language):
        if len(every) > 1 and all(word[0].isupper() or word in _small_of_all() for word in every):
            return frozenset()
        every = [word for n, word in enumerate(every) if n == 0 or not word[0].isupper()]
    return frozenset(word.lower() for word in every if len(word) > 1 or word.lower() in "aeiouyl")
