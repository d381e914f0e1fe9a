"""The command line: the only place that prints, asks or exits.

Exit 0: fine; 1: problems, all of them on standard error; 2: the command itself was mistyped.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from generator import __version__
from generator.contents import Contents
from generator.job import Built, Options, already_built
from generator.problems import Place, Problem, ProblemsFound
from generator.project import Project, find_project, project_at
from generator.sheets import Duplex
from generator.stamp import Printed
from generator.terminal import Meter, table

PROBLEMS, INTERRUPTED = 1, 130


def run() -> NoReturn:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ─ shows ?, no traceback
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # `fustella list | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says and return the exit code."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except ProblemsFound as found:
        return _report(found.problems)
    except KeyboardInterrupt:
        print("stopped; every file is whole: untouched, or newly built", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fustella",
        description="Turns lists of game components into sheets that a home printer prints right.",
    )
    parser.add_argument("--version", action="version", version=f"fustella {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = commands.add_parser("build", help="make the PDFs", description=_build.__doc__)
    _add_common(build)
    build.add_argument("--only", metavar="KIND", default="", help="only the pieces of this kind")
    build.add_argument("--language", metavar="L", default="", help="default: the game's first")
    build.add_argument(
        "--output", metavar="DIR", type=Path, help="default: output/ in the project's folder"
    )
    build.set_defaults(command=_build)
    listing = commands.add_parser("list", help="what is in the boxes", description=_list.__doc__)
    _add_common(listing)
    listing.set_defaults(command=_list)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="*", help="default: all games")
    parser.add_argument("--paper", metavar="P", default="A4", help="A4 (default), Letter, …")
    parser.add_argument(
        "--duplex",
        choices=[way.value for way in Duplex],
        default=Duplex.LONG_EDGE.value,
        help="how your printer turns the sheet (default: %(default)s); none: fronts only",
    )
    parser.add_argument(
        "--project", metavar="DIR", type=Path, help="default: the nearest folder with a content/"
    )


def _build(options: argparse.Namespace) -> int:
    """Make the PDFs of all games, or of those named, in output/."""
    project, games = _project_and_games(options)
    wanted = Options(
        paper=options.paper,
        duplex=Duplex(options.duplex),
        output=(options.output or project.root / "output").absolute(),
        language=options.language,
        only=options.only,
    )
    problems: list[Problem] = []
    built: list[Built] = []
    with Meter(sys.stderr) as meter:
        for game in games:
            try:
                known = already_built(project, game, wanted)
                built.append(known or _made(project, game, wanted, meter))
            except ProblemsFound as found:
                problems += found.problems
    if built and not options.games:  # every game was meant that has such a kind
        problems = [problem for problem in problems if problem.code != "E004"]
    if built:
        print(_built_table(built))
    kept = ", ".join(game for game in games if game not in {one.game for one in built})
    untouched = f"the files of {kept} are as they were" if built else "nothing was replaced"
    return _report(problems, untouched) if problems else 0


def _made(project: Project, game: str, options: Options, meter: Meter) -> Built:
    """A game built anew. The pipeline's libraries are loaded only when there is work for them."""
    from generator.build import build_game  # noqa: PLC0415

    return build_game(project, game, options, meter.show)


def _list(options: argparse.Namespace) -> int:
    """Show games, kinds, counts and sheets, without making anything."""
    from generator.build import find_paper, load_game, plan_game  # noqa: PLC0415

    project, games = _project_and_games(options)
    problems: list[Problem] = []
    rows: list[tuple[str, ...]] = []
    for game_id in games:
        try:
            game = load_game(project, game_id)
            paper = find_paper(project, options.paper)
            rows += _list_rows(plan_game(game, paper, Duplex(options.duplex)))
        except ProblemsFound as found:
            problems += found.problems
    if rows:
        print(table(("game", "kind", "", "designs", "pieces", "sheets", "cuts"), rows, "lllrrrr"))
    return _report(problems) if problems else 0


def _project_and_games(options: argparse.Namespace) -> tuple[Project, tuple[str, ...]]:
    named_project = options.project and options.project.absolute()
    project = project_at(named_project) if named_project else find_project(Path.cwd())
    named = (game.rstrip("/\\") for game in options.games)  # a shell completes to `tiny/`
    games = tuple(dict.fromkeys(named)) or project.games()
    if not games:
        hint = "make a folder in content/ with a game.yaml"
        raise ProblemsFound([Problem("E002", Place("content"), "there is no game yet", hint)])
    return project, games


def _list_rows(contents: Contents) -> list[tuple[str, ...]]:
    game = contents.game
    language = game.languages[0]
    rows: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for count in contents.kinds:
        group = next((g for g in contents.groups if g.id == count.kind.sheet), None)
        shared = group is not None and group.id in seen
        sheets = (
            ("″", "″") if shared else (str(group.sheets), str(group.cuts)) if group else ("", "")
        )
        seen.add(count.kind.sheet)
        name = str(count.kind.name.in_language(language))
        counts = (str(count.designs), str(count.copies))
        rows.append((game.id, count.kind.id, name, *counts, *sheets))
    total = (str(contents.copies), str(contents.sheets), str(contents.cuts))
    return [*rows, (game.id, "all", "", "", *total)]


def _built_table(built: Sequence[Built]) -> str:
    """What was printed, file by file."""
    rows: list[tuple[str, ...]] = []
    for one in built:
        for entry in one.printed:
            file = _shown(one.folder / entry.file)
            state = "unchanged" if one.unchanged else ""
            rows.append((file, entry.name, *_numbers([entry]), state))
    if len(rows) > 1:
        every = [entry for one in built for entry in one.printed]
        rows.append(("all", "", *_numbers(every), ""))
    return table(("file", "what", "pieces", "sheets", "size", ""), rows, "llrrrl")


def _numbers(printed: Sequence[Printed]) -> tuple[str, str, str]:
    """Pieces, sheets and size; a cover has no pieces."""
    pieces = sum(entry.pieces for entry in printed)
    sheets = sum(entry.sheets for entry in printed)
    size = sum(entry.bytes for entry in printed) / 1000
    return str(pieces or ""), str(sheets), f"{size:,.0f} kB"


def _shown(path: Path) -> str:
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def _report(problems: Sequence[Problem], untouched: str = "") -> int:
    problems = tuple(dict.fromkeys(problems))  # several games may stumble over the same
    for problem in problems:
        print(problem, file=sys.stderr)
    count = len(problems)
    counted = f"{count} problem{'s' if count != 1 else ''}"
    print("; ".join(filter(None, (counted, untouched))), file=sys.stderr)
    return PROBLEMS
