"""Proves with pictures that the backs of real sheets lie behind their fronts.

Every sheet is imposed and written as for a printer, with a silhouette instead of each face: the
trim, a little smaller, in a grey of its own, with notches that look different when they are
mirrored or turned. Both sides are rendered at 300 dpi, the back is turned over as the printer does
(or folded), and no pixel of one side may differ from all pixels around it on the other.

    python -m benchmarks.proof [GAME …]
"""

import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy
import pypdfium2
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops

from fustella.build.inputs import load_game
from fustella.build.production import items_of
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Rect, Shape, Size
from fustella.core.values.model import Face, FaceId, Game, SideName
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings, Shift
from fustella.core.values.sheets import Page, Placement, Sheet, Slug
from fustella.draw.render import render
from fustella.impose import impose
from fustella.write.pdf import PrintDocument, pdf_bytes

ROOT = Path(__file__).parent.parent
DPI = 300
PIXEL_MM = 25.4 / DPI
DIFFERENT = 48
"""The difference of greys, 0 to 255, that counts: edges between pixels differ by less."""
WAYS = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.FOLD)
NO_STRIP = Slug(Rect(0, 0, 0, 0), upright=False)
NOTCH_MM = 40.0
A4 = Paper("A4", Size(210, 297), Margins.all_round(5))


class Pair(Struct, frozen=True):
    """The fronts that have backs, and these backs, which must coincide; each on one page."""

    name: str
    paper: Paper
    fronts: tuple[Placement, ...]
    backs: tuple[Placement, ...]
    turned: str
    """The line about which the back is turned: the `upright` or the `level` middle line."""


def pairs(sheets: Sequence[Sheet], duplex: Duplex) -> Iterator[Pair]:
    """Yields the pairs of fronts and backs on some sheets."""
    for number, sheet in enumerate(sheets):
        name = f"{sheet.group} {sheet.number} {duplex.value}"
        level = duplex is Duplex.SHORT_EDGE
        first = sheet.pages[0]
        if first.glue:
            fold = first.folds[-1]
            fronts = [p for p in first.placements if p.face.side is SideName.FRONT]
            backs = [p for p in first.placements if p.face.side is SideName.BACK]
            level = fold.start.y_mm == fold.end.y_mm
        elif first.side is SideName.BACK:
            fronts, backs = sheets[number - 1].pages[0].placements, first.placements
        elif len(sheet.pages) > 1:
            fronts, backs = first.placements, sheet.pages[1].placements
        else:
            continue
        behind = {(p.face.piece, p.face.look) for p in backs}
        seen = tuple(p for p in fronts if (p.face.piece, p.face.look) in behind)
        yield Pair(name, sheet.paper, seen, tuple(backs), "level" if level else "upright")


def silhouette(face: FaceId, outline: Outline, bleed_mm: float) -> Face:
    """A face that shows its trim and its direction."""
    width, height = outline.size.width_mm, outline.size.height_mm
    grey = 16 * (zlib.crc32(f"{face.piece} {face.look}".encode()) % 9)
    size = min(width, height, NOTCH_MM)
    notches = "".join(
        f'<path fill="#fff" d="M{left} {top}h{0.3 * size}L{left} {top + 0.45 * size}Z"/>'
        for left in steps(width, size)
        for top in steps(height, size)
    )
    if face.side is SideName.BACK:  # what is seen through the piece
        notches = f'<g transform="translate({width} 0) scale(-1 1)">{notches}</g>'
    style = f'fill="rgb({grey},{grey},{grey})" stroke="#fff" stroke-width="1"'
    wide, high = width + 2 * bleed_mm, height + 2 * bleed_mm
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.6f}mm" height="{high:.6f}mm" '
        f'viewBox="{-bleed_mm} {-bleed_mm} {wide:.6f} {high:.6f}">'
        f"{shape_of(outline, style)}{notches}</svg>"
    )
    return Face.drawn(svg, outline, bleed_mm)


