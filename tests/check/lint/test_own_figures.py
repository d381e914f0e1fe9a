"""Figures that a template draws in the place of a field's."""

import pytest

from tests.check.lint.conftest import MakeBox, drawn

CARD = """
- {id: keep, name: {it: Rocca 7, en: Keep}, copies: 2,
   front: {cost: 3, text: {it: Prendi 5, en: Take 5}, rows: [[8, 9]]}, back: {}}
"""


def has(box: MakeBox, *figures: str, lint: str = "") -> list[str]:
    return box(lint, card=CARD).has(drawn("keep", texts=figures), "own-figures")


def test_own_figure_in_the_place_of_a_field_is_reported(box: MakeBox) -> None:
    assert has(box, "4", "5") == ["6: `keep` shows 4 and not front.cost 3"]


@pytest.mark.parametrize(
    "figures",
    [
        (),  # the cost is drawn as marks
        ("3", "5"),
        ("3", "4"),  # a sum, beside the cost
        ("5",),
        ("7",),
        ("2",),
        ("8",),
    ],
)
def test_own_figures_with_fields_or_without_a_lack_are_none(box: MakeBox, figures) -> None:
    assert has(box, *figures) == []


def test_own_figures_with_a_reason_are_let_go(box: MakeBox) -> None:
    lint = "ignore: {rule: own-figures, of: keep, fields: front.cost, why: it counts}"
    assert has(box, "4", lint=lint) == []
