"""Draws shapes for templates: each function returns one SVG element.

Lengths are in mm, angles in degrees. `style` takes any attribute of SVG with `_` for `-`:
`stroke_width=0.3`. Open lines are not filled unless a `fill` is given.
"""

import math
from collections.abc import Iterable, Sequence
from random import Random
from xml.etree import ElementTree

from markupsafe import Markup

from fustella.core.geometry.paths import XY
from fustella.core.values.problems import WrongArgument, did_you_mean
from fustella.draw.svg.write import number
from fustella.draw.templates.arguments import require_few, require_numbers, shown
from fustella.draw.templates.positions import TemplatePosition, on_circle

_NAMES = """
    alignment-baseline baseline-shift class clip clip-path clip-rule color color-interpolation
    color-interpolation-filters color-profile color-rendering cursor direction display
    dominant-baseline enable-background externalResourcesRequired fill fill-opacity fill-rule
    filter flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style
    font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical id
    image-rendering kerning letter-spacing lighting-color marker marker-end marker-mid marker-start
    mask onactivate onclick onfocusin onfocusout onload onmousedown onmousemove onmouseout
    onmouseover onmouseup opacity overflow pathLength pointer-events requiredExtensions
    requiredFeatures shape-rendering stop-color stop-opacity stroke stroke-dasharray
    stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
    style systemLanguage text-anchor text-decoration text-rendering transform unicode-bidi
    visibility word-spacing writing-mode xml:base xml:lang xml:space
    isolation mix-blend-mode paint-order transform-origin
"""
_ATTRIBUTES = frozenset(_NAMES.split())
"""The attributes of a path in SVG 1.1, and some of SVG 2."""

_BLOB_POINTS = 11

_PEAK_SHARE = (0.55, 0.95)
"""The range of heights of a ridge's lower peaks, as shares of the highest peak's height."""

_VALLEY_SHARE = (0.2, 0.45)
"""The range of heights of a ridge's valleys, as shares of the highest peak's height."""


def hexagon(cx: float, cy: float, across_flats: float, **style: object) -> Markup:
    """A hexagon standing on a corner, about (cx, cy); `across_flats` is its width in mm."""
    return regular(cx, cy, across_flats / math.sqrt(3), 6, 0, **style)


def regular(cx: float, cy: float, r: float, sides: int, turn: float = 0, **style: object) -> Markup:
    """A regular polygon with corners on a circle of radius `r`, the first of them at the top."""
    _at_least("sides", sides, 3)
    angles = (turn + 360 * i / sides for i in range(sides))
    return _polygon((on_circle(cx, cy, _length("r", r), angle) for angle in angles), style)


def star(
    cx: float, cy: float, points: int, outer: float, inner: float, turn: float = 0, **style: object
) -> Markup:
    """A star about (cx, cy) whose first tip is at the top, or at `turn` degrees clockwise from it.

    - `points`: how many tips.
    - `outer`, `inner`: the radii of its tips and of the corners between them, in mm.
    """
    _at_least("points", points, 2)
    radii = (_length("outer", outer), _length("inner", inner))
    corners = (on_circle(cx, cy, radii[i % 2], turn + 180 * i / points) for i in range(2 * points))
    return _polygon(corners, style)


def grid(x: float, y: float, columns: int, rows: int, module: float, **style: object) -> Markup:
    """A grid of squares with sides of `module` mm: its border and the lines between the cells."""
    _at_least("columns", columns, 1)
    _at_least("rows", rows, 1)
    width, height = columns * _length("module", module), rows * module
    border = f"M{_xy(x, y)}h{number(width)}v{number(height)}h{number(-width)}z"
    upright = (f"M{_xy(x + i * module, y)}v{number(height)}" for i in range(1, columns))
    level = (f"M{_xy(x, y + i * module)}h{number(width)}" for i in range(1, rows))
    return _open_path(border + "".join((*upright, *level)), style)


