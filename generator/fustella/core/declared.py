"""Classes whose fields are declared with more than a type: keys of files, options of commands."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, StructMeta


class Declared(Struct, frozen=True):
    """A field with what is said of it."""

    def as_field(self) -> Any:
        """What the class has for the field while it is made."""
        raise NotImplementedError


class Declaring(StructMeta):
    """Makes what a class declares its fields; `DECLARED` has that, what its base has first."""

    DECLARED: Mapping[str, Any]

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> "Declaring":
        own = {key: value for key, value in namespace.items() if isinstance(value, Declared)}
        for key, made in own.items():
            namespace[key] = made.as_field()
        found = super().__new__(cls, name, bases, namespace, **options)
        found.DECLARED = {**getattr(found, "DECLARED", {}), **own}
        return found
