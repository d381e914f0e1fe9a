"""Reads the text of a YAML file as a tree whose values know their characters.

The tree is what edits are made of and proven by: it has the position of each key, value and
bracket, and the form in which two texts are compared.
"""

import re
from typing import Any, TypeAlias

import yaml
from msgspec import Struct

from fustella.core.processes import limits
from fustella.read.edit.scalars import BLOCKS, EditRefused
from fustella.read.nodes import as_typed
from fustella.read.source import events_of, line_of, plain_value

BREAK = re.compile(r"\r\n|\r|\n")

Form: TypeAlias = tuple[str, Any]
"""A value without its place, for comparisons: its sort, and its text, values or keys."""

NULL: Form = ("null", "")


class YamlNode(Struct):
    """A value of a text.

    `start` and `end` are the positions of its characters, without blanks and comments behind them,
    and `column` is that of its start. `sort` is that of its form. `flow` is whether it stands in
    brackets, `style` the quote or the sign of a block. A mapping has as many `keys` as `values`.
    """

    sort: str
    start: int
    end: int
    column: int
    flow: bool = False
    style: str = ""
    value: str = ""
    keys: list["YamlNode"] = []
    values: list["YamlNode"] = []

    def index_of(self, key: str) -> int | None:
        """The number of a key. Raises EditRefused for one that stands twice."""
        found = [number for number, each in enumerate(self.keys) if each.value == key]
        if len(found) > 1:
            raise EditRefused(f"the key `{key}` stands twice: keep one of them")
        return found[0] if found else None


def tree_of(text: str) -> YamlNode:
    """The value of a text without a byte order mark; an empty text is nothing, at its end.

    Raises EditRefused for a text that cannot be read.
    """
    try:
        return _tree_of(text)
    except (yaml.YAMLError, UnicodeEncodeError):
        raise EditRefused("the file is broken YAML: mend that first") from None


def _tree_of(text: str) -> YamlNode:
    tree = _Tree(text)
    for event in events_of(text):
        if isinstance(event, yaml.CollectionEndEvent):
            tree.close(event)
        elif isinstance(event, yaml.NodeEvent):
            node = _node_of(event)
            tree.put(node, line_of(event))
            if isinstance(event, yaml.CollectionStartEvent):
                tree.open(node)
        elif isinstance(event, yaml.DocumentStartEvent) and tree.root is not None:
            raise EditRefused(f"a line of --- begins another file in line {line_of(event)}")
    return tree.root or YamlNode("null", len(text), len(text), 0)


class _Tree:
    """A tree while it is read; `root` is None as long as there is no value."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root: YamlNode | None = None
        self._open: list[YamlNode] = []
        self._key: list[
            YamlNode | None
        ] = []  # the key whose value comes next, for each open mapping

    def put(self, node: YamlNode, line: int) -> None:
        """Adds a key or a value to what is open."""
        if node.style in BLOCKS:
            node.end = _end_of_block(self.text, node.start, node.end)
        if not self._open:
            self.root = node
            return
        within, key = self._open[-1], self._key[-1]
        if within.sort == "mapping" and key is None:
            if node.sort in ("list", "mapping"):
                raise EditRefused(f"brackets stand before a colon in line {line}")
            within.keys.append(node)
            self._key[-1] = node
            return
        if key is not None and within.flow and node.sort == "null" and node.start == node.end:
            node.start = node.end = _after_colon(self.text, key.end, node.start)
        within.values.append(node)
        self._key[-1] = None

    def open(self, node: YamlNode) -> None:
        """Begins a list or a mapping. Raises EditRefused if it lies too deep."""
        self._open.append(node)
        self._key.append(None)
        if len(self._open) > limits.YAML_DEPTH:
            raise EditRefused("too many lists and keys inside of each other")

    def close(self, event: yaml.Event) -> None:
        """Ends the innermost list or mapping."""
        node = self._open.pop()
        self._key.pop()
        if node.flow and self.text[node.start] in "{[":
            node.end = _index(event.end_mark)
        elif node.values:
            node.end = node.values[-1].end


def _index(mark: Any) -> int:
    assert mark is not None, "a parser's events have marks"
    index: int = mark.index
    return index


def _node_of(event: Any) -> YamlNode:
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None or event.tag is not None:
        sign = "!" if getattr(event, "tag", None) is not None else "* or &"
        raise EditRefused(f"a value in line {line_of(event)} begins with {sign}: delete that first")
    start, column = _index(event.start_mark), event.start_mark.column
    if isinstance(event, yaml.MappingStartEvent):
        flow = bool(event.flow_style)
        return YamlNode("mapping", start, start, column, flow=flow, keys=[], values=[])
    if isinstance(event, yaml.SequenceStartEvent):
        return YamlNode("list", start, start, column, flow=bool(event.flow_style), values=[])
    style, end = event.style or "", _index(event.end_mark)
    sort = "text" if style else _sort_of(event.value)
    return YamlNode(sort, start, end, column, style=style, value=event.value)


def _end_of_block(text: str, start: int, end: int) -> int:
    """The end of a block of text: blank lines behind it belong to it after the sign + alone."""
    header = text[start : line_end(text, start)].partition("#")[0]
    if "+" in header:
        behind = text[:end]
        return end - (2 if behind.endswith("\r\n") else 1) if behind[-1] in "\r\n" else end
    return line_end(text, start + len(text[start:end].rstrip(" \t\r\n")))


def _after_colon(text: str, key_end: int, end: int) -> int:
    """The position after the colon of a key without a value; that after the key without a colon."""
    colon = text.find(":", key_end, end)
    return key_end if colon < 0 else colon + 1


def _sort_of(plain: str) -> str:
    value = plain_value(plain)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "flag"
    return "text" if isinstance(value, str) else "number"


def form_of(node: YamlNode) -> Form:
    """The form of a value and of all in it."""
    if node.sort == "mapping":
        pairs = zip(node.keys, node.values, strict=True)
        return "mapping", [(key.value, form_of(value)) for key, value in pairs]
    if node.sort == "list":
        return "list", [form_of(value) for value in node.values]
    return NULL if node.sort == "null" else (node.sort, node.value)


def form_of_scalar(value: bool | int | float | str | None) -> Form:
    """The form of a value that is neither a list nor a mapping."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return "flag", str(value).lower()
    return ("text" if isinstance(value, str) else "number"), as_typed(value)


def line_start(text: str, at: int) -> int:
    """The position at which the line of a position begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def line_end(text: str, at: int) -> int:
    """The position at which the line of a position ends, before its line break."""
    found = BREAK.search(text, at)
    return found.start() if found else len(text)


def next_line(text: str, at: int) -> int:
    """The position at which the line after that of a position begins, or the end of the text."""
    found = BREAK.search(text, at)
    return found.end() if found else len(text)
