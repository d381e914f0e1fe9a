"""The command line: all commands, with their arguments and help.

Nothing here does the work of a command. Each names the function that does, as "module:function",
and its module is loaded only when the command is chosen: `--help`, a mistyped option and a build in
which nothing changed wait for no library.
"""

import argparse
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

from fustella import __version__
from fustella.build import ranges_in
from fustella.cli.parser import OF_ALL, Commands, Parser, one_of
from fustella.cli.terminal import Color
from fustella.core.names import fault_in_name
from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle
from fustella.core.pictures import COARSEST_DPI, FINEST_DPI
from fustella.core.problems import nearest
from fustella.core.themes import Theme
from fustella.core.units import parse_length_mm

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


_TURNED = "write long-edge, or short-edge where backs come out upside down"

_PROJECT = "--project"
_PROJECT_HELP = (
    "the folder of the project (default: this folder, or the nearest one above it, that has a "
    "game.yaml or a content/)"
)
_OUTPUT_HELP = "the folder for what is made (default: output/ in the project's folder)"
_OF_BUILDS = "the output folder of your builds, if it is not output/ in the project's folder"
_HELP = "help"

DEBUG = "--debug"
"""Of every command: an exception that is a bug is shown with its traceback."""


PROFILE = "profile_to"
"""Where the file is in what was parsed that the time of a command is written to."""

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
        chosen.refuse(unknown, _all_parsers(parser))
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
        if any(option.startswith(name) for option in ("-h", *parser.options())):
            continue
        owners = {
            option: one.prog for one in _all_parsers(parser)[:0:-1] for option in one.options()
        }
        if name in owners:
            parser.error(f"{name} stands after the command: {owners[name]} {name}")
        if near := nearest(name, owners):
            told = f"did you mean `{near}`? It stands after the command: {owners[near]} {near}"
            parser.error(f"there is no option `{name}`; {told}")
        parser.error(f"there is no option `{name}`")


def _all_parsers(parser: Parser) -> list[Parser]:
    """A parser and those of all commands below it, in the order of the help."""
    found = [parser]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                found += _all_parsers(one)
    return found


