"""`fustella translate`: lists missing texts, writes files for translators, takes them back."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fustella.build import BuildOptions, Job
from fustella.build.publish import as_problem
from fustella.cli import progress
from fustella.cli.options import ALL, Scope, UsageError, game_named, output_folder, project_in
from fustella.cli.problems import collect, report, tell
from fustella.cli.tables import shorten, table
from fustella.cli.terminal import path_from_here, plural
from fustella.core.files.journal import write_all
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.words.patterns import visible_in_line
from fustella.draw.text.fit import TextRoom
from fustella.read import languages_of
from fustella.review.repair import apply
from fustella.translate.entries import TextEntry, Texts, TextState, summed, texts_of
from fustella.translate.exchange import Returned, ReturnedFile
from fustella.translate.fit import TranslationFit, drawn_by, refused_in, refused_in_booklet
from fustella.translate.update import Update, plan_update

FOLDER = "translations"
"""The folder of files for translators, in the output folder of a game."""

_ONE_LANGUAGE = "every game is in one language; add others to `languages` in game.yaml"


def show(arguments: argparse.Namespace) -> int:
    """Runs `translate list`: prints missing, changed and too long texts in each language."""
    project, games = Scope.of(arguments).resolve()
    output = output_folder(project, arguments.output)

    def read(pair: tuple[str, str]) -> Texts:
        texts = texts_of(project, *pair)
        if any(entry.words for entry in texts.entries):
            texts = texts.with_fit(_fit_of(_job(project, texts, output)).too_long, {})
        return texts

    editions, problems = collect(_editions_of(project, games, arguments.language or ALL), read)
    for texts in editions:
        print(f"{texts.game.id} {texts.first} → {texts.language}: {_summary(texts)}")
        shown = [text for text in texts.entries if text.wanted or text.too_long or arguments.all]
        if shown:
            print()
            print(
                table(("", "text", "translation", "where"), [_row(text) for text in shown], "llll")
            )
            print()
        for line in _lines_about_stale(texts):
            print(visible_in_line(line))
    if not (editions or problems):
        print(_ONE_LANGUAGE)
    return report(problems) if problems else 0


def export(arguments: argparse.Namespace) -> int:
    """Runs `translate export`: writes a file for each game and language, with room for texts."""
    project, games = Scope.of(arguments).resolve()
    output = output_folder(project, arguments.output)
    rooms: dict[str, Mapping[Place, TextRoom]] = {}

    def write(pair: tuple[str, str]) -> tuple[str, ...]:
        game, language = pair
        texts = texts_of(project, game, language)
        if game not in rooms:
            progress.show(f"{game}: measuring in {texts.first}")
            rooms[game] = drawn_by(_job(project, texts, output, texts.first), anew=True).rooms
        texts = texts.with_fit(_fit_of(_job(project, texts, output)).too_long, rooms[game])
        entries = [
            entry
            for entry in texts.entries
            if entry.wanted or entry.too_long or not arguments.missing
        ]
        path = output / game / FOLDER / f"{game}-{language}.{arguments.to}"
        content = _bytes_of(arguments.to, texts, entries)
        with as_problem(path):
            write_all(output, {path: content})
        return str(path_from_here(path)), _summary(texts)

    rows, problems = collect(_editions_of(project, games, arguments.language or ALL), write)
    if rows:
        print(table(("file", "texts"), rows, "ll"))
    elif not problems:
        print(_ONE_LANGUAGE)
    return report(problems, "") if problems else 0


def take(arguments: argparse.Namespace) -> int:
    """Runs `translate import`: writes the texts of translators, prints those that do not fit."""
    project = project_in(arguments.project)
    taken, unsure = _texts_by_edition(project, arguments)

    def plan(pair: tuple[str, str]) -> Update:
        return plan_update(project, texts_of(project, *pair), taken[pair])

    plans, problems = collect(taken, plan)
    if problems:
        raise ProblemsFound(problems)
    output = output_folder(project, arguments.output)
    command = f"fustella translate import {' '.join(path.name for path in arguments.files)}"
    left = False
    for (game, language), planned in zip(taken, plans, strict=True):
        if arguments.dry_run:
            update = planned
            print(update.plan.diff(), end="")
        else:  # planned anew after the first, for its files may have been written by now
            update = planned if planned is plans[0] else plan((game, language))
            apply(update.plan, project, command)
        for line in _lines_about(update, language, dry=arguments.dry_run):
            print(visible_in_line(line))
        left = left or bool(update.by_hand)
        for text in update.by_hand:
            line_said = f"{text.repair.place}: {text.reason}: write “{text.repair.new}”"
            print(visible_in_line(line_said), file=sys.stderr)
    if unsure:
        print(f"{plural(unsure, 'text')} marked as fuzzy: not taken")
    if not arguments.dry_run:
        for game, language in taken:
            _print_lacking(project, game, language, output)
    return 1 if left else 0


def _texts_by_edition(
    project: Project, arguments: argparse.Namespace
) -> tuple[dict[tuple[str, str], list[Returned]], int]:
    """The texts from all files, by game and language, and the number of fuzzy texts.

    Raises ProblemsFound with what is wrong with any file, and UsageError.
    """

    def read(path: Path) -> tuple[str, ReturnedFile]:
        game = game_named(project, arguments.game) if arguments.game else _game_of(project, path)
        return game, _texts_in(path, languages_of(project, game))

    by_game, problems = collect(dict.fromkeys(arguments.files), read)
    if problems:
        raise ProblemsFound(problems)
    taken: dict[tuple[str, str], list[Returned]] = {}
    for game, returned in by_game:
        for language, texts in returned.by_language.items():
            if not arguments.language or language.casefold() == arguments.language.casefold():
                taken.setdefault((game, language), []).extend(texts)
    if not taken:
        names = ", ".join(path.name for path in arguments.files)
        raise UsageError(f"argument --language: {names} has no `{arguments.language}`")
    return taken, sum(returned.unsure for _, returned in by_game)


def _print_lacking(project: Project, game: str, language: str, output: Path) -> None:
    """Prints the texts that a language still lacks, and those that do not fit."""
    texts = texts_of(project, game, language)
    job = _job(project, texts, output)
    faults = _fit_of(job).faults
    print(f"{game} {texts.first} → {language}: {_summary(texts)}")
    tell((*faults, *refused_in(job), *refused_in_booklet(job)))


def _job(project: Project, texts: Texts, output: Path, language: str = "") -> Job:
    """A job for the game of some texts, in their language, or in `language`."""
    options = BuildOptions("", Duplex.LONG_EDGE, output, language or texts.language)
    return Job(project, texts.game.id, options).given(game=texts.game)


def _fit_of(job: Job) -> TranslationFit:
    """The fit of a game's texts in a language, found by drawing the game."""
    progress.show(f"{job.game_id}: drawing in {job.edition.language}")
    return drawn_by(job)


