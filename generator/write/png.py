"""Pictures of a PDF's pages, exactly as they print."""

import io
from collections.abc import Iterator

from generator.units import PT_PER_INCH


def page_pngs(pdf: bytes, dpi: float) -> Iterator[bytes]:
    """One PNG for each page; each says its resolution, so that it prints at the right size too."""
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  (50 ms, and not for a build)

    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            content = io.BytesIO()
            page.render(scale=dpi / PT_PER_INCH).to_pil().save(content, "PNG", dpi=(dpi, dpi))
            yield content.getvalue()
