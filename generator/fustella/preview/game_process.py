"""Runs in a process of its own and answers questions about games, for `game_processes`.

Each answer is made in a thread, so that a page can fetch a face while a long answer is made.
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
"""After this pause in questions there is time to look for reference cycles."""

_MOST_ASKED = 1000
"""The most questions without a pause of `QUIET_S`, before reference cycles are looked for."""

_FEW_NEW = 10_000
"""New objects among which no cycles are looked for: that takes as long whatever is new.

Games that were asked whether they changed have fewer; one that was read again has ten times more.
"""


def serve(channel: Channel) -> None:
    """Answers questions until the channel is closed.

    The first message has the arguments of a `PreviewService`. Each further message is a question: a
    number, the name of one of its methods, and arguments. An answer has the number, then True and
    the method's result, or False and a problem. `touch_games` is called at once, and has no answer.
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
    """Frees the memory in reference cycles whenever no question comes for a while."""
    while True:
        busy.wait()
        for _ in range(_MOST_ASKED):
            busy.clear()
            if not busy.wait(QUIET_S):
                break
        if many_new():
            gc.collect()


def many_new() -> bool:
    """Whether there are so many new objects that some of them may be cycles that nobody needs."""
    return gc.get_count()[0] > _FEW_NEW


if __name__ == "__main__":
    to_server = begin_answering()
    with waiting():
        serve(to_server)
    os._exit(0)  # threads may still work
