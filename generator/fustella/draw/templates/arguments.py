"""Checks the arguments of tools, and finds the wrong argument after a call has failed.

Tools are called tens of thousands of times, nearly always correctly, so types are not checked
before a call. Only when a call raises are its arguments compared with the annotations of the tool.
"""

import inspect
import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from jinja2 import Undefined, UndefinedError

from fustella.core.values.problems import WrongArgument, did_you_mean, nearest

MOST_ENTRIES = 100_000
"""The largest number of things that a template may request: positions, corners, list entries."""


_KEPT = 512
"""The number of argument sets that a check caches: about one for each call in a template."""

_Found = TypeVar("_Found")


def checked_once(check: Callable[..., _Found]) -> Callable[..., _Found]:
    """A check that caches its results for the same arguments of the same types.

    The check may depend on nothing else. An exception is not cached: the check runs, and raises,
    again. It also runs again for arguments that cannot be cached, such as a list.
    """
    known = lru_cache(_KEPT, typed=True)(check)

    def checked(*args: object) -> _Found:
        try:
            return known(*args)
        except (TypeError, UndefinedError):
            return check(*args)

    return checked


def explain(
    tool: Callable[..., object], args: tuple[object, ...], named: Mapping[str, object]
) -> tuple[str, str]:
    """The fault of a call's arguments, and a hint; both "" if nothing is wrong with them.

    Raises jinja2.UndefinedError if an argument is a name that the template does not know.
    """
    signature = inspect.signature(tool, eval_str=True)
    try:
        bound = signature.bind(*args, **named)
    except TypeError:
        return _misnamed(signature, args, named)
    for name, value in bound.arguments.items():
        wrong = _wrong(name, value, signature.parameters[name])
        if wrong:
            return wrong, ""
    return "", ""


def _misnamed(
    signature: inspect.Signature, args: tuple[object, ...], named: Mapping[str, object]
) -> tuple[str, str]:
    """The fault of an unknown, repeated, surplus or missing argument, and a hint."""
    known = signature.parameters
    all_of_them = f"it takes {', '.join(known)}"
    for name in named:
        if name not in known:
            return f"it takes no `{name}`", did_you_mean(name, known) or all_of_them
    by_position = [
        name
        for name, parameter in known.items()
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    if len(args) > len(by_position):
        number = len(by_position)
        return f"{len(args)} values without a name, and it takes {number}", all_of_them
    for name in by_position[: len(args)]:
        if name in named:
            return f"`{name}` is given twice", "once by its place, once by its name: keep one"
    given = {*by_position[: len(args)], *named}
    missing = [
        name
        for name, parameter in known.items()
        if parameter.default is inspect.Parameter.empty and name not in given
    ]
    return f"`{missing[0]}` is missing", f"add it: {missing[0]}=…"


def _wrong(name: str, value: object, parameter: inspect.Parameter) -> str:
    if parameter.kind is inspect.Parameter.VAR_KEYWORD:
        return ""
    if isinstance(value, Undefined):
        str(value)  # raises and names the unknown name
    if parameter.annotation in (int, float) and not is_number(value):
        return f"{name} is {shown(value)}, not a number"
    if parameter.annotation is str and not isinstance(value, str):
        return f"{name} is {shown(value)}, not a word"
    return ""


def require_numbers(**values: object) -> None:
    """Raises WrongArgument for the first value that is not a finite number."""
    for name, value in values.items():
        if not is_number(value):
            hint = f"{name} is a number"
            if isinstance(value, str):
                hint += ": write it without quotes; write |float after the name of a field"
            raise WrongArgument(f"{name} cannot be {shown(value)}", hint)


def require_few(name: str, number: int) -> None:
    """Raises WrongArgument for more than `MOST_ENTRIES` things."""
    if number > MOST_ENTRIES:
        raise WrongArgument(f"{name} cannot be {number}", f"{name} is at most {MOST_ENTRIES:,}")


def require_one_of(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raises WrongArgument for a value that is not among the known ones."""
    if value not in known:
        allowed = [*map(str, known)]
        near = nearest(value, allowed) if isinstance(value, str) else ""
        hint = f"did you mean `{near}`?" if near else f"{name} is one of: {', '.join(allowed)}"
        raise WrongArgument(f"{name} cannot be {shown(value)}", hint)


def is_number(value: object) -> bool:
    """Whether a value of a template is a finite number; unlike in Python, `true` is none."""
    if isinstance(value, Undefined):
        str(value)
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def shown(value: object) -> str:
    """A value as a template writes it, for a message."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)
