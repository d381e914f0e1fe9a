"""Boards as points and lines: starts, bases, cuts, ways."""

from pathlib import Path

import pytest

from fustella.check.kinds._boards import Lattice
from fustella.core.values.claims import Verdict
from tests.check.kinds.claimed import Claimed, failed, held

KINDS = """
board:
  name: {en: Boards}
  width: 60mm
  height: 90mm
  front: piece.svg.j2
  fields:
    front:
      columns: number
      rows: number
      walls: [{from: [decimal], to: [decimal]}]
      sides: [{side: word, base: [decimal], starts: [{reach: number, at: [[number]]}]}]
      name: word
army:
  name: {en: Armies}
  width: 20mm
  height: 20mm
  front: piece.svg.j2
  fields: {front: {side: word, reach: number}}
"""
# Five columns, four rows; the wall leaves one way, in the first column.
BOARD = """
kind: board
source: {lines: 1}
pieces:
  - id: plain
    name: {en: Plain}
    front:
      name: plain
      columns: 5
      rows: 4
      walls:
        - {from: [1.5, 2.5], to: [5.5, 2.5]}
      sides:
        - side: red
          base: [3, 1]
          starts:
            - {reach: 6, at: [[3, 1]]}
            - {reach: 2, at: [[2, 1], [4, 1]]}
        - side: blue
          base: [3, 4]
          starts:
            - {reach: 6, at: [[3, 4]]}
            - {reach: 2, at: [[2, 4], [4, 4]]}
"""
ARMIES = """
kind: army
source: {lines: 1}
variants:
  - {id: red, name: {en: red}, front: {side: red}}
  - {id: blue, name: {en: blue}, front: {side: blue}}
  - {id: green, name: {en: green}, front: {side: green}}
pieces:
  - {id: small, copies: 2, name: {en: Small}, front: {reach: 2}}
  - {id: banner, name: {en: Banner}, front: {reach: 6}}
"""
CLAIM = """
check: graph
of: plain
cuts: front.walls
armies: {kind: army}
"""
WHOLE = """
check: graph
of: plain
cuts: front.walls
line: whole
"""


def board(tmp_path: Path, old: str = "", new: str = "") -> Claimed:
    changed = BOARD.replace(old, new, 1) if old else BOARD
    assert not old or changed != BOARD
    return Claimed(tmp_path, KINDS, (changed, ARMIES))


@pytest.fixture
def box(tmp_path: Path) -> Claimed:
    return board(tmp_path)


def test_graph_of_a_playable_board_holds(box):
    findings = box.check(CLAIM)
    assert not failed(findings)
    assert "5 × 4 points: 2 bases, 6 starts" in held(findings)
    # From [2, 1] by [1, 1] to [1, 4] and on to [3, 4]; from [4, 1] two steps more.
    assert held(findings).endswith("6 starts · in 6 to 8 spaces")


def test_graph_with_cut_across_the_board_reaches_no_base(box):
    assert failed(box.check(WHOLE + "else: open\ndecision: so\n")) == [
        ("red reaches blue", "no way from 3 of 3 starts", Verdict.OPEN),
        ("blue reaches red", "no way from 3 of 3 starts", Verdict.OPEN),
    ]
    assert failed(box.check(WHOLE))[0][2] is Verdict.DIFFERS


def test_graph_with_whole_line_checks_only_the_ways(tmp_path):
    wrong = board(tmp_path, "[[2, 1], [4, 1]]", "[[2, 1], [2, 1]]")
    assert {says for says, _, _ in failed(wrong.check(WHOLE))} == {
        "red reaches blue",
        "blue reaches red",
    }


def test_graph_with_cut_one_point_too_long_differs(tmp_path):
    shut = board(tmp_path, "[1.5, 2.5]", "[0.5, 2.5]")
    assert [says for says, _, _ in failed(shut.check(CLAIM))] == [
        "red reaches blue",
        "blue reaches red",
    ]


def test_graph_with_closed_base_lets_only_its_own_starts_through(tmp_path):
    # One column: red's base lies between its own start and blue.
    lane = (
        BOARD.replace("columns: 5", "columns: 1")
        .replace("{from: [1.5, 2.5], to: [5.5, 2.5]}", "{from: [5.5, 9.5], to: [6.5, 9.5]}")
        .replace("base: [3, 1]", "base: [1, 2]")
        .replace("at: [[3, 1]]", "at: [[1, 2]]")
        .replace("at: [[2, 1], [4, 1]]", "at: [[1, 1]]")
        .replace("base: [3, 4]", "base: [1, 4]")
        .replace("at: [[3, 4]]", "at: [[1, 4]]")
        .replace("at: [[2, 4], [4, 4]]", "at: [[1, 3]]")
    )
    claim = "check: graph\nof: plain\ncuts: front.walls\n"
    box = Claimed(tmp_path, KINDS, (lane,))
    assert held(box.check(claim)).endswith("in 1 to 3 spaces")
    assert failed(box.check(claim + "own_base: closed\n")) == [
        ("red reaches blue", "no way from 1 of 2 starts", Verdict.DIFFERS)
    ]


