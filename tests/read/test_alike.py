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


def told(folder, text):
    """The faults of a game of these kinds, each as its code, its key and its message."""
    found = problems_alone(folder, {"game.yaml": HEAD + text, "cards.yaml": LIST})
    return [(each.code, each.place.key, each.message) for each in found]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("card",), "a kind is not like itself"),
        (("card", "spell"), "`card` and `spell` are each like the other"),
        (("card", "spell", "land"), "`card`, `spell` and `land` are each like the next"),
        (("card", "a", "b", "c"), "`card`, `a`, `b` and `c` are each like the next"),
    ],
)
def test_circle_of_kinds_is_told_once(tmp_path, names, message):
    after = (*names[1:], names[0])
    kinds = "".join(
        f"  {name}: {{like: {other}, front: ready/card}}\n"
        for name, other in zip(names, after, strict=True)
    )
    (found,) = told(tmp_path, kinds)
    assert found[1:] == ("kinds.card.like", message)


def test_kind_that_leads_into_a_circle_is_not_told_besides(tmp_path):
    text = "  card: {like: spell}\n  spell: {like: card}\n  land: {like: card}\n"
    assert [each[1] for each in told(tmp_path, text)] == ["kinds.card.like"]


@pytest.mark.parametrize("ready", ["ready/card", "ready/back"])
def test_fault_of_both_is_told_once(tmp_path, ready):
    text = f"  card:\n    front: ready/card\n    back: {ready}\n    layout:\n"
    text += "      both:\n        title: {size: 9, colour: golf}\n        gem: {x: 5}\n"
    keys = [each[1] for each in told(tmp_path, text) if each[1].startswith("kinds")]
    assert keys.count("kinds.card.layout.both.title.size") == 1
    assert not [key for key in keys if ".front.title" in key or ".back.title" in key]


def test_fault_of_a_side_is_not_told_of_both(tmp_path):
    text = "  card:\n    front: ready/card\n    layout:\n"
    text += "      both: {title: {size: 9pt}}\n      front: {title: {size: 9, align: middle}}\n"
    assert [each[1] for each in told(tmp_path, text)] == [
        "kinds.card.layout.front.title.align",
        "kinds.card.layout.front.title.size",
    ]


BASE = """\
  card:
    front: ready/card
    back: ready/back
    edge: paper
    bleed: 2mm
    looks: 2
    fields: {front: {power?: number, charm?: word, extra?: word}, back: {seal?: word}}
    layout:
      both: {star: {x: 5mm, y: 5mm, width: 5mm, height: 5mm, fill: accent, turn: 20}}
      front:
        title: {size: 9pt, align: center}
        gem: {x: 5mm, y: 15mm, width: 5mm, height: 5mm, fill: accent, when: power is given}
        charm: {text: "{id}", x: 5mm, y: 25mm, width: 9mm, height: 5mm}
      back: {seal: {x: 5mm, y: 15mm, width: 5mm, height: 5mm}}
"""


def like_card(kinds, own):
    return kinds(f"{BASE}  spell: {{like: card, {own}}}\n")["spell"]


def test_none_takes_a_side_away_with_its_fields_and_zones(kinds):
    spell = like_card(kinds, "back: none")
    assert spell.back is None
    assert not [*spell.back_layout]


def test_none_takes_a_key_of_a_kind_away(kinds):
    spell = like_card(kinds, "bleed: none, looks: none")
    assert (spell.bleed_mm, spell.looks) == (0, 1)


def test_none_takes_a_key_of_a_zone_away(kinds):
    spell = like_card(kinds, "layout: {front: {title: {size: none}}}")
    assert zone(spell, "title")["size"] != 9
    assert zone(spell, "title")["align"] == "center"


def test_none_takes_a_condition_away(tmp_path):
    text = BASE + "  spell: {like: card, layout: {front: {gem: {when: none}}}}\n"
    rows = "kind: {by: type, a: card, else: spell}\npieces:\n"
    rows += "- {id: owl, front: {title: Owl, type: a}}\n- {id: fox, front: {title: Fox}}\n"
    game = game_alone(tmp_path, {"game.yaml": HEAD + text, "cards.yaml": rows})
    shown = {piece.id: zone(piece.kind, "gem")["show"] for piece in game.pieces}
    assert shown == {"owl": False, "fox": True}


def test_none_takes_a_text_and_a_field_away(tmp_path):
    own = "fields: {front: {extra: none}}, layout: {front: {charm: {text: none}}}"
    text = f"{BASE}  spell: {{like: card, {own}}}\n"
    rows = "kind: spell\npieces:\n- {id: owl, front: {title: Owl}}\n"
    game = game_alone(tmp_path, {"game.yaml": HEAD + text, "cards.yaml": rows})
    front = game.pieces[0].front
    assert front["charm"] is None
    assert "extra" not in front


def test_none_takes_away_what_both_says(kinds):
    both = like_card(kinds, "layout: {both: {star: {turn: none}}}")
    assert zone(both, "star")["turn"] == 0
    side = like_card(kinds, "layout: {front: {star: {turn: none}}}")
    assert zone(side, "star")["turn"] in (0, 20)
    one = kinds(BASE.replace("title: {size: 9pt, align: center}", "star: {turn: none}"))
    assert zone(one["card"], "star")["turn"] == 0


def test_none_of_a_colour_is_a_value(kinds):
    spell = like_card(kinds, "edge: none, layout: {front: {gem: {fill: none}}}")
    assert spell.edge == ""
    assert zone(spell, "gem")["fill"] == "none"


def test_none_without_another_kind_is_told(tmp_path):
    found = told(tmp_path, "  card: {front: ready/card, back: none}\n")
    assert found == [("E117", "kinds.card.back", "there is no template `none`")]


def test_choice_by_another_field_stands_alone(tmp_path):
    base = BASE.replace(
        "fill: accent, when", "fill: {by: charm, a: accent, b: ink, else: none}, when"
    )
    own = "layout: {front: {gem: {fill: {by: power, 1: ink}}}}"
    more = "layout: {front: {gem: {fill: {b: paper}}}}"
    text = f"{base}  spell: {{like: card, {own}}}\n  land: {{like: card, {more}}}\n"
    rows = "kind: {by: type, s: spell, else: land}\npieces:\n"
    rows += "- {id: owl, front: {title: Owl, type: s, power: 1, charm: b}}\n"
    rows += "- {id: fox, front: {title: Fox, power: 1, charm: b}}\n"
    rows += "- {id: bat, front: {title: Bat, power: 1, charm: a}}\n"
    game = game_alone(tmp_path, {"game.yaml": HEAD + text, "cards.yaml": rows})
    fills = {piece.id: zone(piece.kind, "gem")["fill"] for piece in game.pieces}
    assert fills == {"owl": "ink", "fox": "paper", "bat": "accent"}
