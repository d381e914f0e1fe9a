"""Draws the figures of a booklet as SVG, in the game's own drawing.

A figure is drawn as large as it is printed, so that its numbers, arrows and signs keep the size of
the booklet's text however small a board is shown. Its letters are outlines: it needs no fonts, and
who cannot see it is told its alternative text.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Point, Rect, Size, path_data
from fustella.core.values.model import Face, FaceId, Record, SideName
from fustella.core.values.rules import (
    Arrow,
    ArtPicture,
    Callout,
    Picture,
    PiecePicture,
    Situation,
)
from fustella.core.words.patterns import regex
from fustella.draw.icons import IconDrawing
from fustella.draw.icons.own import GRID
from fustella.draw.render.outlined import with_outlines
from fustella.draw.svg.write import number
from fustella.rules.look import BookletLook

USUAL_PIECE_MM = 46.0
"""The longest side of a piece in a figure for which nobody said a size, unless it is smaller."""

FAN_DEG, FAN_REACH = 7.0, 1.6
"""The turn between copies that lie fanned, and the distance to the hand over their height."""

MOST_FANNED = 7
"""The most copies that are drawn; a pile of more looks alike."""

DISC_MM, DISC_GAP_MM = 5.4, 1.0
"""The width of a disc with a number, and the gap between two discs."""

BESIDE_MM = 9.0
"""The room at a side of a piece for discs, with their leaders."""

CLEAR_MM = 1.2
"""The distance from a text to the point that a callout sets beside it."""

_TEXT_MM = 9 / 72 * 25.4
"""The size of letters in figures: 9 pt."""

_CAP = 0.66
"""The height of capitals and figures of a text over its size."""

_HAIR_MM = 0.15


class DrawnFigure(Struct, frozen=True):
    """A figure as it is printed: its SVG, and its size."""

    svg: str
    size: Size


class Art(Struct, frozen=True):
    """A picture of the game as an SVG that stands alone, and its size."""

    svg: str
    size: Size


class FigureArea(Struct, frozen=True):
    """The area of a zone or a field on a face, in mm from the corner of the trim.

    Callouts point at the edge of an area that `is_text`, so that they hide none of its letters.
    """

    box: Rect
    is_text: bool = False


class FigureSource(Struct, frozen=True):
    """What figures are drawn from.

    `standalone` makes a face an SVG with its pictures in it and its letters as outlines. `areas`
    are those of zones and fields on faces. `pictures` are those of the game, by name. Where figures
    share a page, `shared` gives the id under which that page has an SVG of a size, and all ids in a
    figure begin with its `prefix`.
    """

    faces: Mapping[FaceId, Face]
    standalone: Callable[[Face], str]
    look: BookletLook
    areas: Mapping[FaceId, Mapping[str, FigureArea]] = {}
    pictures: Mapping[str, Art] = {}
    shared: Callable[[str, Size], str] | None = None
    prefix: str = ""

    def face(self, piece: str, side: SideName) -> Face | None:
        """A side of a piece, or the front of a piece that has no such side."""
        fallback = self.faces.get(FaceId(piece, SideName.FRONT))
        return self.faces.get(FaceId(piece, side), fallback)


def drawn_figure(picture: Picture, source: FigureSource, room: Size) -> DrawnFigure | None:
    """Draws a picture of a booklet; it takes at most the `room`. None where there is nothing."""
    match picture:
        case PiecePicture():
            return _piece(picture, source, room)
        case Situation():
            return _situation(picture, source, room)
        case ArtPicture():
            return _art(picture, source, room)


def drawn_icon(icon: IconDrawing, colour: str) -> str:
    """An icon as an SVG of its own, as wide as its ink."""
    left = (GRID - icon.width) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(icon.width)}mm" '
        f'height="{GRID:g}mm" viewBox="{number(left)} 0 {number(icon.width)} {GRID:g}">'
        f"{icon.in_square(0, 0, GRID, colour, 0, 'i')}</svg>"
    )


def drawn_group(pieces: Sequence[str], source: FigureSource, room: Size) -> DrawnFigure | None:
    """Some pieces that overlap, for a first page: the middle one lies above the others."""
    faces = [face for piece in pieces if (face := source.face(piece, SideName.FRONT))]
    if not faces:
        return None
    wide_mm = min(room.width_mm / (1 + 0.62 * (len(faces) - 1)), room.width_mm * 0.6)
    canvas, middle = _Canvas(source), (len(faces) - 1) / 2
    for at in sorted(range(len(faces)), key=lambda each: -abs(each - middle)):
        trim, off = faces[at].outline.size, at - middle
        scale = min(wide_mm / trim.width_mm, room.height_mm * 0.9 / trim.height_mm)
        place = Point(off * wide_mm * 0.62, abs(off) * wide_mm * 0.1)
        canvas.piece(faces[at], place, off * 8.0, scale)
    return canvas.figure(canvas.reach)


# Pieces


def _piece(picture: PiecePicture, source: FigureSource, room: Size) -> DrawnFigure | None:
    face = source.face(picture.piece, picture.side)
    if face is None:
        return None
    trim = face.outline.size
    copies = max(1, min(picture.copies, MOST_FANNED))
    beside_mm = BESIDE_MM if picture.callouts else 0.0
    scale = _scale_of(picture, trim, Size(room.width_mm - 2 * beside_mm, room.height_mm))
    size = Size(trim.width_mm * scale, trim.height_mm * scale)
    canvas = _Canvas(source)
    if copies == 1:
        box = Rect(beside_mm, 0.0, size.width_mm, size.height_mm)
        canvas.piece(face, Point(beside_mm + size.width_mm / 2, size.height_mm / 2), 0.0, scale)
        areas = source.areas.get(FaceId(picture.piece, picture.side), {})
        canvas.callouts(picture.callouts, areas, box, scale)
        return canvas.figure(_with_discs(canvas.reach, box, beside_mm))
    spread_mm = _fan(canvas, face, copies, scale)
    if spread_mm > room.width_mm:
        canvas = _Canvas(source)
        _fan(canvas, face, copies, scale * room.width_mm / spread_mm)
    return canvas.figure(canvas.reach)


def _fan(canvas: "_Canvas", face: Face, copies: int, scale: float) -> float:
    """Draws copies as a hand holds them; returns their width."""
    held_mm = face.outline.size.height_mm * scale * FAN_REACH
    for at in range(copies):
        turn_deg = (at - (copies - 1) / 2) * FAN_DEG
        angle = math.radians(turn_deg)
        middle = Point(math.sin(angle) * held_mm, -math.cos(angle) * held_mm)
        canvas.piece(face, middle, turn_deg, scale)
    return canvas.reach.width_mm


def _scale_of(picture: PiecePicture, trim: Size, room: Size) -> float:
    """The scale of a piece: as somebody said, else as large as it is, within bounds."""
    longest_mm = max(trim.width_mm, trim.height_mm)
    if picture.size_mm:
        wanted = picture.size_mm / longest_mm
    elif picture.players:
        wanted = 1.0
    else:
        wanted = min(1.0, USUAL_PIECE_MM / longest_mm)
    return min(wanted, room.width_mm / trim.width_mm, room.height_mm / trim.height_mm)


def _with_discs(reach: Rect, box: Rect, beside_mm: float) -> Rect:
    """The area of a piece and of the discs at its sides; the piece stays in its middle."""
    top_mm, bottom_mm = min(reach.y_mm, box.y_mm), max(reach.bottom_mm, box.bottom_mm)
    return Rect(0.0, top_mm, box.width_mm + 2 * beside_mm, bottom_mm - top_mm)


# Pictures of the game


def _art(picture: ArtPicture, source: FigureSource, room: Size) -> DrawnFigure | None:
    art = source.pictures.get(picture.name)
    if art is None:
        return None
    longest_mm = max(art.size.width_mm, art.size.height_mm)
    wanted = picture.size_mm / longest_mm if picture.size_mm else math.inf
    scale = min(wanted, room.width_mm / art.size.width_mm, room.height_mm / art.size.height_mm)
    canvas = _Canvas(source)
    whole = Rect(0, 0, art.size.width_mm, art.size.height_mm)
    drawn = canvas.inside(art.svg, whole, canvas.unique())
    canvas.add(f'<g transform="scale({scale:.6g})">{drawn}</g>')
    canvas.cover(Rect(0, 0, art.size.width_mm * scale, art.size.height_mm * scale))
    return canvas.figure(canvas.reach)


# Situations


def _situation(picture: Situation, source: FigureSource, room: Size) -> DrawnFigure | None:
    shown = picture.shown or _whole(picture, source)
    if shown is None or not shown.width_mm or not shown.height_mm:
        return None
    longest_mm = max(shown.width_mm, shown.height_mm)
    wanted = picture.size_mm / longest_mm if picture.size_mm else 1.0
    scale = min(wanted, room.width_mm / shown.width_mm, room.height_mm / shown.height_mm)

    def at(point: Point) -> Point:
        return Point((point.x_mm - shown.x_mm) * scale, (point.y_mm - shown.y_mm) * scale)

    canvas = _Canvas(source)
    frame = Rect(0.0, 0.0, shown.width_mm * scale, shown.height_mm * scale)
    canvas.begin_clip(frame)
    board = source.face(picture.board, SideName.FRONT) if picture.board else None
    if board is not None:
        size = board.outline.size
        canvas.piece(board, at(Point(size.width_mm / 2, size.height_mm / 2)), 0.0, scale)
    else:
        canvas.ground(frame)
        if picture.grid is not None:
            canvas.grid(picture.grid, at)
    for placed in picture.pieces:
        face = source.face(placed.piece, placed.side)
        if face is not None:
            canvas.piece(face, at(placed.spot.at), placed.turn_deg, scale)
    for arrow in picture.arrows:
        canvas.arrow(arrow, [at(spot.at) for spot in arrow.spots])
    for mark in picture.marks:
        canvas.mark(mark.text, at(mark.spot.at))
    canvas.end_clip()
    canvas.frame(frame)
    return canvas.figure(frame.grown(_HAIR_MM))


def _whole(picture: Situation, source: FigureSource) -> Rect | None:
    """The whole board or table of a situation."""
    board = source.face(picture.board, SideName.FRONT) if picture.board else None
    if board is not None:
        return Rect(0, 0, board.outline.size.width_mm, board.outline.size.height_mm)
    if picture.size is not None:
        return Rect(0, 0, picture.size.width_mm, picture.size.height_mm)
    return picture.grid.extent() if picture.grid is not None else None


# What all of them draw


class _Canvas:
    """An SVG that is being drawn, in millimetres as it is printed; `reach` is what was covered."""

    def __init__(self, source: FigureSource) -> None:
        self._source, self._look = source, source.look
        self._parts: list[str] = []
        self._over: list[str] = []
        self._known: dict[str, str] = {}
        self._reach: Rect | None = None
        self._clips = self._uniques = 0

    @property
    def reach(self) -> Rect:
        return self._reach or Rect(0, 0, 0, 0)

    def unique(self) -> str:
        """A prefix for the ids of one drawing in the figure."""
        self._uniques += 1
        return f"{self._source.prefix}f{self._uniques}-"

    def inside(self, svg: str, box: Rect, unique: str) -> str:
        """An SVG that stands alone as a part of the figure, in a box; or a use of the page's."""
        shared = self._source.shared
        if shared is None:
            return _inside(svg, box, unique)
        name = shared(svg, box.size)
        return f'<use href="#{name}" x="{number(box.x_mm)}" y="{number(box.y_mm)}"/>'

    def add(self, svg: str) -> None:
        self._parts.append(svg)

    def cover(self, box: Rect) -> None:
        """Notes that something was drawn in a box."""
        here = self._reach
        if here is None:
            self._reach = box
            return
        left, top = min(here.x_mm, box.x_mm), min(here.y_mm, box.y_mm)
        right, bottom = max(here.right_mm, box.right_mm), max(here.bottom_mm, box.bottom_mm)
        self._reach = Rect(left, top, right - left, bottom - top)

    def piece(self, face: Face, middle: Point, turn_deg: float, scale: float) -> None:
        """A face in its trim, with a hair line around it; equal faces are drawn once."""
        name = self._known.get(face.digest)
        trim = face.outline.size
        path = path_data(face.outline)
        if name is None:
            unique = self.unique()
            name = self._known[face.digest] = f"{unique}face"
            bleed = face.bleed_mm
            box = Rect(-bleed, -bleed, trim.width_mm + 2 * bleed, trim.height_mm + 2 * bleed)
            inside = self.inside(self._source.standalone(face), box, unique)
            self.add(
                f'<defs><clipPath id="{unique}trim"><path d="{path}" clip-rule="evenodd"/>'
                f'</clipPath><g id="{name}"><g clip-path="url(#{unique}trim)">{inside}</g></g>'
                "</defs>"
            )
        half_x, half_y = trim.width_mm / 2, trim.height_mm / 2
        turn = f" rotate({number(turn_deg)})" if turn_deg else ""
        moves = (
            f"translate({number(middle.x_mm)} {number(middle.y_mm)}){turn} "
            f"scale({scale:.6g}) translate({number(-half_x)} {number(-half_y)})"
        )
        self.add(
            f'<g transform="{moves}"><use href="#{name}"/><path d="{path}" fill="none" '
            f'stroke="{self._look.ink}" stroke-width="{_HAIR_MM / scale:.4g}"/></g>'
        )
        self.cover(_turned_box(middle, trim, turn_deg, scale))

    def begin_clip(self, frame: Rect) -> None:
        self._clips += 1
        name = f"{self._source.prefix}frame{self._clips}"
        self.add(f'<clipPath id="{name}">{_rect(frame)}</clipPath><g clip-path="url(#{name})">')

    def end_clip(self) -> None:
        self._parts += [*self._over, "</g>"]
        self._over.clear()

    def frame(self, frame: Rect) -> None:
        rest = f'fill="none" stroke="{self._look.ink}" stroke-width="{_HAIR_MM}"'
        self.add(_rect(frame, rest))
        self.cover(frame)

    def ground(self, frame: Rect) -> None:
        self.add(_rect(frame, f'fill="{self._look.ground}"'))

    def grid(self, grid: Grid, at: Callable[[Point], Point]) -> None:
        """The lines between the cells of a grid."""
        lines = []
        for line in grid.lines():
            ends = [at(Point(*corner)) for corner in line]
            lines.append("M" + "L".join(f"{number(end.x_mm)} {number(end.y_mm)}" for end in ends))
        self.add(
            f'<path d="{"".join(lines)}" fill="none" stroke="{self._look.soft}" '
            'stroke-width="0.25" stroke-linejoin="round"/>'
        )

    def callouts(
        self, callouts: Sequence[Callout], areas: Mapping[str, FigureArea], box: Rect, scale: float
    ) -> None:
        """Discs with numbers at both sides of a piece, led to what they are about."""
        left, right = list[tuple[Callout, Rect, bool]](), list[tuple[Callout, Rect, bool]]()
        for callout in callouts:
            area = areas[callout.at]
            spot = area.box
            on = Rect(
                box.x_mm + spot.x_mm * scale,
                box.y_mm + spot.y_mm * scale,
                spot.width_mm * scale,
                spot.height_mm * scale,
            )
            to_left = on.x_mm - box.x_mm < box.right_mm - on.right_mm - 0.01
            even = abs((on.x_mm - box.x_mm) - (box.right_mm - on.right_mm)) < box.width_mm * 0.15
            side = (left if len(left) < len(right) else right) if even else None
            chosen = side if side is not None else left if to_left else right
            chosen.append((callout, on, area.is_text))
        for discs, is_left in ((left, True), (right, False)):
            self._column(discs, box, is_left=is_left)

    def _column(self, discs: list[tuple[Callout, Rect, bool]], box: Rect, *, is_left: bool) -> None:
        """The discs at one side, each as near to its spot as the others leave room for."""
        discs.sort(key=lambda each: each[1].y_mm + each[1].height_mm / 2)
        step = DISC_MM + DISC_GAP_MM
        wanted = [on.y_mm + on.height_mm / 2 for _, on, _ in discs]
        heights = spread(wanted, step)
        x_mm = DISC_MM / 2 if is_left else box.right_mm + BESIDE_MM - DISC_MM / 2
        for (callout, on, is_text), y_mm in zip(discs, heights, strict=True):
            inside_mm = -CLEAR_MM if is_text else min(1.6, on.width_mm / 2)
            end_x = on.x_mm + inside_mm if is_left else on.right_mm - inside_mm
            end = Point(end_x, on.y_mm + on.height_mm / 2)
            self._leader(Point(x_mm, y_mm), end)
            self.disc(str(callout.number), Point(x_mm, y_mm))

    def _leader(self, start: Point, end: Point) -> None:
        line = f'x1="{number(start.x_mm)}" y1="{number(start.y_mm)}" '
        line += f'x2="{number(end.x_mm)}" y2="{number(end.y_mm)}" stroke-linecap="round"'
        self._over.append(f'<line {line} stroke="#ffffff" stroke-width="1.1"/>')
        self._over.append(f'<line {line} stroke="{self._look.accent}" stroke-width="0.45"/>')
        for radius, paint in ((0.95, "#ffffff"), (0.65, self._look.accent)):
            self._over.append(_circle(end, radius, f'fill="{paint}"'))

    def disc(self, text: str, at: Point) -> None:
        """A disc with a short text in white."""
        radius = max(DISC_MM, len(text) * _TEXT_MM * 0.62 + 1.6) / 2
        self._over.append(_circle(at, radius + 0.35, 'fill="#ffffff"'))
        self._over.append(_circle(at, radius, f'fill="{self._look.accent}"'))
        self._over.append(self._text(text, at, "#ffffff"))
        self.cover(Rect(at.x_mm - radius, at.y_mm - radius, 2 * radius, 2 * radius).grown(0.4))

    def mark(self, text: str, at: Point) -> None:
        """A short text in a ring."""
        radius = max(DISC_MM, len(text) * _TEXT_MM * 0.62 + 1.6) / 2
        ring = f'fill="#ffffff" stroke="{self._look.accent}" stroke-width="0.6"'
        self._over.append(_circle(at, radius + 0.65, 'fill="#ffffff"'))
        self._over.append(_circle(at, radius, ring))
        self._over.append(self._text(text, at, self._look.ink))

    def arrow(self, arrow: Arrow, spots: Sequence[Point]) -> None:
        """An arrow through spots, with a white rim; its label lies in its middle."""
        if len(spots) < 2:
            return
        start = _towards(spots[0], spots[1], 2.2)
        end = _towards(spots[-1], spots[-2], 1.6)
        before = spots[-2] if len(spots) > 2 else start
        points = [start, *spots[1:-1], end]
        data = "M" + "L".join(f"{number(at.x_mm)} {number(at.y_mm)}" for at in points[:-1])
        neck = _towards(end, before, 2.6)
        data += f"L{number(neck.x_mm)} {number(neck.y_mm)}"
        head = _head(end, before)
        for paint, width, rim in (("#ffffff", 2.2, 0.9), (self._look.accent, 1.1, 0.0)):
            line = f'stroke="{paint}" stroke-width="{width}" stroke-linejoin="round"'
            self._over.append(f'<path d="{data}" fill="none" {line} stroke-linecap="round"/>')
            outer = f'stroke="{paint}" stroke-width="{rim}" stroke-linejoin="round"' if rim else ""
            self._over.append(f'<path d="{head}" fill="{paint}" {outer}/>')
        if arrow.label:
            self.disc(arrow.label, _halfway(points))

    def _text(self, text: str, at: Point, paint: str) -> str:
        base_mm = at.y_mm + _TEXT_MM * _CAP / 2
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="1mm" height="1mm" viewBox="0 0 1 1">'
            f'<text x="{number(at.x_mm)}" y="{number(base_mm)}" text-anchor="middle" '
            f'font-family="{self._look.title_family}" font-weight="700" '
            f'font-size="{_TEXT_MM:.4f}" fill="{paint}">{_escaped(text)}</text></svg>'
        )
        return _UNSEEN.sub("", _SVG_ROOT.sub("", with_outlines(svg).svg))

    def figure(self, area: Rect) -> DrawnFigure:
        """The finished figure, which shows an area."""
        drawn = "".join((*self._parts, *self._over))
        size = f'width="{number(area.width_mm)}mm" height="{number(area.height_mm)}mm"'
        view = (area.x_mm, area.y_mm, area.width_mm, area.height_mm)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="{" ".join(map(number, view))}">{drawn}</svg>'
        )
        return DrawnFigure(svg, area.size)


