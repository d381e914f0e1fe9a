"""Composes JSON Schema, draft 7, which tells editors the allowed values.

Rooms that read a file describe it with these dictionaries, beside the code that reads it. `title`
is the type in words, as hover texts and the reference of the documentation show it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

Schema: TypeAlias = Mapping[str, Any]


class Vocabulary(Struct, frozen=True):
    """The names that the files of a game may use; where there are none, any name is accepted.

    `kinds_of_lists` are the kinds that lists may name: the declared ones, and ready faces.
    `fields` are the fields of pieces, such as `front.level`. `sheets` are the groups of kinds that
    share sheets, `templates` the templates that exist. `document` is "" for an original, and None
    where the document is not known.
    """

    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    kinds_of_lists: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    inks: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    stocks: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    document: str | None = None


Description: TypeAlias = Schema | Callable[[Vocabulary], Schema]
"""A schema, or a function that makes a schema from the names of a project."""


def described(description: Description, vocabulary: Vocabulary) -> Schema:
    return description(vocabulary) if callable(description) else description


def pattern(regex: str, message: str) -> Schema:
    """The schema of texts that match a pattern; editors show `message` for any other text."""
    return {"pattern": regex, "patternErrorMessage": message}


SAYING: Final[Schema] = {"title": "text", "type": "string", **pattern(r"\S", "write something")}
"""The schema of a text that is not empty."""

WORD: Final[Schema] = {"title": "word", "type": ["string", "number"]}
FLAG: Final[Schema] = {"title": "true or false", "type": "boolean"}
WORDS: Final[Schema] = {
    "title": "word, or a list of words",
    "type": ["string", "number", "boolean", "array"],
    "items": {"type": ["string", "number", "boolean"]},
}


def named(names: Iterable[str], title: str) -> Schema:
    """The schema of a text that is one of `names`; without names, of any text."""
    known = [*filter(None, names)]
    return {"title": title, "enum": known} if known else {**SAYING, "title": title}


def list_schema(entry: Schema, least: int = 0) -> Schema:
    title = str(entry.get("title", "value"))
    of = f": {title}" if " " in title else f" {title}s"
    found = {"title": f"list of{of}", "type": "array", "items": entry}
    return found | ({"minItems": least} if least else {})


def mapping_schema(
    properties: Mapping[str, Schema], required: Iterable[str] = (), title: str = ""
) -> Schema:
    """The schema of a mapping with these keys and no others."""
    found: dict[str, Any] = {"title": title} if title else {}
    found |= {"type": "object", "properties": dict(properties), "additionalProperties": False}
    needed = list(required)
    return found | ({"required": needed} if needed else {})


def table_schema(entry: Schema, keys: Schema | None = None, least: int = 0) -> Schema:
    """The schema of a mapping with keys that the designer chooses, and values of one form."""
    found: dict[str, Any] = {"title": f"names, each with: {entry.get('title', 'a value')}"}
    found |= {"type": "object", "additionalProperties": entry}
    found |= {"propertyNames": keys} if keys else {}
    return found | ({"minProperties": least} if least else {})


def or_nothing(schema: Schema) -> Schema:
    """The schema of a value that may be left empty."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    found = dict(schema)
    if "type" in schema:
        types = schema["type"]
        found["type"] = [*([types] if isinstance(types, str) else types), "null"]
    if "enum" in schema:
        found["enum"] = [*schema["enum"], None]
    return found
