"""Fields of the type `table`: from a sheet, a text, a list of lists; languages, places, bounds."""

import pytest

from fustella.core.processes import limits
from tests.helpers.alone import game_alone, problems_alone
from tests.read.spreadsheets.making import row, xlsx

GAME = """\
title: T
languages: [en, de]
kinds:
  aid:
    front: ready/blank
    width: 60mm
    height: 60mm
    fields:
      front:
        title: plain
        crt?: table
        parts?: [{table: table}]
"""


def files_of(front, **tables):
    """The files of a game with one piece, whose front has these values, and with these tables."""
    aids = f"kind: aid\npieces:\n  - id: aid\n    front:\n      title: Aid\n{front}"
    named = {name.replace("__", "."): text for name, text in tables.items()}
    return {"game.yaml": GAME, "aids.yaml": aids, **named}


def value(text):
    """The value of `crt` as a block below its key."""
    return "      crt: |\n" + "".join(f"        {line}\n" for line in text.splitlines())


@pytest.fixture
def table(tmp_path):
    """The words of the table of such a piece, in a language, by row; and how columns stand."""

    def read(front, language="en", **tables):
        cells = game_alone(tmp_path, files_of(front, **tables)).pieces[0].front["crt"]
        return [[str(cell.in_language(language)) for cell in row] for row in cells], cells.align

    return read


@pytest.fixture
def faults(tmp_path):
    """The faults of such a game, each as `file:line key code message`."""

    def find(front, **tables):
        found = problems_alone(tmp_path, files_of(front, **tables))
        return [f"{p.place.spot} {p.place.key} {p.code} {p.message}" for p in found]

    return find


WHOLE = [["Roll", "Result"], ["1", "Hit"], ["2.50", "Miss, twice"]]


@pytest.mark.parametrize(
    ("front", "tables"),
    [
        ("      crt: crt.csv\n", {"crt__csv": 'Roll,Result\n1,Hit\n2.50,"Miss, twice"\n'}),
        ("      crt: crt.csv\n", {"crt__csv": "Roll;Result\n1;Hit\n2.50;Miss, twice\n"}),
        (value("| Roll | Result |\n|---|---|\n| 1 | Hit |\n| 2.50 | Miss, twice |"), {}),
        (value("| Roll | Result\n| 1 | Hit\n| 2.50 | Miss, twice"), {}),
        (value('Roll,Result\n1,Hit\n2.50,"Miss, twice"'), {}),
        ('      crt: [[Roll, Result], [1, Hit], [2.50, "Miss, twice"]]\n', {}),
        ('      crt: "Roll,Result\\n1,Hit\\n2.50,\\"Miss, twice\\""\n', {}),
    ],
)
def test_table_is_the_same_however_it_is_typed(table, front, tables):
    assert table(front, **tables) == (WHOLE, ("", ""))


def test_sheet_of_a_workbook_has_its_numbers_as_they_are_shown(table, tmp_path):
    cells = '<row r="2"><c r="A2"><v>3</v></c><c r="B2" s="1"><v>0.5</v></c></row>'
    sheets = {"Notes": row(1, "none"), "CRT": row(1, "Roll", "Odds") + cells}
    (tmp_path / "book.xlsx").write_bytes(xlsx(sheets, formats=["0%"]))
    assert table("      crt: 'book.xlsx#CRT'\n")[0] == [["Roll", "Odds"], ["3", "50%"]]


def test_markdown_says_how_columns_stand(table):
    words, align = table(value("| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |"))
    assert align == ("left", "center", "right", "")
    assert words == [["a", "b", "c", "d"], ["1", "2", "3", "4"]]


def test_bar_behind_a_backslash_is_a_letter(table):
    assert table(value("| a |\n|---|\n| 1 \\| 2 |"))[0][1] == ["1 | 2"]


def test_short_rows_end_with_empty_cells(table):
    assert table(value("| a | b | c |\n| 1 |\n| 1 | 2 | |"))[0] == [
        ["a", "b", "c"],
        ["1", "", ""],
        ["1", "2", ""],
    ]


def test_columns_of_remarks_are_left_out(table):
    assert table("      crt: crt.csv\n", crt__csv="A,# Why\n1,it is old\n")[0] == [["A"], ["1"]]


