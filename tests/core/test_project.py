"""Finding the project: the nearest folder at or above that has a `content/`."""

import pytest

from fustella.core.files.project import Project, find_project, project_at
from fustella.core.values.problems import ProblemsFound


@pytest.fixture
def root(tmp_path):
    (tmp_path / "project" / "content" / "b").mkdir(parents=True)
    (tmp_path / "project" / "content" / "a").mkdir()
    for game in ("a", "b"):
        (tmp_path / "project" / "content" / game / "game.yaml").touch()
    (tmp_path / "project" / "content" / "no-game").mkdir()
    (tmp_path / "project" / "deep" / "down").mkdir(parents=True)
    return tmp_path / "project"


@pytest.mark.parametrize("inside", [".", "content", "content/a", "deep/down"])
def test_find_project_from_anywhere_inside_finds_the_root(root, inside):
    assert find_project((root / inside).resolve()).root == root


def test_find_project_inside_another_finds_the_nearest(root):
    (root / "deep" / "content").mkdir()
    assert find_project(root / "deep" / "down").root == root / "deep"
    assert find_project(root).root == root


def test_find_project_with_a_file_called_content_raises(tmp_path):
    (tmp_path / "content").touch()
    with pytest.raises(ProblemsFound) as caught:
        find_project(tmp_path)
    (problem,) = caught.value.problems
    assert problem.code == "E001"
    assert problem.place.file == str(tmp_path)


def test_project_at_a_folder_below_the_root_raises(root):
    assert project_at(root).root == root
    with pytest.raises(ProblemsFound) as caught:
        project_at(root / "deep")
    assert [problem.code for problem in caught.value.problems] == ["E001"]


def test_games_are_the_folders_with_a_game_file_that_are_not_hidden(root):
    (root / "content" / ".old").mkdir()
    (root / "content" / ".old" / "game.yaml").touch()
    assert Project(root).games() == ("a", "b")


def test_name_of_a_file_is_its_path_in_the_project(root):
    assert Project(root).name_of(root / "content" / "a" / "game.yaml") == "content/a/game.yaml"


@pytest.fixture
def alone(tmp_path):
    """A folder with a game.yaml, and what else may lie in it."""
    root = tmp_path / "Foxes & Owls"
    for folder in ("art", "templates/ready", "output/x", "kits", ".git", "pdf/.cache", "data"):
        (root / folder).mkdir(parents=True)
    (root / "venv").mkdir()
    (root / "venv" / "pyvenv.cfg").touch()
    (root / "game.yaml").touch()
    (root / "cards.yaml").write_text("kind: card\npieces: []\n", encoding="utf-8")
    return root


def test_find_project_in_a_folder_with_a_game_file_is_that_game(alone):
    for inside in (alone, alone / "art"):
        found = find_project(inside)
        assert (found.root, found.single, found.games()) == (alone, "foxes-owls", ("foxes-owls",))
    assert project_at(alone).folder_of("foxes-owls") == alone
    assert project_at(alone).templates_of("foxes-owls") == alone / "templates"


def test_find_project_in_the_folder_of_one_of_many_games_finds_all(root):
    assert find_project(root / "content" / "a") == Project(root)
    with pytest.raises(ProblemsFound):
        project_at(root / "content" / "a")


def test_find_project_takes_a_list_for_a_game_only_where_it_was_started(alone):
    (alone / "game.yaml").unlink()
    assert find_project(alone).single == "foxes-owls"
    with pytest.raises(ProblemsFound) as caught:
        find_project(alone / "art")
    assert "fustella new" in caught.value.problems[0].hint


def test_inputs_of_a_single_game_are_what_nobody_built(alone):
    project = project_at(alone)
    assert [path.name for path in project.input_folders("x")] == ["art", "data", "templates"]
    assert [path.name for path in project.input_files()] == ["cards.yaml", "game.yaml"]
    left_out = {path.name for path in project.left_out()}
    assert left_out == {".git", "kits", "output", "pdf", "venv"}


@pytest.mark.parametrize(
    "name, single",
    [("Ünder-Würld 2", "under-wurld-2"), ("森", "game"), ("--", "game"), ("a__b", "a-b")],
)
def test_a_single_game_is_called_after_its_folder(tmp_path, name, single):
    (tmp_path / name).mkdir()
    (tmp_path / name / "game.yaml").touch()
    assert project_at(tmp_path / name).single == single