_SVG_ROOT = regex(r"</?(?:\w+:)?svg\b[^>]*>")
_IDS = tuple(map(re.compile, (r'id="(?<!\wid=")', r'href="#(?<!\whref="#)', r"url\(#")))
"""What an id follows. Each begins with its letters, for which `re` searches in a tenth of the time.
"""

_UNSEEN = re.compile(r'<((?:\w+:)?)text\b[^>]*\bopacity="0"[^>]*>.*?</\1text>', re.DOTALL)
"""Matches the texts beside outlines: a figure has its alternative text."""

_ROOT = re.compile(r"<svg\b([^>]*)>")
_SIZE = re.compile(r'\s(?:width|height|x|y)="[^"]*"')


def _inside(svg: str, box: Rect, unique: str) -> str:
    """An SVG as a part of another one, in a box; its ids get a prefix."""
    found = _ROOT.search(svg)
    assert found is not None
    rest = _SIZE.sub("", found[1])
    place = " ".join(
        f'{name}="{number(value)}"'
        for name, value in (
            ("x", box.x_mm),
            ("y", box.y_mm),
            ("width", box.width_mm),
            ("height", box.height_mm),
        )
    )
    body = with_prefix(without_texts(svg[found.end() :]), unique)
    return f"<svg{rest} {place}>{body}"


