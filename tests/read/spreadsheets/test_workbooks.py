"""Workbooks as Excel, LibreOffice and libraries write them: read right, or told."""

import pytest

from fustella.read.spreadsheets import cells
from tests.read.spreadsheets.making import (
    fronts,
    ods,
    ods_cell,
    ods_row,
    pieces_of,
    row,
    told,
    xlsx,
    zipped,
)

HEADER = row(1, "title", "value", "weight", "code", "rare")


def read(tmp_path, data, file="cards.xlsx"):
    return fronts(pieces_of(tmp_path, data, file))


@pytest.mark.parametrize(
    ("cell", "column", "value"),
    [
        ("<c><v>3</v></c>", "value", 3),
        ("<c><v>3.0</v></c>", "value", 3),
        ("<c><v>3.0000000000000004E0</v></c>", "weight", 3),
        ('<c t="n"><v>1E3</v></c>', "value", 1000),
        ("<c><v>0.1</v></c>", "weight", 0.1),
        ("<c><v>0.30000000000000004</v></c>", "weight", 0.3),
        ("<c><v>0.30000000000000004</v></c>", "code", "0.3"),
        ("<c><f>1+2</f><v>3</v></c>", "value", 3),
        ('<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', "code", "ab"),
        ('<c t="str"><f>""</f><v></v></c>', "code", None),
        ('<c t="s"><v>0</v></c>', "code", "shared"),
        ('<c t="s"><v>1</v></c>', "code", "rich text"),
        ('<c t="s"><v>2</v></c>', "code", "東京"),
        ('<c t="s"><v>3</v></c>', "code", "two\nlines"),
        ('<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>', "code", "inline"),
        ('<c t="s"><v>99</v></c>', "code", None),
        ('<c t="b"><v>1</v></c>', "rare", True),
        ('<c t="b"><v>0</v></c>', "rare", False),
        ("<c><v>1</v></c>", "rare", True),
        ('<c t="inlineStr"><is><t>x</t></is></c>', "rare", True),
        ('<c t="inlineStr"><is><t>6</t></is></c>', "value", 6),
        ('<c s="1"><v>7</v></c>', "code", "007"),
        ('<c s="1"><v>7</v></c>', "value", 7),
        ('<c s="2"><v>0.5</v></c>', "code", "50%"),
        ('<c s="2"><v>0.5</v></c>', "weight", 0.5),
        ('<c s="3"><v>2.5</v></c>', "code", "2.50"),
        ('<c s="4"><v>1234.5</v></c>', "code", "1,234.5"),
        ('<c s="5"><v>3</v></c>', "code", "3 €"),
        ('<c s="6"><v>45658</v></c>', "code", "01/01/2025"),
        ('<c s="7"><v>45658</v></c>', "code", "1. Jan 2025"),
        ('<c s="8"><v>0.5</v></c>', "code", "12:00"),
        ('<c s="9"><v>-3</v></c>', "code", "-3"),
        ('<c t="d"><v>2025-01-01</v></c>', "code", "2025-01-01"),
        ('<c t="b"><v>1</v></c>', "code", "TRUE"),
        ('<c t="b"><f>1=2</f><v>0</v></c>', "code", "FALSE"),
        ('<c t="inlineStr"><v>1.0</v><is><r><t>1</t></r><r><t>.</t></r></is></c>', "code", "1."),
        ('<c t="inlineStr"><is><t>1.</t></is><v>1.0</v></c>', "code", "1."),
        ('<c t="inlineStr"><v>kept</v></c>', "code", "kept"),
        ('<c t="str"><f>"a"</f><v>a</v><is><t>b</t></is></c>', "code", "a"),
        ('<c t="s"><v>0</v><is><t>b</t></is></c>', "code", "shared"),
        ("<c><v>3</v><is><t>b</t></is></c>", "value", 3),
        ("<c><is><t>3</t></is></c>", "value", 3),
        ('<c t="inlineStr"><is><t>東京</t><rPh><t>トウ</t></rPh></is><v>x</v></c>', "code", "東京"),
        ('<c t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', "code", "a"),
        ('<c t="s"><v>4</v></c>', "code", "\U0001f600"),
        ('<c t="s"><v>5</v></c>', "code", "_x0041_"),
        ('<c t="inlineStr"><is><t>a_x0009_b</t></is></c>', "code", "a\tb"),
        ('<c s="77"><v>3</v></c>', "value", 3),
    ],
)
def test_cell_of_a_workbook_is_its_kept_value(cell, column, value, tmp_path):
    strings = [
        "shared",
        "<r><t>rich </t></r><r><rPr/><t>text</t></r>",
        '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
        "two_x000D_\nlines",
        "_xD83D__xDE00_",
        "_x005F_x0041_",
    ]
    formats = [
        *("000", "0%", "0.00", "#,##0.0", '0 "€"', "dd/mm/yyyy", "d. mmm yyyy", "h:mm"),
        "[Red]0;[Blue]-0",
    ]
    names = ["title", "value", "weight", "code", "rare"]
    line = ["Goblin" if name == "title" else cell if name == column else "" for name in names]
    data = xlsx({"Cards": HEADER + row(2, *line)}, strings=strings, formats=formats)
    (front,) = read(tmp_path, data)
    assert front.get(column) == value


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("<c><f>A1</f></c>", "E153"),
        ("<c><f>A1</f><v/></c>", "E153"),
        ('<c t="e"><v>#REF!</v></c>', "E153"),
        ('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', "E153"),
        ('<c s="1"><v>45658</v></c>', "E153"),
        ('<c s="2"><v>45658</v></c>', "E153"),
        ("<c><v>2.5</v></c>", "E104"),
        ('<c t="inlineStr"><is><t>six</t></is></c>', "E104"),
        ('<c t="b"><v>1</v></c>', "E104"),
        ("<c><v>many</v></c>", "E104"),
        ("<c><v>1e999</v></c>", "E104"),
    ],
)
def test_cell_of_a_workbook_that_is_no_number_is_told(cell, problem, tmp_path):
    data = xlsx({"Cards": HEADER + row(2, "Goblin", cell)}, formats=["d-mmm", "yyyy-mm-dd"])
    assert told(tmp_path, data, "cards.xlsx") == [f"cards.xlsx:2: value: {problem}"]


