"""Texts that have the same size on all pieces of a kind: `equal="name"` of the tool `text`.

A group is all texts of one kind with one such name. How large it may be is known once all its
texts were set: so every face is drawn as if it were alone, which notes the sizes that its texts
took, and those that took more than another of their group are drawn again with that limit.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from fustella.draw.specs import FaceSpec

Group: TypeAlias = tuple[str, str]
"""The id of a kind, "" for what is no piece, and the name that a template gave."""

Taken: TypeAlias = tuple[tuple[str, float, float], ...]
"""For each name on a face: the smallest and the largest size in pt that its texts took."""

Limits: TypeAlias = Mapping[str, float]
"""The largest size in pt that texts of a name may have on a face."""

NO_LIMITS: Limits = MappingProxyType({})


class SizesOfFace:
    """Told of the size of each text on one face that has an equal-name; tells how large it may be.

    All sizes in pt.
    """

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        self._limits = limits
        self._taken: dict[str, tuple[float, float]] = {}

    def limit(self, name: str) -> float | None:
        """The largest size for texts of this name; None where there is no limit."""
        return self._limits.get(name)

    def note(self, name: str, size_pt: float) -> None:
        """A text of this name was set in that size."""
        smallest, largest = self._taken.get(name, (size_pt, size_pt))
        self._taken[name] = (min(smallest, size_pt), max(largest, size_pt))

    @property
    def taken(self) -> Taken:
        """What was noted, in the order of the names."""
        return tuple((name, *sizes) for name, sizes in sorted(self._taken.items()))


class EqualSizes:
    """The sizes that the groups of some faces come to. All faces of a kind must be among them."""

    def __init__(self, drawn: Iterable[tuple[FaceSpec, Taken]]) -> None:
        self._sizes: dict[Group, float] = {}
        for spec, taken in drawn:
            for name, smallest, _ in taken:
                group = (spec.kind, name)
                self._sizes[group] = min(smallest, self._sizes.get(group, smallest))

    def limits(self, spec: FaceSpec, taken: Taken) -> Limits:
        """What to draw a face again with that took those sizes; empty when it may stay."""
        return dict(self._exceeded(spec, taken))

    def _exceeded(self, spec: FaceSpec, taken: Taken) -> Iterator[tuple[str, float]]:
        for name, _, largest in taken:
            size_pt = self._sizes[spec.kind, name]
            if size_pt < largest:
                yield name, size_pt
