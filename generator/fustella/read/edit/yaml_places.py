"""Finds where entries are put into a YAML text, taken out of it, and moved within it.

An entry is a key with its value, or an item with its dash. Comments at the end of its lines belong
to it, and those below it that stand farther to the right. Comments directly above it do if they
name it, or if no other entry follows without a blank line: else they are the heading of them all.
"""

import re
from collections.abc import Sequence
from typing import TypeAlias

from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_tree import YamlNode, line_end, line_start, next_line

Change: TypeAlias = tuple[int, int, str]
"""The characters from a position to another one, and those that replace them."""


def changed(text: str, changes: Sequence[Change]) -> str:
    """A text after changes that do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, typed in sorted(changes, key=lambda change: change[:2]):
        if start < at:
            raise EditRefused("the file is typed in an unusual way: change it by hand")
        parts += (text[at:start], typed)
        at = end
    return "".join((*parts, text[at:]))


def newline_of(text: str) -> str:
    """The line end of a text: that of its first line."""
    end = line_end(text, 0)
    return text[end : next_line(text, 0)] or "\n"


class Entries:
    """The entries of a list or a mapping."""

    def __init__(self, text: str, node: YamlNode) -> None:
        self.text, self.node, self.column = text, node, node.column
        self.newline = newline_of(text)
        values = node.values
        self.ends = [value.end for value in values]
        if node.sort == "mapping":
            self.starts = [key.start for key in node.keys]
            pairs = zip(node.keys, values, strict=True)
            self.ends = [max(key.end, value.end) for key, value in pairs]
            if node.flow:  # a comma does not follow a colon without a blank
                self.ends = [end + (text[end - 1 : end + 1] == ": ") for end in self.ends]
        elif node.flow:
            self.starts = [value.start for value in values]
        else:
            self.starts = [
                node.start if number == 0 else self._dash_after(self.ends[number - 1])
                for number in range(len(values))
            ]

    def _dash_after(self, at: int) -> int:
        """The position of the first dash on the lines after a position."""
        text = self.text
        while (at := next_line(text, at)) < len(text):
            typed = text[at : line_end(text, at)].lstrip(" \t")
            if typed and typed[0] != "#":
                return line_end(text, at) - len(typed)
        raise EditRefused("the list is typed in an unusual way: change it by hand")

    # Lines

    def on_own_line(self, number: int) -> bool:
        """Whether nothing stands before an entry on its line."""
        start = self.starts[number]
        return not self.text[line_start(self.text, start) : start].strip()

    def head(self, number: int) -> int:
        """The position at which an entry begins, or the comments above it that belong to it."""
        text, start = self.text, self.starts[number]
        if not self.on_own_line(number):
            return start
        first = at = line_start(text, start)
        before = self.ends[number - 1] if number else 0
        indent = text[at:start]
        while at > before and (above := line_start(text, at - len(_break_before(text, at)))) < at:
            typed = text[above:at]
            if above < before or not typed.startswith(f"{indent}#"):
                break
            at = above
        if at in (first, 0) or not (
            self._is_named(number, text[at:first]) or self._is_alone(number)
        ):
            return start
        return at + len(indent)

    def _is_named(self, number: int, comments: str) -> bool:
        """Whether comments name the key of an entry, or the first value of an item."""
        node = self.node.values[number]
        if self.node.sort == "mapping":
            node = self.node.keys[number]
        elif node.values:
            node = node.values[0]
        return bool(node.value) and bool(
            re.search(rf"(?<!\w){re.escape(node.value)}(?!\w)", comments, re.IGNORECASE)
        )

    def _is_alone(self, number: int) -> bool:
        """Whether an entry is the last one, or followed by a blank line or a comment."""
        if number + 1 == len(self.starts):
            return True
        follows = self.starts[number + 1]
        return bool(
            self.text[self.content_end(number) : line_start(self.text, follows)].strip(" \t\r\n")
        ) or self._is_parted(number)

    def _is_parted(self, number: int) -> bool:
        """Whether a blank line stands between an entry and the next one."""
        text, at = self.text, self.content_end(number)
        while (at := next_line(text, at)) < self.starts[number + 1]:
            if not text[at : line_end(text, at)].strip():
                return True
        return False

    def content_end(self, number: int) -> int:
        """The end of the last line of an entry, with its comments."""
        text = self.text
        end = at = line_end(text, self.ends[number])
        while (at := next_line(text, at)) < len(text):
            line = text[at : line_end(text, at)]
            typed = line.lstrip(" ")
            if typed and (typed[0] != "#" or len(line) - len(typed) <= self.column):
                break
            if typed:
                end = line_end(text, at)
        return end

    def _end_of_all(self) -> int:
        """The end of the last line of the last entry, and of the comments directly below it."""
        text, end = self.text, self.content_end(len(self.starts) - 1)
        while (at := next_line(text, end)) < len(text) and at > end:
            if not text[at : line_end(text, at)].startswith(" " * self.column + "#"):
                break
            end = line_end(text, at)
        return end

    def _parts(self, lines: int) -> bool:
        """Whether a blank line parts a new entry of so many lines from those beside it."""
        gaps = range(max(0, len(self.starts) - 20), len(self.starts) - 1)
        alike = [
            number
            for number in gaps
            if (self._is_long(number) or self._is_long(number + 1)) == (lines > 1)
        ]
        ours = [self._is_parted(number) for number in alike or gaps]
        return sum(ours) * 2 > len(ours)

    def _is_long(self, number: int) -> bool:
        start = self.starts[number]
        return line_end(self.text, start) < self.ends[number]

    def aligned(self, line: str) -> str:
        """The line of a new key, whose value stands in the column in which all others stand."""
        pairs = zip(self.node.keys, self.node.values, strict=True)
        beside = [(key, value) for key, value in pairs if line_end(self.text, key.end) >= value.end]
        columns = {value.column for _, value in beside}
        gaps = {value.start - key.end for key, value in beside}
        head, colon, typed = line.partition(": ")
        if len(columns) != 1 or len(gaps) < 2 or not typed or '"' in head or "'" in head:
            return line
        return f"{head}{colon}".ljust(columns.pop()) + typed

    # Blocks

    def with_lines(self, at: int, lines: Sequence[str]) -> list[Change]:
        """The change that puts the lines of a new entry before that of a number."""
        text, blank = self.text, [""] if self._parts(len(lines)) else []
        if at:
            last = at == len(self.starts)
            end = self._end_of_all() if last else self.content_end(at - 1)
            return [(end, end, "".join(self.newline + line for line in (*blank, *lines)))]
        head = self.head(0)
        typed = self.newline.join((*lines, *blank, " " * self.column))
        if self.on_own_line(0):
            begin = line_start(text, head)
            return [(begin, begin, typed[: len(typed) - self.column])]
        return [(head, head, typed[self.column :])]

    def without(self, number: int) -> list[Change]:
        """The change that removes an entry which is not the only one."""
        return self._without_flow(number) if self.node.flow else self._without_block(number)

    def _without_block(self, number: int) -> list[Change]:
        text, end = self.text, self.content_end(number)
        if not self.on_own_line(number):
            follows = self.starts[number + 1]
            if line_start(text, follows) == next_line(text, end):
                return [(self.starts[number], follows, "")]
            start = self.starts[number]
            before = line_start(text, start)
            return [(before + len(text[before:start].rstrip(" ")), end, "")]
        begin, end = line_start(text, self.head(number)), next_line(text, end)
        blanks_end = end
        while blanks_end < len(text) and not text[blanks_end : line_end(text, blanks_end)].strip():
            blanks_end = next_line(text, blanks_end)
        blanks_begin = begin
        while blanks_begin:
            above = line_start(text, blanks_begin - len(_break_before(text, blanks_begin)))
            if text[above:blanks_begin].strip():
                break
            blanks_begin = above
        if number == 0 and blanks_begin == begin and len(self.starts) > 1:
            end = blanks_end if begin == 0 or self._opens(begin) else end
        elif blanks_end > end or number + 1 == len(self.starts):
            begin = blanks_begin
        if end == len(text) and not text.endswith(("\n", "\r")):
            begin -= len(_break_before(text, begin))
        return [(begin, end, "")]

    def _opens(self, begin: int) -> bool:
        """Whether the line above a position is that of the key above all entries."""
        above = line_start(self.text, begin - len(_break_before(self.text, begin)))
        return not self.text[above:begin].lstrip().startswith("#")

    # Brackets

    def with_inline(self, at: int, typed: str) -> list[Change]:
        """The changes that put a new entry between brackets, before that of a number."""
        text, node = self.text, self.node
        if text[node.start] not in "{[":
            raise EditRefused("it has no brackets of its own: put it into braces first")
        if not self.starts:
            inner = text[node.start + 1 : node.end - 1]
            end = node.start + 1 if inner.strip() else node.end - 1
            return [(node.start + 1, end, typed)]
        rows = self._rows()
        if at:
            end = self.ends[at - 1]
            return self._behind(at - 1, typed) if rows else [(end, end, f", {typed}")]
        start = self.starts[0]
        gap = self.newline + self._indent(0) if rows and self.on_own_line(0) else " "
        return [(start, start, f"{typed},{gap}")]

    def _behind(self, number: int, typed: str) -> list[Change]:
        """The changes that put a new entry between brackets onto the line after another one."""
        text, end, comma = self.text, self.ends[number], self.comma_behind(number)
        last = number + 1 == len(self.starts)
        follows = self.node.end - 1 if last else self.starts[number + 1]
        place = line_end(text, end if comma is None else comma)
        row = self.newline + self._indent(number) + typed
        if place < follows:
            if comma is None:
                return [(end, end, ","), (place, place, row)]
            return [(place, place, f"{row},")]
        return [(end, end, f",{row}" if last and comma is None else f", {typed}")]

    def _rows(self) -> bool:
        """Whether each entry between brackets begins a line of its own."""
        text = self.text
        first = line_start(text, self.starts[0])
        if len(self.starts) == 1:
            return first > self.node.start
        lines = [line_start(text, start) for start in self.starts]
        return len(set(lines)) == len(lines)

    def _indent(self, number: int) -> str:
        """The blanks before an entry that begins its line, or before the next one."""
        start = self.starts[number]
        if not self.on_own_line(number) and number + 1 < len(self.starts):
            start = self.starts[number + 1]
        begin = line_start(self.text, start)
        return " " * (start - begin)

    def comma_behind(self, number: int) -> int | None:
        """The position of the comma behind an entry between brackets."""
        text, at = self.text, self.ends[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else self.node.end
        while at < end:
            if text[at] == ",":
                return at
            at = line_end(text, at) if text[at] == "#" else at + 1
        return None

    def _without_flow(self, number: int) -> list[Change]:
        text, start, end = self.text, self.starts[number], self.ends[number]
        comma = self.comma_behind(number)
        last = number + 1 == len(self.starts)
        follows = self.node.end - 1 if last else self.starts[number + 1]
        place = line_end(text, end if comma is None else comma)
        if self.on_own_line(number) and place < follows:
            begin = line_start(text, self.head(number))
            changes = [(begin, next_line(text, place), "")]
            before = self.comma_behind(number - 1) if number and comma is None else None
            return changes if before is None else [(before, before + 1, ""), *changes]
        if not last and place >= follows:
            return [(start, follows, "")]
        if number:
            return [(self.ends[number - 1], end, "")]
        return [(start, follows, "")]

    # Moves

    def moved(self, number: int, before: int) -> list[Change]:
        """The changes that put an entry before another one, with its comments."""
        if not self.node.flow:
            head = self.head(number)
            blanks = "" if self.on_own_line(number) else " " * self.column
            begin = line_start(self.text, head) if not blanks else head
            lines = (blanks + self.text[begin : self.content_end(number)]).split(self.newline)
            return [*self._without_block(number), *self.with_lines(before, lines)]
        order = [each for each in range(len(self.starts)) if each != number]
        order.insert(before - (before > number), number)
        blocks = [self._block(each) for each in range(len(self.starts))]
        changes: list[Change] = []
        for slot, each in enumerate(order):
            if slot != each:
                pairs = zip(blocks[slot], blocks[each], strict=True)
                changes += [(*place, self.text[slice(*found)]) for place, found in pairs]
        return changes

    def _block(self, number: int) -> list[tuple[int, int]]:
        """The characters of an entry between brackets: before its comma, and its comment behind."""
        head, end = self.head(number), self.ends[number]
        comma = self.comma_behind(number)
        behind = end if comma is None else comma + 1
        trail = line_end(self.text, behind)
        if not self.text[behind:trail].lstrip().startswith("#"):
            trail = behind
        return [(head, end), (behind, trail)]


def _break_before(text: str, at: int) -> str:
    """The line break that ends before a position; "" at the start of a text."""
    return "\r\n" if text.endswith("\r\n", 0, at) else text[at - 1 : at] if at else ""
