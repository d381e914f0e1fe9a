"""`fustella playtest`: writes a form for players' answers, for paper and for a phone."""

import argparse

from fustella.build import UNCHECKED_NOTE
from fustella.cli.options import Scope, editions, output_folder
from fustella.cli.problems import collect, report_refused, tell, without_inapplicable
from fustella.cli.tables import table
from fustella.cli.terminal import path_from_here
from fustella.export.playtest import write_playtest


def run(arguments: argparse.Namespace) -> int:
    """Writes the form of each game, prints where it is, and reports problems."""
    project, games = Scope.of(arguments).resolve()
    output = output_folder(project, arguments.output)
    done, problems = collect(
        editions(project, games, arguments.language),
        lambda each: write_playtest(project, *each, arguments.paper, output, force=arguments.force),
    )
    if done:
        if not arguments.games:
            problems = without_inapplicable(problems)
        rows = [
            (str(path_from_here(form.folder / file.file)), form.version, _STATE[form.unchanged])
            for form in done
            for file in form.files
        ]
        print(table(("file", "version", ""), rows, "lll"))
        tell(warning for form in done for warning in form.warnings)
        if not all(form.checked for form in done):
            print(UNCHECKED_NOTE)
    if problems:
        return report_refused(problems, "nothing was replaced")
    return 0


_STATE = {True: "unchanged", False: "written"}
