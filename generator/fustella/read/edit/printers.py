"""Writes a measured printer into the text of printers.yaml, and leaves the rest unchanged.

Numbers are replaced where they are typed, and new entries are added.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read.edit import BYTE_ORDER_MARK
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_edits import Path, SetValue, Typed, edited
from fustella.read.printers import PRINTERS, Printer, printers_in
from fustella.read.scalars import require_identifier

HEADER = """\
# Printers that were measured with `fustella calibrate`: how far their backs lie to the right
# of (dx) and below (dy) their fronts, seen from the front. `fustella build --printer NAME` moves
# the backs by as much the other way.
"""


def with_printer(text: str, printer: Printer, file: str = PRINTERS) -> tuple[str, Printer]:
    """The text of printers.yaml with `printer` in it, and the printer as that text has it.

    An empty `text` becomes a new file. A printer of unknown `duplex` keeps its old one. Raises
    ProblemsFound: E121 for a name that is no id, E510 if more than this printer would change, and
    the faults of the text.
    """
    require_identifier(printer.id, Place(file))
    known = printers_in(text.removeprefix(BYTE_ORDER_MARK), file).get(printer.id)
    wanted = printer if printer.duplex or not known else replace(printer, duplex=known.duplex)
    edits = [SetValue((printer.id, name), value) for name, value in _values(wanted).items()]
    try:
        return edited(text or HEADER, edits if known else [_added(wanted)], _order), wanted
    except EditRefused as refused:
        hint = f"write it yourself: `{_entry(wanted)}`"
        message = f"`{printer.id}` cannot be written: {refused}"
        raise ProblemsFound([Problem("E510", Place(file), message, hint)]) from None


def _order(path: Path) -> Sequence[str]:
    """The keys of a printer, in order; printers stand in the order in which they were measured."""
    return ("dx", "dy", "duplex") if path else ()


def _added(printer: Printer) -> SetValue:
    return SetValue((printer.id,), Typed(_entry(printer).partition(": ")[2]))


def _entry(printer: Printer) -> str:
    """A printer as one line of the file."""
    values = ", ".join(f"{name}: {value}" for name, value in _values(printer).items())
    return f"{printer.id}: {{{values}}}"


def _values(printer: Printer) -> dict[str, Typed]:
    lengths = {"dx": f"{printer.dx_mm:g}mm", "dy": f"{printer.dy_mm:g}mm"}
    typed = lengths | ({"duplex": printer.duplex.value} if printer.duplex else {})
    return {name: Typed(value) for name, value in typed.items()}
