"""Paints shapes for low ink: filled, outlined or hatched."""

from xml.etree.ElementTree import Element

from msgspec import Struct, field

from fustella.draw.svg.tree import SVG
from fustella.draw.svg.write import number
from fustella.draw.themes.ground import Bounds, FilledForm
from fustella.draw.themes.hatch import Hatch, hatch_path
from fustella.draw.themes.scene import PaintedShape, PaintScope, inverse, matrix_text

_DOT = 4
"""The diameter of a hatch's dots, as a multiple of the width of its lines."""


class ShapePainter(Struct, frozen=True):
    """Redraws one shape within its scope and clip; its form is given in mm of the face."""

    shape: PaintedShape
    form: FilledForm
    scope: PaintScope
    clip: Bounds | None

    @property
    def along(self) -> list[tuple[float, float]]:
        """Points along the outline of the shape."""
        dots = [dot for ring in self.form.rings for dot in ring]
        return dots[:: max(1, len(dots) // 5)]

    def filled(self, colour: str) -> Element:
        """The shape filled, without a stroke."""
        style = {"fill": colour}
        if "fill-rule" in self.shape.style:
            style["fill-rule"] = self.shape.style["fill-rule"]
        return self.shape.drawn(style)

    def lined(self, colour: str, width_mm: float) -> Element:
        """The outline of the shape, without a fill."""
        kept = ("stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset")
        style = {k: v for k, v in self.shape.style.items() if k in kept}
        style.setdefault("stroke-linejoin", "round")
        width = number(width_mm / (self.shape.scale or 1.0))
        return self.shape.drawn(style | {"fill": "none", "stroke": colour, "stroke-width": width})

    def hatched(self, hatch: Hatch, colour: str, width_mm: float) -> list[Element]:
        """The hatch on the shape; [] if no line of it fits."""
        return hatch_elements(self.form, hatch, colour, width_mm, self.scope)


class RedrawnShapes(Struct):
    """Redrawn shapes of one colour that share one silhouette.

    `below` are the outlines under all of the shapes, `above` are their fills. `together` is the
    colour in which the next shape joins them, "" if none does. `edge` replaces `below` while there
    is only one shape, and is drawn above the fill.
    """

    below: list[Element] = field(default_factory=list)
    above: list[Element] = field(default_factory=list)
    together: str = ""
    edge: list[Element] = field(default_factory=list)

    @property
    def elements(self) -> list[Element]:
        """All elements, from the lowest to the topmost."""
        return self.above + self.edge if self.edge else self.below + self.above

    def join(self, other: "RedrawnShapes") -> None:
        """Adds the next shape, without a line where it overlaps the others."""
        self.below += other.below
        self.above += other.above
        self.edge = []


def hatch_elements(
    form: FilledForm, hatch: Hatch, colour: str, width_mm: float, scope: PaintScope
) -> list[Element]:
    """The elements of a hatch on a form, in the coordinates of a scope."""
    data, back = hatch_path(form, hatch), inverse(scope.whole)
    if not data or back is None:
        return []
    width = width_mm * (_DOT if hatch.dots else 1)
    style = {"fill": "none", "stroke": colour, "stroke-width": number(width)}
    path = Element(f"{SVG}path", {"d": data} | style)
    if hatch.dots:
        path.set("stroke-linecap", "round")
    if matrix_text(back) != "translate(0 0)":
        path.set("transform", matrix_text(back))
    return [path]
