"""Values of which a part does not count."""

from typing import ClassVar

from msgspec import Struct


class PartlyCompared(Struct, frozen=True):
    """A value with fields that say where it comes from, or what it has gathered on the way.

    Those in `UNCOMPARED` make no difference to whether two values are equal, nor do they show.
    """

    UNCOMPARED: ClassVar[frozenset[str]] = frozenset()

    def _compared(self) -> tuple[tuple[str, object], ...]:
        names = (name for name in self.__struct_fields__ if name not in self.UNCOMPARED)
        return tuple((name, getattr(self, name)) for name in names)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self._compared())
        return f"{type(self).__name__}({said})"
