"""Reads the value of a cell for a field, as YAML would read it in a list."""

import re

from msgspec import Struct
from msgspec import field as msgspec_field
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem
from fustella.core.words.languages import word_list_of_all
from fustella.core.words.patterns import regex, trimmed
from fustella.read.fields import FieldType
from fustella.read.nodes import FAULTY, DecimalNumber, ListNode, WholeNumber
from fustella.read.spreadsheets.cells import (
    ERRORS,
    PICTURE,
    Cell,
    Date,
    Flag,
    Number,
    Overlaid,
    Unusable,
    formula_error,
    is_picture_formula,
    plain,
    shown_of,
)
from fustella.read.spreadsheets.rich_text import RichText

_YES = {"x", "true", "1", "✓", "✔", "☑", "sim", "verdadeiro", "waar", "tak", "prawda", "ano"}
_NO = {"false", "0", "-", "–", "☐", "não", "nee", "onwaar", "nie", "fałsz", "ne"}
"""The words for false in further languages, as in CSV files: FALSO for FALSE."""

_NUMBER = regex(
    r"(?P<whole>[-+]?(?:0|[1-9][0-9]*))(?:(?P<sign>[.,])(?P<part>[0-9]+))?(?P<percent>\s*%)?"
)
_THOUSANDS = regex(r"[-+]?[1-9][0-9]{0,2}(?:([.,'’ \u00a0\u202f])[0-9]{3})+")
_AS_TEXT = "format the column as text in the spreadsheet, and type the value again"


def is_yes(word: str) -> bool:
    """Whether a word, in small letters, means yes or true."""
    return word in _YES or word in word_list_of_all("yes_words")


def is_no(word: str) -> bool:
    """Whether a word, in small letters, means no or false."""
    return word in _NO or word in word_list_of_all("no_words")