def wedge(
    cx: float, cy: float, outer: float, inner: float, start: float, sweep: float, **style: object
) -> Markup:
    """A part of a ring about (cx, cy), or of a disc when `inner` is 0.

    - `outer`, `inner`: the radii, in mm.
    - `start`, `sweep`: where it begins and how far it goes, in degrees clockwise from the top.
    """
    _length("outer", outer)
    _length("inner", inner)
    if abs(sweep) >= 360:
        circles = _circle(cx, cy, outer) + (_circle(cx, cy, inner) if inner else "")
        return _path(circles, {"fill_rule": "evenodd", **style})
    end = start + sweep
    large, way, back = int(abs(sweep) > 180), int(sweep > 0), int(sweep <= 0)
    data = f"M{_xy(*on_circle(cx, cy, outer, start))}"
    data += f"A{_xy(outer, outer)} 0 {large} {way} {_xy(*on_circle(cx, cy, outer, end))}"
    if inner:
        data += f"L{_xy(*on_circle(cx, cy, inner, end))}"
        data += f"A{_xy(inner, inner)} 0 {large} {back} {_xy(*on_circle(cx, cy, inner, start))}Z"
    else:
        data += f"L{_xy(cx, cy)}Z"
    return _path(data, style)


def blob(
    cx: float,
    cy: float,
    rx: float,
    ry: float,
    seed: str | int,
    wobble: float = 0.12,
    **style: object,
) -> Markup:
    """A smooth closed form about (cx, cy), the same for the same seed.

    - `rx`, `ry`: its radii across and down, in mm.
    - `seed`: any word or number, such as `piece.id`.
    - `wobble`: how far it deviates from an ellipse, as a share of the radius, from 0 to 1.
    """
    _length("rx", rx)
    _length("ry", ry)
    if not 0 <= wobble <= 1:
        raise WrongArgument(f"wobble cannot be {wobble:g}", "wobble goes from 0 (an ellipse) to 1")
    random = Random(f"blob {seed}")
    corners = []
    for i in range(_BLOB_POINTS):
        share = 1 + wobble * (2 * random.random() - 1)
        dx, dy = on_circle(0, 0, share, 360 * i / _BLOB_POINTS)
        corners.append((cx + dx * rx, cy + dy * ry))
    return _path(_smooth(corners, closed=True), style)


def ridge(
    x: float,
    y: float,
    width: float,
    height: float,
    peaks: int,
    seed: str | int,
    **style: object,
) -> Markup:
    """A mountain range standing on `y + height`; its highest peak touches `y`.

    - `peaks`: how many peaks.
    - `seed`: any word or number; the same seed gives the same range.
    """
    _at_least("peaks", peaks, 1)
    _length("width", width)
    _length("height", height)
    random = Random(f"ridge {seed}")
    highest = random.randrange(peaks)
    step = width / (2 * peaks)
    corners: list[XY] = [(x, y + height)]
    for i in range(2 * peaks - 1):
        is_peak = i % 2 == 0
        share = random.uniform(*(_PEAK_SHARE if is_peak else _VALLEY_SHARE))
        if i == 2 * highest:
            share = 1.0
        shift = random.uniform(-0.3, 0.3) * step
        corners.append((x + (i + 1) * step + shift, y + height * (1 - share)))
    corners.append((x + width, y + height))
    return _polygon(corners, style)


def wave(x: float, y: float, width: float, amplitude: float, count: int, **style: object) -> Markup:
    """A wavy line of `count` full waves about `y`, starting upwards; `amplitude` in mm."""
    _at_least("count", count, 1)
    quarter = _length("width", width) / (4 * count)
    # A quarter of a sine as a Bezier curve: its slope is 1 in its zero and 0 at its crest.
    data = f"M{_xy(x, y)}"
    for sign in (-1, 1) * count:
        rise, slope = sign * amplitude, sign * amplitude * math.pi / 6
        data += f"c{_xy(quarter / 3, slope)} {_xy(quarter * 2 / 3, rise)} {_xy(quarter, rise)}"
        data += f"c{_xy(quarter / 3, 0)} {_xy(quarter * 2 / 3, slope - rise)} {_xy(quarter, -rise)}"
    return _open_path(data, style)


