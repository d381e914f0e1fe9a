"""Reads sheets of pieces back from their PDFs: the places of faces, and their visible parts.

Nothing here imports the tool. pdfium reads paths and matrices, and paints the pages. Every face of
a piece has a colour of its own (`colour_of`), and an arrow: a triangle with its right angle in the
middle of the face, one leg of `arrow_mm` to the right and one half as long downwards. The arrow
shows whether the face is turned or mirrored, even if only a part of it is visible. Lengths are
millimetres from the top-left corner of a page; colours are (red, green, blue).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy
import pypdfium2

from tests.helpers.pdf_reader import painted

FRONT, BACK = 0, 1
NEAR_MM = 0.05
PIXELS_PER_MM = 3
EDGE_MM = 1.0
"""The strip inside a trim that is left out, because lines along cuts lie there."""

TINGE = 1
"""The most by which a channel of a colour may be off, of 255: less than between two faces."""

_TRIM_BLUE = (200, 220)
_ARROW_BLUE = (100, 120)
_LEAST, _STEP, _BASE = 64, 3, 63


def colour_of(number: int, side: int, *, arrow: bool = False) -> tuple[int, int, int]:
    """The colour of one side of a piece, by the number of the piece (up to 3,968)."""
    high, low = divmod(number, _BASE)
    blue = (_ARROW_BLUE if arrow else _TRIM_BLUE)[side]
    return _LEAST + _STEP * low, _LEAST + _STEP * high, blue


def _read_colour(colour: str) -> tuple[int, int, bool] | None:
    """The piece's number and the side that a colour stands for, and whether it is an arrow's."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    low, high = round((red - _LEAST) / _STEP), round((green - _LEAST) / _STEP)
    number = high * _BASE + low
    for side in (FRONT, BACK):
        for arrow in (False, True):
            wanted = colour_of(number, side, arrow=arrow) if low >= 0 and high >= 0 else (-9,) * 3
            if all(abs(a - b) <= 1 for a, b in zip(wanted, (red, green, blue), strict=True)):
                return number, side, arrow
    return None


@dataclass(frozen=True)
class Shape:
    """The expected shape of a piece's face."""

    width_mm: float
    height_mm: float
    arrow_mm: float
    inside: Callable[[numpy.ndarray, numpy.ndarray, float], numpy.ndarray]
    """A function that tells which points, in mm from the top-left corner, lie inside the trim.

    Its last argument is their least distance from the trim.
    """
    parted: bool = False
    """Whether the piece may be printed in parts."""


@dataclass(frozen=True)
class Frame:
    """The position of a face: its top-left corner, and the directions of its axes."""

    x: float
    y: float
    right: tuple[float, float]
    down: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.x + x * self.right[0] + y * self.down[0],
            self.y + x * self.right[1] + y * self.down[1],
        )

    def turned_over(self, width_mm: float, paper: tuple[float, float], *, level: bool) -> "Frame":
        """The frame that the back of a piece must have after the paper was turned over.

        The paper is turned about its upright middle line, or about its level one; the piece about
        its own vertical axis.
        """

        def over(at: tuple[float, float], size: tuple[float, float]) -> tuple[float, float]:
            return (at[0], size[1] - at[1]) if level else (size[0] - at[0], at[1])

        x, y = over(self.at(width_mm, 0), paper)
        right = over((-self.right[0], -self.right[1]), (0, 0))
        return Frame(x, y, right, over(self.down, (0, 0)))

    def moved(self, dx_mm: float, dy_mm: float) -> "Frame":
        return Frame(self.x + dx_mm, self.y + dy_mm, self.right, self.down)

    def near(self, other: "Frame", tolerance_mm: float = NEAR_MM) -> bool:
        pairs = zip(
            (self.x, self.y, *self.right, *self.down),
            (other.x, other.y, *other.right, *other.down),
            strict=True,
        )
        return all(abs(a - b) < tolerance_mm for a, b in pairs)


@dataclass(frozen=True)
class Found:
    """A face on a page; `seen` and `hidden` count pixels of the painted page inside its trim."""

    number: int
    side: int
    frame: Frame
    seen: int
    hidden: int


