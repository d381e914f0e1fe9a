"""Keywords in texts, as they are printed."""

import pytest

from fustella.core.values.model import Keyword, PlainWord, Text, Word
from tests.draw.printing import printed
from tests.draw.test_text import icons_mm, runs_of, texts_of
from tests.draw.tools import FACE, GAME, Tools

BOX = {"x": 10, "y": 10, "width": 150, "height": 30, "size": 9}


def keyword(name: str, *, reminder: str = "", icon: str = "", **style) -> Keyword:
    told = Text({"en": Word(reminder, GAME)}) if reminder else None
    look = {"bold": False, "italic": False, "colour": ""} | style
    return Keyword(
        name, Text({"en": Word(name, GAME)}), reminder=told, icon=icon, place=GAME, **look
    )


FLYING = keyword("Flying", bold=True, colour="#c00000", reminder="It is {wood} in the *air*")
STRIKE = keyword("Strike", italic=True)
FIRST = keyword("First Strike", bold=True, icon="gold")


@pytest.fixture
def tools():
    return Tools(keywords=(FLYING, STRIKE, FIRST))


def styles(markup):
    return [(text, style.weight, style.italic) for text, style, *_ in runs_of(markup)]


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("Strike!", [("Strike", 400, True), ("!", 400, False)]),
        ("A Striker strikes", [("A Striker strikes", 400, False)]),
        ("*Strike* **Strike**", [("Strike", 400, True), (" ", 400, False), ("Strike", 700, True)]),
    ],
)
def test_keyword_is_set_in_its_style_as_a_whole_word(tools, typed, runs):
    assert styles(tools.text(typed, **BOX)) == runs


def test_longer_keyword_goes_before_a_shorter_one_and_has_its_icon(tools):
    markup = tools.text("First  Strike", **BOX)
    assert styles(markup) == [("\u00a0First ", 700, False), ("Strike", 700, False)] or styles(
        markup
    ) == [("\u00a0First Strike", 700, False)]
    assert len(icons_mm(markup)) == 1


def test_keyword_of_a_bold_text_stays_bold(tools):
    assert styles(tools.text("First Strike", **BOX, bold=True))[0][1] == 700


def test_reminder_stands_after_the_first_keyword_of_a_face_alone(tools):
    first, second = (tools.text("Flying, Flying.", **BOX) for _ in range(2))
    [page] = printed([str(first)])
    assert " ".join(page.text.split()) == "Flying (It is in the air), Flying."
    assert [style for text, *style in styles(first) if "It" in text] == [[400, True]]
    [again] = printed([str(second)])
    assert again.text == "Flying, Flying."
    assert not tools.problems


def test_coloured_keyword_is_a_text_of_its_own_that_themes_can_change(tools):
    fills = [
        (t.get("fill"), "".join(t.itertext())) for t in texts_of(tools.text("a Flying", **BOX))
    ]
    assert fills[:2] == [("#000000", "a "), ("#c00000", "Flying")]


@pytest.mark.parametrize(
    ("value", "options"),
    [("Flying", {"keywords": False}), (PlainWord("Flying", GAME), {}), ("Flying", {"plain": True})],
)
def test_text_without_keywords_is_set_as_usual(tools, value, options):
    assert styles(tools.text(value, **BOX, **options)) == [("Flying", 400, False)]


def test_faulty_reminder_is_e204_at_its_place():
    tools = Tools(keywords=(keyword("Flying", reminder="a *b"),))
    tools.text("Flying", **BOX)
    [problem] = tools.problems
    assert (problem.code, problem.place) == ("E204", GAME)
    assert FACE != GAME


def test_icon_of_a_keyword_has_its_colour():
    flying = keyword("Flying", colour="#c00000", icon="wood")
    assert (
        'fill="#c00000"' in str(Tools(keywords=(flying,)).text("Flying", **BOX)).split("<g", 1)[1]
    )
