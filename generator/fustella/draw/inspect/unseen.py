"""Texts that are hardly seen on what lies under them.

Some points in each line of a text are looked at: the colours there, from the topmost shape down to
the white paper, translucent ones in their share. Where the colour at a point cannot be told without
painting it (filters, masks, blend modes, drawn pictures), the text counts as seen there. It is seen
on a gradient or a pattern if one of its colours differs enough. So what is reported is true
wherever the letters stand.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from msgspec import Struct, field

from fustella.core.geometry.paths import XY, path_rings
from fustella.core.geometry.shapes import Point
from fustella.core.values.colour import LEAST_CONTRAST, WHITE, contrast, covered
from fustella.core.values.model import PICTURE
from fustella.draw.inspect.texts import DrawnRun, DrawnTexts, spans_of
from fustella.draw.scene.marks import LINE
from fustella.draw.scene.model import Group, Node, Style, Text, nodes_in
from fustella.draw.svg.attributes import colour_of
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import IDENTITY, Matrix, number_in
from fustella.draw.themes.ground import Band, Bounds, FilledForm
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
"""The opacity below which a text is meant to be faint."""

_MOST_OF_A_LINE = 0.5
"""The share of points: a line is reported where more of its points are hardly seen."""

_ALONG, _UP_EM = (0.06, 0.18, 0.31, 0.44, 0.56, 0.69, 0.82, 0.94), (0.15, 0.4)
_THIN_MM = 0.35
"""The width below which a stroke is left out: a point in a line hardly ever meets it."""

_IN_CORNER = 1 - math.sqrt(0.5)
"""How far from the corner of its box a quarter circle crosses the diagonal, of its radius."""

_PAPER = (WHITE,)
_MOST_COLOURS = 8
_OPAQUE = 0.99

Colours: TypeAlias = tuple[str, ...]
"""The colours that a point may have: one where it is known, none where nothing can be said."""

PixelAt: TypeAlias = Callable[[str, float, float], tuple[str, float] | None]
"""A function from the `href` of a picture, and shares of its two sides, to a colour and an
opacity."""


class Unseen(Struct, frozen=True):
    """A line of text in a colour that is hardly seen on its ground; `line` is the text's mark.

    `ground` is "" for a picture.
    """

    text: str
    colour: str
    ground: str
    contrast: float
    line: str | None


class _Layer(Struct, frozen=True, dict=True):
    """One paint of a shape, its fill or its stroke: its colours and the clips around it.

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
        form = _form_of("rect" if self.href else node.name, node.own, even_odd)
        return Band(form, self.width_mm) if form and self.width_mm else form

    @cached_property
    def _back(self) -> Matrix | None:
        return inverse(self.shape.whole)

    @cached_property
    def reach(self) -> Bounds | None:
        """The box on the face that holds all of the layer; None where nothing of it is seen."""
        form = self._form
        if form is None:
            return None
        found: Bounds | None = _box_on_face(form.box, self.shape.whole)
        for clip in self.clips:
            found = _common(found, clip.reach) if found and clip.reach else None
        return found

    @cached_property
    def _filled(self) -> Bounds | None:
        """A box on the face that the layer fills with opaque paint; None where none is known."""
        node, m = self.shape.node, self.shape.whole
        plain = node.name == "rect" and not (self.clips or self.width_mm or self.href)
        if not plain or m.b or m.c or self.alpha <= _OPAQUE or self.reach is None:
            return None
        rounding = max(number_in(node.own.get(key), 0.0) for key in ("rx", "ry"))
        inset, box = rounding * _IN_CORNER * max(abs(m.a), abs(m.d)), self.reach
        return Bounds(box.left + inset, box.top + inset, box.right - inset, box.bottom - inset)

    def fills(self, box: Bounds) -> bool:
        """Whether a box is known to show the layer's colours everywhere, if nothing lies above."""
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
        """A point of the face in the units of the shape; None where the shape does not cover it."""
        back = self._back
        if back is None or self.reach is None or not self.reach.holds(point):
            return None
        if not all(clip.holds(point) for clip in self.clips):
            return None
        own, form = _moved(back, point), self._form
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
    """The shapes that a group is cut to, each with the matrix from the face to its units."""

    forms: tuple[tuple[FilledForm, Matrix], ...]
    reach: Bounds | None = None

    def holds(self, point: XY) -> bool:
        return any(form.covers(_moved(back, point)) for form, back in self.forms)