def test_date_without_a_year_in_a_text_is_told(tmp_path):
    data = xlsx({"Cards": HEADER + row(2, '<c s="1"><v>45658</v></c>')}, formats=["d-mmm"])
    assert told(tmp_path, data, "cards.xlsx") == ["cards.xlsx:2: title: E153"]


def test_dates_of_a_workbook_of_an_old_mac_count_from_1904(tmp_path):
    line = row(2, "Goblin", "", "", '<c s="1"><v>44196</v></c>')
    data = xlsx({"Cards": HEADER + line}, formats=["yyyy-mm-dd"], from_1904=True)
    (front,) = read(tmp_path, data)
    assert front["code"] == "2025-01-01"


def test_rows_and_cells_without_references_follow_each_other(tmp_path):
    text = '<c t="inlineStr"><is><t>{}</t></is></c>'
    data = xlsx(
        {"Cards": "".join(f"<row>{text.format(word)}</row>" for word in ("title", "Elf", "Ogre"))}
    )
    assert read(tmp_path, data) == [{"title": "Elf"}, {"title": "Ogre"}]


def test_empty_rows_formatted_cells_and_unticked_boxes_are_skipped(tmp_path):
    empty = "".join(
        f'<row r="{n}"><c r="A{n}" s="1"/><c r="E{n}" t="b"><v>0</v></c></row>' for n in (3, 4, 900)
    )
    data = xlsx({"Cards": HEADER + row(2, "Goblin") + empty + row(901, "Ogre")}, formats=["0"])
    pieces = pieces_of(tmp_path, data, "cards.xlsx")
    assert [(piece.id, piece.place.line) for piece in pieces] == [("goblin", 2), ("ogre", 901)]


def test_merged_area_has_its_value_in_each_of_its_cells(tmp_path):
    rows = row(1, "title", "code") + row(2, "Elf", "wood") + row(3, "Ogre") + row(5, "Orc", "x")
    data = xlsx({"Cards": f'{rows}|||<mergeCells><mergeCell ref="B2:B4"/></mergeCells>'})
    found = read(tmp_path, data)
    assert [front.get("code") for front in found] == ["wood", "wood", "x"]


def test_merged_area_of_the_whole_sheet_is_bounded(tmp_path):
    rows = row(1, "title", "code") + row(2, "Elf", "wood")
    data = xlsx({"Cards": f'{rows}|||<mergeCells><mergeCell ref="B2:XFD1048576"/></mergeCells>'})
    assert read(tmp_path, data) == [{"title": "Elf", "code": "wood"}]


def test_hidden_rows_and_columns_are_read(tmp_path):
    hidden = row(2, "Goblin", "<c><v>3</v></c>").replace("<row ", '<row hidden="1" ')
    assert read(tmp_path, xlsx({"Cards": HEADER + hidden})) == [{"title": "Goblin", "value": 3}]


SHEETS = {
    "Notes": row(1, "anything"),
    "Deck 2": HEADER + row(2, "Ogre"),
    "Cards": HEADER + row(2, "Elf"),
}


