"""What a scene paints too much of is told, wherever it is scaled or repeated."""

from xml.etree.ElementTree import fromstring

import pytest

from fustella.draw.scene.amount import too_much
from fustella.draw.scene.resolve import resolve_finished

LINE = '<path d="M0 0h1" stroke="red" stroke-width="900"/>'
MOVED = LINE.replace("<path", '<path transform="scale(1e6)"')


def told(body: str) -> str:
    root = fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')
    fault = too_much(resolve_finished(root))
    return fault.message if fault else ""


@pytest.mark.parametrize(
    "body",
    [
        MOVED,
        f'<g transform="scale(1e6)">{LINE}</g>',
        f'<g transform="scale(1e3)"><g transform="matrix(0 1e3 1 0 0 0)">{LINE}</g></g>',
        '<g stroke-width="900" transform="scale(1e6)"><path d="M0 0h1" stroke="red"/></g>',
        f'<defs><g id="a">{LINE}</g></defs><use href="#a" transform="scale(1e6)"/>',
        f'<mask id="m">{MOVED}</mask><rect width="9" height="9" mask="url(#m)"/>',
    ],
)
def test_stroke_that_is_scaled_far_too_broad_is_told(body):
    assert told(body) == "a stroke of 9e+08 mm"


def test_stroke_of_a_usual_breadth_is_not_told():
    assert told(LINE + MOVED.replace("1e6", "10")) == ""
