"""Writes the shapes of an SVG so that their strokes are printed as a browser shows them."""

from xml.etree.ElementTree import Element

from msgspec.structs import replace

from fustella.core.geometry.paths import arcs_as_one
from fustella.draw.svg.attributes import wrong_with
from fustella.draw.svg.document import IN_ITS_UNITS, SERVERS, Outer
from fustella.draw.svg.elements import Elements
from fustella.draw.svg.grammar import KEYWORDS
from fustella.draw.svg.properties import URL, dashes_of
from fustella.draw.svg.transforms import matrix_text, number_text
from fustella.draw.svg.tree import SVG, name_of, number_in, parse_transform

_UNMARKED = frozenset(("rect", "circle", "ellipse"))
"""The shapes on which browsers draw no markers (SVG 1.1, 11.6.2)."""

_WHOLE = ("id", "opacity", "clip-path", "mask", "filter", "style")
"""The attributes that hold for a shape as a whole, also if it becomes several elements."""

_MARKERS = ("marker-start", "marker-mid", "marker-end")


class Shapes(Elements):
    """Writes the shapes of a drawing: their strokes, dots, dashes and markers."""

    def _shape(
        self, element: Element, made: Element, own: dict[str, str], inner: Outer
    ) -> list[Element]:
        for child in element:
            self._element(child, inner)  # it notes an animation
        self._path_length(element, made, inner)
        self._square_dots(made, inner)
        if name_of(element) in _UNMARKED:
            for place in ("start", "mid", "end"):
                if inner.style.get(f"marker-{place}", "none") != "none":
                    made.set(f"marker-{place}", "none")
        inner = self._without_box(made, inner, self._line_of(element))
        dotted = self._has_dots(made, inner)
        group = self._marked_apart(made, inner, dotted)
        if dotted:
            from fustella.draw.svg.boxes import draw_dots  # noqa: PLC0415

            draw_dots(made, inner.measures.length(inner.style.get("stroke-width", "1")) or 0.0)
        drawn = self._stroked(made, own, inner)
        if group is None:
            return drawn
        group[0:0] = drawn
        return [group]

    def _without_box(self, made: Element, inner: Outer, line: int) -> Outer:
        """A shape's inherited values; for a straight line, without paints in its box.

        The box of a straight line has no area, so no gradient or pattern can fill it: browsers use
        the paint that follows the reference, or none (SVG 2, 13.2).
        """
        boxed = {}
        for key in ("fill", "stroke"):
            if "url(" not in inner.style.get(key, ""):
                continue
            reference = URL.fullmatch(inner.style.get(key, "").strip())
            server = self._named(reference[2].strip()) if reference else None
            if not reference or server is None or name_of(server) not in SERVERS:
                continue
            if self._in_box(server, name_of(server)):
                boxed[key] = reference[3].strip() or "none"
        if not boxed or _is_faulty(made):
            return inner
        from fustella.draw.svg.boxes import bounds_of  # noqa: PLC0415

        bounds = bounds_of(made)
        if bounds is None or (bounds[0] < bounds[2] and bounds[1] < bounds[3]):
            return inner
        for key, value in boxed.items():
            painted: dict[str, str] = {}
            self._paint(key, value, painted, line)
            made.set(key, painted.get(key, "none"))
        return replace(inner, style={**inner.style, **boxed})

    def _has_dots(self, made: Element, inner: Outer) -> bool:
        """Whether a shape is stroked with dots, for parts of it that have no length."""
        style = inner.style
        if style.get("stroke-linecap") not in {"round", "square"}:
            return False
        if style.get("stroke", "none") == "none":
            return False
        from fustella.draw.svg.boxes import has_dots  # noqa: PLC0415

        return has_dots(name_of(made), made.attrib) and not _is_faulty(made)

    def _marked_apart(self, made: Element, inner: Outer, dotted: bool) -> Element | None:
        """A group of a path with its markers beside it; None if the markers can stay on it.

        They cannot stay on a path with arcs, since typst would put markers between the curves that
        it makes of an arc; nor on a path whose dots are drawn as short lines. Attributes that hold
        for the path and its markers move to the group.
        """
        data = made.get("d", "")
        arcs = "a" in data.lower()
        for place in _MARKERS[1:2] if arcs and not dotted else _MARKERS if dotted else ():
            marker = URL.fullmatch(inner.style.get(place, "none").strip())
            known = self._named(marker[2].strip()) if marker else None
            if known is not None and not _takes_paint(known):
                break
        else:
            return None
        if _is_faulty(made) or not data:
            return None
        from fustella.draw.svg.boxes import segments_text  # noqa: PLC0415

        group = Element(f"{SVG}g")
        for name in ("transform", *_WHOLE):
            if name in made.attrib:
                group.set(name, made.attrib.pop(name))
        marks = Element(made.tag, dict(made.attrib))
        marks.attrib.update(d=segments_text(arcs_as_one(data)), fill="none", stroke="none")
        made.attrib.update(dict.fromkeys(_MARKERS, "none"))
        group.append(marks)
        return group

    def _stroked(self, made: Element, own: dict[str, str], inner: Outer) -> list[Element]:
        effect = own.get("vector-effect", "none")
        if self._faithful and effect not in KEYWORDS["vector-effect"]:
            made.set("vector-effect", effect)
        if effect == "non-scaling-stroke" and not (self._faithful and _is_faulty(made)):
            from fustella.draw.svg.boxes import unscaled_stroke  # noqa: PLC0415

            width = inner.measures.length(inner.style.get("stroke-width", "1")) or 0.0
            dashes = dashes_of(inner.style.get("stroke-dasharray", "none"), inner.measures)
            filled = Element(made.tag, dict(made.attrib))
            unscaled_stroke(made, inner.matrix, width, dashes.get("stroke-dasharray", "none"))
            if made.tag == filled.tag and made.get("d") == filled.get("d"):
                return [made]
            if "url(" in inner.style.get("fill", "") or not IN_ITS_UNITS.isdisjoint(made.attrib):
                return [_fill_and_stroke(filled, made, inner)]
        fill, stroke = (inner.style.get(key, "") for key in ("fill", "stroke"))
        if "url(" in stroke and fill != "none":  # else some viewers paint the fill last
            return [_fill_and_stroke(Element(made.tag, dict(made.attrib)), made, inner)]
        return [made]

    def _square_dots(self, made: Element, inner: Outer) -> None:
        """Lengthens dashes of no length with square caps, which some viewers of PDF leave out."""
        if inner.style.get("stroke-linecap") != "square":
            return
        told = dashes_of(inner.style.get("stroke-dasharray", "none"), inner.measures)
        parts = (made.get("stroke-dasharray") or told.get("stroke-dasharray", "none")).split()
        if "0" in parts[::2] or (len(parts) % 2 and "0" in parts):
            width = inner.measures.length(inner.style.get("stroke-width", "1")) or 0.0
            dots = (number_text(width / 1000) if part == "0" else part for part in parts)
            made.set("stroke-dasharray", " ".join(dots))

    def _path_length(self, element: Element, made: Element, inner: Outer) -> None:
        """Scales the dashes of a path by its `pathLength`, the length that the file gives it."""
        told = number_in(element.get("pathLength"), 0.0)
        dashes = inner.style.get("stroke-dasharray", "none")
        if told <= 0 or dashes == "none":
            return
        from fustella.draw.svg.boxes import length_of  # noqa: PLC0415

        factor = length_of(name_of(made), made.attrib) / told
        parts = dashes_of(dashes, inner.measures).get("stroke-dasharray", "none")
        if parts != "none":
            scaled = (float(part) * factor for part in parts.split())
            made.set("stroke-dasharray", " ".join(number_text(value) for value in scaled))
        offset = inner.measures.length(inner.style.get("stroke-dashoffset", "0")) or 0.0
        if offset:
            made.set("stroke-dashoffset", number_text(offset * factor))


