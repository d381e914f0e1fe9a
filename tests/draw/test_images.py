"""The tool `image`: where a picture lies in its box, measured on the printed face."""

import pytest
from PIL import Image

from fustella.core.files.pictures import PictureFolder
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face
from fustella.core.values.themes import Theme
from fustella.draw.inspect.pictures import pictures_on
from fustella.draw.render import render
from fustella.draw.scene.marks import without_marks
from fustella.write.raster import page_pngs
from tests.draw.tools import Tools

RED, GREEN, BLUE, YELLOW = (220, 20, 20), (20, 160, 40), (30, 40, 200), (240, 220, 40)
PAPER = (255, 255, 255)


@pytest.fixture
def folder(tmp_path):
    """Pictures of 40 x 20 mm (at 300 dpi) in four colours; a mask: white left, black right."""
    (tmp_path / "art").mkdir()
    picture = Image.new("RGB", (472, 236), RED)
    picture.paste(GREEN, (236, 0, 472, 118))
    picture.paste(BLUE, (0, 118, 236, 236))
    picture.paste(YELLOW, (236, 118, 472, 236))
    picture.save(tmp_path / "art" / "four.png", dpi=(300, 300))
    half = Image.new("L", (100, 100), 0)
    half.paste(255, (0, 0, 50, 100))
    half.save(tmp_path / "art" / "half.png")
    return PictureFolder(tmp_path)


@pytest.fixture
def shown(folder):
    """Prints a face of 60 x 60 mm with one image: the colour at a place in mm."""

    def draw(*arguments, theme=Theme.FULL, **options):
        tools = Tools(pictures=folder)
        made = str(tools.image(*arguments, **options))
        assert tools.problems == []
        svg = without_marks(
            '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" '
            f'viewBox="0 0 60 60">{made}</svg>'
        )
        svg = svg.replace(".full", f".{theme.value}")
        files = {each.digest: each for each in map(folder.find, ("four", "half"))}
        outline = Outline.rectangle(60, 60)
        face = Face.drawn(svg, outline, 0.0, pictures_on(svg, files))
        png = next(page_pngs(render([[face]], None)[0].pdf, 50.8))
        import io

        printed = Image.open(io.BytesIO(png)).convert("RGB")

        def at(x_mm, y_mm):
            return printed.getpixel((round(x_mm * 2), round(y_mm * 2)))

        return at

    return draw


