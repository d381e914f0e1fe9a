"""Something that holds for every piece of a kind."""

import pytest

from fustella.core.values.claims import Repair, Verdict
from fustella.core.values.problems import Place
from tests.check.making import failed, rows

TILES = "content/kingdom/tiles.yaml"


def each(of: str, more: str) -> str:
    return f"lines: 5\ntext: 'level {{level=3}}, {{40}} castles'\ncheck: each\nof: {of}\n{more}"


@pytest.mark.parametrize(
    ("of", "more", "says", "has"),
    [
        ("castle", "that: copies = n", "each: copies = n", "all 1"),
        ("{kind: card}", "that: front.level <= level", "each: front.level <= level", "all 3"),
        ("{kind: tile}", "that: sides * 2 = 12", "each: sides * 2 = 12", "all 2"),
        (
            "{kind: card}",
            "that: width_mm * 3 = height_mm * 2",
            "each: width_mm * 3 = height_mm * 2",
            "all 3",
        ),
        (
            "peak",
            "that: cells(front.grid, F) = level",
            "each: cells(front.grid, F) = level",
            "all 1",
        ),
        ("castle", "that: entries(front.rows) = 2", "each: entries(front.rows) = 2", "all 1"),
        (
            "{kind: tile}",
            "that: [sides = 6, faces = 1]",
            "each: sides = 6 · each: faces = 1",
            "all 2",
        ),
        ("{kind: tile}", "has: front.defence", "each: front.defence", "all 2"),
        ("castle", "has: [front.rows, back.level]", "each: front.rows · each: back.level", "all 1"),
    ],
)
def test_each_that_holds_for_all_is_one_finding(box, of, more, says, has):
    assert rows(box.one(each(of, more))) == [(says, has, "holds")]


def test_each_names_every_piece_that_differs(box):
    found = box.one(each("{kind: card}", "that: [front.level = level, copies > 1]"))
    assert [one.verdict for one in found] == [Verdict.HOLDS, Verdict.DIFFERS, Verdict.DIFFERS]
    assert [(one.has.partition(":")[0], one.where[0].line) for one in found[1:]] == [
        ("wheat-field", 4),
        ("wheat-mill", 4),
    ]
    assert all("1 ≠ 3" in one.has for one in found[1:])


def test_each_with_field_on_the_left_is_repaired(box):
    found = failed(box.one(each("{kind: tile}", "that: front.defence = level * 2")))
    assert [one.repairs[0] for one in found] == [
        Repair(Place(TILES, 4, "front.defence"), "4", "6"),
        Repair(Place(TILES, 5, "front.defence"), "0", "6"),
    ]
    assert box.mended(found, "tiles.yaml").count("defence: 6") == 2
    found = failed(box.one(each("castle", "that: copies = n + 2")))
    assert "copies: 42     # forty" in box.mended(found, "cards.yaml")


def test_each_with_shared_number_is_repaired_once(box):
    found = failed(box.one(each('["wheat-*", ghost]', "that: front.level = level")))
    assert "front: {level: 3}" in box.mended(found, "cards.yaml")


@pytest.mark.parametrize(
    ("of", "that", "reason"),
    [
        ("peak", "level = front.defence", "more than one number"),
        ("peak", "front.defence + 1 = level", "more than one number"),
        ("peak", "front.defence < level", "more than one number"),
        ("peak", "(front.defence) = level", "more than one number"),
        ("lake", "copies = 2", "more than one number"),
        ("wheat-mill", "front.cost = level", "more than one number"),
        ("peak", "width_mm = 60", "size of a kind"),
        ("peak", "sides = 4", "size of a kind"),
        ("wheat-field", "front.level = level", "wheat-mill"),
        ("coin-red", "copies = 4", "coin-blue"),
    ],
)
def test_each_without_single_number_says_why_it_is_not_repaired(box, of, that, reason):
    (found,) = failed(box.one(each(of, f"that: {that}")))
    assert found.verdict is Verdict.DIFFERS
    assert not found.repairs
    assert reason in found.unfixable


