"""Pictures of a PDF's pages, exactly as they print."""

import io
from pathlib import Path

from generator.units import PT_PER_INCH
from generator.write.pdf import write_file


def write_pngs(pdf: Path, folder: Path, dpi: float) -> tuple[Path, ...]:
    """One PNG for each page of `pdf`: `folder/<name of the PDF>-001.png` and so on.

    The files say their resolution, so that they print at the right size too. Raises
    ProblemsFound (E401) when `folder` cannot be written to.
    """
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  (50 ms that a build without pictures saves)

    written = []
    with pypdfium2.PdfDocument(pdf) as document:
        digits = max(3, len(str(len(document))))
        for number, page in enumerate(document, 1):
            picture = page.render(scale=dpi / PT_PER_INCH).to_pil()
            content = io.BytesIO()
            picture.save(content, "PNG", dpi=(dpi, dpi))
            path = folder / f"{pdf.stem}-{number:0{digits}}.png"
            write_file(path, content.getvalue())
            written.append(path)
    return tuple(written)
