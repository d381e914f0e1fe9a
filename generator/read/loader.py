"""YAML files into values with lines; with `builder`, the only place that meets PyYAML.

Stricter than YAML 1.1 on purpose: `no` and `on` are words, `12:30` is a word, `010` is a word, a
key that stands twice is a fault, and anchors, aliases and tags are not part of the language.
"""

from pathlib import Path

import yaml

from generator.problems import Place, Problem, ProblemsFound
from generator.read.builder import NOTHING, Broken, Builder
from generator.read.nodes import Mapping

_CONFLICT = "<<<<<<< "
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load(path: Path, name: str) -> Mapping:
    """The mapping in a YAML file; `name` is how the designer knows the file.

    Raises ProblemsFound: E100 unreadable, E101 broken YAML, E102 not UTF-8, E103 a tab, E105 a
    duplicate key, E108 empty, E120 an anchor, alias or tag, E104 not a mapping.
    """
    return loaded(text_of(path, name), name)


def loaded(text: str, name: str) -> Mapping:
    """The mapping in a text that stands, or will stand, in the file `name`. Raises as `load`."""
    builder = Builder(name)
    value = _build(text, name, builder)
    if value is NOTHING:
        hint = "write its content or delete it"
        raise ProblemsFound([Problem("E108", Place(name), "the file is empty", hint)])
    if not isinstance(value, Mapping):
        place = Place(name, builder.first_line)
        hint = "begin with a line like `kind: …`"
        builder.problems.append(Problem("E104", place, "expected keys with values", hint))
    if builder.problems or not isinstance(value, Mapping):
        raise ProblemsFound(builder.problems)
    return value


def text_of(path: Path, name: str) -> str:
    """What a file says. Raises ProblemsFound: E100, E102."""
    try:
        data = path.read_bytes()
    except OSError as error:
        hint = "check its name and that you may read it"
        problem = Problem("E100", Place(name), f"cannot be read: {error.strerror}", hint)
        raise ProblemsFound([problem]) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x} is no character"
        hint = "save the file as UTF-8 in your editor"
        raise ProblemsFound([Problem("E102", Place(name, line), message, hint)]) from None


def _build(text: str, name: str, builder: Builder) -> object:
    try:
        return builder.document(yaml.parse(text, Loader=_Loader))
    except Broken as error:
        hint = "look for a missing quote, bracket or indent before it"
        place = Place(name, error.line)
        raise ProblemsFound([Problem("E101", place, f"broken YAML: {error}", hint)]) from None
    except yaml.MarkedYAMLError as error:
        raise ProblemsFound([_broken(error, text, name)]) from None
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        message = "a character that YAML does not allow"
        hint = "delete the invisible character on this line"
        raise ProblemsFound([Problem("E101", Place(name, line), message, hint)]) from None


def _broken(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    if "end of stream" in str(error.problem):  # what was opened is nearer to the fault
        mark = error.context_mark or mark
    line = mark.line + 1 if mark else 0
    lines = text.splitlines()
    if merged := next((n for n, one in enumerate(lines, 1) if one.startswith(_CONFLICT)), 0):
        hint = "keep what is right of both, and delete the lines of <<<<<<<, ======= and >>>>>>>"
        return Problem("E101", Place(name, merged), "a merge that git left to you", hint)
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in shown[: len(shown) - len(shown.lstrip())] or "'\\t'" in str(error.problem):
        hint = "use spaces to indent; most editors can turn tabs into spaces"
        return Problem("E103", Place(name, line), "a tab where YAML wants spaces", hint)
    message = f"broken YAML: {error.problem or error.context}"
    hint = "look for a missing quote, bracket, colon or indent on this line or the one before"
    return Problem("E101", Place(name, line), message, hint)