def near(found, wanted):
    return all(abs(a - b) < 14 for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize(
    ("options", "places"),
    [
        ({"fit": "stretch"}, {(12, 12): RED, (48, 12): GREEN, (12, 48): BLUE, (48, 48): YELLOW}),
        ({"fit": "contain"}, {(30, 15): PAPER, (12, 22): RED, (48, 38): YELLOW, (30, 45): PAPER}),
        ({"fit": "contain", "at": "top"}, {(12, 12): RED, (12, 22): BLUE, (12, 32): PAPER}),
        ({"fit": "contain", "at": "50% 100%"}, {(12, 28): PAPER, (12, 33): RED, (48, 48): YELLOW}),
        ({"fit": "cover"}, {(12, 12): RED, (48, 12): GREEN, (5, 12): PAPER, (55, 12): PAPER}),
        ({"fit": "cover", "at": "left"}, {(12, 12): RED, (48, 12): RED, (48, 48): BLUE}),
        ({"fit": "cover", "at": "100% 50%"}, {(12, 12): GREEN, (48, 48): YELLOW}),
        ({}, {(12, 12): RED, (48, 48): YELLOW}),
        ({"fit": "none"}, {(12, 22): RED, (48, 38): YELLOW, (12, 18): PAPER}),
        ({"fit": "none", "at": "left top"}, {(12, 12): RED, (48, 28): YELLOW, (48, 32): PAPER}),
        ({"fit": "stretch", "mirror": True}, {(12, 12): GREEN, (48, 48): BLUE}),
        ({"fit": "stretch", "turn": 90}, {(12, 12): BLUE, (48, 12): RED, (48, 48): GREEN}),
        ({"fit": "stretch", "radius": 20}, {(11, 11): PAPER, (30, 12): GREEN, (20, 20): RED}),
        ({"fit": "contain", "radius": 10}, {(11, 21): PAPER, (20, 22): RED}),
        ({"fit": "stretch", "opacity": 0.5}, {(12, 12): (238, 138, 138)}),
        ({"fit": "stretch", "opacity": 0}, {(12, 12): PAPER}),
        ({"fit": "stretch", "mask": "M0 0L40 0L0 40Z"}, {(15, 15): RED, (48, 48): PAPER}),
        ({"fit": "stretch", "mask": "half"}, {(12, 12): RED, (48, 12): PAPER}),
        ({"fit": "stretch", "mask": "half", "mirror": True}, {(12, 12): GREEN, (48, 12): PAPER}),
    ],
)
def test_image_lies_in_its_box_as_it_is_told(shown, options, places):
    at = shown("four", 10, 10, 40, 40, **options)
    assert {place: at(*place) for place in places if not near(at(*place), places[place])} == {}
    assert near(at(5, 30), PAPER), "nothing spills over"
    assert near(at(55, 30), PAPER)


def test_image_in_grey_has_the_lightness_of_its_colours(shown):
    at = shown("four", 10, 10, 40, 40, fit="stretch", theme=Theme.GREY)
    red, green, blue = at(12, 12)
    assert red == green == blue
    assert abs(red - 80) < 10


@pytest.mark.parametrize(
    ("arguments", "options", "said", "hint"),
    [
        (("four", 0, 0, 0, 9), {}, "0 x 9 mm", "above 0"),
        (("four", 0, 0, 9, -1), {}, "9 x -1 mm", "above 0"),
        (("four", "a", 0, 9, 9), {}, 'x cannot be "a"', ""),
        (("four", 0, 0, 9, 9), {"fit": "fill"}, 'fit cannot be "fill"', "cover, contain"),
        (("four", 0, 0, 9, 9), {"at": "middel"}, 'at cannot be "middel"', "50% 30%"),
        (("four", 0, 0, 9, 9), {"at": "50% 30% 10%"}, "at cannot be", "50% 30%"),
        (("four", 0, 0, 9, 9), {"at": "left right"}, "at cannot be", "50% 30%"),
        (("four", 0, 0, 9, 9), {"at": ""}, "at cannot be", "50% 30%"),
        (("four", 0, 0, 9, 9), {"radius": -1}, "radius cannot be -1", "0 or more"),
        (("four", 0, 0, 9, 9), {"opacity": 2}, "opacity cannot be 2", "0 to 1"),
        (("four", 0, 0, 9, 9), {"mirror": "x"}, 'mirror cannot be "x"', "true or false"),
        (("four", 0, 0, 9, 9), {"mask": 3}, "mask cannot be", ""),
        ((None, 0, 0, 9, 9), {}, "the picture is left out", "{% if"),
        ((7, 0, 0, 9, 9), {}, "", ""),
    ],
)
def test_image_with_a_wrong_argument_is_told(folder, arguments, options, said, hint):
    tools = Tools(pictures=folder)
    assert str(tools.image(*arguments, **options)) == ""
    (problem,) = tools.problems
    assert problem.code == "E206"
    assert said in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize("options", [{}, {"mask": "haalf"}])
def test_image_of_an_unknown_picture_names_the_nearest(folder, options):
    tools = Tools(pictures=folder)
    tools.image("four" if options else "fuor", 0, 0, 9, 9, **options)
    (problem,) = tools.problems
    assert problem.code == "E230"
    assert ("half.png" if options else "four.png") in problem.hint


def test_pictures_on_a_face_have_the_size_at_which_they_are_printed(folder):
    tools = Tools(pictures=folder)
    svg = without_marks(
        '<svg xmlns="http://www.w3.org/2000/svg"><g transform="scale(2)">'
        f"{tools.image('four.png', 0, 0, 10, 10)}</g>{tools.image('four', 0, 0, 5, 5)}</svg>"
    )
    file = folder.find("four")
    (use,) = pictures_on(svg, {file.digest: file})
    assert (use.width_mm, use.height_mm) == pytest.approx((40, 20), abs=0.2)
