"""Computes coverage: the fields of a box that its claims judge, and the pieces that they count."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.files.project import GAME_FILE
from fustella.core.values.claims import TOTAL, Claims, Finding, Verdict
from fustella.core.values.model import Game, Piece, SideName, Text, Value, Word, leaves
from fustella.core.values.problems import Place
from fustella.core.values.texts import texts_of_game

COPIES = "copies"

_ENTRY = re.compile(r"\[\d+\]")
_END = re.compile(r"[.\[]")
_MOST_NAMED = 6


class Noted(Struct, frozen=True):
    """Notes the fields and pieces that claims have looked up so far, by the ids of pieces.

    `judged` are fields whose values were compared, `counted` are pieces in a sum that must be
    right, `named` are pieces that a claim calls by their ids, and `designed` are fields that the
    document leaves open, as a claim says. The path of a field stands for everything inside the
    field, too. `judged_texts` and `designed_texts` are keys of texts in game.yaml.
    """

    judged: dict[str, set[str]] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    designed: dict[str, set[str]] = field(default_factory=dict)
    judged_texts: set[str] = field(default_factory=set)
    designed_texts: set[str] = field(default_factory=set)

    def judge(self, piece: Piece, path: str) -> None:
        self.judged.setdefault(piece.id, set()).add(path)

    def design(self, piece: Piece, path: str) -> None:
        self.designed.setdefault(piece.id, set()).add(path)

    def is_counted(self, piece: Piece) -> bool:
        """Whether some claim would notice one more piece with the same values and another id."""
        by_its_id = piece.id in self.named and COPIES in self.judged.get(piece.id, ())
        return by_its_id or piece.id in self.counted


class Spoken(StrEnum):
    """The origin of a value: a claim judges it, it is our own design, or no claim speaks of it."""

    CLAIMED = "claimed"
    DESIGNED = "designed"
    UNCLAIMED = "unclaimed"


class CoveredField(Struct, frozen=True):
    """A single value of a design, by its path: `front.level`, `front.rows[2].places`, `copies`.

    A text of game.yaml has no piece; its path is its key: `cover.says.ages`. `place` is where the
    value was typed, or else the place of its piece.
    """

    piece: Piece | None
    path: str
    spoken: Spoken
    place: Place

    @property
    def kind(self) -> str:
        """The kind of the piece, or the file of a text."""
        return self.piece.kind.id if self.piece else GAME_FILE

    @property
    def owner(self) -> str:
        """The id of the piece; "" for a text of game.yaml."""
        return self.piece.id if self.piece else ""

    @property
    def general_path(self) -> str:
        """The path without the numbers of entries: `front.rows[].places`."""
        return _ENTRY.sub("[]", self.path)


def _place_of(piece: Piece, path: str) -> Place:
    """The place where a value of a piece was typed, or else the place of the piece."""
    if path == COPIES:
        return piece.copies_place if piece.copies_place.line else piece.place
    side, _, rest = path.partition(".")
    record = piece.front if side == SideName.FRONT else piece.back
    name = rest.partition(".")[0].partition("[")[0]
    place = replace(piece.place, line=record.line_of(name), key=path)
    typed = record.place_of(name) or place
    return typed if typed.line else piece.place


class Coverage(Struct, frozen=True):
    """All values of the printed designs, each with its origin, and the `uncounted` pieces.

    As soon as claims count some pieces of a kind, they must count all; pieces that they miss are
    `uncounted`.
    """

    fields: tuple[CoveredField, ...] = ()
    uncounted: tuple[Piece, ...] = ()

    def of(self, *spoken: Spoken) -> tuple[CoveredField, ...]:
        return tuple(field for field in self.fields if field.spoken in spoken)

    @property
    def designs(self) -> int:
        return len({field.owner for field in self.fields if field.piece})


def coverage_of(game: Game, noted: Noted) -> Coverage:
    """The coverage of a box: compares its fields and pieces with those in `noted`."""
    printed = [piece for piece in game.pieces if piece.copies]
    closed = {piece.kind.id for piece in printed if noted.is_counted(piece)}
    uncounted = (
        piece for piece in printed if piece.kind.id in closed and not noted.is_counted(piece)
    )
    fields = [field for piece in printed for field in _of_piece(piece, noted)]
    return Coverage((*fields, *_of_texts(game, noted)), tuple(uncounted))


def _of_texts(game: Game, noted: Noted) -> Iterator[CoveredField]:
    for key, value in texts_of_game(game).items():
        spoken = Spoken.UNCLAIMED
        if key in noted.judged_texts:
            spoken = Spoken.CLAIMED
        elif key in noted.designed_texts:
            spoken = Spoken.DESIGNED
        yield CoveredField(None, key, spoken, place_of_text(game, key, value))


def place_of_text(game: Game, key: str, value: Value) -> Place:
    """The place of a text of game.yaml; for a figure, the place of the game."""
    typed = next(iter(value.by_language.values())) if isinstance(value, Text) else value
    place = typed.place if isinstance(typed, Word) else game.place
    return replace(place, key=key)


def _of_piece(piece: Piece, noted: Noted) -> Iterator[CoveredField]:
    judged = noted.judged.get(piece.id, set[str]())
    # A claim that names designed fields is more exact than the remark on a piece.
    named = noted.designed.get(piece.id)
    all_designed = named is None and piece.source.designed is not None
    for path in _values(piece):
        claimed = noted.is_counted(piece) if path == COPIES else _is_inside(path, judged)
        if claimed:
            spoken = Spoken.CLAIMED
        elif all_designed or (named is not None and _is_inside(path, named)):
            spoken = Spoken.DESIGNED
        else:
            spoken = Spoken.UNCLAIMED
        yield CoveredField(piece, path, spoken, _place_of(piece, path))


def _values(piece: Piece) -> Iterator[str]:
    """The paths of all values of a piece, except flags that are false: these say nothing."""
    yield COPIES
    for side, record in ((SideName.FRONT, piece.front), (SideName.BACK, piece.back)):
        yield from (path for path, value in leaves(side.value, record) if value is not False)


def _is_inside(path: str, paths: AbstractSet[str]) -> bool:
    """Whether a path is one of `paths`, or leads into one of them."""
    return not paths.isdisjoint(_leading_paths(path))


@lru_cache(maxsize=4096)
def _leading_paths(path: str) -> tuple[str, ...]:
    """A path, and the paths of all fields that contain its field; cached, as pieces share them."""
    return (path, *(path[: end.start()] for end in _END.finditer(path)))


def of_totals(coverage: Coverage, claims: Claims) -> Iterator[Finding]:
    """A finding for each kind with uncounted pieces, with the number of these."""
    by_kind: dict[str, list[Piece]] = {}
    for piece in coverage.uncounted:
        by_kind.setdefault(piece.kind.id, []).append(piece)
    for kind, pieces in by_kind.items():
        more = sum(piece.copies for piece in pieces)
        names = ", ".join(piece.id for piece in pieces[:_MOST_NAMED])
        names += ", …" if len(pieces) > _MOST_NAMED else ""
        yield Finding(
            claim=kind,
            check=TOTAL,
            place=claims.place,
            lines=(),
            verdict=Verdict.DIFFERS,
            says="counted pieces alone",
            has=f"{more} more: {names}",
            where=tuple(piece.place for piece in pieces),
            unfixable="take it out, or count it in a claim of the kind `count`",
        )
