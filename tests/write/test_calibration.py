"""The calibration sheet, read by others as a person does who holds it against the light."""

import io
import math
from collections.abc import Iterator
from itertools import pairwise

import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Size
from fustella.core.values.paper import Duplex, Margins, Paper, Shift
from fustella.core.words.printed import CALIBRATION, ToolWords
from fustella.read import Printer, shift_for
from fustella.write import Calibration, calibration_pdf
from fustella.write.calibration import FRAMES_MM, SMALLEST
from tests.helpers.pdf_reader import Painted, Part, painted

MM = 25.4 / 72
WORDS = ToolWords()
A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
LETTER = Paper("Letter", Size(215.9, 279.4), Margins.all_round(5))
LEAST = Paper("least", SMALLEST, Margins.all_round(5))
TURNS = [way for way in Duplex if way.two_sided]


class Sheet:
    """The lines, circles and words of both pages, in mm from the top-left corner."""

    def __init__(self, paper: Paper, duplex: Duplex, shift: Shift | None = None, language="en",
                 printer="") -> None:  # fmt: skip
        self.paper = paper
        self.content = calibration_pdf(
            Calibration(paper, duplex, language, printer, shift or Shift())
        )
        pages = painted(self.content)
        self.front, self.back = ([*_lines(page)] for page in pages)
        self.rings, self.dots = ([*_circles(page)] for page in pages)
        self.frames = [*_frames(pages[0])]
        self.letters = pages[0].letters

    def words(self) -> list[dict]:
        """Those of the front."""
        with pdfplumber.open(io.BytesIO(self.content)) as pdf:
            return pdf.pages[0].extract_words()

    @property
    def middle(self) -> tuple[float, float]:
        return self.paper.size.width_mm / 2, self.paper.size.height_mm / 2

    def cross(self) -> tuple[float, float]:
        """Where the two long lines of the back cross."""
        (upright,) = [x0 for x0, _, x1, _ in self.back if abs(x0 - x1) < 1e-3]
        (level,) = [y0 for _, y0, _, y1 in self.back if abs(y0 - y1) < 1e-3]
        return upright, level

    def reading(self, error: tuple[float, float], duplex: Duplex) -> tuple[float, float]:
        """dx and dy as read on the scales, for a printer that shifts backs by `error`."""
        x, y = self.cross()
        width_mm, height_mm = self.paper.size.width_mm, self.paper.size.height_mm
        if duplex is Duplex.SHORT_EDGE:
            y = height_mm - y
        else:
            x = width_mm - x
        x, y = x + error[0], y + error[1]
        return x - self.zero(across=True), y - self.zero(across=False)

    def zero(self, across: bool) -> float:
        """The place of a scale's strongest tick, the middle one of 41."""
        x, y = self.middle
        if across:  # the ticks that end on the level line above the middle
            ticks = sorted({x0 for x0, _, x1, y1 in self.front
                            if abs(x0 - x1) < 1e-3 and abs(y1 - (y - 26)) < 1e-3})  # fmt: skip
        else:
            ticks = sorted({y0 for _, y0, x1, y1 in self.front
                            if abs(y0 - y1) < 1e-3 and abs(x1 - (x - 26)) < 1e-3})  # fmt: skip
        assert len(ticks) == 41
        steps = [after - before for before, after in pairwise(ticks)]
        assert all(abs(step - 0.5) < 1e-3 for step in steps)
        return ticks[20]


def _lines(page: Painted) -> Iterator[tuple[float, float, float, float]]:
    for part in page.parts:
        if part.corners == 2 and not part.curved:
            yield part.left, part.top, part.right, part.bottom


def _frames(page: Painted) -> Iterator[Part]:
    for part in page.parts:
        if part.stroked and part.corners > 2 and not part.curved:
            yield part


def _circles(page: Painted) -> Iterator[tuple[float, float, float]]:
    """The middle of each, and its radius."""
    for part in page.parts:
        if part.curved:
            radius = (part.right - part.left) / 2
            yield part.left + radius, (part.top + part.bottom) / 2, radius


offsets_mm = st.floats(-5, 5).map(lambda mm: round(mm, 2))


