"""Pieces as they were: what an old version code said, put into a piece as it is now.

The ledger of the output folder knows what codes said that were built here, the git history what was
committed. Both know values as they are read, so that the form of today's piece says what they are:
where it has changed since, the old piece is not known.

Pieces as they were, drawn once more in the midst of a game as it is.

Only what somebody typed differs then: templates, fonts and the other pieces are today's.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from fustella.build.drawing import artist_of
from fustella.build.ledger import LedgerEntry, read_ledger
from fustella.build.options import BuildOptions
from fustella.core.codes import FieldTexts, field_texts
from fustella.core.model import Edition, Face, FaceId, Game, Piece, Record, Text, Value, Word
from fustella.core.problems import Place, ProblemsFound
from fustella.core.project import Project
from fustella.history.git import History
from fustella.history.versions import Version

_NAMES = ("front.name", "front.title")


class PastPieces:
    """What the pieces of one game were, in one language; each code is looked for once.

    Where the ledger in `home` does not know a code, `most` revisions of the game are read, or as
    many as a history reads by itself.
    """

    def __init__(
        self,
        project: Project,
        home: Path,
        game_id: str,
        language: str,
        most: int | None = None,
    ) -> None:
        self._history = History(project, game_id, most)
        self._language = language
        self._known: dict[str, LedgerEntry | None] = {
            entry.code: entry for entry in self._own(read_ledger(home))
        }

    def entry(self, piece: str, code: str) -> LedgerEntry | None:
        """What a code of a piece stood for, None where nobody knows."""
        if code not in self._known:
            self._known[code] = self._committed(code)
        entry = self._known[code]
        return entry if entry and entry.piece == piece else None

    def piece(self, now: Piece, code: str, alike: Sequence[Piece] = ()) -> Piece | None:
        """The piece that had a code, None where nobody knows what it said.

        Pieces `alike` are of the same kind: one of them may have a field that `now` has no more.
        """
        entry = self.entry(now.id, code)
        if entry is None or entry.kind != now.kind.id:
            return None
        for form in (now, *alike):
            like = replace(now, front=form.front, back=form.back)
            if then := piece_then(like, entry.said, self._language):
                return then
        return None

    def _committed(self, code: str) -> LedgerEntry | None:
        past = self._history.find(code)
        return next(iter(self._own([past.entry])), None) if past else None

    def _own(self, entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
        return [entry for entry in entries if entry.language == self._language]


def piece_then(now: Piece, said: FieldTexts, language: str) -> Piece | None:
    """A piece with the values that it had; None where they do not fit the form of today's."""
    name = said.get("name") or next((said[one] for one in _NAMES if one in said), "")
    try:
        then = replace(
            now,
            name=Text({language: Word(name, now.place)}),
            front=_record("front", now.front, said, language),
            back=_record("back", now.back, said, language),
        )
    except ValueError:  # a word where there is a number now
        return None
    return then if field_texts(then, language) == said else None


def _record(path: str, now: Record, said: FieldTexts, language: str) -> Record:
    return Record({name: _value(f"{path}.{name}", now[name], said, language) for name in now})


def _value(path: str, now: Value, said: FieldTexts, language: str) -> Value:
    """The value that stood at a path, of the type that it has now. Raises ValueError."""
    if isinstance(now, Record):
        return _record(path, now, said, language)
    if isinstance(now, tuple):
        entries = (now[min(at, len(now) - 1)] for at in range(_length(path, said) if now else 0))
        return tuple(
            _value(f"{path}[{number}]", one, said, language)
            for number, one in enumerate(entries, start=1)
        )
    if now is None or path not in said:
        return None
    return _scalar(said[path], now, language)


def _scalar(text: str, now: Value, language: str) -> Value:
    if isinstance(now, Text):
        return Text({language: Word(text, now.by_language[language].place)})
    if isinstance(now, bool):
        return text == "true"
    if isinstance(now, int | float):
        return type(now)(text)
    return Word(text, now.place if isinstance(now, Word) else Place(""))


def _length(path: str, said: FieldTexts) -> int:
    """How many entries a list had."""
    entry = re.compile(rf"{re.escape(path)}\[(\d+)\]")
    numbers = (int(found[1]) for one in said if (found := entry.match(one)))
    return max(numbers, default=0)


OldPiece: TypeAlias = tuple[str, Version]
"""The id of a piece, and its version then."""


def draw_as_printed(
    project: Project,
    game: Game,
    language: str,
    then: Mapping[OldPiece, Piece],
    options: BuildOptions,
) -> dict[OldPiece, dict[FaceId, Face]]:
    """All faces of old pieces, drawn by the templates of today.

    All pieces of a kind are drawn, for the texts of some are of equal size: each round has one old
    version of each piece. Where an old text does not fit any more, its round is not known.
    """
    found: dict[OldPiece, dict[FaceId, Face]] = {}
    left = dict(then)
    there = {piece.id for piece in game.pieces}
    while left:
        turn = {key[0]: key for key in left}
        old = {name: left.pop(key) for name, key in turn.items()}
        today = (old.get(piece.id, piece) for piece in game.pieces)
        pieces = (*today, *(piece for name, piece in old.items() if name not in there))
        try:
            edition = Edition(replace(game, pieces=pieces), language, options.theme)
            artist = artist_of(project, edition, options.output)
            drawn = artist.draw_pieces(pieces)
        except ProblemsFound:
            continue
        for name, key in turn.items():
            found[key] = {face_id: face for face_id, face in drawn.items() if face_id.piece == name}
    return found
