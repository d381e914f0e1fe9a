"""A sample of `python -m tests.helpers.painted`: what passes the lint is painted as browsers do."""

import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face
from fustella.draw.inspect.texts import line_boxes
from tests.helpers import painted

COUNT = 40


def test_drawings_that_pass_are_painted_as_a_browser_does(browser):
    drawings = painted.passing(range(COUNT))
    assert len(drawings) > COUNT // 2
    compared = list(painted.compared(drawings, browser.browser))
    assert [one.passed.seed for one in compared if not one.alike] == []
    swapped = painted.Compared(drawings[0], compared[0].ours, compared[1].theirs)
    assert not swapped.alike


@pytest.mark.parametrize(
    "body",
    [
        '<path d="10 10"/>',
        '<path d="M1 1 L 9e 9"/>',
        '<rect width="1e400" height="1"/>',
        '<g transform="matrix(1 2 3)"><rect width="1" height="1"/></g>',
        '<g transform="rotate(1 2)"><rect width="1" height="1"/></g>',
        '<g transform="rotate(1,,2,3)"><rect width="1" height="1"/></g>',
        '<rect width="1" height="1" fill="url(file:///x)"/>',
        '<rect width="1" height="1" clip-path="url(nowhere)"/>',
        '<polygon points="1 2 3"/>',
        '<ellipse rx="2" ry=""/>',
        '<path d="M0 0H9" stroke="red" stroke-dasharray="1 -1"/>',
        '<path d="M0 0H9" stroke="red" stroke-linecap="rund"/>',
        '<rect width="1" height="1" fill="rgb(1,2)"/>',
        '<rect width="\u0663" height="1"/>',
        '<symbol id="a" viewBox="0 0 10"><rect width="1" height="1"/></symbol><use href="#a"/>',
        '<rect width="1" height="1" vector-effect="none of these"/>',
        '<rect width="1" height="1" stroke="red" stroke-width="5miles" '
        'vector-effect="non-scaling-stroke"/>',
        '<path d="M0 0 --1 1" stroke="red" vector-effect="non-scaling-stroke"/>',
    ],
)
def test_value_that_is_no_value_of_its_attribute_is_a_fault(body):
    found = painted.printed(body)
    assert not isinstance(found, str)
    assert {fault.code for fault in found} <= {"E221", "E225"}


GRADIENT = '<linearGradient id="shine"><stop offset="0" stop-color="red"/></linearGradient>'
DISC = '<clipPath id="disc"><circle r="5"/></clipPath>'


@pytest.mark.parametrize(
    "body",
    [
        f'{DISC}<rect width="3" height="3" fill="url(#disc)"/>',
        f'{GRADIENT}<use href="#shine"/>',
        f'{GRADIENT}<rect width="3" height="3" clip-path="url(#shine)"/>',
        f'{DISC}<linearGradient id="a" href="#disc"/><rect width="3" height="3" fill="url(#a)"/>',
        '<g id="a"><use href="#a"/></g>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
        '<pattern id="a" width="1" height="1"><rect width="1" height="1" fill="url(#a)"/></pattern>'
        '<rect width="3" height="3" fill="url(#a)"/>',
        '<mask id="a"><rect width="3" height="3" mask="url(#a)"/></mask>'
        '<rect width="3" height="3" mask="url(#a)"/>',
    ],
)
def test_reference_of_a_wrong_sort_or_in_a_circle_is_told(body):
    found = painted.printed(body)
    assert not isinstance(found, str)
    assert {fault.code for fault in found} == {"E235"}


def _uses(name: str, count: int) -> str:
    return f'<use href="#{name}"/>' * count


LAUGHS = '<circle id="g0" r="1"/>' + "".join(
    f'<g id="g{n + 1}">{_uses(f"g{n}", 10)}</g>' for n in range(8)
)


TEXT = '<text id="t" x="2" y="5" font-size="3" font-family="Source Sans Pro">Hello</text>'
ONES = "1 " * 1600
BLURRED = '<feGaussianBlur stdDeviation="1"/>'
BLUR = '<filter id="f" {}>{}</filter><rect id="r" width="9" height="9" filter="url(#f)"/>'


