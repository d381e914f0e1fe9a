"""Writes a measured printer into the text of printers.yaml, and leaves the rest unchanged.

Numbers are replaced where they are typed, and new entries are added. Then the text is read again,
and refused if anything else has changed.
"""

from collections.abc import Sequence

import yaml
from msgspec.structs import replace

from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read.edit import BYTE_ORDER_MARK
from fustella.read.edit.scalars import Scalar, events_in, scalars_in
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
    body = text.removeprefix(BYTE_ORDER_MARK)
    before = printers_in(body, file)
    known = before.get(printer.id)
    wanted = printer if printer.duplex or not known else replace(printer, duplex=known.duplex)
    line_end = "\r\n" if "\r\n" in body else "\n"
    if known:
        after = _with_new_values(body, wanted, line_end)
    else:
        lines = body or HEADER
        gap = "" if lines.endswith(("\n", "\r")) else line_end
        after = f"{lines}{gap}{_entry(wanted)}{line_end}"
    if _printers(after) != before | {printer.id: wanted}:
        hint = f"write it yourself: `{_entry(wanted)}`"
        message = f"`{printer.id}` cannot be written without changing more than it"
        raise ProblemsFound([Problem("E510", Place(file), message, hint)])
    return text[: len(text) - len(body)] + after, wanted


def _printers(text: str) -> dict[str, Printer]:
    """The printers in a text; {} if it is broken."""
    try:
        return printers_in(text, PRINTERS)
    except ProblemsFound:
        return {}


def _entry(printer: Printer) -> str:
    """A printer as one line of the file."""
    values = ", ".join(f"{name}: {value}" for name, value in _values(printer).items())
    return f"{printer.id}: {{{values}}}"


def _values(printer: Printer) -> dict[str, str]:
    lengths = {"dx": f"{printer.dx_mm:g}mm", "dy": f"{printer.dy_mm:g}mm"}
    return lengths | ({"duplex": printer.duplex.value} if printer.duplex else {})


def _with_new_values(text: str, printer: Printer, line_end: str) -> str:
    """The text, in which new values of a printer replace the old ones."""
    events = events_in(text)
    typed = {scalar.key: scalar for scalar in scalars_in(events)}
    changes: list[tuple[int, int, str]] = []
    for name, value in _values(printer).items():
        scalar, last = typed.get(f"{printer.id}.{name}"), typed[f"{printer.id}.dy"]
        if scalar:
            changes.append((scalar.start, scalar.end, value))
        elif _in_braces(events, last):
            changes.append((last.end, last.end, f", {name}: {value}"))
        else:  # a line of its own before that of `dy`, which may have a comment behind it
            start = text.rfind("\n", 0, last.start) + 1
            line = text[start : last.start]
            indent = line[: len(line) - len(line.lstrip())]
            changes.append((start, start, f"{indent}{name}: {value}{line_end}"))
    for start, end, value in sorted(changes, reverse=True):
        text = text[:start] + value + text[end:]
    return text


def _in_braces(events: Sequence[yaml.Event], scalar: Scalar) -> bool:
    """Whether the mapping around a value is written in braces."""
    open_now: list[bool] = []
    for event in events[: scalar.event]:
        if isinstance(event, yaml.CollectionStartEvent):
            open_now.append(bool(event.flow_style))
        elif isinstance(event, yaml.CollectionEndEvent):
            open_now.pop()
    return open_now[-1]
