"""Divides the code of a number format into sections, and each section into signs.

The codes follow ECMA-376, part 1, 18.8.30 and 18.8.31. A section with an unknown code has a fault.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.words.patterns import regex

_TOKEN = regex(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<wide>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General)|(?P<half>AM/PM|A/P)|(?P<exponent>E[+-])"
    r"|(?P<fraction>(?<=[sS\]])\.0+)|(?P<date>y+|m+|d+|h+|s+|g+|e+|b+)|(?P<sign>.)",
    re.IGNORECASE | re.DOTALL,
)
_COLOUR = regex(r"black|blue|cyan|green|magenta|red|white|yellow|color ?[0-9]{1,2}", re.IGNORECASE)
_CONDITION = regex(
    r"(<=|>=|<>|<|>|=) *([-+]?[0-9]+(?:\.[0-9]+)?(?:E[-+]?[0-9]{1,3})?)", re.IGNORECASE
)
_ELAPSED = regex(r"h+|m+|s+", re.IGNORECASE)
_SYMBOL = regex(
    r"\$(?P<symbol>[^\]]*?)(?:-(?P<language>[0-9A-F]{1,8}|[A-Z]{1,3}-[-A-Z0-9,]+))?", re.IGNORECASE
)
_WESTERN = ("1", "100", "101")
"""The digits for the western calendar and digits, before the last four of a language's number."""
_SYSTEM = ("f800", "f400", "x-sysdate", "x-systime")
_UNCLOSED = '"\\_*['
_SIGNS: Final = {
    **{"0": "digit", "#": "digit", "?": "digit", ".": "point", ",": "comma", "%": "percent"},
    **{"/": "slash", "@": "value"},
}


_THAI_DIGITS = frozenset((*range(59, 63), *range(67, 71)))
OF_LANGUAGES = _THAI_DIGITS | frozenset((*range(27, 37), *range(50, 59), *range(71, 82)))
"""The numbers of formats for Chinese, Japanese, Korean and Thai without a code in a workbook."""


class UnsupportedFormat(Exception):
    """Raised for a format that is not supported, with the reason."""


class FormatToken(Struct, frozen=True):
    """A sign of a section: its kind, and the characters typed."""

    kind: str
    typed: str


class FormatSection(Struct, frozen=True):
    """One section of a format, between two semicolons.

    Its `kind` is number, exponent, fraction, general, text, date, or words. `operator` and `limit`
    are its condition, `language` is the number behind the hyphen in `[$€-407]`, and a section with
    a `fault` is not followed.
    """

    kind: str
    tokens: tuple[FormatToken, ...]
    operator: str = ""
    limit: float = 0.0
    language: str = ""
    fault: str = ""

    def holds(self, value: float) -> bool:
        """Whether the condition of the section is true for a number."""
        return (value > self.limit) - (value < self.limit) in _COMPARED[self.operator]

    @property
    def only_negative(self) -> bool:
        """Whether the condition is true only for numbers below zero."""
        return (self.operator == "<" and self.limit <= 0) or (
            self.operator in ("<=", "=") and self.limit < 0
        )

    @property
    def all_but_negative(self) -> bool:
        """Whether the condition, by the rule of Excel, is false only for numbers below zero."""
        return (self.operator in (">", ">=") and self.limit <= 0) or (
            self.operator == "<>" and self.limit < 0
        )


_COMPARED: Final = {"<": (-1,), "<=": (-1, 0), "<>": (-1, 1), ">": (1,), ">=": (0, 1), "=": (0,)}
GENERAL: Final = FormatSection("general", (FormatToken("general", ""),))


class NumberFormat(Struct, frozen=True):
    """The sections of a format with a `code`: up to three for numbers, and the one for texts."""

    code: str
    numbers: tuple[FormatSection, ...]
    texts: FormatSection | None


@cache
def number_format(code: str) -> NumberFormat:
    """The sections of the code of a format."""
    if len(code) > limits.FORMAT_LETTERS:
        return _faulty_format(code, f"it is longer than {limits.FORMAT_LETTERS} letters")
    if not code.strip():
        return NumberFormat(code, (GENERAL,), None)
    sections = [_section(signs) for signs in _signs_of_sections(code)]
    texts = sections.pop() if len(sections) == 4 or sections[-1].kind == "text" else None
    if len(sections) > 3 or any(section.kind == "text" for section in sections):
        return _faulty_format(code, "it has more sections than there can be")
    return NumberFormat(code, tuple(sections), texts)


def _faulty_format(code: str, fault: str) -> NumberFormat:
    return NumberFormat(code, (FormatSection("number", (), fault=fault),), None)


def of_a_language(number: int) -> NumberFormat:
    """The format of a number that means different formats in different languages."""
    kind = "number" if number in _THAI_DIGITS else "date"
    fault = "it is another one in each language of the program"
    return NumberFormat(f"no. {number}", (FormatSection(kind, (), fault=fault),), None)


