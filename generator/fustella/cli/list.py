"""`fustella list`: what is in the boxes."""

import argparse

from fustella.cli.arguments import (
    USAGE,
    add_games,
    add_printing,
    options_of,
    project_and_games,
    report,
)
from fustella.cli.terminal import table
from fustella.core.contents import Contents
from fustella.core.problems import Problem, ProblemsFound


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `list` to the command line."""
    parser = commands.add_parser(
        "list", help="what is in the boxes", usage=USAGE, description=listing.__doc__
    )
    add_games(parser)
    add_printing(parser)
    parser.set_defaults(command=listing)


def listing(options: argparse.Namespace) -> int:
    """Show games, kinds, counts and sheets, without making anything."""
    from fustella.build.inputs import load_game, print_settings  # noqa: PLC0415
    from fustella.build.production import Production  # noqa: PLC0415

    project, games = project_and_games(options)
    wanted = options_of(options, project)
    problems: list[Problem] = []
    rows: list[tuple[str, ...]] = []
    for game_id in games:
        try:
            game = load_game(project, game_id)
            settings = print_settings(project, wanted)
            rows += _rows(Production.of(game, game.pieces, settings).contents)
        except ProblemsFound as found:
            problems += found.problems
    if rows:
        print(table(("game", "kind", "", "designs", "pieces", "sheets", "cuts"), rows, "lllrrrr"))
    return report(problems) if problems else 0


def _rows(contents: Contents) -> list[tuple[str, ...]]:
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
