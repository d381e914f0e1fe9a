"""`fustella job`: makes the outputs that jobs.yaml of a game names, and their manifest.

A job is a line of a command, which is parsed and run as if it had been typed, with the game, the
project and the output folder of this command. Jobs may come from a stranger: they name no other
game, write nowhere else, and read no file outside of the project.
"""

import argparse
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr
from importlib import import_module
from pathlib import Path

from fustella.build.stamps import STAMPS
from fustella.cli.arguments import parse
from fustella.cli.options import OUTPUT, PROJECT, game_named, output_folder, project_in
from fustella.cli.problems import PROBLEMS, report, report_refused
from fustella.cli.tables import listing
from fustella.core.files.journal import write_all
from fustella.core.files.project import Project
from fustella.core.files.reading import files_in, is_inside, is_there, read_own
from fustella.core.values.codes import box_code
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_spelt, did_you_mean
from fustella.core.words.patterns import escaped_in_json, visible_in_line
from fustella.read import TypedJob, jobs_file, read_jobs

MANIFEST = "manifest.json"

COMMANDS = ("build", "export", "plan", "quote", "rules")
"""The commands that a job may be: those that make files of a game, and change nothing else."""

_OURS = frozenset((PROJECT.name, OUTPUT.name, "games", "git_dir"))
"""The arguments that `fustella job` gives to its jobs."""

_FORBIDDEN = frozenset(("push", "watch", "open", "prune", "copies_from"))
"""Options that reach beyond the output folder, or do not end."""

_NOT_LISTED = frozenset((MANIFEST, STAMPS, "codes.json"))


def run(arguments: argparse.Namespace) -> int:
    """Makes the jobs of a game, or shows them, or compares its files with the manifest."""
    project = project_in(arguments.project)
    game = game_named(project, arguments.game)
    output = output_folder(project, arguments.output)
    if not is_there(path := jobs_file(project, game)):
        hint = "write its jobs into it, by name: {print: build --paper A4}"
        place = Place(project.name_of(path))
        raise ProblemsFound([Problem("E740", place, "this game has no jobs yet", hint)])
    jobs = read_jobs(project, game)
    chosen = _chosen(jobs, arguments.names)
    parsed = _parsed(project, game, output, chosen)
    if arguments.list:
        print(listing([(job.name, visible_in_line(" ".join(job.words))) for job in chosen]))
        return 0
    if arguments.check:
        return _compare(project, game, output)
    code = 0
    for job, words in zip(chosen, parsed, strict=True):
        if arguments.format == "text":
            print(f"\n{job.name}: fustella {visible_in_line(' '.join(job.words))}")
        code = _run(words) or code
    manifest = _manifest(project, game, output, jobs)
    write_all(output, {output / game / MANIFEST: manifest})
    if arguments.format == "json":
        print(manifest.decode().strip())
    else:
        print(f"\n{len(json.loads(manifest)['files'])} files, with their sums in {MANIFEST}")
    return PROBLEMS if code else 0


def _chosen(jobs: Mapping[str, TypedJob], names: Sequence[str]) -> list[TypedJob]:
    """The jobs of these names, all without names. Raises ProblemsFound: E740."""
    known, problems = list[TypedJob](), list[Problem]()
    for typed in names:
        name = as_spelt(typed, jobs)
        if name in jobs:
            known.append(jobs[name])
        else:
            place = next(iter(jobs.values())).place
            message = f"there is no job `{typed}`"
            problems.append(Problem("E740", place, message, did_you_mean(typed, jobs)))
    if problems:
        raise ProblemsFound(problems)
    return known if names else [*jobs.values()]


def _parsed(
    project: Project, game: str, output: Path, jobs: Sequence[TypedJob]
) -> list[argparse.Namespace]:
    """The arguments of the commands of jobs. Raises ProblemsFound: E741, E742, all of them."""
    found, problems = list[argparse.Namespace](), list[Problem]()
    for job in jobs:
        try:
            found.append(_parsed_job(project, game, output, job))
        except ProblemsFound as faults:
            problems += faults.problems
    if problems:
        raise ProblemsFound(problems)
    return found


