"""Compares the places of words of faces in a browser with their places in print.

`python -m tests.helpers.shown GAME…` looks at all faces of games (of all four by default) and lists
the words that are moved, farthest first. `tests/test_shown.py` looks at 200 faces.

Only the texts of each face are used, in black: once as the preview gives them to a browser with its
default settings, once as pages of a PDF, rendered finer and then averaged to the pixels of the
browser. pdfium reads the box of each printed word from the PDF, and both pictures are compared in
this box: the word is moved as far as the one has to be moved to look most like the other.
"""

import argparse
import base64
import ctypes
import io
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy
import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from fustella.build.standalone import standalone_svg
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.model import Face
from fustella.draw.render import render
from tests.helpers.contrast import without_shapes
from tests.helpers.drawn import PROJECT, drawn, game_of

PX_PER_MM = 96 / 25.4
"""The pixels for a millimetre in a browser at true size (CSS Values 3, 5.2)."""

FINEST_PX = 24.0
"""The pixels for a millimetre in the picture of the PDF, or more: pdfium sets letters on whole
pixels."""

AROUND_MM = 0.2
_SHEET_MM, _GAP_MM = 320.0, 2.0
_FAINT = 100.0
"""The ink below which a word is left out: less than a grey pixel."""

_ALIKE = 0.9
"""The share of a printed word that is left when the other is taken from it, from 1 for equal ones.
"""

_TEXT = "{http://www.w3.org/2000/svg}text"


@dataclass(frozen=True)
class Shown:
    """A word of a face: the distance of its middle from print, and the share of its ink."""

    face: str
    word: str
    moved_mm: float
    ink: float


@dataclass(frozen=True)
class _Cell:
    """A face on the sheet that a browser shows; lengths in mm."""

    name: str
    face: Face
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


def only_texts(face: Face) -> Face:
    """A face with only its texts, in black."""
    root = without_shapes(ElementTree.fromstring(face.svg))
    for text in root.iter(_TEXT):
        for part in text.iter():
            part.set("fill", "#000")
            part.attrib.pop("stroke", None)
    svg = ElementTree.tostring(root, encoding="unicode")
    return Face.drawn(svg, face.outline, face.bleed_mm, ())


def shown(faces: Mapping[str, Face], browser: Any, scale: float = 1.0) -> Iterator[Shown]:
    """Yields the words of some faces; `scale` is the scale of the screen or of the reader's zoom.

    Faces that differ only in their shapes are compared once.
    """
    alone = {one.digest: (name, one) for name, face in faces.items() if (one := only_texts(face))}
    cells = _cells([*alone.values()])
    pages = dict[str, pypdfium2.PdfPage]()
    for each in render([[cell.face for cell in cells]], None):
        document = pypdfium2.PdfDocument(each.pdf)
        pages |= dict(zip(each.digests, document, strict=True))
    picture = _screenshot(cells, browser, scale)
    for cell in cells:
        yield from _words_compared(cell, pages[cell.face.digest], picture, PX_PER_MM * scale)


def differences(faces: Mapping[str, Face], browser: Any) -> dict[str, float]:
    """How much each face, shown at double size, differs from print: 1 is as much as it has ink."""
    cells, scale = _cells([*faces.items()]), 2.0
    (each,) = render([[cell.face for cell in cells]], None)
    pages = dict(zip(each.digests, pypdfium2.PdfDocument(each.pdf), strict=True))
    picture, found = _screenshot(cells, browser, scale), dict[str, float]()
    for cell in cells:
        corner = numpy.array([cell.x_mm, cell.y_mm]) * PX_PER_MM * scale
        first = numpy.floor(corner).astype(int)
        printed = _averaged(pages[cell.face.digest], PX_PER_MM * scale, corner - first)
        high, wide = printed.shape
        screen = picture[first[1] : first[1] + high, first[0] : first[0] + wide]
        printed = printed[: screen.shape[0], : screen.shape[1]]
        found[cell.name] = float(abs(_smoothed(screen) - _smoothed(printed)).sum() / printed.sum())
    return found