def _signs_of_sections(code: str) -> list[list[re.Match[str]]]:
    sections: list[list[re.Match[str]]] = [[]]
    for sign in _TOKEN.finditer(code):
        if sign["sign"] == ";":
            sections.append([])
        else:
            sections[-1].append(sign)
    return sections


def _section(signs: Sequence[re.Match[str]]) -> FormatSection:
    brackets = [each["bracket"] for each in signs if each["bracket"] is not None]
    faults: list[str] = []
    condition, language = None, ""
    for typed in brackets:
        condition = _CONDITION.fullmatch(typed) or condition
        if symbol := _SYMBOL.fullmatch(typed):
            language = symbol["language"] or language
    tokens = _with_clocks([token for each in signs for token in _tokens(each, faults)])
    if len(language) > 4 and "-" not in language and language[:-4].lstrip("0") not in _WESTERN:
        faults.append("it has the digits or the calendar of another language")
    if language.lower() in _SYSTEM:
        faults.append("it shows what the settings of the computer say")
    if not tokens and brackets and not language:  # a colour or a condition alone
        tokens = GENERAL.tokens
    kind = _kind_of({token.kind for token in tokens})
    faults += _contradictions(kind, tokens)
    fault = faults[0] if faults else ""
    if condition is None:
        return FormatSection(kind, tokens, language=language.lower(), fault=fault)
    limit = float(condition[2])
    return FormatSection(kind, tokens, condition[1], limit, language.lower(), fault)


def _with_clocks(tokens: list[FormatToken]) -> tuple[FormatToken, ...]:
    """The signs of a section, in which signs of a time of day get the kind `clock`.

    `m` means minutes behind hours and before seconds, and months elsewhere.
    """
    units = [at for at, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    letters = ["", *(tokens[at].typed[0].lower() for at in units), ""]
    for nth, at in enumerate(units, start=1):
        is_minute = letters[nth - 1] == "h" or letters[nth + 1] == "s"
        is_minute &= letters[nth] == "m" and len(tokens[at].typed) < 3
        if tokens[at].kind == "date" and (letters[nth] in "hs" or is_minute):
            tokens[at] = FormatToken("clock", tokens[at].typed)
    return tuple(tokens)


def _tokens(sign: re.Match[str], faults: list[str]) -> Sequence[FormatToken]:
    """The tokens of a sign of the code; signs that cannot be followed go to `faults`."""
    kind = str(sign.lastgroup)
    typed = sign[kind]
    if kind == "bracket":
        return _in_brackets(typed, faults)
    if kind == "fill":
        if typed != " ":
            faults.append(f"*{typed} fills the width of the column in the spreadsheet")
        return ()
    if kind == "sign" and typed in _UNCLOSED:
        faults.append(f"nothing belongs to its {typed}")
    if kind == "date" and typed[0] in "gebGEB":
        faults.append(f"`{typed}` shows a year of another calendar")
    if kind in ("quoted", "escaped", "wide"):
        return (FormatToken("words", " " if kind == "wide" else typed),)
    return (FormatToken(_SIGNS.get(typed, "words") if kind == "sign" else kind, typed),)


def _in_brackets(typed: str, faults: list[str]) -> Sequence[FormatToken]:
    if _ELAPSED.fullmatch(typed):
        return (FormatToken("elapsed", typed),)
    if symbol := _SYMBOL.fullmatch(typed):
        return (FormatToken("words", symbol["symbol"]),) if symbol["symbol"] else ()
    if not _COLOUR.fullmatch(typed) and not _CONDITION.fullmatch(typed):
        faults.append(f"[{typed}] is not known")
    return ()


def _kind_of(kinds: set[str]) -> str:
    if kinds & {"date", "clock", "elapsed", "half"}:
        return "date"
    for kind, name in (("value", "text"), ("general", "general"), ("exponent", "exponent")):
        if kind in kinds:
            return name
    if "digit" in kinds:
        return "fraction" if "slash" in kinds else "number"
    return "words"


_TOGETHER: Final = {
    "date": {"date", "clock", "elapsed", "half", "fraction", "point", "comma", "slash"},
    "text": {"value", "point", "comma", "slash"},
    "general": {"general", "point", "comma", "slash"},
    "fraction": {"digit", "slash", "comma", "percent"},
    "exponent": {"digit", "point", "exponent", "percent"},
    "number": {"digit", "point", "comma", "percent"},
    "words": {"point", "comma", "percent", "slash"},
}
"""The kinds of signs that a section may have besides words, by the section's kind."""


def _contradictions(kind: str, tokens: Sequence[FormatToken]) -> list[str]:
    """The faults of signs that do not belong into a section of this kind."""
    kinds = [token.kind for token in tokens]
    faults = [
        f"`{token.typed}` does not go with the rest of it"
        for token in tokens
        if token.kind != "words" and token.kind not in _TOGETHER[kind]
    ]
    if any(kinds.count(kind_of_format) > 1 for kind_of_format in ("general", "exponent")):
        faults.append("it shows the number twice")
    if kind == "fraction" and kinds.count("slash") > 1:
        faults.append("it has two lines of fractions")
    return faults
