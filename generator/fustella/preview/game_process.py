"""The program that shows games in a process of its own, for `game_processes`.

It answers each question in a thread: what takes long keeps nobody from fetching a face.
"""

import gc
import os
import threading
from concurrent.futures import ThreadPoolExecutor

from fustella.core.processes.failures import unexpected
from fustella.core.processes.parallel import set_jobs
from fustella.core.processes.steps import waiting
from fustella.core.processes.worker import Channel, begin_answering
from fustella.preview.service import PreviewService

_THREADS = 8

QUIET_S = 2.0
"""Without anything asked for so long, there is time to look for reference cycles."""

_MOST_ASKED = 1000
"""After so many questions without such a pause, it is done all the same."""


def serve(channel: Channel) -> None:
    """Answer questions until no more can come.

    First come the arguments of a `PreviewService`, then tuples: a number, the name of one of its
    methods, its arguments. An answer has the number, whether it is what the method returned, and
    that, or the problem. `touch_games` has no answer and is done at once.
    """
    set_jobs(1)  # a process with several threads cannot be forked
    service = PreviewService(*channel.receive())
    answering = threading.Lock()

    def answer(
        number: int, name: str, arguments: tuple[object, ...], named: dict[str, object]
    ) -> None:
        try:
            message = number, True, getattr(service, name)(*arguments, **named)
        except Exception as error:
            message = number, False, unexpected(error)
        with answering:
            channel.send(message)

    pool = ThreadPoolExecutor(_THREADS)
    busy = threading.Event()
    gc.disable()  # a search for cycles would keep an edit waiting as long as to draw it
    threading.Thread(target=_collect, args=(busy,), daemon=True).start()
    while True:
        try:
            number, name, arguments, named = channel.receive()
        except EOFError:
            return
        busy.set()
        if name == service.touch_games.__name__:
            service.touch_games(*arguments)
        else:
            pool.submit(answer, number, name, arguments, named)


def _collect(busy: threading.Event) -> None:
    """Free the memory that edits leave, whenever no question comes for a while."""
    while True:
        busy.wait()
        for _ in range(_MOST_ASKED):
            busy.clear()
            if not busy.wait(QUIET_S):
                break
        gc.collect()


if __name__ == "__main__":
    to_server = begin_answering()
    with waiting():
        serve(to_server)
    os._exit(0)  # threads may still work
