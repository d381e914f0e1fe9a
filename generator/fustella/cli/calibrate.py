"""`fustella calibrate`: writes a sheet that shows how a printer prints, and keeps the results."""

import argparse

from fustella.build.calibration import sheet_for
from fustella.build.publish import as_problem
from fustella.cli.commands.calibrate import CalibrationOptions
from fustella.cli.options import UsageError, output_folder, project_in, project_or_here
from fustella.cli.terminal import path_from_here
from fustella.core.files.journal import write_all
from fustella.core.files.project import Project
from fustella.read import Printer
from fustella.read.edit.printers import with_printer
from fustella.read.printers import PRINTERS, text_of_printers


def run(arguments: argparse.Namespace) -> int:
    options = CalibrationOptions.of(arguments)
    if options.dx is None and options.dy is None:
        return make_sheet(project_or_here(arguments.project), options)
    if options.dx is None or options.dy is None or not options.printer:
        raise UsageError("to keep what you read, write all of --printer NAME, --dx and --dy")
    measured = Printer(options.printer, options.dx, options.dy, options.duplex)
    return keep(project_in(arguments.project), measured)


def make_sheet(project: Project, options: CalibrationOptions) -> int:
    """Writes the calibration sheet; backs are moved by the offset of a printer that is known."""
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
    """Writes the measured values into printers.yaml, and shows them."""
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
