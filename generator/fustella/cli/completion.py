"""`fustella completion`: what a shell needs to complete commands; and the words it then asks for.

The shell runs `fustella` with the line that is being typed in its environment, and argcomplete
answers (https://kislyuk.github.io/argcomplete/): commands and options by themselves, and by
`_COMPLETERS` the names that a project has.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import argcomplete
from argcomplete.completers import SuppressCompleter
from argcomplete.shell_integration import shellcode

from fustella.cli.arguments import command_line
from fustella.cli.explain import titles
from fustella.cli.options import ALL, project_or_here
from fustella.cli.parser import Parser
from fustella.core.patterns import visible_in_line
from fustella.core.problems import ProblemsFound
from fustella.core.project import Project
from fustella.kits import kit_names
from fustella.read import languages_of, read_papers, read_printers
from fustella.read.game import typed_game
from fustella.read.ready import ReadyFaces

Names = Callable[[Project], Iterable[str]]


def run(asked: argparse.Namespace) -> int:
    """Print what a shell has to evaluate at its start."""
    print(shellcode(["fustella"], shell=asked.shell))
    return 0


def complete() -> int:
    """Answer the shell that asks."""
    parser = command_line()
    for command, one in _commands(parser, ""):
        for action in one._actions:  # argparse has no list of its own for others
            if action.choices is None:
                action.completer = _completer(command, action)  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser, always_complete_options=False, exit_method=sys.exit)
    return 0


def _commands(parser: Parser, name: str) -> Iterable[tuple[str, Parser]]:
    """All commands with their names, such as `kit new`."""
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, one in action.choices.items():
                yield from _commands(one, f"{name} {word}".strip())


def _completer(command: str, action: argparse.Action) -> object:
    if action.metavar in ("DIR", "FILE"):
        return _Shown(_Paths(folders_only=action.metavar == "DIR"))
    names = _COMPLETERS.get(f"{command} {action.dest}") or _COMPLETERS.get(action.dest)
    return _Shown(_Names(names)) if names else SuppressCompleter()


class _Shown:
    """What another one completes, without words that would steer the terminal.

    A shell prints them, or takes a break of a line in one for the next word.
    """

    def __init__(self, words: Callable[..., Iterable[str]]) -> None:
        self._words = words

    def __call__(self, **asked: Any) -> Iterable[str]:
        return [word for word in self._words(**asked) if visible_in_line(word) == word]


class _Paths:
    """The files and folders that a path may go on with; a folder has `/` at its end."""

    def __init__(self, *, folders_only: bool) -> None:
        self._folders_only = folders_only

    def __call__(self, prefix: str, **_: object) -> Iterable[str]:
        begun = os.path.basename(prefix)  # noqa: PTH119  (a path would lose a `/` at the end)
        around = prefix.removesuffix(begun)
        found = []
        with suppress(OSError, ValueError), os.scandir(os.path.expanduser(around or ".")) as there:  # noqa: PTH111
            for entry in there:
                hidden = entry.name[0] == "." and not begun
                if entry.name.startswith(begun) and not hidden:
                    if entry.is_dir():
                        found.append(f"{around}{entry.name}/")
                    elif not self._folders_only:
                        found.append(f"{around}{entry.name}")
        return sorted(found)


class _Names:
    """The names of a project; in a list with commas those for its last one."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def __call__(self, prefix: str, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
        before = prefix.rpartition(",")[0]
        with suppress(ProblemsFound):
            project = project_or_here(getattr(parsed_args, "project", None))
            return [f"{before},{name}" if before else name for name in self._names(project)]
        return []


def _games(project: Project) -> Iterable[str]:
    return project.games() if project.content.is_dir() else ()


def _languages(project: Project) -> Iterable[str]:
    named = (languages_of(project, game) for game in _games(project))
    return sorted({ALL, *(language for languages in named for language in languages)})


def _kinds(project: Project) -> Iterable[str]:
    """The kinds that game.yaml of any game names."""
    found: set[str] = set()
    for game in _games(project):
        data, _, _ = typed_game(project, game)
        kinds = data.get("kinds") if data else None
        found.update(kinds if isinstance(kinds, Mapping) else ())
    return sorted(found)


def _kits_and_games(project: Project) -> Iterable[str]:
    return (*kit_names(project), *_games(project))


_COMPLETERS: dict[str, Names] = {
    "games": _games,
    "game": _games,
    "kit": kit_names,
    "kit show name": kit_names,
    "kit printed name": kit_names,
    "diff words": _kits_and_games,
    "explain words": lambda _: dict(titles()),
    "face": lambda project: ReadyFaces(project).names,
    "language": _languages,
    "only": _kinds,
    "paper": read_papers,
    "boards": read_papers,
    "printer": read_printers,
}
"""By the name of an argument, after that of its command where others mean something else."""
