"""`fustella playtest import` and `report`: keeps played sessions, and adds them up."""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import compress

from msgspec import to_builtins

from fustella.cli.options import Scope, output_folder, project_in
from fustella.cli.problems import collect, tell
from fustella.cli.problems import report as report_problems
from fustella.cli.tables import table, width_of
from fustella.cli.terminal import path_from_here, plural, room, wrapped
from fustella.core.values.intervals import Share, Spread
from fustella.core.values.problems import Problem
from fustella.core.words.patterns import visible_in_line
from fustella.history import value_text
from fustella.play.importing import Imported, Importer, Put
from fustella.play.piece_rows import COLUMNS, PieceRow
from fustella.play.report import Report, Standing, VersionRow, report_of

_NAMED = 12
"""The most pieces that were never used to be named."""


def put(arguments: argparse.Namespace) -> int:
    """Imports each file, prints where its session is now, and reports problems."""
    project = project_in(arguments.project, arguments.git_dir)
    importer = Importer(project, output_folder(project, arguments.output))
    done, problems = collect(
        dict.fromkeys(arguments.files), lambda file: importer.put(file, path_from_here(file))
    )
    tell(note for one in done for note in one.notes)
    if done:
        print(table(("session", "game", "version", ""), [*map(_row_of, done)], "llll"))
    return (
        report_problems(problems, "the other sessions are imported" if done else "")
        if problems
        else 0
    )


def _row_of(one: Imported) -> tuple[str, ...]:
    session = one.session
    return str(path_from_here(one.path)), session.game, session.version, _STATES[one.state]


_STATES = {Put.NEW: "imported", Put.LONGER: "replaced", Put.THERE: "there before"}


def report(arguments: argparse.Namespace) -> int:
    """Prints the report of each game as text or as JSON, and the problems of their sessions."""
    project, games = Scope.of(arguments).resolve()
    output = output_folder(project, arguments.output)
    problems: list[Problem] = []
    reports, faults = collect(games, lambda game: report_of(project, game, output, problems))
    if arguments.format == "json":
        print(json.dumps([_as_json(one) for one in reports], ensure_ascii=False, indent=1))
    else:
        shown = [one for one in reports if one.sessions or arguments.games]
        print("\n\n".join("\n".join(_text_of(one)) for one in shown) or _NOTHING)
    problems += faults
    return report_problems(problems) if problems else 0


_NOTHING = "No session was imported yet: fustella playtest import FILE …"


def _text_of(found: Report) -> Iterator[str]:
    title = visible_in_line(found.title)
    yield f"{title}: {plural(found.sessions, 'session')}"
    if not found.sessions:
        yield _NOTHING
        return
    heads = ("version", "played", "sessions", "with a log", "players", "minutes")
    yield ""
    yield table(heads, [*map(_version_row, found.versions)], "llrrll")
    for version in found.versions:
        yield from _said_of(version)
    rows = [row for row in found.pieces if row.touched or row.remarks]
    if rows:
        yield ""
        yield from _figures_of(rows)
        yield from _changes(rows)
        yield from _remarks(found, rows)
    never = [row for row in found.pieces if row.sessions and row not in rows]
    if never:
        names = ", ".join(visible_in_line(row.name) for row in never[:_NAMED])
        more = f" and {len(never) - _NAMED} more" if never[_NAMED:] else ""
        yield ""
        yield f"never in a hand nor used: {names}{more}"
    yield ""
    yield "In brackets is where the true share may lie (95 %, Wilson). Hands of one session know of"
    yield "each other: together, they count as one for that."


def _version_row(row: VersionRow) -> tuple[str, ...]:
    dates = row.first if row.first == row.last else f"{row.first} to {row.last}"
    version = f"{row.version}{' (now)' if row.current else ''}"
    return (
        *(version, dates, str(row.sessions), str(row.logs)),
        *(_range(row.players), _range(row.minutes)),
    )


def _range(of: Spread | None) -> str:
    if of is None:
        return ""
    if of.least == of.most:
        return _number(of.least)
    return f"{_number(of.median)} ({_number(of.least)}–{_number(of.most)})"


def _number(figure: float) -> str:
    return f"{figure:.1f}".removesuffix(".0")


