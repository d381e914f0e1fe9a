"""The command line: all commands, with their arguments and help.

Nothing here does the work of a command. Each names the function that does, as "module:function",
and its module is loaded only when the command is chosen: `--help`, a mistyped option and a build in
which nothing changed wait for no library.
"""

import argparse
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from fustella import __version__
from fustella.build import ranges_in
from fustella.cli.parser import Parser, one_of
from fustella.cli.terminal import Color
from fustella.core.model import Theme
from fustella.core.names import fault_in_name
from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle
from fustella.core.pictures import COARSEST_DPI, FINEST_DPI
from fustella.core.units import parse_length_mm
from fustella.export import Preset, format_names
from fustella.start import STARTS
from fustella.translate import FORMATS

_Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

_REPEATED = ("games", "words", "codes")
"""Positional arguments that take any number of words."""

_MAX_GUTTER_MM = 50.0
_MAX_OFFSET_MM = 10.0
_MOST_JOBS = 64

_OFFSET_DIGITS = 2
"""Decimals of a millimetre: finer than anybody reads, and than any printer prints."""

_LOOPBACK = "127.0.0.1"
_PORT = 8000


_PROJECT = "--project"
_HELP = "help"

DEBUG = "--debug"
"""Of every command: an exception that is a bug is shown with its traceback."""


COMPLETING = "_ARGCOMPLETE"
"""A variable that is set where a shell asks how a line may go on."""