@pytest.mark.parametrize(
    "body",
    [
        LAUGHS,
        '<pattern id="a" width=".001" height=".001"><path d="M0 0h1v1z"/></pattern>'
        '<rect width="20" height="20" fill="url(#a)"/>',
        '<path d="M0 0H20" stroke="red" stroke-dasharray="1e-9"/>',
        f'<defs>{TEXT}<g id="g0">{_uses("t", 400)}</g></defs>{_uses("g0", 400)}',
        BLUR.format('width="9000" height="9000"', BLURRED * 40),
        BLUR.format('filterUnits="userSpaceOnUse" width="9e6" height="9e6"', BLURRED * 40),
        BLUR.format("", f'<feConvolveMatrix order="40" kernelMatrix="{ONES}"/>' * 99),
        f"<g transform='scale(1000)'>{BLUR.format('', BLURRED * 40)}</g>",
        f"<defs>{BLUR.format('', BLURRED)}<g id='g0'><g filter='url(#f)'><use href='#r'/></g></g>"
        f"</defs><g transform='scale(9)'>{_uses('g0', 200)}</g>",
        '<g transform="scale(1e6)"><path d="M0 0H20" stroke="red" stroke-width="1e6"/></g>',
        '<g stroke="red" stroke-width="1e4"><use href="#r" transform="matrix(1e6 0 0 1 0 0)"/></g>'
        '<defs><rect id="r" width="1" height="1"/></defs>',
    ],
)
def test_drawing_of_millions_of_parts_is_told(body):
    found = painted.printed(body)
    assert not isinstance(found, str)
    assert [fault.code for fault in found] == ["E236"]


@pytest.mark.parametrize(
    ("use", "codes"),
    [
        ('<use href="#t" x="15"/>', ["E224"]),
        ('<use href="#t" x="2" y="5"/>', []),
        ('<g transform="translate(0 40)"><use href="#t" y="-35"/></g>', []),
    ],
)
def test_text_is_measured_where_a_use_puts_it(use, codes):
    found = painted.printed(f"<defs>{TEXT}</defs>{use}")
    assert ([] if isinstance(found, str) else [fault.code for fault in found]) == codes


def test_text_defined_outside_and_used_inside_is_no_fault():
    moved = TEXT.replace('x="2"', 'x="40"')
    assert isinstance(painted.printed(f'<defs>{moved}</defs><use href="#t" x="-38"/>'), str)


def test_text_in_a_symbol_is_measured_in_the_box_of_its_use():
    large = TEXT.replace("3", "30").replace("5", "50")
    symbol = f'<symbol id="s" viewBox="0 0 100 100">{large}</symbol>'
    assert isinstance(painted.printed(f'{symbol}<use href="#s" width="10" height="10"/>'), str)


def _boxes(text):
    face = painted.face(f'<g font-family="Source Sans Pro" font-size="3">{text}</g>')
    return [
        tuple(round(side, 3) for side in (box.x_mm, box.y_mm, box.width_mm, box.height_mm))
        for box in line_boxes(Face.drawn(face, Outline.rectangle(20, 20), 0))
    ]


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize(
    "style", ['font-weight="700"', 'font-style="italic"', 'font-size="5"', 'letter-spacing="1"']
)
def test_span_without_its_own_place_is_measured_in_its_own_style(style, anchor):
    placed = f'<text x="9" y="9" text-anchor="{anchor}" '
    alone = _boxes(f"{placed}{style}>MWij</text>")
    assert _boxes(f"{placed}><tspan {style}>MWij</tspan></text>") == alone
    assert (
        _boxes(f"{placed}> <tspan><tspan {style}>MWij</tspan></tspan></text>")[0][2] == alone[0][2]
    )
    assert alone != _boxes(f"{placed}>MWij</text>")


def test_line_in_two_styles_is_as_wide_as_both():
    bold = '<tspan font-weight="700">MW</tspan>'
    parts = ("ab.", bold, f"ab.{bold}", f"{bold}ab.", f" ab.{bold} ")
    widths = [_boxes(f'<text y="9">{part}</text>')[0][2] for part in parts]
    assert widths[2:] == [pytest.approx(widths[0] + widths[1], abs=0.002)] * 3


def test_bold_words_that_reach_over_the_edge_are_told():
    body = '<text x="3.5" y="9" font-size="3" font-family="Source Sans Pro">{}</text>'
    words = "MMMMMMMi"
    assert isinstance(painted.printed(body.format(words)), str)
    found = painted.printed(body.format(f'<tspan font-weight="700">{words}</tspan>'))
    assert [fault.code for fault in found] == ["E224"]
