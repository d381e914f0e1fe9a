"""Serving until somebody stops it."""

import asyncio
import errno
import os
import socket
import threading
from collections.abc import Callable
from typing import Protocol

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from fustella.preview.app import FontFile, make_app
from fustella.preview.events import Bus, ChangeNotifier, Changes, Live, Say

MOST_PORTS = 50
"""So many ports are tried after the one asked for."""

MOST_CONNECTIONS = 200

REQUEST_S = 10.0
"""A request must be there so soon after its first byte, or after somebody connected."""

_HEADER_BYTES = 16_384


class Watched(Changes, Protocol):
    """Paths that change; setting `stop` ends it."""

    stop: threading.Event


class Served(Live, Protocol):
    """What is shown, and lives as long as it is served."""

    def saved(self, say: Say) -> Watched:
        """What is saved that concerns it, as it is saved; `say` is told when that fails."""

    def stop(self) -> None:
        """End whatever is being done."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket on `port`, or on the next one that is not taken. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + MOST_PORTS, 65536) - 1
    for number in range(port, last + 1):
        bound = socket.socket(family, socket.SOCK_STREAM)
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
    fonts: tuple[FontFile, ...],
    host: str,
    bound: socket.socket,
    say: Say,
    ending: Callable[[], None],
) -> None:
    """Serve on a bound socket until the process is interrupted.

    `say` is told of failures. `ending` is called at the interrupt, from the signal's handler: what
    a thread is in, say a file of a machine that does not answer, may not end for long.
    """
    bus = Bus()
    app = make_app(served, bus, fonts, (host,))

    def end() -> None:
        ending()
        served.stop()
        bus.close()

    asyncio.run(_serve(app, served, bus, bound, say, end))


class _Server(uvicorn.Server):
    """Lets open pages go as soon as it is stopped; they would keep it waiting."""

    def __init__(self, config: uvicorn.Config, end: Callable[[], None]) -> None:
        super().__init__(config)
        self._end = end

    def handle_exit(self, sig: int, frame: object) -> None:
        del sig, frame  # a second interrupt is taken up by asyncio
        self.should_exit = True
        self._end()


class ImpatientProtocol(H11Protocol):
    """Hangs up on who connects and asks nothing, or asks letter by letter.

    They would use up the connections. Between requests it is uvicorn that hangs up.
    """

    request_s = REQUEST_S
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._patience is not None:
            self._patience.cancel()

    @property
    def _asked(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect(self) -> None:
        if self._asked and self._patience is not None:
            self._patience.cancel()
            self._patience = None
        elif not self._asked and self._patience is None:
            self._patience = self.loop.call_later(self.request_s, self.hang_up)

    def hang_up(self) -> None:
        """Close the connection, unless an answer is on its way."""
        self._patience = None
        if not self._asked:
            self.transport.close()


async def _serve(
    app: Starlette,
    served: Served,
    bus: Bus,
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
        h11_max_incomplete_event_size=_HEADER_BYTES,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, end)
    changes, notifier = served.saved(say), ChangeNotifier(served, bus, say)
    watcher = asyncio.create_task(_watch(notifier, changes, say))
    try:
        await server.serve(sockets=[bound])
    finally:
        served.stop()
        changes.stop.set()
        bus.close()
        await notifier.close()
        await watcher


async def _watch(notifier: ChangeNotifier, changes: Changes, say: Say) -> None:
    try:
        await notifier.watch(changes)
    except Exception as error:  # a fault of ours; what is there can still be looked at
        say(f"what is saved is no longer seen, start again: {type(error).__name__}: {error}")
