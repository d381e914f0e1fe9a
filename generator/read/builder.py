"""YAML's events into values with lines.

Event by event, so that a list of ten thousand cards is never in memory twice. Stricter than YAML
1.1 on purpose: `no`, `on`, `12:30` and `010` are words, a key that stands twice is a fault, and
anchors, aliases and tags are not part of the language.
"""

import re
from collections.abc import Iterator
from typing import Final

import yaml

from generator.problems import Place, Problem
from generator.read.nodes import DecimalNumber, Mapping, Sequence, WholeNumber

NOTHING: Final = object()
"""What an empty file holds."""

DEEPEST = 60
"""Lists and mappings inside each other: more than this is a slip, or malice."""

MOST_DIGITS = 15
"""Longer than this it is a word: no count or size is so long, and a float could not hold it."""

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_YAML_TAG = "tag:yaml.org,2002:"


class Broken(Exception):
    """The file ends here: what follows cannot be understood."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line, self.message = line, message


class Builder:
    """Builds the one document of a file; what the language does not have goes to `problems`."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.first_line = 0
        self._events: Iterator[yaml.Event] = iter(())

    def document(self, events: Iterator[yaml.Event]) -> object:
        """The value of the document, or NOTHING. Raises Broken, and what the parser raises."""
        self._events = events
        next(events)  # the stream begins
        if isinstance(next(events), yaml.StreamEndEvent):
            return NOTHING
        root = next(events)
        self.first_line = _line(root)
        value = self._value(root, 0)
        next(events)  # the document ends
        after = next(events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise Broken(_line(after), "a second document begins here")
        return NOTHING if isinstance(root, yaml.ScalarEvent) and _is_empty(root) else value

    def _value(self, event: yaml.Event, depth: int) -> object:
        if isinstance(event, yaml.AliasEvent):
            hint = "write the value again, or say it once for the whole list"
            self._refuse(event, f"an alias (`*{event.anchor}`)", hint)
            return None
        self._check_extras(event)
        if depth > DEEPEST:
            raise Broken(_line(event), "lists and keys are nested too deeply")
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, depth)
        assert isinstance(event, yaml.ScalarEvent)
        return _scalar(event)

    def _mapping(self, start: yaml.Event, depth: int) -> Mapping:
        result = Mapping(_line(start))
        while not isinstance(key_event := next(self._events), yaml.MappingEndEvent):
            key = self._key(key_event, depth)
            line = _line(key_event)
            if key is not None and key in result:
                hint = f"it stands in line {result.lines[key]} already: keep one of them"
                self._report("E105", line, f"the key `{key}` stands twice", hint, key)
            value = self._value(next(self._events), depth + 1)
            if key is not None:
                result.put(key, value, line)
        return result

    def _key(self, event: yaml.Event, depth: int) -> str | None:
        if isinstance(event, yaml.ScalarEvent):
            self._check_extras(event)
            return str(event.value)
        self._report("E104", _line(event), "a key must be a word", "put it in quotes")
        self._value(event, depth + 1)
        return None

    def _sequence(self, start: yaml.Event, depth: int) -> Sequence:
        result = Sequence(_line(start))
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            result.add(self._value(event, depth + 1), _line(event))
        return result

    def _check_extras(self, event: yaml.Event) -> None:
        tag = getattr(event, "tag", None)
        if tag is not None:
            hint = "put a value that begins with ! in quotes"
            self._refuse(event, f"a tag (`{tag.replace(_YAML_TAG, '!!')}`)", hint)
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            hint = "put a value that begins with & in quotes"
            self._refuse(event, f"an anchor (`&{anchor}`)", hint)

    def _refuse(self, event: yaml.Event, what: str, hint: str) -> None:
        self._report("E120", _line(event), f"{what} is not part of the language", hint)

    def _report(self, code: str, line: int, message: str, hint: str, key: str = "") -> None:
        self.problems.append(Problem(code, Place(self.file, line, key), message, hint))


def _line(event: yaml.Event) -> int:
    mark = event.start_mark
    return mark.line + 1 if mark else 0


def _is_empty(event: yaml.ScalarEvent) -> bool:
    return not (event.value or event.style)


def _scalar(event: yaml.ScalarEvent) -> object:
    text = str(event.value)
    if event.style:  # quoted or a block; the C and the Python parser say "plain" differently
        return text
    if text in _WORDS:
        return _WORDS[text]
    return _number(text) if len(text) <= MOST_DIGITS else text


def _number(text: str) -> object:
    """The number that a plain scalar is, or the scalar."""
    number: int | float
    if _INTEGER.fullmatch(text):
        number = int(text)
        return number if str(number) == text else WholeNumber(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return number if str(number) == text else DecimalNumber(text)
    return text
