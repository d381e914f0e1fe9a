"""Holds the values of a piece as templates see them, and notes which of them a template reads."""

from collections.abc import Iterable, Iterator, Mapping

from fustella.core.values.model import Cells, Record, Text, Value


class NotedRecord(Record):
    """A record that notes which of its values a template reads.

    Calls of `Record.__getitem__` and `Record.__iter__` by these names read it without a note.
    `names_read` has the name of each value that was read; for a value that a template may change (a
    list, a record), also its repr. `whole` is the repr of the whole record, once a template has
    read the record as a whole.
    """

    __slots__ = ("names_read", "whole")

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.forget()

    def forget(self) -> None:
        """Forgets which values were read."""
        self.names_read = dict[str, str]()
        self.whole = ""

    def unnoted(self) -> Iterable[tuple[str, Value]]:
        """All names with their values, read without a note."""
        return self._values.items()

    def repr_of(self, name: str) -> str:
        """The `repr()` of the value `name` of the record; "" if it has no such value.

        The name "" stands for the whole record.
        """
        if not name:
            return self.whole or super().__repr__()
        return self.names_read.get(name) or (
            repr(self._values[name]) if name in self._values else ""
        )

    def __getitem__(self, name: str) -> Value:
        if name not in self.names_read:
            self.note(name)
        return self._values[name]

    def note(self, name: object) -> None:
        """Notes that a template read a value; a name that is no text names no value."""
        if isinstance(name, str):
            value = self._values.get(name)
            self.names_read[str(name)] = repr(value) if isinstance(value, list | Record) else ""

    def __contains__(self, name: str) -> bool:
        self._look()
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        self._look()
        return super().__iter__()

    def __eq__(self, other: object) -> bool:
        self._look()
        if isinstance(other, NotedRecord):
            other._look()
        return super().__eq__(other)

    def __hash__(self) -> int:
        self._look()
        return super().__hash__()

    def __repr__(self) -> str:
        self._look()
        return self.whole

    def _look(self) -> None:
        self.whole = self.whole or super().__repr__()


def localised(value: Value, language: str) -> object:
    """A value with its texts in one language, as templates see it."""
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, Cells):
        words = (tuple(localised(cell, language) for cell in row) for row in value)
        return Cells(words, value.align)
    if isinstance(value, tuple):
        return [localised(entry, language) for entry in value]
    if isinstance(value, Record):
        values = {name: localised(value[name], language) for name in value}
        return NotedRecord(values)  # type: ignore[arg-type]
    return value


def noted_in(path: str, value: object) -> Iterator[tuple[str, NotedRecord]]:
    """Yields the records inside of a value, each with its path."""
    if isinstance(value, NotedRecord):
        yield path, value
        for name, inner in value.unnoted():
            if isinstance(inner, _WITH_RECORDS):  # few values do
                yield from noted_in(f"{path}.{name}", inner)
    elif isinstance(value, list):
        for number, entry in enumerate(value, start=1):
            yield from noted_in(f"{path}[{number}]", entry)


_WITH_RECORDS = (NotedRecord, list)
