"""Finds the scalars of a YAML text with their positions, and the numbers to repair in them.

In a component list, repairs change whole scalars: numbers, and the ranges of lines of a source. A
claims.yaml also has figures within passages, ranges of lines, and maps drawn in rows. Each of these
forms has a `Seeker`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

import yaml
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.claims import Repair
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.read.source import LOADER, line_of

BLOCKS = ("|", ">")
"""The signs of blocks: texts that begin on the line after their key."""

_PLAIN = regex(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
"""Matches a number without quotes; `06` is a word there."""

_QUOTED = regex(r"[-+]?[0-9]+(?:\.[0-9]+)?")
_FIGURE = regex(r"\{(?P<name>[a-z][a-z0-9_]*=)?[0-9]+\}")
_LINES = regex(r"[1-9][0-9]*(?:-[1-9][0-9]*)?(?:, ?[1-9][0-9]*(?:-[1-9][0-9]*)?)*")

_ESCAPES = str.maketrans(
    {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x85": "\\N"}
    | {"\u2028": "\\L", "\u2029": "\\P"}
)
"""The escapes in double quotes; YAML reads all its line breaks there as spaces (7.3.1)."""

_SOURCE = regex(r"(?:pieces\[\d+\]\.)?source\.lines")
"""Matches the path of `source.lines`, the lines from which a piece or a list comes."""

_INDEX = regex(r"(?:\[\d+\])+$")


class Scalar(Struct, frozen=True):
    """A value that is neither a list nor a mapping.

    `key` is its whole path, such as `pieces[3].front.level`; `line` is the line of the nearest key
    and `first_line` the line of the value, both from 1. `start` and `end` are positions in the
    text, with quotes. `style` is the quote, the sign of a block or "". `event` is the index of its
    event.
    """

    key: str
    line: int
    first_line: int
    value: str
    style: str
    start: int
    end: int
    event: int


class EditRefused(Exception):
    """Raised for a repair that cannot be made; the message is the reason."""


class TextEdit(Struct, frozen=True):
    """A change of some characters of a text.

    In the text, `typed` replaces the characters from `start` to `end`; in the value of the scalar,
    `meant` replaces the same characters, from `first` to `last`.
    """

    start: int
    end: int
    typed: str
    first: int
    last: int
    meant: str


class Seeker(Struct, frozen=True):
    """A way to look for the old value of a repair in the scalars of a text.

    `edits` gives the changes that replace the old value in a scalar. With `in_lists`, the place of
    a repair may name a list and mean an entry of it. A place may name a scalar by the line of its
    key, by its first line, or by one of `lines`.
    """

    edits: Callable[[str, Scalar, Repair], list[TextEdit]]
    in_lists: bool = False
    lines: Callable[[Scalar], range] = lambda _: range(0)


def events_in(text: str) -> tuple[yaml.Event, ...]:
    """All events of a text without a byte order mark. Raises yaml.YAMLError if it is broken."""
    return tuple(yaml.parse(text, Loader=LOADER))


def scalars_in(events: Iterable[yaml.Event]) -> tuple[Scalar, ...]:
    """All scalars among the events, in order, except keys."""
    scalars: list[Scalar] = []
    open_now: list[_Collection] = []
    for number, event in enumerate(events):
        if isinstance(event, yaml.CollectionEndEvent):
            open_now.pop()
        if not isinstance(event, yaml.NodeEvent):
            continue
        within = open_now[-1] if open_now else _Collection(Place(""), 1, is_mapping=False)
        at = within.enter(event) if open_now else Place("")
        if isinstance(event, yaml.CollectionStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            open_now.append(_Collection(at or Place(""), within.line_of_key, is_mapping))
        elif isinstance(event, yaml.ScalarEvent) and at is not None:
            start, end = event.start_mark, event.end_mark
            assert start is not None and end is not None, "a parser's events have marks"
            scalars.append(
                Scalar(
                    key=at.key,
                    line=within.line_of_key,
                    first_line=line_of(event),
                    value=event.value,
                    style=event.style or "",  # None or "" for a plain one, as the parser likes
                    start=start.index,
                    end=end.index,
                    event=number,
                )
            )
    return tuple(scalars)


class _Collection:
    """A list or a mapping while it is read; `line_of_key` is the line of the nearest key."""

    def __init__(self, at: Place, line: int, is_mapping: bool) -> None:
        self.at, self.line_of_key, self.is_mapping = at, line, is_mapping
        self.key: str | None = None
        self.index = -1

    def enter(self, event: yaml.NodeEvent) -> Place | None:
        """The place of the entry that an event begins; None for the event of a key."""
        if not self.is_mapping:
            self.index += 1
            return self.at.inside(self.index)
        if self.key is None:
            self.key = str(getattr(event, "value", ""))
            self.line_of_key = line_of(event)
            return None
        key, self.key = self.key, None
        return self.at.inside(key)


def lines_with_remarks(text: str) -> Iterator[tuple[str, int]]:
    """Yields each line with the position of its comment, or with its length if it has none."""
    values = [
        (event.start_mark.index, event.end_mark.index)
        for event in events_in(text)
        if isinstance(event, yaml.ScalarEvent) and event.start_mark and event.end_mark
    ]
    at = 0
    for whole in text.splitlines(keepends=True):
        line = whole.rstrip("\r\n")
        hashes = (
            i for i, sign in enumerate(line) if sign == "#" and (i == 0 or line[i - 1] in " \t")
        )
        free = (i for i in hashes if not any(first <= at + i < end for first, end in values))
        yield line, next(free, len(line))
        at += len(whole)


def seeker_of(repair: Repair, in_claims: bool) -> Seeker:
    """The way to look for the old value of a repair.

    Raises EditRefused for values of a wrong form.
    """
    if repair.is_text:
        return Seeker(_text)
    leaf = _INDEX.sub("", repair.place.key).rpartition(".")[2]
    if in_claims and leaf == "text":
        _check(repair, _FIGURE, "is no figure in braces, and only numbers are changed")
        old, new = _FIGURE.fullmatch(repair.old), _FIGURE.fullmatch(repair.new)
        if old and new and old["name"] != new["name"]:
            raise EditRefused("the name of a figure is no number")
        return Seeker(_figures, in_lists=True)
    if in_claims and leaf == "rows":
        for row in (repair.old, repair.new):
            if not row or row != row.strip() or not row.isprintable():
                raise EditRefused(f'"{row}" is not one line of a drawn map')
        return Seeker(_rows, lines=_lines_of_block)
    if _SOURCE.fullmatch(repair.place.key) or (in_claims and leaf == "lines"):
        _check(repair, _LINES, "is no range of lines")
        return Seeker(_line_numbers)
    _check(repair, _QUOTED, "is text, and only numbers are changed")
    return Seeker(_number)


def _text(_: str, scalar: Scalar, repair: Repair) -> list[TextEdit]:
    """The edit of a scalar whose whole value is the old text; the new text gets double quotes."""
    if scalar.value != repair.old:
        return []
    if scalar.style in BLOCKS:
        raise EditRefused("it is typed as a block of text: change it by hand")
    typed = f'"{repair.new.translate(_ESCAPES)}"'
    return [TextEdit(scalar.start, scalar.end, typed, 0, len(scalar.value), repair.new)]


def _check(repair: Repair, pattern: re.Pattern[str], otherwise: str) -> None:
    for number in (repair.old, repair.new):
        if not pattern.fullmatch(number):
            raise EditRefused(f'"{number}" {otherwise}')


def _number(text: str, scalar: Scalar, repair: Repair) -> list[TextEdit]:
    """The edit of a scalar whose whole value is the old number; a plus sign and quotes stay."""
    pattern = _PLAIN if scalar.style == "" else _QUOTED
    value = scalar.value
    if not pattern.fullmatch(value) or not _is_same_number(value, repair.old):
        return []
    new = f"+{repair.new}" if value[0] == "+" and repair.new[0].isdigit() else repair.new
    if not pattern.fullmatch(new) or len(new) > limits.DIGITS:
        raise EditRefused(f'"{new}" is not written like a number: leave out leading zeros')
    return [_whole_edit(text, scalar, new)]


def _is_same_number(typed: str, number: str) -> bool:
    """Whether both are the same number.

    Leading zeros make a difference, because players read them.
    """
    if _PLAIN.fullmatch(typed) and _PLAIN.fullmatch(number):
        return Decimal(typed) == Decimal(number)
    return typed == number


def _line_numbers(text: str, scalar: Scalar, repair: Repair) -> list[TextEdit]:
    """The edit of a scalar whose whole value is the old ranges of lines.

    New ranges with a comma get quotes: between braces a comma would end the value.
    """
    if _ranges(scalar.value) != _ranges(repair.old):
        return []
    edit = _whole_edit(text, scalar, repair.new)
    quoted = bool(scalar.style) or "," not in repair.new
    return [edit if quoted else replace(edit, typed=f'"{edit.typed}"')]


def _ranges(typed: str) -> list[tuple[str, str]]:
    """The first and the last line of each range, without regard to spaces; `7` is `7-7`."""
    ranges = [part.partition("-") for part in "".join(typed.split()).split(",")]
    return [(first, last or first) for first, _, last in ranges]


def _whole_edit(text: str, scalar: Scalar, new: str) -> TextEdit:
    if scalar.style in BLOCKS:
        raise EditRefused("it is typed as a block of text, and only numbers are changed")
    quote = len(scalar.style)
    start, end = scalar.start + quote, scalar.end - quote
    if text[start:end] != scalar.value:
        raise EditRefused("it is typed with a backslash: change it by hand")
    return TextEdit(start, end, new, 0, len(scalar.value), new)


def _figures(text: str, scalar: Scalar, repair: Repair) -> list[TextEdit]:
    """The edits for all places of the old figure in a passage, even if it is folded or a block."""
    begin = _begin(text, scalar)
    old, new = repair.old, repair.new
    figure = regex(re.escape(old))
    typed = [begin + match.start() for match in figure.finditer(text[begin : scalar.end])]
    meant = [match.start() for match in figure.finditer(scalar.value)]
    if len(typed) != len(meant):
        raise EditRefused("the passage is typed with a backslash: change it by hand")
    return [
        TextEdit(at, at + len(old), new, first, first + len(old), new)
        for at, first in zip(typed, meant, strict=True)
    ]


def _begin(text: str, scalar: Scalar) -> int:
    """The position of a scalar's first character; in a block, it is on the line after the sign."""
    if scalar.style not in BLOCKS:
        return scalar.start
    return text.find("\n", scalar.start, scalar.end) + 1 or scalar.end


def _lines_of_block(scalar: Scalar) -> range:
    if scalar.style != "|":
        return range(0)
    rows = scalar.value.count("\n") + 1
    return range(scalar.first_line, scalar.first_line + rows + 1)


def _rows(text: str, scalar: Scalar, repair: Repair) -> list[TextEdit]:
    """The edits of the rows of a drawn map that are equal to the old row.

    The place of a repair has the line of a single row, or, for all rows, the line of the map.
    """
    if scalar.style != "|":
        raise EditRefused("the map is not drawn as a block that begins with |")
    start, first, edits = _begin(text, scalar), 0, []
    typed_rows = text[start : scalar.end].split("\n")
    for number, (typed, meant) in enumerate(
        zip(typed_rows, scalar.value.split("\n"), strict=False), start=scalar.first_line + 1
    ):
        named = repair.place.line in (scalar.line, scalar.first_line, number)
        if named and typed.strip() == meant.strip() == repair.old:
            at, value_at = start + typed.index(repair.old), first + meant.index(repair.old)
            end, last = at + len(repair.old), value_at + len(repair.old)
            edits.append(TextEdit(at, end, repair.new, value_at, last, repair.new))
        start, first = start + len(typed) + 1, first + len(meant) + 1
    return edits