@cache
def command_line() -> Parser:
    """The parser of all commands."""
    parser = Parser(
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
    parser.add_argument(
        _PROJECT,
        metavar="DIR",
        type=Path,
        help=_PROJECT_HELP,
    )
    _add_common(parser)
    commands = Commands.of(parser)
    for name, help, make in (
        ("new", "begin a game", _new),
        ("build", "make the PDFs", _build),
        ("kit", "keep printed copies up to date", _kit),
        ("plan", "show what printing will take: sheets, cuts, ink", _plan),
        ("playtest", "make a form for what players say", _playtest),
        ("preview", "see all pieces in the browser", _preview),
        ("calibrate", "measure a printer, so that backs meet fronts", _calibrate),
        ("check", "compare the boxes with their rules", _check),
        ("completion", "have your shell complete commands and names", _completion),
        ("diff", "show what changed, piece by piece", _diff),
        ("eject", "copy a ready face, to change it by hand", _eject),
        ("explain", "say what a problem means, and what to do", _explain),
        ("export", "write files for Tabletop Simulator and shops", _export),
        ("icons", "find an icon by its name", _icons),
        ("list", "show what is in the boxes", _list),
        ("pull", "fetch lists that are kept in a spreadsheet online", _pull),
        ("schema", "let your editor complete and check what you type", _schema),
        ("translate", "give texts to translators, and take what they bring", _translate),
        ("whatis", "say which piece has a version code", _whatis),
    ):
        commands.add_later(name, help, make)
    helped = partial(_help, commands.choices)
    commands.add_later(_HELP, "how a command is used: fustella help build", helped)
    return parser


def _help(commands: Iterable[str]) -> Parser:
    parser = Parser(prog=f"fustella {_HELP}")
    parser.add_argument("words", metavar="COMMAND", nargs="*", choices=tuple(commands))
    return parser


def _command(
    name: str, entry: str, *, description: str, usage: str = "", examples: Sequence[str] = ()
) -> Parser:
    """A command; its examples are lines as they are typed, each with what it does after a `#`."""
    parser = Parser(prog=f"fustella {name}", description=description, usage=usage or None)
    _complete(parser, f"fustella.cli.{entry}", examples)
    return parser


def _commands(name: str, *, description: str, examples: Sequence[str]) -> tuple[Parser, _Commands]:
    """A command that has commands of its own; alone it prints its help."""
    epilog = f"fustella help {name} COMMAND shows the options of a command."
    parser = Parser(prog=f"fustella {name}", description=description, epilog=epilog)
    _complete(parser, "", examples)
    _add_project(parser)
    return parser, parser.add_subparsers(title="commands", metavar="COMMAND")


def _add_command(
    commands: _Commands,
    name: str,
    entry: str,
    *,
    help: str,
    description: str,
    examples: Sequence[str] = (),
) -> Parser:
    """A command of a command."""
    parser = commands.add_parser(name, help=help, description=description)
    _complete(parser, f"fustella.cli.{entry}", examples)
    return parser


def _complete(parser: Parser, entry: str, examples: Sequence[str]) -> None:
    """Give a command what every one has."""
    parser.examples = tuple(examples)
    parser.set_defaults(entry=entry, parser=parser)
    _add_common(parser, default=argparse.SUPPRESS)


def _add_common(parser: Parser, default: object = None) -> None:
    """What every command takes, before its name or after it.

    A command has no defaults of these: they would take the place of what stood before its name.
    """
    group = parser.add_argument_group(OF_ALL)
    group.add_argument(
        *("--color", "--colour"),
        metavar="WHEN",
        **one_of(Color),
        default=default or Color.AUTO.value,
        help="colours in what is printed: auto (default: on a terminal that has them), always or "
        "never",
    )
    group.add_argument(
        DEBUG,
        action="store_true",
        default=default or False,
        help="if Fustella itself fails, show where in the program",
    )


# The commands.


def _new() -> Parser:
    from fustella.start import STARTS  # noqa: PLC0415  (no other command needs it)

    parser = _command(
        "new",
        "new:run",
        description="Begin a game: a small complete project that builds at once, to be changed "
        "into yours. Nothing is overwritten.",
        examples=(
            "fustella new my-game                # a deck of cards",
            "fustella new my-map --from hexes    # tiles of a map",
        ),
    )
    parser.add_argument(
        "name",
        metavar="NAME",
        type=_new_folder,
        help="the folder to make; the game is called after it",
    )
    parser.add_argument(
        "--from",
        dest="start",
        **one_of(STARTS),
        default=STARTS[0],
        help="what to begin with: cards (default), a deck in a spreadsheet, with pictures; hexes, "
        "tiles of a map; tokens, counters and coins; board, one board over several sheets; rules, "
        "a deck that is compared with its rules; blank, one card that you design from nothing",
    )
    return parser


def _eject() -> Parser:
    parser = _command(
        "eject",
        "new:eject",
        description="Copy the template of a ready face into the project, to be changed there. It "
        "takes the place of the one that comes with Fustella.",
        examples=(
            "fustella eject                      # all ready faces, and what each is",
            "fustella eject card --as hero       # a copy of card, to be changed",
        ),
    )
    parser.add_argument(
        "face",
        metavar="FACE",
        nargs="?",
        default="",
        help="the ready face: card, token, …; without it, all are listed",
    )
    parser.add_argument(
        "--as",
        dest="called",
        metavar="NAME",
        type=_face_name,
        help="call the copy so: a new ready face, and the one that it is copied from stays",
    )
    _add_project(parser)
    return parser


def _build() -> Parser:
    parser = _command(
        "build",
        "build:run",
        description="Make the PDFs of all games, or of those named, in output/. What has not "
        "changed since the last build is not made again.",
        examples=(
            "fustella build                      # all games, on A4",
            "fustella build my-game --paper Letter --theme low-ink",
            "fustella build --language de        # in another language of the game",
            "fustella build --only card,dragon   # pieces of two kinds alone",
            "fustella build --watch              # again whenever a file is saved",
        ),
    )
    _add_games(parser)
    _add_language(parser, every=True)
    _add_theme(parser)
    _add_output(parser)
    parser.add_argument(
        "--watch",
        action="store_true",
        help="keep running, and build again whenever a file is saved; Ctrl-C ends it",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="print a box even if it differs from its rules; its cover says so",
    )
    _add_strict(parser)
    _add_jobs(parser)
    parser.add_argument(
        "--no-cover",
        dest="cover",
        action="store_false",
        help="leave out the cover, which lists what is in the box",
    )
    parser.add_argument(
        "--profile",
        dest=PROFILE,
        metavar="FILE",
        type=Path,
        help="write there what the build spent its time on, for a program that draws flame graphs",
    )
    _add_choice(parser)
    _add_printing(parser)
    parser.add_argument_group("instead of sheets").add_argument(
        "--shop",
        action="store_true",
        help="PDFs for a print shop, with one piece on each page, its trim and its bleed, in the "
        "folder shop/",
    )
    group = parser.add_argument_group("for a printed copy (see fustella help kit)")
    group.add_argument(
        "--kit",
        metavar="NAME",
        type=str.lower,
        default="",
        help="print only what this kit lacks, with a list of what to swap",
    )
    group.add_argument(
        "--rules-only",
        action="store_true",
        help="with --kit: leave out pieces of which only the looks changed",
    )
    group.add_argument(
        "--stickers",
        action="store_true",
        help="with --kit: stickers to put on what changed, instead of new pieces",
    )
    _add_git_dir(group, "with --kit: ")
    return parser


_OF_KITS = (
    "fustella kit new club my-game       # 1. begin a kit",
    "fustella build --kit club           # 2. make what it lacks: at first, all",
    "fustella kit printed club           # 3. when that is printed and cut, say so",
    "fustella build --kit club           # 4. after changes: only what is different",
)


def _kit() -> Parser:
    whole, commands = _commands(
        "kit",
        description="A kit is a printed copy of a game. Fustella knows what it was printed from: "
        "when the game has changed, only the pieces that are new or different are printed.",
        examples=_OF_KITS,
    )
    new = _add_command(
        commands,
        "new",
        "kit:new",
        help="begin a kit",
        description="Begin a kit of a game: a file in kits/. Nothing of it is printed yet.",
        examples=_OF_KITS,
    )
    new.add_argument(
        "name",
        metavar="NAME",
        type=str.lower,
        help="a name of your own for it, in small letters, digits and hyphens: club",
    )
    new.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        default="",
        help="the game that it is a copy of (default: the only one that there is)",
    )
    _add_language(new)
    _add_theme(new)
    _add_project(new)
    listing = _add_command(
        commands,
        "list",
        "kit_list:run",
        help="show all kits",
        description="Show all kits, with the number of their pieces.",
    )
    _add_project(listing)
    show = _add_command(
        commands,
        "show",
        "kit:show",
        help="show what a kit lacks",
        description="Show what a kit lacks: which pieces to take out, which to put in, and why.",
    )
    printed = _add_command(
        commands,
        "printed",
        "kit:printed",
        help="record that it is printed",
        description="Say that what the last `fustella build --kit NAME` made is printed and in the "
        "box. What was changed in the lists after that build does not count as printed.",
    )
    printed.add_argument(
        "--whole",
        action="store_true",
        help="the whole box was printed, from a build without --kit",
    )
    for parser in (show, printed):
        parser.add_argument("name", metavar="NAME", type=str.lower, help="the kit")
        _add_project(parser)
        _add_output(parser, _OF_BUILDS)
    return whole


