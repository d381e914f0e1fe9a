"""Turns YAML files into values with lines.

The language is stricter than YAML 1.1 on purpose: `no`, `on`, `12:30` and `010` are words, no key
stands twice, and there are no anchors, aliases or tags. Values are built event by event, so that a
list of ten thousand cards is never in memory twice.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import yaml

from fustella.core.files.project import GAME_FILE
from fustella.core.files.reading import not_utf_8, read_bytes, unread
from fustella.core.processes import limits
from fustella.core.processes.steps import READING_S, step
from fustella.core.values.problems import Collected, Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex, without_unseen
from fustella.read import hints
from fustella.read.broken import broken, remark_in_a_text, without_keys
from fustella.read.nodes import BlockText, DecimalNumber, ListNode, MappingNode, WholeNumber

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser of YAML: the fast one, in C, if it is installed."""

NOTHING: Final = object()
"""The value of an empty file."""

_KEPT_FILES, _KEPT_LETTERS = 64, 100_000
"""The number of files that are remembered as typed, and the most letters of such a file."""

_MOST_PARTS = 20
"""The most parts of a value between commas that a hint joins again."""

_UNSEEN_BREAK = re.compile("[\x85\u2028\u2029]")
"""Signs that end a line in YAML 1.1 (5.4) but in no editor: line numbers would be wrong."""

_LINE_ENDS = regex(r"\r\n|\r|\n")

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
# Fewer values than in YAML: `no`, `on` and `010` are texts. YAML 1.1 makes them false, true and 8
# (yaml.org/type/bool.html, int.html), and the core schema of YAML 1.2.2 (10.3.2) makes 010 ten.
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_BEGINS_OTHERS = frozenset(("", *(word[:1] for word in _WORDS), *"-+0123456789"))
"""The first signs of plain scalars that may be something else than texts."""

_YAML_TAG = "tag:yaml.org,2002:"

# Compared with the class of each event of a file: an attribute of the module costs more than that.
_SCALAR = yaml.ScalarEvent
_MAPPING_BEGINS, _MAPPING_ENDS = yaml.MappingStartEvent, yaml.MappingEndEvent
_SEQUENCE_ENDS = yaml.SequenceEndEvent


def load(path: Path, name: str, root: Path | None = None) -> MappingNode:
    """The mapping in a YAML file; `name` is the file's name in messages.

    `root` is the project's folder, in which the file must lie; None for a file that the command
    line or the package names. Raises ProblemsFound: E100 unreadable, E101 broken YAML, E102 not
    UTF-8, E103 a tab, E105 a duplicate key, E108 empty, E120 an anchor, alias or tag, E104 not a
    mapping, E131 outside of the project, E132 too large, E133 too many values, E134 a name that is
    no text.
    """
    with step(f"reading {name}", Place(name), READING_S):
        return loaded(text_of(path, name, root), name)


def loaded(text: str, name: str) -> MappingNode:
    """The mapping in the text of the file `name`. Raises the same as `load`.

    A text that was read before is not read again: few files of a game change at a time, or between
    its revisions.
    """
    if len(text) > _KEPT_LETTERS:
        return _read(text, name)
    kept = _kept_mapping(text, name)
    result = MappingNode(kept.line)
    for key, value in kept.items():  # a list is copied: its reader drops entry after entry
        result.put(key, value.copied() if isinstance(value, ListNode) else value, kept.lines[key])
    return result


@lru_cache(_KEPT_FILES)
def _kept_mapping(text: str, name: str) -> MappingNode:
    return _read(text, name)


