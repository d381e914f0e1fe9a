"""What a PDF shows, read with pdfplumber, pypdf and pypdfium2: nothing here is shared with us."""

import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdf
import pypdfium2
from pdfplumber.page import Page
from pypdf.generic import ContentStream

MM_PER_PT = 25.4 / 72
CLOSE_MM = 0.05


@dataclass(frozen=True)
class Seen:
    """A filled shape on a page, the letters in it and how they are turned, in degrees.

    In mm from the top-left corner of the page.
    """

    page: int
    x: float
    y: float
    width: float
    height: float
    letters: str
    turn: int
    colour: str

    def turned(self, paper: tuple[float, float], long_edge: bool) -> tuple[float, float]:
        """Where its corner lies when the sheet is turned over."""
        wide, high = paper
        if long_edge:
            return wide - self.x - self.width, self.y
        return self.x, high - self.y - self.height


def pages_of(path: Path) -> list[Page]:
    """The pages of a file; what was read of them once is not read again."""
    return _pages(path.read_bytes())


@lru_cache(maxsize=8)
def _pages(content: bytes) -> list[Page]:
    return pdfplumber.open(BytesIO(content)).pages


def shapes(path: Path, width_mm: float, height_mm: float) -> list[Seen]:
    """All filled shapes of one size, to a twentieth of a millimetre."""
    found = []
    for number, page in enumerate(pages_of(path)):
        for shape in page.rects + page.curves:
            wide = (shape["x1"] - shape["x0"]) * MM_PER_PT
            high = (shape["bottom"] - shape["top"]) * MM_PER_PT
            right_size = abs(wide - width_mm) < CLOSE_MM and abs(high - height_mm) < CLOSE_MM
            if right_size and shape["fill"]:
                found.append(_seen(number, shape, page.chars))
    return found


def _seen(page: int, shape: dict, chars: list[dict]) -> Seen:
    inside = [char for char in chars if _lies_in(char, shape)]
    return Seen(
        page=page,
        x=shape["x0"] * MM_PER_PT,
        y=shape["top"] * MM_PER_PT,
        width=(shape["x1"] - shape["x0"]) * MM_PER_PT,
        height=(shape["bottom"] - shape["top"]) * MM_PER_PT,
        letters="".join(char["text"] for char in inside).replace(" ", ""),
        turn=_turn(inside[0]["matrix"]) if inside else 0,
        colour=_hex(shape["non_stroking_color"]),
    )


def _turn(matrix: tuple[float, ...]) -> int:
    return round(math.degrees(math.atan2(-matrix[1], matrix[0]))) % 360


def _lies_in(char: dict, shape: dict) -> bool:
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return shape["x0"] < x < shape["x1"] and shape["top"] < y < shape["bottom"]


def _hex(colour: tuple[float, ...]) -> str:
    parts = colour if len(colour) == 3 else colour * 3
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def text(path: Path) -> str:
    """All text, as a viewer's search finds it."""
    pdf = pypdfium2.PdfDocument(path)
    pages = (pdf[number].get_textpage().get_text_range() for number in range(len(pdf)))
    return " ".join(" ".join(pages).split())


def paper_mm(path: Path) -> set[tuple[float, float]]:
    """The sizes of the pages, to a tenth of a millimetre."""
    boxes = (page.mediabox for page in pypdf.PdfReader(path).pages)
    return {
        (round(float(box.width) * MM_PER_PT, 1), round(float(box.height) * MM_PER_PT, 1))
        for box in boxes
    }


def uses_of_forms(path: Path) -> Counter[str]:
    """How often each form is drawn by the pages."""
    reader = pypdf.PdfReader(path)
    uses: Counter[str] = Counter()
    for page in reader.pages:
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator == b"Do":
                uses[str(operands[0])] += 1
    return uses


def fonts(path: Path) -> dict[str, bool]:
    """Every font of the file, and whether it is embedded."""
    found = {}
    for entry in _objects(pypdf.PdfReader(path)):
        if isinstance(entry, dict) and entry.get("/Type") == "/Font":
            inner = entry.get("/DescendantFonts")
            font = inner.get_object()[0].get_object() if inner is not None else entry
            descriptor = font.get("/FontDescriptor")
            described = descriptor.get_object() if descriptor is not None else {}
            name = str(entry.get("/BaseFont", entry.get("/Name")))
            found[name] = bool({"/FontFile", "/FontFile2", "/FontFile3"} & described.keys())
    return found


def _objects(reader: pypdf.PdfReader):
    for generation in reader.xref.values():
        for number in generation:
            yield reader.get_object(number)
    for number in reader.xref_objStm:
        yield reader.get_object(number)


def visible_words(path: Path, least_mm: float) -> list[str]:
    """The words of a size that leave ink on the paper: what a clip hides is not among them."""
    rendered = pypdfium2.PdfDocument(path)
    found = []
    for number, page in enumerate(pages_of(path)):
        picture = rendered[number].render(scale=1).to_pil().convert("L")
        for word in page.extract_words():
            box = tuple(round(word[side]) for side in ("x0", "top", "x1", "bottom"))
            on_page = box[0] >= 0 and box[2] <= page.width
            large = (word["bottom"] - word["top"]) * MM_PER_PT >= least_mm
            if large and on_page and picture.crop(box).getextrema()[0] < 128:
                found.append(word["text"])
    return found