@pytest.mark.parametrize(
    ("old", "new", "says", "has"),
    [
        ("[2, 1], [4, 1]", "[2, 1], [6, 1]", "each start a point", "red 2: [6, 1] is none"),
        ("[2, 1], [4, 1]", "[2, 0], [4, 1]", "each start a point", "red 2: [2, 0] is none"),
        ("[2, 1], [4, 1]", "[2, 1], [2, 4]", "one start on a point", "red 2 and blue 2: [2, 4]"),
        ("[2, 1], [4, 1]", "[2, 1], [2, 1]", "one start on a point", "red 2 and red 2: [2, 1]"),
        ("base: [3, 1]", "base: [3, 4]", "a base for each side", "red and blue: [3, 4]"),
        ("base: [3, 1]", "base: [3, 5]", "each base a point", "red: [3, 5] is none"),
        ("side: red", "side: blue", "each side once", "blue 2 times"),
    ],
)
def test_graph_with_wrong_points_names_each(tmp_path, old, new, says, has):
    claim = "check: graph\nof: plain\ncuts: front.walls\n"
    findings = board(tmp_path, old, new).check(claim)
    assert (says, has, Verdict.DIFFERS) in failed(findings)


def test_graph_with_wrong_start_names_its_line(tmp_path):
    findings = board(tmp_path, "[2, 1], [4, 1]", "[2, 1], [6, 1]").check(CLAIM)
    (fault,) = (found for found in findings if found.says == "each start a point")
    assert [place.line for place in fault.where] == [17]


def test_graph_with_armies_compares_starts_with_copies(tmp_path):
    findings = board(tmp_path, "[2, 1], [4, 1]", "[2, 1]").check(CLAIM)
    assert failed(findings) == [("red 2: 2 to start", "1 on the board", Verdict.DIFFERS)]
    findings = board(tmp_path, "reach: 6, at: [[3, 4]]", "reach: 8, at: [[3, 4]]").check(CLAIM)
    assert failed(findings) == [
        ("blue 8: 0 to start", "1 on the board", Verdict.DIFFERS),
        ("blue 6: 1 to start", "0 on the board", Verdict.DIFFERS),
    ]


@pytest.mark.parametrize(
    ("claim", "code", "words"),
    [
        (CLAIM.replace("walls", "wall"), "E506", "no field"),
        (CLAIM.replace("plain", "{kind: board, front.columns: 9}"), "E506", "no board"),
        (CLAIM + "line: long\n", "E505", "`long`"),
        (CLAIM + "line: whole\n", "E505", "only the ways"),
        (CLAIM + "own_base: shut\n", "E505", "`shut`"),
        (CLAIM + "points: front.columns\n", "E505", "two fields"),
        (CLAIM + "points: [front.columns, front.name]\n", "E505", "no number of points"),
        (CLAIM + "sides: front.walls\n", "E505", "no `base`"),
        (CLAIM + "sides: front.columns\n", "E505", "no keys"),
        (CLAIM + "by: [front.side, front.colour]\n", "E506", "no field"),
    ],
)
def test_graph_that_makes_no_sense_is_a_problem(box, claim, code, words):
    problem = box.problem(claim)
    assert problem.code == code
    assert words in problem.message


def test_graph_with_start_between_points_is_a_problem(tmp_path):
    problem = board(tmp_path, "base: [3, 1]", "base: [3.5, 1]").problem(CLAIM)
    assert (problem.code, problem.message) == ("E505", "`3.5, 1` lies between the points")


def test_lattice_with_cut_that_ends_on_a_line_crosses_it():
    """A cut that ends on the line between two points crosses it; a shorter one does not."""
    touching = Lattice(2, 2, ((0.5, 1.5, 1.0, 1.5), (2.0, 1.5, 2.5, 1.5)))
    assert (1, 2) not in touching.distances((1, 1))
    beside = Lattice(2, 2, ((0.5, 1.5, 0.9, 1.5), (2.0, 1.5, 2.5, 1.5)))
    assert beside.distances((1, 1))[2, 2] == 2


def test_lattice_with_whole_slanted_cut_parts_the_board():
    board = Lattice(4, 4, ((2.2, 2.8, 2.8, 2.2),))
    assert (4, 4) in board.distances((1, 1))
    parted = board.with_whole_cuts().distances((1, 1))
    assert set(parted) == {(x, y) for x in range(1, 5) for y in range(1, 5) if x + y < 5}


def test_graph_with_number_notices_a_missing_side(tmp_path, box):
    assert held(box.check(CLAIM + "number: 2\n")).startswith("2 sides · ")
    blue = BOARD[BOARD.index("        - side: blue") :]
    alone = board(tmp_path / "alone", blue, "")
    assert not failed(alone.check(CLAIM))
    assert failed(alone.check(CLAIM + "number: 1 + 1\n")) == [
        ("1 + 1 = 2 sides", "1: red", Verdict.DIFFERS)
    ]


