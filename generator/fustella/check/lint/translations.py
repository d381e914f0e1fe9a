"""A name has one translation.

**What it checks.** The names of pieces and the names in their fields (`name`, `title`, `troop_name`
…), in all languages of the game. If two names are the same in the first language, they are the same
in each other language, and the other way round. Capitals and an article before the name make no
difference.

A text with a name of several words (*Market spy*) has in each other language at least one word of
that name's translation there, perhaps with another ending.

**Why it matters.** If a deck's *Fortezza* is called *Castle*, and so is the castle, two players who
read two languages look for two different pieces.

**Example.** `{it: Torre, en: Tower}` on the board and `{it: Rocca, en: Tower}` on a card:
`“Tower” is “Rocca”, and “Torre” elsewhere`.

**How to mend it.** Give the piece its own name in every language. If one language really has one
word for two things, ignore the field: `ignore: [{rule: translations, of: …, fields: …, why: …}]`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fustella.check.lint import Faces, fault, pieces_for, printed, printed_texts
from fustella.check.lint.names import same_but_for_ending, words_without_accents
from fustella.check.texts import entries, plain
from fustella.check.word_index import WordIndex, folded
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.model import Game, Piece, Text, Word
from fustella.core.words.languages import word_list

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets

_SAYS = "a name has one translation"


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each name whose translation differs from its first translation."""
    first, *others = game.languages
    names = _names_of(pieces_for(__name__, game, claims))
    findings: dict[Finding, None] = {}
    for language in others:
        pairs = [
            (text.in_language(first), text.in_language(language))
            for text in names
            if text.missing.isdisjoint((first, language))
        ]
        findings |= dict.fromkeys(_differing_names(pairs, first, language))
        turned = [(after, before) for before, after in pairs]
        findings |= dict.fromkeys(_differing_names(turned, language, first))
    named = _Names(names, game.languages)
    for text in printed_texts(game, pieces_for(__name__, game, claims)):
        findings |= dict.fromkeys(named.lacking(text))
    yield from findings


def in_booklets(game: Game, _: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each part of a booklet that has a name in one language alone.

    It is open: in prose, its words may be no name.
    """
    named = _Names(_names_of(printed(game)), game.languages)
    for text in booklets.marked:
        for finding in dict.fromkeys(named.lacking(text)):
            yield replace(finding, verdict=Verdict.OPEN)


def _names_of(pieces: Iterable[Piece]) -> list[Text]:
    """The names of pieces, and those in their fields."""
    names: list[Text] = []
    for piece in pieces:
        names.append(piece.name)
        fields = (entry for side in (piece.front, piece.back) for entry in entries(side))
        names += [
            field.value for field in fields if field.is_name and isinstance(field.value, Text)
        ]
    return names


_LEAST, _LONG = 3, 6
"""The fewest letters of a word by which a name is recognized in a text.

The second number is for a word of which the first letters alone are not enough: *spia* and *spie*
are two words.
"""


class _Names:
    """The names that have several words in a language, in the form in which texts have them."""

    def __init__(self, names: Iterable[Text], languages: Sequence[str]) -> None:
        self._languages = languages
        self._known: dict[str, dict[str, list[Text]]] = {language: {} for language in languages}
        for name in names:
            for language in languages:
                word = plain(name.in_language(language)).strip().lower()
                looked_for = " " in word and word[0].isalnum() and "*" not in word
                if looked_for and language not in name.missing:
                    self._known[language].setdefault(word, []).append(name)
        self._indices = {
            language: WordIndex({one: [one] for one in known})
            for language, known in self._known.items()
        }

    def lacking(self, text: Text) -> Iterator[Finding]:
        """Yields a finding for each language of a text without a name that another one has."""
        present = [one for one in self._languages if one not in text.missing]
        for language in present:
            word = text.in_language(language)
            for name, _ in self._indices[language].matches(plain(word)):
                for other in present:
                    if other != language and self._lacks(name, language, text, other):
                        has = f"{language}: “{name}”; {other}: no word of it"
                        yield fault(__name__, text.in_language(other).place, _SAYS, has, word.place)

    def _lacks(self, name: str, language: str, text: Text, other: str) -> bool:
        """Whether a text has no word of a name's translation in another language."""
        translated = {
            word
            for one in self._known[language][name]
            for word in words_without_accents(one.in_language(other))
            if len(word) >= _LEAST and word not in word_list("function_words", other)
        }
        there = words_without_accents(text.in_language(other))
        return bool(translated) and not any(
            same_but_for_ending(one, word) or (one[:_LEAST] == word[:_LEAST] and len(word) < _LONG)
            for one in translated
            for word in there
        )


def _differing_names(pairs: list[tuple[Word, Word]], first: str, other: str) -> Iterator[Finding]:
    """Yields findings for names in the language `first` with several translations in `other`."""
    known: dict[str, Word] = {}
    for name, translation in pairs:
        usual = known.setdefault(_folded_name(name, first), translation)
        if _folded_name(usual, other) != _folded_name(translation, other):
            has = f"“{name}” is “{translation}”, and “{usual}” elsewhere"
            yield fault(__name__, translation.place, _SAYS, has, usual.place)


def _folded_name(name: str, language: str) -> str:
    """A name in small letters and without its article."""
    bare = folded(name).strip()
    article = _article(language).match(bare)
    return bare[article.end() :] if article else bare


@cache
def _article(language: str) -> re.Pattern[str]:
    """The pattern of an article before a word; it matches nothing if a language has none known."""
    articles = word_list("articles", language)
    before = "|".join(each if each.endswith("'") else f"{each} " for each in articles)
    return re.compile(rf"(?:{before})(?=\w)" if before else r"(?!)")
