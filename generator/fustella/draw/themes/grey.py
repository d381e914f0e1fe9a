"""Turns each colour into a grey as light as the colour, with hatches where greys are alike.

A grey of the same lightness keeps every contrast. Named colours of the game that differ only in hue
are hatched where they fill an area, on all faces of the game.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from fustella.core.values.colour import BLACK, WHITE, contrast, grey_of, lightness, mix
from fustella.core.values.themes import Theme
from fustella.draw.svg.attributes import alpha_of, colour_of
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import SVG, attributes_of
from fustella.draw.themes.ground import FilledForm, placed
from fustella.draw.themes.hatch import Hatch
from fustella.draw.themes.painter import hatch_elements
from fustella.draw.themes.scene import PaintedShape, PaintScope, matrix_text

_PAINTS = frozenset(("fill", "stroke", "color", "stop-color"))
_HATCHED_FROM_MM2 = 28.0
_HATCH_MM = 0.3

_STEP = 0.28
"""The lines of a hatch add this share of white or black to the grey below them."""


def draw_grey(scope: PaintScope, hatches: Mapping[str, Hatch]) -> list[Element]:
    elements: list[Element] = []
    for item in scope.items:
        if isinstance(item, PaintScope):
            group = Element(f"{SVG}g", item.attributes)
            if not item.is_inked:
                group.set("transform", matrix_text(item.matrix))
            group.extend(draw_grey(item, {} if item.is_inked else hatches))
            elements.append(group)
        elif item.is_picture:
            elements += [] if item.is_hidden else [item.picture_in(Theme.GREY)]
        else:
            elements.append(item.drawn(item.style))
            grey_element(elements[-1])
            elements += _hatch(item, scope, hatches)
    return elements


def grey_element(element: Element) -> None:
    """Turns all colours of an element and its descendants to grey."""
    for inner in element.iter():
        for name, value in list(attributes_of(inner)):
            if name in _PAINTS:
                inner.set(name, _grey_paint(value))
        if "style" in inner.attrib:
            declarations = Element("style", {"style": inner.attrib.pop("style")})
            kept = [f"{k}:{v}" for k, v in attributes_of(declarations) if k and k not in _PAINTS]
            if kept:
                inner.set("style", ";".join(kept))


def _grey_paint(value: str) -> str:
    """A paint in grey, with the same alpha."""
    if value.startswith("url("):
        end = value.index(")") + 1
        rest = colour_of(value[end:])
        return f"{value[:end]} {grey_of(rest)}" if rest else value[:end]
    colour = colour_of(value)
    if not colour:
        return value
    grey, alpha = grey_of(colour), alpha_of(value)
    return grey if alpha >= 1 else f"{grey}{round(alpha * 255):02x}"


def _hatch(shape: PaintedShape, scope: PaintScope, hatches: Mapping[str, Hatch]) -> list[Element]:
    colour = colour_of(shape.style.get("fill", BLACK))
    wanted = hatches.get(colour)
    if wanted is None or shape.is_text or shape.icon or shape.theme_hint in {"plain", "keep"}:
        return []
    if float(shape.style.get("fill-opacity", "1").rstrip("%") or 1) < 1:
        return []
    rings = placed(rings_of(shape.node.name, shape.node.own), shape.whole)
    form = FilledForm(rings, shape.style.get("fill-rule") == "evenodd")
    if not rings or form.area_mm2 < _HATCHED_FROM_MM2:
        return []
    return hatch_elements(form, wanted, _line_on(grey_of(colour)), _HATCH_MM, scope)


def _line_on(grey: str) -> str:
    """The colour of a hatch's lines: lighter or darker, away from the colour of texts."""
    written_dark = contrast(BLACK, grey) >= contrast(WHITE, grey) or lightness(grey) < 25
    return mix(grey, WHITE if written_dark else BLACK, _STEP)
