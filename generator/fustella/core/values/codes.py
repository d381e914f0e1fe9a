"""Computes version codes, printed small on each piece: they tell its version, even years later.

`MK-7K4C` is the game's mark, a hyphen, and four signs that hash the text of the piece: its fields
and its name in the language that it is printed in. Copies, looks, templates and themes do not
change the code.

A game has 160,000 codes, so a piece whose text changes practically never keeps its code. Two pieces
of one box never share a code: `codes_of` gives the second one the next code.
"""

import hashlib
import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from fustella.core.files.pictures import PictureFolder
from fustella.core.values.model import Game, Picture, Piece, Text, Word, leaves
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex

ALPHABET = "23456789ACEFJKPRTVXY"
"""The signs of codes, which look unlike in small print: no 0, O, Q, D; no 1, I, L; one each of 2
and Z, 5 and S, 6 and G, 8 and B, U and V. None of them is wide (no H, M, N, W), so that a code is
at most 9 mm long."""

MARK_LETTERS = 2

LENGTH = 4
"""Number of signs after the hyphen."""

_DIGEST_SHOWN = 6
"""The number of digits of a picture's digest that stand in texts: they tell new files from old."""

_PICTURE = regex(rf"(.+) \(([0-9a-f]{{{_DIGEST_SHOWN}}})\)")

FieldTexts: TypeAlias = Mapping[str, str]
"""The text of a piece in one language: values by path, such as `front.options[1].text`."""

_MISREAD = str.maketrans("0ODQ1ILBSZGU", "CCCC7778526V")
"""Maps signs that no code has to the signs that were most likely printed."""

_MISREAD_MARK = str.maketrans("01258", "OIZSB")
"""Maps digits that are read in a mark to its letters: a mark has no digits."""


def default_mark(game_id: str) -> str:
    """The mark of a game whose designer chose none: the initials of its id, or TI for `tiny`."""
    words = [letters for word in game_id.split("-") if (letters := re.sub(r"[^a-z]", "", word))]
    initials = "".join(word[0] for word in words[:MARK_LETTERS])
    if len(initials) < MARK_LETTERS:
        initials = "".join(words)[:MARK_LETTERS]
    return initials.ljust(MARK_LETTERS, "x").upper()


def field_texts(piece: Piece, language: str) -> FieldTexts:
    """The texts on both sides of a piece; and its name, if no name or title on the front has it."""
    name = str(piece.name.in_language(language))
    sides = (("front", piece.front), ("back", piece.back))
    texts = {
        path: _as_text(leaf, language)
        for side, value in sides
        for path, leaf in leaves(side, value)
    }
    if name not in (texts.get("front.name"), texts.get("front.title")):
        texts["name"] = name
    return texts


_ENCODED = json.JSONEncoder(sort_keys=True).encode

_asked_last: list[tuple[tuple[Piece, ...], str, str, Mapping[str, str]]] = []
"""The pieces, mark, language and codes of the last call: a build needs them again."""


def codes_of(game: Game, language: str) -> Mapping[str, str]:
    """The code of each printed piece of a game, by the piece's id; all differ."""
    for pieces, mark, its_language, known in _asked_last:
        if pieces is game.pieces and (mark, its_language) == (game.mark, language):
            return known
    codes = _codes(game, language)
    _asked_last[:] = [(game.pieces, game.mark, language, codes)]
    return codes


def _codes(game: Game, language: str) -> dict[str, str]:
    codes: dict[str, str] = {}
    taken: set[str] = set()
    for piece in game.pieces:
        if piece.copies:
            candidates = _candidates(game.mark, piece, language)
            codes[piece.id] = next(code for code in candidates if code not in taken)
            taken.add(codes[piece.id])
    return codes


def box_code(game: Game, language: str) -> str:
    """The code of a whole box, which changes with each text and number of copies in it."""
    codes = codes_of(game, language)
    counted = sorted((codes[piece.id], piece.copies) for piece in game.pieces if piece.copies)
    digest = hashlib.sha256(json.dumps(counted).encode()).digest()
    return f"{game.mark}-{spelt(int.from_bytes(digest[:8]))}"


def _candidates(mark: str, piece: Piece, language: str) -> Iterator[str]:
    """Yields the code of a piece, then the codes to use if an earlier piece has the first."""
    text = _ENCODED([piece.kind.id, piece.id, field_texts(piece, language)])
    for attempt in itertools.count():
        salted = f"{text}{attempt or ''}"
        number = int.from_bytes(hashlib.sha256(salted.encode()).digest()[:8])
        yield f"{mark}-{spelt(number)}"


def spelt(number: int) -> str:
    """The lowest LENGTH digits of a number in base 20 as signs of ALPHABET, lowest digit first."""
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def picture_in(text: str, pictures: PictureFolder, place: Place) -> Picture | None:
    """The picture that `field_texts` wrote as `text`, or None if its file has changed since."""
    found = _PICTURE.fullmatch(text)
    digest = pictures.digest_of(found[1]) if found else ""
    if found is None or not digest.startswith(found[2]):
        return None
    return Picture(found[1], place, digest) if digest else None


def understood(typed: str) -> str:
    """The code meant by a typed text: in small letters, without hyphen, or misread.

    The result is "" if `typed` is too long or too short to be a code.
    """
    signs = "".join(sign for sign in typed.upper() if sign.isalnum() and sign.isascii())
    if len(signs) != MARK_LETTERS + LENGTH:
        return ""
    mark, rest = signs[:MARK_LETTERS], signs[MARK_LETTERS:]
    return f"{mark.translate(_MISREAD_MARK)}-{rest.translate(_MISREAD)}"


def _as_text(value: Text | Word | int | float | bool, language: str) -> str:
    if isinstance(value, Text):
        return str(value.in_language(language))
    if isinstance(value, Picture):
        return f"{value} ({value.digest[:_DIGEST_SHOWN]})" if value.digest else str(value)
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.10g}" if isinstance(value, float) else str(value)
