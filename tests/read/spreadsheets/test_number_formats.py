"""Number formats: what prints is what the spreadsheet shows, or it is told.

`number_formats.tsv` has formats with values and what is shown of them, without blanks around it.
`source` names what says so: examples of ECMA-376 (part 1, 18.8.31), what Excel saved for tests of
SheetJS and of Apache POI, and the programs that show the same: LibreOffice 7.4, Gnumeric 1.12,
SheetJS' ssf 0.11 and numfmt 4.0. `others` is what the rest of them show. A row that is `told` has
no text that all computers would show.
"""

import csv
import math
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Context, Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.problems import ProblemsFound
from fustella.read.spreadsheets.cells import Cell, Date, Number
from fustella.read.spreadsheets.number_formats import BUILT_IN, shown, text_shown
from fustella.read.spreadsheets.sections import number_format
from tests.read.spreadsheets.making import (
    fronts,
    game_of,
    ods,
    ods_cell,
    ods_row,
    pieces_of,
    project_with,
    row,
    told,
    xlsx,
)

TABLE = Path(__file__).with_suffix("").parent / "number_formats.tsv"
HEADER = row(1, "title", "code")


def table() -> Iterator[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


SHOWN = [each for each in table() if each["source"] != "told"]
TOLD = [each for each in table() if each["source"] == "told"]


def workbook(rows: list[dict[str, str]]) -> bytes:
    """A workbook with a row for each of the table, from the second one on."""
    formats = list(dict.fromkeys(each["format"] for each in rows))
    cells = "".join(
        row(
            number,
            f"r{number}",
            f'<c s="{formats.index(each["format"]) + 1}"><v>{each["value"]}</v></c>',
        )
        for number, each in enumerate(rows, start=2)
    )
    return xlsx({"Cards": HEADER + cells}, formats=formats)


def test_table_is_as_long_as_its_subject():
    assert len(SHOWN) >= 300
    assert sum("ECMA-376" in each["source"] for each in SHOWN) >= 15
    programs = ("LibreOffice", "Gnumeric", "SheetJS", "numfmt")
    assert sum(sum(name in each["source"] for name in programs) >= 2 for each in SHOWN) >= 300


def test_number_of_a_workbook_prints_as_the_spreadsheet_shows_it(tmp_path):
    found = fronts(pieces_of(tmp_path, workbook(SHOWN), "cards.xlsx"))
    printed = [
        (each["format"], each["value"], front.get("code", ""))
        for each, front in zip(SHOWN, found, strict=True)
    ]
    assert printed == [(each["format"], each["value"], each["shown"]) for each in SHOWN]


@pytest.mark.parametrize("each", TOLD, ids=lambda each: f"{each['format'][:20]} {each['value']}")
def test_format_that_is_not_followed_is_told_at_its_cell(each, tmp_path):
    assert told(tmp_path, workbook([each]), "cards.xlsx") == ["cards.xlsx:2: code: E153"]


def test_unfollowed_format_is_reported_once_per_column(tmp_path):
    lines = "".join(row(n, f"r{n}", f'<c s="1"><v>{n}</v></c>') for n in range(2, 60))
    lines += row(60, "r60", '<c s="2"><v>5</v></c>')
    data = xlsx({"Cards": HEADER + lines}, formats=["0*-", "[DBNum1]0"])
    with pytest.raises(ProblemsFound) as found:
        game_of(project_with(tmp_path, data, "cards.xlsx"))
    assert [(problem.place.line, problem.message) for problem in found.value.problems] == [
        (
            2,
            "the format 0*- of the cell cannot be followed: *- fills the width of the column in "
            "the spreadsheet",
        ),
        (60, "the format [DBNum1]0 of the cell cannot be followed: [DBNum1] is not known"),
    ]


@pytest.mark.parametrize("code", ["@*.", "0;0;0;@*-", '0;0;0;@"open', "0;-0;0;[DBNum1]@"])
def test_format_of_texts_that_is_not_followed_is_told_once(code, tmp_path):
    text = '<c t="inlineStr" s="1"><is><t>Gold</t></is></c>'
    lines = "".join(row(n, f"r{n}", text) for n in range(2, 9))
    data = xlsx({"Cards": HEADER + lines}, formats=[code])
    assert told(tmp_path, data, "cards.xlsx") == ["cards.xlsx:2: code: E153"]


@pytest.mark.parametrize(
    ("number", "value", "expected"),
    [
        (4, "1234.5", "1,234.50"),
        (5, "-5", "($5)"),
        (8, "5", "$5.00"),
        (11, "12345", "1.23E+04"),
        (12, "0.5", "1/2"),
        (13, "0.3125", "5/16"),
        (14, "45658", "2025-01-01"),
        (15, "45658", "1-Jan-25"),
        (18, "0.75", "6:00 PM"),
        (22, "45658.75", "2025-01-01 18:00"),
        (37, "-1234", "(1,234)"),
        (38, "1234", "1,234"),
        (39, "-1234.5", "(1,234.50)"),
        (40, "1234.5", "1,234.50"),
        (41, "0", "-"),
        (42, "5", "$5"),
        (43, "-5", "(5.00)"),
        (44, "-1234.5", "$(1,234.50)"),
        (45, "0.0125", "18:00"),
        (46, "1.5", "36:00:00"),
        (47, "0.01250578", "18:00.5"),
        (48, "12345", "12.3E+3"),
        (49, "5", "5"),
        (99, "5", "5"),
        (27, "45658", "E153"),
        (36, "45658", "E153"),
        (50, "45658", "E153"),
        (58, "45658", "E153"),
        (59, "5", "E153"),
        (81, "45658", "E153"),
    ],
)
def test_format_that_a_workbook_names_by_its_number_is_known(number, value, expected, tmp_path):
    """Formats below 164 stand in no workbook."""
    line = row(2, "Elf", f'<c s="1"><v>{value}</v></c>')
    styles = (
        f'<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="{number}"/></cellXfs></styleSheet>'
    )
    data = xlsx({"Cards": HEADER + line}, more={"xl/styles.xml": styles})
    if expected == "E153":
        assert told(tmp_path, data, "cards.xlsx") == ["cards.xlsx:2: code: E153"]
    else:
        assert fronts(pieces_of(tmp_path, data, "cards.xlsx"))[0]["code"] == expected


def test_formats_of_rules_and_tables_are_not_those_of_cells(tmp_path):
    """`dxfs` have numbers of their own, which Excel takes from those of cells."""
    styles = (
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0"/></numFmts>'
        '<dxfs><dxf><numFmt numFmtId="14" formatCode="0.00%"/></dxf>'
        '<dxf><numFmt numFmtId="164" formatCode="&quot;$&quot;0"/></dxf>'
        '<dxf><numFmt numFmtId="9" formatCode="0&quot; VP&quot;"/></dxf></dxfs>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/>'
        '</cellXfs><dxfs><dxf><numFmt numFmtId="0" formatCode="000"/></dxf></dxfs></styleSheet>'
    )
    cells = ['<c s="1"><v>42062</v></c>', '<c s="2"><v>2.5</v></c>', '<c s="3"><v>0.5</v></c>']
    cells.append('<c s="0"><v>7</v></c>')
    lines = "".join(row(n, f"r{n}", cell) for n, cell in enumerate(cells, start=2))
    data = xlsx({"Cards": HEADER + lines}, more={"xl/styles.xml": styles})
    found = fronts(pieces_of(tmp_path, data, "cards.xlsx"))
    assert [front["code"] for front in found] == ["2015-02-27", "2.5", "50%", "7"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("General", "Gold"),
        ("0.00", "Gold"),
        ("@", "Gold"),
        ('@" x"', "Gold x"),
        ('"a "@', "a Gold"),
        ('0;-0;0;"<"@">"', "<Gold>"),
        ("0;-0;0;", None),
        (";;;", None),
        ('0;@" coins"', "Gold coins"),
        ('0;0;0;"secret"', "secret"),
        ("@@", "GoldGold"),
        ("_(* #,##0_);_(@_)", "Gold"),
    ],
)
def test_text_in_a_format_is_shown_as_its_last_section_says(code, expected, tmp_path):
    line = row(2, "Elf", '<c t="s" s="1"><v>0</v></c>')
    line += row(3, "Orc", '<c t="inlineStr" s="1"><is><t>Gold</t></is></c>')
    line += row(4, "Imp", '<c t="str" s="1"><f>"Gold"</f><v>Gold</v></c>')
    data = xlsx({"Cards": HEADER + line}, strings=["Gold"], formats=[code])
    found = fronts(pieces_of(tmp_path, data, "cards.xlsx"))
    assert [front.get("code") for front in found] == [expected] * 3


