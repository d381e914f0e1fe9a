"""Writes layers of a PDF that a viewer can switch: optional content (ISO 32000-1, 8.11).

The operators of a layer are marked content that names the layer. A page lists its layers among its
resources; the catalog lists all layers, and says which are off to begin with. A layer that is off
is neither shown nor printed.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum

from fustella.core.files.pdf import ObjectWriter, text_string
from fustella.write.pdf.drawing import PdfDrawing


class PdfLayer(StrEnum):
    """The layers of a sheet; each value is the key of the layer's name in the printed words."""

    CUT_MARKS = "cut_marks"
    CUT_LINES = "cut_lines"
    FOLDS = "folds"
    SAFE_ZONE = "safe_zone"


OFF_AT_FIRST = (PdfLayer.CUT_LINES, PdfLayer.SAFE_ZONE)
"""The layers that are off at first: for cutting machines and screens, not to print on pieces."""


class Layers:
    """The layers of one document, in the order of `PdfLayer`; only those used get into the file.

    `names` are in the document's language.
    """

    def __init__(self, objects: ObjectWriter, names: Mapping[PdfLayer, str]) -> None:
        self._objects = objects
        self._names = names
        self._used: dict[PdfLayer, int] = {}

    @contextmanager
    def drawing(self, on: PdfDrawing, layer: PdfLayer) -> Iterator[None]:
        """Puts all drawing of the `with` block into `layer`."""
        if layer not in self._used:
            group = b"<</Type/OCG/Name%s>>" % text_string(self._names[layer])
            self._used[layer] = self._objects.add(group)
        with on.layer(layer.value, self._used[layer]):
            yield

    def in_catalog(self) -> bytes:
        """The layers as text for the catalog, once the last page is drawn; "" without layers."""
        if not self._used:
            return b""
        ordered = [layer for layer in PdfLayer if layer in self._used]
        on = self._array(layer for layer in ordered if layer not in OFF_AT_FIRST)
        off = self._array(layer for layer in ordered if layer in OFF_AT_FIRST)
        everything = self._array(ordered)
        default = b"/BaseState/ON/ON%s/OFF%s/Order%s" % (on, off, everything)
        return b"/OCProperties<</OCGs%s/D<<%s>>>>" % (everything, default)

    def _array(self, layers: Iterable[PdfLayer]) -> bytes:
        return b"[%s]" % b" ".join(b"%d 0 R" % self._used[layer] for layer in layers)
