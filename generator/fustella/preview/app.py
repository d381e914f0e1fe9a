"""The page and what it asks for: routes only. What is shown comes from a `PreviewSource`."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fustella.preview.events import Bus, Queue, event
from fustella.preview.guard import Guard
from fustella.preview.views import (
    EditionKey,
    PreviewSource,
    for_screen,
    to_json,
)

STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_DIGEST = re.compile(r"[0-9a-f]{32}")
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_NOW = {"Cache-Control": "no-store"}
_STREAM = "text/event-stream"

_NO_CODE = "default-src 'none'; img-src data:; sandbox; frame-ancestors 'none'"
"""For pictures, which templates make: opened by themselves, they may neither run nor load a thing.

On the page, which sets them into itself, its own policy holds for them.
"""

STILL_HERE_S = 15.0
"""After so long without news a page is told nothing, so that one that is gone is noticed."""


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font that faces are set in. `name` is that of its file on the page."""

    name: str
    family: str
    weight: int
    italic: bool
    path: Path


def make_app(
    shown: PreviewSource, bus: Bus, fonts: tuple[FontFile, ...], hosts: tuple[str, ...] = ()
) -> Starlette:
    """The application; `hosts` are those it may be asked for besides the machine itself."""
    pages = _Pages(shown, bus, fonts)
    routes = [
        Route("/", pages.page),
        Route("/static/{name}", pages.static),
        Route("/fonts/{name}", pages.font),
        Route("/face/{name}", pages.face),
        Route("/api/games", pages.games),
        Route("/api/game/{game}", pages.game),
        Route("/api/sheets/{game}", pages.sheets),
        Route("/api/against/{game}", pages.against),
        Route("/api/compare/{game}", pages.compare),
        Route("/api/events", pages.events),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])


class _Pages:
    """The answers. Files come from tables made at the start: no request ever becomes a path."""

    def __init__(self, shown: PreviewSource, bus: Bus, fonts: tuple[FontFile, ...]) -> None:
        self._shown, self._bus = shown, bus
        self._static = {
            path.name: (path, _TYPES[path.suffix])
            for path in STATIC.iterdir()
            if path.suffix in _TYPES
        }
        self._fonts = {font.name: font.path for font in fonts}
        self._font_css = "\n".join(map(_rule, fonts))

    async def page(self, request: Request) -> Response:
        del request
        return self._file("page.html")

    async def static(self, request: Request) -> Response:
        return self._file(request.path_params["name"])

    def _file(self, name: str) -> Response:
        known = self._static.get(name)
        if known is None:
            return _missing()
        path, kind = known
        return Response(path.read_bytes(), media_type=kind, headers=_NOW)

    async def font(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "fonts.css":
            return Response(self._font_css, media_type=_TYPES[".css"], headers=_NOW)
        path = self._fonts.get(name)
        if path is None:
            return _missing()
        return Response(path.read_bytes(), media_type="font/ttf", headers=_FOREVER)

    async def face(self, request: Request) -> Response:
        digest = request.path_params["name"].removesuffix(".svg")
        svg = self._shown.face(digest) if _DIGEST.fullmatch(digest) else None
        if svg is None:
            return _missing()
        headers = {**_FOREVER, "Content-Security-Policy": _NO_CODE}
        return Response(for_screen(svg, digest), media_type=_TYPES[".svg"], headers=headers)

    async def games(self, request: Request) -> Response:
        del request
        return await _told(lambda: {"games": self._shown.games()})

    async def game(self, request: Request) -> Response:
        return await self._of_game(request, self._shown.snapshot)

    async def sheets(self, request: Request) -> Response:
        return await self._of_game(request, self._shown.sheets)

    async def against(self, request: Request) -> Response:
        return await self._of_game(
            request, lambda edition: {"against": self._shown.against(edition.game)}
        )

    async def compare(self, request: Request) -> Response:
        against = request.query_params.get("against", "")
        return await self._of_game(request, lambda edition: self._shown.compare(edition, against))

    async def _of_game(self, request: Request, make: Callable[[EditionKey], object]) -> Response:
        edition = await self._edition(request, request.path_params["game"])
        return await _told(lambda: None if edition is None else make(edition))

    async def events(self, request: Request) -> Response:
        edition = await self._edition(request, request.query_params.get("game", ""))
        if edition is None:
            return _missing()
        if request.method == "HEAD":  # whose answer has an end
            return Response(media_type=_STREAM, headers=_NOW)
        return _Events(self._shown, self._bus, edition)

    async def _edition(self, request: Request, game: str) -> EditionKey | None:
        asked = request.query_params
        language, theme = asked.get("language", ""), asked.get("theme", "")
        return await run_in_threadpool(self._shown.edition, game, language, theme)


class _Events(Response):
    """A stream of events for as long as the page is open."""

    def __init__(self, shown: PreviewSource, bus: Bus, edition: EditionKey) -> None:
        super().__init__()
        self._shown, self._bus, self._edition = shown, bus, edition

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refused where too many watch: nothing may come between counting them and one more."""
        if self._bus.full:
            answer: Response = PlainTextResponse("too many pages are open", 503, headers=_NOW)
            await answer(scope, receive, send)
            return
        with self._bus.watching(self._edition) as queue:
            answer = StreamingResponse(self._lines(queue), media_type=_STREAM, headers=_NOW)
            await answer(scope, receive, send)

    async def _lines(self, queue: Queue) -> AsyncIterator[bytes]:
        now = await run_in_threadpool(self._shown.snapshot, self._edition)
        self._bus.shown(self._edition, now)
        yield b"retry: 1000\n\n" + event("hello", {"number": now.number})
        while True:
            try:
                said = await asyncio.wait_for(queue.get(), STILL_HERE_S)
            except TimeoutError:
                said = b":\n\n"
            if said is None:
                return
            yield said


def _rule(font: FontFile) -> str:
    style = "italic" if font.italic else "normal"
    status = font.path.stat()  # another file of that name is another address: each is kept for ever
    url = f"{font.name}?{status.st_size:x}-{status.st_mtime_ns:x}"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; '
        f'font-style: {style}; font-display: block; src: url("{url}") format("truetype"); }}'
    )


async def _told(make: Callable[[], object]) -> Response:
    """What `make` makes, as JSON, both in a thread; when it makes None, there is nothing here."""

    def made() -> bytes | None:
        value = make()
        return None if value is None else to_json(value)

    text = await run_in_threadpool(made)
    if text is None:
        return _missing()
    return Response(text, media_type="application/json", headers=_NOW)


def _missing() -> Response:
    return PlainTextResponse("there is nothing here", 404, headers=_NOW)