def test_table_stands_in_records_and_in_lists_of_pieces(tmp_path):
    front = "      parts: [{table: crt.csv}]\n"
    game = game_alone(tmp_path, files_of(front, crt__csv="A\n1\n"))
    assert str(game.pieces[0].front["parts"][0]["table"][1][0].in_language("en")) == "1"
    cards = '"crt"\n"| A | B |\n| 1 | 2 |"\n'.replace('"crt"', "id,title,crt").replace(
        '\n"|', '\na,T,"|'
    )
    sheet = {"game.yaml": GAME, "aids.yaml": "kind: aid\npieces: a.csv\n", "a.csv": cards}
    game = game_alone(tmp_path, sheet)
    assert [str(cell.in_language("en")) for cell in game.pieces[0].front["crt"][1]] == ["1", "2"]


def test_columns_of_languages_are_one(table, tmp_path):
    sheet = "Roll,Result,Result.de\n1,Hit,Treffer\n2,Miss,\n"
    assert table("      crt: crt.csv\n", crt__csv=sheet)[0][1] == ["1", "Hit"]
    assert table("      crt: crt.csv\n", "de", crt__csv=sheet)[0] == [
        ["Roll", "Result"],
        ["1", "Treffer"],
        ["2", "Miss"],
    ]


def test_words_of_cells_are_looked_up_in_the_translations(table):
    translations = "en,de\nHit,Treffer\nResult,Ergebnis\n"
    front = value("| Roll | Result |\n| 1 | Hit |")
    assert table(front, "de", translations__csv=translations)[0] == [
        ["Roll", "Ergebnis"],
        ["1", "Treffer"],
    ]


def test_table_may_be_typed_in_each_language(table):
    front = '      crt: {en: "a,b\\n1,two", de: "c,d\\n1,zwei"}\n'
    assert table(front, "de")[0] == [["c", "d"], ["1", "zwei"]]


def test_missing_translations_are_told_with_their_way(tmp_path):
    files = files_of("      crt: crt.csv\n", crt__csv="A,B,B.de\nhit,miss,\n")
    game = game_alone(tmp_path, files)
    told = {(m.place.line, m.place.key, m.hint) for m in game.missing}
    assert (2, "B.de", "fill in this cell") in told
    assert (2, "A", "add a column `A.de`") in told
    assert (1, "A", "add the text to translations.csv, in a row of its own") in told


@pytest.mark.parametrize(
    ("front", "tables", "says"),
    [
        ("      crt: none.csv\n", {}, "aids.yaml:6 pieces[1].front.crt E100 there is no file"),
        (
            "      crt: Hit\n",
            {},
            'aids.yaml:6 pieces[1].front.crt E104 expected a table, found "Hit',
        ),
        ("      crt: 3\n", {}, "aids.yaml:6 pieces[1].front.crt E104 expected a table, found 3"),
        ("      crt: {fr: x}\n", {}, "aids.yaml:6 pieces[1].front.crt E104 expected a table"),
        (
            "      crt:\n        - [a]\n        - b\n",
            {},
            "aids.yaml:8 pieces[1].front.crt[2] E104 expected a row of cells",
        ),
        (
            value("| a | b |\n|---|---|\n| 1 | 2 | 3 |"),
            {},
            "aids.yaml:9 pieces[1].front.crt[2][3] E104 the row has 3 cells, and the header 2",
        ),
        ("      crt: a.csv\n", {"a__csv": ""}, "aids.yaml:6 pieces[1].front.crt E108"),
        ("      crt: [[a]]\n", {}, "aids.yaml:6 pieces[1].front.crt E108"),
        ("      crt: a.csv\n", {"a__csv": "a\n#REF!\n"}, "a.csv:2 a E153 the formula gives"),
        ("      crt: a.csv\n", {"a__csv": 'a\n"b\n'}, "a.csv:2  E152"),
        (value('a,b\n"1,2'), {}, "aids.yaml:8 pieces[1].front.crt E152"),
        ("      crt: [[a], [=SUM(A1)]]\n", {}, "pieces[1].front.crt[2][1] E136"),
        (
            '      crt: {en: "a\\n1", de: "a\\n1\\n2"}\n',
            {},
            "pieces[1].front.crt.de E104 the table has 3 rows in `de`, and 2 in `en`",
        ),
    ],
)
def test_fault_of_a_table_is_told_at_its_place(faults, front, tables, says):
    assert any(says in each for each in faults(front, **tables))


@pytest.mark.parametrize(
    ("bound", "what"),
    [("PRINTED_ROWS", "rows"), ("PRINTED_COLUMNS", "columns"), ("PRINTED_CELLS", "cells")],
)
def test_tables_have_bounds(faults, monkeypatch, bound, what):
    monkeypatch.setattr(limits, bound, 3)
    cells = ["| 1 | 2 | 3 | 4 |"] * 4
    found = faults(value("\n".join(cells)))
    assert any("E133" in each and f" {what}: more than 3" in each for each in found)
