"""Reads JSON of a source, within bounds and in a form that no reader stumbles over."""

import json
import math
import re
from functools import lru_cache

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.sources import ImportSource
from fustella.intake.tables import text_of

_STRING = regex(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKET = regex(r"[\[{\]}]")
_UNCLEAN = regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_DIGITS = 40
"""The most digits of a whole number that is kept as one."""


class _Fault(ValueError):
    """Raised for a file that is not read: why, on which line, and what to do."""

    def __init__(self, message: str, line: int, hint: str) -> None:
        super().__init__(message)
        self.message, self.line, self.hint = message, line, hint


def json_of(source: ImportSource, name: str) -> object:
    """The value in a JSON file of a source: dicts, lists, texts, numbers, bools and None.

    Numbers are finite, texts have no control signs but tabs and line breaks and can be written as
    UTF-8, and nothing lies deeper than `limits.IMPORT_DEPTH`. It is shared: change nothing in it.
    Raises ProblemsFound: E100, E131, E132, and E811 for what is no JSON, nested too deep, or has
    too many values.
    """
    found = _read(source.bytes_of(name, limits.IMPORT_JSON_BYTES))
    if isinstance(found, _Fault):
        place = Place(name, found.line)
        raise ProblemsFound([Problem("E811", place, found.message, found.hint)])
    return found


@lru_cache(maxsize=2)
def _read(data: bytes) -> object:
    """The value of a file or its fault, kept for the formats that look at it one by one."""
    try:
        return _value_of(text_of(data))
    except _Fault as fault:
        return fault


def _value_of(text: str) -> object:
    if text.lstrip()[:1] not in ("{", "["):
        raise _Fault("it is no JSON: that begins with { or [", 0, "export it again as JSON")
    _count(text)
    try:
        value: object = json.loads(
            text,
            strict=False,
            parse_float=_number,
            parse_int=_number,
            parse_constant=lambda _word: None,
        )
    except json.JSONDecodeError as error:
        message = f"the JSON is broken: {error.msg[:1].lower()}{error.msg[1:]}"
        raise _Fault(message, error.lineno, "export it again, or mend this line") from None
    return _clean(value) if "\\u" in text or _UNCLEAN.search(text) else value


def _count(text: str) -> None:
    """Refuses what has too many values, or is nested too deep."""
    bare = _STRING.sub('"', text)
    if bare.count(",") + bare.count("[") + bare.count("{") > limits.IMPORT_VALUES:
        raise _Fault(f"more than {limits.IMPORT_VALUES:,} values in it", 0, "export less of it")
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > limits.IMPORT_DEPTH:
            message = f"more than {limits.IMPORT_DEPTH} lists and objects inside each other"
            line = bare.count("\n", 0, bracket.start()) + 1
            raise _Fault(message, line, "nobody nests so deep: it is broken, or meant to harm")


def _number(typed: str) -> int | float:
    if typed.lstrip("-").isdecimal() and len(typed) <= _DIGITS:
        return int(typed)
    number = float(typed)
    if math.isinf(number):
        hint = "it is broken, or meant to harm"
        raise _Fault(f"a number that is too large: {typed[:20]}", 0, hint)
    return number


def _clean(value: object) -> object:
    """The value with texts that can be written: no halves of signs, and none that is not seen."""
    if isinstance(value, str):
        if not _UNCLEAN.search(value):
            return value
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return _UNCLEAN.sub("", whole)
    if isinstance(value, list):
        return [_clean(each) for each in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(each) for key, each in value.items()}
    return value
