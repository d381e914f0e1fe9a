"""Which games are to be built again, as files are saved."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.job import Options, inputs_of
from generator.project import Project

_QUIET_MS = 50
"""Saving a file is several events; so long nothing may happen before they count as one."""
_AT_MOST_MS = 500
"""A tool that never stops writing does not put off a build for longer."""


def changed_games(
    project: Project, named: Sequence[str], options: Options
) -> Iterator[tuple[str, ...]]:
    """The games that are to be built: all of them first, then those with other content, and so on.

    `named` are the only ones of interest; none named: all that there are just then. Never ends by
    itself. A game counts as changed by the hash that builds go by, so a file that is saved as it
    was is no change, and what is saved during a build is seen after it.
    """
    seen = _inputs(project, named, options)
    yield tuple(seen)
    for _ in _events((project.content, project.templates)):
        now = _inputs(project, named, options)
        if changed := tuple(game for game in now if now[game] != seen.get(game)):
            yield changed
        seen = now


def _inputs(project: Project, named: Sequence[str], options: Options) -> dict[str, str]:
    games = tuple(dict.fromkeys(named)) or project.games()
    return {game: inputs_of(project, game, options) for game in games}


def _events(folders: Sequence[Path]) -> Iterator[object]:
    """Something was saved; once at first, for what was saved before anybody watched."""
    from watchfiles import watch  # noqa: PLC0415  (only who watches waits for it to load)

    first = True
    there = [folder for folder in folders if folder.is_dir()]
    for changes in watch(
        *there,
        step=_QUIET_MS,
        debounce=_AT_MOST_MS,
        rust_timeout=_AT_MOST_MS,
        yield_on_timeout=True,
    ):
        if changes or first:
            yield changes
        first = False
