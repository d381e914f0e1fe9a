"""Telling open pages what changed on the disk: new faces first, then what takes longer.

Who watches which edition, and what they are told: one queue for each open page.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from fustella.preview.views import EditionKey, PreviewSource, Snapshot, for_screen, patch, to_json

MOST_WAITING = 64
"""Messages that a page may be behind: one that is further behind is told to load anew."""

MOST_WATCHERS = 32
"""Open pages; more are refused."""

Queue = asyncio.Queue[bytes | None]


class Bus:
    """Passes messages to open pages. All of it runs in the event loop."""

    def __init__(self) -> None:
        self._queues: dict[Queue, EditionKey] = {}
        self._told: dict[EditionKey, Snapshot] = {}
        self._closed = False

    @property
    def full(self) -> bool:
        """Whether nobody else may watch."""
        return self._closed or len(self._queues) >= MOST_WATCHERS

    @contextmanager
    def watching(self, edition: EditionKey) -> Iterator[Queue]:
        """A queue of what is said, as lines of an event stream; None is the last word."""
        queue: Queue = asyncio.Queue()
        self._queues[queue] = edition
        try:
            yield queue
        finally:
            del self._queues[queue]
            if edition not in self._queues.values():
                self._told.pop(edition, None)

    def editions(self, games: Collection[str]) -> tuple[EditionKey, ...]:
        """What somebody watches of some games."""
        watched = dict.fromkeys(self._queues.values())
        return tuple(edition for edition in watched if edition.game in games)

    def told(self, edition: EditionKey, before: Snapshot, now: Snapshot) -> Snapshot:
        """What pages were told last of an edition, and that they are told what is `now`.

        Not what the last drawing came to, `before`, when pages heard of another: whoever asks for
        an edition has it drawn, and those who watch it have then not heard of it yet.
        """
        last = self._told.get(edition, before)
        self._told[edition] = now
        return last

    def shown(self, edition: EditionKey, now: Snapshot) -> None:
        """A page shows `now`; others may be behind, and are told of it in time."""
        self._told.setdefault(edition, now)

    def tell(self, name: str, data: object, edition: EditionKey | None = None) -> None:
        """Tell all pages, or those that show an edition."""
        said = event(name, data)
        for queue, watched in self._queues.items():
            if edition is None or watched == edition:
                late = queue.qsize() >= MOST_WAITING
                while late and not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(event("reload", {}) if late else said)

    def dismiss(self, edition: EditionKey) -> None:
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


PAUSE_S = 0.08
"""Left to pages for fetching new faces before claims are checked, which takes the processor."""

MOST_SENT = 6
"""New faces that are sent with the news of a change; of more, pages ask for what is seen."""

Say = Callable[[str], None]


class Changes(Protocol):
    """Paths that change, as they change, until it is stopped."""

    def __iter__(self) -> Iterator[Collection[Path]]:
        """Waits for the next ones."""


class Live(PreviewSource, Protocol):
    """What is shown, and can be told that files changed."""

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Files changed; the games that this concerns. Does not wait for anything."""

    def refresh(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and what is drawn now: soon, with the claims as they were."""

    def settle(self, edition: EditionKey) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and the same with the claims of now."""


class ChangeNotifier:
    """Has what changed drawn, and tells the pages that show it. Runs in the event loop.

    Changes that come while a game is being drawn are taken together: it is drawn once more, as it
    is then. The last one is never lost, and claims wait until nobody saves.
    """

    def __init__(self, live: Live, bus: Bus, say: Say) -> None:
        self._live, self._bus, self._say = live, bus, say
        self._waiting: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    async def watch(self, changes: Changes) -> None:
        """Tell of each change, until there are no more."""
        seen = iter(changes)
        while (paths := await asyncio.to_thread(next, seen, None)) is not None:
            self.changed(self._live.touch(paths))

    def changed(self, games: Iterable[str]) -> None:
        """Some games changed: have them told of soon."""
        for game in () if self._closed else games:
            self._waiting.add(game)
            if game not in self._tasks:
                task = self._tasks[game] = asyncio.create_task(self._tell_of(game))
                task.add_done_callback(_end)

    async def told(self) -> None:
        """When all changes so far were told."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))

    async def close(self) -> None:
        """Tell nothing more; when what is being told has ended."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _tell_of(self, game: str) -> None:
        """What changed in a game, until nothing more did."""
        try:
            while game in self._waiting:
                self._waiting.discard(game)
                await self._tell_once(game)
        except Exception as error:  # a fault of ours must not end the preview
            self._failed(error)
        finally:
            del self._tasks[game]
            if game in self._waiting:
                self.changed([game])

    async def _tell_once(self, game: str) -> None:
        """First the faces of what is watched, then claims, and the list of games."""
        for edition in self._bus.editions([game]):
            await self._tell(self._live.refresh, edition)
        await asyncio.sleep(PAUSE_S)
        if game in self._waiting:
            return
        for edition in self._bus.editions([game]):
            await self._tell(self._live.settle, edition)
        self._bus.tell("games", {"games": await asyncio.to_thread(self._live.games)})

    async def _tell(
        self, step: Callable[[EditionKey], tuple[Snapshot, Snapshot]], edition: EditionKey
    ) -> None:
        try:
            asked = edition.game, edition.language, edition.theme
            meant = await asyncio.to_thread(self._live.edition, *asked)
            if meant != edition:
                self._bus.dismiss(edition)
                return
            drawn, after = await asyncio.to_thread(step, edition)
        except Exception as error:
            self._failed(error, edition)
            return
        before = self._bus.told(edition, drawn, after)
        if before.number != after.number:
            told = dict(patch(before, after))
            told["svgs"] = _new_faces(self._live, before, after)
            self._bus.tell("change", told, edition)

    def _failed(self, error: Exception, edition: EditionKey | None = None) -> None:
        message = f"{type(error).__name__}: {error}"
        self._say(f"{edition.game}: {message}" if edition else message)
        self._bus.tell("failed", {"message": message}, edition)


def _end(task: asyncio.Task[None]) -> None:
    """A task that was ended from outside has nothing to say."""
    if not task.cancelled():
        task.exception()


def _new_faces(live: Live, before: Snapshot, after: Snapshot) -> dict[str, str]:
    """The pictures of an edit, so that pages need not ask for them; of many changes none."""
    known = {face.digest for piece in before.pieces for face in piece.faces}
    faces = (face.digest for piece in after.pieces for face in piece.faces)
    new = [digest for digest in dict.fromkeys(faces) if digest not in known]
    svgs = {digest: live.face(digest) for digest in new} if len(new) <= MOST_SENT else {}
    return {digest: for_screen(svg, digest) for digest, svg in svgs.items() if svg is not None}