def _takes_paint(marker: Element) -> bool:
    """Whether a marker is painted in the paint of the path that it stands on."""
    return any("context-" in value for part in marker.iter() for value in part.attrib.values())


def _is_faulty(shape: Element) -> bool:
    """Whether an attribute of a shape has a fault, which the lint will report."""
    return any(wrong_with(key, value, name_of(shape)) for key, value in shape.items())


def _fill_and_stroke(filled: Element, stroked: Element, inner: Outer) -> Element:
    """Splits a shape into a group of its fill and its stroke.

    Shared attributes move to the group.
    """
    group = Element(f"{SVG}g")
    for name in _WHOLE:
        if name in filled.attrib:
            group.set(name, filled.attrib.pop(name))
            stroked.attrib.pop(name, None)
    place = filled.attrib.pop("transform", "")
    back = stroked.attrib.pop("transform", "")
    if place:
        group.set("transform", place)
    if back != place:
        away = parse_transform(place).inverse().then(parse_transform(back))
        stroked.set("transform", matrix_text(away))
    filled.set("stroke", "none")
    for key in _MARKERS:
        filled.set(key, "none")
    stroked.set("fill", "none")
    first = inner.style.get("paint-order", "normal").split()[0]
    group.extend((filled, stroked) if first in {"normal", "fill"} else (stroked, filled))
    return group
