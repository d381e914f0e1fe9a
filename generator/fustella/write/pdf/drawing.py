"""Collects operators that draw on a page or in a form, in millimetres from the top left.

PDF counts in points from the bottom left, y up (ISO 32000-1, 8.3.2.3); its operators are written
here, one a line. Colours, widths and dashes hold until they are set anew, or until the block of
`saved` ends in which they were set.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.geometry.units import PT_PER_MM
from fustella.write.pdf.font import PdfLetters, text_width_mm

KAPPA = 4 / 3 * (2**0.5 - 1)
"""The distance of a quarter circle's control points from its ends, in radii: at most 0.03 % off."""


class PdfDrawing:
    """The operators that draw on an area of `size`, and the objects that they name."""

    def __init__(self, size: Size, letters: PdfLetters) -> None:
        self.size = size
        self.letters = letters
        self.forms: dict[str, int] = {}
        self.layers: dict[str, int] = {}
        self.spaces: dict[str, int] = {}
        self.states: dict[str, int] = {}
        self.has_text = False
        self._height_pt = size.height_mm * PT_PER_MM
        self._operators: list[str] = []
        self._in_path = False

    @property
    def content(self) -> bytes:
        return "\n".join(self._operators).encode()

    @contextmanager
    def saved(self) -> Iterator[None]:
        self._operators.append("q")
        yield
        self._operators.append("Q")

    @contextmanager
    def layer(self, name: str, group: int) -> Iterator[None]:
        """Puts all drawing of the `with` block into a layer, the object `group`."""
        self.layers[name] = group
        self._operators.append(f"/OC /{name} BDC")
        yield
        self._operators.append("EMC")

    def form(self, name: str, form: int, matrix: Sequence[float] = ()) -> None:
        """Draws a form, the object `form`; `matrix` maps the form's points to this area's."""
        self.forms[name] = form
        if not matrix:
            self._operators.append(f"/{name} Do")
            return
        a, b, c, d, e, f = matrix
        numbers = f"{a:.7g} {b:.7g} {c:.7g} {d:.7g} {e:.7g} {f:.7g}"  # as `number`, in one step
        if "e" in numbers:
            numbers = " ".join(map(number, matrix))
        self._operators.append(f"q {numbers} cm /{name} Do Q")

    def form_at(self, name: str, form: int, corner: Point, turn_deg: int) -> None:
        """Draws a form with its lower left corner at a point, turned clockwise by right angles."""
        along_x, along_y = _ALONG[turn_deg % 360]
        self.form(name, form, (along_x, -along_y, along_y, along_x, *self._in_points(corner)))

    def stroke_grey(self, level: float) -> None:
        """Sets the grey of strokes: 0 is black, 1 is white."""
        self._operators.append(f"{level:g} G")

    def fill_grey(self, level: float) -> None:
        self._operators.append(f"{level:g} g")

    def fill_rgb(self, red: float, green: float, blue: float) -> None:
        self._operators.append(f"{red:g} {green:g} {blue:g} rg")

    def stroke_rgb(self, red: float, green: float, blue: float) -> None:
        self._operators.append(f"{red:g} {green:g} {blue:g} RG")

    def colour_of_space(self, name: str, space: int) -> None:
        """Sets the colour of strokes and fills to the whole of a colour space of one ink."""
        self.spaces[name] = space
        self._operators.append(f"/{name} CS 1 SCN /{name} cs 1 scn")

    def state(self, name: str, state: int) -> None:
        """Sets a graphics state, the object `state`."""
        self.states[name] = state
        self._operators.append(f"/{name} gs")

    def line_width(self, width_mm: float) -> None:
        self._operators.append(f"{number(width_mm * PT_PER_MM)} w")

    def dashes(self, dash_mm: float, gap_mm: float) -> None:
        self._operators.append(f"[{number(dash_mm * PT_PER_MM)} {number(gap_mm * PT_PER_MM)}] 0 d")

    # Paths: of lines, curves and whole forms, then stroked, filled or clipped to; empty ones vanish

    def move_to(self, at: Point) -> None:
        self._add_point(at, "m")

    def line_to(self, at: Point) -> None:
        self._add_point(at, "l")

    def line(self, start: Point, end: Point) -> None:
        self._add_point(start, "m")
        self._add_point(end, "l")

    def curve_to(self, first: Point, second: Point, end: Point) -> None:
        """Adds a cubic Bézier curve with its two control points to the path."""
        (x1, y1), (x2, y2), (x3, y3) = map(self._in_points, (first, second, end))
        self._operators.append(
            f"{number(x1)} {number(y1)} {number(x2)} {number(y2)} {number(x3)} {number(y3)} c"
        )

    def close(self) -> None:
        self._operators.append("h")

    def polygon(self, corners: Sequence[Point]) -> None:
        self.move_to(corners[0])
        for corner in corners[1:]:
            self.line_to(corner)
        self.close()

    def rect(self, box: Rect) -> None:
        x_pt, y_pt = self._in_points(Point(box.x_mm, box.bottom_mm))
        width_pt, height_pt = box.width_mm * PT_PER_MM, box.height_mm * PT_PER_MM
        self._operators.append(
            f"{number(x_pt)} {number(y_pt)} {number(width_pt)} {number(height_pt)} re"
        )
        self._in_path = True

    def circle(self, middle: Point, radius_mm: float) -> None:
        r, k = radius_mm, radius_mm * KAPPA
        at = middle.moved
        self.move_to(at(r, 0))
        self.curve_to(at(r, -k), at(k, -r), at(0, -r))
        self.curve_to(at(-k, -r), at(-r, -k), at(-r, 0))
        self.curve_to(at(-r, k), at(-k, r), at(0, r))
        self.curve_to(at(k, r), at(r, k), at(r, 0))

    def stroke(self) -> None:
        self._end_path("S")

    def fill(self) -> None:
        self._end_path("f")

    def clip(self) -> None:
        """Hides later drawing outside of the path."""
        self._end_path("W n")

    # Text, in the current colour to fill with

    def text(self, start: Point, text: str, size_pt: float, turn_deg: int = 0) -> None:
        """Writes a line whose baseline begins at `start`, turned clockwise by right angles."""
        x_pt, y_pt = self._in_points(start)
        along_x, along_y = _ALONG[turn_deg % 360]
        coded = self.letters.coded(text)
        self.has_text = True
        self._operators.append(
            f"BT /F {number(size_pt)} Tf {along_x} {-along_y} {along_y} {along_x} "
            f"{number(x_pt)} {number(y_pt)} Tm {coded} Tj ET"
        )

    def centred_text(self, middle: Point, text: str, size_pt: float, turn_deg: int = 0) -> None:
        """Writes a line of text with the middle of its baseline at `middle`."""
        half_mm = text_width_mm(text, size_pt) / 2
        along_x, along_y = _ALONG[turn_deg % 360]
        self.text(middle.moved(-half_mm * along_x, -half_mm * along_y), text, size_pt, turn_deg)

    def _end_path(self, operator: str) -> None:
        if self._in_path:
            self._operators.append(operator)
            self._in_path = False

    def _add_point(self, at: Point, operator: str) -> None:
        x_pt, y_pt = at.x_mm * PT_PER_MM, self._height_pt - at.y_mm * PT_PER_MM
        place = f"{x_pt:.7g} {y_pt:.7g}"  # as `number`, in one step
        if "e" in place:
            place = f"{number(x_pt)} {number(y_pt)}"
        self._operators.append(f"{place} {operator}")
        self._in_path = True

    def _in_points(self, at: Point) -> tuple[float, float]:
        """A point of the area in PDF's own coordinates."""
        return at.x_mm * PT_PER_MM, self._height_pt - at.y_mm * PT_PER_MM


def number(value: float) -> str:
    """Writes a number for PDF: without exponent, with no more digits than a printer resolves."""
    text = f"{value:.7g}"
    return "0" if "e" in text else text


_ALONG = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
"""The direction of text by its turn, y down."""
