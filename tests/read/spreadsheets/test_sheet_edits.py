"""Cells, rows and columns of spreadsheets are changed as a careful designer would, and no more."""

import io
import re
import zipfile
from html import unescape

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheet_edits import (
    AddColumn,
    CopyRow,
    InsertRow,
    RemoveRow,
    SetCell,
    editable_sheet,
    edited_sheet,
)
from fustella.read.spreadsheets.delimited import sheet_of as csv_sheet
from fustella.read.spreadsheets.encodings import decoded
from fustella.read.spreadsheets.values import cell_text
from fustella.read.spreadsheets.xlsx import sheet_of
from tests.read.spreadsheets.making import ods, ods_row, row, xlsx


def csv_edited(text, *edits, encoding="utf-8", file="cards.csv", languages=("en",)):
    data = edited_sheet(file, text.encode(encoding), "", edits, languages)
    return data.decode(encoding)


@pytest.mark.parametrize(
    ("before", "edits", "after"),
    [
        pytest.param("t,v\nElf,3\n", [SetCell(2, 0, "Orc")], "t,v\nOrc,3\n", id="a text"),
        pytest.param("t,v\nElf,3\n", [SetCell(2, 0, "")], "t,v\n,3\n", id="nothing"),
        pytest.param("t,v\nElf,3\n", [SetCell(2, 0, "a, b")], 't,v\n"a, b",3\n', id="a comma"),
        pytest.param("t;v\nElf;3\n", [SetCell(2, 0, "a, b")], "t;v\na, b;3\n", id="no delimiter"),
        pytest.param(
            "t;v\nElf;2,5\n", [SetCell(2, 1, "3,5")], "t;v\nElf;3,5\n", id="decimal comma"
        ),
        pytest.param('t\tv\n"E"\t3\n', [SetCell(2, 0, "O")], 't\tv\n"O"\t3\n', id="quotes stay"),
        pytest.param('t,v\n"a,b",3\n', [SetCell(2, 0, "")], "t,v\n,3\n", id="no quotes are left"),
        pytest.param(
            "t,v\nE,3\n", [SetCell(2, 0, 'a "b"')], 't,v\n"a ""b""",3\n', id="quotes inside"
        ),
        pytest.param("t,v\nE,3\n", [SetCell(2, 0, '"b"')], 't,v\n"""b""",3\n', id="quotes first"),
        pytest.param('t,v\n "E" ,3\n', [SetCell(2, 0, "O")], 't,v\n "O" ,3\n', id="blanks around"),
        pytest.param("t,v\r\nE,3", [SetCell(2, 0, "a\nb")], 't,v\r\n"a\nb",3', id="a line break"),
        pytest.param(
            't,v\r\n"a\r\nb",3\r\nx,4\r\n',
            [SetCell(3, 0, "c\nd")],
            't,v\r\n"a\r\nb",3\r\n"c\r\nd",4\r\n',
            id="line breaks as others",
        ),
        pytest.param("t,v,w\nE\n", [SetCell(2, 2, "5")], "t,v,w\nE,,5\n", id="a short row"),
        pytest.param(
            "t,v\nE,3\n", [InsertRow(0, ("Orc", "4"))], "t,v\nE,3\nOrc,4\n", id="a row at the end"
        ),
        pytest.param(
            "t;v\r\nE;3", [InsertRow(0, ("O", ""))], "t;v\r\nE;3\r\nO;", id="without a line end"
        ),
        pytest.param(
            "t,v\nE,3\n\n\n", [InsertRow(0, ("O",))], "t,v\nE,3\nO,\n\n\n", id="before empty lines"
        ),
        pytest.param(
            'id,t\n"a",E\nb,F\n',
            [InsertRow(3, ("c", "G")), InsertRow(3, ("d", "H"))],
            'id,t\n"a",E\n"c",G\n"d",H\nb,F\n',
            id="rows quoted as those above",
        ),
        pytest.param(
            "id,t\na, E \nb,F\n",
            [CopyRow(2, ((0, "c"),))],
            "id,t\na, E \nc, E \nb,F\n",
            id="a copy",
        ),
        pytest.param(
            "id,t\na,E\nb,F\nc,G",
            [RemoveRow(4), RemoveRow(2), InsertRow(0, ("d",))],
            "id,t\nb,F\nd,",
            id="rows removed",
        ),
        pytest.param("id,t\na,E\n\nb\n", [AddColumn("n")], "id,t,n\na,E,\n\nb\n", id="a column"),
        pytest.param("t\nE\n", [AddColumn("n"), SetCell(2, 1, "3")], "t,n\nE,3\n", id="the second"),
        pytest.param(
            "sep=;\nt;v\n3;3\n", [SetCell(2, 1, "4")], "sep=;\nt;v\n3;4\n", id="a first line"
        ),
        pytest.param(
            "a;b\n1;2\n",
            [SetCell(1, 1, "b, or c, or d")],
            'a;"b, or c, or d"\n1;2\n',
            id="signs that would be taken for delimiters",
        ),
        pytest.param(
            "id,t\n,E\n", [SetCell(2, 0, "x"), InsertRow(2, ("y",))], "id,t\ny,\nx,E\n", id="beside"
        ),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_csv_changes_as_typed_by_hand(before, edits, after, encoding):
    file = "cards.tsv" if "\t" in before else "cards.csv"
    assert csv_edited(before, *edits, encoding=encoding, file=file) == after


def test_csv_stays_in_its_code_page():
    before = "title;value\nŽába;3\nPříšera;1\n".encode("cp1250")
    after = edited_sheet("c.csv", before, "", [SetCell(2, 0, "Čáp")], ("cs",))
    assert after == "title;value\nČáp;3\nPříšera;1\n".encode("cp1250")
    with pytest.raises(
        EditRefused, match="cp1250, which has no `жаба`: save it as “CSV UTF-8” first"
    ):
        edited_sheet("c.csv", before, "", [SetCell(2, 0, "жаба")], ("cs",))


@pytest.mark.parametrize(
    ("text", "edits", "reason"),
    [
        ("t,v\nE,3\n", [RemoveRow(1)], "row 1 is not below the header"),
        ("t,v\nE,3\n", [InsertRow(1, ("x",))], "not below the header"),
        ("t,v\nE,3\n", [RemoveRow(2), SetCell(2, 0, "x")], "removed at the same time"),
        ("t,v\nE,3\n", [SetCell(7, 0, "x")], "no row 7"),
        ("t,v\nE,3\n", [SetCell(2, -1, "x")], "no such cell"),
        ("t,v\nE,3\n", [CopyRow(9)], "row 9 is empty"),
        ("t,v\nE,3\n", [SetCell(2, 0, "x" * 30_001)], "more than 30,000 letters"),
        ("", [InsertRow(0, ("x",))], "the sheet is empty"),
        ('t,v\n"E,3\n', [SetCell(2, 0, "x")], "not closed"),
    ],
)
def test_csv_is_not_changed_otherwise(text, edits, reason):
    with pytest.raises(EditRefused, match=re.escape(reason)):
        csv_edited(text, *edits)


def test_open_document_is_not_changed():
    data = ods({"Cards": ods_row("title", "value") + ods_row("Elf", "3")})
    with pytest.raises(EditRefused, match=r"an \.ods file is not written"):
        edited_sheet("cards.ods", data, "", [SetCell(2, 0, "x")])


CELLS = st.sampled_from(["", "a", "3", "2,5", " b", 'say "no"', '"', "a;b|c", "x\ny", "é", "007"])
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=6)


@st.composite
def edits_of(draw, rows, width):
    """Edits of a sheet with a header and some rows."""
    removed = draw(st.sets(st.integers(2, rows + 1), max_size=2))
    kept = [number for number in range(2, rows + 2) if number not in removed]
    edits = [RemoveRow(number) for number in sorted(removed)]
    some = st.sampled_from(kept) if kept else st.nothing()
    cell = st.builds(SetCell, some, st.integers(0, width - 1), CELLS)
    new = st.builds(
        InsertRow,
        st.integers(0, rows + 1).filter(lambda n: n != 1),
        ROWS.map(lambda r: tuple(r[0])),
    )
    copy = st.builds(CopyRow, some)
    return edits + draw(st.lists(st.one_of(cell, new, copy), max_size=5))


def expected(rows, edits):
    """What edits make of rows, the header among them, by a plain model."""
    last = max(number for number, cells in enumerate(rows, 1) if any(map(str.strip, cells)))
    known = {number: list(cells) for number, cells in enumerate(rows, 1)}
    for edit in edits:
        if isinstance(edit, SetCell):
            cells = known[edit.row]
            cells += [""] * (edit.column + 1 - len(cells))
            cells[edit.column] = edit.text
    before = {number: [] for number in range(len(rows) + 2)}
    for edit in edits:
        if isinstance(edit, InsertRow):
            at = edit.before if 0 < edit.before <= last else last + 1
            before[at].append(list(edit.cells))
        elif isinstance(edit, CopyRow):
            before[edit.row + 1].append(list(rows[edit.row - 1]))
    removed = {edit.row for edit in edits if isinstance(edit, RemoveRow)}
    result = []
    for number in range(1, len(rows) + 2):
        result += before[number]
        if number in known and number not in removed:
            result.append(known[number])
    return result


def stripped(rows):
    """Rows without empty cells at their ends, and without empty rows."""
    shown = []
    for typed in rows:
        cells = list(typed)
        while cells and not cells[-1]:
            cells.pop()
        if any(map(str.strip, cells)):
            shown.append(cells)
    return shown


def quoted(text, delimiter):
    special = any(sign in text for sign in (delimiter, "\n", ",", ";", "|")) or text[:1] in '" '
    return '"' + text.replace('"', '""') + '"' if special else text


@given(st.data(), ROWS, st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_any_edits_of_a_csv_are_those_of_a_model(data, rows, delimiter, end, last_end):
    rows = [
        ["h1", "h2", "h3", "h4"],
        *([*cells[:3], *["."] * (4 - len(cells[:3]))] for cells in rows),
    ]
    text = end.join(delimiter.join(quoted(cell, delimiter) for cell in cells) for cells in rows)
    text += end if last_end else ""
    edits = data.draw(edits_of(len(rows) - 1, 4))
    file = "c.tsv" if delimiter == "\t" else "c.csv"
    after = edited_sheet(file, text.encode(), "", edits)
    found = csv_sheet(decoded(after, ()).text, file).rows
    assert stripped(each.cells for each in found) == stripped(expected(rows, edits))


# Workbooks.

HEADER = row(1, "title", "value")


def parts(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def changed_parts(before, after):
    was, now = parts(before), parts(after)
    return sorted(name for name in was if was[name] != now.get(name))


def of_sheet(data, name="xl/worksheets/s1.xml"):
    return parts(data)[name].decode()


def texts(data, sheet=""):
    return {
        each.number: [cell_text(cell) for cell in each.cells] for each in sheet_of(data, sheet).rows
    }


@pytest.mark.parametrize(
    ("cell", "text", "after"),
    [
        ('<c s="1"><v>3</v></c>', "40", '<c r="B2" s="1"><v>40</v></c>'),
        ('<c s="1"><v>3</v></c>', "2,5", '<c r="B2" s="1"><v>2.5</v></c>'),
        ("<c><v>3</v></c>", "", '<c r="B2"/>'),
        ("<c><v>3</v></c>", "x", '<c r="B2" t="inlineStr"><is><t>x</t></is></c>'),
        ("<c><v>3</v></c>", "1.50", '<c r="B2"><v>1.50</v></c>'),
        ("", "40", '<c r="B2"><v>40</v></c>'),
        ("", "1.50", '<c r="B2" t="inlineStr"><is><t>1.50</t></is></c>'),
        ("", "007", '<c r="B2" t="inlineStr"><is><t>007</t></is></c>'),
        ("", "=A2", '<c r="B2" t="inlineStr"><is><t>=A2</t></is></c>'),
        ('<c t="s"><v>0</v></c>', "8", '<c r="B2" t="inlineStr"><is><t>8</t></is></c>'),
        ('<c t="b"><v>0</v></c>', "TRUE", '<c r="B2" t="b"><v>1</v></c>'),
        ('<c t="b"><v>1</v></c>', "no", '<c r="B2" t="b"><v>0</v></c>'),
        ('<c s="2"><v>0.5</v></c>', "60%", '<c r="B2" s="2"><v>0.6</v></c>'),
        ('<c s="2"><v>0.5</v></c>', "60", '<c r="B2" s="2"><v>0.6</v></c>'),
        ('<c s="3"><v>3</v></c>', "12 VP", '<c r="B2" s="3"><v>12</v></c>'),
        ('<c s="3"/>', "12 VP", '<c r="B2" s="3"><v>12</v></c>'),
        ('<c s="4"><v>7</v></c>', "8", '<c r="B2" s="4" t="inlineStr"><is><t>8</t></is></c>'),
        (
            "",
            " a\n_x0041_ \x01<&",
            '<c r="B2" t="inlineStr"><is><t xml:space="preserve"> a\n_x005F_x0041_ '
            "_x0001_&lt;&amp;</t></is></c>",
        ),
        ("", "naïve", '<c r="B2" t="inlineStr"><is><t>na&#239;ve</t></is></c>'),
    ],
)
def test_cell_of_a_workbook_is_what_was_typed(cell, text, after):
    formats = ["0.0", "0%", '0" VP"', "@"]
    before = xlsx({"C": HEADER + row(2, "Elf", cell, "z")}, strings=["7"], formats=formats)
    data = edited_sheet("c.xlsx", before, "", [SetCell(2, 1, text)])
    assert changed_parts(before, data) == ["xl/worksheets/s1.xml"]
    was, now = of_sheet(before), of_sheet(data)
    assert after in now
    assert now.replace(after, "") == was.replace(cell.replace("<c", '<c r="B2"', 1), "")


def test_rich_letters_are_written_as_marks():
    rich = '<c t="inlineStr"><is><r><t>Draw </t></r><r><rPr><b/></rPr><t>two</t></r></is></c>'
    before = xlsx({"C": HEADER + row(2, rich)})
    cell = sheet_of(before, "").rows[1].cells[0]
    data = edited_sheet("c.xlsx", before, "", [SetCell(2, 0, cell.marked)])
    assert texts(data)[2] == ["Draw **two**"]


@pytest.mark.parametrize(
    ("sheet", "edit", "reason"),
    [
        (
            HEADER + row(2, "Elf", "<c><f>1+2</f><v>3</v></c>"),
            SetCell(2, 1, "x"),
            "the cell B2 is a formula: change what it is computed from",
        ),
        (
            HEADER
            + row(2, "Elf")
            + row(3)
            + "|||<mergeCells><mergeCell ref='A2:A3'/></mergeCells>",
            SetCell(2, 0, "x"),
            "the cell A2 is part of merged cells",
        ),
        (
            HEADER
            + row(2, "Elf")
            + row(3)
            + "|||<mergeCells><mergeCell ref='A2:A3'/></mergeCells>",
            RemoveRow(2),
            "row 2 has merged cells",
        ),
        (
            HEADER
            + row(2, "Elf")
            + row(3, "Orc")
            + "|||<mergeCells><mergeCell ref='A2:A3'/></mergeCells>",
            InsertRow(3, ("x",)),
            "row 3 has merged cells",
        ),
        (
            HEADER + row(2, "Elf") + "|||<sheetProtection sheet='1'/>",
            SetCell(2, 0, "x"),
            "the sheet is protected",
        ),
        (
            HEADER + row(2, "Elf", "<c><v>3</v></c>") + row(3, "Orc", "<c><f>B2*2</f><v>6</v></c>"),
            RemoveRow(2),
            "a formula uses row 2",
        ),
        (
            HEADER
            + row(2, "Elf", "<c><f t='array' ref='B2:B3'>A1:A2</f><v>6</v></c>")
            + row(3, "O"),
            InsertRow(2, ("x",)),
            "the formula in B2 fills several cells",
        ),
        (
            HEADER + row(2, "Elf") + "|||<extra ref='A2'/>",
            InsertRow(2, ("x",)),
            "something (`extra`) in its rows",
        ),
        (HEADER + row(2, "Elf") + "<!-- x -->", SetCell(2, 0, "x"), "in an unusual way"),
        (row(1, "a"), RemoveRow(1), "row 1 is not below the header"),
        ("", SetCell(1, 0, "x"), "the sheet is empty"),
    ],
)
def test_workbook_is_not_changed_where_something_would_be_lost(sheet, edit, reason):
    with pytest.raises(EditRefused, match=re.escape(reason)):
        edited_sheet("c.xlsx", xlsx({"C": sheet}), "", [edit])


def test_signed_workbook_is_not_changed():
    data = xlsx({"C": HEADER}, more={"_xmlsignatures/origin.sigs": b""})
    with pytest.raises(EditRefused, match="signed"):
        edited_sheet("c.xlsx", data, "", [SetCell(1, 0, "x")])


@given(st.data(), ROWS, st.booleans())
def test_any_edits_of_a_workbook_are_those_of_a_model(data, rows, numbered):
    rows = [
        ["h1", "h2", "h3", "h4"],
        *([*cells[:3], *["."] * (4 - len(cells[:3]))] for cells in rows),
    ]
    xml = "".join(row(number, *cells) for number, cells in enumerate(rows, 1))
    if not numbered:
        xml = re.sub(r' r="[A-Z]*[0-9]+"', "", xml)
    if not numbered and any("" in cells for cells in rows):
        return
    edits = data.draw(edits_of(len(rows) - 1, 4))
    after = edited_sheet("c.xlsx", xlsx({"C": xml}), "", edits)
    found = [
        list(map(str, (cell if isinstance(cell, str) else cell_text(cell) for cell in each.cells)))
        for each in sheet_of(after, "").rows
    ]
    assert stripped(found) == stripped(expected(rows, edits))


def workbook(build):
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        build(book)
    return stream.getvalue()


def cards_with_much(book):
    """Cards with formulas, rules, links, notes, a filter, charts, and a sheet that uses them."""
    sheet = book.add_worksheet("My cards")
    other = book.add_worksheet("Sums")
    sheet.write_row(0, 0, ["id", "cost", "double", "share", "note", "site"])
    for at in range(1, 7):
        sheet.write_row(at, 0, [f"card-{at}", at])
        sheet.write_formula(at, 2, f"=B{at + 1}*2", None, at * 2)
        sheet.write_formula(at, 3, f"=B{at + 1}/SUM($B$2:$B$7)", None, at / 21)
        sheet.write(at, 4, f"n{at}")
    sheet.write_url(5, 5, "https://example.org/", string="five")
    sheet.write_comment("E7", "a note")
    sheet.data_validation("B2:B7", {"validate": "integer", "criteria": ">", "value": 0})
    sheet.conditional_format(
        "B2:B7",
        {
            "type": "cell",
            "criteria": ">",
            "value": "$B$4",
            "format": book.add_format({"bold": True}),
        },
    )
    sheet.freeze_panes(1, 0)
    sheet.set_h_pagebreaks([5])
    sheet.autofilter("A1:F7")
    other.write_formula("A1", "=SUM('My cards'!B2:B7)", None, 21)
    other.write_formula("A2", "='My cards'!B7", None, 6)
    other.write_formula("A3", '=B7&"B7"', None, "B7")
    book.define_name("Costs", "='My cards'!$B$2:$B$7")
    sheet.print_area("A1:F7")
    chart = book.add_chart({"type": "bar"})
    chart.add_series({"values": "='My cards'!$B$2:$B$7", "categories": "='My cards'!$A$2:$A$7"})
    other.insert_chart("D4", chart)
    chart = book.add_chart({"type": "bar"})
    chart.add_series({"values": "='My cards'!$B$2:$B$7"})
    sheet.insert_chart("H5", chart)


def formulas(data, name):
    return dict(
        re.findall(r'<c r="([A-Z]+[0-9]+)"[^>]*><f>([^<]*)</f>', parts(data)[name].decode())
    )


def test_rows_of_a_workbook_take_everything_with_them():
    before = workbook(cards_with_much)
    after = edited_sheet(
        "c.xlsx",
        before,
        "My cards",
        [RemoveRow(3), InsertRow(5, ("new", "9")), InsertRow(5, ("newer", "")), SetCell(2, 1, "5")],
    )
    shown = texts(after, "My cards")
    assert [shown[number][0] for number in sorted(shown)] == [
        "id", "card-1", "card-3", "new", "newer", "card-4", "card-5", "card-6",
    ]  # fmt: skip
    first, second = "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"
    assert formulas(after, first) == {
        "C2": "B2*2", "C3": "B3*2", "C6": "B6*2", "C7": "B7*2", "C8": "B8*2",
        "D2": "B2/SUM($B$2:$B$8)", "D3": "B3/SUM($B$2:$B$8)", "D6": "B6/SUM($B$2:$B$8)",
        "D7": "B7/SUM($B$2:$B$8)", "D8": "B8/SUM($B$2:$B$8)",
    }  # fmt: skip
    assert unescape(str(formulas(after, second))) == str(
        {"A1": "SUM('My cards'!B2:B8)", "A2": "'My cards'!B8", "A3": 'B7&"B7"'}
    )
    now = {
        name: unescape(part.decode()) for name, part in parts(after).items() if b"\0" not in part
    }
    assert '<hyperlink ref="F7"' in now[first]
    assert 'sqref="B2:B8"' in now[first]
    assert "<formula>$B$3</formula>" in now[first]
    assert '<autoFilter ref="A1:F8"' in now[first]
    assert '<brk id="6"' in now[first]
    assert '<dimension ref="A1:F8"/>' in now[first]
    assert "'My cards'!$B$2:$B$8" in now["xl/workbook.xml"]
    assert "'My cards'!$A$1:$F$8" in now["xl/workbook.xml"]
    assert 'fullCalcOnLoad="1"' in now["xl/workbook.xml"]
    assert "'My cards'!$B$2:$B$8" in now["xl/charts/chart1.xml"]
    assert 'ref="E8"' in now["xl/comments1.xml"]
    assert "<x:Row>7</x:Row>" in now["xl/drawings/vmlDrawing1.vml"]
    assert "<xdr:row>5</xdr:row>" in now["xl/drawings/drawing1.xml"]
    assert changed_parts(before, after) == sorted(
        [first, second, "xl/workbook.xml", "xl/charts/chart1.xml", "xl/charts/chart2.xml",
         "xl/comments1.xml", "xl/drawings/vmlDrawing1.vml", "xl/drawings/drawing1.xml"]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("remove", "reason"), [(7, "the row has a note of its own"), (4, "a formula uses row 4")]
)
def test_row_that_something_needs_is_not_removed(remove, reason):
    with pytest.raises(EditRefused, match=reason):
        edited_sheet("c.xlsx", workbook(cards_with_much), "My cards", [RemoveRow(remove)])


def test_link_of_a_removed_row_goes_with_it():
    after = edited_sheet("c.xlsx", workbook(cards_with_much), "My cards", [RemoveRow(6)])
    assert "hyperlink" not in parts(after)["xl/worksheets/sheet1.xml"].decode()


def table_of_cards(book, totals=False):
    sheet = book.add_worksheet("Cards")
    sheet.write_row("A5", ["below"])
    columns = [
        {"header": "id"},
        {"header": "cost", **({"total_function": "sum"} if totals else {})},
    ]
    sheet.add_table(
        "A1:B3" if not totals else "A1:B4",
        {"data": [["a", 1], ["b", 2]], "columns": columns, "total_row": totals},
    )


def test_table_grows_and_shrinks_with_its_rows():
    def ref(data):
        return re.findall(r'ref="([A-Z0-9:]+)"', parts(data)["xl/tables/table1.xml"].decode())

    def without_below(book):
        sheet = book.add_worksheet("Cards")
        sheet.add_table(
            "A1:B3",
            {"data": [["a", 1], ["b", 2]], "columns": [{"header": "id"}, {"header": "cost"}]},
        )

    book = workbook(without_below)
    assert ref(edited_sheet("c.xlsx", book, "", [InsertRow(0, ("c", "3"))])) == ["A1:B4"] * 2
    assert ref(edited_sheet("c.xlsx", book, "", [RemoveRow(3)])) == ["A1:B2"] * 2
    assert ref(edited_sheet("c.xlsx", book, "", [CopyRow(2)])) == ["A1:B4"] * 2
    with pytest.raises(EditRefused, match="a table would have no row"):
        edited_sheet("c.xlsx", book, "", [RemoveRow(3), RemoveRow(2)])
    with pytest.raises(EditRefused, match="the cell B1 is the header of a table"):
        edited_sheet("c.xlsx", book, "", [SetCell(1, 1, "price")])


def test_sums_of_a_table_stay_below_it():
    book = workbook(lambda book: table_of_cards(book, totals=True))
    with pytest.raises(EditRefused, match="the header of a table, or its sums"):
        edited_sheet("c.xlsx", book, "", [RemoveRow(4)])
    after = edited_sheet("c.xlsx", book, "", [InsertRow(4, ("c", "3"))])
    assert 'ref="A1:B5"' in parts(after)["xl/tables/table1.xml"].decode()


def test_copied_row_has_formulas_of_its_own():
    before = workbook(cards_with_much)
    after = edited_sheet("c.xlsx", before, "My cards", [CopyRow(7, ((0, "card-7"),)), CopyRow(2)])
    found = formulas(after, "xl/worksheets/sheet1.xml")
    assert found["C9"] == "B9*2"
    assert found["D9"] == "B9/SUM($B$2:$B$8)"
    assert found["C3"] == "B3*2"
    assert texts(after, "My cards")[9][:3] == ["card-7", "6", "12"]


def test_shared_formulas_are_parted_when_rows_move():
    shared = "<c><f t='shared' si='0' ref='B2:B4'>A2+$A$2+A1</f><v>1</v></c>"
    other = "<c><f t='shared' si='0'/><v>1</v></c>"
    one = "<c><v>1</v></c>"
    sheet = row(1, one, "sum") + row(2, one, shared) + row(3, one, other) + row(4, one, other)
    chain = {"xl/calcChain.xml": "<calcChain/>"}
    after = edited_sheet("c.xlsx", xlsx({"C": sheet}, more=chain), "", [InsertRow(3, ("7",))])
    assert formulas(after, "xl/worksheets/s1.xml") == {
        "B2": "A2+$A$2+A1",
        "B4": "A4+$A$2+A2",
        "B5": "A5+$A$2+A4",
    }
    assert "xl/calcChain.xml" not in parts(after)


def test_rows_behind_the_last_are_written_where_the_sheet_is_ready_for_them():
    formula = '<c s=\'1\'><f>IF(A{0}="","",A{0}*2)</f><v></v></c>'
    ready = "".join(
        row(
            n,
            "<c s='1'/>",
            formula.format(n)
            .replace("<v></v>", "<v></v>")
            .replace("<c s='1'><f>", "<c s='1' t='str'><f>"),
        )
        for n in (3, 4)
    )
    sheet = (
        row(1, "n", "double")
        + row(2, "<c s='1'><v>1</v></c>", "<c><f>A2*2</f><v>2</v></c>")
        + ready
    )
    before = xlsx({"C": sheet}, formats=["0.0"])
    after = edited_sheet("c.xlsx", before, "", [InsertRow(0, ("5",))])
    assert "<c r=\"A3\" s='1'><v>5</v></c>" in of_sheet(after)
    assert formulas(after, "xl/worksheets/s1.xml") == formulas(before, "xl/worksheets/s1.xml")
    with pytest.raises(EditRefused, match="the cell B3 is a formula"):
        edited_sheet("c.xlsx", before, "", [InsertRow(0, ("5", "6"))])


def test_why_a_cell_cannot_be_changed_is_known_before():
    sheet = editable_sheet("c.xlsx", workbook(cards_with_much), "My cards")
    assert sheet.why(2, 1) == ""
    assert sheet.why(2, 2) == "is a formula: change what it is computed from"
    assert sheet.why_none == ""
