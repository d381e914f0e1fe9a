"""`fustella build`: builds the PDFs of games."""

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from fustella.build import UNCHECKED_NOTE, BuildOptions, Built, already_built, inputs_of
from fustella.cli import progress
from fustella.cli.commands.build import KitOptions
from fustella.cli.options import Scope, UsageError, build_options, editions
from fustella.cli.problems import collect, report_refused, tell, without_inapplicable
from fustella.cli.tables import table_of_files
from fustella.cli.terminal import plural
from fustella.core.files.project import GAME_FILE, SCHEMAS, Project
from fustella.core.files.reading import fails, files_in
from fustella.core.processes.parallel import in_processes, jobs
from fustella.core.values.paper import Cutter
from fustella.core.values.problems import UNFIT, Problem, ProblemsFound
from fustella.core.words.patterns import visible_in_line


def run(arguments: argparse.Namespace) -> int:
    kit = KitOptions.of(arguments)
    if kit != KitOptions():
        # Builds for kits compare drawings: their libraries take longer to load than a plain build
        # in which nothing changed.
        from fustella.cli.build_kit import build_kit  # noqa: PLC0415

        work = partial(build_kit, arguments=arguments, kit=kit)
    else:
        work = partial(build, arguments=arguments)
    scope = Scope.of(arguments)
    if arguments.watch:
        if arguments.format == "json":
            raise UsageError("argument --format: a report is written at the end; leave --watch out")
        from fustella.cli.watch import watch  # noqa: PLC0415  (a single build waits for nothing)

        return watch(scope, lambda games: work(replace(scope, games=games)), debug=arguments.debug)
    return work(scope)


def build(scope: Scope, arguments: argparse.Namespace) -> int:
    """Builds each game that is not up to date, prints a table of its files and reports problems."""
    refuse_contradictions(arguments)
    project, games = scope.resolve()
    options = build_options(arguments, project)
    built, problems = builds(project, games, options)
    if built and not scope.games:
        problems = without_inapplicable(problems)
    if arguments.format == "json":
        print(_report(built, problems, draft=options.printing.draft))
    elif built:
        print(table_of_files(built, options.choice.players))
        for entry in (entry for edition in built for entry in edition.printed if entry.note):
            print(visible_in_line(entry.note))
        if any(edition.unchecked for edition in built):
            print(UNCHECKED_NOTE)
        if options.printing.draft:
            print(_draft_note(built))
        tell(warning for edition in built for warning in edition.warnings)
    if not problems:
        return 0
    kept = ", ".join(game for game in games if game not in {edition.game for edition in built})
    untouched = f"the files of {kept} are as they were" if kept else "other files are as they were"
    return report_refused(problems, untouched if built else "nothing was replaced")


def refuse_contradictions(arguments: argparse.Namespace) -> None:
    """Raises UsageError where options of a build contradict each other."""
    if arguments.shop and arguments.pages:
        raise UsageError("argument --pages: --shop makes no sheets; leave one of the two out")
    if arguments.shop and arguments.cutter is not Cutter.NONE:
        raise UsageError("argument --cutter: --shop makes no sheets; leave one of the two out")
    if arguments.shop and arguments.draft:
        raise UsageError("argument --draft: a print shop gets no drafts; leave one of the two out")
    if arguments.force and not arguments.cover:
        raise UsageError(
            "argument --no-cover: the cover says what --force let pass; leave --no-cover out"
        )


def builds(
    project: Project, games: Sequence[str], options: BuildOptions
) -> tuple[list[Built], list[Problem]]:
    """Builds games in the languages of the options; returns the builds, and all problems."""
    wanted = editions(project, games, options.language)
    return collect(_editions_built(project, wanted, options), _result)


def _draft_note(built: Sequence[Built]) -> str:
    """The line below the table of a draft: how many texts do not fit."""
    unfit = sum(one.code in UNFIT for edition in built for one in edition.warnings)
    if not unfit:
        return "draft: every text fits"
    verb = "does" if unfit == 1 else "do"
    return f"draft: {plural(unfit, 'text')} {verb} not fit; what hangs over is red"


