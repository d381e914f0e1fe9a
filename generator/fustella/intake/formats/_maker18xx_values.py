"""Reads values of 18xx-maker's JSON, of which nobody knows whether they are what they should be."""

import math
from collections.abc import Iterator, Mapping

_MOST_LETTERS = 2000


def dicts_in(of: object, key: str) -> list[Mapping[str, object]]:
    """The objects in a list of an object; those that are none are left out."""
    value = of.get(key) if isinstance(of, Mapping) else None
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def list_in(of: object, key: str) -> list[object]:
    """A list of an object; a single value is one of its own, None is none."""
    value = of.get(key) if isinstance(of, Mapping) else None
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def dict_in(of: object, key: str) -> Mapping[str, object]:
    """An object of an object, empty if there is none."""
    value = of.get(key) if isinstance(of, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def number_of(value: object, otherwise: float = 0.0) -> float:
    """A number, also one in a text; `otherwise` for what is none, or too large for a place."""
    if isinstance(value, bool):
        return otherwise
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return otherwise
    return number if math.isfinite(number) and abs(number) < 1e6 else otherwise


def words_of(value: object) -> str:
    """A text, or a number as a text, on one line; "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return " ".join(shown[:_MOST_LETTERS].split())


def texts_in(value: object) -> Iterator[str]:
    """Yields the texts of a value that is one text, or a list of them."""
    for each in value if isinstance(value, list) else [value]:
        if shown := words_of(each):
            yield shown
