"""Reads and writes the values of PDF: dictionaries, arrays, names, references (ISO 32000-1, 7.3).

Numbers and strings stay the bytes that they are, since nobody computes with them here.
"""

from typing import Any, TypeAlias

from msgspec import Struct

from fustella.core.words.patterns import regex


class ObjectReference(Struct, frozen=True):
    """A reference to the object of that number."""

    number: int


Value: TypeAlias = dict[bytes, Any] | list[Any] | ObjectReference | bytes
"""A dictionary by names with their slash, an array, a reference, or bytes: `/DeviceRGB`, `0.5`."""


TOKEN = regex(
    rb"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|/[^\s<>\[\]()/%{}]*"
    rb"|[\[\]{}]|[^\s<>\[\]()/%{}]+",
)
"""Matches a token of PDF: a string, a bracket, a name, a number or a word."""


class NoValue(ValueError):
    """Raised for bytes that are no value of PDF."""


def value_in(text: bytes) -> Value:
    """Reads one value. Raises NoValue."""
    tokens = TOKEN.findall(text)
    value, at = _read(tokens, 0)
    if at != len(tokens):
        raise NoValue(text[:80])
    return value


def _read(tokens: list[bytes], at: int) -> tuple[Value, int]:
    try:
        token = tokens[at]
        if token == b"<<":
            entries: dict[bytes, Value] = {}
            at += 1
            while tokens[at] != b">>":
                key = tokens[at]
                entries[key], at = _read(tokens, at + 1)
            return entries, at + 1
        if token == b"[":
            items: list[Value] = []
            at += 1
            while tokens[at] != b"]":
                item, at = _read(tokens, at)
                items.append(item)
            return items, at + 1
        if tokens[at + 1 : at + 3] == [b"0", b"R"] and token.isdigit():
            return ObjectReference(int(token)), at + 3
    except IndexError:
        raise NoValue("a bracket is not closed") from None
    if token in (b">>", b"]"):
        raise NoValue("a bracket too many")
    return token, at + 1


def written(value: Value) -> bytes:
    """Writes a value."""
    if isinstance(value, dict):
        return b"<<%s>>" % b"".join(key + _apart(written(one)) for key, one in value.items())
    if isinstance(value, list):
        return b"[%s]" % b" ".join(map(written, value))
    if isinstance(value, ObjectReference):
        return b"%d 0 R" % value.number
    return value


def _apart(text: bytes) -> bytes:
    """The text of a value behind a name, with a blank where the two would run together."""
    return text if text[:1] in b"/[<(" else b" " + text
