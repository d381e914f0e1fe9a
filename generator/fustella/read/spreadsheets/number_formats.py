"""Shows numbers, dates and texts in a number format, as spreadsheet programs do.

Where the standard, ECMA-376, is silent, Excel decides. A format whose text depends on the computer,
on the width of the column or on the program cannot be followed; this is reported where its cell is
printed.
"""

from fustella.read.spreadsheets.cells import Cell, Date, Number, Unusable
from fustella.read.spreadsheets.digits import number_shown, texts_shown
from fustella.read.spreadsheets.moments import date_shown, is_made_of_figures
from fustella.read.spreadsheets.sections import (
    GENERAL,
    FormatSection,
    NumberFormat,
    UnsupportedFormat,
)

BUILT_IN = {
    **{0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00"},
    **{5: "$#,##0_);($#,##0)", 6: "$#,##0_);[Red]($#,##0)"},
    **{7: "$#,##0.00_);($#,##0.00)", 8: "$#,##0.00_);[Red]($#,##0.00)"},
    **{9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??"},
    **{14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM"},
    **{19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm"},
    **{37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)"},
    **{39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)"},
    41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
    42: '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
    44: '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
    **{45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@"},
}
"""The formats that a workbook names only by number (ECMA-376-1, 18.8.30).

Formats 14 and 22 depend on the computer; dates of ISO 8601 stand for them here.
"""

_HINT = (
    "give all cells in this format another one in the spreadsheet, or format them as text and type "
    "them again"
)
_LONGEST_SAID = 60
"""The most letters of a format in a message."""


def shown(value: float, form: NumberFormat, from_1904: bool, language: str = "") -> Cell:
    """The cell of a number in a format.

    `language` is the language of months and days for a format without one; "" is unknown.
    """
    section = None
    text: str | Unusable
    try:
        section, signed = _section_for(value, form)
        if section.fault:
            raise UnsupportedFormat(section.fault)
        if section.kind == "date":
            text = date_shown(value, section, from_1904, language)
        else:
            text = number_shown(value, section, signed)
    except UnsupportedFormat as why:
        text = _unusable_format(form, str(why))
    if section is not None and section.kind == "date":
        return Date(text, partial=isinstance(text, str) and is_made_of_figures(section.tokens))
    return Number(value, text)


def text_shown(text: str, form: NumberFormat) -> str | Unusable:
    """A text as a format shows it: unchanged, hidden by `;;;`, or with a word by `@" x"`."""
    section = form.texts
    if section is None:
        return text
    return (
        _unusable_format(form, section.fault)
        if section.fault
        else texts_shown(section.tokens, text)
    )


def _unusable_format(form: NumberFormat, why: str) -> Unusable:
    code = "".join(sign if sign.isprintable() else " " for sign in form.code)
    if len(code) > _LONGEST_SAID:
        code = f"{code[:_LONGEST_SAID]}…"
    return Unusable(f"the format {code} of the cell cannot be followed: {why}", _HINT, True)


def _section_for(value: float, form: NumberFormat) -> tuple[FormatSection, bool]:
    """The section for a number, and whether a minus goes before the text of the section.

    A section only for numbers below zero gets no minus: it may have its own sign. Raises
    UnsupportedFormat.
    """
    sections = form.numbers or (form.texts or GENERAL,)
    first, below = sections[0], value < 0
    if len(sections) == 1:
        if first.operator and not first.holds(value):
            return GENERAL, below
        return first, below and not first.only_negative
    second, third = sections[1], sections[2] if len(sections) == 3 else None
    if first.holds(value) if first.operator else value > 0 or (value == 0 and third is None):
        return first, below and not first.only_negative
    alone = first.all_but_negative if first.operator else True
    if second.operator and not second.holds(value):
        if third is None or (third.operator and not third.holds(value)):
            raise UnsupportedFormat("none of its conditions is true")
        return third, below and not (alone or second.all_but_negative)
    if third and not second.operator and first.operator:
        raise UnsupportedFormat("programs do not agree which numbers its second section is for")
    if second.operator or third is None:
        if below and first.operator in ("<", "<=") and not second.operator:
            raise UnsupportedFormat("programs do not agree whether there is a minus")
        return second, below and not (alone or second.only_negative)
    return (second, False) if below else (third, False)
