"""Gives the texts and words in the fields of pieces, and texts without their markup."""

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from fustella.core.values.model import PlainWord, Record, Text, Value, Word

_ICON = re.compile(r"\{([^{}\n]*)\}")
_ESCAPED = re.compile(r"\\([*{}\\•.-])")
_KEPT = {"*": "\ue000", "{": "\ue001", "}": "\ue002", "\\": "\ue003"}
_STARS = re.compile(r"\*+")
_NAMES = ("name", "title")


class FieldText(Struct, frozen=True):
    """One text or word in the fields of a piece, with its key and the record that holds it."""

    key: str
    value: Text | Word
    record: Record

    @property
    def is_name(self) -> bool:
        return is_name(self.key)


def is_name(field: str) -> bool:
    """Whether the key of a field is `name` or `title`, or ends like `troop_name`."""
    return re.split(r"[._]", field)[-1] in _NAMES


_MOST_KEPT = 2048
_kept: dict[int, tuple[Record, tuple[FieldText, ...]]] = {}
"""The texts of records, by the identity of the records: every rule of lint needs them."""


def entries(record: Record) -> tuple[FieldText, ...]:
    """All texts and words in a record, and in the lists and records inside it, in their order."""
    if id(record) not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        fields: list[FieldText] = []
        _add_texts(record, fields)
        _kept[id(record)] = record, tuple(fields)
    return _kept[id(record)][1]


def _add_texts(record: Record, fields: list[FieldText]) -> None:
    for key in record:
        _add_texts_of(key, record[key], record, fields)


def _add_texts_of(key: str, value: Value, record: Record, fields: list[FieldText]) -> None:
    if isinstance(value, _READ):
        fields.append(FieldText(key, value, record))
    elif isinstance(value, tuple):
        for each in value:
            _add_texts_of(key, each, record, fields)
    elif isinstance(value, Record):
        _add_texts(value, fields)


_READ = (Text, Word)


def texts(record: Record) -> list[Text]:
    return [entry.value for entry in entries(record) if isinstance(entry.value, Text)]


def inline_icons(text: Text) -> Iterator[tuple[str, Word]]:
    """The names of icons in braces, in all languages of a text, each with the string around it.

    A size, as in `{wood:1.5}`, is left out. A language without a string of its own is skipped: it
    shows the string of another.
    """
    for language, word in text.by_language.items():
        if language in text.missing:
            continue
        if isinstance(word, PlainWord):
            continue
        for name in _ICON.findall(_escapes_hidden(word)):
            yield name.partition(":")[0].strip(), word


def plain(word: str, icon: str = " ") -> str:
    """A text without markup: no stars, and `icon` in place of each name in braces."""
    return str(word) if isinstance(word, PlainWord) else _without_markup(word, icon)


@cache
def _without_markup(word: str, icon: str) -> str:
    bare = _STARS.sub("", _ICON.sub(icon, _escapes_hidden(word)))
    for letter, kept in _KEPT.items():
        bare = bare.replace(kept, letter)
    return bare


def _escapes_hidden(word: str) -> str:
    """The text with escaped characters replaced, so that they are not taken for markup."""
    if "\\" not in word:
        return str(word)
    return _ESCAPED.sub(lambda match: _KEPT.get(match[1], match[1]), word.replace("\\n", "\n"))
