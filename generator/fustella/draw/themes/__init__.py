"""Themes: a finished face redrawn from itself, to save ink or without colour.

A theme is derived from the full face and never drawn by hand: templates know nothing of it except
`data-theme`, with which they may control what happens to a group.
"""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from fustella.core.model import Face, Record
from fustella.core.themes import Theme
from fustella.draw.svg.attributes import STEER, colour_of
from fustella.draw.svg.tree import SVG, name_of
from fustella.draw.themes.grey import draw_grey, grey_element
from fustella.draw.themes.hatch import Hatch, hatches_of, lost_in_grey
from fustella.draw.themes.low_ink import LowInk
from fustella.draw.themes.scene import SERVERS, scene_of, show_in, write_scene

_STEERED = re.compile(rf'\s{STEER}="[^"]*"')


class Themer:
    """Derives the faces of one game in one theme; equal faces are derived once."""

    def __init__(self, theme: Theme, hatches: Mapping[str, Hatch]) -> None:
        """`hatches` are those of the game's named colours."""
        self._theme, self._hatches = theme, hatches
        self._derived: dict[str, Face] = {}

    @classmethod
    def of_game(cls, theme: Theme, colours: Record) -> "Themer":
        if theme is Theme.FULL:
            return cls(theme, {})
        named = [colour for name in colours if (colour := colour_of(str(colours[name])))]
        hatches: Mapping[str, Hatch] = hatches_of(named)
        if theme is Theme.GREY:
            lost = lost_in_grey(named)
            hatches = {colour: hatch for colour, hatch in hatches.items() if colour in lost}
        return cls(theme, hatches)

    def derive(self, face: Face, drawn: str) -> Face:
        """A checked face in this theme; `drawn` is its SVG as the template left it."""
        if self._theme is Theme.FULL and STEER not in drawn:
            return face
        if face.digest not in self._derived:
            full = self._theme is Theme.FULL
            svg = _STEERED.sub("", face.svg) if full else self.redrawn(drawn)
            self._derived[face.digest] = Face.drawn(svg, face.outline, face.bleed_mm)
        return self._derived[face.digest]

    def redrawn(self, svg: str) -> str:
        """A face in this theme: the same size, the same words at the same places."""
        root = ElementTree.fromstring(svg)
        scope, defined = scene_of(root)
        if self._theme is Theme.GREY:
            drawn = draw_grey(scope, self._hatches)
            for element in defined:
                grey_element(element)
        else:
            drawn = LowInk(self._hatches, defined).draw(scope)
            defined = [element for element in defined if name_of(element) not in SERVERS]
        for element in defined:
            if name_of(element) != "mask":  # there a picture is no picture, but what shows of one
                for inner in element.iter(f"{SVG}image"):
                    show_in(inner, self._theme)
        return ElementTree.tostring(write_scene(root, defined, drawn), encoding="unicode")
