"""Texts that players read, in every language of the game."""

import pytest

from fustella.core.problems import Place, Problem
from fustella.read.fields import read_text
from fustella.read.nodes import DecimalNumber, MappingNode, WholeNumber

PLACE = Place("a.yaml", 3, "name")


def typed(**texts: object) -> MappingNode:
    result = MappingNode(3)
    for number, (language, text) in enumerate(texts.items()):
        result.put(language, text, 3 + number)
    return result


def read(value, languages=("en", "it"), plain=False):
    problems: list[Problem] = []
    text = read_text(value, languages, PLACE, problems, plain=plain)
    assert tuple(text.by_language) == languages
    return text, [(p.code, p.place.line, p.place.key) for p in problems]


def test_read_text_keeps_the_place_of_each_language():
    text, problems = read(typed(it="Barca", en="Boat"))
    assert problems == []
    assert (text.in_language("en"), text.in_language("it")) == ("Boat", "Barca")
    assert text.in_language("it").place == Place("a.yaml", 3, "name.it")
    assert text.in_language("en").place == Place("a.yaml", 4, "name.en")


@pytest.mark.parametrize("value", [5, 2.5, "12 + 3", "!", "★"])
def test_read_text_without_letters_is_the_same_in_all_languages(value):
    text, problems = read(value)
    assert problems == []
    assert set(text.by_language.values()) == {str(value)}


def test_read_text_of_a_number_is_as_it_was_typed():
    text, problems = read(typed(en=WholeNumber("+2"), it=DecimalNumber("1.50")))
    assert problems == []
    assert (text.in_language("en"), text.in_language("it")) == ("+2", "1.50")
    assert read(WholeNumber("+2"))[0].in_language("en") == "+2"


def test_read_text_in_one_language_needs_no_keys():
    text, problems = read("Boat", ("en",))
    assert problems == []
    assert text.in_language("en") == "Boat"


def test_read_text_that_may_be_plain_needs_no_keys():
    assert read("Tiny", plain=True)[1] == []
    assert read("Tiny")[1] == [("E113", 3, "name")]


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        (typed(en="Boat"), [("E113", 3, "name")]),
        (typed(en="Boat", it="Barca", fr="Bateau"), [("E113", 5, "name.fr")]),
        (typed(en="Boat", it=None), [("E104", 4, "name.it")]),
        (typed(en=True, it="Barca"), [("E104", 3, "name.en")]),
        (typed(), [("E113", 3, "name"), ("E113", 3, "name")]),
        (None, [("E104", 3, "name")]),
        (False, [("E104", 3, "name")]),
        (["Boat"], [("E104", 3, "name")]),
    ],
)
def test_read_text_with_a_fault_reports_it(value, problems):
    assert read(value)[1] == problems


def test_read_text_with_any_fault_gives_a_hint():
    problems: list[Problem] = []
    for value in (typed(en="Boat"), typed(xx="?"), None, ["a"], "Boat", typed(en=None, it="B")):
        read_text(value, ("en", "it"), PLACE, problems)
    assert problems
    assert all(problem.hint for problem in problems)
