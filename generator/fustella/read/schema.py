"""Describes the files of a game and of a project as JSON Schema, with the names in use.

Each form describes itself (`forms`); this module adds the kinds of one game with their fields,
which only its game.yaml knows. A game.yaml with faults gives the names that can be read.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.project import Project
from fustella.core.values.model import SIDES
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.schemas import Schema, Vocabulary
from fustella.read.alike import LIKE
from fustella.read.enumerations import FILLED_IN, may_be_filled_in
from fustella.read.fields import FIELD_TYPE, FieldType, fields_schema
from fustella.read.forms import schema_of
from fustella.read.game import GameForm, list_files, typed_game
from fustella.read.kinds import declared_fields, templates_in
from fustella.read.layouts import READY_COLOURS
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.ready import PREFIX, ReadyFaces
from fustella.read.scalars import LIST_RULES, ListForm
from fustella.read.source import load
from fustella.read.tables import read_tables

_NAMES_OF_PIECES = ("name", "title")
"""The fields of the front that name a piece without a name of its own."""


class KindFields(Struct, frozen=True):
    """The fields of a kind by side; `id` is the kind's name in lists."""

    id: str
    sides: Mapping[str, tuple[tuple[str, FieldType], ...]]


class GameNames(Struct, frozen=True):
    """The names that files of a game may use; because of `problems`, some may be missing."""

    vocabulary: Vocabulary
    kinds: tuple[KindFields, ...]
    problems: tuple[Problem, ...]


def project_names(project: Project) -> tuple[Vocabulary, tuple[Problem, ...]]:
    """The names that all games of a project share, and the problems of its tables."""
    try:
        tables = read_tables(project)
    except ProblemsFound as faults:
        return Vocabulary(games=project.games()), tuple(faults.problems)
    sizes, stocks = tuple(tables.sizes), tuple(tables.stocks)
    return Vocabulary(games=project.games(), sizes=sizes, stocks=stocks), ()


def game_names(project: Project, game_id: str, shared: Vocabulary) -> GameNames:
    """The names of a game, as far as its game.yaml can be read. Raises ProblemsFound: E002."""
    data, file, problems = typed_game(project, game_id)
    if data is None:
        return GameNames(shared, (), tuple(problems))
    declared = _mapping(data, "kinds")
    reader = _KindFields(file, ReadyFaces(project), problems)
    kinds = [reader.read(kind, _mapping(declared, kind)) for kind in declared]
    faces = [f"{PREFIX}{name}" for name in reader.ready.names]
    of_lists = _kinds_of_lists(project, game_id)
    brought = [face for face in faces if face in of_lists]
    ready = [kind for face in faces if (kind := reader.of_face(face)) is not None]
    colours = _mapping(data, "colours")
    known = dict.fromkeys([*(READY_COLOURS if brought or reader.uses_ready else ()), *colours])
    own = [*kinds, *(kind for kind in ready if kind.id in brought)]
    fields = (f"{side}.{name}" for of in own for side in SIDES for name, _ in of.sides[side])
    templates = templates_in(project.templates_of(game_id), project.root)
    ids = [*declared, *(face.removeprefix(PREFIX) for face in brought)]
    sheets = [*(_sheet_of(kind, _mapping(declared, kind)) for kind in declared)]
    sheets += ids[len(declared) :]
    vocabulary = replace(
        shared,
        languages=tuple(_words(data.get("languages"))),
        kinds=tuple(ids),
        kinds_of_lists=(*declared, *faces),
        fields=tuple(dict.fromkeys(fields)),
        colours=tuple(known),
        inks=tuple(_mapping(data, "inks")),
        sheets=tuple(dict.fromkeys(sheets)),
        templates=(*templates, *faces),
        document=str(data.get("document") or ""),
    )
    return GameNames(vocabulary, (*kinds, *ready), tuple(problems))


class _KindFields(Struct):
    """Reads the fields of kinds, declared or of ready faces; faults go to `problems`."""

    file: str
    ready: ReadyFaces
    problems: list[Problem]
    uses_ready: bool = False

    def read(self, kind: str, typed: MappingNode) -> KindFields:
        """The fields of a kind, from game.yaml as typed."""
        fields, at = _mapping(typed, "fields"), Place(self.file, typed.line, f"kinds.{kind}")
        sides = {}
        for side in SIDES:
            template = typed.get(side)
            face = None
            if isinstance(template, str) and template.startswith(PREFIX):
                self.uses_ready = True
                place = typed.place_of(side, at)
                face = self.ready.find(template, place, self.problems)
            sides[side] = declared_fields(fields, side, face, at.inside("fields"), self.problems)
        return KindFields(kind, sides)

    def of_face(self, name: str) -> KindFields | None:
        """The fields of a ready face that a list names as its kind; None if the face has faults."""
        face = self.ready.find(name, Place(self.file), self.problems)
        return KindFields(name, {SIDES[0]: face.fields, SIDES[1]: ()}) if face else None


