"""Boards in parts, glued together as pictures: they show the whole board, and no mark."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, reduce

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Size, Split
from fustella.core.values.model import Face, FaceId, FacePages, SideName
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Item, Page, Placement, Sheet, Slug
from fustella.draw.render import render
from fustella.impose import impose
from fustella.write import PrintDocument, pdf_bytes
from tests.write.samples import Picture, face

Chop = Callable[[Image.Image, Image.Image], Image.Image]
A6 = Paper("A6", Size(105, 148), Margins.all_round(5))
FINE_DPI = 200
SEEN = 2
"""Pictures are compared at half the resolution in which they are glued."""
PX_PER_MM = FINE_DPI / 25.4
PLAIN = Split(Along.PLAIN, Size(0, 0), Point(0, 0), 8.0)
SQUARES = Split(Along.SQUARES, Size(30, 30), Point(10, 10), 8.0)
STANDING = Split(Along.HEXAGONS, Size(26, 30), Point(4, 7), 8.0)
LYING = Split(Along.HEXAGONS, Size(30, 26), Point(4, 7), 8.0)


@dataclass(frozen=True)
class Board:
    """A board with another picture on either side."""

    size: Size

    @cached_property
    def faces(self) -> dict[FaceId, Face]:
        return {FaceId("map", side): drawn(seed, self.size) for seed, side in enumerate(SideName)}

    @cached_property
    def rendered(self) -> tuple[FacePages, ...]:
        return render([tuple(self.faces.values())], None)

    def printed(self, sheet: Sheet) -> Image.Image:
        """The only page of a sheet."""
        document = PrintDocument("Board", "en", (sheet,), ("",), self.faces, self.rendered)
        return Picture(pdf_bytes(document), px_per_mm=PX_PER_MM).image


def drawn(seed: int, size: Size) -> Face:
    """A picture that is different everywhere: shades, rings and slanted lines."""
    shades = "".join(
        f'<rect x="{x}" y="{y}" width="20" height="20" '
        f'fill="rgb({(x * 7 + seed) % 200 + 40},{(y * 5 + seed * 3) % 200 + 40},{(x + y) % 200})"/>'
        f'<circle cx="{x + 10}" cy="{y + 10}" r="{3 + (x + y + seed) % 6}" fill="none" '
        'stroke="#222222" stroke-width="1"/>'
        for x in range(0, int(size.width_mm) + 20, 20)
        for y in range(0, int(size.height_mm) + 20, 20)
    )
    lines = f'<path d="M0 0L{size.width_mm} {size.height_mm}M0 90L90 0" stroke="#ffffff"/>'
    return face(shades + lines, Outline.rectangle(size.width_mm, size.height_mm))


# Each way to split with one edge to turn over, in turns; hexagons, which are stepped, with both.
@pytest.mark.parametrize(
    ("split", "size", "duplex"),
    [
        (PLAIN, Size(150, 190), Duplex.LONG_EDGE),
        (SQUARES, Size(150, 150), Duplex.SHORT_EDGE),
        (STANDING, Size(150, 190), Duplex.LONG_EDGE),
        (STANDING, Size(150, 190), Duplex.SHORT_EDGE),
        (STANDING, Size(230, 120), Duplex.LONG_EDGE),
        (LYING, Size(150, 190), Duplex.SHORT_EDGE),
    ],
    ids=["plain", "squares", "standing", "standing, short edge", "turned", "lying"],
)
def test_parts_glued_together_look_like_the_whole_board(split, size, duplex):
    board = Board(size)
    item = Item(
        "map", "board", "all", 1, Outline.rectangle(size.width_mm, size.height_mm), 0.0, True,
        split, Place("boards.yaml", 1),
    )  # fmt: skip
    sheets = impose([item], PrintSettings(A6, duplex))
    assert len(sheets) >= 3
    for side in SideName:
        assert far_off(glued(sheets, side, board), whole(side, board)) == 0


def glued(sheets: tuple[Sheet, ...], side: SideName, board: Board) -> Image.Image:
    """Each part cut out and laid over those before it; backs are laid in reverse order."""
    pages = [(sheet, page) for sheet in sheets for page in sheet.pages if page.side is side]
    table = blank(board.size)
    for sheet, page in pages if side is SideName.FRONT else reversed(pages):
        part = board.printed(replace(sheet, pages=(page,)))
        (placement,) = page.placements
        left, top, right, bottom = on_table(placement, table.size)
        size, across = (right - left, bottom - top), unturned(placement, left, top)
        cut = cut_out(placement, part.size).transform(size, Image.Transform.AFFINE, across)
        turned = part.transform(size, Image.Transform.AFFINE, across, Image.Resampling.BICUBIC)
        table.paste(turned, (left, top), cut)
    return table


def on_table(placement: Placement, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The pixels of the whole board that a part shows."""
    window = placement.window
    assert window is not None
    left, top = (max(0, math.floor(at * PX_PER_MM)) for at in (window.x_mm, window.y_mm))
    ends = (math.ceil(at * PX_PER_MM) for at in (window.right_mm, window.bottom_mm))
    right, bottom = (min(end, whole) for end, whole in zip(ends, size, strict=True))
    return left, top, right, bottom