def with_prefix(svg: str, prefix: str) -> str:
    """An SVG as a part of a page: its ids begin with a prefix."""
    for before in _IDS:
        svg = before.sub(lambda one: one[0] + prefix, svg)
    return svg


def without_texts(svg: str) -> str:
    """An SVG without the unseen texts beside its outlines."""
    return _UNSEEN.sub("", svg)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _rect(box: Rect, rest: str = "") -> str:
    return (
        f'<rect x="{number(box.x_mm)}" y="{number(box.y_mm)}" width="{number(box.width_mm)}" '
        f'height="{number(box.height_mm)}" {rest}/>'
    )


def _circle(at: Point, radius_mm: float, rest: str) -> str:
    middle = f'cx="{number(at.x_mm)}" cy="{number(at.y_mm)}"'
    return f'<circle {middle} r="{number(radius_mm)}" {rest}/>'


def _turned_box(middle: Point, trim: Size, turn_deg: float, scale: float) -> Rect:
    """The box around a turned piece."""
    angle = math.radians(turn_deg)
    cos, sin = abs(math.cos(angle)), abs(math.sin(angle))
    width_mm = (trim.width_mm * cos + trim.height_mm * sin) * scale
    height_mm = (trim.width_mm * sin + trim.height_mm * cos) * scale
    box = Rect(middle.x_mm - width_mm / 2, middle.y_mm - height_mm / 2, width_mm, height_mm)
    return box.grown(_HAIR_MM)


