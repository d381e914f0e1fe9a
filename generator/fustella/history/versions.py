"""What each piece of a box is today: its rules, its wording and its looks, each as a hash.

A hash is the first eight signs of a SHA-256 in hexadecimal: a kit's piece is compared with what
the same piece is now, so that one change in four thousand million would go unseen.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from fustella.core.codes import codes_of
from fustella.core.model import Face, FaceId, Game, Piece, Record, SideName, Text, Value
from fustella.core.numerals import figures_in


@dataclass(frozen=True, slots=True)
class Version:
    """What a piece was when it was printed.

    `code` is the version code on it. `rules` hashes all that it says but its texts: numbers, words
    of a choice, icons; `wording` its texts in the language of the kit; `looks` the pictures of both
    sides, in all their ways, without the code and without regard to what they say.
    """

    code: str
    rules: str
    wording: str
    looks: str


class ChangeReason(StrEnum):
    """Why a piece of a kit is not the box's: the weightiest that is true, in this order."""

    NEW = "new"
    GONE = "gone"
    RULES = "rules"
    WORDING = "wording"
    LOOKS = "looks"
    COUNT = "count"


_SIGNS = 8
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def versions_of(game: Game, faces: Mapping[FaceId, Face], language: str) -> dict[str, Version]:
    """The version of each printed piece of a game, by the piece's id, in the order of the game.

    `faces` are all of the game's, in that language and in the theme of the kit. What a piece says
    divides so: texts, its name among them, are wording; numbers, words, choices, flags, icons and
    lengths are rules, and so are the figures and icons inside a text; a colour is neither, for it
    is seen in the looks. The looks are those of both sides in all the ways that the piece is drawn
    in; its version code is not looked at, only how the rest is drawn. Raises KeyError where a face
    is missing.
    """
    codes = codes_of(game, language)
    return {
        piece.id: version_of(piece, faces, language, codes[piece.id])
        for piece in game.pieces
        if piece.id in codes
    }


def version_of(piece: Piece, faces: Mapping[FaceId, Face], language: str, code: str) -> Version:
    """The version of one piece; see `versions_of`."""
    said = dict(_flat("front", piece.front)) | dict(_flat("back", piece.back))
    said["name"] = piece.name
    texts = {path: one for path, one in said.items() if isinstance(one, Text)}
    rules = {path: one for path, one in said.items() if not isinstance(one, Text)}
    wording = {path: str(text.in_language(language)) for path, text in texts.items()}
    figures = {path: figures_in(text, language) for path, text in wording.items()}
    rules |= {f"{path}, figures": found for path, found in figures.items() if path != "name"}
    looks = [_looks_of(face, code) for face in _faces_of(piece, faces)]
    return Version(code, _hash(rules), _hash(wording), _hash(looks))


def _hash(said: object) -> str:
    text = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_SIGNS]


def _faces_of(piece: Piece, faces: Mapping[FaceId, Face]) -> Iterator[Face]:
    """Both printed sides of a piece in each of its looks."""
    sides = (SideName.FRONT, *([SideName.BACK] if piece.kind.back is not None else []))
    for look, _ in enumerate(piece.copies_by_look):
        yield from (faces[FaceId(piece.id, side, look)] for side in sides)


def _looks_of(face: Face, code: str) -> str:
    """The digest of a face without its version code, which is on no face that does not show it."""
    svg = face.svg
    if code not in svg:
        return face.digest
    plain = re.sub(rf"<text\b[^>]*>{code}</text>", "", svg)
    return Face.drawn(plain, face.outline, face.bleed_mm).digest


def _flat(path: str, value: Value) -> Iterator[tuple[str, object]]:
    """The plain values inside a value, each with the path that leads to it; no colours."""
    if isinstance(value, Record):
        for name in value:
            yield from _flat(f"{path}.{name}", value[name])
    elif isinstance(value, tuple):
        for number, entry in enumerate(value, start=1):
            yield from _flat(f"{path}[{number}]", entry)
    elif isinstance(value, Text | bool | int):
        yield path, value
    elif isinstance(value, float):
        yield path, f"{value:.10g}"
    elif value is not None and not _COLOUR.fullmatch(value):
        yield path, str(value)


def change_reason(then: Version, now: Version) -> ChangeReason | None:
    """The weightiest way in which a piece is not what it was; None where it is the same.

    Another code on the same piece is a matter of looks.
    """
    if then == now:
        return None
    if then.rules != now.rules:
        return ChangeReason.RULES
    return ChangeReason.WORDING if then.wording != now.wording else ChangeReason.LOOKS
