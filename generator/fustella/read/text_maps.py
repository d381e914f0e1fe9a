"""Reads maps in the compact notation of Text Mapper: `0101 forest "Old wood"`, `0101-0203 river`.

One file serves several lists of records. A list with a `cell` takes the lines that begin with one
cell, a list with `cells` the lines that begin with a way, and a list of looks of terrain those with
`attributes`. Only the types of a record's fields matter, not their names: the first words are
terrain, the text in quotes is a name.
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from fustella.core.values.problems import Place, Problem, warning
from fustella.core.words.patterns import regex
from fustella.read.fields import FieldType
from fustella.read.nodes import ListNode, MappingNode

TEXT_MAPS = (".txt",)
"""The endings of files in this notation."""

_LINE = regex(r"(-?[0-9]{2,6}(?:-[0-9]{2,6})*)(|[ \t].*)")
_QUOTED = regex(r'"([^"]*)"(?:[ \t]+[0-9.]+)?')
_LOOK = regex(r"([\w-]+)[ \t]+(path[ \t]+)?attributes\b(.*)")
_ATTRIBUTE = regex(r'([a-z-]+)="([^"]*)"')
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|[a-z]+")
_NO_TERRAIN = ("default",)
_UNITS = 10.0
"""The units of the notation in a twentieth of a cell, whose box is 200 wide."""


class _Line(Struct, frozen=True):
    """A line: its number, the cells at its beginning, the words behind them, and its label."""

    number: int
    cells: str
    words: tuple[str, ...]
    label: str

    @property
    def is_way(self) -> bool:
        return "-" in self.cells


class _Look(Struct, frozen=True):
    """A line that says how a terrain or a way looks."""

    number: int
    name: str
    is_way: bool
    attributes: dict[str, str]


class TextMap(Struct, frozen=True):
    """The lines of one file; `others` are the numbers of lines that say nothing of the map."""

    file: str
    lines: tuple[_Line, ...]
    looks: tuple[_Look, ...]
    others: tuple[int, ...]

    @classmethod
    def of(cls, data: bytes, file: str) -> "TextMap":
        """The map of a file of this name."""
        lines, looks, others = list[_Line](), list[_Look](), list[int]()
        for number, typed in enumerate(data.decode("utf-8-sig", "replace").splitlines(), start=1):
            text = typed.strip()
            if not text or text.startswith("#"):
                continue
            if found := _LINE.fullmatch(text):
                label = _QUOTED.search(found[2])
                words = tuple(_QUOTED.sub(" ", found[2]).split())
                lines.append(_Line(number, found[1], words, label[1] if label else ""))
            elif found := _LOOK.fullmatch(text):
                attributes = dict(_ATTRIBUTE.findall(found[3]))
                looks.append(_Look(number, found[1], bool(found[2]), attributes))
            else:
                others.append(number)
        return cls(file, tuple(lines), tuple(looks), tuple(others))

    def unread(self) -> Iterator[Problem]:
        """Yields the warning E175 about lines that say nothing of the map."""
        if self.others:
            numbers = ", ".join(map(str, self.others[:5])) + (" …" if self.others[5:] else "")
            message = f"{len(self.others)} lines say nothing of the map: {numbers}"
            if len(self.others) == 1:
                message = "this line says nothing of the map"
            hint = "a line begins with a cell or a way, 0101 forest, or says how a terrain looks"
            yield warning("E175", Place(self.file, self.others[0]), message, hint)

    def records(self, entry: FieldType) -> ListNode:
        """The records of a list, from the lines that have its form."""
        records = ListNode(1, Place(self.file))
        types = {_plain(type_).name: name for name, type_ in reversed(entry.fields)}
        if "cell" in types or "cells" in types:
            key = types.get("cell") or types["cells"]
            ways = "cell" not in types
            for line in self.lines:
                if line.is_way == ways:
                    records.add(self._record(line, key, entry), line.number)
            return records
        for look in self.looks:
            if look.name not in _NO_TERRAIN:
                records.add(self._look(look, dict(entry.fields)), look.number)
        return records

    def _record(self, line: _Line, key: str, entry: FieldType) -> MappingNode:
        said: dict[str, Any] = {key: line.cells}
        for name, type_ in entry.fields:
            if _plain(type_).name in ("word", "choice") and line.words and len(said) == 1:
                # Of a way, the last word is the terrain: `0101-0203 canyon river`.
                one = line.words[-1] if line.is_way else line.words[0]
                said[name] = _entries(line) if type_.name == "list" else one
            elif type_.is_text and line.label and "" not in said:
                said[name] = line.label
                break
        return self._node(line.number, said)

    def _look(self, look: _Look, fields: dict[str, FieldType]) -> MappingNode:
        """The look of a terrain; a way has the colour of its line."""
        own = look.attributes
        said: dict[str, Any] = {"name": look.name}
        colour = own.get("stroke" if look.is_way else "fill", "")
        if _COLOUR.fullmatch(colour) and colour != "none":
            said["colour" if look.is_way else "fill"] = colour
        width = own.get("stroke-width", "").removesuffix("px")
        if look.is_way and width.replace(".", "", 1).isdigit():
            said["width"] = float(width) / _UNITS
        return self._node(look.number, {k: v for k, v in said.items() if k in fields})

    def _node(self, number: int, said: dict[str, Any]) -> MappingNode:
        node = MappingNode(number)
        for name, value in said.items():
            node.put(name, value, number)
            node.places[name] = Place(self.file, number, name)
        return node


def _entries(line: _Line) -> ListNode:
    words = ListNode(line.number)
    for word in line.words:
        words.add(word, line.number)
    return words


def _plain(type_: FieldType) -> FieldType:
    return type_.entry if type_.name == "list" and type_.entry else type_


def is_text_map(typed: str) -> bool:
    """Whether a text names a file in this notation."""
    name = typed.strip().lower()
    return name.endswith(TEXT_MAPS) and not set(name) & set("\n\t") and len(name) < 200