def steps(length_mm: float, size_mm: float) -> list[float]:
    """The starts of notches along a side."""
    count = max(1, int(length_mm // size_mm))
    return [(index + 0.3) * length_mm / count for index in range(count)]


def shape_of(outline: Outline, style: str) -> str:
    """The SVG of a trim."""
    width, height = outline.size.width_mm, outline.size.height_mm
    if outline.shape is Shape.CIRCLE:
        return f'<circle cx="{width / 2}" cy="{width / 2}" r="{width / 2}" {style}/>'
    if outline.shape is Shape.RECTANGLE:
        corner = outline.corner_radius_mm
        return f'<rect width="{width}" height="{height}" rx="{corner}" {style}/>'
    path = "L".join(f"{at.x_mm} {at.y_mm}" for at in outline.corners())
    return f'<path d="M{path}Z" {style}/>'


def pictures(game: Game, wanted: Sequence[Pair]) -> Iterator[tuple[Image.Image, Image.Image]]:
    """Yields the rendered front and back of each pair, as they are written."""
    kinds = {piece.id: piece.kind for piece in game.pieces}
    names = dict.fromkeys(p.face for pair in wanted for p in (*pair.fronts, *pair.backs))
    faces = {
        name: silhouette(name, kinds[name.piece].outline, kinds[name.piece].bleed_mm)
        for name in names
    }
    sheets = tuple(both_sides(pair) for pair in wanted)
    rendered = render([tuple(faces.values())], None)
    labels = ("",) * (2 * len(sheets))
    pdf = pdf_bytes(PrintDocument("proof", "en", sheets, labels, faces, rendered))
    with pypdfium2.PdfDocument(pdf) as document:
        images = (page.render(scale=DPI / 72, grayscale=True).to_pil() for page in document)
        yield from zip(images, images, strict=True)


def both_sides(pair: Pair) -> Sheet:
    """The sheet with only the faces of a pair."""
    front = Page(SideName.FRONT, pair.fronts, (), NO_STRIP)
    return Sheet("", 1, pair.paper, (front, Page(SideName.BACK, pair.backs, (), NO_STRIP)), 0)


def turned_over(back: Image.Image, pair: Pair) -> Image.Image:
    """The picture of the back, seen from the front through the paper."""
    if pair.turned == "level":
        return back.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def off(front: Image.Image, behind: Image.Image) -> int:
    """The number of pixels that differ from all pixels around them on the other side."""
    different = ImageChops.difference(front, behind).point(lambda v: 255 * (v > DIFFERENT))
    box = different.getbbox()
    if not box:
        return 0
    left, top, right, bottom = box
    around = slice(max(0, top - 1), bottom + 1), slice(max(0, left - 1), right + 1)
    sides = [numpy.asarray(side)[around] for side in (front, behind)]
    return sum(_unlike_pixels(one, other) for one, other in (sides, reversed(sides)))


def _unlike_pixels(seen: numpy.ndarray, around: numpy.ndarray) -> int:
    greatest, least = (
        _extremes_of_nine(around, choose) for choose in (numpy.maximum, numpy.minimum)
    )
    nearest = numpy.clip(seen, least, greatest)
    apart = numpy.maximum(seen, nearest) - numpy.minimum(seen, nearest)
    return int(numpy.count_nonzero(apart > DIFFERENT))


def _extremes_of_nine(pixels: numpy.ndarray, choose: numpy.ufunc) -> numpy.ndarray:
    """The least or greatest values of each pixel and the eight around it."""
    rows = pixels.copy()
    choose(rows[1:], pixels[:-1], out=rows[1:])
    choose(rows[:-1], pixels[1:], out=rows[:-1])
    found = rows.copy()
    choose(found[:, 1:], rows[:, :-1], out=found[:, 1:])
    choose(found[:, :-1], rows[:, 1:], out=found[:, :-1])
    return found


def prove(game: Game, wanted: Sequence[Pair]) -> Iterator[tuple[Pair, int]]:
    """Yields each pair with the number of its pixels that do not coincide."""
    for pair, (front, back) in zip(wanted, pictures(game, wanted), strict=True):
        yield pair, off(front, turned_over(back, pair))


def shifted(settings: PrintSettings, pixels: int) -> PrintSettings:
    """The print settings with backs that are moved by whole pixels."""
    return replace(settings, shift=Shift(pixels * PIXEL_MM, -pixels * PIXEL_MM))


def main(names: Sequence[str]) -> int:
    """Prove every sheet of the games, print the result, and return the exit code."""
    project = Project(ROOT)
    worst = 0
    print(f"{'game':18} {'way':12} {'sheets':>6} {'faces':>6} {'off':>6} {'s':>6}")
    for name in names or project.games():
        game = load_game(project, name)
        for duplex in WAYS:
            started = time.perf_counter()
            found = list(pairs(impose(items_of(game.pieces), PrintSettings(A4, duplex)), duplex))
            results = list(prove(game, found))
            faces = sum(len(pair.fronts) + len(pair.backs) for pair in found)
            bad = [f"{pair.name}: {pixels} px" for pair, pixels in results if pixels]
            worst += len(bad)
            seconds = time.perf_counter() - started
            print(
                f"{name:18} {duplex.value:12} {len(found):6} {faces:6} {len(bad):6} {seconds:6.1f}"
            )
            for line in bad:
                print(f"    {line}")
    print("every outline coincides within one pixel" if not worst else f"{worst} sheets do not")
    return int(worst > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
