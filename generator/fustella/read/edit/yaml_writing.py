"""Writes values as YAML, in the style of a file: brackets or lines, quotes, indentation.

Whether a text can do without quotes is asked of the parser. A text that other programs read as
something else (`yes`, `12:30`) gets quotes, though Fustella itself would not need them.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import yaml
from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.read.edit.scalars import BLOCKS, EditRefused
from fustella.read.edit.yaml_tree import Form, YamlNode, form_of, form_of_scalar, tree_of
from fustella.read.nodes import DecimalNumber

Path: TypeAlias = tuple[str | int, ...]
"""The keys and the numbers of items, from 0, that lead from the root of a file to a value."""


class Typed(str):
    """Characters that are YAML already, and are written as they are: `40%`, `{by: rarity}`."""


Value: TypeAlias = "bool | int | float | str | Sequence[Value] | dict[str, Value] | None"
"""A value to write; numbers of `read.nodes` are written as they were typed, others plainly."""

WIDTH = 100
"""The columns in which brackets on one line must end, where no value of the file shows better."""

_LONGEST_QUOTED = 60
"""The letters of a text with line breaks from which on it is written as a block."""

_OF_12 = regex(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+")
"""Numbers of YAML 1.2.2 (10.3.2), in addition to those of YAML 1.1."""

_UNPRINTED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Signs that the parser refuses (YAML 1.1, 5.1), and those that it takes for line breaks."""

_NAMED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x85": "\\N"}
_NAMED |= {"\u2028": "\\L", "\u2029": "\\P"}
_ESCAPED = re.compile(rf'[\\"]|{_UNPRINTED.pattern}')


class Habits:
    """The style of a file, as its values show it.

    Those of a part of it ask `wider` for what the part does not show; `outer` turns a path of the
    part into one of the file.
    """

    def __init__(
        self,
        root: YamlNode,
        wider: Callable[[], "Habits | None"] = lambda: None,
        outer: Callable[[Path], Path] = lambda path: path,
    ) -> None:
        self._root, self._wider, self._outer = root, wider, outer
        self._nested: list[tuple[YamlNode, YamlNode]] = []
        self._quotes: list[str] = []
        left = [root]
        while left:
            node = left.pop()
            left += node.values
            if node.sort in ("mapping", "list") and not node.flow:
                self._nested += [(node, each) for each in node.values if not each.flow]
            elif node.style in ("'", '"'):
                self._quotes.append(node.style)

    def step(self) -> int:
        """The blanks by which keys stand farther to the right than the key above them."""
        return self._steps("mapping", "mapping") or 2

    def list_step(self) -> int:
        """The blanks by which the dashes of a list stand farther to the right than its key."""
        found = self._steps("mapping", "list")
        return self.step() if found is None else found

    def dash(self) -> int:
        """The columns of a dash and the blanks behind it."""
        return self._steps("list", "mapping") or 2

    def _steps(self, outer: str, inner: str) -> int | None:
        """The columns between most values of a sort and those in them; None if there are none."""
        steps = [b.column - a.column for a, b in self._nested if (a.sort, b.sort) == (outer, inner)]
        if steps:
            return max(set(steps), key=steps.count)
        wider = self._wider()
        return wider._steps(outer, inner) if wider else None

    def quote_in(self, within: YamlNode | None) -> str:
        """The quote of the values beside a new one, or that of the whole file."""
        styles = [each.style for each in within.values] if within else []
        ours = [style for style in styles if style in ("'", '"')] or self._quotes
        if not ours and (wider := self._wider()):
            return wider.quote_in(None)
        return "'" if ours.count("'") * 2 > len(ours) else '"'

    def flow_at(self, path: Path, sort: str, nested: bool) -> bool | None:
        """Whether values like that at a path stand in brackets; None if there are none."""
        beside = self._alike(path, sort, nested, (True,) * (len(path) - 1))
        if beside and isinstance(path[-1], int):
            return beside[-1].flow
        styles = {each.flow for each in beside}
        if len(styles) == 1:
            return styles.pop()
        if alike := self._alike(path, sort, nested, None):
            return sum(each.flow for each in alike) * 2 > len(alike)
        if wider := self._wider():
            return wider.flow_at(self._outer(path), sort, nested)
        return None if not beside else sum(each.flow for each in beside) * 2 > len(beside)

    def _alike(
        self, path: Path, sort: str, nested: bool, exact: tuple[bool, ...] | None
    ) -> list[YamlNode]:
        """The values whose paths agree best with a path, or those beside it."""
        found: list[tuple[tuple[bool, ...], YamlNode]] = [((), self._root)]
        for step in path:
            found = [
                ((*agree, key == step), value)
                for agree, node in found
                for key, value in _entries(node, step)
                if exact is None or exact[: len(agree)] == agree
            ]
        if exact is None:
            found = [each for each in found if each[0][-1]]
        found = [
            each
            for each in found
            if each[1].sort == sort
            and each[1].values
            and (isinstance(path[-1], int) or is_nested(each[1]) == nested)
        ]
        best = max((agree for agree, _ in found), default=())
        return [node for agree, node in found if agree == best or exact is not None]


