"""`fustella calibrate`: a sheet that shows how a printer prints, and what it showed."""

import argparse
from pathlib import Path

from msgspec import Struct

from fustella.build.calibration import sheet_for
from fustella.build.publish import as_problem
from fustella.cli.options import UsageError, output_folder, project_in, project_or_here
from fustella.cli.terminal import path_from_here
from fustella.core.journal import write_all
from fustella.core.paper import Duplex
from fustella.core.project import Project
from fustella.read import Printer
from fustella.read.edit.printers import with_printer
from fustella.read.printers import PRINTERS, text_of_printers


class SheetOptions(Struct, frozen=True):
    """The sheet to be written; "" for a printer that is not known."""

    paper: str
    duplex: Duplex | None
    language: str
    printer: str
    output: Path | None


def run(asked: argparse.Namespace) -> int:
    duplex = Duplex(asked.duplex) if asked.duplex else None
    if asked.dx is None and asked.dy is None:
        sheet = SheetOptions(asked.paper, duplex, asked.language, asked.printer, asked.output)
        return make_sheet(project_or_here(asked.project), sheet)
    if asked.dx is None or asked.dy is None or not asked.printer:
        raise UsageError("to keep what you read, write all of --printer NAME, --dx and --dy")
    return keep(project_in(asked.project), Printer(asked.printer, asked.dx, asked.dy, duplex))


def make_sheet(project: Project, options: SheetOptions) -> int:
    """Write the calibration sheet; for a printer that is kept, with its backs moved."""
    duplex = options.duplex.value if options.duplex else None
    sheet = sheet_for(project, options.paper, duplex, options.language, options.printer)
    path = output_folder(project, options.output) / sheet.file
    if sheet.printer is not None:
        print(_line(sheet.printer))
    with as_problem(path):
        write_all(path.parent, {path: sheet.pdf})
    print(path_from_here(path))
    return 0


def keep(project: Project, measured: Printer) -> int:
    """Write what was measured into printers.yaml, and show it."""
    path = project.content / PRINTERS
    before = text_of_printers(project)
    text, kept = with_printer(before, measured, project.name_of(path))
    with as_problem(path, elsewhere=False):
        write_all(project.root, {path: text.encode()})
    print(f"{project.name_of(path)}: {_line(kept)}")
    again = f"fustella calibrate --printer {kept.id}"
    print(f"print the sheet once more with `{again}`: it should read 0 and 0")
    return 0


def _line(printer: Printer) -> str:
    turned = f", {printer.duplex.value}" if printer.duplex else ""
    return f"{printer.id}: dx {printer.dx_mm:g} mm, dy {printer.dy_mm:g} mm{turned}"
