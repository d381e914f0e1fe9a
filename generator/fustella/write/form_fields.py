"""Puts fields into a PDF form, to be filled in on a screen; what is printed shows none of them."""

from typing import Any, Final

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.geometry.units import PT_PER_MM
from fustella.write.canvas import MmCanvas

HEAD: Final = "fustella"
"""The field, which nobody sees, that says of which version a form is."""

MOST_ROWS: Final = 50
"""More rows than any table of a form has."""

_TEXT_PT: Final = 10
_INSIDE_MM: Final = 0.4
_LOOK: Final[dict[str, Any]] = {
    "borderWidth": 0,
    "fillColor": None,
    "borderColor": None,
    "borderStyle": "solid",
}


class FormFields:
    """The fields of a form; boxes are in mm from the top left of the current page."""

    def __init__(self, canvas: MmCanvas) -> None:
        self._canvas = canvas

    def head(self, said: str) -> None:
        """Adds the field that says of which version the form is, in JSON of plain letters."""
        self._text(HEAD, Rect(0, 0, 1, 1), "", said, "readOnly", annotationFlags="hidden")

    def text(self, name: str, box: Rect, about: str, *, several_lines: bool = False) -> None:
        """Adds a field for a line of text, or for several."""
        box = box.grown(-_INSIDE_MM)
        self._text(name, box, about, "", "multiline" if several_lines else "")

    def tick(self, name: str, middle: Point, size_mm: float, about: str) -> None:
        """Adds a box to tick."""
        form: Any = self._canvas.pdf.acroForm
        x_pt, y_pt = self._corner(middle, size_mm)
        form.checkbox(
            **_LOOK, name=name, tooltip=about, x=x_pt, y=y_pt, size=size_mm * PT_PER_MM,
            buttonStyle="check", fieldFlags="",
        )  # fmt: skip

    def one_of(self, name: str, value: str, middle: Point, size_mm: float, about: str) -> None:
        """Adds one of several circles with the same `name`, of which one is chosen."""
        form: Any = self._canvas.pdf.acroForm
        x_pt, y_pt = self._corner(middle, size_mm)
        form.radio(
            **_LOOK, name=name, value=value, tooltip=about, x=x_pt, y=y_pt,
            size=size_mm * PT_PER_MM, buttonStyle="cross", shape="circle", fieldFlags="radio",
        )  # fmt: skip

    def _corner(self, middle: Point, size_mm: float) -> tuple[float, float]:
        return self._canvas.to_pt(middle.moved(-size_mm / 2, size_mm / 2))

    def _text(
        self, name: str, box: Rect, about: str, value: str, flags: str, **more: object
    ) -> None:
        form: Any = self._canvas.pdf.acroForm
        x_pt, y_pt, width_pt, height_pt = self._canvas.box_to_pt(box)
        form.textfield(
            **_LOOK, **more, name=name, value=value, tooltip=about, x=x_pt, y=y_pt,
            width=width_pt, height=height_pt, fontName="Helvetica", fontSize=_TEXT_PT,
            fieldFlags=flags, maxlen=0,
        )  # fmt: skip
