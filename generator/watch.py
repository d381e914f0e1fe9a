"""Which games are to be built again, as files are saved."""

import time
from collections.abc import Callable, Iterator, Sequence

from generator.job import Options, inputs_of
from generator.project import Project
from generator.saved import Pace, Saved

_PACE = Pace(quiet_ms=50, at_most_ms=500)

_AGAIN_S = 0.1
"""After so long, what vanished while it was read is read again."""


def changed_games(
    project: Project,
    named: Sequence[str],
    options: Options,
    say: Callable[[str], None],
) -> Iterator[tuple[str, ...]]:
    """The games that are to be built: all of them first, then those with other content, and so on.

    `named` are the only ones of interest; none named: all that there are just then. Never ends by
    itself. A game counts as changed by the hash that builds go by, so a file that is saved as it
    was is no change, and what is saved during a build is seen after it. `say` is told when the
    system cannot watch files.
    """
    seen = _inputs(project, named, options)
    yield tuple(seen)
    for _ in Saved((project.content, project.templates), _PACE, say):
        now = _inputs(project, named, options)
        if changed := tuple(game for game in now if now[game] != seen.get(game)):
            yield changed
        seen = now


def _inputs(project: Project, named: Sequence[str], options: Options) -> dict[str, str]:
    """The hash of all that each game is made of."""
    while True:
        try:
            games = tuple(dict.fromkeys(named)) or project.games()
            return {game: inputs_of(project, game, options) for game in games}
        except OSError:  # a folder went away while it was read, and may be there again at once
            time.sleep(_AGAIN_S)
