"""Compiles SVG documents to the pages of one PDF, with typst; also the program of a worker process.

As a program it receives the folder of fonts, and batches: lists of SVG documents. It answers each
batch with True and its PDF, or with False and typst's message. With the word `DOCUMENTS` it
receives whole documents, such as rule booklets, until nobody sends any more. It imports next to
nothing of this package, so that it starts quickly.
"""

import functools
import json
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from fustella.core.processes.worker import Channel, begin_answering

SOURCE = b"""#set page(width: auto, height: auto, margin: 0pt)
#for face in json(bytes(sys.inputs.faces)) { page(image(bytes(face), format: "svg")) }
"""
"""The typst document: one page for each face, as large as its SVG."""


DOCUMENTS = "documents"

_FOR_READERS = ["ua-1"]
"""The standards of documents that are read aloud: PDF/UA-1."""


class CompileFailed(Exception):
    """Raised for an SVG that typst refused, with typst's own message."""


@functools.cache
def _compiler(font_folder: str) -> Any:
    """The one compiler of the process: reading fonts takes longer than a few faces."""
    import typst  # noqa: PLC0415  (not needed by a build whose faces are all cached)

    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[font_folder]
    )
    # typst needs a `root` for files that a source opens; ours opens none.
    return typst.Compiler(root=font_folder, font_paths=fonts, ignore_system_fonts=True)


def compile_pages(svgs: Sequence[str], font_folder: str) -> bytes:
    """A PDF with one vector page for each SVG, in order; equal input gives equal bytes.

    Only fonts in `font_folder` are found. Raises CompileFailed for an SVG that cannot be read.
    """
    compiler = _compiler(font_folder)
    try:
        # If the source were given to the constructor, it would be gone at the second compile.
        pdf: bytes = compiler.compile(
            SOURCE,
            format="pdf",
            sys_inputs={"faces": json.dumps(list(svgs))},
            timestamp=0,
            pdf_tags=False,
        )
    except RuntimeError as error:  # typst.TypstError is one
        raise CompileFailed(getattr(error, "message", "") or str(error)) from error
    return pdf


def compile_document(
    source: bytes, inputs: Mapping[str, str], font_folder: str, *, tagged: bool
) -> bytes:
    """The PDF of a document that reads `inputs`; equal documents give equal bytes.

    A `tagged` one conforms to PDF/UA-1. Raises CompileFailed.
    """
    compiler = _compiler(font_folder)
    try:
        pdf: bytes = compiler.compile(
            source,
            format="pdf",
            sys_inputs=dict(inputs),
            timestamp=0,
            pdf_tags=tagged,
            pdf_standards=_FOR_READERS if tagged else [],
        )
    except RuntimeError as error:
        raise CompileFailed(getattr(error, "message", "") or str(error)) from error
    return pdf


def serve_documents(channel: Channel) -> None:
    """Compiles the documents that arrive on a channel, and answers each.

    Inputs that are as in the document before are not sent again.
    """
    known: dict[str, str] = {}
    while True:
        try:
            fonts, source, changed, names, tagged = channel.receive()
        except EOFError:
            return
        known = {name: changed[name] if name in changed else known[name] for name in names}
        try:
            channel.send((True, compile_document(source, known, fonts, tagged=tagged)))
        except CompileFailed as failure:
            channel.send((False, str(failure)))


def serve(channel: Channel) -> None:
    """Compiles the batches that arrive on a channel, and answers each."""
    fonts, batches = channel.receive()
    for svgs in batches:
        try:
            channel.send((True, compile_pages(svgs, fonts)))
        except CompileFailed as failure:
            channel.send((False, str(failure)))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = begin_answering(steps=False)
    if sys.argv[1:] == [DOCUMENTS]:
        serve_documents(asked)
    else:
        serve(asked)
