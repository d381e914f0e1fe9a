"""Paints the nodes of a scene through `Operators`, as the page of a face.

Operators of nodes that equal each other are made once. A node that is not painted here (a filter, a
picture that is in the SVG itself, a font in colours) is left to typst, which compiles the node as a
page that becomes a form, or, if there are many such nodes, the whole face.
"""

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from math import floor
from xml.etree.ElementTree import Element, tostring

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.inks import INK
from fustella.core.values.model import PICTURE
from fustella.draw.render.letters import PageFonts, PlainFonts
from fustella.draw.render.markers import Vertex, placed_marker, vertices_of
from fustella.draw.render.operators import (
    LUMINANCE,
    OPENING,
    RGB,
    WHITE,
    Inks,
    Operators,
    Resource,
    Settings,
    fine,
    moving,
    number,
    opacity_operator,
    painted,
    special_inks,
)
from fustella.draw.render.outlines import box_of, dimensions_of, outline
from fustella.draw.render.paints import (
    LETTERING,
    PAINTS,
    Coat,
    Colour,
    ContextPaint,
    NotPlain,
    Paint,
    Server,
    is_even,
    look_of,
    number_of,
    paint_of,
    paint_order,
)
from fustella.draw.render.pictures import name_of_picture
from fustella.draw.render.servers import (
    GRADIENTS,
    Gradient,
    Stop,
    attributes_of,
    box_matrix,
    chain_of,
    gradient_of,
    length_in,
)
from fustella.draw.render.shapes import (
    BLENDED,
    CLIPPED_AWAY,
    NO_EFFECTS,
    OF_GROUPS,
    STAYING,
    WITH_EFFECTS,
    Effects,
    Placing,
    effects_of,
    in_colour,
    is_flat,
    moved_box,
    named_in,
    outlines_in,
    placing_of,
    reach_of,
    rectangle,
    refuse_unknown,
    shape_of,
    shapes_of_clip,
)
from fustella.draw.render.texts import (
    LetterRow,
    TextLook,
    box_of_rows,
    has_rows,
    outlines_of_row,
    rows_of,
    text_look,
)
from fustella.draw.scene.model import XML_SPACE, Group, Image, Node, Path, Scene, Style, Text
from fustella.draw.svg.boxes import Box
from fustella.draw.svg.references import references_of
from fustella.draw.svg.transforms import view_box, view_matrix
from fustella.draw.svg.tree import (
    HREFS,
    IDENTITY,
    SVG,
    Attributes,
    Matrix,
    href_in,
    parse_transform,
)
from fustella.draw.text.fonts import FontStyle

_SIZE = re.compile(r"([0-9]{1,5}(?:\.[0-9]+)?)mm")
_PRINTABLE = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,4})?")
"""Matches a number of an SVG that may stand in a PDF as it is."""

_DEEPEST, _MOST = 60, 50_000
"""The deepest nesting of elements, and the most elements, that are painted without typst.

A pattern counts as two levels.
"""

_MOST_COMPILED = 8
"""The most parts of a face that typst compiles by themselves; with more, it compiles the face."""

_LARGEST = 200.0
"""The largest factor by which something may be enlarged.

Coordinates are rounded to a tenth of a micrometre. Enlarged this much, they are wrong by up to a
hundredth of a millimetre, which is a quarter of a pixel at 600 dpi.
"""

_SAME_MM, _INSET = 1e-3, 1e-5


_OF_USES = OF_GROUPS | {"x", "y", "width", "height", *HREFS}


_NAMES_RESOURCE = re.compile(rb"/[psx][0-9a-f]{16}\b")
_MOST_TILES = 1000
"""The most tiles of a pattern that are painted one by one."""


class _TooMuch(NotPlain):
    """Raised where typst has to compile the whole face, not only a node of it."""


class Context(Struct, frozen=True):
    """The element to which `context-fill` and `context-stroke` refer: a `<use>` or a marked path.

    In the shapes that a `<use>` repeats, and in markers, they mean the paints of this element (SVG
    2, 13.2). `values` are its style, `box` its box, `outer` the context in which it stands itself.
    `matrix` leads from its coordinates, in which its gradients and patterns lie, to the page.
    """

    values: Mapping[str, str]
    matrix: Matrix
    box: Callable[[], Box | None]
    outer: "Context | None"


class Tile(Struct, frozen=True):
    """The tile of a pattern: what it paints, and its distances across and down to the next tile.

    `matrix` leads from its coordinates to those in which the stream began.
    """

    inside: Operators
    across: float
    down: float
    matrix: Matrix

    @property
    def is_painted_alike(self) -> bool:
        """Whether all viewers repeat this tile alike.

        Inside of a tile, pdfium leaves out patterns and masks; poppler moves a turned tile to whole
        pixels.
        """
        m = self.matrix
        turned = min(abs(m.a) + abs(m.d), abs(m.b) + abs(m.c)) > 1e-9
        return not (turned or any(map(_NAMES_RESOURCE.search, self.inside.parts)))


