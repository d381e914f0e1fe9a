"""Capitals and small letters of languages, as ICU 72 has them (`tests/core/cases.json` is its).

Where ICU writes a letter and a mark, the one letter that is canonically equivalent is as right.
"""

import json
import unicodedata
from pathlib import Path

import pytest

from fustella.core.words.cases import (
    begun,
    capitalized,
    in_capitals,
    in_small_letters,
    in_title_case,
)

ICU = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def same(one: str, other: str) -> bool:
    return unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


@pytest.mark.parametrize("language", ICU)
def test_capitals_and_small_letters_are_those_of_icu(language):
    for text, capitals, small in ICU[language]:
        assert same(in_capitals(text, language), capitals), text
        assert same(in_small_letters(text, language), small), text


@pytest.mark.parametrize(
    ("language", "text", "title"),
    [
        ("nl", "ijsbeer in het ijs", "IJsbeer In Het IJs"),
        ("en", "ijsbeer in het ijs", "Ijsbeer In Het Ijs"),
        ("tr", "iğne ısı", "İğne Isı"),
        ("el", "άνθρωπος ΣΟΦΌΣ", "Άνθρωπος Σοφός"),
        ("hy", "և երևան", "Եվ Երևան"),
        ("ka", "თბილისი", "თბილისი"),
        ("de", "ßa straße", "Ssa Straße"),
        ("hr", "ǆep", "ǅep"),
        ("lt", "i\u0307\u0301nas", "I\u0301nas"),
    ],
)
def test_words_of_a_title_begin_as_the_language_has_it(language, text, title):
    assert same(in_title_case(text, language), title)


@pytest.mark.parametrize("language", ["el-cy", "EL", "el_GR", "tr-tr", "az-latn", "nl-be", "lt-lt"])
def test_regions_and_scripts_have_the_letters_of_their_language(language):
    samples = {"el": "Άνθρωπος", "tr": "iki", "az": "iki", "nl": "ijs", "lt": "i\u0307\u0301"}
    primary = language.lower().replace("_", "-").split("-")[0]
    text = samples[primary]
    assert in_capitals(text, language) == in_capitals(text, primary)
    assert capitalized(text, language) == capitalized(text, primary)
    assert in_capitals(text, primary) != text.upper() or primary == "nl"


@pytest.mark.parametrize("language", ["en", "it", "es", "de", "fr", "pl", "ru", "und", ""])
def test_other_languages_have_what_unicode_says_of_all(language):
    for text in ("Straße ﬁn", "ÀÉÎ", "Ёж ы", "Άνθρωπος", "ij IJ", "ıİi"):
        assert in_capitals(text, language) == text.upper()
        assert in_small_letters(text, language) == text.lower()
        assert begun(text, language)[1:] == text[1:]
