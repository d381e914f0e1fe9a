"""Turns an SVG that an editor wrote, of any size and viewBox, into a face.

A root as `_shared/face.svg.j2` writes it stays as it is, and its contents are cleaned: its unit is
a millimetre on paper, and `2mm` are two of them. A root of another size is fitted to the face if it
has the proportions of the face: of trim and bleed, or of the trim alone.
"""

import math
from xml.etree.ElementTree import Element, tostring

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.draw.svg.clean import Cleaner
from fustella.draw.svg.document import LEFT_OUT, Families, SvgNote
from fustella.draw.svg.lengths import PX_PER_MM
from fustella.draw.svg.source import FaultySvg, read_source
from fustella.draw.svg.transforms import matrix_text, number_text, view_box
from fustella.draw.svg.tree import SVG, Matrix, number_in

_ALIKE = 0.01
"""The largest allowed difference of proportions, as a share: editors round to whole pixels."""


class FittedSvg(Struct, frozen=True):
    """The SVG of a face in millimetres, with the notes for the designer about it."""

    svg: str
    notes: tuple[SvgNote, ...]
    has_filter: bool


def fit_face(svg: str, trim: Size, bleed_mm: float, families: Families) -> FittedSvg:
    """The SVG of a face, cleaned, in millimetres from the corner of the trim.

    Faults in it stay as they were written, for the lint to report. Raises FaultySvg: E223 for other
    proportions than the face's, E225 for an SVG that cannot be read.
    """
    source = read_source(svg.encode(errors="surrogatepass"))
    width, height = trim.width_mm + 2 * bleed_mm, trim.height_mm + 2 * bleed_mm
    box = (-bleed_mm, -bleed_mm, width, height)
    in_mm = _is_in_mm(source.root, box)
    cleaner = Cleaner(source, families, str, 1.0 if in_mm else PX_PER_MM, faithful=True)
    root = Element(
        f"{SVG}svg",
        {
            "width": f"{number_text(width)}mm",
            "height": f"{number_text(height)}mm",
            "viewBox": " ".join(map(number_text, box)),
        },
    )
    if in_mm:
        root.extend(cleaner.content(width, height, in_place=True))
        return FittedSvg(tostring(root, encoding="unicode"), cleaner.notes, cleaner.has_filter)
    own_width, own_height = cleaner.natural_size()
    placed_mm = _bleed_fitting(own_width / own_height, own_width / PX_PER_MM, trim, bleed_mm)
    notes = cleaner.notes
    if placed_mm is None:
        real = source.root.get("width", "").endswith("mm")
        unit, scale = ("mm", PX_PER_MM) if real else ("px", 1.0)
        message = (
            f"the SVG is {own_width / scale:g} x {own_height / scale:g} {unit}; the face with its "
            f"bleed is {width:g} x {height:g} mm, which are other proportions"
        )
        hint = f"make the page {width:g} x {height:g} mm, or begin the template with {_EXTENDS}"
        raise FaultySvg(message, hint, 1, "E223")
    if placed_mm == 0 and bleed_mm > 0:
        message = "the SVG covers the trim alone, so that the bleed stays white"
        hint = f"draw {bleed_mm:g} mm more on each side: {width:g} x {height:g} mm"
        notes = (SvgNote(LEFT_OUT, message, hint, 1),)
    x_scale = (trim.width_mm + 2 * placed_mm) / own_width
    y_scale = (trim.height_mm + 2 * placed_mm) / own_height
    matrix = Matrix(x_scale, 0, 0, y_scale, -placed_mm, -placed_mm)
    group = Element(f"{SVG}g", {"transform": matrix_text(matrix)})
    group.extend(cleaner.content(own_width, own_height))
    root.append(group)
    notes = (*cleaner.notes, *(note for note in notes if note not in cleaner.notes))
    return FittedSvg(tostring(root, encoding="unicode"), notes, cleaner.has_filter)


_EXTENDS = '{% extends "_shared/face.svg.j2" %}'


def _is_in_mm(root: Element, box: tuple[float, ...]) -> bool:
    """Whether the unit of the root is a millimetre of the face."""
    found = view_box(root) or ()
    sides = [root.get(side, "") for side in ("width", "height")]
    real = [number_in(side.removesuffix("mm"), math.nan) for side in sides if side.endswith("mm")]
    told = (*real, *found)
    wanted = (*box[2:], *box)
    return len(told) == 6 and all(abs(a - b) < 1e-3 for a, b in zip(told, wanted, strict=True))


def _bleed_fitting(ratio: float, width_mm: float, trim: Size, bleed_mm: float) -> float | None:
    """The bleed at which an SVG of these proportions fits the face; None if it fits nowhere.

    If the face has about the same proportions with bleed and without, the size of the SVG in
    millimetres decides.
    """
    found: list[tuple[float, float]] = []
    for beyond in {bleed_mm, 0.0}:
        wanted = (trim.width_mm + 2 * beyond) / (trim.height_mm + 2 * beyond)
        apart = abs(ratio / wanted - 1)
        if apart <= _ALIKE:
            real = abs(width_mm - trim.width_mm - 2 * beyond) < 0.3
            found.append((apart - real, beyond))
    return min(found)[1] if found else None
