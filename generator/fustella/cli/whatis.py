"""`fustella whatis`: prints which piece has a version code, and whether it is current."""

import argparse
from collections.abc import Iterator

from fustella.cli.options import output_folder, project_in
from fustella.cli.problems import report
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.words.patterns import visible_in_line
from fustella.history import value_text
from fustella.history.whatis import Answer, Codes

_INDENT = " " * 4


def run(arguments: argparse.Namespace) -> int:
    project = project_in(arguments.project, arguments.git_dir)
    codes = Codes(project, output_folder(project, arguments.output))
    problems: list[Problem] = []
    for typed in dict.fromkeys(arguments.codes):
        try:
            for answer in codes.explain(typed):
                print("\n".join(map(visible_in_line, _lines(answer))))
        except ProblemsFound as error:
            problems += error.problems
    return report(problems) if problems else 0


def _lines(answer: Answer) -> Iterator[str]:
    entry = answer.entry
    where = f" ({answer.place.spot})" if answer.place else ""
    name = value_text(entry.name)
    yield f"{entry.code}: {answer.game}, {entry.kind} `{entry.piece}`, {name}{where}"
    if answer.current:
        yield f"{_INDENT}{_words_for_current(answer)}"
        return
    since = f" since {answer.since}" if answer.since else ""
    if answer.now is None:
        yield f"{_INDENT}not current{since}: {answer.gone}; it said"
    else:
        yield f"{_INDENT}not current{since}: now {answer.now.code}"
    changed = {change.field for change in answer.changes}
    for field, value in entry.said.items():
        if field not in changed:
            yield f"{_INDENT}  {field}: {value_text(value)}"
    for change in answer.changes:
        yield f"{_INDENT}~ {change.field}: {value_text(change.then)} → {value_text(change.now)}"


def _words_for_current(answer: Answer) -> str:
    if answer.now and answer.now.code != answer.entry.code:
        return f"current: it says what it says today under the code {answer.now.code}"
    return f"current, first built {answer.since}" if answer.since else "current"
