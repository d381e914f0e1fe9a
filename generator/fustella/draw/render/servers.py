"""Reads the gradients of a scene as values, with all attributes inherited from other gradients.

Their matrices lead to the coordinates of the shape that they paint.
"""

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from fustella.draw.render.paints import Colour, NotPlain, colour_in
from fustella.draw.scene.model import Group, Node, Scene
from fustella.draw.svg.attributes import alpha_of, colour_of
from fustella.draw.svg.boxes import Box
from fustella.draw.svg.tree import IDENTITY, Matrix, href_in, number_in, parse_transform

GRADIENTS = frozenset(("linearGradient", "radialGradient"))
_MOST_STOPS = 1000
_NEAR, _FLAT = 1e-9, 1e-12
_HUGE, _FARTHEST = 1e7, 1e30
"""Gradients with longer lengths than the first, or coordinates beyond the second, go to typst."""


class Stop(Struct, frozen=True):
    """One colour of a gradient, at an offset from 0 to 1."""

    offset: float
    colour: Colour
    alpha: float


class Gradient(Struct, frozen=True):
    """A gradient between two points (linear), or between two circles (radial).

    `ends` are both points, or both circles with their radii, in the gradient's own units; `matrix`
    leads from these to the painted shape. Beyond each end the gradient goes on in the colour of
    that end.
    """

    ends: tuple[float, ...]
    stops: tuple[Stop, ...]
    matrix: Matrix

    @property
    def fades(self) -> bool:
        """Whether a stop is not opaque."""
        return any(stop.alpha < 1 for stop in self.stops)


def chain_of(scene: Scene, server: Group) -> list[Group]:
    """A gradient or a pattern, and those that it refers to in turn, the nearest first."""
    found: list[Group] = []
    here: Node | None = server
    sort = GRADIENTS if server.name in GRADIENTS else {server.name}
    while isinstance(here, Group) and here.name in sort and here not in found:
        found.append(here)
        href = href_in(here.own)
        here = scene.definitions.get(href[1:]) if href[:1] == "#" else None
    return found


def attributes_of(chain: Sequence[Group]) -> dict[str, str]:
    """The attributes of a gradient or a pattern, with those that it inherits from others.

    A radial gradient inherits no coordinates from a linear one, nor the other way round (SVG 1.1,
    13.2.2).
    """
    found = dict(chain[0].own)
    for one in chain[1:]:
        alike = one.name == chain[0].name
        others = {key: value for key, value in one.own.items() if alike or key in _OF_BOTH}
        found = {**others, **found}
    return found


_OF_BOTH = frozenset(("gradientUnits", "gradientTransform", "spreadMethod"))


def box_matrix(box: Box) -> Matrix:
    """The matrix from the unit square to a box (SVG 1.1, 7.11: objectBoundingBox)."""
    left, top, right, bottom = box
    return Matrix(right - left, 0, 0, bottom - top, left, top)


def gradient_of(
    scene: Scene,
    server: Group,
    box: Box | None,
    reach: Box | None,
    view: tuple[float, float],
) -> Gradient | Stop | None:
    """The gradient that paints a shape with this `box`; a `Stop` if it has only one colour.

    `reach` is the box with the stroke around it, `view` the width and the height of the scene, for
    percentages. None if nothing is painted. Raises NotPlain.
    """
    chain = chain_of(scene, server)
    attributes, stops = attributes_of(chain), _stops(chain)
    in_box = attributes.get("gradientUnits") != "userSpaceOnUse"
    if not stops:
        return None
    if in_box and (box is None or box[2] - box[0] < _NEAR or box[3] - box[1] < _NEAR):
        return None
    if len(stops) == 1:
        return stops[0]
    matrix = box_matrix(box) if in_box and box else IDENTITY
    transform = attributes.get("gradientTransform", "")
    moved = parse_transform(transform) if transform else IDENTITY
    if abs(moved.a * moved.d - moved.b * moved.c) >= _FLAT:  # browsers ignore one that flattens
        matrix = matrix.then(moved)
    view = (1.0, 1.0) if in_box else view
    spread = attributes.get("spreadMethod", "pad")
    if server.name == "linearGradient":
        return _between_points(attributes, stops, matrix, view, reach, spread)
    return _between_circles(attributes, stops, matrix, view, reach, spread)


