"""Redraws faces with low ink: outlines and hatches instead of solid fills.

A fill becomes white or a faint tint with an outline. Consecutive shapes of one colour are outlined
together, as one silhouette. A thin or small fill stays solid, since it is hardly more than a line.
A fill in one of the game's named colours gets the hatch of that colour. Texts and icons become dark
on light, whatever their ground was. Strokes keep their colour, and a broad stroke becomes its two
edges. Whatever was visible on its ground stays visible.
"""

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from msgspec.structs import replace

from fustella.core.values.colour import WHITE, dark_enough, difference, grey_of, lightness, tint
from fustella.core.values.themes import Theme
from fustella.draw.scene.model import Group, Node, Text
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import SVG, number_in
from fustella.draw.svg.write import number
from fustella.draw.themes.ground import (
    DRAWN,
    READ,
    SAME,
    SEEN,
    Band,
    Bounds,
    FilledForm,
    PaintedArea,
    PaintedAreas,
    edge_ink_on,
    ink_on,
    is_edge,
    placed,
)
from fustella.draw.themes.hatch import Hatch, hatch_of
from fustella.draw.themes.painter import RedrawnShapes, ShapePainter
from fustella.draw.themes.scene import (
    OF_PICTURES,
    FlatPaint,
    PaintedShape,
    PaintScope,
    flat_colours,
    matrix_text,
    paint_of,
    stroke_mm,
)

_TINT = 0.04
"""A tinted fill keeps this share of its colour."""

_TINT_OF_INK = 0.2
"""A broad form in a special ink keeps this share of its colour: it has no outline."""

_WHITE_FROM = 80.0
"""A fill of this lightness (0 to 100) or more becomes white."""

_OUTLINE_MM, _BOLD_MM, _HATCH_MM = 0.17, 0.25, 0.12
"""The widths of a fill's outline, of a hatched fill's outline, and of the lines of a hatch."""

_HALO_MM = 1.1
"""The width of the light line around a text or a symbol on a hatch."""

_BROAD_MM = 1.1
"""A stroke of this width or more becomes its two edges."""

_TURNED_MM = 0.18
"""A light stroke that becomes dark is at most this wide."""

_FINE_MM, _THINNED = 0.22, 0.2
"""The width that a stroke below `_BROAD_MM` keeps, and the share that it keeps of its width beyond
that."""

_EDGE_MM, _FINEST_MM, _FINE_SHARE = 0.16, 0.08, 0.04
"""The width that the stroke of a fill keeps instead of `_FINE_MM`: its greatest value, its value
for the thinnest fill, and its growth with the fill's thickness."""

_HATCHED_FROM_MM2 = 28.0

_LARGE_MM2, _SPARSER = 1500.0, 1.4
"""The area from which on the lines of a hatch are further apart, and the factor for that."""

_LINE_MM, _DOT_MM2 = 0.3, 0.8
"""The thickness and the area below which a fill is a line or a dot, and stays solid."""

_DARK, _SMALL_MM2, _SLIM_MM = 40.0, 26.0, 2.2
"""The lightness, area and thickness below which a fill stays solid, if it is below all three."""

_ICON_MM2 = 160.0
"""Parts of an icon up to this area stay solid."""

_SHEER, _SHADE, _SHADE_LARGE = 0.6, 0.12, 0.05
"""The opacity below which a fill is a shade or a gloss; the most opacity that a shade keeps, and a
large shade."""


def _is_cheaper(form: FilledForm, colour: str, ground: PaintedArea) -> bool:
    """Whether a pale fill takes less ink than its outline, which would have to be darker."""
    ink = edge_ink_on(colour, ground, DRAWN)
    if ink == colour or ground.themed != ground.full or not form.thickness_mm:
        return False
    outline = 2 * _OUTLINE_MM / form.thickness_mm  # its area over that of the fill
    return outline * _darkness(ink) >= _darkness(colour)


def _darkness(colour: str) -> float:
    """The share of black in the grey of a colour."""
    return 1 - int(grey_of(colour)[1:3], 16) / 255


