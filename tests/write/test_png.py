"""Pictures of pages."""

import pytest
from PIL import Image

from generator.problems import ProblemsFound
from generator.write.pdf import write_pdf
from generator.write.png import write_pngs

from .samples import SMALL, at, document, face, flood, page


@pytest.fixture
def printed(tmp_path):
    faces = {"red": face(flood("#f00")), "blue": face(flood("#00f"))}
    path = tmp_path / "cards.pdf"
    pages = (page(at("red", 10, 10)), page(at("blue", 30, 20)))
    write_pdf(path, document(faces, *pages, size=SMALL))
    return path


def test_each_page_is_a_picture_of_its_size(printed, tmp_path):
    paths = write_pngs(printed, tmp_path / "pictures", 254)
    assert [path.name for path in paths] == ["cards-001.png", "cards-002.png"]
    assert sorted(tmp_path.joinpath("pictures").iterdir()) == list(paths)
    with Image.open(paths[0]) as red, Image.open(paths[1]) as blue:
        assert red.size == (600, 600)
        assert red.info["dpi"] == pytest.approx((254, 254), abs=0.1)
        assert red.convert("RGB").getpixel((200, 200)) == (255, 0, 0)
        assert blue.convert("RGB").getpixel((400, 300)) == (0, 0, 255)
        assert blue.convert("RGB").getpixel((200, 150)) == (255, 255, 255)


def test_a_folder_that_cannot_be_made_is_a_problem(printed):
    with pytest.raises(ProblemsFound, match="E401"):
        write_pngs(printed, printed / "pictures", 50)
