"""`fustella whatis`: which piece has this version code, and whether it is current."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fustella.cli.arguments import add_project, project_of, report
from fustella.core.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from fustella.history.whatis import Answer


_INDENT = " " * 4


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `whatis` to the command line."""
    parser = commands.add_parser(
        "whatis", help="which piece has this version code", description=whatis.__doc__
    )
    parser.add_argument(
        "codes", metavar="CODE", nargs="+", help="as printed on the piece, such as MK-7K4C"
    )
    add_project(parser)
    parser.add_argument(
        "--output", metavar="DIR", type=Path, help="where former builds wrote down their codes"
    )
    parser.set_defaults(command=whatis)


def whatis(options: argparse.Namespace) -> int:
    """Say which pieces have these version codes, whether they are current, and what has changed."""
    from fustella.history.whatis import Codes  # noqa: PLC0415

    project = project_of(options)
    codes = Codes(project, (options.output or project.root / "output").absolute())
    problems: list[Problem] = []
    for typed in dict.fromkeys(options.codes):
        try:
            for answer in codes.explain(typed):
                print("\n".join(_shown(answer)))
        except ProblemsFound as found:
            problems += found.problems
    return report(problems) if problems else 0


def _shown(answer: "Answer") -> Iterator[str]:
    entry = answer.entry
    where = f" ({answer.place.file}:{answer.place.line})" if answer.place else ""
    yield f"{entry.code}: {answer.game}, {entry.kind} `{entry.piece}`, {_short(entry.name)}{where}"
    if answer.current:
        yield f"{_INDENT}{_current(answer)}"
        return
    since = f" since {answer.since}" if answer.since else ""
    if answer.now is None:
        yield f"{_INDENT}not current{since}: {answer.gone}; it said"
    else:
        yield f"{_INDENT}not current{since}: now {answer.now.code}"
    changes = {change.field: change for change in answer.changes}
    for field, value in entry.said.items():
        if field not in changes:
            yield f"{_INDENT}  {field}: {_short(value)}"
    for change in changes.values():
        yield f"{_INDENT}~ {change.field}: {_value(change.then)} → {_value(change.now)}"


def _current(answer: "Answer") -> str:
    if answer.now and answer.now.code != answer.entry.code:
        return f"current: it says what it says today under the code {answer.now.code}"
    return f"current, first built {answer.since}" if answer.since else "current"


def _value(value: "str | None") -> str:
    return "nothing" if value is None else _short(value)


def _short(text: str) -> str:
    """On one line."""
    return " ".join(text.split()) or '""'
