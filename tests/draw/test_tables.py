"""The tool `table`: widths of columns, numbers, alignment, sizes, rules, reading, faults."""

import re
from itertools import pairwise

import pytest

from fustella.core.values.model import Cells, Word
from fustella.core.values.problems import Place
from fustella.draw.text.equal import SizesOfFace
from tests.draw.tools import Tools

TEXT = re.compile(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]*)<')
RULE = re.compile(r'<path d="([^"]*)" fill="none" stroke="([^"]*)" stroke-width="([\d.]+)"/>')
LINE = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)")
MM = 0.3528


@pytest.fixture
def tools():
    return Tools()


def texts(svg):
    """The words of a table, each with its left end, its baseline and its size in mm."""
    found = TEXT.findall(str(svg))
    return {word: (float(x), float(y), float(size)) for x, y, size, word in found}


def rules(svg):
    """The lines of a table: left end, height, length, thickness."""
    return sorted(
        (float(y), float(x), float(length), float(thick))
        for path, _, thick in RULE.findall(str(svg))
        for x, y, length in LINE.findall(path)
    )


def ends(svg, size_pt=10, weight=400):
    """The right ends of the words of a table."""
    from fustella.draw.text.fonts import FontStyle
    from fustella.draw.text.shaping import text_measurer

    measurer = text_measurer(FontStyle("Source Sans Pro", weight))
    return {word: x + measurer.width_em(word) * size for word, (x, _, size) in texts(svg).items()}


ROWS = [["Unit", "Cost"], ["Guards of the Emperor", "7"], ["Horse", "12"]]


def test_cells_are_read_row_by_row(tools):
    svg = tools.table(ROWS, x=2, y=3, width=60, height=40, size=10)
    assert [word for *_, word in TEXT.findall(str(svg))] == [word for row in ROWS for word in row]
    assert not tools.problems


def test_rules_lie_above_between_and_below_rows_over_the_whole_width(tools):
    svg = tools.table(ROWS, x=2, y=3, width=60, height=40, size=10, colour="#123456")
    lines = rules(svg)
    assert [(x, length) for _, x, length, _ in lines] == [(2, 60)] * 4
    assert [thick for *_, thick in lines] == [0.15, 0.35, 0.15, 0.15]
    assert lines[0][0] == 3
    for (above, *_), (below, *_), row in zip(lines, lines[1:], ROWS, strict=False):
        assert all(above < texts(svg)[word][1] < below for word in row)
    assert 'stroke="#123456"' in svg
    assert 'stroke="#ff0000"' in tools.table(
        ROWS, x=2, y=3, width=60, height=40, size=10, rules="#ff0000"
    )


def test_columns_are_as_wide_as_their_contents(tools):
    svg = tools.table(ROWS, x=0, y=0, width=60, height=40, size=10)
    (unit, *_), (cost, *_) = texts(svg)["Unit"], texts(svg)["7"]
    assert unit < 3
    assert cost > 45
    (head,) = re.findall(r'font-weight="700"[^>]*>Cost<', str(svg)) or [""]
    assert head


def test_only_the_widest_column_is_broken(tools):
    rows = [["Name", "Effect"], ["Line infantry", "Never retreats while its colonel stands by"]]
    svg = tools.table(rows, x=0, y=0, width=50, height=40, size=10)
    words = [*texts(svg)]
    assert "Line infantry" in words
    assert "Never retreats while its colonel stands by" not in words


@pytest.mark.parametrize(
    ("numbers", "digits"),
    [
        (["2.5", "10", "12.25"], [1, 2, 2]),
        (["2,5", "10", "12,25"], [1, 2, 2]),
        (["1,250", "900", "75.5"], [5, 3, 2]),
        (["2.500", "1.25", "3"], [1, 1, 1]),
        (["+2", "−1", "–"], [2, 2, 1]),
        (["50%", "7%", "12.5%"], [2, 1, 2]),
    ],
)
def test_numbers_stand_on_their_decimals(tools, numbers, digits):
    from fustella.draw.text.fonts import FontStyle
    from fustella.draw.text.shaping import text_measurer

    svg = tools.table([["N", "x"], *([n, "x"] for n in numbers)], 0, 0, 40, 40, size=10)
    measurer = text_measurer(FontStyle("Source Sans Pro"))
    points = [
        texts(svg)[n][0] + measurer.width_em(n[:whole]) * texts(svg)[n][2]
        for n, whole in zip(numbers, digits, strict=True)
    ]
    assert max(points) - min(points) < 0.05


def test_words_among_numbers_stand_like_words(tools):
    svg = tools.table([["Roll"], ["2"], ["3-5"], ["12"]], 0, 0, 40, 40, size=10)
    assert len({x for x, *_ in texts(svg).values()}) == 1


def test_table_says_how_its_columns_stand(tools):
    cells = Cells([("A", "B", "C"), ("left", "middle", "right")], ("left", "center", "right"))
    svg = tools.table(cells, x=0, y=0, width=90, height=20, size=10)
    left, middle, right = (texts(svg)[word][0] for word in cells[1])
    assert texts(svg)["A"][0] == left
    assert texts(svg)["B"][0] > middle + 2
    assert texts(svg)["C"][0] > right + 3


def test_zone_says_how_other_columns_stand(tools):
    svg = tools.table([["A"], ["long words"]], 0, 0, 60, 20, size=10, align="center")
    (short, *_), (long, *_) = texts(svg)["A"], texts(svg)["long words"]
    assert short > 25
    assert 18 < long < 25