class CellReader(Struct, frozen=True):
    """Reads the cells of one sheet; faults go to `problems`.

    A cell without a usable value gives FAULTY, an empty cell None. A format that cannot be followed
    is reported once for each column. `lost` has the places of cells with a format of letters that
    texts cannot have, by the format.
    """

    comma_decimals: bool
    problems: list[Problem]
    lost: dict[str, list[Place]] = msgspec_field(default_factory=dict)
    _reported: set[tuple[str, str]] = msgspec_field(default_factory=set)

    def value(self, cell: Cell, field: FieldType, place: Place) -> object:
        """The value of a cell for a field of any type but a record."""
        cell = _with_errors(cell)
        if isinstance(cell, Overlaid):
            cell = PICTURE if field.name == "image" else ""
        if isinstance(cell, Unusable):
            return self._report_unusable(place, cell)
        if field.name == "flag":
            return self._flag(cell, field)
        shown = cell if isinstance(cell, Number) and _takes_number(field) else shown_of(cell)
        if isinstance(shown, str) and not trimmed(shown):
            return None
        return self._value_of_filled(cell, field, place)

    def _value_of_filled(self, cell: Cell, field: FieldType, place: Place) -> object:
        if field.name == "list" and field.entry is not None:
            return self._list(cell, field.entry, place)
        if field.name in ("number", "decimal"):
            return self._number(cell, place, whole=field.name == "number")
        if isinstance(cell, RichText) and field.is_text:
            for lost in cell.lost:
                self.lost.setdefault(lost, []).append(place)
            return trimmed(cell.marked if field.name == "text" else cell)
        word = self.word(cell, place)
        if field.name == "choice" and isinstance(word, str):
            alike = [known for known in field.words if known.casefold() == word.casefold()]
            return alike[0] if len(alike) == 1 else word
        return word

    def word(self, cell: Cell, place: Place) -> object:
        """The shown text of a cell, or FAULTY."""
        if isinstance(cell, Date) and cell.partial:
            return self._date(cell, place)
        shown = shown_of(_with_errors(cell))
        return (
            self._report_unusable(place, shown) if isinstance(shown, Unusable) else trimmed(shown)
        )

    def _report_unusable(self, place: Place, cell: Unusable) -> object:
        known = (place.key, cell.message)
        if cell.of_format and known in self._reported:
            return FAULTY
        self._reported.add(known)
        return self._refuse(place, cell.message, cell.hint)

    def _flag(self, cell: Cell, field: FieldType) -> object:
        if isinstance(cell, Flag):
            return cell.value
        if isinstance(cell, Number):
            cell = plain(cell.value)
        if not isinstance(cell, str):
            return cell_text(cell)
        word = trimmed(cell).casefold()
        if not word:
            return None if field.optional else False
        return True if is_yes(word) else False if is_no(word) else trimmed(cell)

    def _list(self, cell: Cell, entry: FieldType, place: Place) -> object:
        parts: list[Cell] = [cell]
        if isinstance(cell, str):
            sign = next((sign for sign in "|\n;" if sign in trimmed(cell)), ";")
            parts = [trimmed(part) for part in trimmed(cell).split(sign)]
            if parts[-1] == "":
                parts.pop()
        result = ListNode(place.line)
        for number, part in enumerate(parts, start=1):
            where = replace(place, key=f"{place.key}[{number}]")
            value = self.value(part, entry, where)
            if value is FAULTY:
                return FAULTY
            result.add(value, place.line)
        return result

    def _number(self, cell: Cell, place: Place, *, whole: bool) -> object:
        if isinstance(cell, Date):
            return self._date(cell, place)
        if not isinstance(cell, str):
            known = cell.value if isinstance(cell, Flag | Number) else cell
            return _plain_number(known) if isinstance(known, float) else known
        typed = trimmed(cell).replace("−", "-")
        if _THOUSANDS.fullmatch(typed) and (whole or not self._is_decimal(typed)):
            digits = "".join(sign for sign in typed if sign in "-+0123456789")
            hint = f"write {digits}, without a sign between the digits"
            return self._refuse(place, f'"{typed}" may be a thousand or a fraction', hint)
        match = _NUMBER.fullmatch(typed)
        if match is None or len(typed) > limits.DIGITS:
            return typed
        if match["sign"] == "," and not whole and not self.comma_decimals:
            hint = f"write {typed.replace(',', '.')}"
            return self._refuse(place, f'"{typed}" has a decimal comma', hint)
        return _number_in(match)

    def _is_decimal(self, typed: str) -> bool:
        """Whether a point before three digits is surely a decimal point in this sheet."""
        if self.comma_decimals:
            return False  # `1.500` and `1,500` are both written in such files
        return typed.count(".") == 1 and not set(typed) - set("+-.0123456789")

    def _date(self, cell: Date, place: Place) -> object:
        message = f"the spreadsheet has a date here, {cell_text(cell)}".removesuffix(", ")
        if cell.partial:
            message = f"the spreadsheet made a date of what was typed, {cell.shown}"
        return self._refuse(place, message, _AS_TEXT)

    def _refuse(self, place: Place, message: str, hint: str) -> object:
        cause = f"{place.page} {place.key}"  # how the column is typed, or formatted
        self.problems.append(Problem("E153", place, message, hint, cause=cause))
        return FAULTY


def _with_errors(cell: Cell) -> Cell:
    """The cell, or an Unusable for a text of CSV that is an error or a picture's formula."""
    if isinstance(cell, str):
        bare = trimmed(cell)
        if bare in ERRORS:
            return formula_error(bare)
        if bare[:1] == "=" and is_picture_formula(bare):
            return PICTURE
    return cell


def _takes_number(field: FieldType) -> bool:
    """Whether a field takes the number that a cell holds, not the text that the cell shows."""
    inner = field.entry if field.name == "list" and field.entry is not None else field
    return inner.name in ("number", "decimal")


def _plain_number(value: float) -> int | float:
    """A number without the last digits of its binary fraction, as a designer sees it."""
    if value == int(value) and abs(value) < 10**limits.DIGITS:
        return int(value)
    return float(plain(value))


def _number_in(match: re.Match[str]) -> int | float:
    """The number that a pattern matched; it keeps its typed form, such as `1.50`."""
    whole, part = match["whole"], match["part"] or ""
    if match["percent"]:
        return _plain_number(float(f"{whole}.{part or 0}") / 100)
    if part not in ("", "0"):
        number = f"{whole}.{part}"
        decimal = float(number)
        return decimal if match["sign"] == "," or str(decimal) == number else DecimalNumber(number)
    return int(whole) if str(int(whole)) == whole else WholeNumber(whole)


def cell_text(cell: Cell) -> str:
    """The text of a cell for headers and messages; "" for a cell without a value."""
    shown = shown_of(cell)
    return trimmed(shown) if isinstance(shown, str) else ""
