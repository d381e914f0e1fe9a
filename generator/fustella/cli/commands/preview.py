"""Declares `fustella preview`: its help and its options."""

from fustella.cli.options import GAMES, GIT_DIR, PRINTING, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import Mistyped, option, switch
from fustella.export import ExportOptions

_LOOPBACK = "127.0.0.1"
_WHERE = "where"
_PLATES = "plates"


def _port(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= 65535):
        raise Mistyped(f"`{typed}` is no port: write a number such as 8000")
    return int(typed)


def _host(typed: str) -> str:
    """Reads an address or a name of a host; IPv6 may have the brackets of URLs."""
    host = typed[1:-1] if typed.startswith("[") and typed.endswith("]") else typed
    if not host.strip() or not host.isprintable():
        raise Mistyped(f"`{typed}` is no address: write 0.0.0.0, or leave --host out")
    return host


PORT = option(
    "--port NUMBER",
    _port,
    default=8000,
    group=_WHERE,
    about="the port of the page; if it is taken, the next free one (default: %(default)s)",
)

COMMAND = Command(
    "Show all games, or those named, in the browser, until Ctrl-C ends it. When a file is saved, "
    "the page shows it at once.",
    entry="preview:run",
    examples=(
        "fustella preview --open",
        "fustella preview --read-only        # to look at, and to change nothing",
        "fustella preview --host 0.0.0.0     # also for a phone in the same network",
    ),
    options=(
        GAMES,
        PROJECT,
        GIT_DIR,
        PORT,
        option(
            "--host ADDRESS",
            _host,
            default=_LOOPBACK,
            group=_WHERE,
            about="an address of this computer, or 0.0.0.0 for all of them: others in your "
            "network, such as a phone, can look (default: this computer alone)",
        ),
        switch("--open", group=_WHERE, about="open the page in the browser"),
        switch(
            "--read-only",
            group=_WHERE,
            about="let the page change nothing; so it is with --host, too",
        ),
        *PRINTING,
        ExportOptions.DECLARED["profile"].but(
            group=_PLATES, about="the colour profile of the press whose plates are shown (.icc)"
        ),
        ExportOptions.DECLARED["ink_percent"].but(
            group=_PLATES, about="the highest sum of inks at a place, in percent (default: 300)"
        ),
    ),
)