def _read(text: str, name: str) -> MappingNode:
    if not text.isascii() and (unseen := _UNSEEN_BREAK.search(text)):
        line = len(_LINE_ENDS.findall(text, 0, unseen.start())) + 1
        message = f"a line break that editors do not show (U+{ord(unseen[0]):04X})"
        hint = "delete the invisible character on this line; \\n or a block of text breaks lines"
        raise ProblemsFound([Problem("E101", Place(name, line), message, hint)])
    builder = Builder(name)
    try:
        value = builder.document(events_of(text))
    except Broken as error:
        place = Place(name, error.line)
        raise ProblemsFound([Problem("E101", place, error.message, error.hint)]) from None
    except yaml.MarkedYAMLError as error:
        raise ProblemsFound([broken(error, text, name, LOADER)]) from None
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        message = "a character that YAML does not allow"
        hint = "delete the invisible character on this line"
        raise ProblemsFound([Problem("E101", Place(name, line), message, hint)]) from None
    if value is NOTHING:
        hint = "write its content or delete it"
        if name.rpartition("/")[2] == GAME_FILE:
            hint = "write `title`, `languages` and `kinds` in it; `fustella new` makes an example"
        empty = "nothing but remarks stands in the file" if text.strip() else "the file is empty"
        raise ProblemsFound([Problem("E108", Place(name), empty, hint)])
    if not isinstance(value, MappingNode):
        place = Place(name, builder.first_line)
        hint = "begin with a line like `kind: …`"
        written = "a list" if isinstance(value, ListNode) else "a text"
        message = f"expected keys with values, found {written}"
        meant = without_keys(text, name) if isinstance(value, str) else None
        builder.problems.append(meant or Problem("E104", place, message, hint))
    if (lost := remark_in_a_text(text, name, LOADER)) is not None:
        builder.problems.append(lost)
    if builder.problems or not isinstance(value, MappingNode):
        raise ProblemsFound(builder.problems)
    return value


