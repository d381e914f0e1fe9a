"""Gives rules the drawn faces of pieces, and the fields that these print."""

import re
from collections.abc import Iterable, Iterator, Mapping

from fustella.check.lint import Faces
from fustella.check.selection import as_text, field_of
from fustella.core.values.claims import Claims
from fustella.core.values.model import FaceId, FaceMetadata, Piece, SideName, Value
from fustella.core.values.problems import Place

_ENTRY = re.compile(r"(\[\d+\])+$")
_FIGURE = re.compile(r"\d+")


def drawn_faces(piece: Piece, faces: Faces) -> Iterator[Mapping[SideName, FaceMetadata]]:
    """Yields, for each look of a piece, the metadata of its drawn sides."""
    for look in range(len(piece.copies_by_look)):
        ids = {side: FaceId(piece.id, side, look) for side in SideName}
        yield {side: faces[face] for side, face in ids.items() if faces and face in faces}


def field_path(leaf: str) -> str:
    """The path of the field that a single value stands in: `front.map` of `front.map[2]`."""
    return _ENTRY.sub("", leaf)


def place_in(piece: Piece, leaf: str) -> Place:
    """The place of the field that holds a single value of a piece."""
    return field_of(piece, field_path(leaf)).place


def figures_in(words: Iterable[str]) -> set[str]:
    """The numbers that are written in digits in some words."""
    return {figure for word in words for figure in _FIGURE.findall(word)}


def is_number(value: Value) -> bool:
    """Whether a value is a number for players to read; a flag is not, and neither is 0."""
    return isinstance(value, int | float) and not isinstance(value, bool) and value != 0


def fields_named(claims: Claims, option: str) -> tuple[str, ...]:
    """The fields under a key of `lint`, one or a list."""
    typed = claims.lint[option] if option in claims.lint else ()
    return tuple(map(as_text, typed if isinstance(typed, tuple) else (typed,)))


def is_inside(field: str, named: tuple[str, ...]) -> bool:
    """Whether a field is one of the `named` fields, or lies inside one of them."""
    return any(field == known or field.startswith(f"{known}.") for known in named)
