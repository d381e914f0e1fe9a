"""`fustella preview`: the gallery in the browser."""

import argparse
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence

from fustella.cli.arguments import USAGE, add_games, add_printing, options_of, project_and_games
from fustella.core.problems import Place, Problem, ProblemsFound

LOOPBACK = "127.0.0.1"
PORT = 8000

LEAVING_S = 2.0
"""So long Ctrl-C takes at most."""

_ANYWHERE = ("0.0.0.0", "::")


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `preview` to the command line."""
    parser = commands.add_parser(
        "preview", help="see all pieces in the browser", usage=USAGE, description=preview.__doc__
    )
    add_games(parser)
    group = parser.add_argument_group("where")
    group.add_argument(
        "--port", type=_port, default=PORT, help="the next free one when taken (default: 8000)"
    )
    group.add_argument(
        "--host",
        type=_host,
        default=LOOPBACK,
        metavar="H",
        help="an address of this machine, to look from a phone (default: this machine alone)",
    )
    group.add_argument("--open", action="store_true", help="open the browser")
    add_printing(parser)
    parser.set_defaults(command=preview, parser=parser)


def preview(options: argparse.Namespace) -> int:
    """Show all games, or those named, in the browser; what is saved is seen at once."""
    from fustella.preview.server import bound_socket, serve  # noqa: PLC0415
    from fustella.preview.service import PreviewService, font_files  # noqa: PLC0415

    project, games = project_and_games(options)
    _refuse_unknown(games, project.games())
    named = games if options.games else ()
    workshop = PreviewService(project, named, options_of(options, project))
    try:
        bound = bound_socket(options.host, options.port)
    except (OSError, UnicodeError) as error:
        said = getattr(error, "strerror", None) or error
        options.parser.error(f"argument --host: {options.host}:{options.port}: {said}")
    with bound:
        port = bound.getsockname()[1]
        address = f"http://{_shown(options.host)}:{port}/"
        if port != options.port:
            print(f"port {options.port} is taken")
        print(f"{address}  (Ctrl-C ends it)", flush=True)
        if not _is_loopback(bound.getsockname()[0]):
            print(_warning(options.host, bound), flush=True)
        if options.open:
            webbrowser.open(address)
        serve(workshop, font_files(), options.host, bound, _say, _leave_soon)
    return 0


def _leave_soon() -> None:
    """End in any case, whatever some thread waits for; no file is written but whole."""
    last = threading.Timer(LEAVING_S, os._exit, (0,))
    last.daemon = True
    last.start()


def _refuse_unknown(games: Sequence[str], known: Sequence[str]) -> None:
    """Raises ProblemsFound, E002, for games that are not there: a slip, and no fault of theirs."""
    hint = f"known: {', '.join(known)}"
    unknown = [game for game in games if game not in known]
    if unknown:
        raise ProblemsFound(
            Problem("E002", Place(f"content/{game}"), f"there is no game `{game}`", hint)
            for game in unknown
        )


def _warning(host: str, bound: socket.socket) -> str:
    """Who else can look, and where, when it is not served to this machine alone."""
    who = "your network can see these games, and nobody can change them"
    own = _own_address(bound.family) if host in _ANYWHERE else ""
    if not own:
        return who
    return f"{who}: http://{_in_url(own)}:{bound.getsockname()[1]}/"


def _own_address(family: socket.AddressFamily) -> str:
    """The address that others reach this machine at; "" where there is none. Sends nothing."""
    far = "2001:db8::1" if family is socket.AF_INET6 else "192.0.2.1"  # RFC 3849, RFC 5737
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback


def _shown(host: str) -> str:
    """The host as a browser on this machine is asked for it."""
    return "localhost" if host in _ANYWHERE else _in_url(host)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _say(message: str) -> None:
    print(message, file=sys.stderr)


def _port(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= 65535):
        raise argparse.ArgumentTypeError(f"`{typed}` is no port: write 8000")
    return int(typed)


def _host(typed: str) -> str:
    """An address or a name; IPv6 with or without the brackets of URLs."""
    host = typed[1:-1] if typed.startswith("[") and typed.endswith("]") else typed
    if not host.strip() or not host.isprintable():
        raise argparse.ArgumentTypeError(f"`{typed}` is no host: write {LOOPBACK}")
    return host
