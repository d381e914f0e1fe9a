"""Copies an item of a list in a YAML file, as it is typed: with its comments, quotes and layout."""

import re
from itertools import pairwise

from fustella.core.values.problems import ProblemsFound
from fustella.read.edit import BYTE_ORDER_MARK
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_edits import InsertItem, KeyOrder, Value, at_the_end, edited
from fustella.read.edit.yaml_places import newline_of
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.source import loaded

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_REMARKS = re.compile(r"\A(?:[ ]*#[^\r\n]*(?:\r\n|\r|\n))+")


def with_copy(text: str, key: str, number: int, order: KeyOrder = at_the_end) -> str:
    """The text of a file with a copy of an item of the list under a key, directly below it.

    Remarks above the item are not copied. An item in brackets, or one whose lines cannot be
    copied without changing it, is written anew from its value. Raises EditRefused.
    """
    body = text.removeprefix(BYTE_ORDER_MARK)
    data = _read(body)
    items = _list_of(data, key)
    if not 0 <= number < len(items):
        raise EditRefused(f"`{key}` has no item {number + 1}")
    lines = [match[0] for match in _LINE.finditer(body) if match[0]]
    try:
        head, typed, tail = _parted(data, key, lines)
    except EditRefused:
        return edited(text, [_inserted(key, number, items)], order)
    item = typed[number]
    missing = "" if item.endswith(("\r", "\n")) else newline_of(body)
    own = _REMARKS.sub("", item)
    after = "".join((head, *typed[:number], item, missing, own, *typed[number + 1 :], tail))
    expected: list[object] = [*items[: number + 1], *items[number:]]
    if {**_read(after), key: None} != {**data, key: None} or _read(after)[key] != expected:
        return edited(text, [_inserted(key, number, items)], order)
    return text[: len(text) - len(body)] + after


def _inserted(key: str, number: int, items: ListNode) -> InsertItem:
    return InsertItem((key,), number + 1, _as_value(items[number]))


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
