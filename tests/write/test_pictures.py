"""Pictures of pages: where the trim lies in them, and what is around it."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.processes import worker
from fustella.write import (
    PictureCut,
    PictureFailed,
    PictureForm,
    PicturePool,
    PictureType,
    picture_worker,
)
from fustella.write.pictures import PagePictures, PictureJob, grid_bytes

PT_PER_MM = 72 / 25.4
MM = st.floats(5, 90).map(lambda length: round(length, 2))
RED, WHITE = (255, 0, 0), (255, 255, 255)


def page_of(width_mm, height_mm, bleed_mm, colour="#ff0000", bleed_colour="#0000ff"):
    """A page whose bleed has one colour and whose trim another, and a green dot at top left."""
    data = io.BytesIO()
    wide, high = width_mm + 2 * bleed_mm, height_mm + 2 * bleed_mm
    canvas = Canvas(data, pagesize=(wide * PT_PER_MM, high * PT_PER_MM))
    canvas.scale(PT_PER_MM, PT_PER_MM)
    for fill, inset in ((bleed_colour, 0), (colour, bleed_mm)):
        canvas.setFillColor(fill)
        canvas.rect(inset, inset, wide - 2 * inset, high - 2 * inset, stroke=0, fill=1)
    canvas.setFillColor("#00ff00")
    canvas.rect(bleed_mm, high - bleed_mm - 2, 2, 2, stroke=0, fill=1)
    canvas.save()
    return data.getvalue()


def picture(pdf, outline, form, drawn_mm=0.0, edge=""):
    job = PictureJob(0, outline, drawn_mm, edge, form)
    return Image.open(io.BytesIO(PagePictures(pdf).picture(job)))


@given(MM, MM, st.sampled_from((100.0, 150.0, 254.0)), st.sampled_from((0.0, 1.0, 3.175)))
def test_picture_has_the_pixels_of_trim_and_bleed(width_mm, height_mm, dpi, bleed_mm):
    form = PictureForm(dpi=dpi, bleed_mm=bleed_mm)
    found = picture(
        page_of(width_mm, height_mm, 2), Outline.rectangle(width_mm, height_mm), form, 2
    )
    for pixels, length_mm in zip(found.size, (width_mm, height_mm), strict=True):
        assert pixels == round((length_mm + 2 * bleed_mm) / 25.4 * dpi)


@given(MM, MM, st.sampled_from(((400, 600), (825, 1125))))
def test_picture_of_a_given_size_has_the_trim_at_its_middle(width_mm, height_mm, size_px):
    form = PictureForm(dpi=150, size_px=size_px)
    found = picture(
        page_of(width_mm, height_mm, 2), Outline.rectangle(width_mm, height_mm), form, 2
    )
    assert found.size == size_px
    box = trim_in(found)
    for low, high, whole, length_mm in (
        (box[0], box[2], size_px[0], width_mm),
        (box[1], box[3], size_px[1], height_mm),
    ):
        expected = min(length_mm / 25.4 * 150, whole)
        assert high - low == pytest.approx(expected, abs=1.5)
        assert (low + high) / 2 == pytest.approx(whole / 2, abs=1.5)


def trim_in(image):
    """The box around what is red or green: bleed and paper are blue or white."""
    blue = image.getchannel("B")
    return Image.eval(blue, lambda level: 255 if level < 100 else 0).getbbox()


def test_picture_without_enough_bleed_goes_on_with_its_edge():
    form = PictureForm(dpi=100, bleed_mm=5)
    found = picture(page_of(40, 60, 2), Outline.rectangle(40, 60), form, 2)
    corners = [(0, 0), (found.width - 1, 0), (0, found.height - 1), (found.width // 2, 0)]
    assert [found.getpixel(at) for at in corners] == [(0, 0, 255)] * 4


def test_picture_with_a_known_edge_goes_on_with_that_colour():
    form = PictureForm(dpi=100, bleed_mm=5)
    found = picture(page_of(40, 60, 0), Outline.rectangle(40, 60), form, 0, "#123456")
    assert found.getpixel((0, found.height // 2)) == (0x12, 0x34, 0x56)


def test_picture_of_a_triangle_has_one_colour_around_what_is_drawn():
    corners = (Point(20, 0), Point(40, 40), Point(0, 40))
    form = PictureForm(dpi=100, bleed_mm=3)
    found = picture(page_of(40, 40, 0), Outline.polygon(corners), form)
    assert found.getpixel((0, 0)) == RED


@pytest.mark.parametrize("cut", [PictureCut.OUTLINE, PictureCut.SHARP])
def test_picture_with_a_hole_is_transparent_in_it(cut):
    from msgspec.structs import replace

    hole = tuple(Rect(15, 15, 10, 10).corners())
    outline = replace(Outline.rectangle(40, 40, 4), holes=(hole,))
    found = picture(page_of(40, 40, 0), outline, PictureForm(dpi=100, cut=cut))
    alpha = found.getchannel("A")
    middle = found.width // 2
    assert alpha.getpixel((middle, middle)) == 0
    assert alpha.getpixel((middle, 10)) == 255
    assert alpha.getpixel((0, 0)) == 0


def test_picture_of_a_window_shows_that_part_turned():
    form = PictureForm(dpi=100, window=Rect(0, 0, 10, 10), turn_deg=180)
    found = picture(page_of(40, 60, 2), Outline.rectangle(40, 60), form, 2)
    assert found.size == (39, 39)
    assert found.getpixel((2, 2)) == RED
    assert found.getpixel((36, 36)) == (0, 255, 0)


@pytest.mark.parametrize("type", PictureType)
def test_picture_of_a_photograph_keeps_its_colours(type):
    """Rows that are not flat are written with the filters of PNG."""
    noise = Image.effect_noise((300, 300), 90).convert("RGB")
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=(72, 72))
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(noise), 0, 0, 72, 72)
    canvas.save()
    form = PictureForm(type=type, dpi=300)
    found = picture(data.getvalue(), Outline.rectangle(25.4, 25.4), form).convert("RGB")
    assert found.size == noise.size
    pairs = zip(found.resize((5, 5)).tobytes(), noise.resize((5, 5)).tobytes(), strict=True)
    assert max(abs(one - two) for one, two in pairs) < 6


def test_grid_leaves_places_that_are_not_taken_empty():
    form = PictureForm(dpi=100)
    outline = Outline.rectangle(10, 10)
    one = PagePictures(page_of(10, 10, 0)).picture(PictureJob(0, outline, 0, "", form))
    found = Image.open(io.BytesIO(grid_bytes([one] * 4, form.pixels(outline), 3, form)))
    wide = form.pixels(outline)[0]
    assert found.size == (3 * wide, 2 * wide)
    assert found.getpixel((wide // 2, wide + wide // 2)) == RED
    assert found.getpixel((wide + 5, wide + 5)) == WHITE


def test_pool_of_processes_makes_the_same_pictures_as_this_one():
    from concurrent.futures import ThreadPoolExecutor

    outline, form = Outline.rectangle(20, 30), PictureForm(dpi=72)
    documents = {f"{number}": page_of(20, 30, 0, f"#{number:02x}0000") for number in range(12)}
    job = PictureJob(0, outline, 0, "", form)
    with PicturePool(2) as pool, ThreadPoolExecutor(2) as threads:
        made = threads.map(lambda name: pool.picture(name, documents[name], job), documents)
        assert [*made] == [PagePictures(pdf).picture(job) for pdf in documents.values()]


def test_pool_of_processes_tells_what_one_could_not_do():
    job = PictureJob(7, Outline.rectangle(20, 30), 0, "", PictureForm(dpi=72))
    with PicturePool(1) as pool:
        with pytest.raises(PictureFailed):
            pool.picture("one", page_of(20, 30, 0), job)
        first = PictureJob(0, Outline.rectangle(20, 30), 0, "", PictureForm(dpi=72))
        assert pool.picture("one", page_of(20, 30, 0), first)


def test_pool_of_a_process_that_was_killed_says_so():
    job = PictureJob(0, Outline.rectangle(20, 30), 0, "", PictureForm(dpi=72))
    with PicturePool(1) as pool:
        pool.picture("one", page_of(20, 30, 0), job)
        pool._started[0]._worker.end()
        with pytest.raises(PictureFailed, match="ended"):
            pool.picture("one", page_of(20, 30, 0), job)


def test_picture_that_takes_too_long_ends_its_process(monkeypatch):
    monkeypatch.setattr(worker, "LOOK_S", 0.001)
    monkeypatch.setattr(picture_worker, "PICTURE_S", 0.05)
    large = PictureJob(0, Outline.rectangle(200, 300), 0, "", PictureForm(dpi=600))
    with PicturePool(1) as pool, pytest.raises(PictureFailed, match="it was ended after"):
        pool.picture("one", page_of(200, 300, 0), large)
