"""Defines YAML values that know their lines.

Mappings and lists know the line of each entry, so that faults that are found later have a place.
They do not know their own place: a value that a list gives to all its pieces has a place in each of
them, which its reader passes. Scalars are plain Python values, except numbers that Python would
write differently: players may read them as they were typed, `+2` or `1.50`.
"""

from typing import Any, Final, TypeAlias, TypeGuard

from fustella.core.values.model import Record, Value, Word
from fustella.core.values.problems import Place

FAULTY: Final = object()
"""The stand-in for a value that could not be read, after its problem was reported."""


class WholeNumber(int):
    """A whole number that Python would write differently: `+2`."""

    typed: str

    def __new__(cls, typed: str) -> "WholeNumber":
        number = super().__new__(cls, typed)
        number.typed = typed
        return number


class DecimalNumber(float):
    """A number with a point that Python would write differently: `1.50`."""

    typed: str

    def __new__(cls, typed: str) -> "DecimalNumber":
        number = super().__new__(cls, typed)
        number.typed = typed
        return number


class BlockText(str):
    """A text that stands below its key, after `|`; `line` is the line of its first letters."""

    line: int

    def __new__(cls, text: str, line: int) -> "BlockText":
        block = super().__new__(cls, text)
        block.line = line
        return block


def as_typed(value: object) -> str:
    """The text of a scalar as the designer typed it."""
    return value.typed if isinstance(value, _AS_TYPED) else str(value)


_AS_TYPED = (WholeNumber, DecimalNumber)
_NUMBERS = (int, float)  # a tuple, for a union would be made anew at each check


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; unlike in Python, `true` and `false` are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number; unlike in Python, `true` and `false` are not."""
    return isinstance(value, _NUMBERS) and not isinstance(value, bool)


class MappingNode(dict[str, object]):
    """A mapping as typed: `line` of its start, `lines` of its keys.

    `places` has the places of keys that are cells of a spreadsheet, even of empty cells.
    """

    __slots__ = ("line", "lines", "places")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}
        self.places: dict[str, Place] = {}

    def put(self, key: str, value: object, line: int) -> None:
        self[key] = value
        self.lines[key] = line

    def place_of(self, key: str, at: Place) -> Place:
        """The place of a key, present or missing, of the mapping that stands `at` a place."""
        return self.places.get(key) or at.inside(key, self.lines.get(key))


class ListNode(list[object]):
    """A list as typed: `line` of its start, `lines` of its entries.

    If the entries are rows of a spreadsheet, `sheet` is its place.
    """

    __slots__ = ("line", "lines", "sheet")

    def __init__(self, line: int, sheet: Place | None = None) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []
        self.sheet = sheet

    def add(self, value: object, line: int) -> None:
        self.append(value)
        self.lines.append(line)

    def place_of(self, index: int, at: Place) -> Place:
        """The place of an entry of the list that stands `at` a place."""
        if self.sheet is not None:
            return Place(self.sheet.file, self.lines[index], sheet=self.sheet.sheet)
        return at.inside(index, self.lines[index])

    def copied(self) -> "ListNode":
        """Another list of the same entries."""
        result = ListNode(self.line, self.sheet)
        result += self
        result.lines += self.lines
        return result


def place_at(root: MappingNode, file: str, *steps: int | str) -> Place:
    """The place of the value at a path of keys and indices, from the root of a file.

    A missing value has the line of the innermost value around it.
    """
    place = Place(file, root.line)
    here: Any = root
    for step in steps:
        if isinstance(step, int):
            known = isinstance(here, ListNode) and step < len(here)
        else:
            known = isinstance(here, MappingNode) and step in here
        line = here.lines[step] if known else None
        place, here = place.inside(step, line), here[step] if known else None
    return place


def joined(*parts: MappingNode | None) -> MappingNode:
    """One mapping with the entries of several; an entry of a later mapping wins, with its line.

    If all others are empty, it is the last mapping itself.
    """
    present = [part for part in parts if part is not None]
    if present and not any(part or part.places for part in present[:-1]):
        return present[-1]
    result = MappingNode(present[-1].line if present else 0)
    for part in present:
        for key, value in part.items():
            result.put(key, value, part.lines[key])
            if result.places:  # what an earlier part typed in a cell is overruled
                result.places.pop(key, None)
        for key, place in part.places.items():
            if key in part or key not in result:  # an empty cell gives nothing
                result.places[key] = place
    return result


def record_of(node: MappingNode, at: Place) -> Record:
    """The record of a mapping that stands `at` a place, with the lines of its keys."""
    values = {name: value_at(value, node.place_of(name, at)) for name, value in node.items()}
    return Record(values, [node.lines[name] for name in node])


def value_at(value: object, place: Place) -> Value:
    """Turns any value as typed into a value of a record: strings become words, lists tuples."""
    if isinstance(value, MappingNode):
        return record_of(value, place)
    if isinstance(value, ListNode):
        return tuple(value_at(each, value.place_of(n, place)) for n, each in enumerate(value))
    if value is None or isinstance(value, bool | int | float):
        return value
    return Word(as_typed(value), place)


Node: TypeAlias = MappingNode | ListNode
