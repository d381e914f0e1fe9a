"""Restores old pieces: with the fields that they had when a version code was printed on them.

The ledger in the output folder has the fields of all codes that were built here; the git history
has the fields of all codes that were committed. Both have values as texts. Today's piece gives
their types, so that an old piece with other fields cannot be restored.

A restored piece is drawn by today's templates, among today's pieces.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import LedgerEntry, read_ledger
from fustella.build.job import Job
from fustella.core.files.pictures import PictureFolder
from fustella.core.values.codes import FieldTexts, field_texts, picture_in
from fustella.core.values.model import (
    Cells,
    Face,
    FaceId,
    Picture,
    Piece,
    Record,
    Text,
    Value,
    Word,
)
from fustella.core.values.problems import Place, ProblemsFound
from fustella.history.codes import History
from fustella.history.versions import Version

OldPiece: TypeAlias = tuple[str, Version]
"""The id of a piece, and a version that it had."""

_NAMES = ("front.name", "front.title")


class PastPieces:
    """The old pieces of a job's game, in its language, by their version codes.

    A code that the ledger does not know is searched for once, in up to `most` revisions of the git
    history; with None, in as many as `History` searches by default.
    """

    def __init__(self, job: Job, most: int | None = None) -> None:
        project, game_id = job.project, job.game_id
        self._history = History(project, game_id, most)
        self._pictures = PictureFolder(project.folder_of(game_id), root=project.root)
        self._language = job.edition.language
        self._known: dict[str, LedgerEntry | None] = {
            entry.code: entry for entry in read_ledger(job.home) if entry.language == self._language
        }

    def entry(self, piece: str, code: str) -> LedgerEntry | None:
        """The entry of a piece's code, from the ledger or git; None where nobody knows the code."""
        if code not in self._known:
            past = self._history.find(code)
            committed = past.entry if past and past.entry.language == self._language else None
            self._known[code] = committed
        entry = self._known[code]
        return entry if entry and entry.piece == piece else None

    def piece(self, now: Piece, code: str, alike: Sequence[Piece] = ()) -> Piece | None:
        """The piece that had a code; None where its fields are unknown or cannot be restored.

        `alike` are other pieces of the kind. The old piece may have had an optional field that only
        one of them has today.
        """
        entry = self.entry(now.id, code)
        if entry is None or entry.kind != now.kind.id:
            return None
        for model in (now, *alike):
            like = replace(now, front=model.front, back=model.back)
            if then := piece_then(like, entry.said, self._language, self._pictures):
                return then
        return None


def piece_then(
    now: Piece, fields: FieldTexts, language: str, pictures: PictureFolder
) -> Piece | None:
    """The piece with old fields; None where they do not fit its fields today.

    An old picture must still be among `pictures`, unchanged.
    """
    name = fields.get("name") or next((fields[path] for path in _NAMES if path in fields), "")
    old = _OldFields(fields, language, pictures, now.place)
    try:
        then = replace(
            now,
            name=Text({language: Word(name, now.place)}),
            front=old.record("front", now.front),
            back=old.record("back", now.back),
        )
    except ValueError:  # a word where there is a number now
        return None
    return then if field_texts(then, language) == fields else None


class _OldFields(Struct, frozen=True):
    """The fields of an old piece as texts, which become values of today's types."""

    fields: FieldTexts
    language: str
    pictures: PictureFolder
    place: Place

    def record(self, path: str, now: Record) -> Record:
        """The old values of a record at a path.

        Raises ValueError for a text without today's type.
        """
        return Record({name: self.value(f"{path}.{name}", now[name]) for name in now})

    def value(self, path: str, now: Value) -> Value:
        """The old value at a path. Raises ValueError for a text without today's type."""
        if isinstance(now, Record):
            return self.record(path, now)
        if isinstance(now, tuple):
            entry = re.compile(rf"{re.escape(path)}\[(\d+)\]")
            numbers = (int(match[1]) for field in self.fields if (match := entry.match(field)))
            length = max(numbers, default=0) if now else 0
            entries = tuple(
                self.value(f"{path}[{at + 1}]", now[min(at, len(now) - 1)]) for at in range(length)
            )
            if isinstance(now, Cells):
                return Cells((row for row in entries if isinstance(row, tuple)), now.align)
            return entries
        if path not in self.fields:
            return None
        return self._scalar_of(self.fields[path], now)

    def _scalar_of(self, text: str, now: Value) -> Value:
        if now is None or isinstance(now, Picture):
            place = self.place if now is None else now.place
            return picture_in(text, self.pictures, place)
        if isinstance(now, Text):
            word = now.by_language[self.language]
            return Text({self.language: type(word)(text, word.place)})
        if isinstance(now, bool):
            return text == "true"
        if isinstance(now, int | float):
            return type(now)(text)
        return Word(text, now.place if isinstance(now, Word) else Place(""))


def draw_as_printed(job: Job, then: Mapping[OldPiece, Piece]) -> dict[OldPiece, dict[FaceId, Face]]:
    """Draws all faces of old pieces with the templates of today.

    The job's own pieces are drawn with them, because texts of one kind may be of equal size. Each
    round draws one old version of each piece; if a text does not fit any more, all pieces of the
    round are left out.
    """
    drawn: dict[OldPiece, dict[FaceId, Face]] = {}
    left = dict(then)
    current = {piece.id for piece in job.game.pieces}
    while left:
        turn = {key[0]: key for key in left}
        old = {name: left.pop(key) for name, key in turn.items()}
        today = (old.get(piece.id, piece) for piece in job.game.pieces)
        pieces = (*today, *(piece for name, piece in old.items() if name not in current))
        try:
            faces = job.with_pieces(pieces).faces
        except ProblemsFound:
            continue
        for name, key in turn.items():
            drawn[key] = {face_id: face for face_id, face in faces.items() if face_id.piece == name}
    return drawn
