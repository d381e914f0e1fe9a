"""What all commands share: which project and games are meant, and how problems are said."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fustella.build.options import BuildOptions, Choice, PrintOptions, ranges_in
from fustella.core.model import Theme
from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project, find_project, project_at
from fustella.core.units import parse_length_mm

PROBLEMS, INTERRUPTED = 1, 130

USAGE = "%(prog)s [GAME …] [OPTION …]"
"""Of commands with so many options that a line of them helps nobody."""

MOST_GUTTER_MM = 50.0

DISAGREEMENTS = frozenset(("E501", "E502", "E511", "E520"))
"""What `--force` prints all the same."""

OF_ONE_GAME = frozenset(("E004", "E008", "E009"))
"""What is no fault of a game when all are meant and others have it: kinds, pieces, players."""


def add_games(parser: argparse.ArgumentParser) -> None:
    """GAME … and --project."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="default: all games")
    add_project(parser)


def add_project(parser: argparse.ArgumentParser) -> None:
    """--project."""
    parser.add_argument(
        "--project", metavar="DIR", type=Path, help="default: the nearest folder with a content/"
    )


def add_choice(parser: argparse.ArgumentParser) -> None:
    """What of a box is printed."""
    parser.set_defaults(parser=parser)
    group = parser.add_argument_group("what to print")
    group.add_argument(
        "--only",
        metavar="KIND,…",
        action="extend",
        type=_names,
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


def add_printing(parser: argparse.ArgumentParser) -> None:
    """How it is printed, and how it is cut."""
    group = parser.add_argument_group("how it is printed")
    group.add_argument("--paper", metavar="P", default="A4", help="A4 (default), Letter, …")
    group.add_argument(
        "--boards", metavar="P", default="", help="paper for boards in one piece: A3, …, a roll"
    )
    group.add_argument(
        "--duplex",
        choices=[way.value for way in Duplex],
        help=f"how your printer turns the sheet (default: {Duplex.LONG_EDGE.value}); fold: fronts "
        "and backs side by side, to be folded and glued; separate: backs in a file of their own; "
        "none: fronts only",
    )
    group.add_argument(
        "--printer", metavar="NAME", default="", help="one whose backs `fustella calibrate` knows"
    )
    _add_cutting(parser.add_argument_group("how it is cut"))


def _add_cutting(group: "argparse._ArgumentGroup") -> None:
    group.add_argument(
        "--marks",
        choices=[style.value for style in MarkStyle],
        default=MarkStyle.AUTO.value,
        help="how cuts are shown (default: %(default)s: ticks, or lines where no cut runs through)",
    )
    group.add_argument(
        "--hexes",
        choices=[way.value for way in Hexes],
        default=Hexes.HONEYCOMB.value,
        help="hexagons nested on the fewest sheets, or in rows for straight cuts "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--gutter", metavar="2mm", type=_gutter, default=0.0, help="free paper between pieces"
    )
    group.add_argument(
        "--fewest",
        choices=[aim.value for aim in Fewest],
        default=Fewest.SHEETS.value,
        help="fewest sheets, by mixing sizes, or fewest cuts, by laying each size by itself "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--cutter",
        choices=[machine.value for machine in Cutter],
        default=Cutter.NONE.value,
        help="marks and cut files, SVG and DXF, for a cutting machine (default: %(default)s)",
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """--language, --theme, --output."""
    parser.add_argument("--language", metavar="L", default="", help="default: the game's first")
    parser.add_argument(
        "--theme",
        choices=[theme.value for theme in Theme],
        default=Theme.FULL.value,
        help="low-ink: lines and hatches, under a third of the ink; grey: for a printer "
        "without colour (default: %(default)s)",
    )
    parser.add_argument(
        "--output", metavar="DIR", type=Path, help="default: output/ in the project's folder"
    )


def options_of(asked: argparse.Namespace, project: Project) -> BuildOptions:
    """What was asked, for a command with any of the flags above. Raises ProblemsFound: E006."""
    if vars(asked).get("boxes") and vars(asked).get("players"):
        asked.parser.error("argument --boxes: they are made for the whole game, not for --players")
    said = {"output": None, "language": "", "theme": Theme.FULL.value, **vars(asked)}
    return BuildOptions(
        paper=said["paper"],
        duplex=_duplex(said["duplex"], said["printer"], project),
        output=(said["output"] or project.root / "output").absolute(),
        language=said["language"],
        force=said.get("force", False),
        theme=Theme(said["theme"]),
        printing=PrintOptions(
            printer=said["printer"],
            marks=MarkStyle(said["marks"]),
            hexes=Hexes(said["hexes"]),
            gutter_mm=said["gutter"],
            fewest=Fewest(said["fewest"]),
            cutter=Cutter(said["cutter"]),
            boards=said["boards"],
            shop=said.get("shop", False),
        ),
        choice=Choice(
            only=tuple(dict.fromkeys(said.get("only", ()))),
            players=said.get("players", 0),
            pages=said.get("pages") or "",
            copies_from=said.get("copies_from"),
            boxes=said.get("boxes", False),
        ),
    )


def for_players(players: int) -> str:
    """`for 2 players`; nothing for all that a game knows."""
    return f"for {players} player{'s' if players > 1 else ''}" if players else ""


def _duplex(asked: str | None, printer: str, project: Project) -> Duplex:
    """As asked, else as the printer was measured, else over the long edge."""
    if asked:
        return Duplex(asked)
    if printer:
        from fustella.read.printers import find_printer  # noqa: PLC0415

        return find_printer(project, printer).duplex or Duplex.LONG_EDGE
    return Duplex.LONG_EDGE


def _names(typed: str) -> list[str]:
    names = [name.strip() for name in typed.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError("no kind is named: write card,dragon")
    return names


def _players(typed: str) -> int:
    number = int(typed) if typed.isdecimal() else 0
    if not 1 <= number <= 100:
        raise argparse.ArgumentTypeError(f"`{typed}` is no number of players: write 2")
    return number


def _pages(typed: str) -> str:
    """Checked here, for it is a slip of the finger; what sheets there are is known later."""
    try:
        ranges = ranges_in(typed)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{typed}` names no sheets: write 2-4,7") from None
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in ranges)


def _gutter(typed: str) -> float:
    try:
        length_mm = parse_length_mm(typed)
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(f"{wrong}: write 2mm") from None
    if not 0 <= length_mm <= MOST_GUTTER_MM:
        raise argparse.ArgumentTypeError(f"{typed}: write 0mm to {MOST_GUTTER_MM:g}mm")
    return length_mm


def project_and_games(options: argparse.Namespace) -> tuple[Project, tuple[str, ...]]:
    """The project and the games that are meant. Raises ProblemsFound: E001, E002."""
    project = project_of(options)
    named = (_game_at(project, game) for game in options.games)
    games = tuple(dict.fromkeys(named)) or project.games()
    paths = [game for game in games if Path(game).name != game]
    if paths:
        hint = f"name the game alone; known: {', '.join(project.games())}"
        raise ProblemsFound(
            Problem("E002", Place("content"), f"there is no game `{path}`", hint) for path in paths
        )
    if not games:
        hint = "make a folder in content/ with a game.yaml"
        raise ProblemsFound([Problem("E002", Place("content"), "there is no game yet", hint)])
    return project, games


def _game_at(project: Project, typed: str) -> str:
    """The game that is meant: shells complete to `tiny/`, and to `content/tiny/`."""
    folder = Path(typed).absolute()
    inside = folder.parent == project.content.absolute() and folder.is_dir()
    return folder.name if inside else typed.rstrip("/\\")


def project_of(options: argparse.Namespace) -> Project:
    """The project that is meant. Raises ProblemsFound: E001."""
    named = options.project and options.project.absolute()
    return project_at(named) if named else find_project(Path.cwd())


def way_out(problems: Sequence[Problem], untouched: str) -> str:
    """What a build that was refused left untouched, and how it could be had all the same."""
    if all(problem.code in DISAGREEMENTS for problem in problems):
        return f"{untouched}; mend them, or print all the same with --force"
    return untouched


def report(problems: Sequence[Problem], untouched: str = "") -> int:
    """All problems, how many they are, what was left untouched; the exit code for problems."""
    problems = tuple(dict.fromkeys(problems))  # several games may stumble over the same
    for problem in problems:
        print(problem, file=sys.stderr)
    count = len(problems)
    counted = f"{count} problem{'s' if count != 1 else ''}"
    print("; ".join(filter(None, (counted, untouched))), file=sys.stderr)
    return PROBLEMS
