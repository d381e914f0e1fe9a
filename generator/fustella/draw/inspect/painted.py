"""Finds the layers and texts of a face from bottom to top, and the colours at any point.

A layer is one fill or stroke of a shape. If its colour is known only after painting it (filters,
masks, blend modes, drawn pictures), it has no colours.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from msgspec import Struct

from fustella.core.geometry.paths import XY, path_rings
from fustella.core.values.model import PICTURE
from fustella.draw.inspect.texts import DrawnRun, DrawnText, DrawnTexts, spans_of
from fustella.draw.scene.marks import LINE
from fustella.draw.scene.model import Group, Node, Style, Text, nodes_in
from fustella.draw.svg.attributes import colour_of
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import IDENTITY, Matrix, number_in
from fustella.draw.themes.ground import Band, Bounds, BoxIndex, FilledForm
from fustella.draw.themes.scene import (
    SERVERS,
    PaintedShape,
    PaintScope,
    inverse,
    paint_of,
    painted_in,
    stroke_mm,
    with_current_colour,
)

MEANT_FAINT = 0.5
"""A text below this opacity is meant to be faint."""

OPAQUE = 0.99
"""A layer from this opacity on hides what lies under it."""

_ALONG, _UP_EM = (0.06, 0.18, 0.31, 0.44, 0.56, 0.69, 0.82, 0.94), (0.15, 0.4)
_ENDS = _ALONG[0], _ALONG[-1]
_ROUND = frozenset(("rect", "circle", "ellipse"))
"""The shapes that fill the box inside of their rounded corners."""

_IN_CORNER = 1 - math.sqrt(0.5)
"""The distance on the diagonal from a rounded corner's arc to both sides, over its radius."""

_THIN_MM = 0.35
"""Strokes thinner than this are left out: a point of a text hardly ever lies on one."""


_FEW_LAYERS = 400
"""The most layers that are tested one by one for meeting a box.

To index the layers of a card takes as long as all other work on its texts here.
"""


Colours: TypeAlias = tuple[str, ...]
"""The colours that a point may have: one if it is known, none if it cannot be known."""

PixelAt: TypeAlias = Callable[[str, float, float], tuple[str, float] | None]
"""A function from the `href` of a picture, and shares of its two sides, to a colour and an
opacity."""


class PaintedLayer(Struct, frozen=True, dict=True):
    """One fill or one stroke of a shape: its colours and the clips around it.

    `href` is the reference of a picture, "" for any other shape.
    """

    shape: PaintedShape
    colours: Colours
    alpha: float
    clips: "tuple[_Clip, ...]"
    width_mm: float = 0.0
    href: str = ""

    @cached_property
    def _form(self) -> FilledForm | Band | None:
        even_odd = self.shape.style.get("fill-rule") == "evenodd"
        node = self.shape.node
        form = _form_of("rect" if self.href else node.name, node, even_odd)
        return Band(form, self.width_mm) if form and self.width_mm else form

    @cached_property
    def _back(self) -> Matrix | None:
        return inverse(self.shape.whole)

    @cached_property
    def reach(self) -> Bounds | None:
        """The box on the face around all of the layer; None if nothing of it is visible."""
        form = self._form
        if form is None:
            return None
        found: Bounds | None = _box_on_face(form.box, self.shape.whole)
        for clip in self.clips:
            found = found.common(clip.reach) if found and clip.reach else None
        return found

    @cached_property
    def _filled(self) -> Bounds | None:
        """A box on the face that the layer fills with opaque paint.

        None if none is known.
        """
        node, m = self.shape.node, self.shape.whole
        plain = node.name in _ROUND and not (self.clips or self.width_mm or self.href)
        if not plain or m.b or m.c or self.alpha <= OPAQUE or self.reach is None:
            return None
        rounding = max(number_in(node.own.get(key), 0.0) for key in ("r", "rx", "ry"))
        inset, box = rounding * _IN_CORNER * max(abs(m.a), abs(m.d)), self.reach
        return Bounds(box.left + inset, box.top + inset, box.right - inset, box.bottom - inset)

    def fills(self, box: Bounds) -> bool:
        """Whether the layer is known to show its own colours everywhere in a box."""
        return self._filled is not None and self._filled.covers(box)

    def meets(self, box: Bounds) -> bool:
        """Whether a part of the layer may be in a box."""
        reach = self.reach  # asked of every layer for every line
        return (
            reach is not None
            and reach.left <= box.right
            and box.left <= reach.right
            and reach.top <= box.bottom
            and box.top <= reach.bottom
        )

    def own(self, point: XY) -> XY | None:
        """Converts a point of the face to the shape's units; None beyond the area of the shape."""
        back = self._back
        if back is None or self.reach is None or not self.reach.holds(point):
            return None
        if not all(clip.holds(point) for clip in self.clips):
            return None
        own, form = back.at(*point), self._form
        return own if form and form.covers(own) else None

    def at(self, own: XY, pixel_at: PixelAt) -> tuple[Colours, float]:
        """The colours at a point in the shape's own units, and their opacity."""
        if not self.href:
            return self.colours, self.alpha
        x, y, width, height = (
            number_in(self.shape.node.own.get(key), 0.0) for key in ("x", "y", "width", "height")
        )
        pixel = pixel_at(self.href, (own[0] - x) / (width or 1), (own[1] - y) / (height or 1))
        return ((), 1.0) if pixel is None else ((pixel[0],), pixel[1] * self.alpha)


