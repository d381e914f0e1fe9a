"""Numbers that a text writes in words or in Roman numerals.

The words are cardinals as grammars of the languages list them, with what a rule text says instead
of them (`doppio`, `twice`). Ordinals are no figures: *the second player* counts nothing.

Numbers that are spelled out in a text, word by word: no pattern lists all number words.

What plays inside a text, whatever its words are: its figures and its icons.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

_ENGLISH = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_ITALIAN = (
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove"
)
_SPANISH = (
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve"
)
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
_BESIDES: dict[str, dict[int, str]] = {
    "en": {1: "once", 2: "twice double doubled doubles", 3: "thrice triple", 100: "hundred"},
    "it": {1: "un una", 2: "doppio doppia doppi doppie", 3: "triplo tripla", 100: "cento"},
    "es": {1: "un una", 2: "doble dobles", 3: "triple triples", 21: "veintiún", 100: "cien ciento"},
}
_ROMAN = re.compile(r"(X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@cache
def number_words(language: str) -> Mapping[str, int]:
    """What each number word of a language means, in small letters; empty where none is known.

    One to a hundred, the articles of one (`un`, `una`; an elided `un'` is the word `un` before its
    apostrophe) and words for twice and double. Words with an accent stand without it, too, as they
    are often typed. Some are several words (`treinta y dos`) or have a hyphen (`twenty-two`):
    whoever looks for them tries the longer ones first.
    """
    if language not in _TENS:
        return {}
    words = {word: number for number, word in _cardinals(language)}
    for number, others in _BESIDES[language].items():
        words.update(dict.fromkeys(others.split(), number))
    return {_without_accents(word): number for word, number in words.items()} | words


def roman_number(word: str) -> int | None:
    """The number that a capital Roman numeral means, I to XXXIX, or None.

    Games number levels and turns so. Single letters beyond X (C, D, L, M) are names of things.
    """
    match = _ROMAN.fullmatch(word)
    if match is None or not word:
        return None
    return 10 * len(match[1]) + _ROMAN_UNITS.index(match[2])


def _cardinals(language: str) -> Iterator[tuple[int, str]]:
    basic = {"en": _ENGLISH, "it": _ITALIAN, "es": _SPANISH}[language].split()
    yield from enumerate(basic, start=1)
    for tens, word in enumerate(_TENS[language].split(), start=2):
        yield 10 * tens, word
        for unit, name in enumerate(basic[:9], start=1):
            if 10 * tens + unit > len(basic):
                yield 10 * tens + unit, _joined(language, word, name)


def _joined(language: str, tens: str, unit: str) -> str:
    """The word for a number between two tens; Italian drops a vowel before another (ventotto)."""
    if language == "en":
        return f"{tens}-{unit}"
    if language == "es":
        return f"{tens} y {unit}"
    stem = tens[:-1] if unit[0] in "uo" else tens
    return stem + ("tré" if unit == "tre" else unit)


def _without_accents(word: str) -> str:
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


_WORD = re.compile(r"[^\W\d_]+(?!\w)")
_NEXT_WORD = re.compile(r"(-|\s+)([^\W\d_]+)(?!\w)")


def number_at(text: str, at: int, language: str) -> tuple[int, int] | None:
    """The number that the word at a character begins, and where it ends; the longest there is.

    None where the word begins no number. Capitals and the white space between words do not count.
    """
    words, beginnings = number_words(language), number_beginnings(language)
    word = _WORD.match(text, at)
    said, end = (word[0].lower(), word.end()) if word else ("", at)
    found = None
    while said in beginnings:
        if said in words:
            found = words[said], end
        further = _NEXT_WORD.match(text, end)
        if further is None:
            break
        said += ("-" if further[1] == "-" else " ") + further[2].lower()
        end = further.end()
    return found


@cache
def number_beginnings(language: str) -> frozenset[str]:
    """All number words and, of those of several words, their first ones."""
    words = number_words(language)
    inside = ((word, at) for word in words for at, sign in enumerate(word) if sign in " -")
    return frozenset([*words, *(word[:at] for word, at in inside)])


_PART = re.compile(
    r"(?P<digits>[+−-]?\d+(?:[.,/]\d+)*|[½¼¾])|(?P<icon>\{[^{}]*\})|(?<!\w)(?P<word>[^\W\d_]+)"
)


def figures_in(text: str, language: str) -> tuple[str, ...]:
    """Figures and icons, one after the other; number words as the digits that they stand for.

    *One* is none: most often it is an article.
    """
    found, behind = [], 0
    for part in _PART.finditer(text):
        if part.start() < behind:
            continue
        if part["word"] is None:
            found.append(part[0])
            continue
        number, behind = number_at(text, part.start(), language) or (1, part.end())
        if number != 1:
            found.append(str(number))
    return tuple(found)
