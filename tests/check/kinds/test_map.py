"""Drawn maps: size, starts, squares by mark, tiles, and the rows read again from the document."""

from pathlib import Path

import pytest

from fustella.core.values.claims import Verdict
from tests.check.kinds.claimed import Claimed, failed, held

KINDS = """
tile:
  name: {en: Tiles}
  width: 40mm
  height: 40mm
  front: piece.svg.j2
  fields: {front: {level: number}}
"""
TILES = """
kind: tile
source: {lines: 1}
pieces:
  - {id: plain, copies: 10, name: {en: Plain}, front: {level: 1}}
  - {id: peak, copies: 4, name: {en: Peak}, front: {level: 2}}
"""
RULES = """\
The map
\tFor 2 players, 4 x 3, 12 squares, 6 each:
\tJ1\tM\t2\t2\t

\t1\t1\t1\t1
\t2\t2\tM\tJ2
\t\t\t\tTiles\tLevel
\t\t\t\t4\t1
\t\t\t\t4\t2
For 3 players no map.
"""
PASSAGE = """
check: map
lines: 2
text: "For {players=2} players, {wide=4} x {high=3}, {squares=12} squares, {share=6} each:"
"""
ROWS = """
rows: |
  J1 M 2  2
  1  1 1  1
  2  2 M J2
"""
CLAIM = (
    PASSAGE
    + ROWS
    + """
wide: wide
high: high
squares: squares
players: players
each_player: share
start: "J*"
beside: M
stated: {"1": 4, "2": 4, "1 2": 8}
tiles: {"1 M J*": {kind: tile, front.level: 1}, "2": peak}
"""
)


@pytest.fixture
def box(tmp_path: Path) -> Claimed:
    return Claimed(tmp_path, KINDS, (TILES,))


def test_map_that_agrees_with_its_figures_holds(box):
    findings = box.check(CLAIM)
    assert not failed(findings)
    assert "4 × 3 = 12 · 4 wide × 3 high · 12 squares · 6 squares each" in held(findings)
    assert findings == box.check(CLAIM, RULES)


@pytest.mark.parametrize(
    ("old", "new", "says", "has"),
    [
        ("wide=4", "wide=5", "5 × 3 = 12", "15"),
        ("wide=4", "wide=5", "5 wide × 3 high", "drawn 4 wide × 3 high"),
        ("high=3", "high=2", "4 wide × 2 high", "drawn 4 wide × 3 high"),
        ("squares=12", "squares=13", "13 squares", "12 drawn"),
        ("share=6", "share=5", "5 squares each", "12 / 2 = 6"),
        ("players=2", "players=3", "3 players", "2 starts"),
        ('"1": 4', '"1": 3', "1: 3 squares", "4 drawn"),
        ("  1  1 1  1", "  1  1 1", "rows of 4 squares", "row 2 has 3"),
        ("J1 M 2", "J1 2 M", "M beside each J*", "J1: no M"),
        ('"J*"', '"K*"', "M beside each K*", "no start is drawn"),
        ("1  1 1  1", "1  1 1  2", "5 squares of 2", "4 × peak"),
    ],
)
def test_map_that_contradicts_its_figures_is_a_contradiction(box, old, new, says, has):
    assert old in CLAIM
    findings = box.check(CLAIM.replace(old, new))
    assert (says, has, Verdict.CONTRADICTION) in failed(findings)


def test_map_with_share_that_leaves_a_rest_says_so(box):
    findings = box.check(CLAIM.replace("players=2", "players=5").replace("share=6", "share=2"))
    assert "2 squares each" in held(findings)
    assert "12 / 5 = 2 and a rest" in held(findings)


def test_map_with_mark_at_a_corner_is_not_beside(box):
    moved = CLAIM.replace("J1 M 2  2", "J1 2 2  2").replace("1  1 1  1", "1  M 1  1")
    assert ("M beside each J*", "J1: no M", Verdict.CONTRADICTION) in failed(box.check(moved))


def test_map_with_several_readings_checks_each(box):
    claim = PASSAGE + ROWS + "tiles: [{'1': plain, '2': peak}, {'1': peak, '2 M': plain}]\n"
    assert not failed(box.check(claim))
    fewer = Claimed(box.root, KINDS, (TILES.replace("copies: 4", "copies: 3"),))
    assert failed(fewer.check(claim)) == [
        ("reading 1: 4 squares of 2", "3 × peak", Verdict.CONTRADICTION),
        ("reading 2: 4 squares of 1", "3 × peak", Verdict.CONTRADICTION),
    ]
    assert failed(fewer.check(claim + "else: open\ndecision: so\n"))[0][2] is Verdict.OPEN


UNDRAWN = """
check: map
lines: 2-3
text: "For {players=3} players, {wide=4} x {high=4}, {squares=16} squares, {share=5} each:"
players: players
wide: wide
high: high
squares: squares
each_player: share
tiles: {"*": {kind: tile}}
"""
UNDRAWN_RULES = "Maps\n\tFor 3 players, 4 x 4, 16 squares, 5 each:\n\n{rows}\nAnd so on.\n"


def test_map_without_rows_is_open_and_its_size_is_checked(box):
    for document in (None, UNDRAWN_RULES.format(rows="")):
        findings = box.check(UNDRAWN, document)
        assert failed(findings) == [
            ("a map", "none is drawn", Verdict.OPEN),
            ("16 squares in all", "14 × tile", Verdict.CONTRADICTION),
        ]
        assert "16 / 3 = 5 and a rest" in held(findings)


