"""`fustella completion`: prints the script for a shell, and answers the shell with words.

The shell runs `fustella` with the line that is being typed in its environment, and argcomplete
answers (https://kislyuk.github.io/argcomplete/). It completes commands and options by itself, names
in a project by `_NAMES`, and commands that stand beside names, as in `fustella playtest import`,
by `_Finder`.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from argcomplete.finders import CompletionFinder
from argcomplete.shell_integration import shellcode

from fustella.cli.arguments import command_line
from fustella.cli.explain import titles
from fustella.cli.options import ALL, project_or_here
from fustella.cli.parser import CommandParser
from fustella.core.files.project import Project
from fustella.core.values.options import Option
from fustella.core.values.problems import ProblemsFound
from fustella.core.words.patterns import visible_in_line
from fustella.kits import kit_names
from fustella.read import languages_of, read_papers, read_printers
from fustella.read.game import typed_game
from fustella.read.ready import ReadyFaces

Names = Callable[[Project], Iterable[str]]


def run(arguments: argparse.Namespace) -> int:
    """Prints the script that a shell has to evaluate at its start."""
    print(shellcode(["fustella"], shell=arguments.shell))
    return 0


def complete() -> int:
    """Answers a shell that requests completions of a line. Returns the exit code."""
    _Finder()(
        command_line(),
        always_complete_options=False,
        exit_method=sys.exit,
        default_completer=_completions,  # type: ignore[arg-type]
    )
    return 0


class _Finder(CompletionFinder):
    """Completes the words of a command that has both names and commands of its own.

    argparse knows no such thing: a line with one of these commands is completed by its parser.
    """

    def _get_completions(self, comp_words: list[str], *others: Any) -> list[str]:
        outer: CommandParser = vars(self)["_parser"]
        commands = outer.below()
        at = next((at for at, word in enumerate(comp_words) if word in commands), len(comp_words))
        inner = commands[comp_words[at]].beside if at + 1 < len(comp_words) else {}
        if inner and comp_words[at + 1] in inner:
            self._parser = inner[comp_words[at + 1]]
            comp_words = comp_words[at + 1 :]
        completed: Callable[..., list[str]] = super()._get_completions
        return completed(comp_words, *others)


def _completions(
    prefix: str,
    action: Any,
    parser: CommandParser,
    parsed_args: argparse.Namespace,
    **_: object,
) -> list[str]:
    """The words, for a shell, that begin as a value has been typed so far.

    Words that would steer the terminal are left out: a shell prints the words, and takes a line
    break in a word for the start of the next one.
    """
    option: Option = action.option
    sort = option.completes or option.value
    if sort in ("DIR", "FILE"):
        words = _paths(prefix, folders_only=sort == "DIR")
    else:
        words = _names(sort, prefix, getattr(parsed_args, "project", None))
    if not option.flags and not getattr(parsed_args, option.name, None):
        words = [*words, *parser.beside]
    return [word for word in words if visible_in_line(word) == word]


def _paths(prefix: str, *, folders_only: bool) -> list[str]:
    """The files and folders that begin as typed; a folder has `/` at its end."""
    begun = os.path.basename(prefix)  # noqa: PTH119  (a path would lose a `/` at the end)
    around = prefix.removesuffix(begun)
    paths = []
    with suppress(OSError, ValueError), os.scandir(os.path.expanduser(around or ".")) as there:  # noqa: PTH111
        for entry in there:
            hidden = entry.name[0] == "." and not begun
            if entry.name.startswith(begun) and not hidden:
                if entry.is_dir():
                    paths.append(f"{around}{entry.name}/")
                elif not folders_only:
                    paths.append(f"{around}{entry.name}")
    return sorted(paths)


def _names(sort: str, prefix: str, folder: Path | None) -> list[str]:
    """The names of one sort in a project; after commas, for the last entry of the list."""
    before = prefix.rpartition(",")[0]
    with suppress(ProblemsFound):
        names = _NAMES[sort](project_or_here(folder)) if sort in _NAMES else ()
        return [f"{before},{name}" if before else name for name in names]
    return []


def _games(project: Project) -> Iterable[str]:
    return project.games() if project.content.is_dir() else ()


def _languages(project: Project) -> Iterable[str]:
    named = (languages_of(project, game) for game in _games(project))
    return sorted({ALL, *(language for languages in named for language in languages)})


def _typed_kinds(project: Project) -> Iterator[tuple[str, object]]:
    """Yields the kinds that the game.yaml of any game in a project names, as typed."""
    for game in _games(project):
        data, _, _ = typed_game(project, game)
        kinds = data.get("kinds") if data else None
        yield from kinds.items() if isinstance(kinds, Mapping) else ()


def _kinds(project: Project) -> Iterable[str]:
    return sorted({kind for kind, _ in _typed_kinds(project)})


def _decks(project: Project) -> Iterable[str]:
    """The decks that kinds name, and the kinds that name none, each of which is a deck itself."""
    decks = set()
    for kind, typed in _typed_kinds(project):
        deck = typed.get("deck") if isinstance(typed, Mapping) else None
        decks.add(deck if isinstance(deck, str) else kind)
    return sorted(decks)


_NAMES: dict[str, Names] = {
    "GAME": _games,
    "kit": kit_names,
    "KIT | REVISION | GAME": lambda project: (*kit_names(project), *_games(project)),
    "CODE | WORD": lambda _: dict(titles()),
    "FACE": lambda project: ReadyFaces(project).names,
    "LANGUAGE": _languages,
    "KIND,…": _kinds,
    "DECK": _decks,
    "PAPER": read_papers,
    "printer": read_printers,
}
"""The functions that give names, by the sort in an option's `completes`, or by its `value`."""
