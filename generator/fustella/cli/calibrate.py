"""`fustella calibrate`: a sheet that shows how a printer prints, and what it showed."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from fustella.build.publish import as_problem
from fustella.cli.arguments import add_project, project_of
from fustella.core.files import replace_all, unfinished
from fustella.core.paper import Duplex
from fustella.core.project import Project
from fustella.core.units import parse_length_mm

if TYPE_CHECKING:
    from fustella.read.printers import Printer


_FARTHEST_MM = 10.0

_PLACES = 2
"""Of millimetres: finer than anybody reads, and than any printer prints."""

_NEGATIVE = re.compile(r"-[\d.,].*")
_TURNS = tuple(way.value for way in Duplex if way.two_sided)


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `calibrate` to the command line."""
    parser = commands.add_parser(
        "calibrate",
        help="measure a printer, so that backs meet fronts",
        description=calibrate.__doc__,
    )
    # Or argparse takes `-1.2mm` and `-1,2` for options, and only `-1.2` for a number.
    parser._negative_number_matcher = _NEGATIVE
    parser.add_argument("--printer", metavar="NAME", default="", help="a name of your own for it")
    parser.add_argument("--dx", metavar="MM", type=_offset_mm, help="read on the sheet; right is +")
    parser.add_argument("--dy", metavar="MM", type=_offset_mm, help="read on the sheet; down is +")
    parser.add_argument(
        "--duplex", choices=_TURNS, help="how the printer turns the sheet (default: long-edge)"
    )
    parser.add_argument("--paper", metavar="P", default="A4", help="A4 (default), Letter, …")
    parser.add_argument("--language", metavar="L", default="en", help="of the sheet: en, it or es")
    parser.add_argument(
        "--output", metavar="DIR", type=Path, help="default: output/ in the project's folder"
    )
    add_project(parser)
    parser.set_defaults(command=calibrate, refuse=parser.error)


def calibrate(options: argparse.Namespace) -> int:
    """Make a sheet that shows how far backs lie off their fronts, or keep what it showed.

    Without numbers: the sheet, for a printer that is kept with its backs moved. With --printer,
    --dx and --dy: keep them in content/printers.yaml, for `fustella build --printer NAME`.
    """
    numbers = [number for number in (options.dx, options.dy) if number is not None]
    if numbers and (len(numbers) < 2 or not options.printer):
        options.refuse("to keep what the sheet shows, give --printer NAME, --dx and --dy")
    project = project_of(options)
    if numbers:
        _keep(project, options)
    else:
        _make_sheet(project, options)
    return 0


def _offset_mm(text: str) -> float:
    """A signed length as typed: millimetres without a unit, with a comma or a point, to 0.01 mm."""
    number = text.strip().replace(",", ".").replace("\u2212", "-")  # the sign that the sheet shows
    try:
        found = parse_length_mm(number if re.search(r"[a-z]", number) else f"{number}mm")
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no length; write 0.4 or -1.2") from None
    if abs(found) > _FARTHEST_MM:
        hint = f"at most {_FARTHEST_MM:g} mm; did you forget the point?"
        raise argparse.ArgumentTypeError(f"no printer is off by {text} mm: {hint}")
    return round(found, _PLACES) + 0.0  # never -0


def _keep(project: Project, options: argparse.Namespace) -> None:
    """Write what was measured into content/printers.yaml, and show it."""
    from fustella.read.edit.printers import with_printer  # noqa: PLC0415
    from fustella.read.printers import FILE, PRINTERS, Printer  # noqa: PLC0415

    path = project.content / PRINTERS
    duplex = Duplex(options.duplex) if options.duplex else None
    measured = Printer(options.printer, options.dx, options.dy, duplex)
    with as_problem(path):
        before = path.read_bytes().decode() if path.exists() else ""
    text, kept = with_printer(before, measured)
    _write(path, text.encode())
    print(f"{FILE}: {_shown(kept)}")
    again = f"fustella calibrate --printer {kept.id}"
    print(f"print the sheet once more with `{again}`: it should read 0 and 0")


def _make_sheet(project: Project, options: argparse.Namespace) -> None:
    """Write the calibration sheet, for a printer that is kept or for one that is not known."""
    from fustella.build.calibration import sheet_for  # noqa: PLC0415

    sheet = sheet_for(project, options.paper, options.duplex, options.language, options.printer)
    path = (options.output or project.root / "output").absolute() / sheet.file
    if sheet.printer is not None:
        print(_shown(sheet.printer))
    with as_problem(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, sheet.pdf)
    here = Path.cwd()
    print((path.relative_to(here) if path.is_relative_to(here) else path).as_posix())


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all. Raises ProblemsFound: E401."""
    temporary = unfinished(path)
    with as_problem(path):
        try:
            temporary.write_bytes(data)
            replace_all([(temporary, path)])
        finally:
            temporary.unlink(missing_ok=True)


def _shown(printer: "Printer") -> str:
    turned = f", {printer.duplex.value}" if printer.duplex else ""
    return f"{printer.id}: dx {printer.dx_mm:g} mm, dy {printer.dy_mm:g} mm{turned}"