@dataclass(frozen=True)
class ReadPage:
    """A page, with its faces; `faults` are the faults of the page by itself."""

    size: tuple[float, float]
    faces: tuple[Found, ...]
    faults: tuple[str, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    ink: numpy.ndarray
    """The mask of the pixels of the painted page that are not white."""
    seen_points: Mapping[tuple[int, int], numpy.ndarray]
    """The number of times that each point of a grid of 1 mm is seen, for faces in parts."""


def read_sheets(path: Path, shapes: Mapping[int, Shape]) -> list[ReadPage]:
    """The pages of a PDF."""
    content = path.read_bytes()
    document = pypdfium2.PdfDocument(content)
    try:
        found = []
        for number, page in enumerate(painted(content)):
            shown = document[number]
            size = shown.get_width() * 25.4 / 72, shown.get_height() * 25.4 / 72
            scale = PIXELS_PER_MM * 25.4 / 72
            rgb = shown.render(scale=scale).to_numpy()[:, :, :3][:, :, ::-1].astype(numpy.int32)
            packed = rgb[:, :, 0] << 16 | rgb[:, :, 1] << 8 | rgb[:, :, 2]
            found.append(_read(page, size, packed, shapes))
        return found
    finally:
        document.close()


def _read(page, size, picture, shapes) -> ReadPage:
    faults: list[str] = []
    faces, points, lines = [], {}, []
    trim = None
    for part in page.parts:
        if part.stroked:
            lines.append((part.left, part.top, part.right, part.bottom))
        read = _read_colour(part.colour) if part.colour else None
        if read is None:
            continue
        number, side, arrow = read
        if number not in shapes:
            continue
        shape = shapes[number]
        if not arrow:
            trim = (number, side, part)
            continue
        if trim is None or trim[:2] != (number, side):
            faults.append(f"arrow of {number} side {side} without its trim")
            continue
        frame = _frame_of(trim[2], part, shape)
        if isinstance(frame, str):
            faults.append(f"{number} side {side}: {frame}")
            continue
        seen, hidden = _seen_points(picture, frame, shape, number, side, points)
        faces.append(Found(number, side, frame, seen, hidden))
        trim = None
    ink = picture != 0xFFFFFF
    return ReadPage(size, tuple(faces), tuple(faults), tuple(lines), ink, points)


def _frame_of(trim, arrow, shape: Shape) -> Frame | str:
    """The frame of a face, from the boxes of its trim and of its arrow; or a fault in words.

    The boxes are enough, because frames are turned by quarters, and the arrow's right angle is in
    the middle.
    """
    wide, high = trim.right - trim.left, trim.bottom - trim.top
    middle_x, middle_y = (trim.left + trim.right) / 2, (trim.top + trim.bottom) / 2
    arrow_wide, arrow_high = arrow.right - arrow.left, arrow.bottom - arrow.top
    long, short = shape.arrow_mm, shape.arrow_mm / 2
    lies = abs(arrow_wide - long) < NEAR_MM and abs(arrow_high - short) < NEAR_MM
    stands = abs(arrow_wide - short) < NEAR_MM and abs(arrow_high - long) < NEAR_MM
    if not lies and not stands:
        return f"arrow of {arrow_wide:.2f} x {arrow_high:.2f} mm instead of {long} x {short}"
    wanted = (shape.width_mm, shape.height_mm) if lies else (shape.height_mm, shape.width_mm)
    if abs(wide - wanted[0]) > NEAR_MM or abs(high - wanted[1]) > NEAR_MM:
        return f"trim of {wide:.2f} x {high:.2f} mm instead of {wanted[0]:.2f} x {wanted[1]:.2f}"
    across = 1 if (arrow.left + arrow.right) / 2 > middle_x else -1
    along = 1 if (arrow.top + arrow.bottom) / 2 > middle_y else -1
    right, down = ((across, 0), (0, along)) if lies else ((0, along), (across, 0))
    corner_x = middle_x - right[0] * shape.width_mm / 2 - down[0] * shape.height_mm / 2
    corner_y = middle_y - right[1] * shape.width_mm / 2 - down[1] * shape.height_mm / 2
    if right[0] * down[1] - right[1] * down[0] < 0:
        return "mirrored"
    return Frame(corner_x, corner_y, right, down)


def _seen_points(
    picture, frame: Frame, shape: Shape, number: int, side: int, points
) -> tuple[int, int]:
    """The numbers of points of a face that are seen in its own colours, and that are not."""
    step = 1.0 if shape.parted else 1 / PIXELS_PER_MM
    xs = numpy.arange(step / 2, shape.width_mm, step)
    ys = numpy.arange(step / 2, shape.height_mm, step)
    x, y = numpy.meshgrid(xs, ys)
    # A back is seen from behind: its outline is the mirror image of that of its front.
    inside = shape.inside(shape.width_mm - x if side == BACK else x, y, EDGE_MM)
    page_x, page_y = frame.at(x, y)
    column = numpy.floor(page_x * PIXELS_PER_MM).astype(int)
    row = numpy.floor(page_y * PIXELS_PER_MM).astype(int)
    high, wide = picture.shape[:2]
    on_page = (column >= 0) & (column < wide) & (row >= 0) & (row < high)
    colours = picture[numpy.clip(row, 0, high - 1), numpy.clip(column, 0, wide - 1)]
    own = _have_colour(colours, colour_of(number, side))
    own |= _have_colour(colours, colour_of(number, side, arrow=True))
    # Along the arrow its edges are mixed of two colours, which is not looked at.
    ax, ay = x - shape.width_mm / 2, y - shape.height_mm / 2
    by_arrow = (ax > -1) & (ay > -1) & (ax < shape.arrow_mm + 1) & (ay < shape.arrow_mm / 2 + 1)
    own |= by_arrow & on_page & (not shape.parted)
    seen = inside & own & on_page
    if shape.parted:
        before = points.get((number, side))
        points[number, side] = seen.astype(int) if before is None else before + seen
    return int(seen.sum()), int((inside & ~seen).sum())


def _have_colour(packed: numpy.ndarray, colour: tuple[int, int, int]) -> numpy.ndarray:
    """The mask of pixels with a colour, which the line of a near cut may change a little."""
    channels = (packed >> 16, packed >> 8 & 255, packed & 255)
    near = [abs(own - wanted) <= TINGE for own, wanted in zip(channels, colour, strict=True)]
    return near[0] & near[1] & near[2]


def beyond_margins(page: ReadPage, margins: tuple[float, float, float, float]) -> int:
    """The number of pixels in the margins (top, right, bottom, left) of a page that are not white.

    A fold is drawn from edge to edge, and does not count.
    """
    ink = page.ink.copy()
    high, wide = ink.shape
    for level, middle in ((True, high / 2), (False, wide / 2)):
        if has_line(page, level=level):
            low, end = int(middle) - 2, int(middle) + 3
            if level:
                ink[low:end, :] = False
            else:
                ink[:, low:end] = False
    top, right, bottom, left = (int(mm * PIXELS_PER_MM) - 1 for mm in margins)
    ink[max(top, 0) : high - max(bottom, 0), max(left, 0) : wide - max(right, 0)] = False
    return int(ink.sum())


def has_line(page: ReadPage, *, level: bool) -> bool:
    """Whether a line runs along the middle of the page, from edge to edge."""
    wide, high = page.size
    for left, top, right, bottom in page.lines:
        if level and right - left > wide - 1 and abs(top - high / 2) + abs(bottom - top) < 0.2:
            return True
        if not level and bottom - top > high - 1 and abs(left - wide / 2) + abs(right - left) < 0.2:
            return True
    return False


def backs_missing(
    fronts: ReadPage,
    backs: ReadPage,
    shapes: Mapping[int, Shape],
    backed: set[int],
    over: Callable[[Frame, Shape], Frame],
) -> Iterator[str]:
    """Yields faults of backs that do not lie behind their fronts, as `over` computes it."""
    free = [face for face in backs.faces if face.side == BACK]
    for front in fronts.faces:
        if front.side != FRONT or front.number not in backed:
            continue
        wanted = over(front.frame, shapes[front.number])
        behind = [one for one in free if one.number == front.number and one.frame.near(wanted)]
        if behind:
            free.remove(behind[0])
        else:
            yield f"no back behind {front.number} at {front.frame.x:.2f}, {front.frame.y:.2f}"
    for one in free:
        yield f"back of {one.number} behind nothing at {one.frame.x:.2f}, {one.frame.y:.2f}"