def _between_points(
    attributes: Mapping[str, str],
    stops: tuple[Stop, ...],
    matrix: Matrix,
    view: tuple[float, float],
    reach: Box | None,
    spread: str,
) -> Gradient | Stop:
    """A linear gradient between its points; if these are equal, its last stop."""
    width, height = view
    ends = (
        length_in(attributes, "x1", width, 0.0),
        length_in(attributes, "y1", height, 0.0),
        length_in(attributes, "x2", width, 1.0),
        length_in(attributes, "y2", height, 0.0),
    )
    if math.dist(ends[:2], ends[2:]) < _NEAR:
        return stops[-1]
    return _spread_line(Gradient(ends, stops, matrix), spread, reach)


def _between_circles(
    attributes: Mapping[str, str],
    stops: tuple[Stop, ...],
    matrix: Matrix,
    view: tuple[float, float],
    reach: Box | None,
    spread: str,
) -> Gradient | Stop:
    """A radial gradient between its circles; if the outer has no size, its last stop."""
    width, height = view
    diagonal = math.hypot(width, height) / math.sqrt(2)  # SVG 1.1, 7.10
    cx, cy, r = (
        length_in(attributes, key, whole, 0.5)
        for key, whole in (("cx", width), ("cy", height), ("r", diagonal))
    )
    fx = length_in(attributes, "fx", width, 0.0) if "fx" in attributes else cx
    fy = length_in(attributes, "fy", height, 0.0) if "fy" in attributes else cy
    fr = length_in(attributes, "fr", diagonal, 0.0)
    if r <= _NEAR:
        return stops[-1]
    if fr < 0 or math.hypot(fx - cx, fy - cy) + fr >= r * 0.999:  # a cone: browsers differ
        raise NotPlain
    return _spread_circle(Gradient((fx, fy, fr, cx, cy, r), stops, matrix), spread, reach)


def length_in(attributes: Mapping[str, str], key: str, whole: float, share: float) -> float:
    """Reads a length, or a percentage of `whole`, from an attribute.

    Without the attribute it is `share` of `whole`. Raises NotPlain for a huge number, or for no
    number.
    """
    text = attributes.get(key, "").strip()
    if not text:
        return share * whole
    try:
        found = float(text[:-1]) / 100 * whole if text.endswith("%") else float(text)
    except ValueError:
        raise NotPlain from None
    if not abs(found) < _HUGE:  # true of `nan`, too
        raise NotPlain
    return found


def _stops(chain: Sequence[Group]) -> tuple[Stop, ...]:
    """The stops of the first gradient in the chain that has stops.

    If they do not reach from 0 to 1, stops are added at these ends.
    """
    found = list[Stop]()
    holders = (one for one in chain if any(node.name == "stop" for node in one.children))
    holder = next(holders, None)
    for node in holder.children if holder else ():
        if node.name != "stop":
            continue
        text = node.own.get("offset", "0").strip()
        try:
            offset = float(text[:-1]) / 100 if text.endswith("%") else float(text or 0)
        except ValueError:
            offset = 0.0
        offset = min(1.0, max(0.0, offset, found[-1].offset if found else 0.0))
        paint = node.own.get("stop-color", "#000000")
        if paint.lower() == "currentcolor":
            paint = node.style.values.get("color", "#000000")
        colour = colour_of(paint)
        if not colour and paint.lower() != "transparent":
            raise NotPlain
        alpha = alpha_of(paint) * min(1.0, max(0.0, number_in(node.own.get("stop-opacity"), 1.0)))
        found.append(Stop(offset, colour_in(colour or "#000000"), alpha))
    if len(found) > 1:
        first, last = found[0], found[-1]
        if first.offset > 0:
            found.insert(0, Stop(0.0, first.colour, first.alpha))
        if last.offset < 1:
            found.append(Stop(1.0, last.colour, last.alpha))
        if all(one.offset == found[0].offset for one in found):
            return (found[-1],)
    return tuple(found)


