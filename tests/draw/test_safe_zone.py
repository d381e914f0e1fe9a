"""Texts in the safe zone are found wherever transforms move them."""

from xml.etree import ElementTree

import pytest

from fustella.core.geometry.shapes import Outline, Point
from fustella.core.values.problems import Place
from fustella.draw.inspect.lint import SafeZone, TemplateLines, texts_too_near
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.scene.resolve import resolve_finished

CARD = Outline.rectangle(40, 60)
STYLE = 'font-family="Source Sans Pro" font-size="5"'
PIECE, LINE, OTHER = Place("list.yaml", 3), Place("card.svg.j2", 5), Place("card.svg.j2", 7)


def near(drawing, safe_mm=3.0, outline=CARD, lines=()):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f"{drawing}</svg>"
    )
    drawn = DrawnTexts(resolve_finished(ElementTree.fromstring(svg)))
    return [*texts_too_near(drawn, outline, safe_mm, lines)]


def text(words, x, y, more=""):
    return f'<text x="{x}" y="{y}" {STYLE} {more}>{words}</text>'


@pytest.mark.parametrize(
    ("drawing", "deep"),
    [
        (text("H", 1, 20), 1.0),
        (text("H", 20, 4.3), 1.0),  # capitals are 0.66 em high
        (text("H", 20, 59), 1.0),
        (text("H", 39, 20, 'text-anchor="end"'), 1.0),
        (f'<g transform="translate(-4 0)">{text("H", 5, 20)}</g>', 1.0),
        (f'<g transform="rotate(90 20 30)">{text("H", -9, 30)}</g>', 1.0),
        (f'<defs><g id="a">{text("H", 0, 0)}</g></defs><use xlink:href="#a" x="1" y="20"/>', 1.0),
        (f"{text('  H', 1 - 2 * 0.2 * 5, 20, 'xml:space=' + chr(34) + 'preserve' + chr(34))}", 1.0),
    ],
)
def test_texts_too_near_finds_texts_wherever_they_are_transformed_to(drawing, deep):
    (found,) = near(drawing)
    assert found.text == "H"
    assert found.depth_mm == pytest.approx(deep, abs=0.05)


def test_texts_too_near_measures_from_the_descenders():
    assert not near(text("H", 20, 56.9))
    (found,) = near(text("g", 20, 56.9))
    assert found.depth_mm == pytest.approx(3.1 - 0.224 * 5, abs=0.05)


@pytest.mark.parametrize(
    "drawing",
    [
        text("H", 3, 20),
        text(" ", 0.5, 20),
        f"<defs>{text('H', 1, 20)}</defs>",
        f"<mask>{text('H', 1, 20)}</mask>",
        '<path d="M0 0H9"/>',
    ],
)
def test_texts_too_near_ignores_texts_far_enough_and_undrawn_ones(drawing):
    assert not near(drawing)


def test_texts_too_near_measures_to_round_corners_and_slanted_sides():
    drawing = text("H", 2, 5.3)
    assert not near(drawing, 1.9)
    assert near(drawing, 1.9, Outline.rectangle(40, 60, 8))
    assert near(text("H", 4, 10), 3, Outline.hexagon(40))
    assert near(text("H", 4, 10), 3, Outline.circle(40))
    net = Outline.polygon(
        (Point(0, 0), Point(40, 0), Point(40, 60), Point(12, 60), Point(12, 30), Point(0, 30))
    )
    assert near(text("H", 13, 50), 3, net)


def test_take_from_removes_the_numbers_and_gives_their_lines():
    lines = TemplateLines()
    assert [lines.number_of(LINE), lines.number_of(OTHER), lines.number_of(LINE)] == [0, 1, 0]
    drawn = (
        '<text data-line="1" data-fitted="1">a</text><text data-fitted="1">b</text><text>c</text>'
    )
    bare, found = lines.take_from(drawn)
    assert bare == '<text data-fitted="1">a</text><text data-fitted="1">b</text><text>c</text>'
    assert found == (OTHER, None)


def test_texts_too_near_assigns_lines_only_to_fitted_texts():
    drawing = text("A", 1, 20) + text("B", 1, 30, 'data-fitted="1"') + text("C", 1, 40)
    assert [(found.text, found.line) for found in near(drawing, lines=(LINE,))] == [
        ("A", None),
        ("B", LINE),
        ("C", None),
    ]


def test_safe_zone_reports_the_nearest_text_of_a_line():
    zone = SafeZone()
    for deep in (2.0, 0.5, 1.0):
        (found,) = near(text(f"H{deep:g}", deep, 20, 'data-fitted="1"'), lines=(LINE,))
        zone.add(found, "card.svg.j2", 3.0, PIECE)
    (problem,) = zone.problems()
    assert (problem.code, problem.place) == ("E227", LINE)
    assert '"H0.5" comes within' in problem.message
    assert "list.yaml:3" in problem.hint
