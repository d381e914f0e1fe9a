"""Prints SVG the way a build does, and reads it back with a reader that shares no code with it."""

import io
import json
from dataclasses import dataclass

import pdfplumber
import typst

from fustella.core.units import MM_PER_PT
from fustella.draw.text.fonts import font_folder

_SOURCE = b"""#set page(width: auto, height: auto, margin: 0pt)
#for face in json(bytes(sys.inputs.faces)) { page(image(bytes(face), format: "svg")) }
"""
WIDTH_MM, HEIGHT_MM = 200, 100


@dataclass(frozen=True)
class Letter:
    text: str
    left_mm: float
    right_mm: float
    font: str


@dataclass(frozen=True)
class PrintedPage:
    letters: tuple[Letter, ...]
    text: str


def svg(body: str) -> str:
    size = f'width="{WIDTH_MM}mm" height="{HEIGHT_MM}mm" viewBox="0 0 {WIDTH_MM} {HEIGHT_MM}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'


def printed(bodies: list[str]) -> list[PrintedPage]:
    fonts = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(font_folder())],
    )
    compiler = typst.Compiler(font_paths=fonts, ignore_system_fonts=True)
    faces = json.dumps([svg(body) for body in bodies])
    pdf = compiler.compile(
        _SOURCE, format="pdf", sys_inputs={"faces": faces}, timestamp=0, pdf_tags=False
    )
    assert isinstance(pdf, bytes)
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        return [_read(page) for page in document.pages]


def _read(page: pdfplumber.page.Page) -> PrintedPage:
    letters = tuple(
        Letter(c["text"], c["x0"] * MM_PER_PT, c["x1"] * MM_PER_PT, c["fontname"].split("+")[-1])
        for c in page.chars
    )
    return PrintedPage(letters, page.extract_text())
