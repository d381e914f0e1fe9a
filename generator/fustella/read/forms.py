"""Declares forms: the keys of a file, and the values of these keys.

A form is a `Form` whose fields are made by `entry`. Reading a form reports every fault with its
file, line and key: an optional key with a fault counts as left out, and the rest of the file is
checked, too.

The reader of a value also describes it, as JSON Schema, so that editors know which values the tool
accepts.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any, ClassVar, Final, TypeVar, dataclass_transform

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import replace

from fustella.core.values.problems import Collected, Place, Problem, ProblemsFound
from fustella.core.values.schemas import (
    Description,
    Schema,
    Vocabulary,
    described,
    list_schema,
    mapping_schema,
    table_schema,
)
from fustella.core.values.structs import Declaring
from fustella.core.words.patterns import regex
from fustella.read import hints
from fustella.read.nodes import FAULTY, ListNode, MappingNode, Node, as_typed

FormType = TypeVar("FormType", bound="Form")


class Rejected(Exception):
    """Raised for a value that a check does not accept: the code, message and hint of a problem."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(code, message, hint)
        self.code, self.message, self.hint = code, message, hint


_KEYS_SHOWN = 3
"""The number of keys in the hint for a form that was typed without keys."""


class At(Struct, frozen=True):
    """The place of a value, and the list to which its problems are added.

    `key` is the last step of its path: a key, or the index of an entry; "" for a whole file.
    """

    place: Place
    problems: list[Problem]
    key: int | str = ""

    def inside(self, key: int | str, node: Node | None = None) -> "At":
        """The place of an entry of the value here; `node` is this value, with the entry's line."""
        place = self.place
        place = place.inside(key) if node is None else node.place_of(key, place)  # type: ignore[arg-type]
        return At(place, self.problems, key)

    def report(self, code: str, message: str, hint: str) -> None:
        self.problems.append(Problem(code, self.place, message, hint))


class Reader(Struct, frozen=True):
    """Turns a value as typed into the value of a form, and describes which values it takes.

    `read` reports a value that it cannot take, and returns FAULTY for it.
    """

    read: Callable[[object, At], Any]
    description: Description

    def __call__(self, value: object, at: At) -> Any:
        return self.read(value, at)

    def schema(self, vocabulary: Vocabulary) -> Schema:
        return described(self.description, vocabulary)

    def described(self, description: Description) -> "Reader":
        """A reader of the same values with another description."""
        return replace(self, description=description)


def entry(
    reader: Reader,
    *,
    about: str,
    default: Any = NODEFAULT,
    factory: Any = NODEFAULT,
    stand_in: bool = False,
) -> Any:
    """A key of a form, required unless it has a default; `about` is a sentence for designers.

    With `stand_in`, a made-up name replaces a missing or faulty value after the fault was reported,
    so that the rest of the form can be used.
    """
    is_optional = not (default is factory is NODEFAULT)
    return FormKey(reader, about, default, factory, stand_in, is_optional)


class FormKey(Struct, frozen=True):
    """The declaration of a key, which `entry` makes."""

    reader: Reader
    about: str
    default: Any
    factory: Any
    stand_in: bool
    is_optional: bool

    def as_field(self) -> Any:
        """The field of a key for msgspec."""
        if self.factory is not NODEFAULT:
            return field(default_factory=self.factory)
        return field(default=self.default) if self.is_optional else field()


@dataclass_transform(frozen_default=True, field_specifiers=(entry,))
class _FormMeta(Declaring):
    """Makes each key of a form a field of its class."""


class Form(Struct, metaclass=_FormMeta, frozen=True):
    """The keys of a file, or of a part of one, and their values. `DECLARED` are the keys."""

    DECLARED: ClassVar[Mapping[str, FormKey]]