def _plan() -> Parser:
    parser = _command(
        "plan",
        "plan:run",
        description="Show sheets, cuts, minutes of cutting, ink and weight of paper, before "
        "anything is printed. Give it the options that you will give to fustella build.",
        examples=(
            "fustella plan --sheets              # also what lies on each sheet",
            "fustella plan my-game --paper Letter --fewest cuts",
        ),
    )
    _add_games(parser)
    _add_language(parser)
    _add_theme(parser)
    _add_output(parser, _OF_BUILDS)
    parser.add_argument("--sheets", action="store_true", help="show what lies on each sheet, too")
    parser.add_argument(
        "--no-ink", action="store_true", help="leave out the ink, which takes longest to work out"
    )
    parser.add_argument(
        "--grams",
        metavar="GRAMS",
        type=_grams,
        help="the weight of your paper in g/m², such as 160, for kinds without a `stock`",
    )
    parser.add_argument(
        "--format",
        **one_of(("text", "json")),
        default="text",
        help="text (default), or json for other programs",
    )
    _add_choice(parser)
    _add_printing(parser)
    return parser


def _playtest() -> Parser:
    parser = _command(
        "playtest",
        "playtest:run",
        description="Make a form to fill in at the next playtest: who played, for how long, and "
        "questions to the players, with the version code of the box. It is a PDF, to print on both "
        "sides of a sheet, and an HTML page for a phone, which saves the answers as a file.",
    )
    _add_games(parser)
    _add_language(parser, every=True)
    _add_paper(parser)
    _add_output(parser)
    return parser