class _Clip(Struct, frozen=True):
    """The shapes of a group's clip path, each with the matrix from the face to its units."""

    forms: tuple[tuple[FilledForm, Matrix], ...]
    reach: Bounds | None = None

    def holds(self, point: XY) -> bool:
        return any(form.covers(back.at(*point)) for form, back in self.forms)


class TextLine(Struct, frozen=True):
    """A line of a text, looked at in points of two rows, at the height of its small letters.

    `box` is the box around the points.
    """

    run: DrawnRun
    box: Bounds

    @property
    def words(self) -> str:
        """The words of the line, as messages quote them."""
        return " ".join(self.run.text.split())

    @property
    def points(self) -> list[XY]:
        """The points, those of the lower row first."""
        return _points_of(self.run, _ALONG)


def _points_of(run: DrawnRun, shares: Sequence[float]) -> list[XY]:
    """Points in two rows of a run, at these shares of its length."""
    return [
        (ax + (bx - ax) * share, ay + (by - ay) * share)
        for (ax, ay), (bx, by) in run.rows(*_UP_EM)
        for share in shares
    ]


def _lines_of(drawn: DrawnText) -> Iterator[TextLine]:
    """The lines of a text that have letters."""
    for run in drawn.runs:
        if run.text.strip():
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = _points_of(run, _ENDS)
            left, right = min(ax, bx, cx, dx), max(ax, bx, cx, dx)
            yield TextLine(run, Bounds(left, min(ay, by, cy, dy), right, max(ay, by, cy, dy)))


class TextLayer(Struct, frozen=True):
    """A text, its colours, how many layers lie under it, and its lines; `line` is its mark."""

    shape: PaintedShape
    colours: Colours
    under: int
    line: str | None
    lines: tuple[TextLine, ...]