@pytest.mark.parametrize(
    ("column", "code", "value", "expected"),
    [
        ("value", '0" VP"', "3", 3),
        ("value", "+0;-0;0", "-3", -3),
        ("value", '0;-0;"none"', "0", 0),
        ("value", "0;-0;;@", "0", 0),
        ("value", ";;;", "4", 4),
        ("value", "0*-", "5", 5),
        ("value", '[=1]0" coin";0" coins"', "2", 2),
        ("weight", '0.0,"k"', "2500", 2500),
        ("weight", "# ?/?", "0.5", 0.5),
        ("weight", "0", "2.4", 2.4),
        ("weight", "0%", "0.125", 0.125),
        ("weight", "[DBNum1]0", "0.25", 0.25),
        ("rare", '"yes";;"no"', "0", False),
        ("rare", '0" x"', "1", True),
        ("size", '0" mm"', "60", 60.0),
    ],
)
def test_field_that_counts_takes_the_number_and_not_what_is_shown(
    column, code, value, expected, tmp_path
):
    line = row(2, "Elf", f'<c s="1"><v>{value}</v></c>')
    data = xlsx({"Cards": row(1, "title", column) + line}, formats=[code])
    (front,) = fronts(pieces_of(tmp_path, data, "cards.xlsx"))
    found = front[column]
    assert getattr(found, "mm", found) == expected


