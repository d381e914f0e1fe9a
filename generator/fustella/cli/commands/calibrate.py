"""Declares `fustella calibrate`: its help and its options."""

import re
from pathlib import Path

from fustella.build import TURNED
from fustella.cli.options import DUPLEX, LANGUAGE, OUTPUT, PAPER, PROJECT
from fustella.cli.parser import Command
from fustella.core.geometry.units import parse_length_mm
from fustella.core.values.options import Mistyped, OneOf, Options, option
from fustella.core.values.paper import Duplex

_MAX_OFFSET_MM = 10.0

_OFFSET_DIGITS = 2
"""The decimals of a millimetre that are kept: no ruler and no printer is more exact."""


def _offset_mm(typed: str) -> float:
    """Reads a signed length with a comma or a point, in millimetres where it has no unit."""
    number = typed.strip().replace(",", ".").replace("\u2212", "-")  # the sign that the sheet shows
    try:
        length_mm = parse_length_mm(number if re.search(r"[a-z]", number) else f"{number}mm")
    except ValueError:
        raise Mistyped(f"{typed} is no length; write 0.4 or -1.2") from None
    if abs(length_mm) > _MAX_OFFSET_MM:
        hint = f"at most {_MAX_OFFSET_MM:g} mm; did you forget the point?"
        raise Mistyped(f"no printer is off by {typed} mm: {hint}")
    return round(length_mm, _OFFSET_DIGITS) + 0.0  # never -0


class CalibrationOptions(Options, frozen=True, kw_only=True):
    """The options of a calibration: a sheet to write, or `dx` and `dy` as read on a sheet."""

    printer: str = option(
        "--printer NAME",
        str.lower,
        default="",
        completes="printer",
        about="a name of your own for the printer, in small letters, digits and hyphens",
    )
    dx: float | None = option(
        "--dx MM", _offset_mm, default=None, about="what you read on the sheet; + is to the right"
    )
    dy: float | None = option(
        "--dy MM", _offset_mm, default=None, about="what you read on the sheet; + is down"
    )
    duplex: Duplex | None = DUPLEX.but(
        reader=OneOf(
            (duplex for duplex in Duplex if duplex.two_sided), f"{TURNED}; another one is separate"
        ),
        default=None,
        group="",
        about="how the printer turns the sheet to print its back (default: long-edge); separate: "
        "you put the sheets in again for their backs",
    )
    paper: str = PAPER.but(group="")
    language: str = LANGUAGE.but(usual="en", about="the language of the sheet: en (default), de, …")
    output: Path | None = OUTPUT.but(default=None)


COMMAND = Command(
    "Make a sheet to print on both sides, on which you read how far your printer puts backs off "
    "their fronts. Then give the two numbers: they are kept in printers.yaml, and every build with "
    "this --printer moves its backs by them.",
    entry="calibrate:run",
    signed=True,
    examples=(
        "fustella calibrate                                      # 1. print the sheet",
        "fustella calibrate --printer office --dx 0.4 --dy -1.2  # 2. what you read",
        "fustella calibrate --printer office                     # 3. should read 0, 0",
        "fustella build --printer office                         # 4. from now on",
    ),
    options=(*CalibrationOptions.declared(), PROJECT),
)
