"""Classes whose fields are declared with more than a type: keys of files, options of commands."""

from collections.abc import Mapping
from typing import Any

from msgspec import StructMeta


class Declaring(StructMeta):
    """Turns what a class declares into its fields, and keeps the declarations in `DECLARED`.

    A declaration has `as_field`, which gives the field as msgspec wants it.
    """

    DECLARED: Mapping[str, Any]

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> "Declaring":
        own = {key: value for key, value in namespace.items() if hasattr(value, "as_field")}
        for key, made in own.items():
            namespace[key] = made.as_field()
        found = super().__new__(cls, name, bases, namespace, **options)
        found.DECLARED = {**getattr(found, "DECLARED", {}), **own}
        return found
