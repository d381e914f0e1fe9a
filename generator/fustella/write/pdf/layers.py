"""Layers of a PDF that a viewer can switch: optional content (ISO 32000-1, 8.11).

What is drawn inside of a layer is marked content that names it; every page lists the layers of the
document among its resources, and the catalog lists them too, with those that are off to begin with.
A layer that is off is neither shown nor printed.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFCatalog,
    PDFDictionary,
    PDFName,
    PDFObjectReference,
    PDFString,
)

from fustella.write.pdf.canvas import MmCanvas


class Layer(StrEnum):
    """The layers of a sheet; the values are those of their names among the words on sheets."""

    CUT_MARKS = "cut_marks"
    CUT_LINES = "cut_lines"
    FOLDS = "folds"
    SAFE_ZONE = "safe_zone"


OFF_AT_FIRST = (Layer.CUT_LINES, Layer.SAFE_ZONE)
"""For cutting machines and for a look on the screen: on paper they would lie on the pieces."""


class Layers:
    """The layers of one document, in the order of `Layer`; only those used get into the file.

    `names` are in the document's language.
    """

    def __init__(self, canvas: MmCanvas, names: Mapping[Layer, str]) -> None:
        self._canvas = canvas
        self._names = names
        self._used: dict[Layer, PDFObjectReference] = {}

    @contextmanager
    def drawing(self, layer: Layer) -> Iterator[None]:
        """What is drawn on the canvas inside of the `with` block belongs to `layer`."""
        if layer not in self._used:
            name = PDFString(self._names[layer])
            group = PDFDictionary({"Type": PDFName("OCG"), "Name": name})
            group.__RefOnly__ = 1  # type: ignore[attr-defined]
            key = f"layer-{layer.value}"
            reference = self._canvas.document.Reference(group, key)  # type: ignore[no-untyped-call]
            self._used[layer] = reference
        code: list[str] = self._canvas.pdf._code  # type: ignore[attr-defined]
        code.append(f"/OC /{layer.value} BDC")
        yield
        code.append("EMC")

    def finish(self) -> None:
        """List the layers in the pages' resources and in the catalog, after the last page."""
        if not self._used:
            return
        document = self._canvas.document
        for page in document.Pages.pages:  # type: ignore[attr-defined]
            page.check_format(document)  # makes its resources
            page.Resources.Properties = {layer.value: ref for layer, ref in self._used.items()}
        catalog: PDFCatalog = document.Catalog  # type: ignore[attr-defined]
        # reportlab writes no entry of the catalog that is not in this list
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties"]
        catalog.OCProperties = self._properties()  # type: ignore[attr-defined]

    def _properties(self) -> PDFDictionary:
        ordered = [layer for layer in Layer if layer in self._used]
        on = [self._used[layer] for layer in ordered if layer not in OFF_AT_FIRST]
        off = [self._used[layer] for layer in ordered if layer in OFF_AT_FIRST]
        everything = PDFArray([self._used[layer] for layer in ordered])
        default = {
            "BaseState": PDFName("ON"),
            "ON": PDFArray(on),
            "OFF": PDFArray(off),
            "Order": everything,
        }
        return PDFDictionary({"OCGs": everything, "D": PDFDictionary(default)})
