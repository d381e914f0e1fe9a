"""Redraws a finished face in a theme, to save ink or without colour.

A theme is derived from the full face and never drawn by hand. Templates know nothing of it except
`data-theme`, with which they may control what happens to a group.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from fustella.core.values.model import Face, Record
from fustella.core.values.themes import Theme
from fustella.core.words.patterns import regex
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.svg.attributes import STEER, colour_of
from fustella.draw.svg.tree import SVG, name_of

if TYPE_CHECKING:
    from fustella.draw.scene.model import Scene
    from fustella.draw.themes.hatch import Hatch

_HINT = regex(rf'\s{STEER}="[^"]*"')


class Themer:
    """Derives the faces of one game in one theme; equal faces are derived once."""

    def __init__(self, theme: Theme, hatches: "Mapping[str, Hatch]") -> None:
        """`hatches` are those of the game's named colours."""
        self._theme, self._hatches = theme, hatches
        self._derived: dict[str, Face] = {}

    @classmethod
    def of_game(cls, theme: Theme, colours: Record) -> "Themer":
        if theme is Theme.FULL:
            return cls(theme, {})
        from fustella.draw.themes.hatch import hatches_of, lost_in_grey  # noqa: PLC0415

        named = [colour for name in colours if (colour := colour_of(str(colours[name])))]
        hatches: Mapping[str, Hatch] = hatches_of(named)
        if theme is Theme.GREY:
            lost = lost_in_grey(named)
            hatches = {colour: hatch for colour, hatch in hatches.items() if colour in lost}
        return cls(theme, hatches)

    def derive(self, face: Face, svg_drawn: str, resolved: "Scene | None" = None) -> Face:
        """Derives a checked face in this theme from `svg_drawn`, the SVG as its template drew it.

        `resolved` is the scene of that SVG, if it is already known.
        """
        if self._theme is Theme.FULL and STEER not in svg_drawn:
            return face
        if face.digest not in self._derived:
            full = self._theme is Theme.FULL
            svg = _HINT.sub("", face.svg) if full else self.redrawn(svg_drawn, resolved)
            self._derived[face.digest] = Face.drawn(svg, face.outline, face.bleed_mm)
        return self._derived[face.digest]

    def redrawn(self, svg: str, resolved: "Scene | None" = None) -> str:
        """Redraws a face in this theme: same size, same words, same places."""
        from fustella.draw.themes import grey, low_ink, scene  # noqa: PLC0415  (few builds have one)

        resolved = resolved or resolve_finished(ElementTree.fromstring(svg))
        root = resolved.element
        scope, defined = scene.painted_in(resolved), scene.defined_in(root)
        if self._theme is Theme.GREY:
            elements = grey.draw_grey(scope, self._hatches)
            for element in defined:
                grey.grey_element(element)
        else:
            elements = low_ink.LowInk(self._hatches, defined, resolved.definitions).draw(scope)
            defined = [each for each in defined if name_of(each) not in scene.SERVERS]
        for element in defined:
            if name_of(element) != "mask":  # a picture in a mask only decides what shows of another
                for inner in element.iter(f"{SVG}image"):
                    scene.show_in(inner, self._theme)
        themed = scene.write_scene(root, defined, elements)
        return ElementTree.tostring(themed, encoding="unicode")
