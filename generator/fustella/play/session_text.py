"""Writes a session as the text of its file in a project: YAML with the keys of a session file."""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import to_builtins

from fustella.core.values.sessions import FORMAT, VERSION, Session
from fustella.read.edit.yaml_writing import escaped, key, scalar
from fustella.read.session_rows import row_of

_ORDER: Final = (
    *("id", "game", "title", "version", "language"),
    *("answers", "pieces", "log", "remarks"),
)
_IN_ANSWERS: Final = (
    *("session", "players", "times", "scales", "questions", "rulings", "observer", "own"),
)
_Q: Final = '"'
_IN_BRACKETS: Final = ("session", "scales")
_PLAIN_ROW: Final = re.compile(r"[\w |.-]+", re.ASCII)


def text_of_session(session: Session) -> str:
    """The text of a session's file; sessions that are equal have the same."""
    typed = to_builtins(session)
    typed["log"] = [row_of(event) for event in session.log]
    head = {"format": FORMAT, "format_version": VERSION}
    return "\n".join(_mapping(head | {name: typed.get(name) for name in _ORDER}, 0)) + "\n"


def _mapping(typed: dict[str, Any], depth: int) -> Iterator[str]:
    for name, value in typed.items():
        yield from _entry(name, value, depth)


def _entry(name: str, value: Any, depth: int) -> Iterator[str]:
    before = f"{'  ' * depth}{key(name, False, _Q)}:"
    if value in (None, [], {}):
        return
    if name == "answers":
        value = {each: value[each] for each in _IN_ANSWERS if each in value}
    if isinstance(value, dict) and name not in _IN_BRACKETS:
        yield before
        yield from _mapping(value, depth + 1)
    elif isinstance(value, list | tuple):
        yield before
        for each in value:
            yield f"{'  ' * (depth + 1)}- {_in_line(each)}"
    else:
        yield f"{before} {_in_line(value)}"


def _in_line(value: Any) -> str:
    if isinstance(value, dict):
        entries = (f"{key(name, True, _Q)}: {_in_line(each)}" for name, each in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, str) and " | " in value:  # a row of the log: thousands, never a number
        return value if _PLAIN_ROW.fullmatch(value) else f'"{escaped(value)}"'
    if isinstance(value, float) and value == int(value):
        value = int(value)
    return repr(value) if isinstance(value, float) else scalar(value, True, _Q)