def text_of(path: Path, name: str, root: Path | None = None) -> str:
    """The text of a file in YAML. Raises ProblemsFound: E100, E102, E131, E132."""
    try:
        data = read_bytes(path, root, limits.YAML_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemsFound([not_utf_8(error, name)]) from None


def events_of(text: str) -> Iterator[yaml.Event]:
    """The events of a text in YAML, faster than by `yaml.parse`."""
    return iter(LOADER(text).get_event, None)


class Broken(Exception):
    """Raised where the rest of a file cannot be understood."""

    def __init__(self, line: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.line, self.message, self.hint = line, message, hint


class Builder:
    """Builds the document of a file; faults against the language go to `problems`."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems = Collected()
        self.first_line = 0
        self._events: Iterator[Any] = iter(())
        self._left = limits.YAML_VALUES
        self._parted: tuple[Place, list[str]] | None = None
        self._keys: dict[str, str] = {}  # a list has each thousands of times

    def document(self, events: Iterator[yaml.Event]) -> object:
        """The value of the document, or NOTHING. Raises Broken or yaml.YAMLError."""
        self._events = events
        next(events)  # the stream begins
        if isinstance(next(events), yaml.StreamEndEvent):
            return NOTHING
        root = next(events)
        self.first_line = line_of(root)
        value = self._value(root, 0)
        next(events)  # the document ends
        after = next(events)
        if not isinstance(after, yaml.StreamEndEvent):
            hint = "delete the line of dashes; another list is another file"
            raise Broken(line_of(after), "a line of --- begins another file in this one", hint)
        empty = isinstance(root, yaml.ScalarEvent) and not (root.value or root.style)
        return NOTHING if empty else value

    def _value(self, event: Any, depth: int) -> object:
        """The value that begins with a `yaml.Event`."""
        self._left -= 1
        extras = event.anchor is not None or event.tag is not None
        if extras or self._left < 0 or depth > limits.YAML_DEPTH:
            if isinstance(event, yaml.AliasEvent):
                self._left += 1
                hint = "put it in quotes; if it stands for another value, write that value again"
                self._refuse(event, f"*, as in `*{event.anchor}`", hint)
                return None
            self._report_extras(event)
            self._check_amount(event, depth)
        kind = event.__class__
        if kind is _SCALAR:
            text: str = event.value
            if len(text) > limits.TEXT_LETTERS:
                message = f"a value of more than {limits.TEXT_LETTERS:,} letters"
                hint = "look for a quote that is not closed"
                self._report("E132", line_of(event), message, hint)
                return None
            # Quoted or a block; for a plain scalar it is None or "", as the parser likes.
            if event.style or text[:1] not in _BEGINS_OTHERS:
                return BlockText(text, line_of(event) + 1) if event.style == "|" else text
            return plain_value(text)
        if kind is _MAPPING_BEGINS:
            return self._mapping(event, depth)
        assert kind is yaml.SequenceStartEvent
        return self._sequence(event, depth)

    def _check_amount(self, event: yaml.Event, depth: int) -> None:
        """Raises ProblemsFound, E133, for too many values, and Broken for too deep ones."""
        if self._left < 0:
            message = f"more than {limits.YAML_VALUES:,} values"
            place = Place(self.file, line_of(event))
            raise ProblemsFound([Problem("E133", place, message, "make several lists of it")])
        if depth > limits.YAML_DEPTH:
            hint = "look for a quote or bracket before it that is not closed"
            raise Broken(line_of(event), "too many lists and keys inside of each other", hint)

    def _mapping(self, start: yaml.Event, depth: int) -> MappingNode:
        result = MappingNode(line_of(start))
        events, lines, depth = self._events, result.lines, depth + 1
        before: Any = None
        for key_event in events:
            if key_event.__class__ is _MAPPING_ENDS:
                break
            line = line_of(key_event)
            key = self._key(key_event, depth)
            if key is None:
                self._value(next(events), depth)
                continue
            if key in result:
                hint = f"it stands in line {lines[key]} already: keep one of them"
                self._report("E105", line, f"the key `{key}` stands twice", hint, key)
            event = next(events)
            result[key] = self._value(event, depth)
            lines[key] = line
            # Between brackets a key may have no colon: its value, nothing, begins where it ends.
            bare = result[key] is None and event.start_mark
            if bare and bare.index == key_event.end_mark.index and result.keys() != {key}:
                self._report_part(result, key, before)
            else:
                before = event
        return result

    def _report_part(self, typed: MappingNode, key: str, before: Any) -> None:
        """Reports a key that is really the rest of the value before it, behind a comma."""
        value_of = [name for name in typed if name != key][-1]
        if before.__class__ is not _SCALAR or before.style or not before.value:
            return
        del typed[key], typed.lines[key]
        place, parts = Place(self.file, typed.lines[value_of], value_of), [before.value, key]
        if self._parted and self._parted[0] == place:
            parts = [*self._parted[1], key]
            if len(parts) > _MOST_PARTS:
                return
            del self.problems[-1]
        self._parted = place, parts
        whole, hint = hints.with_commas(parts), hints.comma(value_of, parts)
        if len(parts) == _MOST_PARTS:
            whole, hint = f"{whole} …", "put the whole value in quotes"
        message = f"between brackets a comma begins another value: `{whole}`"
        self.problems.append(Problem("E101", place, message, hint))

    def _key(self, event: Any, depth: int) -> str | None:
        """The text of a key; None after a list or a mapping as a key was skipped."""
        if event.__class__ is _SCALAR:
            if event.anchor is not None or event.tag is not None:
                self._report_extras(event)
            typed: str = event.value
            if event.style:  # in quotes: as it is typed
                return self._keys.setdefault(typed, typed)
            return self._keys.setdefault(typed, without_unseen(typed) or typed)
        message = "expected a word before the colon, found brackets"
        hint = "write a word; a value with brackets of its own stands in quotes"
        self._report("E104", line_of(event), message, hint)
        self._value(event, depth)
        return None

    def _sequence(self, start: yaml.Event, depth: int) -> ListNode:
        result = ListNode(line_of(start))
        for event in self._events:
            if event.__class__ is _SEQUENCE_ENDS:
                break
            result.add(self._value(event, depth + 1), line_of(event))
        return result

    def _report_extras(self, event: Any) -> None:
        if event.tag is not None:
            typed = event.tag.replace(_YAML_TAG, "!!")
            self._refuse(event, f"!, as in `{typed}`", _hint_without(typed))
        if event.anchor is not None:
            self._refuse(event, f"&, as in `&{event.anchor}`", _hint_without(f"&{event.anchor}"))

    def _refuse(self, event: yaml.Event, sign: str, hint: str) -> None:
        self._report("E120", line_of(event), f"a value cannot begin with {sign}", hint)

    def _report(self, code: str, line: int, message: str, hint: str, key: str = "") -> None:
        self.problems.append(Problem(code, Place(self.file, line, key), message, hint))


def _hint_without(typed: str) -> str:
    """The hint for a value after a sign of YAML, such as `&`, that is not allowed here."""
    return f"delete `{typed}`, or put the whole value in quotes"


def line_of(event: yaml.Event) -> int:
    """The line of an event, from 1; 0 if it is unknown."""
    mark = event.start_mark
    return mark.line + 1 if mark else 0


def plain_value(text: str) -> object:
    """The value of a scalar without quotes."""
    if text in _WORDS:
        return _WORDS[text]
    if len(text) > limits.DIGITS:
        return text
    if _INTEGER.fullmatch(text):
        whole = int(text)
        return whole if str(whole) == text else WholeNumber(text)
    if _DECIMAL.fullmatch(text):
        decimal = float(text)
        return decimal if str(decimal) == text else DecimalNumber(text)
    return text