def _editions_of(project: Project, games: Sequence[str], language: str) -> list[tuple[str, str]]:
    """Each game with the language; for ALL, each game with each of its later languages."""
    if language != ALL:
        return [(game, language) for game in games]
    return [(game, other) for game in games for other in languages_of(project, game)[1:]]


def _game_of(project: Project, path: Path) -> str:
    """The game of a file: the project's only game, or the game whose id begins the file's name.

    Raises ProblemsFound: E002.
    """
    games = project.games()
    if len(games) == 1:
        return games[0]
    named = [game for game in games if path.name.startswith(f"{game}-")]
    if named:
        return max(named, key=len)
    hint = did_you_mean(path.stem, games) or "say which: fustella translate import FILE --game GAME"
    message = "its name does not say which game it translates"
    raise ProblemsFound([Problem("E002", Place(str(path)), message, hint)])


def _texts_in(path: Path, languages: Sequence[str]) -> ReturnedFile:
    """The texts in a file, read in the format of its ending. Raises ProblemsFound."""
    name = path.as_posix()
    if path.suffix.lower() == ".po":
        from fustella.translate.exchange import po  # noqa: PLC0415

        return po.returned(path, name, languages)
    from fustella.read.spreadsheets import ENDINGS  # noqa: PLC0415
    from fustella.translate.exchange import sheets  # noqa: PLC0415

    if path.suffix.lower() not in ENDINGS:
        message = f"a {path.suffix or 'file without an ending'} cannot be read"
        hint = f"save it as one of: .po, {', '.join(ENDINGS)}"
        raise ProblemsFound([Problem("E151", Place(name), message, hint)])
    return sheets.returned(path, name, languages)


def _bytes_of(form: str, texts: Texts, entries: Sequence[TextEntry]) -> bytes:
    if form == "po":
        from fustella.translate.exchange import po  # noqa: PLC0415

        return po.po_of(texts, entries)
    from fustella.translate.exchange import sheets  # noqa: PLC0415

    return sheets.xlsx_of(texts, entries) if form == "xlsx" else sheets.csv_of(texts, entries)


def _summary(texts: Texts) -> str:
    counts = summed(texts.entries)
    parts = [plural(len(texts.entries), "text")]
    parts += (
        f"{count} {state}"
        for state, count in counts.items()
        if count and state != TextState.TRANSLATED
    )
    long = sum(bool(entry.too_long) for entry in texts.entries)
    parts = parts if len(parts) > 1 else [*parts, "nothing missing"]
    return ", ".join([*parts, f"{long} too long"] if long else parts)


def _row(entry: TextEntry) -> tuple[str, ...]:
    state = "" if entry.state is TextState.TRANSLATED else str(entry.state)
    state = entry.too_long[0] if entry.too_long else state
    place = entry.spots[0].place
    more = f" +{len(entry.spots) - 1}" if len(entry.spots) > 1 else ""
    was = f"was: {entry.before}" if entry.before else entry.translation
    return state, _line(entry.text), _line(was), f"{place.spot}{more}"


def _line(text: str) -> str:
    """A text as one short line."""
    return shorten(" ".join(text.split()), 48)


def _lines_about_stale(texts: Texts) -> Iterator[str]:
    """Yields lines about rows of tables that translate texts no longer in the game."""
    by_file: dict[str, list[int]] = {}
    for row in texts.stale:
        by_file.setdefault(row.place.file, []).append(row.place.line)
    for place in texts.booklet.alone if texts.booklet else ():
        yield f"{place.spot}: the chapter in {texts.first} has nothing beside this"
    for file, rows in by_file.items():
        shown = ", ".join(map(str, rows[:9])) + (", …" if len(rows) > 9 else "")
        yield f"{file}: rows {shown} translate texts that are not in the game any more"


def _lines_about(update: Update, language: str, *, dry: bool) -> Iterator[str]:
    files = ", ".join(file.name for file in update.plan.changed)
    counts = [
        f"{count} {noun}"
        for count, noun in (
            (update.new, "new"),
            (update.corrected, "corrected"),
            (update.same, "as before"),
            (update.empty, "empty"),
        )
        if count
    ]
    yield f"{language}: {', '.join(counts) or 'no texts'}"
    if files:
        yield f"{'would be written' if dry else 'written'}: {files}"
    for entries, why in (
        (update.changed, "is another text by now: translate it again"),
        (update.unknown, "is no text of this game"),
    ):
        for entry in entries[:5]:
            yield f"{entry.place.spot}: “{_line(entry.text)}” {why}"
        if len(entries) > 5:
            yield f"and {len(entries) - 5} more like these"
