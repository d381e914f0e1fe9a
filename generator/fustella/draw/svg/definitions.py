"""Writes the gradients, patterns, clip paths, markers and filters of an SVG for the engine."""

import re
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from fustella.draw.svg.attributes import FILTERS, GEOMETRY
from fustella.draw.svg.document import FILTER, RESOURCES, SERVERS, SHAPES, Outer
from fustella.draw.svg.embedded import Pictures
from fustella.draw.svg.gradients import has_rings, write_rings
from fustella.draw.svg.lengths import Measures
from fustella.draw.svg.source import FaultySvg
from fustella.draw.svg.strokes import Shapes
from fustella.draw.svg.transforms import matrix_text, view_box
from fustella.draw.svg.tree import IDENTITY, SVG, Matrix, name_of, number_in, parse_transform

_MOST_OCTAVES = 12
"""The most octaves of feTurbulence: each is half as strong as the last, so more are not seen."""

_BROADEST = 0.05
"""The largest radius of feMorphology, as a share of the drawing: its time grows with the square."""

_BEHIND = frozenset(("BackgroundImage", "BackgroundAlpha"))
"""The filter inputs of older editors that no browser (Filter Effects 1, 9.2) and no PDF has."""

_GRADIENTS = SERVERS - {"pattern"}

_LOOKING_AROUND = frozenset(
    ("feGaussianBlur", "feDropShadow", "feOffset", "feMorphology", "feDisplacementMap")
)
"""The filter primitives that compute a pixel from other pixels around it."""


