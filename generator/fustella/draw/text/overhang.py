"""Draws what hangs over the room of a text that does not fit, in drafts.

What hangs over is red: letters as paths above the text, so that a search in the PDF finds the text
once. The frame of the text is outlined, and notes say by how much it is too small.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from fustella.core.geometry.paths import XY
from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect
from fustella.core.geometry.units import rounded_up
from fustella.draw.svg.tree import parse_transform
from fustella.draw.svg.write import number, rotation
from fustella.draw.text.fit import Fitted, Shortage
from fustella.draw.text.shaping import text_measurer
from fustella.draw.text.typeset import DrawSign, PlacedRow, Setting, placed_rows, turned

RED, WHITE = "#d6001c", "#ffffff"
LINE_MM = 0.15
"""The width of the line around a frame, and along a path."""

_HALO_MM = 0.45
"""The width of the white line around red letters, which are thus seen on any ground."""

_MOST_LETTERS = 5000
"""The most letters that are drawn in red: those after them lie beyond any piece."""

_NOTE_IN_MM, _NOTE_OUT_MM = 5.0, 1.5
"""The distance of a note's middle from the corner of a frame, along its edge and outwards."""


class Note(Struct, frozen=True):
    """A note by how much a text does not fit, and the point for its middle.

    `along` is the direction in which the text is too long: "x", "y", or "" for none of the two.
    """

    words: str
    at: XY
    along: str = ""


class Overhang(Struct, frozen=True):
    """What hangs over the room of a text, as SVG, with notes by how much.

    Its units are those of the template's call that draws the text.
    """

    svg: str
    notes: tuple[Note, ...]


def overhang_of_text(
    fitted: Fitted, shortage: Shortage, setting: Setting, draw_sign: DrawSign, unique: str
) -> Overhang:
    """What hangs over the box of a text; the ids in its SVG begin with `unique`."""
    frame, size_mm = setting.frame, fitted.size_mm
    rows = [*placed_rows(fitted, setting)]
    at_top = setting.valign == "bottom"
    over = Over.of_rows(rows, frame, shortage.too_tall_mm, at_top=at_top)
    measure = text_measurer(setting.base)
    letters, signs = list[str](), list[str]()
    for row in _some(rows):
        top_mm = row.baseline_mm - measure.ascent_em * size_mm
        bottom_mm = row.baseline_mm + measure.descent_em * size_mm
        if over.touches(frame, row.left_mm, top_mm, row.left_mm + row.width_mm, bottom_mm):
            letters += row.paths(size_mm)
            signs += row.drawn_signs(setting, size_mm, draw_sign)
    red = in_red("".join(letters), "".join(signs))
    svg = over.clipped(red, frame, unique) + framed(frame)
    notes = notes_at(frame, shortage.too_wide_mm, shortage.too_tall_mm, setting.turn_deg, at_top)
    return Overhang(turned(svg, setting), notes)


class Over(Struct, frozen=True):
    """The sides of a frame at which something hangs over, and how far at most."""

    left: bool
    right: bool
    top: bool
    bottom: bool
    reach_mm: float

    @classmethod
    def of_rows(
        cls, rows: Sequence[PlacedRow], frame: Rect, too_tall_mm: float, *, at_top: bool
    ) -> "Over":
        left_mm = min(row.left_mm for row in rows)
        right_mm = max(row.left_mm + row.width_mm for row in rows)
        return cls(
            left_mm < frame.x_mm - EPSILON_MM,
            right_mm > frame.right_mm + EPSILON_MM,
            too_tall_mm > 0 and at_top,
            too_tall_mm > 0 and not at_top,
            right_mm - left_mm + frame.width_mm + frame.height_mm + too_tall_mm,
        )

    def touches(
        self, frame: Rect, left_mm: float, top_mm: float, right_mm: float, bottom_mm: float
    ) -> bool:
        """Whether a box hangs over at one of the sides."""
        return (
            (self.left and left_mm < frame.x_mm)
            or (self.right and right_mm > frame.right_mm)
            or (self.top and top_mm < frame.y_mm)
            or (self.bottom and bottom_mm > frame.bottom_mm)
        )

    def clipped(self, svg: str, frame: Rect, unique: str) -> str:
        """An SVG of which only what hangs over shows."""
        far = self.reach_mm
        wide, high = frame.width_mm + 2 * far, frame.height_mm + 2 * far
        left, top = frame.x_mm - far, frame.y_mm - far
        strips = (
            (self.left, Rect(left, top, far, high)),
            (self.right, Rect(frame.right_mm, top, far, high)),
            (self.top, Rect(left, top, wide, far)),
            (self.bottom, Rect(left, frame.bottom_mm, wide, far)),
        )
        path = "".join(
            f"M{number(strip.x_mm)} {number(strip.y_mm)}h{number(strip.width_mm)}"
            f"v{number(strip.height_mm)}h{number(-strip.width_mm)}Z"
            for hangs_over, strip in strips
            if hangs_over
        )
        if not (path and svg):
            return ""
        clip = f'<clipPath id="{unique}o"><path d="{path}"/></clipPath>'
        return f'{clip}<g clip-path="url(#{unique}o)">{svg}</g>'


