"""What a version code stands for: which piece, whether it is current, and what has changed since.

A code is looked for in the content as it is, then in the ledgers of the output folder, then in the
git history of the content. The first that knows it answers.
"""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fustella.build.inputs import load_game
from fustella.build.ledger import LEDGER, LedgerEntry, entries_of, read_ledger
from fustella.core.codes import ALPHABET, LENGTH, MARK_LETTERS, FieldTexts, understood
from fustella.core.model import Game, Piece
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.history.git import MOST_REVISIONS, History
from fustella.read.marks import games_with_mark, mark_of

_ALIKE = 0.7
"""Two of the seven signs of a code may be wrong, and somebody still means it."""


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field that is not what it was; None where there was, or is, none."""

    field: str
    then: str | None
    now: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a code stands for.

    `now` is the piece as it is, None where the box has it no more: `gone` says why. `changes` are
    what differs; `since` says when it came to differ, or "" where nobody knows.
    """

    game: str
    entry: LedgerEntry
    place: Place | None
    now: LedgerEntry | None
    gone: str
    changes: tuple[FieldDifference, ...]
    since: str

    @property
    def current(self) -> bool:
        """Whether the piece says today what it said."""
        return self.now is not None and not self.changes


class Codes:
    """Answers for the codes of one project; `output` is where its ledgers are.

    The git history of a game is searched through its last `most_revisions`.
    """

    def __init__(
        self, project: Project, output: Path, most_revisions: int = MOST_REVISIONS
    ) -> None:
        self._project, self._output = project, output
        self._game = cache(self._loaded)
        self._history = cache(lambda game_id: History(project, game_id, most_revisions))

    def explain(self, typed: str) -> tuple[Answer, ...]:
        """What a code stands for, as somebody typed it. Raises ProblemsFound: E601.

        Hardly ever more than one piece; those of a game that cannot be read are not known as they
        are now, and its problems are raised when nothing else knows the code.
        """
        code = understood(typed)
        if not code:
            raise ProblemsFound([_unknown(typed, "no code", _form())])
        mark = code[:MARK_LETTERS]
        games = games_with_mark(self._project, mark) or self._project.games()
        found = [
            *(self._now(game, code) for game in games),
            *(self._built(game, code) for game in self._built_games()),
            *(self._committed(game, code) for game in games),
        ]
        for answers in map(tuple, found):
            if answers:
                return answers
        raise ProblemsFound([*self._unread(games), self._unknown_code(typed, code, games)])

    def _now(self, game_id: str, code: str) -> Iterator[Answer]:
        for entry in self._entries_now(game_id):
            if entry.code == code:
                ledger = self._ledger(game_id)
                first = next((one.first for one in ledger if one.code == code), "")
                yield self._answer(game_id, entry, first)
                return

    def _built(self, game_id: str, code: str) -> Iterator[Answer]:
        ledger = self._ledger(game_id)
        for number, entry in enumerate(ledger):
            if entry.code == code:
                yield self._answer(game_id, entry, _next_day(entry, ledger[number + 1 :]))

    def _committed(self, game_id: str, code: str) -> Iterator[Answer]:
        past = self._history(game_id).find(code)
        if past is not None:
            yield self._answer(game_id, past.entry, str(past.changed or ""))

    def _answer(self, game_id: str, entry: LedgerEntry, since: str) -> Answer:
        """The piece of an entry, beside what it is today."""
        game = self._game(game_id)
        if not isinstance(game, Game):
            gone = "the game cannot be read" if game else "the game is not there any more"
            return Answer(game_id, entry, None, None, gone, (), since)
        title = str(game.title.in_language(game.languages[0]))
        piece = next((one for one in game.pieces if one.id == entry.piece), None)
        now = self._entry_now(game_id, entry)
        if piece is None or now is None:
            place = piece.place if piece else None
            return Answer(title, entry, place, None, _gone(piece, entry), (), since)
        return Answer(title, entry, piece.place, now, "", _changes(entry, now), since)

    def _entry_now(self, game_id: str, entry: LedgerEntry) -> LedgerEntry | None:
        """The same piece today, in the same language."""
        entries = self._entries_now(game_id)
        alike = (one for one in entries if one.piece == entry.piece)
        return next((one for one in alike if one.language == entry.language), None)

    def _entries_now(self, game_id: str) -> tuple[LedgerEntry, ...]:
        game = self._game(game_id)
        if not isinstance(game, Game):
            return ()
        by_language = (entries_of(game, game.pieces, one) for one in game.languages)
        return tuple(entry for entries in by_language for entry in entries)

    def _loaded(self, game_id: str) -> Game | ProblemsFound | None:
        """The game as it is; what is wrong with it; None where there is none of this name."""
        if game_id not in self._project.games():
            return None
        try:
            return load_game(self._project, game_id)
        except ProblemsFound as found:
            return found

    def _ledger(self, game_id: str) -> tuple[LedgerEntry, ...]:
        return read_ledger(self._output / game_id)

    def _built_games(self) -> list[str]:
        """Every game that was built here, those that are no more included."""
        return sorted(path.parent.name for path in self._output.glob(f"*/{LEDGER}"))

    def _unread(self, games: Iterable[str]) -> Iterator[Problem]:
        for game_id in games:
            game = self._game(game_id)
            if isinstance(game, ProblemsFound):
                yield from game.problems

    def _unknown_code(self, typed: str, code: str, games: Iterable[str]) -> Problem:
        """The problem, with the code that was most likely meant."""
        known: dict[str, str] = {}
        for game_id in games:
            past = (entries for _, entries in self._history(game_id).entries())
            for entries in (self._entries_now(game_id), self._ledger(game_id), *past):
                for entry in entries:
                    known.setdefault(entry.code, entry.name)
        near = difflib.get_close_matches(code, known, n=1, cutoff=_ALIKE)
        if near:
            hint = f"did you mean `{near[0]}` ({known[near[0]]})?"
        else:
            marks = sorted({mark_of(self._project, game) for game in self._project.games()})
            hint = f"codes begin with {', '.join(marks)}; {_form()}" if marks else _form()
        return _unknown(typed, "no piece ever had this code", hint)


def _unknown(typed: str, message: str, hint: str) -> Problem:
    return Problem("E601", Place(typed or '""'), message, hint)


def _form() -> str:
    return f"a code is two letters and {LENGTH} of {ALPHABET}, like MK-{ALPHABET[5::3][:LENGTH]}"


def _gone(piece: Piece | None, entry: LedgerEntry) -> str:
    if piece is None:
        return "no such piece is in the box any more"
    if piece.struck_out is not None:
        why = piece.struck_out.by_language
        return f"struck out: {why.get(entry.language) or next(iter(why.values()))}"
    return f"the game is not printed in `{entry.language}` any more"


def _changes(then: LedgerEntry, now: LedgerEntry) -> tuple[FieldDifference, ...]:
    """Field by field, in the order in which the piece has them now; what is gone comes last."""
    before: FieldTexts = {"kind": then.kind, **then.said}
    after: FieldTexts = {"kind": now.kind, **now.said}
    fields = dict.fromkeys((*after, *before))
    changes = (FieldDifference(field, before.get(field), after.get(field)) for field in fields)
    return tuple(change for change in changes if change.then != change.now)


def _next_day(entry: LedgerEntry, later: Sequence[LedgerEntry]) -> str:
    """The day on which the piece was first built otherwise, or "" where it was not yet."""
    same = (one for one in later if (one.piece, one.language) == (entry.piece, entry.language))
    return next((one.first for one in same), "")
