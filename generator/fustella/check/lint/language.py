"""A text is in the language that it is written for.

**What it checks.** Every text of the pieces, their names, the notes on their design, the names of
kinds and sheets, the words that templates print and the values of a drawn cover, in English,
Italian, Spanish, German and French. A text counts as one of another language if it has common words
of that language, and none or few of its own. A translation counts as not translated if it has the
same letters as its source, and these are words of one of the two languages alone: common words, or
words that other texts of the game have only in the language of the source.

A single word is reported only if it is a common word of another language of the game, or known from
the game's other texts. Proper names are not reported: the title of the game; several words that
each begin with a capital, unless other texts have the whole name in the language of the source
alone; all names of pieces, if most of the game's names are the same in both languages. Words in
quotation marks, icons and numbers do not count.

**Why it matters.** A row that was pasted into the wrong column, or not yet translated, is printed
like any other. Nobody who checks one language alone reads it.

**Example.** `{it: "Scopri una carta.", de: "Scopri una carta."}`: `de: “Scopri una carta.” is
Italian`.

**How to mend it.** Write the text in its own language. If it is right as it is, a motto in Latin
for instance, let the field go: `ignore: [{rule: language, of: …, fields: …, why: …}]`. A text of
game.yaml is in no field: put such words in quotation marks.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from fustella.check.lint import Faces, design_notes, fault, pieces_for, printed_texts
from fustella.check.lint import printed as printed_pieces
from fustella.check.texts import entries, plain
from fustella.check.word_index import folded
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, Piece, Text
from fustella.core.words.cases import primary_language
from fustella.core.words.languages import languages, numbers, printed, word_list
from fustella.core.words.numerals import roman_number
from fustella.core.words.patterns import regex

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets

_SAYS = "a text is in the language that it is written for"

_QUOTED = regex(r"\{[^{}]*\}|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|\"[^\"]*\"")
_WORD = regex(r"[^\W\d_]+")
_ELIDED = regex(r"(?<!\w)\w{1,3}['’](?=[^\W\d_A-Z])")
"""An article before a word that begins with a vowel; before a capital it may be part of a name."""
_LONG = 7
"""The least letters of a word whose end counts, and of one that has a capital in a proper name."""

_COMMON = ("common_words", "function_words", "articles")
"""The word lists of a language (`core.words.languages`) of which its texts have some."""

_STEM = 3
"""The fewest letters of a word that shows its language by itself."""

_SHOWN = 40
"""The most letters that a finding shows of a text."""

_SURE, _SURE_BESIDE_OWN, _OUTNUMBERED, _SENTENCE = 2, 4, 4, 4
"""The least numbers of different words of another language in a text that is reported.

The first is for a text without words of its own language, the second for a text with some, which
needs the third for each of these. The fourth is the least number of words in a sentence.
"""


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each text that is in another language, or not translated."""
    pieces = pieces_for(__name__, game, claims)
    names = {id(name) for name in _names_of(pieces)}
    kept = {
        language
        for language in game.languages[1:]
        if _keeps_names(pieces, game.languages[0], language)
    }
    every = (*printed_texts(game, pieces), *design_notes(pieces))
    used = _Used(every)
    found: dict[Finding, None] = {}
    for text in every:
        is_name = id(text) in names
        skipped = kept if is_name else frozenset[str]()
        found |= dict.fromkeys(_wrong(text, game.languages, skipped, used))
    yield from found


