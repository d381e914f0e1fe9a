"""Writes values as they are typed in YAML, on one line."""

import json

from fustella.core.values.problems import ProblemsFound
from fustella.core.words.patterns import regex
from fustella.read.nodes import ListNode, MappingNode, as_typed
from fustella.read.piece_zones import typed_value

_PLAIN = regex(r"[A-Za-z0-9][\w.%+/ -]*")
"""Matches texts that need no quotes, whatever stands around them; numbers and `true` do."""


def written(value: object) -> str:
    """A value as typed, on one line: `40%`, `{by: rarity, rare: gold, else: none}`."""
    if isinstance(value, MappingNode):
        return f"{{{', '.join(f'{written(key)}: {written(each)}' for key, each in value.items())}}}"
    if isinstance(value, ListNode | tuple | list):
        return f"[{', '.join(map(written, value))}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if not isinstance(value, str):
        return as_typed(value)
    return value if _needs_no_quotes(value) else json.dumps(value, ensure_ascii=False)


def _needs_no_quotes(text: str) -> bool:
    if not _PLAIN.fullmatch(text) or text != text.strip():
        return False
    try:
        return typed_value(text) == text
    except ProblemsFound:
        return False
