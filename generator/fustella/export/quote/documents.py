"""Has a request and a sell sheet set as PDFs: writes the data that their typst files lay out."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.draw.render.documents import DocumentCompiler, DocumentFailed, TypstDocument
from fustella.draw.text.fonts import FAMILIES
from fustella.export.quote.request import (
    Bullets,
    Request,
    RequestHeading,
    RequestParagraph,
    RequestTable,
)

_WIDEST, _NARROWEST = 22, 5
"""The widths of columns, in letters, that share the width of a page."""


def request_pdf(request: Request, language: str, foot: str, place: Place) -> bytes:
    """The PDF of a request, or of a table of costs. Raises ProblemsFound as `compiled` does."""
    fonts = [FAMILIES["sans"], FAMILIES["serif"]]
    data = {
        "title": request.title,
        "language": language.partition("-")[0],
        "foot": foot,
        "fonts": fonts,
        "blocks": [_block(block, request.point) for block in request.blocks],
    }
    return compiled("request.typ", data, {}, fonts, place)


def compiled(
    name: str,
    data: Mapping[str, object],
    pictures: Mapping[str, str],
    families: Sequence[str],
    place: Place,
) -> bytes:
    """The PDF that a typst file of the package makes of some data.

    Raises ProblemsFound, E210 or that of a process that was ended, where typst refuses it.
    """
    source = (files("fustella.resources") / "quote" / name).read_bytes()
    text = json.dumps(data, ensure_ascii=False)
    document = TypstDocument(source, text, pictures, tuple(families), tagged=False)
    try:
        with DocumentCompiler() as compiler:
            return compiler.compiled(document)
    except DocumentFailed as failed:
        message = f"the page cannot be set: {str(failed).strip().splitlines()[0]}"
        hint = "please report it, with game.yaml"
        raise ProblemsFound([Problem(failed.code, place, message, hint)]) from None


def _block(
    block: RequestHeading | RequestParagraph | Bullets | RequestTable, point: str
) -> dict[str, object]:
    match block:
        case RequestHeading(text):
            return {"is": "heading", "text": text}
        case RequestParagraph(text):
            return {"is": "paragraph", "text": text}
        case Bullets(lines):
            return {"is": "bullets", "lines": list(lines)}
        case RequestTable(_, heads, rows):
            texts = [[_unbroken(block.shown(cell, point)) for cell in row] for row in rows]
            return {
                "is": "table",
                "heads": list(heads),
                "rows": texts,
                "right": [
                    any(not isinstance(row[at], str) for row in rows) for at in range(len(heads))
                ],
                "widths": [
                    _width(head, [row[at] for row in texts]) for at, head in enumerate(heads)
                ],
            }


def _unbroken(text: str) -> str:
    """A text whose unit of weights stays in one line, by word joiners (UAX 14)."""
    return text.replace("g/m²", "g\u2060/\u2060m²")


def _width(head: str, cells: Sequence[str]) -> int:
    """The share of a column: by its longest cell, and no narrower than a word of its head."""
    words = max((len(word) for word in (*head.split(), *" ".join(cells).split())), default=0)
    longest = max(map(len, cells), default=0)
    return max(min(longest, _WIDEST), words, _NARROWEST)
