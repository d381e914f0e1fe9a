"""Tokens on a grid, and the grid on its piece."""

from pathlib import Path

import pytest

from fustella.core.values.claims import Verdict
from tests.check.kinds.claimed import Claimed, failed, held

KINDS = """
field:
  name: {en: Fields}
  shape: hexagon
  across_flats: 55mm
  front: piece.svg.j2
  fields: {front: {grid: [word], module: length}}
token:
  name: {en: Tokens}
  width: 10mm
  height: 10mm
  front: piece.svg.j2
  fields: {front: {columns: number, rows: number, wide?: number}}
"""
FIELDS = """
kind: field
source: {lines: 1}
pieces:
  - {id: meadow, name: {en: Meadow}, front: {grid: [AFFA, AFFA, -FF-], module: 10mm}}
"""
TOKENS = """
kind: token
source: {lines: 1}
pieces:
  - {id: archer, name: {en: Archer}, front: {columns: 1, rows: 1}}
  - {id: knight, name: {en: Knight}, front: {columns: 2, rows: 1}}
  - {id: mage, name: {en: Mage}, front: {columns: 3, rows: 1}}
  - {id: dragon, name: {en: Dragon}, front: {columns: 2, rows: 2, wide: 3}}
"""
CLAIM = """
check: packs
onto: meadow
field: front.grid
tokens: [archer, knight, mage, dragon]
"""


@pytest.fixture
def box(tmp_path: Path) -> Claimed:
    return Claimed(tmp_path, KINDS, (FIELDS, TOKENS))


def with_grid(box: Claimed, grid: str, module: str = "10mm") -> Claimed:
    fields = FIELDS.replace("[AFFA, AFFA, -FF-]", grid).replace("10mm", module)
    return Claimed(box.root, box.kinds, (fields, TOKENS))


def test_packs_that_fit_show_an_arrangement(box):
    says, _, has = held(box.check(CLAIM + "exactly: true\n")).partition(" = ")
    assert says == "archer, knight, mage, dragon on all spaces at once"
    rows = has.split("/")
    assert [len(row) for row in rows] == [4, 4, 4]
    assert {letter: has.count(letter) for letter in "AKMD."} == {
        **{"A": 1, "K": 2, "M": 3, "D": 4},
        ".": 2,
    }
    assert rows[2][0] == rows[2][3] == "."


def test_packs_with_enough_spaces_in_wrong_shape_differ(box):
    _, has, verdict = failed(with_grid(box, "[FFFFFFFFFF]").check(CLAIM))[0]
    assert has == "no way: 10 spaces of tokens on 10"
    assert verdict is Verdict.DIFFERS


def test_packs_with_turned_tokens_fit(box):
    standing = with_grid(box, "[F, F, F]")
    claim = CLAIM.replace("[archer, knight, mage, dragon]", "[mage]")
    assert held(standing.check(claim)) == "mage at once = M/M/M"


def test_packs_with_token_named_twice_lay_two(box):
    claim = CLAIM.replace("[archer, knight, mage, dragon]", "[dragon, dragon, knight]")
    assert held(with_grid(box, "[FFFF, FFFF, FF--]").check(claim)).endswith("DDDD/DDDD/KK..")
    assert failed(with_grid(box, "[FFF, FFF, FFF, F--]").check(claim))


def test_packs_exactly_with_spaces_left_differ(box):
    larger = with_grid(box, "[FFFF, FFFF, FFFF]")
    assert held(larger.check(CLAIM))
    (fault,) = failed(larger.check(CLAIM + "exactly: true\n"))
    assert fault[1] == "10 spaces of tokens on 12"


def test_packs_with_spaces_compare_their_number(box):
    says, _, has = held(box.check(CLAIM + "spaces: 2 * 3 + 4\n")).partition(" = DD")
    assert says.endswith("2 × 3 + 4 = 10 spaces")
    assert has.endswith("10 in the grid")
    (fault,) = failed(box.check(CLAIM + "spaces: 2 * 3 + 5\n"))
    assert fault[:2] == ("2 × 3 + 5 = 11 spaces", "10 in the grid")


def test_packs_with_other_size_fields_read_them(box):
    claim = CLAIM.replace("[archer, knight, mage, dragon]", "[dragon]") + "columns: front.wide\n"
    assert held(with_grid(box, "[FFF, FFF]").check(claim)).endswith("DDD/DDD")
    assert failed(with_grid(box, "[FF, FF]").check(claim))


def test_packs_with_module_inside_hexagon_show_the_room(box):
    has = held(box.check(CLAIM + "module: front.module\n")).rpartition(" · ")[2]
    # The corner of AFFA is 20 mm right of the middle and 15 mm above it. The slanted edge
    # is 27.5 mm from the middle, in the direction (1/2, √3/2).
    assert has == f"{27.5 - (20 / 2 + 15 * 3**0.5 / 2):.1f} mm of room in the middle"


def test_packs_with_grid_off_centre_hold_and_say_so(box):
    # A T: in the middle, the ends of its bar are 26 mm to the side and 19.5 mm up, too near the
    # slanted edge; 5 mm lower they are not.
    tee = with_grid(box, "[FFFF, -FF-, -FF-]", "13mm")
    claim = CLAIM.replace("[archer, knight, mage, dragon]", "[knight]") + "module: front.module\n"
    out = 26 / 2 + 19.5 * 3**0.5 / 2 - 27.5
    assert f"not in the middle: there it sticks out by {out:.1f} mm" in held(tee.check(claim))


def test_packs_with_grid_larger_than_hexagon_differ(box):
    (fault,) = failed(
        with_grid(box, "[AFFA, AFFA, -FF-]", "14mm").check(CLAIM + "module: front.module\n")
    )
    assert fault[0] == "in the hexagon, 14 mm a space"
    assert fault[1].startswith("nowhere: in the middle it sticks out by")


def test_packs_that_differ_have_the_place_of_the_grid(box):
    found = with_grid(box, "[F]").check(CLAIM)[0]
    assert [(place.file, place.line) for place in found.where] == [
        ("content/island/list-1.yaml", 4)
    ]


def test_packs_with_search_given_up_are_unchecked(box):
    rows = ", ".join(["F" * 41] * 10)
    (fault,) = failed(with_grid(box, f"[{rows}]").check(CLAIM))
    assert fault[1:] == ("not decided: 10 spaces of tokens on 410", Verdict.UNCHECKED)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("onto: meadow", "onto: {kind: token}", "E506", "4 pieces"),
        ("front.grid", "front.grit", "E506", "no field"),
        ("front.grid", "front.module", "E505", "no grid"),
        (
            "[archer, knight, mage, dragon]",
            "[{kind: token, front.wide: 9}]",
            "E506",
            "no piece fits",
        ),
        ("[archer, knight, mage, dragon]", "[lancer]", "E506", "`lancer`"),
        ("[archer, knight, mage, dragon]", "[archer]\ncolumns: front.wide", "E505", "not known"),
        ("field:", "module: front.grid\nfield:", "E505", "no length"),
    ],
)
def test_packs_that_make_no_sense_are_a_problem(box, old, new, code, words):
    problem = box.problem(CLAIM.replace(old, new))
    assert problem.code == code
    assert words in problem.message
