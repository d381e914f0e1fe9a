"""A game as it was or is: what its pieces say, and what they look like.

What a game was may be a revision that git remembers, or a kit that was printed. Nothing is read or
drawn here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from fustella.core.codes import FieldTexts, codes_of, field_texts
from fustella.core.model import Face, FaceId, Game, Piece, Record, SideName, Text, Value
from fustella.core.problems import Place
from fustella.history.versions import Version, version_of


@dataclass(frozen=True, slots=True)
class PieceState:
    """A piece as it was or is, in one language.

    `kind` is the name of its kind. `said` is None where nobody knows any more what it said;
    `wording` are those of its fields that are texts, `places` where each was typed. `faces` is
    empty where there is no picture of it, and then nothing is said about its looks, unless its
    version knows them. `code` of the version is "" where it had none.
    """

    id: str
    name: str
    kind: str
    said: FieldTexts | None
    wording: frozenset[str]
    places: Mapping[str, Place]
    copies: int
    version: Version
    faces: Mapping[FaceId, Face]
    place: Place | None


@dataclass(frozen=True, slots=True)
class GameState:
    """The pieces of a game at some time; a kit may have one piece in several versions.

    `notes` say what could not be found out about that time.
    """

    game: str
    title: str
    language: str
    pieces: tuple[PieceState, ...]
    notes: tuple[str, ...] = ()


def state_of(
    game: Game, language: str, faces: Mapping[FaceId, Face], notes: Iterable[str] = ()
) -> GameState:
    """A game in one language with the faces that were drawn of it, which may lack some.

    Of a piece without all its faces nothing is said about looks.
    """
    codes = codes_of(game, language)
    own = _by_piece(faces)
    pieces = tuple(
        _piece_state(piece, language, own.get(piece.id, {}), codes.get(piece.id, ""))
        for piece in game.pieces
        if piece.copies
    )
    title = str(game.title.in_language(language))
    return GameState(game.id, title, language, pieces, tuple(notes))


def _piece_state(
    piece: Piece, language: str, faces: Mapping[FaceId, Face], code: str
) -> PieceState:
    whole = len(faces) == len(piece.copies_by_look) * (1 if piece.kind.back is None else 2)
    if whole:
        version = version_of(piece, faces, language, code)
    else:
        version = replace(version_of(piece, _blank(piece), language, code), looks="")
    texts = (path for said in _sides(piece) for path in _texts(*said))
    return PieceState(
        id=piece.id,
        name=str(piece.name.in_language(language)),
        kind=str(piece.kind.name.in_language(language)),
        said=field_texts(piece, language),
        wording=frozenset(texts),
        places={path: place for said in _sides(piece) for path, place in _places(*said, piece)},
        copies=piece.copies,
        version=version,
        faces=faces if whole else {},
        place=piece.place,
    )


def _blank(piece: Piece) -> Mapping[FaceId, Face]:
    """Faces that show nothing, where none could be drawn: a version asks for all of them."""
    face = Face.drawn("", piece.kind.outline, piece.kind.bleed_mm)
    looks = range(len(piece.copies_by_look))
    return {FaceId(piece.id, side, look): face for side in SideName for look in looks}


def _by_piece(faces: Mapping[FaceId, Face]) -> dict[str, dict[FaceId, Face]]:
    own: dict[str, dict[FaceId, Face]] = {}
    for face_id, face in faces.items():
        own.setdefault(face_id.piece, {})[face_id] = face
    return own


def _sides(piece: Piece) -> tuple[tuple[str, Value], ...]:
    return ("name", piece.name), ("front", piece.front), ("back", piece.back)


def _texts(path: str, value: Value) -> Iterator[str]:
    """The paths of the texts inside a value, as `field_texts` calls them."""
    return (inner for inner, one, _ in _flat(path, value) if isinstance(one, Text))


def _places(path: str, value: Value, piece: Piece) -> Iterator[tuple[str, Place]]:
    """Where the plain values inside a value were typed, as far as they know."""
    for inner, one, line in _flat(path, value):
        word = next(iter(one.by_language.values()), None) if isinstance(one, Text) else one
        typed = getattr(word, "place", None)
        if isinstance(typed, Place):
            yield inner, Place(typed.file, typed.line, inner)
        elif line:
            yield inner, Place(piece.place.file, line, inner)


def _flat(path: str, value: Value, line: int = 0) -> Iterator[tuple[str, Value, int]]:
    """The plain values inside a value: path, value, and the line that it says it was typed in."""
    if isinstance(value, Record):
        for name in value:
            yield from _flat(f"{path}.{name}", value[name], value.line_of(name) or line)
    elif isinstance(value, tuple):
        for number, entry in enumerate(value, start=1):
            yield from _flat(f"{path}[{number}]", entry, line)
    else:
        yield path, value, line
