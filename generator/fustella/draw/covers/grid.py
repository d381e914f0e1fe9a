"""How large the headings, pictures and captions of a cover are: a grid of narrow cells.

A caption is as wide as its picture leaves room for, and as high as the longest of its section. What
fits into one row leaves the rest of its width to the next section.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.cover import CELL_GAP_MM, CoverSection, common_scale
from fustella.core.geometry import Outline, Size
from fustella.draw.covers.sections import CaptionedSection
from fustella.draw.covers.texts import height_mm, shortened
from fustella.draw.text.fallback import Fallback
from fustella.draw.text.fonts import BOLD, FAMILIES, FontStyle
from fustella.draw.text.shaping import text_width_mm

CELL_MM = 30.0
"""The least width of a cell: six lie beside each other on A4."""

LARGEST_PICTURE = Size(14.0, 18.0)
HEADING_MM = 6.0
COPIES_MM = 3.8
"""The line with the number of copies, above the name."""

HIGHEST_CAPTION_MM = 24.0
NAME_PT, LEAST_PT, LEADING = 7.5, 6.0, 1.08
_HEADING_PT, _COUNTED_PT, _BETWEEN_MM = 10.0, 7.0, 5.0

_BOLD = FontStyle(FAMILIES["sans"], BOLD, False)


class Grid(Struct, frozen=True):
    """The columns of a cover of `width_mm`."""

    width_mm: float

    @property
    def columns(self) -> int:
        return max(1, int((self.width_mm + CELL_GAP_MM) / (CELL_MM + CELL_GAP_MM)))

    def across_mm(self, cells: int) -> float:
        """The width of so many cells beside each other."""
        cell_mm = (self.width_mm + CELL_GAP_MM) / self.columns
        return cells * cell_mm - CELL_GAP_MM


def on_grid(
    sections: Sequence[CaptionedSection],
    outlines: Mapping[str, Outline],
    grid: Grid,
    fallback: Fallback,
) -> Iterator[tuple[CaptionedSection, CoverSection]]:
    """Each section with names that fit its captions, and the sizes of its parts."""
    for section in sections:
        sizes = [outlines[piece].size for piece in section.captions]
        scale = common_scale(sizes, LARGEST_PICTURE)
        picture = Size(
            max(size.width_mm for size in sizes) * scale,
            max(size.height_mm for size in sizes) * scale,
        )
        wide_mm = max(CELL_MM / 2, grid.across_mm(1) - picture.width_mm - CELL_GAP_MM)
        fitted = replace(section, captions=dict(_fitted(section, wide_mm, fallback)))
        names = [
            height_mm(own["name"], wide_mm, NAME_PT, False, fallback, LEADING)
            for own in fitted.captions.values()
        ]
        caption = Size(wide_mm, COPIES_MM + min(HIGHEST_CAPTION_MM - COPIES_MM, max(names)))
        heading = Size(_heading_mm(section, grid), HEADING_MM)
        yield fitted, CoverSection(section.id, heading, picture, caption, tuple(section.captions))


def _fitted(
    section: CaptionedSection, width_mm: float, fallback: Fallback
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The captions, where words that are wider than the caption are cut."""
    for piece, own in section.captions.items():
        name = shortened(own["name"], width_mm, LEAST_PT, fallback, longest=math.inf)
        sizes = {"size": NAME_PT, "least": LEAST_PT, "leading": LEADING}
        yield piece, {**own, **sizes, "name": name, "copies_height": COPIES_MM}


def _heading_mm(section: CaptionedSection, grid: Grid) -> float:
    """As wide as the cells below it, and as its words need."""
    words, own = section.values["words"], section.values
    counted = f"{words['designs']} {own['designs']} · {words['pieces']} {own['copies']}"
    said_mm = text_width_mm(str(own["name"]), _BOLD, _HEADING_PT)
    said_mm += text_width_mm(counted, _BOLD, _COUNTED_PT) + _BETWEEN_MM
    cells = max(len(section.captions), 1)
    while cells < grid.columns and grid.across_mm(cells) < said_mm:
        cells += 1
    return grid.across_mm(min(cells, grid.columns))
