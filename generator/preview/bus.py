"""Who watches which edition, and what they are told: one queue for each open page."""

import asyncio
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from generator.preview.views import Edition, Snapshot
from generator.preview.wire import to_json

MOST_WAITING = 64
"""Messages that a page may be behind: one that is further behind is told to load anew."""

MOST_WATCHERS = 32
"""Open pages; more are refused."""

Queue = asyncio.Queue[bytes | None]


class Bus:
    """Passes messages to open pages. All of it runs in the event loop."""

    def __init__(self) -> None:
        self._queues: dict[Queue, Edition] = {}
        self._told: dict[Edition, Snapshot] = {}
        self._closed = False

    @property
    def full(self) -> bool:
        """Whether nobody else may watch."""
        return self._closed or len(self._queues) >= MOST_WATCHERS

    @contextmanager
    def watching(self, edition: Edition) -> Iterator[Queue]:
        """A queue of what is said, as lines of an event stream; None is the last word."""
        queue: Queue = asyncio.Queue()
        self._queues[queue] = edition
        try:
            yield queue
        finally:
            del self._queues[queue]
            if edition not in self._queues.values():
                self._told.pop(edition, None)

    def editions(self, games: Collection[str]) -> tuple[Edition, ...]:
        """What somebody watches of some games."""
        watched = dict.fromkeys(self._queues.values())
        return tuple(edition for edition in watched if edition.game in games)

    def told(self, edition: Edition, before: Snapshot, now: Snapshot) -> Snapshot:
        """What pages were told last of an edition, and that they are told what is `now`.

        Not what the last drawing came to, `before`, when pages heard of another: whoever asks for
        an edition has it drawn, and those who watch it have then not heard of it yet.
        """
        last = self._told.get(edition, before)
        self._told[edition] = now
        return last

    def shown(self, edition: Edition, now: Snapshot) -> None:
        """A page shows `now`; others may be behind, and are told of it in time."""
        self._told.setdefault(edition, now)

    def tell(self, name: str, data: object, edition: Edition | None = None) -> None:
        """Tell all pages, or those that show an edition."""
        said = event(name, data)
        for queue, watched in self._queues.items():
            if edition is None or watched == edition:
                late = queue.qsize() >= MOST_WAITING
                while late and not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(event("reload", {}) if late else said)

    def dismiss(self, edition: Edition) -> None:
        """The last word to those who show an edition that there is no more: to ask for another."""
        for queue, watched in self._queues.items():
            if watched == edition:
                queue.put_nowait(event("reload", {}))
                queue.put_nowait(None)

    def close(self) -> None:
        """The last word to all pages."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)


def event(name: str, data: object | Mapping[str, object]) -> bytes:
    """A message of a server-sent event stream (HTML standard, 9.2)."""
    return b"event: " + name.encode() + b"\ndata: " + to_json(data) + b"\n\n"
