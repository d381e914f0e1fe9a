"""Makes pictures of pages in processes of its own, and keeps the pool of these.

pdfium draws one page at a time in a process, so that several cores need several processes. Each
process gets the pages of PDFs, with their names, and jobs; it answers each job with a picture, or
with the reason why there is none. A process is ended when a picture takes longer than any picture
should.
"""

import queue
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from fustella.core.processes.overseer import Overseer
from fustella.core.processes.steps import PICTURE_S
from fustella.core.processes.worker import Channel, Worker, begin_answering
from fustella.write.pictures import PagePictures, PictureJob

_KEPT = 3
"""The number of documents that a worker caches; jobs go through documents one after another."""

_ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": "268435456", "MALLOC_TRIM_THRESHOLD_": "1073741824"}
"""Settings of glibc that reuse the memory of a picture for the next picture.

Getting it anew from the system takes as long as making the picture.
"""


class PictureFailed(Exception):
    """Raised where a picture could not be made; the message says why."""


class PicturePool:
    """Makes as many pictures at once as it has workers; without workers, in this process.

    `picture` may be called by as many threads as there are workers. The pool is to be used in a
    `with`.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._free: queue.Queue[_PictureWorker | None] = queue.Queue()
        self._started: list[_PictureWorker] = []
        self._here: dict[str, PagePictures] = {}
        for _ in range(workers):
            self._free.put(None)

    def __enter__(self) -> "PicturePool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._started:
            worker.close()

    def start(self) -> None:
        """Starts all workers, so that they load their libraries while other work is done."""
        while len(self._started) < self.workers:
            self._free.get()
            worker = _PictureWorker()
            self._started.append(worker)
            self._free.put(worker)

    def picture(self, name: str, pdf: bytes, job: PictureJob) -> bytes:
        """The picture of a page of `pdf`; `name` tells documents apart. Raises PictureFailed."""
        if not self.workers:
            if name not in self._here:
                self._here = {name: PagePictures(pdf)}
            return self._here[name].picture(job)
        with self._worker() as worker:
            return worker.picture(name, pdf, job)

    @contextmanager
    def _worker(self) -> "Iterator[_PictureWorker]":
        worker = self._free.get()
        if worker is None:
            worker = _PictureWorker()
            self._started.append(worker)
        try:
            yield worker
        finally:
            self._free.put(worker)


class _PictureWorker:
    def __init__(self) -> None:
        self._worker = Worker.conversation("-m", __name__, settings=_ALLOCATION)
        self._known: list[str] = []

    def picture(self, name: str, pdf: bytes, job: PictureJob) -> bytes:
        channel = self._worker.channel
        try:
            with self._worker.overseen(Overseer(self._worker.page, idle_s=PICTURE_S, doing="it")):
                if name not in self._known:
                    channel.send((name, pdf))
                    self._known = [name, *self._known][:_KEPT]
                channel.send((name, job))
                made: bytes | str = channel.receive()
        except (OSError, EOFError):
            self._worker.end()
            problem = self._worker.problem
            message = "a process that makes pictures ended: memory may be short"
            raise PictureFailed(problem.message if problem else message) from None
        if isinstance(made, str):
            raise PictureFailed(made)
        return made

    def close(self) -> None:
        self._worker.end()
        self._worker.close()


def serve(channel: Channel) -> None:
    """Answers each job with its picture until the channel ends."""
    documents: dict[str, PagePictures] = {}
    while True:
        try:
            name, sent = channel.receive()
        except EOFError:
            return
        if isinstance(sent, bytes):
            documents = {name: PagePictures(sent), **dict([*documents.items()][: _KEPT - 1])}
            continue
        try:
            made: bytes | str = documents[name].picture(sent)
        except Exception as error:
            short = isinstance(error, MemoryError)
            made = "memory is short" if short else f"the program failed ({type(error).__name__})"
        channel.send(made)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(begin_answering())
