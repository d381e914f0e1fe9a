"""Declares options of the command line, each once, as a field of the value that it sets.

An option is a field of an `Options`, made by `option`, `switch` or `word`, as a key of a file is a
field of a form (`read/forms`). The field has the flag, help, type and default of the option, and
says what completes it and whether stamps name it. Parsers, their help, completion, the reference
and the keys of stamps are made from these fields.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Self, dataclass_transform

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import replace

from fustella.core.values.problems import nearest
from fustella.core.values.structs import Declaring


class Mistyped(ValueError):
    """Raised for a typed word that an option refuses; the text says why, and what to write."""


class Option(Struct, frozen=True):
    """An option of commands; without `flags` it is a word that stands by itself.

    `value` stands for the value in help; where it is "", help shows the words to choose from.
    `usual` is the value of an option that was not typed. `many` says how often it may be typed, in
    the words of argparse: "?", "*" and "+" for words, "append" and "extend" for repeated options.
    Options with the same `apart` exclude each other. With `before`, the option may stand before the
    command, too. `completes` names what a shell completes, if that is not `value`. With `stamp`,
    the keys of stamps name the option.
    """

    flags: tuple[str, ...]
    about: str
    value: str = ""
    reader: Callable[[str], Any] = str
    default: Any = None
    usual: Any = None
    name: str = ""
    many: str = ""
    group: str = ""
    apart: str = ""
    before: bool = False
    completes: str = ""
    stamp: bool = True

    def as_field(self) -> Any:
        """The field of an option as msgspec wants it."""
        return field() if self.default is NODEFAULT else field(default=self.default)

    def but(self, **changes: Any) -> Any:
        """The option with some of its settings changed."""
        return replace(self, **changes)

    @property
    def is_switch(self) -> bool:
        """Whether the option takes no value."""
        return isinstance(self.usual, bool)

    @property
    def words(self) -> tuple[str, ...]:
        """The words from which the value is chosen; () where any value may be typed."""
        return tuple(self.reader.words) if isinstance(self.reader, OneOf) else ()

    def read(self, typed: str) -> Any:
        """The value of a typed word. Raises Mistyped."""
        return self.reader(typed) if typed or not self.words else self.usual


def option(
    typed: str, reader: Callable[[str], Any] = str, *, default: Any = NODEFAULT, **others: Any
) -> Any:
    """An option, declared as help shows it: `--jobs N`. Without a default its field is required.

    Where the option is not typed, its `usual` value is read; that is the default, unless `others`
    say otherwise. A `usual` value that is a text must be a word that the reader takes.
    """
    *flags, value = typed.split() if " " in typed else (typed, "")
    name = flags[0].lstrip("-").replace("-", "_")
    usual = None if default is NODEFAULT else default
    known = {"name": name, "value": value, "reader": reader, "usual": usual}
    return Option(tuple(flags), default=default, **{**known, **others})


def switch(flag: str, *, about: str, default: bool = False, **others: Any) -> Any:
    """An option without a value: typing it changes False to True, or True to False."""
    return option(flag, about=about, default=default, **others)


def word(
    value: str, reader: Callable[[str], Any] = str, *, default: Any = None, **others: Any
) -> Any:
    """An option that is typed as a word without a flag, and that help shows as `value`."""
    known = {"name": value.lower(), "reader": reader, "usual": default}
    return Option((), value=value, default=default, **{**known, **others})


@dataclass_transform(frozen_default=True, field_specifiers=(option, switch, word))
class _OptionsMeta(Declaring):
    """The metaclass of `Options`, which gives each option the name of its field."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> "Declaring":
        for key, value in namespace.items():
            if isinstance(value, Option):
                namespace[key] = value.but(name=key)
        return super().__new__(cls, name, bases, namespace, **options)


class Options(Struct, metaclass=_OptionsMeta, frozen=True):
    """Base of the values of options that belong together. `DECLARED` has the options by name."""

    DECLARED: ClassVar[Any]

    @classmethod
    def declared(cls, *names: str) -> tuple[Any, ...]:
        """The options with the given names; all options if no name is given."""
        return tuple(cls.DECLARED[name] for name in names or cls.DECLARED)

    @classmethod
    def of(cls, parsed: object, **resolved: Any) -> Self:
        """The options with the typed values; `resolved` values take the place of typed ones.

        An option that the command lacks gets its default. Words that are typed twice in a list are
        taken once.
        """
        typed = {name: getattr(parsed, name, None) for name in cls.DECLARED}
        for name, value in typed.items():
            if isinstance(value, list):
                typed[name] = tuple(dict.fromkeys(value))
        given = {name: value for name, value in typed.items() if value is not None}
        return cls(**{**given, **resolved})

    def stamped(self) -> Iterator[tuple[str, Any]]:
        """Yields the names and values of the options that are part of a stamp's key."""
        for name in self.__struct_fields__:
            if name not in self.DECLARED or self.DECLARED[name].stamp:
                yield name, getattr(self, name)


class OneOf:
    """A reader of one of some words, or of a value of an enumeration, in capitals or small letters.

    `hint` says what to write, for a typed word that resembles none of these words.
    """

    def __init__(self, words: Iterable[str], hint: str = "") -> None:
        self.words = {str(word): word for word in words}
        *others, last = self.words
        self._hint = hint or f"write {' or '.join(filter(None, (', '.join(others), last)))}"

    def __call__(self, typed: str) -> str:
        word = typed.lower()
        if word not in self.words:
            hint = meant(typed, self.words) or f"; {self._hint}"
            raise Mistyped(f"there is no `{typed}`{hint}")
        return self.words[word]


def meant(typed: str, known: Iterable[str]) -> str:
    """The question `; did you mean …?` with the nearest known word, or ""."""
    near = nearest(typed.lower(), known)
    return f"; did you mean `{near}`?" if near else ""
