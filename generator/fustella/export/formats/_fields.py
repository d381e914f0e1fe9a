"""Gives the fields of a piece as texts, for formats that carry lists."""

from fustella.core.values.model import Picture, Record, Text, Value
from fustella.core.words.patterns import regex

_FIELD = regex(r"[a-z][a-z0-9_]*")


def typed_fields(record: Record, language: str) -> dict[str, str]:
    """The fields of a side that are single values, as they are typed; pictures are left out."""
    shown = ((name, _typed(record[name], language)) for name in record)
    return {name: text for name, text in shown if text and _FIELD.fullmatch(name)}


def _typed(value: Value, language: str) -> str:
    if isinstance(value, Text):
        return str(value.in_language(language))
    if isinstance(value, Picture | Record | tuple) or value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
