"""Keywords that no text has."""

import pytest

from fustella.core.values.claims import Verdict
from tests.check.lint.conftest import GAME, MakeBox, drawn

KEYWORDS = "{fly: {word: {it: Volo, en: Flying}, reminder: {it: Sta in aria, en: In the air}}}"
LINE = GAME.count("\n") + 1


def card(italian: str, english: str) -> str:
    text = f'{{it: "{italian}", en: "{english}"}}'
    return f"- {{id: bat, name: {{it: Pipistrello, en: Bat}}, front: {{text: {text}}}}}"


@pytest.mark.parametrize(
    ("italian", "english", "found"),
    [
        ("Ha **Volo**.", "Flying", []),
        ("Vola.", "It is flying.", [f"{LINE}: Volo (it), Flying (en) are in no text"]),
        ("Volo, poi pesca.", "Flyings.", [f"{LINE}: Flying (en) is in no text"]),
    ],
)
def test_keyword_that_no_text_has_is_open(box: MakeBox, italian, english, found) -> None:
    made = box(keywords=KEYWORDS, card=card(italian, english))
    assert made.has(rule="keywords") == found
    told = [one for one in made.lint() if one.claim == "lint-keywords"]
    assert all(one.verdict is Verdict.OPEN for one in told)


def test_reminder_inside_of_a_text_does_not_hide_it(box: MakeBox) -> None:
    made = box(keywords=KEYWORDS, card=card("Volo e morso.", "Flying and a bite."))
    shown = drawn("bat", texts=("Volo (Sta in", "aria) e morso."))
    shown |= drawn("bat", side="back", texts=())
    assert made.has(shown, "unprinted") == []
    other = drawn("bat", texts=("Volo (Sta in", "aria) e altro."))
    other |= drawn("bat", side="back", texts=())
    assert made.has(other, "unprinted") != []


def test_keyword_is_a_name_of_the_box(box: MakeBox) -> None:
    bat = card("Quando ha Volo, pesca.", "When it has Flying, draw.")
    assert box(keywords=KEYWORDS, card=bat).has(rule="names") == []
    assert box(card=bat).has(rule="names") != []