def _cells(faces: Sequence[tuple[str, Face]]) -> list[_Cell]:
    """The faces in rows, each row as high as its highest face."""
    cells, x_mm, y_mm, row_mm = list[_Cell](), 0.0, 0.0, 0.0
    for name, face in sorted(faces, key=lambda one: one[1].outline.size.height_mm):
        size = face.outline.size
        width_mm, height_mm = size.width_mm + 2 * face.bleed_mm, size.height_mm + 2 * face.bleed_mm
        if x_mm and x_mm + width_mm > _SHEET_MM:
            x_mm, y_mm, row_mm = 0.0, y_mm + row_mm + _GAP_MM, 0.0
        cells.append(_Cell(name, face, x_mm, y_mm, width_mm, height_mm))
        x_mm, row_mm = x_mm + width_mm + _GAP_MM, max(row_mm, height_mm)
    return cells


def _screenshot(cells: Sequence[_Cell], browser: Any, scale: float) -> numpy.ndarray:
    """The darkness of the browser's picture of all faces, 0 to 255."""
    images = []
    for cell in cells:
        data = base64.b64encode(standalone_svg(cell.face, outlined=True).encode()).decode()
        place = f'x="{cell.x_mm}" y="{cell.y_mm}" width="{cell.width_mm}" height="{cell.height_mm}"'
        images.append(f'<image {place} href="data:image/svg+xml;base64,{data}"/>')
    wide_mm = max(cell.x_mm + cell.width_mm for cell in cells)
    high_mm = max(cell.y_mm + cell.height_mm for cell in cells)
    view = {"width": round(wide_mm * PX_PER_MM) + 2, "height": round(high_mm * PX_PER_MM) + 2}
    box = f"0 0 {view['width'] / PX_PER_MM} {view['height'] / PX_PER_MM}"
    size = f'width="{view["width"]}" height="{view["height"]}" viewBox="{box}"'
    body = f'<svg style="display:block" {size}>{"".join(images)}</svg>'
    page = browser.new_page(viewport=view, device_scale_factor=scale)
    try:
        page.set_content(f'<!DOCTYPE html><body style="margin:0;background:#fff">{body}')
        page.evaluate(_LOADED)
        taken = Image.open(io.BytesIO(page.screenshot()))
    finally:
        page.close()
    return 255.0 - numpy.asarray(taken.convert("L"))


_LOADED = """Promise.all([...document.querySelectorAll("image")].map(async one => {
  const picture = new Image();
  picture.src = one.getAttribute("href");
  await picture.decode();
})).then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))"""


def _words_compared(
    cell: _Cell, page: pypdfium2.PdfPage, picture: numpy.ndarray, px_per_mm: float
) -> Iterator[Shown]:
    corner = numpy.array([cell.x_mm, cell.y_mm]) * px_per_mm
    first = numpy.floor(corner)
    printed = _averaged(page, px_per_mm, corner - first)
    high, wide = printed.shape
    left, top = first.astype(int)
    screen = picture[top : top + high, left : left + wide]
    for word, box in _words(page):
        box_mm = numpy.array(box) * MM_PER_PT + AROUND_MM * numpy.array([-1, -1, 1, 1])
        box_px = box_mm * px_per_mm + numpy.tile(corner - first, 2)
        ours, theirs = (_inside(one, box_px) for one in (printed, screen))
        if ours.sum() < _FAINT:
            continue  # a space of a font without one, or a letter in nobody's sight
        moved_px, ink = _moved_px(ours, theirs), float(theirs.sum() / ours.sum())
        yield Shown(cell.name, word, moved_px / px_per_mm, ink)


def _inside(picture: numpy.ndarray, box: numpy.ndarray) -> numpy.ndarray:
    """The part of a picture in a box, with a whole pixel around it, for differences."""
    left, top = (max(0, math.floor(side) - 1) for side in box[:2])
    right, bottom = (math.ceil(side) + 1 for side in box[2:])
    return picture[top:bottom, left:right]


