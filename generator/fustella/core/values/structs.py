"""Defines bases of values: fields that comparing ignores, and declarations that become fields."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct, StructMeta


class PartlyCompared(Struct, frozen=True):
    """Base of values with fields that comparisons ignore, such as the place of typing.

    Comparing, hashing and `repr` ignore the fields in `UNCOMPARED`.
    """

    UNCOMPARED: ClassVar[frozenset[str]] = frozenset()

    def _compared_fields(self) -> tuple[tuple[str, object], ...]:
        names = (name for name in self.__struct_fields__ if name not in self.UNCOMPARED)
        return tuple((name, getattr(self, name)) for name in names)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._compared_fields() == other._compared_fields()

    def __hash__(self) -> int:
        return hash(self._compared_fields())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._compared_fields())
        return f"{type(self).__name__}({shown})"


class Declaring(StructMeta):
    """A metaclass that turns the declarations of a class into fields, and keeps them in `DECLARED`.

    A declaration has a method `as_field`, which gives the field as msgspec wants it. A field whose
    name is a word of Python ends in `_`, which its declaration does not: `from_` is `from`.
    """

    DECLARED: Mapping[str, Any]

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> "Declaring":
        own = {key: value for key, value in namespace.items() if hasattr(value, "as_field")}
        declared = {key.removesuffix("_"): value for key, value in own.items()}
        for key, declaration in own.items():
            namespace[key] = declaration.as_field()
        found = super().__new__(cls, name, bases, namespace, **options)
        found.DECLARED = {**getattr(found, "DECLARED", {}), **declared}
        return found
