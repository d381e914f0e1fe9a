"""Shows numbers in sections of a format: as decimals, with exponents, as fractions, or general."""

from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from typing import Final

from fustella.read.spreadsheets.sections import FormatSection, FormatToken, UnsupportedFormat

_LONGEST_GENERAL = 11
"""The most signs of a number without a format, besides its minus."""
_PLACES = "0#?"
_BELOW = "0#?123456789"
_LONGEST_BELOW = 9
"""The most digits of a denominator."""
_NO_REST = 5e-8
"""The rest at which a continued fraction ends."""
_EXACT = Context(prec=1000, rounding=ROUND_HALF_UP, Emax=10_000, Emin=-10_000)
"""The context for arithmetic without rounding, even of a large number with many percent signs."""
_SIX = Context(prec=6, rounding=ROUND_HALF_UP)


def general(value: float) -> str:
    """The text of a number in a cell without a format, up to 11 signs long: `3`, `0.333333333`.

    Whole numbers have all their digits, up to 15.
    """
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    short = repr(value)
    if len(short) <= _LONGEST_GENERAL and "e" not in short:
        return short
    number = _decimal(abs(value))
    size = number.adjusted()
    shown = ""
    if -5 < size < 11:
        shown = _without_zeros(f"{_rounded_number(number, max(min(9, 9 - size), 0)):f}")
    elif size < 0:
        shown = _without_zeros(f"{number:f}")
    if not shown or len(shown) > _LONGEST_GENERAL:
        mantissa, _, power = f"{_SIX.plus(number):.5E}".partition("E")
        shown = f"{_without_zeros(mantissa)}E{power[0]}{power[1:].zfill(2)}"
    return f"-{shown}" if value < 0 else shown


