"""Values as typed, of whatever form, as those of a `Record` with their places."""

from collections.abc import Iterator

from fustella.core.values.model import Record, Value, Word
from fustella.core.values.problems import Place
from fustella.read.nodes import ListNode, MappingNode, as_typed


def record_of(node: MappingNode, file: str, key: str) -> Record:
    """A mapping that stands under `key`, with the lines of its own keys."""
    values = {
        name: value_at(value, Place(file, node.lines[name], f"{key}.{name}"))
        for name, value in node.items()
    }
    return Record(values, [node.lines[name] for name in node])


def value_at(value: object, place: Place) -> Value:
    """Any value: strings become words, lists tuples, and mappings records."""
    if isinstance(value, MappingNode):
        return record_of(value, place.file, place.key)
    if isinstance(value, ListNode):
        return tuple(value_at(inner, where) for inner, where in entries_of(value, place))
    if value is None or isinstance(value, bool | int | float):
        return value
    return Word(as_typed(value), place)


def entries_of(entries: ListNode, place: Place) -> Iterator[tuple[object, Place]]:
    """The entries of a list, each with its own place."""
    for number, (value, line) in enumerate(zip(entries, entries.lines, strict=True), start=1):
        yield value, Place(place.file, line, f"{place.key}[{number}]")
