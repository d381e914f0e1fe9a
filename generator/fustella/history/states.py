"""Defines the state of a game at some time: the fields of its pieces, and their faces.

The time is now, the time of a git revision, or the time when a kit was printed. Other modules read
and draw the pieces.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.values.codes import FieldTexts, codes_of, field_texts
from fustella.core.values.model import Face, FaceId, Game, Piece, SideName, Text, Value, Word
from fustella.core.values.problems import Place
from fustella.history.versions import Version, values_of, version_of

if TYPE_CHECKING:
    from fustella.rules import BookletPassages


class PieceState(Struct, frozen=True):
    """A piece at some time, in one language.

    `kind` is the name of its kind, `kind_id` its id, "" where it is unknown. `fields` is None for
    unknown fields; `wording` has the names of fields that are texts, and `places` the places where
    fields were typed. `faces` is empty for a piece that could not be drawn; its looks are compared
    all the same if `version` has their hash.
    """

    id: str
    name: str
    kind: str
    fields: FieldTexts | None
    wording: frozenset[str]
    places: Mapping[str, Place]
    copies: int
    version: Version
    faces: Mapping[FaceId, Face]
    place: Place | None
    kind_id: str = ""


class GameState(Struct, frozen=True):
    """The pieces of a game at some time; a kit may have several versions of a piece.

    `notes` name everything about that time that could not be found out. `booklets` are its rule
    booklets by their languages; None where they are unknown.
    """

    game: str
    title: str
    language: str
    pieces: tuple[PieceState, ...]
    notes: tuple[str, ...] = ()
    booklets: "Mapping[str, BookletPassages] | None" = field(default_factory=dict)


def state_of(
    game: Game, language: str, faces: Mapping[FaceId, Face], notes: Iterable[str] = ()
) -> GameState:
    """The state of a game in one language.

    `faces` may be incomplete: a piece without all its faces gets none, and no hash of its looks.
    """
    codes = codes_of(game, language)
    faces_of: dict[str, dict[FaceId, Face]] = {}
    for face_id, face in faces.items():
        faces_of.setdefault(face_id.piece, {})[face_id] = face
    pieces = tuple(
        _piece_state(piece, language, faces_of.get(piece.id, {}), codes.get(piece.id, ""))
        for piece in game.pieces
        if piece.copies
    )
    title = str(game.title.in_language(language))
    return GameState(game.id, title, language, pieces, tuple(notes))


def _piece_state(
    piece: Piece, language: str, faces: Mapping[FaceId, Face], code: str
) -> PieceState:
    complete = len(faces) == len(piece.copies_by_look) * (1 if piece.kind.back is None else 2)
    version = version_of(piece, faces if complete else _blank_faces(piece), language, code)
    values = list(values_of(piece))
    places = ((path, _place_of(piece, path, value, line)) for path, value, line in values)
    return PieceState(
        id=piece.id,
        name=str(piece.name.in_language(language)),
        kind=str(piece.kind.name.in_language(language)),
        fields=field_texts(piece, language),
        wording=frozenset(path for path, value, _ in values if isinstance(value, Text)),
        places={path: place for path, place in places if place},
        copies=piece.copies,
        version=version if complete else replace(version, looks=""),
        faces=faces if complete else {},
        place=piece.place,
        kind_id=piece.kind.id,
    )


def _blank_faces(piece: Piece) -> Mapping[FaceId, Face]:
    """Empty faces for a piece that could not be drawn, because `version_of` needs all faces."""
    face = Face.drawn("", piece.kind.outline, piece.kind.bleed_mm)
    looks = range(len(piece.copies_by_look))
    return {FaceId(piece.id, side, look): face for side in SideName for look in looks}


def _place_of(piece: Piece, path: str, value: Value, line: int) -> Place | None:
    """The place of a value: the value's own, or else the line of its record."""
    word = next(iter(value.by_language.values()), None) if isinstance(value, Text) else value
    if isinstance(word, Word):
        return replace(word.place, key=path)
    return replace(piece.place, line=line, key=path) if line else None
