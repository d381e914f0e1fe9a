"""The languages of a text say the same.

**What it checks.** Every text of the pieces, the words that templates print, the values of a drawn
cover and the names of kinds and sheets, in English, Italian, Spanish, German and French, sentence
by sentence where both languages have as many. Where one language denies (*non*, *never*,
*without*), the others deny, too. Where one has a word and another has only its opposite, they
disagree: *more* and *meno*, *at least* and *al massimo*, *before* and *después*, *ranged* and
*cuerpo a cuerpo*, *attack* and *difende*, *face up* and *coperta*, *yours* and *the rival's*,
*gain* and *perde*, *same* and *diversi*, *left* and *derecha*, *dead* and *lebend*, *strongest* and
*plus faible*, ≥ and ≤. All languages show the same icons in braces, each as often, and the
same sign between two figures, as in *6 + 3*.

A word is not compared if the other language has neither it nor its opposite: it says the same in
another way. A text that has a word and its opposite is compared only with a text that has as many
words of the pair and just one of the two. English words like *undefended* may or may not deny. In
other languages only icons and signs are compared, and `check` names these languages.

Each paragraph of a [booklet](../rules.md) is compared in the same way. What differs there is
*open*, as prose may say the same in other words.

**Why it matters.** If a *not* stands in one language only, its readers play by another rule. Nobody
who reads only one of the languages can notice it.

**Example.** `{it: "Può essere difesa.", en: "It may not be defended."}`: *en: “not”; it: no
word that denies*.

**How to mend it.** Say the same in both languages. If they mean the same in other words, ignore the
field: `ignore: [{rule: sense, of: …, fields: …, why: …}]`.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fustella.check.lint import Faces, fault, pieces_for, printed_texts
from fustella.check.texts import inline_icons, plain
from fustella.check.word_index import WordIndex
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.model import Game, Text
from fustella.core.words.cases import primary_language
from fustella.core.words.languages import word_list
from fustella.core.words.patterns import regex

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets

_SAYS = "the languages of a text say the same"

_DENIALS = "denials"
_SUM = regex(r"(\d+)\s+([+−–×÷=<>-])\s+(?=(\d+))")
_MINUS = str.maketrans("-–", "−−")
_END = regex(r"(?<=[.!?;:…])\**\s+|\n")
_OPPOSITES = (
    ("more", "less"),
    ("at_least", "at_most"),
    ("before", "after"),
    ("ranged", "melee"),
    ("attack", "defend"),
    ("face_up", "face_down"),
    ("yours", "rivals"),
    ("gain", "lose"),
    ("all", "some"),
    ("untap", "tap"),
    ("double", "triple"),
    ("first", "last"),
    ("same", "different"),
    ("left", "right"),
    ("dead", "alive"),
    ("increase", "decrease"),
    ("near", "far"),
    ("strong", "weak"),
    ("large", "small"),
    ("buy", "sell"),
    ("odd", "even"),
    ("begin", "end"),
    ("above", "below"),
    ("inside", "outside"),
    ("north", "south"),
    ("clockwise", "counterclockwise"),
    ("full", "empty"),
    ("young", "old"),
)
"""Pairs of the names of word lists (`core.words.languages`): words, and their opposites."""


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each text and language that disagrees with the first language."""
    everything = printed_texts(game, pieces_for(__name__, game, claims))
    differing = (finding for text in everything for finding in _disagreements(text, game.languages))
    yield from dict.fromkeys(differing)


