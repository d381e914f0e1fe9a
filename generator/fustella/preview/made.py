"""Keeps what the preview made for pages to fetch: models and pictures of plates, by their names."""

import threading
from collections.abc import Iterator, MutableMapping

MOST_BYTES = 300_000_000
"""The most bytes that are kept: models of a few editions, or the plates of hundreds of pieces."""


class MadeFiles(MutableMapping[str, bytes]):
    """Files by their names; beyond `most_bytes`, those go that were kept first.

    Any thread may use it.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._bytes = most_bytes, 0
        self._files: dict[str, bytes] = {}
        self._lock = threading.Lock()

    def __getitem__(self, name: str) -> bytes:
        return self._files[name]

    def __setitem__(self, name: str, content: bytes) -> None:
        with self._lock:
            self._drop(name)
            self._files[name] = content
            self._bytes += len(content)
            while self._bytes > self._most and len(self._files) > 1:
                self._drop(next(iter(self._files)))

    def __delitem__(self, name: str) -> None:
        with self._lock:
            if name not in self._files:
                raise KeyError(name)
            self._drop(name)

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._files))

    def __len__(self) -> int:
        return len(self._files)

    def _drop(self, name: str) -> None:
        self._bytes -= len(self._files.pop(name, b""))
