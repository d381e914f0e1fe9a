"""Names a face by the values that its template has read, and by no others.

A template reads only some of the values that it may read: the template of a back often none, or the
look. Faces with equal names have the same group, and their templates read the same values. A
template that finds these values again reads no others, because each next value that it reads
follows from them.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from fustella.draw.specs import FaceSpec, ReadName

MOST_ENDS = 32
"""The most ends in a group of faces. Where faces end at more places, the names of some are made of
more values than their templates read."""

_DIGITS = 32


class ValuesRead:
    """The values that the templates of a group of faces have read, in order of the first reading.

    The name of a face is made of its group and of all values up to the last one that was read for
    the face. `ends` are the numbers of values in the names of faces so far.
    """

    def __init__(self, names: Iterable[ReadName] = (), ends: Iterable[int] = ()) -> None:
        self._places = {name: place for place, name in enumerate(names)}
        self._ends = list(ends)

    @property
    def kept(self) -> tuple[tuple[ReadName, ...], tuple[int, ...]]:
        """The arguments with which to make an equal `ValuesRead`, for the cache."""
        return tuple(self._places), tuple(self._ends)

    def names(self, spec: FaceSpec) -> Iterator[str]:
        """Yields the names that a face with these values may have, if one was drawn before."""
        names = tuple(self._places)
        digest, at = hashlib.sha256(spec.group().encode()), 0
        for end in self._ends:
            _add(digest, spec, names[at:end])
            at = end
            yield digest.hexdigest()[:_DIGITS]

    def name(self, spec: FaceSpec, names: Iterable[ReadName]) -> str:
        """The name of the face of a spec whose template has read these values."""
        end = 0
        for name in names:
            end = max(end, 1 + self._places.setdefault(name, len(self._places)))
        end = self._end_for(end)
        digest = hashlib.sha256(spec.group().encode())
        _add(digest, spec, tuple(self._places)[:end])
        return digest.hexdigest()[:_DIGITS]

    def _end_for(self, end: int) -> int:
        """The number of values in a face's name: `end`, or the next one in use."""
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
