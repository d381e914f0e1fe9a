"""The texts of the four games stand on quiet grounds, clear of borders and drawings."""

import re

import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, SideName
from tests.helpers.drawn import PROJECT
from tests.helpers.grounds import Ground, grounds
from tests.helpers.looked_at import looked_at

CLEAR_MM = 1.0

INSIDE, AROUND = 0.08, 0.2
"""Shares that may be foreign: more is a drawing behind a text, or a line all along one side."""

AROUND_FIGURE = 0.36
"""A single figure stands in discs and strips that are hardly larger."""

CODE = re.compile("[A-Z]{2}-[0-9A-Z]{4}")


def ground_of(drawing: str, ground: str = "#ffffff", text: str = "Castello") -> Ground:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">'
        f'<rect width="40" height="20" fill="{ground}"/>{drawing}'
        f'<text x="4" y="12" font-family="Source Sans Pro" font-size="6">{text}</text></svg>'
    )
    face = Face.drawn(svg, Outline.rectangle(40, 20), 0)
    (found,) = grounds({FaceId("one", SideName.FRONT): face})
    return found


def test_a_text_on_a_plain_colour_has_a_quiet_ground():
    found = ground_of("", "#d0c090")
    assert (found.text, found.inside, found.around) == ("Castello", 0, 0)


@pytest.mark.parametrize("y_mm", [12.2, 7.5])
def test_a_line_that_touches_a_text_from_outside_is_around_it(y_mm: float) -> None:
    found = ground_of(f'<path d="M0 {y_mm}H40" stroke="#000000" stroke-width=".2"/>')
    assert found.inside == 0
    assert found.around > 0.15


@pytest.mark.parametrize("y_mm", [12 + CLEAR_MM, 7.7 - CLEAR_MM])
def test_a_line_a_millimetre_off_touches_nothing(y_mm: float) -> None:
    found = ground_of(f'<path d="M0 {y_mm}H40" stroke="#000000" stroke-width=".2"/>')
    assert (found.inside, found.around) == (0, 0)


def test_a_drawing_behind_a_text_is_inside_it():
    found = ground_of('<circle cx="10" cy="10" r="2" fill="#306030"/>')
    assert found.inside > 0.1


def test_two_tones_that_look_alike_are_one_ground():
    found = ground_of('<circle cx="10" cy="10" r="2" fill="#f4f4f4"/>')
    assert (found.inside, found.around) == (0, 0)


def test_a_plate_behind_a_text_hides_what_lies_beneath():
    plate = (
        '<path d="M0 9H40" stroke="#000000"/><rect x="2" y="5" width="36" height="10" fill="#fff"/>'
    )
    found = ground_of(plate)
    assert (found.inside, found.around) == (0, 0)


def test_a_turned_text_is_looked_at_along_its_line():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">'
        '<rect width="40" height="40" fill="#fff"/>'
        '<g transform="rotate(60 20 20)"><path d="M0 {y}H40" stroke="#000" stroke-width=".2"/>'
        '<text x="10" y="20" font-family="Source Sans Pro" font-size="6">Castello</text></g></svg>'
    )
    outline, one = Outline.rectangle(40, 40), FaceId("one", SideName.FRONT)
    (touched,) = grounds({one: Face.drawn(svg.format(y=20.2), outline, 0)})
    (free,) = grounds({one: Face.drawn(svg.format(y=21.2), outline, 0)})
    assert touched.around > 0.15
    assert free.around == 0


def unquiet(one: Ground) -> bool:
    if CODE.fullmatch(one.text):
        return max(one.inside, one.around) > 0.02
    around = AROUND_FIGURE if len(one.text) == 1 else AROUND
    return one.inside > INSIDE or one.around > around


@pytest.mark.parametrize("name", PROJECT.games())
def test_texts_of_a_game_touch_no_border_and_lie_on_no_drawing(name: str) -> None:
    found = [one for one in looked_at(name).grounds if unquiet(one)]
    assert not found