def _entries(node: YamlNode, step: str | int) -> Iterator[tuple[str | int, YamlNode]]:
    if isinstance(step, int) and node.sort == "list":
        near = max(0, step - 8)
        yield from enumerate(node.values[near : step + 8], near)
    elif isinstance(step, str) and node.sort == "mapping":
        yield from zip((key.value for key in node.keys), node.values, strict=True)


def is_nested(node: YamlNode) -> bool:
    """Whether a value holds lists or mappings."""
    return any(each.sort in ("list", "mapping") for each in node.values)


def form_of_value(value: Value, depth: int = 0) -> Form:
    """The form that a value must have once it is written. Raises EditRefused for none of YAML."""
    if depth > limits.YAML_DEPTH:
        raise EditRefused("too many lists and keys inside of each other")
    if isinstance(value, Typed):
        return _form_of_typed(value)
    if isinstance(value, dict):
        return "mapping", [(key, form_of_value(each, depth + 1)) for key, each in value.items()]
    if isinstance(value, str) or not isinstance(value, Sequence):
        if isinstance(value, str):
            _check_letters(value)
        return form_of_scalar(_plainly(value))
    return "list", [form_of_value(each, depth + 1) for each in value]


def _check_letters(value: str) -> None:
    if len(value) > limits.TEXT_LETTERS:
        raise EditRefused(f"a value of more than {limits.TEXT_LETTERS:,} letters")
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise EditRefused("the text has half a letter (U+D800 to U+DFFF)")


def _plainly(value: bool | int | float | str | None) -> bool | int | float | str | None:
    """A number as a hand types it: `40`, not `40.0`, and with no more than six decimals."""
    if type(value) is not float:
        return value
    if not math.isfinite(value):
        raise EditRefused("an endless number cannot be written")
    typed = f"{value:.6f}".rstrip("0").rstrip(".")
    return DecimalNumber(typed) if "." in typed else int(typed)


@lru_cache(256)
def _form_of_typed(value: Typed) -> Form:
    form = _form_between("k: ", value, "\n")
    if form is None:
        raise EditRefused(f"`{value}` is no value in YAML")
    return form


def _form_between(before: str, typed: str, after: str) -> Form | None:
    """The form of characters as the value of a key; None if they are more or less than that."""
    if "\n" in typed or "\r" in typed or typed != typed.strip(" \t"):
        return None
    try:
        root = tree_of(f"{before}{typed}{after}")
    except EditRefused:
        return None
    if root.sort != "mapping" or len(root.values) != 1:
        return None
    (node,) = root.values
    whole = node.end == len(before) + len(typed) or (not typed and node.sort == "null")
    return form_of(node) if whole else None


