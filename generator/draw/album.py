"""Faces drawn before, by all that they were drawn from.

A sketch whose template, values and form are the same as last time need not be drawn, fitted and
checked again. What all sketches of a game share (templates, macros, icons, fonts, the tool) is in
the album's name, so a change there begins a new album. Faces with problems are never kept.
"""

import hashlib
import marshal
from pathlib import Path
from typing import TypeAlias

from generator.draw.cache import FaceCache
from generator.geometry import Outline
from generator.model import Face

_Kept: TypeAlias = tuple[bytes, str]


class Album:
    """The faces of one game in one language; without a cache it forgets everything."""

    def __init__(self, cache: FaceCache | None, shared: str) -> None:
        self._cache = cache
        self._name = hashlib.sha256(f"album {shared}".encode()).hexdigest()
        stored = cache.get(self._name) if cache else None
        self._known: dict[str, _Kept] = marshal.loads(stored) if stored else {}
        self._used: dict[str, _Kept] = {}

    @property
    def folder(self) -> Path | None:
        """Where what else is kept between builds may lie; None when nothing is kept."""
        return self._cache.folder if self._cache else None

    def find(self, said: str, outline: Outline, bleed_mm: float) -> Face | None:
        """The face of what `said` describes; its form is part of that."""
        key = _key(said)
        kept = self._known.get(key)
        if kept is None:
            return None
        self._used[key] = kept
        packed, digest = kept
        return Face(packed, outline, bleed_mm, digest)

    def add(self, said: str, face: Face) -> None:
        """Keep a face."""
        self._used[_key(said)] = (face.packed, face.digest)

    def save(self) -> None:
        """Store what was used this time, when something new is among it; the rest is let go."""
        if self._cache and self._used.keys() - self._known.keys():
            self._cache.put(self._name, marshal.dumps(self._used))


def _key(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()[:32]
