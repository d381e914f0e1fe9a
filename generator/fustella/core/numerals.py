"""Numbers in the words of English, Italian and Spanish, in Roman numerals, and in texts.

The number words are the cardinals as grammars list them, and words such as `twice` or `doppio`.
Ordinals are not among them: *the second player* is no count.
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
    """The number words of a language, in small letters, with their numbers; none if unknown.

    They are those from one to a hundred, the articles (`un`, `una`; in `un'` the word ends before
    the apostrophe), and words for twice and double. Words with an accent are there without it too,
    as they are often typed. Some consist of several words (`treinta y dos`) or have a hyphen
    (`twenty-two`), so longer ones must be tried first.
    """
    if language not in _TENS:
        return {}
    words = {word: number for number, word in _cardinals(language)}
    for number, others in _BESIDES[language].items():
        words.update(dict.fromkeys(others.split(), number))
    bare = {
        "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)): n
        for word, n in words.items()
    }
    return bare | words


def roman_number(word: str) -> int | None:
    """The number of a Roman numeral in capitals, I to XXXIX as games number levels, or None.

    Larger ones are left out, for single letters such as C, D, L and M are names of things.
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


_WORD = re.compile(r"[^\W\d_]+(?!\w)")
_NEXT_WORD = re.compile(r"(-|\s+)([^\W\d_]+)(?!\w)")


def number_at(text: str, at: int, language: str) -> tuple[int, int] | None:
    """The longest number in words that begins at the character `at`, and where it ends, or None.

    Capitals and small letters are alike, and so are all kinds of white space.
    """
    words, beginnings = number_words(language), number_beginnings(language)
    word = _WORD.match(text, at)
    read, end = (word[0].lower(), word.end()) if word else ("", at)
    found = None
    while read in beginnings:
        if read in words:
            found = words[read], end
        further = _NEXT_WORD.match(text, end)
        if further is None:
            break
        read += ("-" if further[1] == "-" else " ") + further[2].lower()
        end = further.end()
    return found


@cache
def number_beginnings(language: str) -> frozenset[str]:
    """All number words, and the beginnings of those that consist of several words."""
    words = number_words(language)
    inside = ((word, at) for word in words for at, sign in enumerate(word) if sign in " -")
    return frozenset([*words, *(word[:at] for word, at in inside)])


_PART = re.compile(
    r"(?P<digits>[+−-]?\d+(?:[.,/]\d+)*|[½¼¾])|(?P<icon>\{[^{}]*\})|(?<!\w)(?P<word>[^\W\d_]+)"
)


def figures_in(text: str, language: str) -> tuple[str, ...]:
    """The figures and icons of a text in order, with number words as digits.

    The word *one* is left out, for most often it is an article.
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
