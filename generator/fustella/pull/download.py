"""Downloads tables, with limits on time and size; nothing else uses the network."""

import http.client
import socket
import ssl
import threading
import urllib.error
import urllib.request
from http import HTTPStatus
from typing import IO

from msgspec import Struct

from fustella import __version__
from fustella.pull.addresses import fault_of

_CHUNK_BYTES = 65536


class Limits(Struct, frozen=True):
    """The most bytes of a table, and the time that it may take.

    `local` allows addresses of this machine without encryption.
    """

    most_bytes: int = 20_000_000
    time_s: float = 60.0
    local: bool = False


class Unreachable(Exception):
    """Raised where an address gave no whole answer, with the reason and a hint."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class TooLarge(Exception):
    """Raised where an address gave more bytes than a table may have."""


class Reply(Struct, frozen=True):
    """The bytes that an address gave, and the type that it named, such as `text/csv`."""

    data: bytes
    type: str


def download(address: str, limits: Limits) -> Reply:
    """Downloads the content of an address. Raises Unreachable or TooLarge.

    Another thread does the work, and this one waits no longer than the time allowed: a connection
    does not time out while a server sends a letter now and then.
    """
    answers: list[Reply | Exception] = []

    def work() -> None:
        try:
            answers.append(_answer(address, limits))
        except Exception as error:  # raised again below
            answers.append(error)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(limits.time_s)
    if not answers:
        raise _too_late(limits)
    (result,) = answers
    if isinstance(result, Exception):
        raise result
    return result


def _too_late(limits: Limits) -> Unreachable:
    return Unreachable(f"no whole answer in {limits.time_s:g} seconds", "try again later")


def _answer(address: str, limits: Limits) -> Reply:
    request = urllib.request.Request(address)
    request.add_header("User-Agent", f"fustella/{__version__}")
    request.add_header("Accept", "text/csv, text/plain, */*;q=0.5")
    try:
        with _opener(limits).open(request, timeout=limits.time_s) as answer:
            data = _read(answer, limits)
            return Reply(data, answer.headers.get_content_type())
    except urllib.error.HTTPError as error:
        raise Unreachable(*_message_of_status(error.code)) from None
    except urllib.error.URLError as error:
        reason = error.reason
        if isinstance(reason, TimeoutError):
            raise _too_late(limits) from None
        raise Unreachable(f"no answer: {_reason_in_words(reason)}", _CONNECTION) from None
    except TimeoutError:
        raise _too_late(limits) from None
    except (OSError, http.client.HTTPException, ValueError):
        raise Unreachable("the answer broke off", _CONNECTION) from None


def _reason_in_words(reason: object) -> str:
    """The reason why there is no answer, in plain words."""
    if isinstance(reason, socket.gaierror):
        return "no server of that name is found"
    if isinstance(reason, ssl.SSLError):
        return "the server does not prove that it is the one of the address"
    if isinstance(reason, ConnectionRefusedError):
        return "the server takes no requests"
    return "the server is not reached"


_CONNECTION = "look at the address and at your connection, then run it again"
_SHARING = "publish the sheet as CSV, or share it with everyone who has the link"


def _message_of_status(status: int) -> tuple[str, str]:
    """The message and the hint for a status that is no success."""
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return f"the sheet is not shared ({status})", _SHARING
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return f"there is nothing at this address ({status})", "copy the address again"
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS:
        return f"the server cannot answer now ({status})", "try again later"
    if status < HTTPStatus.BAD_REQUEST:
        return f"the address leads round in a circle, or to no web address ({status})", _SHARING
    return f"the server refuses ({status})", _SHARING


def _read(answer: IO[bytes], limits: Limits) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := answer.read(_CHUNK_BYTES):
        size += len(part)
        if size > limits.most_bytes:
            raise TooLarge
        parts.append(part)
    if getattr(answer, "length", None):  # what the server promised and did not send
        raise http.client.IncompleteRead(b"")
    return b"".join(parts)


def _opener(limits: Limits) -> urllib.request.OpenerDirector:
    """An opener for web addresses alone: urllib's own would open files, too."""
    opener = urllib.request.OpenerDirector()
    handlers = (
        urllib.request.ProxyHandler({} if limits.local else None),  # {}: this machine needs none
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(limits),
    )
    for handler in handlers:
        opener.add_handler(handler)
    return opener


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a redirection if the new address may be requested, too."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if fault := fault_of(newurl, local=self._limits.local):
            raise Unreachable(f"the server names another address, and {fault}", _SHARING)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
