"""Signs of HTML and Markdown that texts have not, each told; and what is none."""

import pytest

from fustella.core.values.model import Text, Word
from fustella.core.values.problems import Place
from fustella.read.languages import Languages, tag_warnings

PLACE = Place("cards.csv", 2, "text")


def told(*texts: str) -> list[tuple[str, str]]:
    """The messages and hints for texts that stand in one file."""
    languages = Languages(("en",))
    for line, text in enumerate(texts, start=2):
        place = Place(PLACE.file, line, PLACE.key)
        languages.note_tags(Text({"en": Word(text, place)}))
    return [(problem.message, problem.hint) for problem in tag_warnings(languages.tags)]


@pytest.mark.parametrize(
    ("text", "sign", "hint"),
    [
        ("Take __two__ of them", "__…__", "write `**…**` around what is bold"),
        ("__Take two of them.__", "__…__", "write `**…**` around what is bold"),
        ("(__now__)", "__…__", "write `**…**` around what is bold"),
        ("Take _two_ of them", "_…_", "write `*…*` around what is italic"),
        ("_Only once._", "_…_", "write `*…*` around what is italic"),
        ("~~Take two~~", "~~…~~", "take it out: texts have bold, italic, icons and lists alone"),
        ("Type `fox`", "`…`", "take it out: texts have bold, italic, icons and lists alone"),
        ("See [the rules](rules.md).", "[…](…)", "write the words alone: paper has no links"),
        ("![Fox](fox.png)", "[…](…)", "write the words alone: paper has no links"),
        ("# The fox", "# …", "take the # out: write `**…**` around a heading"),
        ("Take two.\n### Then", "# …", "take the # out: write `**…**` around a heading"),
        ("Fox &amp; owl", "&amp;", "write the sign itself: &"),
        ("1 &lt; 2", "&lt;", "write the sign itself: <"),
        ("Take&nbsp;two", "&nbsp;", "write a blank"),
        ("the fox&rsquo;s", "&rsquo;", "write the apostrophe itself: ’"),
        ("now &ndash; or never", "&ndash;", "write the dash itself: –"),
        ("and so on&hellip;", "&hellip;", "write the points themselves: …"),
        ("Take <b>two</b>", "<b>", "write `**…**` around what is bold"),
        ("Take <STRONG>two", "<strong>", "write `**…**` around what is bold"),
        ("Two<br/>lines", "<br>", "write `\\n`, or a new line (Alt+Enter in a cell)"),
    ],
)
def test_a_sign_that_texts_have_not_is_told_with_what_to_write(text, sign, hint):
    assert told(text) == [(f"`{sign}` is printed as it is typed", hint)]


@pytest.mark.parametrize(
    ("word", "signs"),
    [("<b>F</b>", ["<b>"]), ("_a_", []), ("`", []), ("a < b > c", []), ("II", [])],
)
def test_tags_of_a_word_are_told_and_signs_of_maps_are_not(word, signs):
    languages = Languages(("en",))
    languages.note_tags(Word(word, PLACE))
    assert [sign for sign, _ in languages.tags] == signs


@pytest.mark.parametrize(
    "text",
    [
        "Write your name: ______",
        "____ and ____ meet __",
        "_ _ _",
        "{my_icon} and {other_icon}",
        "snake_case and another_name",
        "file_of__two__lines",
        "#3 of 12",
        "# 3",
        "Card # of the fox",
        "Fox & owl",
        "AT&T; R&D",
        "1 < 2 > 0",
        "[1] (2)",
        "[gain] (one coin)",
        "~5 and ~6",
        "2 ~~ 3",
        "**Take** *two*",
        "It`s mine",
    ],
)
def test_what_is_no_such_sign_is_not_told(text):
    assert told(text) == []


def test_a_sign_in_many_texts_is_told_once():
    ((message, _),) = told(*["Take __two__"] * 9)
    assert message == "`__…__` is printed as it is typed, in 9 texts"


def test_many_signs_are_found_in_time_that_grows_with_the_text():
    for sign in "_~`[&<#":
        assert len(told(f"{sign}a " * 20_000)) <= 1
