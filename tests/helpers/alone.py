"""Reads a game whose files lie alone in a folder, and says what is wrong with it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import find_project
from fustella.core.values.model import Game
from fustella.core.values.problems import Problem, ProblemsFound


def game_alone(folder: Path, files: Mapping[str, str]) -> Game:
    """The game of a folder, after these files were written into it. Raises ProblemsFound."""
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    project = find_project(folder)
    return load_game(project, project.games()[0])


def problems_alone(folder: Path, files: Mapping[str, str]) -> tuple[Problem, ...]:
    """The problems of such a game, which must have some."""
    with pytest.raises(ProblemsFound) as caught:
        game_alone(folder, files)
    return tuple(caught.value.problems)
