"""`fustella export`: the pieces for other tables and for shops."""

import argparse
import sys
from collections.abc import Sequence

from msgspec.structs import replace

from fustella.cli import progress
from fustella.cli.commands.export import OF_SOME_FORMATS
from fustella.cli.options import Scope, UsageError, editions, output_folder
from fustella.cli.problems import collect, report_refused, tell, without_inapplicable
from fustella.cli.tables import listing, table
from fustella.cli.terminal import fitted, path_from_here, plural
from fustella.core.words.patterns import visible_in_line
from fustella.export import ExportOptions, format_names
from fustella.export.push import push
from fustella.export.run import ExportDone, export_game, format_named


def run(asked: argparse.Namespace) -> int:
    """Export each game, print where it lies and what to do with it, and report problems."""
    if not asked.format:
        if asked.games or asked.dpi or any(getattr(asked, one.name) for one in OF_SOME_FORMATS):
            raise UsageError("say for whom: add --to FORMAT; fustella export shows all formats")
        rows = [(name, format_named(name).ABOUT) for name in format_names()]
        print(listing(rows))
        print("\nwrite: fustella export --to png")
        return 0
    takes = format_named(asked.format).OPTIONS
    for one in OF_SOME_FORMATS:
        if getattr(asked, one.name) and one.name not in takes:
            told = f"not with --to {asked.format}; it is for {_formats_with(one.name)}"
            raise UsageError(f"argument {one.flags[0]}: {told}")
    project, games = Scope.of(asked).resolve()
    options = ExportOptions.of(
        asked,
        output=output_folder(project, asked.output),
        profile=asked.profile.absolute() if asked.profile else None,
    )
    done, problems = collect(
        editions(project, games, asked.language),
        lambda each: export_game(
            project,
            each[0],
            replace(options, language=each[1]),
            progress.show,
            force=asked.force,
            strict=asked.strict,
        ),
    )
    if done:
        if not asked.games:
            problems = without_inapplicable(problems)
        print(_table(done))
        for note in dict.fromkeys(note for one in done for note in one.notes):
            print(fitted(visible_in_line(note), sys.stdout))
        if asked.push:
            for one in done:
                print(push((one.folder / f"{one.game}.json").read_bytes()))
        tell(told for one in done for told in one.warnings)
    if problems:
        return report_refused(problems, "nothing was replaced")
    return 0


def _formats_with(option: str) -> str:
    """The formats that take an option: `--to png, --to tts`."""
    names = (name for name in format_names() if option in format_named(name).OPTIONS)
    return ", ".join(f"--to {name}" for name in names)


def _table(done: Sequence[ExportDone]) -> str:
    rows = []
    for one in done:
        megabytes = sum(entry.bytes for entry in one.files) / 1e6
        made = f"{one.made} new" if one.made else "unchanged"
        files = plural(len(one.files), "file")
        rows.append((f"{path_from_here(one.folder)}/", files, made, f"{megabytes:.1f} MB"))
    return table(("folder", "files", "", "size"), rows, "lrrr")
