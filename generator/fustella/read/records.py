"""Values as typed become those of a `Record`, with their places."""

from fustella.core.values.model import Record, Value, Word
from fustella.core.values.problems import Place
from fustella.read.nodes import ListNode, MappingNode, as_typed


def record_of(node: MappingNode, at: Place) -> Record:
    """The record of a mapping that stands `at` a place, with the lines of its keys."""
    values = {name: value_at(value, node.place_of(name, at)) for name, value in node.items()}
    return Record(values, [node.lines[name] for name in node])


def value_at(value: object, place: Place) -> Value:
    """Turns any value as typed into one of a record: strings become words, lists tuples."""
    if isinstance(value, MappingNode):
        return record_of(value, place)
    if isinstance(value, ListNode):
        return tuple(value_at(each, value.place_of(n, place)) for n, each in enumerate(value))
    if value is None or isinstance(value, bool | int | float):
        return value
    return Word(as_typed(value), place)
