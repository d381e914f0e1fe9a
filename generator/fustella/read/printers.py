"""Reads measured printers from content/printers.yaml, which a project may have.

Offsets are read off the calibration sheet against the light: the distances of the back to the right
of and below the front, seen from the front. They depend on the printer and not on the way in which
pages are turned, and so are the same for every duplex setting.
"""

from msgspec import Struct

from fustella.core.files.project import Project
from fustella.core.files.reading import is_there
from fustella.core.values.paper import Duplex, Shift
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_spelt, did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary, or_nothing, table_schema
from fustella.read.forms import (
    Form,
    Rejected,
    checked_leniently,
    entry,
    one_of,
    schema_of,
    shown,
    value_of,
)
from fustella.read.nodes import MappingNode, place_at
from fustella.read.scalars import LENGTH, length_mm
from fustella.read.source import loaded, text_of

PRINTERS = "printers.yaml"

FARTHEST_MM = 10.0
"""The largest offset: a larger one lacks its decimal point, or shows a broken printer."""

TURNS = tuple(way.value for way in Duplex if way.two_sided)
"""The duplex settings that a printer may have been measured with."""


class Printer(Struct, frozen=True):
    """The offsets of a printer: how far backs lie right of and below fronts, seen from the front.

    `duplex` is the setting with which it was measured, None if that is unknown.
    """

    id: str
    dx_mm: float
    dy_mm: float
    duplex: Duplex | None = None


def _offset_mm(value: object) -> float:
    found_mm = length_mm(value)
    if abs(found_mm) > FARTHEST_MM:
        hint = f"at most {FARTHEST_MM:g}mm; read the two numbers of the calibration sheet again"
        raise Rejected("E110", f"backs cannot be off by {shown(value)}", hint)
    return found_mm


OFFSET = value_of(_offset_mm, LENGTH.description)


class PrinterForm(Form, frozen=True):
    """A printer that was measured with `fustella calibrate`."""

    dx: float = entry(
        OFFSET, about="How far backs lie right of their fronts, as seen from the front: -0.4mm."
    )
    dy: float = entry(
        OFFSET, about="How far backs lie below their fronts, as seen from the front: 1.2mm."
    )
    duplex: str = entry(
        one_of(*TURNS), default="", about="How the printer turned the sheet when it was measured."
    )


def printers_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of content/printers.yaml, which may be empty."""
    return or_nothing(table_schema(schema_of(PrinterForm, vocabulary)))


def read_printers(project: Project) -> dict[str, Printer]:
    """The printers of printers.yaml by name. Raises ProblemsFound."""
    path = project.content / PRINTERS
    file = project.name_of(path)
    return printers_in(text_of(path, file, project.root), file) if is_there(path) else {}


def text_of_printers(project: Project) -> str:
    """The text of printers.yaml, "" where there is none. Raises ProblemsFound."""
    path = project.content / PRINTERS
    return text_of(path, project.name_of(path), project.root) if is_there(path) else ""


def printers_in(text: str, file: str) -> dict[str, Printer]:
    """The printers in the text of `file`, which may be empty. Raises ProblemsFound."""
    try:
        data = loaded(text, file)
    except ProblemsFound as faults_of_text:
        if all(problem.code == "E108" for problem in faults_of_text.problems):
            return {}
        raise
    printers: dict[str, Printer] = {}
    problems: list[Problem] = []
    for name, value in data.items():
        if not isinstance(value, MappingNode):
            hint = "write {dx: 0.4mm, dy: -1.2mm}"
            message = f"expected keys with values, found {shown(value)}"
            problems.append(Problem("E104", place_at(data, file, name), message, hint))
            continue
        form, faults = checked_leniently(PrinterForm, value, file, name)
        problems += faults
        if form is not None:
            duplex = Duplex(form.duplex) if form.duplex else None
            printers[name] = Printer(name, form.dx, form.dy, duplex)
    if problems:
        raise ProblemsFound(problems)
    return printers


def find_printer(project: Project, name: str) -> Printer:
    """A printer of printers.yaml. Raises ProblemsFound: E006."""
    printers = read_printers(project)
    if printer := printers.get(as_spelt(name, printers)):
        return printer
    near = did_you_mean(name, printers) if printers else ""
    hint = "measure the printer first: `fustella calibrate`"
    hint = f"{near} if not, {hint}" if near else hint
    place = Place(project.name_of_table(PRINTERS))
    raise ProblemsFound([Problem("E006", place, f"there is no printer `{name}`", hint)])


def shift_for(printer: Printer, duplex: Duplex) -> Shift:
    """The shift of backs on their own page that makes up for the offsets of a printer.

    Seen from the front, a back must move by (-dx, -dy). Turning over the long edge exchanges left
    and right, so that it is (+dx, -dy) on the back page; turning over the short edge exchanges up
    and down, and it is (-dx, +dy).
    """
    if not duplex.two_sided:
        return Shift()
    if duplex is Duplex.SHORT_EDGE:
        return Shift(-printer.dx_mm, printer.dy_mm)
    return Shift(printer.dx_mm, -printer.dy_mm)