def test_copies_and_ids_of_a_workbook_have_formats(tmp_path):
    line = row(2, "Elf", '<c s="1"><v>3</v></c>', '<c s="2"><v>7</v></c>')
    line += row(3, "Orc", '<c s="1"><v>2</v></c>', '<c s="2"><v>12</v></c>')
    data = xlsx({"Cards": row(1, "title", "copies", "id") + line}, formats=['0" ×"', '"c"000'])
    found = pieces_of(tmp_path, data, "cards.xlsx")
    assert [(piece.id, piece.copies) for piece in found] == [("c007", 3), ("c012", 2)]


def test_rows_below_a_list_that_show_nothing_are_no_pieces(tmp_path):
    """A column of formulas that was filled down shows nothing where it gives zero."""
    line = row(2, "Elf", '<c s="1"><v>3</v></c>')
    line += "".join(row(n, "", '<c s="1"><f>0</f><v>0</v></c>') for n in range(3, 9))
    data = xlsx({"Cards": HEADER + line}, formats=["0;-0;;@"])
    assert fronts(pieces_of(tmp_path, data, "cards.xlsx")) == [{"title": "Elf", "code": "3"}]


DATES = ["d mmmm yyyy", "[$-407]d. mmmm yyyy", "[$-409]d mmm yyyy"]


@pytest.mark.parametrize(
    ("languages", "expected"),
    [
        ("[en]", ["1 May 2025", "1. Mai 2025", "1 May 2025"]),
        ("[en, de]", ["1 May 2025", "1. Mai 2025", "1 May 2025"]),
        ("[en-gb]", ["1 May 2025", "1. Mai 2025", "1 May 2025"]),
        ("[de]", ["E153", "1. Mai 2025", "1 May 2025"]),
        ("[it, en]", ["E153", "1. Mai 2025", "1 May 2025"]),
    ],
)
def test_name_of_a_month_is_in_a_known_language_or_told(languages, expected, tmp_path):
    """Where a format says no language, its names are in that of each computer."""
    for code, text in zip(DATES, expected, strict=True):
        data = xlsx({"Cards": HEADER + row(2, "Elf", '<c s="1"><v>45778</v></c>')}, formats=[code])
        if text == "E153":
            problems = told(tmp_path, data, "cards.xlsx", languages=languages)
            assert problems == ["cards.xlsx:2: code: E153"]
        else:
            (front,) = fronts(pieces_of(tmp_path, data, "cards.xlsx", languages=languages))
            assert front["code"] == text


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        *[("d-mmm", True), ("mmm-yy", True), ("m/d", True), ("dd.mm.", True), ("yyyy", False)],
        *[("mmmm yyyy", False), ("dddd", False), ("d.m.yy", False), ("h:mm", False)],
    ],
)
def test_date_that_a_program_made_of_figures_is_told(code, is_told, tmp_path):
    data = xlsx({"Cards": HEADER + row(2, "Elf", '<c s="1"><v>45778</v></c>')}, formats=[code])
    expected = ["cards.xlsx:2: code: E153"] if is_told else []
    assert told(tmp_path, data, "cards.xlsx") == expected


