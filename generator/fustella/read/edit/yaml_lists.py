"""Edits the items of a long list in a YAML file, each beside its neighbours alone.

What is written is what `yaml_edits` writes. It is given an excerpt, because it reads and proves the
whole of what it gets again for each edit; the whole file is read again once, at the end.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from fustella.core.values.problems import ProblemsFound
from fustella.read.edit import BYTE_ORDER_MARK
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_edits import (
    InsertItem,
    KeyOrder,
    Path,
    RemoveValue,
    SetValue,
    Value,
    YamlEdit,
    at_the_end,
    edited,
)
from fustella.read.edit.yaml_places import newline_of
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.source import loaded

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_MORE = "it would change more than this: do it by hand"
_REMARKS = re.compile(r"\A(?:[ ]*#[^\r\n]*(?:\r\n|\r|\n))+")
_AROUND = 3
"""The items on both sides of one that show its style."""


class YamlItems:
    """The items of the list under a key of a file, each a mapping on lines of its own.

    Every edit is made at once, and numbers of items are those that they have at that time. The
    items of a list in brackets are edited in the whole file, at the end.
    """

    def __init__(self, text: str, key: str, order: KeyOrder = at_the_end) -> None:
        """Reads a text. Raises EditRefused for one without a list under the key."""
        self._text = text
        self._mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
        self._key, self._order = key, order
        body = text.removeprefix(BYTE_ORDER_MARK)
        self._before = _read(body)
        self._values = list(_list_of(self._before, key))
        self._newline = newline_of(body)
        self._lacks_end = not body.endswith(("\r", "\n")) and (
            _read(body + self._newline) == self._before
        )
        body += self._newline if self._lacks_end else ""
        self._in_brackets: list[YamlEdit] | None = None
        lines = [match[0] for match in _LINE.finditer(body) if match[0]]
        try:
            self._head, self._items, self._tail = _parted(self._before, key, lines)
        except EditRefused:
            self._in_brackets = []

    def set(self, number: int, path: Path, value: Value) -> None:
        """Gives a value in an item another value, or adds it."""
        self._edit(number, lambda at: SetValue((self._key, at, *path), value))

    def remove_value(self, number: int, path: Path) -> None:
        """Removes a value in an item, and the mappings that it leaves empty."""
        self._edit(number, lambda at: RemoveValue((self._key, at, *path), prune=True))

    def insert(self, number: int, value: Value) -> None:
        """Adds an item before another one, or behind the last."""
        self._edit(number, lambda at: InsertItem((self._key,), at, value))

    def remove(self, number: int) -> None:
        """Removes an item."""
        self._edit(number, lambda at: RemoveValue((self._key, at)))

    def copy(self, number: int) -> None:
        """Adds a copy of an item directly behind it, as it is typed, without remarks above it."""
        value = self._values[number]
        if self._in_brackets is not None:
            self._in_brackets.append(InsertItem((self._key,), number + 1, _as_value(value)))
        else:
            item = self._items[number]
            missing = "" if item.endswith(("\r", "\n")) else self._newline
            self._items[number : number + 1] = [item + missing, _REMARKS.sub("", item)]
        self._values.insert(number + 1, value)

    def text(self) -> str:
        """The text of the file. Raises EditRefused if more has changed than these edits."""
        if self._in_brackets is not None:
            return edited(self._text, self._in_brackets, self._order)
        body = self._head + "".join(self._items) + self._tail
        shorter = body.removesuffix(self._newline)
        if self._lacks_end and self._is_right(shorter):  # else a block of text needs its end
            return self._mark + shorter
        if not self._is_right(body):
            raise EditRefused(_MORE)
        return self._mark + body

    def _is_right(self, body: str) -> bool:
        """Whether a text has the items as they were edited, and all else as it was."""
        after, nothing = _read(body), {self._key: None}
        same = {**after, **nothing} == {**self._before, **nothing}
        return same and _list_of(after, self._key) == self._values

    def _edit(self, number: int, edit_at: Callable[[int], YamlEdit]) -> None:
        if self._in_brackets is not None:
            self._in_brackets.append(edit_at(number))
            return
        first, last = max(0, number - _AROUND), number + _AROUND + 1
        items = self._items[first:last]
        head = f"{self._key}:{self._newline}"

        def order(path: Path) -> Sequence[str]:
            return self._order((path[0], int(path[1]) + first, *path[2:]) if path[1:] else path)

        excerpt = head + "".join(items)
        if _list_of(_read(excerpt), self._key) != self._values[first:last]:
            raise EditRefused(_MORE)
        text = edited(excerpt, [edit_at(number - first)], order)
        read = _read(text)
        lines = [match[0] for match in _LINE.finditer(text) if match[0]]
        top, new, rest = _parted(read, self._key, lines)
        new[0] = top.removeprefix(head) + new[0]
        new[-1] += rest
        self._items[first:last] = new
        self._values[first:last] = _list_of(read, self._key)


def _read(text: str) -> MappingNode:
    try:
        return loaded(text, "")
    except ProblemsFound:
        raise EditRefused("the file is broken YAML: mend that first") from None


def _list_of(data: MappingNode, key: str) -> ListNode:
    found = data.get(key)
    if not isinstance(found, ListNode):
        raise EditRefused(f"`{key}` is no list")
    return found


def _parted(data: MappingNode, key: str, lines: list[str]) -> tuple[str, list[str], str]:
    """The lines before the items of a list, of each of them, and behind the list.

    Raises EditRefused for a list in brackets, and for items without lines of their own.
    """
    starts = [line - 1 for line in _list_of(data, key).lines]
    ends = [line - 1 for name, line in data.lines.items() if line > data.lines[key]]
    end = min(ends, default=len(lines))
    margins = {re.match(r" *- ", lines[start]) for start in starts} if starts else set()
    dashes = {match[0] if match else "" for match in margins}
    if len(dashes) != 1 or "" in dashes or len({*starts}) < len(starts):
        raise EditRefused("the items of the list do not stand on lines of their own")
    margin = len(dashes.pop()) - 2
    # Remarks above an item that stand no farther to the right than its dash belong to it.
    for number, start in enumerate(starts):
        at = start
        while lines[at - 1].lstrip(" ").startswith("#") and _indent(lines[at - 1]) <= margin:
            at -= 1
        starts[number] = at
    while end > starts[-1] + 1 and not lines[end - 1].startswith((" ", "-")):
        end -= 1  # blank lines and remarks at the margin belong to what follows
    bounds = [*starts, end]
    items = ["".join(lines[at:then]) for at, then in pairwise(bounds)]
    return "".join(lines[: starts[0]]), items, "".join(lines[end:])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _as_value(value: object) -> Value:
    """A value that was read, to be written again; its numbers know how they were typed."""
    if isinstance(value, MappingNode):
        return {key: _as_value(each) for key, each in value.items()}
    if isinstance(value, ListNode):
        return [_as_value(each) for each in value]
    assert value is None or isinstance(value, str | int | float), "YAML has no other values"
    return value
