"""Numbers in the words of some languages, in Roman numerals, and in texts.

The number words are the cardinals as grammars list them, and words such as `twice` or `doppio`.
Ordinals are not among them: *the second player* is no count.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from fustella.core.cases import primary_language
from fustella.core.patterns import regex

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
_GERMAN = (
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn"
)
_FRENCH = (
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf"
)
_BASIC = {"en": _ENGLISH, "it": _ITALIAN, "es": _SPANISH, "de": _GERMAN, "fr": _FRENCH}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante septante huitante nonante",
}
"""In French those of 70 to 90 are Swiss; for those of France see `_FRENCH_ABOVE`."""

_FRENCH_ABOVE = {60: "soixante", 80: "quatre-vingt"}
"""Scores to which French adds up to nineteen: `soixante-dix`, `quatre-vingt-onze`."""

_BESIDES: dict[str, dict[int, str]] = {
    "en": {1: "once", 2: "twice double doubled doubles", 3: "thrice triple", 100: "hundred"},
    "it": {1: "un una", 2: "doppio doppia doppi doppie", 3: "triplo tripla", 100: "cento"},
    "es": {1: "un una", 2: "doble dobles", 3: "triple triples", 21: "veintiún", 100: "cien ciento"},
    "de": {
        1: "eins eine einen einem einer eines einmal",
        2: "zwo doppelt doppelte doppelten doppelter doppeltes",
        100: "hundert einhundert",
    },
    "fr": {1: "une", 2: "double doubles", 3: "triple triples", 80: "quatre-vingts", 100: "cent"},
}
_GERMAN_TOGETHER = "zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft"
"""How many do something together in German, after `zu`: `zu zweit`, from two on."""

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_ROMAN = regex(r"(X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@cache
def number_words(language: str) -> Mapping[str, int]:
    """The number words of a language, in small letters, with their numbers; none if unknown.

    They are those from one to a hundred, the articles (`un`, `una`; in `un'` the word ends before
    the apostrophe), and words for twice and double. Words with an accent are there without it too,
    as they are often typed, and German ones with `ae`, `oe`, `ue` and `ss`. Some consist of several
    words (`treinta y dos`) or have a hyphen
    (`twenty-two`), so longer ones must be tried first.
    """
    language = primary_language(language)
    if language not in _TENS:
        return {}
    words = {word: number for number, word in _cardinals(language)}
    for number, others in _BESIDES[language].items():
        words.update(dict.fromkeys(others.split(), number))
    written = {word.translate(_UMLAUTS): number for word, number in words.items()}
    written |= {_without_accents(word): number for word, number in words.items()} | words
    return {word.replace("ß", "ss"): number for word, number in written.items()} | written


def _without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def roman_number(word: str) -> int | None:
    """The number of a Roman numeral in capitals, I to XXXIX as games number levels, or None.

    Larger ones are left out, for single letters such as C, D, L and M are names of things.
    """
    match = _ROMAN.fullmatch(word)
    if match is None or not word:
        return None
    return 10 * len(match[1]) + _ROMAN_UNITS.index(match[2])


def _german(basic: Sequence[str]) -> Iterator[tuple[int, str]]:
    """`zu dritt`, `dreimal`, and `dreifach` with its endings."""
    yield from ((n, f"zu {word}") for n, word in enumerate(_GERMAN_TOGETHER.split(), start=2))
    for number, word in enumerate(basic[1:12], start=2):
        yield number, f"{word}mal"
        yield from ((number, f"{word}fach{ending}") for ending in ("", "e", "en", "er", "es"))


def _cardinals(language: str) -> Iterator[tuple[int, str]]:
    basic = _BASIC[language].split()
    yield from enumerate(basic, start=1)
    yield from _german(basic) if language == "de" else ()
    for tens, word in enumerate(_TENS[language].split(), start=2):
        yield 10 * tens, word
        for unit, name in enumerate(basic[:9], start=1):
            if 10 * tens + unit > len(basic):
                yield from ((10 * tens + unit, one) for one in _joined(language, word, name))
    for score, word in _FRENCH_ABOVE.items() if language == "fr" else ():
        yield score, word
        for added, name in enumerate(basic, start=1):
            yield from ((score + added, one) for one in _joined(language, word, name))


def _joined(language: str, tens: str, unit: str) -> tuple[str, ...]:
    """The words for a number between two tens; Italian drops a vowel before another (ventotto)."""
    if language == "en":
        return (f"{tens}-{unit}",)
    if language == "es":
        return (f"{tens} y {unit}",)
    if language == "de":
        return (f"{unit}und{tens}",)
    if language == "fr":
        return _joined_in_french(tens, unit)
    stem = tens[:-1] if unit[0] in "uo" else tens
    return (stem + ("tré" if unit == "tre" else unit),)


def _joined_in_french(tens: str, unit: str) -> tuple[str, ...]:
    """`vingt-deux`, `vingt et un`, since 1990 `vingt-et-un`, too; `quatre-vingt-un`."""
    units = ("un", "une") if unit == "un" else (unit,)
    with_et = unit in ("un", "onze") and tens != "quatre-vingt"
    links = (" et ", "-et-") if with_et else ("-",)
    return tuple(f"{tens}{link}{one}" for one in units for link in links)


_WORD = regex(r"[^\W\d_]+(?!\w)")
_NEXT_WORD = regex(r"(-|\s+)([^\W\d_]+)(?!\w)")


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


_PART = regex(
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
