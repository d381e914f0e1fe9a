"""References in formulas move with their rows, and nothing else in a formula is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.read.edit.formulas import copied, moved, translated
from fustella.read.edit.row_moves import RowMoves
from fustella.read.edit.scalars import EditRefused

MOVES = RowMoves(removed=(3,), inserted=(5, 5))
"""Row 3 goes, two rows come before row 5: row 4 is 3 then, and row 5 is 6."""


@pytest.mark.parametrize(
    ("formula", "after"),
    [
        ("B2*2", "B2*2"),
        ("B4+$C$5+D$9-$E10", "B3+$C$6+D$10-$E11"),
        ("SUM(B2:B9)", "SUM(B2:B10)"),
        ("SUM(B3:B9)", "SUM(B3:B10)"),
        ("SUM(B1:B3)", "SUM(B1:B2)"),
        ("SUM(B9:B5)", "SUM(B10:B6)"),
        ("SUM(B:B)+SUM($4:$9)", "SUM(B:B)+SUM($3:$10)"),
        ('"B5"&B5&"say ""B5"""', '"B5"&B6&"say ""B5"""'),
        ("LOG10(B5)+LOG10", "LOG10(B6)+LOG11"),
        ("VLOOKUP(A5,'My cards'!A2:C9,2,FALSE)", "VLOOKUP(A6,'My cards'!A2:C10,2,FALSE)"),
        ("my_name5+A5.x+Table1[[#This Row],[B5]]", "my_name5+A5.x+Table1[[#This Row],[B5]]"),
        ("Other!B5+'It''s'!B5+[1]Cards!B5", "Other!B5+'It''s'!B5+[1]Cards!B5"),
        ("#REF!+A5", "#REF!+A6"),
        ("1E5+A5E", "1E5+A5E"),
        ("B5#", "B6#"),
        ("ABC9999999", "ABC9999999"),
        ("", ""),
    ],
)
def test_references_move_with_their_rows(formula, after):
    assert moved(formula, MOVES, "My cards", own=True) == after


@pytest.mark.parametrize(
    ("formula", "after"),
    [
        ("B5", "B5"),
        ("'My cards'!B5+B5", "'My cards'!B6+B5"),
        ("'MY CARDS'!$B$2:$B$9", "'MY CARDS'!$B$2:$B$10"),
        ("SUM('My cards'!B5:'My cards'!B9)", "SUM('My cards'!B6:'My cards'!B10)"),
    ],
)
def test_references_of_other_sheets_name_the_sheet(formula, after):
    assert moved(formula, MOVES, "My cards", own=False) == after


@pytest.mark.parametrize("formula", ["B3", "SUM(B3:C3)", "$3:$3", "'My cards'!B3"])
def test_formula_that_needs_a_removed_row_is_refused(formula):
    with pytest.raises(EditRefused, match="a formula uses row 3"):
        moved(formula, MOVES, "My cards", own=True)


def test_formula_over_several_sheets_is_refused():
    with pytest.raises(EditRefused, match="several sheets"):
        moved("SUM(Jan:Dec!B5)", MOVES, "My cards", own=True)


@pytest.mark.parametrize(
    ("formula", "after"),
    [("A2+$A2+A$2+$A$2+B:B+$B:C+2:3+$2:3", "B4+$A4+B$2+$A$2+C:C+$B:D+4:5+$2:5"), ("Z2", "AA4")],
)
def test_copied_references_move_unless_they_are_fixed(formula, after):
    assert translated(formula, 2, 1) == after


def test_reference_that_would_leave_the_sheet_is_refused():
    for formula, down, right in (("A1", -1, 0), ("A1", 0, -1), ("XFD1", 0, 1), ("A1048576", 1, 0)):
        with pytest.raises(EditRefused, match="leave the sheet"):
            translated(formula, down, right)


def test_copy_keeps_its_distance_while_rows_move():
    moves = RowMoves((), (6,))  # a copy of row 5 comes before row 6
    assert copied("B5+B4+B6+$B$9+SUM($B$2:B5)", moves, "C", 1) == "B6+B5+B7+$B$10+SUM($B$2:B6)"
    assert copied("C!$B$9+Other!$B$9", moves, "C", 1) == "C!$B$10+Other!$B$9"


ROWS = st.integers(1, 30)


@given(st.sets(ROWS, max_size=5), st.lists(ROWS, max_size=5), st.data())
def test_rows_move_as_in_a_list_of_them(removed, inserted, data):
    moves = RowMoves(tuple(sorted(removed)), tuple(sorted(inserted)))
    listed = []
    for row in range(1, 41):
        listed += ["new"] * inserted.count(row)
        listed += [] if row in removed else [row]
    for row in range(1, 41):
        assert moves.is_removed(row) == (row in removed)
        if row not in removed:
            assert listed[moves.row(row) - 1] == row
        if row in inserted:
            assert listed[moves.first_before(row) - 1] == "new"
    first, last = sorted((data.draw(ROWS), data.draw(ROWS)))
    span = moves.span(first, last)
    kept = [row for row in range(first, last + 1) if row not in removed]
    assert span == ((listed.index(kept[0]) + 1, listed.index(kept[-1]) + 1) if kept else None)


@pytest.mark.parametrize("sign", ["'", '"', "[", "(", "A1:", "'x", "$", "!"])
def test_formula_of_one_sign_ends(sign):
    """A hostile workbook may have any text in a formula; a wrong pattern would take hours."""
    formula = sign * 30_000
    assert moved(formula, RowMoves((), (2_000_000,)), "C", own=True) == formula
