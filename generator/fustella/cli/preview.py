"""`fustella preview`: serves the gallery for the browser."""

import argparse
import ipaddress
import os
import secrets
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from fustella.cli.options import Scope, UsageError, build_options, refuse_unknown
from fustella.core.files.project import Project
from fustella.core.files.state import make_private, state_folder
from fustella.core.processes.steps import waiting
from fustella.git.revisions import why_unasked
from fustella.preview import server
from fustella.preview.app import MoreRoutes
from fustella.preview.game_processes import GameProcesses
from fustella.preview.guard import ANYWHERE
from fustella.preview.press import PressChoice
from fustella.preview.service import font_files
from fustella.write.press.inks import USUAL_PERCENT

_OPENING = "open.html"
_FOR_ITS_USER = os.O_WRONLY | os.O_CREAT | os.O_TRUNC

_EXIT_S = 2.0
"""The longest time from Ctrl-C to the end of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Serves the gallery until it is interrupted."""
    project, games = Scope.of(arguments).resolve()
    refuse_unknown(project, games)
    named = games if arguments.games else ()
    options = build_options(arguments, project)
    press = press_of(arguments.profile, arguments.ink_percent)
    service = GameProcesses(project, named, options, press)
    threading.Thread(target=tell_of_history, args=(project,), daemon=True).start()
    at = arguments.host, arguments.port
    return serve(service, *at, opens=arguments.open, writes=not arguments.read_only)


def press_of(profile: Path | None, most_percent: float) -> PressChoice:
    """The press whose plates are shown. Raises ProblemsFound: E805."""
    press = None
    if profile is not None:
        from fustella.export.formats._press import NEW_PROFILES, press_in  # noqa: PLC0415  (few)

        press = press_in(profile, NEW_PROFILES)
    return PressChoice(press, most_percent or USUAL_PERCENT)


def serve(
    service: server.Served,
    named_host: str,
    first_port: int,
    *,
    opens: bool,
    writes: bool,
    more: MoreRoutes | None = None,
) -> int:
    """Serves a page until it is interrupted; prints its address, and opens it if asked."""
    try:
        bound = server.bound_socket(named_host, first_port)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"argument --host: {named_host}:{first_port}: {reason}") from None
    with bound:
        address, port = bound.getsockname()[:2]
        host = "localhost" if named_host in ANYWHERE else _in_url(named_host)
        is_private = ipaddress.ip_address(address).is_loopback
        token = secrets.token_urlsafe() if is_private and writes else ""
        url = f"http://{host}:{port}/" + (f"#token={token}" if token else "")
        if port != first_port:
            print(f"port {first_port} is taken")
        print(f"{url}  (Ctrl-C ends it)", flush=True)
        if not is_private:
            print(_network_warning(named_host, bound), flush=True)
        with waiting():
            if opens:
                open_privately(url)
            telling = _print_error, _exit_soon
            server.serve(service, font_files(), named_host, bound, *telling, token, more)
    return 0


def open_privately(url: str) -> None:
    """Opens an address in the browser by a page that this user alone can read.

    All users of a machine can read the arguments of its programs, and so the token in an address.
    """
    folder = state_folder()
    if folder is None:
        webbrowser.open(url)
        return
    page = folder / _OPENING
    try:
        make_private(page.parent)
        with os.fdopen(os.open(page, _FOR_ITS_USER, 0o600), "w", encoding="utf-8") as file:
            file.write(f'<!doctype html><meta http-equiv="refresh" content="0;url={url}">\n')
        webbrowser.open(page.as_uri())
    except OSError:
        webbrowser.open(url)


def tell_of_history(project: Project) -> None:
    """Prints the reason why the page offers no revisions, if the project is in git."""
    if why := why_unasked(project):
        _print_error(f"no revisions to compare with: {why}")


def _network_warning(host: str, bound: socket.socket) -> str:
    """The warning that others in the network can open the page, and at which address."""
    warning = "your network can see these games, and nobody can change them"
    own = _own_address(bound.family) if host in ANYWHERE else ""
    return f"{warning}: http://{_in_url(own)}:{bound.getsockname()[1]}/" if own else warning


def _own_address(family: socket.AddressFamily) -> str:
    """The address of this machine in its network, found without sending anything; "" for none."""
    remote = "2001:db8::1" if family is socket.AF_INET6 else "192.0.2.1"  # RFC 3849, RFC 5737
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((remote, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _print_error(message: str) -> None:
    print(message, file=sys.stderr)


def _exit_soon() -> None:
    """Exits soon, even if a thread hangs; files are written whole, so none is left half."""
    timer = threading.Timer(_EXIT_S, os._exit, (0,))
    timer.daemon = True
    timer.start()
