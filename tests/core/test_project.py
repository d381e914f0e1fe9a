"""Finding the project: the nearest folder at or above that has a `content/`."""

import pytest

from fustella.core.problems import ProblemsFound
from fustella.core.project import Project, find_project, project_at


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
