"""What hangs over the room of a text is drawn in drafts, with a note by how much."""

import math
import re
from xml.etree import ElementTree

import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.geometry.units import MM_PER_PT
from fustella.draw.inspect.overhangs import drawn_overhangs
from fustella.draw.scene.marks import OVERHANG, without_marks
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.text.overhang import RED, Overhang, OverhangNote
from tests.draw.own_fonts import fonts_of, own_font
from tests.draw.tools import Tools
from tests.helpers.system_fonts import font_for

WORDS = "take two gold from the bank and move one ship unless it is loaded"
BOX = {"x": 10, "y": 20, "width": 30, "height": 9, "size": 10}
LEADING_MM = 10 * MM_PER_PT * 1.2
PLAIN = Tools()


def draft(tool: str = "text", *values: object, **options: object) -> tuple[Tools, Overhang]:
    """The tools that have drawn a text which does not fit, and what hangs over."""
    tools = Tools(draft=True)
    getattr(tools, tool)(*values, **options)
    (overhang,) = tools.overhangs
    return tools, overhang


def too_far_mm(tools: Tools, how: str) -> float:
    """How far a text is too wide or too tall, as its problem says."""
    (problem,) = tools.problems
    found = re.search(rf"([0-9.]+) mm {how}", problem.message)
    assert found, problem.message
    return float(found[1])


def lines_in_red(svg: str, line_mm: float) -> int:
    """The number of lines of red letters in an SVG, whose baselines are so far apart."""
    paths = re.findall(rf'<path d="([^"]*)" fill="{RED}"', svg)
    heights = [float(y) for path in paths for y in re.findall(r"M[-0-9.]+ ([-0-9.]+)", path)]
    return math.ceil((max(heights) - min(heights)) / line_mm)


def test_text_that_fits_is_marked_in_no_draft():
    tools = Tools(draft=True)
    assert tools.text("short", **BOX) == PLAIN.text("short", **BOX)
    assert not tools.overhangs


def test_text_outside_of_drafts_is_set_without_a_mark():
    tools, _ = draft("text", WORDS, **BOX)
    marked, plain = Tools(draft=True).text(WORDS, **BOX), Tools().text(WORDS, **BOX)
    assert marked == f'<g {OVERHANG}="over1">{plain}</g>'
    assert without_marks(marked) == f"<g>{plain}</g>"
    assert tools.codes == ["E201"]


@pytest.mark.parametrize(("valign", "edge_mm"), [("top", 29.0), ("middle", 29.0), ("bottom", 20.0)])
def test_lines_too_many_are_red_and_noted_where_they_hang_over(valign, edge_mm):
    tools, overhang = draft("text", WORDS, **BOX, valign=valign)
    (note,) = overhang.notes
    assert note.words == f"+{too_far_mm(tools, 'too tall'):.1f} mm"
    assert (note.along, note.at) == ("y", (40.0, edge_mm))
    many = int(re.search(r"(\d+) of \d+ lines too many", tools.problems[0].message)[1])
    assert lines_in_red(overhang.svg, LEADING_MM) == many


def test_word_too_wide_is_red_beyond_its_box_alone():
    tools, overhang = draft("text", "incomprehensibilities", **{**BOX, "width": 12})
    (note,) = overhang.notes
    assert note.words == f"+{too_far_mm(tools, 'too wide'):.1f} mm"
    assert note.along == "x"
    assert note.at[1] > 29, "beside the box"
    (clip,) = re.findall(r'<clipPath id="[^"]+"><path d="([^"]+)"', overhang.svg)
    strips = [
        (float(x), float(x) + float(wide))
        for x, wide in re.findall(r"M([-0-9.]+) [-0-9.]+h([0-9.]+)", clip)
    ]
    (_, left_end), (right_start, _) = strips
    assert (left_end, right_start) == (10, 22)


def test_text_too_wide_and_too_tall_has_two_notes_apart():
    _, overhang = draft(
        "text", "incomprehensibilities of it all, as we know", **{**BOX, "width": 12}
    )
    tall, wide = overhang.notes
    assert (tall.along, wide.along) == ("y", "x")
    assert abs(tall.at[1] - wide.at[1]) > 9


@pytest.mark.parametrize(
    ("turn", "along"), [(0, "y"), (90, "x"), (180, "y"), (-90, "x"), (30, "y")]
)
def test_notes_point_where_a_turned_text_hangs_over(turn, along):
    _, overhang = draft("text", WORDS, **BOX, turn=turn)
    (note,) = overhang.notes
    assert note.along == along
    if turn == 90:  # the end of the bottom edge has become that of the left one
        assert note.at == pytest.approx((25 - 4.5, 24.5 + 15))


@pytest.mark.parametrize(("align", "x_mm"), [("start", 40), ("end", 10), ("center", 40)])
def test_note_lies_where_lines_end(align, x_mm):
    _, overhang = draft("text", WORDS, **BOX, align=align)
    assert overhang.notes[0].at[0] == x_mm


