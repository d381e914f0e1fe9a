"""Faces drawn before: the SVG of a sketch, by all that it was drawn from.

A sketch whose template, values and form are the same as last time need not be drawn, fitted and
checked again. What all sketches of a game share (templates, macros, icons, fonts, the tool) is in
the album's name, so a change there begins a new album. Faces with problems are never kept.
"""

import hashlib
import marshal
import zlib

from generator.draw.cache import FaceCache

_QUICK = 1
"""zlib's fastest level: SVG shrinks to a fifth with it."""


class Album:
    """The drawings of one game in one language; without a cache it forgets everything."""

    def __init__(self, cache: FaceCache | None, shared: str) -> None:
        self._cache = cache
        self._name = hashlib.sha256(f"album {shared}".encode()).hexdigest()
        stored = cache.get(self._name) if cache else None
        self._known: dict[str, bytes] = marshal.loads(stored) if stored else {}
        self._used: dict[str, bytes] = {}

    def find(self, said: str) -> str | None:
        """The drawing of what `said` describes."""
        key = _key(said)
        packed = self._known.get(key)
        if packed is None:
            return None
        self._used[key] = packed
        return zlib.decompress(packed).decode()

    def add(self, said: str, svg: str) -> None:
        """Keep a drawing."""
        self._used[_key(said)] = zlib.compress(svg.encode(), _QUICK)

    def save(self) -> None:
        """Store what was used this time, when something new is among it; the rest is let go."""
        if self._cache and self._used.keys() - self._known.keys():
            self._cache.put(self._name, marshal.dumps(self._used))


def _key(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()[:32]
