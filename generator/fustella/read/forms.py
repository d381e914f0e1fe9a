"""Forms of files: which keys they have, what each may say, and every fault of a file at once.

A form is a frozen dataclass whose fields are made by `entry`. Reading one reports what is wrong
with its file, line and key and goes on: an optional key that is wrong counts as left out, so that
the rest of the file is checked too.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from fustella.core.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.read.nodes import ListNode, Location, MappingNode, as_typed, key_of

FormType = TypeVar("FormType")


class Rejected(Exception):
    """A value that a check does not take: the code, the message and the hint of its problem."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(code, message, hint)
        self.code, self.message, self.hint = code, message, hint


class _Wrong:
    """Stands for a value that could not be read; its problem has been reported."""


WRONG: Final = _Wrong()


@dataclass(frozen=True, slots=True)
class At:
    """Where in a file something stands, and where its problems go."""

    file: str
    line: int
    location: Location
    problems: list[Problem]

    def inside(self, step: int | str, line: int) -> "At":
        """The place of an entry."""
        return At(self.file, line, (*self.location, step), self.problems)

    def report(self, code: str, message: str, hint: str) -> None:
        """Say that something is wrong here."""
        place = Place(self.file, self.line, key_of(self.location))
        self.problems.append(Problem(code, place, message, hint))


Reader: TypeAlias = Callable[[object, At], Any]
"""Makes of a value as typed what a form holds; reports and returns WRONG when it cannot."""


def entry(
    reader: Reader,
    *,
    default: Any = dataclasses.MISSING,
    factory: Any = dataclasses.MISSING,
    stand_in: bool = False,
) -> Any:
    """A key of a form, which must be there unless it has a default.

    With `stand_in`, a missing or wrong one is reported and a name made up, so that what surrounds
    it can be read.
    """
    metadata = {"reader": reader, "stand_in": stand_in}
    return dataclasses.field(default=default, default_factory=factory, metadata=metadata)


def shown(value: object) -> str:
    """A value as a message shows it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, MappingNode):
        return "keys with values"
    if isinstance(value, list):
        return "a list"
    return f'"{value}"' if isinstance(value, str) else as_typed(value)


def checked(form: type[FormType], data: MappingNode, file: str, at: Location = ()) -> FormType:
    """`data` as a `form`. Raises ProblemsFound with every fault; `at`: where in the file."""
    found, problems = checked_leniently(form, data, file, at)
    if problems or found is None:
        raise ProblemsFound(problems)
    return found


def checked_leniently(
    form: type[FormType], data: MappingNode, file: str, at: Location = ()
) -> tuple[FormType | None, list[Problem]]:
    """`data` as a `form` without what is wrong in it, and all the problems.

    None when nothing can be made of it: a key that must be there is missing or wrong.
    """
    problems: list[Problem] = []
    found = form_of(form)(data, At(file, data.line, at, problems))
    return (None if found is WRONG else found), problems


def value_of(check: Callable[[object], object]) -> Reader:
    """Reads a single value; `check` raises Refused for one that it does not take."""

    def read(value: object, at: At) -> object:
        try:
            return check(value)
        except Rejected as fault:
            at.report(fault.code, fault.message, fault.hint)
            return WRONG

    return read


def anything(value: object, _: At) -> object:
    """Takes whatever stands there; somebody else checks it."""
    return value


def one_of(*words: str) -> Reader:
    """Reads one of some words."""

    def check(value: object) -> object:
        if value not in words:
            message = f"{shown(value)} is none of {', '.join(words)}"
            raise Rejected("E104", message, did_you_mean(str(value), words))
        return value

    return value_of(check)


def list_of(reader: Reader, *, least: int = 0) -> Reader:
    """Reads a list, entry by entry, into a tuple."""

    def read(value: object, at: At) -> object:
        if not isinstance(value, ListNode):
            hint = "write entries with `- ` or in [ ]"
            at.report("E104", f"expected a list, found {shown(value)}", hint)
            return WRONG
        if len(value) < least:
            at.report("E104", "expected at least one entry", "add one")
            return WRONG
        entries = tuple(
            reader(one, at.inside(index, value.lines[index])) for index, one in enumerate(value)
        )
        return WRONG if any(one is WRONG for one in entries) else entries

    return read


def table_of(check_key: Callable[[object], object], reader: Reader) -> Reader:
    """Reads keys that the designer chose, each with a value of one form; at least one."""
    read_key = value_of(check_key)

    def read(value: object, at: At) -> object:
        if not isinstance(value, MappingNode):
            message = f"expected keys with values, found {shown(value)}"
            at.report("E104", message, "write `key: value` lines")
            return WRONG
        if not value:
            at.report("E104", "expected at least one entry", "add one")
            return WRONG
        table = {}
        for key, one in value.items():
            inside = at.inside(key, value.lines[key])
            table[read_key(key, inside)] = reader(one, inside)
        wrong = any(WRONG in (key, one) for key, one in table.items())
        return WRONG if wrong else table

    return read


def form_of(form: type[FormType]) -> Reader:
    """Reads a mapping as a form. E106 unknown key, E107 missing key, E104 key without a value."""
    known = {field.name: field for field in dataclasses.fields(form)}  # type: ignore[arg-type]

    def read(value: object, at: At) -> object:
        if not isinstance(value, MappingNode):
            message = f"expected keys with values, found {shown(value)}"
            at.report("E104", message, "write `key: value` lines")
            return WRONG
        for key in value:
            if key not in known:
                inside = at.inside(key, value.lines[key])
                inside.report("E106", f"unknown key `{key}`", did_you_mean(key, known))
        found = {name: _read_field(field, value, at) for name, field in known.items()}
        if any(one is WRONG for one in found.values()):
            return WRONG
        return form(**{name: one for name, one in found.items() if one is not _LEFT_OUT})

    return read


_LEFT_OUT: Final = object()


def _read_field(field: "dataclasses.Field[Any]", value: MappingNode, at: At) -> object:
    """What a form holds for a key: its value, its default, a stand-in, or WRONG."""
    name = field.name
    optional = not (field.default is field.default_factory is dataclasses.MISSING)
    inside = at.inside(name, value.lines.get(name, at.line))
    if name in value:
        found = _read_value(field, value[name], inside)
        if found is not WRONG:
            return found
    elif not optional:
        inside.report("E107", f"`{name}` is missing", f"add a line `{name}: …`")
    if field.metadata["stand_in"]:
        return "-".join(["missing", *map(str, at.location)])
    return _LEFT_OUT if optional else WRONG


def _read_value(field: "dataclasses.Field[Any]", value: object, at: At) -> object:
    if value is None:
        at.report("E104", "nothing stands behind this key", "write a value, or delete the key")
        return WRONG
    reader: Reader = field.metadata["reader"]
    return reader(value, at)
