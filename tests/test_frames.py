"""No drawing of the four games reaches over the frame that holds it."""

from xml.etree.ElementTree import fromstring

import pytest

from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.model import Face, FaceId, SideName
from tests.helpers.drawn import PROJECT, game_of
from tests.helpers.frames import Crossing, Frame, crossings, frames
from tests.helpers.looked_at import looked_at

MOST_MM = 0.6
"""As wide as the fold of a ribbon that hangs on a frame."""

RAYS = ("moving-kingdoms", SideName.BACK)
"""Its backs have rays from the middle to the edge; a line goes round on top of them."""

FRAME = '<rect x="4" y="4" width="32" height="22" fill="none" stroke="#000" stroke-width=".5"/>'


def found_on(drawing: str) -> list[Crossing]:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" viewBox="0 0 40 30">'
        f'<rect width="40" height="30" fill="#f0e0c0"/>{drawing}</svg>'
    )
    face = Face.drawn(svg, Outline.rectangle(40, 30), 0)
    return list(crossings({FaceId("one", SideName.FRONT): face}))


FIR = '<path d="M12 8l3 8h-6z" fill="#204020"/>'


def test_what_stays_within_its_frame_crosses_nothing():
    assert not found_on(f"{FIR}{FRAME}")


@pytest.mark.parametrize("over", [f"{FRAME}{{}}", f"{{}}{FRAME}"])
def test_a_fir_that_leaves_its_frame_is_found_before_it_and_behind_it(over: str) -> None:
    (found,) = found_on(over.format(f'<g transform="translate(0 -6.2)">{FIR}</g>'))
    assert abs(found.at.x_mm - 12) < 0.2
    assert found.at.y_mm == 4
    assert 0.6 < found.length_mm < 1.6


def test_what_is_cut_at_the_frame_crosses_nothing():
    clip = '<clipPath id="a"><rect x="4" y="4" width="32" height="22"/></clipPath>'
    moved = f'<g clip-path="url(#a)"><g transform="translate(0 -6.2)">{FIR}</g></g>'
    assert not found_on(f"<defs>{clip}</defs>{moved}{FRAME}")


def test_stripes_beneath_a_frame_are_its_ground():
    stripes = "".join(f'<path d="M{x} 0h2v30h-2z" fill="#803020"/>' for x in range(0, 40, 4))
    assert not found_on(f"{stripes}{FRAME}")


def test_frames_are_found_inside_of_groups():
    (found,) = frames_of(f'<g transform="translate(2 1) scale(.5)" stroke="#000">{BARE}</g>')
    assert found == Frame(Rect(4, 3, 16, 11), 0.5, 0.0)


BARE = '<rect x="4" y="4" width="32" height="22"/>'


def frames_of(drawing: str) -> list[Frame]:
    return list(frames(fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawing}</svg>')))


@pytest.mark.parametrize("name", PROJECT.games())
def test_no_drawing_of_a_game_reaches_over_its_frame(name: str) -> None:
    pieces = {piece.id for piece in game_of(name).pieces}
    over = [
        one
        for one in looked_at(name).crossings
        if one.length_mm > MOST_MM and one.face.piece in pieces and (name, one.face.side) != RAYS
    ]
    assert not over
