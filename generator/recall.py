"""Pieces as they were: what an old version code said, put into a piece as it is now.

The ledger of the output folder knows what codes said that were built here, the git history what was
committed. Both know values as they are read, so that the form of today's piece says what they are:
where it has changed since, the old piece is not known.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.codes import Said, said_by
from generator.history import History
from generator.ledger import Entry, read_ledger
from generator.model import Piece, Record, Text, Value, Word
from generator.problems import Place
from generator.project import Project

_NAMES = ("front.name", "front.title")


class Recall:
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
        self._known: dict[str, Entry | None] = {
            entry.code: entry for entry in self._own(read_ledger(home))
        }

    def entry(self, piece: str, code: str) -> Entry | None:
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

    def _committed(self, code: str) -> Entry | None:
        past = self._history.find(code)
        return next(iter(self._own([past.entry])), None) if past else None

    def _own(self, entries: Sequence[Entry]) -> list[Entry]:
        return [entry for entry in entries if entry.language == self._language]


def piece_then(now: Piece, said: Said, language: str) -> Piece | None:
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
    return then if said_by(then, language) == said else None


def _record(path: str, now: Record, said: Said, language: str) -> Record:
    return Record({name: _value(f"{path}.{name}", now[name], said, language) for name in now})


def _value(path: str, now: Value, said: Said, language: str) -> Value:
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


def _length(path: str, said: Said) -> int:
    """How many entries a list had."""
    entry = re.compile(rf"{re.escape(path)}\[(\d+)\]")
    numbers = (int(found[1]) for one in said if (found := entry.match(one)))
    return max(numbers, default=0)
