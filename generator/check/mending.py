"""Which repair would make a printed number what it should be, if a machine may write it."""

from fractions import Fraction

from generator.check.expressions import shown
from generator.check.fields import Field, number_in, said
from generator.claims import Repair


def mended(field: Field, path: str, wanted: Fraction) -> tuple[tuple[Repair, ...], str]:
    """The repair of one field, or why there is none.

    A whole number stays one, and a piece is printed once at least: the content knows nothing else.
    """
    found, new = number_in(field.value), shown(wanted)
    if found is None:
        return (), f"`{path}` is no number"
    if isinstance(found, int) and wanted.denominator != 1:
        return (), f"`{path}` is a whole number, and {new} is none"
    if path == "copies" and wanted < 1:
        return (), f"{new} copies cannot be printed"
    return (Repair(field.place, said(field.value), new),), ""
