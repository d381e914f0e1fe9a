"""Draws what hangs over the room of a text that does not fit, in drafts.

What hangs over is red: letters as paths above the text, so that a search in the PDF finds the text
once. The frame of the text is outlined, and notes say by how much it is too small.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from fustella.core.geometry.paths import XY
from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect
from fustella.core.geometry.units import rounded_up
from fustella.draw.svg.tree import parse_transform
from fustella.draw.svg.write import number, rotation
from fustella.draw.text.fit import Fitted, Shortage
from fustella.draw.text.typeset import (
    DrawSign,
    PlacedRow,
    TextSetting,
    placed_rows,
    share_left,
    turned,
)

RED, WHITE = "#d6001c", "#ffffff"
LINE_MM = 0.15
"""The width of the line around a frame, and along a path."""

_HALO_MM = 0.45
"""The width of the white line around red letters, which are thus seen on any ground."""

_MOST_LETTERS = 5000
"""The most letters that are drawn in red: those after them lie beyond any piece."""

_NOTE_IN_MM, _NOTE_OUT_MM = 5.0, 1.5
"""The distance of a note's middle from the corner of a frame, along its edge and outwards."""


class OverhangNote(Struct, frozen=True):
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
    notes: tuple[OverhangNote, ...]


def overhang_of_text(
    fitted: Fitted, shortage: Shortage, setting: TextSetting, draw_sign: DrawSign, unique: str
) -> Overhang:
    """What hangs over the box of a text; the ids in its SVG begin with `unique`.

    Lines that are too many are red as a whole, wider ones beyond the sides of the box.
    """
    frame, size_mm = setting.frame, fitted.size_mm
    rows = [*_some(placed_rows(fitted, setting))]
    whole, parts = RedLetters(), RedLetters()
    at_top = setting.valign == "bottom"
    kept = len(fitted.rows) - shortage.lines_too_many
    first, end = (shortage.lines_too_many, len(fitted.rows)) if at_top else (0, kept)
    for number_, row in enumerate(rows):
        signs = row.drawn_signs(setting, size_mm, draw_sign)
        if not first <= number_ < end:
            whole.add(row.paths(size_mm), signs)
        elif row.left_mm < frame.x_mm or row.left_mm + row.width_mm > frame.right_mm:
            parts.add(row.paths(size_mm), signs)
    reach_mm = shortage.too_wide_mm + frame.width_mm
    svg = beside(parts.drawn(), frame, reach_mm, unique) + whole.drawn() + framed(frame)
    ends_left = share_left(setting.align, fitted.rows[0].right_to_left) > 0.5
    notes = notes_at(
        *(frame, shortage.too_wide_mm, shortage.too_tall_mm, setting.turn_deg),
        at_top=at_top,
        at_left=ends_left,
    )
    return Overhang(turned(svg, setting), notes)


class RedLetters:
    """Letters and icons to be drawn in red: path data, and SVG that is red itself."""

    def __init__(self) -> None:
        self._paths, self._more = list[str](), list[str]()

    def add(self, paths: Iterable[str], more: Iterable[str] = ()) -> None:
        self._paths += paths
        self._more += more

    def drawn(self) -> str:
        """The letters as SVG, with a white edge that sets them off from any ground."""
        path, more = "".join(self._paths), "".join(self._more)
        edge = f'stroke="{WHITE}" stroke-width="{_HALO_MM}" stroke-linejoin="round"'
        letters = f'<path d="{path}" fill="{RED}" {edge} paint-order="stroke"/>' if path else ""
        return letters + more


def beside(svg: str, frame: Rect, reach_mm: float, unique: str) -> str:
    """An SVG of which only what lies to the left and right of a frame shows."""
    if not svg:
        return ""
    top_mm, high_mm = frame.y_mm - reach_mm, frame.height_mm + 2 * reach_mm
    path = "".join(
        f"M{number(x_mm)} {number(top_mm)}h{number(reach_mm)}v{number(high_mm)}"
        f"h{number(-reach_mm)}Z"
        for x_mm in (frame.x_mm - reach_mm, frame.right_mm)
    )
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


def framed(frame: Rect) -> str:
    """The thin red outline of a frame."""
    return (
        f'<rect x="{number(frame.x_mm)}" y="{number(frame.y_mm)}"'
        f' width="{number(frame.width_mm)}" height="{number(frame.height_mm)}"'
        f' fill="none" stroke="{RED}" stroke-width="{LINE_MM}"/>'
    )


def notes_at(
    frame: Rect,
    too_wide_mm: float,
    too_tall_mm: float,
    turn_deg: float,
    *,
    at_top: bool = False,
    at_left: bool = False,
) -> tuple[OverhangNote, ...]:
    """The notes at the edges of a frame that is turned about its middle.

    The note of a text that is too tall lies at the end of the edge over which it hangs: `at_top`
    or at the bottom, `at_left` or at the right. That of a text that is too wide lies beside the
    frame, away from the other one.
    """
    inwards = 1 if at_left else -1
    end_mm = frame.x_mm if at_left else frame.right_mm
    found = []
    if too_tall_mm > EPSILON_MM:
        found.append(((end_mm, frame.y_mm if at_top else frame.bottom_mm), too_tall_mm, "y"))
    if too_wide_mm > EPSILON_MM:
        below = at_top or not found
        y_mm = frame.bottom_mm + _NOTE_OUT_MM if below else frame.y_mm - _NOTE_OUT_MM
        x_mm = end_mm + inwards * min(_NOTE_IN_MM, frame.width_mm / 2)
        found.append(((x_mm, y_mm), too_wide_mm, "x"))
    middle = frame.x_mm + frame.width_mm / 2, frame.y_mm + frame.height_mm / 2
    turn = parse_transform(rotation(turn_deg, *middle))
    upright = abs(turn_deg % 180 - 90) >= 45
    return tuple(
        OverhangNote(by_mm(over_mm), turn.at(*at), along if upright else "xy".replace(along, ""))
        for at, over_mm, along in found
    )


def by_mm(over_mm: float) -> str:
    """The words of a note: `+3.2 mm`."""
    return f"+{rounded_up(over_mm, 1)} mm"


def outlined(corners: Iterable[Point]) -> str:
    """The thin red outline of a box with these corners."""
    line = "L".join(f"{number(at.x_mm)} {number(at.y_mm)}" for at in corners)
    return f'<path d="M{line}Z" fill="none" stroke="{RED}" stroke-width="{LINE_MM}"/>'
