"""How a shape is drawn anew: filled, as a line, or hatched."""

from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from fustella.draw.svg.tree import SVG
from fustella.draw.svg.write import number
from fustella.draw.themes.ground import Bounds, FilledForm
from fustella.draw.themes.hatch import Hatch, hatch_path
from fustella.draw.themes.scene import PaintedShape, Scope, inverse, matrix_text

_DOT = 4
"""How many times as wide as a line a dot of a hatch is."""


@dataclass(frozen=True, slots=True)
class ShapePainter:
    """A shape and its form, and how to draw it anew."""

    shape: PaintedShape
    form: FilledForm
    scope: Scope
    clip: Bounds | None

    @property
    def along(self) -> list[tuple[float, float]]:
        """Some points of its line."""
        dots = [dot for ring in self.form.rings for dot in ring]
        return dots[:: max(1, len(dots) // 5)]

    def filled(self, colour: str) -> Element:
        """The shape filled, without a line."""
        style = {"fill": colour}
        if "fill-rule" in self.shape.style:
            style["fill-rule"] = self.shape.style["fill-rule"]
        return self.shape.drawn(style)

    def lined(self, colour: str, width_mm: float) -> Element:
        """The line of the shape alone."""
        kept = ("stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset")
        style = {k: v for k, v in self.shape.style.items() if k in kept}
        style.setdefault("stroke-linejoin", "round")
        width = number(width_mm / (self.shape.scale or 1.0))
        return self.shape.drawn(style | {"fill": "none", "stroke": colour, "stroke-width": width})

    def hatched(self, hatch: Hatch, colour: str, width_mm: float) -> list[Element]:
        """The hatch on the shape; none on what is too narrow for a line of it."""
        return hatch_elements(self.form, hatch, colour, width_mm, self.scope)


@dataclass(slots=True)
class Drawn:
    """What became of shapes: what goes below all that are of one colour `together`, and above.

    `edge` is the line on top of a shape that has no other to go with.
    """

    below: list[Element] = field(default_factory=list)
    above: list[Element] = field(default_factory=list)
    together: str = ""
    edge: list[Element] = field(default_factory=list)

    @property
    def elements(self) -> list[Element]:
        """All of it, from the lowest to the topmost."""
        return self.above + self.edge if self.edge else self.below + self.above

    def join(self, other: "Drawn") -> None:
        """Draw another shape with these, so that no line runs where they overlap."""
        self.below += other.below
        self.above += other.above
        self.edge = []


def hatch_elements(
    form: FilledForm, hatch: Hatch, colour: str, width_mm: float, scope: Scope
) -> list[Element]:
    """A hatch over a form, as an element of a scope."""
    data, back = hatch_path(form, hatch), inverse(scope.whole)
    if not data or back is None:
        return []
    width = width_mm * (_DOT if hatch.dots else 1)
    style = {"fill": "none", "stroke": colour, "stroke-width": number(width)}
    made = Element(f"{SVG}path", {"d": data} | style)
    if hatch.dots:
        made.set("stroke-linecap", "round")
    if matrix_text(back) != "translate(0 0)":
        made.set("transform", matrix_text(back))
    return [made]
