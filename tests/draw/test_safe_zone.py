"""Texts in the safe zone are found wherever transforms move them."""

from xml.etree import ElementTree

import pytest

from fustella.core.geometry.shapes import Outline, Point
from fustella.core.values.problems import Place
from fustella.draw.inspect.lint import SafeZone, texts_too_near
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.scene.marks import Origins, TextOrigin, field_of, marked_with, without_marks
from fustella.draw.scene.resolve import resolve_finished

CARD = Outline.rectangle(40, 60)
STYLE = 'font-family="Source Sans Pro" font-size="5"'
PIECE, LINE, OTHER = Place("list.yaml", 3), Place("card.svg.j2", 5), Place("card.svg.j2", 7)


def near(drawing, safe_mm=3.0, outline=CARD, lines=()):
    origins = Origins()
    for line in lines:
        origins.number_of(TextOrigin(line))
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f"{drawing}</svg>"
    )
    drawn = DrawnTexts(resolve_finished(ElementTree.fromstring(svg)))
    return [*texts_too_near(drawn, outline, safe_mm, origins)]


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


def test_origins_number_each_origin_once():
    origins = Origins()
    places = (LINE, OTHER, LINE)
    assert [origins.number_of(TextOrigin(place)) for place in places] == [0, 1, 0]
    assert [origins.place_of(number) for number in (1, "0", "7", "x", None)] == [
        OTHER,
        LINE,
        *(None, None, None),
    ]


def test_without_marks_takes_only_those_of_tools():
    words = '<text>&lt;text data-line="1"</text>'
    drawn = (
        f'<text data-line="1" data-fitted="1">a</text><g data-code="A"/><g data-icon="b"/>{words}'
    )
    bare = f'<text data-fitted="1">a</text><g/><g/>{words}'
    assert without_marks(f'{drawn}<rect data-missing="c"/>') == f'{bare}<rect data-missing="c"/>'


def test_scene_has_the_marks_of_its_elements():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><defs><g data-icon="mdi:b"/></defs>'
        '<g data-icon="mdi:a"><g data-code="X-1"/></g><g data-icon="mdi:a"/>'
        '<image data-picture="a &amp; b"/><text>data-icon="c"</text></svg>'
    )
    marks = resolve_finished(ElementTree.fromstring(svg)).marks
    assert marked_with("data-icon", marks) == ("mdi:a", "mdi:b")
    assert marked_with("data-code", marks) == ("X-1",)
    assert marked_with("data-picture", marks) == ("a & b",)


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("pieces[3].front.title", "front.title"),
        ("back.rows[2].name", "back.rows[2].name"),
        ("pieces[3].name", ""),
        ("kinds.confront.name", ""),
        ("", ""),
    ],
)
def test_field_of_a_place_is_a_path_from_its_side(key, field):
    assert field_of(Place("list.yaml", 1, key)) == field


def test_texts_too_near_assign_the_lines_of_their_marks():
    marked = text("B", 1, 30, 'data-line="0" data-fitted="1"')
    drawing = text("A", 1, 20) + marked + text("C", 1, 40, 'data-line="5"')
    assert [(found.text, found.line) for found in near(drawing, lines=(LINE,))] == [
        ("A", None),
        ("B", LINE),
        ("C", None),
    ]


def test_safe_zone_reports_the_nearest_text_of_a_line():
    zone = SafeZone()
    for deep in (2.0, 0.5, 1.0):
        (found,) = near(text(f"H{deep:g}", deep, 20, 'data-line="0"'), lines=(LINE,))
        zone.add(found, "card.svg.j2", 3.0, PIECE)
    (problem,) = zone.problems()
    assert (problem.code, problem.place) == ("E227", LINE)
    assert '"H0.5" comes within' in problem.message
    assert "list.yaml:3" in problem.hint