def _lengthened(
    stops: tuple[Stop, ...], first: float | None = None
) -> tuple[float, float, tuple[Stop, ...]]:
    """Lengthens a gradient at an end with two stops at one place, so that both are painted.

    Beyond its end the gradient goes on in the colour of the outer stop; PDF would lose a colour
    without a length. Returns where the gradient now begins and ends, as shares of its old length,
    and the stops along the new length. `first` is where it has to begin.
    """
    if first is None:
        first = -_ROOM if stops[0].offset == stops[1].offset else 0.0
    last = 1 + _ROOM if stops[-1].offset == stops[-2].offset else 1.0
    if first == 0.0 and last == 1.0:
        return first, last, stops
    found = [Stop((one.offset - first) / (last - first), one.colour, one.alpha) for one in stops]
    if first:
        found.insert(0, Stop(0.0, stops[0].colour, stops[0].alpha))
    if last > 1:
        found.append(Stop(1.0, stops[-1].colour, stops[-1].alpha))
    return first, last, tuple(found)


_ROOM = 1 / 128
"""A little more than one of the 256 steps in which pdfium paints a gradient."""


def _repeated(stops: tuple[Stop, ...], first: int, last: int, reflect: bool) -> tuple[Stop, ...]:
    """The stops of a gradient that is repeated, from repetition `first` up to `last`."""
    if (last - first) * len(stops) > _MOST_STOPS:
        raise NotPlain
    found = list[Stop]()
    for turn in range(first, last):
        back = reflect and turn % 2
        for stop in reversed(stops) if back else stops:
            offset = (turn - first + (1 - stop.offset if back else stop.offset)) / (last - first)
            found.append(Stop(offset, stop.colour, stop.alpha))
    return tuple(found)


def _corners(gradient: Gradient, box: Box | None) -> list[tuple[float, float]]:
    """The corners of the painted box, in the gradient's units. Raises NotPlain."""
    if box is None:
        raise NotPlain
    try:
        back = gradient.matrix.inverse()
    except ZeroDivisionError:
        raise NotPlain from None
    corners = ((x, y) for x in (box[0], box[2]) for y in (box[1], box[3]))
    found = [
        (back.a * x + back.c * y + back.e, back.b * x + back.d * y + back.f) for x, y in corners
    ]
    if not all(abs(side) < _FARTHEST for corner in found for side in corner):
        raise NotPlain
    return found


def _spread_line(gradient: Gradient, spread: str, box: Box | None) -> Gradient:
    """A linear gradient whose `spreadMethod` is written out as stops, within a box.

    PDF repeats no gradients.
    """
    x1, y1, x2, y2 = gradient.ends
    dx, dy = x2 - x1, y2 - y1
    if spread not in {"repeat", "reflect"}:
        first, last, stops = _lengthened(gradient.stops)
        ends = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
        return Gradient(ends, stops, gradient.matrix)
    shares = [
        ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in _corners(gradient, box)
    ]
    first, last = math.floor(min(shares) + 1e-4), math.ceil(max(shares) - 1e-4)
    stops = _repeated(gradient.stops, first, max(first + 1, last), spread == "reflect")
    last = max(first + 1, last)
    ends = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
    return Gradient(ends, stops, gradient.matrix)


def _spread_circle(gradient: Gradient, spread: str, box: Box | None) -> Gradient:
    """A radial gradient whose `spreadMethod` is written out as stops of its rings."""
    fx, fy, fr, cx, cy, r = gradient.ends
    if spread not in {"repeat", "reflect"}:
        # It begins as a point, since some viewers do not fill an inner circle.
        first, last, stops = _lengthened(gradient.stops, -fr / (r - fr))
        moved = tuple(
            side + (other - side) * share
            for share in (first, last)
            for side, other in ((fx, cx), (fy, cy), (fr, r))
        )
        return Gradient(moved, stops, gradient.matrix)
    far = max(math.hypot(x - fx, y - fy) for x, y in _corners(gradient, box))
    # Each turn widens the circle and moves its centre, so one side of the circle moves least: that
    # side says how many turns are needed.
    step = (r - fr) - math.hypot(cx - fx, cy - fy)
    times = max(1, math.ceil((far - fr) / step + 0.01))
    if fr > 0:
        raise NotPlain  # the turns within the inner circle
    stops = _repeated(gradient.stops, 0, times, spread == "reflect")
    ends = (fx, fy, fr, fx + times * (cx - fx), fy + times * (cy - fy), fr + times * (r - fr))
    return Gradient(ends, stops, gradient.matrix)