def shown(value: object) -> str:
    """The text of a value in messages."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, MappingNode):
        return "keys with values"
    if isinstance(value, list):
        return "a list"
    return f'"{value}"' if isinstance(value, str) else as_typed(value)


def checked(form: type[FormType], data: MappingNode, file: str, key: str = "") -> FormType:
    """Reads `data`, at a `key` of the file, as a `form`. Raises ProblemsFound with every fault."""
    value, problems = checked_leniently(form, data, file, key)
    if problems or value is None:
        raise ProblemsFound(problems)
    return value


def checked_leniently(
    form: type[FormType], data: MappingNode, file: str, key: str = ""
) -> tuple[FormType | None, list[Problem]]:
    """Reads `data` as a `form`, without faulty optional values. Returns the form and all problems.

    The form is None when a required key is missing or faulty.
    """
    problems = Collected()
    value = form_of(form)(data, At(Place(file, data.line, key), problems))
    return (None if value is FAULTY else value), problems


def value_of(check: Callable[[object], object], description: Description) -> Reader:
    """A reader of a single value; `check` raises Rejected for a value that it does not accept."""

    def read(value: object, at: At) -> object:
        try:
            return check(value)
        except Rejected as fault:
            at.report(fault.code, fault.message, fault.hint)
            return FAULTY

    return Reader(read, description)


def anything(description: Description) -> Reader:
    """A reader that gives any value as it is typed, to be checked later."""
    return Reader(lambda value, _: value, description)


def one_of(*words: str) -> Reader:
    """A reader of a value that must be one of `words`."""

    def check(value: object) -> object:
        if value not in words:
            message = f"expected one of {', '.join(words)}, found {shown(value)}"
            raise Rejected("E104", message, hints.one_of(str(value), words))
        return value

    return value_of(check, {"title": " | ".join(words), "enum": [*map(str, words)]})


def list_of(reader: Reader, *, least: int = 0) -> Reader:
    """A reader of a list of `least` or more entries, which gives a tuple."""

    def read(value: object, at: At) -> object:
        if not isinstance(value, ListNode):
            at.report(
                "E104", f"expected a list, found {shown(value)}", hints.entries(value, at.key)
            )
            return FAULTY
        if len(value) < least:
            at.report("E104", "expected at least one entry", "add one")
            return FAULTY
        entries = tuple(reader(each, at.inside(index, value)) for index, each in enumerate(value))
        return FAULTY if any(each is FAULTY for each in entries) else entries

    return Reader(read, lambda vocabulary: list_schema(reader.schema(vocabulary), least))


def table_of(read_key: Reader, reader: Reader) -> Reader:
    """A reader of a mapping with keys of the designer's choice, which gives a dictionary.

    The mapping has at least one key.
    """

    def read(value: object, at: At) -> object:
        if not isinstance(value, MappingNode):
            message = f"expected keys with values, found {shown(value)}"
            at.report("E104", message, hints.keys(value, key=at.key))
            return FAULTY
        if not value:
            at.report("E104", "expected at least one entry", "add one")
            return FAULTY
        table = {}
        for key, each in value.items():
            inside = at.inside(key, value)
            table[read_key(key, inside)] = reader(each, inside)
        return FAULTY if any(FAULTY in item for item in table.items()) else table

    def describe(vocabulary: Vocabulary) -> Schema:
        pattern = read_key.schema(vocabulary).get("pattern")
        keys = {"pattern": pattern} if pattern else None
        return table_schema(reader.schema(vocabulary), keys, least=1)

    return Reader(read, describe)


def form_of(form: type[FormType], *rules: Schema) -> Reader:
    """A reader that turns a mapping into a form.

    It reports E106 for an unknown key, E107 for a missing key, E104 for a key without a value.
    `rules` are added to the form's schema, for checks of several keys that the caller makes.
    """
    known = form.DECLARED
    some = ", ".join(f"{name}: …" for name in [*known][:_KEYS_SHOWN])

    def read(value: object, at: At) -> object:
        if not isinstance(value, MappingNode):
            message = f"expected keys with values, found {shown(value)}"
            taking = [name for name, key in known.items() if _is_taken(key.reader, value)]
            like = f"{taking[0]}: {value}" if len(taking) == 1 else some
            at.report("E104", message, hints.keys(value, known, like, at.key))
            return FAULTY
        meant: set[str] = set()
        for key in value:
            if key not in known:
                hint = hints.unknown_key(key, known, value[key])
                inside = at.inside(key, value)
                inside.report("E106", f"unknown key `{key}`", hint)
                meant.update(name for name in known if hint == f"did you mean `{name}`?")
        values = {}
        for name, form_key in known.items():
            if name not in value and form_key.is_optional and not form_key.stand_in:
                continue
            read = _read_field(name, form_key, value, at, meant)
            if read is not _LEFT_OUT:
                values[name] = read
        if FAULTY in values.values():
            return FAULTY
        fields = form.__struct_fields__
        return form(
            **{name if name in fields else f"{name}_": each for name, each in values.items()}
        )

    return Reader(read, lambda vocabulary: schema_of(form, vocabulary, *rules))


_CAPITAL = regex(r"(?<=[a-z])(?=[A-Z])")
"""Matches where a word of a class's name begins: `InkLimit` is shown as "ink limit"."""


def schema_of(form: type[Form], vocabulary: Vocabulary, *rules: Schema) -> Schema:
    """A form as JSON Schema: its keys with their purposes and defaults, and `rules`."""
    properties, required = {}, []
    for name, key in form.DECLARED.items():
        about = {"description": key.about}
        properties[name] = {**key.reader.schema(vocabulary), **about, **_default(key)}
        if not key.is_optional:
            required.append(name)
    name_of_form = _CAPITAL.sub(" ", form.__name__.removesuffix("Form")).lower()
    schema = mapping_schema(properties, required, name_of_form)
    return {**schema, **({"allOf": list(rules)} if rules else {})}


def _default(key: FormKey) -> Schema:
    """The part of a schema with a key's default as it is typed; {} if it cannot be typed."""
    default = key.default
    if not isinstance(default, str | int | float) or default == "":
        return {}
    whole = int(default) if isinstance(default, float) and default.is_integer() else default
    for typed in (whole, f"{default:g}mm" if isinstance(default, float) else default):
        if key.reader(typed, At(Place(""), [])) == default:
            return {"default": typed}
    return {}


def _is_taken(reader: Reader, value: object) -> bool:
    """Whether the reader of a key accepts a word."""
    at = At(Place(""), [])
    return isinstance(value, str) and reader(value, at) is not FAULTY and not at.problems


_LEFT_OUT: Final = object()


def _read_field(
    name: str, key: FormKey, value: MappingNode, at: At, meant: Container[str]
) -> object:
    """The value of a key, a stand-in for it, _LEFT_OUT for its default, or FAULTY.

    `meant` are keys that are not reported as missing: an unknown key is a misspelling of them.
    """
    inside = at.inside(name, value)
    if name in value:
        if value[name] is None:
            hint = "write a value, or delete the key" if key.is_optional else "write a value"
            if _is_taken(key.reader, "# a text"):
                hint = f"{hint}; a value that begins with # needs quotes"
            inside.report("E104", "nothing stands behind this key", hint)
        elif (read := key.reader(value[name], inside)) is not FAULTY:
            return read
    elif not key.is_optional and name not in meant:
        inside.report("E107", f"`{name}` is missing", hints.missing_key(name))
    if key.stand_in:
        return f"missing-{at.place.key.partition('[')[0]}-{at.key}"
    return _LEFT_OUT if key.is_optional else FAULTY