def scalar(value: Value, flow: bool, quote: str, old: YamlNode | None = None) -> str:
    """A value on one line that is neither a list nor a mapping, in the quotes that it replaces."""
    if isinstance(value, Typed):
        return _typed(value, flow, quote)
    assert value is None or isinstance(value, bool | int | float | str)
    if not isinstance(value, str):
        sort, typed = form_of_scalar(_plainly(value))
        if sort == "null":
            return "null"
        if _form_between("{k: ", typed, "}") != (sort, typed):
            raise EditRefused(f"{typed} is too long for a number")
        return str(typed)
    _check_letters(value)
    if old is not None and old.style in ("'", '"'):
        return _quoted(value, old.style)
    was_plain = old is not None and old.sort == "text" and not old.style
    if _is_plain(value, flow) and (
        not read_otherwise(value) or (was_plain and old is not None and read_otherwise(old.value))
    ):
        return value
    return _quoted(value, _better_quote(value, quote))


def _typed(value: Typed, flow: bool, quote: str) -> str:
    form = _form_of_typed(value)
    if not flow or _form_between("{k: ", value, "}") == form:
        return str(value)
    if form[0] == "text":
        return scalar(str(form[1]), flow, quote)
    raise EditRefused(f"`{value}` cannot stand in brackets")


@lru_cache(4096)
def _is_plain(value: str, flow: bool) -> bool:
    """Whether the parser reads a text as it is without quotes."""
    if not value or value != value.strip() or _UNPRINTED.search(value):
        return False
    before, after = ("{k: ", "}") if flow else ("k: ", "\n")
    return value[0] not in "\"'" and _form_between(before, value, after) == ("text", value)


def read_otherwise(value: str) -> bool:
    """Whether other programs read a text without quotes as a number, a date or `true`.

    They follow YAML 1.1 or 1.2.
    """
    known = yaml.SafeLoader.yaml_implicit_resolvers.get(value[:1], ())
    return any(found.match(value) for _, found in known) or bool(_OF_12.fullmatch(value))


def _better_quote(value: str, quote: str) -> str:
    if _UNPRINTED.search(value):
        return '"'
    other = "'" if quote == '"' else '"'
    spoils = (quote, "\\") if quote == '"' else (quote,)
    fits = not any(sign in value for sign in ((other, "\\") if other == '"' else (other,)))
    return other if fits and any(sign in value for sign in spoils) else quote


def _quoted(value: str, quote: str) -> str:
    if quote == "'" and not _UNPRINTED.search(value):
        return "'" + value.replace("'", "''") + "'"
    return '"' + escaped(value) + '"'


def escaped(value: str) -> str:
    """A text as it stands in double quotes."""
    return _ESCAPED.sub(lambda found: _escape(found[0]), value)


def _escape(sign: str) -> str:
    return _NAMED.get(sign) or (f"\\x{ord(sign):02x}" if ord(sign) < 256 else f"\\u{ord(sign):04x}")


def is_unprinted(value: str) -> bool:
    """Whether a text has signs, other than line breaks, that stand in double quotes alone."""
    return bool(_UNPRINTED.search(value.replace("\n", "")))


def key(name: str, flow: bool, quote: str) -> str:
    """A key as it stands before its colon."""
    _check_letters(name)
    if len(name) <= limits.TEXT_LETTERS and _is_plain_key(name, flow):
        return name
    return _quoted(name, _better_quote(name, quote))


@lru_cache(4096)
def _is_plain_key(name: str, flow: bool) -> bool:
    if not name or name != name.strip() or _UNPRINTED.search(name) or name[0] in "\"'":
        return False
    try:
        root = tree_of(f"{{{name}: 1}}" if flow else f"{name}: 1\n")
    except EditRefused:
        return False
    return form_of(root) == ("mapping", [(name, ("number", "1"))]) and root.keys[0].end == len(
        name
    ) + int(flow)


