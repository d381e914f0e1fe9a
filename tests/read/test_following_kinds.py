"""Kinds some of whose keys follow from the fields of a piece: sizes, edges, bleeds, looks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.values.problems import ProblemsFound
from fustella.core.values.sizes import kinds_by_size
from tests.helpers.alone import game_alone, problems_alone

FIELDS = "worth: number, rarity: common | rare, colour?: colour, grain?: word"


def files_of(keys, *pieces, layout="", front="ready/token"):
    """The files of a game with one kind that has these keys, and these pieces."""
    text = "title: T\nlanguages: [en]\ncolours: {gold: '#c9a227', ink: '#222222'}\n"
    text += f"kinds:\n  token:\n    front: {front}\n    back: ready/back\n"
    text += f"    fields: {{front: {{{FIELDS}}}}}\n"
    text += "".join(f"    {key}\n" for key in keys) + layout
    rows = "".join(f"- {piece}\n" for piece in pieces or (token("one"),))
    return {"game.yaml": text, "tokens.yaml": f"kind: token\npieces:\n{rows}"}


def token(name, worth=1, rarity="common", more=""):
    values = f"title: {name}, worth: {worth}, rarity: {rarity}, icon: mdi:star{more}"
    return f"{{id: {name}, name: {name}, front: {{{values.partition(', ')[2]}}}}}"


PIECES = (token("one"), token("two", 2, "rare"), token("five", 5), token("ten", 10, "rare"))


@pytest.fixture
def kinds(tmp_path):
    """The kind of each piece of such a game, by the piece's id."""

    def find(keys, *pieces, **more):
        game = game_alone(tmp_path, files_of(keys, *(pieces or PIECES), **more))
        return {piece.id: piece.kind for piece in game.pieces}

    return find


@pytest.fixture
def faults(tmp_path):
    """The faults of such a game, each as `line key code message`."""

    def find(keys, *pieces, **more):
        found = problems_alone(tmp_path, files_of(keys, *(pieces or PIECES), **more))
        return [f"{p.place.line} {p.place.key} {p.code} {p.message}" for p in found]

    return find


def test_edge_follows_from_a_field(kinds):
    found = kinds(["edge: {by: rarity, rare: gold, else: ink}"])
    assert {name: kind.edge for name, kind in found.items()} == {
        "one": "ink",
        "two": "gold",
        "five": "ink",
        "ten": "gold",
    }


def test_pieces_of_equal_keys_share_their_kind(kinds):
    found = kinds(["edge: {by: rarity, rare: gold, else: ink}"])
    assert found["one"] is found["five"]
    assert found["two"] is found["ten"]
    assert {kind.id for kind in found.values()} == {"token"}


@pytest.mark.parametrize(
    ("keys", "widths"),
    [
        (["diameter: {by: worth > 3, true: 30mm, false: 20mm}"], [20, 20, 30, 30]),
        (["diameter: {by: worth, 5: 25mm, else: 15mm}"], [15, 15, 25, 15]),
        (['diameter: "{=10 + 2 * worth}mm"'], [12, 14, 20, 30]),
        (["diameter: {by: rarity, rare: '{=10 * worth}mm', else: 1in}"], [25.4, 20, 25.4, 100]),
        (["shape: rectangle", "size: {by: rarity, rare: tarot, common: poker}"], [63.5, 70] * 2),
        (["shape: rectangle", "height: 9mm", 'width: "{=9 * worth}mm"'], [9, 18, 45, 90]),
        (["shape: hexagon", "across_flats: {by: rarity, rare: 40mm, else: 30mm}"], [30, 40] * 2),
    ],
)
def test_size_follows_from_a_field(kinds, keys, widths):
    found = kinds(keys)
    assert [round(kind.outline.size.width_mm, 4) for kind in found.values()] == widths


@pytest.mark.parametrize(
    ("key", "attribute", "values"),
    [
        ("bleed: {by: rarity, rare: 3mm, else: 0mm}", "bleed_mm", [0, 3, 0, 3]),
        ('safe: "{=worth / 10}mm"', "safe_mm", [0.1, 0.2, 0.5, 1]),
        ("looks: {by: rarity, rare: 3, else: 1}", "looks", [1, 3, 1, 3]),
        (
            "grain: {by: worth > 3, true: height, false: width}",
            "grain",
            ["width"] * 2 + ["height"] * 2,
        ),
    ],
)
def test_other_keys_follow_from_a_field(kinds, key, attribute, values):
    assert [getattr(kind, attribute) for kind in kinds([key]).values()] == values


def test_field_that_is_empty_leaves_the_key_out(kinds):
    found = kinds(["edge: {by: colour, gold: gold}"], token("one"))
    assert found["one"].edge == "paper"  # as the ready face has it


def test_none_of_a_choice_leaves_the_key_out(kinds):
    found = kinds(["bleed: {by: rarity, rare: 2mm, else: none}", "edge: {by: rarity, else: none}"])
    assert [kind.bleed_mm for kind in found.values()] == [0, 2, 0, 2]
    assert {kind.edge for kind in found.values()} == {""}


def test_zones_are_placed_on_the_size_of_each_piece(kinds):
    layout = "    layout: {front: {worth: {x: 10%, right: 10%, y: 60%, height: 20%}}}\n"
    found = kinds(["diameter: {by: worth > 3, true: 30mm, else: 20mm}"], layout=layout)
    widths = [kind.front_layout["worth"]["width"] for kind in found.values()]
    assert widths == [16, 16, 24, 24]