class _Text(Struct, frozen=True):
    """A text, its colours, and how many layers lie under it; `line` is its mark."""

    runs: Sequence[DrawnRun]
    colours: Colours
    under: int
    line: str | None


def unseen_texts(drawn: DrawnTexts, pixel_at: PixelAt) -> Iterator[Unseen]:
    """The lines of text on a face that are hardly seen, each colour and ground once."""
    painted = _Painted(drawn)
    painted.add(painted_in(drawn.scene), (), 1.0, known=True)
    told = set[tuple[str, str, str | None]]()
    alike = dict[Colours, tuple[int, list[_Layer]]]()
    for text in painted.texts:
        layers = painted.layers[: text.under]
        done, like_it = alike.get(text.colours, (0, []))
        like_it += [layer for layer in layers[done:] if not _is_seen(text.colours, layer)]
        alike[text.colours] = len(layers), like_it
        on_paper = _one_differs(text.colours, _PAPER)
        if on_paper and not like_it:
            continue
        for run in text.runs:
            if not run.text.strip():
                continue
            box = _box_of_line(run)
            if on_paper and not any(layer.meets(box) for layer in like_it):
                continue
            near = [layer for layer in layers if layer.meets(box)]
            if not near or near[-1].fills(box):
                found = _on_one_ground(run, text, near[-1].colours if near else _PAPER)
            else:
                found = _looked_at(run, text, near, pixel_at)
            if found and (found.colour, found.ground, found.line) not in told:
                told.add((found.colour, found.ground, found.line))
                yield found


def _on_one_ground(run: DrawnRun, text: _Text, ground: Colours) -> Unseen | None:
    """A line that lies on one layer as a whole, if it is hardly seen there."""
    if not ground or _one_differs(text.colours, ground):
        return None
    ratio = contrast(text.colours[0], ground[0])
    return Unseen(" ".join(run.text.split()), text.colours[0], ground[0], ratio, text.line)


def _looked_at(
    run: DrawnRun, text: _Text, layers: Sequence[_Layer], pixel_at: PixelAt
) -> Unseen | None:
    """A line, if it is hardly seen at most of its points; `layers` are those that it may lie on."""
    points, faint, others = _points(run), Counter[str](), 0
    for colours, pictured in _grounds(points, layers, pixel_at):
        if colours and not _one_differs(text.colours, colours):
            faint["" if pictured else colours[0]] += 1
            continue
        others += 1
        if others >= (1 - _MOST_OF_A_LINE) * len(points):
            return None  # what lies lower is not read
    ((ground, _),) = faint.most_common(1)
    ratio = contrast(text.colours[0], ground) if ground else 1.0
    return Unseen(" ".join(run.text.split()), text.colours[0], ground, ratio, text.line)


def _grounds(
    points: Sequence[XY], layers: Sequence[_Layer], pixel_at: PixelAt
) -> Iterator[tuple[Colours, bool]]:
    """The colours under each point, and whether a picture is seen there.

    No colours stand for a point of which nothing can be said.
    """
    pending = [_Point(point) for point in points]
    for layer in reversed(layers):
        if not pending:
            return
        left = list[_Point]()
        for point in pending:
            own = layer.own(point.place)
            if own is None:
                left.append(point)
                continue
            colours, alpha = layer.at(own, pixel_at)
            point.pictured = point.pictured or bool(layer.href)
            if colours and alpha > _OPAQUE:
                yield point.seen(colours), point.pictured
            elif colours:
                point.sheer.append((colours, alpha))
                left.append(point)
            else:
                yield (), point.pictured
        pending = left
    for point in pending:
        yield point.seen(_PAPER), point.pictured


class _Point(Struct):
    """A point of a text, and the translucent layers under it, the topmost first."""

    place: XY
    sheer: list[tuple[Colours, float]] = field(default_factory=list)
    pictured: bool = False

    def seen(self, lowest: Colours) -> Colours:
        """The colours that the point may have, if `lowest` are those of its opaque ground."""
        found = lowest
        for colours, alpha in reversed(self.sheer):
            mixed = [covered(one, over, alpha) for one in found for over in colours]
            found = tuple(dict.fromkeys(mixed))[:_MOST_COLOURS]
        return found


