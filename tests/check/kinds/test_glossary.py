"""Glossaries: terms in each language, and what stands for them in fields."""

import pytest

from fustella.core.values.problems import Place
from tests.check.making import failed

CASTLE = "check: glossary\nterms:\n  - {en: castle*, it: castell*, shown_by: mdi:castle}\n"
NOTE = 'note: {en: "Take **2** {gold}, then three.", it: "Prendi **2** {gold}, poi tre."}'


def said(en: str, it: str) -> str:
    return f'note: {{en: "{en}", it: "{it}"}}'


def test_glossary_with_terms_in_each_language_holds(box):
    (found,) = box.one(CASTLE)
    assert (found.says, found.verdict) == ("1 terms in each language", "holds")


@pytest.mark.parametrize(
    ("en", "it"),
    [
        ("Two castles.", "Due castelli."),
        ("A **castle**.", "Un\\ncastello."),
        ("A fort.", "Un forte."),
        ("CASTLE!", "Castelli!"),
    ],
)
def test_glossary_with_a_term_in_all_languages_or_in_none_holds(box, en, it):
    box.edit("cards.yaml", NOTE, said(en, it))
    assert not failed(box.one(CASTLE))


@pytest.mark.parametrize(
    ("en", "it", "has", "language"),
    [
        ("A fort.", "Due castelli.", "it: “castelli”; en: no “castle*”", "en"),
        ("The castles.", "Un forte.", "en: “castles”; it: no “castell*”", "it"),
        ("A castle.", "Un incastello.", "en: “castle”; it: no “castell*”", "it"),
    ],
)
def test_glossary_with_a_term_in_one_language_differs(box, en, it, has, language):
    box.edit("cards.yaml", NOTE, said(en, it))
    (found,) = failed(box.one(CASTLE))
    assert found.has == has
    assert found.where == (
        Place("content/kingdom/cards.yaml", 18, f"pieces[1].front.note.{language}"),
    )


def test_glossary_with_a_term_that_lacks_a_language_compares_the_others(box):
    box.edit("cards.yaml", NOTE, said("A fort, a castle.", "Un forte."))
    terms = "check: glossary\nterms:\n  - {en: castle*}\n  - {en: fort*, it: forte}"
    (found,) = box.one(terms)
    assert (found.has.partition("; ")[2], found.verdict) == ("1 without a word in `it`", "holds")


def test_glossary_without_a_word_in_a_language_compares_the_others(box):
    box.edit("cards.yaml", NOTE, said("A castle.", "Un forte."))
    (found,) = box.one("check: glossary\nterms: [{en: castle*}]")
    assert (found.has.partition("; ")[2], found.verdict) == ("1 without a word in `it`", "holds")


def test_glossary_reads_the_longest_words_first(box):
    terms = "check: glossary\nterms:\n  - {en: hall, it: sala}\n  - {en: town hall, it: municipio}"
    box.edit("cards.yaml", NOTE, said("A town hall.", "Un municipio."))
    assert not failed(box.one(terms))


def test_glossary_with_the_icon_of_another_term_differs(box):
    box.edit("cards.yaml", "{icon: mdi:castle, places: 2}", "{icon: mdi:barley, places: 2}")
    terms = CASTLE + "  - {en: field, it: campo, shown_by: mdi:barley}"
    (found,) = failed(box.one(terms))
    assert found.has == "mdi:barley without “field”"
    assert found.where == (Place("content/kingdom/cards.yaml", 17, "pieces[1].front.rows[1].icon"),)
    assert not failed(box.one(f"{terms}\nexcept: castle"))


def test_glossary_with_a_term_that_the_document_has_not_differs(box):
    terms = "check: glossary\nterms: [{en: castle, it: castello}, {en: field, it: campo}]"
    (found,) = failed(box.one(terms, "Forty castles stand on a FIELD."))
    assert found.has == "it has no “castle”"
    ours = terms.replace("it: castello", "it: castello, ours: true")
    assert not failed(box.one(ours, "A FÍELD."))


@pytest.mark.parametrize(
    ("terms", "code", "key"),
    [
        ("[castle]", "E505", "it.terms[1]"),
        ('[{en: "*castle", it: castello}]', "E505", "it.terms[1].en"),
        ('[{en: [castle, ""], it: castello}]', "E505", "it.terms[1].en"),
        ("[{it: castello}]", "E107", "it.terms[1].en"),
        ("[{en: castle, it: castello, shownby: x}]", "E106", "it.terms[1].shownby"),
    ],
)
def test_glossary_that_cannot_be_read_is_a_problem(box, terms, code, key):
    problem = box.problem(f"check: glossary\nterms: {terms}")
    assert (problem.code, problem.place.key) == (code, key)