def _preview() -> Parser:
    parser = _command(
        "preview",
        "preview:run",
        description="Show all games, or those named, in the browser, until Ctrl-C ends it. When a "
        "file is saved, the page shows it at once.",
        examples=(
            "fustella preview --open",
            "fustella preview --host 0.0.0.0     # also for a phone in the same network",
        ),
    )
    _add_games(parser)
    _add_git_dir(parser)
    group = parser.add_argument_group("where")
    group.add_argument(
        "--port",
        metavar="NUMBER",
        type=_port,
        default=_PORT,
        help="the port of the page; if it is taken, the next free one (default: 8000)",
    )
    group.add_argument(
        "--host",
        type=_host,
        default=_LOOPBACK,
        metavar="ADDRESS",
        help="an address of this computer, or 0.0.0.0 for all of them: others in your network, "
        "such as a phone, can look (default: this computer alone)",
    )
    group.add_argument("--open", action="store_true", help="open the page in the browser")
    _add_printing(parser)
    return parser


def _calibrate() -> Parser:
    parser = _command(
        "calibrate",
        "calibrate:run",
        description="Make a sheet to print on both sides, on which you read how far your printer "
        "puts backs off their fronts. Then give the two numbers: they are kept in printers.yaml, "
        "and every build with this --printer moves its backs by them.",
        examples=(
            "fustella calibrate                                      # 1. print the sheet",
            "fustella calibrate --printer office --dx 0.4 --dy -1.2  # 2. what you read",
            "fustella calibrate --printer office                     # 3. should read 0, 0",
            "fustella build --printer office                         # 4. from now on",
        ),
    )
    # By itself argparse takes `-1.2mm` and `-1,2` for options, and only `-1.2` for a number.
    parser._negative_number_matcher = re.compile(r"-[\d.,].*")
    parser.add_argument(
        "--printer",
        metavar="NAME",
        type=str.lower,
        default="",
        help="a name of your own for the printer, in small letters, digits and hyphens",
    )
    parser.add_argument(
        "--dx", metavar="MM", type=_offset_mm, help="what you read on the sheet; + is to the right"
    )
    parser.add_argument(
        "--dy", metavar="MM", type=_offset_mm, help="what you read on the sheet; + is down"
    )
    parser.add_argument(
        "--duplex",
        **one_of(
            (duplex.value for duplex in Duplex if duplex.two_sided),
            f"{_TURNED}; another one is separate",
        ),
        help="how the printer turns the sheet to print its back (default: long-edge); separate: "
        "you put the sheets in again for their backs",
    )
    _add_paper(parser)
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        default="en",
        help="the language of the sheet: en (default), de, …",
    )
    _add_output(parser)
    _add_project(parser)
    return parser


def _check() -> Parser:
    parser = _command(
        "check",
        "check:run",
        description="Compare the boxes with what claims.yaml says of them: figures out of the rule "
        "document, or what you say must hold, such as “52 cards”. Shows what does not agree.",
        examples=(
            "fustella check --document rules.txt # with the document as it is now",
            "fustella check --unclaimed          # what nobody has claimed anything of",
        ),
    )
    _add_games(parser)
    parser.add_argument(
        "--document",
        metavar="FILE",
        type=Path,
        help="read the figures from the rule document again; for several games, a folder of "
        "documents",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="count contradictions, open points, warnings and values that no claim speaks of as "
        "faults, too",
    )
    parser.add_argument(
        "--unclaimed",
        action="store_true",
        help="also list the values of the box that no claim speaks of",
    )
    parser.add_argument(
        "--format",
        **one_of(("text", "json", "github")),
        default="text",
        help="text (default); json for other programs; github for notes in a pull request",
    )
    parser.add_argument(
        "--fix",
        action="store_true",
        help="change the lists so that they agree: show the changes, ask, and write them",
    )
    parser.add_argument(
        "--accept",
        action="store_true",
        help="you have read what changed in the document: remember it as it is now, and correct "
        "the `lines` of it that your files name",
    )
    parser.add_argument("--yes", action="store_true", help="with --fix: write without asking")
    _add_output(parser, _OF_BUILDS)
    return parser


