"""Shows dates and times in sections of a format.

Spreadsheets count days from 1900 or from 1904.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import cache

from msgspec import Struct

from fustella.core.words.languages import ENGLISH, languages, word_list
from fustella.read.spreadsheets.sections import FormatSection, FormatToken, UnsupportedFormat

_DAY_0 = date(1899, 12, 30)
_DAY_0_OF_1904 = date(1904, 1, 1)
_DAYS_TO_1904 = 1462
_LAST_DAY = 2_958_466
_NO_LEAP_DAY = 60
"""The number of the day that Excel calls the 29th of February 1900, which never was."""


@cache
def _language_of(form: str) -> str | None:
    """The language of the names of months and days in a format; None if it is unknown.

    The language of a format is a number, of which the last four hexadecimal digits count, or a tag.
    Austria has other names than Germany, and some countries of America than Spain.
    """
    if form.split("-", maxsplit=1)[0] == ENGLISH or form[-2:] == "09":
        return ENGLISH
    form = form if "-" in form else form[-4:].zfill(4)
    return next((each for each in languages() if form in word_list("date_formats", each)), None)


class Moment(Struct, frozen=True):
    """The moment of a number of days: its date, and its time since day 0 in parts of a second.

    If days count from 1900, `day` is None before March 1900: Excel has a leap day in that year, so
    that programs show different days for one number.
    """

    day: date | None
    ticks: int
    per_second: int

    @property
    def hour(self) -> int:
        return self.elapsed("h") % 24

    @property
    def minute(self) -> int:
        return self.elapsed("m") % 60

    @property
    def second(self) -> int:
        return self.elapsed("s") % 60

    def elapsed(self, unit: str) -> int:
        """The whole hours, minutes or seconds since day 0: `h`, `m` or `s`."""
        return self.ticks // (self.per_second * {"h": 3600, "m": 60, "s": 1}[unit])

    def fraction(self, places: int) -> str:
        """The first `places` digits of the fraction of a second."""
        digits = f"{self.ticks % self.per_second + self.per_second}"
        return digits[1 : places + 1]


def moment_of(value: float, places: int, from_1904: bool, *, clock: bool) -> Moment | None:
    """The moment of a number of days, its seconds rounded to `places`; None if it is no date.

    Without a `clock`, only the day counts, and nothing is rounded.
    """
    if not 0 <= value < _LAST_DAY:
        return None
    per_second = 10**places
    exact = Decimal(f"{value:.15g}") * 86_400 * per_second
    ticks = int(exact.to_integral_value(ROUND_HALF_UP if clock else ROUND_FLOOR))
    days = ticks // (86_400 * per_second)
    if days >= _LAST_DAY - from_1904 * _DAYS_TO_1904:
        return None
    day_0 = _DAY_0_OF_1904 if from_1904 else _DAY_0
    # Up to day 60 counts are one off, for Lotus took 1900 for a leap year (ECMA-376-1, 18.17.4.1).
    known = from_1904 or days > _NO_LEAP_DAY
    return Moment(day_0 + timedelta(days=days) if known else None, ticks, per_second)


def is_made_of_figures(tokens: Sequence[FormatToken]) -> bool:
    """Whether a format is one that programs themselves give to a typed 1/2 or 3-25."""
    dates = [token.typed.lower() for token in tokens if token.kind == "date"]
    years = [typed for typed in dates if typed[0] == "y"]
    has_day = any(typed in ("d", "dd") for typed in dates)
    has_month = any(typed[0] == "m" for typed in dates)
    return has_month and has_day != bool(years) and not any(len(year) > 2 for year in years)


def date_shown(value: float, section: FormatSection, from_1904: bool, language: str) -> str:
    """The text of a number of days in a section for dates and times. Raises UnsupportedFormat.

    `language` is the language of months and days for a section without one.
    """
    kinds = {token.kind for token in section.tokens}
    places = max((len(t.typed) - 1 for t in section.tokens if t.kind == "fraction"), default=0)
    clock = not kinds.isdisjoint(("clock", "elapsed", "half"))
    moment = moment_of(value, places, from_1904, clock=clock)
    if moment is None:
        raise UnsupportedFormat("the number is no date")
    spoken = _language_of(section.language or language)
    if "half" in kinds and section.language and spoken != ENGLISH:
        raise UnsupportedFormat("it shows halves of the day in another language than English")
    hours = 12 if "half" in kinds else 24
    return "".join(_sign(token, moment, spoken, hours) for token in section.tokens)


def _sign(token: FormatToken, moment: Moment, spoken: str | None, hours: int) -> str:
    """The text of a sign of a format for a moment. Raises UnsupportedFormat."""
    typed = token.typed.lower()
    if token.kind == "half":
        late = moment.hour >= 12
        return ("PM" if late else "AM") if len(typed) > 3 else token.typed[2 * late]
    if token.kind == "fraction":
        return f".{moment.fraction(len(typed) - 1)}"
    if token.kind == "elapsed":
        return str(moment.elapsed(typed[0])).zfill(len(typed))
    if token.kind == "clock":
        hour = moment.hour if hours == 24 else moment.hour % 12 or 12
        number = {"h": hour, "m": moment.minute, "s": moment.second}[typed[0]]
        return str(number).zfill(min(len(typed), 2))
    return _of_day(typed, moment.day, spoken) if token.kind == "date" else token.typed


def _of_day(typed: str, day: date | None, spoken: str | None) -> str:
    """The text of a sign like `yyyy` or `mmm` for a day. Raises UnsupportedFormat."""
    letter, width = typed[0], len(typed)
    if day is None:
        raise UnsupportedFormat("programs show different days before March 1900")
    if letter == "y":
        return f"{day.year % 100:02}" if width < 3 else str(day.year)
    if width < 3:
        return str(day.day if letter == "d" else day.month).zfill(width)
    if spoken is None:
        raise UnsupportedFormat(
            "it names a month or a day, in a language that the file does not say"
        )
    days, months = word_list("days", spoken), word_list("months", spoken)
    # The days begin with Sunday, which is 7 in ISO 8601.
    name = days[day.isoweekday() % 7] if letter == "d" else months[day.month - 1]
    if width in (3, 5) and spoken != ENGLISH:
        raise UnsupportedFormat(
            "programs do not agree how they shorten the name of its month or day"
        )
    return name[:3] if width == 3 else name[0] if width == 5 and letter == "m" else name
