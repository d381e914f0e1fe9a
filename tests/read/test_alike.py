"""Kinds that are like another kind: what they take, what they say, and where faults stand."""

import pytest

from fustella.core.values.model import SideName
from tests.helpers.alone import game_alone, problems_alone

HEAD = "title: T\nlanguages: [en]\nkinds:\n"
CARD = """\
  card:
    front: ready/card
    fields: {front: {power?: number}}
    layout: {front: {title: {size: 12pt, align: center}, cost: false}}
"""


LIST = "kind: card\npieces:\n- {id: owl, front: {title: Owl}}\n"


@pytest.fixture
def kinds(tmp_path):
    """The kinds of a game by id, whose lines these are."""

    def read(text):
        game = game_alone(tmp_path, {"game.yaml": HEAD + text, "cards.yaml": LIST})
        return {kind.id: kind for kind in game.kinds}

    return read


def zone(kind, name):
    return kind.layout(SideName.FRONT)[name]


def test_kind_takes_what_it_leaves_out_down_to_the_keys_of_a_zone(kinds):
    found = kinds(CARD + "  spell: {like: card, layout: {front: {title: {size: 9pt}}}}\n")
    assert zone(found["spell"], "title")["size"] == 9
    assert zone(found["spell"], "title")["align"] == "center"
    assert zone(found["spell"], "cost")["show"] is False
    assert zone(found["card"], "title")["size"] == 12


@pytest.mark.parametrize(
    ("own", "sheet"),
    [("", "card"), (", sheet: spells", "spells"), (", stock: board", "board")],
)
def test_kinds_that_are_alike_share_sheets_unless_they_say_otherwise(kinds, own, sheet):
    found = kinds(f"{CARD}  spell: {{like: card{own}}}\n")
    assert (found["card"].sheet, found["spell"].sheet) == ("card", sheet)


def test_kind_may_stand_before_the_one_that_it_is_like(kinds):
    found = kinds("  spell: {like: card, size: tarot}\n" + CARD)
    assert found["spell"].outline.size.width_mm == 70
    assert found["card"].outline.size.width_mm == 63.5


def test_fault_of_a_kind_is_told_once_for_all_that_are_like_it(tmp_path):
    text = CARD.replace("12pt", "12")
    text += "  spell: {like: card}\n  land: {like: card, front: ready/none}\n"
    found = problems_alone(tmp_path, {"game.yaml": HEAD + text, "cards.yaml": LIST})
    assert [(each.code, each.place.key) for each in found] == [
        ("E109", "kinds.card.layout.front.title.size"),
        ("E117", "kinds.land.front"),
    ]


def test_kind_may_hide_a_panel_of_the_other_one(kinds):
    gem = "gem: {x: 5mm, y: 5mm, width: 5mm, height: 5mm, fill: ink}"
    card = CARD.replace("cost: false", gem)
    found = kinds(card + "  spell: {like: card, layout: {front: {gem: false}}}\n")
    assert zone(found["card"], "gem")["show"] is True
    assert zone(found["spell"], "gem")["show"] is False


def test_what_a_kind_says_of_both_sides_goes_before_a_side_of_the_other_one(kinds):
    found = kinds(CARD + "  spell: {like: card, layout: {both: {title: {size: 7pt}}}}\n")
    assert zone(found["spell"], "title")["size"] == 7
    assert zone(found["spell"], "title")["align"] == "center"


def test_kind_may_need_a_field_that_the_other_one_does_not(kinds):
    found = kinds(CARD + "  spell: {like: card, fields: {front: {power: number}}}\n")
    assert {"card", "spell"} == set(found)


def test_zone_of_ones_own_may_lie_on_both_sides(kinds):
    star = "both: {star: {x: 5mm, y: 5mm, width: 5mm, height: 5mm, fill: accent, shape: diamond}}"
    found = kinds(f"  card: {{front: ready/card, back: ready/back, layout: {{{star}}}}}\n")
    kind = found["card"]
    assert kind.layout(SideName.FRONT)["star"] == kind.layout(SideName.BACK)["star"]
