"""One piece a page for a print shop, read back by pypdf and pdfium."""

from collections import Counter

import pypdf
import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import FaceId, SideName
from fustella.draw.render import render
from fustella.write import ShopDocument, shop_bytes
from tests.conftest import TinyProject
from tests.write.samples import PT_PER_MM, Picture, face, flood, reader, text, words_on

FRONT, BACK = FaceId("card", SideName.FRONT), FaceId("card", SideName.BACK)
OUTLINES = [
    Outline.rectangle(63, 88, 3),
    Outline.rectangle(420, 297),
    Outline.hexagon(55),
    Outline.circle(25),
]


def document(outline: Outline, bleed_mm: float, pages: tuple[FaceId, ...]) -> ShopDocument:
    faces = {
        FRONT: face(flood("#d00000") + text("front"), outline, bleed_mm),
        BACK: face(flood("#0000d0") + text("back"), outline, bleed_mm),
    }
    return ShopDocument("Cards", "en", pages, faces, render([[*faces.values()]], None))


def corners_mm(box: pypdf.generic.RectangleObject) -> tuple[float, ...]:
    return tuple(float(length) / PT_PER_MM for length in box)


@pytest.mark.parametrize("bleed_mm", [0.0, 2.0, 3.175])
@pytest.mark.parametrize("outline", OUTLINES, ids=lambda one: one.shape.value)
def test_shop_bytes_with_bleed_has_boxes_of_bleed_and_trim(outline, bleed_mm):
    page = reader(shop_bytes(document(outline, bleed_mm, (FRONT,)))).pages[0]
    width_mm = outline.size.width_mm + 2 * bleed_mm
    height_mm = outline.size.height_mm + 2 * bleed_mm
    assert corners_mm(page.mediabox) == pytest.approx((0, 0, width_mm, height_mm), abs=1e-3)
    assert corners_mm(page.bleedbox) == corners_mm(page.mediabox)
    assert "/BleedBox" in page
    trim = (bleed_mm, bleed_mm, width_mm - bleed_mm, height_mm - bleed_mm)
    assert corners_mm(page["/TrimBox"]) == pytest.approx(trim, abs=1e-3)


def test_shop_bytes_of_faces_shows_one_on_each_page_alone():
    data = shop_bytes(document(Outline.rectangle(20, 30), 2, (FRONT, BACK, FRONT)))
    assert [words_on(data, page).strip() for page in range(3)] == ["front", "back", "front"]
    for page, colour in enumerate(((208, 0, 0), (0, 0, 208), (208, 0, 0))):
        shown = Picture(data, page)
        assert shown.colour(0.1, 0.1) == colour  # the bleed is printed to its end
        assert shown.colour(23.9, 33.9) == colour
        assert shown.image.size == pytest.approx((480, 680), abs=1)


def test_shop_bytes_with_bleed_places_face_in_trim_box():
    """A line along the trim of the face is on the TrimBox of the page."""
    edge = '<rect x="0" y="0" width="20" height="30" fill="#000000"/>'
    faces = {FRONT: face(edge, Outline.rectangle(20, 30), 4)}
    data = shop_bytes(ShopDocument("A", "en", (FRONT,), faces, render([[*faces.values()]], None)))
    inked = Picture(data).inked()
    assert (inked.x_mm, inked.y_mm) == pytest.approx((4, 4), abs=0.06)
    assert (inked.width_mm, inked.height_mm) == pytest.approx((20, 30), abs=0.11)


def test_shop_bytes_of_many_copies_stores_face_once():
    once = len(shop_bytes(document(Outline.rectangle(20, 30), 2, (FRONT, BACK))))
    often = len(shop_bytes(document(Outline.rectangle(20, 30), 2, (FRONT, BACK) * 50)))
    assert often - once < 50 * 2 * 900
    two = shop_bytes(document(Outline.rectangle(20, 30), 2, (FRONT, BACK) * 2))
    assert two == shop_bytes(document(Outline.rectangle(20, 30), 2, (FRONT, BACK) * 2))


# The command


def shop(project: TinyProject, name: str) -> pypdf.PdfReader:
    return pypdf.PdfReader(project.output / "tiny" / "en" / "shop" / f"tiny-{name}.pdf")


def test_build_shop_prints_page_for_each_side_of_each_copy(tiny, run):
    ran = run(tiny, "build", "--shop")
    assert (ran.code, ran.err) == (0, "")
    folder = tiny.output / "tiny" / "en" / "shop"
    kinds = {"card", "tile", "coin", "counter", "board"}
    assert {path.name for path in folder.iterdir()} == {f"tiny-{kind}.pdf" for kind in kinds}
    cards = shop(tiny, "card")
    assert len(cards.pages) == 2 * 18
    fronts = Counter(page.extract_text().split()[0] for page in cards.pages[::2])
    assert sorted(fronts.values()) == [2, 4, 12]
    assert len(shop(tiny, "coin").pages) == 6
    assert len(shop(tiny, "board").pages) == 1
    media = corners_mm(shop(tiny, "board").pages[0].mediabox)
    assert media[2] > 200  # whole, larger than a page of the printer
    assert "unchanged" in run(tiny, "build", "--shop").out


def test_build_shop_with_little_bleed_warns_and_prints(tiny, run):
    tiny.edit_freely("content/tiny/game.yaml", "shape: circle\n", "shape: circle\n    bleed: 3mm\n")
    printed = run(tiny, "build", "--shop").out
    assert "print shops usually ask for 3 mm" in printed
    assert "\ncoin: " not in printed
    assert "\nboard: " in printed
    assert "\nboard: " in run(tiny, "build", "--shop").out  # unchanged, and warned of again


def test_build_shop_with_selection_prints_parts_and_boxes_for_players(tiny, run):
    assert run(tiny, "build", "--shop", "--players", "2").code == 0
    folder = tiny.output / "tiny" / "en-2-players" / "shop"
    assert len(pypdf.PdfReader(folder / "tiny-coin.pdf").pages) == 4
    assert run(tiny, "build", "--shop", "--only", "coin").code == 0
    assert (tiny.output / "tiny/en/shop/part/tiny-only-coin.pdf").is_file()


def test_build_shop_without_duplex_prints_fronts_only(tiny, run):
    assert run(tiny, "build", "--shop", "--duplex", "none").code == 0
    assert len(shop(tiny, "card").pages) == 18
