"""The scalars of a YAML text with the characters they are typed in, for changing a file as text."""

from collections.abc import Iterable
from dataclasses import dataclass

import yaml

from generator.read.nodes import Location, key_of

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
BLOCKS = ("|", ">")
"""The styles of texts that begin on the line after their key."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value that is no list and no mapping.

    `key` is its whole path, `pieces[3].front.level`; `line` is that of its nearest key and
    `first_line` its own, both from 1. `start` and `end` count characters of the text, quotes
    included. `style` is the quote or the sign of a block, or "". `event` is its number among the
    events.
    """

    key: str
    line: int
    first_line: int
    value: str
    style: str
    start: int
    end: int
    event: int


def events_in(text: str) -> tuple[yaml.Event, ...]:
    """All events of a text without a byte order mark. Raises yaml.YAMLError where it is broken."""
    return tuple(yaml.parse(text, Loader=_Loader))


def scalars_in(events: Iterable[yaml.Event]) -> tuple[Scalar, ...]:
    """All values of the events, in their order; keys are none."""
    scalars: list[Scalar] = []
    open_now: list[_Collection] = []
    for number, event in enumerate(events):
        if isinstance(event, yaml.CollectionEndEvent):
            open_now.pop()
        if not isinstance(event, yaml.NodeEvent):
            continue
        within = open_now[-1] if open_now else _Collection((), 1, is_mapping=False)
        at = within.enter(event) if open_now else ()
        if isinstance(event, yaml.CollectionStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            open_now.append(_Collection(at or (), within.line_of_key, is_mapping))
        elif isinstance(event, yaml.ScalarEvent) and at is not None:
            scalars.append(_scalar(event, at, within.line_of_key, number))
    return tuple(scalars)


class _Collection:
    """A list or a mapping while its entries go by; `line_of_key` is that of the nearest key."""

    def __init__(self, at: Location, line: int, is_mapping: bool) -> None:
        self.at, self.line_of_key, self.is_mapping = at, line, is_mapping
        self.key: str | None = None
        self.index = -1

    def enter(self, event: yaml.NodeEvent) -> Location | None:
        """The path of the next entry, or None when it is a key."""
        if not self.is_mapping:
            self.index += 1
            return (*self.at, self.index)
        if self.key is None:
            self.key = str(getattr(event, "value", ""))
            self.line_of_key = _line(event)
            return None
        key, self.key = self.key, None
        return (*self.at, key)


def _scalar(event: yaml.ScalarEvent, at: Location, line: int, number: int) -> Scalar:
    start, end = event.start_mark, event.end_mark
    assert start is not None and end is not None, "a parser's events have marks"
    style = event.style or ""  # the C and the Python parser say "plain" differently
    key, own_line = key_of(at), _line(event)
    return Scalar(key, line, own_line, event.value, style, start.index, end.index, number)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 0
