"""Decides which requests are answered, before anything else sees them.

A website must not read a designer's files through the browser of the same machine. So the origin of
a request is checked, and its host: a foreign name may have been rebound to this machine (DNS
rebinding).

Files are changed by POST alone, which also has to bring the token of this start. The token stands
in the address that the terminal shows: another user of the machine, who can open the page, cannot
read it.
"""

import hmac
import ipaddress
import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_URL = 2048
"""The most bytes of a path with its query: twice the longest that the page asks for."""

LONGEST_HEADERS = 16_384
"""The most bytes of all headers: browsers send a thousand, and cookies of other local servers."""

MOST_BODY_BYTES = 64_000_000
"""The most bytes that a POST may bring: a picture, in base64."""

TOKEN = "x-fustella-token"
"""The header with the token of this start."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANYWHERE = ("0.0.0.0", "::")
"""The addresses that stand for all addresses of the machine when a server binds to them."""

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s:@/\[\]]+))(?::[0-9]{1,5})?")
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


class Guard:
    """A guard that passes on GET and HEAD without a body, for known hosts, from the page itself.

    Known are `hosts` and the names of this machine. With `0.0.0.0` or `::` among them, any bare
    address is known, because only names can be rebound. With a `token` that is not "", POST is
    passed on, too, where it brings the token and JSON.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), token: str = "") -> None:
        self._app, self._token = app, token
        named = {host.strip("[]").lower() for host in hosts}
        self._hosts = frozenset((*LOOPBACK, *(named - set(ANYWHERE))))
        self._any_address = bool(named & set(ANYWHERE))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refusal(scope)
        app = PlainTextResponse(refused[1], refused[0]) if refused else self._app
        await app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the reason for refusing a request; None if it is passed on."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_known(hosts[0]):
            return 400, "this host is not served; start with --host to serve it"
        writes = scope["method"] == "POST" and self._token
        if scope["method"] not in {"GET", "HEAD"} and not writes:
            return 405, "only GET and HEAD"
        if _is_foreign(headers, hosts[0], scope["path"]):
            return 403, "asked for by another site"
        return _refusal_of_size(scope, headers) or (
            self._refusal_to_write(headers) if writes else _refusal_of_body(headers)
        )

    def _refusal_to_write(self, headers: Headers) -> tuple[int, str] | None:
        """The status and the reason for refusing a POST from a known host and the same site."""
        if "origin" not in headers or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "only the page itself may change something"
        typed = headers.getlist(TOKEN)
        if len(typed) != 1 or not hmac.compare_digest(typed[0].encode(), self._token.encode()):
            return 403, "open the page by the address that the terminal shows, with its token"
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "only JSON"  # which forms of other sites cannot send
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdecimal()) or "transfer-encoding" in headers:
            return 411, "the length of the body is missing"
        return (413, "the body is too long") if int(length) > MOST_BODY_BYTES else None

    def _is_known(self, host: str) -> bool:
        name = _name_in(host.lower())
        return name in self._hosts or (self._any_address and _is_address(name))


def _name_in(host: str) -> str:
    """The name in a host such as `localhost:8000` or `[::1]:8000`; "" if it has another form."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]) if found else ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_foreign(headers: Headers, host: str, path: str) -> bool:
    """Whether another site makes the request; a link to the page alone is allowed."""
    # Browsers alone set Origin (Fetch Standard) and Sec-Fetch-Site (Fetch Metadata, W3C).
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"http://{host}".lower():
        return True
    return headers.get("sec-fetch-site") in {"cross-site", "same-site"} and path != "/"


def _refusal_of_size(scope: Scope, headers: Headers) -> tuple[int, str] | None:
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_URL:
        return 414, "the address is too long"
    if sum(len(name) + len(value) for name, value in headers.raw) > LONGEST_HEADERS:
        return 431, "the headers are too long"
    return None


def _refusal_of_body(headers: Headers) -> tuple[int, str] | None:
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        return 413, "requests to read have no body"
    return None


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return wrapped