@pytest.mark.parametrize(
    ("file", "hidden", "title"),
    [
        ("cards.xlsx#Deck 2", (), "Ogre"),
        ("cards.xlsx#deck 2", (), "Ogre"),
        ("cards.xlsx#Cards", ("Cards",), "Elf"),
        ("cards.xlsx", ("Notes",), "Ogre"),
        ("cards.xlsx", ("Notes", "Deck 2"), "Elf"),
    ],
)
def test_sheet_is_the_one_named_or_the_first_that_shows(file, hidden, title, tmp_path):
    listed = 'kind: card\npieces: "{file}"\n'
    pieces = pieces_of(tmp_path, xlsx(SHEETS, hidden=hidden), file, listed=listed)
    assert fronts(pieces) == [{"title": title}]


def test_sheet_that_does_not_exist_is_told(tmp_path):
    listed = 'kind: card\npieces: "{file}"\n'
    problems = told(tmp_path, xlsx(SHEETS), "cards.xlsx#Deck 3", listed=listed)
    assert problems == ["cards.xlsx: E151"]
    assert told(tmp_path, "title\nElf\n", "cards.csv#Deck", listed=listed) == ["cards.csv: E151"]


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'


def broken() -> dict[str, bytes]:
    whole = xlsx({"Cards": HEADER + row(2, "Elf")})
    return {
        "no zip": b"title,value\n",
        "cut off": whole[: len(whole) // 2],
        "not a workbook": zipped({"word/document.xml": "<x/>"}),
        "bad XML": xlsx({"Cards": "<row><c></row>"}),
        "entities": xlsx({}, more={"xl/sharedStrings.xml": f"{BOMB}<sst>&a;</sst>"}),
        "no sheet": xlsx({}),
        "password": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        "too many columns": xlsx({"Cards": '<row><c r="XFE1"><v>1</v></c></row>'}),
        "byte changed": whole[:60] + b"\xff\xff\xff" + whole[63:],
    }


@pytest.mark.parametrize("name", broken())
def test_workbook_that_cannot_be_read_is_told(name, tmp_path):
    assert told(tmp_path, broken()[name], "cards.xlsx") == ["cards.xlsx: E151"]


def test_part_larger_than_any_list_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("fustella.core.processes.limits.UNPACKED_BYTES", 10_000)
    bomb = xlsx({"Cards": HEADER + " " * 20_000})
    assert len(bomb) < 5_000
    assert told(tmp_path, bomb, "cards.xlsx") == ["cards.xlsx: E132"]


def test_part_that_grows_a_thousand_times_is_told(tmp_path):
    """No part may become much larger than those of spreadsheet programs, whatever its size."""
    bomb = xlsx({"Cards": HEADER + " " * 5_000_000})
    assert len(bomb) < 20_000
    assert told(tmp_path, bomb, "cards.xlsx") == ["cards.xlsx: E132"]


def test_file_larger_than_any_list_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("fustella.core.processes.limits.TABLE_BYTES", 100)
    assert told(tmp_path, "title\n" + "Elf\n" * 100) == ["cards.csv: E132"]


def test_more_cells_than_any_list_has_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr("fustella.core.processes.limits.TABLE_CELLS", 10)
    data = xlsx({"Cards": HEADER + "".join(row(n, "Elf", "x", "y") for n in range(2, 20))})
    assert told(tmp_path, data, "cards.xlsx") == ["cards.xlsx: E151"]


@pytest.mark.parametrize(
    ("cell", "column", "value"),
    [
        (ods_cell("float", "3", "3"), "value", 3),
        (ods_cell("float", "3", "3,00"), "value", 3),
        (ods_cell("float", "2.5", "2,50"), "weight", 2.5),
        (ods_cell("float", "2.5", "2,50"), "code", "2,50"),
        (ods_cell("percentage", "0.5", "50%"), "code", "50%"),
        (ods_cell("percentage", "0.5", "50%"), "weight", 0.5),
        (ods_cell("currency", "3", "3 €"), "code", "3 €"),
        (ods_cell("date", "2025-01-02", "02/01/25"), "code", "02/01/25"),
        (ods_cell("time", "PT12H00M00S", "12:00"), "code", "12:00"),
        (ods_cell("boolean", "true", "WAHR"), "rare", True),
        (ods_cell("boolean", "true", "WAHR"), "code", "WAHR"),
        (ods_cell("boolean", "false", "FALSCH"), "code", "FALSCH"),
        (
            "<table:table-cell><text:p><text:ruby><text:ruby-base>東京</text:ruby-base>"
            "<text:ruby-text>トウ</text:ruby-text></text:ruby></text:p></table:table-cell>",
            "code",
            "東京",
        ),
        (
            "<table:table-cell><text:p>a<text:span> b</text:span><text:s/>"
            "<text:a>c</text:a><text:line-break/>d</text:p></table:table-cell>",
            "code",
            "a b c\nd",
        ),
        (ods_cell("float", "7", "007", 'table:formula="of:=[.A1]"'), "code", "007"),
        ("two\nlines", "code", "two lines"),
        (
            "<table:table-cell><text:p>a<text:s text:c='2'/>b<text:tab/>c</text:p>"
            "</table:table-cell>",
            "code",
            "a  b\tc",
        ),
        (
            "<table:table-cell><office:annotation><text:p>note</text:p></office:annotation>"
            "<text:p>a</text:p><text:p>b</text:p></table:table-cell>",
            "code",
            "a\nb",
        ),
    ],
)
def test_cell_of_an_open_document_is_read(cell, column, value, tmp_path):
    names = ["title", "value", "weight", "code", "rare"]
    line = ["Goblin" if name == "title" else cell if name == column else "" for name in names]
    data = ods({"Cards": ods_row(*names) + ods_row(*line)})
    (front,) = read(tmp_path, data, "cards.ods")
    found = front[column]
    assert (found.replace("\n", " ") if cell == "two\nlines" else found) == value


@pytest.mark.parametrize(
    "cell",
    [
        '<table:table-cell table:formula="of:=1/0" office:value-type="string">'
        "<text:p>#DIV/0!</text:p></table:table-cell>",
        '<table:table-cell table:formula="of:=x"><text:p>Err:502</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=x"/>',
        ods_cell("date", "2025-01-02", "02. Jan"),
    ],
)
def test_cell_of_an_open_document_without_a_usable_value_is_told(cell, tmp_path):
    data = ods({"Cards": ods_row("title", "value") + ods_row("Goblin", cell)})
    assert told(tmp_path, data, "cards.ods") == ["cards.ods:2: value: E153"]


def test_ods_repeats_rows_and_ignores_empty_tail(tmp_path):
    empty = '<table:table-cell table:number-columns-repeated="16384"/>'
    rows = ods_row("title", "value", '<table:table-cell table:number-columns-repeated="1022"/>')
    rows += ods_row(empty, attributes='table:number-rows-repeated="3"')
    rows += ods_row("Elf", ods_cell("float", "3", "3"), attributes='table:number-rows-repeated="2"')
    rows += ods_row(empty, attributes='table:number-rows-repeated="1048000"')
    pieces = pieces_of(tmp_path, ods({"Cards": rows}), "cards.ods")
    assert [(piece.id, piece.place.line) for piece in pieces] == [("elf", 5), ("elf-2", 6)]


def test_open_document_that_repeats_a_full_row_a_million_times_is_told(tmp_path):
    rows = ods_row("title") + ods_row("Elf", attributes='table:number-rows-repeated="1048000"')
    assert told(tmp_path, ods({"Cards": rows}), "cards.ods") == ["cards.ods: E151"]


def test_ods_merged_area_fills_its_cells(tmp_path):
    merged = (
        '<table:table-cell office:value-type="string" table:number-rows-spanned="2">'
        "<text:p>wood</text:p></table:table-cell>"
    )
    rows = ods_row("title", "code") + ods_row("Elf", merged)
    rows += ods_row("Ogre", "<table:covered-table-cell/>")
    found = read(tmp_path, ods({"Cards": rows}), "cards.ods")
    assert [front["code"] for front in found] == ["wood", "wood"]


def test_hidden_sheet_of_an_open_document_is_not_the_first(tmp_path):
    style = (
        '<style:style style:name="ta2"><style:table-properties table:display="false"/>'
        "</style:style>"
    )
    data = ods({"Lists|ta2": ods_row("x"), "Cards": ods_row("title") + ods_row("Elf")}, style)
    assert read(tmp_path, data, "cards.ods") == [{"title": "Elf"}]


@pytest.mark.parametrize(
    "data",
    [
        ods({"Cards": ods_row("title")}, more={"META-INF/manifest.xml": "<m:encryption-data/>"}),
        zipped({"mimetype": "application/x"}),
        b"title\nElf\n",
    ],
    ids=["password", "no content", "no zip"],
)
def test_open_document_that_cannot_be_read_is_told(data, tmp_path):
    assert told(tmp_path, data, "cards.ods") == ["cards.ods: E151"]


@pytest.mark.parametrize("ending", ["xls", "xlsb", "numbers", "fods"])
def test_file_of_another_form_is_told_what_to_save_it_as(ending, tmp_path):
    assert told(tmp_path, b"x", f"cards.{ending}") == ["cards.yaml:2: pieces: E151"]


def test_columns_have_the_letters_of_spreadsheet_programs():
    assert [cells.letters_of(n) for n in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