def _moved_px(ours: numpy.ndarray, theirs: numpy.ndarray) -> float:
    """How far a picture is moved from another; infinite where they do not show the same.

    Both are made coarser, to about a pixel of a browser at true size; then the method of least
    squares (Lucas and Kanade, 1981) finds the move, which for less than a pixel is right. Ink at
    the edges, of other lines, does not mislead it as it does a centre of ink.
    """
    ours, theirs = (_smoothed(one) for one in (ours, theirs))
    down, across = numpy.gradient(ours)
    inner = slice(1, -1), slice(1, -1)
    slopes = numpy.stack([across[inner].ravel(), down[inner].ravel()], axis=1)
    moved, *_ = numpy.linalg.lstsq(slopes, (ours - theirs)[inner].ravel(), rcond=None)
    rest = (ours - theirs)[inner].ravel() - slopes @ moved
    whole = (ours[inner] ** 2).sum()
    alike = 1 - (rest**2).sum() / whole if whole else 0.0
    return float(numpy.hypot(*moved)) if alike > _ALIKE else math.inf


def _averaged(page: pypdfium2.PdfPage, px_per_mm: float, shift: numpy.ndarray) -> numpy.ndarray:
    """The darkness of a printed page in pixels of a browser, moved by a part of a pixel."""
    times = math.ceil(FINEST_PX / px_per_mm)
    bitmap = page.render(scale=times * px_per_mm * MM_PER_PT, grayscale=True)
    fine = 255.0 - bitmap.to_numpy().reshape(bitmap.height, bitmap.width)
    right, down = (round(float(side) * times) for side in shift)
    high, wide = (
        -(-side // times) * times for side in (bitmap.height + down, bitmap.width + right)
    )
    whole = numpy.zeros((high, wide))
    whole[down : down + bitmap.height, right : right + bitmap.width] = fine
    return whole.reshape(high // times, times, wide // times, times).mean(axis=(1, 3))


def _smoothed(picture: numpy.ndarray) -> numpy.ndarray:
    """A picture, each pixel averaged with those around it."""
    for axis in (0, 1):
        before, after = (numpy.roll(picture, step, axis) for step in (1, -1))
        picture = (before + 2 * picture + after) / 4
    return picture


def _words(page: pypdfium2.PdfPage) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Yields the words of a page, each with the box of its letters in points.

    A box is left, top, right, bottom.
    """
    text = page.get_textpage()
    high, letters = page.get_height(), pdfium.FPDFText_CountChars(text)
    word, boxes = "", list[tuple[float, ...]]()
    sides = [ctypes.c_double() for _ in range(4)]
    for at in range(letters + 1):
        letter = chr(pdfium.FPDFText_GetUnicode(text, at)) if at < letters else " "
        if letter.isspace() or pdfium.FPDFText_IsGenerated(text, at) == 1:
            if boxes:
                yield (
                    word,
                    (
                        min(box[0] for box in boxes),
                        high - max(box[3] for box in boxes),
                        max(box[1] for box in boxes),
                        high - min(box[2] for box in boxes),
                    ),
                )
            word, boxes = "", []
            continue
        left, right, bottom, top = sides
        if pdfium.FPDFText_GetCharBox(text, at, left, right, bottom, top):
            word += letter
            boxes.append(tuple(side.value for side in sides))


def main() -> None:
    from tests.preview.driving import CHROMIUM, browsing

    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", metavar="GAME", default=PROJECT.games())
    parser.add_argument("--scale", type=float, default=1.0, help="of the screen, or a zoom")
    parser.add_argument("--most", type=int, default=20, help="list so many words")
    told = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("there is no chromium")
    with browsing() as browser:
        for game in told.games:
            for language in game_of(game).languages:
                faces = {str(one): face for one, face in drawn(game, language).faces.items()}
                found = sorted(shown(faces, browser.browser, told.scale), key=lambda w: -w.moved_mm)
                far = sum(one.moved_mm > 0.2 for one in found)
                print(f"{game}, {language}: {len(found)} words, {far} moved by more than 0.2 mm")
                for one in found[: told.most]:
                    print(f"  {one.moved_mm:.3f} mm, ink {one.ink:.2f}: {one.word} on {one.face}")


if __name__ == "__main__":
    main()
