"""booklet.yaml in its schema: what is read is accepted, and what is told is refused."""

import pytest

from fustella.core.files.project import project_at
from fustella.schema import FOLDER, lines_for_files, schema_files
from tests.rules.test_resolve import BOOKLET
from tests.schema.editor import as_editors_see, schema_named, validators


def valid(text: str) -> bool:
    made = schema_files(project_at(BOOKLET), ["booklet"])
    assert not made.problems
    return bool(validators(made)["booklet.json"].is_valid(as_editors_see(text)))


def test_settings_that_are_read_are_accepted():
    assert valid((BOOKLET / "rules" / "booklet.yaml").read_text(encoding="utf-8"))
    assert valid("format: A4\nplayers: 2-4\nerrata: v1\n")


@pytest.mark.parametrize("text", ["format: A6\n", "titel: Lake\n", "fonts: {head: sans}\n"])
def test_settings_that_are_told_are_refused(text):
    assert not valid(text)


def test_first_line_of_the_settings_names_their_schema():
    project = project_at(BOOKLET)
    lines = dict(lines_for_files(project, ["booklet"], BOOKLET / FOLDER))
    path = BOOKLET / "rules" / "booklet.yaml"
    assert schema_named(project, path, lines[path]) == "booklet.json"
