"""Writes the plates of die lines for a factory, in PDF, SVG and DXF.

In a PDF each plate is a Separation (ISO 32000-1, 8.6.6.4) under the name that a shop wants, which
overprints what lies under it, in a layer with its processing step (ISO 19593-1): a press leaves it
out of the four inks, a cutting table finds it by its name or by its step. In SVG each plate is a
group, in DXF a layer. Areas of glue are filled in PDF and outlined elsewhere.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import svgwrite
from msgspec import Struct
from svgwrite.extensions import Inkscape

from fustella.core.files.pdf import ObjectWriter
from fustella.core.geometry.dies import DieLine
from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.write.dxf import DxfDrawing
from fustella.write.pdf.drawing import PdfDrawing
from fustella.write.pdf.file import PdfFile, box_of
from fustella.write.pdf.ways import add_ways
from fustella.write.plates import OVERPRINTS, layer, separation
from fustella.write.ways import add_dxf_way, rounded_mm, svg_way

LINE_MM = 0.0882
"""The width of lines where no shop says another: a quarter of a point."""


class _Look(Struct, frozen=True):
    """How a plate looks on screens and proofs: in four inks, for SVG, and for DXF.

    `index` is a number of AutoCAD's colour index.
    """

    inks: tuple[float, float, float, float]
    colour: str
    index: int


_LOOKS = {
    PlateSort.CUT: _Look((0, 1, 0, 0), "#e6007e", 6),
    PlateSort.CREASE: _Look((1, 0, 0, 0), "#009fe3", 5),
    PlateSort.PERFORATION: _Look((0, 0.5, 1, 0), "#f39200", 30),
    PlateSort.HOLE: _Look((0, 1, 1, 0), "#e30613", 1),
    PlateSort.GLUE: _Look((0.5, 0, 1, 0), "#95c11f", 3),
}
"""Cuts are magenta, as most shops ask for."""

_FILLED = frozenset({PlateSort.GLUE})
"""The sorts of lines that are the rim of an area."""


class Plates:
    """The plates of one PDF; only those that something is drawn on get into the file.

    `names` are the names of plates, `line_mm` is the width of lines. Two sorts of one name share
    their Separation, and each has its layer.
    """

    def __init__(
        self,
        objects: ObjectWriter,
        names: Mapping[PlateSort, str] = PLAIN_NAMES,
        line_mm: float = LINE_MM,
    ) -> None:
        self._objects = objects
        self._names = names
        self._line_mm = line_mm
        self._layers: dict[PlateSort, int] = {}
        self._spaces: dict[str, int] = {}
        self._overprint = 0

    def draw(self, on: PdfDrawing, lines: Sequence[DieLine]) -> None:
        """Draws lines, in mm of the page, above all that is drawn yet."""
        for sort, own in by_sort(lines).items():
            with self.plate(on, sort):
                add_ways(on, (line.path for line in own))
                if sort in _FILLED:
                    on.fill()
                else:
                    on.stroke()

    @contextmanager
    def plate(self, on: PdfDrawing, sort: PlateSort) -> Iterator[None]:
        """Puts all drawing of the `with` block on a plate, which is its colour, and overprints."""
        with on.layer(f"plate-{sort.value}", self._layer(sort)), on.saved():
            on.state("overprint", self._overprint_state())
            on.colour_of_space(f"ink-{sort.value}", self.separation(sort))
            on.line_width(self._line_mm)
            yield

    def separation(self, sort: PlateSort) -> int:
        """The number of the colour space of a plate."""
        name = self._names[sort]
        if name not in self._spaces:
            self._spaces[name] = self._objects.add(separation(name, _LOOKS[sort].inks))
        return self._spaces[name]

    def in_catalog(self) -> bytes:
        """The layers as text for the catalog, once the last page is drawn; "" without plates."""
        if not self._layers:
            return b""
        layers = b" ".join(
            b"%d 0 R" % self._layers[sort] for sort in PlateSort if sort in self._layers
        )
        # PDF/X-4 asks for a name, for every layer in the order, and for no automatic states.
        default = b"/Name(Plates)/BaseState/ON/Order[%s]" % layers
        return b"/OCProperties<</OCGs[%s]/D<<%s>>>>" % (layers, default)

    def _layer(self, sort: PlateSort) -> int:
        if sort not in self._layers:
            self._layers[sort] = self._objects.add(layer(self._names[sort], sort) or b"null")
        return self._layers[sort]

    def _overprint_state(self) -> int:
        if not self._overprint:
            self._overprint = self._objects.add(OVERPRINTS)
        return self._overprint


def by_sort(lines: Sequence[DieLine]) -> dict[PlateSort, list[DieLine]]:
    """The lines of each sort, in the order of plates."""
    found = {sort: [line for line in lines if line.sort is sort] for sort in PlateSort}
    return {sort: own for sort, own in found.items() if own}


class DiePage(Struct, frozen=True):
    """The lines on one page of `size`, in mm of the page; `trim` lies in the middle of it."""

    size: Size
    trim: Rect
    lines: tuple[DieLine, ...]


class DieDocument(Struct, frozen=True):
    """The lines of pieces or boards, the names of their plates, and the width of lines."""

    title: str
    language: str
    pages: tuple[DiePage, ...]
    names: Mapping[PlateSort, str] = PLAIN_NAMES
    line_mm: float = LINE_MM


def dies_pdf(document: DieDocument) -> bytes:
    """A PDF of nothing but lines, on their plates; equal documents give equal bytes."""
    file = PdfFile(document.title, document.language)
    plates = Plates(file.objects, document.names, document.line_mm)
    for page in document.pages:
        drawing = file.drawing(page.size)
        plates.draw(drawing, page.lines)
        whole = Rect(0, 0, page.size.width_mm, page.size.height_mm)
        file.add_page(drawing, b"/BleedBox%s/TrimBox%s" % (box_of(whole), box_of(page.trim)))
    file.finish(about=plates.in_catalog())
    return file.taken()


def dies_svg(document: DieDocument, number: int = 0) -> bytes:
    """The lines of one page as SVG in mm, with a group for each plate, named after it."""
    page = document.pages[number]
    wide_mm, high_mm = rounded_mm(page.size.width_mm), rounded_mm(page.size.height_mm)
    drawing = svgwrite.Drawing(
        size=(f"{wide_mm}mm", f"{high_mm}mm"), viewBox=f"0 0 {wide_mm} {high_mm}", debug=False
    )
    inkscape = Inkscape(drawing)
    for name, (sort, lines) in _by_name(document, page).items():
        layer = inkscape.layer(label=name, id=sort.value)
        colour = _LOOKS[sort].colour
        layer.update({"fill": "none", "stroke": colour, "stroke-width": document.line_mm})
        drawing.add(layer)
        for line in lines:
            layer.add(svg_way(drawing, line.path, _down))
    text = io.StringIO()
    drawing.write(text, pretty=True)
    return text.getvalue().encode()


def dies_dxf(document: DieDocument, number: int = 0) -> bytes:
    """The lines of one page as DXF in mm, with a layer for each plate, named after it."""
    page = document.pages[number]
    drawing, high_mm = DxfDrawing(page.size), page.size.height_mm
    for name, (sort, lines) in _by_name(document, page).items():
        layer = _layer_name(name)
        drawing.add_layer(layer, _LOOKS[sort].index)
        for line in lines:
            add_dxf_way(
                drawing,
                layer,
                line.path,
                lambda at: (rounded_mm(at.x_mm), rounded_mm(high_mm - at.y_mm)),
            )
    return drawing.text().encode("cp1252", "replace")


def _by_name(document: DieDocument, page: DiePage) -> dict[str, tuple[PlateSort, list[DieLine]]]:
    """The lines of each plate, by its name, with the first sort that it has."""
    found: dict[str, tuple[PlateSort, list[DieLine]]] = {}
    for sort, lines in by_sort(page.lines).items():
        _, own = found.setdefault(document.names[sort], (sort, []))
        own += lines
    return found


def _down(at: Point) -> tuple[float, float]:
    return rounded_mm(at.x_mm), rounded_mm(at.y_mm)


def _layer_name(name: str) -> str:
    """A name without the letters that AutoCAD refuses in names of layers."""
    return "".join("_" if letter in '<>/\\":;?*|=`,' else letter for letter in name)
