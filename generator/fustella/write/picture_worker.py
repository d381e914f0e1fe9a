"""A process that makes pictures of pages, and the pool of those that work at once.

pdfium draws one page at a time in a process, so that several cores need several processes. Each is
a plain program: it reads frames from standard input (a pickled page of a PDF, or a job) and answers
each job with a frame. It ends when its input does, and when a picture takes longer than any should.
"""

import faulthandler
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, BinaryIO

from fustella.core.processes.steps import PICTURE_S
from fustella.core.processes.supervision import BY_THE_CLOCK
from fustella.write.pictures import PagePictures, PictureJob

_HEAD = struct.Struct("<cQ")
"""The head of a frame: its sort, `p` a PDF, `j` a job, `b` bytes, `e` an error; and its length."""

_KEPT = 3
"""The number of documents that a worker remembers; jobs go through them one after another."""

_ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": "268435456", "MALLOC_TRIM_THRESHOLD_": "1073741824"}
"""A setting for glibc: the memory of a picture is kept for the next one.

To get it anew from the system for each picture takes as long as to make the picture.
"""


class PictureFailed(Exception):
    """Raised where a picture could not be made; the message says why."""


class PicturePool:
    """Makes pictures, as many at once as there are workers; without workers, in this process.

    `picture` may be called by as many threads as there are workers. To be used in a `with`.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._free: queue.Queue[_Worker | None] = queue.Queue()
        self._started: list[_Worker] = []
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
        """Start the processes, which load what they need while other work is done."""
        while len(self._started) < self.workers:
            self._free.get()
            worker = _Worker()
            self._started.append(worker)
            self._free.put(worker)

    def picture(self, name: str, pdf: bytes, job: PictureJob) -> bytes:
        """The picture of a page of `pdf`, whose `name` no other has. Raises PictureFailed."""
        if not self.workers:
            if name not in self._here:
                self._here = {name: PagePictures(pdf)}
            return self._here[name].picture(job)
        with self._worker() as worker:
            return worker.picture(name, pdf, job)

    @contextmanager
    def _worker(self) -> "Iterator[_Worker]":
        worker = self._free.get()
        if worker is None:
            worker = _Worker()
            self._started.append(worker)
        try:
            yield worker
        finally:
            self._free.put(worker)


class _Worker:
    def __init__(self) -> None:
        line = [sys.executable, "-P", "-m", __name__]
        pipe = subprocess.PIPE
        environment = _ALLOCATION | os.environ
        self._process = subprocess.Popen(line, stdin=pipe, stdout=pipe, env=environment)
        self._known: list[str] = []

    def picture(self, name: str, pdf: bytes, job: PictureJob) -> bytes:
        try:
            if name not in self._known:
                self._send(b"p", pickle.dumps((name, pdf)))
                self._known = [name, *self._known][:_KEPT]
            self._send(b"j", pickle.dumps((name, job)))
            assert self._process.stdout is not None
            kind, body = _frame(self._process.stdout)
        except (OSError, EOFError):
            ended = self._process.wait()
            if ended == -getattr(signal, "SIGPROF", 0):
                raise PictureFailed(f"it was ended after {PICTURE_S:g} s of computing") from None
            message = "a process that makes pictures ended: memory may be short"
            raise PictureFailed(message) from None
        if kind != b"b":
            raise PictureFailed(body.decode())
        return body

    def _send(self, kind: bytes, body: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(_HEAD.pack(kind, len(body)))
        self._process.stdin.write(body)
        self._process.stdin.flush()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def _frame(stream: Any) -> tuple[bytes, bytes]:
    """Read the next frame. Raises EOFError."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise EOFError
    kind, length = _HEAD.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return kind, body


def _end_after(limit_s: float) -> None:
    """Have the system end this process after `seconds` of computing; 0 for never.

    And, if it waits for something, far later by the clock: as always on Windows.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, limit_s)
        signal.setitimer(signal.ITIMER_REAL, BY_THE_CLOCK * limit_s)
    elif limit_s:
        faulthandler.dump_traceback_later(BY_THE_CLOCK * limit_s, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answer jobs until `source` ends."""
    documents: dict[str, PagePictures] = {}
    while True:
        try:
            kind, frame = _frame(source)
        except EOFError:
            return
        if kind == b"p":
            name, pdf = pickle.loads(frame)
            documents = {name: PagePictures(pdf), **dict([*documents.items()][: _KEPT - 1])}
            continue
        _end_after(PICTURE_S)
        try:
            name, job = pickle.loads(frame)
            kind, body = b"b", documents[name].picture(job)
        except Exception as error:
            short = isinstance(error, MemoryError)
            message = "memory is short" if short else f"the program failed ({type(error).__name__})"
            kind, body = b"e", message.encode()
        _end_after(0)
        target.write(_HEAD.pack(kind, len(body)))
        target.write(body)
        target.flush()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(sys.stdin.buffer, sys.stdout.buffer)
