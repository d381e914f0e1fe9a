"""`fustella job`: makes the outputs that jobs.yaml names."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from fustella.build import UNCHECKED_NOTE, Built, OutputRecord
from fustella.build.inputs import load_game
from fustella.build.publish import as_problem
from fustella.cli.build import builds, refuse_contradictions
from fustella.cli.check_report import problems_json
from fustella.cli.export import exports, refuse_unfit
from fustella.cli.options import (
    UsageError,
    build_options,
    editions,
    game_named,
    only_game,
    output_folder,
    project_in,
    refuse_unknown,
)
from fustella.cli.problems import report, tell
from fustella.cli.rules import booklets
from fustella.cli.tables import listing, table
from fustella.cli.terminal import file_size, fitted, path_from_here, plural
from fustella.core.files.project import Project
from fustella.core.values.codes import box_code
from fustella.core.values.problems import (
    Collected,
    Place,
    Problem,
    ProblemsFound,
    did_you_mean,
)
from fustella.core.words.patterns import escaped_in_json, visible_in_line
from fustella.export.jobs import (
    MANIFEST,
    TAKES,
    MadeFile,
    Manifest,
    jobs_folder,
    problems_of_sums,
    read_manifest,
    write_manifest,
)
from fustella.read.jobs import OutputJob, jobs_file, read_jobs


class JobOutput(Struct, frozen=True):
    """What a job made in one language."""

    folder: Path
    language: str
    records: tuple[OutputRecord, ...]
    unchanged: bool
    warnings: tuple[Problem, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, built: Built, language: str) -> "JobOutput":
        """What was built in a language; it says so where the box was not checked."""
        notes = [record.note for record in built.printed if record.note]
        notes += [UNCHECKED_NOTE] if built.unchecked else []
        return cls(
            built.folder, language, built.printed, built.unchanged, built.warnings, tuple(notes)
        )


class Done(Struct, frozen=True):
    """What became of a job: its parts, and why others were not made."""

    job: OutputJob
    parts: tuple[JobOutput, ...]
    problems: tuple[Problem, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(note for part in self.parts for note in part.notes))

    @property
    def state(self) -> str:
        if self.problems:
            return f"failed: {', '.join(sorted({one.code for one in self.problems}))}"
        return "unchanged" if all(part.unchanged for part in self.parts) else "made"


def run(arguments: argparse.Namespace) -> int:
    """Makes jobs, prints what became of each, writes the manifest, and reports problems."""
    if arguments.list and arguments.check:
        raise UsageError("argument --check: --list makes and checks nothing; leave one out")
    project = project_in(arguments.project)
    game, names = _game_and_names(project, arguments.words)
    refuse_unknown(project, [game])
    problems = Collected()
    known = read_jobs(project, game, TAKES, problems)
    faulty = bool(problems)
    jobs = _named(project, game, known, names, problems)
    if arguments.list:
        return _list(jobs, problems, arguments.format)
    output = output_folder(project, arguments.output)
    if arguments.check:
        return _check(output, game, jobs, problems, arguments.format)
    done = [_made(project, game, job, output) for job in jobs]
    problems += [problem for one in done for problem in one.problems]
    try:
        with as_problem(output):
            before = read_manifest(output, game) or Manifest(game)
            if not faulty:  # a job with a fault is a job, and keeps its files
                kept = {job.name for job in known}
                before = Manifest(game, tuple(one for one in before.files if one.job in kept))
            write_manifest(output, _summed(project, before, jobs_folder(output, game), done))
    except ProblemsFound as error:
        problems += error.problems
    warnings = [warning for one in done for part in one.parts for warning in part.warnings]
    if arguments.format == "json":
        _print_json({"game": game, "jobs": [*map(_json, done)]}, [*problems, *warnings])
    elif done:
        rows = [_row(jobs_folder(output, game), one) for one in done]
        print(table(("job", "folder", "files", "", "size"), rows, "llrlr"))
        for note in dict.fromkeys(f"{one.job.name}: {note}" for one in done for note in one.notes):
            print(fitted(visible_in_line(note), sys.stdout))
        tell(warnings)
    if not problems:
        return 0
    made = any(one.parts for one in done)
    return report(problems, "other jobs are made" if made else "nothing was replaced")


def _named(
    project: Project,
    game: str,
    known: Sequence[OutputJob],
    names: Sequence[str],
    problems: list[Problem],
) -> list[OutputJob]:
    """The jobs with the given names, or all; E740 for a name that none has, faulty or not."""
    by_name = {job.name: job for job in known}
    faulty = {problem.place.key for problem in problems}
    file = project.name_of(jobs_file(project, game))
    for name in dict.fromkeys(names):
        if name not in by_name and not any(f"{key}.".startswith(f"jobs.{name}.") for key in faulty):
            hint = did_you_mean(name, by_name) or "`--list` shows them"
            problems.append(Problem("E740", Place(file), f"there is no job `{name}`", hint))
    return [job for job in known if job.name in names or not names]


def _made(project: Project, game: str, job: OutputJob, output: Path) -> Done:
    """Makes a job in each of its languages."""
    values: dict[str, Any] = {**job.values, "output": output}
    arguments = argparse.Namespace(**values)
    try:
        parts, problems = _MAKERS[job.command](project, game, arguments, job.name)
    except UsageError as error:
        message, _, hint = str(error).removeprefix("argument ").rpartition("; ")
        return Done(job, (), (Problem("E742", job.place, message or hint, hint),))
    except ProblemsFound as error:
        return Done(job, (), error.problems)
    return Done(job, tuple(parts), tuple(problems))


_Parts = tuple[list[JobOutput], list[Problem]]


def _build(project: Project, game: str, arguments: argparse.Namespace, job: str) -> _Parts:
    refuse_contradictions(arguments)
    options = replace(build_options(arguments, project), job=job)

    def each(language: str) -> _Parts:
        found, problems = builds(project, [game], replace(options, language=language))
        return [JobOutput.of(one, language) for one in found], problems

    return _in_languages(project, game, arguments.language, each)


def _export(project: Project, game: str, arguments: argparse.Namespace, job: str) -> _Parts:
    if not arguments.format:
        raise UsageError("an export needs a format; write `to: png`")
    refuse_unfit(arguments)

    def each(language: str) -> _Parts:
        arguments.language = language
        found, problems = exports(project, [game], arguments, job)
        return [
            JobOutput(one.folder, language, one.files, not one.made, one.warnings, one.notes)
            for one in found
        ], problems

    return _in_languages(project, game, arguments.language, each)


def _rules(project: Project, game: str, arguments: argparse.Namespace, job: str) -> _Parts:
    def each(language: str) -> _Parts:
        arguments.language = language
        found, problems = booklets(project, [game], arguments, job)
        return [JobOutput.of(one, language) for one in found], problems

    return _in_languages(project, game, arguments.language, each)


_MAKERS = {"build": _build, "export": _export, "rules": _rules}


def _in_languages(
    project: Project, game: str, language: str, each: Callable[[str], _Parts]
) -> _Parts:
    """What is made in each language that is asked for, and all problems."""
    parts: list[JobOutput] = []
    problems: list[Problem] = []
    for _, one in editions(project, [game], language):
        made, faults = each(one)
        parts += made
        problems += faults
    return parts, problems


def _summed(project: Project, before: Manifest, folder: Path, done: Sequence[Done]) -> Manifest:
    """The manifest in a folder after some jobs were made; files of other jobs stay in it.

    A file that an unchanged part has kept is of the version that it was of before.
    """
    versions = {(one.job, one.file, one.sha256): one.version for one in before.files}
    whole = cache(lambda: load_game(project, before.game))

    @cache
    def version(language: str) -> str:
        return box_code(whole(), language or whole().languages[0])

    files = {one.file: one for one in before.files}
    for one in done:
        if not one.problems:
            files = {name: file for name, file in files.items() if file.job != one.job.name}
        for part in one.parts:
            for record in part.records:
                name = (part.folder / record.file).relative_to(folder).as_posix()
                known = versions.get((one.job.name, name, record.sha256), "")
                code = (part.unchanged and known) or version(part.language)
                files[name] = MadeFile(one.job.name, name, record.bytes, record.sha256, code)
    return Manifest(before.game, tuple(sorted(files.values())))


def _game_and_names(project: Project, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The game and the jobs that were typed; a project's only game need not be."""
    if words:
        first = game_named(project, words[0])
        if first in project.games() or len(project.games()) > 1:
            return first, words[1:]
    return only_game(project), words


