"""Warns of fields that nothing draws, in games without claims: their values are never printed."""

from collections.abc import Mapping

from msgspec.structs import replace

from fustella import check
from fustella.core.files.project import READY
from fustella.core.values.claims import Claims
from fustella.core.values.model import (
    FaceId,
    FaceMetadata,
    Game,
    Piece,
    Record,
    SideName,
    Value,
    Word,
)
from fustella.core.values.problems import Place, Problem, warning
from fustella.core.words.patterns import regex

_ZONE = "x: 10%, y: 40%, width: 30%, height: 10%"
"""The place of a zone that fits a face of any shape and size."""

_STEP = regex(r"[.\[]")
_COLOUR = regex(r"#(?:[0-9a-f]{3}){1,2}")


def unread_fields(
    game: Game, claims: Claims | None, faces: Mapping[FaceId, FaceMetadata]
) -> tuple[Problem, ...]:
    """The warnings about fields that no zone and no template draws: E240, one for each piece.

    A game with claims has none: there, the rule `unprinted` of lint looks at all values.
    """
    if claims is not None or not _may_be_unread(game, faces):
        return ()
    return tuple(
        _unread_problem(piece, path, place) for piece, path, place in check.unread(game, faces)
    )


def _may_be_unread(game: Game, faces: Mapping[FaceId, FaceMetadata]) -> bool:
    """Whether a piece has a value that the template of its side did not read."""
    pieces = {piece.id: piece for piece in game.pieces}
    for face_id, metadata in faces.items():
        piece = pieces.get(face_id.piece) if metadata.unread_fields else None
        if piece is not None:
            values = piece.front if face_id.side is SideName.FRONT else piece.back
            names = {_STEP.split(path)[1] for path in metadata.unread_fields}
            if any(values[name] is not None for name in names):
                return True
    return False


def _unread_problem(piece: Piece, path: str, place: Place) -> Problem:
    side, _, field = path.partition(".")
    kind, is_front = piece.kind, side == SideName.FRONT
    template = kind.front if is_front or kind.back is None else kind.back
    of_kind = f"`{kind.id}` in game.yaml"
    if template.startswith(f"{READY}/"):
        message = f"`{field}` is printed nowhere: no zone of {template.partition('.')[0]} draws it"
        record = piece.front if is_front else piece.back
        way = _zone(template, record[field.partition(".")[0]], side, field, of_kind)
    else:
        message = f"`{field}` is printed nowhere: {template} does not read it"
        way = f"draw `face.{field}` in {template}"
    hidden = (
        f"if it is not for print, write `layout: {{{side}: {{{field}: false}}}}` under {of_kind}"
    )
    hint = f"{way}; {'or take it out of the list' if '.' in field else hidden}"
    return replace(warning("E240", place, message, hint), piece=piece.id)


def _zone(template: str, value: Value, side: str, field: str, of_kind: str) -> str:
    """The part of a hint that says how a ready face can draw a value."""
    if isinstance(value, tuple | Record):
        name = template.removeprefix(f"{READY}/").partition(".")[0]
        return f"take the template into the project, `fustella eject {name}`, and draw it there"
    if isinstance(value, Word) and _COLOUR.fullmatch(value):
        return "call the field `colour`, as ready faces do"
    keys = f"{_ZONE}, fill: accent" if isinstance(value, bool) else _ZONE
    return f"write `layout: {{{side}: {{{field}: {{{keys}}}}}}}` under {of_kind}"
