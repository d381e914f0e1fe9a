"""Expressions with fields and functions, and the keys of a claim."""

import pytest

from fustella.check.context import flag_of, listed, table, text_of
from fustella.check.errors import InvalidClaim
from fustella.core.values.claims import Claim

KEYS = """
- id: it
  check: sum
  one: 1 + 1
  many: [1, two]
  keys: {a: 1}
  yes: true
  number: 6
"""


@pytest.fixture
def claim(box) -> Claim:
    return box.claims(KEYS).claims[0]


@pytest.mark.parametrize(
    ("piece", "text", "value"),
    [
        ("castle", "copies - 1", 39),
        ("castle", "front.level * back.level", 6),
        ("castle", "front.weight * 2", 5),
        ("castle", "front.gap", 2),
        ("castle", "width_mm / height_mm * 3", 2),
        ("castle", "front.rows[2].places", 4),
        ("castle", "front.rows[icon=mdi:castle].places", 2),
        ("castle", "entries(front.rows)", 2),
        ("castle", "entries(front.tags) + 1", 3),
        ("castle", "entries(front.level)", 1),
        ("wheat-field", "front.free", 1),
        ("wheat-mill", "front.free + front.cost", 0),
        ("wheat-mill", "entries(front.rows)", 0),
        ("peak", "cells(front.grid, F)", 3),
        ("peak", "cells(front.grid, M, W)", 3),
        ("peak", "cells(front.grid, MW)", 3),
        ("peak", "cells(front.grid, x)", 0),
        ("lake", "cells(front.grid, F)", 0),
        (None, "count(card)", 44),
        (None, "count(castle)", 40),
        (None, 'count("wheat-*")', 4),
        (None, "count(tile) + count(token)", 12),
        (None, "players", 3),
    ],
)
def test_context_evaluate_with_piece_reads_fields_and_functions(box, piece, text, value):
    context, claims = box.context(KEYS)
    at = box.piece(piece) if piece else None
    found = context.evaluate(claims.claims[0], text, "that", at, {"players": 3})
    assert found.value == value


@pytest.mark.parametrize(
    ("piece", "text", "code"),
    [
        (None, "copies", "E506"),
        (None, "front.level", "E506"),
        (None, "entries(front.rows)", "E508"),
        (None, "cells(front.grid, F)", "E508"),
        (None, "count(knight)", "E506"),
        (None, "count()", "E508"),
        (None, "count(card, tile)", "E508"),
        (None, "total(card)", "E508"),
        ("castle", "front.mark", "E505"),
        ("castle", "front.tags", "E505"),
        ("castle", "front.note", "E505"),
        ("castle", "front.levle", "E506"),
        ("castle", "entries(front.row)", "E506"),
        ("castle", "entries(front.rows, 2)", "E508"),
        ("castle", "cells(front.grid)", "E508"),
        ("castle", "middle.level", "E506"),
    ],
)
def test_context_evaluate_unknown_name_raises(box, piece, text, code):
    context, claims = box.context(KEYS)
    at = box.piece(piece) if piece else None
    with pytest.raises(InvalidClaim) as raised:
        context.evaluate(claims.claims[0], text, "that.1", at)
    assert (raised.value.code, raised.value.key) == (code, "that.1")
    assert raised.value.hint


def test_context_evaluate_list_or_nothing_raises(box):
    context, claims = box.context(KEYS)
    (claim,) = claims.claims
    for typed in (claim.parameters["keys"], claim.parameters["many"], None):
        with pytest.raises(InvalidClaim) as raised:
            context.compare(claim, typed, "that")
        assert raised.value.code == "E508"


def test_keys_of_a_claim_are_read(claim):
    assert listed(claim, "one") == ("1 + 1",)
    assert listed(claim, "many") == (1, "two")
    assert listed(claim, "none") == ()
    assert table(claim, "keys")["a"] == 1
    assert list(table(claim, "none")) == []
    assert text_of(claim, "one") == "1 + 1"
    assert text_of(claim, "number") == "6"
    assert text_of(claim, "none", "n") == "n"
    assert flag_of(claim, "yes")
    assert not flag_of(claim, "none")


@pytest.mark.parametrize(
    ("reader", "key"),
    [(table, "one"), (table, "many"), (text_of, "keys"), (text_of, "many"), (flag_of, "number")],
)
def test_keys_with_wrong_values_raise(claim, reader, key):
    with pytest.raises(InvalidClaim) as raised:
        reader(claim, key)
    assert (raised.value.code, raised.value.key) == ("E505", key)
    assert raised.value.hint


@pytest.mark.parametrize(
    ("pieces", "path", "others"),
    [
        ("castle", "copies", ""),
        ("castle", "front.level", ""),
        ("wheat-field", "copies", "wheat-mill"),
        ("wheat-field wheat-mill", "copies", "ghost"),
        ("wheat-field wheat-mill ghost", "copies", ""),
        ("wheat-field", "front.level", "wheat-mill"),
        ("coin-red", "copies", "coin-blue"),
        ("coin-red", "front.value", ""),
        ("coin-blue", "front.value", ""),
        ("lake", "front.defence", ""),
    ],
)
def test_context_shared_number_names_the_other_pieces(box, pieces, path, others):
    from fustella.check.selection import field_of

    context, _ = box.context(KEYS)
    chosen = [box.piece(name) for name in pieces.split()]
    reason = context.shared(chosen, path, field_of(chosen[0], path).place)
    assert bool(reason) == bool(others)
    assert others in reason
