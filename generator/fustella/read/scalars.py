"""Readers of single values, and the forms of component lists and sizes.

Texts and the values under `front` and `back` pass through with their lines: `fields` checks them
by the types that their kind declares.
"""

import re
import unicodedata
from dataclasses import dataclass

from fustella.core.claims import Lines
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.units import parse_length_mm
from fustella.read.enumerations import Enumeration, entry_of
from fustella.read.forms import (
    WRONG,
    At,
    Rejected,
    anything,
    entry,
    form_of,
    list_of,
    shown,
    value_of,
)
from fustella.read.nodes import MappingNode, is_whole

LONGEST_ID = 100

MOST_COPIES = 5000
"""More copies of one piece are a typing error: 5,000 poker cards are 556 sheets."""

SMALLEST_MM = 2.0
"""Smaller pieces have the wrong unit: no scissors cut them."""

MOST_LOOKS = 20
"""More looks of one piece are a typing error: nobody tells twenty apart."""

LARGEST_MM = 3000.0
"""Larger pieces have the wrong unit: a board of three metres is 150 sheets."""

_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: str(number) for number, word in enumerate(_NUMBER_WORDS, start=1)}
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MARK = re.compile(r"[A-Z]{2}")
_IN_IDS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")
"""Letters of every script with their marks, and digits."""

_RANGE = re.compile(r"(\d{1,7})(?:\s*-\s*(\d{1,7}))?")


def length_mm(value: object) -> float:
    """Millimetres of a length as typed. Raises Rejected: E109."""
    if isinstance(value, bool | int | float):
        raise Rejected("E109", f"{value} has no unit", f"write {value}mm")
    if not isinstance(value, str):
        message = f"expected a length, found {shown(value)}"
        raise Rejected("E109", message, "write a length like 60mm")
    try:
        return parse_length_mm(value)
    except ValueError as error:
        raise Rejected("E109", str(error), "write a length like 60mm, 6cm, 2.5in or 12pt") from None


def _size_mm(value: object) -> float:
    found_mm = length_mm(value)
    if found_mm <= 0:
        raise Rejected("E110", f"a size of {value}", "a size is larger than nothing")
    if found_mm < SMALLEST_MM:
        hint = f"at least {SMALLEST_MM:g}mm can be cut; look at the number and its unit"
        raise Rejected("E110", f"a size of {value}", hint)
    return _printable(found_mm, value)


def _distance_mm(value: object) -> float:
    found_mm = length_mm(value)
    if found_mm < 0:
        raise Rejected("E110", f"{value} is less than nothing", "write 0mm or more")
    return _printable(found_mm, value)


def _printable(found_mm: float, value: object) -> float:
    if found_mm > LARGEST_MM:
        hint = f"at most {LARGEST_MM:g}mm can be printed; look at the number and its unit"
        raise Rejected("E110", f"a size of {value}", hint)
    return found_mm


def identifier(value: object) -> str:
    """An id as typed. Raises Rejected: E121."""
    text = str(value)
    if not _ID.fullmatch(text):
        hint = "use small letters, digits and hyphens, like castle-town-hall"
        raise Rejected("E121", f"{shown(value)} cannot be an id", hint)
    return text


def piece_id(value: object) -> str:
    """The id of a piece as typed: words of any script. Raises Rejected: E121."""
    text = unicodedata.normalize("NFC", str(value))
    signs = all(sign in "-_" or unicodedata.category(sign) in _IN_IDS for sign in text)
    if not text or not signs or text[0] == "-" or unicodedata.category(text[0])[0] == "M":
        hint = "use letters, digits, - and _, without blanks, like castle-town-hall"
        raise Rejected("E121", f"{shown(value)} cannot be an id", hint)
    if len(text) > LONGEST_ID:
        hint = f"an id has at most {LONGEST_ID} letters; the name may be longer"
        raise Rejected("E121", f"{shown(value)} is too long for an id", hint)
    return text


def require_identifier(name: str, place: Place) -> None:
    """Raises ProblemsFound, E121, where a name that stands in no form is no id."""
    try:
        identifier(name)
    except Rejected as refused:
        raise ProblemsFound([Problem(refused.code, place, refused.message, refused.hint)]) from None


def copies(value: object) -> int:
    """A number of copies as typed. Raises Rejected: E104, E119."""
    if not is_whole(value):
        meant = _NUMBERS.get(str(value).lower()) or str(value).lstrip("0")
        hint = f"write {meant}" if meant.isdecimal() else "write a number like 6"
        raise Rejected("E104", f"expected a whole number, found {shown(value)}", hint)
    if value < 1:
        hint = "write 1 or more; to leave a piece out, delete it or give it `struck_out: why`"
        raise Rejected("E119", f"{value} copies", hint)
    if value > MOST_COPIES:
        raise Rejected("E119", f"{value} copies of one piece", f"at most {MOST_COPIES} are printed")
    return value


