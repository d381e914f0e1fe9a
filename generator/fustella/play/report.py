"""Adds up the played sessions of a game, by version of the box; `piece_rows` does by piece."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.codes import box_code
from fustella.core.values.intervals import Spread, spread_of
from fustella.core.values.model import Game
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.questions import QuestionType
from fustella.core.values.sessions import Player, Session
from fustella.history.whatis import Codes, FieldDifference
from fustella.play.piece_rows import PieceRow, Said, pieces_of
from fustella.read.questions import read_questions
from fustella.read.sessions import sessions_of


class OwnAnswers(Struct, frozen=True):
    """The answers to a question: the spread of numbers, and how many gave each other answer."""

    numbers: Spread | None
    words: Mapping[str, int]


class Standing(Struct, frozen=True):
    """How somebody ended: the score as it was typed, and whether they won."""

    seat: str
    name: str
    score: str
    won: bool


class Outcome(Struct, frozen=True):
    """How a session ended, with the name of its file."""

    session: str
    players: tuple[Standing, ...]


class VersionRow(Struct, frozen=True):
    """The sessions of one version of the box; `logs` are those with a log.

    `scales` are by their names, `own` the answers to the game's own questions. `written` are what
    was answered in words, by the names of the questions, and `outcomes` who won with which score.
    """

    version: str
    language: str
    current: bool
    first: str
    last: str
    sessions: int
    logs: int
    players: Spread | None
    minutes: Spread | None
    scales: Mapping[str, Spread]
    own: Mapping[str, OwnAnswers]
    written: Mapping[str, tuple[Said, ...]]
    outcomes: tuple[Outcome, ...]
    remarks: tuple[Said, ...]


class Report(Struct, frozen=True):
    """The sessions of a game, by version and by piece; versions and rows are oldest first."""

    game: str
    title: str
    sessions: int
    versions: tuple[VersionRow, ...]
    pieces: tuple[PieceRow, ...]


def report_of(project: Project, game_id: str, output: Path, problems: list[Problem]) -> Report:
    """The report of a game's sessions; a session that cannot be read is told in `problems`.

    `output` is the folder with the ledgers of builds. Raises ProblemsFound.
    """
    sessions = sessions_of(project, game_id, problems)
    game = load_game(project, game_id)
    codes = Codes(project, output)

    def changes(code: str) -> tuple[FieldDifference, ...]:
        try:
            return codes.explain(code)[0].changes
        except ProblemsFound:  # nobody knows the code: its import told that
            return ()

    rows = pieces_of(sessions, game)
    rows = tuple(one if one.current else replace(one, changes=changes(one.code)) for one in rows)
    title = str(game.title.in_language(game.languages[0]))
    open_ones = _open_questions(project, game, problems)
    versions = tuple(versions_of(sessions, game, open_ones))
    return Report(game_id, title, len(sessions), versions, rows)


def _open_questions(project: Project, game: Game, problems: list[Problem]) -> frozenset[str]:
    """The game's own questions that are answered in words; a faulty list is told in `problems`."""
    try:
        asked = read_questions(project, game.id, game.languages, [])
    except ProblemsFound as faults:
        problems += faults.problems
        return frozenset()
    return frozenset(each.id for each in asked if each.type is QuestionType.TEXT)


def versions_of(
    sessions: Mapping[str, Session], game: Game, open_questions: frozenset[str] = frozenset()
) -> Iterator[VersionRow]:
    """Yields the versions of the box that were played, oldest first.

    `open_questions` are the game's own ones that are answered in words.
    """
    now = {box_code(game, language) for language in game.languages}
    by_version: dict[str, dict[str, Session]] = defaultdict(dict)
    for file, session in sessions.items():
        by_version[session.version][file] = session
    rows = []
    for version, those in by_version.items():
        played = those.values()
        dates = sorted(filter(None, (each.answers.session.date for each in played)))
        minutes = [each.minutes for each in played if each.minutes is not None]
        players = [float(count) for each in played if (count := _players_of(each))]
        row = VersionRow(
            version=version,
            language=min(each.language for each in played),
            current=version in now,
            first=dates[0] if dates else "",
            last=dates[-1] if dates else "",
            sessions=len(those),
            logs=sum(1 for each in played if each.log),
            players=spread_of(players),
            minutes=spread_of(minutes),
            scales=_scales_of(played),
            own=_own_of(played, open_questions),
            written=_written_in(those, open_questions),
            outcomes=tuple(_outcomes_of(those)),
            remarks=tuple(_of_the_game(those)),
        )
        rows.append(row)
    yield from sorted(rows, key=lambda row: (row.current, row.first, row.version))


def _players_of(session: Session) -> int:
    """The number of players; 0 where nobody knows."""
    named = sum(1 for player in session.answers.players if player != Player())
    count = str(session.answers.session.count or "").strip()
    typed = int(count) if count.isascii() and count.isdecimal() and len(count) < 4 else 0
    return named or typed


def _scales_of(sessions: Iterable[Session]) -> dict[str, Spread]:
    found: dict[str, list[float]] = defaultdict(list)
    for session in sessions:
        for name, value in session.answers.scales.items():
            if value is not None:
                found[name].append(value)
    return {name: spread for name in found if (spread := spread_of(found[name]))}


def _own_of(sessions: Iterable[Session], left_out: frozenset[str]) -> dict[str, OwnAnswers]:
    numbers: dict[str, list[float]] = defaultdict(list)
    words: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for session in sessions:
        for name, value in session.answers.own.items():
            if name in left_out:
                continue
            if isinstance(value, str):
                words[name][value] += 1
            elif value is not None:
                numbers[name].append(value)
    return {
        name: OwnAnswers(
            spread_of(numbers[name]) if name in numbers else None,
            dict(sorted(words[name].items())) if name in words else {},
        )
        for name in sorted({*numbers, *words})
    }


def _written_in(
    sessions: Mapping[str, Session], open_questions: frozenset[str]
) -> dict[str, tuple[Said, ...]]:
    """What was answered in words, to our questions, by the observer, and to the game's own ones."""
    found: dict[str, list[Said]] = defaultdict(list)
    for file, session in sessions.items():
        answers = session.answers
        own = {name: text for name, text in answers.own.items() if name in open_questions}
        for name, text in (
            *answers.questions.items(),
            ("observer", answers.observer),
            *own.items(),
        ):
            if said := str(text or "").strip():
                found[name].append(Said(file, said))
    return {name: tuple(said) for name, said in found.items()}


def _outcomes_of(sessions: Mapping[str, Session]) -> Iterator[Outcome]:
    """Yields how those sessions ended of which somebody said it."""
    for file, session in sessions.items():
        players = session.answers.players
        if any(player.won or player.score for player in players):
            standings = (Standing(one.seat, one.name, one.score, one.won) for one in players)
            yield Outcome(file, tuple(standings))


def _of_the_game(sessions: Mapping[str, Session]) -> Iterator[Said]:
    """Yields the remarks that are about no piece."""
    for file, session in sessions.items():
        for remark in session.remarks:
            if not remark.piece and not remark.code:
                yield Said(file, remark.text, remark.seat)
