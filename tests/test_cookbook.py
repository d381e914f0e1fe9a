"""Every recipe of docs/cookbook.md is a project that builds, with as many pieces as it says."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from fustella.build.inputs import load_game
from fustella.core.project import Project
from tests.conftest import TinyProject
from tests.sharing import ROOT

_FILE = re.compile(r"^\*\*(\S+)\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NOTE = re.compile(r"^<!-- (pieces|prints|pictures): (.+) -->$", re.MULTILINE)


@dataclass(frozen=True)
class Recipe:
    title: str
    files: dict[str, str]
    notes: dict[str, str]

    def write(self, root: Path) -> None:
        for name, text in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for number, name in enumerate(self.notes.get("pictures", "").split()):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            Image.new("RGB", (744, 1039), (40 * number, 120, 90)).save(path, dpi=(300, 300))


def recipes() -> list[Recipe]:
    page = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    parts = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    return [
        Recipe(part.partition("\n")[0], dict(_FILE.findall(part)), dict(_NOTE.findall(part)))
        for part in parts
    ]


RECIPES = recipes()


def test_cookbook_has_many_whole_recipes():
    assert len(RECIPES) >= 12
    assert all(any(name.endswith("/game.yaml") for name in one.files) for one in RECIPES)
    page = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    assert page.count("\n```\n") == sum(len(one.files) for one in RECIPES)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.title.replace(" ", "-"))
def test_recipe_builds_with_as_many_pieces_as_it_says(recipe, tmp_path, run):
    recipe.write(tmp_path)
    project = TinyProject(tmp_path)
    (game_id,) = Project(tmp_path).games()
    game = load_game(Project(tmp_path), game_id)
    assert sum(piece.copies for piece in game.pieces) == int(recipe.notes["pieces"])
    for language in game.languages:
        ran = run(project, "build", "--language", language)
        assert ran.code == 0, ran.err
    if "prints" in recipe.notes:
        count, _, name = recipe.notes["prints"].partition(" of ")
        ran = run(project, "plan", "--copies-from", str(tmp_path / name))
        assert ran.code == 0, ran.err
        assert re.search(rf"\b{count}\b", ran.out), ran.out