@pytest.mark.parametrize(
    ("value", "from_1904", "expected"),
    [
        ("61", False, "1900-03-01"),
        ("60", False, "E153"),
        ("1", False, "E153"),
        ("1", True, "1904-01-02"),
        ("0", True, "1904-01-01"),
        ("2958465", False, "9999-12-31"),
        ("2958465", True, "E153"),
        ("-1", False, "E153"),
        ("1e300", False, "E153"),
    ],
)
def test_day_that_programs_do_not_agree_about_is_told(value, from_1904, expected, tmp_path):
    line = row(2, "Elf", f'<c s="1"><v>{value}</v></c>')
    data = xlsx({"Cards": HEADER + line}, formats=["yyyy-mm-dd"], from_1904=from_1904)
    if expected == "E153":
        assert told(tmp_path, data, "cards.xlsx") == ["cards.xlsx:2: code: E153"]
    else:
        assert fronts(pieces_of(tmp_path, data, "cards.xlsx"))[0]["code"] == expected


def test_date_that_is_written_as_one_has_its_format(tmp_path):
    """Cells of the type `d` have ISO 8601 in place of a number of days."""
    values = ["2025-05-01", "2025-05-01T13:30:00", "2025-05-01T13:30:00Z"]
    codes = ["d/m/yy", "d.m.yyyy h:mm", "h:mm"]
    lines = "".join(
        row(n, f"r{n}", f'<c t="d" s="{n - 1}"><v>{value}</v></c>')
        for n, value in enumerate(values, start=2)
    )
    found = fronts(pieces_of(tmp_path, xlsx({"C": HEADER + lines}, formats=codes), "cards.xlsx"))
    assert [front["code"] for front in found] == ["1/5/25", "1.5.2025 13:30", "13:30"]


@pytest.mark.parametrize(
    ("kind", "value", "is_shown", "expected"),
    [
        ("boolean", "true", "WAHR", "WAHR"),
        ("boolean", "false", "FAUX", "FAUX"),
        ("boolean", "true", "VERO", "VERO"),
        ("currency", "5", "5,00 €", "5,00 €"),
        ("percentage", "0.125", "12,5%", "12,5%"),
        ("float", "0.25", " 1/4", "1/4"),
        ("float", "3", "3 Karten", "3 Karten"),
        ("float", "0", "", None),
        ("date", "2025-05-01", "1. Mai 2025", "1. Mai 2025"),
        ("time", "PT36H00M00S", "36:00:00", "36:00:00"),
    ],
)
def test_cell_of_an_open_document_prints_as_it_is_shown(kind, value, is_shown, expected, tmp_path):
    data = ods({"C": ods_row("title", "code") + ods_row("Elf", ods_cell(kind, value, is_shown))})
    (front,) = fronts(pieces_of(tmp_path, data, "cards.ods"))
    assert front.get("code") == expected


STYLE = '<style:style style:name="ce1" style:data-style-name="N1"/>'


@pytest.mark.parametrize(
    ("kind", "attributes", "code", "value"),
    [
        ("float", "", "3", 3),
        ("float", 'table:style-name="ce1"', "E153", 3),
        ("percentage", "", "E153", 3),
        ("currency", "", "E153", 3),
        ("date", "", "E153", "E153"),
        ("time", "", "E153", "E153"),
        ("boolean", "", "E153", "E104"),
    ],
)
def test_value_that_a_library_wrote_without_what_is_shown_is_told(
    kind, attributes, code, value, tmp_path
):
    typed = {"date": "2025-05-01", "time": "PT1H", "boolean": "true"}.get(kind, "3")
    cell = ods_cell(kind, typed, "", attributes).replace("<text:p></text:p>", "")
    for column, expected in (("code", code), ("value", value)):
        data = ods({"C": ods_row("title", column) + ods_row("Elf", cell)}, STYLE)
        if isinstance(expected, str) and expected.startswith("E1"):
            assert told(tmp_path, data, "cards.ods") == [f"cards.ods:2: {column}: {expected}"]
        else:
            assert fronts(pieces_of(tmp_path, data, "cards.ods"))[0][column] == expected


