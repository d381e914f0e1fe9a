"""`fustella rules`: makes booklets of rules."""

import argparse
import json
from collections.abc import Sequence

from msgspec.structs import replace

from fustella.build import UNCHECKED_NOTE, BuildOptions, Built, RulesOptions
from fustella.build.rules_files import build_rules
from fustella.cli import progress
from fustella.cli.options import Scope, editions, output_folder
from fustella.cli.problems import collect, report_refused, tell, without_inapplicable
from fustella.cli.tables import table
from fustella.cli.terminal import path_from_here
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Problem


def run(arguments: argparse.Namespace) -> int:
    """Makes the booklet of each game, prints a table of the files, and reports problems."""
    project, games = Scope.of(arguments).resolve()
    built, problems = booklets(project, games, arguments)
    if built and not arguments.games:
        problems = without_inapplicable(problems)
    if arguments.report == "json":
        print(json.dumps([_json(one) for one in built], indent=1))
    elif built:
        rows = [row for one in built for row in _rows(one)]
        print(table(("file", "name", "sheets", ""), rows, "llrl"))
        if any(one.unchecked for one in built):
            print(UNCHECKED_NOTE)
        tell(warning for one in built for warning in one.warnings)
    return report_refused(problems, "nothing was replaced") if problems else 0


def booklets(
    project: Project, games: Sequence[str], arguments: argparse.Namespace, job: str = ""
) -> tuple[list[Built], list[Problem]]:
    """Makes the booklets of games as the options say; returns them, and all problems."""
    options = BuildOptions.of(
        arguments,
        duplex=arguments.duplex or Duplex.LONG_EDGE,
        output=output_folder(project, arguments.output),
        job=job,
    )
    rules = RulesOptions.of(arguments)
    return collect(
        editions(project, games, options.language),
        lambda each: build_rules(
            project, each[0], replace(options, language=each[1]), rules, progress.show
        ),
    )


_STATE = {True: "unchanged", False: "written"}


def _rows(built: Built) -> list[tuple[str, str, str, str]]:
    return [
        (
            str(path_from_here(built.folder / one.file)),
            one.name,
            str(one.sheets or ""),
            _STATE[built.unchanged],
        )
        for one in built.printed
    ]


def _json(built: Built) -> dict[str, object]:
    return {
        "game": built.game,
        "unchanged": built.unchanged,
        "files": [
            {"file": str(built.folder / one.file), "name": one.name, "sheets": one.sheets}
            for one in built.printed
        ],
    }
