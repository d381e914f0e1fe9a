"""The languages of a text carry the same numbers.

**What it checks.** Every text of the box: on the pieces, their names, the notes on their design for
the cover, the words that templates print, the names of kinds and sheets. Numbers are digits (`3`,
`1×1`, `2.5` or `2,5`, `−1`), number words (*sei*, *double*) and capital Roman numerals on their own
(`II`). Their order does not count, because languages order their words differently. Some words may
or may not be a number. An article (*un*, *one*, also the `I` that may be a word) matches a `1` of
the other language, and *both* or *a pair* matches a two, but neither needs a match. *Both* in one
language and *entrambi* in the other match each other, and no figure beside them.

Number words are known in English, Italian, Spanish, German and French. For any other
language only the figures must match, and `check` names the language.

**Why it matters.** A translation with another number is another rule, and those who read it play
another game. That happens when somebody corrects a text in one language only.

**Example.** `{it: "Costruisci due campi.", en: "Build three fields."}`:
`it: 2; en: 3`.

**How to mend it.** Write the same figures in both languages. If a language counts in another way (a
*couple*, a *dozen*), write the figure. Or ignore the field:
`ignore: [{rule: numbers, of: …, fields: …, why: …}]`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from fustella.check.lint import Faces, design_notes, fault, pieces_for, printed_texts
from fustella.check.texts import plain
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, Text, Word
from fustella.core.words.languages import word_list
from fustella.core.words.numerals import number_at, number_beginnings, number_words, roman_number

_NUMBER = re.compile(
    r"(?P<minus>(?<![\w)\]])-)?(?P<digits>\d+(?:[.,]\d+)?)|(?<!\w)(?P<word>[^\W\d_]+)(?!\w)"
)
"""Matches a number in digits, or a word, which may be a number."""

_ROMAN = "IVX"
_TWO = "2"
_SAYS = "the languages of a text carry the same numbers"


class Numbers(Struct, frozen=True):
    """The numbers of one text: `sure` ones, and in `maybe` words that need not be numbers.

    `figures` are the sure numbers that are written in digits.
    """

    sure: Counter[str]
    maybe: Counter[str]
    figures: Counter[str]

    def fits(self, other: "Numbers") -> bool:
        """Whether both texts may have the same numbers."""
        if self.sure == other.sure:
            return True
        mine, others = self.sure - other.sure, other.sure - self.sure
        return mine <= other._free_to_match(self) and others <= self._free_to_match(other)

    def beside_unread(self) -> "Numbers":
        """The numbers to compare with an unknown language; number words are optional."""
        return Numbers(self.figures, self.maybe + (self.sure - self.figures), self.figures)

    def _free_to_match(self, other: "Numbers") -> Counter[str]:
        """The words of `maybe` that may match a number; a *both* in each text match one another."""
        return Counter(self.maybe) - Counter({_TWO: other.maybe[_TWO]})

    def __str__(self) -> str:
        counted = [
            n for n in self.maybe.elements() if n not in {"1", _TWO}
        ]  # no article, no “both”
        in_order = sorted(
            [*self.sure.elements(), *counted], key=lambda number: float(number.replace("−", "-"))
        )
        return ", ".join(in_order) or "none"


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each text and language with other numbers than the first language."""
    pieces = pieces_for(__name__, game, claims)
    everything = [game.title, *printed_texts(game, pieces), *design_notes(pieces)]
    differing = (
        finding for text in everything for finding in _differing_numbers(text, game.languages)
    )
    yield from dict.fromkeys(differing)


def _differing_numbers(text: Text, languages: tuple[str, ...]) -> Iterator[Finding]:
    first, *others = languages
    reference = numbers_in(text.in_language(first), first)
    for language in others:
        word: Word = text.in_language(language)
        if word == text.in_language(first):  # one remark for all languages
            continue
        numbers = numbers_in(word, language)
        fits = reference.fits(numbers)
        if not (fits or (knows(first) and knows(language))):
            fits = reference.beside_unread().fits(numbers.beside_unread())
        if not fits:
            has = f"{first}: {reference}; {language}: {numbers}"
            yield fault(__name__, word.place, _SAYS, has, text.in_language(first).place)


def knows(language: str) -> bool:
    """Whether the number words of a language are known."""
    return bool(number_words(language))


@cache
def numbers_in(text: str, language: str) -> Numbers:
    """The numbers of a text; decimals have a point, and minus signs are kept."""
    sure: Counter[str] = Counter()
    maybe: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    twos, beginnings = word_list("maybe_two", language), number_beginnings(language)
    unsure = word_list("maybe_numbers", language)
    bare = plain(text).replace("−", "-")
    behind = 0
    for match in _NUMBER.finditer(bare):
        word = match["word"]
        if word is None:
            figures[("−" if match["minus"] else "") + match["digits"].replace(",", ".")] += 1
        elif match.start() >= behind:
            number, small = 0, word.lower()
            if word[0] in _ROMAN or small in beginnings:
                number, behind = _number(bare, match, language)
            if number:
                bag = maybe if number == 1 or small in unsure else sure
                bag[str(number)] += 1
            elif small in twos:
                maybe[_TWO] += 1
    return Numbers(sure + figures, maybe, figures)


def _number(text: str, word: re.Match[str], language: str) -> tuple[int, int]:
    """The number that begins with a word, 0 for none, and the end of its last word."""
    roman = roman_number(word[0]) if word[0][0] in _ROMAN else None
    if roman is not None:
        return roman, word.end()
    begins = word[0].lower() in number_beginnings(language)
    number = number_at(text, word.start(), language) if begins else None
    return number or (0, word.end())
