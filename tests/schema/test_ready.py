"""Ready faces, layouts, originals and games of one folder in schemas."""

from pathlib import Path

import pytest

from fustella.core.files.project import RESOURCES, project_at
from fustella.read import read_game, read_tables
from fustella.schema import FOLDER, lines_for_files, schema_files
from fustella.start import STARTS
from fustella.start.new import begin
from tests.schema.editor import as_editors_see, schema_named, validators

GAME = """\
title: Harbour
languages: [en]
kinds:
  ship:
    front: ready/card
    fields: {front: {sails: number}}
    layout:
      front:
        title: {y: 4mm, width: 100% - 12mm, colour: accent}
        art: false
        code: {show: true}
"""
LIST = """\
kind: ship
pieces:
  - {id: brig, front: {title: Brig, sails: 2, text: Fast.}}
"""


def valid(root: Path, name: str, text: str) -> bool:
    project = project_at(root)
    made = schema_files(project, project.games())
    assert not made.problems
    return bool(validators(made)[name].is_valid(as_editors_see(text)))


@pytest.fixture
def harbour(tmp_path):
    """A game of one folder, which is read without a fault."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "ships.yaml").write_text(LIST, encoding="utf-8")
    project = project_at(tmp_path)
    game = read_game(project, project.single, read_tables(project), lambda _: None)
    assert [piece.id for piece in game.pieces] == ["brig"]
    return tmp_path


def test_ready_face_in_a_kind_is_accepted_with_its_fields_and_zones(harbour):
    assert valid(harbour, "game.json", GAME)
    assert valid(harbour, "list.json", LIST)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("y: 4mm", "y: 4"),
        ("100% - 12mm", "100% 12mm"),
        ("colour: accent", "colour: acent"),
        ("art: false", "art: none"),
        ("show: true", "shown: true"),
        ("front: ready/card\n", "front: card.svg.j2\n"),  # which brings neither name nor size
        ("front: ready/card\n", "front: ready/card\n    shape: circle\n"),  # and no diameter
    ],
)
def test_fault_of_a_kind_with_a_ready_face_is_refused(harbour, old, new):
    assert old in GAME
    assert not valid(harbour, "game.json", GAME.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"), [("sails: 2, ", ""), ("text:", "texts:"), ("Brig,", "[],")]
)
def test_fault_of_a_field_of_a_ready_face_is_refused(harbour, old, new):
    assert old in LIST
    assert not valid(harbour, "list.json", LIST.replace(old, new))


def test_list_that_names_a_ready_face_needs_no_kind(tmp_path):
    """Not even a game.yaml."""
    text = "kind: ready/card\npieces:\n  - {id: brig, front: {title: Brig}}\n"
    (tmp_path / "ships.yaml").write_text(text, encoding="utf-8")
    assert valid(tmp_path, "list.json", text)
    assert not valid(tmp_path, "list.json", text.replace("title", "titel"))
    assert not valid(tmp_path, "list.json", text.replace("ready/card", "ready/crad"))


def test_source_of_an_original_has_no_lines(harbour):
    with_reason = LIST.replace("{id: brig", '{id: brig, source: {designed: "fast"}')
    assert valid(harbour, "list.json", with_reason)
    assert not valid(harbour, "list.json", with_reason.replace('designed: "fast"', "lines: 3"))


def test_claims_of_an_original_name_no_document(harbour):
    text = "claims:\n  - {id: a, check: count, of: brig, text: '{1} brig'}\n"
    assert valid(harbour, "claims.json", text)
    assert not valid(harbour, "claims.json", f"document: rules.txt\n{text}")
    assert not valid(harbour, "claims.json", text.replace("of:", "lines: 3, of:"))


@pytest.mark.parametrize(
    "path", sorted((RESOURCES / "templates" / "ready").glob("*.yaml")), ids=lambda path: path.stem
)
def test_ready_face_of_the_package_is_accepted(path, harbour):
    assert valid(harbour, "ready.json", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("start", STARTS)
def test_files_of_a_start_are_accepted_by_the_schemas_that_they_name(start, tmp_path):
    project = begin(tmp_path / "my-game", start).project
    made = schema_files(project, project.games())
    assert not made.problems
    known = validators(made)
    lines = list(lines_for_files(project, project.games(), project.root / FOLDER))
    assert len(lines) >= 2
    for path, line in lines:
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"{line}\n"), path
        found = known[schema_named(project, path, line)].iter_errors(as_editors_see(text))
        assert [error.message for error in found] == []
