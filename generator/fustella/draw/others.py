"""Shows templates the other pieces of a game, and notes what a template read of them.

A face that lists units is found in the cache by the digest of these units, too. So an edit of a
unit draws only those faces anew that list the unit.

This module is light on purpose, like `draw.specs`.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from fustella.core.values.expressions import InvalidExpression
from fustella.core.values.model import Edition, Piece, SideName
from fustella.core.values.problems import WrongArgument
from fustella.core.values.seen import SeenPieces, TooManySeen
from fustella.draw.records import NotedRecord, localised, noted_in


class OtherPieces:
    """The pieces of an edition as templates see them: fields and names in its language."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._seen = SeenPieces.of_game(edition.game)
        self._records: dict[int, tuple[Piece, NotedRecord]] = {}  # by the identity of pieces
        self._digests: dict[int, tuple[tuple[Piece, ...], str]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """The arguments for the same value in another process, which finds the pieces by itself."""
        return OtherPieces, (self._edition,)

    def of(self, kind: str, where: str, own: Piece, side: SideName) -> list[NotedRecord]:
        return [self._record(piece) for piece in self._seen.of(kind, where, own, side)]

    def digest(self, kind: str, where: str, own: Piece, side: SideName) -> str:
        """The digest of all that may be read of these pieces; "" if they cannot be found."""
        try:
            found = self._seen.of(kind, where, own, side)
        except (InvalidExpression, TooManySeen):
            return ""
        if id(found) not in self._digests:
            records = [self._record(piece) for piece in found]
            text = "\n".join(map(repr, records))
            self._digests[id(found)] = found, hashlib.sha256(text.encode()).hexdigest()[:32]
            for record in records:
                forget(record)
        return self._digests[id(found)][1]

    def _record(self, piece: Piece) -> NotedRecord:
        if id(piece) not in self._records:
            language = self._edition.language
            front, back = localised(piece.front, language), localised(piece.back, language)
            assert isinstance(front, NotedRecord)
            values: dict[str, Any] = {
                "id": piece.id,
                "kind": piece.kind.id,
                "name": piece.name.in_language(language),
                "copies": piece.copies,
                "front": front,
                "back": back,
                **dict(front.unnoted()),
            }
            self._records[id(piece)] = piece, NotedRecord(values)
        return self._records[id(piece)][1]


def forget(record: NotedRecord) -> None:
    """Forgets which values were read of the record of a piece."""
    for _, inner in noted_in("", record):
        inner.forget()


class PiecesSeen:
    """The other pieces as the face of one piece may see them, and the requests of its template."""

    def __init__(self, others: OtherPieces, own: Piece, side: SideName) -> None:
        self._others, self._own, self._side = others, own, side
        self._asked: dict[tuple[str, str], list[NotedRecord]] = {}

    def __call__(self, kind: str, where: str) -> list[NotedRecord]:
        """The pieces of a kind for which a condition holds. Raises WrongArgument, TooManySeen."""
        key = (str(kind), str(where))
        self._asked.setdefault(key, [])
        try:
            self._asked[key] = self._others.of(*key, self._own, self._side)
        except InvalidExpression as fault:
            raise WrongArgument(fault.message, fault.hint) from None
        return list(self._asked[key])

    def names_read(self) -> Iterator[str]:
        """Yields the names of the requests since `forget`."""
        for kind, where in self._asked:
            yield f"{kind}\n{where}"

    def repr_of(self, name: str) -> str:
        """The digest of the pieces that this request gets: equal for faces that see the same."""
        kind, _, where = name.partition("\n")
        return self._others.digest(kind, where, self._own, self._side)

    def fields_read(self) -> tuple[str, ...]:
        """The fields that were read of other pieces, each behind its kind: `unit:front.attack`."""
        paths: dict[str, None] = {}
        for (kind, _), records in self._asked.items():
            for record in records:
                values = dict(record.unnoted())
                front = values["front"]
                assert isinstance(front, NotedRecord)
                own = dict(front.unnoted())
                for name in record.names_read:
                    if name in own:
                        paths[f"{kind}:front.{name}"] = None
                for side in SideName:
                    for path, inner in noted_in(side.value, values[side.value]):
                        paths |= dict.fromkeys(f"{kind}:{path}.{name}" for name in inner.names_read)
        return tuple(paths)

    def forget(self) -> None:
        """Forgets the requests, and which fields were read."""
        for records in self._asked.values():
            for record in records:
                forget(record)
        self._asked = {}
