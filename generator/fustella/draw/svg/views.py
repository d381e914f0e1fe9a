"""Writes nested `<svg>`, `<symbol>` and `<use>` as groups with transforms and clips."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from fustella.draw.svg.document import IN_ITS_UNITS, Outer
from fustella.draw.svg.elements import Elements
from fustella.draw.svg.grammar import is_transform
from fustella.draw.svg.lengths import Measures
from fustella.draw.svg.transforms import matrix_text, number_text, view_box, view_matrix
from fustella.draw.svg.tree import (
    IDENTITY,
    SVG,
    Matrix,
    href_in,
    name_of,
    number_in,
    parse_transform,
)


class Views(Elements):
    """Writes nested drawings, symbols and repetitions as groups in their places."""

    def _clip(self, width: float, height: float, x: float = 0.0, y: float = 0.0) -> str:
        """Adds a rectangular clip path, and returns its id."""
        while True:
            self._made += 1
            name = f"clip-{self._made}"
            if name not in self._ids:
                break
        clip = Element(f"{SVG}clipPath", {"id": name})
        sides = {
            "x": number_text(x),
            "y": number_text(y),
            "width": number_text(width),
            "height": number_text(height),
        }
        clip.append(Element(f"{SVG}rect", sides))
        self._clips.append(clip)
        return name

    def _nested(self, element: Element, outer: Outer) -> list[Element]:
        """Writes an inner `<svg>` as a group for its place and clip, and in it one for its view."""
        made, inner, own = self._begun(element, "g", outer)
        if own.get("display") == "none":
            return []
        for key in ("x", "y", "width", "height", "viewBox", "preserveAspectRatio"):
            made.attrib.pop(key, None)
        measures = outer.measures
        x, y = (measures.length(own.get(key, "0"), key) or 0.0 for key in ("x", "y"))
        width, height = _size_in(own, measures)
        if width <= 0 or height <= 0:
            return []
        return [self._viewed(element, made, inner, own, (x, y, width, height))]

    def _viewed(
        self,
        element: Element,
        made: Element,
        inner: Outer,
        own: dict[str, str],
        place: tuple[float, float, float, float],
        content: Element | None = None,
    ) -> Element:
        """A group in the place of a nested `<svg>` or symbol.

        It contains the group of the view, which has the children of the element, or `content`
        instead of them.
        """
        x, y, width, height = place
        box = view_box(element)
        aspect = element.get("preserveAspectRatio", "")
        view = view_matrix(box, width, height, aspect) if box else IDENTITY
        view = Matrix(e=x, f=y).then(view)
        holder = made
        if own.get("overflow", "hidden") not in {"visible", "auto"}:
            clip = self._clip(width, height, x, y)
            if "clip-path" in made.attrib or "transform" in made.attrib:
                holder = Element(f"{SVG}g")
                made.append(holder)
            holder.set("clip-path", f"url(#{clip})")
        if view != IDENTITY:
            group = Element(f"{SVG}g", {"transform": matrix_text(view)})
            holder.append(group)
            holder = group
        if content is not None:
            holder.append(content)
            return made
        extent = (box[2], box[3]) if box else (width, height)
        measures = replace(inner.measures, width=extent[0], height=extent[1])
        self._children(
            element, holder, replace(inner, measures=measures, matrix=inner.matrix.then(view))
        )
        return made

    def _symbol(self, element: Element, outer: Outer) -> list[Element]:
        """Writes a symbol as a group that is drawn only where a `<use>` repeats it."""
        made, inner, _ = self._begun(element, "g", outer)
        for key in ("x", "y", "width", "height", "viewBox", "preserveAspectRatio", "refX", "refY"):
            made.attrib.pop(key, None)
        box = view_box(element)
        if box:
            measures = replace(inner.measures, width=box[2], height=box[3])
            inner = replace(inner, measures=measures)
        elif self._faithful and "viewBox" in element.attrib:
            made.set("viewBox", element.attrib["viewBox"])
        self._children(element, made, inner)
        defs = Element(f"{SVG}defs")
        defs.append(made)
        return [defs]

    def _use(self, element: Element, outer: Outer) -> list[Element]:  # noqa: PLR0911, PLR0912
        href = href_in(element.attrib)
        target = self._named(href)
        if target is None:
            if self._faithful:
                return [Element(element.tag, {"href": href})]
            self._note_other_drawing(element, href)
            return []
        if self._circles.hold(element, target):
            return [Element(element.tag, {"href": href})] if self._faithful else []
        made, inner, own = self._begun(element, "use", outer)
        if own.get("display") == "none":
            return []
        kind = name_of(target)
        if kind not in {"symbol", "svg"}:
            made.attrib.pop("width", None)
            made.attrib.pop("height", None)
            return [self._in_place(made, target, inner)] if self._unscaled else [made]
        measures = outer.measures
        x, y = (measures.length(own.get(key, "0"), key) or 0.0 for key in ("x", "y"))
        if not IN_ITS_UNITS.isdisjoint(made.attrib):
            inner = _moved(made, inner, Matrix(e=x, f=y))
            x = y = 0.0
        sides = self._cascade.computed(target, outer.style, outer.own)
        if kind == "symbol":  # browsers place it by its attributes alone, not by style sheets
            for key in ("x", "y", "width", "height"):
                sides[key] = target.get(key) or {"x": "0", "y": "0"}.get(key, "100%")
        for key in ("width", "height"):
            if own.get(key, "auto") != "auto":
                sides[key] = own[key]
        width, height = _size_in(sides, measures)
        if width <= 0 or height <= 0:
            return []
        x += measures.length(sides.get("x", "0"), "x") or 0.0
        y += measures.length(sides.get("y", "0"), "y") or 0.0
        made.tag = f"{SVG}g"
        for key in ("href", "x", "y", "width", "height"):
            made.attrib.pop(key, None)
        if kind == "svg":
            copy = {key: value for key, value in target.attrib.items() if key != "id"}
            stand_in = Element(target.tag, copy)
            stand_in.extend(target)
            inside = self._begun(target, "g", inner)
            return [self._viewed(stand_in, made, inside[1], sides, (x, y, width, height))]
        if self._unscaled or _takes_size(target):
            inside = self._begun(target, "g", inner)
            return [self._viewed(target, made, inside[1], sides, (x, y, width, height))]
        drawn = Element(f"{SVG}use", {"href": href})
        return [self._viewed(target, made, inner, sides, (x, y, width, height), drawn)]

    def _in_place(self, made: Element, target: Element, inner: Outer) -> Element:
        """Writes the element that a `<use>` repeats in its place: strokes' widths depend on it."""
        x, y = (number_in(made.attrib.pop(key, None), 0.0) for key in ("x", "y"))
        made.attrib.pop("href", None)
        made.tag = f"{SVG}g"
        made.extend(self._element(target, _moved(made, inner, Matrix(e=x, f=y))))
        return made


def _size_in(values: Mapping[str, str], measures: Measures) -> tuple[float, float]:
    """The width and height of a view; the viewport's if they are missing or no lengths."""
    width = measures.length(values.get("width", "100%"), "x")
    height = measures.length(values.get("height", "100%"), "y")
    return (
        measures.width if width is None else width,
        measures.height if height is None else height,
    )


def _takes_size(symbol: Element) -> bool:
    """Whether lengths in a symbol are shares of the size that a `<use>` gives it."""
    if view_box(symbol) is not None:
        return False
    return any("%" in value for part in symbol.iter() for value in part.attrib.values())


def _moved(made: Element, inner: Outer, step: Matrix) -> Outer:
    """Moves an element, its clip path, mask and filter; returns the values its children inherit."""
    own = made.get("transform", "")
    if step == IDENTITY or not is_transform(own):  # the lint reports the latter
        return inner
    made.set("transform", matrix_text(parse_transform(own).then(step)))
    return replace(inner, matrix=inner.matrix.then(step))
