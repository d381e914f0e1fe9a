"""Compiles SVG documents to the pages of one PDF, with typst; also the program of a worker process.

As a program it receives the folder of fonts, and batches: lists of SVG documents. It answers each
batch with True and its PDF, or with False and typst's message. It imports next to nothing of this
package, so that it starts quickly.
"""

import functools
import json
import warnings
from collections.abc import Sequence
from typing import Any

from fustella.core.processes.worker import Channel, begin_answering

SOURCE = b"""#set page(width: auto, height: auto, margin: 0pt)
#for face in json(bytes(sys.inputs.faces)) { page(image(bytes(face), format: "svg")) }
"""
"""The typst document: one page for each face, as large as its SVG."""


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
    serve(begin_answering(steps=False))