def test_graph_with_one_army_on_each_base(tmp_path, box):
    claim = CLAIM + "on_base: 6\n"
    assert "2 bases" in held(box.check(claim))
    assert failed(box.check(CLAIM + "on_base: 2\n")) == [
        ("2 alone on each base", "red: 6", Verdict.DIFFERS),
        ("2 alone on each base", "blue: 6", Verdict.DIFFERS),
    ]
    left = board(tmp_path, "at: [[3, 4]]", "at: [[5, 4]]")
    assert failed(left.check(claim)) == [("6 alone on each base", "blue: nobody", Verdict.DIFFERS)]


def test_graph_with_a_first_turn_names_who_may_capture(tmp_path, box):
    claim = CLAIM + "first_turn: safe\n"
    assert failed(box.check(claim)) == [
        ("no capture in the first turn", "red 6: [3, 1] to blue [2, 4] in 6", Verdict.DIFFERS),
        ("no capture in the first turn", "blue 6: [3, 4] to red [2, 1] in 6", Verdict.DIFFERS),
    ]
    short = Claimed(tmp_path, KINDS, (BOARD.replace("reach: 6", "reach: 5"),))
    assert not failed(short.check("check: graph\nof: plain\ncuts: front.walls\nfirst_turn: safe\n"))


def test_graph_with_ways_that_are_not_alike_differs(tmp_path, box):
    claim = "check: graph\nof: plain\ncuts: front.walls\nways: alike\n"
    assert not failed(box.check(claim))
    moved = board(tmp_path, "[[2, 4], [4, 4]]", "[[2, 4], [5, 4]]")
    assert failed(moved.check(claim)) == [
        ("blue as far as red", "22 spaces from all starts, red 21", Verdict.DIFFERS)
    ]


def test_graph_with_whole_line_takes_no_first_turn(box):
    assert box.problem(WHOLE + "first_turn: safe\n").place.key.endswith("first_turn")


PICTURED = (
    KINDS
    + """
card:
  name: {en: Cards}
  width: 60mm
  height: 90mm
  front: piece.svg.j2
  fields:
    front:
      columns: number
      rows: number
      walls: [{from: [decimal], to: [decimal]}]
      seats: [{side: word, base: [number], starts: [{reach: number, at: [[number]]}]}]
      empty?: [{side: word, base: [number], points: [[number]]}]
"""
)
CARD = """
kind: card
source: {lines: 1}
pieces:
  - id: setup
    name: {en: Set-up}
    front:
      columns: 5
      rows: 4
      walls: [{from: [1.5, 2.5], to: [5.5, 2.5]}]
      seats:
        - {side: blue, base: [3, 4], starts: [{reach: 2, at: [[4, 4], [2, 4]]}]}
      empty:
        - {side: red, base: [3, 1], points: [[2, 1], [4, 1]]}
"""
PICTURE = CLAIM.replace("armies: {kind: army}\n", "pictures: {kind: card}\nempty: front.empty\n")


def test_a_picture_with_the_points_of_its_board_holds(tmp_path: Path) -> None:
    findings = Claimed(tmp_path, PICTURED, (BOARD, ARMIES, CARD)).check(PICTURE)
    assert not failed(findings)
    assert "`setup`: 2 sides, 4 points" in held(findings)


@pytest.mark.parametrize(
    ("old", "new", "says", "has"),
    [
        ("[4, 4], [2, 4]", "[4, 4], [1, 4]", "blue 2: [2, 4]", "blue 2: [1, 4]"),
        ("[4, 4], [2, 4]", "[4, 4]", "blue 2: [2, 4]", "blue 2: no other point"),
        ("[4, 4], [2, 4]", "[4, 4], [2, 4], [1, 1]", "blue 2: no other point", "blue 2: [1, 1]"),
        (
            "base: [3, 4]",
            "base: [3, 3]",
            "the base of blue at [3, 4]",
            "the base of blue at [3, 3]",
        ),
        ("points: [[2, 1]", "points: [[2, 2]", "red: [2, 1]", "red: [2, 2]"),
        ("rows: 4", "rows: 5", "5 × 4 points", "5 × 5 points"),
        (
            *("to: [5.5, 2.5]", "to: [4.5, 2.5]"),
            *("cuts [[1.5, 2.5, 5.5, 2.5]]", "cuts [[1.5, 2.5, 4.5, 2.5]]"),
        ),
        ("side: blue", "side: green", "a side of the board", "`green` is none"),
        ("reach: 2", "reach: 3", "blue 3: no other point", "blue 3: [4, 4], [2, 4]"),
    ],
)
def test_a_picture_that_shows_another_board_differs(
    tmp_path: Path, old: str, new: str, says: str, has: str
) -> None:
    assert old in CARD
    box = Claimed(tmp_path, PICTURED, (BOARD, ARMIES, CARD.replace(old, new, 1)))
    ((board_has, card_has, verdict),) = failed(box.check(PICTURE))
    assert (board_has, card_has) == (says, f"`setup`: {has}")
    assert verdict is Verdict.DIFFERS
