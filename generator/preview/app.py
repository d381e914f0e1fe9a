"""The page and what it asks for: routes only. What is shown comes from a `Shown`."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from generator.preview.bus import Bus, event
from generator.preview.guard import Guard
from generator.preview.screen import for_screen
from generator.preview.views import (
    AgainstView,
    Comparison,
    Edition,
    GameView,
    SheetsView,
    Snapshot,
)
from generator.preview.wire import to_json

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


class Shown(Protocol):
    """What the page shows. All but `face` may take seconds and are called in threads."""

    def games(self) -> tuple[GameView, ...]:
        """All games, in order."""

    def edition(self, game: str, language: str, theme: str) -> Edition | None:
        """The edition that is meant; "" is the first language. None for what there is not."""

    def snapshot(self, edition: Edition) -> Snapshot:
        """What an edition is now."""

    def sheets(self, edition: Edition) -> SheetsView:
        """How it is printed."""

    def face(self, digest: str) -> str | None:
        """The SVG of a picture that was shown; None for any other."""

    def against(self, game: str) -> tuple[AgainstView, ...]:
        """What a game can be compared with."""

    def compare(self, edition: Edition, against: str) -> Comparison | None:
        """What changed since; None for what there is not."""


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font that faces are set in. `name` is that of its file on the page."""

    name: str
    family: str
    weight: int
    italic: bool
    path: Path


def make_app(
    shown: Shown, bus: Bus, fonts: tuple[FontFile, ...], hosts: tuple[str, ...] = ()
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

    def __init__(self, shown: Shown, bus: Bus, fonts: tuple[FontFile, ...]) -> None:
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
        content = await run_in_threadpool(path.read_bytes)
        return Response(content, media_type="font/ttf", headers=_FOREVER)

    async def face(self, request: Request) -> Response:
        digest = request.path_params["name"].removesuffix(".svg")
        svg = self._shown.face(digest) if _DIGEST.fullmatch(digest) else None
        if svg is None:
            return _missing()
        return Response(for_screen(svg, digest), media_type=_TYPES[".svg"], headers=_FOREVER)

    async def games(self, request: Request) -> Response:
        del request
        return _json({"games": await run_in_threadpool(self._shown.games)})

    async def game(self, request: Request) -> Response:
        edition = await self._edition(request, request.path_params["game"])
        if edition is None:
            return _missing()
        return _json(await run_in_threadpool(self._shown.snapshot, edition))

    async def sheets(self, request: Request) -> Response:
        edition = await self._edition(request, request.path_params["game"])
        if edition is None:
            return _missing()
        return _json(await run_in_threadpool(self._shown.sheets, edition))

    async def against(self, request: Request) -> Response:
        edition = await self._edition(request, request.path_params["game"])
        if edition is None:
            return _missing()
        return _json({"against": await run_in_threadpool(self._shown.against, edition.game)})

    async def compare(self, request: Request) -> Response:
        edition = await self._edition(request, request.path_params["game"])
        if edition is None:
            return _missing()
        against = request.query_params.get("against", "")
        found = await run_in_threadpool(self._shown.compare, edition, against)
        return _missing() if found is None else _json(found)

    async def events(self, request: Request) -> Response:
        edition = await self._edition(request, request.query_params.get("game", ""))
        if edition is None:
            return _missing()
        if self._bus.full:
            return PlainTextResponse("too many pages are open", 503)
        stream = self._stream(edition)
        return StreamingResponse(stream, media_type="text/event-stream", headers=_NOW)

    async def _stream(self, edition: Edition) -> AsyncIterator[bytes]:
        with self._bus.watching(edition) as queue:
            now = await run_in_threadpool(self._shown.snapshot, edition)
            yield b"retry: 1000\n\n" + event("hello", {"number": now.number})
            while (said := await queue.get()) is not None:
                yield said

    async def _edition(self, request: Request, game: str) -> Edition | None:
        asked = request.query_params
        language, theme = asked.get("language", ""), asked.get("theme", "")
        return await run_in_threadpool(self._shown.edition, game, language, theme)


def _rule(font: FontFile) -> str:
    style = "italic" if font.italic else "normal"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; '
        f'font-style: {style}; font-display: block; src: url("{font.name}") format("truetype"); }}'
    )


def _json(value: object | Mapping[str, object]) -> Response:
    return Response(to_json(value), media_type="application/json", headers=_NOW)


def _missing() -> Response:
    return PlainTextResponse("there is nothing here", 404, headers=_NOW)
