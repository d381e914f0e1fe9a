"""Players' colours: their shapes, their distances, and how distances are computed."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.colour import BLIND, GREY, NORMAL, SIGHTS, ciede2000, distance, lab_of
from fustella.core.values.problems import ProblemsFound
from tests.check.lint.conftest import GAME, MakeBox

PLAYERS = "players: {of: {kind: army}, colour: front.colour, shape: front.mark}"
OKABE_ITO = {
    "#E69F00": "circle",
    "#56B4E9": "square",
    "#009E73": "triangle",
    "#CC79A7": "diamond",
    "#0072B2": "star",
    "#D55E00": "cross",
}


def armies(colours: dict[str, str]) -> str:
    return "\n".join(
        f'- {{id: army-{number}, name: {{it: A, en: A}}, front: {{colour: "{colour}"'
        + (f", mark: {mark}" if mark else "")
        + "}}"
        for number, (colour, mark) in enumerate(colours.items())
    )


def test_colours_of_okabe_and_ito_with_shapes_find_nothing(box: MakeBox) -> None:
    assert box(PLAYERS, army=armies(OKABE_ITO)).has() == []


def test_colours_without_players_find_nothing(box: MakeBox) -> None:
    assert box(army=armies({"#E69F00": "", "#E69F01": ""})).has() == []


def test_colours_with_same_shape_name_the_sights_that_look_alike(box: MakeBox) -> None:
    (found,) = box(PLAYERS, army=armies({"#E69F00": "circle", "#56B4E9": "circle"})).lint()
    assert found.claim == "lint-colours"
    assert found.has == (
        "#e69f00 and #56b4e9 have the same shape, circle, and look alike in a grey print (0.6)"
    )
    assert [place.line for place in (found.place, *found.where)] == [5, 4]


def test_colours_far_apart_with_same_shape_are_reported(box: MakeBox) -> None:
    found = box(PLAYERS, army=armies({"#000000": "circle", "#ffffff": "circle"})).has()
    assert found == ["5: #000000 and #ffffff have the same shape, circle"]


def test_colours_with_missing_shape_are_reported(box: MakeBox) -> None:
    found = box(PLAYERS, army=armies({"#000000": "circle", "#ffffff": ""})).has()
    assert found == ["5: #000000 and #ffffff are not told apart by shape: one has none"]


def test_colours_too_near_for_normal_sight_are_reported(box: MakeBox) -> None:
    found = box(PLAYERS, army=armies({"#0072B2": "star", "#2060C0": "circle"})).has()
    assert [part for part in found if "apart in normal sight; 20 are needed" in part]


@pytest.mark.parametrize(
    ("first", "second", "sight"),
    [
        ("#cc0000", "#3c3c00", "protanopia"),
        ("#e05050", "#8c8a40", "deuteranopia"),
        ("#30b080", "#40a8e0", "tritanopia"),
    ],
)
def test_colours_too_near_for_the_colour_blind_are_reported(
    box: MakeBox, first: str, second: str, sight: str
) -> None:
    assert distance(first, second, NORMAL) > 20
    found = box(PLAYERS, army=armies({first: "star", second: "circle"})).has()
    assert [part for part in found if f"apart in {sight}; 10 are needed" in part]


def test_colours_alike_in_grey_alone_find_nothing(box: MakeBox) -> None:
    assert distance("#E69F00", "#56B4E9", GREY) < 1
    assert box(PLAYERS, army=armies({"#E69F00": "circle", "#56B4E9": "square"})).has() == []


def test_colours_named_by_a_word_are_resolved(box: MakeBox) -> None:
    sides = """
      - {id: a, name: {it: A, en: A}, front: {side: orange, mark: x}}
      - {id: b, name: {it: B, en: B}, front: {side: sky, mark: x}}
    """
    found = box(PLAYERS.replace("front.colour", "front.side"), army=sides).has()
    assert len(found) == 1
    assert "have the same shape, x" in found[0]


def test_colours_of_one_player_are_compared_once(box: MakeBox) -> None:
    sides = """
      - {id: a, name: {it: A, en: A}, front: {colour: orange, mark: x}}
      - {id: b, name: {it: B, en: B}, front: {colour: "#e69f00", mark: x}}
    """
    assert box(PLAYERS, army=sides).has() == []


def test_colours_of_ignored_pieces_are_not_checked(box: MakeBox) -> None:
    ignore = "\nignore: [{rule: colours, of: army-1, why: the bank plays it}]"
    assert box(PLAYERS + ignore, army=armies({"#000000": "x", "#ffffff": "x"})).has() == []


@pytest.mark.parametrize(
    ("players", "key"),
    [
        ("players: orange", "lint.players"),
        ("players: {of: {kind: army}, colour: front.colour}", "lint.players"),
        (PLAYERS.replace("front.mark", "front.form"), "lint.players.shape"),
        (PLAYERS.replace("front.colour", "front.mark"), "lint.players.colour"),
        (PLAYERS.replace("kind: army", "kind: armour"), "lint.players.of.kind"),
    ],
)
def test_colours_with_invalid_players_are_a_problem(box: MakeBox, players: str, key: str) -> None:
    with pytest.raises(ProblemsFound) as raised:
        box(players, army=armies({"#000000": "x"})).lint()
    (problem,) = raised.value.problems
    assert problem.place.key == key
    assert problem.place.line == 7


# Sharma, Wu and Dalal 2005, table 1.
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
    ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "second", "expected"), SHARMA)
def test_distance_ciede2000_equals_published_values(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(first, second) == pytest.approx(expected, abs=5e-5)
    assert ciede2000(second, first) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("colour", "lab"),
    [
        ("#ffffff", (100, 0, 0)),
        ("#000000", (0, 0, 0)),
        ("#ff0000", (53.24, 80.09, 67.20)),
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
    ],
)
def test_lab_of_known_colours_equals_published_values(
    colour: str, lab: tuple[float, float, float]
) -> None:
    assert lab_of(colour) == pytest.approx(lab, abs=0.02)


@pytest.mark.parametrize("sight", SIGHTS)
def test_sight_of_greys_is_the_same_for_all(sight: str) -> None:
    for grey in ("#000000", "#777777", "#ffffff"):
        assert lab_of(grey, sight) == pytest.approx(lab_of(grey), abs=0.01)


def test_sight_outside_the_gamut_is_bounded() -> None:
    assert lab_of("#ff0000", "tritanopia") == pytest.approx(lab_of("#ff0010"), abs=0.5)


def test_distance_of_black_and_white_is_100_in_every_sight() -> None:
    for sight in SIGHTS:
        assert distance("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.01)


def test_distance_of_okabe_and_itos_colours_is_as_documented() -> None:
    def least(*sights: str) -> float:
        return min(distance(a, b, s) for a, b in combinations(OKABE_ITO, 2) for s in sights)

    assert least(NORMAL) == pytest.approx(22.2, abs=0.05)
    assert least(*BLIND) == pytest.approx(10.9, abs=0.05)


COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(COLOURS, COLOURS, st.sampled_from(SIGHTS))
def test_distance_is_symmetric_and_zero_to_itself(first: str, second: str, sight: str) -> None:
    there, back = distance(first, second, sight), distance(second, first, sight)
    assert there == pytest.approx(back, abs=1e-6)
    assert there >= 0
    assert distance(first, first, sight) == pytest.approx(0, abs=1e-9)


@given(COLOURS)
def test_sight_of_grey_print_keeps_lightness_only(colour: str) -> None:
    lightness, a, b = lab_of(colour, GREY)
    assert lightness == pytest.approx(lab_of(colour)[0], abs=0.01)
    assert (a, b) == pytest.approx((0, 0), abs=0.01)


SAME = "#e69f00"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('colour: "#E69F00", mark: circle', 'colour: "#E69F00", mark: square'),
        ('colour: "#E69F00", mark: circle', "colour: orange, mark: square"),
        ('colour: "#e69f00", mark: star', 'colour: "#E69F00", mark: circle'),
        ("colour: orange, mark: x", "colour: orange, mark: y"),
    ],
)
def test_two_players_of_one_colour_are_reported(box: MakeBox, first: str, second: str) -> None:
    sides = f"""
      - {{id: a, name: {{it: A, en: A}}, front: {{{first}}}}}
      - {{id: b, name: {{it: B, en: B}}, front: {{{second}}}}}
    """
    (found,) = box(PLAYERS, army=sides).lint()
    assert f"have the same colour, {SAME}" in found.has
    assert [place.line for place in (found.place, *found.where)] == [6, 5]


def test_two_names_of_one_colour_are_two_players(box: MakeBox) -> None:
    """The colour of a side may be changed in game.yaml, to that of another."""
    sides = """
      - {id: a, name: {it: A, en: A}, front: {side: orange}}
      - {id: b, name: {it: B, en: B}, front: {side: sky}}
    """
    players = PLAYERS.replace("front.colour", "front.side").replace("front.mark", "front.side")
    assert box(players, army=sides).has() == []
    alike = box(players, army=sides, game_yaml=GAME.replace("#56B4E9", "#E69F00")).has()
    assert alike == ["6: the players “orange” and “sky” have the same colour, #e69f00"]
    nearly = box(players, army=sides, game_yaml=GAME.replace("#56B4E9", "#E69F10")).has()
    assert any("apart in normal sight; 20 are needed" in one for one in nearly)


def test_player_of_two_shapes_is_one_where_a_field_says_whose_pieces_they_are(box: MakeBox) -> None:
    sides = """
      - {id: a, name: {it: A, en: A}, front: {side: first, colour: orange, mark: x}}
      - {id: b, name: {it: B, en: B}, front: {side: first, colour: orange, mark: y}}
      - {id: c, name: {it: C, en: C}, front: {side: other, colour: sky, mark: z}}
    """
    players = PLAYERS.replace("front.mark}", "front.mark, player: front.side}")
    assert box(players, army=sides).has() == []
    found = box(players, army=sides.replace("sky, mark: z", "orange, mark: x")).has()
    assert found == ["7: the players “first” and “other” have the same colour, #e69f00"]
