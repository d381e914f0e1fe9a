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

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fustella.check.lint import Faces, design_notes, fault, pieces_for, printed_texts
from fustella.check.numbers import Numbers, numbers_in
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, Text, Word
from fustella.core.values.problems import Place
from fustella.core.words.numerals import number_words

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets, PartTranslations

_SAYS = "the languages of a text carry the same numbers"


def findings(game: Game, claims: Claims, _: Faces) -> Iterator[Finding]:
    """Yields a finding for each text and language with other numbers than the first language."""
    pieces = pieces_for(__name__, game, claims)
    everything = [game.title, *printed_texts(game, pieces), *design_notes(pieces)]
    differing = (
        finding for text in everything for finding in _differing_numbers(text, game.languages)
    )
    yield from dict.fromkeys(differing)


def in_booklets(_: Game, __: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each part of a booklet in which a language has other typed numbers.

    Numbers from lists are the same in all languages, as the references are.
    """
    for text in booklets.texts:
        first, *others = text.parts
        reference = _typed_in(text, first)
        for language in others:
            numbers = _typed_in(text, language)
            if not _fit(reference, first, numbers, language):
                has = f"{first}: {reference}; {language}: {numbers}"
                here = _places_of_surplus(text, language, numbers, reference)
                there = _places_of_surplus(text, first, reference, numbers)
                place, *where = (*here, *there)
                yield fault(__name__, place, _SAYS, has, *where)


def _typed_in(text: "PartTranslations", language: str) -> Numbers:
    return numbers_in("\n".join(part.typed for part in text.parts[language]), language)


def _places_of_surplus(
    text: "PartTranslations", language: str, numbers: Numbers, others: Numbers
) -> tuple[Place, ...]:
    """The places of the numbers that another language has less often; else that of the part."""
    surplus = frozenset(numbers.sure - others.sure or numbers.maybe - others.maybe)
    places = (
        place
        for part in text.parts[language]
        for place in part.places_of_numbers(surplus, language)
    )
    return tuple(dict.fromkeys(places)) or (text.parts[language][0].place,)


def _fit(reference: Numbers, first: str, numbers: Numbers, language: str) -> bool:
    """Whether two texts may have the same numbers; in unknown languages figures alone count."""
    if reference.fits(numbers):
        return True
    known = knows(first) and knows(language)
    return not known and reference.beside_unread().fits(numbers.beside_unread())


def _differing_numbers(text: Text, languages: tuple[str, ...]) -> Iterator[Finding]:
    first, *others = languages
    reference = numbers_in(text.in_language(first), first)
    for language in others:
        word: Word = text.in_language(language)
        if word == text.in_language(first):  # one remark for all languages
            continue
        numbers = numbers_in(word, language)
        if not _fit(reference, first, numbers, language):
            has = f"{first}: {reference}; {language}: {numbers}"
            yield fault(__name__, word.place, _SAYS, has, text.in_language(first).place)


def knows(language: str) -> bool:
    """Whether the number words of a language are known."""
    return bool(number_words(language))
