"""What names of one kind have in common is said once on a cover."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.model import Place, Word
from fustella.covers.names import NameGroup, grouped, joined_names, stems_of

PLACE = Place("cards.yaml", 1)
COLOURS = ("blue", "green", "red")


def words(*names):
    return tuple(Word(name, PLACE) for name in names)


def said(heading, *names):
    return [(group.label, *group.names) for group in grouped(heading, words(*names))]


def bracketed(*stems):
    return [f"{stem} ({colour})" for stem, colour in product(stems, COLOURS)]


def test_names_with_brackets_are_grouped_by_what_is_before_them():
    assert said("Markers", *bracketed("Army 1", "Army 2")) == [
        ("Army 1", *COLOURS),
        ("Army 2", *COLOURS),
    ]


def test_names_are_grouped_by_their_brackets_where_these_are_fewer():
    names = [f"Army {n} ({colour})" for colour in COLOURS for n in range(5)]
    armies = [f"Army {n}" for n in range(5)]
    assert said("Markers", *names) == [(colour, *armies) for colour in COLOURS]


@pytest.mark.parametrize(
    ("heading", "stem"),
    [
        ("Aid", "Aid"),
        ("Player aids", "Player aid"),
        ("Armate del Vessillo", "Armata del Vessillo"),
        ("Tappetini grandi", "Tappetino grande"),
        ("Mazzi", "Mazzo"),
    ],
)
def test_what_the_heading_says_is_not_said_again(heading, stem):
    assert said(heading, *bracketed(stem)) == [("", *COLOURS)]


@pytest.mark.parametrize(("heading", "stem"), [("Markers", "Platoon"), ("Big mats", "Mat")])
def test_what_the_heading_does_not_say_is_the_line_of_the_group(heading, stem):
    assert said(heading, *bracketed(stem)) == [(stem, *COLOURS)]


@pytest.mark.parametrize(
    ("heading", "names", "kept"),
    [
        ("Set-up", ("Set-up for two", "Set-up for three"), ("for two", "for three")),
        ("Kasernen", ("Kaserne hoch", "Kaserne tief"), ("hoch", "tief")),
    ],
)
def test_names_lose_the_words_of_their_heading(heading, names, kept):
    assert said(heading, *names) == [("", *kept)]


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("Barracks", ("Barracks 1/2", "Barracks 3/4")),
        ("Fives", ("5 wood", "5 stone")),
        ("Set-up", ("Set-up", "Set-up for two")),
        ("Set-up", ("Set-up for two", "Other")),
        ("Aids", ("Aid (blue)",)),
        ("Cards", ("Town (capital)", "Village")),
        ("Cards", ("Town (capital)", "Village (small)")),
        ("Cards", ("**Town** (red)", "**Town** (blue)")),
        ("Set", ("Set **a**", "Set b")),
        ("Set", ("", "Set b")),
    ],
)
def test_other_names_stay_as_they_are(heading, names):
    assert said(heading, *names) == [("", *names)]


@given(st.text(max_size=20), st.lists(st.text("ab ()*\n{}1", max_size=12), max_size=9))
def test_any_names_keep_their_number_and_places(heading, names):
    typed = words(*names)
    found = grouped(heading, typed)
    assert all(isinstance(group, NameGroup) for group in found)
    assert sum(len(group.names) for group in found) == len(names)
    assert all(name.place == PLACE for group in found for name in group.names)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (bracketed("Town", "Mine"), "Town, Mine"),
        (bracketed("Town")[:2], "Town (blue, green)"),
        ([*bracketed("Town"), "Hill"], "Town, Hill"),
        (["Hill", "Lake"], "Hill, Lake"),
        (["Altareggia (capital)"], "Altareggia (capital)"),
        ([], ""),
    ],
)
def test_names_are_joined_names_without_what_all_of_them_have(names, told):
    every = [*bracketed("Town", "Mine"), "Hill", "Lake", "Altareggia (capital)"]
    assert joined_names(names, stems_of(every)) == told
