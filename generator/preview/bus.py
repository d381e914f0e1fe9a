"""Who watches which edition, and what they are told: one queue for each open page."""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from generator.preview.views import Edition
from generator.preview.wire import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_WAITING = 64
"""Messages that a page may be behind: one that is further behind is told to load anew."""

MOST_WATCHERS = 32
"""Open pages; more are refused."""


class Bus:
    """Passes messages to open pages. All of it runs in the event loop."""

    def __init__(self) -> None:
        self._queues: dict[asyncio.Queue[bytes | None], Edition] = {}

    @property
    def full(self) -> bool:
        """Whether nobody else may watch."""
        return len(self._queues) >= MOST_WATCHERS

    @contextmanager
    def watching(self, edition: Edition) -> "Iterator[asyncio.Queue[bytes | None]]":
        """A queue of what is said, as lines of an event stream; None is the last word."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._queues[queue] = edition
        try:
            yield queue
        finally:
            del self._queues[queue]

    def editions(self, games: Collection[str]) -> tuple[Edition, ...]:
        """What somebody watches of some games."""
        watched = dict.fromkeys(self._queues.values())
        return tuple(edition for edition in watched if edition.game in games)

    def tell(self, name: str, data: object, edition: Edition | None = None) -> None:
        """Tell all pages, or those that show an edition."""
        said = event(name, data)
        for queue, watched in self._queues.items():
            if edition is None or watched == edition:
                late = queue.qsize() >= MOST_WAITING
                while late and not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(event("reload", {}) if late else said)

    def close(self) -> None:
        """The last word to all pages."""
        for queue in self._queues:
            queue.put_nowait(None)


def event(name: str, data: object | Mapping[str, object]) -> bytes:
    """A message of a server-sent event stream (HTML standard, 9.2)."""
    return b"event: " + name.encode() + b"\ndata: " + to_json(data) + b"\n\n"