def _kinds_of_lists(project: Project, game_id: str) -> frozenset[str]:
    """The kinds that the lists of a game name."""
    kinds = set()
    for path in list_files(project, game_id):
        with suppress(ProblemsFound):
            kinds.add(str(load(path, project.name_of(path), project.root).get("kind")))
    return frozenset(kinds)


def _mapping(data: MappingNode, key: str) -> MappingNode:
    value = data.get(key)
    return value if isinstance(value, MappingNode) else MappingNode(0)


def _words(typed: object) -> Iterator[str]:
    if isinstance(typed, ListNode):
        yield from (word for word in typed if isinstance(word, str))


def _sheet_of(kind: str, typed: MappingNode) -> str:
    return str(typed.get("sheet") or typed.get("stock") or kind)


def game_schema(names: GameNames) -> Schema:
    """The schema of game.yaml."""
    schema = schema_of(GameForm, names.vocabulary)
    return {**schema, "definitions": {"field-type": FIELD_TYPE}}


_LIKE_FRONT: Schema = {
    "title": "front",
    "description": "The back has the fields of the front, and says only what differs.",
    "const": "front",
}


def list_schema(names: GameNames) -> Schema:
    """The schema of a list of components."""
    vocabulary = names.vocabulary
    rules = [*_source_rules(vocabulary), LIST_RULES, *map(_rule_of_kind, names.kinds)]
    definitions: dict[str, Schema] = {"filled-in": FILLED_IN}
    for kind in names.kinds:
        for side, fields in kind.sides.items():
            schema = fields_schema(fields, vocabulary, partial=True)
            if side == "back" and fields:
                schema = {**schema, "properties": {LIKE: _LIKE_FRONT, **schema["properties"]}}
            definitions[_definition(kind, side)] = schema
            definitions[f"{_definition(kind, side)}-filled-in"] = may_be_filled_in(schema)
    return {**schema_of(ListForm, vocabulary, *rules), "definitions": definitions}


def _source_rules(vocabulary: Vocabulary) -> Iterator[Schema]:
    """Yields the rule that each piece or its list needs a source, for a game with a document."""
    if vocabulary.document:
        yield {
            "if": {"not": {"required": ["source"]}},
            "then": _in_pieces({"required": ["source"]}),
        }


def _in_pieces(entry: Schema) -> dict[str, Any]:
    return {"properties": {"pieces": {"items": entry}}}


def _rule_of_kind(kind: KindFields) -> Schema:
    """The rule for lists of one kind: the fields of their pieces."""
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
    needed = [*_rules_of_needed(kind)]
    return {
        "if": {"properties": {"kind": {"const": kind.id}}, "required": ["kind"]},
        "then": {**then, **({"allOf": needed} if needed else {})},
    }


def _side(kind: KindFields, side: str, how: str = "") -> Schema:
    return {"$ref": f"#/definitions/{_definition(kind, side)}{how}"}


def _definition(kind: KindFields, side: str) -> str:
    """The name of the definition of a side; a dot replaces the slash of a ready face."""
    return f"{kind.id.replace('/', '.')}-{side}"


def _rules_of_needed(kind: KindFields) -> Iterable[Schema]:
    """Yields a rule for each field that pieces need, if neither list nor variants give it."""
    for side, fields in kind.sides.items():
        for name, field in fields:
            if field.optional:
                continue
            has: Schema = {"required": [side], "properties": {side: {"required": [name]}}}
            in_variants = {
                "required": ["variants"],
                "properties": {"variants": {"minItems": 1, "items": has}},
            }
            given = {"anyOf": [has, in_variants]}
            if side == "back":
                like: Schema = {"required": [side], "properties": {side: {"required": [LIKE]}}}
                given, has = {"anyOf": [has, in_variants, like]}, {"anyOf": [has, like]}
            entry = {"if": {"not": {"required": ["for"]}}, "then": has}
            yield {"if": {"not": given}, "then": _in_pieces(entry)}
