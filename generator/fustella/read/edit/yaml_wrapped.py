"""Changes texts that are typed on several lines of YAML, in the lines that they have.

Words that stay, stay where they are typed. A line that becomes too long is broken; the lines after
it are left as they are.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec import Struct

from fustella.core.words.patterns import regex
from fustella.read.edit.scalars import BLOCKS
from fustella.read.edit.yaml_places import Change, newline_of
from fustella.read.edit.yaml_tree import BREAK, YamlNode, line_end, line_start, next_line, tree_of
from fustella.read.edit.yaml_writing import block_lines, escaped, is_unprinted

_WIDTH = 80
"""The columns of a line that is not broken, if no line of its text is longer."""

_MOST_PAIRS = 200_000
"""The most pairs of words, of an old text and a new one, that are compared."""

_WORDS = regex(r"\n+|\s|\S+")

_FOLD = r"[ \t]*(?:\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n))*[ \t]*"
_UNITS = {
    "": re.compile(rf"{_FOLD}|.", re.DOTALL),
    "'": re.compile(rf"{_FOLD}|''|.", re.DOTALL),
    '"': re.compile(
        r"\\(?:\r\n|\r|\n)[ \t]*|\\x..|\\u....|\\U.{8}|\\.|" + rf"{_FOLD}|.", re.DOTALL
    ),
}
"""The parts of a text as typed, by its quote: each stands for some signs of its value."""


class _Unit(Struct, frozen=True):
    """Characters of the file, from `start` to `end`, that stand for some signs of a text."""

    start: int
    end: int
    value: str


def is_wrapped(text: str, node: YamlNode) -> bool:
    """Whether a text stands on several lines, or has signs with a backslash."""
    typed = text[node.start : node.end]
    return node.sort == "text" and (
        BREAK.search(typed) is not None or (node.style == '"' and "\\" in typed)
    )


def in_its_lines(text: str, node: YamlNode, value: str, column: int) -> Iterator[list[Change]]:
    """The ways to change a text to another one in the lines in which it is typed, the best first.

    `column` is that of its key or its dash.
    """
    if node.style in BLOCKS:
        if value.strip("\n") and not is_unprinted(value):
            yield from _block(text, node, value, column)
        return
    quotes = len(node.style)
    start, end = node.start + quotes, node.end - quotes
    yield from _spliced(text, _units(text, start, end, node.style), node.value, value, node.style)


def _units(text: str, start: int, end: int, style: str) -> list[_Unit]:
    return [
        _Unit(found.start(), found.end(), _meant(found[0], style))
        for found in _UNITS[style].finditer(text, start, end)
    ]


def _meant(typed: str, style: str) -> str:
    """The signs for which a part of a text as typed stands."""
    if style == '"' and typed[0] == "\\":
        return _unescaped(typed)
    if BREAK.search(typed):
        return "\n" * (len(BREAK.findall(typed)) - 1) or " "
    return "'" if style == "'" and typed == "''" else typed


@lru_cache(256)
def _unescaped(typed: str) -> str:
    return "" if typed[1] in "\r\n" else tree_of(f'"{typed}"').value


def _spliced(
    text: str, units: Sequence[_Unit], old: str, new: str, style: str
) -> Iterator[list[Change]]:
    """The ways to replace only those characters whose signs differ."""
    if "".join(unit.value for unit in units) != old or not units:
        return
    first = at = 0
    while first < len(units) and new.startswith(units[first].value, at):
        at += len(units[first].value)
        first += 1
    last, rest = len(units), len(new)
    while last > first:
        value = units[last - 1].value
        if rest - len(value) < at or not new.endswith(value, at, rest):
            break
        rest -= len(value)
        last -= 1
    fold = newline_of(text) + _indent_below(text, units)
    changes: list[Change] = []
    for begin, end, typed in _hunks(units, (first, last), new[at:rest]):
        middle = _typed(typed, style, fold)
        if middle is None:
            return
        changes.append((begin, end, middle))
    begin, end = units[0].start, units[-1].end
    if BREAK.search(text, begin, end):
        yield [(begin, end, _broken(text, begin, end, changes, fold))]
    yield changes


def _hunks(units: Sequence[_Unit], differ: tuple[int, int], new: str) -> Iterator[Change]:
    """The words that differ: their characters, and the signs that come in their place.

    Of units that differ only those from the first number to the second are looked at.
    """
    first, last = differ
    while first and not units[first - 1].value.isspace():  # whole words, so that few are cut
        first -= 1
        new = units[first].value + new
    while last < len(units) and not units[last].value.isspace():
        new += units[last].value
        last += 1
    old: list[_Unit] = []
    for unit in units[first:last]:
        if old and not unit.value.isspace() and not old[-1].value.isspace():
            old[-1] = _Unit(old[-1].start, unit.end, old[-1].value + unit.value)
        else:
            old.append(unit)
    words = _WORDS.findall(new)
    begin = units[first].start if first < len(units) else units[-1].end
    if len(old) * len(words) > _MOST_PAIRS:
        yield begin, (old[-1].end if old else begin), new
        return
    matcher = SequenceMatcher(None, [unit.value for unit in old], words, autojunk=False)
    for same, i, j, k, m in matcher.get_opcodes():
        if same != "equal":
            start = old[i].start if i < len(old) else old[-1].end if old else begin
            yield start, (old[j - 1].end if j > i else start), "".join(words[k:m])


def _indent_below(text: str, units: Sequence[_Unit]) -> str:
    """The blanks before the second line of a text."""
    end = units[-1].end
    for found in BREAK.finditer(text, units[0].start, end):
        line = text[found.end() : min(line_end(text, found.end()), end)]
        if line.strip(" \t"):
            return line[: len(line) - len(line.lstrip(" \t"))]
    return ""


def _typed(value: str, style: str, fold: str) -> str | None:
    """Some signs of a text as they are typed in it; None if they cannot be."""
    if style == '"':
        return escaped(value)
    if is_unprinted(value):
        return None
    value = value.replace("'", "''") if style == "'" else value
    newline = fold.rstrip(" \t")
    return re.sub("\n+", lambda found: newline * len(found[0]) + fold, value)


def _broken(text: str, begin: int, end: int, changes: Sequence[Change], fold: str) -> str:
    """A text after changes, in which no line that they touch is longer than the longest was.

    A line of usual width is never too long.
    """
    first = line_start(text, begin)
    width = max(_WIDTH, *map(len, BREAK.split(text[first : line_end(text, end)])))
    parts: list[str] = []
    touched: list[tuple[int, int]] = []
    at, length = begin, 0
    for start, stop, typed in changes:
        parts += (text[at:start], typed)
        length += start - at + len(typed)
        touched.append((length - len(typed), length))
        at = stop
    whole = "".join((*parts, text[at:end]))
    lines: list[str] = []
    at = 0
    for line in whole.splitlines(keepends=True):
        typed = line.rstrip("\r\n")
        column = begin - first if at == 0 else 0
        if any(start <= at + len(typed) and at <= stop for start, stop in touched):
            typed = fold.join(_lines(typed, width, column, len(fold.lstrip("\r\n"))))
        lines.append(typed + line[len(line.rstrip("\r\n")) :])
        at += len(line)
    return "".join(lines)


def _lines(line: str, width: int, column: int, fold: int) -> Iterator[str]:
    """The lines into which one is broken: the first begins in a column, others behind a fold."""
    while column + len(line) > width:
        at = line.rfind(" ", 1, max(width - column + 1, 1))
        if at < 0 or not line[:at].strip():
            at = line.find(" ", max(width - column, len(line) - len(line.lstrip())))
        while at > 0 and " " in (line[at - 1], line[at + 1 : at + 2]):  # only single blanks fold
            at = line.rfind(" ", 1, at)
        if at <= 0:
            break
        yield line[:at]
        line, column = line[at + 1 :], fold
    yield line


def _block(text: str, node: YamlNode, value: str, column: int) -> Iterator[list[Change]]:
    """The ways to change a text that stands below its key, after the sign `|` or `>`."""
    begin = next_line(text, node.start)
    header = line_end(text, node.start)
    typed_lines = BREAK.split(text[begin : node.end]) if begin <= node.end else []
    first = next((line for line in typed_lines if line.strip(" ")), " " * (column + 2))
    indent = len(first) - len(first.lstrip(" "))
    sign = text[node.start : header].partition("#")[0].rstrip()
    if any(each.isdigit() for each in sign):
        indent = column + int(re.sub(r"\D", "", sign))
    ends, old_ends = (len(each) - len(each.rstrip("\n")) for each in (value, node.value))
    head, *lines = block_lines(value, node.style, indent, indent - column)
    same_end = min(ends, 2) == min(old_ends, 2) and not any(each.isdigit() for each in head)
    head = sign if same_end else head
    heads = [] if head == sign else [(node.start, node.start + len(sign), head)]
    newline = newline_of(text)
    if node.style == ">" and typed_lines and ends == old_ends < 2:
        inner = begin + indent
        units = [
            _Unit(found.start(), found.end(), _meant(found[0], ""))
            for found in re.compile(
                rf"(?:\r\n|\r|\n)(?:[ ]*(?:\r\n|\r|\n))*[ ]{{{indent}}}|.", re.DOTALL
            ).finditer(text, inner, node.end)
        ]
        for changes in _spliced(text, units, node.value.rstrip("\n"), value.rstrip("\n"), ""):
            yield [*heads, *changes]
    if node.style == ">":
        lines = [
            part
            for line in lines
            for part in _folded(line, indent, max(_WIDTH, *map(len, typed_lines or [""])))
        ]
    if begin > node.end or not typed_lines:
        yield [*heads, (header, header, "".join(newline + line for line in lines))]
        return
    same = _common(typed_lines, lines)
    rest = _common(typed_lines[same:][::-1], lines[same:][::-1])
    kept = typed_lines[:same], typed_lines[len(typed_lines) - rest :]
    wanted = [*kept[0], *lines[same : len(lines) - rest], *kept[1]]
    yield [*heads, (begin, node.end, newline.join(wanted))]


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """The number of lines that are the same from the first on, but for blanks in empty ones."""
    pairs = zip(old, new, strict=False)
    return next(
        (n for n, (a, b) in enumerate(pairs) if (a if a.strip(" ") else "") != b),
        min(len(old), len(new)),
    )


def _folded(line: str, indent: int, width: int) -> Iterator[str]:
    """The lines of a paragraph, each with its indentation."""
    if not line[indent:] or line[indent] == " ":
        yield line
        return
    for part in _lines(line[indent:], width, indent, indent):
        yield " " * indent + part
