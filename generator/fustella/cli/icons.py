"""`fustella icons`: finds names of icons by words."""

import argparse

from fustella.cli.options import game_named, project_in
from fustella.cli.terminal import plural, width
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.words.patterns import visible_in_line
from fustella.draw.icons import IconLibrary
from fustella.draw.sources import icon_folders

_SHOWN = 60
"""The most names that are shown; further names are only counted."""


def run(arguments: argparse.Namespace) -> int:
    """Prints the names of icons with all typed words, from the project and the icon sets."""
    library = _library(arguments)
    names = library.search(arguments.words)
    if not arguments.words and not names:
        print("search for an icon by a word: fustella icons castle")
        return 0
    if not names:
        near = library.suggest(f"mdi:{'-'.join(arguments.words)}")
        other = "try a part of the word, or another: names are in English"
        hint = near if near.startswith("did you mean") else other
        message = f"no icon is called `{' '.join(arguments.words)}`"
        raise ProblemsFound([Problem("E114", Place("icons"), message, hint)])
    names = [*map(visible_in_line, names)]
    if arguments.all:
        print("\n".join(names))
        return 0
    shown, left = names[:_SHOWN], len(names) - _SHOWN
    print(_columns(shown, width()))
    if left > 0:
        print(f"… {left} more: add a word, or --all")
    print(f"{plural(len(names), 'icon')}; `fustella preview` shows their pictures under Icons")
    return 0


def _library(arguments: argparse.Namespace) -> IconLibrary:
    try:
        project = project_in(arguments.project)
    except ProblemsFound:
        if arguments.project or arguments.game:
            raise
        return IconLibrary()
    games = project.games()
    game = game_named(project, arguments.game) if arguments.game else ""
    if game and game not in games:
        place, hint = Place(project.name_of(project.content)), did_you_mean(game, games)
        message = f"there is no game `{game}`"
        raise ProblemsFound([Problem("E002", place, message, hint)])
    wanted = (game,) if game else games
    folders = dict.fromkeys(each for game in wanted for each in icon_folders(project, game))
    return IconLibrary(*folders, root=project.root)


def _columns(names: list[str], columns: int) -> str:
    """The names in as many columns as there is room for, sorted down each column."""
    widest = max(map(len, names)) + 2
    across = max(1, columns // widest)
    down = -(-len(names) // across)
    rows = (names[row::down] for row in range(down))
    return "\n".join("".join(name.ljust(widest) for name in row).rstrip() for row in rows)
