"""Gives texts one size on all pieces of a kind: `equal="name"` of the tool `text`.

All texts of one kind with the same name form a group. The size of a group is known only once all
its texts have been set. So every face is first drawn by itself, and the sizes of its texts are
noted; then faces with a text larger than the smallest of its group are drawn again with that limit.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from fustella.draw.specs import FaceSpec

Group: TypeAlias = tuple[str, str]
"""The id of a kind ("" for a face that shows no piece), and the name given in the template."""

Taken: TypeAlias = tuple[tuple[str, float, float], ...]
"""Each name on a face, with the smallest and the largest size of its texts, in pt."""

Limits: TypeAlias = Mapping[str, float]
"""The largest size, in pt, that texts of each name may have on a face."""

NO_LIMITS: Limits = MappingProxyType({})


class SizesOfFace:
    """The sizes of the equal texts on one face, and their limits. All sizes in pt."""

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        self._limits = limits
        self._taken: dict[str, tuple[float, float]] = {}

    def limit(self, name: str) -> float | None:
        """The largest size of texts of this name in pt; None for no limit."""
        return self._limits.get(name)

    def note(self, name: str, size_pt: float) -> None:
        """Records the size in pt in which a text of this name was set."""
        smallest, largest = self._taken.get(name, (size_pt, size_pt))
        self._taken[name] = (min(smallest, size_pt), max(largest, size_pt))

    @property
    def taken(self) -> Taken:
        """The recorded sizes in pt, sorted by name."""
        return tuple((name, *sizes) for name, sizes in sorted(self._taken.items()))


class EqualSizes:
    """The sizes of the groups on some faces, which must include all faces of each kind."""

    def __init__(self, drawn: Iterable[tuple[FaceSpec, Taken]]) -> None:
        self._sizes: dict[Group, float] = {}
        for spec, taken in drawn:
            for name, smallest, _ in taken:
                group = (spec.kind, name)
                self._sizes[group] = min(smallest, self._sizes.get(group, smallest))

    def limits(self, spec: FaceSpec, taken: Taken) -> Limits:
        """The limits in pt with which to redraw a face of these sizes; {} if the face may stay."""
        return {
            name: size_pt
            for name, _, largest in taken
            if (size_pt := self._sizes[spec.kind, name]) < largest
        }
