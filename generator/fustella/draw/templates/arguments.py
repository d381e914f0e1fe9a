"""Arguments of tools: checks, and the search for the wrong one once a call has failed.

Tools are called tens of thousands of times, nearly always rightly, so types are not checked before
the call; only when it raises are its arguments compared with the annotations of the tool.
"""

import inspect
import math
from collections.abc import Callable, Mapping

from jinja2 import Undefined

from fustella.core.problems import WrongArgument, did_you_mean

MOST_ENTRIES = 100_000
"""The most of anything that is asked for by number: places, corners, entries of a list."""


def explain(
    tool: Callable[..., object], args: tuple[object, ...], named: Mapping[str, object]
) -> str:
    """What is wrong with the arguments of a call that failed, or "" when nothing is.

    Raises jinja2.UndefinedError when one of them is a name unknown to the template.
    """
    signature = inspect.signature(tool, eval_str=True)
    try:
        bound = signature.bind(*args, **named)
    except TypeError as fault:
        unknown = [name for name in named if name not in signature.parameters]
        hint = did_you_mean(unknown[0], signature.parameters) if unknown else ""
        return f"{fault}; {hint}" if hint else str(fault)
    for name, value in bound.arguments.items():
        wrong = _wrong(name, value, signature.parameters[name])
        if wrong:
            return wrong
    return ""


def _wrong(name: str, value: object, parameter: inspect.Parameter) -> str:
    if parameter.kind is inspect.Parameter.VAR_KEYWORD:
        return ""
    if isinstance(value, Undefined):
        str(value)  # raises and names the unknown name
    if parameter.annotation in (int, float) and not _is_number(value):
        return f"{name} is {_shown(value)}, not a number"
    if parameter.annotation is str and not isinstance(value, str):
        return f"{name} is {_shown(value)}, not a word"
    return ""


def require_numbers(**values: object) -> None:
    """Raise WrongArgument for the first value that is not a finite number."""
    for name, value in values.items():
        if not _is_number(value):
            raise WrongArgument(f"{name} is {_shown(value)}", f"{name} is a number")


def require_few(name: str, number: int) -> None:
    """Raise WrongArgument for a number of things that would fill the memory."""
    if number > MOST_ENTRIES:
        raise WrongArgument(f"{name} is {number}", f"{name} is at most {MOST_ENTRIES:,}")


def require_one_of(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raise WrongArgument when `value` is not among the known ones."""
    if value not in known:
        allowed = ", ".join(map(str, known))
        raise WrongArgument(f"{name} is {_shown(value)}", f"{name} is one of: {allowed}")


def _is_number(value: object) -> bool:
    if isinstance(value, Undefined):
        str(value)
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)
