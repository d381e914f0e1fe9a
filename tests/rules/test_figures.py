"""Figures of booklets: drawings of their own, with nothing missing and nothing over their room."""

import re
from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.shapes import Point, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    ArtPicture,
    Callout,
    PiecePicture,
    Placed,
    Situation,
    Spot,
)
from fustella.draw.inspect.texts import line_boxes
from fustella.rules.figures import (
    DISC_GAP_MM,
    DISC_MM,
    FigureSource,
    drawn_figure,
    drawn_group,
    spread,
)
from tests.rules.test_typeset import made

HERE = Place("rules/10-start.en.md", 1)
ROOM = Size(120, 100)


@pytest.fixture(scope="module")
def source() -> FigureSource:
    return made()._figures


def figure(picture, source, room=ROOM):
    drawn = drawn_figure(picture, source, room)
    assert drawn is not None
    return drawn


def elements(svg: str, name: str) -> list[dict[str, str]]:
    return [dict(one.attrib) for one in fromstring(svg).iter() if one.tag.endswith(f"}}{name}")]


def test_each_picture_of_a_booklet_is_drawn_whole(source):
    pictures = made()._pictures
    assert {type(one) for one in pictures} == {PiecePicture, ArtPicture, Situation}
    for picture in pictures:
        drawn = figure(picture, source)
        ids = re.findall(r'\bid="([^"]+)"', drawn.svg)
        assert len(ids) == len(set(ids))
        targets = re.findall(r"""url\(#([^)]+)\)|href="#([^"]+)\"""", drawn.svg)
        assert {one or other for one, other in targets} <= set(ids)
        assert drawn.size.fits_in(Size(ROOM.width_mm + 0.5, ROOM.height_mm + 0.5))
        width = fromstring(drawn.svg).get("width", "").removesuffix("mm")
        assert float(width) == pytest.approx(drawn.size.width_mm, abs=0.001)


def test_figures_need_no_fonts(source):
    for picture in made()._pictures:
        assert "<text" not in figure(picture, source).svg


@pytest.mark.parametrize("room", [Size(120, 100), Size(40, 60), Size(15, 15)])
@pytest.mark.parametrize("copies", [1, 2, 5, 40])
def test_fanned_copies_stay_in_their_room(copies, room, source):
    drawn = figure(PiecePicture("salt", HERE, copies=copies, alt="Salt"), source, room)
    assert drawn.size.width_mm <= room.width_mm + 0.5
    assert len(elements(drawn.svg, "use")) >= min(copies, 7)


def test_side_of_a_piece_is_the_one_that_was_named(source):
    front, back = (
        figure(PiecePicture("salt", HERE, side=side, alt="Salt"), source).svg for side in SideName
    )
    assert front != back


def test_size_is_that_of_the_longer_side(source):
    drawn = figure(PiecePicture("salt", HERE, size_mm=30.0, alt="Salt"), source)
    assert max(drawn.size.width_mm, drawn.size.height_mm) == pytest.approx(30.0, abs=0.5)


def leader_ends(svg: str) -> set[tuple[float, float]]:
    return {
        (round(float(line["x2"]), 2), round(float(line["y2"]), 2)) for line in elements(svg, "line")
    }


def test_callouts_point_beside_texts_and_into_pictures():
    names, salt = ("title", "cost", "text"), FaceId("salt", SideName.FRONT)
    source = made()._figures
    callouts = tuple(Callout(number, name, HERE) for number, name in enumerate(names, 1))
    scale = 46.0 / source.faces[salt].outline.size.height_mm
    for is_text in (True, False):
        areas = {name: replace(source.areas[salt][name], is_text=is_text) for name in names}
        changed = replace(source, areas={salt: areas})
        drawn = figure(PiecePicture("salt", HERE, callouts=callouts, alt="Salt"), changed)
        ends = leader_ends(drawn.svg)
        assert len(ends) == 3
        for area in areas.values():
            box = area.box
            y_mm = (box.y_mm + box.height_mm / 2) * scale
            left, right = (9.0 + side * scale for side in (box.x_mm, box.right_mm))
            level = {x for x, y in ends if y == pytest.approx(y_mm, abs=0.02)}
            near = {x for x in level if left - 1.3 <= x <= right + 1.3}
            assert near
            assert {left < x < right for x in near} == {not is_text}


def test_texts_that_callouts_are_about_stay_legible():
    source, salt = made()._figures, FaceId("salt", SideName.FRONT)
    scale = 40.0 / source.faces[salt].outline.size.height_mm
    callouts = tuple(Callout(at, name, HERE) for at, name in enumerate(source.areas[salt], 1))
    picture = PiecePicture("salt", HERE, size_mm=40.0, callouts=callouts, alt="Salt")
    ends = leader_ends(figure(picture, source).svg)
    for x_mm, y_mm in ends:
        for line in line_boxes(source.faces[salt]):
            left, right = 9.0 + line.x_mm * scale, 9.0 + line.right_mm * scale
            in_line = line.y_mm * scale <= y_mm <= line.bottom_mm * scale
            assert not (in_line and left - 0.9 < x_mm < right + 0.9)


@given(st.lists(st.floats(0, 80), max_size=9).map(sorted))
def test_discs_keep_apart_and_in_order(wanted):
    step = DISC_MM + DISC_GAP_MM
    found = spread(wanted, step)
    assert len(found) == len(wanted)
    assert all(after - before >= step - 1e-6 for before, after in pairwise(found))
    if all(after - before >= step for before, after in pairwise(wanted)):
        assert found == pytest.approx(wanted)
    if wanted:
        assert sum(found) == pytest.approx(sum(wanted), abs=1e-6)


def test_pieces_of_a_situation_lie_on_their_spots(source):
    spots = (Point(20, 30), Point(70, 40))
    situation = Situation(
        HERE,
        size=Size(100, 60),
        pieces=tuple(Placed("one", Spot("", HERE, at), HERE, turn_deg=30.0) for at in spots),
        alt="Two coins",
    )
    drawn = figure(situation, source)
    moved = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\) rotate\(30\)', drawn.svg)
    assert {(float(x), float(y)) for x, y in moved} == {(20.0, 30.0), (70.0, 40.0)}
    assert len(elements(drawn.svg, "use")) == 2


def test_pictures_of_pieces_that_were_not_drawn_are_left_out(source):
    assert drawn_figure(PiecePicture("ghost", HERE, alt="A ghost"), source, ROOM) is None
    assert drawn_group(("ghost",), source, ROOM) is None
    assert drawn_group(("ghost", "salt"), source, ROOM) is not None