def _completion() -> Parser:
    parser = _command(
        "completion",
        "completion:run",
        description="Let the Tab key complete commands, options and the names of your games, kits "
        "and papers. Add one line to the file that your shell reads at its start. bash, "
        '~/.bashrc: eval "$(fustella completion bash)". zsh, ~/.zshrc: eval "$(fustella completion '
        'zsh)". fish, ~/.config/fish/config.fish: fustella completion fish | source. PowerShell, '
        "$PROFILE: fustella completion powershell | Out-String | Invoke-Expression.",
    )
    parser.add_argument(
        "shell", metavar="SHELL", **one_of(_SHELLS), help=f"your shell: {', '.join(_SHELLS)}"
    )
    return parser


def _diff() -> Parser:
    parser = _command(
        "diff",
        "diff:run",
        description="Show what changed in the boxes since the last commit, since another revision "
        "in git, or since a kit was printed: rules, wording, looks, numbers of copies, new pieces "
        "and those that are gone.",
        examples=(
            "fustella diff                       # all games, since the last commit",
            "fustella diff v1.0 my-game          # one game, since a tag",
            "fustella diff club                  # since the kit club was printed",
            "fustella diff --format html         # a page with pictures, then and now",
        ),
        usage="%(prog)s [KIT | REVISION] [GAME …] [OPTION …]",
    )
    parser.add_argument(
        "words",
        metavar="KIT | REVISION | GAME",
        nargs="*",
        help="what to compare with: a kit, or a revision in git such as HEAD~3 or v1.0 (default: "
        "the last commit); and which games (default: all)",
    )
    since = parser.add_mutually_exclusive_group()
    since.add_argument(
        "--kit",
        metavar="NAME",
        type=str.lower,
        default="",
        help="a kit, if a game or a revision has the same name",
    )
    since.add_argument(
        "--since",
        metavar="REVISION",
        default="",
        help="a revision, if a game or a kit has the same name",
    )
    parser.add_argument(
        "--format",
        **one_of(("text", "json", "html")),
        default="text",
        help="text (default); html: a page with pictures; json for other programs",
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        type=Path,
        help="with --format html: the page to write (default: output/diff.html)",
    )
    _add_language(parser)
    _add_theme(parser)
    parser.add_argument(
        "--exit-code", action="store_true", help="end with exit code 1 if something changed"
    )
    _add_project(parser)
    _add_git_dir(parser)
    return parser


def _explain() -> Parser:
    parser = _command(
        "explain",
        "explain:run",
        description="Print the page about a problem: what it means, an example, and the way out. "
        "Other words than a code find problems by their titles; without a word, all are listed.",
        usage="%(prog)s [CODE | WORD …] [OPTION …]",
    )
    parser.add_argument(
        "words",
        metavar="CODE | WORD",
        nargs="*",
        help="the code of a problem, such as E201; or words of a title, such as unknown font",
    )
    return parser


def _export() -> Parser:
    from fustella.export import Preset, format_names  # noqa: PLC0415  (no other command needs it)

    parser = _command(
        "export",
        "export:run",
        description="Write the pieces as pictures, for Tabletop Simulator and other tables on a "
        "screen, or for shops that print them, each with the number of copies that the box has. "
        "After an edit only the pictures of changed pieces are made again.",
        usage="%(prog)s [GAME …] [--to FORMAT] [OPTION …]",
        examples=(
            "fustella export                     # all formats, and what each is for",
            "fustella export my-game --to png    # one game, as pictures",
            "fustella export --to tts            # for Tabletop Simulator",
        ),
    )
    parser.add_argument(
        "--to",
        dest="format",
        metavar="FORMAT",
        **one_of(format_names()),
        default="",
        help=f"{', '.join(format_names())}; without it, what each is for is shown",
    )
    _add_games(parser)
    _add_language(parser, every=True)
    _add_theme(parser)
    _add_output(parser)
    parser.add_argument(
        "--only",
        metavar="KIND,…",
        action="extend",
        type=_kinds,
        default=[],
        help="only pieces of these kinds, such as card,token",
    )
    parser.add_argument(
        "--dpi",
        metavar="NUMBER",
        type=_dpi,
        default=0.0,
        help="pixels to the inch of pictures (default: as the format needs, mostly 300)",
    )
    parser.add_argument("--no-back", dest="backs", action="store_false", help="leave backs out")
    parser.add_argument(
        "--force", action="store_true", help="export a box even if it differs from its rules"
    )
    _add_strict(parser)
    _add_jobs(parser)
    group = parser.add_argument_group("for some formats only")
    group.add_argument(
        "--preset",
        **one_of(_values(Preset)),
        default="",
        help="png, jpg, webp: size, bleed and corners of the pictures for a screen (default), for "
        "The Game Crafter, MakePlayingCards or Tabletopia, or for print",
    )
    group.add_argument(
        "--sheets",
        metavar="10x7",
        type=_grid,
        help="png, jpg, webp, tts: many pieces in one picture, in so many columns and rows",
    )
    group.add_argument(
        "--profile",
        metavar="FILE",
        type=Path,
        help="drivethru, needed: the colour profile of the press, a file that ends in .icc",
    )
    group.add_argument(
        "--url",
        metavar="ADDRESS",
        default="",
        help="tts: the web address of the folder that you upload the pictures to",
    )
    group.add_argument(
        "--push", action="store_true", help="tts: put it on the table that is open in the game"
    )
    group.add_argument(
        "--prune", action="store_true", help="tts: delete the pictures of earlier exports"
    )
    return parser


