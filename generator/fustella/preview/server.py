"""Serves the preview until it is interrupted."""

import asyncio
import errno
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from fustella.preview.app import MoreRoutes, Pen, ServedFont, make_app
from fustella.preview.events import Bus, ChangeNotifier, Live, Say, Watched

MOST_PORTS = 50
"""The number of ports to try, beginning with the port of the options."""

MOST_CONNECTIONS = 200

REQUEST_S = 10.0
"""The most time for a whole request, from the connection or from the request's first byte."""

_MOST_HEADER_BYTES = 16_384


class Served(Live, Protocol):
    """The source of a preview that watches its own files and can be stopped."""

    def saved(self, say: Say) -> Watched:
        """Watches the files of the games; `say` is called with a message when that fails."""

    def stop(self) -> None:
        """Ends all work, in all threads."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket on `port`, or on the next free port. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + MOST_PORTS, 65536) - 1
    for number in range(port, last + 1):
        # Named, or asyncio would leave Nagle's algorithm on: 40 ms for each answer but the first.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":  # elsewhere it would let two programs have one port
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((host, number))
            bound.listen()  # two sockets may be bound with SO_REUSEADDR, but only one listens
        except OSError as error:
            bound.close()
            if error.errno != errno.EADDRINUSE or number == last:
                raise
        else:
            return bound
    raise OSError(f"there is no port {port}")


def serve(
    served: Served,
    fonts: tuple[ServedFont, ...],
    host: str,
    bound: socket.socket,
    say: Say,
    ending: Callable[[], None],
    token: str = "",
    more: MoreRoutes | None = None,
) -> None:
    """Serves on a bound socket until the process is interrupted.

    With a `token` that is not "", pages that know it can change files. `say` is called with
    messages about failures. `ending` is called at the interrupt, in the signal handler, because a
    thread may hang for long, such as in reading a file over a network. `more` gives further routes.
    """
    bus = Bus()
    notifier = ChangeNotifier(served, bus, say)
    pen = Pen(token, notifier.written) if token else None
    app = make_app(served, bus, fonts, (host,), pen, more)

    def end() -> None:
        ending()
        served.stop()
        bus.close()

    threading.Thread(target=_draw_ahead, args=(served,), daemon=True).start()
    asyncio.run(_serve(app, served, bus, notifier, bound, say, end))


def _draw_ahead(served: Served) -> None:
    """Draws the first game while a browser is being opened: a page shows it first."""
    with suppress(Exception):  # a page that asks for it gets the problem
        game = next(iter(served.games()), None)
        edition = served.edition(game.id, "", "") if game else None
        if edition is not None:
            served.whole(edition)


async def _serve(
    app: Starlette,
    served: Served,
    bus: Bus,
    notifier: ChangeNotifier,
    bound: socket.socket,
    say: Say,
    end: Callable[[], None],
) -> None:
    config = uvicorn.Config(
        app,
        log_level="critical",
        lifespan="off",
        http=ImpatientProtocol,
        ws="none",
        server_header=False,
        h11_max_incomplete_event_size=_MOST_HEADER_BYTES,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, end)
    changes = served.saved(say)
    watcher = asyncio.create_task(_watch(notifier, changes, say))
    try:
        await server.serve(sockets=[bound])
    finally:
        served.stop()
        changes.stop.set()
        bus.close()
        await notifier.close()
        await watcher


async def _watch(notifier: ChangeNotifier, changes: Watched, say: Say) -> None:
    try:
        await notifier.watch(changes)
    except Exception as error:  # a bug; the pages can still be looked at
        say(f"what is saved is no longer seen, start again: {type(error).__name__}: {error}")


class _Server(uvicorn.Server):
    """A server that ends the streams of open pages when it is stopped, instead of waiting."""

    def __init__(self, config: uvicorn.Config, end: Callable[[], None]) -> None:
        super().__init__(config)
        self._end = end

    def handle_exit(self, sig: int, frame: object) -> None:
        del sig, frame  # asyncio handles a second interrupt
        self.should_exit = True
        self._end()


class ImpatientProtocol(H11Protocol):
    """A protocol that closes connections whose request takes too long: each takes up memory.

    Between requests, uvicorn itself closes idle connections.
    """

    request_s = REQUEST_S
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timeout is not None:
            self._timeout.cancel()

    @property
    def _is_asked(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect(self) -> None:
        if self._is_asked and self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None
        elif not self._is_asked and self._timeout is None:
            self._timeout = self.loop.call_later(self.request_s, self.hang_up)

    def hang_up(self) -> None:
        """Closes the connection, unless an answer is on its way."""
        self._timeout = None
        if not self._is_asked:
            self.transport.close()