def test_map_without_rows_that_is_drawn_now_differs(box):
    drawn = UNDRAWN_RULES.format(rows="A 1 2 2\n1 1 2 2\n\n2 2 1 1")
    findings = box.check(UNDRAWN, drawn)
    assert ("line 4 draws 3 rows now", "no `rows`", Verdict.DIFFERS) in failed(findings)
    assert ("4 wide × 4 high", "drawn 4 wide × 3 high", Verdict.CONTRADICTION) in failed(findings)
    assert "12 squares in all" in held(findings)


def test_map_beside_table_of_numbers_is_read_without_it(box):
    table = UNDRAWN_RULES.format(rows="8 1\n8 2")
    assert ("a map", "none is drawn", Verdict.OPEN) in failed(box.check(UNDRAWN, table))


def test_map_with_changed_square_differs_and_is_counted_again(box):
    findings = box.check(CLAIM, RULES.replace("\t1\t1\t1\t1\n", "\t1\t1\t1\t2\n"))
    assert failed(findings) == [
        ("line 5: 1 1 1 2 (was 1 1 1 1)", "1 1 1 1 in claims.yaml", Verdict.DIFFERS),
        ("1: 4 squares", "3 drawn", Verdict.CONTRADICTION),
        ("2: 4 squares", "5 drawn", Verdict.CONTRADICTION),
        ("5 squares of 2", "4 × peak", Verdict.CONTRADICTION),
    ]


def test_map_with_changed_row_reports_compared_figure(box):
    """The row has a mark that looks like the figure."""
    changed = RULES.replace("\t1\t1\t1\t1\n", "\t1\t1\t1\t2\n").replace("6 each", "1 each")
    was = {found.says: found.was for found in box.check(CLAIM, changed)}
    assert was["line 5: 1 1 1 2 (was 1 1 1 1)"] == ""
    assert was["1 squares each"] == "6"


def test_map_with_changed_row_is_repaired_at_its_line(box):
    findings = box.check(CLAIM, RULES.replace("2\t2\tM\tJ2", "2\tM\tM\tJ3"))
    (repair,) = (repair for found in findings for repair in found.repairs)
    assert (repair.place.line, repair.old, repair.new) == (11, "2  2 M J2", "2  M M J3")
    mended = box.mended(findings, "claims.yaml")
    assert "      1  1 1  1\n      2  M M J3\n" in mended


def test_map_with_row_of_other_length_is_repaired_as_a_whole(box):
    findings = box.check(CLAIM, RULES.replace("1\t1\t1\t1", "1\t1\t1\t1\t1"))
    assert "      1 1 1 1 1\n" in box.mended(findings, "claims.yaml")


def test_map_with_more_or_fewer_rows_names_them(box):
    less = box.check(CLAIM, RULES.replace("\t1\t1\t1\t1\n", ""))
    assert failed(less)[0] == ("a row less: 1 1 1 1", "it is in claims.yaml", Verdict.DIFFERS)
    assert [place.line for place in less[1].where] == [10]
    more = box.check(CLAIM, RULES.replace("\t1\t1\t1\t1\n", "\t1\t1\t1\t1\n\t3\t3\t3\t3\n"))
    assert failed(more)[0][:2] == ("line 6: a new row, 3 3 3 3", "it is not in claims.yaml")
    assert not any(found.repairs for found in (*less, *more))


def test_map_in_other_lines_is_read_there(box):
    assert not failed(box.check(CLAIM, "One line more.\n\n" + RULES))


def test_map_with_passage_on_both_sides_is_read(box):
    claim = CLAIM.replace("lines: 2", "lines: 2-7").replace("each:", "each: … Tiles Level")
    assert not failed(box.check(claim, RULES))


def test_map_that_is_no_longer_drawn_is_gone(box):
    findings = box.check(CLAIM, RULES[: RULES.index("\tJ1")] + "Nothing.\n")
    assert failed(findings) == [("the drawn map", "3 rows in claims.yaml", Verdict.GONE)]


@pytest.mark.parametrize(
    ("claim", "code", "words"),
    [
        (CLAIM.replace(PASSAGE, "check: map\n"), "E107", "words before it"),
        (PASSAGE, "E107", "says nothing"),
        (PASSAGE + ROWS + "beside: M\n", "E107", "needs `start`"),
        (PASSAGE + "start: J\n", "E107", "needs `rows`"),
        (PASSAGE + "stated: {'1': 2}\n", "E107", "needs `rows`"),
        (PASSAGE + ROWS + "each_player: share\n", "E107", "needs `players`"),
        (PASSAGE + "players: players\neach_player: share\n", "E107", "how many squares"),
        (PASSAGE + ROWS + "players: 0\neach_player: share\n", "E505", "nobody plays"),
        (PASSAGE + "rows: ''\n", "E505", "no drawing"),
        (PASSAGE + "rows: [1, 2]\n", "E505", "no drawing"),
        (PASSAGE + ROWS + "tiles: plain\n", "E505", "says not what each mark is"),
        (PASSAGE + ROWS + "tiles: {'1': plan}\n", "E506", "`plan`"),
        (PASSAGE + "squares: 4\ntiles: {'1': plain}\n", "E505", "no mark `1`"),
        (PASSAGE + "tiles: {'*': plain}\n", "E107", "how many squares"),
        (PASSAGE + ROWS + "stated: {'1': many}\n", "E506", "`many`"),
    ],
)
def test_map_that_makes_no_sense_is_a_problem(box, claim, code, words):
    problem = box.problem(claim)
    assert problem.code == code
    assert words in problem.message