def _icons() -> Parser:
    parser = _command(
        "icons",
        "icons:run",
        description="Find icons by words in their names, or parts of words: those of the project "
        "and of the sets that come with Fustella. `fustella preview` shows their pictures.",
        examples=("fustella icons castle",),
    )
    parser.add_argument(
        "words", metavar="WORD", nargs="*", help="a word of its name, in English; all must fit"
    )
    parser.add_argument(
        "--game", metavar="GAME", default="", help="only this game's icons, and the sets"
    )
    parser.add_argument("--all", action="store_true", help="show all that are found, one to a line")
    _add_project(parser)
    return parser


def _list() -> Parser:
    parser = _command(
        "list",
        "list:run",
        description="Show the games, their kinds, how many pieces there are of each, and the "
        "sheets and cuts that they take. Nothing is made.",
    )
    _add_games(parser)
    _add_printing(parser)
    return parser


def _pull() -> Parser:
    parser = _command(
        "pull",
        "pull:run",
        description="Fetch the spreadsheets online that lists name by `source: {sheet: ADDRESS}`, "
        "and write those that changed to their CSV files in the project. No other command uses "
        "the network.",
    )
    _add_games(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="only say what is different, and write nothing; the exit code is 1 if something is",
    )
    return parser


def _schema() -> Parser:
    parser = _command(
        "schema",
        "schema:run",
        description="Write the files (JSON Schema) by which an editor completes and checks what "
        "you type into the files of the project, with its own kinds, fields and names; and show "
        "the line by which an editor finds them. Run it again when game.yaml has changed.",
    )
    _add_games(parser)
    _add_output(parser, "the folder for these files (default: .schema/ in the project's folder)")
    return parser


def _translate() -> Parser:
    from fustella.translate import FORMATS  # noqa: PLC0415  (no other command needs it)

    whole, commands = _commands(
        "translate",
        description="Show what lacks a translation, make files for translators to fill in, and "
        "take what they bring back.",
        examples=(
            "fustella translate list             # what is missing",
            "fustella translate export           # files for translators",
            "fustella translate import GAME-de.xlsx",
        ),
    )
    listing = _add_command(
        commands,
        "list",
        "translate:show",
        help="show what is missing, changed or too long",
        description="Show the texts that lack a translation, those that changed since they were "
        "translated, and translations that are too long for their places, with the letters that "
        "are too many.",
    )
    _add_games(listing)
    listing.add_argument("--all", action="store_true", help="also those that are translated")
    export = _add_command(
        commands,
        "export",
        "translate:export",
        help="make files for translators",
        description="Make a file for each game and language, for a translator to fill in: every "
        "text, the pieces that it is on, about how many letters fit there, its translation, what "
        "changed since, and what does not fit. It lies in the output folder, in translations/ of "
        "the game.",
        examples=(
            "fustella translate export my-game --language de --missing",
            "fustella translate export --to po   # for translators' programs",
        ),
    )
    _add_games(export)
    export.add_argument(
        "--to",
        **one_of(FORMATS),
        default="xlsx",
        help="xlsx (default): a spreadsheet; csv; po: gettext, for translators' programs",
    )
    export.add_argument(
        "--missing", action="store_true", help="only texts still to be translated, or too long"
    )
    for parser in (listing, export):
        parser.add_argument(
            "--language",
            metavar="LANGUAGE",
            default="",
            help="the language to translate to (default: all but the game's first)",
        )
    take = _add_command(
        commands,
        "import",
        "translate:take",
        help="take what a translator filled in",
        description="Write the translations of .csv, .tsv, .xlsx, .ods or .po files where they "
        "belong: a text that stands in a list in that language is changed there, all others go to "
        "translations.csv of the game, or to a file of their language in its folder translations/, "
        "where it has one. Then show what is missing, and what does not fit.",
        examples=(
            "fustella translate import GAME-de.xlsx",
            "fustella translate import GAME-de.po GAME-pl.po",
        ),
    )
    take.add_argument("files", metavar="FILE", type=Path, nargs="+", help="what translators sent")
    take.add_argument(
        "--game",
        metavar="GAME",
        default="",
        help="the game that it translates (default: the one that the file's name begins with)",
    )
    take.add_argument(
        "--language",
        metavar="LANGUAGE",
        default="",
        help="only this language (default: all that the files have)",
    )
    take.add_argument(
        "--dry-run", action="store_true", help="only show the changes, and write nothing"
    )
    _add_project(take)
    _add_output(export)
    for parser in (listing, take):
        _add_output(parser, _OF_BUILDS)
    return whole


