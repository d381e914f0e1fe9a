"""Changes texts to capitals and small letters by language (Unicode 16, 5.18, SpecialCasing.txt).

Python changes cases alike in all languages; this module adds the languages that differ, as CSS
(Text 3, text-transform) and ICU do: Greek capitals have no accents, Turkish and Azeri have two
letters i, Lithuanian keeps the dot of an i below an accent, Dutch has a capital IJ, Armenian parts
a ligature.
"""

import re
import unicodedata
from collections.abc import Iterator

from fustella.core.words.patterns import regex

_DOTLESS = ("tr", "az")
_ACCENTS = "\u0300\u0301\u0302\u0303\u0311\u0342"
_DIALYTIKA, _IOTA_BELOW = "\u0308", "\u0345"
_VOWELS = "ΑΕΗΙΟΥΩ"

_GREEK = regex("[\u0370-\u03ff\u1f00-\u1fff]")
_CLUSTER = regex("(?s).[\u0300-\u036f]*")
_SOFT_DOTTED = regex("([ij\u012f\u0268\u0249])((?:[\u0316-\u0333\u0347-\u0349])*)\u0307")
_WITH_ACCENT = regex("([IJ\u012e])(?=[\u0316-\u0333]*[\u0300-\u0315\u033d-\u0344])")
_LITHUANIAN = {"\u00cc": "i\u0307\u0300", "\u00cd": "i\u0307\u0301", "\u0128": "i\u0307\u0303"}
_WORD_BEGINS = regex(r"([-\s({\[<]+)")
"""The pattern of the signs before a word, as the filter `title` of Jinja has it."""


def primary_language(language: str) -> str:
    """The code of a language without its region or script, in small letters: `de` of `de-AT`."""
    return language.lower().replace("_", "-").partition("-")[0]


def in_capitals(text: str, language: str) -> str:
    """A text in the capitals of a language, which is given by a code such as `el` or `pt-br`."""
    primary = primary_language(language)
    if primary in _DOTLESS:
        text = text.replace("i", "İ")
    elif primary == "el":
        return unicodedata.normalize("NFC", "".join(_greek_capitals(text)))
    elif primary == "lt":
        text = _SOFT_DOTTED.sub(r"\1\2", text)
    elif primary == "hy":
        text = text.replace("և", "ԵՎ")
    return text.upper()


def in_small_letters(text: str, language: str) -> str:
    """A text in the small letters of a language."""
    primary = primary_language(language)
    if primary in _DOTLESS:
        text = text.replace("I\u0307", "i").replace("İ", "i").replace("I", "ı")
    elif primary == "lt":
        for letter, small in _LITHUANIAN.items():
            text = text.replace(letter, small)
        text = _WITH_ACCENT.sub(lambda found: f"{found[1].lower()}\u0307", text)
    return text.lower()


def begun(text: str, language: str) -> str:
    """A text with its first letter as at the start of a sentence; the others unchanged."""
    primary = primary_language(language)
    if primary == "nl" and text[:2].lower() == "ij":
        return "IJ" + text[2:]
    if primary in _DOTLESS and text[:1] == "i":
        return "İ" + text[1:]
    if primary == "hy" and text[:1] == "և":
        return "Եվ" + text[1:]
    if primary == "lt":
        text = _SOFT_DOTTED.sub(r"\1\2", text[:2], count=1) + text[2:]
    return text[:1].title() + text[1:]


def capitalized(text: str, language: str) -> str:
    """A text in small letters, but with its first letter as at the start of a sentence."""
    return begun(in_small_letters(text, language), language)


def in_title_case(text: str, language: str) -> str:
    """A text in which each word begins with a capital, the rest in small letters."""
    parts = _WORD_BEGINS.split(text)
    return "".join(capitalized(part, language) for part in parts)


def _greek_capitals(text: str) -> Iterator[str]:
    """Yields Greek capitals without accents; Ι and Υ behind a vowel that loses one get a dialytika.

    That is what ICU does.
    """
    after_accent = False
    for found in _CLUSTER.finditer(text):
        if not _GREEK.match(found[0]):
            after_accent = False
            yield found[0].upper()
            continue
        base, *marks = tuple(unicodedata.normalize("NFD", found[0]))
        capital = base.upper()
        accented = any(mark in _ACCENTS for mark in marks)
        if capital == "Η" and accented and _IOTA_BELOW not in marks and _is_alone(text, found):
            after_accent = False
            yield "Ή"  # the word that means "or"
            continue
        parted = _DIALYTIKA in marks or (after_accent and capital in "ΙΥ")
        after_accent = accented and capital in _VOWELS and _DIALYTIKA not in marks
        yield capital + _DIALYTIKA * (parted and capital in "ΙΥ") + "Ι" * (_IOTA_BELOW in marks)


def _is_alone(text: str, found: re.Match[str]) -> bool:
    start, end = found.span()
    return not (_is_cased(text[:start][::-1]) or _is_cased(text[end:]))


def _is_cased(text: str) -> bool:
    """Whether the first letter of a text has capital and small forms; signs may precede it."""
    for letter in text:
        if letter in "'.:·’" or unicodedata.category(letter) in ("Mn", "Me", "Cf", "Lm", "Sk"):
            continue
        return letter.lower() != letter or letter.upper() != letter
    return False
