"""Rendered faces kept between builds: a folder of files named by what they were made of.

The cache only saves time. Whatever is wrong with it (an unwritable folder, a file cut short, a
full disk) makes a build slower and never different.

What imposition keeps between builds, for it follows from forms and papers alone.

What is printed on pieces changes neither how they are packed nor where they are cut. A memory only
saves time: each thing is named by all that it was made from, and sealed. What is damaged in any way
is as good as lost, and is made anew.
"""

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    pass


LIMIT_BYTES = 200_000_000
"""Room for the faces of a few large games."""

LIMIT_FILES = 4000
"""Looking through a folder of more takes longer than what it saves."""

_SUFFIX = ".faces"
_UNFINISHED = ".unfinished"
_UNFINISHED_LIFE_S = 3600.0
_CHECKSUM_BYTES = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class DiskCache:
    """PDF bytes by key, in files below `folder`, which is made when first needed.

    Two builds may use one folder at once: a file appears whole or not at all.
    """

    folder: Path
    limit_bytes: int = LIMIT_BYTES
    limit_files: int = LIMIT_FILES

    def get(self, key: str) -> bytes | None:
        """What was stored as `key`; None when nothing was, or when the file is damaged."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        body = content[_CHECKSUM_BYTES:]
        if hashlib.sha256(body).digest() != content[:_CHECKSUM_BYTES]:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # what is used stays: `prune` drops by this time
        return body

    def put(self, key: str, body: bytes) -> None:
        """Store `body` as `key`. A folder that cannot be written to is left alone."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=_UNFINISHED, dir=self.folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(body).digest() + body)
                Path(name).replace(self._path(key))
            except OSError:
                Path(name).unlink(missing_ok=True)

    def prune(self) -> None:
        """Drop what was not used for longest until the rest fits, and what a crash left behind."""
        left_bytes, left_files = self.limit_bytes, self.limit_files
        for used_s, size_bytes, path in sorted(self._files(), reverse=True):
            if path.suffix == _UNFINISHED:
                if time.time() - used_s > _UNFINISHED_LIFE_S:
                    self._drop(path)
                continue
            left_bytes -= size_bytes
            left_files -= 1
            if left_bytes < 0 or left_files < 0:
                self._drop(path)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_SUFFIX}"

    def _files(self) -> list[tuple[float, int, Path]]:
        """Time of last use, size and path of every file of ours; one that vanishes is no matter."""
        found = []
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                if path.suffix in {_SUFFIX, _UNFINISHED}:
                    with contextlib.suppress(OSError):
                        status = path.stat()
                        found.append((status.st_mtime, status.st_size, path))
        return found

    @staticmethod
    def _drop(path: Path) -> None:
        with contextlib.suppress(OSError):  # another build dropped it, or is reading it
            path.unlink()


_SEAL_BYTES = hashlib.sha256().digest_size


class Memory(Protocol):
    """Bytes by key, such as a folder of files. Neither call may raise.

    Keys are hexadecimal figures. They say nothing of the tool: whoever keeps a memory over several
    versions of it puts the version before each key.
    """

    def get(self, key: str) -> bytes | None:
        """What was put there last, or None."""

    def put(self, key: str, body: bytes) -> None:
        """Keep `body`, if there is room."""


_Found = TypeVar("_Found")


def found_once(
    memory: Memory | None,
    made_from: bytes,
    find: Callable[[], _Found],
    to_bytes: Callable[[_Found], bytes],
    from_bytes: Callable[[bytes], _Found | None],
) -> _Found:
    """What `find` finds, or found before from the same; `made_from` names all that it looks at.

    `from_bytes` gives None for what it cannot believe.
    """
    if memory is None:
        return find()
    key = hashlib.sha256(made_from).hexdigest()
    kept = memory.get(key) or b""
    body = kept[_SEAL_BYTES:]
    known = from_bytes(body) if kept[:_SEAL_BYTES] == _seal(key, body) else None
    if known is not None:
        return known
    found = find()
    body = to_bytes(found)
    memory.put(key, _seal(key, body) + body)
    return found


def _seal(key: str, body: bytes) -> bytes:
    """Fits this body under this key alone."""
    return hashlib.sha256(key.encode() + body).digest()


CACHE = ".cache"
"""In the output folder: drawn and rendered faces; may be deleted at any time."""
