"""Reads the outline of a kind: its shape, its size, its holes, and the lines on it."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from fustella.core.geometry import outlines
from fustella.core.geometry.outlines import OutlineFault, Ring
from fustella.core.geometry.polygons import Edge
from fustella.core.geometry.shapes import (
    EPSILON_MM,
    Outline,
    Panel,
    Point,
    Rect,
    Size,
)
from fustella.core.processes import limits
from fustella.core.values.problems import as_spelt, did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary, named
from fustella.core.words.patterns import regex
from fustella.read import nets
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    entry,
    form_of,
    list_of,
    one_of,
    shown,
    value_of,
)
from fustella.read.layouts import MEASURE, Measure, measure
from fustella.read.nodes import FAULTY, ListNode, MappingNode, is_number
from fustella.read.scalars import DISTANCE, FLAG, SIZE, STRING

SIZES: Mapping[str, tuple[tuple[str, ...], ...]] = MappingProxyType(
    {
        "rectangle": (("size",), ("width", "height")),
        "hexagon": (("across_flats",),),
        "circle": (("diameter",),),
        "triangle": (("side",), ("width", "height")),
        "octagon": (("across_flats",),),
        "ellipse": (("width", "height"),),
        "path": (("path",), ("path", "width"), ("path", "height"), ("path", "width", "height")),
        "standee": (("width", "height", "foot"),),
        "die": (("side",),),
    }
)
"""The keys that give each shape its size: for each way of giving it, a tuple of keys."""

_MORE_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rectangle": ("corner", "turn"),
        "hexagon": ("corner", "turn"),
        "triangle": ("corner", "turn"),
        "octagon": ("corner", "turn"),
        "ellipse": ("turn",),
        "path": ("corner", "turn"),
        "die": ("stickers",),
    }
)
"""The keys that a shape may have besides the keys of its size."""

_ACROSS = {
    "across_flats": "from one flat side to the one opposite",
    "diameter": "from edge to edge, through the middle",
}
"""The first size of a shape in words, for a hint where a width was typed instead."""

SIZE_KEYS = {
    shape: tuple(dict.fromkeys((*(k for way in ways for k in way), *_MORE_KEYS.get(shape, ()))))
    for shape, ways in SIZES.items()
}
"""The keys that each shape may have."""

_FOR_SIZE = {
    "rectangle": "`width: …` and `height: …`, or `size: …`",
    "triangle": "`side: …`, or `width: …` and `height: …`",
    "path": '`path: "M0 0 L40 0 …"`, in mm',
}


def _degrees(value: object) -> float:
    if not is_number(value) or not math.isfinite(value):
        raise Rejected(
            "E104", f"expected a number of degrees, found {shown(value)}", "write a number like 90"
        )
    return float(value)


_TURN = value_of(_degrees, {"title": "degrees", "type": "number"})
_POINT: Schema = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}}
_PATH_SCHEMA: Schema = {
    "title": "path data of SVG in mm, or points",
    "anyOf": [{"type": "string"}, {"type": "array", "minItems": 3, "items": _POINT}],
}


class _Points(NamedTuple):
    """Corners as typed, in mm."""

    ring: Ring


def _path(value: object, at: At) -> object:
    """Reads path data, or points: `[[0mm, 0mm], [40mm, 0mm], …]`."""
    if isinstance(value, str):
        return value
    if not isinstance(value, ListNode):
        hint = 'write path data like "M0 0 L40 0 L20 30 Z", or points [[0mm, 0mm], [40mm, 0mm], …]'
        at.report("E104", f"expected a path, found {shown(value)}", hint)
        return FAULTY
    points = [_point(each, at.inside(n, value)) for n, each in enumerate(value)]
    if any(each is None for each in points):
        return FAULTY
    return _Points(tuple(each for each in points if each is not None))


def _point(value: object, at: At) -> Point | None:
    if not isinstance(value, list) or len(value) != 2:
        at.report("E104", f"expected a point, found {shown(value)}", "write [10mm, 25mm]")
        return None
    lengths = []
    for each in value:
        try:
            length = measure(each)
        except Rejected as fault:
            at.report(fault.code, fault.message, fault.hint)
            return None
        if length.share:
            at.report("E109", f"{shown(each)} is a share", "write a length: 10mm")
            return None
        lengths.append(length.mm)
    return Point(lengths[0], lengths[1])


_PATH = Reader(_path, _PATH_SCHEMA)


class LineForm(Form, frozen=True):
    """A line across a piece, from side to side."""

    x: Measure | None = entry(MEASURE, default=None, about="An upright line, so far from the left.")
    y: Measure | None = entry(MEASURE, default=None, about="A level line, so far from the top.")


_LINE_FORM = form_of(LineForm, {"oneOf": [{"required": ["x"]}, {"required": ["y"]}]})


def _line(value: object, at: At) -> object:
    """Reads a line: `{x: 50%}`, `{y: 40mm}`, or two points."""
    if isinstance(value, ListNode):
        ends = [_point(each, at.inside(n, value)) for n, each in enumerate(value)]
        if len(ends) != 2:
            at.report("E104", f"expected two points, found {len(ends)}", "write two: [[…], […]]")
            return FAULTY
        return FAULTY if None in ends else tuple(ends)
    form = _LINE_FORM(value, at)
    if isinstance(form, LineForm) and (form.x is None) is (form.y is None):
        at.report("E107", "a line has either `x` or `y`", "write {y: 50%}, or two points")
        return FAULTY
    return form


def _line_schema(vocabulary: Vocabulary) -> Schema:
    points = {"type": "array", "minItems": 2, "maxItems": 2, "items": _POINT}
    title = "{x: …}, {y: …}, or two points"
    return {"title": title, "anyOf": [_LINE_FORM.schema(vocabulary), points]}


_LINES = list_of(Reader(_line, _line_schema))


def _edge_schema(vocabulary: Vocabulary) -> Schema:
    colours = vocabulary.colours
    return named((*colours, "none") if colours else (), "name of a colour, or none")


class ShapeForm(Form, frozen=True, kw_only=True):
    """A shape with its size: of a piece, or of a hole in it."""

    shape: str = entry(one_of(*SIZES), default="rectangle", about="The outline of the pieces.")
    width: float | None = entry(
        SIZE, default=None, about="The width of a rectangle, triangle, ellipse or path: 63mm."
    )
    height: float | None = entry(
        SIZE, default=None, about="The height of a rectangle, triangle, ellipse or path: 88mm."
    )
    across_flats: float | None = entry(
        SIZE, default=None, about="From one side of a hexagon or octagon to the opposite one: 60mm."
    )
    diameter: float | None = entry(SIZE, default=None, about="A circle's size: 25mm.")
    side: float | None = entry(
        SIZE, default=None, about="The side of a triangle with three equal ones, or of a die: 16mm."
    )
    path: object = entry(
        _PATH, default=None, about='Round the piece, in mm: "M0 0 L40 0 L20 30 Z", or points.'
    )
    corner: float = entry(
        DISTANCE, default=0.0, about="The radius of rounded corners, where sides are straight: 3mm."
    )
    turn: float = entry(
        _TURN,
        default=0.0,
        about="By how many degrees the outline is turned clockwise: 90 lays a hexagon on a side.",
    )


class HoleForm(ShapeForm, frozen=True, kw_only=True):
    """A hole in a piece."""

    x: Measure = entry(
        MEASURE, default=Measure(0.5, 0), about="Its middle, from the left of the piece: 50%."
    )
    y: Measure = entry(
        MEASURE, default=Measure(0.5, 0), about="Its middle, from the top of the piece: 12mm."
    )


def rule_of_shape(shape: str) -> Schema:
    """The schema of the keys of size that a shape may have or needs."""
    own = SIZE_KEYS[shape]
    others = {key: False for keys in SIZE_KEYS.values() for key in keys if key not in own}
    ways: list[Schema] = [{"required": list(way)} for way in SIZES[shape]]
    needed: Schema = ways[0] if len(ways) == 1 else {"anyOf": ways}
    if shape == "rectangle":
        by_name = {"required": ["size"], "properties": {"width": False, "height": False}}
        by_length = {"required": ["width", "height"], "properties": {"size": False}}
        needed = {"if": {"required": ["size"]}, "then": by_name, "else": by_length}
    is_default = () if shape == "rectangle" else ("shape",)
    return {
        "if": {"properties": {"shape": {"const": shape}}, "required": list(is_default)},
        "then": {"properties": others, **needed},
    }


_HOLE_SHAPES = [shape for shape in SIZES if shape not in ("standee", "die")]
_HOLE = form_of(
    HoleForm,
    *map(rule_of_shape, _HOLE_SHAPES),
    {"not": {"properties": {"shape": {"enum": ["standee", "die"]}}, "required": ["shape"]}},
)


class OutlineForm(ShapeForm, frozen=True, kw_only=True):
    """The keys that give a piece its outline."""

    size: str | None = entry(
        STRING.described(lambda vocabulary: named(vocabulary.sizes, "name of a size")),
        default=None,
        about="A rectangle's size by name, such as poker; or else width and height.",
    )
    foot: float | None = entry(
        SIZE, default=None, about="Of a standee: the strip below either side of it, to glue it on."
    )
    stickers: bool = entry(
        FLAG, default=False, about="Of a die: six squares to stick on, not a net to fold."
    )
    holes: tuple[HoleForm, ...] = entry(
        list_of(_HOLE), default=(), about="What is cut out of it, with a shape each."
    )
    folds: tuple[object, ...] = entry(
        _LINES, default=(), about="Where it is folded: [{x: 50%}, {y: 40mm}], or two points each."
    )
    slits: tuple[object, ...] = entry(
        _LINES, default=(), about="Where it is cut inside, written as `folds` are."
    )
    perforations: tuple[object, ...] = entry(
        _LINES, default=(), about="Where it is torn off, written as `folds` are and printed alike."
    )
    bleed: float = entry(
        DISTANCE, default=0.0, about="How far the template draws beyond the trim: 2mm."
    )
    safe: float = entry(
        DISTANCE, default=0.0, about="How far every text keeps from the trim; 0mm: not looked at."
    )
    edge: str = entry(
        STRING.described(_edge_schema),
        default="",
        about="The one colour along the trim of all pieces, on both sides; or none.",
    )


_SIDES = regex(r"\s*([\d.,]+)\s*([a-z]*)\s*[x×X*]\s*([\d.,]+)\s*([a-z]*)\s*")


class OutlineRead(NamedTuple):
    """An outline, and the panels between its folds on which a template draws."""

    outline: Outline
    panels: tuple[Panel, ...] = ()


_SIZE_ITSELF = "write `width: …` and `height: …` instead, or add it to sizes.yaml"


def read_outline(
    form: OutlineForm, node: MappingNode, at: At, sizes: Mapping[str, Size]
) -> OutlineRead | None:
    """The outline of a kind; None after a fault was reported.

    `sizes` are the sizes of rectangles by name.
    """
    whole = _outline_without_edges(form, node, at, sizes)
    if whole is None:
        return None
    size = whole.outline.size
    if max(size.width_mm, size.height_mm) > limits.SIDE_MM:
        message = f"the piece is too large, {size.width_mm:,.0f} x {size.height_mm:,.0f} mm"
        hint = f"its sides are at most {limits.SIDE_MM:g} mm long"
        at.inside("path" if "path" in node else "shape", node).report("E110", message, hint)
        return None
    holes = tuple(_holes(form.holes, whole.outline.size, node, at))
    if len(holes) < len(form.holes):
        return whole
    outline = replace(whole.outline, holes=holes)
    ring = _ring_of(outline)
    try:
        outlines.faults_of(ring, holes)
    except OutlineFault as fault:
        at.inside(fault.key, node).report("E243", fault.message, fault.hint)
        return whole

    def lines(key: str) -> tuple[Edge, ...]:
        typed = _lines(getattr(form, key), key, ring, outline.size, node, at)
        return (*getattr(outline, key), *typed)

    folds, slits, torn = lines("folds"), lines("slits"), lines("perforations")
    outline = replace(outline, folds=folds, slits=slits, perforations=torn)
    return whole._replace(outline=outline)


def _outline_without_edges(
    form: OutlineForm, node: MappingNode, at: At, sizes: Mapping[str, Size]
) -> OutlineRead | None:
    """The outline without its holes and lines."""
    known = tuple(dict.fromkeys(key for keys in SIZE_KEYS.values() for key in keys))
    extras = [key for key in known if key in node and key not in SIZE_KEYS[form.shape]]
    for extra in extras:
        hint = f"a {form.shape} has {', '.join(SIZE_KEYS[form.shape])}"
        across = SIZE_KEYS[form.shape][0]
        if extra == "width" and across in _ACROSS and across not in node:
            hint = f"write `{across}: {node[extra]}` instead: {_ACROSS[across]}"
        others = [shape for shape, keys in SIZE_KEYS.items() if extra in keys]
        if "shape" not in node and others:
            hint = f"add a line `shape: {others[0]}`; {hint}"
        at.inside(extra, node).report("E106", f"a {form.shape} has no `{extra}`", hint)
    if form.shape == "rectangle" and form.size:
        size = sizes.get(as_spelt(form.size, sizes))
        if size is None:
            hint = _sides_in(form.size) or did_you_mean(form.size, sizes) or _SIZE_ITSELF
            at.inside("size", node).report("E118", f"there is no size `{form.size}`", hint)
            return None
        if form.width or form.height:
            message = "both a named size and a width or height"
            at.inside("size", node).report("E106", message, "keep one of them")
        form = replace(form, width=size.width_mm, height=size.height_mm)
    elif not any(all(getattr(form, key) for key in way) for way in SIZES[form.shape]):
        if extras:  # reported: the size is that of another shape
            return None
        begun = [way for way in SIZES[form.shape] if any(getattr(form, key) for key in way)]
        lacking = [key for key in (begun or SIZES[form.shape])[0] if not getattr(form, key)]
        needed = " and ".join(f"`{key}: …`" for key in lacking)
        needed = needed if begun else _FOR_SIZE.get(form.shape, needed)
        message = f"the {form.shape} has no {lacking[0] if begun else 'size'}"
        at.inside("shape", node).report("E107", message, f"add {needed}")
        return None
    try:
        return _outline_of(form)
    except OutlineFault as fault:
        code = "E110" if fault.key == "corner" else "E243"
        at.inside(fault.key, node).report(code, fault.message, fault.hint)
        return None


def _sides_in(typed: str) -> str:
    """The hint for a size that was typed as its sides: `63x88` or `63 mm x 88 mm`."""
    match = _SIDES.fullmatch(typed)
    if match is None:
        return ""
    width, unit, height, other = match.groups()
    unit = other or unit or "mm"
    width, height = (f"{each.replace(',', '.')}{unit}" for each in (width, height))
    return f"write `width: {width}` and `height: {height}` instead of `size`"


def _outline_of(form: OutlineForm) -> OutlineRead:
    """The outline of a form that says its size. Raises OutlineFault."""
    if form.shape == "standee":
        return _standee(form.width or 0, form.height or 0, form.foot or 0)
    if form.shape == "die":
        return _stickers(form.side or 0) if form.stickers else _die(form.side or 0)
    plain = _plain_shape(form)
    return OutlineRead(plain if plain is not None else _polygon(_ring(form)))


def _plain_shape(form: ShapeForm) -> Outline | None:
    """The outline of a rectangle, a circle or a plain hexagon; None for a shape with a polygon."""
    if form.shape == "circle":
        return Outline.circle(form.diameter or 0)
    quarters, rest = divmod(form.turn, 90)
    if form.shape == "rectangle" and rest == 0:
        size = Size(form.width or 0, form.height or 0)
        size = size.turned() if quarters % 2 else size
        if form.corner > min(size.width_mm, size.height_mm) / 2:
            message = "the corner is larger than half the piece"
            most_mm = min(size.width_mm, size.height_mm) / 2
            raise OutlineFault(message, f"write {most_mm:g}mm or less", "corner")
        return Outline.rectangle(size.width_mm, size.height_mm, form.corner)
    if form.shape == "hexagon" and form.turn % 30 == 0 and form.corner <= EPSILON_MM:
        return Outline.hexagon(form.across_flats or 0, flat=form.turn % 60 != 0)
    return None


def _polygon(ring: Ring) -> Outline:
    return Outline.polygon(outlines.at_origin([ring])[0])


def _ring(form: ShapeForm) -> Ring:
    """The corners of a shape, rounded and turned. Raises OutlineFault."""
    ring = _path_ring(form) if form.shape == "path" else _RINGS[form.shape](form)
    return outlines.turned(outlines.rounded(ring, form.corner), form.turn)


def _path_ring(form: ShapeForm) -> Ring:
    if isinstance(form.path, _Points):
        ring = outlines.clockwise(form.path.ring)
        if len(ring) < 3:
            raise OutlineFault("the path encloses nothing", "write three points or more")
    else:
        ring, *others = outlines.rings_of_path(str(form.path))
        if others:
            message = "the path has several parts"
            raise OutlineFault(message, "a piece is one: write what is cut out under `holes`")
    ring = outlines.at_origin([ring])[0]
    box = outlines.box_of(ring)
    if min(box.width_mm, box.height_mm) < EPSILON_MM:
        raise OutlineFault("the path encloses nothing", "draw round a piece")
    across = form.width / box.width_mm if form.width else 0.0
    down = form.height / box.height_mm if form.height else 0.0
    return outlines.scaled(ring, across or down or 1.0, down or across or 1.0)


_RINGS: Mapping[str, Callable[[ShapeForm], Ring]] = MappingProxyType(
    {
        "rectangle": lambda form: Rect(0, 0, form.width or 0, form.height or 0).corners(),
        "hexagon": lambda form: Outline.hexagon(form.across_flats or 0).corners(),
        "circle": lambda form: outlines.ellipse(form.diameter or 0, form.diameter or 0),
        "triangle": lambda form: outlines.triangle(
            form.side or form.width or 0,
            form.side * math.sqrt(3) / 2 if form.side else form.height or 0,
        ),
        "octagon": lambda form: outlines.octagon(form.across_flats or 0),
        "ellipse": lambda form: outlines.ellipse(form.width or 0, form.height or 0),
    }
)


def _holes(forms: Sequence[HoleForm], size: Size, node: MappingNode, at: At) -> Iterator[Ring]:
    """Yields the holes at their places; faulty ones are reported and left out."""
    for number, form in enumerate(forms):
        inside = _inside_list(node, at, "holes", number)
        if form.shape not in _HOLE_SHAPES:
            inside.report("E243", f"a hole is no {form.shape}", "give it another shape")
            continue
        if not any(all(getattr(form, key, None) for key in way) for way in SIZES[form.shape]):
            needed = " and ".join(f"{key}: …" for key in SIZES[form.shape][-1])
            inside.report("E107", f"the {form.shape} has no size", f"add {needed}")
            continue
        try:
            ring = _ring(form)
        except OutlineFault as fault:
            inside.report("E243", fault.message, fault.hint)
            continue
        box = outlines.box_of(ring)
        dx = form.x.of_mm(size.width_mm) - box.x_mm - box.width_mm / 2
        dy = form.y.of_mm(size.height_mm) - box.y_mm - box.height_mm / 2
        yield tuple(point.moved(dx, dy) for point in ring)


def _ring_of(outline: Outline) -> Ring:
    """An outline as a ring of corners, with short straight lines instead of curves."""
    size = outline.size
    if outline.is_round:
        return outlines.ellipse(size.width_mm, size.height_mm)
    return outlines.rounded(outline.corners(), outline.corner_radius_mm)


def _lines(
    typed: Sequence[object], key: str, ring: Ring, size: Size, node: MappingNode, at: At
) -> Iterator[Edge]:
    """Yields the edges of lines, which run across the piece or from point to point."""
    for number, line in enumerate(typed):
        inside = _inside_list(node, at, key, number)
        if isinstance(line, LineForm):
            upright = line.x is not None
            length = line.x or line.y or Measure(0, 0)
            at_mm = length.of_mm(size.width_mm if upright else size.height_mm)
            parts = outlines.across(ring, at_mm, upright)
            if not parts:
                message = f"the line at {at_mm:g} mm misses the piece"
                hint = f"move it: the piece is {size.width_mm:g} x {size.height_mm:g} mm"
                inside.report("E244", message, hint)
            yield from parts
        elif isinstance(line, tuple):
            box = Rect(0, 0, size.width_mm, size.height_mm).grown(EPSILON_MM)
            if all(box.contains(Rect(end.x_mm, end.y_mm, 0, 0)) for end in line):
                yield line
            else:
                hint = f"shorten it: the piece is {size.width_mm:g} x {size.height_mm:g} mm"
                inside.report("E244", "the line leaves the piece", hint)


def _standee(width_mm: float, height_mm: float, foot_mm: float) -> OutlineRead:
    """A figure that is folded at its head: the front below, its mirrored back above."""
    whole_mm = 2 * (height_mm + foot_mm)
    places = (foot_mm, foot_mm + height_mm, foot_mm + 2 * height_mm)
    folds = tuple((Point(0, y_mm), Point(width_mm, y_mm)) for y_mm in places)
    front = Panel("front", Rect(0, foot_mm + height_mm, width_mm, height_mm))
    back = Panel("back", Rect(0, foot_mm, width_mm, height_mm), 180, mirrored=True)
    outline = replace(Outline.rectangle(width_mm, whole_mm), folds=folds)
    return OutlineRead(outline, (front, back))


def _stickers(side_mm: float) -> OutlineRead:
    """Six squares in two rows, with cuts between them."""
    outline = Outline.rectangle(3 * side_mm, 2 * side_mm)
    level = [(Point(0, side_mm), Point(3 * side_mm, side_mm))]
    upright = [(Point(x * side_mm, 0), Point(x * side_mm, 2 * side_mm)) for x in (1, 2)]
    panels = tuple(
        Panel(str(number + 1), Rect(number % 3 * side_mm, number // 3 * side_mm, side_mm, side_mm))
        for number in range(6)
    )
    return OutlineRead(replace(outline, slits=(*level, *upright)), panels)


def _die(side_mm: float) -> OutlineRead:
    """A net to fold, with a panel for each square."""
    net = nets.die(side_mm)
    squares = sorted((it for it in net.panels if it.name.isdigit()), key=lambda it: it.name)
    return OutlineRead(net.outline, tuple(Panel(it.name, it.box) for it in squares))


def _inside_list(node: MappingNode, at: At, key: str, number: int) -> At:
    """The place of an entry of a list of a kind."""
    typed = node.get(key)
    return at.inside(key, node).inside(number, typed if isinstance(typed, ListNode) else None)
