"""Every whole project of the documentation builds, with as many pieces as its page says.

Files with a path above them that stand under one heading are one project. Comments say `pieces`,
how many it has; `prints: 3 of dice/once.yaml`, how many a list of copies prints; and `pictures`
that it needs.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image

from fustella.build.inputs import load_game
from fustella.core.files.project import Project, project_at
from fustella.core.values.model import Game
from tests.conftest import TinyProject
from tests.docs import tutorial
from tests.docs.blocks import all_blocks


@dataclass
class Shown:
    """A project as it is shown on a page."""

    page: str
    heading: str
    notes: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)

    def write(self, root: Path) -> None:
        for name, text in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for number, name in enumerate(self.notes.get("pictures", "").split()):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            Image.new("RGB", (744, 1039), (40 * number, 120, 90)).save(path, dpi=(300, 300))

    def project(self, root: Path) -> Project:
        """Of several games, with a `content/`; or the one folder that holds the game."""
        games = [Path(name) for name in self.files if name.endswith("game.yaml")]
        alone = games and games[0].parts[0] != "content"
        return project_at(root / games[0].parent) if alone else Project(root)

    def game(self, root: Path) -> Game:
        project = self.project(root)
        (game_id,) = project.games()
        return load_game(project, game_id)


def shown() -> list[Shown]:
    found: dict[tuple[str, str], Shown] = {}
    for block in all_blocks():
        if block.title and block.page != tutorial.PAGE:
            key = block.page.stem, block.heading
            one = found.setdefault(key, Shown(*key, block.notes))
            assert block.title not in one.files, f"{block}: {block.title} stands twice"
            one.files[block.title] = block.text
    return list(found.values())


WHOLE = shown()


def name_of(one: Shown) -> str:
    return f"{one.page}-{one.heading}".replace(" ", "-")


def test_pages_show_many_whole_projects():
    assert len([one for one in WHOLE if one.page == "cookbook"]) >= 12
    assert len([one for one in WHOLE if one.page == "coming-from"]) >= 4


@pytest.mark.parametrize("one", WHOLE, ids=name_of)
def test_project_builds_with_as_many_pieces_as_it_says(one, tmp_path, run):
    one.write(tmp_path)
    game = one.game(tmp_path)
    assert sum(piece.copies for piece in game.pieces) == int(one.notes["pieces"])
    for language in game.languages:
        folder = one.project(tmp_path).root
        ran = run(TinyProject(folder), "build", "--language", language)
        assert ran.code == 0, ran.err
    if "prints" in one.notes:
        count, _, name = one.notes["prints"].partition(" of ")
        folder = one.project(tmp_path).root
        ran = run(TinyProject(folder), "plan", "--copies-from", str(tmp_path / name))
        assert ran.code == 0, ran.err
        assert re.search(rf"\b{count}\b", ran.out), ran.out