@pytest.mark.parametrize(("valign", "share"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_lower_table_stands_where_its_zone_says(tools, valign, share):
    svg = tools.table(ROWS, 0, 10, 60, 40, size=10, valign=valign)
    high = rules(svg)[-1][0] - rules(svg)[0][0]
    assert rules(svg)[0][0] == pytest.approx(10 + (40 - high) * share, abs=0.01)


def test_header_without_words_is_left_out(tools):
    svg = tools.table([["", ""], ["1", "Hit"], ["2", "Miss"]], 0, 0, 40, 40, size=10)
    assert [thick for *_, thick in rules(svg)] == [0.15] * 3
    assert "font-weight" not in svg


def test_table_shrinks_until_it_fits(tools):
    svg = tools.table(ROWS, 0, 0, 60, 10, size=12, least=4)
    size_pt = texts(svg)["Unit"][2] / MM
    assert 4 < size_pt < 12
    assert rules(svg)[-1][0] <= 10
    assert not tools.problems
    svg = tools.table(ROWS, 0, 0, 22, 60, size=12, least=4)
    assert 4 < texts(svg)["Unit"][2] / MM < 12
    assert all(end < 22 for end in ends(svg).values())


def test_equal_tables_have_one_size():
    sizes = SizesOfFace({"charts": 7.0})
    svg = Tools(sizes=sizes).table(ROWS, 0, 0, 60, 40, size=12, least=4, equal="charts")
    assert texts(svg)["Unit"][2] == pytest.approx(7 * MM, abs=0.01)
    assert sizes.taken == (("charts", 7.0, 7.0),)


def place(line, key="front.crt"):
    return Place("crt.csv", line, key)


def test_too_tall_table_is_told_at_the_first_row_that_is_too_much(tools):
    cells = Cells([(Word(f"row {n}", place(n)),) for n in range(1, 11)])
    tools.table(cells, 0, 0, 60, 20, size=10)
    (problem,) = tools.problems
    assert (problem.code, problem.place) == ("E201", place(4))
    assert problem.message.startswith(
        "the table does not fit 60 x 20 mm at 10 pt: 7 of 10 rows too"
    )


def test_too_wide_table_is_told_at_its_widest_word(tools):
    cells = Cells(
        [
            (Word("A", place(1)), Word("B", place(1))),
            (Word("x", place(2)), Word("Incomprehensible", place(2))),
        ]
    )
    tools.table(cells, 0, 0, 20, 20, size=10)
    (problem,) = tools.problems
    assert problem.place == place(2)
    assert 'most of all "Incomprehensible"' in problem.message


def test_word_that_is_too_wide_is_hyphenated_unless_it_may_not_be(tools):
    rows = [["A", "B"], ["1", "incomprehensible"]]
    svg = tools.table(rows, 0, 0, 26, 30, size=10)
    assert "incomprehensible" not in texts(svg)
    assert "".join(word.rstrip("-") for word in texts(svg)) == "AB1incomprehensible"
    assert not tools.problems
    tools.table(rows, 0, 0, 26, 30, size=10, hyphens=False)
    assert [problem.code for problem in tools.problems] == ["E201"]


def test_signs_of_a_plain_table_are_letters(tools):
    svg = tools.table([["A"], ["**2**"]], 0, 0, 26, 30, size=10, plain=True)
    assert "**2**" in texts(svg)


def test_icons_stand_in_cells_and_unknown_ones_are_told_at_their_cell(tools):
    cells = Cells([("A",), (Word("{wood} 2", place(2)),), (Word("{stone}", place(3)),)])
    svg = tools.table(cells, 0, 0, 30, 30, size=10)
    assert "data-icon" in svg or "<path" in svg.split("</text>")[-2]
    (problem,) = tools.problems
    assert (problem.code, problem.place) == ("E203", place(3))


def test_bold_and_italic_words_of_cells_are_set_so(tools):
    svg = tools.table([["A"], ["**bold** and *italic*"]], 0, 0, 40, 30, size=10)
    assert 'font-weight="700"' in svg.split(">A<")[1]
    assert 'font-style="italic"' in svg


def test_columns_run_from_the_right_in_hebrew():
    svg = Tools(language="he").table([["A", "B"], ["c", "d"]], 0, 0, 40, 30, size=10)
    assert texts(svg)["A"][0] > texts(svg)["B"][0]


def test_table_turns_about_the_middle_of_its_box(tools):
    svg = tools.table(ROWS, 0, 0, 60, 40, size=10, turn=90)
    assert str(svg).startswith('<g transform="rotate(90 30 20)">')


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (None, "the table is left out"),
        ("a,b", '"a,b" is no table'),
        ([], "[] is no table"),
        ([["a"], "b"], "is no table"),
        ([["a"] * 3] * 5000, "a table of 5000 rows and 3 columns"),
    ],
)
def test_wrong_value_is_told(tools, value, says):
    assert tools.table(value, 0, 0, 40, 30, size=10) == ""
    (problem,) = tools.problems
    assert problem.code == "E206"
    assert says in problem.message


def test_wrong_options_are_told(tools):
    tools.table(ROWS, 0, 0, 40, 30, size=10, colums=2)
    tools.table(ROWS, 0, 0, 40, 30, size=10, rules=3)
    assert [problem.code for problem in tools.problems] == ["E206"] * 2


def test_rows_keep_their_order_on_the_face(tools):
    svg = tools.table(ROWS, 0, 0, 60, 40, size=10)
    heights = [float(y) for _, y, _, _ in TEXT.findall(str(svg))]
    assert all(above <= below for above, below in pairwise(heights))
