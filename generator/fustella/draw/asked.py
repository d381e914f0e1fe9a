"""What templates have read of their pieces: a face is known by that alone.

Templates read a part of what they may: that of a back nothing at all, or the look. What a face was
drawn from is therefore what all faces of its group are drawn from, and the values that were read.
A template that finds these values again reads no others, as what it reads next follows from them.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from fustella.draw.specs import Ask, FaceSpec

MOST_ENDS = 32
"""So many names a face may have. Where faces end at more places, some are named by more values."""

_DIGITS = 32


class Asked:
    """What the template of a group of faces has read, in the order in which it was first read.

    A face is named by its group and the values of everything up to the last that it read itself:
    `ends` says how much that was, for some face or other.
    """

    def __init__(self, asks: Iterable[Ask] = (), ends: Iterable[int] = ()) -> None:
        self._places = {ask: place for place, ask in enumerate(asks)}
        self._ends = list(ends)

    @property
    def kept(self) -> tuple[tuple[Ask, ...], tuple[int, ...]]:
        """What the same is made from again."""
        return tuple(self._places), tuple(self._ends)

    def names(self, spec: FaceSpec) -> Iterator[str]:
        """The names that a face with these values has, if one was drawn before."""
        asks = tuple(self._places)
        told, at = hashlib.sha256(spec.group().encode()), 0
        for end in self._ends:
            _add(told, spec, asks[at:end])
            at = end
            yield told.hexdigest()[:_DIGITS]

    def name(self, spec: FaceSpec, asks: Iterable[Ask]) -> str:
        """The name of a face whose template has read so much."""
        end = 0
        for ask in asks:
            end = max(end, 1 + self._places.setdefault(ask, len(self._places)))
        end = self._end_for(end)
        told = hashlib.sha256(spec.group().encode())
        _add(told, spec, tuple(self._places)[:end])
        return told.hexdigest()[:_DIGITS]

    def _end_for(self, end: int) -> int:
        """An end that is not before another one; a new one, unless there are enough."""
        place = bisect_left(self._ends, end)
        if place < len(self._ends) and (self._ends[place] == end or len(self._ends) >= MOST_ENDS):
            return self._ends[place]
        if len(self._ends) >= MOST_ENDS:
            self._ends.pop()  # faces that ended there are drawn again
            place = len(self._ends)
        self._ends.insert(place, end)
        return end


def _add(told: "hashlib._Hash", spec: FaceSpec, asks: Sequence[Ask]) -> None:
    if asks:
        told.update("".join(f"\n{spec.told(ask)}" for ask in asks).encode("utf-8", "surrogatepass"))