def test_zones_and_keys_may_both_follow(kinds):
    layout = "    layout: {front: {worth: {x: 10%, right: 10%, y: 60%, height: 20%, "
    layout += "fill: {by: rarity, rare: gold, else: none}}}}\n"
    found = kinds(["diameter: {by: worth > 3, true: 30mm, else: 20mm}"], layout=layout)
    zones = [
        (kind.front_layout["worth"]["width"], kind.front_layout["worth"]["fill"])
        for kind in found.values()
    ]
    assert zones == [(16, "none"), (16, "gold"), (24, "none"), (24, "gold")]


def test_fields_that_decide_need_not_be_drawn(kinds):
    for kind in kinds(["edge: {by: rarity, rare: gold, else: ink}"]).values():
        assert "front.rarity" in kind.deciding


def test_kind_of_several_sizes_is_parted_where_one_size_is_needed(tmp_path):
    keys = ["diameter: {by: worth > 3, true: 30mm, false: 20mm}"]
    game = game_alone(tmp_path, files_of(keys, *PIECES))
    kinds = kinds_by_size(game.pieces)
    assert [kind.id for kind in kinds.values()] == ["token-20x20mm"] * 2 + ["token-30x30mm"] * 2
    assert str(kinds["ten"].name.in_language("en")) == "Tokens, 30 × 30 mm"
    assert {kind.deck for kind in kinds.values()} == {"token"}


def test_kind_of_one_size_is_not_parted(tmp_path):
    game = game_alone(tmp_path, files_of(["edge: {by: rarity, rare: gold, else: ink}"], *PIECES))
    assert {kind.id for kind in kinds_by_size(game.pieces).values()} == {"token"}


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (
            ["edge: {by: rarity, rare: golden, else: ink}"],
            "9 kinds.token.edge E115 there is no colour `golden`",
        ),
        (
            ["edge: {by: rarity, legendary: gold, else: ink}"],
            "9 kinds.token.edge.legendary E165 `rarity` is never `legendary`",
        ),
        (
            ["edge: {by: rarity, rare: gold}"],
            "9 kinds.token.edge E165 `rarity` is `common`, which has no value here"
            " (and of 1 more piece)",
        ),
        (
            ["edge: {by: rareness, rare: gold, else: ink}"],
            "9 kinds.token.edge.by E163 `rareness` is no field of this side (and of 3 more pieces)",
        ),
        (
            ["diameter: {by: worth, 5: 20, else: 15mm}"],
            "9 kinds.token.diameter E109 20 has no unit",
        ),
        (
            ["diameter: =worth * 10"],
            "9 kinds.token.diameter E109 10 has no unit (and of 3 more pieces)",
        ),
        (
            ['diameter: "{=worth * 1000}mm"'],
            "9 kinds.token.diameter E110 5000mm is too large (and of 1 more piece)",
        ),
        (
            ["deck: {by: rarity, rare: a, else: b}"],
            "9 kinds.token.deck E104 `deck` is the same for all pieces of a kind: "
            "no field chooses it",
        ),
        (
            ["stock: {by: rarity, rare: board, else: card}"],
            "9 kinds.token.stock E104 `stock` is the same for all pieces of a kind: "
            "no field chooses it",
        ),
    ],
)
def test_fault_of_a_key_that_follows_is_told_at_the_key(faults, keys, says):
    assert faults(keys) == [says]


def test_length_that_is_computed_without_a_unit_is_told_how_to_have_one(tmp_path):
    (problem,) = problems_alone(tmp_path, files_of(["diameter: =worth * 10"]))
    assert problem.hint == 'write the unit behind it: diameter: "{=worth * 10}mm"'


def test_template_cannot_be_chosen_by_a_field(faults):
    (found,) = faults([], front="{by: rarity, rare: ready/token, else: ready/counter}")
    assert found.startswith("6 kinds.token.front E104 `front` is the same for all pieces")


def test_zone_that_does_not_fit_one_of_the_sizes_is_told_with_the_piece(faults):
    layout = "    layout: {front: {worth: {x: 2mm, width: 20mm, y: 5mm, height: 5mm}}}\n"
    keys = ["diameter: {by: worth, 2: 18mm, else: 30mm}"]
    (found,) = faults(keys, layout=layout)
    assert "E110 the zone goes 4.0 mm beyond the trim" in found


PARTS = [
    "worth",
    "rarity",
    "{",
    "}",
    "=",
    "mm",
    " ",
    "'",
    '"',
    "by",
    ":",
    "[",
    "1",
    "*",
    "none",
    ",",
]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["edge", "diameter", "bleed", "looks", "grain", "corner", "turn", "stock"]),
    st.lists(st.sampled_from(PARTS), max_size=8).map("".join),
)
def test_any_value_of_a_key_is_read_or_told(tmp_path_factory, key, typed):
    files = files_of([f"{key}: {typed}"], *PIECES)
    folder = tmp_path_factory.mktemp("any")
    try:
        game_alone(folder, files)
    except ProblemsFound as faults:
        assert all(fault.hint for fault in faults.problems if fault.code != "E100")
