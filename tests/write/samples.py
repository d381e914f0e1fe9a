"""Small documents to print, and the independent readers that look at what came out."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdf
import pypdfium2
from PIL import Image

from fustella.core.geometry.shapes import Outline, Rect, Size
from fustella.core.values.model import Face, FaceId, FacePages, SideName
from fustella.core.values.paper import Margins, Paper
from fustella.core.values.sheets import Line, Page, Placement, Sheet, Slug
from fustella.draw.render import render
from fustella.write import PrintDocument

PT_PER_MM = 72 / 25.4
CARD = Outline.rectangle(20, 30)
SMALL = Size(60, 60)
A4 = Size(210, 297)
FLAT_SLUG = Slug(Rect(5, 285, 200, 6), upright=False)
UPRIGHT_SLUG = Slug(Rect(199, 5, 6, 287), upright=True)
NO_SLUG = Slug(Rect(0, 59.9, 1, 0.1), upright=False)
FONT = 'font-family="Source Sans Pro" font-size="4"'


def face(drawing: str, outline: Outline = CARD, bleed_mm: float = 0.0) -> Face:
    """A face with `drawing` as its SVG; (0, 0) is the corner of the trim."""
    width = outline.size.width_mm + 2 * bleed_mm
    height = outline.size.height_mm + 2 * bleed_mm
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.6f}mm" height="{height:.6f}mm" '
        f'viewBox="{-bleed_mm} {-bleed_mm} {width:.6f} {height:.6f}">{drawing}</svg>'
    )
    return Face.drawn(svg, outline, bleed_mm)


def flood(colour: str) -> str:
    """A drawing that fills far more than any face."""
    return f'<rect x="-50" y="-50" width="900" height="900" fill="{colour}"/>'


def text(words: str) -> str:
    """A drawing of a line of text."""
    return f'<text x="2" y="8" {FONT}>{words}</text>'


def name(piece: str) -> FaceId:
    return FaceId(piece, SideName.FRONT)


def at(piece: str, x_mm: float, y_mm: float, outline: Outline = CARD) -> Placement:
    """A whole face, unturned."""
    size = outline.size
    return Placement(name(piece), Rect(x_mm, y_mm, size.width_mm, size.height_mm))


def page(
    *placements: Placement, marks: Sequence[Line] = (), slug: Slug = FLAT_SLUG
) -> Page:  # fmt: skip
    return Page(SideName.FRONT, placements, tuple(marks), slug)


def document(
    faces: dict[str, Face],
    *pages: Page,
    size: Size = A4,
    labels: tuple[str, ...] = (),
    rendered: tuple[FacePages, ...] | None = None,
) -> PrintDocument:
    """Each page on a sheet of its own, of `size`."""
    paper = Paper("sample", size, Margins.all_round(5))
    sheets = tuple(Sheet("cards", n, paper, (each,), 0) for n, each in enumerate(pages, 1))
    return PrintDocument(
        "Una scatola — già provata",
        "it",
        sheets,
        labels or tuple(f"Foglio {n}" for n in range(1, len(pages) + 1)),
        {name(piece): each for piece, each in faces.items()},
        render([list(faces.values())], None) if rendered is None else rendered,
    )


def reader(pdf: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(BytesIO(pdf), strict=True)


def plumber(pdf: bytes) -> pdfplumber.PDF:
    return pdfplumber.open(BytesIO(pdf))


def words_on(pdf: bytes, page_index: int = 0) -> str:
    """The text of a page as pdfium finds it."""
    with pypdfium2.PdfDocument(pdf) as opened:
        return opened[page_index].get_textpage().get_text_bounded()


class Picture:
    """A page as pdfium shows it, asked in mm."""

    def __init__(self, pdf: bytes, page_index: int = 0, px_per_mm: float = 20) -> None:
        self.px_per_mm = px_per_mm
        with pypdfium2.PdfDocument(pdf) as opened:
            bitmap = opened[page_index].render(scale=px_per_mm / PT_PER_MM)
            self.image: Image.Image = bitmap.to_pil().convert("RGB")

    def colour(self, x_mm: float, y_mm: float) -> tuple[int, int, int]:
        pixel = self.image.getpixel((int(x_mm * self.px_per_mm), int(y_mm * self.px_per_mm)))
        assert isinstance(pixel, tuple)
        return pixel[0], pixel[1], pixel[2]

    def inked(self) -> Rect:
        """The box of all that is not white, in mm."""
        ink = self.image.convert("L").point(lambda level: 255 if level < 128 else 0)
        box = ink.getbbox()
        assert box
        left, top, right, bottom = (edge / self.px_per_mm for edge in box)
        return Rect(left, top, right - left, bottom - top)

    def crop(self, box: Rect) -> Image.Image:
        edges = (box.x_mm, box.y_mm, box.right_mm, box.bottom_mm)
        left, top, right, bottom = (round(edge * self.px_per_mm) for edge in edges)
        return self.image.crop((left, top, right, bottom))


def save(pdf: bytes, folder: Path) -> Path:
    path = folder / "sample.pdf"
    path.write_bytes(pdf)
    return path
