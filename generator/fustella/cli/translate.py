"""`fustella translate`: what lacks a translation, files for translators, and what they bring."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fustella.cli import progress
from fustella.cli.options import ALL, Scope, UsageError, game_named, output_folder, project_in
from fustella.cli.problems import collect, report, tell
from fustella.cli.tables import shorten, table
from fustella.cli.terminal import path_from_here, plural
from fustella.core.files import write_whole
from fustella.core.problems import Place, Problem, ProblemsFound, as_spelt, did_you_mean
from fustella.core.project import Project
from fustella.read import languages_of
from fustella.review.repair import apply
from fustella.translate.entries import State, TextEntry, Texts, summed, texts_of
from fustella.translate.exchange import ReturnedFile
from fustella.translate.fit import faults_in, refused_in, too_long_at
from fustella.translate.update import Update, plan_update

FOLDER = "translations"
"""In the output folder of a game: files for translators."""

_ONE_LANGUAGE = "every game is in one language; add others to `languages` in game.yaml"


def show(asked: argparse.Namespace) -> int:
    """`translate list`: what is missing or changed, of each game in each of its languages."""
    project, games = Scope.of(asked).resolve()
    found, problems = collect(
        _pairs(project, games, asked.language or ALL), lambda pair: texts_of(project, *pair)
    )
    for texts in found:
        print(f"{texts.game.id} {texts.first} → {texts.language}: {_summary(texts)}")
        shown = texts.entries if asked.all else [one for one in texts.entries if one.wanted]
        if shown:
            print()
            print(table(("", "text", "translation", "where"), [_row(one) for one in shown], "llll"))
            print()
        if texts.stale:
            print(_stale(texts))
    if not (found or problems):
        print(_ONE_LANGUAGE)
    return report(problems) if problems else 0


def export(asked: argparse.Namespace) -> int:
    """`translate export`: a file for each game and language, with what does not fit."""
    project, games = Scope.of(asked).resolve()
    output = output_folder(project, asked.output)

    def write(pair: tuple[str, str]) -> tuple[str, ...]:
        game, language = pair
        texts = texts_of(project, game, language)
        progress.show(f"{game}: drawing in {language}")
        faults = faults_in(project, texts.game, language, output)
        texts = texts.with_faults(too_long_at(faults))
        entries = [one for one in texts.entries if one.wanted or one.too_long or not asked.missing]
        path = output / game / FOLDER / f"{game}-{language}.{asked.to}"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _bytes_of(asked.to, texts, entries))
        long = sum(bool(one.too_long) for one in texts.entries)
        fit = f"{long} do not fit" if long else "all fit"
        return str(path_from_here(path)), _summary(texts), fit

    rows, problems = collect(_pairs(project, games, asked.language or ALL), write)
    if rows:
        print(table(("file", "texts", ""), rows, "lll"))
    elif not problems:
        print(_ONE_LANGUAGE)
    return report(problems, "") if problems else 0


def take(asked: argparse.Namespace) -> int:
    """`translate import`: write what a translator filled in, and say what does not fit."""
    project = project_in(asked.project)
    path: Path = asked.file
    game = game_named(project, asked.game) if asked.game else _game_of(project, path)
    languages = languages_of(project, game)
    returned = _returned(path, languages)
    if asked.language:
        language = as_spelt(asked.language, returned.by_language)
        known = returned.by_language.get(language)
        if known is None:
            raise UsageError(f"argument --language: {path.name} has no `{language}`")
        returned = ReturnedFile({language: known}, returned.unsure)
    output = output_folder(project, asked.output)
    left = False
    for language, found in returned.by_language.items():
        update = plan_update(project, texts_of(project, game, language), found)
        if asked.dry_run:
            print(update.plan.diff(), end="")
        else:
            apply(update.plan, project, f"fustella translate import {path.name}")
        for line in _said(update, language, dry=asked.dry_run):
            print(line)
        left = left or bool(update.by_hand)
        for one in update.by_hand:
            print(f"{one.repair.place}: {one.reason}: write “{one.repair.new}”", file=sys.stderr)
    if returned.unsure:
        print(f"{plural(returned.unsure, 'text')} marked as fuzzy: not taken")
    if not asked.dry_run:
        for language in returned.by_language:
            _tell_of(project, game, language, output)
    return 1 if left else 0


def _tell_of(project: Project, game: str, language: str, output: Path) -> None:
    """Say what is still missing in a language, and what of it does not fit."""
    texts = texts_of(project, game, language)
    progress.show(f"{game}: drawing in {language}")
    faults = faults_in(project, texts.game, language, output)
    print(f"{game} {texts.first} → {language}: {_summary(texts)}")
    tell((*faults, *refused_in(project, texts.game)))


def _pairs(project: Project, games: Sequence[str], language: str) -> list[tuple[str, str]]:
    """Each game with the language, or with all but its first one."""
    if language != ALL:
        return [(game, language) for game in games]
    return [(game, other) for game in games for other in languages_of(project, game)[1:]]


def _game_of(project: Project, path: Path) -> str:
    """The game that a file is about: the only one, or that whose id begins the file's name.

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


def _returned(path: Path, languages: Sequence[str]) -> ReturnedFile:
    """What a file brought, by its ending. Raises ProblemsFound."""
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
        f"{count} {state}" for state, count in counts.items() if count and state != State.TRANSLATED
    )
    return ", ".join(parts if len(parts) > 1 else [*parts, "nothing missing"])


def _row(entry: TextEntry) -> tuple[str, ...]:
    state = "" if entry.state is State.TRANSLATED else str(entry.state)
    place = entry.spots[0].place
    more = f" +{len(entry.spots) - 1}" if len(entry.spots) > 1 else ""
    was = f"was: {entry.before}" if entry.before else entry.translation
    return state, _line(entry.text), _line(was), f"{place.spot}{more}"


def _line(text: str) -> str:
    """A text in one short line."""
    return shorten(" ".join(text.split()), 48)


def _stale(texts: Texts) -> str:
    lines = ", ".join(str(row.place.line) for row in texts.stale[:9])
    more = ", …" if len(texts.stale) > 9 else ""
    file = texts.stale[0].place.file
    return f"{file}: rows {lines}{more} translate texts that are not in the game any more"


def _said(update: Update, language: str, *, dry: bool) -> Iterator[str]:
    files = ", ".join(file.name for file in update.plan.changed)
    counts = [
        f"{count} {what}"
        for count, what in (
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
    for found, why in (
        (update.changed, "is another text by now: translate it again"),
        (update.unknown, "is no text of this game"),
    ):
        for one in found[:5]:
            yield f"{one.place.spot}: “{_line(one.text)}” {why}"
        if len(found) > 5:
            yield f"and {len(found) - 5} more like these"
