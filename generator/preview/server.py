"""Serving until somebody stops it, and telling open pages what changed on the disk."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Protocol

import uvicorn
from starlette.applications import Starlette
from watchfiles import Change, awatch

from generator.preview.app import FontFile, Shown, make_app
from generator.preview.bus import Bus
from generator.preview.screen import for_screen
from generator.preview.views import Edition, Snapshot, patch

DEBOUNCE_MS, STEP_MS = 30, 10
"""Changes are taken together for so long: an editor writes a file in several steps."""

PAUSE_S = 0.08
"""Left to pages for fetching new faces before claims are checked, which takes the processor."""

MOST_PORTS = 50
"""So many ports are tried after the one asked for."""

MOST_SENT = 6
"""New faces that are sent with the news of a change; of more, pages ask for what is seen."""

_HEADER_BYTES = 16_384


class Live(Shown, Protocol):
    """What is shown, and can be told that files changed."""

    def folders(self) -> tuple[Path, ...]:
        """What to watch, with all that is in it."""

    def touch(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Files changed; the games that this concerns."""

    def refresh(self, edition: Edition) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and what is drawn now: soon, with the claims as they were."""

    def settle(self, edition: Edition) -> tuple[Snapshot, Snapshot]:
        """What was shown last, and the same with the claims of now."""


Say = Callable[[str], None]


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket on `port`, or on the next one that is free. Raises OSError when none is."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(port + MOST_PORTS, 65536)):
        bound = socket.socket(family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, number))
            bound.listen()  # two sockets may be bound with SO_REUSEADDR, but only one listens
        except OSError:
            bound.close()
            if number == min(port + MOST_PORTS, 65536) - 1:
                raise
        else:
            return bound
    raise OSError(f"there is no port {port}")


def serve(
    live: Live, fonts: tuple[FontFile, ...], host: str, bound: socket.socket, say: Say
) -> None:
    """Serve on a bound socket until the process is interrupted; `say` is told of failures."""
    bus = Bus()
    app = make_app(live, bus, fonts, (host,))
    asyncio.run(_serve(app, live, bus, bound, say))


class _Server(uvicorn.Server):
    """Lets open pages go as soon as it is stopped; they would keep it waiting."""

    def __init__(self, config: uvicorn.Config, bus: Bus) -> None:
        super().__init__(config)
        self._bus = bus

    def handle_exit(self, sig: int, frame: object) -> None:
        del sig, frame  # a second interrupt is taken up by asyncio
        self.should_exit = True
        self._bus.close()


async def _serve(app: Starlette, live: Live, bus: Bus, bound: socket.socket, say: Say) -> None:
    config = uvicorn.Config(
        app,
        log_level="critical",
        lifespan="off",
        http="h11",
        ws="none",
        server_header=False,
        h11_max_incomplete_event_size=_HEADER_BYTES,
        limit_concurrency=200,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, bus)
    stop = asyncio.Event()
    watcher = asyncio.create_task(watch(live, bus, say, stop))
    try:
        await server.serve(sockets=[bound])
    finally:
        stop.set()
        bus.close()
        watcher.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watcher


async def watch(live: Live, bus: Bus, say: Say, stop: asyncio.Event) -> None:
    """Tell open pages of each change, until stopped. No fault in a file ends it."""
    files = awatch(
        *live.folders(),
        watch_filter=_of_interest,
        debounce=DEBOUNCE_MS,
        step=STEP_MS,
        stop_event=stop,
    )
    async for changes in files:
        touched = live.touch(Path(path) for _, path in changes)
        if touched:
            await told(live, bus, touched, say)


async def told(live: Live, bus: Bus, games: Collection[str], say: Say) -> None:
    """First the faces of what is watched, then what takes longer: claims, and the list of games."""
    for edition in bus.editions(games):
        await _tell(live, bus, live.refresh, edition, say)
    await asyncio.sleep(PAUSE_S)
    for edition in bus.editions(games):
        await _tell(live, bus, live.settle, edition, say)
    bus.tell("games", {"games": await asyncio.to_thread(live.games)})


async def _tell(
    live: Live,
    bus: Bus,
    step: Callable[[Edition], tuple[Snapshot, Snapshot]],
    edition: Edition,
    say: Say,
) -> None:
    try:
        before, after = await asyncio.to_thread(step, edition)
    except Exception as error:  # a fault of ours must not end the preview
        say(f"{edition.game}: {type(error).__name__}: {error}")
        bus.tell("failed", {"message": f"{type(error).__name__}: {error}"}, edition)
    else:
        if before != after:
            told = dict(patch(before, after))
            told["svgs"] = _new_faces(live, before, after)
            bus.tell("change", told, edition)


def _new_faces(live: Live, before: Snapshot, after: Snapshot) -> dict[str, str]:
    """The pictures of an edit, so that pages need not ask for them; of many changes none."""
    known = {face.digest for piece in before.pieces for face in piece.faces}
    faces = (face.digest for piece in after.pieces for face in piece.faces)
    new = [digest for digest in dict.fromkeys(faces) if digest not in known]
    svgs = {digest: live.face(digest) for digest in new} if len(new) <= MOST_SENT else {}
    return {digest: for_screen(svg, digest) for digest, svg in svgs.items() if svg is not None}


def _of_interest(change: Change, path: str) -> bool:
    """Not what editors leave lying about while they write."""
    del change
    name = Path(path).name
    return not (name.startswith((".", "#", "~")) or name.endswith(("~", ".tmp", ".swp", ".swx")))
