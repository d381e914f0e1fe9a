"""Writes a PDF whose pages are drawn here: its forms, pages, layers, fonts and metadata.

The file is written object by object (`core.files.pdf`): a page is in the file as soon as it is
drawn. Pages that show the same marks share a form, so that these marks are drawn and stored once.
"""

import zlib
from collections.abc import Callable, Sequence

from fustella.core.files.pdf import ObjectWriter, information, stream, text_string
from fustella.core.geometry.shapes import Rect, Size
from fustella.core.geometry.units import PT_PER_MM
from fustella.write.pdf.drawing import PdfDrawing, number
from fustella.write.pdf.font import PdfLetters


class PdfFile:
    """A file that is being written: `taken` gives its new bytes, and `finish` writes its end."""

    def __init__(self, title: str, language: str) -> None:
        self.objects = ObjectWriter()
        self._title = title
        self._language = language
        self._letters = PdfLetters()
        self._catalog, self._tree = self.objects.reserve(), self.objects.reserve()
        self._font = 0
        self._pages: list[int] = []
        self._shared: dict[tuple[str, Size, object], tuple[str, int]] = {}

    def drawing(self, size: Size) -> PdfDrawing:
        """An empty area to draw on; `add_page` then adds it to the file."""
        return PdfDrawing(size, self._letters)

    def add_form(self, size: Size, content: bytes, about: bytes) -> int:
        """Adds a form with its lower left corner at its origin, and returns its number.

        `about` is text for the form's dictionary: resources, and the filter of `content`.
        """
        head = b"<</Type/XObject/Subtype/Form/BBox%s%s/Length %d>>"
        return self.objects.add(stream(head % (_box_of_size(size), about, len(content)), content))

    def shared(
        self, kind: str, size: Size, key: object, draw: Callable[[PdfDrawing], None]
    ) -> tuple[str, int]:
        """The name and number of a form of `size` that shows what `draw` draws.

        A form is drawn once for each kind, size and `key`, which have to hold everything that
        `draw` depends on. `PdfDrawing.form` shows it.
        """
        known = kind, size, key
        if known not in self._shared:
            drawing = self.drawing(size)
            draw(drawing)
            about = b"/Filter/FlateDecode/Resources%s" % self._resources(drawing)
            form = self.add_form(size, zlib.compress(drawing.content), about)
            self._shared[known] = f"{kind}-{len(self._shared) + 1}", form
        return self._shared[known]

    def add_page(self, drawing: PdfDrawing, about: bytes = b"") -> None:
        """Adds an area as the next page; `about` is text for the page's dictionary."""
        content = zlib.compress(drawing.content)
        head = b"<</Filter/FlateDecode/Length %d>>" % len(content)
        contents = self.objects.add(stream(head, content))
        page = self.objects.add(
            b"<</Type/Page/Parent %d 0 R/MediaBox%s/Contents %d 0 R/Resources%s%s>>"
            % (self._tree, _box_of_size(drawing.size), contents, self._resources(drawing), about)
        )
        self._pages.append(page)

    def finish(
        self, preferences: bytes = b"", labels: Sequence[str] = (), about: bytes = b""
    ) -> None:
        """Writes the end of the file, after the last page.

        `preferences` are for viewers and print dialogs, `labels` are the pages' labels, and `about`
        is text for the catalog.
        """
        objects = self.objects
        # The font comes last: only now all letters are known.
        if self._font:
            self._letters.embed(objects, self._font)
        kids = b" ".join(b"%d 0 R" % page for page in self._pages)
        # Its number was reserved, for pages name their parent (ISO 32000-1, 7.7.3).
        tree = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(self._pages), kids)
        objects.add(tree, self._tree)
        if labels:
            # A number tree: each label begins a range of one page (7.9.7, 12.4.2).
            numbered = b"".join(
                b"%d<</P%s>>" % (index, text_string(label)) for index, label in enumerate(labels)
            )
            about += b"/PageLabels<</Nums[%s]>>" % numbered
        # A viewer that fits the page to the paper would print every piece too small.
        preferences = b"/PrintScaling/None/DisplayDocTitle true%s" % preferences
        language = text_string(self._language)
        objects.add(
            b"<</Type/Catalog/Pages %d 0 R/Lang%s/ViewerPreferences<<%s>>%s>>"
            % (self._tree, language, preferences, about),
            self._catalog,
        )
        info = objects.add(information(self._title))
        # The identifier follows from the content, so that equal files are equal to the byte (14.4).
        name = objects.digest()[:32]
        objects.finish(self._catalog, b"/Info %d 0 R/ID[<%s><%s>]" % (info, name, name))

    def taken(self) -> bytes:
        """The bytes added since the last call."""
        return self.objects.taken()

    def _resources(self, drawing: PdfDrawing) -> bytes:
        """The dictionary of the fonts, forms, layers and colours that a drawing names."""
        parts = []
        if drawing.has_text:
            self._font = self._font or self.objects.reserve()
            parts.append(b"/Font<</F %d 0 R>>" % self._font)
        for kind, named in (
            (b"XObject", drawing.forms),
            (b"Properties", drawing.layers),
            (b"ColorSpace", drawing.spaces),
            (b"ExtGState", drawing.states),
        ):
            if named:
                entries = b"".join(
                    b"/%s %d 0 R" % (name.encode(), number) for name, number in named.items()
                )
                parts.append(b"/%s<<%s>>" % (kind, entries))
        return b"<<%s>>" % b"".join(parts)


def box_of(area: Rect) -> bytes:
    """The left, bottom, right and top of an area in the middle of a page, in points.

    Such an area is the same whether y counts down or up.
    """
    edges_mm = area.x_mm, area.y_mm, area.right_mm, area.bottom_mm
    return f"[{' '.join(number(edge_mm * PT_PER_MM) for edge_mm in edges_mm)}]".encode()


def _box_of_size(size: Size) -> bytes:
    return box_of(Rect(0, 0, size.width_mm, size.height_mm))
