"""Writes the properties and attributes of SVG elements as plain numbers."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from fustella.draw.scene.model import XML_SPACE
from fustella.draw.svg.attributes import FILTERS, GEOMETRY
from fustella.draw.svg.colours import is_newer_colour, parse_colour
from fustella.draw.svg.css import XML_LANG, undeclared
from fustella.draw.svg.document import FILTER, LEFT_OUT, LENGTHS, SERVERS, Outer
from fustella.draw.svg.font_names import FontNames
from fustella.draw.svg.grammar import LARGEST, is_huge
from fustella.draw.svg.lengths import Measures
from fustella.draw.svg.properties import (
    COLOUR_PROPERTIES,
    CSS_GEOMETRY,
    IN_STYLE,
    INITIAL,
    LENGTH_PROPERTIES,
    NOT_WRITTEN,
    NUMBER_PROPERTIES,
    OWN_INITIAL,
    SEEN_IF_NONE,
    SERIF,
    TEXTS,
    UNPRINTED,
    URL,
    baseline_shift,
    dashes_of,
    is_readable,
    is_size,
    lengths_in,
    share_of,
)
from fustella.draw.svg.transforms import (
    css_transform,
    individual_transform,
    matrix_text,
    number_text,
)
from fustella.draw.svg.tree import IDENTITY, SVG, Matrix, href_in, name_of, number_in

_LARGE_REGION = 100.0
"""The largest width or height of a filter's region, in sides of the drawing.

typst paints larger ones wrongly.
"""

_AROUND = MappingProxyType({"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"})

_NORMAL_LENGTHS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "linearGradient": {"x2": "100%"},
        "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%"},
        "mask": _AROUND,
        "filter": _AROUND,
    }
)
"""The default lengths of elements that are percentages of the viewport.

They are written out, because the viewport is another one in print.
"""

_NOT_IN_PDFS = ", which PDFs do not know as browsers do, is not printed"

_BLENDED_OTHERWISE: Mapping[str, str] = {
    "color-dodge": _NOT_IN_PDFS,
    "plus-lighter": _NOT_IN_PDFS,
    "hue": " is shown in other colours by some readers of PDFs (poppler)",
}
"""For each blend mode that is printed otherwise than browsers show it, the end of the note.

