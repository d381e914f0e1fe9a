"""Explains version codes: the piece of a code, whether it is current, and its changes since.

A code is looked for in the present content, then in the ledgers of the output folder, then in the
git history of the content. The first of these that knows the code gives the answer.
"""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from fustella.build import LEDGER, LedgerEntry, entries_of, read_ledger
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.files.reading import entries_of as in_folder
from fustella.core.files.reading import is_file
from fustella.core.values.codes import ALPHABET, LENGTH, MARK_LETTERS, FieldTexts, understood
from fustella.core.values.model import Game, Piece
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.git.revisions import why_unasked
from fustella.history.codes import MOST_REVISIONS, History
from fustella.read.marks import games_with_mark, mark_of

_ALIKE = 0.7
"""The least similarity of a known code to be suggested: two of seven signs may differ."""


class FieldDifference(Struct, frozen=True):
    """A field that differs; `then` or `now` is None for a field that was added or removed."""

    field: str
    then: str | None
    now: str | None


class Answer(Struct, frozen=True):
    """The answer for a code: its piece, compared with the present game.

    `now` is the present piece; None where the game no longer has it, for the reason `gone`.
    `changes` are the fields that differ. `since` is the day or revision when the piece changed, or
    the day when a current piece was first built; "" where that is unknown.
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
        """Whether the piece has the same fields today."""
        return self.now is not None and not self.changes


class Codes:
    """Explains the version codes of one project; `output` is the folder with its ledgers.

    The git history of a game is searched through its last `most_revisions`.
    """

    def __init__(
        self, project: Project, output: Path, most_revisions: int = MOST_REVISIONS
    ) -> None:
        self._project, self._output = project, output
        self._game = cache(self._load)
        self._history = cache(lambda game_id: History(project, game_id, most_revisions))

    def explain(self, typed: str) -> tuple[Answer, ...]:
        """The answers for a typed code; more than one is very rare.

        Raises ProblemsFound: E601 where nobody knows the code, with the problems of the games that
        cannot be read.
        """
        code = understood(typed)
        if not code:
            raise ProblemsFound([_problem_unknown(typed, _why_none(typed), self._hint_for(typed))])
        mark = code[:MARK_LETTERS]
        games = games_with_mark(self._project, mark) or self._project.games()
        homes = in_folder(self._output, None)
        built = [home.name for home in homes if is_file(home / LEDGER)]
        sources = [
            *(self._answers_now(game, code) for game in games),
            *(self._answers_built(game, code) for game in built),
            *(self._answers_committed(game, code) for game in games),
        ]
        for answers in map(tuple, sources):
            if answers:
                return answers
        unread = [game for game in map(self._game, games) if isinstance(game, ProblemsFound)]
        problems = [problem for faults in unread for problem in faults.problems]
        raise ProblemsFound([*problems, self._unknown_code(typed, code, games)])

    def _answers_now(self, game_id: str, code: str) -> Iterator[Answer]:
        for entry in self._entries(game_id):
            if entry.code == code:
                ledger = read_ledger(self._output / game_id)
                first = next((built.first for built in ledger if built.code == code), "")
                yield self._answer(game_id, entry, first)
                return

    def _answers_built(self, game_id: str, code: str) -> Iterator[Answer]:
        ledger = read_ledger(self._output / game_id)
        for number, entry in enumerate(ledger):
            if entry.code == code:
                key = entry.piece, entry.language
                later = (
                    other for other in ledger[number + 1 :] if (other.piece, other.language) == key
                )
                yield self._answer(game_id, entry, next((other.first for other in later), ""))

    def _answers_committed(self, game_id: str, code: str) -> Iterator[Answer]:
        past = self._history(game_id).find(code)
        if past is not None:
            yield self._answer(game_id, past.entry, str(past.changed or ""))

    def _answer(self, game_id: str, entry: LedgerEntry, since: str) -> Answer:
        """The answer for an entry: its piece, compared with the present piece."""
        game = self._game(game_id)
        if not isinstance(game, Game):
            gone = "the game cannot be read" if game else "the game is not there any more"
            return Answer(game_id, entry, None, None, gone, (), since)
        title = str(game.title.in_language(game.languages[0]))
        piece = next((piece for piece in game.pieces if piece.id == entry.piece), None)
        place = piece.place if piece else None
        key = entry.piece, entry.language
        entries = self._entries(game_id)
        now = next((each for each in entries if (each.piece, each.language) == key), None)
        if piece is None or now is None:
            return Answer(title, entry, place, None, _why_gone(piece, entry), (), since)
        return Answer(title, entry, place, now, "", _differences(entry, now), since)

    def _entries(self, game_id: str) -> tuple[LedgerEntry, ...]:
        """The present pieces of a game, in all its languages; () where it cannot be read."""
        game = self._game(game_id)
        if not isinstance(game, Game):
            return ()
        by_language = (entries_of(game, game.pieces, language) for language in game.languages)
        return tuple(entry for entries in by_language for entry in entries)

    def _load(self, game_id: str) -> Game | ProblemsFound | None:
        """The present game, or its problems; None without such a game."""
        if game_id not in self._project.games():
            return None
        try:
            return load_game(self._project, game_id)
        except ProblemsFound as faults:
            return faults

    def _unknown_code(self, typed: str, code: str, games: Iterable[str]) -> Problem:
        """The problem E601 for a code that nobody knows, with the most similar known code."""
        known: dict[str, str] = {}
        for game_id in games:
            past = (entries for _, entries in self._history(game_id).entries())
            for entries in (self._entries(game_id), read_ledger(self._output / game_id), *past):
                for entry in entries:
                    known.setdefault(entry.code, entry.name)
        near = difflib.get_close_matches(code, known, n=1, cutoff=_ALIKE)
        if near:
            hint = f"did you mean `{near[0]}` ({known[near[0]]})?"
        else:
            marks = self._marks()
            form = _form_of_codes(marks)
            hint = f"codes begin with {', '.join(marks)}; {form}" if marks else form
        hint = why_unasked(self._project) or hint
        wrong = next((sign for sign in code[MARK_LETTERS + 1 :] if sign not in ALPHABET), "")
        message = (
            f"no code has `{wrong}` after its hyphen" if wrong else "no piece ever had this code"
        )
        return _problem_unknown(typed, message, hint)

    def _marks(self) -> list[str]:
        return sorted({mark_of(self._project, game) for game in self._project.games()})

    def _hint_for(self, typed: str) -> str:
        """The hint for a text that is no code: the code of a piece so named, or a code's form."""
        wanted = typed.strip().casefold()
        for game in self._project.games():
            for entry in self._entries(game):
                if wanted in (entry.piece.casefold(), entry.name.casefold()):
                    return f"the piece `{entry.piece}` ({entry.name}) has the code {entry.code}"
        return _form_of_codes(self._marks())