def _without_zeros(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def _decimal(value: float) -> Decimal:
    """A number with the 15 digits that spreadsheet programs calculate with."""
    # 17 digits would show the binary fraction: 1.005 as 1.0049999999999999.
    return Decimal(f"{value:.15g}")


def _rounded_number(number: Decimal, places: int) -> Decimal:
    """Rounds a number to `places` decimals, halves away from zero."""
    return number.quantize(Decimal(1).scaleb(-places, _EXACT), context=_EXACT)


def number_shown(value: float, section: FormatSection, signed: bool) -> str:
    """The text of a number in a section without dates, with a minus if it is `signed`.

    Raises UnsupportedFormat.
    """
    tokens, minus = section.tokens, "-" * signed
    if section.kind == "text":
        return texts_shown(tokens, f"{minus}{general(abs(value))}")
    if section.kind == "general":
        digits = general(abs(value))
        return minus + "".join(digits if each.kind == "general" else each.typed for each in tokens)
    if section.kind == "words":
        if minus and tokens:
            raise UnsupportedFormat(
                "programs do not agree whether there is a minus before its words"
            )
        return "".join(token.typed for token in tokens)
    percents = sum(token.kind == "percent" for token in tokens)
    number = _decimal(abs(value)).scaleb(2 * percents, _EXACT)
    pieces, is_zero = _WAYS[section.kind](number, tokens)
    shown = "".join(pieces.get(at, token.typed) for at, token in enumerate(tokens))
    return shown if is_zero else f"{minus}{shown}"


def texts_shown(tokens: Sequence[FormatToken], text: str) -> str:
    """The text that the text section of a format shows for a text, once or more often."""
    return "".join(text if token.kind == "value" else token.typed for token in tokens)


def _places(tokens: Sequence[FormatToken], start: int, end: int) -> list[int]:
    return [at for at, token in enumerate(tokens) if start <= at < end and token.kind == "digit"]


def _index_of(tokens: Sequence[FormatToken], kind: str) -> int:
    """The index of the first token of a kind; without any, the number of all tokens."""
    return next((at for at, token in enumerate(tokens) if token.kind == kind), len(tokens))


def _in_decimals(number: Decimal, tokens: Sequence[FormatToken]) -> tuple[dict[int, str], bool]:
    """The text of each sign of a format like `#,##0.00`, and whether all digits are 0."""
    point = _index_of(tokens, "point")
    whole, part = _places(tokens, 0, point), _places(tokens, point, len(tokens))
    grouped, thousands, pieces = _commas(tokens, whole)
    number = _rounded_number(number.scaleb(-3 * thousands, _EXACT), len(part))
    return {**pieces, **_digits(number, tokens, whole, part, grouped)}, not number


def _digits(
    number: Decimal,
    tokens: Sequence[FormatToken],
    whole: Sequence[int],
    part: Sequence[int],
    grouped: bool,
) -> dict[int, str]:
    """The digits for each place of a format, before and after the point."""
    before, _, behind = f"{number:f}".partition(".")
    before = before.lstrip("0")
    pieces = _before_point(before, tokens, whole, grouped)
    if not whole and before:
        pieces[_index_of(tokens, "point")] = f"{before}."
    left = len(behind.rstrip("0"))
    for nth, at in enumerate(part):
        sign = tokens[at].typed
        shows = nth < left or sign == "0"
        pieces[at] = behind[nth] if shows else " " if sign == "?" else ""
    return pieces


def _before_point(
    digits: str, tokens: Sequence[FormatToken], places: Sequence[int], grouped: bool = False
) -> dict[int, str]:
    """The digits for each place of a whole number; surplus digits go to the first place."""
    pieces: dict[int, str] = {}
    fill = {"0": "0", "#": "", "?": " "}
    count = 0
    for nth, at in enumerate(reversed(places)):
        end = len(digits) - nth
        start = 0 if nth == len(places) - 1 else end - 1
        shown = digits[max(start, 0) : max(end, 0)] or fill[tokens[at].typed]
        piece = ""
        for sign in reversed(shown):
            if grouped and count and count % 3 == 0:
                piece = ("," if sign != " " else " ") + piece
            piece, count = sign + piece, count + 1
        pieces[at] = piece
    return pieces


def _commas(
    tokens: Sequence[FormatToken], whole: Sequence[int]
) -> tuple[bool, int, dict[int, str]]:
    """Whether commas separate thousands, how many divide by 1000, and their places.

    Each place has an empty text. Raises UnsupportedFormat for any other comma.
    """
    grouped, thousands, pieces = False, 0, {}
    kinds = ["", *(token.kind for token in tokens if token.kind != "comma"), ""]
    left = 0
    for at, token in enumerate(tokens):
        if token.kind != "comma":
            left += 1
            continue
        between = kinds[left : left + 2] == ["digit", "digit"]
        if between and whole and whole[0] < at < whole[-1]:
            grouped = True
        elif kinds[left] in ("digit", "point") and (
            kinds[left + 1] == "point" or "digit" not in kinds[left + 1 :]
        ):
            thousands += 1
        else:
            raise UnsupportedFormat("a comma in it belongs to no digits")
        pieces[at] = ""
    return grouped, thousands, pieces


def _in_exponent(number: Decimal, tokens: Sequence[FormatToken]) -> tuple[dict[int, str], bool]:
    """Writes a number in a format such as `0.00E+00`; returns the text of each sign of the format.

    In `##0.0E+0` the exponent is a multiple of 3. The second value tells whether the number became
    0.
    """
    mark, point = _index_of(tokens, "exponent"), _index_of(tokens, "point")
    whole = _places(tokens, 0, min(point, mark))
    part, raised = _places(tokens, point, mark), _places(tokens, mark, len(tokens))
    if not raised or not (whole or part) or mark < point < len(tokens):
        raise UnsupportedFormat("it has an exponent without digits")
    step = max(len(whole), 1)
    size = number.adjusted() + (not whole) if number else 0
    power = size - size % step
    mantissa = _rounded_number(number.scaleb(-power, _EXACT), len(part))
    if mantissa >= 10 ** len(whole) and (whole or mantissa):
        power += step
        mantissa = _rounded_number(number.scaleb(-power, _EXACT), len(part))
    pieces = _digits(mantissa, tokens, whole, part, grouped=False)
    pieces.update(_before_point(str(abs(power)).lstrip("0"), tokens, raised))
    sign = tokens[mark].typed[1]
    pieces[mark] = tokens[mark].typed[0] + ("-" if power < 0 else sign.strip("-"))
    return pieces, not mantissa


def _in_fraction(number: Decimal, tokens: Sequence[FormatToken]) -> tuple[dict[int, str], bool]:
    """The text of each sign of a format like `# ?/?` or `# ??/16`."""
    line = _index_of(tokens, "slash")
    start, end = line, line + 1
    while start and tokens[start - 1].kind == "digit":
        start -= 1
    while end < len(tokens) and tokens[end].typed in _BELOW:
        end += 1
    whole, over = _places(tokens, 0, start), range(start, line)
    below = "".join(token.typed for token in tokens[line + 1 : end])
    fixed = int(below) if below.isdecimal() else 0
    known = bool(fixed) or (below and not below.strip(_PLACES))
    if not over or not known or len(below) > _LONGEST_BELOW or _places(tokens, end, len(tokens)):
        raise UnsupportedFormat("there are no digits above or below the line of its fraction")
    grouped, thousands, pieces = _commas(tokens[:start], whole)
    if thousands:
        raise UnsupportedFormat("a comma in it belongs to no digits")
    units = number.to_integral_value(ROUND_DOWN) if whole else Decimal(0)
    rest = number - units
    if fixed:
        numerator, denominator = int(_rounded_number(_EXACT.multiply(rest, fixed), 0)), fixed
    else:
        numerator, denominator = _near_fraction(float(number) - float(units), 10 ** len(below) - 1)
    if whole and numerator == denominator:
        units, numerator = units + 1, 0
    pieces |= _before_point(f"{units:f}" if units else "", tokens, whole, grouped)
    if whole and not units and not numerator:
        pieces[whole[-1]] = "0"
    pieces |= dict.fromkeys(range(line, end), "")
    if whole and not numerator:
        pieces |= dict.fromkeys(over, " ") | dict.fromkeys(range(line, end), " ")
    else:
        pieces |= _before_point(str(numerator), tokens, over)
        shown = str(denominator)
        width = len(below)
        pieces[line] = f"/{shown.zfill(width) if '0' in below else shown.ljust(width)}"
    return pieces, not units and not numerator


def _near_fraction(value: float, largest: int) -> tuple[int, int]:
    """The fraction that programs show for a value, with a denominator of at most `largest`.

    It is not the nearest fraction, but the last convergent of the continued fraction in floating
    point: Excel shows 0.7 as 2/3 where the denominator has one digit.
    """
    above, below, above_before, below_before = 1, 0, 0, 1
    rest = value
    while True:
        units = int(rest)
        next_above, next_below = units * above + above_before, units * below + below_before
        if next_below > largest:
            return above, below
        above, below, above_before, below_before = next_above, next_below, above, below
        rest -= units
        if rest < _NO_REST:
            return above, below
        rest = 1 / rest


_WAYS: Final = {"number": _in_decimals, "exponent": _in_exponent, "fraction": _in_fraction}
