"""A face drawn in greys or with little ink: loaded where a build is in such a theme."""

from collections.abc import Mapping
from xml.etree import ElementTree

from fustella.core.values.themes import Theme
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.svg.tree import SVG, name_of
from fustella.draw.themes.grey import draw_grey, grey_element
from fustella.draw.themes.hatch import Hatch
from fustella.draw.themes.low_ink import LowInk
from fustella.draw.themes.scene import SERVERS, defined_in, painted_in, show_in, write_scene


def redrawn(svg: str, theme: Theme, hatches: Mapping[str, Hatch]) -> str:
    """A face in a theme: the same size, the same words at the same places."""
    root = ElementTree.fromstring(svg)
    scene = resolve_finished(root)
    scope, defined = painted_in(scene), defined_in(root)
    if theme is Theme.GREY:
        elements = draw_grey(scope, hatches)
        for element in defined:
            grey_element(element)
    else:
        elements = LowInk(hatches, defined, scene.definitions).draw(scope)
        defined = [element for element in defined if name_of(element) not in SERVERS]
    for element in defined:
        if name_of(element) != "mask":  # there a picture is no picture, but what shows of one
            for inner in element.iter(f"{SVG}image"):
                show_in(inner, theme)
    return ElementTree.tostring(write_scene(root, defined, elements), encoding="unicode")
