"""Answers the requests of the page, which shows the content of a `PreviewSource`."""

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fustella.core.files.fingerprint import fingerprint
from fustella.preview.events import Bus, Queue, event
from fustella.preview.guard import Guard
from fustella.preview.joining import page_files
from fustella.preview.present_odds import OddsRequest
from fustella.preview.views import (
    EditionKey,
    PreviewSource,
    to_json,
)

_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_MADE_TYPES = {".glb": "model/gltf-binary", ".png": "image/png"}
_EVENT_STREAM = "text/event-stream"
_DIGITS = 6
_DIGEST = re.compile(r"[0-9a-f]{32}")

_IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
_NO_STORE = {"Cache-Control": "no-store"}

_FACE_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'sha256-{}'; sandbox; "
    "frame-ancestors 'none'"
)
"""The content security policy of faces, which templates make.

On the page, faces are pictures, which run nothing. A face that somebody opens by itself may run no
script and load nothing. Its only style sheet is the first one in it, which has its fonts.
"""

KEEP_ALIVE_S = 15.0
"""The time without an event until an empty one is sent, which shows that a page is gone."""


class ServedFont(Struct, frozen=True):
    """A font of the faces, which the page asks for by `name`."""

    name: str
    family: str
    weight: int
    italic: bool
    path: Path


class Pen(Struct, frozen=True):
    """What lets pages change files: the token of this start, and who is told of changed files.

    `changed` is told, too, whether the page that wrote them has seen what became of them.
    """

    token: str
    changed: Callable[[Iterable[Path], bool], None]


MoreRoutes = Callable[[Bus, str, str], list[Route]]
"""A function that gives further routes, from the bus, the page and the start page of a studio."""


def make_app(
    source: PreviewSource,
    bus: Bus,
    fonts: tuple[ServedFont, ...],
    hosts: tuple[str, ...] = (),
    pen: Pen | None = None,
    more: MoreRoutes | None = None,
) -> Starlette:
    """The application; `hosts` are its names in requests, besides the names of this machine.

    Without a `pen`, nothing can be changed. The routes of `more` take the place of others.
    """
    pages = _Pages(source, bus, fonts, pen)
    routes = [
        *(more(bus, pages.html, pages.start_html) if more is not None else ()),
        Route("/", pages.page),
        Route("/static/{version}/{name}", pages.static),
        Route("/fonts/{name}", pages.font),
        Route("/face/{game}/{name}", pages.face),
        Route("/made/{game}/{name}", pages.made),
        Route("/api/games", pages.games),
        Route("/api/game/{game}", pages.game),
        Route("/api/sheets/{game}", pages.sheets),
        Route("/api/model/{game}", pages.model),
        Route("/api/plates/{game}", pages.plates),
        Route("/api/icons/{game}", pages.icons),
        Route("/api/odds/{game}", pages.odds),
        Route("/api/against/{game}", pages.against),
        Route("/api/compare/{game}", pages.compare),
        Route("/api/events", pages.events),
        Route("/api/steps/{game}", pages.steps),
        Route("/api/zones/{game}", pages.zones),
        Route("/api/tried/{game}", pages.tried),
        Route("/api/tables/{game}", pages.tables),
        Route("/api/booklet/{game}", pages.booklet),
    ]
    if pen is not None:
        routes += [
            Route("/api/edit/{game}", pages.edit, methods=["POST"]),
            Route("/api/undo/{game}", pages.undo, methods=["POST"]),
            Route("/api/redo/{game}", pages.redo, methods=["POST"]),
        ]
    token = pen.token if pen is not None else ""
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts, token=token)])


