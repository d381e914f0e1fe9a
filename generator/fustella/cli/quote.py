"""`fustella quote`: writes a request for a price, its costs, or a sell sheet."""

import argparse

from fustella.build import UNCHECKED_NOTE
from fustella.cli.options import Scope, editions, output_folder
from fustella.cli.problems import collect, report_refused, tell, without_inapplicable
from fustella.cli.tables import table
from fustella.cli.terminal import path_from_here
from fustella.export.quote.options import QuoteOptions
from fustella.export.quote.run import write_quote


def run(arguments: argparse.Namespace) -> int:
    """Writes the files of each game, prints where they are, and reports problems."""
    project, games = Scope.of(arguments).resolve()
    output, options = output_folder(project, arguments.output), QuoteOptions.of(arguments)
    done, problems = collect(
        editions(project, games, arguments.language),
        lambda each: write_quote(project, *each, options, output, force=arguments.force),
    )
    if done:
        if not arguments.games:
            problems = without_inapplicable(problems)
        rows = [
            (str(path_from_here(quote.folder / file.file)), _STATE[quote.unchanged])
            for quote in done
            for file in quote.files
        ]
        print(table(("file", ""), rows, "ll"))
        if not all(quote.checked for quote in done):
            print(UNCHECKED_NOTE)
    tell(warning for quote in done for warning in quote.warnings)
    return report_refused(problems, "nothing was replaced") if problems else 0


_STATE = {True: "unchanged", False: "written"}
