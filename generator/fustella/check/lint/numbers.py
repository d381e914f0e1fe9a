"""The languages of a text carry the same numbers.

**What it checks.** Every text of the box: on the pieces, their names, what the cover says of their
design, the words that templates print, the names of kinds and sheets. Numbers are digits (`3`,
`1×1`, `2.5` or `2,5`, `−1`), number words (*sei*, *double*; `fustella.core.numerals`) and capital
Roman numerals standing alone (`II`). They are compared as a bag, without their order, for languages
order their words differently. Two words are lenient: an article (*un*, *one*, also the `I` that may
be a word) will do for a `1` of the other language, and *both* or *a pair* for its two, but neither
must have a partner.

**Why it matters.** A translation that says another number is another rule, and the players who read
that language play another game. It is the fault that a correction in one language leaves behind.

**Example.** `{it: "Costruisci due campi.", en: "Build three fields."}`:
`it: 2; en: 3`.

**How to mend it.** Write the same figures in both. Where a language must count in another way (a
*couple*, a *dozen*), say the figure; or let the text go with
`ignore: [{rule: numbers, of: …, why: …}]`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from fustella.check.lint import asked, fault
from fustella.check.lint._faces import plain, texts
from fustella.core.claims import Claims, Finding
from fustella.core.model import FaceId, FaceMetadata, Game, Piece, Text, Word
from fustella.core.numerals import number_at, number_beginnings, roman_number

_NUMBER = re.compile(
    r"(?P<minus>(?<![\w)\]])-)?(?P<digits>\d+(?:[.,]\d+)?)|(?<!\w)(?P<word>[^\W\d_]+)(?!\w)"
)
"""A number in digits, or a word, which may be one."""

_SAYS = "the languages of a text carry the same numbers"
_MAY_MEAN_TWO = {
    "en": ("both", "pair", "couple"),
    "it": ("ambedue", "entrambi", "entrambe", "paio", "coppia"),
    "es": ("ambos", "ambas", "par", "pareja"),
}


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one text; `maybe` are those of words that may as well mean nothing."""

    said: Counter[str]
    maybe: Counter[str]

    def fits(self, other: "Numbers") -> bool:
        """Whether both may say the same."""
        mine, others = self.said - other.said, other.said - self.said
        return mine <= other.maybe and others <= self.maybe

    def __str__(self) -> str:
        return ", ".join(sorted(self.said.elements(), key=_in_order)) or "none"


def findings(
    game: Game, claims: Claims, _: Mapping[FaceId, FaceMetadata] | None
) -> Iterator[Finding]:
    """One for each text and each language that says other numbers than the first language."""
    pieces = asked(game, claims, __name__)
    found = (
        finding
        for text in (*_of_the_game(game), *(text for piece in pieces for text in _of(piece)))
        for finding in _differing(text, game.languages)
    )
    yield from dict.fromkeys(found)


def _of_the_game(game: Game) -> Iterator[Text]:
    yield game.title
    yield from (text for _, text in texts(game.words))
    yield from game.sheets.values()
    yield from (kind.name for kind in game.kinds)


def _of(piece: Piece) -> Iterator[Text]:
    yield piece.name
    yield from (text for record in (piece.front, piece.back) for _, text in texts(record))
    if piece.source.designed is not None:
        yield piece.source.designed


def _differing(text: Text, languages: tuple[str, ...]) -> Iterator[Finding]:
    first, *others = languages
    reference = numbers_in(text.in_language(first), first)
    for language in others:
        word: Word = text.in_language(language)
        if word == text.in_language(first):  # one remark for all languages
            continue
        numbers = numbers_in(word, language)
        if not reference.fits(numbers):
            has = f"{first}: {reference}; {language}: {numbers}"
            yield fault(__name__, word.place, _SAYS, has, text.in_language(first).place)


@cache
def numbers_in(text: str, language: str) -> Numbers:
    """The numbers of a text, decimals with a point and minus signs kept."""
    said: Counter[str] = Counter()
    maybe: Counter[str] = Counter()
    twos = _MAY_MEAN_TWO.get(language, ())
    bare = plain(text).replace("−", "-")
    behind = 0
    for match in _NUMBER.finditer(bare):
        word = match["word"]
        if word is None:
            said[("−" if match["minus"] else "") + match["digits"].replace(",", ".")] += 1
        elif match.start() >= behind:
            number, behind = _number(bare, match, language)
            if number:
                bag = maybe if number == 1 else said
                bag[str(number)] += 1
            elif word.lower() in twos:
                maybe["2"] += 1
    return Numbers(said, maybe)


def _number(text: str, word: re.Match[str], language: str) -> tuple[int, int]:
    """The number that a word means or begins, 0 for none, and where its last word ends."""
    roman = roman_number(word[0]) if word[0][0] in "IVX" else None
    if roman is not None:
        return roman, word.end()
    begins = word[0].lower() in number_beginnings(language)
    found = number_at(text, word.start(), language) if begins else None
    return found or (0, word.end())


def _in_order(number: str) -> float:
    return float(number.replace("−", "-"))
