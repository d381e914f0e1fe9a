"""Printers that were measured: content/printers.yaml, which a project may do without.

What is kept is what the calibration sheet shows, held to the light: how far the back lies to the
right of and below its front, as seen from the front. That is where the printer puts the ink on the
paper, whichever way the pages are turned in between, so it holds for every way of turning.
"""

from dataclasses import dataclass

from fustella.core.paper import Duplex, Shift
from fustella.core.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.project import Project
from fustella.read.forms import Rejected, checked, entry, one_of, shown, value_of
from fustella.read.nodes import MappingNode
from fustella.read.scalars import length_mm
from fustella.read.source import loaded, text_of

PRINTERS = "printers.yaml"

FILE = f"content/{PRINTERS}"
"""As a designer knows it."""

FARTHEST_MM = 10.0
"""A printer that is off by more needs no number but a repair, or the number lacks its point."""

TURNS = tuple(way.value for way in Duplex if way.two_sided)
"""The ways of printing on both sides that a printer may be known for."""


@dataclass(frozen=True, slots=True)
class Printer:
    """How far the backs of a printer lie to the right of and below their fronts, seen from these.

    `duplex` is the way of turning that it was measured with, None when that was not said.
    """

    id: str
    dx_mm: float
    dy_mm: float
    duplex: Duplex | None = None


def _error_mm(value: object) -> float:
    found = length_mm(value)
    if abs(found) > FARTHEST_MM:
        hint = f"at most {FARTHEST_MM:g}mm; read the two numbers of the calibration sheet again"
        raise Rejected("E110", f"backs that are off by {shown(value)}", hint)
    return found


OFFSET = value_of(_error_mm)


@dataclass(frozen=True, slots=True)
class PrinterForm:
    """A printer; lengths in mm, signed."""

    dx: float = entry(OFFSET)
    dy: float = entry(OFFSET)
    duplex: str = entry(one_of(*TURNS), default="")


def read_printers(project: Project) -> dict[str, Printer]:
    """The printers of content/printers.yaml by name, none without it. Raises ProblemsFound."""
    path = project.content / PRINTERS
    return printers_in(text_of(path, FILE), FILE) if path.is_file() else {}


def printers_in(text: str, file: str) -> dict[str, Printer]:
    """The printers of a text; none in one without any entry. Raises ProblemsFound."""
    try:
        data = loaded(text, file)
    except ProblemsFound as found:
        if all(problem.code == "E108" for problem in found.problems):
            return {}
        raise
    printers: dict[str, Printer] = {}
    problems: list[Problem] = []
    for name, value in data.items():
        try:
            printers[name] = _printer(name, value, Place(file, data.lines[name], name))
        except ProblemsFound as faults:
            problems += faults.problems
    if problems:
        raise ProblemsFound(problems)
    return printers


def _printer(printer: str, value: object, place: Place) -> Printer:
    if not isinstance(value, MappingNode):
        hint = "write {dx: 0.4mm, dy: -1.2mm}"
        raise ProblemsFound([Problem("E104", place, "expected keys with values", hint)])
    form = checked(PrinterForm, value, place.file, (printer,))
    return Printer(printer, form.dx, form.dy, Duplex(form.duplex) if form.duplex else None)


def find_printer(project: Project, name: str) -> Printer:
    """A printer of content/printers.yaml. Raises ProblemsFound: E006."""
    printers = read_printers(project)
    if name in printers:
        return printers[name]
    near = did_you_mean(name, printers) if printers else ""
    hint = "; or ".join(filter(None, (near, "measure it first: `fustella calibrate`")))
    place = Place(FILE)
    raise ProblemsFound([Problem("E006", place, f"there is no printer `{name}`", hint)])


def shift_for(printer: Printer, duplex: Duplex) -> Shift:
    """How far the backs are moved on their own page so that this printer puts them in place.

    Seen from the front, the back must move by (-dx, -dy). Whoever turns a sheet over its long
    edge sees left and right exchanged, so on the back page that is (+dx, -dy); over the short edge
    up and down are exchanged, and it is (-dx, +dy).
    """
    if not duplex.two_sided:
        return Shift()
    if duplex is Duplex.SHORT_EDGE:
        return Shift(-printer.dx_mm, printer.dy_mm)
    return Shift(printer.dx_mm, -printer.dy_mm)
