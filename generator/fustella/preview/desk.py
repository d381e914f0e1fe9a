"""The program that shows games in a process of its own, for `desks`.

It reads what it is asked from standard input and answers on standard output, pickled, each in a
thread: what takes long keeps nobody from fetching a face.
"""

import gc
import os
import pickle
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO

from fustella.build import BuildOptions
from fustella.core.failures import unexpected
from fustella.core.project import Project
from fustella.core.steps import waiting
from fustella.core.supervision import begin, deafen
from fustella.core.workers import set_jobs
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey, News, Snapshot, patch

_THREADS = 8

QUIET_S = 2.0
"""Without anything asked for so long, there is time to look for reference cycles."""

_MOST_ASKED = 1000
"""After so many questions without such a pause, it is done all the same."""


class Told(PreviewService):
    """A service that tells of an edition only what is new to the one who asks.

    Most of a snapshot stays as it was with an edit, and to send it takes as long as to draw a face.
    """

    def __init__(self, project: Project, named: Iterable[str], options: BuildOptions) -> None:
        super().__init__(project, named, options)
        self._told: dict[EditionKey, Snapshot] = {}

    def refreshed(self, edition: EditionKey, known: int) -> News:
        """The snapshot after `refresh`, where the one with the number `known` was told last."""
        return self._news(edition, known, self.refresh(edition)[1])

    def settled(self, edition: EditionKey, known: int) -> News:
        """The same after `settle`."""
        return self._news(edition, known, self.settle(edition)[1])

    def _news(self, edition: EditionKey, known: int, now: Snapshot) -> News:
        before = self._told.get(edition)
        self._told[edition] = now
        return patch(before, now) if before is not None and before.number == known else now


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nothing more can be asked.

    First come the arguments of a `PreviewService`, then tuples: a number, the name of a method of a
    `Told`, its arguments. An answer has the number, whether it is what the method returned, and
    that, or the problem. `touch_games` has no answer and is done at once.
    """
    set_jobs(1)  # a process with several threads cannot be forked
    service = Told(*pickle.load(requests))
    answering = threading.Lock()

    def answer(number: int, name: str, arguments: tuple[object, ...]) -> None:
        try:
            said = number, True, getattr(service, name)(*arguments)
        except Exception as error:
            said = number, False, unexpected(error)
        with answering:
            pickle.dump(said, answers)
            answers.flush()

    pool = ThreadPoolExecutor(_THREADS)
    asked = threading.Event()
    gc.disable()  # a search for cycles would keep an edit waiting as long as to draw it
    threading.Thread(target=_collect, args=(asked,), daemon=True).start()
    while True:
        try:
            number, name, arguments = pickle.load(requests)
        except EOFError:
            return
        asked.set()
        if name == service.touch_games.__name__:
            service.touch_games(*arguments)
        else:
            pool.submit(answer, number, name, arguments)


def _collect(asked: threading.Event) -> None:
    """Give back what edits have left in memory, whenever nothing is asked for a while."""
    while True:
        asked.wait()
        for _ in range(_MOST_ASKED):
            asked.clear()
            if not asked.wait(QUIET_S):
                break
        gc.collect()


def _run() -> None:
    deafen()  # the server says when it is over
    begin()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a library prints is no answer
    with waiting():
        serve(requests, answers)
    os._exit(0)  # threads may still work


if __name__ == "__main__":
    _run()
