"""Settings of an editor that pages show name schemas and files that exist."""

import json
from fnmatch import fnmatch

import pytest

from fustella.core.files.project import Project
from fustella.schema import FOLDER, schema_files
from tests.conftest import TINY
from tests.docs.blocks import Block, all_blocks, sort_of

SETTINGS = [block for block in all_blocks() if sort_of(block) == "settings"]


@pytest.mark.parametrize("block", SETTINGS, ids=str)
def test_settings_of_an_editor_name_schemas_and_the_files_of_each(block: Block):
    texts = schema_files(Project(TINY), ("tiny",)).texts
    files = [path.relative_to(TINY).as_posix() for path in TINY.rglob("*.yaml")]
    for schema, patterns in json.loads(block.text)["yaml.schemas"].items():
        assert schema.removeprefix(f"{FOLDER}/") in texts
        named = [patterns] if isinstance(patterns, str) else patterns
        for pattern in named:
            assert any(fnmatch(file, pattern.removeprefix("!")) for file in files), pattern
