"""What a template may pass to a tool: finding the wrong argument once a call has failed.

Tools are called tens of thousands of times with right arguments, so nothing is checked before;
when a call raises, its arguments are looked at against the annotations of the tool.
"""

import inspect
import math
from collections.abc import Callable, Mapping

from jinja2 import Undefined

from fustella.core.problems import WrongArgument, did_you_mean


def explain(
    tool: Callable[..., object], args: tuple[object, ...], named: Mapping[str, object]
) -> str:
    """What is wrong with the arguments of a call that failed, or "" when nothing is.

    Raises jinja2.UndefinedError when one of them is a name that the template does not know.
    """
    signature = inspect.signature(tool, eval_str=True)
    try:
        bound = signature.bind(*args, **named)
    except TypeError as fault:
        return _with_hint(str(fault), signature, named)
    for name, value in bound.arguments.items():
        wrong = _wrong(name, value, signature.parameters[name])
        if wrong:
            return wrong
    return ""


def require_numbers(**values: object) -> None:
    """Raises WrongArgument for the first value that is not a finite number."""
    for name, value in values.items():
        if not _is_number(value):
            raise WrongArgument(f"{name} is {_shown(value)}", f"{name} is a number")


def require_one_of(
    name: str, value: object, known: Mapping[object, object] | tuple[object, ...]
) -> None:
    """Raises WrongArgument when `value` is none of the known ones."""
    if value not in known:
        allowed = ", ".join(map(str, known))
        raise WrongArgument(f"{name} is {_shown(value)}", f"{name} is one of: {allowed}")


def _with_hint(message: str, signature: inspect.Signature, named: Mapping[str, object]) -> str:
    unknown = [name for name in named if name not in signature.parameters]
    hint = did_you_mean(unknown[0], signature.parameters) if unknown else ""
    return f"{message}; {hint}" if hint else message


def _wrong(name: str, value: object, parameter: inspect.Parameter) -> str:
    if parameter.kind is inspect.Parameter.VAR_KEYWORD:
        return ""
    if isinstance(value, Undefined):
        str(value)  # raises, with the name that is not known
    if parameter.annotation in (int, float) and not _is_number(value):
        return f"{name} is {_shown(value)}, not a number"
    if parameter.annotation is str and not isinstance(value, str):
        return f"{name} is {_shown(value)}, not a word"
    return ""


def _is_number(value: object) -> bool:
    if isinstance(value, Undefined):
        str(value)
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)
