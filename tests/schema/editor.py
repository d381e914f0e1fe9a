"""A file as an editor sees it: YAML 1.2 with its core schema, and keys that are words.

Written from the tables of the specification (YAML 1.2.2, 10.3.2), because Fustella's own reader is
stricter and PyYAML's is that of YAML 1.1: to an editor `012` is twelve, and to Fustella a word.
"""

import json
import re
from pathlib import Path

import yaml
from jsonschema import Draft7Validator

from fustella.core.files.project import Project
from fustella.schema import SchemaFiles

_TAG = "tag:yaml.org,2002:"
_SCALARS = (
    ("null", r"null|Null|NULL|~|", "nN~"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    (
        "float",
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)"
        r"|\.(?:nan|NaN|NAN)",
        "-+.0123456789",
    ),
)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """The C parser knows `{level: number?}`, as editors do."""


_Loader.yaml_implicit_resolvers = {}
for _name, _regex, _first in _SCALARS:
    _firsts = [*_first, *([""] if _name == "null" else [])]
    _Loader.add_implicit_resolver(f"{_TAG}{_name}", re.compile(f"^(?:{_regex})$"), _firsts)


def _whole(_: _Loader, node: yaml.ScalarNode) -> int:
    return int(node.value, 0) if node.value[:2] in ("0o", "0x") else int(node.value)


def _number(_: _Loader, node: yaml.ScalarNode) -> float:
    return float(re.sub(r"\.(?=[iInN])", "", node.value))


_Loader.add_constructor(f"{_TAG}int", _whole)
_Loader.add_constructor(f"{_TAG}float", _number)


def as_editors_see(text: str) -> object:
    """The value of a YAML text. Raises yaml.YAMLError."""
    return _with_words_as_keys(yaml.load(text, _Loader))


def _with_words_as_keys(value: object) -> object:
    if isinstance(value, dict):
        return {_word(key): _with_words_as_keys(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_with_words_as_keys(each) for each in value]
    return value


def _word(key: object) -> str:
    return key if isinstance(key, str) else json.dumps(key)


def validators(made: SchemaFiles) -> dict[str, Draft7Validator]:
    """A validator for each schema, by the name of its file."""
    return {name: Draft7Validator(schema) for name, schema in made.schemas.items()}


def schema_named(project: Project, path: Path, line: str) -> str:
    """The schema that a file's modeline names, from the folder `.schema` on."""
    target = (path.parent / line.partition("$schema=")[2]).resolve()
    return target.relative_to((project.root / ".schema").resolve()).as_posix()
