"""A game, read and with its icons checked: where building and checking begin."""

from generator.draw.icons import IconShelf
from generator.model import Game
from generator.project import Project
from generator.read import read_game, read_tables


def load_game(project: Project, game_id: str) -> Game:
    """A game as read, icons checked. Raises ProblemsFound."""
    icons = icon_shelf(project)

    def icon_fault(name: str) -> str | None:
        return None if icons.known(name) else icons.suggest(name)

    return read_game(project, game_id, read_tables(project), icon_fault)


def icon_shelf(project: Project) -> IconShelf:
    """All icons that content and templates may name."""
    return IconShelf(project.templates / "_shared" / "icons")
