"""What to write instead of words of a language, where a value of another type is expected."""

import pytest

from fustella.read import hints


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("yes", "true"),
        ("sì", "true"),
        ("Ja", "true"),
        ("oui", "true"),
        ("verdadero", "true"),
        ("no", "false"),
        ("nein", "false"),
        ("faux", "false"),
        ("falso", "false"),
        ("N", "false"),
    ],
)
def test_a_flag_in_any_language_of_the_tool_is_understood(typed, hint):
    assert hints.flag(typed) == f"write {hint}"


@pytest.mark.parametrize(
    ("typed", "number"),
    [("two", 2), ("Ten", 10), ("twelve", 12), ("twenty-one", 21), ("hundred", 100)],
)
def test_an_english_number_word_is_written_in_figures(typed, number):
    assert hints.whole_number(typed) == f"write {number}"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("Italian", "it"),
        ("castellano", "es"),
        ("Deutsch", "de"),
        ("français", "fr"),
        ("english", "en"),
        ("Polski", "pl"),
        ("nederlands", "nl"),
    ],
)
def test_the_name_of_a_language_is_written_as_its_code(typed, code):
    assert hints.language(typed) == f"write {code}"
