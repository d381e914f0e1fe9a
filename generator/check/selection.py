"""Which pieces a claim speaks of: by id, by kind, by what they say."""

import re
from collections.abc import Callable, Sequence
from fnmatch import translate

from generator.check.bad import BadClaim, NotThere
from generator.check.fields import OWN, SIDES, Field, field_of, said
from generator.model import Game, Piece, Record, Text, Value
from generator.problems import did_you_mean, nearest

_WILD = frozenset("*?[")


def select(game: Game, wanted: Value, key: str = "of") -> tuple[Piece, ...]:
    """The pieces that `wanted` means. Raises BadClaim, under `key`, when there is none such.

    A word or a list of words are ids, with `*`; a record is a kind and conditions on fields.
    """
    if isinstance(wanted, Record):
        return _by_conditions(game, wanted, key)
    words = wanted if isinstance(wanted, tuple) else (wanted,)
    if not words:
        raise BadClaim(key, "an empty list selects no piece", "write ids, or {kind: …}")
    found = {piece.id: piece for word in words for piece in _by_id(game, word, key)}
    return tuple(found.values())


def fitting(pattern: str) -> Callable[[str], object]:
    """Tells whether a word fits a pattern with `*`; most patterns have none and are the word."""
    if _WILD.isdisjoint(pattern):
        return pattern.__eq__
    return re.compile(translate(pattern)).match


def _by_id(game: Game, word: Value, key: str) -> list[Piece]:
    if isinstance(word, Record):
        hint = "write ids alone, or {kind: …} without a list around it"
        raise BadClaim(key, "conditions stand in a list of ids", hint)
    if not isinstance(word, str):
        hint = "write the id of a piece, or {kind: …}"
        raise BadClaim(key, f"`{said(word)}` is no id of a piece", hint)
    fits = fitting(word)
    found = [piece for piece in game.pieces if fits(piece.id)]
    if not found:
        hint = did_you_mean(word, [piece.id for piece in game.pieces])
        if any(kind.id == word for kind in game.kinds):
            hint = f"`{word}` is a kind: write {{kind: {word}}}"
        raise BadClaim(key, f"there is no piece `{word}`", hint, "E506")
    return found


def _by_conditions(game: Game, wanted: Record, key: str) -> tuple[Piece, ...]:
    pieces: Sequence[Piece] = game.pieces
    if "kind" in wanted:
        kinds = _kinds(game, wanted["kind"], key)
        pieces = [piece for piece in pieces if piece.kind.id in kinds]
    if "id" in wanted:
        chosen = {piece.id for piece in select(game, wanted["id"], f"{key}.id")}
        pieces = [piece for piece in pieces if piece.id in chosen]
    else:
        pieces = [piece for piece in pieces if piece.struck_out is None]
    for path in wanted:
        if path not in ("kind", "id"):
            pieces = _that_say(pieces, path, wanted[path], f"{key}.{path}")
    return tuple(pieces)


def _kinds(game: Game, wanted: Value, key: str) -> tuple[str, ...]:
    known = [kind.id for kind in game.kinds]
    words = tuple(map(said, wanted if isinstance(wanted, tuple) else (wanted,)))
    for word in words:
        if word not in known:
            message = f"the game has no kind `{word}`"
            raise BadClaim(f"{key}.kind", message, did_you_mean(word, known), "E506")
    return words


def _that_say(pieces: Sequence[Piece], path: str, wanted: Value, key: str) -> list[Piece]:
    words = tuple(map(said, wanted if isinstance(wanted, tuple) else (wanted,)))
    having: list[tuple[Piece, Field]] = []
    fault: BadClaim | None = None
    for piece in pieces:
        try:
            having.append((piece, field_of(piece, path, key)))
        except NotThere as absent:
            having.append((piece, Field(None, absent.place)))
        except BadClaim as bad:
            fault = bad
    if fault is not None and not having:
        is_path = "." in path or path in SIDES
        raise fault if is_path else _no_such_field(pieces, path, key)
    return [piece for piece, field in having if _fits(field, words)]


def _no_such_field(pieces: Sequence[Piece], path: str, key: str) -> BadClaim:
    """A word that is no condition at all: a side is missing, or `kind` is misspelt."""
    known = {"kind", "id", *OWN, *(f"front.{field}" for one in pieces for field in one.front)}
    if not nearest(path, known):
        known |= {f"back.{field}" for piece in pieces for field in piece.back}
    hint = did_you_mean(path, known)
    return BadClaim(key, f"no piece has a field `{path}`", hint, "E506")


def _fits(field: Field, words: tuple[str, ...]) -> bool:
    value = field.value
    if "any" in words and value is not None and value is not False and value != ():
        return True
    if value is None or value == ():
        return "none" in words or "false" in words
    if isinstance(value, tuple):
        return any(said(entry) in words for entry in value)
    if isinstance(value, Text):
        return any(str(word) in words for word in value.by_language.values())
    return said(value) in words