def cut_out(placement: Placement, size: tuple[int, int]) -> Image.Image:
    """A mask of the part that is cut out, less two pixels at its edge, where white paper shows."""
    box = placement.box
    corners = placement.clip or (
        Point(box.x_mm, box.y_mm),
        Point(box.right_mm, box.y_mm),
        Point(box.right_mm, box.bottom_mm),
        Point(box.x_mm, box.bottom_mm),
    )
    cut = Image.new("L", size, 0)
    edge = [(at.x_mm * PX_PER_MM, at.y_mm * PX_PER_MM) for at in corners]
    ImageDraw.Draw(cut).polygon(edge, fill=255)
    return spread(cut, ImageChops.darker, 2)


def spread(image: Image.Image, chop: Chop, reach: int) -> Image.Image:
    """Each pixel becomes the darkest or lightest of the square around it; edges wrap around.

    Much faster than PIL's rank filters, which give the same result.
    """
    for across, down in ((1, 0), (0, 1)):
        steps = [(across * k, down * k) for k in range(-reach, reach + 1)]
        image = reduce(chop, [ImageChops.offset(image, *step) for step in steps])
    return image


def unturned(placement: Placement, left: int, top: int) -> tuple[float, ...]:
    """From the board's pixels to the page's, those of the board counted from one of them on."""
    window, box = placement.window, placement.box
    assert window is not None
    angle = math.radians(placement.turn_deg)
    cosine, sine = round(math.cos(angle)), round(math.sin(angle))
    from_x = (window.x_mm + window.width_mm / 2) * PX_PER_MM - left
    from_y = (window.y_mm + window.height_mm / 2) * PX_PER_MM - top
    to_x = (box.x_mm + box.width_mm / 2) * PX_PER_MM
    to_y = (box.y_mm + box.height_mm / 2) * PX_PER_MM
    return (
        cosine, -sine, to_x - cosine * from_x + sine * from_y,
        sine, cosine, to_y - sine * from_x - cosine * from_y,
    )  # fmt: skip


def whole(side: SideName, board: Board) -> Image.Image:
    """The board printed in one piece."""
    size = board.size
    box = Rect(0, 0, size.width_mm, size.height_mm)
    below = Slug(Rect(0, size.height_mm + 1, size.width_mm, 5), upright=False)
    page = Page(side, (Placement(FaceId("map", side), box),), (), below)
    paper = Paper("large", Size(size.width_mm, size.height_mm + 6), Margins.all_round(0))
    table = blank(size)
    table.paste(board.printed(Sheet("all", 1, paper, (page,), 0)), (0, 0))
    return table


def blank(size: Size) -> Image.Image:
    return Image.new("RGB", (int(size.width_mm * PX_PER_MM), int(size.height_mm * PX_PER_MM)))


def far_off(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ from all pixels around them in the other image, without its border."""
    one, other = one.reduce(SEEN), other.reduce(SEEN)
    above = ImageChops.subtract(one, spread(other, ImageChops.lighter, 1))
    below = ImageChops.subtract(spread(other, ImageChops.darker, 1), one)
    border = (4, 4, one.width - 4, one.height - 4)
    worst = ImageChops.lighter(above, below).crop(border).convert("L")
    return worst.point(lambda v: 255 * (v > 48)).histogram()[255]
