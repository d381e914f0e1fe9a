"""Parses the command line: knows all commands, and finds the typed command and its arguments.

The arguments of a command stand in its module of `cli.commands`, which is loaded when somebody
types the command, or when a mistyped option is looked for in all commands. The function that does
its work is in another module, which is loaded last: `--help`, a mistyped option and a build in
which nothing changed load no library.
"""

import argparse
from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from fustella import __version__
from fustella.cli.options import PROJECT
from fustella.cli.parser import COLOR, DEBUG, EACH, CommandParser, Commands
from fustella.core.files.project import find_project
from fustella.core.values.options import OneOf, word
from fustella.core.values.problems import ProblemsFound, nearest

COMMANDS = {
    "new": "begin a game",
    "build": "make the PDFs",
    "kit": "keep printed copies up to date",
    "plan": "show what printing will take: sheets, cuts, ink",
    "playtest": "make a form for what players say",
    "preview": "see all pieces in the browser",
    "simulate": "try draws and deals many times",
    "studio": "do everything in the browser",
    "calibrate": "measure a printer, so that backs meet fronts",
    "check": "compare the boxes with their rules",
    "completion": "have your shell complete commands and names",
    "diff": "show what changed, piece by piece",
    "eject": "copy a ready face, to change it by hand",
    "explain": "say what a problem means, and what to do",
    "export": "write files for Tabletop Simulator and shops",
    "icons": "find an icon by its name",
    "import": "bring a game that was made with another program",
    "job": "make all outputs that jobs.yaml names",
    "list": "show what is in the boxes",
    "odds": "say how likely a hand has what it needs",
    "pull": "fetch lists that are kept in a spreadsheet online",
    "quote": "ask print shops for a price",
    "rules": "make the booklet of rules",
    "schema": "let your editor complete and check what you type",
    "translate": "give texts to translators, and take what they bring",
    "whatis": "say which piece has a version code",
}
"""The commands, each with its line in the help."""

SMALL = ("completion", "explain", "icons", "list", "pull", "schema", "whatis")
"""The commands that `cli.commands.small` declares; others have a module of their own there."""

_HELP = "help"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses the chosen command and its arguments; games may also follow options.

    The result has the arguments, `entry`, the "module:function" of the command, and `parser`, which
    reports what is wrong with its usage. Exits with 2 when the command is mistyped.
    """
    parser = command_line()
    if arguments and arguments[0] == _HELP:
        arguments = [*arguments[1:], "--help"]
    _refuse_misplaced(parser, arguments)
    parsed: argparse.Namespace
    parsed, unknown = parser.parse_known_args(arguments)
    chosen: CommandParser = parsed.parser
    words = (option for option in chosen.takes() if not option.flags and option.many in ("*", "+"))
    several = next(words, None)
    if several and not any(typed.startswith("-") for typed in unknown):
        setattr(parsed, several.name, [*getattr(parsed, several.name), *map(several.read, unknown)])
    elif unknown:
        chosen.refuse(unknown, _all_parsers(parser))
    if not parsed.entry:
        chosen.print_help()
        if chosen is parser and not _is_in_project():
            print(_NO_GAME)
        chosen.exit()
    if parsed.project and PROJECT not in chosen.takes():
        chosen.error(f"it has no {PROJECT.flags[0]}")
    return parsed


_NO_GAME = "\nThere is no game here yet: `fustella studio` begins or opens one in the browser."


def _is_in_project() -> bool:
    """Whether this folder, or one above it, is a project."""
    try:
        find_project(Path.cwd())
    except (ProblemsFound, OSError):  # or the folder is gone
        return False
    return True


def _refuse_misplaced(parser: CommandParser, arguments: Sequence[str]) -> None:
    """Exits with 2 where an option of a command stands before it."""
    for typed in arguments:
        name = typed.partition("=")[0]
        if not name.startswith("-"):
            return
        if any(option.startswith(name) for option in ("-h", *parser.options())):
            continue
        owners = {
            option: command.prog
            for command in _all_parsers(parser)[:0:-1]
            for option in command.options()
        }
        if name in owners:
            parser.error(f"{name} stands after the command: {owners[name]} {name}")
        if near := nearest(name, owners):
            hint = f"did you mean `{near}`? It stands after the command: {owners[near]} {near}"
            parser.error(f"there is no option `{name}`; {hint}")
        parser.error(f"there is no option `{name}`")


def _all_parsers(parser: CommandParser) -> list[CommandParser]:
    """The parser, and the parsers of all commands below it, in the order of the help."""
    parsers = [parser]
    for command in parser.below().values():
        parsers += _all_parsers(command)
    return parsers


@cache
def command_line() -> CommandParser:
    """The parser of the whole command line, with all commands."""
    parser = CommandParser(
        prog="fustella",
        usage="fustella COMMAND [GAME …] [OPTION …]",
        description="Turns lists of game components into sheets that a home printer prints right.",
        epilog="fustella help COMMAND shows the options of a command, with examples: fustella help "
        "build. fustella new NAME begins a game.",
    )
    parser.set_defaults(entry="", parser=parser)
    parser.add_argument(
        "--version",
        action="version",
        version=f"fustella {__version__}",
        help="show the version of Fustella",
    )
    for option in (PROJECT, COLOR, EACH, DEBUG):
        parser.add(option)
    commands = Commands.of(parser)
    for name, line in COMMANDS.items():
        commands.add_later(name, line, partial(_parser_of, name))
    commands.add_later(_HELP, "how a command is used: fustella help build", _help)
    return parser


def _parser_of(name: str) -> CommandParser:
    if name in SMALL:
        command = getattr(import_module("fustella.cli.commands.small"), name.upper())
    else:
        command = import_module(f"fustella.cli.commands.{name}").COMMAND
    return CommandParser(prog=f"fustella {name}").become(command)


def _help() -> CommandParser:
    parser = CommandParser(prog=f"fustella {_HELP}")
    parser.add(word("COMMAND", name="words", reader=OneOf((*COMMANDS, _HELP)), many="*", about=""))
    return parser
