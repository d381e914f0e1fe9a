"""Reads the numbers on lines of a document, with which typed numbers of booklets are compared."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from fustella.check.document import Document
from fustella.check.numbers import NumberAt, numbers_at
from fustella.core.values.claims import Claim, Claims, Excuse, Lines
from fustella.core.values.model import Text
from fustella.core.words.languages import word_list
from fustella.core.words.numerals import number_words
from fustella.core.words.patterns import regex

_IN_BRACES = regex(r"\{(?:[a-z][a-z0-9_]*=)?(\d{1,15})\}")
_RANGE = regex(r"(?<!\d)(\d{1,3})\s?[-–]\s?(\d{1,3})(?!\d)")
_WORD = regex(r"[^\W\d_]+")
_ENDS = regex(r"[.,;:!?()|\n\d×\ue010\"“”«»]")
_TIMES = regex(r"\d\s?[×x]\s?\Z")
_NEAR = 60
_LEAST = 3
"""A word is looked for in so many letters behind a number, and has at least so many letters."""

_WIDEST = 40
"""The widest range of numbers, `2-4`, of which each number counts."""


class _Quoted(Struct, frozen=True):
    """A number on some lines, and the word behind it; `is_sure` as in `NumberAt`."""

    lines: Lines
    value: str
    noun: str
    is_sure: bool


class RestatedNumbers(Struct, frozen=True, dict=True):
    """The numbers on the lines of a document, by its text or else by what claims quote of it.

    `players` are the numbers of players that the box is for.
    """

    claims: Claims
    document: Document | None
    language: str
    players: frozenset[str] = frozenset()

    def noun_behind(self, text: str, number: NumberAt, language: str) -> str:
        """The noun behind a number in a text, which it counts; "" without one."""
        return _noun_behind(text, number, language)

    def is_of_players(self, value: str, noun: str, language: str) -> bool:
        """Whether a number may be that of the players: *with three*, *four players*."""
        if value not in self.players:
            return False
        words = (word.rstrip("*") for word in word_list("player_words", language))
        return not noun or any(map(noun.startswith, words))

    def on(self, lines: Lines) -> frozenset[str]:
        """The numbers on some lines, and those in decisions about them."""
        return frozenset(one.value for one in self._numbers if _meet(one.lines, lines))

    def beside(self, noun: str, lines: Lines) -> frozenset[str]:
        """The numbers that stand before a word on some lines; none where it has only articles."""
        found = [one for one in self._numbers if _meet(one.lines, lines) and _alike(one.noun, noun)]
        known = any(one.is_sure for one in found)
        return frozenset(one.value for one in found if known)

    @cached_property
    def _numbers(self) -> tuple[_Quoted, ...]:
        return tuple(self._all())

    def _all(self) -> Iterator[_Quoted]:
        entries: list[Claim | Excuse] = [*self.claims.claims, *self.claims.excused]
        for entry in entries:
            said = entry.why if isinstance(entry, Excuse) else entry.decision
            for language, text in _by_language(said):
                yield from _numbers_of(text, language, entry.lines)
            for passage in entry.passages if self.document is None else ():
                text = _IN_BRACES.sub(r"\1", passage)
                yield from _numbers_of(text, self.language, entry.lines)
        for number, line in enumerate(self.document.lines if self.document else (), start=1):
            yield from _numbers_of(line, self.language, ((number, number),))


def _by_language(text: Text | None) -> Iterator[tuple[str, str]]:
    if text is not None:
        yield from ((each, str(word)) for each, word in text.by_language.items())


def _numbers_of(text: str, language: str, lines: Lines) -> Iterator[_Quoted]:
    """Yields the numbers of a text on some lines, also those in the middle of a range."""
    plain = text.replace("{", "(").replace("}", ")").replace("*", " ")
    for number in numbers_at(plain, language):
        noun = _noun_behind(plain, number, language)
        yield _Quoted(lines, number.plain_value, noun, number.is_sure)
    for first, last in _RANGE.findall(plain):
        inside = range(int(first) + 1, int(last))
        for value in inside if len(inside) < _WIDEST else ():
            yield _Quoted(lines, str(value), "", is_sure=True)


def _noun_behind(text: str, number: NumberAt, language: str) -> str:
    """The word behind a number in a sentence, perhaps with an *of* between; "" for no noun."""
    if _TIMES.search(text, max(0, number.start - _NEAR), number.start):
        return ""  # of 2×3 spaces, the word counts neither
    behind = _ENDS.split(text[number.end : number.end + _NEAR])[0]
    passed = word_list("of_words", language)
    words = (word[0].lower() for word in _WORD.finditer(behind))
    word = next((word for word in words if word not in passed), "")
    is_noun = len(word) >= _LEAST and word not in number_words(language)
    return word if is_noun and word not in word_list("function_words", language) else ""


def _alike(one: str, other: str) -> bool:
    """Whether two words are one, perhaps in the plural: `oro` and `oros`, `carta` and `carte`."""
    if not one or not other:
        return False
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    rest = max(len(one), len(other)) - shared
    return rest <= (3 if shared > _LEAST else 1 if shared == _LEAST else 0)


def _meet(some: Lines, others: Lines) -> bool:
    return any(a <= last and first <= b for a, b in some for first, last in others)
