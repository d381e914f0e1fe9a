"""The keys of claims: what each is for, and what may stand there, as editors and pages show it.

What a key means is decided where its kind of check reads it; here is only the form of its value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fustella.check.selection import OWN_FIELDS, SIDES
from fustella.core.schemas import (
    WORDS,
    Description,
    Schema,
    Vocabulary,
    described,
    mapping_schema,
    named,
    table_schema,
)


@dataclass(frozen=True, slots=True)
class Key:
    """A key that claims of one kind have, or that `lint` has; `about` is a sentence."""

    description: Description
    about: str
    required: bool = False

    def schema(self, vocabulary: Vocabulary) -> Schema:
        return {**described(self.description, vocabulary), "description": self.about}


def keys_schema(keys: Mapping[str, Key], vocabulary: Vocabulary) -> Schema:
    """Some keys, with no others."""
    properties = {name: key.schema(vocabulary) for name, key in keys.items()}
    return mapping_schema(properties, [name for name, key in keys.items() if key.required])


_FIELD_PATTERN: Final = rf"^({'|'.join(OWN_FIELDS)})$|^({'|'.join(SIDES)})\.."

ARITHMETIC: Final[Schema] = {"title": "arithmetic", "type": ["string", "number"], "pattern": r"\S"}
COMPARISONS: Final[Schema] = {
    "title": "comparison, or a list of comparisons",
    "type": ["string", "array"],
    "pattern": "[=<>]",
    "minItems": 1,
    "items": {"type": "string", "pattern": "[=<>]"},
}
FIELD: Final[Schema] = {
    "title": "field",
    "type": "string",
    "pattern": _FIELD_PATTERN,
    "examples": ["front.level"],
}
FIELDS: Final[Schema] = {
    "title": "field, or a list of fields",
    "type": ["string", "array"],
    "pattern": _FIELD_PATTERN,
    "items": FIELD,
}
TWO_FIELDS: Final[Schema] = {
    "title": "two fields",
    "type": "array",
    "items": FIELD,
    "minItems": 2,
    "maxItems": 2,
}
PHRASES: Final[Schema] = {
    "title": "text, or a list of texts",
    "type": ["string", "array"],
    "items": {"type": "string"},
}


def one_of(words: Sequence[str]) -> Schema:
    return {"title": " | ".join(words), "enum": list(words)}


def selection(vocabulary: Vocabulary) -> dict[str, Any]:
    """Pieces: ids, which may have wildcards, or a kind and values of fields."""
    kind = named(vocabulary.kinds)
    return {
        "title": "id, list of ids, or {kind: …}",
        "type": ["string", "array", "object"],
        "pattern": r"\S",
        "minItems": 1,
        "items": {"title": "id", "type": "string"},
        "properties": {
            "kind": {"title": "kind", "anyOf": [kind, {"type": "array", "items": kind}]},
            "id": {"title": "id, or list of ids", "type": ["string", "array"]},
        },
        "patternProperties": {_FIELD_PATTERN: WORDS},
        "additionalProperties": False,
    }


def selections(vocabulary: Vocabulary) -> dict[str, Any]:
    """A selection, or a list of ids and selections."""
    one = selection(vocabulary)
    entry = {**one, "title": "selection", "type": ["string", "object"]}
    return {**one, "title": "selection, or a list of them", "items": entry}


def named_selections(vocabulary: Vocabulary) -> Schema:
    """Names that the designer chooses, each with a selection."""
    return table_schema(selection(vocabulary))
