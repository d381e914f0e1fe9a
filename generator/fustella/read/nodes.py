"""YAML values with their lines.

Mappings and lists know the line of each entry, so that a fault found much later can still say
where it was typed. Scalars are plain Python values, except numbers that Python would write
differently: players may read them as they were typed, `+2` or `1.50`.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, TypeGuard

from fustella.core.values.problems import Place

Location: TypeAlias = tuple[int | str, ...]
"""The keys and the indices, from 0, that lead to a value."""

FAULTY: Final = object()
"""Stands for a value that could not be read; its problem has been reported."""


class Combination(str):
    """A step to one of the pieces that an entry makes, by their values: `(suit=hearts,rank=3)`.

    It leads to a place where nothing was typed; empty for what all of the pieces share.
    """

    slugs: Mapping[str, str]

    def __new__(cls, slugs: Mapping[str, str]) -> "Combination":
        values = ",".join(f"{name}={slug}" for name, slug in slugs.items())
        step = super().__new__(cls, f"({values})" if values else "")
        step.slugs = slugs
        return step


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


def as_typed(value: object) -> str:
    """A scalar as the designer wrote it."""
    return value.typed if isinstance(value, _AS_TYPED) else str(value)


_AS_TYPED = (WholeNumber, DecimalNumber)
_NUMBERS = (int, float)  # a tuple, for a union would be made anew at each check


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; unlike in Python, `true` and `false` are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number; unlike in Python, `true` and `false` are none."""
    return isinstance(value, _NUMBERS) and not isinstance(value, bool)


class MappingNode(dict[str, object]):
    """A mapping as typed: `line` of its start, `lines` of its keys.

    `places` are those of keys that are typed in cells of a spreadsheet, empty cells too.
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

    def line_of(self, key: str) -> int:
        """The line of a key, or of the mapping when the key is missing."""
        return self.lines.get(key, self.line)


class ListNode(list[object]):
    """A list as typed: `line` of its start, `lines` of its entries."""

    __slots__ = ("line", "lines")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []

    def add(self, value: object, line: int) -> None:
        self.append(value)
        self.lines.append(line)

    def copied(self) -> "ListNode":
        """Another list of the same entries."""
        result = ListNode(self.line)
        result += self
        result.lines += self.lines
        return result


def line_at(root: object, location: Iterable[int | str]) -> int:
    """The line of the value at `location`, or of the innermost value around it that exists."""
    line: int = getattr(root, "line", 0)
    here = root
    for step in location:
        if isinstance(step, int):
            if not (isinstance(here, ListNode) and step < len(here)):
                break
            line, here = here.lines[step], here[step]
        elif not isinstance(step, Combination):
            if not (isinstance(here, MappingNode) and step in here):
                break
            line, here = here.lines[step], here[step]
    return line


def joined(*parts: MappingNode | None) -> MappingNode:
    """One mapping with the entries of several; those of later ones win, with their lines.

    It is the last one itself where the others have nothing.
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


def key_of(location: Iterable[int | str]) -> str:
    """A location as messages show it, with indices from 1: `pieces[3].front.name`."""
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += f".{step}" if text and not isinstance(step, Combination) else step
    return text
