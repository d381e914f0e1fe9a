"""Keeps values between builds, in files whose names are hashes of the sources of the values.

The cache only saves time. Whatever is wrong with it (an unwritable folder, a file cut short, a
full disk, a folder that came with a stranger's project) makes a build slower and never different:
each value is sealed under its name (`core.files.seal`).
"""

import contextlib
import marshal
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.reading import read_own
from fustella.core.files.seal import opened, sealed
from fustella.core.files.state import make_private, state_folder
from fustella.core.files.whole import sweep, write_whole

CACHE = ".cache"
"""The folder of the cache in the output folder. It may be deleted at any time."""

LIMIT_BYTES = 200_000_000
"""The most bytes in a cache: room for the faces of a few large games."""

LIMIT_FILES = 4000
"""The most files in a cache: to look through a folder of more takes longer than it saves."""

_SUFFIX = ".faces"

_Value = TypeVar("_Value")


class DiskCache(Struct, frozen=True):
    """A cache that keeps bytes by key, in files below `folder`, which is made when first needed.

    Two builds may use one folder at once: a file appears whole or not at all.
    """

    folder: Path
    limit_bytes: int = LIMIT_BYTES
    limit_files: int = LIMIT_FILES

    def get(self, key: str) -> bytes | None:
        """The bytes that this user stored as `key`; None where they are missing or damaged."""
        path = self._path(key)
        try:
            body = opened(key, read_own(path))
        except OSError:
            return None
        if body is None:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # `prune` drops what was not used for longest
        return body

    def put(self, key: str, body: bytes) -> None:
        """Stores `body` as `key`. Does nothing when the folder cannot be written to."""
        from fustella.core.files.scratch import note_unfinished_in  # noqa: PLC0415  (what is kept already needs it not)

        path, content = self._path(key), sealed(key, body)
        note_unfinished_in(self.folder)
        with contextlib.suppress(OSError):
            try:
                write_whole(path, content)
            except FileNotFoundError:
                self.folder.mkdir(parents=True, exist_ok=True)
                write_whole(path, content)

    def prune(self, now_s: float | None = None) -> None:
        """Drops unfinished files, and the values that were used longest ago until the rest fits."""
        left_bytes, left_files = self.limit_bytes, self.limit_files
        for _, size_bytes, path in sorted(self._files(), reverse=True):
            left_bytes -= size_bytes
            left_files -= 1
            if left_bytes < 0 or left_files < 0:
                with contextlib.suppress(OSError):  # another build dropped it, or is reading it
                    os.unlink(path)  # noqa: PTH108
        sweep(self.folder, now_s)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_SUFFIX}"

    def _files(self) -> list[tuple[float, int, str]]:
        """The time of last use, the size and the path of every stored value."""
        found = []
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                # An unfinished one begins with a dot.
                if entry.name.endswith(_SUFFIX) and entry.name[0] != ".":
                    with contextlib.suppress(OSError):  # another build has just dropped it
                        status = entry.stat()
                        found.append((status.st_mtime, status.st_size, entry.path))
        return found


COMPILED = "compiled"
"""The folder, in the state folder, of the user's cache. It may be deleted at any time."""

_LIMIT_BYTES_OF_USER = 50_000_000
_LIMIT_FILES_OF_USER = 2000
"""The most files in the user's cache: the compiled templates of some twenty large games."""


def user_cache() -> DiskCache | None:
    """The cache of the user, for builds into any folder; None where the user has no home."""
    home = state_folder()
    if home is None:
        return None
    with contextlib.suppress(OSError):
        make_private(home)
    return DiskCache(home / COMPILED, _LIMIT_BYTES_OF_USER, _LIMIT_FILES_OF_USER)


class Memory(Protocol):
    """The interface of a store that keeps bytes by key, like `DiskCache`; nothing raises."""

    def get(self, key: str) -> bytes | None:
        """The bytes that were stored last as `key`, or None."""

    def put(self, key: str, body: bytes) -> None:
        """Stores `body` as `key`, if there is room."""


def cached(
    memory: Memory | None,
    key: object,
    make: Callable[[], _Value],
    to_bytes: Callable[[Any], bytes] = marshal.dumps,
    from_bytes: Callable[[bytes], _Value | None] = marshal.loads,
) -> _Value:
    """The value stored under `key`; without one, the value that `make` makes, which is stored.

    `key` is a frozen value (a struct, a tuple, a string) that holds everything that `make` depends
    on, with a `repr` that is equal for equal values; so no sets. The `repr` is hashed together with
    the tool's fingerprint: another version of the tool finds nothing. For bytes that it does not
    accept, `from_bytes` returns None, and the value is made again. Without `to_bytes` and
    `from_bytes`, the value must consist of numbers, strings, bytes, tuples, lists and dicts.
    Without a memory nothing is stored.
    """
    if memory is None:
        return make()
    name = fingerprint((), (), repr(key))
    kept = memory.get(name)
    known = None if kept is None else from_bytes(kept)
    if known is not None:
        return known
    value = make()
    memory.put(name, to_bytes(value))
    return value


_MOST_OTHERS = 200
"""The most values that `together` stores although the command did not use them."""


@contextmanager
def together(memory: Memory | None, key: object) -> Iterator[Memory | None]:
    """Stores small values that are used together as one value of `memory`, at the end of a `with`.

    A file for each would take longer to write than some of them take to make. `key` is a key as for
    `cached`. If one of the values is new, all are stored when the block ends.
    """
    if memory is None:
        yield None
        return
    name = fingerprint((), (), repr(key))
    stored = memory.get(name)
    values = _Together(marshal.loads(stored) if stored else {})
    yield values
    if values.has_new:
        kept = with_others(values.used, values.known, _MOST_OTHERS)
        memory.put(name, marshal.dumps(kept))


class _Together:
    """A memory whose values lie in one entry of another memory; it notes which values are used."""

    def __init__(self, known: Mapping[str, bytes]) -> None:
        self.known, self.used = known, dict[str, bytes]()
        self.has_new = False

    def get(self, key: str) -> bytes | None:
        if key not in self.used and key in self.known:
            self.used[key] = self.known[key]
        return self.used.get(key)

    def put(self, key: str, body: bytes) -> None:
        self.used[key] = body
        self.has_new = True


def with_others(
    used: Mapping[str, _Value], known: Mapping[str, _Value], most: int
) -> dict[str, _Value]:
    """The last `most` of the known values that were not used, followed by all used values."""
    others = [key for key in known if key not in used]
    return {key: known[key] for key in others[max(0, len(others) - most) :]} | dict(used)
