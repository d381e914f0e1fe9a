"""The games on their sheets: each is read, and each packing searched for, once in a process."""

from collections.abc import Sequence
from functools import cache

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Game
from fustella.core.values.paper import PrintSettings
from fustella.core.values.sheets import Item, Sheet
from fustella.impose import impose
from tests.helpers.sharing import ROOT
from tests.impose.test_memory import DictMemory

PROJECT = Project(ROOT)


@cache
def game_of(name: str) -> Game:
    """A game without its boxes."""
    return load_game(PROJECT, name)


@cache
def _memory() -> DictMemory:
    """Packings are the same whatever the marks are, and often however the paper is turned."""
    return DictMemory()


def laid_out(items: Sequence[Item], settings: PrintSettings) -> tuple[Sheet, ...]:
    return impose(items, settings, _memory())
