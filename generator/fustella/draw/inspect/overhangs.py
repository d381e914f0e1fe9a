"""Draws over a face of a draft what hangs over the room of its texts, and the notes about it.

The overhangs lie above all else, so that no zone hides them. Notes are upright and as large as they
are printed, however the text itself is turned and scaled, and lie on the piece.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from fustella.core.geometry.polygons import rect_inside
from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.draw.inspect.texts import DrawnRun
from fustella.draw.scene.marks import OVERHANG
from fustella.draw.scene.model import Scene
from fustella.draw.svg.attributes import STEER
from fustella.draw.svg.write import number
from fustella.draw.text.contours import letters_path
from fustella.draw.text.fit import size_in_mm
from fustella.draw.text.fonts import BOLD, FAMILIES, FontStyle
from fustella.draw.text.overhang import LINE_MM, RED, WHITE, Overhang, OverhangNote, by_mm, outlined
from fustella.draw.text.shaping import text_measurer
from fustella.draw.themes.scene import matrix_text

_FONT, _SIZE_MM = FontStyle(FAMILIES["sans"], BOLD), size_in_mm(6.0)
_HIGH_MM, _SIDE_MM, _ARROW_MM, _HEAD_MM = 2.6, 0.6, 1.7, 0.45
"""The height of a note, the room at its ends, the length of its arrow and of the arrow's heads."""

_MOST_DRAWN = 500
"""The most overhangs that are drawn on one face: a template may repeat a text without end."""

_INSIDE_MM = 0.5
"""The distance that notes keep from the trim."""


def drawn_overhangs(scene: Scene, overhangs: Mapping[str, Overhang], outline: Outline) -> str:
    """The overhangs of the texts of a face, as SVG in mm from the corner of the trim."""
    parts, notes = list[str](), list[str]()
    room = _room(outline)
    for name, matrix in islice(scene.marked_groups(OVERHANG), _MOST_DRAWN):
        overhang = overhangs.get(name)
        if overhang is not None:
            parts.append(f'<g transform="{matrix_text(matrix)}">{overhang.svg}</g>')
            notes += (_drawn(note, matrix.at(*note.at), room) for note in overhang.notes)
    return _kept("".join((*parts, *notes)))


def drawn_misplaced(runs: Iterable[tuple[DrawnRun, float]], outline: Outline) -> str:
    """Texts that lie where none may be, outlined, each with how far it has to move in mm."""
    return _kept("".join(_misplaced(runs, _room(outline))))


def _misplaced(runs: Iterable[tuple[DrawnRun, float]], room: Rect) -> Iterator[str]:
    for run, out_mm in islice(runs, _MOST_DRAWN):
        corners = run.ink_corners()
        left_mm = min(corner.x_mm for corner in corners)
        right_mm = max(corner.x_mm for corner in corners)
        below = (left_mm + right_mm) / 2, max(at.y_mm for at in corners) + _HIGH_MM / 2
        yield outlined(corners) + _drawn(OverhangNote(by_mm(out_mm), below), below, room)


def with_overhangs(svg: str, overhangs: str) -> str:
    """The SVG of a face with its overhangs above all else."""
    before, end, after = svg.rpartition("</svg>")
    return f"{before}{overhangs}{end}{after}" if overhangs else svg


def _kept(svg: str) -> str:
    """The SVG in a group that themes leave as it is."""
    return f'<g {STEER}="keep">{svg}</g>' if svg else ""


def _room(outline: Outline) -> Rect:
    """The rectangle for notes: on the piece, as far as that is simple to find."""
    size = outline.size
    return rect_inside(outline) or Rect(0, 0, size.width_mm, size.height_mm)


def _drawn(note: OverhangNote, at: tuple[float, float], room: Rect) -> str:
    """A note as white letters on red, as near to a point as the room allows."""
    text_mm = text_measurer(_FONT).width_em(note.words) * _SIZE_MM
    arrow_mm = _ARROW_MM + _SIDE_MM if note.along else 0.0
    width_mm = text_mm + arrow_mm + 2 * _SIDE_MM
    middle = Point(
        _within(at[0], room.x_mm, room.right_mm, width_mm),
        _within(at[1], room.y_mm, room.bottom_mm, _HIGH_MM),
    )
    left_mm, top_mm = middle.x_mm - width_mm / 2, middle.y_mm - _HIGH_MM / 2
    plate = (
        f'<rect x="{number(left_mm)}" y="{number(top_mm)}" width="{number(width_mm)}"'
        f' height="{_HIGH_MM}" rx="0.5" fill="{RED}" stroke="{WHITE}" stroke-width="{LINE_MM}"/>'
    )
    baseline_mm = middle.y_mm + text_measurer(_FONT).cap_em * _SIZE_MM / 2
    begin_mm = left_mm + _SIDE_MM + arrow_mm
    letters = letters_path(note.words, _FONT, begin_mm, baseline_mm, _SIZE_MM)
    arrow = _arrow(note.along, left_mm + _SIDE_MM + _ARROW_MM / 2, middle.y_mm)
    return f'{plate}<path d="{letters}" fill="{WHITE}"/>{arrow}'


def _within(at_mm: float, first_mm: float, last_mm: float, size_mm: float) -> float:
    """The middle of something of a size, as near to `at_mm` as a room allows."""
    least_mm, most_mm = first_mm + size_mm / 2 + _INSIDE_MM, last_mm - size_mm / 2 - _INSIDE_MM
    return (first_mm + last_mm) / 2 if least_mm > most_mm else min(max(at_mm, least_mm), most_mm)


def _arrow(along: str, x_mm: float, y_mm: float) -> str:
    """An arrow with two heads about a point, across or down; "" for no direction."""
    if not along:
        return ""
    half, head = _ARROW_MM / 2, _HEAD_MM
    dots = (
        ((-half + head, -head), (-half, 0), (-half + head, head)),
        (
            (half - head, -head),
            (half, 0),
            (half - head, head),
        ),
    )
    lines = (((-half, 0), (half, 0)), *dots)
    path = "".join("M" + "L".join(_dot(x, y, along, x_mm, y_mm) for x, y in line) for line in lines)
    return (
        f'<path d="{path}" fill="none" stroke="{WHITE}" stroke-width="0.25"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _dot(x: float, y: float, along: str, x_mm: float, y_mm: float) -> str:
    across, down = (x, y) if along == "x" else (y, x)
    return f"{number(x_mm + across)} {number(y_mm + down)}"
