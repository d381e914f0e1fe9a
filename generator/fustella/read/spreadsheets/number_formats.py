"""Numbers as a spreadsheet shows them: percentages, leading zeros, dates.

Only what designers use for cards is followed; a number in any other format is shown as it is.
"""

import re
from datetime import datetime, timedelta
from functools import cache

from msgspec import Struct

from fustella.core import limits
from fustella.core.patterns import regex
from fustella.read.spreadsheets.cells import Cell, Date, Number

BUILT_IN = {
    **{0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"},
    **{14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM"},
    **{19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm"},
    **{45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0"},
}
"""The formats that a workbook names by numbers alone. 14 depends on the computer; ISO does not."""

_LITERAL = regex(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]', re.IGNORECASE)
_DATE_SIGN = regex(r"[ymdhs]", re.IGNORECASE)
_DATE_TOKEN = regex(r"AM/PM|\[h+\]|y+|m+|d+|h+|s+|\"[^\"]*\"|\\.|.", re.IGNORECASE)
_DIGITS = regex(
    r'(?P<before>(?:[^#0?.,%"\\]|"[^"]*"|\\.)*)(?P<whole>[#0,?]+)(?:\.(?P<part>[0#?]+))?(?P<after>.*)'
)
_DAY_0 = datetime(1899, 12, 30)
_DAY_0_OF_1904 = datetime(1904, 1, 1)
_LAST_DAY = 2_958_466


def plain(value: float) -> str:
    """A number with no more digits than it needs: `3`, `0.1`."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.15g}"


class NumberFormat(Struct, frozen=True):
    """What `shows` needs of the code of a format."""

    code: str
    is_date: bool
    has_year: bool
    has_day: bool


@cache
def number_format(code: str) -> NumberFormat:
    """What a format shows; one that is longer than any program keeps shows numbers plainly."""
    if len(code) > limits.FORMAT_LETTERS:
        code = "General"
    bare = _LITERAL.sub("", code.partition(";")[0])
    is_date = bool(_DATE_SIGN.search(bare)) and "general" not in bare.lower()
    lower = bare.lower()
    return NumberFormat(code, is_date, "y" in lower, "d" in lower)


def shown(value: float, form: NumberFormat, from_1904: bool) -> Cell:
    """The cell of a number in a format."""
    if form.is_date:
        return _date(value, form, from_1904)
    return Number(value, _number(value, form.code))


def _number(value: float, code: str) -> str:
    sections = code.split(";")
    section = sections[1] if value < 0 and len(sections) > 1 and sections[1] else sections[0]
    found = _DIGITS.fullmatch(re.sub(r"\[[^\]]*\]|_.|\*.", "", section))
    if found is None or re.search(r"[#0?/eE@]|%.*%", found["after"]):
        return plain(value)
    value = abs(value) if section is not sections[0] else value
    places = len(found["part"] or "")
    value *= 100 ** found["after"].count("%")
    digits = f"{abs(value):.{places}f}"
    whole, _, part = digits.partition(".")
    kept = max((found["part"] or "").rfind("0") + 1, 0)
    while len(part) > kept and part.endswith("0"):
        part = part[:-1]
    whole = whole.zfill(found["whole"].count("0"))
    if "," in found["whole"].rstrip(","):
        whole = f"{whole[: len(whole) % 3 or 3]}" + "".join(
            f",{whole[at : at + 3]}" for at in range(len(whole) % 3 or 3, len(whole), 3)
        )
    sign = "-" if value < 0 and digits.strip("0.") else ""
    number = f"{whole}.{part}" if part else whole
    return f"{_words(found['before'])}{sign}{number}{_words(found['after'])}"


def _words(literal: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)', lambda found: found[1] or found[2] or "", literal)


def _date(value: float, form: NumberFormat, from_1904: bool) -> Cell:
    if not 0 <= value < _LAST_DAY:
        return Number(value, plain(value))
    day_0 = _DAY_0_OF_1904 if from_1904 else _DAY_0
    moment = day_0 + timedelta(seconds=round(value * 86_400))
    only_time = not form.has_year and not form.has_day and value < 1
    if only_time:
        return Date(_in_tokens(moment, form.code, value), partial=False)
    numeric = not re.search(r"mmm|ddd|\[", form.code, re.IGNORECASE)
    iso = moment.date().isoformat()
    text = _in_tokens(moment, form.code, value) if numeric else iso
    return Date(text, partial=not (form.has_year and form.has_day))


def _in_tokens(moment: datetime, code: str, value: float) -> str:
    """A moment by the signs of a format: `dd/mm/yyyy`; `m` behind hours means minutes."""
    tokens = _DATE_TOKEN.findall(re.sub(r"\[\$[^\]]*\]|;.*", "", code))
    halves = any(token.upper() == "AM/PM" for token in tokens)
    text, last = "", ""
    for number, token in enumerate(tokens):
        low = token.lower()
        behind = next((t.lower()[0] for t in tokens[number + 1 :] if t[0].lower() in "ymdhs"), "")
        if low == "am/pm":
            text += "AM" if moment.hour < 12 else "PM"
        elif low.startswith("[h"):
            text, last = text + str(int(round(value * 86_400) // 3600)), "h"
        elif low[0] not in "ymdhs" or token[0] in '"\\':
            text += _words(token)
        else:
            numbers = {"y": moment.year, "d": moment.day, "s": moment.second}
            numbers["h"] = moment.hour % 12 or 12 if halves else moment.hour
            is_minute = low[0] == "m" and (last == "h" or behind == "s")
            numbers["m"] = moment.minute if is_minute else moment.month
            if low[0] == "y":
                text += f"{moment.year % 100:02}" if len(low) < 3 else str(moment.year)
            else:
                text += str(numbers[low[0]]).zfill(min(len(low), 2))
            last = low[0]
    return text
