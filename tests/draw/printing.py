"""Renders SVG as a build does, and reads the PDF back with an independent reader."""

import io
from dataclasses import dataclass

import pdfplumber

from fustella.core.geometry.units import MM_PER_PT
from fustella.draw.render.worker import compile_pages
from fustella.draw.text.families import font_folder

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
    pdf = compile_pages([svg(body) for body in bodies], str(font_folder()))
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        return [_read(page) for page in document.pages]


def _read(page: pdfplumber.page.Page) -> PrintedPage:
    letters = tuple(
        Letter(c["text"], c["x0"] * MM_PER_PT, c["x1"] * MM_PER_PT, c["fontname"].split("+")[-1])
        for c in page.chars
    )
    return PrintedPage(letters, page.extract_text())
