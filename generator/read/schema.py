"""The forms of the content files, as pydantic models: every fault of a file is found at once.

What a kind's `fields` say about its pieces is checked by `fields`; here `front`, `back` and texts
pass through with their lines.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from generator.read.nodes import Mapping
from generator.units import parse_length_mm

MOST_COPIES = 5000
"""More copies of one piece are a slip of the finger: 5,000 poker cards are 556 sheets."""

SMALLEST_MM = 2.0
"""A smaller piece is a slip of the unit: no scissors cut it."""

LARGEST_MM = 3000.0
"""A larger piece is a slip of the unit: a board of three metres is 150 sheets."""

_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: str(number) for number, word in enumerate(_NUMBER_WORDS, start=1)}
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RANGE = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")


def fault(code: str, message: str, hint: str = "") -> PydanticCustomError:
    """A fault in our own words, with its code and hint."""
    return PydanticCustomError(
        "fustella", "{message}", {"message": message, "code": code, "hint": hint}
    )


def shown(value: object) -> str:
    """A value as a message shows it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "keys with values"
    if isinstance(value, list):
        return "a list"
    return f'"{value}"' if isinstance(value, str) else str(value)


def length_mm(value: object) -> float:
    """Millimetres of a length as typed."""
    if isinstance(value, bool | int | float):
        raise fault("E109", f"{value} has no unit", f"write {value}mm")
    if not isinstance(value, str):
        raise fault("E109", f"expected a length, found {shown(value)}", "write a length like 60mm")
    try:
        return parse_length_mm(value)
    except ValueError as error:
        raise fault("E109", str(error), "write a length like 60mm, 6cm, 2.5in or 12pt") from None


def _size_mm(value: object) -> float:
    found = length_mm(value)
    if found <= 0:
        raise fault("E110", f"a size of {value}", "a size is larger than nothing")
    if found < SMALLEST_MM:
        hint = f"at least {SMALLEST_MM:g}mm can be cut; look at the number and its unit"
        raise fault("E110", f"a size of {value}", hint)
    return _printable(found, value)


def _printable(found_mm: float, value: object) -> float:
    if found_mm > LARGEST_MM:
        hint = f"at most {LARGEST_MM:g}mm can be printed; look at the number and its unit"
        raise fault("E110", f"a size of {value}", hint)
    return found_mm


def _distance_mm(value: object) -> float:
    found = length_mm(value)
    if found < 0:
        raise fault("E110", f"{value} is less than nothing", "write 0mm or more")
    return _printable(found, value)


def _identifier(value: object) -> str:
    text = value if isinstance(value, str) else str(value)
    if not _ID.fullmatch(text):
        hint = "use small letters, digits and hyphens, like castle-town-hall"
        raise fault("E121", f"{shown(value)} cannot be an id", hint)
    return text


def _copies(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        meant = _NUMBERS.get(str(value).lower()) or str(value).lstrip("0")
        hint = f"write {meant}" if meant.isdecimal() else "write a number like 6"
        raise fault("E104", f"expected a whole number, found {shown(value)}", hint)
    if value < 1:
        hint = "write 1 or more; to leave a piece out, delete it or give it `struck_out: why`"
        raise fault("E119", f"{value} copies", hint)
    if value > MOST_COPIES:
        raise fault("E119", f"{value} copies of one piece", f"at most {MOST_COPIES} are printed")
    return value


def _lines(value: object) -> tuple[tuple[int, int], ...]:
    ranges = []
    for part in str(value).split(","):
        found = _RANGE.fullmatch(part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 0 < first <= last:
            hint = 'write 12, 12-19 or "12, 38-40"'
            raise fault("E104", f"{shown(value)} are no lines of a document", hint)
        ranges.append((first, last))
    return tuple(ranges)


def _mapping(value: object) -> Mapping:
    if not isinstance(value, Mapping):
        hint = "write {key: value, …}"
        raise fault("E104", f"expected keys with values, found {shown(value)}", hint)
    return value


def _string(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise fault("E104", f"expected a text, found {shown(value)}", "put it in quotes")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        hint = "write true or false"
        raise fault("E104", f"expected true or false, found {shown(value)}", hint)
    return value


def _checked(check: Callable[[object], Any]) -> BeforeValidator:
    return BeforeValidator(check)


SizeMm = Annotated[float, _checked(_size_mm)]
DistanceMm = Annotated[float, _checked(_distance_mm)]
Identifier = Annotated[str, _checked(_identifier)]
Copies = Annotated[int, _checked(_copies)]
Lines = Annotated[tuple[tuple[int, int], ...], _checked(_lines)]
Raw = Annotated[Any, _checked(_mapping)]
String = Annotated[str, _checked(_string)]
Flag = Annotated[bool, _checked(_flag)]


class Form(BaseModel):
    """A form of a file: unknown keys are faults, and so is a key without a value."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _stands_there(cls, value: object) -> object:
        if value is None:
            raise fault(
                "E104", "nothing stands behind this key", "write a value, or delete the key"
            )
        return value


class SourceForm(Form):
    """Where pieces come from: lines of the document, our own design, or both."""

    lines: Lines = ()
    designed: Any = None

    @model_validator(mode="after")
    def _says_something(self) -> "SourceForm":
        if not self.lines and self.designed in (None, ""):
            hint = 'write {lines: 12-19} or {designed: "why"}'
            raise fault("E116", "a source without lines and without a reason", hint)
        return self


class SizeForm(Form):
    """A named size of card."""

    width: SizeMm
    height: SizeMm


class PaperForm(SizeForm):
    """A paper, upright."""

    margin: DistanceMm


class FieldsForm(Form):
    """What the pieces of a kind say on each side."""

    front: Raw = Mapping(0)
    back: Raw = Mapping(0)


class KindForm(Form):
    """One entry of `kinds`."""

    name: Any
    shape: Literal["rectangle", "hexagon", "circle"] = "rectangle"
    size: String | None = None
    width: SizeMm | None = None
    height: SizeMm | None = None
    across_flats: SizeMm | None = None
    diameter: SizeMm | None = None
    corner: DistanceMm = 0.0
    bleed: DistanceMm = 0.0
    front: String
    back: String | None = None
    sheet: Identifier | None = None
    split: Flag = False
    fields: FieldsForm = FieldsForm()


class GameForm(Form):
    """game.yaml."""

    title: Any
    languages: list[Identifier] = Field(min_length=1)
    document: String = ""
    colours: Raw = Mapping(0)
    icons: Raw = Mapping(0)
    words: Raw = Mapping(0)
    sheets: Raw = Mapping(0)
    kinds: dict[Identifier, KindForm] = Field(min_length=1)


class PieceForm(Form):
    """One entry of `pieces`."""

    id: Identifier
    name: Any = None
    copies: Copies | None = None
    front: Raw = Mapping(0)
    back: Raw = Mapping(0)
    source: SourceForm | None = None
    struck_out: Any = None


class VariantForm(Form):
    """One entry of `variants`: what it adds to every piece of the list."""

    id: Identifier
    name: Any = None
    copies: Copies | None = None
    front: Raw = Mapping(0)
    back: Raw = Mapping(0)


class ListForm(Form):
    """A list of components."""

    kind: String
    source: SourceForm | None = None
    copies: Copies | None = None
    front: Raw = Mapping(0)
    back: Raw = Mapping(0)
    variants: list[VariantForm] = []
    pieces: list[PieceForm] = Field(min_length=1)
