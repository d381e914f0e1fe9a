"""`fustella pull`: fetches lists that are kept in sheets online into the project."""

import argparse

from fustella.cli.options import Scope, refuse_unknown
from fustella.cli.problems import PROBLEMS, report
from fustella.cli.terminal import plural
from fustella.core.values.problems import ProblemsFound
from fustella.core.words.patterns import visible_in_line
from fustella.pull.sheets import Pulled, plan_pull, write_pulled


def run(arguments: argparse.Namespace) -> int:
    project, games = Scope.of(arguments).resolve()
    refuse_unknown(project, games)
    try:
        pulled = plan_pull(project, games)
        if not arguments.check:
            write_pulled(project, pulled)
    except ProblemsFound as error:
        return report(error.problems, "" if arguments.check else "nothing was replaced")
    for sheet in pulled:
        print(f"{visible_in_line(sheet.sheet.name)}: {_changes_of(sheet)}")
    if not pulled:
        print("no list has a sheet online: `source: {sheet: …}` (docs/spreadsheets.md)")
    return PROBLEMS if arguments.check and any(sheet.differs for sheet in pulled) else 0


def _changes_of(pulled: Pulled) -> str:
    """The changes of a sheet: `3 rows changed, 1 added`, `unchanged`, `new, 52 rows`."""
    changes = pulled.changes
    if pulled.is_new:
        return f"new, {plural(changes.added, 'row')}"
    if not pulled.differs:
        return "unchanged"
    counts = ((changes.changed, "changed"), (changes.added, "added"), (changes.removed, "removed"))
    parts = [f"{plural(count, 'row')} {verb}" for count, verb in counts if count]
    parts += ["other headings"] if changes.headings else []
    return ", ".join(parts) or "the same rows, typed differently"