def _list(jobs: Sequence[OutputJob], problems: Sequence[Problem], form: str) -> int:
    rows = [(job.name, " ".join(job.words)) for job in jobs]
    if form == "json":
        _print_json({"jobs": [{"job": name, "makes": makes} for name, makes in rows]}, problems)
    elif rows:
        print(listing(rows))
    return report(problems) if problems else 0


def _check(
    output: Path, game: str, jobs: Sequence[OutputJob], problems: list[Problem], form: str
) -> int:
    manifest = read_manifest(output, game)
    path = jobs_folder(output, game) / MANIFEST
    if manifest is None or manifest.game != game:
        hint = f"run `fustella job {game}`"
        problems.append(Problem("E744", Place(str(path)), "there is no manifest of the jobs", hint))
        manifest = Manifest(game)
    else:
        problems += problems_of_sums(output, manifest, [job.name for job in jobs])
    names = {job.name for job in jobs}
    files = [one for one in manifest.files if one.job in names]
    if form == "json":
        _print_json({"game": game, "files": to_builtins(files)}, problems)
    elif not problems:
        print(f"{plural(len(files), 'file')}, all as {path_from_here(path)} has them")
    return report(problems) if problems else 0


def _row(home: Path, done: Done) -> tuple[str, ...]:
    folder = path_from_here(home / done.job.name)
    records = [record for part in done.parts for record in part.records]
    return (
        done.job.name,
        f"{folder}/" if records else "",
        str(len(records) or ""),
        done.state,
        file_size(sum(record.bytes for record in records)) if records else "",
    )


def _json(done: Done) -> dict[str, object]:
    return {
        "job": done.job.name,
        "command": done.job.command,
        "state": done.state.partition(":")[0],
        **({"notes": [*done.notes]} if done.notes else {}),
        "files": [
            {
                "file": (part.folder / record.file).as_posix(),
                "bytes": record.bytes,
                "sha256": record.sha256,
            }
            for part in done.parts
            for record in part.records
        ],
    }


def _print_json(plain: dict[str, object], problems: Sequence[Problem]) -> None:
    told = {**plain, **problems_json(problems)}
    print(escaped_in_json(json.dumps(told, ensure_ascii=False, indent=2)))
