"""Computes nets: sheets of card that are cut, folded and glued into a box or into a die.

Lengths are in mm, y down. The printed side faces the reader and becomes the outside; all folds bend
the card away from the reader. A fold runs in the middle of the card, so that the room between two
folds is smaller by the thickness of the card than their distance.

In the words of packagers, the forms are a tuck end carton, here with a glued bottom, and a glued
tray with corner tabs. The allowances depend on the thickness of the card.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.polygons import edges_of
from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Rect, Size

SLACK_MM = 1.0
"""The length by which a box is larger than its pile in each direction: cards must slide in it."""

TUCK_MM = (8.0, 15.0)
"""The shortest and longest tuck flap: shorter ones spring open, longer ones bend when pushed."""

GLUE_MM = 10.0
"""The width of a glue flap: one stroke of a glue stick."""

FLAP_MM = 15.0
"""The longest dust flap: longer ones meet in the middle and lift the lid."""

LID_MM = 15.0
"""The depth of a lid inside, if nobody says another: enough to hold, and fingers get below it."""

_TAPER_MM = 2.0
"""The length by which a flap is narrower at each side of its free end, so that it slips in."""

_TAB_SHARE = 0.35
_TAB_TAPER = 0.2
"""The height of a glue tab, and its taper at each end, as factors of the side of a die."""

_NOTCH_MM = 9.0
"""The radius of the notch for a thumb."""

_LEAST_NOTCH_MM = 4.0
"""The radius below which a notch is too narrow for a finger."""

_ROUND_STEPS = 6
"""The number of straight lines for a quarter of a circle, which looks round when it is cut."""


class NetPanel(Struct, frozen=True):
    """A flat part of a net between folds.

    `corners` are in clockwise order. If the panel hangs on the panel `onto`, its fold runs from the
    last corner to the first, and bends it by `angle_deg` away from the print. Its picture is turned
    by `turn_deg` on the net (0, 90, 180, 270, clockwise), to be upright when the box stands on its
    bottom. A `glued` panel has glue on its print: another panel goes over it.
    """

    name: str
    corners: tuple[Point, ...]
    onto: str = ""
    turn_deg: int = 0
    angle_deg: int = 90
    glued: bool = False

    @property
    def fold(self) -> tuple[Point, Point]:
        """The fold to the panel `onto`, from the last corner to the first."""
        return self.corners[-1], self.corners[0]

    @property
    def fold_side(self) -> str:
        """The side of `box` with the fold: "left", "top", "right" or "bottom"; "" for none."""
        if not self.onto:
            return ""
        (start, end), box = self.fold, self.box
        middle = Point((start.x_mm + end.x_mm) / 2, (start.y_mm + end.y_mm) / 2)
        away_mm = {
            "left": middle.x_mm - box.x_mm,
            "top": middle.y_mm - box.y_mm,
            "right": box.right_mm - middle.x_mm,
            "bottom": box.bottom_mm - middle.y_mm,
        }
        return min(away_mm, key=lambda side: away_mm[side])

    @property
    def box(self) -> Rect:
        """The bounding rectangle."""
        across_mm = [corner.x_mm for corner in self.corners]
        down_mm = [corner.y_mm for corner in self.corners]
        left_mm, top_mm = min(across_mm), min(down_mm)
        return Rect(left_mm, top_mm, max(across_mm) - left_mm, max(down_mm) - top_mm)


class Net(Struct, frozen=True):
    """A net: its outline with all folds, its panels, and the room inside when it is folded.

    Each panel but the first hangs on an earlier one.
    """

    outline: Outline
    panels: tuple[NetPanel, ...]
    room: Size
    room_depth_mm: float


_MOST_KEPT = 64
"""The number of nets that are remembered: the preview needs the same nets after each edit."""


@lru_cache(maxsize=_MOST_KEPT)
def tuck_box(face: Size, depth_mm: float, thickness_mm: float) -> Net:
    """A tuck box for a pile of `face` and `depth_mm`, of card of `thickness_mm`.

    From left to right front, right, back, left and a glue flap; above them a lid that is tucked
    behind the front, with dust flaps under it; the bottom is glued onto three flaps. The front has
    a notch for the thumb. Panels: front, right, back, left, glue, top, tuck, bottom, and flaps.
    """
    wide, high, deep = (
        inner + SLACK_MM + thickness_mm for inner in (face.width_mm, face.height_mm, depth_mm)
    )
    inset = min(max(thickness_mm, 0.5), deep / 4)
    tuck = min(max(0.6 * deep, TUCK_MM[0]), TUCK_MM[1], high / 2)
    flap = min(FLAP_MM, 0.45 * wide, max(2 * deep, 6.0))
    glue = min(GLUE_MM, 0.4 * wide)
    at_right, at_back, at_left, end = wide, wide + deep, 2 * wide + deep, 2 * (wide + deep)
    lid = _panel("top", Rect(at_back, -deep, wide, deep), "back", "up", turn=180)

    def below(x_mm: float, length_mm: float) -> _Fold:
        return _turned_fold(_inset_fold(x_mm, high, length_mm, inset))

    panels = (
        NetPanel("front", _notched_rectangle(wide, high)),
        _panel("right", Rect(at_right, 0, deep, high), "front", "right"),
        _panel("back", Rect(at_back, 0, wide, high), "right", "right"),
        _panel("left", Rect(at_left, 0, deep, high), "back", "right"),
        _glued(_flap("glue", (Point(end, 0), Point(end, high)), glue, "left", taper_mm=glue / 2)),
        lid,
        _rounded_flap("tuck", _inset_fold(at_back, -deep, wide, inset), tuck, "top"),
        _flap("right flap", _inset_fold(at_right, 0, deep, inset), flap, "right"),
        _flap("left flap", _inset_fold(at_left, 0, deep, inset), flap, "left"),
        _panel("bottom", Rect(0, high, wide, deep), "front", "down"),
        *map(
            _glued,
            (
                _flap("right glue", below(at_right, deep), flap, "right"),
                _flap("back glue", below(at_back, wide), 0.8 * deep, "back"),
                _flap("left glue", below(at_left, deep), flap, "left"),
            ),
        ),
    )
    room = Size(wide - thickness_mm, high - thickness_mm)
    return _net(panels, room, deep - thickness_mm)


@lru_cache(maxsize=_MOST_KEPT)
def tray(
    inner: Size,
    depth_mm: float,
    thickness_mm: float,
    double: bool = False,
    *,
    notched: bool = False,
) -> Net:
    """An open tray with room for `inner`, and walls that are `depth_mm` high inside.

    A `notched` one, with single walls, has a notch for a finger in front and back.

    Panels: base, front, back, left, right, and four corner tabs that are glued inside front and
    back; with `double` walls also "front inner" and so on, which cover the tabs. The print on the
    base is seen from below.
    """
    layers = 2 * thickness_mm if double else 0.0  # the inner wall, on either side
    wide = inner.width_mm + SLACK_MM + thickness_mm + layers
    high = inner.height_mm + SLACK_MM + 3 * thickness_mm + layers  # the tabs lie inside, too
    wall = depth_mm + thickness_mm
    inset = min(max(thickness_mm, 0.5), wall / 4)
    base = NetPanel("base", Rect(0, 0, wide, high).corners())
    walls: tuple[NetPanel, ...] = (
        _panel("back", Rect(0, -wall, wide, wall), "base", "up"),
        _panel("right", Rect(wide, 0, wall, high), "base", "right", turn=90),
        _panel("front", Rect(0, high, wide, wall), "base", "down", turn=180),
        _panel("left", Rect(-wall, 0, wall, high), "base", "left", turn=270),
    )
    tab = min(GLUE_MM + _TAPER_MM, 0.4 * wide)
    if notched and not double:
        # The tabs inside of the wall end before its notch.
        walls = tuple(
            _notched(panel, wide - 2 * tab) if panel.name in ("back", "front") else panel
            for panel in walls
        )
    ends = (
        ("right back", _inset_fold(wide, 0, wall, inset), "right"),
        ("right front", _turned_fold(_inset_fold(wide, high, wall, inset)), "right"),
        ("left front", _turned_fold(_inset_fold(-wall, high, wall, inset)), "left"),
        ("left back", _inset_fold(-wall, 0, wall, inset), "left"),
    )
    tabs = tuple(_glued(_flap(f"{name} tab", fold, tab, onto)) for name, fold, onto in ends)
    lined = walls if double else ()
    lining = tuple(_lining(panel, 2 * inset, wall - thickness_mm) for panel in lined)
    room = Size(inner.width_mm + SLACK_MM, inner.height_mm + SLACK_MM)
    return _net((base, *walls, *tabs, *lining), room, depth_mm)


def lid_of(below: Net, depth_mm: float, thickness_mm: float) -> Net:
    """The lid of a tray whose net is `below`: a tray that goes over it, `depth_mm` deep inside.

    It has the panels of a tray without `double` walls; the print on its base is its top, and the
    pictures on its walls have their feet at the rim. It is no deeper than the tray is high.
    """
    base = next(panel.box for panel in below.panels if panel.name == "base")
    outside = Size(base.width_mm + thickness_mm, base.height_mm + thickness_mm)
    net = tray(outside, min(depth_mm, below.room_depth_mm + thickness_mm), thickness_mm)
    turned = tuple(
        replace(panel, turn_deg=(panel.turn_deg + 180) % 360) if panel.onto == "base" else panel
        for panel in net.panels
    )
    return replace(net, panels=turned)


def die(side_mm: float) -> Net:
    """A die whose folds are `side_mm` apart: a cross of six squares with seven glue tabs.

    Its panels are the squares 1 to 6, with seven as the sum of opposite ones, and the tabs.
    """
    s, tab, taper = side_mm, side_mm * _TAB_SHARE, side_mm * _TAB_TAPER
    squares = (
        NetPanel("3", Rect(s, s, s, s).corners()),
        _panel("1", Rect(s, 0, s, s), "3", "up"),
        _panel("2", Rect(0, s, s, s), "3", "left"),
        _panel("5", Rect(2 * s, s, s, s), "3", "right"),
        _panel("4", Rect(3 * s, s, s, s), "5", "right"),
        _panel("6", Rect(s, 2 * s, s, s), "3", "down"),
    )
    glued = (
        *(("1", (s, s), (s, 0)), ("1", (s, 0), (2 * s, 0)), ("1", (2 * s, 0), (2 * s, s))),
        *(("6", (2 * s, 2 * s), (2 * s, 3 * s)), ("6", (2 * s, 3 * s), (s, 3 * s))),
        *(("6", (s, 3 * s), (s, 2 * s)), ("4", (4 * s, s), (4 * s, 2 * s))),
    )
    tabs = tuple(
        _glued(_flap(f"tab {number}", (Point(*start), Point(*end)), tab, square, taper))
        for number, (square, start, end) in enumerate(glued, start=1)
    )
    return _net((*squares, *tabs), Size(s, s), s)


def _net(panels: Sequence[NetPanel], room: Size, room_depth_mm: float) -> Net:
    """The net of panels, moved so that its bounding box begins at (0, 0)."""
    path = _path(panels[0], panels)
    dx = -min(corner.x_mm for corner in path)
    dy = -min(corner.y_mm for corner in path)
    moved = tuple(replace(panel, corners=_moved_corners(panel.corners, dx, dy)) for panel in panels)
    folds = tuple(panel.fold for panel in moved if panel.onto)
    outline = Outline.polygon(_straightened_path(_moved_corners(path, dx, dy)), folds)
    glue = tuple(panel.corners for panel in moved if panel.glued)
    return Net(replace(outline, glue=glue), moved, room, room_depth_mm)


def _path(panel: NetPanel, panels: Sequence[NetPanel]) -> tuple[Point, ...]:
    """The outline of a panel with all the panels that are folded from it, clockwise."""
    hanging = [other for other in panels if other.onto == panel.name]
    edges = edges_of(panel.corners)
    if panel.onto:
        edges = edges[:-1]  # the last one is its fold
    path: list[Point] = []
    for start, end in edges:
        path.append(start)
        own = [other for other in hanging if _lies_on(other.fold, (start, end))]
        for other in sorted(own, key=lambda panel: _apart_mm(panel.corners[0], start)):
            path += _path(other, panels)
    if panel.onto:
        path.append(panel.corners[-1])
    return tuple(path)


def _lies_on(fold: tuple[Point, Point], edge: tuple[Point, Point]) -> bool:
    length_mm = _apart_mm(*edge)
    return all(
        _apart_mm(edge[0], end) + _apart_mm(end, edge[1]) < length_mm + EPSILON_MM for end in fold
    )


def _apart_mm(a: Point, b: Point) -> float:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


def _moved_corners(corners: Sequence[Point], dx_mm: float, dy_mm: float) -> tuple[Point, ...]:
    return tuple(at.moved(dx_mm, dy_mm) for at in corners)


def _straightened_path(path: Sequence[Point]) -> tuple[Point, ...]:
    """The path without repeated corners, and without corners in the middle of a straight line."""
    once = [at for at, after in edges_of(path) if _apart_mm(at, after) > EPSILON_MM]
    neighbours = zip((once[-1], *once[:-1]), (*once[1:], once[0]), strict=True)
    return tuple(
        at for at, ends in zip(once, neighbours, strict=True) if not _lies_on((at, at), ends)
    )


_FIRST_CORNER = {"right": 0, "down": 1, "left": 2, "up": 3}
"""The index of the first corner of a panel, clockwise from the top left, by its side of `onto`."""


def _panel(name: str, box: Rect, onto: str, side: str, turn: int = 0) -> NetPanel:
    """A rectangular panel on one side of its neighbour."""
    corners, first = box.corners(), _FIRST_CORNER[side]
    return NetPanel(name, corners[first:] + corners[:first], onto, turn)


_Fold: TypeAlias = tuple[Point, Point]
"""A fold, in the clockwise direction of the panel on which another one hangs there."""


def _inset_fold(x_mm: float, y_mm: float, length_mm: float, by_mm: float) -> _Fold:
    """A fold along an upper edge that begins at (x, y), shorter by `by_mm` at each end."""
    return Point(x_mm + by_mm, y_mm), Point(x_mm + length_mm - by_mm, y_mm)


def _turned_fold(fold: _Fold) -> _Fold:
    """Turns the fold of an upper edge into that of a lower edge, which runs to the left."""
    return fold[1], fold[0]


def _point_beside(fold: _Fold, along_mm: float, out_mm: float) -> Point:
    """The point `along_mm` from the start of a fold and `out_mm` away from the panel there."""
    start, end = fold
    length = _apart_mm(start, end)
    dx, dy = (end.x_mm - start.x_mm) / length, (end.y_mm - start.y_mm) / length
    return Point(start.x_mm + dx * along_mm + dy * out_mm, start.y_mm + dy * along_mm - dx * out_mm)


def _flap(
    name: str, fold: _Fold, out_mm: float, onto: str, taper_mm: float = _TAPER_MM
) -> NetPanel:
    """A flap that narrows towards its free end."""
    length_mm = _apart_mm(*fold)
    taper_mm = min(taper_mm, length_mm / 4)
    ends = _point_beside(fold, taper_mm, out_mm), _point_beside(fold, length_mm - taper_mm, out_mm)
    return NetPanel(name, (fold[0], *ends, fold[1]), onto)


def _glued(flap: NetPanel) -> NetPanel:
    return replace(flap, glued=True)


def _rounded_flap(name: str, fold: _Fold, out_mm: float, onto: str) -> NetPanel:
    length_mm = _apart_mm(*fold)
    radius_mm = min(out_mm - 1, length_mm / 4)
    angles = [math.pi / 2 * step / _ROUND_STEPS for step in range(_ROUND_STEPS + 1)]
    bends = [(radius_mm * (1 - math.cos(at)), radius_mm * (1 - math.sin(at))) for at in angles]
    first = [_point_beside(fold, along, out_mm - down) for along, down in bends]
    last = [
        _point_beside(fold, length_mm - along, out_mm - down) for along, down in reversed(bends)
    ]
    return NetPanel(name, (fold[0], *first, *last, fold[1]), onto)


def _notched_rectangle(wide_mm: float, high_mm: float) -> tuple[Point, ...]:
    """A rectangle with half a circle cut out of the middle of its upper edge."""
    radius_mm = min(_NOTCH_MM, wide_mm / 6, high_mm / 3)
    steps = 2 * _ROUND_STEPS
    angles = [math.pi * step / steps for step in range(steps + 1)]
    notch = (
        Point(wide_mm / 2 - radius_mm * math.cos(at), radius_mm * math.sin(at)) for at in angles
    )
    first, *others = Rect(0, 0, wide_mm, high_mm).corners()
    return (first, *notch, *others)


def _notched(wall: NetPanel, wide_mm: float) -> NetPanel:
    """A wall with a notch in the middle of its rim, at most `wide_mm` wide."""
    fold_end, first, last, fold_start = wall.corners
    length_mm = _apart_mm(first, last)
    radius_mm = min(_NOTCH_MM, wide_mm / 2, 0.7 * _apart_mm(fold_end, first))
    if radius_mm < _LEAST_NOTCH_MM:
        return wall
    angles = [math.pi * step / (2 * _ROUND_STEPS) for step in range(2 * _ROUND_STEPS + 1)]
    notch = (
        _point_beside(
            (first, last),
            length_mm / 2 - radius_mm * math.cos(at),
            -radius_mm * math.sin(at),
        )
        for at in angles
    )
    return replace(wall, corners=(fold_end, first, *notch, last, fold_start))


def _lining(wall: NetPanel, inset_mm: float, high_mm: float) -> NetPanel:
    """The inner wall of a tray, which hangs on an outer wall and is folded over its rim."""
    rim = (wall.corners[1], wall.corners[2])
    length_mm = _apart_mm(*rim)
    fold = _point_beside(rim, inset_mm, 0), _point_beside(rim, length_mm - inset_mm, 0)
    lining = _flap(f"{wall.name} inner", fold, high_mm, wall.name)
    return replace(lining, turn_deg=(wall.turn_deg + 180) % 360, angle_deg=180)
