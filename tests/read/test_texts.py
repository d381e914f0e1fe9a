"""Texts that players read, in every language of the game."""

import pytest

from fustella.core.values.model import Word
from fustella.core.values.problems import Place, Problem
from fustella.read.languages import Languages, read_text
from fustella.read.nodes import DecimalNumber, MappingNode, WholeNumber

PLACE = Place("a.yaml", 3, "name")


def typed(**texts: object) -> MappingNode:
    result = MappingNode(3)
    for number, (language, text) in enumerate(texts.items()):
        result.put(language, text, 3 + number)
    return result


def read(value, languages=("en", "it"), plain=False):
    """The text, and its problems: those that stop a build, then the warnings about what lacks."""
    problems: list[Problem] = []
    known = Languages(languages)
    text = read_text(value, known, PLACE, problems, plain=plain)
    assert tuple(text.by_language) == languages
    assert text.missing == {missing.language for missing in known.missing}
    problems += (missing.warning for missing in known.missing)
    return text, [(p.code, p.place.line, p.place.key, p.severity.value) for p in problems]


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
    assert read("Tiny")[1] == [("E113", 3, "name", "warning")]


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        (typed(en="Boat"), [("E113", 3, "name", "warning")]),
        (typed(it="Barca"), [("E113", 3, "name", "warning")]),
        (typed(en="Boat", it="Barca", fr="Bateau"), [("E113", 5, "name.fr", "error")]),
        (typed(en="Boat", it=None), [("E104", 4, "name.it", "error")]),
        (typed(en=True, it="Barca"), [("E104", 3, "name.en", "error")]),
        (typed(), [("E113", 3, "name", "error")]),
        (None, [("E104", 3, "name", "error")]),
        (False, [("E104", 3, "name", "error")]),
        (["Boat"], [("E104", 3, "name", "error")]),
    ],
)
def test_read_text_with_a_fault_reports_it(value, problems):
    assert read(value)[1] == problems


def test_read_text_with_any_fault_gives_a_hint():
    problems: list[Problem] = []
    languages = Languages(("en", "it"))
    for value in (typed(en="Boat"), typed(xx="?"), None, ["a"], "Boat", typed(en=None, it="B")):
        read_text(value, languages, PLACE, problems)
    assert problems
    assert languages.missing
    assert all(problem.hint for problem in problems)
    assert all(missing.hint for missing in languages.missing)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (typed(en="Boat"), ("Boat", "Boat")),
        ("Boat", ("Boat", "Boat")),
        (typed(it="Barca"), ("Barca", "Barca")),
        (typed(en="", it="Barca"), ("", "Barca")),
    ],
)
def test_read_text_without_language_takes_first_known(value, words):
    assert tuple(read(value)[0].by_language.values()) == words


def test_read_text_takes_what_it_lacks_from_the_translations():
    barca = Word("Barca", Place("translations.csv", 2, "it"))
    languages = Languages(("en", "it"), {"Boat": {"it": barca}})
    problems: list[Problem] = []
    for value in ("Boat", typed(en=" Boat\n")):
        found = read_text(value, languages, PLACE, problems).in_language("it")
        assert (found, found.place) == ("Barca", barca.place)
    own = read_text(typed(en="Boat", it="Scafo"), languages, PLACE, problems)
    assert own.in_language("it") == "Scafo"
    assert read_text("Boat", languages, PLACE, problems, plain=True).in_language("it") == "Barca"
    assert (problems, languages.missing) == ([], {})


@pytest.mark.parametrize("value", ["{wood} 3", "3 {stone:1.5} + 1", "", "*!*"])
def test_read_text_of_icons_and_numbers_alone_lacks_nothing(value):
    assert read(value)[1] == []
    assert read(typed(en=value))[1] == []
