"""Writes lengths as a layout has them, in the unit and the form in which they were typed."""

import re

from msgspec import Struct

from fustella.core.geometry.units import parse_length_mm
from fustella.core.words.patterns import regex

_TERM = regex(r"(\s*)([-+]?)(\s*)(\d{1,9}(?:\.\d{1,9})?)(\s*)(%|[a-zA-Z]+)")
"""Matches a term of a measure: `40%`, ` - 10mm`."""

_DECIMALS = {"mm": (2, 1), "pt": (2, 1), "cm": (3, 2), "in": (4, 3)}
"""The decimals of a number that was typed so, and those of one that was measured, by unit."""

_FINEST_MM = 0.1
"""The step of a share: it is not coarser than this, on whichever face."""

_EXACT = 6


class _Term(Struct):
    """A term of a measure, with the blanks around it as typed; `number` is below 0 after a `-`."""

    before: str
    sign: str
    between: str
    number: str
    gap: str
    unit: str

    @property
    def of_whole(self) -> bool:
        return self.unit == "%"

    def mm(self, whole_mm: float) -> float:
        number = float(self.number) * (-1 if self.sign == "-" else 1)
        if self.of_whole:
            return number * whole_mm / 100
        return number * parse_length_mm(f"1{self.unit}")

    def set(self, value: float, first: bool) -> None:
        self.number = _plain(abs(value), _EXACT)
        if first:
            self.sign = "-" if value < 0 else ""
            self.between = "" if not self.sign else self.between
        else:
            self.sign = "-" if value < 0 else "+"

    def __str__(self) -> str:
        return "".join((self.before, self.sign, self.between, self.number, self.gap, self.unit))


def retyped(typed: str, mm: float, whole_mm: float, unit: str = "mm") -> str:
    """A measure of another length, written as `typed` is; "" takes the `unit`.

    A share stays a share. Of `100% - 10mm` the share stays as it is, and the length changes.
    Numbers with more than two decimals were measured, and are rounded.
    """
    terms = [_Term(*match) for match in _TERM.findall(typed)]
    lengths = [term for term in terms if not term.of_whole]
    if not terms or whole_mm <= 0:
        return f"{_tidy(mm / parse_length_mm(f'1{unit}'), unit)}{unit}"
    changing = (lengths or terms)[-1]
    rest_mm = sum(term.mm(whole_mm) for term in terms if term is not changing)
    if changing.of_whole:
        value = float(_plain((mm - rest_mm) / whole_mm * 100, _decimals_of_share(whole_mm)))
    else:
        value = float(_tidy((mm - rest_mm) / parse_length_mm(f"1{changing.unit}"), changing.unit))
    changing.set(value, first=changing is terms[0])
    if value == 0 and len(terms) > 1:
        terms.remove(changing)
    return "".join(map(str, terms)).strip()


def _decimals_of_share(whole_mm: float) -> int:
    decimals = 1
    while whole_mm / 100 / 10**decimals > _FINEST_MM:
        decimals += 1
    return decimals


def _tidy(value: float, unit: str) -> str:
    """A number as a designer would type it in a unit."""
    typed, measured = _DECIMALS[unit]
    exact = round(value, _EXACT)
    return _plain(exact, typed if round(exact, typed) == exact else measured)


def _plain(value: float, decimals: int) -> str:
    """A number without needless zeros, and without a sign if it is nothing."""
    text = re.sub(r"\.?0+$", "", f"{value:.{decimals}f}") if decimals else f"{value:.0f}"
    return "0" if text in ("-0", "") else text
