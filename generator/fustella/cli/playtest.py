"""`fustella playtest`: a form for what players say, to print and for a phone."""

import argparse
from collections.abc import Sequence

from fustella.cli.options import Scope, editions, output_folder
from fustella.cli.problems import collect, report_refused, without_inapplicable
from fustella.cli.tables import table
from fustella.cli.terminal import path_from_here
from fustella.export.playtest import PlaytestDone, write_playtest


def run(arguments: argparse.Namespace) -> int:
    """Write the form of each game, print where it lies, and report problems."""
    project, games = Scope.of(arguments).resolve()
    output = output_folder(project, arguments.output)
    done, problems = collect(
        editions(project, games, arguments.language),
        lambda each: write_playtest(project, *each, arguments.paper, output),
    )
    if done:
        if not arguments.games:
            problems = without_inapplicable(problems)
        print(_table(done))
    if problems:
        return report_refused(problems, "nothing was replaced")
    return 0


def _table(done: Sequence[PlaytestDone]) -> str:
    rows = [
        (str(path_from_here(form.folder / file.file)), form.version, _STATE[form.unchanged])
        for form in done
        for file in form.files
    ]
    return table(("file", "version", ""), rows, "lll")


_STATE = {True: "unchanged", False: "written"}