def spread(wanted: Sequence[float], step: float) -> list[float]:
    """Heights near those that are wanted, in the same order, at least a step apart.

    Those that lie too near form a group, whose middle is the middle of what its members want.
    """
    groups: list[list[float]] = []
    for height in wanted:
        groups.append([height])
        while len(groups) > 1 and _top(groups[-1], step) < _bottom(groups[-2], step) + step:
            last = groups.pop()
            groups[-1] += last
    return [_top(group, step) + at * step for group in groups for at in range(len(group))]


def _top(group: Sequence[float], step: float) -> float:
    return sum(group) / len(group) - (len(group) - 1) * step / 2


def _bottom(group: Sequence[float], step: float) -> float:
    return _top(group, step) + (len(group) - 1) * step


def _towards(start: Point, end: Point, by_mm: float) -> Point:
    """The point that lies `by_mm` from the start on the way to the end, at most half of it."""
    far_mm = math.dist((start.x_mm, start.y_mm), (end.x_mm, end.y_mm))
    share = min(0.5, by_mm / far_mm) if far_mm else 0.0
    return Point(
        start.x_mm + (end.x_mm - start.x_mm) * share, start.y_mm + (end.y_mm - start.y_mm) * share
    )


def _head(end: Point, before: Point) -> str:
    """The path data of an arrow's head."""
    angle = math.atan2(end.y_mm - before.y_mm, end.x_mm - before.x_mm)
    corners = [end]
    for turn in (math.pi - 0.5, math.pi + 0.5):
        along = Point(math.cos(angle + turn) * 3.6, math.sin(angle + turn) * 3.6)
        corners.append(end.moved(along.x_mm, along.y_mm))
    return "M" + "L".join(f"{number(at.x_mm)} {number(at.y_mm)}" for at in corners) + "Z"