@pytest.mark.parametrize(
    ("field", "without"),
    [
        ("front.cost", ["wheat-mill"]),
        ("front.rows", ["wheat-field", "wheat-mill"]),
        ("back.level", ["wheat-field", "wheat-mill"]),
        ("copies", []),
    ],
)
def test_each_with_missing_field_names_the_pieces(box, field, without):
    found = failed(box.one(each("{kind: card}", f"has: {field}")))
    assert [one.has.split(" ")[0] for one in found] == without
    assert all(field in one.unfixable and not one.repairs for one in found)


def test_each_has_with_zero_holds(box):
    assert failed(box.one(each("wheat-field", "has: front.cost"))) == []


def test_each_with_missing_entry_differs(box):
    (found,) = failed(box.one(each("castle", 'has: ["front.rows[3]"]')))
    assert found.verdict is Verdict.DIFFERS
    assert "castle" in f"{found.says} {found.has}"


@pytest.mark.parametrize(
    ("claim", "code", "key"),
    [
        ("check: each\nthat: 1 = 1", "E107", "it"),
        ("check: each\nof: castle", "E107", "it"),
        ("check: each\nof: castle\nthat: []", "E107", "it"),
        ("check: each\nof: castle\nthat: copies", "E508", "it.that"),
        ("check: each\nof: castle\nthat: front.levle = 3", "E506", "it.that"),
        ("check: each\nof: castle\nthat: front.mark = 3", "E505", "it.that"),
        ("check: each\nof: castle\nthat: [copies = 40, copies]", "E508", "it.that"),
        ("check: each\nof: castle\nthat: copies = n", "E506", "it.that"),
        ("check: each\nof: castle\nhas: front.levle", "E506", "it.has"),
        ("check: each\nof: {kind: [card, tile]}\nthat: front.defence > 0", "E506", "it.that"),
    ],
)
def test_each_that_makes_no_sense_is_a_problem(box, claim, code, key):
    problem = box.problem(claim)
    assert (problem.code, problem.place.key) == (code, key)


@pytest.mark.parametrize(
    ("that", "why"),
    [
        ("front.level = front.cost", "two numbers"),
        ("front.level = front.cost + 1", "two numbers"),
        ("front.level = copies / 20", "two numbers"),
        ("front.level = 2 + entries(front.rows)", "two numbers"),
        ('front.level = count("wheat-*")', "two numbers"),
        ("front.level = 9 / 2", "whole number"),
        ("copies = 25 / 2", "whole number"),
        ("copies = 3 - 3", "cannot be printed"),
        ("copies = 3 - 6", "cannot be printed"),
    ],
)
def test_each_that_may_be_repaired_wrongly_is_not_repaired(box, that, why):
    (found,) = failed(box.one(each("castle", f"that: {that}")))
    assert not found.repairs
    assert why in found.unfixable


def test_each_with_nothing_but_figures_on_the_right_is_repaired(box):
    (found,) = failed(box.one(each("castle", "that: front.level = (2 + 6) / 2")))
    assert [one.new for one in found.repairs] == ["4"]


def test_each_with_the_same_in_all_fields_holds(box):
    box.edit("cards.yaml", "back: {level: 2}", "back: {level: 3}")
    claim = "check: each\nof: castle\nsame: [front.level, back.level]"
    assert rows(box.one(claim)) == [("each: front.level = back.level", "all 1", "holds")]


def test_each_with_fields_that_are_not_the_same_names_the_piece(box):
    (found,) = box.one("check: each\nof: castle\nsame: [front.level, back.level]")
    assert (found.has, found.verdict) == ("castle: 3 ≠ 2", Verdict.DIFFERS)
    assert [place.key for place in found.where] == ["front.level", "back.level"]