def test_note_of_a_text_from_right_to_left_lies_at_the_left():
    fonts = fonts_of(own_font("arabic", font_for("arabic")))
    tools = Tools(language="ar", fonts=fonts, draft=True)
    tools.text("خذ قطعتين من الذهب من البنك ثم حرك سفينة واحدة", **BOX, font="arabic")
    (overhang,) = tools.overhangs
    assert overhang.notes[0].at == (10, 29)
    assert lines_in_red(overhang.svg, LEADING_MM) == 1


def test_table_too_large_has_its_last_rows_and_its_right_in_red():
    rows = [["Roll", "Result", "Then"], *([str(n), "unbelievable", "stay"] for n in range(6))]
    tools, overhang = draft("table", rows, x=10, y=20, width=20, height=20, size=9, hyphens=False)
    assert {note.words for note in overhang.notes} == {
        f"+{too_far_mm(tools, how):.1f} mm" for how in ("too tall", "too wide")
    }
    many = int(re.search(r"(\d+) of \d+ rows too many", tools.problems[0].message)[1])
    whole = overhang.svg.partition("</g>")[2]
    assert lines_in_red(whole, 9 * MM_PER_PT * 1.55) == many


def test_label_longer_than_its_path_has_its_ends_in_red():
    tools, overhang = draft("text_on", "Harbour of the sea", "M10 10H20", size=9)
    (note,) = overhang.notes
    assert tools.codes == ["E214"]
    assert note.words == f"+{too_far_mm(tools, 'longer'):.1f} mm"
    red = [float(x) for x in re.findall(r'translate\(([-0-9.]+) [^"]*"><path', overhang.svg)]
    assert [x for x in red if x < 10]
    assert [x for x in red if x > 20]
    assert not [x for x in red if 12 < x < 18]


def test_icons_among_red_lines_are_red_whatever_their_own_colour():
    _, overhang = draft("text", f"{WORDS} {{gold}}", **BOX)
    assert "#c9a227" not in overhang.svg
    assert overhang.svg.count("data-icon") == 1


def test_endless_text_has_no_endless_drawing():
    _, overhang = draft("text", "boat " * 20_000, **BOX)
    assert len(overhang.svg) < 5_000_000


def test_text_that_does_not_fit_a_draft_makes_no_equal_text_smaller():
    tools = Tools(draft=True)
    long = "incomprehensibilities " * 9
    tools.text(long, x=0, y=0, width=20, height=5, size=12, least=5, equal="title")
    assert tools.sizes.taken == ()
    plain = Tools()
    plain.text(long, x=0, y=0, width=20, height=5, size=12, least=5, equal="title")
    assert plain.sizes.taken == (("title", 5.0, 5.0),)


def overlaid(svg: str, note: OverhangNote, outline: Outline) -> str:
    root = f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>'
    scene = resolve_finished(ElementTree.fromstring(root))
    return drawn_overhangs(scene, {"a": Overhang("<path/>", (note,))}, outline)


MARKED = f'<g {OVERHANG}="a"><path d="M0 0"/></g>'
NOTE = OverhangNote("+3.2 mm", (10.0, 5.0), "y")


def plate(svg: str) -> list[float]:
    (found,) = re.findall(r'<rect x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)"', svg)
    return [float(number) for number in found]


def test_overhang_lies_where_the_template_has_moved_its_text():
    moved = f'<g transform="translate(20 10) scale(2)">{MARKED}</g>'
    svg = overlaid(moved, NOTE, Outline.rectangle(63, 88))
    assert '<g transform="matrix(2 0 0 2 20 10)"><path/></g>' in svg
    x, y, width = plate(svg)
    assert (x + width / 2, y + 1.3) == pytest.approx((40, 20), abs=0.01)


@pytest.mark.parametrize(("at", "inside"), [((-30, -5), (0, 0)), ((90, 200), (63, 88))])
def test_note_lies_on_the_piece_wherever_its_text_is(at, inside):
    x, y, width = plate(overlaid(MARKED, OverhangNote("+9.0 mm", at), Outline.rectangle(63, 88)))
    assert 0 <= x <= x + width <= 63
    assert 0 <= y <= y + 2.6 <= 88
    assert abs(x - inside[0]) < 10


def test_note_is_legible_at_print_size():
    svg = overlaid(f'<g transform="scale(0.1)">{MARKED}</g>', NOTE, Outline.rectangle(63, 88))
    (letters,) = re.findall(r'<path d="([^"]+)" fill="#ffffff"', svg)
    heights = [float(y) for y in re.findall(r"[ML][-0-9.]+ ([-0-9.]+)", letters)]
    assert max(heights) - min(heights) > 0.55 * 6 * MM_PER_PT


def test_overhang_of_a_text_that_is_not_printed_is_left_out():
    outline = Outline.rectangle(63, 88)
    assert overlaid(f"<defs>{MARKED}</defs>", NOTE, outline) == ""
    used = f'<defs><g id="b">{MARKED}</g></defs><use href="#b" x="3"/><use href="#b" x="9"/>'
    assert overlaid(used, NOTE, outline).count("+") == 0
    assert overlaid(used, NOTE, outline).count("<path/>") == 2
