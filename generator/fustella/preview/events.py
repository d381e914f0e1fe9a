"""Sends news to open pages when files change: new faces first, claims later.

Each page has a queue for the edition that it shows. Everything here runs in the event loop; games
are read and drawn in threads.
"""

import asyncio
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from fustella.preview.views import EditionKey, News, PreviewSource, to_json

MOST_WATCHERS = 32
"""The most open pages; further pages are refused."""

MOST_WAITING = 64
"""The most messages that wait for a page; a page further behind has to load everything."""

PAUSE_S = 0.08
"""The pause before claims are checked, which takes the processor: pages fetch new faces in it."""

STILL_S = 0.25
"""The pause after a change that its page has seen.

Another one, which follows at once, need not wait until all faces are drawn that the first changed.
"""

Queue = asyncio.Queue[bytes | None]
"""The queue of the messages of an event stream; None ends the stream."""

Say = Callable[[str], None]


class Changes(Protocol):
    """An iterable that yields the changed paths after each change, until it is stopped."""

    def __iter__(self) -> Iterator[Collection[Path]]: ...


class Watched(Changes, Protocol):
    """An iterable of paths that change, until `stop` is set."""

    stop: threading.Event


class Live(PreviewSource, Protocol):
    """The source of a preview whose files may change."""

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Notes that files changed, without waiting. Returns the games that they concern."""


class ChangeNotifier:
    """A notifier that makes the source draw changed games, and sends the news to their pages.

    All changes that come while a game is being drawn lead to one more drawing. The last change is
    never lost, and claims wait until files stop changing.
    """

    def __init__(self, live: Live, bus: "Bus", say: Say) -> None:
        self._live, self._bus, self._say = live, bus, say
        self._waiting: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._written: dict[Path, tuple[int, int] | None] = {}
        self._still: dict[str, float] = {}
        self._closed = False

    async def watch(self, changes: Changes) -> None:
        """Sends the news of each change, until `changes` ends."""
        batches = iter(changes)
        while (paths := await asyncio.to_thread(next, batches, None)) is not None:
            # What a page wrote was told of at once: another drawing would show the same.
            others = [path for path in paths if self._written.get(path, ()) != _state_of(path)]
            if others or not paths:
                self.changed(self._live.touch(others))

    def written(self, paths: Iterable[Path], seen: bool = False) -> None:
        """Begins to send the news of files that a page changed, before a watcher tells of them.

        If the page has `seen` what became of them, the news wait until no other change follows.
        """
        known = {path: _state_of(path) for path in paths}
        self._written |= known
        games = self._live.touch(known)
        now_s = asyncio.get_running_loop().time()
        self._still |= dict.fromkeys(games, now_s + (STILL_S if seen else 0))
        self.changed(games)

    def changed(self, games: Iterable[str]) -> None:
        """Begins to send the news of changed games."""
        for game in () if self._closed else games:
            self._bus.tell_pages_of(game, "touched", {"game": game})
            self._waiting.add(game)
            if game not in self._tasks:
                task = self._tasks[game] = asyncio.create_task(self._send_news(game))
                task.add_done_callback(_retrieve_exception)

    async def settled(self) -> None:
        """Waits until the news of all changes so far have been sent."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))

    async def close(self) -> None:
        """Stops sending, and waits until messages that were begun are sent."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _send_news(self, game: str) -> None:
        """Sends the news of a game, and repeats that if it changed in the meantime."""
        try:
            while game in self._waiting:
                await self._until_still(game)
                self._waiting.discard(game)
                await self._send_news_once(game)
        except Exception as error:  # a bug must not end the preview
            self._report_failure(error)
        finally:
            del self._tasks[game]
            if game in self._waiting:
                self.changed([game])

    async def _until_still(self, game: str) -> None:
        loop = asyncio.get_running_loop()
        while (left_s := self._still.get(game, 0) - loop.time()) > 0:
            await asyncio.sleep(left_s)

    async def _send_news_once(self, game: str) -> None:
        """Sends pages the new faces of their editions, then claims, then the list of games."""
        for edition in self._bus.editions([game]):
            await self._tell(edition, checked=False)
        await asyncio.sleep(PAUSE_S)
        if game in self._waiting:
            return
        for edition in self._bus.editions([game]):
            await self._tell(edition, checked=True)
        self._bus.tell("games", {"games": await asyncio.to_thread(self._live.games)})

    async def _tell(self, edition: EditionKey, *, checked: bool) -> None:
        try:
            names = edition.game, edition.language, edition.theme
            if await asyncio.to_thread(self._live.edition, *names) != edition:
                self._bus.dismiss(edition)
                return
            news = await asyncio.to_thread(self._live.news, edition, checked=checked)
        except Exception as error:
            self._report_failure(error, edition)
            return
        self._bus.tell_news(edition, news)

    def _report_failure(self, error: Exception, edition: EditionKey | None = None) -> None:
        message = f"{type(error).__name__}: {error}"
        self._say(f"{edition.game}: {message}" if edition else message)
        self._bus.tell("failed", {"message": message}, edition)


def _state_of(path: Path) -> tuple[int, int] | None:
    """The inode and the time of change of a file; None for none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _retrieve_exception(task: asyncio.Task[None]) -> None:
    """Keeps asyncio from logging the exception of a task that nobody awaits."""
    if not task.cancelled():
        task.exception()


class Bus:
    """A bus that passes messages to open pages."""

    def __init__(self) -> None:
        self._queues: dict[Queue, EditionKey] = {}
        self._closed = False

    @property
    def full(self) -> bool:
        """Whether `MOST_WATCHERS` pages watch."""
        return self._closed or len(self._queues) >= MOST_WATCHERS

    @contextmanager
    def watching(self, edition: EditionKey) -> Iterator[Queue]:
        """Yields a queue of messages for a page that shows an edition, until the block ends."""
        queue: Queue = asyncio.Queue()
        self._queues[queue] = edition
        try:
            yield queue
        finally:
            del self._queues[queue]

    def editions(self, games: Collection[str]) -> tuple[EditionKey, ...]:
        """Those editions of `games` that an open page shows."""
        watched = dict.fromkeys(self._queues.values())
        return tuple(edition for edition in watched if edition.game in games)

    def tell_news(self, edition: EditionKey, news: News) -> None:
        """Sends the news of an edition to the pages that show it."""
        if news.change is None:
            self.tell("reload", {}, edition)
        elif news.change:
            self._send(_framed_message("change", news.change), edition)

    def tell(self, name: str, data: object, edition: EditionKey | None = None) -> None:
        """Sends a message to all pages, or to the pages that show an edition."""
        self._send(event(name, data), edition)

    def tell_pages_of(self, game: str, name: str, data: object) -> None:
        """Sends a message to the pages that show a game."""
        for edition in self.editions([game]):
            self.tell(name, data, edition)

    def _send(self, message: bytes, edition: EditionKey | None) -> None:
        for queue, watched in self._queues.items():
            if edition is None or watched == edition:
                late = queue.qsize() >= MOST_WAITING
                while late and not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(event("reload", {}) if late else message)

    def dismiss(self, edition: EditionKey) -> None:
        """Makes the pages of an edition that is gone load another one, and ends their streams."""
        for queue, watched in self._queues.items():
            if watched == edition:
                queue.put_nowait(event("reload", {}))
                queue.put_nowait(None)

    def close(self) -> None:
        """Ends the streams of all pages."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)


def event(name: str, data: object) -> bytes:
    """A message of a server-sent event stream (HTML standard, 9.2)."""
    return _framed_message(name, to_json(data))


def _framed_message(name: str, data: bytes) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"
