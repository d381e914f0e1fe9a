"""`fustella pull`: the sheets online, taken into the project."""

import argparse

from fustella.cli.options import Scope, refuse_unknown
from fustella.cli.problems import PROBLEMS, report
from fustella.cli.terminal import plural
from fustella.core.values.problems import ProblemsFound
from fustella.core.words.patterns import visible_in_line
from fustella.pull.sheets import Pulled, plan_pull, write_pulled


def run(asked: argparse.Namespace) -> int:
    project, games = Scope.of(asked).resolve()
    refuse_unknown(project, games)
    try:
        pulled = plan_pull(project, games)
        if not asked.check:
            write_pulled(project, pulled)
    except ProblemsFound as found:
        return report(found.problems, "" if asked.check else "nothing was replaced")
    for one in pulled:
        print(f"{visible_in_line(one.sheet.name)}: {_told(one)}")
    if not pulled:
        print("no list has a sheet online: `source: {sheet: …}` (docs/spreadsheets.md)")
    return PROBLEMS if asked.check and any(one.differs for one in pulled) else 0


def _told(pulled: Pulled) -> str:
    """`3 rows changed, 1 added`, `unchanged`, `new, 52 rows`."""
    changes = pulled.changes
    if pulled.is_new:
        return f"new, {plural(changes.added, 'row')}"
    if not pulled.differs:
        return "unchanged"
    counts = ((changes.changed, "changed"), (changes.added, "added"), (changes.removed, "removed"))
    said = [f"{plural(count, 'row')} {what}" for count, what in counts if count]
    said += ["other headings"] if changes.headings else []
    return ", ".join(said) or "the same rows, typed differently"