def _whatis() -> Parser:
    parser = _command(
        "whatis",
        "whatis:run",
        description="Say which pieces have these version codes, whether they are still as the game "
        "is now, and what has changed since.",
        examples=("fustella whatis MK-7K4C",),
    )
    parser.add_argument(
        "codes", metavar="CODE", nargs="+", help="as printed on the piece, such as MK-7K4C"
    )
    _add_project(parser)
    _add_output(parser, _OF_BUILDS)
    _add_git_dir(parser)
    return parser


# Arguments that several commands have.


def _add_games(parser: Parser) -> None:
    parser.add_argument(
        "games",
        metavar="GAME",
        nargs="*",
        help="a game, by the name of its folder (default: all)",
    )
    _add_project(parser)


def _add_project(parser: Parser) -> None:
    parser.add_argument(
        _PROJECT,
        metavar="DIR",
        type=Path,
        default=argparse.SUPPRESS,
        help=_PROJECT_HELP,
    )


def _add_git_dir(parser: Parser | argparse._ArgumentGroup, where: str = "") -> None:
    parser.add_argument(
        "--git-dir",
        metavar="DIR",
        type=Path,
        action="append",
        default=[],
        help=f"{where}a folder of git outside of the project that may be read: where the project "
        "is a working tree or a submodule, or borrows objects; may be given several times",
    )


def _add_output(parser: Parser, help: str = _OUTPUT_HELP) -> None:
    parser.add_argument("--output", metavar="DIR", type=Path, help=help)


def _add_jobs(parser: Parser) -> None:
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_jobs,
        default=0,
        help="let at most N processes work at once (default: as many as the computer has cores); "
        "the files are the same",
    )


def _add_strict(parser: Parser) -> None:
    parser.add_argument(
        "--strict", action="store_true", help="make nothing as long as there are warnings"
    )


def _add_language(parser: Parser, *, every: bool = False) -> None:
    also = ", or all for every language of the game" if every else ""
    usual = "default: the game's first"
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        default="",
        help=f"the language, such as de{also} ({usual})",
    )


def _add_paper(group: Parser | argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--paper",
        metavar="PAPER",
        default="A4",
        help="the paper in the printer: A4 (default), Letter, …",
    )


def _add_theme(parser: Parser) -> None:
    parser.add_argument(
        "--theme",
        **one_of(_values(Theme)),
        default=Theme.FULL.value,
        help="full (default): as designed; low-ink: lines and hatches, under a third of the ink; "
        "grey: for a printer without colour",
    )


def _add_choice(parser: Parser) -> None:
    """Which part of a box is printed."""
    group = parser.add_argument_group("what to print")
    group.add_argument(
        "--only",
        metavar="KIND,…",
        action="extend",
        type=_kinds,
        default=[],
        help="only pieces of these kinds, such as card,token",
    )
    whole = group.add_mutually_exclusive_group()
    whole.add_argument(
        "--players",
        metavar="N",
        type=_players,
        default=0,
        help="only what N players need, as claims.yaml says",
    )
    whole.add_argument(
        "--copies-from",
        metavar="FILE",
        type=Path,
        help="only the pieces that a YAML file lists, each on a line with its copies: fox: 2",
    )
    group.add_argument(
        "--pages",
        metavar="2-4,7",
        type=_pages,
        help="only these sheets; `fustella plan --sheets` shows their numbers",
    )
    group.add_argument(
        "--boxes",
        action="store_true",
        help="also the boxes to keep the pieces in that game.yaml describes",
    )


