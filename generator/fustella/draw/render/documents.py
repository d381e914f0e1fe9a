"""Has typst compile whole documents, such as rule booklets, in a process of its own.

The process is kept: typst remembers what it has laid out, so that a document of which one paragraph
has changed takes a fraction of the time of a new one.
"""

import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct

from fustella.core.processes.overseer import Overseer
from fustella.core.processes.steps import helped_by, step
from fustella.core.processes.worker import Worker
from fustella.core.values.problems import Place
from fustella.draw.render import worker as compiling
from fustella.draw.text.families import font_folder, is_family, own_families_in

DOCUMENT_S = 60.0
"""The most seconds that a document takes."""


class DocumentFailed(Exception):
    """Raised for a document that typst refuses, or with which its process ends; says why."""

    def __init__(self, message: str, code: str = "E210") -> None:
        super().__init__(message)
        self.code = code


class TypstDocument(Struct, frozen=True):
    """A document for typst: a source, the `data` that it reads, and further inputs.

    `families` are the families of SVG that it names. A `tagged` one is for screen readers: it
    conforms to PDF/UA-1, or is refused. What it tells besides its pages is named by `told`. After
    an edit of `data` alone, little is laid out anew.
    """

    source: bytes
    data: str
    inputs: Mapping[str, str]
    families: tuple[str, ...] = ()
    tagged: bool = True
    told: str = ""


class DocumentPage(Struct, frozen=True):
    """A page as SVG, with a digest that names it, and what is told on it besides.

    That is the address of its last link, without `at:`; "" for a page without one.
    """

    digest: str
    svg: str
    told: str


class DocumentCompiler:
    """Compiles documents one after another; to be used in a `with`, or closed."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._sent: dict[str, str] = {}
        self._pages: dict[str, str] = {}
        self._broken_off = threading.Event()

    @property
    def pid(self) -> int:
        """The number of the process, 0 before the first document."""
        return self._worker.pid if self._worker else 0

    def compiled(self, document: TypstDocument) -> bytes:
        """The PDF of a document; equal documents give equal bytes. Raises DocumentFailed."""
        form = compiling.TAGGED if document.tagged else compiling.PDF
        pdf: bytes = self._answer(document, form, set())
        return pdf

    def pages(self, document: TypstDocument) -> tuple[DocumentPage, ...]:
        """The pages of a document; those that are as before are not made anew.

        Raises DocumentFailed.
        """
        answer = self._answer(document, compiling.PAGES, {*self._pages})
        pages = tuple(
            DocumentPage(digest, svg.decode() if svg else self._pages[digest], told)
            for digest, svg, told in answer
        )
        self._pages = {page.digest: page.svg for page in pages}
        return pages

    def _answer(self, document: TypstDocument, form: str, known: set[str]) -> Any:
        """What the process makes of a document. Raises DocumentFailed."""
        fonts = _fonts_of(document.families)
        worker = self._worker
        if worker is None:
            worker = self._worker = Worker.conversation(compiling.__file__, compiling.DOCUMENTS)
            self._sent = {}
        if self._broken_off.is_set():  # looked at when there is a process that could be ended
            self.close()
            raise DocumentFailed("documents are no longer wanted")
        # Most inputs, such as figures, are as they were.
        changed = {
            key: text for key, text in document.inputs.items() if self._sent.get(key) != text
        }
        names = tuple(document.inputs)
        texts = document.source, document.data, document.told
        request = str(fonts), *texts, changed, names, form, known
        overseer = Overseer(worker.page, idle_s=DOCUMENT_S, doing="setting the booklet")
        try:
            with (
                step("setting a booklet", Place(""), 2 * DOCUMENT_S),
                helped_by(worker.pid),
                worker.overseen(overseer),
            ):
                worker.channel.send(request)
                done, answer = worker.channel.receive()
        except (OSError, EOFError):
            problem = worker.problem
            self.close()
            if problem is not None:
                raise DocumentFailed(problem.message, problem.code) from None
            raise DocumentFailed("the process that sets documents broke off") from None
        self._sent = dict(document.inputs)
        if not done:
            raise DocumentFailed(answer)
        return answer

    def break_off(self) -> None:
        """Ends the process from any thread: the document that it compiles fails, and all others."""
        self._broken_off.set()
        if (worker := self._worker) is not None:
            worker.end()

    def close(self) -> None:
        """Ends the process."""
        if self._worker is not None:
            self._worker.end()
            self._worker.close()
            self._worker = None

    def __enter__(self) -> "DocumentCompiler":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _fonts_of(families: Iterable[str]) -> Path:
    """The folder with the built-in fonts and those of a game."""
    return font_folder(own_families_in(filter(is_family, families)))
