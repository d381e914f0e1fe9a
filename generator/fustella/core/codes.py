"""Version codes: what is printed small on a piece, so that years later one can tell what it was.

`MK-7K4C` is the game's mark, a hyphen, and four signs that hash what the piece says: its fields and
its name in the language that it is printed in. Copies, looks, templates and themes are not in it.

There are 160,000 codes to a game, so that a piece's old and new text share one in none of the cases
that anybody will see; two pieces of one box never do (`codes_of` gives the second the next one).
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from fustella.core.model import Game, Piece, Record, Text, Value

ALPHABET = "23456789ACEFJKPRTVXY"
"""Signs that nobody mistakes for each other in small print (no 0, O, Q, D; no 1, I, L; of 2 and Z,
5 and S, 6 and G, 8 and B, U and V one each), and none that is wide (no H, M, N, W): a code is at
most 9 mm long."""

MARK_LETTERS = 2

LENGTH = 4
"""Signs behind the hyphen."""

FieldTexts: TypeAlias = Mapping[str, str]
"""What a piece says, in one language: `front.options[1].text` and so on, each with its value."""

_MISREAD = str.maketrans("0ODQ1ILBSZGU", "CCCC7778526V")
"""A sign that no code has, to the one that was most likely printed."""

_MISREAD_MARK = str.maketrans("01258", "OIZSB")
"""A mark has letters alone."""

_NAMES = ("name", "title")


def default_mark(game_id: str) -> str:
    """The letters that begin a game's codes when its designer chose none: MK, or TI for `tiny`."""
    words = [letters for word in game_id.split("-") if (letters := re.sub(r"[^a-z]", "", word))]
    initials = "".join(word[0] for word in words[:MARK_LETTERS])
    if len(initials) < MARK_LETTERS:
        initials = "".join(words)[:MARK_LETTERS]
    return initials.ljust(MARK_LETTERS, "x").upper()


def field_texts(piece: Piece, language: str) -> FieldTexts:
    """What a piece says on both sides; and its name, unless the front says it anyway."""
    name = str(piece.name.in_language(language))
    said = dict(_flat("front", piece.front, language)) | dict(_flat("back", piece.back, language))
    if name not in (said.get(f"front.{field}") for field in _NAMES):
        said["name"] = name
    return said


def codes_of(game: Game, language: str) -> dict[str, str]:
    """The code of each printed piece of a game, by the piece's id; no two are alike."""
    codes: dict[str, str] = {}
    taken: set[str] = set()
    for piece in game.pieces:
        if piece.copies:
            code = next(one for one in _ways(game.mark, piece, language) if one not in taken)
            taken.add(code)
            codes[piece.id] = code
    return codes


def understood(typed: str) -> str:
    """The code that somebody meant who typed it in small letters, without its hyphen or misread.

    "" for what is too long or too short to be one.
    """
    signs = "".join(sign for sign in typed.upper() if sign.isalnum() and sign.isascii())
    if len(signs) != MARK_LETTERS + LENGTH:
        return ""
    mark, rest = signs[:MARK_LETTERS], signs[MARK_LETTERS:]
    return f"{mark.translate(_MISREAD_MARK)}-{rest.translate(_MISREAD)}"


def _ways(mark: str, piece: Piece, language: str) -> Iterator[str]:
    """The code of a piece, and those it gets when others have it already."""
    said = json.dumps([piece.kind.id, piece.id, field_texts(piece, language)], sort_keys=True)
    attempt = 0
    while True:
        salt = str(attempt) if attempt else ""
        number = int.from_bytes(hashlib.sha256(f"{said}{salt}".encode()).digest()[:8])
        yield f"{mark}-{_spelt(number)}"
        attempt += 1


def _spelt(number: int) -> str:
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def _flat(path: str, value: Value, language: str) -> Iterator[tuple[str, str]]:
    """The plain values inside a value, each with the path that leads to it."""
    if isinstance(value, Record):
        for name in value:
            yield from _flat(f"{path}.{name}", value[name], language)
    elif isinstance(value, tuple):
        for number, entry in enumerate(value, start=1):
            yield from _flat(f"{path}[{number}]", entry, language)
    elif isinstance(value, Text):
        yield path, str(value.in_language(language))
    elif isinstance(value, bool):
        yield path, str(value).lower()
    elif isinstance(value, float):
        yield path, f"{value:.10g}"
    elif value is not None:
        yield path, str(value)
