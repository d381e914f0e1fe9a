"""Knows the shape of the pages of a booklet: margins, columns and titles that suit their size."""

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Size


class PageShape(Struct, frozen=True):
    """The shape of the pages of a booklet, in mm, and the sizes of its titles in points."""

    size: Size
    inside_mm: float
    outside_mm: float
    top_mm: float
    bottom_mm: float
    heads_pt: tuple[float, ...]
    columns: int = 1
    heads_shown: bool = True

    @property
    def measure_mm(self) -> float:
        """The length of a line."""
        gutters_mm = 7.0 * (self.columns - 1)
        return (self.size.width_mm - self.inside_mm - self.outside_mm - gutters_mm) / self.columns

    @property
    def width_mm(self) -> float:
        """The width of all columns."""
        return self.size.width_mm - self.inside_mm - self.outside_mm

    @property
    def height_mm(self) -> float:
        """The height of a column."""
        return self.size.height_mm - self.top_mm - self.bottom_mm


def page_shape(size: Size, bleed_mm: float = 0.0) -> PageShape:
    """The shape of pages of a size, with a bleed around them."""
    shape = _trimmed_shape(size)
    return replace(
        shape,
        size=Size(size.width_mm + 2 * bleed_mm, size.height_mm + 2 * bleed_mm),
        inside_mm=shape.inside_mm + bleed_mm,
        outside_mm=shape.outside_mm + bleed_mm,
        top_mm=shape.top_mm + bleed_mm,
        bottom_mm=shape.bottom_mm + bleed_mm,
    )


def _trimmed_shape(size: Size) -> PageShape:
    """The shape of pages of a size: margins, columns and titles that suit it."""
    if size.width_mm >= 190:
        return PageShape(size, 18, 16, 22, 19, (24, 14, 11, 10), columns=2)
    if size.width_mm >= 130:
        return PageShape(size, 15, 13, 19, 17, (20, 12.5, 10.5, 9.5))
    if size.width_mm >= 90:
        return PageShape(size, 9, 9, 16, 14, (17, 11.5, 10, 9.5))
    if size.width_mm >= 70:
        return PageShape(size, 7, 7, 10, 12, (15, 11, 9.5, 9), heads_shown=False)
    return PageShape(size, 5, 5, 6, 9.5, (13, 10.5, 9.5, 9), heads_shown=False)
