"""`fustella preview`: the gallery in the browser."""

import argparse
import sys
import webbrowser

from generator.cli.common import (
    USAGE,
    add_games,
    add_printing,
    options_of,
    project_and_games,
)

LOOPBACK = "127.0.0.1"
PORT = 8000
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
        default=LOOPBACK,
        metavar="H",
        help="an address of this machine, to look from a phone (default: this machine alone)",
    )
    group.add_argument("--open", action="store_true", help="open the browser")
    add_printing(parser)
    parser.set_defaults(command=preview, parser=parser)


def preview(options: argparse.Namespace) -> int:
    """Show all games, or those named, in the browser; what is saved is seen at once."""
    from generator.preview.server import bound_socket, serve  # noqa: PLC0415
    from generator.previewing import Workshop, font_files  # noqa: PLC0415

    project, games = project_and_games(options)
    workshop = Workshop(project, games, options_of(options, project))
    try:
        bound = bound_socket(options.host, options.port)
    except OSError as error:
        said = error.strerror or error
        options.parser.error(f"argument --host: {options.host}:{options.port}: {said}")
    with bound:
        port = bound.getsockname()[1]
        address = f"http://{_shown(options.host)}:{port}/"
        if port != options.port:
            print(f"port {options.port} is taken")
        print(f"{address}  (Ctrl-C ends it)", flush=True)
        if options.open:
            webbrowser.open(address)
        serve(workshop, font_files(), options.host, bound, _say)
    return 0


def _shown(host: str) -> str:
    """The host as a browser on this machine is asked for it."""
    if host in _ANYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _say(message: str) -> None:
    print(message, file=sys.stderr)


def _port(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= 65535):
        raise argparse.ArgumentTypeError(f"`{typed}` is no port: write 8000")
    return int(typed)