class Definitions(Shapes, Pictures):
    """Writes the gradients, patterns, clips, markers and filters of a drawing, and its groups."""

    def _plain(  # noqa: PLR0912
        self, element: Element, name: str, outer: Outer
    ) -> list[Element]:
        made, inner, own = self._begun(element, name, outer)
        if own.get("display") == "none" and name not in RESOURCES | {"defs", "stop"} | FILTERS:
            if name != "g" or outer.resource:
                return []
            made = Element(f"{SVG}defs")
        if name in RESOURCES:
            inner = replace(inner, resource=name)
            if name == "marker" and own.get("overflow") in {"visible", "auto"}:
                made.set("overflow", "visible")  # others are clipped (SVG 2, 13.7.1)
            box = view_box(element)
            if name in {"pattern", "marker"} and box:
                measures = replace(inner.measures, width=box[2], height=box[3])
                inner = replace(inner, measures=measures)
        if name in SHAPES:
            return self._shape(element, made, own, inner)
        if name in {"feDiffuseLighting", "feSpecularLighting"}:
            message = "the light of a filter may be printed softer than a browser shows it"
            self._note(FILTER, message, "", self._line_of(element))
        if name == "feConvolveMatrix":
            message = "what a filter makes of pixels side by side (feConvolveMatrix) is finer"
            self._note(FILTER, message, "", self._line_of(element))
        if name == "feTurbulence" and made.get("stitchTiles") == "stitch":
            message = "noise whose edges fit together (stitchTiles) may be printed otherwise"
            self._note(FILTER, f"{message} than a browser shows it", "", self._line_of(element))
        if name == "filter":
            self._note_cut_filter(element, made)
            self._note_large_tiles(element)
        if name == "feImage" and "href" not in made.attrib:
            self._set_href(element, made)
        if name == "feTurbulence" and number_in(made.get("numOctaves"), 1.0) > _MOST_OCTAVES:
            made.set("numOctaves", str(_MOST_OCTAVES))
        if name == "feMorphology":
            self._refuse_broad(element, made, inner.measures)
        if name in FILTERS and _BEHIND.intersection((made.get("in"), made.get("in2"))):
            what = "what lies behind a shape, which a filter asks for (BackgroundImage),"
            hint = "take the filter away in the editor, and give the shape a blend mode instead"
            self._leave_out(what, self._line_of(element), hint)
        self._children(element, made, inner)
        if name in _GRADIENTS:
            self._write_inherited(element, made)
        if name in SERVERS and own.get("transform-origin"):
            self._turn_about_origin(element, made, own, inner.measures)
        if name == "radialGradient":
            self._rings(element, made)
        if name == "clipPath" and len(made) > 1:
            _unite(made)
        return [made]

    def _note_cut_filter(self, element: Element, made: Element) -> None:
        """Notes a filter whose own region cuts off a shape that it blurs or moves."""
        if self._faithful or element.get("filterUnits") == "userSpaceOnUse":
            return
        x, y = (number_in(made.get(key), -0.1) for key in ("x", "y"))
        right, bottom = (number_in(made.get(key), 1.2) for key in ("width", "height"))
        cut = x > 0 or y > 0 or x + right < 1 or y + bottom < 1
        if cut and any(name_of(child) in _LOOKING_AROUND for child in element):
            message = "a filter cuts what it blurs or moves, whose edge may be printed otherwise"
            hint = "make its region as large as the shape in the editor"
            self._note(FILTER, f"{message} than a browser shows it", hint, self._line_of(element))

    def _note_large_tiles(self, element: Element) -> None:
        """Notes an feTile whose tiles are larger than the picture in them.

        typst repeats the picture without the empty rest of the tile.
        """
        before: list[Element] = []
        for part in element:
            if name_of(part) == "feTile" and not self._faithful and len(before) > 1:
                sizes = [tuple(one.get(key) for key in ("width", "height")) for one in before[-2:]]
                if all(None not in size for size in sizes) and sizes[0] != sizes[1]:
                    message = "tiles of a filter (feTile) that are not filled may be printed closer"
                    hint = "take a pattern for them in the editor"
                    self._note(
                        FILTER, f"{message} than a browser shows them", hint, self._line_of(part)
                    )
            if isinstance(part.tag, str):
                before.append(part)

    def _write_inherited(self, gradient: Element, made: Element) -> None:
        """Writes the attributes that a linear gradient inherits from a radial one, or the reverse.

        typst ignores them otherwise.
        """
        for one in self._chain(gradient):
            for key in ("gradientUnits", "gradientTransform", "spreadMethod"):
                if one.tag != gradient.tag and key in one.attrib and key not in made.attrib:
                    made.set(key, one.attrib[key])

    def _turn_about_origin(
        self, element: Element, made: Element, own: dict[str, str], measures: Measures
    ) -> None:
        """Writes the `transform-origin` of a gradient or a pattern into its transform."""
        name = name_of(element)
        key = "patternTransform" if name == "pattern" else "gradientTransform"
        told = (one.attrib[key] for one in self._chain(element) if key in one.attrib)
        matrix = parse_transform(next(told, ""))
        x, y = self._origin(element, own["transform-origin"], "view-box", measures)
        matrix = Matrix(e=x, f=y).then(matrix).then(Matrix(e=-x, f=-y))
        if matrix != IDENTITY:
            made.set(key, matrix_text(matrix))

    def _refuse_broad(self, element: Element, made: Element, measures: Measures) -> None:
        """Raises E225 for an feMorphology whose radius would take typst minutes."""
        radii = [number_in(part, 0.0) for part in re.split(r"[\s,]+", made.get("radius") or "0")]
        in_box = self._in_box(element, name_of(element))
        if max(radii) > _BROADEST * (1.0 if in_box else max(measures.width, measures.height)):
            radius = f"a radius of {max(radii):g}, which is very large for this drawing"
            message = f"a filter that makes shapes thicker or thinner (feMorphology) has {radius}"
            hint = "export the drawing as a PNG in the editor, and name that file in its place"
            raise FaultySvg(message, hint, self._line_of(element))

    def _rings(self, gradient: Element, made: Element) -> None:
        """Writes out what typst does not support in a radial gradient: its rings, and `fr`."""
        chain = self._chain(gradient)
        told = {
            key: value
            for one in reversed(chain)
            for key, value in one.items()
            if one.tag == gradient.tag or key not in GEOMETRY
        }
        holder = next((one for one in chain if one.find(f"{SVG}stop") is not None), None)
        if holder is None or not has_rings(told):
            return
        in_box = told.get("gradientUnits") != "userSpaceOnUse"
        measures = Measures(1, 1) if in_box else Measures(*self._extent, mm=self._mm)
        outer = Outer(measures, {}, {}, IDENTITY, resource="radialGradient")
        stops = [self._plain(stop, "stop", outer)[0] for stop in holder.findall(f"{SVG}stop")]
        write_rings(made, told, stops, measures)


def _unite(clip: Element) -> None:
    """Lets a clip path show the union of its shapes.

    If all of them have one `clip-rule`, typst makes them one path, in which they may cut holes into
    each other. So this adds a shape with the other rule, which is too small to be seen.
    """
    rules = {shape.get("clip-rule", clip.get("clip-rule", "nonzero")) for shape in clip}
    if len(rules) == 1:
        other = "nonzero" if "evenodd" in rules else "evenodd"
        clip.append(Element(f"{SVG}path", {"d": "M0 0h.001v.001z", "clip-rule": other}))