def _differ(colours: Colours, ground: str) -> bool:
    return any(contrast(colour, ground) >= LEAST_CONTRAST for colour in colours)


def _is_seen(colours: Colours, layer: _Layer) -> bool:
    """Whether a text is seen on a layer, wherever the layer is its ground."""
    return not layer.href and layer.alpha > _OPAQUE and _one_differs(colours, layer.colours)


@lru_cache(maxsize=4096)
def _one_differs(colours: Colours, grounds: Colours) -> bool:
    return any(_differ(colours, ground) for ground in grounds)


class _Painted:
    """The texts and the layers of a face, from the lowest to the topmost."""

    def __init__(self, drawn: DrawnTexts) -> None:
        self.texts: list[_Text] = []
        self.layers: list[_Layer] = []
        self._drawn = iter(drawn.drawn)
        defined = drawn.scene.definitions
        self._defined = {k: v for k, v in defined.items() if isinstance(v, Group)}
        self._flat = {name: _first_of(one) for name, one in self._defined.items()}

    def add(
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
            self.add(item, inner_clips, faded, known=inner_known)

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
                self.layers.append(_Layer(shape, (), alpha, clips, href=here))
            return
        if known and not clips and not _is_served(shape.style):
            self.layers += _plain_layers(shape.node, shape.whole, alpha)
        else:
            of = self._colours if known else _no_colours
            self.layers += _layers_of(shape, clips, alpha, of, self._flat)

    def _text(self, shape: PaintedShape, alpha: float) -> None:
        node = shape.node
        # Both list the texts in the order of painting; here those of endless size are left out.
        runs = next(one for one in self._drawn if one.text is node).runs
        assert isinstance(node, Text)
        if node.spans or "stroke" in shape.style or _is_served(shape.style):
            colours = self._colours_of_text(shape, node, alpha)
        else:
            colours = _colours_of_letters(node.style, alpha)
        if colours:
            self.texts.append(_Text(runs, colours, len(self.layers), node.own.get(LINE)))

    def _colours_of_text(self, shape: PaintedShape, node: Text, alpha: float) -> Colours:
        """The colours of a text, with those of its spans; none for a text that is meant faint."""
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
        """The colours of a paint, such as all of a gradient; none where it may be translucent."""
        if not paint.startswith("url("):
            return _one_colour(paint)
        target = paint[paint.index("#") + 1 : paint.index(")")].strip("'\" ")
        server = self._defined.get(target)
        return _all_of(server) if server is not None else ()

    def _clip(self, reference: str, whole: Matrix) -> _Clip | None:
        """The clip of a group; an empty one without a clip, None where it cannot be computed."""
        if not reference:
            return _Clip(())
        target = reference.removeprefix("url(#").removesuffix(")")
        clip = self._defined.get(target)
        if clip is None or clip.own.get("clipPathUnits") == "objectBoundingBox":
            return None
        forms, reach = list[tuple[FilledForm, Matrix]](), None
        for child in clip.children:
            to_face = whole.then(clip.matrix).then(child.matrix)
            form = _form_of(child.name, child.own, child.own.get("clip-rule") == "evenodd")
            back = inverse(to_face)
            if form is None or back is None:
                return None
            forms.append((form, back))
            box = _box_on_face(form.box, to_face)
            reach = box if reach is None else _both(reach, box)
        return _Clip(tuple(forms), reach) if forms else None


def _one_colour(paint: str) -> Colours:
    """The colour of a paint that is no gradient and no pattern."""
    colour = colour_of(paint)
    return (colour,) if colour else ()


def _no_colours(_paint: str) -> Colours:
    """No colours, for a paint of which nothing can be said."""
    return ()


def _is_served(style: Mapping[str, str]) -> bool:
    """Whether a gradient or a pattern paints a shape of this style."""
    return any(style.get(which, "").startswith("url(") for which in ("fill", "stroke"))


def _layers_of(
    shape: PaintedShape,
    clips: tuple[_Clip, ...],
    alpha: float,
    colours_of: Callable[[str], Colours],
    flat: Mapping[str, str],
) -> Iterator[_Layer]:
    """The fill and the stroke of a shape, where they are painted; no stroke that is too thin."""
    for which, default in (("fill", "#000000"), ("stroke", "none")):
        value = shape.style.get(which, default)
        if value == "none":
            continue
        paint = paint_of(shape, which, flat, alpha)
        width = number_in(shape.style.get("stroke-width"), 1.0) if which == "stroke" else 0.0
        if paint is None or (width and stroke_mm(shape) < _THIN_MM):
            continue
        yield _Layer(shape, colours_of(value), paint.alpha, clips, width)


@lru_cache(maxsize=4096)
def _plain_layers(node: Node, whole: Matrix, alpha: float) -> tuple[_Layer, ...]:
    """The layers of a shape in colours alone; remembered, because faces share frames and icons."""
    shape = PaintedShape(node, with_current_colour(node.style), whole, whole)
    return tuple(_layers_of(shape, (), alpha, _one_colour, {}))


@lru_cache(maxsize=1024)
def _colours_of_letters(inherited: Style, alpha: float) -> Colours:
    """The colour of a text without spans, in one colour; none for a text that is meant faint."""
    style = with_current_colour(inherited)
    bare = Node("text", {}, inherited, IDENTITY)
    paint = paint_of(PaintedShape(bare, style, IDENTITY, IDENTITY), "fill", {}, alpha)
    faint = paint is None or paint.alpha < MEANT_FAINT
    return () if faint else _one_colour(style.get("fill", "#000000"))


def _first_of(server: Group) -> str:
    colours = _all_of(server)
    return colours[0] if colours else "#000000"


def _all_of(server: Group) -> Colours:
    """The colours of a gradient or pattern; none where it may be translucent or has a picture."""
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


def _form_of(name: str, told: Mapping[str, str], even_odd: bool) -> FilledForm | None:
    """The form of a shape in its own units."""
    if name == "path":
        return _form_of_path(told.get("d") or "", even_odd)
    rings = rings_of(name, told)
    return FilledForm(rings, even_odd) if any(rings) else None


@lru_cache(maxsize=4096)
def _form_of_path(data: str, even_odd: bool) -> FilledForm | None:
    """The form of a path; remembered, because many faces have the same art, icons and frames."""
    rings = tuple(ring for ring in path_rings(data) if ring)
    return FilledForm(rings, even_odd) if rings else None


def _points(run: DrawnRun) -> list[XY]:
    """Some points in a line, in two rows at the height of its small letters."""
    left_low, right_low, *_ = run.corners(_UP_EM[0], 0.0)
    left_high, right_high, *_ = run.corners(_UP_EM[1], 0.0)
    return [
        (left.x_mm + (right.x_mm - left.x_mm) * share, left.y_mm + (right.y_mm - left.y_mm) * share)
        for left, right in ((left_low, right_low), (left_high, right_high))
        for share in _ALONG
    ]


def _box_of_line(run: DrawnRun) -> Bounds:
    """The box around the points of a line."""
    corners = run.corners(_UP_EM[1], _UP_EM[0])
    return _box_of([(corner.x_mm, corner.y_mm) for corner in corners])


def _moved(matrix: Matrix, point: XY) -> XY:
    moved = matrix.of(Point(*point))
    return moved.x_mm, moved.y_mm


def _box_on_face(box: Bounds, whole: Matrix) -> Bounds:
    x, y = _moved(whole, ((box.left + box.right) / 2, (box.top + box.bottom) / 2))
    half_width, half_height = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    across = abs(whole.a) * half_width + abs(whole.c) * half_height
    down = abs(whole.b) * half_width + abs(whole.d) * half_height
    return Bounds(x - across, y - down, x + across, y + down)


def _box_of(points: Sequence[XY]) -> Bounds:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def _common(one: Bounds, other: Bounds) -> Bounds | None:
    """The box in which two boxes overlap."""
    left, right = max(one.left, other.left), min(one.right, other.right)
    top, bottom = max(one.top, other.top), min(one.bottom, other.bottom)
    return Bounds(left, top, right, bottom) if left <= right and top <= bottom else None


def _both(one: Bounds, other: Bounds) -> Bounds:
    left, right = min(one.left, other.left), max(one.right, other.right)
    return Bounds(left, min(one.top, other.top), right, max(one.bottom, other.bottom))