def _some(rows: Iterable[PlacedRow]) -> Iterator[PlacedRow]:
    """Yields lines as long as they have no more than `_MOST_LETTERS` letters."""
    left = _MOST_LETTERS
    for row in rows:
        left -= sum(len(chunk.text) for chunk in row.chunks) + len(row.signs)
        if left < 0:
            return
        yield row


def in_red(path: str, more: str = "") -> str:
    """Letters with this path data, in red on a white edge, and `more` SVG, which is red itself."""
    if not path:
        return more
    edge = f'stroke="{WHITE}" stroke-width="{_HALO_MM}" stroke-linejoin="round"'
    return f'<path d="{path}" fill="{WHITE}" {edge}/>{more}<path d="{path}" fill="{RED}"/>'


def framed(frame: Rect) -> str:
    """The thin red outline of a frame."""
    return (
        f'<rect x="{number(frame.x_mm)}" y="{number(frame.y_mm)}"'
        f' width="{number(frame.width_mm)}" height="{number(frame.height_mm)}"'
        f' fill="none" stroke="{RED}" stroke-width="{LINE_MM}"/>'
    )


def notes_at(
    frame: Rect, too_wide_mm: float, too_tall_mm: float, turn_deg: float, at_top: bool = False
) -> tuple[Note, ...]:
    """The notes at the edges of a frame that is turned about its middle.

    The note of a text that is too tall lies on the edge over which it hangs. That of a text that is
    too wide lies beside the frame, away from the other one.
    """
    x_mm = max(frame.x_mm + frame.width_mm / 2, frame.right_mm - _NOTE_IN_MM)
    found = []
    if too_tall_mm > EPSILON_MM:
        found.append(((x_mm, frame.y_mm if at_top else frame.bottom_mm), too_tall_mm, "y"))
    if too_wide_mm > EPSILON_MM:
        below = at_top or not found
        y_mm = frame.bottom_mm + _NOTE_OUT_MM if below else frame.y_mm - _NOTE_OUT_MM
        found.append(((x_mm, y_mm), too_wide_mm, "x"))
    middle = frame.x_mm + frame.width_mm / 2, frame.y_mm + frame.height_mm / 2
    turn = parse_transform(rotation(turn_deg, *middle))
    upright = abs(turn_deg % 180 - 90) >= 45
    return tuple(
        Note(by_mm(over_mm), turn.at(*at), along if upright else "xy".replace(along, ""))
        for at, over_mm, along in found
    )


def by_mm(over_mm: float) -> str:
    """The words of a note: `+3.2 mm`."""
    return f"+{rounded_up(over_mm, 1)} mm"


def outlined(corners: Iterable[Point]) -> str:
    """The thin red outline of a box with these corners."""
    line = "L".join(f"{number(at.x_mm)} {number(at.y_mm)}" for at in corners)
    return f'<path d="M{line}Z" fill="none" stroke="{RED}" stroke-width="{LINE_MM}"/>'
