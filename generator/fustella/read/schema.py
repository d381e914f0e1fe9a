"""The files of a game and of a project as JSON Schema, with the names that they may use.

Each form describes itself (`forms`); here is what depends on the kinds of one game, whose fields
are known only from its game.yaml. A game.yaml with faults gives the names that can be told.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from fustella.core.problems import Problem, ProblemsFound
from fustella.core.project import Project
from fustella.core.schemas import Schema, Vocabulary
from fustella.read.enumerations import FILLED_IN, may_be_filled_in
from fustella.read.fields import FIELD_TYPE, FieldType, fields_schema
from fustella.read.forms import schema_of
from fustella.read.game import GameForm, typed_game
from fustella.read.kinds import declared_fields
from fustella.read.lists import SIDES
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.scalars import LIST_RULES, ListForm
from fustella.read.tables import read_tables

_NAMES_OF_PIECES = ("name", "title")
"""Fields of the front that a piece is called by where it has no name."""


@dataclass(frozen=True, slots=True)
class KindFields:
    """The fields of a kind, by side."""

    id: str
    sides: Mapping[str, tuple[tuple[str, FieldType], ...]]


@dataclass(frozen=True, slots=True)
class GameNames:
    """What the files of a game may name; `problems` say why there may be more than is known."""

    vocabulary: Vocabulary
    kinds: tuple[KindFields, ...]
    problems: tuple[Problem, ...]


def project_names(project: Project) -> tuple[Vocabulary, tuple[Problem, ...]]:
    """The names that all games of a project share, and what is wrong with its tables."""
    try:
        tables = read_tables(project)
    except ProblemsFound as found:
        return Vocabulary(games=project.games()), tuple(found.problems)
    sizes, stocks = tuple(tables.sizes), tuple(tables.stocks)
    return Vocabulary(games=project.games(), sizes=sizes, stocks=stocks), ()


def game_names(project: Project, game_id: str, shared: Vocabulary) -> GameNames:
    """The names of a game, as far as its game.yaml tells them. Raises ProblemsFound: E002."""
    data, file, problems = typed_game(project, game_id)
    languages = data.get("languages")
    kinds, colours = _mapping(data, "kinds"), _mapping(data, "colours")
    fields = [_fields_of(kind, _mapping(kinds, kind), file, problems) for kind in kinds]
    sheets = (_sheet_of(kind, _mapping(kinds, kind)) for kind in kinds)
    templates = sorted(path.name for path in (project.templates / game_id).glob("*.svg.j2"))
    all_fields = (f"{side}.{name}" for of in fields for side in SIDES for name, _ in of.sides[side])
    vocabulary = replace(
        shared,
        fields=tuple(dict.fromkeys(all_fields)),
        languages=tuple(_words(languages)),
        kinds=tuple(kinds),
        colours=tuple(colours),
        sheets=tuple(dict.fromkeys(sheets)),
        templates=tuple(templates),
        document=str(data.get("document") or ""),
    )
    return GameNames(vocabulary, tuple(fields), tuple(problems))


def _mapping(data: MappingNode, key: str) -> MappingNode:
    value = data.get(key)
    return value if isinstance(value, MappingNode) else MappingNode(0)


def _words(typed: object) -> Iterator[str]:
    if isinstance(typed, ListNode):
        yield from (word for word in typed if isinstance(word, str))


def _sheet_of(kind: str, typed: MappingNode) -> str:
    return str(typed.get("sheet") or typed.get("stock") or kind)


def _fields_of(kind: str, typed: MappingNode, file: str, problems: list[Problem]) -> KindFields:
    fields, key = _mapping(typed, "fields"), f"kinds.{kind}"
    sides = {side: declared_fields(fields, side, file, key, problems) for side in SIDES}
    return KindFields(kind, sides)


def game_schema(names: GameNames) -> Schema:
    """game.yaml."""
    schema = schema_of(GameForm, names.vocabulary)
    return {**schema, "definitions": {"field-type": FIELD_TYPE}}


def list_schema(names: GameNames) -> Schema:
    """A list of components: that of its kind."""
    vocabulary = names.vocabulary
    rules = [*_source_rules(vocabulary), LIST_RULES, *map(_rule_of_kind, names.kinds)]
    definitions: dict[str, Schema] = {"filled-in": FILLED_IN}
    for kind in names.kinds:
        for side, fields in kind.sides.items():
            schema = fields_schema(fields, vocabulary, partial=True)
            definitions[f"{kind.id}-{side}"] = schema
            definitions[f"{kind.id}-{side}-filled-in"] = may_be_filled_in(schema)
    return {**schema_of(ListForm, vocabulary, *rules), "definitions": definitions}


def _source_rules(vocabulary: Vocabulary) -> Iterator[Schema]:
    """Each piece needs a source, its own or that of the list."""
    if vocabulary.document:
        yield {
            "if": {"not": {"required": ["source"]}},
            "then": _in_pieces({"required": ["source"]}),
        }


def _in_pieces(entry: Schema) -> dict[str, Any]:
    return {"properties": {"pieces": {"items": entry}}}


def _rule_of_kind(kind: KindFields) -> Schema:
    """What lists of one kind have besides."""
    plain = {"properties": {side: _side(kind, side) for side in SIDES}}
    filled = {"properties": {side: _side(kind, side, "-filled-in") for side in SIDES}}
    entry: Schema = {"if": {"required": ["for"]}, "then": filled, "else": plain}
    if not any(name in _NAMES_OF_PIECES for name, _ in kind.sides[SIDES[0]]):
        entry = {**entry, "required": ["name"]}
    then = {
        "properties": {
            **plain["properties"],
            "pieces": {"items": entry},
            "variants": {"items": plain},
        },
    }
    needed = [*_needed(kind)]
    return {
        "if": {"properties": {"kind": {"const": kind.id}}, "required": ["kind"]},
        "then": {**then, **({"allOf": needed} if needed else {})},
    }


def _side(kind: KindFields, side: str, how: str = "") -> Schema:
    return {"$ref": f"#/definitions/{kind.id}-{side}{how}"}


def _needed(kind: KindFields) -> Iterable[Schema]:
    """Each field that must not be left out, unless the list or every variant gives it."""
    for side, fields in kind.sides.items():
        for name, field in fields:
            if field.optional:
                continue
            has = {"required": [side], "properties": {side: {"required": [name]}}}
            in_variants = {
                "required": ["variants"],
                "properties": {"variants": {"minItems": 1, "items": has}},
            }
            given = {"anyOf": [has, in_variants]}
            entry = {"if": {"not": {"required": ["for"]}}, "then": has}
            yield {"if": {"not": given}, "then": _in_pieces(entry)}
