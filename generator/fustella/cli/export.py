"""`fustella export`: writes the pieces for other tables, on screens, and for shops."""

import argparse
import sys
from collections.abc import Sequence

from msgspec.structs import replace

from fustella.cli import progress
from fustella.cli.commands.export import OF_SOME_FORMATS
from fustella.cli.options import Scope, UsageError, editions, output_folder
from fustella.cli.problems import collect, report_refused, tell, without_inapplicable
from fustella.cli.tables import listing, table
from fustella.cli.terminal import file_size, fitted, path_from_here, plural
from fustella.core.files.project import Project
from fustella.core.values.problems import Problem
from fustella.core.words.patterns import visible_in_line
from fustella.export import ExportOptions, format_names
from fustella.export.push import push
from fustella.export.run import ExportDone, export_game, format_named


def run(arguments: argparse.Namespace) -> int:
    """Exports each game, prints where its files are and what to do with them, reports problems."""
    if not arguments.format:
        of_some = any(getattr(arguments, option.name) for option in OF_SOME_FORMATS)
        if arguments.games or arguments.dpi or of_some:
            raise UsageError("say for whom: add --to FORMAT; fustella export shows all formats")
        rows = [(name, format_named(name).ABOUT) for name in format_names()]
        print(listing(rows))
        print("\nwrite: fustella export --to png")
        return 0
    refuse_unfit(arguments)
    project, games = Scope.of(arguments).resolve()
    done, problems = exports(project, games, arguments)
    if done and not arguments.games:
        problems = without_inapplicable(problems)
    if arguments.report == "json":
        print(_report(done, problems))
    elif done:
        print(_table(done))
        for note in dict.fromkeys(note for option in done for note in option.notes):
            print(fitted(visible_in_line(note), sys.stdout))
        tell(warning for option in done for warning in option.warnings)
    if arguments.push:
        for option in done:
            said = push((option.folder / f"{option.game}.json").read_bytes())
            print(said, file=sys.stderr if arguments.report == "json" else sys.stdout)
    if problems:
        return report_refused(problems, "nothing was replaced")
    return 0


def refuse_unfit(arguments: argparse.Namespace) -> None:
    """Raises UsageError where the format of an export does not take an option."""
    takes = format_named(arguments.format).OPTIONS
    for option in OF_SOME_FORMATS:
        if getattr(arguments, option.name, None) and option.name not in takes:
            takers = (name for name in format_names() if option.name in format_named(name).OPTIONS)
            others = ", ".join(f"--to {name}" for name in takers)
            flag = option.flags[0]
            raise UsageError(
                f"argument {flag}: not with --to {arguments.format}; it is for {others}"
            )


def exports(
    project: Project, games: Sequence[str], arguments: argparse.Namespace, job: str = ""
) -> tuple[list[ExportDone], list[Problem]]:
    """Exports games as the options say; returns the exports, and all problems."""
    options = ExportOptions.of(
        arguments,
        output=output_folder(project, arguments.output),
        profile=arguments.profile.absolute() if arguments.profile else None,
        job=job,
    )
    return collect(
        editions(project, games, arguments.language),
        lambda each: export_game(
            project,
            each[0],
            replace(options, language=each[1]),
            progress.show,
            force=arguments.force,
            strict=arguments.strict,
        ),
    )


def _report(done: Sequence[ExportDone], problems: Sequence[Problem]) -> str:
    from fustella.cli.made_report import as_json, made_json  # noqa: PLC0415  (for programs alone)

    return as_json(
        [made_json(one.game, one.folder, one.files, unchanged=not one.made) for one in done],
        (*problems, *(warning for each in done for warning in each.warnings)),
        (note for each in done for note in each.notes),
    )


def _table(done: Sequence[ExportDone]) -> str:
    rows = []
    for export in done:
        size = file_size(sum(entry.bytes for entry in export.files))
        new = f"{export.made} new" if export.made else "unchanged"
        files = plural(len(export.files), "file")
        rows.append((f"{path_from_here(export.folder)}/", files, new, size))
    return table(("folder", "files", "", "size"), rows, "lrrr")
