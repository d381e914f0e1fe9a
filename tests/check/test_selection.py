"""The pieces that a claim selects."""

import pytest

from fustella.check.context import CheckContext
from fustella.check.errors import InvalidClaim


def selected(box, typed: str) -> str:
    context, claims = box.context(f"- id: it\n  check: count\n  of: {typed}")
    return " ".join(piece.id for piece in context.pieces(claims.claims[0]))


@pytest.mark.parametrize(
    ("typed", "pieces"),
    [
        ("castle", "castle"),
        ('"wheat-*"', "wheat-field wheat-mill"),
        ('"*l"', "wheat-mill"),
        ("[peak, castle]", "peak castle"),
        ('["wheat-*", wheat-mill, castle]', "wheat-field wheat-mill castle"),
        ("ghost", "ghost"),
        ('"*t"', "ghost"),
        ("{kind: card}", "castle wheat-field wheat-mill"),
        ("{kind: [tile, token]}", "peak lake coin-red coin-blue"),
        ('{id: "*h*st"}', "ghost"),
        ("{kind: tile, id: [peak, castle]}", "peak"),
        ("{kind: card, front.level: 1}", "wheat-field wheat-mill"),
        ("{front.level: [1, 3]}", "castle wheat-field wheat-mill"),
        ("{back.level: 2}", "castle"),
        ("{kind: card, front.level: 1, front.free: true}", "wheat-field"),
        ("{kind: card, front.free: false}", "castle wheat-mill"),
        ("{kind: card, front.free: any}", "wheat-field"),
        ("{kind: card, front.free: none}", "castle wheat-mill"),
        ("{kind: card, front.cost: any}", "castle wheat-field"),
        ("{kind: card, front.cost: none}", "wheat-mill"),
        ("{kind: card, front.cost: [none, 7]}", "castle wheat-mill"),
        ("{kind: card, front.cost: 0}", "wheat-field"),
        ("{kind: card, front.weight: 2.5}", "castle"),
        ("{kind: card, front.tags: keep}", "castle"),
        ("{kind: token, front.rim: sea}", "coin-blue"),
        ('{kind: token, front.rim: "#336699"}', "coin-blue"),
        ("{name: Castle}", "castle"),
        ("{kind: card, front.tags: [moat, stone]}", "castle"),
        ("{kind: card, front.tags: any}", "castle"),
        ("{kind: card, front.tags: none}", "wheat-field wheat-mill"),
        ('{kind: card, front.note: "Prendi **2** {gold}, poi tre."}', "castle"),
        ('{kind: card, front.note: "Take **2** {gold}, then three."}', "castle"),
        ('{kind: card, "front.rows[icon=own:hut].places": 4}', "castle"),
        ("{copies: 2}", "wheat-field wheat-mill"),
        ("{faces: 1}", "peak lake coin-red coin-blue"),
        ("{sides: 6, front.defence: 4}", "peak"),
        ("{front.value: 5}", "coin-blue"),
        ("{front.level: 9}", ""),
        ("{front.defence: 9}", ""),
        ("{kind: card, front.cost: 9}", ""),
        ("{}", "castle wheat-field wheat-mill peak lake coin-red coin-blue"),
    ],
)
def test_select_by_ids_and_conditions_gives_the_pieces(box, typed, pieces):
    assert selected(box, typed) == pieces


def test_select_by_false_flag_treats_it_as_not_given(box):
    box.edit("cards.yaml", "{free: true, cost: 0}", "{free: false, cost: 0}")
    assert selected(box, "{kind: card, front.free: any}") == ""
    assert selected(box, "{kind: card, front.free: false}") == "castle wheat-field wheat-mill"


@pytest.mark.parametrize("order", [True, False])
def test_select_by_field_of_some_kinds_raises_nothing_in_any_order(box, order):
    """Nothing is selected, whichever piece comes last."""
    kinds = "[card, tile]" if order else "[tile, card]"
    assert selected(box, f"{{kind: {kinds}, front.defence: 9}}") == ""
    assert selected(box, f"{{kind: {kinds}, front.level: 9}}") == ""


@pytest.mark.parametrize(
    ("typed", "code", "key", "hint"),
    [
        ("castel", "E506", "of", "`castle`"),
        ('"barley-*"', "E506", "of", ""),
        ("tile", "E506", "of", "{kind: tile}"),
        ("[castle, pek]", "E506", "of", "`peak`"),
        ("12", "E505", "of", "{kind: …}"),
        ("[]", "E505", "of", "{kind: …}"),
        ("[{kind: card}]", "E505", "of", "{kind: …}"),
        ("{kind: crad}", "E506", "of.kind", "`card`"),
        ("{kind: [card, tiel]}", "E506", "of.kind", "`tile`"),
        ("{id: castel}", "E506", "of.id", "`castle`"),
        ("{front.levle: 1}", "E506", "of.front.levle", ""),
        ("{kind: tile, front.defense: 1}", "E506", "of.front.defense", "`defence`"),
        ("{level: 1}", "E506", "of.level", "front."),
    ],
)
def test_select_by_unknown_names_raises(box, typed, code, key, hint):
    with pytest.raises(InvalidClaim) as raised:
        selected(box, typed)
    assert (raised.value.code, raised.value.key) == (code, key)
    assert hint in raised.value.hint


def test_select_under_another_key_gives_the_pieces(box):
    context, claims = box.context("- {id: it, check: map, tiles: {kind: tile}}")
    assert isinstance(context, CheckContext)
    assert [piece.id for piece in context.pieces(claims.claims[0], "tiles")] == ["peak", "lake"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("{knd: card}", "kind"), ("{level: 3}", "front.level"), ("{ids: x}", "id")]
)
def test_select_by_unknown_condition_names_no_kind(box, typed, meant):
    with pytest.raises(InvalidClaim, match="no piece has a field") as raised:
        selected(box, typed)
    assert raised.value.hint == f"did you mean `{meant}`?"
