"""Layers of a PDF that a viewer can switch: optional content (ISO 32000-1, 8.11).

What is drawn inside of a layer is marked content that names it; every page lists the layers it uses
among its resources, and the catalog lists them all, with those that are off to begin with. A layer
that is off is neither shown nor printed.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFCatalog,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFString,
)
from reportlab.pdfgen.canvas import Canvas


class Layer(StrEnum):
    """The layers of a sheet; the values are their words in `vocabulary`."""

    CUT_MARKS = "cut_marks"
    CUT_LINES = "cut_lines"
    FOLDS = "folds"
    SAFE_ZONE = "safe_zone"


OFF_AT_FIRST = (Layer.CUT_LINES, Layer.SAFE_ZONE)
"""For a cutting machine, and for who wants to see; on paper they would lie on the pieces."""


class Layers:
    """The layers of one document, in the order of `Layer`; only what is used gets into the file."""

    def __init__(self, canvas: Canvas, words: Mapping[str, str]) -> None:
        self._canvas = canvas
        self._document: PDFDocument = canvas._doc  # type: ignore[attr-defined]
        self._words = words
        self._used: dict[Layer, PDFObjectReference] = {}

    @contextmanager
    def drawing(self, layer: Layer) -> Iterator[None]:
        """What is drawn on the canvas meanwhile belongs to `layer`."""
        if layer not in self._used:
            name = PDFString(self._words[layer.value])
            group = PDFDictionary({"Type": PDFName("OCG"), "Name": name})
            group.__RefOnly__ = 1  # type: ignore[attr-defined]
            key = f"layer-{layer.value}"
            reference = self._document.Reference(group, key)  # type: ignore[no-untyped-call]
            self._used[layer] = reference
        code: list[str] = self._canvas._code  # type: ignore[attr-defined]
        code.append(f"/OC /{layer.value} BDC")
        yield
        code.append("EMC")

    def finish(self) -> None:
        """Tell the pages and the catalog; after the last page was drawn."""
        if not self._used:
            return
        for page in self._document.Pages.pages:  # type: ignore[attr-defined]
            page.check_format(self._document)  # makes its resources
            page.Resources.Properties = {layer.value: ref for layer, ref in self._used.items()}
        catalog: PDFCatalog = self._document.Catalog  # type: ignore[attr-defined]
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
