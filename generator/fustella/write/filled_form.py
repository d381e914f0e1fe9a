"""Reads what was typed into the fields of a PDF form, whichever program filled it in."""

import io
import logging
from typing import Final

from fustella.core.processes import limits

_EMPTY: Final = ("", "Off")


class NotAForm(Exception):
    """Raised, with the reason, for a file that is no PDF with fields, or cannot be read."""


def fields_of_form(data: bytes) -> dict[str, str]:
    """The values of the filled fields of a PDF by their names; a ticked box has any word.

    Raises NotAForm.
    """
    from pypdf import PdfReader  # noqa: PLC0415  (only for filled forms)
    from pypdf.generic import BooleanObject  # noqa: PLC0415

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its remarks are about damaged files
    try:
        fields = PdfReader(io.BytesIO(data)).get_fields() or {}
        if len(fields) > limits.NAMES:
            raise NotAForm(f"it has more than {limits.NAMES:,} fields")
        values = {}
        for name, field in fields.items():
            value = field.value
            if value is None or isinstance(value, BooleanObject | list):
                continue
            text = str(value)
            chosen = field.field_type == "/Btn"  # its value is a name, or text that was one
            values[str(name)] = text.removeprefix("/") if chosen else text
    except NotAForm:
        raise
    except Exception as fault:  # pypdf raises whatever its parts raise for a damaged file
        raise NotAForm(f"its PDF cannot be read ({type(fault).__name__})") from None
    return {name: value for name, value in values.items() if value not in _EMPTY}