def curve(
    points: Iterable[Sequence[float] | TemplatePosition], closed: bool = False, **style: object
) -> Markup:
    """A smooth line through points, `[x, y]` or positions; `closed`: back to the first one."""
    if not isinstance(points, Iterable):
        raise WrongArgument(f"points cannot be {shown(points)}", "points is a list, [[x, y], …]")
    through = [_point(point) for point in points]
    if len(through) < 2:
        message = "there is one point" if through else "there are no points"
        raise WrongArgument(message, "a curve goes through two points or more")
    data = _smooth(through, closed)
    return _path(data, style) if closed else _open_path(data, style)


def _smooth(points: Sequence[XY], closed: bool) -> str:
    """A Catmull-Rom spline as Bezier curves.

    The tangent at each point is parallel to the line between its neighbours.
    """
    count = len(points)

    def at(index: int) -> XY:
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    data = f"M{_xy(*points[0])}"
    for i in range(count if closed else count - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = at(i - 1), at(i), at(i + 1), at(i + 2)
        leaving = _xy(bx + (cx - ax) / 6, by + (cy - ay) / 6)
        arriving = _xy(cx - (dx - bx) / 6, cy - (dy - by) / 6)
        data += f"C{leaving} {arriving} {_xy(cx, cy)}"
    return data + ("Z" if closed else "")


def _circle(cx: float, cy: float, r: float) -> str:
    half = f"a{_xy(r, r)} 0 1 1 "
    return f"M{_xy(cx, cy - r)}{half}{_xy(0, 2 * r)}{half}{_xy(0, -2 * r)}Z"


def _xy(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _point(point: Sequence[float] | TemplatePosition) -> XY:
    if isinstance(point, TemplatePosition):
        return point.x, point.y
    if not isinstance(point, list | tuple) or len(point) != 2:
        raise WrongArgument(f"{shown(point)} is no point", "a point is written [x, y]")
    require_numbers(x=point[0], y=point[1])
    return point[0], point[1]


def _polygon(corners: Iterable[XY], style: dict[str, object]) -> Markup:
    points = " ".join(f"{round(x, 3) + 0.0},{round(y, 3) + 0.0}" for x, y in corners)
    return _element("polygon", {"points": points}, style)


def _path(data: str, style: dict[str, object]) -> Markup:
    return _element("path", {"d": data}, style)


def _open_path(data: str, style: dict[str, object]) -> Markup:
    return _path(data, {"fill": "none", **style})


def _element(name: str, attributes: dict[str, str], style: dict[str, object]) -> Markup:
    """An element with its attributes in alphabetical order, without empty ones."""
    for typed, value in style.items():
        attribute = typed.rstrip("_").replace("_", "-")
        if attribute not in _ATTRIBUTES and not attribute.startswith("data-"):
            hint = did_you_mean(attribute, _ATTRIBUTES)
            raise WrongArgument(f'"{typed}" is not an attribute of SVG', hint)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        attributes[attribute] = number(value) if is_number else str(value)
    written = {attribute: value for attribute, value in sorted(attributes.items()) if value}
    return Markup(ElementTree.tostring(ElementTree.Element(name, written), "utf-8").decode())


def _at_least(name: str, value: int, least: int) -> None:
    if not isinstance(value, int) or value < least:
        hint = f"{name} is a whole number, {least} or more"
        raise WrongArgument(f"{name} cannot be {shown(value)}", hint)
    require_few(name, value)


def _length(name: str, value: float) -> float:
    if value < 0:
        raise WrongArgument(f"{name} cannot be {value:g}", f"{name} is 0 or more")
    return value
