"""Words messages for names that a value does not have, with the place of the value.

Designers know the names of fields, not Python's methods of lists and mappings.
"""

import functools
from collections.abc import Iterator, Mapping
from typing import Any

import jinja2
from jinja2.runtime import Macro

from fustella.core.values.model import Record
from fustella.core.values.problems import nearest
from fustella.core.words.patterns import regex

KNOWN = "; known: "
"""The words in a message before the names that a value has."""

HERE = "` here"
"""The end of a message, before the known names, about a record that may lie in another value."""

_NO_VALUE = regex(r"parameter '(\w+)' was not provided")
_EMPTY = regex(r"No \w+ item.*")
"""Patterns for messages of Jinja: about a missing value of a macro (`_NO_VALUE`), and about an
entry of an empty list."""


class UnknownName(jinja2.UndefinedError):
    """Raised if a template requests a name from `owner` that `owner` does not have."""

    def __init__(self, owner: object, message: str | None = None) -> None:
        super().__init__(message)
        self.owner = owner

    @classmethod
    def of(cls, owner: object) -> Any:
        """A function that Jinja calls with a message to make the error."""
        return functools.partial(cls, owner)


def message_about_unknown(
    hint: str | None, owner: object, name: object, names: tuple[str, ...]
) -> str:
    """The message about a name that a text, a list or a macro lacks; "" for other owners.

    `hint` is the hint of Jinja, `names` are the methods that templates may use of the owner.
    """
    lacking = _NO_VALUE.fullmatch(hint or "")
    if lacking:
        return f"the macro is called without a value for `{lacking[1]}`"
    if _EMPTY.fullmatch(hint or ""):
        return "the list is empty: it has no first or last entry, and no largest or smallest"
    if isinstance(name, int | float) and not isinstance(owner, Record | Mapping):
        return _said_of_number(owner, name)
    if not isinstance(name, str | int | float):
        return "what stands in [ ] is neither a name nor a number"
    return _said_of_name(owner, str(name), names)


def _said_of_name(owner: object, name: str, names: tuple[str, ...]) -> str:
    if isinstance(owner, list | tuple):
        first = next(iter(owner), None)
        entries = f": its entries have {', '.join(first)}" if isinstance(first, Record) else ""
        return f"a list has no `{name}`{entries}"
    if isinstance(owner, Mapping):
        return f"a record has no `{name}`{KNOWN}{', '.join(map(str, owner)) or 'none'}"
    if isinstance(owner, str):
        near = nearest(name, names)
        return f"a text has no `{name}`{f'{KNOWN}{near}' if near else ''}"
    return f"a macro has no `{name}`" if isinstance(owner, Macro) else ""


def _said_of_number(owner: object, number: float) -> str:
    if isinstance(owner, list | tuple | str):
        sort, part = ("text", "letter") if isinstance(owner, str) else ("list", "entry")
        parts = {"letter": "letters", "entry": "entries"}[part] if len(owner) != 1 else part
        has = f"the {sort} has {len(owner)} {parts}"
        return f"there is no [{number}]: {has}{', the first is [0]' if owner else ''}"
    return f"there is no [{number}]: this is neither a list nor a text"


def within(message: str, error: jinja2.UndefinedError, values: Mapping[str, Any]) -> str:
    """The message with the path of its record: `face.goods`, or entry 2 of a list."""
    if HERE not in message or not isinstance(error, UnknownName):
        return message
    for name, value in values.items():
        for path in _paths_to(error.owner, value, f"`{name}`") if _is_nested(value) else ():
            return message.replace(HERE, f"` in {path}", 1)
    return message


def _is_nested(value: object) -> bool:
    return isinstance(value, Record | list | tuple)


def _paths_to(wanted: object, value: object, path: str) -> Iterator[str]:
    """Yields the paths at which a record stands inside of a value, in words."""
    if isinstance(value, Record):
        inner = [(f"{path[:-1]}.{name}`", value[name]) for name in value]
    elif isinstance(value, list | tuple):
        inner = [(f"entry {n} of {path}", entry) for n, entry in enumerate(value, start=1)]
    else:
        return
    for where, each in inner:
        if each is wanted:
            yield where
        elif _is_nested(each):
            yield from _paths_to(wanted, each, where)