def test_same_cells_print_alike_from_all_files(tmp_path):
    some = [each for each in SHOWN if each["shown"] and '"' not in each["shown"]][::25]
    texts = [each["shown"] for each in some]
    lines = "".join(
        ods_row(f"r{n}", ods_cell("float", each["value"], text.replace("<", "&lt;")))
        for n, (each, text) in enumerate(zip(some, texts, strict=True), start=2)
    )
    table = "title;code\n" + "".join(f'r{n};"{text}"\n' for n, text in enumerate(texts, start=2))
    files = {
        "cards.xlsx": workbook(some),
        "cards.ods": ods({"C": ods_row("title", "code") + lines}),
        "cards.csv": table,
    }
    for file, data in files.items():
        found = fronts(pieces_of(tmp_path, data, file))
        assert [front["code"] for front in found] == texts, file


def is_shown(value: float, code: str) -> str:
    cell = shown(value, number_format(code), from_1904=False, language="en")
    assert isinstance(cell, Number | Date)
    assert isinstance(cell.shown, str)
    return cell.shown


_NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
_SIGNS = st.lists(
    st.sampled_from(
        [
            *'0#?.,%/@;"\\_* -+ExyYmdhsgbe:()[]<>=159$€',
            *["General", "AM/PM", "A/P", "E+", '"x"', "[Red]", "[>5]", "[<=-2]", "[$€-407]"],
            *["[$-F800]", "[h]", "[mm]", "[ss]", ".00", "# ?/?"],
        ]
    ),
    max_size=40,
)


@given(_NUMBERS, _SIGNS.map("".join), st.booleans())
def test_any_format_gives_a_bounded_cell(value, code, from_1904):
    form = number_format(code)
    cell: Cell = shown(value, form, from_1904, "en")
    assert isinstance(cell, Number | Date)
    assert not isinstance(cell.shown, str) or len(cell.shown) < 50_000
    text_shown("Gold", form)


@given(st.text(max_size=300), _NUMBERS)
def test_any_text_as_a_format_gives_a_cell(code, value):
    assert isinstance(shown(value, number_format(code), False), Number | Date)


@pytest.mark.parametrize(
    "code",
    [
        *["%" * 254 + "0", "0" * 255, "0." + "0" * 253, "?/" + "?" * 253, "#," * 127, "[h]" * 85],
        *["@" * 255, "0E+" + "0" * 252, ";" * 255, "*" * 255, "[" * 255, "\\" * 255, '"' * 255],
        *["General" * 36, "General" + "%" * 240, "@" + "%" * 250],
    ],
)
@pytest.mark.parametrize("value", [1.7e308, 5e-324, -1.7e308, 123456.789, 0.0])
def test_format_of_a_stranger_ends(code, value):
    assert isinstance(shown(value, number_format(code), False), Number | Date)


_PLAIN = st.floats(-1e9, 1e9, allow_nan=False).map(lambda value: float(f"{value:.15g}"))


@given(_PLAIN, st.integers(0, 9))
def test_decimals_are_rounded_half_away_from_zero(value, places):
    code = "0." + "0" * places if places else "0"
    exact = Decimal(repr(value)).quantize(
        Decimal(1).scaleb(-places), ROUND_HALF_UP, Context(prec=60)
    )
    expected = f"{exact:f}" if exact else f"{abs(exact):f}"
    assert is_shown(value, code) == expected


@given(_PLAIN, st.integers(0, 4))
def test_thousands_and_percents_only_move_the_point(value, places):
    part = "." + "0" * places if places else ""
    assert is_shown(value, f"#,##0{part}").replace(",", "") == is_shown(value, f"0{part}")
    moved = float(f"{value * 100:.15g}")
    assert math.isclose(float(is_shown(value, f"0{part}%")[:-1]), round(moved, places), abs_tol=1.1)


@given(st.integers(0, 10**7))
def test_elapsed_time_is_all_of_its_seconds(seconds):
    hours, minutes, rest = is_shown(seconds / 86_400, "[h]:mm:ss").split(":")
    assert int(hours) * 3600 + int(minutes) * 60 + int(rest) == seconds


@given(st.integers(0, 10**6), st.integers(1, 9))
def test_fraction_in_lowest_terms_is_shown_as_itself(units, below):
    above = next(n for n in range(1, below + 1) if math.gcd(n, below) == 1)
    text = is_shown(units + above / below, "0 ?/?") if below > 1 else f"{units} 1/1"
    assert text.split() == [str(units), f"{above}/{below}"]


def test_every_built_in_format_is_followed():
    for code in BUILT_IN.values():
        assert is_shown(1234.5, code)
