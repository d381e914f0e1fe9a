"""`fustella kit`: printed copies of a game, and what they lack."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fustella.build.options import BuildOptions
from fustella.cli.arguments import add_project, project_of, report
from fustella.cli.terminal import ProgressLine, table
from fustella.core.model import Theme
from fustella.core.paper import Duplex
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.project import Project

if TYPE_CHECKING:
    from fustella.kits.model import Kit


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `kit` to the command line."""
    parser = commands.add_parser(
        "kit", help="printed copies of a game, and what they lack", description=__doc__
    )
    does = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    new = does.add_parser("new", help="begin a kit", description=_new.__doc__)
    new.add_argument("name", metavar="NAME", help="small letters, digits and hyphens: club")
    new.add_argument("game", metavar="GAME")
    new.add_argument("--language", metavar="L", default="", help="default: the game's first")
    new.add_argument("--theme", choices=[theme.value for theme in Theme], default=Theme.FULL.value)
    listing = does.add_parser("list", help="all kits", description=_list.__doc__)
    show = does.add_parser("show", help="what it has, and what it lacks", description=_show.__doc__)
    printed = does.add_parser(
        "printed", help="record what was printed for it", description=_printed.__doc__
    )
    printed.add_argument(
        "--whole", action="store_true", help="the whole box was printed, by a build without --kit"
    )
    for one in (show, printed):
        one.add_argument("name", metavar="NAME")
    for one, command in ((new, _new), (listing, _list), (show, _show), (printed, _printed)):
        add_project(one)
        one.set_defaults(command=command)
    for one in (show, printed):
        one.add_argument(
            "--output", metavar="DIR", type=Path, help="default: output/ in the project's folder"
        )


def _new(options: argparse.Namespace) -> int:
    """Begin a kit of a game, of which nothing is printed yet; it is a file in kits/."""
    from fustella.kits.record import begin_kit  # noqa: PLC0415

    project = project_of(options)
    kit = begin_kit(project, options.name, options.game, options.language, options.theme)
    print(f"{kit.place.file}: {kit.game}, {kit.language}, {kit.theme}; nothing is printed yet")
    print(f"print it: fustella build --kit {kit.name}")
    return 0


def _list(options: argparse.Namespace) -> int:
    """Show all kits, with the number of their pieces."""
    from fustella.kits.store import kit_names, read_kit  # noqa: PLC0415

    project = project_of(options)
    problems: list[Problem] = []
    rows: list[tuple[str, ...]] = []
    for name in kit_names(project):
        try:
            rows.append(_row(read_kit(project, name)))
        except ProblemsFound as found:
            problems += found.problems
    if rows:
        print(table(("kit", "game", "language", "theme", "designs", "pieces"), rows, "llllrr"))
    elif not problems:
        print("there is no kit yet; begin one: fustella kit new NAME GAME")
    return report(problems) if problems else 0


def _row(kit: "Kit") -> tuple[str, ...]:
    return kit.name, kit.game, kit.language, kit.theme, str(len(kit.lots)), str(copies_of(kit))


def _show(options: argparse.Namespace) -> int:
    """Show what a kit has of each piece, what the box has, and what is to be done."""
    from fustella.cli.build_kit import table_of_changes  # noqa: PLC0415
    from fustella.kits.build import compare_kit  # noqa: PLC0415
    from fustella.kits.store import read_kit  # noqa: PLC0415

    project = project_of(options)
    with ProgressLine(sys.stderr) as progress:
        kit = read_kit(project, options.name)
        compared = compare_kit(project, kit, _options(options, project), progress.show)
    todo = compared.changes()
    print(table(("kit", "game", "language", "theme", "designs", "pieces"), [_row(compared.kit)],
                "llllrr"))  # fmt: skip
    print()
    if not todo:
        print(f"{options.name} is what the box is: nothing is lacking")
        return 0
    print(table_of_changes(todo, compared.names))
    print()
    print(f"print what it lacks: fustella build --kit {options.name}")
    return 0


def _printed(options: argparse.Namespace) -> int:
    """Record what was printed for a kit: by the last `build --kit`, or the whole box.

    Nothing else is recorded than what that build printed, whatever the content says by now.
    """
    from fustella.cli.build_kit import table_of_changes  # noqa: PLC0415
    from fustella.kits.store import record  # noqa: PLC0415

    project = project_of(options)
    asked = _options(options, project)
    if options.whole:
        return _whole(project, options.name, asked)
    kit, done = record(project, asked.output, options.name)
    print(table_of_changes(done.changes, done.names))
    print()
    print(f"{kit.place.file}: {copies_of(kit)} pieces, once what is listed is taken out and put in")
    return 0


def _whole(project: Project, name: str, asked: BuildOptions) -> int:
    from fustella.kits.record import record_whole  # noqa: PLC0415

    with ProgressLine(sys.stderr) as progress:
        before, kit = record_whole(project, name, asked, progress.show)
    if before.lots:
        print(f"take out all that it had: {copies_of(before)} pieces")
    print(f"{kit.place.file}: {copies_of(kit)} pieces, the whole box as it is now")
    return 0


def copies_of(kit: "Kit") -> int:
    """All pieces that a kit has."""
    return sum(lot.copies for lots in kit.lots.values() for lot in lots)


def _options(options: argparse.Namespace, project: Project) -> BuildOptions:
    """The output folder is all that matters here."""
    output = (options.output or project.root / "output").absolute()
    return BuildOptions("A4", Duplex.LONG_EDGE, output)
