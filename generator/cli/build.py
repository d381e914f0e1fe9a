"""`fustella build`: the PDFs."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.cli.common import (
    OF_ONE_GAME,
    USAGE,
    add_choice,
    add_games,
    add_output,
    add_printing,
    for_players,
    options_of,
    project_and_games,
    report,
    way_out,
)
from generator.cli.kit_build import add_kit, build_kit
from generator.cli.watching import add_watch, watch
from generator.job import Built, Options, already_built
from generator.problems import Problem, ProblemsFound
from generator.project import Project
from generator.stamp import Printed
from generator.terminal import Meter, table

WIDEST = 32
"""Of the names of what is printed, in letters: the table shall fit a terminal."""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `build` to the command line."""
    parser = commands.add_parser(
        "build", help="make the PDFs", usage=USAGE, description=build.__doc__
    )
    add_games(parser)
    add_output(parser)
    add_watch(parser)
    parser.add_argument(
        "--force",
        action="store_true",
        help="print a box that differs from its rules; its cover says so",
    )
    add_choice(parser)
    add_printing(parser)
    parser.add_argument_group("instead of sheets").add_argument(
        "--shop",
        action="store_true",
        help="for a print shop: one piece a page, with its trim and bleed, in the folder shop/",
    )
    add_kit(parser)
    parser.set_defaults(command=build, parser=parser)


def build(options: argparse.Namespace) -> int:
    """Make the PDFs of all games, or of those named, in output/; with --kit, what a kit lacks."""
    if options.watch:
        return watch(options, build)
    if options.kit or options.rules_only or options.stickers:
        return build_kit(options)
    if options.shop and options.pages:
        options.parser.error("argument --pages: there are no sheets with --shop")
    project, games = project_and_games(options)
    wanted = options_of(options, project)
    problems: list[Problem] = []
    built: list[Built] = []
    with Meter(sys.stderr) as meter:
        for game in games:
            try:
                built.append(_known(project, game, wanted) or _made(project, game, wanted, meter))
            except ProblemsFound as found:
                problems += found.problems
    if built and not options.games:  # those that have such kinds, or as many players
        problems = [problem for problem in problems if problem.code not in OF_ONE_GAME]
    if built:
        print(table_of(built, wanted.choice.players))
        for note in _notes(built):
            print(note)
    kept = ", ".join(game for game in games if game not in {one.game for one in built})
    untouched = f"the files of {kept} are as they were" if built else "nothing was replaced"
    return report(problems, way_out(problems, untouched)) if problems else 0


def _known(project: Project, game: str, options: Options) -> Built | None:
    """The last build, when nothing changed since; of a box that agreed when it was made."""
    marked = already_built(project, game, options, unchecked=True) if options.force else None
    return already_built(project, game, options) or marked


def _made(project: Project, game: str, options: Options, meter: Meter) -> Built:
    """A game built anew. The pipeline's libraries are loaded only when there is work for them."""
    from generator.build import build_game  # noqa: PLC0415

    return build_game(project, game, options, meter.show)


def table_of(built: Sequence[Built], players: int) -> str:
    """What was printed, file by file, and for how many players when not for all."""
    rows = [row for one in built for row in _rows(one)]
    if sum(len(one.printed) for one in built) > 1:
        every = [entry for one in built for entry in one.printed]
        rows.append(("all", for_players(players), *_numbers(every), ""))
    heads = ("file", "what", "pieces", "sheets", "bound", "waste", "ink", "size", "")
    return table(heads, [_narrow(row) for row in rows], "llrrrrrrl")


def _rows(one: Built) -> Iterator[tuple[str, ...]]:
    """The folder of a game, a row for each PDF in it, and one for each folder of other files."""
    state = "unchanged" if one.unchanged else ""
    yield f"{_shown(one.folder)}/", *[""] * 7, state
    folders: dict[str, list[Printed]] = {}
    for entry in one.printed:
        if entry.file.endswith(".pdf"):
            yield f"  {entry.file}", entry.name, *_numbers([entry]), ""
        else:
            folders.setdefault(Path(entry.file).parent.as_posix(), []).append(entry)
    for folder, files in folders.items():
        yield f"  {folder}/", f"{len(files)} cut files", *_numbers(files), ""


def _narrow(row: tuple[str, ...]) -> tuple[str, ...]:
    """A long list of names is not what the table is for."""
    file, what, *rest = row
    return file, what if len(what) <= WIDEST else f"{what[: WIDEST - 1].rstrip(' ,')}…", *rest


def _numbers(printed: Sequence[Printed]) -> tuple[str, ...]:
    """Pieces, sheets, least sheets, waste, ink and size; a cover has no pieces, and no ink."""
    pieces, sheets = (sum(getattr(e, n) for e in printed) for n in ("pieces", "sheets"))
    laid = [entry for entry in printed if entry.pieces and entry.sheets]
    bound = sum(e.bound for e in laid) if all(e.bound for e in laid) else 0
    ink = sum(entry.ink_pages for entry in printed)
    size = sum(entry.bytes for entry in printed) / 1000
    return (
        str(pieces or ""),
        str(sheets or ""),
        str(bound or ""),
        f"{waste_of(laid):.0%}" if bound else "",
        f"{ink:.2f}" if ink else "",
        f"{size:,.0f} kB",
    )


def waste_of(laid: Sequence[Printed]) -> float:
    """The part of the paper that is no piece, of several files: each by its sheets."""
    sheets = sum(entry.sheets for entry in laid)
    return sum(entry.waste * entry.sheets for entry in laid) / sheets if sheets else 0.0


def _notes(built: Sequence[Built]) -> list[str]:
    """What is to be said of single files."""
    return [entry.note for one in built for entry in one.printed if entry.note]


def _shown(path: Path) -> str:
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
