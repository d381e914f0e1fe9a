"""Masks and placeholders of the tool `image`."""

import pytest
from PIL import Image

from fustella.core.files.pictures import PictureFolder, PictureSettings
from fustella.draw.templates.images import path_in
from tests.draw.tools import Tools

BOX = {"x": 1, "y": 1, "width": 20, "height": 10}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("knight", "Malta", "m1"):
        Image.new("RGB", (8, 4)).save(tmp_path / "art" / f"{name}.png")
    return PictureFolder(tmp_path)


@pytest.mark.parametrize(
    ("mask", "is_path"),
    [
        ("M0 0 H20 V10 Z", True),
        (" m 0,0 l 5-5 .5.5z", True),
        ("M0 0a5 5 0 0110 10", True),
        ("M 0 0 L", False),
        ("M 0 0 L 5", False),
        ("M 0 0 X 5", False),
        ("M0,0 A 5 5", False),
        ("M 0 0 Z 5", False),
        ("5 M 0 0 L 5 5", False),
        ("Malta", False),
        ("m1", False),
        ("M", False),
    ],
)
def test_path_in_a_mask_is_a_whole_path(mask, is_path):
    assert path_in(mask) == (mask if is_path else "")


@pytest.mark.parametrize("mask", ["Malta", "m1"])
def test_image_with_a_mask_whose_name_has_letters_of_paths_is_masked(folder, mask):
    tools = Tools(pictures=folder)
    assert f'data-picture="{mask}"' in tools.image("knight", **BOX, mask=mask)
    assert not tools.codes


@pytest.mark.parametrize("settings", [PictureSettings(), PictureSettings(placeholder=True)])
def test_image_with_a_broken_path_as_its_mask_says_so(folder, settings):
    tools = Tools(pictures=folder, settings=settings)
    tools.image("knight", **BOX, mask="M 0 0 L")
    assert tools.codes == ["E230"]
    assert "path data" in tools.problems[0].hint


def test_image_with_a_missing_mask_is_a_placeholder_that_names_it(folder):
    tools = Tools(pictures=folder, settings=PictureSettings(placeholder=True))
    drawn = tools.image("knight", **BOX, mask="torn-edge")
    assert 'data-missing="torn-edge"' in drawn
    assert not tools.codes