def in_booklets(game: Game, _: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each part of a booklet that is in another language."""
    used = _Used([*printed_texts(game, printed_pieces(game)), *booklets.marked])
    for text in booklets.marked:
        yield from _wrong(text, game.languages, frozenset(), used)


class _Used:
    """The words in a game's texts, by language, each with the number of texts that have it."""

    def __init__(self, every: Sequence[Text]) -> None:
        self._every = every
        self._counts: dict[str, Counter[str]] = {}

    def is_of(self, text: str, source: str, language: str) -> bool:
        """Whether other texts use words of this text, but only in the `source` language.

        One of its longer words is enough. A proper name counts only if another text has all its
        words side by side.
        """
        own, first = primary_language(language), primary_language(source)
        words = [word for word in _words_of(plain(text)) if len(word) >= _STEM]
        if own == first or not (knows(own) and knows(first)) or not words:
            return False
        if _is_proper(_words_of(plain(text))):
            here = folded(plain(text)).strip()
            found = (self._texts_with(here, one) for one in (source, language))
            return next(found) > 1 >= next(found)
        small = {word.lower() for word in words}
        theirs, ours = self._in(source), self._in(language)
        return any(theirs[word] > 1 for word in small) and all(ours[word] <= 1 for word in small)

    def _texts_with(self, words: str, language: str) -> int:
        """The number of different texts that have `words`, side by side."""
        every = {
            folded(plain(text.in_language(language)))
            for text in self._every
            if language not in text.missing
        }
        return sum(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", one) is not None for one in every)

    def _in(self, language: str) -> Counter[str]:
        if language not in self._counts:
            texts = [text for text in self._every if language not in text.missing]
            words = {text.in_language(language) for text in texts}
            self._counts[language] = Counter(
                one for word in words for one in {each.lower() for each in _words_of(plain(word))}
            )
        return self._counts[language]


def _names_of(pieces: tuple[Piece, ...]) -> Iterator[Text]:
    for piece in pieces:
        yield piece.name
        fields = (entry for side in (piece.front, piece.back) for entry in entries(side))
        for field in fields:
            if field.is_name and isinstance(field.value, Text):
                yield field.value


def _keeps_names(pieces: tuple[Piece, ...], first: str, other: str) -> bool:
    """Whether most names of a game are equal in two languages, so that it translates none."""
    pairs = {(name.in_language(first), name.in_language(other)) for name in _names_of(pieces)}
    same = sum(one == another for one, another in pairs)
    return 2 * same > len(pairs)


def _wrong(
    text: Text, spoken: tuple[str, ...], kept: frozenset[str] | set[str], used: _Used
) -> Iterator[Finding]:
    """Yields a finding for each language in which a text is written in another one."""
    words = {one: text.in_language(one) for one in spoken if one not in text.missing}
    if (
        len(words) > 1
        and len({*words.values()}) == 1
        and len({word.place for word in words.values()}) == 1
    ):
        return  # typed once, for all languages
    for language, word in words.items():
        if language in kept and word == words.get(spoken[0]):
            continue
        source = next((one for one in spoken if one != language and words.get(one) == word), "")
        other = language_of(word, language, spoken, source)
        if not other and source == spoken[0] and used.is_of(word, source, language):
            other = primary_language(source)
        if other:
            shown = word if len(word) <= _SHOWN else f"{word[:_SHOWN]}…"
            has = f"{language}: “{plain(shown)}” is {printed('en')[f'language.{other}']}"
            yield fault(__name__, word.place, _SAYS, has)


def language_of(text: str, language: str, spoken: tuple[str, ...], source: str = "") -> str:
    """The other language that a text is in; "" where it may be in its own.

    `spoken` are the languages of the game, and `source` the one whose text has the same letters.
    """
    own, first = primary_language(language), primary_language(source)
    words = _words_of(plain(text))
    if not words or not knows(own) or own == first:
        return ""
    elided = {found.replace("’", "'").lower() for found in _ELIDED.findall(plain(text))}
    small = {word.lower() for word in words} | elided
    game = {*map(primary_language, spoken)}
    proper, best, most = _is_proper(words), "", 0
    for other in sorted(languages(), key=lambda one: (one != first, one not in game)):
        if other == own or (proper and other != "de"):  # German nouns have capitals
            continue
        theirs, ours = _words_showing(small, other, own), len(_words_showing(small, own, other))
        if ours:
            is_other = len(theirs) >= max(_SURE_BESIDE_OWN, _OUTNUMBERED * ours)
        else:
            alone = other in game and (len(words) == 1 or other == first) and not proper
            sure = theirs & elided or max(map(len, theirs), default=0) >= _STEM
            is_other = len(theirs) >= _SURE or (alone and bool(sure))
        if is_other and len(theirs) > most:
            best, most = other, len(theirs)
    if not best and first and len(words) >= _SENTENCE and not proper and knows(first):
        best = "" if _words_showing(small, own, first) else first
    return best


def knows(language: str) -> bool:
    """Whether the common words of a language are known."""
    return bool(word_list("common_words", language))


def _words_of(text: str) -> list[str]:
    """The words of a text, without those in quotation marks or braces, and Roman numerals."""
    found = _WORD.findall(_QUOTED.sub(" ", text))
    return [word for word in found if len(word) > 1 and roman_number(word) is None]


def _is_proper(words: list[str]) -> bool:
    """Whether words may be a proper name: several, and the last and all long ones capitalized."""
    if len(words) < 2 or words[-1].islower() or "".join(words).isupper():
        return False
    return not any(word.islower() for word in words if len(word) >= _LONG - 1)


def _words_showing(words: set[str], language: str, other: str) -> set[str]:
    """The words that are common in one language, and not in another."""
    ends, others = word_list("word_ends", language), word_list("word_ends", other)
    long = {
        word
        for word in words
        if len(word) >= _LONG and word.endswith(ends) and not word.endswith(others)
    }
    return (words & _words_only_in(language, other)) | (long - _words_in(other))


@cache
def _words_only_in(language: str, other: str) -> frozenset[str]:
    """The common words of one language that another one does not have."""
    return _common(language) - _words_in(other)


@cache
def _words_in(language: str) -> frozenset[str]:
    return _common(language) | {*word_list("borrowed_words", language)}


@cache
def _common(language: str) -> frozenset[str]:
    listed = (word for name in _COMMON for word in word_list(name, language))
    return frozenset(listed) | numbers(language).keys()
