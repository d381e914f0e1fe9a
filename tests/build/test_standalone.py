"""Pictures in the preview: each is in the SVG of its face, once, as it is printed."""

import re

import pytest

from fustella.build.inputs import load_game
from fustella.build.standalone import standalone_svg
from fustella.core.files.project import Project
from fustella.core.values.model import Edition, FaceId, SideName
from fustella.core.values.themes import Theme
from fustella.draw.pictures.raster import FaultyPicture
from tests.helpers.drawn import faces_of

DRAGON = FaceId("dragon", SideName.FRONT)
CARD = "templates/tiny/card.svg.j2"


def face_of(tiny, theme=Theme.FULL):
    project = Project(tiny.root)
    return faces_of(project, Edition(load_game(project, "tiny"), "en", theme))[DRAGON]


def test_standalone_svg_has_the_picture_once_however_often_it_is_used(tiny):
    more = "{{ image(face.scene, x=1, y=1, width=5, height=5) }}{% endif %}\n  {% if face.note %}"
    tiny.edit(CARD, "{% endif %}\n  {% if face.note %}", more)
    svg = standalone_svg(face_of(tiny))
    assert svg.count("data:image/") == 1
    assert svg.count('href="#picture-0"') == 2
    assert "picture:" not in svg


@pytest.mark.parametrize("theme", list(Theme))
def test_standalone_svg_in_a_theme_has_a_picture_of_its_own(tiny, theme):
    svg = standalone_svg(face_of(tiny, theme))
    assert re.search(r'href="data:image/(jpeg|png);base64,[A-Za-z0-9+/=]{400,}"', svg)


def test_standalone_svg_of_letters_in_a_drawing_is_a_picture_of_them(tiny):
    art = tiny.root / "content" / "tiny" / "art"
    (art / "dragon-hill.png").unlink()
    (art / "dragon-hill.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
        '<text x="2" y="9" font-size="6" font-family="sans-serif">Hill</text></svg>'
    )
    assert "data:image/png" in standalone_svg(face_of(tiny))
    (art / "dragon-hill.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h9v9z"/></svg>'
    )
    assert "data:image/svg+xml" in standalone_svg(face_of(tiny))


def test_standalone_svg_of_a_picture_that_has_gone_shows_the_rest(tiny):
    face = face_of(tiny, Theme.GREY)
    (tiny.root / "content" / "tiny" / "art" / "dragon-hill.png").write_bytes(b"gone")
    from fustella.build import standalone as pictures

    pictures._data_url.cache_clear()
    assert 'href="data:,"' in standalone_svg(face, lenient=True)
    with pytest.raises(FaultyPicture, match="no picture"):
        standalone_svg(face)
