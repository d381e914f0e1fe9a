"""Explains why a YAML file cannot be read, and what its faulty line should be.

The parser names a sign that it did not expect, often lines after the slip. So this module looks for
the usual slips near the lines that the parser names. It mends each slip in a copy of the text, and
reports the slip without which the parser reads furthest.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import yaml
from msgspec import Struct

from fustella.core.values.problems import Place, Problem
from fustella.core.words.patterns import regex
from fustella.read import hints

_LINE_ENDS = regex(r"\r\n|\r|\n")
_CONFLICT = "<<<<<<< "

_LONGEST = 200_000
"""The most letters of a file that is searched for slips: the search reads it dozens of times."""

_LONGEST_LINE = 4_000
"""The longest line that is searched for slips: the time for it grows with its length squared."""

_KEY = r"[\w][\w .'/-]*?"
_PLAIN_VALUE = regex(rf"(\s*(?:- )*(?:{_KEY}:\s+)?)(\S.*?)(\s+#.*)?$")
_IN_BRACKETS = regex(r"([{,]\s*[\w.-]+:\s+)([^,{}\[\]\"']*?:\s[^,{}\[\]\"']*?)(\s*[,}])")
_BRACES_FIRST = regex(rf"^(\s*(?:- )*{_KEY}:\s+)(\{{[\w:.-]*\}}\s*[^\s,#].*)$")
_NO_VALUE = regex(r"([{,]\s*[\w.-]+:)\s*(?=[,}])")
_NO_BLANK = regex(rf"^(\s*(?:- )*)({_KEY}):([^\s:/].*)$")
_EQUALS = regex(rf"^(\s*(?:- )*)({_KEY})\s*=\s*(.*)$")
_DASH = regex(r"^(\s*)-([^\s-].*)$")
_NO_COMMA = regex(r"([\w\"'\])}]) +(?=[\w.-]+: )")
_SPECIAL = "*&!%@`|>?-"
_WITH_HASH = regex(r"([{,]\s*[\w.-]+:\s+)([^,{}\[\]\"']*\s#[^,{}\[\]\"']*?)(\s*[,}])")
_CUT_COLOUR = regex(r"([{,\[]\s*(?:[\w.-]+:\s+)?)(#[0-9a-fA-F]{3,8}\b)")
_WITH_APOSTROPHE = regex(r"([{,]\s*[\w.-]+:\s+)'([^,{}]*'[^,{}]*)'(?=\s*[,}])")
_WITH_SIGN = regex(r"([{,\[]\s*(?:[\w.-]+:\s+)?)([*&!%@`][^,{}\[\]]*?)(\s*[,}\]])")
_KEYS = regex(r"(?:^|[{,]|- )[^\S\n]*([\w.-]+):\s", re.MULTILINE)
_USUAL_KEYS = frozenset(("id", "copies", "name", "front", "back", "title", "text", "value"))
_NO_TABLE = regex(r"[:{}\[\]]")
_SEPARATORS = ",;\t"
_SAYS = regex(r"\s*[^\s#]")
_NO_EQUALS = "a key ends with a colon, not with ="
_NO_BREAK = "\N{NO-BREAK SPACE}"
_LINES_ABOVE = 12
_COLON = regex(r":\s+\S")
_ENDS_A_KEY = regex(r"\w")
_LONGEST_KEY = 200
"""The most letters before a colon that are searched for its key."""

_CLOSING = {"{": "}", "[": "]"}
_REMARK = regex(r"#(?<=[ \t]#)(?=\d|[0-9a-fA-F]{3}\b|[0-9a-fA-F]{6}\b)")


class _Slip(Struct, frozen=True):
    """A possible slip of the writer: its line, the message about it, and the mended line."""

    line: int
    says: str
    mended: str


_YieldSlip: TypeAlias = Callable[[str, str], Iterator[_Slip]]
"""A function that yields a slip for a message and a mended line, unless the line is unchanged."""


def broken(error: yaml.MarkedYAMLError, text: str, name: str, loader: Any) -> Problem:
    """The problem of a text that `loader` cannot read: E101, or E103 for a tab."""
    lines = _LINE_ENDS.split(text)
    if merged := next((n for n, line in enumerate(lines, 1) if line.startswith(_CONFLICT)), 0):
        return Problem("E101", Place(name, merged), hints.CONFLICT, hints.JOIN)
    marks = [mark for mark in (error.problem_mark, error.context_mark) if mark]
    line = _line_of_error(error) if marks else 0
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    tab = any(
        _line_at(lines, mark.line).find("\t", mark.column, mark.column + 1) >= 0 for mark in marks
    )
    if "\t" in shown[: len(shown) - len(shown.lstrip())] or tab:
        hint = "use spaces to indent; most editors can turn tabs into spaces"
        return Problem("E103", Place(name, line), "a tab where YAML wants spaces", hint)
    if (table := _table(lines, name)) is not None:
        return table
    if len(text) <= _LONGEST and (slip := _slip_in(lines, marks, loader)):
        mended, was = slip.mended.strip(), lines[slip.line - 1].strip()
        blanks = len(slip.mended) - len(slip.mended.lstrip())
        hint = f"write it with {blanks} blanks before it: {mended}"
        hint = hint if mended == was else f"write: {mended}"
        return Problem("E101", Place(name, slip.line), slip.says, hint)
    message = "this line cannot be read with those before it"
    hint = "look here and above for an open quote or bracket, a missing colon, or too many blanks"
    return Problem("E101", Place(name, line), message, hint)


def without_keys(text: str, name: str) -> Problem | None:
    """The problem E101 of a text without keys, with a hint; None if no likely keys are found."""
    lines = _LINE_ENDS.split(text)
    number, first = next(
        ((n, line) for n, line in enumerate(lines, 1) if _SAYS.match(line)), (0, "")
    )
    if (match := _EQUALS.match(first[:_LONGEST_LINE])) is not None:
        hint = f"write: {match[2].rstrip()}: {match[3]}"
        return Problem("E101", Place(name, number), _NO_EQUALS, hint)
    return _table(lines, name)


def _table(lines: Sequence[str], name: str) -> Problem | None:
    """The problem E101 of a text whose first line is that of a table, or None.

    Comments before that line do not count: their commas are no separators.
    """
    typed = (line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    first = next(typed, "")
    if _NO_TABLE.search(first) or sum(map(first.count, _SEPARATORS)) < 2:
        return None
    hint = "save it as a spreadsheet, cards.csv, and name it in a list: `pieces: cards.csv`"
    return Problem("E101", Place(name, 1), "this is a table, and a list has keys", hint)


def remark_in_a_text(text: str, name: str, loader: Any) -> Problem | None:
    """The problem E101 at the first `#` that ends a text without quotes (`Room #3`); or None."""
    starts = [match.start() for match in _REMARK.finditer(text)]
    if not starts:
        return None
    spans = [
        (event.start_mark.index, event.end_mark.index)
        for event in yaml.parse(text, Loader=loader)
        if isinstance(event, yaml.ScalarEvent) and event.start_mark and event.end_mark
    ]
    firsts = [first for first, _ in spans]
    begin = known = 0
    for at in starts:  # as fast in a long file as in a short one
        begin, known = max(begin, text.rfind("\n", known, at) + 1), at
        number = bisect_right(firsts, at) - 1
        inside = number >= 0 and at < spans[number][1]
        if not inside and text.find("#", begin, at) < 0 and _has_value(text, begin, at):
            line = text[begin:].partition("\n")[0]
            key, value = re.split(r"(?<=:)\s+", line, maxsplit=1)
            hint = f"write: {key.strip()} {hints.in_quotes(value.rstrip())}"
            place = Place(name, text.count("\n", 0, at) + 1)
            return Problem("E101", place, "what follows a blank and a # is a remark", hint)
    return None


def _has_value(text: str, begin: int, end: int) -> bool:
    """Whether the text from `begin` to `end` has a key and the beginning of its value."""
    colons = _COLON.finditer(text, begin, end)
    keys = (text[max(begin, at.start() - _LONGEST_KEY) : at.start()] for at in colons)
    return any(_ENDS_A_KEY.fullmatch(key.rstrip(" .'/-")[-1:]) for key in keys)


def _line_of_error(error: yaml.MarkedYAMLError) -> int:
    mark = error.problem_mark or error.context_mark
    if "end of stream" in str(error.problem):  # the fault is near the bracket that was opened
        mark = error.context_mark or mark
    return mark.line + 1 if mark else 0


def _line_at(lines: Sequence[str], number: int) -> str:
    return lines[number] if 0 <= number < len(lines) else ""


def _slip_in(lines: Sequence[str], marks: Sequence[yaml.Mark], loader: Any) -> _Slip | None:
    """The slip near `marks` without which the parser reads furthest; None if none helps."""
    reached = max(mark.line for mark in marks)
    near: dict[int, None] = {}
    for mark in reversed(marks):  # where something was opened, before where it went wrong
        near[mark.line] = None
        before = next((n for n in range(mark.line - 1, -1, -1) if _line_at(lines, n).strip()), None)
        if before is not None:
            near[before] = None
    near = dict.fromkeys(number for number in near if len(_line_at(lines, number)) <= _LONGEST_LINE)
    best: tuple[int, _Slip] | None = None
    keys = _USUAL_KEYS.union(_KEYS.findall("\n".join(lines)))
    within = (slip for number in near for slip in _slips_inside(lines, number, keys))
    # A line that begins elsewhere can be read more often than not, so that is tried last.
    places = (
        slip for number in sorted(near, reverse=True) for slip in _slips_of_place(lines, number)
    )
    for slip in (*within, *places):
        number = slip.line - 1
        mended = [*lines[:number], slip.mended, *lines[number + 1 :]]
        further = _reads_to("\n".join(mended), loader)
        if further > len(mended):
            return slip
        if further > reached + 1 and (best is None or further > best[0]):
            best = further, slip
    return best[1] if best else None


def _reads_to(text: str, loader: Any) -> int:
    """The line, from 0, that the parser reaches; a number beyond the last line if it reads all."""
    try:
        for _ in yaml.parse(text, Loader=loader):
            pass
    except yaml.MarkedYAMLError as error:
        return max(mark.line for mark in (error.problem_mark, error.context_mark) if mark)
    except yaml.YAMLError:
        return 0
    return text.count("\n") + 2


def _tell_of_line(lines: Sequence[str], number: int) -> _YieldSlip:
    def tell(says: str, mended: str) -> Iterator[_Slip]:
        if mended != lines[number]:
            yield _Slip(number + 1, says, mended)

    return tell


def _slips_inside(lines: Sequence[str], number: int, keys: frozenset[str]) -> Iterator[_Slip]:
    """Yields the usual slips inside a line, each with the mended line."""
    line = _line_at(lines, number)
    if not line.strip():
        return
    tell = _tell_of_line(lines, number)
    says = "a blank that was copied from a page, and is another one: type it anew"
    yield from tell(says, line.replace(_NO_BREAK, " "))
    if match := _DASH.match(line):
        yield from tell("after the dash of a list comes a blank", f"{match[1]}- {match[2]}")
    if (match := _NO_BLANK.match(line)) and not match[3].startswith(("'", '"')):
        says = "after the colon of a key comes a blank"
        yield from tell(says, f"{match[1]}{match[2]}: {match[3]}")
    if match := _EQUALS.match(line):
        yield from tell(_NO_EQUALS, f"{match[1]}{match[2].rstrip()}: {match[3]}")
    colours = _CUT_COLOUR.sub(lambda m: f'{m[1]}"{m[2]}"', line)
    yield from tell("a # begins a remark: a colour stands in quotes", colours)
    yield from _of_quotes(line, tell)
    yield from _of_brackets(line, keys, tell)
    yield from _of_values(line, tell)


def _of_quotes(line: str, tell: _YieldSlip) -> Iterator[_Slip]:
    """Yields slips of quotes in a line: quotes that are not closed, or closed too early."""
    apostrophe = "an apostrophe ends the text, for it stands in single quotes"
    match = _PLAIN_VALUE.match(line)
    if match and match[2][0] in "'\"":
        head, value, rest = match[1], match[2], match[3] or ""
        quote = value[0]
        if quote == "'" and value.count("'") > 2 and value.endswith("'"):
            inner = value[1:-1].replace("''", "'")
            yield from tell(apostrophe, f"{head}{hints.in_quotes(inner)}{rest}")
        if quote == '"' and "\\" in value:
            says = "in double quotes a backslash begins a special sign: write two"
            doubled = re.sub(r"(?<!\\)\\(?![\\\"])", r"\\\\", value)
            yield from tell(says, f"{head}{doubled}{rest}")
        if value.count(quote) == 1:
            says = f"a quote {quote} is opened and never closed"
            yield from tell(says, f"{head}{value}{quote}{rest}")
        if not value.endswith(quote) and value.count(quote) >= 2:
            says = "words after the quote that closes a text: put all of it in quotes"
            yield from tell(says, f"{head}{hints.in_quotes(value)}{rest}")
    yield from tell(
        apostrophe, _WITH_APOSTROPHE.sub(lambda m: f"{m[1]}{hints.in_quotes(m[2])}", line)
    )
    for quote in "\"'":
        if line.count(quote) % 2:
            says = f"a quote {quote} is opened and never closed"
            for match in re.finditer(r"\s*[,}\]]|$", line):
                if match.start() > line.rfind(quote):
                    at = match.start()
                    yield from tell(says, f"{line[:at]}{quote}{line[at:]}")


def _of_brackets(line: str, keys: frozenset[str], tell: _YieldSlip) -> Iterator[_Slip]:
    """Yields slips of brackets in a line: brackets not closed or never opened, missing commas."""
    opened: list[str] = []
    stray = ""
    for sign in re.sub(r"\"[^\"]*\"|'[^']*'", "", line):
        if sign in _CLOSING:
            opened.append(sign)
        elif opened and sign == _CLOSING[opened[-1]]:
            opened.pop()
        elif sign in _CLOSING.values():
            stray = sign
            break
    if stray:
        at = line.rfind(stray)
        yield from tell(f"a bracket {stray} that nothing opens", f"{line[:at]}{line[at + 1 :]}")
        other = "}" if stray == "]" else "]"
        says = f"a bracket {stray} where {other} should be"
        yield from tell(says, f"{line[:at]}{other}{line[at + 1 :]}")
    elif opened:
        bare = line.rstrip().rstrip(",")
        comma = "," if line.rstrip().endswith(",") else ""
        closing = "".join(_CLOSING[sign] for sign in reversed(opened))
        says = f"a bracket {opened[0]} is opened and never closed"
        yield from tell(says, f"{bare}{closing}{comma}")
    if "{" in line or "[" in line:
        says = "a comma is missing between two entries in brackets"
        for match in _NO_COMMA.finditer(line):
            at = match.start() + 1
            if line[match.end() :].partition(":")[0] in keys:
                yield from tell(says, f"{line[:at]},{line[at:]}")


def _of_values(line: str, tell: _YieldSlip) -> Iterator[_Slip]:
    """Yields slips of texts without quotes, in which a sign has a meaning in YAML."""
    colon = "a text with a colon in it needs quotes"
    match = _PLAIN_VALUE.match(line)
    if match and match[1].rstrip().endswith((":", "-")) and match[2][0] not in "{[":
        head, value, rest = match[1], match[2], match[3] or ""
        if ": " in value or value.endswith(":"):
            yield from tell(colon, f"{head}{hints.in_quotes(value)}{rest}")
        if value[0] in _SPECIAL:
            says = f"a text that begins with {value[0]} needs quotes"
            yield from tell(says, f"{head}{hints.in_quotes(value)}{rest}")
    if match := _BRACES_FIRST.match(line):
        says = "a text that begins with { needs quotes"
        yield from tell(says, f"{match[1]}{hints.in_quotes(match[2].rstrip())}")
    yield from tell("a key in brackets has no value", _NO_VALUE.sub(r"\1 …", line))
    for pattern, says in (
        (_IN_BRACKETS, colon),
        (_WITH_SIGN, "a text that begins with one of * & ! % @ ` needs quotes"),
        (_WITH_HASH, "a # after a blank begins a remark: put the text in quotes"),
    ):
        mended = pattern.sub(lambda m: f"{m[1]}{hints.in_quotes(m[2].strip())}{m[3]}", line)
        yield from tell(says, mended)


def _slips_of_place(lines: Sequence[str], number: int) -> Iterator[_Slip]:
    """Yields slips in the beginning of a line: no dash, or too far left or right."""
    line = _line_at(lines, number)
    bare = line.lstrip(" ")
    if not bare:
        return
    indent, tell = len(line) - len(bare), _tell_of_line(lines, number)
    above = [line for line in lines[:number] if line.strip() and not line.lstrip().startswith("#")]
    columns: dict[int, None] = {}
    for line in reversed(above[-_LINES_ABOVE:]):
        start = len(line) - len(line.lstrip(" "))
        entry = line.lstrip().startswith("- ")
        if entry and start == indent and not bare.startswith("-"):
            says = "an entry of a list begins with a dash"
            yield from tell(says, f"{' ' * indent}- {bare}")
        columns[start] = None
        if entry:
            columns[start + 2] = None
    below = next((line for line in lines[number + 1 :] if line.strip()), "")
    if below and not below.lstrip().startswith(("-", "#")):
        columns[len(below) - len(below.lstrip(" "))] = None
    for column in columns:
        where = "right" if indent > column else "left"
        says = f"this line begins further {where} than those that it belongs to"
        yield from tell(says, f"{' ' * column}{bare}")