class _Pages:
    """Makes the responses, from files that are all read at the start: no request names a path."""

    def __init__(
        self, source: PreviewSource, bus: Bus, fonts: tuple[ServedFont, ...], pen: Pen | None
    ) -> None:
        self._source, self._bus, self._pen = source, bus, pen
        self._version = fingerprint((), (), "")[:16]  # the files are the tool's
        files = page_files()
        self.html = self._with_addresses(files["page.html"].decode())
        self.start_html = self._with_addresses(files["start.html"].decode())
        self._static = {name: file for name, file in files.items() if not name.endswith(".html")}
        self._fonts = {font.name: font.path for font in fonts}
        self._font_css = "\n".join(map(_font_rule, fonts))

    def _with_addresses(self, page: str) -> str:
        """The page, with the version in the addresses of its files for browser caches."""
        return page.replace('"/static/', f'"/static/{self._version}/')

    async def page(self, request: Request) -> Response:
        del request
        return Response(self.html, media_type=_MEDIA_TYPES[".html"], headers=_NO_STORE)

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        content = self._static.get(name)
        if content is None or request.path_params["version"] != self._version:
            return _not_found()
        media_type = _MEDIA_TYPES[Path(name).suffix]
        return Response(content, media_type=media_type, headers=_IMMUTABLE)

    async def font(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "fonts.css":
            return Response(self._font_css, media_type=_MEDIA_TYPES[".css"], headers=_NO_STORE)
        path = self._fonts.get(name)
        if path is None:
            return _not_found()
        return Response(path.read_bytes(), media_type="font/ttf", headers=_IMMUTABLE)

    async def face(self, request: Request) -> Response:
        digest = request.path_params["name"].removesuffix(".svg")
        game = request.path_params["game"]
        svg = self._source.face(game, digest) if _DIGEST.fullmatch(digest) else None
        if svg is None:
            return _not_found()
        headers = {**_IMMUTABLE, "Content-Security-Policy": _policy_of(svg)}
        return Response(svg, media_type=_MEDIA_TYPES[".svg"], headers=headers)

    async def made(self, request: Request) -> Response:
        """A file that was made when the page asked for a view that names it."""
        game, name = request.path_params["game"], request.path_params["name"]
        digest, dot, ending = name.partition(".")
        media_type = _MADE_TYPES.get(dot + ending)
        content = None
        if media_type is not None and _DIGEST.fullmatch(digest):
            content = await run_in_threadpool(self._source.made, game, name)
        if content is None:
            return _not_found()
        return Response(content, media_type=media_type, headers=_IMMUTABLE)

    async def games(self, request: Request) -> Response:
        del request
        writing = self._pen is not None
        return await _json(lambda: to_json({"games": self._source.games(), "writing": writing}))

    async def game(self, request: Request) -> Response:
        return await self._of_game(request, self._source.whole)

    async def sheets(self, request: Request) -> Response:
        return await self._of_game(request, lambda edition: self._source.ask("sheets", edition))

    async def model(self, request: Request) -> Response:
        return await self._of_game(request, lambda edition: self._source.ask("model", edition))

    async def plates(self, request: Request) -> Response:
        asked = request.query_params
        look = asked.get("look", "0")
        words = asked.get("piece", ""), asked.get("side", "front")
        number = int(look) if look.isascii() and look.isdecimal() and len(look) < _DIGITS else -1
        return await self._of_game(
            request, lambda edition: self._source.ask("plates", edition, *words, number)
        )

    async def icons(self, request: Request) -> Response:
        search = request.query_params.get("search", "")
        return await self._of_game(
            request, lambda edition: self._source.ask("icons", edition.game, search)
        )

    async def odds(self, request: Request) -> Response:
        asked = OddsRequest.of(request.query_params)
        return await self._of_game(
            request, lambda edition: self._source.ask("odds", edition, asked)
        )

    async def against(self, request: Request) -> Response:
        return await self._of_game(
            request, lambda edition: self._source.ask("offers", edition.game)
        )

    async def compare(self, request: Request) -> Response:
        against = request.query_params.get("against", "")
        return await self._of_game(
            request, lambda edition: self._source.ask("compare", edition, against)
        )

    async def steps(self, request: Request) -> Response:
        return await self._of_game(request, lambda edition: self._source.ask("steps", edition.game))

    async def zones(self, request: Request) -> Response:
        asked = request.query_params
        words = (asked.get("kind", ""), asked.get("side", "front"), asked.get("piece", ""))
        return await self._of_game(
            request, lambda edition: self._source.ask("zones", edition, *words)
        )

    async def tables(self, request: Request) -> Response:
        table = request.query_params.get("table", "")
        return await self._of_game(
            request, lambda edition: self._source.ask("tables", edition, table)
        )

    async def booklet(self, request: Request) -> Response:
        settled = request.query_params.get("settled", "1") != "0"
        return await self._of_game(
            request, lambda edition: self._source.ask("booklet", edition, settled)
        )

    async def tried(self, request: Request) -> Response:
        asked = request.query_params
        words = (asked.get(name, "") for name in ("kind", "side", "piece", "zones"))
        return await self._of_game(
            request, lambda edition: self._source.ask("tried", edition, *words)
        )

    async def edit(self, request: Request) -> Response:
        return await self._change(request, "edit", await request.body())

    async def undo(self, request: Request) -> Response:
        return await self._change(request, "undo", await request.body())

    async def redo(self, request: Request) -> Response:
        return await self._change(request, "redo", await request.body())

    async def _change(self, request: Request, name: str, body: bytes) -> Response:
        """Has a method of the source change files, and tells all pages of it.

        The pages get the new faces as if the files had been saved by an editor, but at once.
        """
        game = request.path_params["game"]
        change = await run_in_threadpool(self._source.change, name, game, body)
        if change is None or self._pen is None:
            return _not_found()
        if change.steps is not None:
            self._bus.tell("steps", {"game": game, **asdict(change.steps)})
        if change.paths:
            self._pen.changed(change.paths, change.seen)
        return Response(
            change.body, change.status, media_type="application/json", headers=_NO_STORE
        )

    async def _of_game(
        self, request: Request, make: Callable[[EditionKey], bytes | None]
    ) -> Response:
        edition = await self._edition(request, request.path_params["game"])
        return await _json(lambda: None if edition is None else make(edition))

    async def events(self, request: Request) -> Response:
        edition = await self._edition(request, request.query_params.get("game", ""))
        if edition is None:
            return _not_found()
        if request.method == "HEAD":  # a response without a body must end
            return Response(media_type=_EVENT_STREAM, headers=_NO_STORE)
        return _Events(self._source, self._bus, edition)

    async def _edition(self, request: Request, game: str) -> EditionKey | None:
        query = request.query_params
        language, theme = query.get("language", ""), query.get("theme", "")
        return await run_in_threadpool(self._source.edition, game, language, theme)


async def _json(make: Callable[[], bytes | None]) -> Response:
    """The response with the JSON that `make` returns in a thread; status 404 for None."""
    content = await run_in_threadpool(make)
    if content is None:
        return _not_found()
    return Response(content, media_type="application/json", headers=_NO_STORE)


def _not_found() -> Response:
    return PlainTextResponse("there is nothing here", 404, headers=_NO_STORE)


class _Events(Response):
    """A stream of events for as long as the page is open."""

    def __init__(self, source: PreviewSource, bus: Bus, edition: EditionKey) -> None:
        super().__init__()
        self._source, self._bus, self._edition = source, bus, edition

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streams events, or refuses if too many pages watch.

        Nothing is awaited between the check for room and joining the bus, so that the check still
        holds.
        """
        if self._bus.full:
            refusal = PlainTextResponse("too many pages are open", 503, headers=_NO_STORE)
            await refusal(scope, receive, send)
            return
        with self._bus.watching(self._edition) as queue:
            messages = self._messages(queue)
            stream = StreamingResponse(messages, media_type=_EVENT_STREAM, headers=_NO_STORE)
            await stream(scope, receive, send)

    async def _messages(self, queue: Queue) -> AsyncIterator[bytes]:
        news = await run_in_threadpool(self._source.news, self._edition, checked=True)
        yield b"retry: 1000\n\n" + event("hello", {"number": news.number})
        self._bus.tell_news(self._edition, news)  # for other pages, that were open before
        while True:
            try:
                message = await asyncio.wait_for(queue.get(), KEEP_ALIVE_S)
            except TimeoutError:
                message = b":\n\n"
            if message is None:
                return
            yield message


def _policy_of(svg: str) -> str:
    # The hash allows the one style sheet in the SVG, and no other (Content Security Policy 3).
    rules = _STYLE.search(svg)
    digest = hashlib.sha256(rules[1].encode() if rules else b"").digest()
    return _FACE_POLICY.format(base64.b64encode(digest).decode())


def _font_rule(font: ServedFont) -> str:
    style = "italic" if font.italic else "normal"
    status = font.path.stat()
    # Browsers keep a font for ever, so another file of the same name needs another address.
    url = f"{font.name}?{status.st_size:x}-{status.st_mtime_ns:x}"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; '
        f'font-style: {style}; font-display: block; src: url("{url}") format("truetype"); }}'
    )
