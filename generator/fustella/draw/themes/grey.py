"""Grey: each colour as the grey of its lightness, and a hatch where that is not enough.

A grey that is as light as its colour keeps every contrast. Two of the game's own colours that only
their hue tells apart are hatched where they fill an area, on all faces of the game.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from fustella.core.colour import BLACK, WHITE, contrast, grey_of, lightness, mix
from fustella.draw.svg.attributes import alpha_of, colour_of
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import SVG, attributes_of
from fustella.draw.themes.ground import FilledForm, placed
from fustella.draw.themes.hatch import Hatch
from fustella.draw.themes.painter import hatch_elements
from fustella.draw.themes.scene import PaintedShape, Scope, matrix_text

_PAINTS = frozenset(("fill", "stroke", "color", "stop-color"))
_HATCHED_FROM_MM2 = 28.0
_HATCH_MM = 0.3

_STEP = 0.28
"""How far the lines of a hatch go from the grey they lie on towards white, or black."""


def draw_grey(scope: Scope, hatches: Mapping[str, Hatch]) -> list[Element]:
    """The elements of a scope, in greys."""
    made: list[Element] = []
    for item in scope.items:
        if isinstance(item, Scope):
            group = Element(f"{SVG}g", item.attributes)
            group.set("transform", matrix_text(item.matrix))
            group.extend(draw_grey(item, hatches))
            made.append(group)
        else:
            made.append(item.drawn(item.style))
            grey_element(made[-1])
            made += _hatch(item, scope, hatches)
    return made


def grey_element(element: Element) -> None:
    """Turn all colours of an element and of what is in it to grey."""
    for one in element.iter():
        for name, value in list(attributes_of(one)):
            if name in _PAINTS:
                one.set(name, _grey_paint(value))
        if "style" in one.attrib:
            kept = [f"{k}:{v}" for k, v in _declarations(one) if k and k not in _PAINTS]
            one.attrib.pop("style")
            if kept:
                one.set("style", ";".join(kept))


def _declarations(element: Element) -> list[tuple[str, str]]:
    return list(attributes_of(Element("style", {"style": element.get("style", "")})))


def _grey_paint(value: str) -> str:
    """A paint in grey; what it covers is kept in `*-opacity` alone, so an alpha is lost to none."""
    if value.startswith("url("):
        end = value.index(")") + 1
        rest = colour_of(value[end:])
        return f"{value[:end]} {grey_of(rest)}" if rest else value[:end]
    colour = colour_of(value)
    if not colour:
        return value
    grey, alpha = grey_of(colour), alpha_of(value)
    return grey if alpha >= 1 else f"{grey}{round(alpha * 255):02x}"


def _hatch(shape: PaintedShape, scope: Scope, hatches: Mapping[str, Hatch]) -> list[Element]:
    colour = colour_of(shape.style.get("fill", BLACK))
    wanted = hatches.get(colour)
    if wanted is None or shape.is_text or shape.icon or shape.steer in {"plain", "keep"}:
        return []
    if float(shape.style.get("fill-opacity", "1").rstrip("%") or 1) < 1:
        return []
    rings = placed(rings_of(shape.element), shape.whole)
    form = FilledForm(rings, shape.style.get("fill-rule") == "evenodd")
    if not rings or form.area_mm2 < _HATCHED_FROM_MM2:
        return []
    return hatch_elements(form, wanted, _line_on(grey_of(colour)), _HATCH_MM, scope)


def _line_on(grey: str) -> str:
    """Away from what is written on it, so that it reads at least as well as before."""
    written_dark = contrast(BLACK, grey) >= contrast(WHITE, grey)
    if lightness(grey) < 25:
        written_dark = True
    return mix(grey, WHITE if written_dark else BLACK, _STEP)