def _said_of(row: VersionRow) -> Iterator[str]:
    """Yields what players of a version answered, and how their sessions ended."""
    lines: list[tuple[str, str]] = []
    if row.scales:
        scales = (f"{name} {_number(of.mean)}" for name, of in row.scales.items())
        lines.append(("scales, 1 to 5, the mean", ", ".join(scales)))
    for name, answers in row.own.items():
        said = [f"{text} ({n})" for text, n in answers.words.items()]
        if numbers := answers.numbers:
            said.insert(0, f"{_range(numbers)}, {plural(numbers.count, 'answer')}")
        lines.append((name, "; ".join(said)))
    for name, texts in row.written.items():
        lines += ((name, f"“{one.text}”, {one.session}") for one in texts)
    for ended in row.outcomes:
        lines.append(("result", f"{'; '.join(map(_standing, ended.players))}, {ended.session}"))
    if lines:
        yield ""
    for name, line in lines:
        yield visible_in_line(f"{row.version} {name}: {line}")


def _standing(player: Standing) -> str:
    who = f"{player.name} ({player.seat})" if player.name and player.seat else player.name
    won = "won" if player.won else ""
    score = f"score {player.score}" if player.score else ""
    return " ".join(filter(None, (who or player.seat, ", ".join(filter(None, (won, score))))))


def _figures_of(rows: list[PieceRow]) -> Iterator[str]:
    """Yields the figures of pieces: a table, or lines where it is wider than the terminal.

    Columns in which nothing stands are left out. A game that nobody plays with a hand has no
    figures of hands.
    """
    held = any(row.drawn.good or row.played.good for row in rows)
    discarded = any(row.discarded.good for row in rows)
    shown = (True, True, held, held, discarded, held, True, held, True)
    heads = [*compress(("piece", "code", *COLUMNS, "remarks"), shown)]
    lines = [[*compress(_piece_row(row), shown)] for row in rows]
    columns = room(sys.stdout)
    if not columns or width_of(heads, lines) <= columns:
        yield table(heads, lines, "l" * len(heads))
        return
    for row in rows:
        line = f"{row.name} {_code_of(row)}: {', '.join(row.said)}".removesuffix(": ")
        yield wrapped(visible_in_line(line), columns, "    ")


def _piece_row(row: PieceRow) -> tuple[str, ...]:
    *shares, won = map(_share, row.shares)
    won += f", by chance {row.expected * 100:.0f} %" if row.won.of else ""
    remarks = str(len(row.remarks)) if row.remarks else ""
    return (row.name, _code_of(row), *shares, won, remarks)


def _code_of(row: PieceRow) -> str:
    return f"{row.code}{'' if row.current else ' (before)'}"


def _share(share: Share) -> str:
    if not share.of:
        return ""
    low, high = share.interval
    return f"{share.good} of {share.of} [{low * 100:.0f}–{high * 100:.0f} %]"


def _changes(rows: list[PieceRow]) -> Iterator[str]:
    for row in rows:
        for change in row.changes:
            then, now = value_text(change.then), value_text(change.now)
            yield visible_in_line(f"{row.code} {row.name}: {change.field}: {then} → {now}")


def _remarks(found: Report, rows: list[PieceRow]) -> Iterator[str]:
    said = [(f"{row.name} {row.code}", one) for row in rows for one in row.remarks]
    said += [(row.version, one) for row in found.versions for one in row.remarks]
    if said:
        yield ""
    for about, one in said:
        seat = f" ({one.seat})" if one.seat else ""
        yield visible_in_line(f"{about}: “{one.text}”{seat}, {one.session}")


def _as_json(found: Report) -> dict[str, object]:
    typed: dict[str, object] = to_builtins(found)
    typed["pieces"] = [_piece_as_json(row) for row in found.pieces]
    return typed


def _piece_as_json(row: PieceRow) -> dict[str, object]:
    typed: dict[str, object] = to_builtins(row)
    shares = (name for name in row.__struct_fields__ if isinstance(getattr(row, name), Share))
    for name in shares:
        share: Share = getattr(row, name)
        low, high = share.interval
        typed[name] = {"good": share.good, "of": share.of, "low": low, "high": high}
    return typed