def _halfway(points: Sequence[Point]) -> Point:
    """The middle of a way along straight lines."""
    lengths = [
        math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) for one, other in pairwise(points)
    ]
    left_mm = sum(lengths) / 2
    for (one, other), length in zip(pairwise(points), lengths, strict=True):
        if left_mm <= length and length:
            share = left_mm / length
            return Point(
                one.x_mm + (other.x_mm - one.x_mm) * share,
                one.y_mm + (other.y_mm - one.y_mm) * share,
            )
        left_mm -= length
    return points[-1]


def zones_on(layout: Record) -> Iterator[tuple[str, Rect]]:
    """Yields the areas of the zones of a face."""
    for name in layout:
        zone = layout[name]
        if isinstance(zone, Record) and all(key in zone for key in ("x", "y", "width", "height")):
            sides = [zone[key] for key in ("x", "y", "width", "height")]
            if all(isinstance(side, int | float) for side in sides):
                yield name, Rect(*map(float, sides))  # type: ignore[arg-type]


def pieces_pictured(pictures: Iterable[Picture]) -> Iterator[str]:
    """Yields the ids of the pieces that pictures show."""
    for picture in pictures:
        match picture:
            case PiecePicture():
                yield picture.piece
            case Situation():
                if picture.board:
                    yield picture.board
                yield from (placed.piece for placed in picture.pieces)