class Writer(Struct, frozen=True):
    """Writes values in the habits of a file.

    `lines` of a value are those of a block: the first stands behind the key or the dash, if it is
    not empty; all others have their indentation.
    """

    habits: Habits
    quote: str

    def in_brackets(self, value: Value) -> str:
        """A value on one line, with brackets around lists and mappings."""
        if isinstance(value, dict):
            pairs = [f"{key(name, True, self.quote)}: {self.in_brackets(each)}"
                     for name, each in value.items()]  # fmt: skip
            return "{" + ", ".join(pairs) + "}"
        if isinstance(value, Sequence) and not isinstance(value, str):
            return "[" + ", ".join(self.in_brackets(each) for each in value) + "]"
        return scalar(value, True, self.quote)

    def lines(self, value: Value, path: Path, column: int, used: int) -> list[str]:
        """The lines of a value behind a key or a dash that stands in a column.

        `used` is the column at which its first line begins.
        """
        if isinstance(value, str) and not isinstance(value, Typed):
            if "\n" in value and len(value) > _LONGEST_QUOTED and _may_be_block(value):
                return block_lines(value, "|", column + self.habits.step(), self.habits.step())
            return [scalar(value, False, self.quote)]
        if not isinstance(value, dict | Sequence) or isinstance(value, str):
            empty = value is None and bool(path) and isinstance(path[-1], str)
            return ["" if empty else scalar(value, False, self.quote)]
        if self.stands_in_brackets(value, path, used):
            return [self.in_brackets(value)]
        in_list = bool(path) and isinstance(path[-1], int)
        if isinstance(value, dict):
            inner = used if in_list else column + self.habits.step()
            lines = self._keys(value, path, inner)
        else:
            inner = used if in_list else column + self.habits.list_step()
            lines = self._items(value, path, inner)
        if in_list:
            return [lines[0].lstrip(), *lines[1:]]
        return ["", *lines]

    def stands_in_brackets(self, value: Value, path: Path, used: int) -> bool:
        """Whether a list or a mapping stands on one line, like those beside it."""
        assert isinstance(value, dict | Sequence)
        if not value:
            return True
        sort = "mapping" if isinstance(value, dict) else "list"
        inner = value.values() if isinstance(value, dict) else value
        nested = any(
            isinstance(each, dict | Sequence) and not isinstance(each, str) for each in inner
        )
        shown = self.habits.flow_at(path, sort, nested) if path else False
        if shown is not None:
            return shown
        if path and isinstance(path[-1], int) and sort == "mapping":
            return False
        return not nested and used + len(self.in_brackets(value)) <= WIDTH

    def _keys(self, value: dict[str, Value], path: Path, column: int) -> list[str]:
        return [
            line for name, each in value.items() for line in self.entry(name, each, path, column)
        ]

    def _items(self, value: Sequence[Value], path: Path, column: int) -> list[str]:
        return [
            line
            for number, each in enumerate(value)
            for line in self.item(each, (*path, number), column)
        ]

    def entry(self, name: str, value: Value, path: Path, column: int) -> list[str]:
        """The lines of a key with its value, indented; `path` is that of its mapping."""
        head = f"{' ' * column}{key(name, False, self.quote)}:"
        first, *others = self.lines(value, (*path, name), column, len(head) + 1)
        return [f"{head} {first}" if first else head, *others]

    def item(self, value: Value, path: Path, column: int) -> list[str]:
        """The lines of an item with its dash, indented; `path` is that of the item."""
        gap = self.habits.dash() if isinstance(value, dict) else 2
        head = f"{' ' * column}-".ljust(column + gap)
        first, *others = self.lines(value, path, column, len(head))
        return [head + first if first else head.rstrip(), *others]


def _may_be_block(value: str) -> bool:
    """Whether a text may stand as a block: at its end it has no blank lines, which would grow."""
    return not is_unprinted(value) and bool(value.strip("\n")) and not value.endswith("\n\n")


def block_lines(value: str, sign: str, indent: int, step: int) -> list[str]:
    """The lines of a text as a block, after the sign `|` or `>`."""
    assert sign in BLOCKS
    body = value.rstrip("\n")
    ends = len(value) - len(body)
    chomp = "-" if ends == 0 else "" if ends == 1 and body else "+"
    first = next((line for line in value.split("\n") if line), "")
    indicator = str(step) if first[:1] in (" ", "\t") else ""
    if sign == ">":
        body = re.sub("\n+", lambda found: found[0] + "\n", body)
    lines = body.split("\n") + [""] * (ends - 1)
    blanks = " " * indent
    return [f"{sign}{indicator}{chomp}", *(blanks + line if line else "" for line in lines)]