def in_booklets(game: Game, _: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each part of a booklet that disagrees with the first language.

    It is open: prose may say the same in other words.
    """
    for text in booklets.marked:
        if not text.missing:
            for finding in _disagreements(text, game.languages):
                yield replace(finding, verdict=Verdict.OPEN)


def _disagreements(text: Text, languages: tuple[str, ...]) -> Iterator[Finding]:
    first, *others = languages
    reference = text.in_language(first)
    for language in others:
        word = text.in_language(language)
        if word == reference:  # one remark for all languages
            continue
        has = [
            _icons(text, first, language),
            _sums(text, first, language),
            *_differing_meanings(reference, first, word, language),
        ]
        for difference in filter(None, has):
            yield fault(__name__, word.place, _SAYS, difference, reference.place)


def _icons(text: Text, first: str, language: str) -> str:
    """The icons of two languages, in words for a finding; "" where they are the same."""
    shown = {one: Counter[str]() for one in (first, language)}
    for name, word in inline_icons(text):
        for one, icons in shown.items():
            if word is text.in_language(one):
                icons[name] += 1
    if shown[first] == shown[language]:
        return ""
    return "; ".join(
        f"{one}: {', '.join(sorted(icons.elements())) or 'no icon'}" for one, icons in shown.items()
    )


def _sums(text: Text, first: str, language: str) -> str:
    """The words about a sum that has another sign in another language; "" without one."""
    here, there = (
        {(a, b): sign for a, sign, b in _SUM.findall(text.in_language(one))}
        for one in (first, language)
    )
    for figures in here.keys() & there.keys():
        signs = here[figures], there[figures]
        if len({sign.translate(_MINUS) for sign in signs}) > 1:
            mine, other = (f" {sign} ".join(figures) for sign in signs)
            return f"{first}: “{mine}”; {language}: “{other}”"
    return ""


def _differing_meanings(reference: str, first: str, word: str, language: str) -> Iterator[str]:
    """Yields the denials and the opposites by which two languages differ."""
    if not (knows(first) and knows(language)):
        return
    sentences, others = _sentences(reference), _sentences(word)
    if len(sentences) != len(others):
        sentences, others = [reference], [word]
    for sentence, other in zip(sentences, others, strict=True):
        yield from _differing_in_one(sentence, first, other, language)


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in _END.split(text) if sentence.strip()]


def _differing_in_one(reference: str, first: str, word: str, language: str) -> Iterator[str]:
    mine, other = meanings_in(reference, first), meanings_in(word, language)
    for one, its, another, theirs in (
        (first, mine, language, other),
        (language, other, first, mine),
    ):
        if its.denial and not (theirs.denial or theirs.may_deny):
            yield f"{one}: “{its.denial}”; {another}: no word that denies"
    for number in range(len(_OPPOSITES)):
        here, there = mine.sides.get(number, {}), other.sides.get(number, {})
        if here and there and here.keys().isdisjoint(there):
            (word_here, *_), (word_there, *_) = here.values(), there.values()
            yield f"{first}: “{word_here}”; {language}: “{word_there}”"
        elif turned := _reversed_opposites(mine, other, number):
            yield f"{first}: “{turned[0]}”; {language}: “{turned[1]}”"


def _reversed_opposites(mine: "Meanings", other: "Meanings", number: int) -> tuple[str, str] | None:
    """The pair of words, such as more and less, that two texts use in reverse, or None.

    *Yours* and *of your rivals* do not count: a language may leave them out, or say them twice.
    """
    if number == _WHOSE:
        return None
    here, there = mine.counts.get(number, (0, 0)), other.counts.get(number, (0, 0))
    if sum(here) != sum(there) or abs(here[0] - there[0]) != 1 or (min(here) and min(there)):
        return None
    side = int(here[0] < there[0])
    return mine.sides[number][side], other.sides[number][1 - side]


_DENY, _PERHAPS = -1, -2
_WHOSE = _OPPOSITES.index(("yours", "rivals"))
_AT_LEAST = 2 * _OPPOSITES.index(("at_least", "at_most"))
_SIGNS = {"≥": _AT_LEAST, "≤": _AT_LEAST + 1}
"""Signs with the meaning of words in a list, by the numbers of `_word_index`."""


class Meanings:
    """The denials and opposites in a text, each with the words that express it."""

    __slots__ = ("counts", "denial", "may_deny", "sides")

    def __init__(self, text: str, language: str) -> None:
        self.denial, self.may_deny = "", False
        self.sides: dict[int, dict[int, str]] = {}
        self.counts: dict[int, tuple[int, int]] = {}
        bare = plain(text)
        for sign, number in _SIGNS.items():
            if sign in bare:
                self.sides.setdefault(number // 2, {})[number % 2] = sign
        for number, word in _word_index(language).matches(bare):
            if number == _DENY:
                self.denial = self.denial or word
            elif number == _PERHAPS:
                self.may_deny = True
            else:
                self.sides.setdefault(number // 2, {}).setdefault(number % 2, word)
                first, second = self.counts.get(number // 2, (0, 0))
                self.counts[number // 2] = first + (number % 2 == 0), second + number % 2


@cache
def meanings_in(text: str, language: str) -> Meanings:
    """The denials and opposites in a text."""
    return Meanings(text, primary_language(language))


def knows(language: str) -> bool:
    """Whether the denials and opposites of a language are known."""
    return bool(word_list(_DENIALS, language))


@cache
def _word_index(language: str) -> WordIndex[int]:
    """The index of all words to their meaning: `_DENY`, `_PERHAPS`, or a number for an opposite.

    The number is twice the index of the pair in `_OPPOSITES`, and 1 more for its second side.
    """
    listed = [(_DENY, _DENIALS), (_PERHAPS, "maybe_denials")]
    listed += [(2 * n + side, two[side]) for n, two in enumerate(_OPPOSITES) for side in (0, 1)]
    meant: dict[str, list[int]] = {}
    for number, name in listed:
        for word in word_list(name, language):
            meant.setdefault(word, []).append(number)
    return WordIndex(meant)