def _parsed_job(project: Project, game: str, output: Path, job: TypedJob) -> argparse.Namespace:
    command = job.words[0]
    if command not in COMMANDS:
        message = f"`{command}` is no command of a job"
        hint = did_you_mean(command, COMMANDS) or f"a job is one of {', '.join(COMMANDS)}"
        raise ProblemsFound([Problem("E741", job.place, message, hint)])
    said = io.StringIO()
    try:
        with redirect_stderr(said):
            parsed = parse(job.words)
    except SystemExit:
        lines = [line.strip() for line in said.getvalue().splitlines() if line.strip()]
        message = " ".join(lines[:-1]).partition(": ")[2] or "it is only help"
        hint = lines[-1] if lines else "write what the command is to make"
        raise ProblemsFound([Problem("E741", job.place, message, hint)]) from None
    if refused := [*_refused(project, parsed, job)]:
        raise ProblemsFound(refused)
    parsed.project, parsed.output, parsed.games = project.root, output, (game,)
    return parsed


def _refused(project: Project, parsed: argparse.Namespace, job: TypedJob) -> Iterator[Problem]:
    """Yields E742 for each argument that a job may not have."""
    for option in parsed.parser.takes():
        value = getattr(parsed, option.name, option.usual)
        said = option.flags[0] if option.flags else f"`{option.value}`"
        if value in (option.usual, [], ()) or value == list(option.usual or ()):
            continue
        if option.name in _OURS or option.name in _FORBIDDEN:
            message = f"{said} stands in a job"
            hint = "leave it out: a job is of this game, and writes into the output folder"
            yield Problem("E742", job.place, message, hint)
        elif isinstance(value, Path):
            inside = (project.root / value).resolve()
            if not is_inside(inside, project.root) or not inside.is_relative_to(project.root):
                message = f"{said} names a file outside of the project"
                yield Problem("E742", job.place, message, "put the file into the project")
            else:
                setattr(parsed, option.name, inside)


def _run(parsed: argparse.Namespace) -> int:
    """Runs a command as if it had been typed; its problems are told, and other jobs go on."""
    module, _, function = parsed.entry.partition(":")
    command: Callable[[argparse.Namespace], int] = getattr(import_module(module), function)
    try:
        return command(parsed)
    except ProblemsFound as faults:
        return report_refused(faults.problems, "nothing was replaced")


def _manifest(project: Project, game: str, output: Path, jobs: Mapping[str, TypedJob]) -> bytes:
    """The manifest: the jobs, the version of the box, and the sum of each file of the game."""
    from fustella.build.inputs import load_game  # noqa: PLC0415  (a list of jobs reads no game)

    read = load_game(project, game)
    plain = {
        "game": game,
        "versions": {language: box_code(read, language) for language in read.languages},
        "jobs": {name: " ".join(job.words) for name, job in jobs.items()},
        "files": {
            name: {"bytes": size, "sha256": digest} for name, size, digest in _sums(game, output)
        },
    }
    return (escaped_in_json(json.dumps(plain, ensure_ascii=False, indent=1)) + "\n").encode()


def _sums(game: str, output: Path) -> Iterator[tuple[str, int, str]]:
    """Yields each file of a game in the output folder: its name, its bytes and its SHA-256."""
    folder = output / game
    for path in sorted(files_in(folder, output)):
        if path.name not in _NOT_LISTED and path.name[0] != ".":
            data = path.read_bytes()
            name = path.relative_to(folder).as_posix()
            yield name, len(data), hashlib.sha256(data).hexdigest()


def _compare(project: Project, game: str, output: Path) -> int:
    """Compares the files that are there with the manifest; 1 if one differs. E743."""
    path = output / game / MANIFEST
    if not is_there(path):
        hint = f"make it: fustella job {game}"
        place = next(iter(read_jobs(project, game).values())).place
        return report([Problem("E743", place, "there is no manifest yet", hint)])
    place = next(iter(read_jobs(project, game).values())).place
    try:
        listed = json.loads(read_own(path))["files"]
        known = {name: one["sha256"] for name, one in listed.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        hint = f"make it anew: fustella job {game}"
        return report([Problem("E743", place, "the manifest cannot be read", hint)])
    there = {name: digest for name, _, digest in _sums(game, output)}
    problems = list[Problem]()
    for name in sorted({*known, *there}):
        if known.get(name) == there.get(name):
            continue
        how = "is missing" if name not in there else "differs" if name in known else "is new"
        hint = f"make the files anew: fustella job {game}"
        problems.append(Problem("E743", place, f"`{name}` {how}", hint, cause="manifest"))
    if problems:
        return report(problems)
    print(f"{len(there)} files are those of {MANIFEST}")
    return 0
