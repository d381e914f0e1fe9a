"""Lays the games out on sheets; each is read, and each packing is searched for, once a process."""

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
    """The memory of packings, which do not depend on marks, and often not on the way of turning."""
    return DictMemory()


def laid_out(items: Sequence[Item], settings: PrintSettings) -> tuple[Sheet, ...]:
    return impose(items, settings, _memory())
