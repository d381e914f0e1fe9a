"""Describes the keys of claims for editors and pages: their purposes and their values.

The module of a kind of check decides what a key means; only the form of its value stands here.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from fustella.check.selection import OWN_FIELDS
from fustella.core.values.model import SIDES
from fustella.core.values.schemas import (
    WORDS,
    Description,
    Schema,
    Vocabulary,
    described,
    mapping_schema,
    named,
    pattern,
    table_schema,
)


class Key(Struct, frozen=True):
    """A key of claims of one kind, or of `lint`.

    `about` is a sentence for designers; `needs` are other keys that have to stand beside this key.
    """

    description: Description
    about: str
    required: bool = False
    needs: tuple[str, ...] = ()

    def schema(self, vocabulary: Vocabulary) -> Schema:
        return {**described(self.description, vocabulary), "description": self.about}


def keys_schema(
    keys: Mapping[str, Key], vocabulary: Vocabulary, some_of: Sequence[str] = ()
) -> Schema:
    """The schema of a mapping with only the given keys; one of `some_of` is required."""
    properties = {name: key.schema(vocabulary) for name, key in keys.items()}
    required = [name for name, key in keys.items() if key.required]
    schema = mapping_schema(properties, required, "keys with values")
    needs = {name: list(key.needs) for name, key in keys.items() if key.needs}
    one_of_them = {"anyOf": [{"required": [name]} for name in some_of]} if some_of else {}
    return {**schema, **({"dependencies": needs} if needs else {}), **one_of_them}


def _pattern(vocabulary: Vocabulary) -> str:
    """The pattern of paths of fields.

    If the vocabulary names fields, paths lead to these and into these alone.
    """
    own, known = "|".join(OWN_FIELDS), "|".join(map(re.escape, vocabulary.fields))
    inside = rf"({known})([.\[].*)?$" if known else rf"({'|'.join(SIDES)})\.."
    return f"^({own})$|^{inside}"


def field(vocabulary: Vocabulary) -> Schema:
    """The schema of a field of pieces."""
    examples = list(vocabulary.fields) or ["front.level"]
    form = pattern(_pattern(vocabulary), "no kind has such a field: write front.… or back.…")
    return {"title": "field", "type": "string", **form, "examples": examples}


def fields(vocabulary: Vocabulary) -> Schema:
    """The schema of a field, or of a list of fields."""
    one = field(vocabulary)
    title = "field, or a list of fields"
    return {**one, "title": title, "type": ["string", "array"], "items": one}


def two_fields(vocabulary: Vocabulary) -> Schema:
    one = field(vocabulary)
    return {"title": "two fields", "type": "array", "items": one, "minItems": 2, "maxItems": 2}


def table_by_field(entry: Schema) -> Callable[[Vocabulary], Schema]:
    """A function that gives the schema of a mapping from fields to values of the schema `entry`."""
    return lambda vocabulary: table_schema(entry, {"pattern": _pattern(vocabulary)})


ARITHMETIC: Final[Schema] = {"title": "arithmetic", "type": ["string", "number"], "pattern": r"\S"}
COMPARISONS: Final[Schema] = {
    "title": "comparison, or a list of comparisons",
    "type": ["string", "array"],
    "pattern": "[=<>]",
    "minItems": 1,
    "items": {"type": "string", "pattern": "[=<>]"},
}
PHRASES: Final[Schema] = {
    "title": "text, or a list of texts",
    "type": ["string", "array"],
    "items": {"type": "string"},
}


def one_of(words: Sequence[str]) -> Schema:
    return {"title": " | ".join(words), "enum": list(words)}


def selection(vocabulary: Vocabulary) -> dict[str, Any]:
    """The schema of a selection: ids, perhaps with wildcards, or a kind and values of fields."""
    kind = named(vocabulary.kinds, "kind")
    return {
        "title": "id, list of ids, or {kind: …}",
        "type": ["string", "array", "object"],
        "pattern": r"\S",
        "minItems": 1,
        "items": {"title": "id", "type": "string"},
        "properties": {
            "kind": {
                "title": "kind, or a list of kinds",
                "description": "The kinds of the pieces.",
                "anyOf": [kind, {"type": "array", "items": kind}],
            },
            "id": {
                "title": "id, or a list of ids",
                "description": "The ids of the pieces, with or without wildcards.",
                "type": ["string", "array"],
            },
        },
        "patternProperties": {_pattern(vocabulary): WORDS},
        "additionalProperties": False,
    }


def selections(vocabulary: Vocabulary) -> dict[str, Any]:
    """The schema of a selection, or of a list of ids and selections."""
    one = selection(vocabulary)
    entry = {**one, "title": "selection", "type": ["string", "object"]}
    return {**one, "title": "selection, or a list of them", "items": entry}


def named_selections(vocabulary: Vocabulary) -> Schema:
    """The schema of a mapping from names, which the designer chooses, to selections."""
    return table_schema(selection(vocabulary))