def _add_printing(parser: Parser) -> None:
    """How sheets are printed and cut."""
    group = parser.add_argument_group("how it is printed")
    _add_paper(group)
    group.add_argument(
        "--boards",
        metavar="PAPER",
        default="",
        help="larger paper, such as A3, for boards in one piece (default: in parts, to be joined)",
    )
    group.add_argument(
        "--duplex",
        **one_of(_values(Duplex), f"{_TURNED}; others are fold, separate and none"),
        help="how your printer turns the sheet to print its back (default: "
        f"{Duplex.LONG_EDGE.value}); fold: fronts and backs side by side, to be folded and glued; "
        "separate: backs in a file of their own; none: fronts only",
    )
    group.add_argument(
        "--printer",
        metavar="NAME",
        default="",
        help="move backs as `fustella calibrate` has measured this printer",
    )
    group = parser.add_argument_group("how it is cut")
    group.add_argument(
        "--marks",
        **one_of(_values(MarkStyle)),
        default=MarkStyle.AUTO.value,
        help="how cuts are shown (default: %(default)s, which is ticks at the edge of the sheet, "
        "and lines where a cut does not run from edge to edge)",
    )
    group.add_argument(
        "--hexes",
        **one_of(_values(Hexes)),
        default=Hexes.HONEYCOMB.value,
        help="honeycomb (default): hexagons, circles and polygons close together, on the fewest "
        "sheets; rows: in straight rows",
    )
    group.add_argument(
        "--gutter",
        metavar="2mm",
        type=_gutter_mm,
        default=0.0,
        help="free paper between pieces (default: 0mm)",
    )
    group.add_argument(
        "--fewest",
        **one_of(_values(Fewest)),
        default=Fewest.SHEETS.value,
        help="sheets (default): fewest sheets, with several sizes on one; cuts: fewest cuts, with "
        "each size by itself",
    )
    group.add_argument(
        "--cutter",
        **one_of(_values(Cutter)),
        default=Cutter.NONE.value,
        help="lay pieces out for a cutting machine, and write its files (default: %(default)s); "
        "silhouette: registration marks, SVG and DXF; cricut: PNG and SVG for Print Then Cut; "
        "brother: SVG for ScanNCut",
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


def _values(words: type[StrEnum]) -> list[str]:
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
        raise argparse.ArgumentTypeError(
            f"`{typed}` names no sheets: write numbers such as 2-4,7"
        ) from None
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in ranges)


def _gutter_mm(typed: str) -> float:
    try:
        length_mm = parse_length_mm(typed)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}: write 2mm") from None
    if not 0 <= length_mm <= _MAX_GUTTER_MM:
        raise argparse.ArgumentTypeError(f"{typed} is too much: at most {_MAX_GUTTER_MM:g}mm")
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
        raise argparse.ArgumentTypeError(
            f"`{typed}` is no number of processes: write 1 to {_MOST_JOBS}"
        )
    return number


def _grid(typed: str) -> tuple[int, int]:
    """Columns and rows, as `10x7`."""
    found = re.fullmatch(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)", typed.strip())
    if not found:
        raise argparse.ArgumentTypeError(f"`{typed}` is no number of columns and rows: write 10x7")
    return int(found[1]), int(found[2])


def _grams(typed: str) -> float:
    try:
        grams = float(typed)
    except ValueError:
        grams = 0.0
    if not 0 < grams <= 2000:
        raise argparse.ArgumentTypeError(f"`{typed}` is no weight of paper in g/m²: write 160")
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
        raise argparse.ArgumentTypeError(f"`{typed}` is no port: write a number such as 8000")
    return int(typed)


def _host(typed: str) -> str:
    """An address or a name; IPv6 with or without the brackets of URLs."""
    host = typed[1:-1] if typed.startswith("[") and typed.endswith("]") else typed
    if not host.strip() or not host.isprintable():
        raise argparse.ArgumentTypeError(
            f"`{typed}` is no address: write 0.0.0.0, or leave --host out"
        )
    return host
