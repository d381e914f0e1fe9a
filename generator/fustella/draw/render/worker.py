"""Compiles SVG documents to the pages of one PDF, with typst; also the program of a worker process.

As a program it receives the folder of fonts, and batches: lists of SVG documents. It answers each
batch with True and its PDF, or with False and typst's message. With the word `DOCUMENTS` it
receives whole documents, such as rule booklets, until nobody sends any more. It imports next to
nothing of this package, so that it starts quickly.
"""

import functools
import hashlib
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


PDF, TAGGED, PAGES = "pdf", "tagged", "pages"
"""The forms of documents: a PDF, one for screen readers, which conforms to PDF/UA-1, and SVGs."""

TOLD = "at:"
"""How the address begins in which the last link of a page tells where blocks are."""


def compile_document(
    source: bytes,
    data: str,
    told: str,
    inputs: Mapping[str, str] | None,
    font_folder: str,
    form: str,
) -> Any:
    """The PDF of a document that reads `data` and `inputs`, or with `PAGES` its pages as SVGs.

    What is `told` by it, besides its pages, is named.

    Equal documents give equal bytes; None stands for the inputs of the document before. Raises
    CompileFailed.
    """
    compiler = _compiler(font_folder)
    # typst lays everything out anew when it is given inputs, even equal ones, so what changes
    # stands in the source.
    heads = ("data", data), ("told", told)
    head = "".join(f'#let {name}-of-document = "{_escaped(text)}"\n' for name, text in heads)
    form_of_pdf: dict[str, Any] = {"timestamp": 0, "pdf_tags": form == TAGGED}
    if form == TAGGED:
        form_of_pdf["pdf_standards"] = _FOR_READERS
    try:
        return compiler.compile(
            head.encode() + source,
            format="svg" if form == PAGES else "pdf",
            **({} if inputs is None else {"sys_inputs": dict(inputs)}),
            **({} if form == PAGES else form_of_pdf),
        )
    except RuntimeError as error:
        raise CompileFailed(getattr(error, "message", "") or str(error)) from error


def _escaped(text: str) -> str:
    """A text for a string of typst, which neither ends it nor says anything else in it."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _pages(svgs: bytes | Sequence[bytes], known: set[str]) -> list[tuple[str, bytes, str]]:
    """The digest of each page, its SVG unless it is `known`, and what its last link tells."""
    found = []
    for svg in [svgs] if isinstance(svgs, bytes) else svgs:
        start = svg.rfind(b'<a href="%s' % TOLD.encode())
        told, whole = "", svg
        if start >= 0:
            end = svg.index(b"</a>", start) + len(b"</a>")
            told = svg[start:end].split(b'"', 2)[1].decode().removeprefix(TOLD)
            before, behind = svg[:start], svg[end:]
            group = b"<g>", b"</g>"
            if before.endswith(group[0]) and behind.startswith(group[1]):
                before, behind = before[: -len(group[0])], behind[len(group[1]) :]
            whole = before + behind  # as it would be without the link
        digest = hashlib.blake2b(whole, digest_size=16).hexdigest()
        found.append((digest, b"" if digest in known else whole, told))
    return found


def serve_documents(channel: Channel) -> None:
    """Compiles the documents that arrive on a channel, and answers each.

    Inputs that are as in the document before are not sent again, and neither are pages that the
    other side has.
    """
    given: tuple[str, dict[str, str]] | None = None
    while True:
        try:
            fonts, source, data, told, changed, names, form, known = channel.receive()
        except EOFError:
            return
        before = given[1] if given else {}
        now = fonts, {name: changed[name] if name in changed else before[name] for name in names}
        try:
            new = None if now == given else now[1]
            given = now
            made = compile_document(source, data, told, new, fonts, form)
            channel.send((True, _pages(made, known) if form == PAGES else made))
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