class FacePage:
    """Writes the operators of one face. Raises NotPlain for a face that typst has to compile."""

    def __init__(self, scene: Scene, fonts: PlainFonts) -> None:
        self._document, self._scene = fonts, scene
        self.fonts: PageFonts = {}
        self.resources: dict[bytes, Resource] = {}
        self.opacities: set[bytes] = set()
        self.aliases: set[bytes] = set()
        opening = _opening(tuple(scene.element.attrib.items()))
        self.size, self._view, self._area = opening.size, opening.view, opening.area
        self._left, self._scale = _MOST, opening.scale
        self._known_boxes: dict[Node, Box | None] = {}
        self._covers: dict[tuple[str, Matrix, Box], bytes] = {}
        # From the innermost coordinates to those of the page, and to where the stream began.
        self._matrix, self._base = opening.matrix, IDENTITY
        self._canvas = Operators(self.resources, self.opacities, RGB, OPENING)
        self._canvas.parts.append(opening.operators)
        self._in_form, self._apart, self._ink = False, 0, ""
        self._serving: set[str] = set()
        self._context: Context | None = None
        self._tiled: dict[bytes, Tile] = {}
        self.compiled: list[str] = []
        self._elements: dict[str, Element] = {}
        self._all(scene.root, 0)
        if len(self._canvas.parts) == 1 + len(self.compiled) > 1:
            raise NotPlain  # typst draws all of it

    @property
    def drawing(self) -> bytes:
        """The content stream of the page."""
        return b"".join(self._canvas.parts)

    # --- nodes ---

    def _all(self, group: Group, depth: int) -> None:
        if depth > _DEEPEST:
            raise _TooMuch
        for node, source in zip(group.children, group.sources, strict=True):
            self._left -= 1
            if not self._left:
                raise _TooMuch
            canvas, scale, matrix = self._canvas, self._scale, self._matrix
            begun, compiled = len(canvas.parts), len(self.compiled)
            try:
                if type(node) is Path:  # nearly all are shapes
                    self._shape(node, depth)
                else:
                    self._paint(node, depth)
            except _TooMuch:
                raise
            except NotPlain:
                if self._ink:
                    raise _TooMuch from None  # typst knows no special inks
                if self._apart or (self._context and _takes_context(source, group.style)):
                    raise
                canvas.cut(begun)
                del self.compiled[compiled:]
                self._scale, self._matrix = scale, matrix
                self._compile(node, source, group.style)

    def _paint(self, node: Node, depth: int) -> None:
        if type(node) is Text:
            self._text(node, depth)
        elif type(node) is Group:
            self._group(node, depth)
        elif type(node) is Image:
            self._image(node, depth)
        else:
            raise NotPlain

    def _group(self, node: Group, depth: int) -> None:
        own = node.own
        if node.name not in {"g", "use", "svg"}:
            raise NotPlain
        refuse_unknown(own, _OF_USES if node.name == "use" else OF_GROUPS)
        effects, opacity = effects_of(own), number_of(own, "opacity", 1.0)
        draw = partial(self._all, node, depth + 1)
        if node.name == "use":
            draw = partial(self._draw_in_context, node, draw)
        if INK in own and not self._canvas.inks.is_mask:
            self._draw_in_ink(own[INK], opacity, draw)
        elif effects.are_plain and opacity >= 1 and not effects.clip:
            outer = self._open(placing_of(node.matrix), b"")
            draw()
            self._close(outer)
        else:
            self._draw_with_effects(node, effects, opacity, depth, draw)

    def _draw_in_ink(self, ink: str, opacity: float, draw: Callable[[], None]) -> None:
        """Draws what is printed in a special ink as a form that says so, in that ink alone.

        The opacity with which the ink is shown is set in the form, where a press finds it.
        """
        box = self._visible_box()
        if box is None:
            return
        canvas, inks, self._ink = self._canvas, special_inks(ink), ink
        try:
            inside = self._stream_of(draw, inks)
        finally:
            self._ink = ""
        for head in inks.heads:
            canvas.add(b"/ColorSpace", head)
        shown = canvas.inner()
        if opacity < 1:
            shown.parts.append(opacity_operator(opacity) + b"\n")
        name = canvas.group(inside, box) if opacity < 1 else canvas.form(inside, box)
        shown.parts.append(name + b" Do\n")
        canvas.show(canvas.form_in_ink(shown, box, ink))

    def _draw_in_context(self, node: Group | Path, draw: Callable[[], None]) -> None:
        """Draws the content of a `<use>` or of markers, with this node as its context."""
        outer, box = self._context, partial(self._box, node)
        self._context = Context(node.style.values, self._matrix, box, outer)
        try:
            draw()
        finally:
            self._context = outer

    def _shape(self, node: Path, depth: int) -> None:
        shape, canvas = shape_of(node), self._canvas
        if shape.painting and canvas.inks is RGB:
            if node.matrix is IDENTITY:
                canvas.paint(shape.painting)
                return
            placing = placing_of(node.matrix)
            if self._scale * placing.scale > _LARGEST:
                raise NotPlain
            canvas.paint(shape.painting, placing.operator)
            return
        if not (shape.look.coats or shape.is_marked):
            return
        look, path = shape.look, shape.outline

        def draw() -> None:
            self._coats(path, look.coats, lambda: box_of(path), depth)
            if shape.is_marked:
                self._draw_in_context(node, partial(self._markers, node, depth))

        self._draw_with_effects(node, shape.effects, look.opacity, depth, draw)

    def _markers(self, node: Path, depth: int) -> None:
        """Paints the markers of a path over it."""
        values = node.style.values
        if values.get("visibility", "visible") != "visible":
            return
        if paint_order(values.get("paint-order", "normal"))[-1] != "markers":
            raise NotPlain
        vertices = vertices_of(node.name, node.own)
        width = number_of(values, "stroke-width", 1.0)
        for at, vertex in enumerate(vertices):
            places: tuple[str, ...] = ("start",) if at == 0 else ("mid",)
            if at == len(vertices) - 1:
                places = ("start", "end") if at == 0 else ("end",)
            for place in places:
                name = named_in(values.get(f"marker-{place}", "none"))
                if name:
                    self._marker(name, vertex, width, place == "start", depth)

    def _marker(self, name: str, vertex: Vertex, width: float, start: bool, depth: int) -> None:
        marker = self._scene.definitions.get(name)
        if not isinstance(marker, Group) or marker.name != "marker":
            raise NotPlain
        if name in self._serving:  # a marker shows no markers that lead back to it
            return
        if not WITH_EFFECTS.isdisjoint(marker.own) or "opacity" in marker.own:
            raise NotPlain
        place, view, clip = placed_marker(marker, vertex, width, start)
        if not (place.a or place.b):
            return
        self._serving.add(name)
        try:
            outer = self._open(placing_of(place), rectangle(clip) + b"W n\n" if clip else b"")
            inner = self._open(placing_of(view), b"")
            self._all(marker, depth + 1)
            self._close(inner)
            self._close(outer)
        finally:
            self._serving.discard(name)

    def _coats(
        self, path: bytes, coats: tuple[Coat, ...], box: Callable[[], Box | None], depth: int
    ) -> None:
        """Paints an outline; gradients and patterns fill `box`, the box of the shape or text."""
        canvas = self._canvas
        for coat in coats:
            server = coat.fill if coat.fill is not None else coat.stroke
            if not isinstance(server, (Server, ContextPaint)):
                canvas.paint([canvas.painting(path, coat)])
                continue
            if self._ink:
                raise NotPlain
            if coat.alpha < 1 and self._is_tiled(server):  # pdfium paints tiles without the opacity
                whole = (replace(coat, alpha=1.0),)
                self._draw_group(partial(self._coats, path, whole, box, depth), [], "", coat.alpha)
                continue
            served = self._pattern_of(server, coat, path, box(), depth)
            if isinstance(served, Coat):
                canvas.paint([canvas.painting(path, served)])
            elif served is not None:
                pattern, mask = served
                tile = self._tiled.get(pattern)
                if tile and not tile.is_painted_alike and self._each_tile(path, coat, tile):
                    continue
                if mask:
                    state = canvas.save()
                    canvas.use(mask)
                    canvas.paint_served(path, coat, pattern)
                    canvas.restore(state)
                else:
                    canvas.paint_served(path, coat, pattern)

    def _each_tile(self, path: bytes, coat: Coat, tile: Tile) -> bool:
        """Paints an outline with the tiles of a pattern one by one; False for too many tiles."""
        canvas, reach, seen = self._canvas, reach_of(path, coat), self._visible_box()
        if reach is None or seen is None:
            return False
        place = self._in_stream.inverse().then(tile.matrix)
        left, top = max(reach[0], seen[0]), max(reach[1], seen[1])
        right, bottom = min(reach[2], seen[2]), min(reach[3], seen[3])
        left, top, right, bottom = moved_box((left, top, right, bottom), place.inverse())
        columns = range(floor(left / tile.across), math.ceil(right / tile.across))
        rows = range(floor(top / tile.down), math.ceil(bottom / tile.down))
        if len(columns) * len(rows) > _MOST_TILES:
            return False
        form = canvas.form(tile.inside, (0.0, 0.0, tile.across, tile.down))

        def draw() -> None:
            outer = self._canvas.save(moving(place))
            for row in rows:
                for column in columns:
                    at = Matrix(e=column * tile.across, f=row * tile.down)
                    self._canvas.show(form, moving(at))
            self._canvas.restore(outer)

        outer, masks = canvas.save(), list[bytes]()
        if coat.line is None:
            canvas.clip(path + (b"W* n\n" if coat.even else b"W n\n"))
        else:
            white = replace(coat, alpha=1.0, stroke=Colour(255, 255, 255))
            shape = canvas.inner(WHITE)
            shape.paint([shape.painting(path, white)])
            masks.append(canvas.mask(shape, seen))
        if masks or coat.alpha < 1:
            self._draw_group(draw, masks, "", coat.alpha)
        else:
            draw()
        canvas.restore(outer)
        return True

    # --- places and effects ---

    def _open(
        self, placing: Placing, clip: bytes, *, always: bool = False
    ) -> tuple[list[bytes], float, Matrix] | None:
        """Sets the coordinates and the clip path for a node; returns the argument of `_close`."""
        if not (placing.operator or clip or always):
            return None
        outer = self._canvas.save(placing.operator), self._scale, self._matrix
        self._scale *= placing.scale
        self._matrix = self._matrix.then(placing.matrix)
        if self._scale > _LARGEST:
            raise NotPlain
        if clip:
            self._canvas.clip(clip)
        return outer

    def _close(self, outer: tuple[list[bytes], float, Matrix] | None) -> None:
        if outer is not None:
            state, self._scale, self._matrix = outer
            self._canvas.restore(state)

    def _draw_with_effects(
        self,
        node: Node,
        effects: Effects,
        opacity: float,
        depth: int,
        draw: Callable[[], None],
    ) -> None:
        """Draws a node in its place, with its clip path, mask, opacity and blend mode."""
        if opacity <= 0:
            return
        outer = self._open(placing_of(node.matrix), b"", always=bool(effects.clip))
        masks = self._clip_to(effects.clip, node, depth) if effects.clip else []
        if effects.mask:
            masks.append(self._mask(effects.mask, node, depth))
        if masks or effects.blend or effects.isolated or opacity < 1:
            self._draw_group(draw, masks, effects.blend, opacity)
        else:
            draw()
        self._close(outer)

    def _draw_group(
        self, draw: Callable[[], None], masks: list[bytes], blend: str, opacity: float
    ) -> None:
        """Draws one transparency group, through masks (the innermost first), faded and blended."""
        box = self._visible_box()
        if box is None:
            return
        canvas = self._canvas
        inside = self._stream_of(draw, None)
        for mask in masks[:-1]:
            outside = inside.inner()
            outside.use(mask)
            outside.show(canvas.group(inside, box))
            inside = outside
        name = canvas.group(inside, box)
        state = canvas.save()
        if masks:
            canvas.use(masks[-1])
        if blend:
            canvas.use(canvas.blending(blend))
        canvas.show(name, opacity=opacity)
        canvas.restore(state)

    def _stream_of(self, draw: Callable[[], None], inks: Inks | None) -> Operators:
        """Draws on a new stream, which begins in the current coordinates, and returns it."""
        canvas, base, in_form = self._canvas, self._base, self._in_form
        self._canvas, self._base, self._in_form = canvas.inner(inks), self._matrix, True
        try:
            draw()
            return self._canvas
        finally:
            self._canvas, self._base, self._in_form = canvas, base, in_form

    def _stream_apart(
        self, draw: Callable[[], None], area: Box, scale: float, inks: Inks | None
    ) -> Operators:
        """Draws a tile or a mask on a new stream with its own coordinates, and returns the stream.

        `area` is the visible part of these coordinates, and `scale` how much they are enlarged on
        the page. Raises NotPlain for a node that typst has to compile: typst's page of a node has
        its place on the page of the face.
        """
        outer, context = (self._matrix, self._area, self._scale), self._context
        self._matrix, self._area, self._scale, self._context = IDENTITY, area, scale, None
        self._apart += 1
        try:
            return self._stream_of(draw, inks)
        finally:
            (self._matrix, self._area, self._scale), self._context = outer, context
            self._apart -= 1

    def _visible_box(self) -> Box | None:
        """The box of the page in the current coordinates.

        None if these flatten everything.
        """
        try:
            back = self._matrix.inverse()
        except ZeroDivisionError:
            return None
        return moved_box(self._area, back)

    # --- clip paths and masks ---

    def _clip_to(self, name: str, node: Node, depth: int) -> list[bytes]:
        """Clips to a clip path; returns masks for the parts that operators cannot clip to."""
        masks = list[bytes]()
        for found in self._clips(name, node, depth):
            if found.startswith(b"/"):
                masks.append(found)
            else:
                self._canvas.clip(found)
        return masks

    def _clips(self, name: str, node: Node, depth: int) -> Iterator[bytes]:
        """Yields the operators of a clip path's outlines, or the names of masks in their place."""
        clip = self._scene.definitions.get(name)
        if not isinstance(clip, Group) or clip.name != "clipPath" or depth > _DEEPEST:
            raise NotPlain
        if not clip.own.keys() <= {"id", "transform", "clip-path", "clipPathUnits"} | PAINTS:
            raise NotPlain
        around = named_in(clip.own.get("clip-path", "none"))
        matrix = clip.matrix
        if clip.own.get("clipPathUnits", "userSpaceOnUse") == "objectBoundingBox":
            box = self._box(node)
            if box is None:
                raise NotPlain
            matrix = matrix.then(box_matrix(box))
        if around:
            yield from self._clips(around, node, depth + 1)
        shapes = [*shapes_of_clip(clip)]
        outlines = outlines_in(shapes, matrix)
        if outlines is None or len(outlines) > 1:
            yield self._covering_mask(name, shapes, matrix, depth)
        else:
            yield outlines[0] if outlines else CLIPPED_AWAY

    def _covering_mask(
        self, name: str, shapes: list[tuple[Node, Matrix]], matrix: Matrix, depth: int
    ) -> bytes:
        """Adds a mask that is white where shapes of a clip path are, and returns its name."""
        box = self._visible_box()
        if box is None:
            return CLIPPED_AWAY

        def draw() -> None:
            for shape, inner in shapes:
                self._paint_white(shape, matrix.then(inner), depth + 1)

        key = name, matrix, box
        if key not in self._covers:
            made = self._stream_apart(draw, box, self._scale, WHITE)
            self._covers[key] = self._canvas.mask(made, box)
        return self._covers[key]

    def _paint_white(self, shape: Node, matrix: Matrix, depth: int) -> None:
        """Paints a shape or a text of a clip path white, within its own clip path."""
        if shape.style.values.get("visibility", "visible") != "visible":
            return
        outer = self._open(placing_of(matrix), b"")
        clip = named_in(shape.own.get("clip-path", "none"))

        def draw() -> None:
            even = False
            if isinstance(shape, Text):
                rows = rows_of(shape, self._scene)
                paths = [b"".join(outlines_of_row(row)) for row in rows]
            elif isinstance(shape, Path):
                path = outline(shape.name, shape.own)
                even = is_even(shape.style.values.get("clip-rule", "nonzero"))
                paths = [path] if path and dimensions_of(path) > 1 else []
            else:
                raise NotPlain
            coat = Coat(1.0, Colour(255, 255, 255), None, None, even)
            for path in filter(None, paths):
                self._canvas.paint([self._canvas.painting(path, coat)])

        self._draw_with_effects(shape, Effects(clip, "", "", False), 1.0, depth, draw)
        self._close(outer)

    def _mask(self, name: str, node: Node, depth: int) -> bytes:
        """Adds a `<mask>`, in the coordinates of the node that it masks, and returns its name."""
        mask = self._scene.definitions.get(name)
        if not isinstance(mask, Group) or mask.name != "mask" or depth > _DEEPEST:
            raise NotPlain
        own = mask.own
        if own.get("color-interpolation", "sRGB") not in {"sRGB", "auto"} or name in self._serving:
            raise NotPlain
        region_in_box = own.get("maskUnits") != "userSpaceOnUse"
        content_in_box = own.get("maskContentUnits", "userSpaceOnUse") == "objectBoundingBox"
        box = self._box(node) if region_in_box or content_in_box else None
        if (region_in_box or content_in_box) and (box is None or is_flat(box)):
            raise NotPlain
        width, height = (1.0, 1.0) if region_in_box else self._view
        x, y, across, down = (
            length_in(own, key, whole, share)
            for key, whole, share in (
                *(("x", width, -0.1), ("y", height, -0.1)),
                *(("width", width, 1.2), ("height", height, 1.2)),
            )
        )
        region = (x, y, x + across, y + down)
        if region_in_box and box:
            region = moved_box(region, box_matrix(box))
        seen = self._visible_box()
        if seen is None or across <= 0 or down <= 0:
            raise NotPlain
        content = placing_of(box_matrix(box)) if content_in_box and box else STAYING
        inks = WHITE if own.get("mask-type") == "alpha" else LUMINANCE
        inner = named_in(own.get("mask", "none"))
        clip = named_in(own.get("clip-path", "none"))

        def inside() -> None:
            outer = self._open(content, b"")
            self._all(mask, depth + 1)
            self._close(outer)

        def draw() -> None:
            outer = self._canvas.save()
            self._canvas.clip(rectangle(region) + b"W n\n")
            masks = [self._mask(inner, node, depth + 1)] if inner else []
            masks += self._clip_to(clip, node, depth + 1) if clip else []
            if masks:
                self._draw_group(inside, masks, "", 1.0)
            else:
                inside()
            self._canvas.restore(outer)

        self._serving.add(name)
        try:
            return self._canvas.mask(self._stream_apart(draw, seen, self._scale, inks), seen)
        finally:
            self._serving.discard(name)

    # --- paint servers ---

    def _pattern_of(
        self,
        server: Server | ContextPaint,
        coat: Coat,
        path: bytes,
        box: Box | None,
        depth: int,
    ) -> tuple[bytes, bytes] | Coat | None:
        """Adds a gradient or pattern of SVG as a pattern of PDF; returns its name and its mask's.

        The name of the mask is b"" if all is opaque. If only one colour is painted, a coat in this
        colour is returned instead; None if nothing is painted.
        """
        reach = reach_of(path, coat) or box
        paint, alpha, context = self._paint_in_context(server)
        if not isinstance(paint, Server):
            return in_colour(coat, paint, alpha)
        matrix, away = self._matrix, IDENTITY
        if context and context.matrix != matrix:
            away = context.matrix.inverse().then(matrix)
            reach = moved_box(reach, away) if reach else None
        box = context.box() if context else box
        found = self._scene.definitions.get(paint.name)
        result: Gradient | Stop | bytes | None = None
        if isinstance(found, Group) and found.name in GRADIENTS:
            result = gradient_of(self._scene, found, box, reach, self._view)
        elif isinstance(found, Group) and found.name == "pattern":
            self._matrix = context.matrix if context else matrix
            result = self._tiles(found, paint.name, box, depth)
            self._matrix = matrix
        else:
            raise NotPlain
        if result is None or isinstance(result, Stop):
            alpha = result.alpha if result else 1.0
            return in_colour(coat, result.colour if result else paint.otherwise, alpha)
        if isinstance(result, bytes):
            return result, b""
        if away is not IDENTITY:
            result = replace(result, matrix=away.inverse().then(result.matrix))
        mask = b""
        if result.fades:
            seen = self._visible_box()
            if seen is None:
                return None
            mask = self._canvas.fade(result, seen)
        return self._canvas.gradient(result, self._in_stream), mask

    def _is_tiled(self, server: Server | ContextPaint) -> bool:
        """Whether a paint server is a pattern."""
        paint, _, _ = self._paint_in_context(server)
        found = self._scene.definitions.get(paint.name) if isinstance(paint, Server) else None
        return found is not None and found.name == "pattern"

    def _paint_in_context(
        self, paint: Server | ContextPaint
    ) -> tuple[Paint | None, float, Context | None]:
        """Follows `context-fill` and `context-stroke` to the paint that they stand for.

        Returns the paint, its opacity, and the context that has it. Any other `paint` is returned
        as it is, with None as its context.
        """
        context, alpha = None, 1.0
        found: Paint | None = paint
        here = self._context
        while isinstance(found, ContextPaint):
            if here is None:
                return None, 0.0, None
            key, context = found.key, here
            values = {one: here.values[one] for one in (key, "color") if one in here.values}
            found, alpha = paint_of(values, key, "#000000" if key == "fill" else "none")
            here = here.outer
        return found, alpha, context

    @property
    def _in_stream(self) -> Matrix:
        """The matrix from the current coordinates to those in which the stream began.

        A pattern lies in the coordinates in which the stream began, wherever it is used (ISO
        32000-1, 8.7.3.1).
        """
        if self._base is IDENTITY:
            return self._matrix
        try:
            return self._base.inverse().then(self._matrix)
        except ZeroDivisionError:
            raise NotPlain from None

    def _tiles(self, pattern: Group, name: str, box: Box | None, depth: int) -> bytes | None:
        """Adds a `<pattern>`, and returns its name; None if it paints nothing."""
        chain = chain_of(self._scene, pattern)
        attributes = attributes_of(chain)
        if name in self._serving:  # browsers paint nothing where a pattern leads back to itself
            return None
        holder = next((one for one in chain if one.children), None)
        in_box = attributes.get("patternUnits") != "userSpaceOnUse"
        content_in_box = attributes.get("patternContentUnits") == "objectBoundingBox"
        if holder is None or ((in_box or content_in_box) and (box is None or is_flat(box))):
            return None
        width, height = (1.0, 1.0) if in_box else self._view
        x, y, across, down = (
            length_in(attributes, key, whole, 0.0)
            for key, whole in (("x", width), ("y", height), ("width", width), ("height", height))
        )
        if in_box and box:
            unit = box_matrix(box)
            x, y, across, down = (
                *(unit.a * x + unit.e, unit.d * y + unit.f),
                *(unit.a * across, unit.d * down),
            )
        if across <= 0 or down <= 0:
            return None
        transform = attributes.get("patternTransform", "")
        matrix = parse_transform(transform) if transform else IDENTITY
        if abs(matrix.a * matrix.d - matrix.b * matrix.c) < 1e-12:
            matrix = IDENTITY  # browsers ignore one that flattens
        matrix = matrix.then(Matrix(e=x, f=y))
        view = view_box(Element("pattern", {"viewBox": attributes.get("viewBox", "")}))
        content = IDENTITY
        if view:
            aspect = attributes.get("preserveAspectRatio", "")
            content = view_matrix(view, across, down, aspect)
        elif content_in_box and box:
            content = Matrix(box[2] - box[0], 0, 0, box[3] - box[1])
        in_stream = self._in_stream.then(matrix)
        if abs(in_stream.a * in_stream.d - in_stream.b * in_stream.c) < 1e-12:
            return None

        def draw() -> None:
            outer = self._open(placing_of(content), b"")
            self._all(holder, depth + 2)  # as many calls as two groups
            self._close(outer)

        self._serving.add(name)
        try:
            scale = self._scale * placing_of(matrix).scale
            inside = self._stream_apart(draw, (0.0, 0.0, across, down), scale, None)
        finally:
            self._serving.discard(name)
        box = (0.0, 0.0, across, down)
        found = self._canvas.tiles(inside, box, (across, down), in_stream)
        self._tiled[found] = Tile(inside, across, down, in_stream)
        return found

    # --- boxes ---

    def _box(self, node: Node) -> Box | None:
        """A node's bounding box in its own coordinates, without strokes (SVG 1.1, 7.11).

        Gradients, patterns and masks are placed in this box. In a group, browsers turn the box of a
        turned node and take the box around that. Each node is measured once.
        """
        if node not in self._known_boxes:
            self._known_boxes[node] = self._measured(node)
        return self._known_boxes[node]

    def _measured(self, node: Node) -> Box | None:
        if isinstance(node, Path):
            return box_of(outline(node.name, node.own))
        if isinstance(node, Text):
            return box_of_rows(rows_of(node, self._scene))
        if isinstance(node, Image):
            x, y, width, height = (
                number_of(node.own, key) for key in ("x", "y", "width", "height")
            )
            return x, y, x + width, y + height
        children = node.children if isinstance(node, Group) else ()
        inner = [(box, child.matrix) for child in children if (box := self._box(child))]
        if not inner:
            return None
        moved = [box if m is IDENTITY else moved_box(box, m) for box, m in inner]
        lefts, tops, rights, bottoms = zip(*moved, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    # --- texts ---

    def _text(self, text: Text, depth: int) -> None:
        own = text.own
        if text.matrix is IDENTITY and _is_plain_text(tuple(own)):  # as nearly all are
            self._lines(text, depth)
            return
        refuse_unknown(own, _OF_TEXTS)
        effects, opacity = effects_of(own), number_of(own, "opacity", 1.0)
        if effects is NO_EFFECTS and opacity >= 1:
            outer = self._open(placing_of(text.matrix), b"")
            self._lines(text, depth)
            self._close(outer)
        else:
            self._draw_with_effects(text, effects, opacity, depth, lambda: self._lines(text, depth))

    def _lines(self, text: Text, depth: int) -> None:
        look = text_look(text.style)
        if look is None or has_rows(text):
            self._rows(text, depth)
            return
        canvas, begun = self._canvas, len(self._canvas.parts)
        y = text.own.get("y", "0")
        try:
            if not text.spans:
                self._letters(text.letters, look, text.own.get("x", "0"), y)
            for span in text.spans:
                inner, y = text_look(span.style), span.own.get("y", y)
                if inner is None or inner.shift:
                    raise NotPlain
                self._letters(span.letters, inner, span.own["x"], y)
        except NotPlain:
            canvas.cut(begun)
            self._rows(text, depth)

    def _letters(self, text: str | None, look: TextLook, x: str, y: str) -> None:
        if not text:
            return
        if not look.keeps_spaces and (text != text.strip() or "  " in text):
            raise NotPlain
        name, glyphs, width_em = self._document.line(text, look.font, self.fonts)
        if look.shift or not (_PRINTABLE.fullmatch(x) and _PRINTABLE.fullmatch(y)):
            places = {"x": x, "y": y}
            left = number_of(places, "x") + look.shift * width_em * look.size_mm
            x, y = number(left).decode(), number(number_of(places, "y")).decode()
        if self._in_form:
            name = self._alias(look.font)
        coat = _letter_settings(self._canvas.inks, look.coat)
        at = b"1 0 0 -1 %s %s" % (x.encode(), y.encode())
        self._canvas.letters(name, look.size_mm, at, b"[<%s>]TJ" % glyphs, coat)

    def _alias(self, font: FontStyle) -> bytes:
        """The name of a font in forms, the same on all pages, since pages share forms."""
        name = self._document.alias(font)
        self.aliases.add(name)
        return name

    def _rows(self, text: Text, depth: int) -> None:
        """Paints the letters of a text one by one, each in its place and look."""
        rows = rows_of(text, self._scene)
        box = cache(partial(box_of_rows, rows))
        for row in rows:
            coats = look_of(row.style, 1.0, True).coats
            searched = False
            for coat in coats:
                if isinstance(coat.fill, Colour) and coat.line is None:
                    self._show(row, _letter_settings(self._canvas.inks, coat), seen=True)
                    searched = True
                elif outlines := outlines_of_row(row):
                    if coat.is_served:
                        outlines = [b"".join(outlines)]
                    for path in outlines:  # browsers paint each letter over those before it
                        self._coats(path, (coat,), box, depth)
            visible = row.style.values.get("visibility", "visible") == "visible"
            if visible and not searched:  # searched for, even where it is not painted
                self._show(row, (OPENING[0],), seen=False)

    def _show(self, row: LetterRow, settings: Settings, seen: bool) -> None:
        """Shows glyphs; unless `seen`, they are invisible and serve only for searching."""
        if self._canvas.inks.is_mask and not seen:
            return
        name, shown = self._document.placed(row, self.fonts)
        if self._in_form:
            name = self._alias(row.font)
        for at, glyphs in shown:
            drawn = glyphs if seen else b" 3 Tr" + glyphs + b" 0 Tr"
            self._canvas.letters(name, row.size, at, drawn, settings)

    # --- pictures, and what typst draws ---

    def _image(self, image: Image, depth: int) -> None:
        """Shows a picture of the game; a picture that the SVG contains is left to typst."""
        own, href = image.own, href_in(image.own)
        refuse_unknown(own, _OF_IMAGES)
        stretched = own.get("preserveAspectRatio", "").split()[:1] == ["none"]
        if not (href.startswith(PICTURE) and stretched) or self._canvas.inks.is_mask:
            raise NotPlain
        x, y, width, height = (number_of(own, key) for key in ("x", "y", "width", "height"))
        opacity = min(1.0, number_of(own, "opacity", 1.0))
        if image.style.values.get("visibility", "visible") != "visible" or opacity <= 0:
            return
        if width <= 0 or height <= 0:
            return
        name = self._canvas.picture(name_of_picture(href))
        # It is smaller by a little, which nobody sees: pdfium fills a pixel that it only touches.
        place = width - 2 * _INSET, -height + 2 * _INSET, x + _INSET, y + height - _INSET
        moved = b"%s 0 0 %s %s %s cm\n" % tuple(map(fine, place))
        self._draw_with_effects(
            *(image, effects_of(own), 1.0, depth),
            lambda: self._canvas.show(name, moved, opacity),
        )

    def _compile(self, node: Node, source: Element, style: Style) -> None:
        """Leaves an element to typst, on a page of its own that is as large as the face."""
        if len(self.compiled) == _MOST_COMPILED:
            raise _TooMuch
        try:
            back = moving(self._matrix.inverse())
        except ZeroDivisionError:  # what is flattened shows nothing
            return
        svg = self._face_of_one(source, style)
        self.compiled.append(svg)
        canvas, blend = self._canvas, node.own.get("mix-blend-mode", "normal")
        # typst's page is a group of its own, in which nothing lies below it.
        used = b"%s gs\n" % canvas.blending(blend) if blend in BLENDED else b""
        canvas.parts.append(b"q\n%s%s%s Do\nQ\n" % (used, back, name_of_part(svg)))

    def _face_of_one(self, source: Element, style: Style) -> str:
        """The SVG of a face that shows only one of its elements, in its place."""
        root = self._scene.element
        if not self._elements:
            for element in root.iter():
                if name := element.get("id"):
                    self._elements.setdefault(name, element)
        made = Element(root.tag, root.attrib)
        definitions = Element(f"{SVG}defs")
        inside = set(source.iter())
        waiting, known = [source], set[str]()
        while waiting:
            for element in waiting.pop().iter():
                for _, _, name in references_of(element):
                    target = self._elements.get(name)
                    if target is None or name in known or target in inside:
                        continue
                    known.add(name)
                    waiting.append(target)
                    around = self._scene.definitions.get(name)
                    holder = Element(f"{SVG}g", dict(around.style.values) if around else {})
                    holder.append(target)
                    definitions.append(holder)
        m = self._to_root().then(self._matrix)
        place = f"{m.a:.9g} {m.b:.9g} {m.c:.9g} {m.d:.9g} {m.e:.6f} {m.f:.6f}"
        holder = Element(f"{SVG}g", {**style.values, "transform": f"matrix({place})"})
        holder.append(source)
        if len(definitions):
            made.append(definitions)
        made.append(holder)
        return tostring(made, encoding="unicode")

    def _to_root(self) -> Matrix:
        """The matrix from the page to the units of the SVG."""
        return _opening(tuple(self._scene.element.attrib.items())).matrix.inverse()


def name_of_part(svg: str) -> bytes:
    """The name that a part which typst compiles has in the PDF."""
    return b"/t" + hashlib.sha256(svg.encode()).hexdigest()[:16].encode()


_OF_IMAGES = OF_GROUPS | {"x", "y", "width", "height", "preserveAspectRatio", *HREFS}
_OF_TEXTS = OF_GROUPS | {"x", "y", "dx", "dy", "rotate", XML_SPACE}


def _takes_context(source: Element, style: Style) -> bool:
    """Whether an element, or one inside it, is painted with `context-fill` or `context-stroke`."""
    told = (value for one in source.iter() for value in one.attrib.values())
    return any("context-" in value for value in (*style.values.values(), *told))


@lru_cache(maxsize=1024)
def _is_plain_text(names: tuple[str, ...]) -> bool:
    """Whether a text with attributes of these names is not faded and has no effects.

    Raises NotPlain for names that are not known.
    """
    refuse_unknown(dict.fromkeys(names, ""), _OF_TEXTS)
    return WITH_EFFECTS.isdisjoint(names) and "opacity" not in names


@lru_cache(maxsize=1024)
def _letter_settings(inks: Inks, coat: Coat) -> Settings:
    """The opacity and the fill that are set before letters are shown."""
    return painted(inks, b"", coat)[0][:2]


class _Opening(Struct, frozen=True):
    """The start of a page: its size in points, its first operators with their matrix and scale.

    `view` is the width and height of the scene in its units, `area` the page in points.
    """

    size: bytes
    operators: bytes
    matrix: Matrix
    scale: float
    view: tuple[float, float]
    area: Box


@lru_cache(maxsize=64)
def _opening(attributes: Attributes) -> _Opening:
    """The start of the page for an SVG with these attributes. Raises NotPlain."""
    left = dict(attributes)
    sides = [_SIZE.fullmatch(left.pop(side, "")) for side in ("width", "height")]
    box = [number_of({"": part}, "") for part in left.pop("viewBox", "").split()]
    if not left.keys() <= PAINTS | LETTERING or len(box) != 4 or min(box[2:]) <= 0:
        raise NotPlain
    if not (sides[0] and sides[1]):
        raise NotPlain
    lengths_mm = float(sides[0][1]), float(sides[1][1])
    left_mm, top_mm, *size_mm = box
    units = 1.0
    if any(abs(a - b) > _SAME_MM for a, b in zip(lengths_mm, size_mm, strict=True)):
        units = lengths_mm[0] / size_mm[0]
        if abs(lengths_mm[1] / size_mm[1] / units - 1) > 1e-3 or lengths_mm[1] <= 0:
            raise NotPlain
        size_mm = [side * units for side in size_mm]
    width, height = (length_mm * PT_PER_MM for length_mm in size_mm)
    # Rounded down: a viewer takes the smallest part of a pixel for a whole one.
    size = b"%.5f %.5f" % (floor(width * 1e5) / 1e5, floor(height * 1e5) / 1e5)
    unit = PT_PER_MM * units
    corner = number(-left_mm * unit), number(height + top_mm * unit)
    operators = b"%.7f 0 0 %.7f %s %s cm\n4 M\n" % (unit, -unit, *corner)
    matrix = Matrix(unit, 0, 0, -unit, -left_mm * unit, height + top_mm * unit)
    view, area = (box[2], box[3]), (0.0, 0.0, width, height)
    return _Opening(size, operators, matrix, units, view, area)