def _looks(value: object) -> int:
    if not is_whole(value):
        hint = "write a number like 3"
        raise Rejected("E104", f"expected a whole number, found {shown(value)}", hint)
    if not 1 <= value <= MOST_LOOKS:
        hint = f"write 1 to {MOST_LOOKS}; without `looks` all copies of a piece look the same"
        raise Rejected("E119", f"{value} looks", hint)
    return value


def _mark(value: object) -> str:
    if not isinstance(value, str) or not _MARK.fullmatch(value):
        hint = "write two capital letters, like MK"
        raise Rejected("E104", f"expected the mark of a game, found {shown(value)}", hint)
    return value


def lines_of(value: object) -> Lines:
    """Lines of a document as typed: `12, 38-40`. Raises Rejected: E104."""
    ranges = []
    for part in str(value).split(","):
        found = _RANGE.fullmatch(part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 0 < first <= last:
            hint = 'write 12, 12-19 or "12, 38-40"'
            raise Rejected("E104", f"{shown(value)} are no lines of a document", hint)
        ranges.append((first, last))
    return tuple(ranges)


def _mapping(value: object) -> MappingNode:
    if not isinstance(value, MappingNode):
        hint = "write {key: value, …}"
        raise Rejected("E104", f"expected keys with values, found {shown(value)}", hint)
    return value


def _string(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Rejected("E104", f"expected a text, found {shown(value)}", "put it in quotes")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        hint = "write true or false"
        raise Rejected("E104", f"expected true or false, found {shown(value)}", hint)
    return value


SIZE = value_of(_size_mm)
DISTANCE = value_of(_distance_mm)
IDENTIFIER = value_of(identifier)
PIECE_ID = value_of(piece_id)
COPIES = value_of(copies)
LINES = value_of(lines_of)
RAW = value_of(_mapping)
STRING = value_of(_string)
FLAG = value_of(_flag)
LOOKS = value_of(_looks)
MARK = value_of(_mark)


def nothing() -> MappingNode:
    """The empty mapping of a key that was left out."""
    return MappingNode(0)


@dataclass(frozen=True, slots=True)
class SourceForm:
    """Where pieces come from: lines of the document, the reason for an own design, or both.

    `sheet` is the address of the spreadsheet online that the pieces of a list are kept in, which
    needs neither.
    """

    lines: Lines = entry(LINES, default=())
    designed: object = entry(anything, default=None)
    sheet: str = entry(STRING, default="")

    @property
    def says_nothing(self) -> bool:
        return not (self.lines or self.sheet) and self.designed in (None, "")


FAULTY_SOURCE = SourceForm()
"""Stands for a source whose faults are reported, or it would be reported as missing too."""


def _source(value: object, at: At) -> SourceForm:
    before = len(at.problems)
    found = form_of(SourceForm)(value, at)
    if len(at.problems) > before:
        return FAULTY_SOURCE
    assert isinstance(found, SourceForm)
    return found


@dataclass(frozen=True, slots=True)
class SizeForm:
    """A named size of card, in mm."""

    width: float = entry(SIZE)
    height: float = entry(SIZE)


@dataclass(frozen=True, slots=True)
class VariantForm:
    """One entry of `variants`, which are added to every piece of the list."""

    id: str = entry(PIECE_ID, stand_in=True)
    name: object = entry(anything, default=None)
    copies: int | None = entry(COPIES, default=None)
    front: MappingNode = entry(RAW, factory=nothing)
    back: MappingNode = entry(RAW, factory=nothing)


@dataclass(frozen=True, slots=True)
class PieceForm(VariantForm):
    source: SourceForm | None = entry(_source, default=None)
    struck_out: object = entry(anything, default=None)


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A spreadsheet as a list names it: its path from the folder of the list on, and a sheet.

    `sheet` is "" where the list names none.
    """

    path: str
    sheet: str


_read_pieces = list_of(entry_of(form_of(PieceForm)), least=1)
_SHEET_FILE = re.compile(
    r"(?P<path>.+?\.(?:csv|tsv|tab|txt|xlsx|xlsm|ods|xls|xlsb|fods|numbers))(?:#(?P<sheet>.*))?",
    re.IGNORECASE,
)


def _pieces_or_file(value: object, at: At) -> object:
    if not isinstance(value, str):
        return _read_pieces(value, at)
    found = _SHEET_FILE.fullmatch(value.strip())
    if found is None:
        hint = "write entries with `- `, or the name of a .csv, .xlsx or .ods file beside this one"
        at.report("E104", f"expected a list or a spreadsheet, found {shown(value)}", hint)
        return WRONG
    return SheetFile(found["path"], (found["sheet"] or "").strip())


@dataclass(frozen=True, slots=True)
class ListForm:
    kind: str = entry(STRING)
    pieces: tuple[PieceForm | Enumeration, ...] | SheetFile = entry(_pieces_or_file)
    columns: MappingNode = entry(RAW, factory=nothing)
    source: SourceForm | None = entry(_source, default=None)
    copies: int | None = entry(COPIES, default=None)
    front: MappingNode = entry(RAW, factory=nothing)
    back: MappingNode = entry(RAW, factory=nothing)
    variants: tuple[VariantForm, ...] = entry(list_of(form_of(VariantForm)), default=())