class LowInk:
    """Redraws the shapes of one face with little ink.

    `defined` are the definitions that `defined_in` returns, `definitions` are those of the scene.
    """

    def __init__(
        self,
        hatches: Mapping[str, Hatch],
        defined: Sequence[Element],
        definitions: Mapping[str, Node],
    ) -> None:
        self._hatches = hatches
        self._flat = flat_colours(defined)
        self._definitions = definitions
        self._ground = PaintedAreas()
        self._frame = ""

    def draw(
        self, scope: PaintScope, clip: Bounds | None = None, alpha: float = 1.0
    ) -> list[Element]:
        elements: list[Element] = []
        run = RedrawnShapes()
        for item in scope.items:
            if isinstance(item, PaintScope):
                elements += run.elements
                run = RedrawnShapes()
                elements.append(self._inner(item, clip, alpha))
                continue
            layers = self._shape(item, scope, clip, alpha)
            if item.markers and item.theme_hint not in {"drop", "keep"}:
                faded = {"opacity": f"{alpha:.3g}"} if alpha < 1 else {}
                elements += [*run.elements, *layers.elements, item.drawn(item.markers | faded)]
                run = RedrawnShapes()
                continue
            if not layers.together or layers.together != run.together:
                elements += run.elements
                run = layers
            else:
                run.join(layers)
        return elements + run.elements

    def _inner(self, scope: PaintScope, clip: Bounds | None, alpha: float) -> Element:
        if scope.is_inked:
            return self._in_ink(scope, clip, alpha)
        attributes = {k: v for k, v in scope.attributes.items() if k != "opacity"}
        group = Element(f"{SVG}g", attributes)
        group.set("transform", matrix_text(scope.matrix))
        faded = alpha * number_in(scope.attributes.get("opacity"), 1.0)
        around, self._frame = self._frame, ""
        group.extend(self.draw(scope, self._clip_bounds(scope) or clip, faded))
        frame, self._frame = self._frame, around
        if not frame or "clip-path" not in attributes:
            return group
        framed = Element(f"{SVG}g", {"transform": group.attrib.pop("transform")})
        framed.append(group)
        framed.extend(self._edges(scope, frame))
        return framed

    def _in_ink(self, scope: PaintScope, clip: Bounds | None, alpha: float) -> Element:
        """Redraws what is printed in a special ink: in other colours, which its plate knows not."""
        group = inside = Element(f"{SVG}g", scope.attributes)
        if alpha < 1:
            inside = SubElement(group, f"{SVG}g", {"opacity": f"{alpha:.3g}"})
        covers = number_in(scope.attributes.get("opacity"), 1.0) >= _SHEER
        inside.extend(self._forms_in_ink(scope, clip, covers=covers))
        return group

    def _forms_in_ink(
        self, scope: PaintScope, clip: Bounds | None, *, covers: bool
    ) -> Iterator[Element]:
        for item in scope.items:
            if isinstance(item, PaintScope):
                group = Element(f"{SVG}g", item.attributes)
                group.set("transform", matrix_text(item.matrix))
                inner = self._clip_bounds(item) or clip
                group.extend(self._forms_in_ink(item, inner, covers=covers))
                yield group
            elif item.theme_hint != "drop":
                lighter = covers and item.theme_hint != "keep"
                yield self._form_in_ink(item, clip) if lighter else item.drawn(item.style)

    def _form_in_ink(self, shape: PaintedShape, clip: Bounds | None) -> Element:
        """A shape with its form: lighter if it is broad, and else seen on the ground it has now."""
        fill, stroke = (paint_of(shape, which, self._flat, 1.0) for which in ("fill", "stroke"))
        if shape.is_text:
            colour = self._text(shape, fill).get("fill", "")
            element = shape.drawn({**shape.style, "fill": colour} if fill else shape.style)
            for inner in element.iter():
                for paint in ("fill", "stroke"):
                    if inner.get(paint, "none") != "none":
                        inner.set(paint, colour)
            return element
        rings = placed(rings_of(shape.node.name, shape.node.own), shape.whole)
        form, style = FilledForm(rings, shape.style.get("fill-rule") == "evenodd"), {}
        ground = self._ground.under(form.probes) if rings else self._ground.last
        if stroke:
            style["stroke"] = ink_on(stroke.colour, ground, DRAWN)
        if fill and form.area_mm2 > 0:
            slim = form.area_mm2 < _SMALL_MM2 or form.thickness_mm < _SLIM_MM
            symbol = slim or (shape.icon is not None and form.area_mm2 < _ICON_MM2)
            ink = ink_on(fill.colour, ground, SEEN) if symbol else tint(fill.colour, _TINT_OF_INK)
            self._ground.add(PaintedArea(form, fill.colour, ink, False, clip))
            style["fill"] = ink
        return shape.drawn({**shape.style, **style})

    def _edges(self, scope: PaintScope, colour: str) -> Iterator[Element]:
        """Yields the outline of a clip that cuts away the outline of a fill around it."""
        for node in self._clip_of(scope):
            shape = PaintedShape(node, {}, node.matrix, scope.whole.then(node.matrix))
            width = number(2 * _OUTLINE_MM / (shape.scale or 1.0))
            style = {"fill": "none", "stroke": colour, "stroke-width": width}
            yield shape.drawn(style)

    def _clip_bounds(self, scope: PaintScope) -> Bounds | None:
        """The bounds of a scope's clip, in mm of the face; None without a clip."""
        rings = [
            ring
            for node in self._clip_of(scope)
            for ring in placed(rings_of(node.name, node.own), scope.whole.then(node.matrix))
        ]
        return FilledForm(tuple(rings), False).box if rings else None

    def _clip_of(self, scope: PaintScope) -> Sequence[Node]:
        target = scope.attributes.get("clip-path", "").removeprefix("url(#").removesuffix(")")
        clip = self._definitions.get(target)
        return clip.children if isinstance(clip, Group) else ()

    def _shape(
        self, shape: PaintedShape, scope: PaintScope, clip: Bounds | None, alpha: float
    ) -> RedrawnShapes:
        fill = paint_of(shape, "fill", self._flat, alpha)
        stroke = paint_of(shape, "stroke", self._flat, alpha)
        if shape.is_text:
            return RedrawnShapes(above=[self._text(shape, fill)])
        if shape.is_picture:
            return self._picture(shape, clip, alpha)
        rings = placed(rings_of(shape.node.name, shape.node.own), shape.whole)
        form = FilledForm(rings, shape.style.get("fill-rule") == "evenodd")
        if fill and not form.area_mm2 > 0:
            fill = None  # a mere line is filled with black by default
        if shape.theme_hint == "drop" or not rings or not (fill or stroke):
            return RedrawnShapes()
        painter = ShapePainter(shape, form, scope, clip)
        if shape.theme_hint == "keep":
            if fill:
                self._ground.add(PaintedArea(form, fill.colour, fill.colour, False, clip))
            faded = {"opacity": f"{alpha:.3g}"} if alpha < 1 else {}
            return RedrawnShapes(above=[shape.drawn({**shape.style, **faded})])
        return self._painted(painter, fill, stroke)

    def _picture(self, shape: PaintedShape, clip: Bounds | None, alpha: float) -> RedrawnShapes:
        """Redraws a picture lighter; texts on it get a halo, as on a hatch."""
        if shape.theme_hint == "drop" or shape.is_hidden:
            return RedrawnShapes()
        form = FilledForm(placed(rings_of("rect", shape.node.own), shape.whole), False)
        if form.rings:
            self._ground.add(PaintedArea(form, OF_PICTURES, WHITE, True, clip))
        picture = shape.picture_in(Theme.LOW_INK)
        if alpha < 1:
            picture.set("opacity", f"{alpha:.3g}")
        return RedrawnShapes(above=[picture])

    def _painted(
        self, painter: ShapePainter, fill: FlatPaint | None, stroke: FlatPaint | None
    ) -> RedrawnShapes:
        if fill and fill.alpha < _SHEER:
            layers = self._sheer(painter, fill)
        elif fill:
            layers = self._fill(painter, fill.colour, stroke)
        else:
            layers = RedrawnShapes()
        if stroke is None or (fill and not is_edge(stroke, fill)):
            return layers
        if fill is None:
            return self._stroke(painter, stroke, self._ground.under(painter.along))
        fine_mm = min(_EDGE_MM, _FINEST_MM + painter.form.thickness_mm * _FINE_SHARE)
        edge = self._stroke(painter, stroke, self._ground.last, fine_mm)
        return RedrawnShapes(above=layers.elements + edge.elements)

    def _fill(self, painter: ShapePainter, colour: str, stroke: FlatPaint | None) -> RedrawnShapes:
        """Redraws an opaque fill: solid if it is small or a symbol, else light with an outline."""
        form, shape = painter.form, painter.shape
        grounds = self._ground.tops(form.probes)
        ground = self._ground.most(grounds)
        unseen = all(difference(top.full, colour) < SAME for top in grounds)
        edged = stroke is not None and is_edge(stroke, FlatPaint(colour, 1.0))
        if edged:  # its outline is visible; mostly on its own colour, it is a part of that area
            unseen = difference(ground.full, colour) < SAME
        if shape.icon and form.area_mm2 < _ICON_MM2:
            return self._solid(painter, colour, ground, SEEN, unseen)
        dark = lightness(colour) < _DARK
        small = form.area_mm2 < _SMALL_MM2 and form.thickness_mm < _SLIM_MM
        last = self._ground.last
        continues = last.full == colour != last.themed  # the silhouette of the shape before
        accent = small and dark and (edged or not continues)
        line = form.thickness_mm < _LINE_MM or form.area_mm2 < _DOT_MM2
        if accent or (line and (dark or not edged)):
            return self._solid(painter, colour, ground, DRAWN, unseen)
        hatch = self._hatch(shape, form, colour)
        if not (hatch or edged or unseen) and _is_cheaper(form, colour, ground):
            self._ground.add(PaintedArea(form, colour, colour, False, painter.clip))
            return RedrawnShapes(above=[painter.filled(colour)])
        light = WHITE if hatch or lightness(colour) >= _WHITE_FROM else tint(colour, _TINT)
        self._ground.add(PaintedArea(form, colour, light, hatch is not None, painter.clip))
        layers = RedrawnShapes(above=[painter.filled(light)], together="" if edged else colour)
        if not edged and not unseen:
            ink = edge_ink_on(colour, ground, SEEN if hatch else DRAWN)
            width_mm = _BOLD_MM if hatch else _OUTLINE_MM
            layers.below.append(painter.lined(ink, 2 * width_mm))
            layers.edge.append(painter.lined(ink, width_mm))
            if painter.clip is not None and form.box.covers(painter.clip):
                self._frame = ink
        if hatch:
            if form.area_mm2 > _LARGE_MM2:
                hatch = replace(hatch, spacing_mm=hatch.spacing_mm * _SPARSER)
            layers.above += painter.hatched(hatch, dark_enough(colour, WHITE, DRAWN), _HATCH_MM)
        return layers

    def _hatch(self, shape: PaintedShape, form: FilledForm, colour: str) -> Hatch | None:
        if shape.theme_hint == "plain" or form.area_mm2 < _HATCHED_FROM_MM2:
            return None
        return hatch_of(colour) if shape.theme_hint == "hatch" else self._hatches.get(colour)

    def _solid(
        self, painter: ShapePainter, colour: str, ground: PaintedArea, ratio: float, unseen: bool
    ) -> RedrawnShapes:
        ink = ground.themed if unseen else ink_on(colour, ground, ratio)
        self._ground.add(PaintedArea(painter.form, colour, ink, False, painter.clip))
        layers = RedrawnShapes(above=[painter.filled(ink)])
        if ground.hatched and not unseen:
            layers.above.insert(0, painter.lined(ground.themed, _HALO_MM))
        return layers

    def _sheer(self, painter: ShapePainter, fill: FlatPaint) -> RedrawnShapes:
        """Redraws a translucent fill: a dark one half as opaque or less, a light one as outline."""
        ground = self._ground.under(painter.form.probes)
        if lightness(fill.colour) < lightness(ground.full):
            element = painter.filled(fill.colour)
            most = _SHADE_LARGE if painter.form.area_mm2 > _LARGE_MM2 else _SHADE
            element.set("fill-opacity", f"{min(fill.alpha / 2, most):.3g}")
            return RedrawnShapes(above=[element])
        if difference(fill.colour, ground.full) < SAME:
            return RedrawnShapes()
        line = painter.lined(ink_on(fill.colour, ground, DRAWN), _OUTLINE_MM)
        line.set("stroke-opacity", "0.5")
        return RedrawnShapes(above=[line])

    def _stroke(
        self,
        painter: ShapePainter,
        stroke: FlatPaint,
        ground: PaintedArea,
        fine_mm: float = _FINE_MM,
    ) -> RedrawnShapes:
        """Redraws a stroke in its colour, if that is visible; a broad stroke as its two edges."""
        width_mm = stroke_mm(painter.shape)
        same = difference(stroke.colour, ground.full) < SAME
        ink = ground.themed if same else ink_on(stroke.colour, ground, DRAWN)
        if ink != stroke.colour and not same:  # light strokes are drawn broader than dark ones
            width_mm = min(width_mm, _TURNED_MM)
        if width_mm < _BROAD_MM:
            width_mm = min(width_mm, fine_mm + max(0.0, width_mm - fine_mm) * _THINNED)
        line = painter.lined(ink, width_mm)
        if stroke.alpha < 1:
            line.set("stroke-opacity", f"{stroke.alpha:.3g}")
        if width_mm < _BROAD_MM or same:
            return RedrawnShapes(above=[line])
        hatch = None if painter.shape.theme_hint == "plain" else self._hatches.get(stroke.colour)
        edge_mm = _BOLD_MM if hatch else _OUTLINE_MM
        light = WHITE if hatch else tint(stroke.colour, _TINT)
        band = Band(painter.form, width_mm)
        self._ground.add(PaintedArea(band, stroke.colour, light, hatch is not None, painter.clip))
        inside = [painter.lined(light, width_mm - 2 * edge_mm)]
        if hatch:
            rungs = painter.lined(ink, width_mm - 2 * edge_mm)
            gap_mm = hatch.spacing_mm / painter.shape.scale
            rungs.set(
                "stroke-dasharray", f"{number(_HATCH_MM / painter.shape.scale)} {number(gap_mm)}"
            )
            rungs.set("stroke-linecap", "butt")
            inside.append(rungs)
        return RedrawnShapes(below=[line], above=inside, together=stroke.colour)

    def _text(self, shape: PaintedShape, fill: FlatPaint | None) -> Element:
        own, spans = shape.node.own, shape.node.spans if isinstance(shape.node, Text) else ()
        span = next((span.own for span in spans if span.own.get("x")), own)
        x = number_in(own.get("x"), number_in(span.get("x"), 0.0))
        y = number_in(own.get("y"), number_in(span.get("y"), 0.0))
        size = number_in(shape.style.get("font-size"), 3.0)
        probes = tuple((x + size * along, y - size * 0.3) for along in (0.3, 0.8, 1.3))
        ground = self._ground.under(placed((probes,), shape.whole)[0])
        style = {k: v for k, v in shape.style.items() if not k.startswith(("stroke", "fill"))}
        style.pop("paint-order", None)
        style["fill"] = ink_on(fill.colour if fill else "#000000", ground, READ)
        if ground.hatched:
            halo = {"stroke": ground.themed, "stroke-linejoin": "round", "paint-order": "stroke"}
            style |= halo | {"stroke-width": number(_HALO_MM / shape.scale)}
        element = shape.drawn(style)
        for written, inner in zip(element, spans, strict=True):
            if "fill" in written.attrib:
                paint = paint_of(replace(shape, style=dict(inner.own)), "fill", self._flat, 1.0)
                written.set("fill", ink_on(paint.colour, ground, READ) if paint else "none")
        return element
