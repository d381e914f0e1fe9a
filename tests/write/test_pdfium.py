"""All that pdfium draws for threads of one process is drawn under one lock."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

import fustella
from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.themes import Theme
from fustella.draw.render import render
from fustella.write import pdfium
from fustella.write.foreign_pages import ForeignPdf
from fustella.write.pictures import PagePictures, PictureForm, PictureJob
from fustella.write.press.inks import PressInks
from fustella.write.press.plates import plates, special_plates
from fustella.write.raster import FINE_DPI, black_mm2, page_digests, page_pngs
from tests.write.press.test_inks_in_themes import drawn, page
from tests.write.press.test_press_files import BLURRED, GRADIENT, press
from tests.write.press.test_special_inks import INKS, square

FACE = drawn(GRADIENT + square("gold") + BLURRED, Theme.FULL)


def ways():
    """Each way in which something is drawn, and what comes of it."""
    pdf, inks = page(FACE), PressInks(press())
    job = PictureJob(0, Outline.rectangle(40, 40), 0.0, "", PictureForm(dpi=200))
    (rendered,) = render([[FACE]], None)
    return {
        "pages": lambda: [*page_pngs(pdf, 150)],
        "digests": lambda: page_digests(pdf, 150),
        "ink": lambda: [*black_mm2(rendered, {FACE.digest: FACE}, FINE_DPI)],
        "plates": lambda: [one.tobytes() for one in plates(pdf, inks, 100, INKS)],
        "special": lambda: [one.tobytes() for one in special_plates(pdf, INKS, "gold", 150)],
        "picture": lambda: PagePictures(pdf).picture(job),
        "foreign": lambda: foreign(pdf),
    }


def foreign(pdf: bytes) -> list[bytes]:
    """A part of a page, as it is cut out of a PDF of somebody else."""
    with ForeignPdf(pdf) as opened:
        assert opened.page(0).width_mm > 0
        return [one.tobytes() for one in opened.pictures(0, [Rect(1, 1, 20, 20)], 100)]


class Watched:
    """A lock that knows whether somebody holds it."""

    def __init__(self):
        self.lock, self.held = pdfium.PDFIUM, 0

    def __enter__(self):
        self.lock.__enter__()
        self.held += 1

    def __exit__(self, *_):
        self.held -= 1
        self.lock.__exit__()


def test_every_way_holds_the_lock_while_it_draws_and_never_between(monkeypatch):
    import pypdfium2
    import pypdfium2.raw

    from fustella.write import foreign_pages, pictures, pixels

    watched, seen = Watched(), []
    for module in (pdfium, foreign_pages, pictures, pixels):
        monkeypatch.setattr(module, "PDFIUM", watched)

    def noting(function):
        def noted(*arguments, **options):
            seen.append(watched.held)
            return function(*arguments, **options)

        return noted

    page_class = pypdfium2.PdfPage
    monkeypatch.setattr(page_class, "render", noting(page_class.render))
    monkeypatch.setattr(pixels, "_drawn_page", noting(pixels._drawn_page))
    monkeypatch.setattr(foreign_pages, "_picture", noting(foreign_pages._picture))
    matrix = "FPDF_RenderPageBitmapWithMatrix"
    monkeypatch.setattr(pypdfium2.raw, matrix, noting(getattr(pypdfium2.raw, matrix)))
    for name, way in ways().items():
        before = len(seen)
        way()
        assert len(seen) > before, name
    assert min(seen) >= 1
    first = islice(page_pngs(page(FACE), 20), 1)
    next(first)
    assert watched.held == 0


@pytest.mark.parametrize("name", ways())
def test_threads_get_what_one_alone_gets(name):
    way, other = ways()[name], ways()["pages"]
    alone = way(), other()
    with ThreadPoolExecutor(4) as pool:
        made = [*pool.map(lambda at: (way, other)[at % 2](), range(4))]
    assert made == [*alone, *alone]


def test_pdfium_is_asked_where_the_lock_is_and_nowhere_else():
    root = Path(fustella.__file__).parent
    asking = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"import pypdfium2|from pypdfium2|_pdfium\(\)", path.read_text("utf-8"))
    }
    typed_alone = {"write/raster.py"}
    known = ("pdfium", "pictures", "pixels", "foreign_pages")
    assert asking - typed_alone == {f"write/{name}.py" for name in known}
