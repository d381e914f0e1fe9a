"""Plain YAML values that remember their lines.

Mappings and lists know the line of each of their entries, so that a fault found much later can
still say where it was typed. Scalars are plain Python values; numbers that Python would write
otherwise remember how they were typed, for `+2` and `1.50` may be meant to be read.
"""

from collections.abc import Iterable

Location = tuple[int | str, ...]


class WholeNumber(int):
    """A whole number that was typed otherwise than Python writes it: `+2`."""

    typed: str

    def __new__(cls, typed: str) -> "WholeNumber":
        """The number of a text that holds one."""
        number = super().__new__(cls, typed)
        number.typed = typed
        return number


class DecimalNumber(float):
    """A number with a point that was typed otherwise than Python writes it: `1.50`."""

    typed: str

    def __new__(cls, typed: str) -> "DecimalNumber":
        """The number of a text that holds one."""
        number = super().__new__(cls, typed)
        number.typed = typed
        return number


def as_typed(value: object) -> str:
    """A text, a word or a number as the designer wrote it."""
    return value.typed if isinstance(value, WholeNumber | DecimalNumber) else str(value)


class MappingNode(dict[str, object]):
    """A mapping as typed: `line` of its start, `lines` of its keys."""

    __slots__ = ("line", "lines")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}

    def put(self, key: str, value: object, line: int) -> None:
        """Set one entry and remember its line."""
        self[key] = value
        self.lines[key] = line

    def line_of(self, key: str) -> int:
        """The line of one key, or of the mapping where the key is not there."""
        return self.lines.get(key, self.line)


class ListNode(list[object]):
    """A list as typed: `line` of its start, `lines` of its entries."""

    __slots__ = ("line", "lines")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []

    def add(self, value: object, line: int) -> None:
        """Append one entry and remember its line."""
        self.append(value)
        self.lines.append(line)


def line_at(root: object, location: Iterable[int | str]) -> int:
    """The line of what lies at `location`, or of the nearest thing around it that has one."""
    line, here = getattr(root, "line", 0), root
    for step in location:
        known_key = isinstance(here, MappingNode) and step in here
        known_entry = isinstance(here, ListNode) and isinstance(step, int) and step < len(here)
        if not (known_key or known_entry):
            break
        line, here = here.lines[step], here[step]  # type: ignore[attr-defined, index]
    return int(line)


def joined(*parts: MappingNode | None) -> MappingNode:
    """One mapping of several, entry by entry; what comes later wins and keeps its line."""
    present = [part for part in parts if part is not None]
    result = MappingNode(present[-1].line if present else 0)
    for part in present:
        for key, value in part.items():
            result.put(key, value, part.lines[key])
    return result


def key_of(location: Iterable[int | str]) -> str:
    """A location as a designer reads it: `pieces[3].front.name`."""
    text = ""
    for step in location:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if text else step
    return text