def _problem_unknown(typed: str, message: str, hint: str) -> Problem:
    return Problem("E601", Place(typed or '""'), message, hint)


def _form_of_codes(marks: Sequence[str]) -> str:
    like = f"{marks[0] if marks else 'MK'}-{ALPHABET[5::3][:LENGTH]}"
    return f"a code is two letters and {LENGTH} of {ALPHABET}, like {like}"


def _why_none(typed: str) -> str:
    if not typed.strip():
        return "no version code was typed"
    signs = sum(sign.isalnum() for sign in typed)
    of_code = MARK_LETTERS + LENGTH
    return f"this is no version code: it has {signs} letters and figures, a code has {of_code}"


def _why_gone(piece: Piece | None, entry: LedgerEntry) -> str:
    if piece is None:
        return "no such piece is in the box any more"
    if piece.struck_out is not None:
        why = piece.struck_out.by_language
        return f"struck out: {why.get(entry.language) or next(iter(why.values()))}"
    return f"the game is not printed in `{entry.language}` any more"


def _differences(then: LedgerEntry, now: LedgerEntry) -> tuple[FieldDifference, ...]:
    """The fields that differ, in the order of the present piece; removed fields come last."""
    before: FieldTexts = {"kind": then.kind, **then.said}
    after: FieldTexts = {"kind": now.kind, **now.said}
    fields = dict.fromkeys((*after, *before))
    changes = (FieldDifference(field, before.get(field), after.get(field)) for field in fields)
    return tuple(change for change in changes if change.then != change.now)
