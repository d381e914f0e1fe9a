"""Reads of a large YAML file only the entries around an edit.

An outline knows where the keys of a file begin, and the entries below each of them. It costs one
reading of the file. From then on an edit reads a window: the line of a key of the file, some
entries below it, and the line after them. In block style an entry is read without regard to those
before and behind it, as long as it begins and ends on lines of its own; so what a window proves
holds for the file.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import yaml
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.read.edit.yaml_places import newline_of
from fustella.read.edit.yaml_tree import next_line
from fustella.read.edit.yaml_writing import Path
from fustella.read.source import events_of

NEAR = 3
"""The items before and behind an edited one that a window has, as examples of style."""


class Section(Struct, frozen=True):
    """A key of a file, which begins at a position.

    `begins` has the lines of the entries of its list or mapping, counted from there; there are none
    if they are not written on lines of their own. `keys` has their keys; a list has none.
    """

    key: str
    begin: int
    begins: Sequence[int] = ()
    keys: Sequence[str] = ()

    def number_of(self, step: str | int | None) -> int | None:
        """The number of the entry that a step of a path names; None if there is none.

        None stands for the last one.
        """
        if step is None:
            return len(self.begins) - 1
        if isinstance(step, str):
            return self.keys.index(step) if step in self.keys else None
        return step if not self.keys and 0 <= step < len(self.begins) else None


class Window(Struct, frozen=True):
    """A part of a file that can be read by itself, between a line above and a line below.

    It has the entries of a section from the number `first` on, or a whole section: then `first` is
    None.
    """

    section: int
    begin: int
    end: int
    above: str
    below: str
    first: int | None = None
    last: int = 0
    is_list: bool = False

    def inner(self, path: Path) -> Path:
        """A path of the file as a path of the window."""
        return self._moved(path, -1)

    def outer(self, path: Path) -> Path:
        """A path of the window as a path of the file."""
        return self._moved(path, 1)

    def _moved(self, path: Path, sign: int) -> Path:
        if self.first is None or not self.is_list or len(path) < 2 or not isinstance(path[1], int):
            return path
        return (path[0], path[1] + sign * self.first, *path[2:])


class KeyOutline:
    """The keys of a text, and the entries of each."""

    def __init__(self, text: str, sections: Sequence[Section]) -> None:
        self.text = text
        self.sections = sections

    def section(self, key: str | int) -> Section | None:
        """The section of a key; None if there is none, or more than one."""
        found = [each for each in self.sections if each.key == key]
        return found[0] if len(found) == 1 else None

    def window(self, section: Section, numbers: Sequence[int] | None) -> Window:
        """The window for an edit of the entries of some numbers, or of a section as a whole."""
        number = self.sections.index(section)
        last_section = number + 1 == len(self.sections)
        end = len(self.text) if last_section else self.sections[number + 1].begin
        line = f'"":{newline_of(self.text)}'
        below = "" if last_section else line
        if numbers is None:
            return Window(number, section.begin, end, "", below)
        near = 1 if section.keys else NEAR
        first, last = max(0, min(numbers) - near), max(numbers) + near + 1
        head = next_line(self.text, section.begin)
        is_end = last >= len(section.begins)
        return Window(
            section=number,
            begin=section.begin + section.begins[first] if first else head,
            end=end if is_end else section.begin + section.begins[last],
            above=self.text[section.begin : head],
            below=below if is_end else line,
            first=first,
            last=min(last, len(section.begins)),
            is_list=not section.keys,
        )

    def after(self, window: Window, typed: str, found: Section) -> "KeyOutline":
        """The outline after the characters of a window were replaced.

        `found` is the section as the new window has it.
        """
        text = self.text[: window.begin] + typed + self.text[window.end :]
        grown = len(typed) - (window.end - window.begin)
        old = self.sections[window.section]
        if window.first is None:
            section = replace(found, begin=old.begin)
        else:
            shift = window.begin - old.begin - len(window.above)
            begins = [
                *old.begins[: window.first],
                *(each + shift for each in found.begins),
                *(each + grown for each in old.begins[window.last :]),
            ]
            keys = (*old.keys[: window.first], *found.keys, *old.keys[window.last :])
            section = Section(old.key, old.begin, begins, keys)
        behind = [
            replace(each, begin=each.begin + grown) for each in self.sections[window.section + 1 :]
        ]
        return KeyOutline(text, [*self.sections[: window.section], section, *behind])


_KEPT: dict[str, KeyOutline | None] = {}
_MOST_KEPT = 4


def outline_of(text: str) -> KeyOutline | None:
    """The outline of a text without a byte order mark; None for one that is read as a whole.

    Such a text is broken, or not written as keys on lines of their own.
    """
    if text not in _KEPT:
        sections = sections_of(text)
        keep(text, KeyOutline(text, sections) if sections else None)
    return _KEPT[text]


def keep(text: str, outline: KeyOutline | None) -> None:
    """Remembers the outline of a text, for the next edit of it."""
    _KEPT[text] = outline
    while len(_KEPT) > _MOST_KEPT:
        del _KEPT[next(iter(_KEPT))]


def sections_of(text: str) -> list[Section] | None:
    """The sections of a text; None if it is not written as keys on lines of their own."""
    try:
        return list(_sections(text, events_of(text)))
    except (_UnusualError, yaml.YAMLError, UnicodeEncodeError):
        return None


class _UnusualError(Exception):
    """Raised for a text that has no outline."""


def _sections(text: str, events: Iterator[Any]) -> Iterator[Section]:
    next(events)  # the stream begins
    next(events)  # the document begins, or the stream ends
    if not _is_block(next(events, None), yaml.MappingStartEvent):
        raise _UnusualError
    for key in events:
        if isinstance(key, yaml.MappingEndEvent):
            break
        begin, column = _start(key)
        if column:
            raise _UnusualError
        value = next(events)
        found = Section(key.value, begin)
        if _is_block(value, yaml.MappingStartEvent):
            found = _section_of_keys(text, found, value, events)
        elif _is_block(value, yaml.SequenceStartEvent):
            found = _section_of_items(text, found, value, events)
        else:
            _skip(value, events)
        if found.begins and found.begin + found.begins[0] < next_line(text, begin):
            found = Section(found.key, begin)
        yield found
    next(events)  # the document ends
    if not isinstance(next(events), yaml.StreamEndEvent):
        raise _UnusualError


def _start(key: Any) -> tuple[int, int]:
    """The position and the column of a key."""
    if not isinstance(key, yaml.ScalarEvent) or key.start_mark is None:
        raise _UnusualError
    _refuse_extras(key)
    return key.start_mark.index, key.start_mark.column


def _is_block(event: Any, kind: type[yaml.CollectionStartEvent]) -> bool:
    if not isinstance(event, kind) or event.flow_style:
        return False
    _refuse_extras(event)
    return True


def _section_of_keys(text: str, found: Section, start: Any, events: Iterator[Any]) -> Section:
    column, keys, begins = start.start_mark.column, [], []
    own = True
    for key in events:
        if isinstance(key, yaml.MappingEndEvent):
            break
        at, indent = _start(key)
        begin = at - indent
        own = own and indent == column and not text[begin : begin + column].strip(" ")
        keys.append(key.value)
        begins.append(begin - found.begin)
        _skip(next(events), events)
    if not own or len(set(keys)) < len(keys):
        return found
    return Section(found.key, found.begin, begins, keys)


def _section_of_items(text: str, found: Section, start: Any, events: Iterator[Any]) -> Section:
    column, begins = start.start_mark.column, []
    own = True
    item: Any
    for item in events:
        if isinstance(item, yaml.SequenceEndEvent):
            break
        at, indent = item.start_mark.index, item.start_mark.column
        begin = at - indent
        own = own and text[begin : begin + column + 1] == " " * column + "-"
        begins.append(begin - found.begin)
        _skip(item, events)
    own = own and len(set(begins)) == len(begins)
    return Section(found.key, found.begin, begins) if own else found


_STARTS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


def _skip(event: Any, events: Iterator[Any]) -> None:
    """Reads the rest of a value. Raises _UnusualError for what no file may have."""
    depth = 0
    while True:
        kind = event.__class__
        if kind in _ENDS:
            depth -= 1
        elif event.anchor is not None or kind is yaml.AliasEvent or event.tag is not None:
            raise _UnusualError
        elif kind in _STARTS:
            depth += 1
            if depth > limits.YAML_DEPTH - 2:
                raise _UnusualError
        if not depth:
            return
        event = next(events)


def _refuse_extras(event: Any) -> None:
    if event.anchor is not None or event.tag is not None:
        raise _UnusualError