_SHELLS = ("bash", "zsh", "fish", "powershell")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command that was chosen and its arguments; games may also follow options.

    Besides the arguments, `entry` is the "module:function" of the command and `parser` reports what
    is wrong with its usage. Exits with 2 when the command is mistyped.
    """
    parser = command_line()
    if arguments and arguments[0] == _HELP:
        arguments = [*arguments[1:], "--help"]
    _refuse_misplaced(parser, arguments)
    asked, unknown = parser.parse_known_args(arguments)
    chosen: Parser = asked.parser
    repeated = next((name for name in _REPEATED if hasattr(asked, name)), None)
    if repeated and not any(word.startswith("-") for word in unknown):
        setattr(asked, repeated, [*getattr(asked, repeated), *unknown])
    elif unknown:
        chosen.refuse(unknown)
    if not asked.entry:
        chosen.print_help()
        chosen.exit()
    if asked.project and _PROJECT not in chosen.options():
        chosen.error(f"it has no {_PROJECT}")
    return asked


def _refuse_misplaced(parser: Parser, arguments: Sequence[str]) -> None:
    """Exit with 2 where an option of a command stands before it."""
    for word in arguments:
        name = word.partition("=")[0]
        if not name.startswith("-"):
            return
        if not any(option.startswith(name) for option in ("-h", *parser.options())):
            parser.error(f"{name} stands after the command: fustella build {name}")


@cache
def command_line() -> Parser:
    """The parser of all commands."""
    parser = Parser(
        prog="fustella",
        usage="fustella COMMAND [GAME …] [OPTION …]",
        description="Turns lists of game components into sheets that a home printer prints right.",
        epilog="fustella help COMMAND shows the options of a command.",
    )
    parser.set_defaults(entry="", parser=parser)
    parser.add_argument(
        "--version",
        action="version",
        version=f"fustella {__version__}",
        help="show the version of Fustella",
    )
    parser.add_argument(
        _PROJECT,
        metavar="DIR",
        type=Path,
        help="the folder of the game, or of several (default: the nearest one)",
    )
    _add_common(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", prog="fustella")
    _add_new(commands)
    _add_build(commands)
    _add_kit(commands)
    _add_plan(commands)
    _add_playtest(commands)
    _add_preview(commands)
    _add_calibrate(commands)
    _add_check(commands)
    _add_completion(commands)
    _add_diff(commands)
    _add_eject(commands)
    _add_explain(commands)
    _add_export(commands)
    _add_icons(commands)
    _add_list(commands)
    _add_pull(commands)
    _add_schema(commands)
    _add_translate(commands)
    _add_whatis(commands)
    helped = commands.add_parser(_HELP, help="how a command is used: fustella help build")
    helped.add_argument("words", metavar="COMMAND", nargs="*", choices=tuple(commands.choices))
    return parser


def _add_command(
    commands: _Commands, name: str, entry: str, *, help: str, description: str, usage: str = ""
) -> Parser:
    parser = commands.add_parser(name, help=help, description=description, usage=usage or None)
    parser.set_defaults(entry=f"fustella.cli.{entry}", parser=parser)
    _add_common(parser, default=argparse.SUPPRESS)
    return parser


def _add_commands(commands: _Commands, name: str, *, help: str, description: str) -> _Commands:
    """A command that has commands of its own; alone it prints its help."""
    parser = commands.add_parser(name, help=help, description=description)
    parser.set_defaults(entry="", parser=parser)
    return parser.add_subparsers(title="commands", metavar="COMMAND")


def _add_common(parser: Parser, default: object = None) -> None:
    """What every command takes, before its name or after it.

    A command has no defaults of these: they would take the place of what stood before its name.
    """
    parser.add_argument(
        *("--color", "--colour"),
        metavar="WHEN",
        **one_of(Color),
        default=default or Color.AUTO.value,
        help="auto (default: on terminals that have colours), always or never",
    )
    parser.add_argument(
        DEBUG,
        action="store_true",
        default=default or False,
        help="of a bug, show where in the program it is",
    )


# The commands.


def _add_new(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "new",
        "new:run",
        help="begin a game",
        description="Begin a game: a small complete project that builds at once, to be changed "
        "into yours. Nothing is overwritten.",
    )
    parser.add_argument(
        "name", metavar="NAME", type=_new_folder, help="the folder to make; its name is the title"
    )
    parser.add_argument(
        "--from",
        dest="start",
        **one_of(STARTS),
        default=STARTS[0],
        help="cards: a deck in a spreadsheet, with pictures (default); hexes: tiles of a map; "
        "tokens: counters and coins; board: one over several sheets; rules: a deck that is held "
        "against its rules; blank: one card, all of whose zones are your own",
    )


def _add_eject(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "eject",
        "new:eject",
        help="a ready face, to be changed by hand",
        description="Copy the template of a ready face into the project, where it takes the place "
        "of the one that comes with Fustella.",
    )
    parser.add_argument(
        "face",
        metavar="FACE",
        nargs="?",
        default="",
        help="card, token, …; without it: show all",
    )
    parser.add_argument(
        "--as",
        dest="called",
        metavar="NAME",
        type=_face_name,
        help="make it a new ready face of this name, beside the other",
    )
    _add_project(parser)


def _add_build(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "build",
        "build:run",
        help="make the PDFs",
        description="Make the PDFs of all games, or of those named, in output/; with --kit, what a "
        "kit lacks.",
    )
    _add_games(parser)
    _add_language(parser, every=True)
    _add_theme_output(parser)
    parser.add_argument(
        "--watch",
        action="store_true",
        help="go on: build again what changes; stop with Ctrl-C",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="print a box that differs from its rules; its cover says so",
    )
    _add_strict(parser)
    parser.add_argument(
        "--no-cover", dest="cover", action="store_false", help="without the list of what is in it"
    )
    _add_choice(parser)
    _add_printing(parser)
    parser.add_argument_group("instead of sheets").add_argument(
        "--shop",
        action="store_true",
        help="for a print shop: one piece a page, with its trim and bleed, in the folder shop/",
    )
    group = parser.add_argument_group("for a printed copy (docs/kits.md)")
    group.add_argument(
        "--kit",
        metavar="NAME",
        type=str.lower,
        default="",
        help="only what this kit lacks, with a swap list",
    )
    group.add_argument(
        "--rules-only", action="store_true", help="leave out what changed in looks alone"
    )
    group.add_argument(
        "--stickers",
        action="store_true",
        help="the changed parts of changed pieces, to be stuck on; instead of whole pieces",
    )


def _add_kit(commands: _Commands) -> None:
    commands = _add_commands(
        commands,
        "kit",
        help="printed copies of a game, and what they lack",
        description="`fustella kit`: printed copies of a game, and what they lack.",
    )
    new = _add_command(
        commands,
        "new",
        "kit:new",
        help="begin a kit",
        description="Begin a kit of a game, of which nothing is printed yet; it is a file in "
        "kits/.",
    )
    new.add_argument(
        "name", metavar="NAME", type=str.lower, help="small letters, digits and hyphens: club"
    )
    new.add_argument("game", metavar="GAME")
    _add_language(new)
    new.add_argument("--theme", **one_of(_values(Theme)), default=Theme.FULL.value)
    _add_project(new)
    listing = _add_command(
        commands,
        "list",
        "kit_list:run",
        help="all kits",
        description="Show all kits, with the number of their pieces.",
    )
    _add_project(listing)
    show = _add_command(
        commands,
        "show",
        "kit:show",
        help="what it has, and what it lacks",
        description="Show what a kit has of each piece, what the box has, and what is to be done.",
    )
    printed = _add_command(
        commands,
        "printed",
        "kit:printed",
        help="record what was printed for it",
        description="Record what was printed for a kit: by the last `build --kit`, or the whole "
        "box. Nothing else is recorded than what that build printed, whatever the content says by "
        "now.",
    )
    printed.add_argument(
        "--whole", action="store_true", help="the whole box was printed, by a build without --kit"
    )
    for parser in (show, printed):
        parser.add_argument("name", metavar="NAME", type=str.lower)
        _add_project(parser)
        _add_output(parser)


def _add_plan(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "plan",
        "plan:run",
        help="what printing will take",
        description="Show sheets, cuts, minutes of cutting, ink and paper, before anything is "
        "printed.",
    )
    _add_games(parser)
    _add_language(parser)
    _add_theme_output(parser)
    parser.add_argument("--sheets", action="store_true", help="what lies on each sheet")
    parser.add_argument("--no-ink", action="store_true", help="quick: nothing is drawn")
    parser.add_argument(
        "--grams", metavar="G", type=_grams, help="weight of paper of no stock, in g/m²: 80, 160, …"
    )
    parser.add_argument("--format", **one_of(("text", "json")), default="text")
    _add_choice(parser)
    _add_printing(parser)


def _add_playtest(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "playtest",
        "playtest:run",
        help="a form for what players say",
        description="Make a form for the next playtest: questions, players and times, under the "
        "version code of the box. A PDF to print on both sides of a sheet, and an HTML page for a "
        "phone, which saves a file.",
    )
    _add_games(parser)
    _add_language(parser, every=True)
    parser.add_argument("--paper", metavar="P", default="A4", help="A4 (default), Letter, …")
    _add_output(parser)


def _add_preview(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "preview",
        "preview:run",
        help="see all pieces in the browser",
        description="Show all games, or those named, in the browser; what is saved is seen at "
        "once.",
    )
    _add_games(parser)
    group = parser.add_argument_group("where")
    group.add_argument(
        "--port", type=_port, default=_PORT, help="the next free one when taken (default: 8000)"
    )
    group.add_argument(
        "--host",
        type=_host,
        default=_LOOPBACK,
        metavar="H",
        help="an address of this machine, to look from a phone (default: this machine alone)",
    )
    group.add_argument("--open", action="store_true", help="open the browser")
    _add_printing(parser)


def _add_calibrate(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "calibrate",
        "calibrate:run",
        help="measure a printer, so that backs meet fronts",
        description="Make a sheet that shows how far backs lie off their fronts, or keep what it "
        "showed. Without numbers: the sheet, for a printer that is kept with its backs moved. With "
        "--printer, --dx and --dy: keep them in printers.yaml, for `fustella build "
        "--printer NAME`.",
    )
    # By itself argparse takes `-1.2mm` and `-1,2` for options, and only `-1.2` for a number.
    parser._negative_number_matcher = re.compile(r"-[\d.,].*")
    parser.add_argument("--printer", metavar="NAME", default="", help="a name of your own for it")
    parser.add_argument("--dx", metavar="MM", type=_offset_mm, help="read on the sheet; right is +")
    parser.add_argument("--dy", metavar="MM", type=_offset_mm, help="read on the sheet; down is +")
    parser.add_argument(
        "--duplex",
        **one_of(duplex.value for duplex in Duplex if duplex.two_sided),
        help="how the printer turns the sheet (default: long-edge)",
    )
    parser.add_argument("--paper", metavar="P", default="A4", help="A4 (default), Letter, …")
    parser.add_argument(
        "--language", metavar="L", default="en", help="of the sheet: en (default), de, …"
    )
    _add_output(parser)
    _add_project(parser)


def _add_check(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "check",
        "check:run",
        help="whether the boxes agree with their rules",
        description="Compare the boxes with what is claimed of them, in their rule documents or by "
        "you, and show what does not agree.",
    )
    _add_games(parser)
    parser.add_argument(
        "--document",
        metavar="FILE",
        type=Path,
        help="read the figures again from the rule document, or from a folder of documents",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="contradictions, open points, warnings and what no claim speaks of are faults, too",
    )
    parser.add_argument(
        "--unclaimed",
        action="store_true",
        help="list the values of the box that no claim speaks of",
    )
    parser.add_argument("--format", **one_of(("text", "json", "github")), default="text")
    parser.add_argument(
        "--fix", action="store_true", help="write the figures that are claimed into the content"
    )
    parser.add_argument(
        "--accept",
        action="store_true",
        help="remember the document as it is now, after you have read what changed in it, and move"
        " the `lines` that the content names",
    )
    parser.add_argument("--yes", action="store_true", help="with --fix: do not ask")
    _add_output(parser, "where the last build's faces are looked for")


def _add_completion(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "completion",
        "completion:run",
        help="have your shell complete commands and names",
        description="Print what a shell evaluates at its start to complete commands, options, "
        'games, kits and papers. bash and zsh: eval "$(fustella completion bash)" in ~/.bashrc, '
        "or ~/.zshrc with zsh; fish: fustella completion fish | source; PowerShell: fustella "
        "completion powershell | Out-String | Invoke-Expression in $PROFILE.",
    )
    parser.add_argument("shell", metavar="SHELL", **one_of(_SHELLS), help=", ".join(_SHELLS))


def _add_diff(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "diff",
        "diff:run",
        help="what changed, piece by piece",
        description="Show what changed in the boxes: rules, wording, looks, counts, what is new "
        "and what is gone. Compared with the last commit, with any revision that git knows, or "
        "with a kit.",
        usage="%(prog)s [KIT | REVISION] [GAME …] [OPTION …]",
    )
    parser.add_argument(
        "words",
        metavar="KIT | REVISION | GAME",
        nargs="*",
        help="a kit's name; a git revision such as HEAD~3 or v1.0 (default: the last commit); "
        "games (default: all)",
    )
    since = parser.add_mutually_exclusive_group()
    since.add_argument(
        "--kit", metavar="NAME", type=str.lower, default="", help="where the word means more"
    )
    since.add_argument("--since", metavar="REVISION", default="", help="where the word means more")
    parser.add_argument("--format", **one_of(("text", "json", "html")), default="text")
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="of html (default: output/diff.html)"
    )
    _add_language(parser)
    parser.add_argument("--theme", **one_of(_values(Theme)), default=Theme.FULL.value)
    parser.add_argument(
        "--exit-code", action="store_true", help="exit with 1 when something changed"
    )
    _add_project(parser)


def _add_explain(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "explain",
        "explain:run",
        help="what a problem means, and what to do",
        description="Print the page about a problem: what it means, an example, and the way out. "
        "With other words: the problems that speak of them; alone: all problems.",
    )
    parser.add_argument(
        "words", metavar="CODE", nargs="*", help="E201, or words: fustella explain font"
    )


def _add_export(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "export",
        "export:run",
        help="for other tables and for shops",
        description="Write the pieces for Tabletop Simulator and other tables on a screen, and for "
        "shops that print them, each with the number of copies that the box has. After an edit "
        "only the pictures of changed pieces are made again.",
        usage="%(prog)s [GAME …] [--to FORMAT] [OPTION …]",
    )
    parser.add_argument(
        "--to",
        dest="format",
        metavar="FORMAT",
        **one_of(format_names()),
        default="",
        help=f"{', '.join(format_names())}; without it: show what each is for",
    )
    _add_games(parser)
    _add_language(parser, every=True)
    _add_theme_output(parser)
    parser.add_argument(
        "--only",
        metavar="KIND,…",
        action="extend",
        type=_kinds,
        default=[],
        help="only the pieces of these kinds",
    )
    parser.add_argument(
        "--dpi", metavar="N", type=_dpi, default=0.0, help="the resolution of pictures"
    )
    parser.add_argument("--no-back", dest="backs", action="store_false", help="leave backs out")
    parser.add_argument(
        "--force", action="store_true", help="a box that differs from its rules, too"
    )
    _add_strict(parser)
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_jobs,
        default=0,
        help="draw with N processes (default: as many as there are cores)",
    )
    group = parser.add_argument_group("of some formats")
    group.add_argument(
        "--preset",
        **one_of(_values(Preset)),
        default="",
        help="png, jpg, webp: for whom (default: screen, without bleed)",
    )
    group.add_argument(
        "--sheets",
        metavar="10x7",
        type=_grid,
        help="png, jpg, webp, tts: pictures in grids of so many columns and rows",
    )
    group.add_argument(
        "--profile", metavar="FILE", type=Path, help="drivethru: the ICC profile of the press"
    )
    group.add_argument(
        "--url", metavar="ADDRESS", default="", help="tts: where the pictures will be found online"
    )
    group.add_argument(
        "--push", action="store_true", help="tts: show it in the game that is running"
    )
    group.add_argument(
        "--prune", action="store_true", help="tts: delete pictures of earlier exports"
    )


def _add_icons(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "icons",
        "icons:run",
        help="find an icon by its name",
        description="Show the names of icons that have some words, or parts of words: those of the "
        "project and of the sets that come with Fustella. `fustella preview` shows their pictures.",
    )
    parser.add_argument("words", metavar="WORD", nargs="*", help="like castle, or sword cross")
    parser.add_argument("--game", metavar="GAME", default="", help="with the own icons of a game")
    parser.add_argument("--all", action="store_true", help="all that are found, one to a line")
    _add_project(parser)


def _add_list(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "list",
        "list:run",
        help="what is in the boxes",
        description="Show games, kinds, counts and sheets, without making anything.",
    )
    _add_games(parser)
    _add_printing(parser)


def _add_pull(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "pull",
        "pull:run",
        help="take the sheets online into the project",
        description="Fetch the tables that lists name by `source: {sheet: ADDRESS}` and write "
        "those that changed to their CSV files. No other command uses the network.",
    )
    _add_games(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="say what is different and write nothing; exit with 1 when something is",
    )


def _add_schema(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "schema",
        "schema:run",
        help="teach your editor the language of the content",
        description="Write JSON Schema for the files of the project, with its own kinds, fields "
        "and names, and show the line by which an editor finds it. Run it again when game.yaml "
        "has changed.",
    )
    _add_games(parser)
    _add_output(parser, "default: .schema/ in the project's folder")


def _add_translate(commands: _Commands) -> None:
    commands = _add_commands(
        commands,
        "translate",
        help="texts for translators, and what they bring",
        description="`fustella translate`: what lacks a translation, files for translators, and "
        "what they bring back.",
    )
    listing = _add_command(
        commands,
        "list",
        "translate:show",
        help="what is missing or changed",
        description="Show the texts that lack a translation, and those that changed since they "
        "were translated.",
    )
    _add_games(listing)
    listing.add_argument("--all", action="store_true", help="those that are translated, too")
    export = _add_command(
        commands,
        "export",
        "translate:export",
        help="make files for translators",
        description="Make a file with all texts of a game, what each is on, its translation, what "
        "changed since, and what does not fit; in the folder translations/ of the output.",
    )
    _add_games(export)
    export.add_argument(
        "--to", **one_of(FORMATS), default="xlsx", help="a workbook (default), CSV, or gettext"
    )
    export.add_argument(
        "--missing", action="store_true", help="only what is still to be translated, or too long"
    )
    for parser in (listing, export):
        parser.add_argument(
            "--language", metavar="L", default="", help="default: all but the game's first"
        )
    take = _add_command(
        commands,
        "import",
        "translate:take",
        help="take what a translator filled in",
        description="Write the translations of a .csv, .tsv, .xlsx, .ods or .po file where they "
        "belong: a text that stands in a list in that language is changed there, all others go to "
        "translations.csv of the game. Then show what is missing, and what does not fit.",
    )
    take.add_argument("file", metavar="FILE", type=Path)
    take.add_argument("--game", metavar="GAME", default="", help="default: as the file is called")
    take.add_argument("--language", metavar="L", default="", help="default: all that it has")
    take.add_argument("--dry-run", action="store_true", help="show the changes, and write nothing")
    _add_project(take)
    for parser in (export, take):
        _add_output(parser)


def _add_whatis(commands: _Commands) -> None:
    parser = _add_command(
        commands,
        "whatis",
        "whatis:run",
        help="which piece has this version code",
        description="Say which pieces have these version codes, whether they are current, and what "
        "has changed.",
    )
    parser.add_argument(
        "codes", metavar="CODE", nargs="+", help="as printed on the piece, such as MK-7K4C"
    )
    _add_project(parser)
    _add_output(parser, "where former builds wrote down their codes")


# Arguments that several commands have.


def _add_games(parser: Parser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="*", help="default: all games")
    _add_project(parser)


def _add_project(parser: Parser) -> None:
    parser.add_argument(
        _PROJECT,
        metavar="DIR",
        type=Path,
        default=argparse.SUPPRESS,
        help="default: the nearest folder with a game.yaml or a content/",
    )


def _add_output(parser: Parser, help: str = "default: output/ in the project's folder") -> None:
    parser.add_argument("--output", metavar="DIR", type=Path, help=help)


def _add_strict(parser: Parser) -> None:
    parser.add_argument(
        "--strict", action="store_true", help="refuse what there are warnings about"
    )


def _add_language(parser: Parser, *, every: bool = False) -> None:
    also = "or all, for each of them; " if every else ""
    usual = "default: the game's first"
    parser.add_argument("--language", metavar="L", default="", help=f"{also}{usual}")


def _add_theme_output(parser: Parser) -> None:
    parser.add_argument(
        "--theme",
        **one_of(_values(Theme)),
        default=Theme.FULL.value,
        help="low-ink: lines and hatches, under a third of the ink; grey: for a printer "
        "without colour (default: %(default)s)",
    )
    _add_output(parser)


def _add_choice(parser: Parser) -> None:
    """Which part of a box is printed."""
    group = parser.add_argument_group("what to print")
    group.add_argument(
        "--only",
        metavar="KIND,…",
        action="extend",
        type=_kinds,
        default=[],
        help="only the pieces of these kinds",
    )
    whole = group.add_mutually_exclusive_group()
    whole.add_argument(
        "--players", metavar="N", type=_players, default=0, help="only what N players need"
    )
    whole.add_argument(
        "--copies-from",
        metavar="FILE",
        type=Path,
        help="only what a list names, `card-snow: 2` on each line",
    )
    group.add_argument(
        "--pages",
        metavar="2-4,7",
        type=_pages,
        help="only these sheets, as `fustella plan --sheets` numbers them",
    )
    group.add_argument(
        "--boxes", action="store_true", help="boxes to keep the pieces in, where the game has some"
    )


def _add_printing(parser: Parser) -> None:
    """How sheets are printed and cut."""
    group = parser.add_argument_group("how it is printed")
    group.add_argument("--paper", metavar="P", default="A4", help="A4 (default), Letter, …")
    group.add_argument(
        "--boards", metavar="P", default="", help="paper for boards in one piece: A3, …, a roll"
    )
    group.add_argument(
        "--duplex",
        **one_of(_values(Duplex)),
        help=f"how your printer turns the sheet (default: {Duplex.LONG_EDGE.value}); fold: fronts "
        "and backs side by side, to be folded and glued; separate: backs in a file of their own; "
        "none: fronts only",
    )
    group.add_argument(
        "--printer", metavar="NAME", default="", help="one whose backs `fustella calibrate` knows"
    )
    group = parser.add_argument_group("how it is cut")
    group.add_argument(
        "--marks",
        **one_of(_values(MarkStyle)),
        default=MarkStyle.AUTO.value,
        help="how cuts are shown (default: %(default)s: ticks, or lines where no cut runs through)",
    )
    group.add_argument(
        "--hexes",
        **one_of(_values(Hexes)),
        default=Hexes.HONEYCOMB.value,
        help="hexagons, circles and polygons nested on the fewest sheets, or in straight rows "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--gutter", metavar="2mm", type=_gutter_mm, default=0.0, help="free paper between pieces"
    )
    group.add_argument(
        "--fewest",
        **one_of(_values(Fewest)),
        default=Fewest.SHEETS.value,
        help="fewest sheets, by mixing sizes, or fewest cuts, by laying each size by itself "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--cutter",
        **one_of(_values(Cutter)),
        default=Cutter.NONE.value,
        help="a cutting machine that pieces are laid out and files written for (default: "
        "%(default)s); silhouette: registration marks, SVG and DXF; cricut: PNG and SVG of what "
        "Print Then Cut prints; brother: SVG for ScanNCut",
    )


# Types of arguments.


def _new_folder(typed: str) -> Path:
    if not typed.strip():
        raise argparse.ArgumentTypeError("it has no name: write my-game")
    return Path(typed)


def _face_name(typed: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", typed):
        raise argparse.ArgumentTypeError(
            f"`{typed}` cannot be a name: use small letters, digits and hyphens"
        )
    if fault := fault_in_name(typed):
        raise argparse.ArgumentTypeError(f"`{typed}` cannot be the name of a file: {fault}")
    return typed


def _values(
    words: type[Theme | Duplex | MarkStyle | Hexes | Fewest | Cutter | Preset],
) -> list[str]:
    return [word.value for word in words]


def _kinds(typed: str) -> list[str]:
    names = [name.strip().lower() for name in typed.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError("no kind is named: write card,dragon")
    return names


def _players(typed: str) -> int:
    number = int(typed) if typed.isdecimal() else 0
    if not 1 <= number <= 100:
        raise argparse.ArgumentTypeError(f"`{typed}` is no number of players: write 2")
    return number


def _pages(typed: str) -> str:
    """Ranges in their shortest form; which sheets there are is known only after the layout."""
    try:
        ranges = ranges_in(typed)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{typed}` names no sheets: write 2-4,7") from None
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in ranges)


def _gutter_mm(typed: str) -> float:
    try:
        length_mm = parse_length_mm(typed)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}: write 2mm") from None
    if not 0 <= length_mm <= _MAX_GUTTER_MM:
        raise argparse.ArgumentTypeError(f"{typed}: write 0mm to {_MAX_GUTTER_MM:g}mm")
    return length_mm


def _dpi(typed: str) -> float:
    number = float(typed) if typed.isdecimal() else 0.0
    if not COARSEST_DPI <= number <= FINEST_DPI:
        told = f"write a number from {COARSEST_DPI:g} to {FINEST_DPI:g}"
        raise argparse.ArgumentTypeError(f"`{typed}` is no resolution: {told}")
    return number


def _jobs(typed: str) -> int:
    number = int(typed) if typed.isdecimal() else 0
    if not 1 <= number <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"`{typed}` is no number of processes: write 2")
    return number


def _grid(typed: str) -> tuple[int, int]:
    """Columns and rows, as `10x7`."""
    found = re.fullmatch(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)", typed.strip())
    if not found:
        raise argparse.ArgumentTypeError(f"`{typed}` is no grid: write 10x7")
    return int(found[1]), int(found[2])


def _grams(typed: str) -> float:
    try:
        grams = float(typed)
    except ValueError:
        grams = 0.0
    if not 0 < grams <= 2000:
        raise argparse.ArgumentTypeError(f"`{typed}` is no weight of paper: write 160")
    return grams


def _offset_mm(typed: str) -> float:
    """A signed length: millimetres where there is no unit, with a comma or a point."""
    number = typed.strip().replace(",", ".").replace("\u2212", "-")  # the sign that the sheet shows
    try:
        length_mm = parse_length_mm(number if re.search(r"[a-z]", number) else f"{number}mm")
    except ValueError:
        raise argparse.ArgumentTypeError(f"{typed} is no length; write 0.4 or -1.2") from None
    if abs(length_mm) > _MAX_OFFSET_MM:
        hint = f"at most {_MAX_OFFSET_MM:g} mm; did you forget the point?"
        raise argparse.ArgumentTypeError(f"no printer is off by {typed} mm: {hint}")
    return round(length_mm, _OFFSET_DIGITS) + 0.0  # never -0


def _port(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= 65535):
        raise argparse.ArgumentTypeError(f"`{typed}` is no port: write 8000")
    return int(typed)


def _host(typed: str) -> str:
    """An address or a name; IPv6 with or without the brackets of URLs."""
    host = typed[1:-1] if typed.startswith("[") and typed.endswith("]") else typed
    if not host.strip() or not host.isprintable():
        raise argparse.ArgumentTypeError(f"`{typed}` is no host: write {_LOOPBACK}")
    return host
