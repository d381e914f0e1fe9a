"""What changed in a game, piece by piece: what it was, what it is, and how much that matters.

What a game was may be a revision that git remembers, or a kit that was printed; both come here as
a `GameState`. Nothing is read or drawn here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from generator.codes import Said, codes_of, figures_in, said_by
from generator.kit.compare import difference
from generator.kit.versions import version_of
from generator.kits import Kind, Version
from generator.model import Face, FaceId, Game, Piece, Record, SideName, Text, Value
from generator.problems import Place

ORDER = (Kind.RULES, Kind.WORDING, Kind.LOOKS, Kind.COUNT, Kind.NEW, Kind.GONE)
"""In which changes are told: what weighs most with somebody who plays comes first."""

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


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
    said: Said | None
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


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that is not what it was; None where there was, or is, none.

    `kind` is rules, wording, or looks (a colour). `place` is where it is typed now, or the piece.
    """

    field: str
    then: str | None
    now: str | None
    kind: Kind
    place: Place | None


@dataclass(frozen=True)
class PieceChange:
    """A piece that is not what it was, and why: the weightiest reason.

    `before` is None for a new piece, `after` for one that is gone. `copies_then` are all copies
    that there were of the piece, whatever their versions.
    """

    piece: str
    kind: Kind
    before: PieceState | None
    after: PieceState | None
    fields: tuple[FieldChange, ...]
    copies_then: int
    copies_now: int

    @property
    def state(self) -> PieceState:
        """The piece as it is, or as it was where it is gone."""
        state = self.after or self.before
        if state is None:
            raise ValueError("a change of nothing")
        return state

    @cached_property
    def looks_changed(self) -> bool:
        """Whether the piece can be told from what it was by looking at it, as far as is known."""
        if self.before is None or self.after is None:
            return False
        then, now = self.before.version.looks, self.after.version.looks
        return bool(then and now) and then != now

    @cached_property
    def sides(self) -> tuple[tuple[SideName, Face | None, Face | None], ...]:
        """What to show, before and after: the sides that differ, or the front where none does."""
        pairs = [(side, *self._pair(side)) for side in SideName]
        shown = [pair for pair in pairs if pair[1] or pair[2]]
        if self.before is None or self.after is None:
            return tuple(shown)
        if not self.before.faces:
            return tuple(shown) if self.looks_changed else tuple(shown[:1])
        differing = [pair for pair in shown if _digest(pair[1]) != _digest(pair[2])]
        return tuple(differing if self.looks_changed and differing else shown[:1])

    def _pair(self, side: SideName) -> tuple[Face | None, Face | None]:
        """A side before and after, in the first look in which they differ."""
        then = _looks(self.before, side)
        now = _looks(self.after, side)
        if not then or not now:
            return next(iter(then), None), next(iter(now), None)
        pairs = list(zip(then, now, strict=False))
        return next((pair for pair in pairs if pair[0].digest != pair[1].digest), pairs[0])


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


def changes_between(before: GameState, after: GameState) -> tuple[PieceChange, ...]:
    """What changed, weightiest first as in `ORDER`, and within that in the order of the game.

    Of a piece in several versions, each that is not the present one is a change of its own.
    """
    then = _states_by_id(before)
    now = _states_by_id(after)
    ids = dict.fromkeys((*now, *then))
    found = [
        change
        for piece_id in ids
        for change in _changes_of(then.get(piece_id, []), next(iter(now.get(piece_id, [])), None))
    ]
    return tuple(sorted(found, key=lambda change: ORDER.index(change.kind)))


def _changes_of(then: list[PieceState], now: PieceState | None) -> Iterator[PieceChange]:
    """What changed about one piece."""
    copies = sum(one.copies for one in then)
    if now is None:
        for one in then:
            yield PieceChange(one.id, Kind.GONE, one, None, (), copies, 0)
        return
    if not then:
        yield PieceChange(now.id, Kind.NEW, None, now, (), 0, now.copies)
        return
    kinds = [(one, _difference(one, now)) for one in then]
    for one, kind in kinds:
        if kind is not None:
            fields = tuple(_fields(one, now))
            yield PieceChange(now.id, kind, one, now, fields, copies, now.copies)
    if copies != now.copies and not any(kind for _, kind in kinds):
        yield PieceChange(now.id, Kind.COUNT, then[0], now, (), copies, now.copies)


def _difference(then: PieceState, now: PieceState) -> Kind | None:
    """The weightiest difference; of looks only what is known on both sides."""
    version = then.version
    if not (version.looks and now.version.looks):
        version = replace(version, looks=now.version.looks)
    return difference(version, now.version)


def _fields(then: PieceState, now: PieceState) -> Iterator[FieldChange]:
    """Field by field, in the order in which the piece has them now; what is gone comes last."""
    if then.said is None or now.said is None:
        return
    texts = then.wording | now.wording
    for field in dict.fromkeys((*now.said, *then.said)):
        was, has = then.said.get(field), now.said.get(field)
        if was != has:
            place = now.places.get(field, now.place)
            yield FieldChange(field, was, has, _kind_of(field, was, has, texts), place)


def _kind_of(field: str, was: str | None, has: str | None, texts: frozenset[str]) -> Kind:
    """As versions divide what a piece says."""
    if field in texts:
        figures = (figures_in(text or "") for text in (was, has))
        return Kind.WORDING if field == "name" or len({*figures}) == 1 else Kind.RULES
    values = [value for value in (was, has) if value is not None]
    return Kind.LOOKS if all(map(_COLOUR.fullmatch, values)) else Kind.RULES


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
        said=said_by(piece, language),
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


def _states_by_id(state: GameState) -> dict[str, list[PieceState]]:
    by_id: dict[str, list[PieceState]] = {}
    for piece in state.pieces:
        if piece.copies:
            by_id.setdefault(piece.id, []).append(piece)
    return by_id


def _looks(state: PieceState | None, side: SideName) -> list[Face]:
    """A side in all the ways that it is drawn in."""
    faces = state.faces if state else {}
    return [face for face_id, face in faces.items() if face_id.side is side]


def _digest(face: Face | None) -> str:
    return face.digest if face else ""


def _sides(piece: Piece) -> tuple[tuple[str, Value], ...]:
    return ("name", piece.name), ("front", piece.front), ("back", piece.back)


def _texts(path: str, value: Value) -> Iterator[str]:
    """The paths of the texts inside a value, as `said_by` calls them."""
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
