"""`fustella list`: prints the contents of the boxes."""

import argparse

from fustella.build.job import Job
from fustella.build.production import Production
from fustella.cli.options import Scope, build_options
from fustella.cli.problems import collect, report, tell
from fustella.cli.tables import table
from fustella.core.values.contents import Contents


def run(arguments: argparse.Namespace) -> int:
    project, games = Scope.of(arguments).resolve()
    options = build_options(arguments, project)

    def counted(game_id: str) -> Production:
        job = Job(project, game_id, options)
        return Production.of(job.game, job.game.pieces, job.settings)  # nothing is kept of it

    boxes, problems = collect(games, counted)
    if boxes:
        heads = ("game", "kind", "", "designs", "pieces", "sheets", "cuts")
        print(table(heads, [row for box in boxes for row in _rows(box.contents)], "lllrrrr"))
        tell(warning for box in boxes for warning in box.left_out)
    return report(problems) if problems else 0


def _rows(contents: Contents) -> list[tuple[str, ...]]:
    """The rows for kinds and the total; `″` stands for the sheets of the kind above."""
    game = contents.game
    rows: list[tuple[str, ...]] = []
    groups = {group.id: group for group in contents.groups}
    shown: set[str] = set()
    for count in contents.kinds:
        sheets = ("", "")
        if group := groups.get(count.kind.sheet):
            shared = group.id in shown
            sheets = ("″", "″") if shared else (str(group.sheets), str(group.cuts))
            shown.add(group.id)
        name = str(count.kind.name.in_language(game.languages[0]))
        counts = (str(count.designs), str(count.copies))
        rows.append((game.id, count.kind.id, name, *counts, *sheets))
    total = (str(contents.copies), str(contents.sheets), str(contents.cuts))
    return [*rows, (game.id, "all", "", "", *total)]
