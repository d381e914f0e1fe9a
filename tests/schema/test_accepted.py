"""The schemas are valid, and accept every file that the reader accepts."""

import json
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from fustella.core.files.project import RESOURCES, Project
from fustella.core.values.schemas import Vocabulary
from fustella.read.forms import schema_of
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.scalars import ListForm
from fustella.read.source import load
from fustella.schema import SchemaFiles, lines_for_files, schema_files
from tests.helpers.sharing import ROOT
from tests.schema.editor import as_editors_see, schema_named, validators

PROJECTS = (
    ROOT,
    *(ROOT / "tests" / "games" / name for name in ("tiny", "fifth", "original")),
    *sorted(path for path in (ROOT / "tests" / "foreign").iterdir() if (path / "content").is_dir()),
)


@cache
def made_for(root: Path) -> SchemaFiles:
    project = Project(root)
    return schema_files(project, project.games())


def files() -> list[tuple[Path, Path, str]]:
    found = []
    for root in PROJECTS:
        project = Project(root)
        lines = lines_for_files(project, project.games(), root / ".schema")
        found += [(root, path, schema_named(project, path, line)) for path, line in lines]
    return found


FILES = files()


def plain(value: object) -> object:
    """What Fustella's own reader reads, without its lines."""
    if isinstance(value, MappingNode):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, ListNode) else value


def test_files_of_all_projects_are_met():
    met = {path for _, path, _ in FILES}
    for root in PROJECTS:
        assert set((root / "content").rglob("*.y*ml")) <= met


@cache
def check_schema(schema: str) -> None:
    """Raises if a schema is none; many projects have equal ones."""
    Draft7Validator.check_schema(json.loads(schema))


@pytest.mark.parametrize("root", PROJECTS, ids=lambda root: root.name)
def test_schema_of_a_project_is_valid_and_without_doubt(root):
    made = made_for(root)
    assert not made.problems
    for name, validator in validators(made).items():
        check_schema(json.dumps(validator.schema))
        assert validator.schema["$schema"] == "http://json-schema.org/draft-07/schema#", name
        assert validator.schema["title"], name


@pytest.mark.parametrize(
    ("root", "path", "schema"), FILES, ids=lambda value: getattr(value, "stem", None)
)
def test_schema_accepts_every_file_that_is_read(root, path, schema):
    validator = validators(made_for(root))[schema]
    seen = as_editors_see(path.read_text(encoding="utf-8-sig"))
    assert [error.message for error in validator.iter_errors(seen)] == []
    read = plain(load(path, path.name))
    assert [error.message for error in validator.iter_errors(read)] == []


@pytest.mark.parametrize("table", ("papers", "sizes", "stocks"))
def test_table_of_the_package_is_accepted(table):
    validator = validators(made_for(ROOT))[f"{table}.json"]
    seen = as_editors_see((RESOURCES / f"{table}.yaml").read_text(encoding="utf-8"))
    assert [error.message for error in validator.iter_errors(seen)] == []


def test_schema_files_have_equal_bytes_each_time():
    project = Project(PROJECTS[1])
    assert schema_files(project, project.games()).texts == dict(made_for(PROJECTS[1]).texts)


def test_schema_of_no_project_accepts_any_name():
    schema = schema_of(ListForm, Vocabulary())
    schema = {**schema, "definitions": {"filled-in": {}}}
    piece = {"id": "one", "front": {"any": "thing"}}
    validator = Draft7Validator(json.loads(json.dumps(schema)))
    assert validator.is_valid({"kind": "whatever", "pieces": [piece]})
