"""What is saved in some folders, as it is saved, whatever way an editor or a tool saves it.

The system tells of changes (watchfiles), which is quick. It is not relied on: it may have no room
for another folder, says nothing of files on another machine, and of a folder that was taken away
and made again it goes on watching the old one. So the folders are also looked through, now and then
and after all that the system says; what looks different counts as saved.

Which games are to be built again, as files are saved.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from fustella.build.options import BuildOptions
from fustella.build.stamps import inputs_of
from fustella.core.project import Project

LOOK_MS = 1_000
"""How often the folders are looked through while the system says nothing."""

LOOK_ALONE_MS = 300
"""And how often where the system says nothing at all."""

_Looks: TypeAlias = dict[Path, tuple[int, int, int]]
"""Of each file and folder: its number, time and size, which are others once it was written."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Debounce:
    """How changes are taken together, in milliseconds.

    `quiet_ms`: so long nothing may happen before they count as one; `at_most_ms`: a tool that never
    stops writing does not put them off for longer.
    """

    quiet_ms: int
    at_most_ms: int


@dataclass(slots=True)
class FolderWatcher:
    """What is saved below `folders`, of which any may be missing just then.

    Iterating gives the paths that changed, again and again, until `stop` is set. At first it gives
    an empty set: from then on nothing is missed. `say` is told when the system's watch fails.
    """

    folders: Sequence[Path]
    debounce: Debounce
    say: Say
    stop: threading.Event = field(default_factory=threading.Event)

    def __iter__(self) -> Iterator[frozenset[Path]]:
        """Raises nothing but what whoever iterates is interrupted by."""
        known = _look(self.folders)
        yield frozenset()
        for said in self._rounds():
            now = _look(self.folders)
            other = {path for path in known.keys() | now if known.get(path) != now.get(path)}
            known = now
            if changed := said | other:
                yield frozenset(changed)

    def _rounds(self) -> Iterator[frozenset[Path]]:
        """What the system says, or nothing, each time that the folders are to be looked through."""
        while not self.stop.is_set():
            try:
                yield from self._events()
            except FileNotFoundError:  # a folder went away just now
                yield frozenset()
            except (OSError, RuntimeError) as error:  # as the watcher says it
                self.say(f"{error}; so files are looked through every {LOOK_ALONE_MS} ms")
                break
        while not self.stop.wait(LOOK_ALONE_MS / 1000):
            yield frozenset()

    def _events(self) -> Iterator[frozenset[Path]]:
        """What the system says, until the folders are others than those that it watches."""
        from watchfiles import watch  # noqa: PLC0415  (only who watches waits for it to load)

        watched = _identities(self.folders)
        if not watched:
            self.stop.wait(LOOK_ALONE_MS / 1000)
            yield frozenset()
            return
        for changes in watch(
            *watched,
            watch_filter=None,
            debounce=self.debounce.at_most_ms,
            step=self.debounce.quiet_ms,
            rust_timeout=LOOK_MS,
            yield_on_timeout=True,
            stop_event=self.stop,
        ):
            yield frozenset(path for _, name in changes if is_content(path := Path(name)))
            if _identities(self.folders) != watched:
                return


def is_content(path: Path) -> bool:
    """Not what editors leave lying about while they write."""
    name = path.name
    return not (name.startswith((".", "#", "~")) or name.endswith(("~", ".tmp", ".swp", ".swx")))


def _identities(folders: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """The folders that are there, and which ones they are."""
    found = {}
    for folder in folders:
        with suppress(OSError):
            if folder.is_dir():
                status = folder.stat()
                found[folder] = (status.st_dev, status.st_ino)
    return found


def _look(folders: Sequence[Path]) -> _Looks:
    """All that is in the folders now; what vanishes meanwhile is no matter."""
    found: _Looks = {}
    waiting: list[str | Path] = list(folders)
    seen: set[tuple[int, int]] = set()
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                path = Path(entry.path)
                if not is_content(path) or entry.name == "__pycache__":
                    continue
                with suppress(OSError):
                    is_folder = entry.is_dir()
                    status = (
                        path.stat() if is_folder else entry.stat()
                    )  # Windows numbers only paths
                    if not is_folder:
                        found[path] = (status.st_ino, status.st_mtime_ns, status.st_size)
                    elif (one := (status.st_dev, status.st_ino)) not in seen:
                        found[path] = (status.st_ino, 0, 0)
                        seen.add(one)  # a link may lead back
                        waiting.append(entry.path)
    return found


_PACE = Debounce(quiet_ms=50, at_most_ms=500)

_AGAIN_S = 0.1
"""After so long, what vanished while it was read is read again."""


def changed_games(
    project: Project,
    named: Sequence[str],
    options: BuildOptions,
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
    for _ in FolderWatcher((project.content, project.templates), _PACE, say):
        now = _inputs(project, named, options)
        if changed := tuple(game for game in now if now[game] != seen.get(game)):
            yield changed
        seen = now


def _inputs(project: Project, named: Sequence[str], options: BuildOptions) -> dict[str, str]:
    """The hash of all that each game is made of."""
    while True:
        try:
            games = tuple(dict.fromkeys(named)) or project.games()
            return {game: inputs_of(project, game, options) for game in games}
        except OSError:  # a folder went away while it was read, and may be there again at once
            time.sleep(_AGAIN_S)