@settings(max_examples=8, deadline=None)  # two sheets each; what is read is linear in both
@given(st.sampled_from((A4, LETTER)), st.sampled_from(TURNS), offsets_mm, offsets_mm)
def test_calibration_sheet_reads_printer_error_and_zero_once_shifted(paper, duplex, dx_mm, dy_mm):
    read = Sheet(paper, duplex).reading((dx_mm, dy_mm), duplex)
    assert read == pytest.approx((dx_mm, dy_mm), abs=2e-3)
    shift = shift_for(Printer("office", *read), duplex)
    again = Sheet(paper, duplex, shift, printer="office").reading((dx_mm, dy_mm), duplex)
    assert again == pytest.approx((0, 0), abs=2e-3)


@pytest.mark.parametrize("asked", TURNS)
@pytest.mark.parametrize("turned", TURNS)
def test_back_dot_on_turned_paper_lies_in_ring_of_that_turn(asked, turned):
    """The word below that ring names the turn, so that a sheet shows how its printer turns."""
    sheet = Sheet(A4, asked)
    ((x, y, _),) = sheet.dots
    if turned is Duplex.SHORT_EDGE:
        y = 297 - y
    else:
        x = 210 - x
    (ring,) = [one for one in sheet.rings if math.dist(one[:2], (x, y)) < 1e-3]
    as_asked = (asked is Duplex.SHORT_EDGE) == (turned is Duplex.SHORT_EDGE)
    assert (ring[1] < 297 / 2) == as_asked  # the upper ring is for the way that was asked for
    below = [word["text"] for word in sheet.words()
             if abs((word["x0"] + word["x1"]) / 2 * MM - ring[0]) < 1
             and 0 < word["top"] * MM - ring[1] < 6]  # fmt: skip
    assert below == ["short-edge" if turned is Duplex.SHORT_EDGE else "long-edge"]


@pytest.mark.parametrize("paper", [A4, LETTER, LEAST], ids=lambda paper: paper.id)
def test_rulers_and_frames_on_any_paper_are_exact(paper):
    sheet = Sheet(paper, Duplex.LONG_EDGE)
    lengths = [math.dist(line[:2], line[2:]) for line in sheet.front]
    assert sum(abs(length - 100) < 1e-3 for length in lengths) == 2
    assert sorted(round(box.left, 3) for box in sheet.frames) == [float(mm) for mm in FRAMES_MM]
    for box in sheet.frames:
        assert box.right == pytest.approx(paper.size.width_mm - box.left)
        assert box.top == pytest.approx(box.left, abs=1e-3)
        assert box.bottom == pytest.approx(paper.size.height_mm - box.left, abs=1e-3)


@pytest.mark.parametrize("printer", ["", "the-printer-in-the-attic"])
@pytest.mark.parametrize("language", WORDS.languages)
@pytest.mark.parametrize("paper", [A4, LEAST], ids=lambda paper: paper.id)
def test_words_in_any_language_lie_inside_frames_and_off_scales(paper, language, printer):
    sheet = Sheet(paper, Duplex.SHORT_EDGE, language=language, printer=printer)
    inner, (_, middle) = FRAMES_MM[-1], sheet.middle
    reading = [letter for letter in sheet.letters if letter.size_pt > 7]
    assert reading
    for letter in reading:
        assert letter.left > inner and letter.right < paper.size.width_mm - inner
        assert letter.top > inner and letter.bottom < paper.size.height_mm - inner
        beside_a_scale = 40 < abs(letter.left - paper.size.width_mm / 2) < 52
        sentence = letter.size_pt in (8.0, 10.0) and not beside_a_scale
        assert not sentence or letter.bottom < middle - 50 or letter.top > middle + 50


def test_calibration_words_in_every_language_have_same_keys():
    english = WORDS.section(CALIBRATION, "en")
    for language in WORDS.languages:
        words = WORDS.section(CALIBRATION, language)
        assert words.keys() == english.keys()
        assert "{printer}" in words["check"]
    assert WORDS.section(CALIBRATION, "fi") == english


def test_calibration_pdf_of_equal_sheets_gives_equal_bytes():
    sheet = Calibration(A4, Duplex.LONG_EDGE, "it", "", Shift())
    assert calibration_pdf(sheet) == calibration_pdf(sheet)
