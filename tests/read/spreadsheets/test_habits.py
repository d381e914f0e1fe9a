"""What people do in sheets: taken as it is meant, or told with the place and what to do."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.problems import Problem, ProblemsFound, Severity
from fustella.draw.text.markup import MarkedSpan, read_markup
from fustella.read.spreadsheets.rich_text import Run, text_of
from tests.read.spreadsheets.making import (
    fronts,
    game_of,
    ods,
    ods_cell,
    ods_row,
    project_with,
    row,
    xlsx,
)

FORMATS = pytest.mark.parametrize("ending", ["csv", "xlsx", "ods"])
WORKBOOKS = pytest.mark.parametrize("ending", ["xlsx", "ods"])
FIELDS = "{front: {title: text, value?: number, note?: text, art?: image, side?: left | right}}"


def lines_of(ending: str, rows: list[list[str]]) -> str:
    """Rows as a sheet has them; an empty one is left out, and figures are numbers in workbooks."""
    if ending == "xlsx":
        return "".join(
            row(n, *(f"<c><v>{cell}</v></c>" if cell.isdecimal() else cell for cell in cells))
            for n, cells in enumerate(rows, start=1)
            if any(cells)
        )
    return "".join(
        ods_row(*(ods_cell("float", c, c) if c.isdecimal() else c for c in cells)) for cells in rows
    )


def book(ending: str, rows: list[list[str]], **others: list[list[str]]) -> bytes:
    """A file of rows; in a workbook with other sheets behind the first."""
    if ending == "csv":
        stream = io.StringIO()
        csv.writer(stream).writerows(rows)
        return stream.getvalue().encode()
    sheets = {"Deck": rows, **others} if "Deck" not in others else others
    made = {name: lines_of(ending, each) for name, each in sheets.items()}
    return xlsx(made) if ending == "xlsx" else ods(made)


def game(tmp_path, data, ending, **how):
    how.setdefault("fields", FIELDS)
    return game_of(project_with(tmp_path, data, f"cards.{ending}", **how))


def problems(tmp_path, data, ending, **how) -> tuple[Problem, ...]:
    with pytest.raises(ProblemsFound) as found:
        game(tmp_path, data, ending, **how)
    return found.value.problems


def short(problem: Problem) -> str:
    return f"{problem.place}: {problem.code}".removeprefix("content/harbour/")


# Two lists on one sheet, and the wrong sheet.

CARDS = [["id", "title", "value"], ["elf", "Elf", "3"], ["orc", "Orc", "4"]]


@WORKBOOKS
@pytest.mark.parametrize(
    ("notes", "code"),
    [
        ([["To do", "Who"], ["Draw elves", "Anna"]], "E106"),
        ([["Ideas for cards"]], "E106"),
        ([[]], "E108"),
        ([["Version", "7"]], "E106"),
        ([["Read me first"], [], ["More"]], "E106"),
    ],
)
def test_list_on_another_sheet_than_the_first_is_named(ending, notes, code, tmp_path):
    data = book(ending, notes, Cards=CARDS)
    [problem] = problems(tmp_path, data, ending)
    assert (problem.code, problem.place.sheet) == (code, "Deck")
    assert "write `pieces: cards." in problem.hint
    assert problem.hint.endswith(" in cards.yaml")
    followed = re.findall(r"`(pieces: .*?)`", problem.hint)[0]
    assert fronts(game(tmp_path, data, ending, listed=f"kind: card\n{followed}\n").pieces) == [
        {"title": "Elf", "value": 3},
        {"title": "Orc", "value": 4},
    ]


@WORKBOOKS
@pytest.mark.parametrize(
    "name", ["Deck #2", "Act: 1", "it's", "a 'b'", "# 1", "über", "- x", "{a}"]
)
def test_hint_that_names_a_sheet_can_be_pasted_into_yaml(ending, name, tmp_path):
    data = book(ending, [["To do"]], **{name: CARDS})
    [problem] = problems(tmp_path, data, ending)
    followed = re.findall(r"`(pieces: .*)` in cards", problem.hint)[0]
    assert len(game(tmp_path, data, ending, listed=f"kind: card\n{followed}\n").pieces) == 2


@FORMATS
def test_header_below_other_rows_is_named(ending, tmp_path):
    data = book(ending, [["My game, 3rd try", "", ""], ["", "", ""], *CARDS])
    [problem] = problems(tmp_path, data, ending)
    assert problem.hint == "delete the rows above row 3, which has the names of the columns"
    assert len(game(tmp_path, book(ending, CARDS), ending).pieces) == 2


@FORMATS
@pytest.mark.parametrize(
    ("second", "line"),
    [
        ([[], ["id", "title", "value"], ["sun", "Sun", "1"]], 5),
        ([[], ["id", "title", "strength"], ["sun", "Sun", "1"]], 5),
        ([[], [], ["name", "copies"], ["Sun", "1"]], 6),
        ([["id", "title", "value"], ["sun", "Sun", "1"]], 4),
        ([[], ["Title", "Note"], ["Sun", "Shines"]], 5),
    ],
)
def test_second_list_below_the_first_is_told_once(ending, second, line, tmp_path):
    [problem] = problems(tmp_path, book(ending, [*CARDS, *second]), ending)
    assert short(problem) == f"cards.{ending}:{line}: E106"
    wanted = "delete this row" if second[-2] == CARDS[0] else "put the second list"
    assert problem.hint.startswith(wanted)


@FORMATS
def test_second_list_beside_the_first_is_told_once(ending, tmp_path):
    rows = [
        ["id", "title", "value", "", "id", "title", "strength"],
        ["elf", "Elf", "3", "", "sun", "Sun", "1"],
        ["orc", "Orc", "4", "", "moon", "Moon", "2"],
    ]
    [problem] = problems(tmp_path, book(ending, rows), ending)
    assert (problem.code, problem.place.line, problem.place.key) == ("E106", 1, "id")
    assert "from column E on" in problem.message
    assert "of its own" in problem.hint


@FORMATS
@pytest.mark.parametrize(
    "cells",
    [
        ["value", "Title", ""],
        ["name", "Name", "7"],
        ["id", "The id", "1"],
        ["note", "Note", ""],
        ["copies", "Copies of what", "2"],
    ],
)
def test_piece_that_is_called_as_a_column_is_a_piece(ending, cells, tmp_path):
    made = game(tmp_path, book(ending, [*CARDS, cells]), ending)
    assert len(made.pieces) == 3
    assert made.read_warnings == ()


# Totals.


@FORMATS
@pytest.mark.parametrize(
    ("last", "left"),
    [
        (["", "Total", "7", "5"], True),
        (["", "TOTAL:", "", "5"], True),
        (["Total", "", "7", ""], True),
        (["", "Summe", "7", "5"], True),
        (["", "Grand total", "", "5"], True),
        (["", "", "", "5"], True),
        (["", "Total", "", "99"], False),
        (["", "Sum", "", ""], False),
    ],
)
def test_row_of_totals_is_no_piece_or_told(ending, last, left, tmp_path):
    rows = [
        ["id", "title", "value", "copies"],
        ["elf", "Elf", "3", "2"],
        ["orc", "Orc", "4", "3"],
        last,
    ]
    made = game(tmp_path, book(ending, rows), ending)
    assert len(made.pieces) == (2 if left else 3)
    [told] = made.warnings
    assert (told.severity, short(told)) == (Severity.WARNING, f"cards.{ending}:4: E157")
    assert ("is left out" in told.message) == left
    assert len(game(tmp_path, book(ending, rows[:3]), ending).pieces) == 2, "as the hint says"


@FORMATS
@pytest.mark.parametrize(
    "rows",
    [
        [["title", "copies"], ["1", "1"], ["2", "1"], ["3", "2"]],
        [["title", "value"], ["Elf", "1"], ["Orc", "2"], ["Sun", "3"]],
        [["title", "value"], ["Elf", "1"], ["Total war", "1"]],
        [["id", "title", "value"], ["a", "Elf", "1"], ["b", "Orc", "2"], ["total", "Sun", "3"]],
        [["id", "title", "value"], ["a", "Elf", "1"], ["b", "Orc", "2"], ["c", "Total", "3"]],
        [["title", "value"], ["Total", "3"], ["Elf", "1"], ["Orc", "2"]],
    ],
)
def test_piece_whose_number_is_a_sum_is_a_piece(ending, rows, tmp_path):
    made = game(tmp_path, book(ending, rows), ending)
    assert (len(made.pieces), made.read_warnings) == (len(rows) - 1, ())


# Hidden rows.


def hiding(ending: str, rows: list[list[str]], hidden: set[int]) -> bytes:
    if ending == "xlsx":
        text = lines_of(ending, rows)
        for number in hidden:
            text = text.replace(f'<row r="{number}"', f'<row r="{number}" hidden="1"')
        return xlsx({"Deck": text})
    ways = ("collapse", "filter")
    return ods(
        {
            "Deck": "".join(
                ods_row(
                    *cells,
                    attributes=f'table:visibility="{ways[n % 2]}"' if n in hidden else "",
                )
                for n, cells in enumerate(rows, start=1)
            )
        }
    )


@WORKBOOKS
@pytest.mark.parametrize(
    ("hidden", "said", "line"),
    [
        ({2}, "a hidden row is printed like the others: 2", 2),
        ({3, 4, 5}, "3 hidden rows are printed like the others: 3-5", 3),
        ({2, 4, 6}, "3 hidden rows are printed like the others: 2, 4, 6", 2),
        (set(range(2, 12)), "8 hidden rows are printed like the others: 2-8, 10", 2),
        ({1, 3}, "a hidden row is printed like the others: 3", 3),
        ({2, 9}, "a hidden row is printed like the others: 2", 2),
        ({9, 11}, "", 0),
        (set(), "", 0),
    ],
)
def test_hidden_rows_are_printed_and_told(ending, hidden, said, line, tmp_path):
    rows = [["title", "copies"], *([f"Card {n}", "0" if n == 9 else "1"] for n in range(2, 11)), []]
    made = game(tmp_path, hiding(ending, rows, hidden), ending)
    assert len(made.pieces) == 9
    assert [(short(told), told.message) for told in made.warnings] == (
        [(f"cards.{ending}:{line}: E156", said)] if said else []
    )


@WORKBOOKS
def test_hint_about_hidden_rows_followed_is_no_warning(ending, tmp_path):
    rows = [["title", "copies"], ["Elf", "1"], ["Orc", "0"]]
    made = game(tmp_path, hiding(ending, rows, {3}), ending)
    assert [piece.copies for piece in made.pieces] == [1, 0]
    assert made.read_warnings == ()


@WORKBOOKS
def test_rows_of_a_sheet_in_a_hidden_column_are_no_hidden_rows(ending, tmp_path):
    made = game(tmp_path, book(ending, CARDS), ending)
    assert made.read_warnings == ()


# Merged cells.


def merging(ending: str, rows: list[list[str]], area: tuple[int, int, int]) -> bytes:
    """Rows of which a column, from 0, has one cell from a row to another."""
    column, top, bottom = area
    rows = [
        [
            "" if n in range(top + 1, bottom + 1) and c == column else cell
            for c, cell in enumerate(r)
        ]
        for n, r in enumerate(rows, start=1)
    ]
    if ending == "xlsx":
        letter = "ABCDEF"[column]
        behind = f'|||<mergeCells><mergeCell ref="{letter}{top}:{letter}{bottom}"/></mergeCells>'
        return xlsx({"Deck": lines_of(ending, rows) + behind})
    spanned = f'table:number-rows-spanned="{bottom - top + 1}" table:number-columns-spanned="1"'
    return ods(
        {
            "Deck": "".join(
                ods_row(
                    *(
                        ods_cell("string", "", cell, spanned)
                        if (n, c) == (top, column)
                        else "<table:covered-table-cell/>"
                        if c == column and top < n <= bottom
                        else cell
                        for c, cell in enumerate(cells)
                    )
                )
                for n, cells in enumerate(rows, start=1)
            )
        }
    )


NAMED = [["title", "value", "note"], *([name, "1", f"n{name}"] for name in "ABCDE")]


@WORKBOOKS
@pytest.mark.parametrize(("top", "bottom"), [(2, 3), (2, 4), (2, 6), (3, 5), (5, 6)])
def test_name_that_is_merged_over_rows_is_told(ending, top, bottom, tmp_path):
    made = game(tmp_path, merging(ending, NAMED, (0, top, bottom)), ending)
    [told] = made.warnings
    assert short(told) == f"cards.{ending}:{top}: title: E157"
    assert (
        f"merged over the rows {top}-{bottom}, which are {bottom - top + 1} pieces" in told.message
    )
    assert len(made.pieces) == 5


@WORKBOOKS
def test_merged_value_that_names_nothing_is_that_of_each_row(ending, tmp_path):
    made = game(tmp_path, merging(ending, NAMED, (2, 2, 4)), ending)
    assert [front["note"] for front in fronts(made.pieces)] == ["nA", "nA", "nA", "nD", "nE"]
    assert made.read_warnings == ()


@WORKBOOKS
def test_id_that_is_merged_over_rows_is_one_problem(ending, tmp_path):
    rows = [["id", *NAMED[0]], *([f"i{cells[0]}".lower(), *cells] for cells in NAMED[1:])]
    [problem] = problems(tmp_path, merging(ending, rows, (0, 3, 5)), ending)
    assert short(problem) == f"cards.{ending}:3: id: E112"
    assert "rows 3-5" in problem.message


@WORKBOOKS
def test_merged_name_beside_ids_is_meant(ending, tmp_path):
    rows = [["id", *NAMED[0]], *([f"i{cells[0]}".lower(), *cells] for cells in NAMED[1:])]
    made = game(tmp_path, merging(ending, rows, (1, 3, 5)), ending)
    assert (len(made.pieces), made.read_warnings) == (5, ())


# Pictures in cells.

PICTURED = ["title", "art"]
VM = '<c t="e" vm="1"><v>#VALUE!</v></c>'
FRAME = (
    "<table:table-cell {}><draw:frame "
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0">'
    "<draw:image><text:p/></draw:image></draw:frame></table:table-cell>"
)


@pytest.mark.parametrize(
    "cell",
    [
        VM,
        '<c t="str"><f>_xlfn.IMAGE("https://example.org/a.png")</f><v></v></c>',
        '<c t="e" vm="1"><f>_xlfn.IMAGE("https://example.org/a.png")</f><v>#VALUE!</v></c>',
        '<c t="e"><f>IMAGE("https://example.org/a.png")</f><v>#NAME?</v></c>',
        "<c><f>image (A1)</f></c>",
        '=IMAGE("https://example.org/a.png")',
    ],
)
def test_picture_in_a_cell_of_a_workbook_is_told(cell, tmp_path):
    data = xlsx({"Deck": row(1, *PICTURED) + row(2, "Elf", cell)})
    [problem] = problems(tmp_path, data, "xlsx")
    assert short(problem) == "cards.xlsx:2: art: E153"
    assert "a picture in the cell" in problem.message
    assert "art/" in problem.hint


@pytest.mark.parametrize(
    "cell",
    [
        FRAME.format(""),
        FRAME.format('office:value-type="string"'),
        '<table:table-cell table:formula="of:=IMAGE(&quot;https://x/a.png&quot;)"/>',
        '<table:table-cell table:formula="of:=IMAGE([.A1])" office:value-type="string">'
        "<text:p>#NAME?</text:p></table:table-cell>",
        '<table:table-cell table:formula="of:=image([.A1])"><text:p>Err:508</text:p>'
        "</table:table-cell>",
        "=IMAGE(A2)",
    ],
)
def test_picture_in_a_cell_of_an_open_document_is_told(cell, tmp_path):
    data = ods({"Deck": ods_row(*PICTURED) + ods_row("Elf", cell)})
    [problem] = problems(tmp_path, data, "ods")
    assert short(problem) == "cards.ods:2: art: E153"
    assert "a picture in the cell" in problem.message


def test_formula_of_a_picture_in_a_csv_is_told(tmp_path):
    data = b'title,art\nElf,"=IMAGE(""https://example.org/a.png"")"\n'
    [problem] = problems(tmp_path, data, "csv")
    assert short(problem) == "cards.csv:2: art: E153"


def drawing(*places: tuple[int, int]) -> dict[str, str]:
    """A drawing of a workbook with pictures at rows and columns, both from 0."""
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    pictures = "".join(
        f"<xdr:twoCellAnchor><xdr:from><xdr:col>{column}</xdr:col><xdr:colOff>5</xdr:colOff>"
        f"<xdr:row>{line}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col>"
        "<xdr:row>9</xdr:row></xdr:to><xdr:pic/></xdr:twoCellAnchor>"
        for line, column in places
    )
    return {
        "xl/worksheets/_rels/s1.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/'
        f'package/2006/relationships"><Relationship Id="rId1" Type="{kinds}/drawing" '
        'Target="../drawings/drawing1.xml"/></Relationships>',
        "xl/drawings/drawing1.xml": '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/'
        f'drawingml/2006/spreadsheetDrawing">{pictures}</xdr:wsDr>',
    }


@pytest.mark.parametrize(
    ("place", "typed", "told"),
    [
        ((1, 1), "", True),
        ((1, 0), "", False),
        ((0, 1), "", False),
        ((1, 1), "fox.png", False),
        ((5, 1), "", False),
        ((1, 30), "", False),
    ],
)
def test_picture_that_floats_over_an_empty_cell_is_told(place, typed, told, tmp_path):
    project = project_with(tmp_path, None, fields=FIELDS)
    art = tmp_path / "content" / "harbour" / "art"
    art.mkdir()
    (art / "fox.png").write_bytes(b"")
    data = xlsx({"Deck": row(1, *PICTURED) + row(2, "Elf", typed)}, more=drawing(place))
    assert project is not None
    if told:
        [problem] = problems(tmp_path, data, "xlsx")
        assert short(problem) == "cards.xlsx:2: art: E153"
    else:
        found = [one for one in errors(tmp_path, data) if one.code == "E153"]
        assert found == []


def errors(tmp_path, data) -> list[Problem]:
    try:
        game(tmp_path, data, "xlsx")
    except ProblemsFound as found:
        return [*found.problems]
    return []


def test_formula_error_with_rich_value_is_error(tmp_path):
    cell = '<c t="e" vm="1"><f>B1:B9</f><v>#SPILL!</v></c>'
    data = xlsx({"Deck": row(1, *PICTURED) + row(2, "Elf", cell)})
    [problem] = problems(tmp_path, data, "xlsx")
    assert problem.message == "the formula gives an error, #SPILL!"


def test_value_of_a_data_type_is_no_picture(tmp_path):
    said = {
        "xl/richData/rdrichvaluestructure.xml": '<rvStructures><s t="_linkedentity2"/>'
        "</rvStructures>"
    }
    data = xlsx({"Deck": row(1, "title", "note") + row(2, "Elf", VM)}, more=said)
    [problem] = problems(tmp_path, data, "xlsx")
    assert problem.message.startswith("a value of a data type")


# Letters in several formats.

RUNS = [
    ([("Draw ", ""), ("two", "b"), (" cards.", "")], "Draw **two** cards."),
    ([("Draw", ""), (" two ", "b"), ("cards.", "")], "Draw **two** cards."),
    ([("Fast", "i"), (" and ", ""), ("hard", "bi")], "*Fast* and ***hard***"),
    ([("All", "b"), (" of it", "b")], "**All of it**"),
    ([("bo", "b"), ("th", "bi"), ("!", "i")], "**bo*th**!*"),
    ([("Gain {wo", "b"), ("od}", ""), (".", "")], "**Gain {wood}**."),
    ([("a *typed* ", ""), ("b", "b")], "a *typed* **b**"),
    ([("in *it", "b"), ("ali*cs", "")], "**in *it**ali*cs"),
    ([("no partner * here", ""), ("b", "b")], "no partner * here**b**"),
    ([("one\n", "b"), ("two", "")], "**one**\ntwo"),
    ([("- item\n- more", "b"), ("!", "")], "- **item\n- more**!"),
    ([("1. first", "i")], "1. *first*"),
    ([("3 ", ""), ("\\*", "b")], "3 **\\***"),
    ([("stars ** alone", ""), ("x", "b")], "stars ** alone**x**"),
    ([("open **typed ", ""), ("x", "b")], "open **typed x"),
]


def rich(ending: str, runs: list[tuple[str, str]]) -> bytes:
    if ending == "xlsx":
        parts = "".join(
            f"<r><rPr>{''.join(f'<{style}/>' for style in styles)}<sz val='11'/></rPr>"
            f'<t xml:space="preserve">{text}</t></r>'
            for text, styles in runs
        )
        return xlsx(
            {"Deck": row(1, "title", "note") + row(2, "Elf", '<c t="s"><v>0</v></c>')},
            strings=[parts],
        )
    styles = "".join(
        f'<style:style style:name="T{name}"><style:text-properties xmlns:fo="urn:oasis:names:tc:'
        f'opendocument:xmlns:xsl-fo-compatible:1.0" {said}/></style:style>'
        for name, said in (
            ("b", 'fo:font-weight="bold"'),
            ("i", 'fo:font-style="italic"'),
            ("bi", 'fo:font-weight="700" fo:font-style="italic"'),
            ("u", 'style:text-underline-style="solid"'),
        )
    )
    parts = "".join(
        f'<text:span text:style-name="T{style}">{spaced(text)}</text:span>'
        if style
        else spaced(text)
        for text, style in runs
    )
    cell = (
        f'<table:table-cell office:value-type="string"><text:p>{parts}</text:p></table:table-cell>'
    )
    return ods({"Deck": ods_row("title", "note") + ods_row("Elf", cell)}, styles)


def spaced(text: str) -> str:
    return text.replace("\n", "<text:line-break/>")


@WORKBOOKS
@pytest.mark.parametrize(("runs", "wanted"), RUNS)
def test_bold_and_italic_letters_of_a_cell_become_markup(ending, runs, wanted, tmp_path):
    made = game(tmp_path, rich(ending, runs), ending)
    [front] = fronts(made.pieces)
    assert front["note"] == wanted
    assert made.read_warnings == ()


def seen(text: str) -> list[tuple[str, bool, bool]]:
    """The letters of a text with markup that are seen, each with whether it is bold and italic."""
    marked = read_markup(text)
    assert marked.faults == ()
    spans = (mark for mark in marked.marks if isinstance(mark, MarkedSpan))
    return [(one, span.bold, span.italic) for span in spans for one in span.text if one.strip()]


@given(
    st.lists(
        st.tuples(st.text("ab. \n", max_size=5), st.booleans(), st.booleans()),
        max_size=6,
    )
)
def test_markup_of_letters_in_several_formats_says_what_they_are(runs):
    text = text_of(Run(text, bold, italic) for text, bold, italic in runs)
    assert str(text) == "".join(text for text, _, _ in runs)
    assert seen(getattr(text, "marked", text)) == [
        (one, bold, italic) for text, bold, italic in runs for one in text if one.strip()
    ]


@WORKBOOKS
@pytest.mark.parametrize("fields", ["plain", "word"])
def test_letters_of_what_has_no_markup_are_as_they_are(ending, fields, tmp_path):
    data = rich(ending, [("Draw ", ""), ("two", "b")])
    made = game(tmp_path, data, ending, fields=f"{{front: {{title: text, note?: {fields}}}}}")
    assert fronts(made.pieces)[0]["note"] == "Draw two"


@WORKBOOKS
def test_format_that_texts_lack_is_told(ending, tmp_path):
    made = game(tmp_path, rich(ending, [("Draw ", ""), ("two", "u")]), ending)
    [told] = made.warnings
    assert short(told) == f"cards.{ending}:2: note: E158"
    assert "underlined in a cell" in told.message
    assert fronts(made.pieces)[0]["note"] == "Draw two"


def test_id_of_a_rich_name_is_made_of_its_letters(tmp_path):
    data = xlsx(
        {
            "Deck": row(1, "title")
            + row(
                2,
                '<c t="inlineStr"><is><r><rPr><b/></rPr><t>Fire</t></r><r><t>ball</t></r></is></c>',
            )
        }
    )
    [piece] = game(tmp_path, data, "xlsx").pieces
    assert (piece.id, fronts([piece])) == ("fireball", [{"title": "**Fire**ball"}])


# Tags of HTML.


@FORMATS
@pytest.mark.parametrize(
    ("typed", "tag", "instead"),
    [
        ("Draw <b>two</b>", "b", "`**…**`"),
        ("<i>Fast</i>", "i", "`*…*`"),
        ("one<br>two", "br", "`\\n`"),
        ("one<BR/>two", "br", "`\\n`"),
        ("<strong class='x'>a</strong>", "strong", "`**…**`"),
        ("<p>one</p>", "p", "`\\n`"),
        ("H<sub>2</sub>O", "sub", "take it out"),
        ("<li>one", "li", "`- `"),
    ],
)
def test_tag_of_html_in_a_cell_is_told_with_the_markup_instead(
    ending, typed, tag, instead, tmp_path
):
    rows = [["title", "note"], ["Elf", typed], ["Orc", "1 < 2 and 3 > 2, <3, <- b"]]
    made = game(tmp_path, book(ending, rows), ending)
    [told] = made.warnings
    assert short(told) == f"cards.{ending}:2: note: E158"
    assert told.message.startswith(f"`<{tag}>` is printed as it is typed")
    assert instead in told.hint
    assert fronts(made.pieces)[0]["note"] == typed


def test_tags_in_yaml_are_told_once_for_each_tag_of_a_file(tmp_path):
    listed = "kind: card\npieces:\n" + "".join(
        f"  - {{id: c{n}, front: {{title: T, note: '<b>x</b> <br> y'}}}}\n" for n in range(9)
    )
    made = game(tmp_path, None, "csv", listed=listed)
    assert [(short(told), told.message) for told in made.warnings] == [
        ("cards.yaml:3: pieces[1].front.note: E158", "`<b>` is printed as it is typed, in 9 texts"),
        (
            "cards.yaml:3: pieces[1].front.note: E158",
            "`<br>` is printed as it is typed, in 9 texts",
        ),
    ]


def test_tag_in_a_plain_field_is_what_it_is(tmp_path):
    fields = "{front: {title: text, note?: plain}}"
    made = game(tmp_path, b"title,note\nElf,<b>x</b>\n", "csv", fields=fields)
    assert made.read_warnings == ()


# Letters that are not seen.


@FORMATS
@pytest.mark.parametrize(
    "header",
    [
        "no\u200bte",
        "\ufeffnote",
        "note\u200b",
        "\u200enote",
        "no\u2060te",
        "Note\u00a0",
        "\u2066note\u2069",
    ],
)
def test_letters_of_a_header_that_are_not_seen_make_no_difference(ending, header, tmp_path):
    made = game(tmp_path, book(ending, [["title", header], ["Elf", "x"]]), ending)
    assert fronts(made.pieces) == [{"title": "Elf", "note": "x"}]


def test_second_byte_order_mark_makes_no_difference(tmp_path):
    data = "\ufeff\ufefftitle,note\nElf,x\n".encode()
    assert fronts(game(tmp_path, data, "csv").pieces) == [{"title": "Elf", "note": "x"}]


@FORMATS
@pytest.mark.parametrize("unseen", ["\u200b", "\ufeff", "\u2060", "\u200e", "\u200b \ufeff"])
def test_letters_around_a_value_that_are_not_seen_are_none(ending, unseen, tmp_path):
    rows = [
        ["id", "title", "value", "side", "copies"],
        [f"{unseen}elf", f"Elf{unseen}", f"3{unseen}", f"{unseen}left", f"2{unseen}"],
        [unseen, "", "", "", unseen],
    ]
    [piece] = game(tmp_path, book(ending, rows), ending).pieces
    assert (piece.id, piece.copies) == ("elf", 2)
    assert fronts([piece]) == [{"title": "Elf", "value": 3, "side": "left"}]


@FORMATS
@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (["e\u200blf", "Elf", "3", "left"], "e[U+200B]lf"),
        (["elf", "Elf", "3", "le\u2060ft"], "le[U+2060]ft"),
        (["elf", "Elf", "3\u200b0", "left"], "3[U+200B]0"),
        (["elf\u202e1", "Elf", "3", "left"], "elf[U+202E]1"),
        (["elf", "Elf", "3", "ri\ufeffght"], "ri[U+FEFF]ght"),
    ],
)
def test_letter_inside_of_a_name_that_is_not_seen_is_shown(ending, cells, shown, tmp_path):
    rows = [["id", "title", "value", "side"], cells]
    [problem] = problems(tmp_path, book(ending, rows), ending)
    assert shown in problem.message


@pytest.mark.parametrize("key", ["\u200bcopies", "cop\u200bies", "copies\ufeff", "\u200ecopies"])
def test_unseen_letters_of_key_are_ignored(key, tmp_path):
    listed = f"kind: card\npieces:\n  - id: elf\n    {key}: 3\n    front: {{title: Elf}}\n"
    [piece] = game(tmp_path, None, "csv", listed=listed).pieces
    assert piece.copies == 3


def test_value_in_yaml_with_a_letter_that_is_not_seen_is_told(tmp_path):
    listed = "kind: card\npieces:\n  - {id: elf, front: {title: Elf, side: left\u200b}}\n"
    [problem] = problems(tmp_path, None, "csv", listed=listed)
    assert 'found "left[U+200B]"' in problem.message
    assert problem.hint == "did you mean `left`?"


# Merges.

MERGED = "<<<<<<< HEAD\n{}=======\n{}>>>>>>> eight\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("id,title\n" + MERGED.format("elf,Elf\n", "elf,Fay\n"), 2),
        (MERGED.format("id,title\n", "id,title,note\n") + "elf,Elf\n", 1),
        ("id;title\r\nelf;Elf\r\n" + MERGED.format("a;A\n", "b;B\n").replace("\n", "\r\n"), 3),
        ('id,title\nelf,"two\nlines"\n' + MERGED.format("a,A\n", "b,B\n"), 3),
        ('id,title\nelf,"two\n' + MERGED.format("a\n", "b\n") + 'lines"\n', 2),
        ("id,title\nelf,Elf\n>>>>>>> eight\n", 3),
        ("id,title\n<<<<<<< HEAD,\nelf,Elf\n=======,\n>>>>>>> b,\n", 2),
        ('id,title\nelf,Elf\n<<<<<<< HEAD\na,"A\n=======\nb,B"\n>>>>>>> x\n', 3),
    ],
)
def test_merge_that_git_could_not_make_is_told_in_a_csv(text, line, tmp_path):
    [problem] = problems(tmp_path, text, "csv")
    assert short(problem) == f"cards.csv:{line}: E152"
    assert problem.message == "two versions of these lines, which git could not join"
    assert "<<<<<<<" in problem.hint


@pytest.mark.parametrize("text", ["a <<<<<<< b", "<<<<< five", "=======", "<<<<<<<<"])
def test_text_with_such_signs_is_a_text(text, tmp_path):
    data = f'id,title\nelf,"{text}"\n'
    assert fronts(game(tmp_path, data, "csv").pieces) == [{"title": text}]
