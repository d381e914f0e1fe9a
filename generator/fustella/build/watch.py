"""Watches folders for saved files, and says which games to build again.

The operating system reports changes (watchfiles), which is quick. But it may have no capacity for
another folder, reports nothing about network drives, and keeps watching the old folder when a
folder was removed and made again. So the folders are also scanned, now and then and after every
report; a file that looks different counts as saved.
"""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field

from fustella.build.stamps import inputs_of
from fustella.core.files.project import Project
from fustella.core.files.reading import is_inside
from fustella.core.processes.steps import resumable, resume_token
from fustella.core.values.problems import ProblemsFound

LOOK_MS = 1_000
"""The milliseconds between two scans of the folders while the system reports nothing."""

LOOK_ALONE_MS = 300
"""The milliseconds between two scans if the system cannot report changes at all."""

_FileStates: TypeAlias = dict[Path, tuple[int, int, int]]
"""The inode, time and size of each file and folder; a write changes at least one of the three."""

Say = Callable[[str], None]


class Debounce(Struct, frozen=True):
    """The time to gather changes: until `quiet_ms` pass without one, or `at_most_ms` in all."""

    quiet_ms: int
    at_most_ms: int


class FolderWatcher(Struct):
    """A watcher of everything below `folders`, which may be missing at times.

    It does not look into the folders that `left_out` returns, nor into folders outside of `root`
    that a link leads to.

    Iterating yields the sets of paths that changed, until `stop` is set. The first set is empty; it
    comes when every later change will be seen. `say` is called when the system's watch fails.
    """

    folders: Sequence[Path]
    debounce: Debounce
    say: Say
    left_out: Callable[[], frozenset[Path]] = frozenset
    root: Path | None = None
    stop: threading.Event = field(default_factory=threading.Event)

    def __iter__(self) -> Iterator[frozenset[Path]]:
        known = self._scan()
        yield frozenset()
        for said in self._rounds():
            now = self._scan()
            other = {path for path in known.keys() | now if known.get(path) != now.get(path)}
            known = now
            if changed := said | other:
                yield frozenset(changed)

    def _scan(self) -> _FileStates:
        return _scan(self.folders, self.left_out(), self.root)

    def _rounds(self) -> Iterator[frozenset[Path]]:
        """Yields the paths that the system reports, perhaps none; after each set comes a scan."""
        while not self.stop.is_set():
            if _OUTSIDE in self._scan().values():
                break  # the system would watch what such a link leads to
            try:
                yield from self._events()
            except FileNotFoundError:  # a folder went away just now
                yield frozenset()
            except (OSError, RuntimeError):
                message = "the system cannot tell what is saved"
                self.say(f"{message}; so files are looked through every {LOOK_ALONE_MS} ms")
                break
        while not self.stop.wait(LOOK_ALONE_MS / 1000):
            yield frozenset()

    def _events(self) -> Iterator[frozenset[Path]]:
        """Yields the paths that the system reports, until a watched folder is replaced."""
        from watchfiles import watch  # noqa: PLC0415  (only for watching)

        watched = _identities(self.folders, self.root)
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
            left_out = self.left_out()
            paths = (Path(name) for _, name in changes)
            yield frozenset(
                path
                for path in paths
                if is_content(path) and left_out.isdisjoint((path, *path.parents))
            )
            if _identities(self.folders, self.root) != watched:
                return


def is_content(path: Path) -> bool:
    """Whether a path is content, not a temporary file of an editor."""
    name = path.name
    return not (name.startswith((".", "#", "~")) or name.endswith(("~", ".tmp", ".swp", ".swx")))


def _identities(folders: Sequence[Path], root: Path | None) -> dict[Path, tuple[int, int]]:
    """The device and inode of each folder that exists and lies inside of the project."""
    found = {}
    for folder in folders:
        with suppress(OSError):
            if folder.is_dir() and is_inside(folder, root):
                status = folder.stat()
                found[folder] = (status.st_dev, status.st_ino)
    return found


_OUTSIDE = (0, 0, -1)
"""The entry of a folder outside of the project to which a link leads: it is not scanned."""


def _scan(
    folders: Sequence[Path], left_out: frozenset[Path] = frozenset(), root: Path | None = None
) -> _FileStates:
    """Scans the folders for the inode, time and size of everything in them.

    Files that vanish during the scan are left out.
    """
    found: _FileStates = {folder: _OUTSIDE for folder in folders if not is_inside(folder, root)}
    waiting: list[str | Path] = [folder for folder in folders if folder not in found]
    seen: set[tuple[int, int]] = set()
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                path = Path(entry.path)
                if not is_content(path) or entry.name == "__pycache__" or path in left_out:
                    continue
                with suppress(OSError):
                    is_folder = entry.is_dir()
                    is_link = entry.is_symlink() or os.name == "nt"
                    if is_folder and is_link and not is_inside(path, root):
                        found[path] = _OUTSIDE
                        continue
                    # On Windows the entries of a scan have no inode.
                    status = path.stat() if is_folder else entry.stat()
                    if not is_folder:
                        found[path] = (status.st_ino, status.st_mtime_ns, status.st_size)
                    elif (one := (status.st_dev, status.st_ino)) not in seen:
                        found[path] = (status.st_ino, 0, 0)
                        seen.add(one)  # a link may lead back up
                        waiting.append(entry.path)
    return found


_DEBOUNCE = Debounce(quiet_ms=50, at_most_ms=500)

_AGAIN_S = 0.1
"""The seconds to wait before reading a folder again that vanished while it was read."""


def changed_games(
    project: Project, named: Sequence[str], say: Callable[[str], None]
) -> Iterator[tuple[str, ...]]:
    """Yields the games to build, first all games, then the games whose content changed.

    `named` are the games to watch; without names, all games that exist at the time. A game has
    changed if the hash of its inputs has: a file that is saved without a change does not count, and
    a change during a build is noticed after the build. `say` is called when the system cannot watch
    files.

    A process that took over from one ended in a build yields no games at first, unless something
    was saved since. The first change then concerns all games, because the ended build may have left
    some out.
    """
    seen = _hashes(project, named)
    left_out = resume_token() == _hash_of(seen)
    with nullcontext() if left_out else resumable(_hash_of(seen)):
        yield () if left_out else tuple(seen)
    for _ in FolderWatcher(project.watched(), _DEBOUNCE, say, project.left_out, project.root):
        now = _hashes(project, named)
        if changed := tuple(game for game in now if now[game] != seen.get(game)):
            with resumable(_hash_of(now)):
                yield tuple(now) if left_out else changed
            left_out = False
        seen = now


def _hash_of(inputs: Mapping[str, str]) -> str:
    return hashlib.sha256(repr(inputs).encode()).hexdigest()[:32]


def _hashes(project: Project, named: Sequence[str]) -> dict[str, str]:
    """The hashes of the games' inputs by the games' ids; without names, of all games."""
    while True:
        try:
            games = tuple(dict.fromkeys(named)) or project.games()
            return {game: _inputs_of(project, game) for game in games}
        except OSError:  # a folder went away while it was read, and may be there again at once
            time.sleep(_AGAIN_S)


def _inputs_of(project: Project, game: str) -> str:
    """The hash of a game's inputs; or the problems of its folders, as text.

    The game's build reports these problems.
    """
    try:
        return inputs_of(project, game)
    except ProblemsFound as found:
        return str(found)
