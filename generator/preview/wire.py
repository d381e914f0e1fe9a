"""Views as JSON."""

import json
from dataclasses import asdict, is_dataclass
from typing import Any


def to_json(value: object) -> bytes:
    """A view, or anything made of views, as UTF-8 JSON."""
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":")).encode()


def _plain(value: Any) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} is no view")