class Painted:
    """The texts and the layers of a face, from the lowest to the topmost."""

    def __init__(self, drawn: DrawnTexts) -> None:
        scene = drawn.scene
        self._drawn = drawn
        self.texts: list[TextLayer] = []
        self.layers: list[PaintedLayer] = []
        self._defined = {k: v for k, v in scene.definitions.items() if isinstance(v, Group)}
        self._flat = {name: _first_of(one) for name, one in self._defined.items()}
        self._add(painted_in(scene), (), 1.0, known=True)

    def near(self, box: Bounds, first: int, behind: int) -> Iterator[tuple[int, PaintedLayer]]:
        """Yields numbered layers that may be in a box, the topmost first, from `first` on."""
        few = len(self.layers) <= _FEW_LAYERS
        for number in range(behind - 1, first - 1, -1) if few else self._index.near(box):
            if first <= number < behind and self.layers[number].meets(box):
                yield number, self.layers[number]

    @cached_property
    def _index(self) -> BoxIndex:
        index = BoxIndex()
        for number, layer in enumerate(self.layers):
            if layer.reach is not None:
                index.add(number, layer.reach)
        return index

    def _add(
        self, scope: PaintScope, clips: tuple[_Clip, ...], alpha: float, *, known: bool
    ) -> None:
        for item in scope.items:
            if isinstance(item, PaintedShape):
                self._shape(item, clips, alpha, known)
                continue
            told = item.attributes
            clip = self._clip(told.get("clip-path", ""), item.whole)
            inner_known = known and clip is not None
            inner_known = inner_known and not {"mask", "filter", "style"} & told.keys()
            faded = alpha * number_in(told.get("opacity"), 1.0)
            inner_clips = (*clips, clip) if clip and clip.forms else clips
            self._add(item, inner_clips, faded, known=inner_known)

    def _shape(
        self, shape: PaintedShape, clips: tuple[_Clip, ...], alpha: float, known: bool
    ) -> None:
        if shape.is_text:
            self._text(shape, alpha)
            return
        if shape.is_picture:
            href = shape.node.own.get("href", "")
            if not shape.is_hidden:
                here = href if known and href.startswith(PICTURE) else "?"
                self.layers.append(PaintedLayer(shape, (), alpha, clips, href=here))
            return
        if known and not clips and shape.icon is None and not _is_served(shape.style):
            self.layers += _plain_layers(shape.node, shape.whole, alpha)
        else:
            of = self._colours if known else _no_colours
            self.layers += _layers_of(shape, clips, alpha, of, self._flat)

    def _text(self, shape: PaintedShape, alpha: float) -> None:
        node = shape.node
        if not isinstance(node, Text):
            return
        if node.spans or "stroke" in shape.style or _is_served(shape.style):
            colours = self._colours_of_text(shape, node, alpha)
        else:
            colours = _colours_of_letters(node.style, alpha)
        if colours:
            lines = tuple(_lines_of(self._drawn.at(node, shape.whole)))
            line = node.own.get(LINE)
            self.texts.append(TextLayer(shape, colours, len(self.layers), line, lines))

    def _colours_of_text(self, shape: PaintedShape, node: Text, alpha: float) -> Colours:
        """The colours of a text and its spans; none for a text that is meant to be faint."""
        paint = paint_of(shape, "fill", self._flat, alpha)
        if paint is None or paint.alpha < MEANT_FAINT:
            return ()
        written = [shape.style.get("fill", "#000000")]
        for span in spans_of(node):
            written += [span.own[key] for key in ("fill", "stroke") if key in span.own]
        if paint_of(shape, "stroke", self._flat, alpha) is not None:
            written.append(shape.style["stroke"])  # a line around letters is seen, too
        return tuple(colour for value in written for colour in self._colours(value))

    def _colours(self, paint: str) -> Colours:
        """The colours of a paint, which are all the colours of a gradient.

        None if it may be translucent.
        """
        if not paint.startswith("url("):
            return _one_colour(paint)
        target = paint[paint.index("#") + 1 : paint.index(")")].strip("'\" ")
        server = self._defined.get(target)
        return _colours_in(server) if server is not None else ()

    def _clip(self, reference: str, whole: Matrix) -> _Clip | None:
        """The clip of a group, empty without a clip path; None if it cannot be computed."""
        if not reference:
            return _Clip(())
        target = reference.removeprefix("url(#").removesuffix(")")
        clip = self._defined.get(target)
        if clip is None or clip.own.get("clipPathUnits") == "objectBoundingBox":
            return None
        forms, reach = list[tuple[FilledForm, Matrix]](), None
        for child in clip.children:
            to_face = whole.then(clip.matrix).then(child.matrix)
            form = _form_of(child.name, child, child.own.get("clip-rule") == "evenodd")
            back = inverse(to_face)
            if form is None or back is None:
                return None
            forms.append((form, back))
            box = _box_on_face(form.box, to_face)
            reach = box if reach is None else reach.joined(box)
        return _Clip(tuple(forms), reach) if forms else None


