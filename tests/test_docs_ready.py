"""The pages of ready faces equal their files, and each of them has a picture of its example."""

import pytest
from PIL import Image, ImageChops

from tests.helpers.docs_makers import maker

MAKER = maker("make_ready")


@pytest.mark.parametrize(("name", "text"), MAKER.pages().items(), ids=[*MAKER.pages()])
def test_page_of_ready_faces_equals_their_files(name, text):
    said = (MAKER.PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert said == text, f"docs/{name}.md is out of date: run docs/make_ready.py"


def test_pages_show_every_ready_face():
    assert sorted(MAKER.ORDER) == sorted(path.stem for path in MAKER.FACES.glob("*.yaml"))


@pytest.mark.parametrize("face", MAKER.ORDER)
def test_picture_of_a_ready_face_is_small_and_shows_its_example(face):
    path = MAKER.PICTURES / f"{face}.png"
    assert path.stat().st_size <= 60_000
    made = MAKER.picture(face).convert("RGB")
    there = Image.open(path).convert("RGB")
    assert there.size == made.size, "the picture is out of date: run docs/make_ready.py"
    coarse = [one.resize((32, 32), Image.Resampling.BOX) for one in (there, made)]
    furthest = max(most for _, most in ImageChops.difference(*coarse).getextrema())
    assert furthest < 24, "the picture is out of date: run docs/make_ready.py"
