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


def test_each_language_knows_its_place():
    text, problems = read(typed(it="Barca", en="Boat"))
    assert problems == []
    assert (text.in_language("en"), text.in_language("it")) == ("Boat", "Barca")
    assert text.in_language("it").place == Place("a.yaml", 3, "name.it")
    assert text.in_language("en").place == Place("a.yaml", 4, "name.en")


@pytest.mark.parametrize("value", [5, 2.5, "12 + 3", "!", "★"])
def test_what_has_no_letters_is_the_same_everywhere(value):
    text, problems = read(value)
    assert problems == []
    assert set(text.by_language.values()) == {str(value)}


def test_numbers_are_read_as_they_were_typed():
    text, problems = read(typed(en=WholeNumber("+2"), it=DecimalNumber("1.50")))
    assert problems == []
    assert (text.in_language("en"), text.in_language("it")) == ("+2", "1.50")
    assert read(WholeNumber("+2"))[0].in_language("en") == "+2"


def test_a_game_of_one_language_needs_no_keys():
    text, problems = read("Boat", ("en",))
    assert problems == []
    assert text.in_language("en") == "Boat"


def test_a_title_may_be_the_same_in_every_language():
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
def test_what_is_no_text_in_both_languages(value, problems):
    assert read(value)[1] == problems


def test_every_fault_has_a_way_out():
    problems: list[Problem] = []
    for value in (typed(en="Boat"), typed(xx="?"), None, ["a"], "Boat", typed(en=None, it="B")):
        read_text(value, ("en", "it"), PLACE, problems)
    assert problems
    assert all(problem.hint for problem in problems)
