"""Telling open pages what changed on the disk: new faces first, then what takes longer."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from generator.preview.app import Shown
from generator.preview.bus import Bus
from generator.preview.screen import for_screen
from generator.preview.views import Edition, Snapshot, patch

PAUSE_S = 0.08
"""Left to pages for fetching new faces before claims are checked, which takes the processor."""

MOST_SENT = 6
"""New faces that are sent with the news of a change; of more, pages ask for what is seen."""

Say = Callable[[str], None]


class Changes(Protocol):
    """Paths that change, as they change, until it is stopped."""

    def __iter__(self) -> Iterator[Collection[Path]]:
        """Waits for the next ones."""


class Live(Shown, Protocol):
    """What is shown, and can be told that files changed."""

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Files changed; the games that this concerns. Does not wait for anything."""

    def refresh(self, edition: Edition) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and what is drawn now: soon, with the claims as they were."""

    def settle(self, edition: Edition) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and the same with the claims of now."""


class Teller:
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
        self, step: Callable[[Edition], tuple[Snapshot, Snapshot]], edition: Edition
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

    def _failed(self, error: Exception, edition: Edition | None = None) -> None:
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
