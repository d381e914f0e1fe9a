"""What `python -m tests.draw.svg.mutating` found, in few words each: it is drawn or told."""

import pytest

from tests.draw.svg.mutating import read_everywhere

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
SCALED = '<g transform="scale(9e6)">' * 60 + '<path d="M0 0h1" stroke="red"/>' + "</g>" * 60


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="5" height="5" fill="rgba(1,2,3,)"/>',
        '<rect width="5" height="5" fill="rgb(1,2,3,)l(#a)"/>',
        '<path d="M1e400 0A1 1 0 0 1 1e400 5" stroke="red" stroke-dasharray="1"/>',
        '<rect width="5" height="5" style="fill:red;-inkscape-x:1;a b:c"/>',
        "<style>@media print {(){fill:red}}</style>",
        '<g transform="rotate(1e400)"><rect width="5" height="5"/></g>',
        '<image width="5" height="5" href="data:image/png;base64,ß"/>',
        '<rect width="5" height="5" transform="scale(0)" stroke="url(#g)"/>'
        '<linearGradient id="g"><stop/></linearGradient>',
        SCALED,
        '<symbol id="url(#a)"/><use href="#url(#a)" fill="red"/>',
        '<symbol id="a"/><use fill="red" xlink:href="#a" href="#url(#a)"/>',
    ],
)
def test_find_is_drawn_or_told(body, tmp_path):
    size = 'width="20mm" height="20mm" viewBox="0 0 20 20"'
    read_everywhere(
        f'<svg xmlns="http://www.w3.org/2000/svg" {XLINK} {size}>{body}</svg>', tmp_path
    )
