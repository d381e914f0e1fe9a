"""Faces drawn before, by all that they were drawn from.

A sketch whose template, values and form are the same as last time need not be drawn, fitted and
checked again. What all sketches of a game share (templates, macros, icons, fonts, the tool) is in
the album's name, so a change there begins a new album. Faces with problems are never kept.

Light on purpose: to ask what a face shows takes neither templates nor fonts nor the engine.
"""

import hashlib
import marshal
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from generator.draw.cache import FaceCache
from generator.draw.sketches import Sketch
from generator.model import Face, FaceFacts, FaceId

_Kept: TypeAlias = tuple[bytes, str, tuple[str, ...], float, str]
"""The packed SVG, its digest, and the three facts."""


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

    def find(self, sketch: Sketch) -> tuple[Face, FaceFacts] | None:
        """The face of a sketch and what it shows, when it was drawn before."""
        kept = self._use(sketch)
        if kept is None:
            return None
        face = Face(kept[0], sketch.outline, sketch.bleed_mm, kept[1])
        return face, FaceFacts(*kept[2:])

    def add(self, sketch: Sketch, face: Face, facts: FaceFacts) -> None:
        """Keep a face."""
        said = facts.icons, facts.smallest_pt, facts.smallest_text
        self._used[_key(sketch)] = (face.packed, face.digest, *said)

    def known_facts(
        self, sketches: Iterable[Sketch]
    ) -> tuple[dict[FaceId, FaceFacts], tuple[FaceId, ...]]:
        """What the faces show that were drawn before, and the ids of those that were not."""
        known: dict[FaceId, FaceFacts] = {}
        unknown: list[FaceId] = []
        for sketch in sketches:
            kept = self._use(sketch)
            if kept is None:
                unknown.append(sketch.id)
            else:
                known[sketch.id] = FaceFacts(*kept[2:])
        return known, tuple(unknown)

    def save(self) -> None:
        """Store what was used this time, when something new is among it; the rest is let go."""
        if self._cache and self._used.keys() - self._known.keys():
            self._cache.put(self._name, marshal.dumps(self._used))

    def _use(self, sketch: Sketch) -> _Kept | None:
        key = _key(sketch)
        kept = self._known.get(key)
        if kept is not None:
            self._used[key] = kept
        return kept


def _key(sketch: Sketch) -> str:
    return hashlib.sha256(sketch.said().encode()).hexdigest()[:32]