def _one_colour(paint: str) -> Colours:
    """The colour of a paint that is no gradient and no pattern."""
    colour = colour_of(paint)
    return (colour,) if colour else ()


def _no_colours(_paint: str) -> Colours:
    """No colours, for a paint whose colours are unknown."""
    return ()


def _is_served(style: Mapping[str, str]) -> bool:
    """Whether a style paints a shape with a gradient or a pattern."""
    return style.get("fill", "")[:4] == "url(" or style.get("stroke", "")[:4] == "url("


def _layers_of(
    shape: PaintedShape,
    clips: tuple[_Clip, ...],
    alpha: float,
    colours_of: Callable[[str], Colours],
    flat: Mapping[str, str],
) -> Iterator[PaintedLayer]:
    """Yields the fill and the stroke of a shape, if they are painted and the stroke is not thin."""
    for which, default in (("fill", "#000000"), ("stroke", "none")):
        value = shape.style.get(which, default)
        if value == "none":
            continue
        paint = paint_of(shape, which, flat, alpha)
        width = number_in(shape.style.get("stroke-width"), 1.0) if which == "stroke" else 0.0
        if paint is None or (width and stroke_mm(shape) < _THIN_MM):
            continue
        yield PaintedLayer(shape, colours_of(value), paint.alpha, clips, width)


@lru_cache(maxsize=4096)
def _plain_layers(node: Node, whole: Matrix, alpha: float) -> tuple[PaintedLayer, ...]:
    """The layers of a shape in plain colours; cached, because many faces share frames."""
    shape = PaintedShape(node, with_current_colour(node.style), whole, whole)
    return tuple(_layers_of(shape, (), alpha, _one_colour, {}))


@lru_cache(maxsize=1024)
def _colours_of_letters(inherited: Style, alpha: float) -> Colours:
    """The colour of a text without spans; none for a text that is meant to be faint."""
    style = with_current_colour(inherited)
    bare = Node("text", {}, inherited, IDENTITY)
    paint = paint_of(PaintedShape(bare, style, IDENTITY, IDENTITY), "fill", {}, alpha)
    faint = paint is None or paint.alpha < MEANT_FAINT
    return () if faint else _one_colour(style.get("fill", "#000000"))


def _first_of(server: Group) -> str:
    colours = _colours_in(server)
    return colours[0] if colours else "#000000"


def _colours_in(server: Group) -> Colours:
    """The colours of a gradient or pattern.

    None if it may be translucent or has a picture.
    """
    if server.name not in SERVERS:
        return ()
    found = list[str]()
    for node in (server, *nodes_in(server)):
        for name, value in node.own.items():
            if name in {"stop-opacity", "opacity", "fill-opacity"} or node.name == "image":
                return ()
            if name in {"stop-color", "fill", "stroke"} and (colour := colour_of(value)):
                found.append(colour)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def _form_of(name: str, node: Node, even_odd: bool) -> FilledForm | None:
    """The form of a node in its own units; remembered, because equal shapes are one node."""
    if name == "path":
        return _form_of_path(node.own.get("d") or "", even_odd)
    rings = rings_of(name, node.own)
    return FilledForm(rings, even_odd) if any(rings) else None


@lru_cache(maxsize=4096)
def _form_of_path(data: str, even_odd: bool) -> FilledForm | None:
    """The form of a path; cached, because many faces share art, icons and frames."""
    rings = tuple(ring for ring in path_rings(data) if ring)
    return FilledForm(rings, even_odd) if rings else None


def _box_on_face(box: Bounds, whole: Matrix) -> Bounds:
    x, y = whole.at((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    half_width, half_height = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    across = abs(whole.a) * half_width + abs(whole.c) * half_height
    down = abs(whole.b) * half_width + abs(whole.d) * half_height
    return Bounds(x - across, y - down, x + across, y + down)
