"""Answers the requests of a studio: its start page, its commands, and the files that these made."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import IO, Any

from msgspec.structs import asdict
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from fustella.core.files.reading import open_own
from fustella.core.values.problems import ProblemsFound
from fustella.preview.actions import ActionView, Busy
from fustella.preview.events import Bus
from fustella.preview.studio import RequestRefused, Studio, refusal, state_json, texts_in
from fustella.preview.views import to_json

_NO_STORE = {"Cache-Control": "no-store"}
_JSON = "application/json"
_REFUSED, _BUSY = 422, 409
_PART_BYTES = 262_144

_RESULT_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; object-src 'self'"
"""The content security policy of files that a command made: they may run and load nothing.

A browser shows a PDF in a page of its own, whose styles stand in it.
"""

Make = Callable[[], None]


_IS_STUDIO = '<meta name="fustella-studio" content="yes">\n</head>'
"""What tells the scripts of the page that commands can be run."""


def studio_routes(studio: Studio, bus: Bus, page: str, start: str) -> list[Route]:
    """The routes of a studio, of which the first two take the place of the preview's page.

    `page` and `start` are the HTML of the preview and of the start page. The routes that change
    something take POST, for which the guard demands the token of this start.
    """
    own = _StudioPages(studio, bus, page.replace("</head>", _IS_STUDIO, 1), start)
    return [
        Route("/", own.page),
        Route("/start", own.start),
        Route("/api/studio", own.offers),
        Route("/api/studio/{game}", own.state),
        Route("/result/{action:int}/{number:int}/{name}", own.result),
        Route("/api/new", own.new, methods=["POST"]),
        Route("/api/open", own.open, methods=["POST"]),
        Route("/api/printing", own.printing, methods=["POST"]),
        Route("/api/do/{game}", own.do, methods=["POST"]),
        Route("/api/stop/{game}", own.stop, methods=["POST"]),
    ]


class _StudioPages:
    """Makes the responses. A file is named by the numbers of an action and of a file of it."""

    def __init__(self, studio: Studio, bus: Bus, page: str, start: str) -> None:
        self._studio, self._bus, self._page, self._start = studio, bus, page, start

    async def page(self, request: Request) -> Response:
        """The preview of the open project; the start page where none is open."""
        del request
        return _html(self._page if self._studio.is_open else self._start)

    async def start(self, request: Request) -> Response:
        del request
        return _html(self._start)

    async def offers(self, request: Request) -> Response:
        """What the start page offers: starts of games, and projects to open."""
        del request
        recent, below = await run_in_threadpool(self._studio.found)
        studio = self._studio
        return _json(
            {
                "here": str(studio.here),
                "open": studio.title if studio.is_open else "",
                "starts": studio.starts,
                "recent": recent,
                "below": below,
            }
        )

    async def state(self, request: Request) -> Response:
        game = request.path_params["game"]
        known = await run_in_threadpool(self._studio.games)
        if game not in {one.id for one in known}:
            return _not_found()
        content = await run_in_threadpool(state_json, self._studio, game)
        return Response(content, media_type=_JSON, headers=_NO_STORE)

    async def new(self, request: Request) -> Response:
        asked = await _asked(request)
        name, start = str(asked.get("name", "")), str(asked.get("start", ""))
        return await self._opened(lambda: self._studio.begin(name, start))

    async def open(self, request: Request) -> Response:
        named = str((await _asked(request)).get("id", ""))
        return await self._opened(lambda: self._studio.open_found(named))

    async def printing(self, request: Request) -> Response:
        asked = await _asked(request)
        response = await _done(lambda: self._studio.print_so(texts_in(asked)))
        if response.status_code == 200:
            self._bus.tell("reload", {})
        return response

    async def do(self, request: Request) -> Response:
        """Begins an action; its progress and its end are told as events."""
        asked, game = await _asked(request), request.path_params["game"]
        loop = asyncio.get_running_loop()

        def told(view: ActionView) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._bus.tell, "action", asdict(view))

        self._studio.actions.tell = told
        edition = str(asked.get("language", "")), str(asked.get("theme", ""))
        what = str(asked.get("what", ""))
        return await _done(
            lambda: self._studio.do(game, what, texts_in(asked.get("options", {})), edition)
        )

    async def stop(self, request: Request) -> Response:
        game = request.path_params["game"]
        return await _done(lambda: self._studio.actions.stop(game))

    async def result(self, request: Request) -> Response:
        """A file that an action made, from the table of that action."""
        found = self._studio.actions.file(
            request.path_params["action"], request.path_params["number"]
        )
        if found is None:
            return _not_found()
        path, media_type, shown = found
        try:
            file = await run_in_threadpool(open_own, path)
        except OSError:
            return _not_found()
        headers = {**_NO_STORE, "Content-Disposition": "inline" if shown else "attachment"}
        headers["Content-Security-Policy"] = _RESULT_POLICY + ("" if shown else "; sandbox")
        return StreamingResponse(_parts(file), media_type=media_type, headers=headers)

    async def _opened(self, make: Make) -> Response:
        """Opens something, and has all pages load anew."""
        response = await _done(make)
        if response.status_code == 200:
            self._bus.tell("opened", {})
        return response


async def _parts(file: IO[bytes]) -> AsyncIterator[bytes]:
    try:
        while part := await run_in_threadpool(file.read, _PART_BYTES):
            yield part
    finally:
        file.close()


async def _asked(request: Request) -> Mapping[str, Any]:
    """The JSON object in a request; nothing where there is something else."""
    try:
        found = json.loads(await request.body())
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


async def _done(make: Make) -> Response:
    """Does something in a thread. The response has the reasons why it cannot be done."""
    try:
        await run_in_threadpool(make)
    except (RequestRefused, ProblemsFound) as error:
        told = [
            {"message": problem.message, "hint": problem.hint, "file": problem.place.file}
            for problem in refusal(error)
        ]
        return _json({"problems": told}, _REFUSED)
    except Busy:
        message = "something is being done with this game already"
        hint = "wait until it is done, or stop it"
        return _json({"problems": [{"message": message, "hint": hint, "file": ""}]}, _BUSY)
    return _json({})


def _json(content: object, status: int = 200) -> Response:
    return Response(to_json(content), status, media_type=_JSON, headers=_NO_STORE)


def _html(page: str) -> Response:
    return Response(page, media_type="text/html; charset=utf-8", headers=_NO_STORE)


def _not_found() -> Response:
    return PlainTextResponse("there is nothing here", 404, headers=_NO_STORE)
