"""Makes the calibration sheet of a project for a paper and a printer."""

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.inputs import paper_named
from fustella.core.files.project import WORDS, Project
from fustella.core.geometry.shapes import Size
from fustella.core.values.paper import Duplex, Paper, Shift
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_spelt, did_you_mean
from fustella.read import Printer, find_printer, read_papers, read_words, shift_for
from fustella.write.calibration import SMALLEST, Calibration, calibration_pdf

ROLL_CUT_MM = 420.0
"""The length that is cut off a roll for the sheet."""


class CalibrationSheet(Struct, frozen=True):
    """A calibration sheet, still to be written to `file`; `printer` is None if none was named."""

    file: str
    pdf: bytes
    printer: Printer | None


def sheet_for(
    project: Project, paper_id: str, duplex: str | None, language: str, printer: str
) -> CalibrationSheet:
    """The calibration sheet for a paper and a printer; printer "" stands for any printer.

    Without `duplex`, the sheet is turned as the printer turns it, or else over the long edge.
    Raises ProblemsFound: E003, E005, E006, E301, and the problems of the table of words.
    """
    paper = _paper_of_sheet(paper_named(project, read_papers(project), paper_id))
    known = find_printer(project, printer) if printer else None
    usual = (known.duplex if known else None) or Duplex.LONG_EDGE
    way = Duplex(duplex) if duplex else usual
    shift = shift_for(known, way) if known else Shift()
    words = read_words(project)
    language = as_spelt(language, words.languages)
    if language not in words.languages:
        hint = did_you_mean(language, words.languages)
        message = f"there are no words in the language `{language}`"
        place = Place(project.name_of_table(WORDS))
        raise ProblemsFound([Problem("E005", place, message, hint)])
    pdf = calibration_pdf(Calibration(paper, way, language, printer, shift, words))
    turning = way.value if way is not Duplex.LONG_EDGE else ""
    name = "-".join(filter(None, ("calibration", paper.id, turning, printer)))
    return CalibrationSheet(f"{name}.pdf", pdf, known)


def _paper_of_sheet(paper: Paper) -> Paper:
    """The paper, or a length cut off a roll. Raises ProblemsFound: E301 if it is too small."""
    if paper.roll:
        return replace(paper, size=Size(paper.size.width_mm, ROLL_CUT_MM))
    if SMALLEST.fits_in(paper.size):
        return paper
    size = paper.size
    message = (
        f"the calibration sheet needs {SMALLEST.width_mm:g} x {SMALLEST.height_mm:g} mm; "
        f"{paper.id} is {size.width_mm:g} x {size.height_mm:g} mm"
    )
    hint = "calibrate with larger paper: the printer is off by as much"
    raise ProblemsFound([Problem("E301", Place("papers.yaml", key=paper.id), message, hint)])
