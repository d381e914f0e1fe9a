"""What templates have read of their pieces: a face is known by that alone.

Templates read a part of what they may: that of a back nothing at all, or the look. What a face was
drawn from is therefore what all faces of its group are drawn from, and the values that were read.
A template that finds these values again reads no others, as what it reads next follows from them.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from fustella.draw.specs import FaceSpec, ReadName

MOST_ENDS = 32
"""A face may have so many names. Where faces end at more places, some are named by more values."""

_DIGITS = 32


class ValuesRead:
    """What the template of a group of faces has read, in the order in which it was first read.

    A face is named by its group and the values of everything up to the last that it read itself:
    `ends` says how much that was, for some face or other.
    """

    def __init__(self, names: Iterable[ReadName] = (), ends: Iterable[int] = ()) -> None:
        self._places = {name: place for place, name in enumerate(names)}
        self._ends = list(ends)

    @property
    def kept(self) -> tuple[tuple[ReadName, ...], tuple[int, ...]]:
        """The arguments that make an equal value again."""
        return tuple(self._places), tuple(self._ends)

    def names(self, spec: FaceSpec) -> Iterator[str]:
        """Yields the names that a face with these values has, if one was drawn before."""
        names = tuple(self._places)
        digest, at = hashlib.sha256(spec.group().encode()), 0
        for end in self._ends:
            _add(digest, spec, names[at:end])
            at = end
            yield digest.hexdigest()[:_DIGITS]

    def name(self, spec: FaceSpec, names: Iterable[ReadName]) -> str:
        """The name of a face whose template has read these values."""
        end = 0
        for name in names:
            end = max(end, 1 + self._places.setdefault(name, len(self._places)))
        end = self._end_for(end)
        digest = hashlib.sha256(spec.group().encode())
        _add(digest, spec, tuple(self._places)[:end])
        return digest.hexdigest()[:_DIGITS]

    def _end_for(self, end: int) -> int:
        """The end to name a face by: a new one, or the next behind it where there are enough."""
        place = bisect_left(self._ends, end)
        if place < len(self._ends) and (self._ends[place] == end or len(self._ends) >= MOST_ENDS):
            return self._ends[place]
        if len(self._ends) >= MOST_ENDS:
            self._ends.pop()  # faces that ended there are drawn again
            place = len(self._ends)
        self._ends.insert(place, end)
        return end


def _add(digest: "hashlib._Hash", spec: FaceSpec, names: Sequence[ReadName]) -> None:
    values = "".join(f"\n{spec.repr_of(name)}" for name in names)
    digest.update(values.encode("utf-8", "surrogatepass"))
