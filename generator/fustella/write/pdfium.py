"""Has pdfium draw pages, in one thread of a process at a time, since it knows no threads.

Whoever calls pdfium holds `PDFIUM`, and never while others work: a page is taken over as a picture,
and then the next thread may draw.
"""

from collections.abc import Callable, Iterable, Iterator
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from fustella.core.geometry.units import PT_PER_INCH

if TYPE_CHECKING:
    from PIL import Image
    from pypdfium2 import PdfBitmap  # type: ignore[import-untyped]

PDFIUM = RLock()
"""Held while pdfium is called; a second time where a document is closed on the way."""

_Taken = TypeVar("_Taken")


def pages_drawn(
    pdf: bytes,
    dpi: float,
    take: Callable[["PdfBitmap"], _Taken],
    pages: Iterable[int] | None = None,
    *,
    clear: bool = False,
) -> Iterator[_Taken]:
    """Yields what `take` makes of the picture of each page of a PDF, or of those of `pages`.

    With `clear`, a picture is transparent where its page paints nothing, and not white. What is
    taken may share nothing with the picture, whose memory is pdfium's.
    """
    import pypdfium2  # noqa: PLC0415  (20 ms)

    ground = (255, 255, 255, 0 if clear else 255)
    with PDFIUM:
        document = pypdfium2.PdfDocument(pdf)
    try:
        for at in range(len(document)) if pages is None else pages:
            with PDFIUM:
                page = document[at]
                bitmap = page.render(dpi / PT_PER_INCH, fill_color=ground, maybe_alpha=clear)
                taken = take(bitmap)
                bitmap.close()
                page.close()
            yield taken
    finally:
        with PDFIUM:
            document.close()


def in_colours(bitmap: "PdfBitmap") -> "Image.Image":
    """A picture of a page in red, green and blue."""
    shown: Image.Image = bitmap.to_pil()
    return shown.copy() if shown.mode == "RGB" else shown.convert("RGB")


def in_greys(bitmap: "PdfBitmap") -> "Image.Image":
    """A picture of a page in greys."""
    shown: Image.Image = bitmap.to_pil()
    return shown.convert("L")