PDF lacks one, lightens black with another (ISO 32000-1, 11.3.5.2), and poppler paints one wrongly
where two parts of a colour are equal.
"""

_PLAIN = frozenset(
    (
        *("id", "d", "points", "viewBox", "preserveAspectRatio", "gradientUnits", "spreadMethod"),
        *("gradientTransform", "patternUnits", "patternContentUnits", "patternTransform"),
        *("clipPathUnits", "maskUnits", "maskContentUnits", "markerUnits", "orient", "offset"),
        *("filterUnits", "primitiveUnits", "in", "in2", "result", "type", "values", "mode"),
        *("operator", "k1", "k2", "k3", "k4", "stdDeviation", "radius", "order", "kernelMatrix"),
        *("divisor", "bias", "targetX", "targetY", "edgeMode", "preserveAlpha", "scale"),
        *("xChannelSelector", "yChannelSelector", "baseFrequency", "numOctaves", "seed"),
        *("stitchTiles", "surfaceScale", "diffuseConstant", "specularConstant"),
        *("specularExponent", "kernelUnitLength", "azimuth", "elevation", "z", "pointsAtX"),
        *("pointsAtY", "pointsAtZ", "limitingConeAngle", "tableValues", "slope", "intercept"),
        *("amplitude", "exponent", "lengthAdjust", "method", "spacing", "side"),
    )
)
"""The attributes that are copied as they are."""

_USUAL = frozenset(("normal", "none", "auto", "100%", "initial", "inherit"))

_TURNED = 1e-6


class Elements(FontNames):
    """Writes the properties and attributes of elements as plain numbers."""

    def _begun(
        self, element: Element, name: str, outer: Outer
    ) -> tuple[Element, Outer, dict[str, str]]:
        """The new element without children, the values for its children, its properties."""
        line = self._line_of(element)
        own = self._cascade.computed(element, outer.style, outer.own)
        measures = self._measures_of_font(element, own, outer)
        size = self._font_size(own, replace(outer, measures=measures))
        measures = replace(measures, font_size=size)
        if element is self._root:
            measures = replace(measures, root_font_size=size)
        if "font-size" in own and not (self._faithful and not is_size(own["font-size"])):
            own["font-size"] = number_text(size)
        self._font_words(own, outer, line)
        if "color" in own:
            resolved: dict[str, str] = {}
            self._paint("color", own["color"], resolved, line)
            own["color"] = resolved.get("color", outer.style.get("color", "#000000"))
        made = Element(f"{SVG}{name}")
        written = self._written_properties(element, own, measures, outer, line)
        for key, value in self._attributes(element, own, measures):
            made.set(key, value)
        matrix = self._transform(element, own, measures)
        if matrix is not None and matrix != IDENTITY:
            made.set("transform", matrix_text(matrix))
        if self._faithful and not is_readable(own.get("transform", "none"), measures):
            made.set("transform", own["transform"])
        for key, value in written.items():
            made.set(key, value)
        self._note_doubtful_filter(
            written.get("filter", ""), outer.matrix.then(matrix or IDENTITY), line
        )
        blending = own.get("mix-blend-mode", "normal")
        if blending in _BLENDED_OTHERWISE and not self._faithful:
            message = f"`mix-blend-mode: {blending}`{_BLENDED_OTHERWISE[blending]}"
            self._note(LEFT_OUT, message, "take another mode in the editor, such as screen", line)
        styled = [f"{key}:{own[key]}" for key in IN_STYLE if own.get(key)]
        if self._faithful:  # a browser ignores an empty length; the lint reports it
            empty = {key for key, value in element.items() if not value.strip()}
            made.attrib.update(dict.fromkeys(empty & LENGTHS, ""))
            styled += undeclared(element.get("style", ""))
        if styled:
            made.set("style", ";".join(styled))
        style = {**outer.style, **{k: v for k, v in own.items() if k in INITIAL or k[:2] == "--"}}
        keep = {"preserve": True, "default": False}.get(
            element.get(XML_SPACE, ""), outer.keep_spaces
        )
        if own.get("white-space", "").startswith(("pre", "break-spaces")):
            keep = True
        elif own.get("white-space") in {"normal", "nowrap"}:
            keep = False
        step = matrix or IDENTITY
        inner = Outer(
            measures, style, {k: v for k, v in own.items() if k in OWN_INITIAL},
            outer.matrix.then(step), keep, outer.in_text, outer.resource,
            element.get(XML_LANG) or element.get("lang") or outer.language,
        )  # fmt: skip
        return made, inner, own

    def _paint(self, name: str, value: str, found: dict[str, str], line: int) -> None:
        """Writes a colour with its alpha, or another paint, into attributes."""
        word = value.strip()
        fallback = ""
        reference = URL.fullmatch(word)
        if reference:
            target = reference[2].strip()
            known = self._named(target)
            if known is not None and name_of(known) in SERVERS:
                if not (reference[3].strip() and self._is_empty(known)):
                    found[name] = f"url(#{target[1:]})"
                    return
                target = "#"
            if self._faithful and not reference[3]:
                found[name] = word
                return
            self._note_other_file(name, target, line)
            fallback = reference[3]
            word = fallback or "none"
        low = word.lower()
        if low in {"none", "currentcolor", "context-fill", "context-stroke"}:
            found[name] = "currentColor" if low == "currentcolor" else low
            return
        if name == "color" and low == "currentcolor":
            return
        colour = parse_colour(word)
        if colour is None:
            if self._faithful:
                found[name] = word
            elif is_newer_colour(word):
                hint = "in the editor, choose the colour itself, such as #c0392b"
                self._leave_out(f"`{name}: {word[:60]}`", line, hint)
            return
        alpha = f"{round(colour.alpha * 255):02x}" if colour.alpha < 1 else ""
        found[name] = f"{colour.text}{alpha}"

    def _written_properties(  # noqa: PLR0912
        self,
        element: Element,
        own: dict[str, str],
        measures: Measures,
        outer: Outer,
        line: int,
    ) -> dict[str, str]:
        """The properties of an element as attributes that typst reads."""
        found: dict[str, str] = {}
        for name, value in own.items():
            if name in UNPRINTED and (
                value not in _USUAL or (value == "none" and name in SEEN_IF_NONE)
            ):
                if self._faithful:
                    found[name] = value
                else:
                    self._leave_out(f"`{name}: {value[:40]}`", line)
            if name in NOT_WRITTEN or name.startswith("--") or name in CSS_GEOMETRY:
                continue
            if name in COLOUR_PROPERTIES:
                self._paint(name, value, found, line)
            elif name in NUMBER_PROPERTIES:
                number = share_of(value)
                if number is not None:
                    found[name] = number_text(min(1.0, max(0.0, number)))
                elif self._faithful:
                    found[name] = value
            elif name in LENGTH_PROPERTIES:
                length = 0.0 if value == "normal" else measures.length(value)
                if length is not None and (name != "stroke-width" or length >= 0):
                    found[name] = number_text(length)
                elif self._faithful:
                    found[name] = value
            elif name == "stroke-dasharray":
                dashes = dashes_of(value, measures)
                found.update(dashes or ({name: value} if self._faithful else {}))
            elif name in {"clip-path", "mask", "filter"}:
                self._reference(element, name, value, found, line)
            elif name.startswith("marker-"):
                target = URL.fullmatch(value.strip())
                if target is None:
                    found[name] = "none"
                elif self._faithful or self._named(target[2].strip()) is not None:
                    found[name] = f"url({target[2].strip()})"
                else:
                    found[name] = "none"
                    self._note_other_file(name, target[2].strip(), line)
            elif name == "baseline-shift":
                family = own.get("font-family") or outer.style.get("font-family", SERIF)
                found[name] = number_text(baseline_shift(value, measures, family))
            elif name == "font-family" and value.startswith("?"):
                if self._faithful:
                    found[name] = value[1:]
            elif name in INITIAL or name in OWN_INITIAL:
                found[name] = value
        return found

    def _reference(
        self, element: Element, name: str, value: str, found: dict[str, str], line: int
    ) -> None:
        """Writes the reference to a clip path, mask or filter into `found`.

        A reference to nothing is left out, as browsers ignore it.
        """
        word = value.strip()
        if word.lower() == "none":
            return
        target = URL.fullmatch(word)
        if target and not target[3].strip():
            known = self._named(target[2].strip())
            kind = {"clip-path": "clipPath"}.get(name, name)
            if known is not None and name_of(known) == kind:
                found[name] = f"url({target[2].strip()})"
                if name == "filter":
                    self._tell_filter(line)
                masks_itself = name == "mask" and self._references.hold(element, known)
                if masks_itself and name_of(element) != "mask" and not self._faithful:
                    message = "a mask that masks what is in itself may be printed otherwise"
                    hint = "in the editor, release this mask inside of the other one"
                    self._note(LEFT_OUT, f"{message} than a browser shows it", hint, line)
            elif self._faithful:
                found[name] = word
            else:
                self._note_other_file(name, target[2].strip(), line)
            return
        if name == "filter":
            found[name] = word
            self._tell_filter(line)
            if word.lower().count("url(") > 1 and not self._faithful:
                message = "a filter made of several others may be printed otherwise"
                hint = "in the editor, put the shape into a group, and give each one filter"
                self._note(FILTER, f"{message} than a browser shows it", hint, line)
            return
        self._leave_out(f"`{name}: {word[:40]}`", line, "use a <clipPath> or a <mask>")

    def _note_doubtful_filter(self, target: str, matrix: Matrix, line: int) -> None:
        """Notes a filter that typst and browsers show differently at the place of its use."""
        if not target or self._faithful:
            return
        found = self._ids.get(target.removeprefix("url(#").removesuffix(")"))
        turned = abs(matrix.b) > _TURNED or abs(matrix.c) > _TURNED
        if turned and found is not None and found.find(f"{SVG}feTile") is not None:
            message = "the tiles of a filter (feTile) on what is turned may be printed otherwise"
            self._note(FILTER, f"{message} than a browser shows them", "", line)

    def _tell_filter(self, line: int) -> None:
        self.has_filter = True
        message = "a filter is printed as a picture of 600 dpi"
        self._note(FILTER, message, "without it, the drawing stays sharp at any size", line)

    def _attributes(  # noqa: PLR0912
        self, element: Element, own: dict[str, str], measures: Measures
    ) -> Iterator[tuple[str, str]]:
        """Yields the attributes that are not properties, with lengths as plain numbers."""
        name = name_of(element)
        in_box = self._in_box(element, name)
        for key, value in element.items():
            if key == "id":
                if value not in self._written and value:
                    self._written.add(value)
                    yield key, value
            elif key.startswith("data-") or (key == "rotate" and name in TEXTS):
                yield key, value
            elif key in _PLAIN:
                if key == "offset" and name == "stop":
                    number = share_of(value)
                    yield key, number_text(min(1.0, max(0.0, number or 0.0)))
                elif key == "d" and "d" in own:
                    continue
                else:
                    yield key, value
            elif key in GEOMETRY and key not in CSS_GEOMETRY:
                yield from self._length(element, key, value, measures, in_box)
        for key in sorted(CSS_GEOMETRY & own.keys()):
            if key == "d":
                inner = re.fullmatch(r"path\(\s*(['\"])(.*)\1\s*\)", own["d"], re.DOTALL)
                yield "d", inner[2] if inner else own["d"]
            else:
                yield from self._length(element, key, own[key], measures, in_box)
        if name in _NORMAL_LENGTHS and not in_box:
            for key, value in _NORMAL_LENGTHS[name].items():
                if all(key not in one.attrib for one in self._inherited_from(element)):
                    yield from self._length(element, key, value, measures, in_box)
        if name not in {"use", "image", "feImage"} | SERVERS | {"textPath"}:
            return
        href = href_in(element.attrib)
        known = href.startswith("#") and href[1:] in self._ids
        if known or (href and name in SERVERS and self._faithful):
            yield "href", href
        elif name in SERVERS:
            self._note_other_drawing(element, href)

    def _length(
        self, element: Element, key: str, value: str, measures: Measures, in_box: bool
    ) -> Iterator[tuple[str, str]]:
        name = name_of(element)
        found = list(lengths_in(key, value, name, measures, in_box))
        if not found and self._faithful and value.strip() != "auto":
            found = [(key, value)]
        if found and (name == "filter" or name in FILTERS):
            # The engine breaks off at larger numbers, and nothing so far away is seen.
            far = min(LARGEST, max(-LARGEST, number_in(found[0][1], 0.0)))
            found = [(key, number_text(far))] if is_huge(found[0][1]) else found
            if key in {"width", "height"} and far > _LARGE_REGION * max(self._extent):
                message = "a filter paints far beyond the drawing, and may be printed wrongly"
                hint = "make its region as large as the drawing in the editor"
                self._note(FILTER, message, hint, self._line_of(element))
        yield from found

    def _transform(
        self, element: Element, own: dict[str, str], measures: Measures
    ) -> Matrix | None:
        """The matrix of an element's transforms; None without any."""
        text = own.get("transform", "")
        parts = [own.get(key, "") for key in ("translate", "rotate", "scale")]
        parts = [part for part in parts if part and part != "none"]
        if name_of(element) in TEXTS and element.get("rotate") == own.get("rotate"):
            parts = [p for p in parts if p != own.get("rotate")]
        if text in {"", "none"} and not parts:
            return None
        matrix = css_transform(text, measures) if text and text != "none" else IDENTITY
        for key in ("scale", "rotate", "translate"):
            value = own.get(key, "none")
            if value in parts and value != "none":
                matrix = individual_transform(key, value, measures).then(matrix)
        origin = own.get("transform-origin")
        box = own.get("transform-box", "view-box")
        if origin or box in {"fill-box", "content-box", "stroke-box"}:
            x, y = self._origin(element, origin or "50% 50%", box, measures)
            moved = Matrix(e=x, f=y)
            matrix = moved.then(matrix).then(Matrix(e=-x, f=-y))
        return matrix

    def _origin(
        self, element: Element, text: str, box: str, measures: Measures
    ) -> tuple[float, float]:
        from fustella.draw.svg.boxes import bounds_of  # noqa: PLC0415

        left, top = 0.0, 0.0
        if box in {"fill-box", "content-box", "stroke-box"}:
            found = bounds_of(element)
            if found:
                left, top = found[0], found[1]
                measures = replace(measures, width=found[2] - left, height=found[3] - top)
        words = text.split()[:2]
        if len(words) == 1:
            words.append("center")
        if words[0] in {"top", "bottom"} or words[1] in {"left", "right"}:
            words.reverse()
        names = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
        x = measures.length(names.get(words[0], words[0]), "x") or 0.0
        y = measures.length(names.get(words[1], words[1]), "y") or 0.0
        return left + x, top + y
