"""Computes the version of a piece: hashes of its rules, its wording and its looks.

A kit records the version of each of its pieces, for later comparisons with the game. A hash is the
first eight hexadecimal digits of a SHA-256: two different contents have the same hash once in four
thousand million cases.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from fustella.core.values.codes import codes_of
from fustella.core.values.model import (
    Face,
    FaceId,
    Game,
    Picture,
    Piece,
    Record,
    SideName,
    Text,
    Value,
)
from fustella.core.words.numerals import figures_in

_DIGITS = 8
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


class Version(Struct, frozen=True):
    """The version of a piece at some time, in one language and theme.

    `code` is the version code printed on the piece, "" for a piece without a code. `rules` is the
    hash of its numbers, choices, flags, lengths and icons, and of the figures and icons inside its
    texts. `wording` is the hash of its texts, its name among them. `looks` is the hash of the faces
    of both sides in all looks, without the version code. Colours and pictures count in the looks
    alone.
    """

    code: str
    rules: str
    wording: str
    looks: str


class ChangeReason(StrEnum):
    """The reasons why a printed piece may differ from the game, the most important ones first."""

    NEW = "new"
    GONE = "gone"
    RULES = "rules"
    WORDING = "wording"
    LOOKS = "looks"
    COUNT = "count"


def change_reason(then: Version, now: Version) -> ChangeReason | None:
    """The first of rules, wording and looks that differs; None where the versions are equal.

    A difference in the code alone counts as a difference in looks.
    """
    if then == now:
        return None
    if then.rules != now.rules:
        return ChangeReason.RULES
    return ChangeReason.WORDING if then.wording != now.wording else ChangeReason.LOOKS


def versions_of(game: Game, faces: Mapping[FaceId, Face], language: str) -> dict[str, Version]:
    """The versions of all printed pieces by their ids, in the order of the game.

    `faces` are all faces of the game in that language. Raises KeyError for a missing face.
    """
    codes = codes_of(game, language)
    return {
        piece.id: version_of(piece, faces, language, codes[piece.id])
        for piece in game.pieces
        if piece.id in codes
    }


def version_of(piece: Piece, faces: Mapping[FaceId, Face], language: str, code: str) -> Version:
    """The version of one piece. Raises KeyError where one of its faces is missing."""
    rules: dict[str, object] = {}
    wording: dict[str, str] = {}
    for path, value, _ in values_of(piece):
        if isinstance(value, Text):
            wording[path] = str(value.in_language(language))
            if path != "name":
                rules[f"{path}, figures"] = figures_in(wording[path], language)
        elif isinstance(value, float):
            rules[path] = f"{value:.10g}"
        elif isinstance(value, Picture) or (isinstance(value, str) and is_colour(value)):
            continue
        elif value is not None:
            rules[path] = value
    sides = (SideName.FRONT,) if piece.kind.back is None else (SideName.FRONT, SideName.BACK)
    looks = [
        _looks_of(faces[FaceId(piece.id, side, look)], code)
        for look, _ in enumerate(piece.copies_by_look)
        for side in sides
    ]
    return Version(code, _hash(rules), _hash(wording), _hash(looks))


def values_of(piece: Piece) -> Iterator[tuple[str, Value, int]]:
    """Yields the path, value and line of the name of a piece and of each plain value in its fields.

    Paths are those of `field_texts`, such as `front.options[1].text`. The line is the one in which
    the value was typed, 0 if that is unknown.
    """
    yield "name", piece.name, 0
    yield from _plain_values("front", piece.front)
    yield from _plain_values("back", piece.back)


def is_colour(text: str) -> bool:
    """Whether a value is written as a colour: `#b0503c` or `#fff`."""
    return _COLOUR.fullmatch(text) is not None


def _plain_values(path: str, value: Value, line: int = 0) -> Iterator[tuple[str, Value, int]]:
    """The plain values inside a value, each with its path and line."""
    if isinstance(value, Record):
        for name in value:
            yield from _plain_values(f"{path}.{name}", value[name], value.line_of(name) or line)
    elif isinstance(value, tuple):
        for number, entry in enumerate(value, start=1):
            yield from _plain_values(f"{path}[{number}]", entry, line)
    else:
        yield path, value, line


def _looks_of(face: Face, code: str) -> str:
    """The digest of a face, without a version code that it shows."""
    svg = face.svg
    if code not in svg:
        return face.digest
    plain = re.sub(rf"<text\b[^>]*>{code}</text>", "", svg)
    return Face.drawn(plain, face.outline, face.bleed_mm).digest


def _hash(content: object) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