def _report(built: Sequence[Built], problems: Sequence[Problem], *, draft: bool) -> str:
    from fustella.cli.made_report import as_json, made_json  # noqa: PLC0415  (for programs alone)

    notes = [entry.note for edition in built for entry in edition.printed if entry.note]
    notes += [UNCHECKED_NOTE for edition in built if edition.unchecked]
    notes += [_draft_note(built)] if draft else []
    return as_json(
        [made_json(one.game, one.folder, one.printed, unchanged=one.unchanged) for one in built],
        (*problems, *(warning for edition in built for warning in edition.warnings)),
        notes,
    )


_Outcome: TypeAlias = Built | tuple[Problem, ...]
"""The record of a build, or the problems that prevented it.

Problems are kept without their exception, which would keep its stack in memory.
"""


def _editions_built(
    project: Project, wanted: Sequence[tuple[str, str]], options: BuildOptions
) -> list[_Outcome]:
    """Builds editions, which are pairs of a game and a language, several at once.

    Returns the outcome of each edition. If the schemas could not be written, their problems come
    last.
    """
    outcomes: dict[tuple[str, str], _Outcome] = {}
    inputs: dict[str, str] = {}
    for game, language in wanted:
        try:
            inputs[game] = inputs.get(game) or inputs_of(project, game)
            known = _last_build(game, replace(options, language=language), inputs[game])
        except ProblemsFound as error:
            outcomes[game, language] = error.problems
            continue
        if known is not None:
            outcomes[game, language] = known
    missing = [each for each in wanted if each not in outcomes]
    games = list(dict.fromkeys(game for game, _ in wanted))
    changed = len(missing) or any(not isinstance(outcome, Built) for outcome in outcomes.values())
    unwritten: tuple[Problem, ...] = ()
    if (project.root / SCHEMAS).is_dir() and (changed or _schemas_are_older(project, games)):
        # The modules that describe files are loaded only when a file was saved. They are needed
        # before the build: the next one does not look at files that are up to date.
        from fustella.schema import refresh  # noqa: PLC0415

        progress.show("describing the files for editors")
        unwritten = refresh(project, games)
    if missing:
        # The libraries that draw and write PDFs are loaded only when there is work for them, and
        # once for all processes.
        from fustella.build.pipeline import load  # noqa: PLC0415

        load()
    if len(missing) > 1:  # the largest first, because all wait for the last one
        missing.sort(key=lambda each: -_bytes_of(project, each[0]))
    work = partial(_outcome_of, project, options, inputs)
    new = in_processes(work, missing, jobs())
    outcomes |= zip(missing, new, strict=True)
    return [*(outcomes[each] for each in wanted), *([unwritten] if unwritten else [])]


def _schemas_are_older(project: Project, games: Sequence[str]) -> bool:
    """Whether a schema is older than its game.yaml, because writing it may have failed."""
    for game in games:
        schema = project.root / SCHEMAS / project.schema_of(game, "game")
        try:
            written = schema.stat().st_mtime_ns
            if (project.folder_of(game) / GAME_FILE).stat().st_mtime_ns > written:
                return True
        except OSError as error:
            if fails(error):  # writing them reports it
                return True
    return False


def _bytes_of(project: Project, game: str) -> int:
    """The size of a game's files; the time of its build is about proportional to it."""
    size_bytes = 0
    with suppress(OSError, ProblemsFound):  # reported where it is read
        for folder in (project.folder_of(game), project.templates_of(game)):
            size_bytes += sum(path.stat().st_size for path in files_in(folder, project.root))
    return size_bytes


def _last_build(game: str, options: BuildOptions, inputs: str) -> Built | None:
    """The last build, if nothing has changed since; else None.

    With --force, a box that was marked as unchecked counts, too; a box that agreed takes
    precedence.
    """
    marked = already_built(game, options, inputs, unchecked=True) if options.force else None
    known = already_built(game, options, inputs) or marked
    return None if known is None or (options.strict and known.warnings) else known


def _outcome_of(
    project: Project, options: BuildOptions, inputs: Mapping[str, str], edition: tuple[str, str]
) -> _Outcome:
    from fustella.build.pipeline import build_game  # noqa: PLC0415

    game, language = edition
    try:
        options = replace(options, language=language)
        return build_game(project, game, options, inputs[game], progress.show)
    except ProblemsFound as error:
        return error.problems


def _result(outcome: _Outcome) -> Built:
    if isinstance(outcome, Built):
        return outcome
    raise ProblemsFound(outcome)
