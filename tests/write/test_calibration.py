"""The calibration sheet, read with pdfplumber as a person does who holds it against the light."""

import io
import math
from functools import cache
from itertools import pairwise

import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry import Size
from fustella.core.paper import Duplex, Margins, Paper, Shift
from fustella.core.words import CALIBRATION, ToolWords
from fustella.read import Printer, shift_for
from fustella.write.calibration import FRAMES_MM, SMALLEST, Calibration, calibration_pdf

MM = 25.4 / 72
WORDS = ToolWords()
A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
LETTER = Paper("Letter", Size(215.9, 279.4), Margins.all_round(5))
LEAST = Paper("least", SMALLEST, Margins.all_round(5))
TURNS = [way for way in Duplex if way.two_sided]


Box = tuple[float, float, float, float]


@cache
def pages_of(asked: Calibration) -> tuple[dict[str, list], dict[str, list]]:
    """What pdfplumber finds on the front and on the back."""
    with pdfplumber.open(io.BytesIO(calibration_pdf(asked))) as pdf:
        front, back = (
            {"lines": page.lines, "curves": page.curves, "chars": page.chars,
             "words": page.extract_words()} for page in pdf.pages
        )  # fmt: skip
    return front, back


class Sheet:
    """The lines, circles and words of both pages, in mm from the top-left corner."""

    def __init__(self, paper: Paper, duplex: Duplex, shift: Shift | None = None, language="en",
                 printer="") -> None:  # fmt: skip
        self.paper = paper
        asked = Calibration(paper, duplex, language, printer, shift or Shift())
        pages = pages_of(asked)
        self.front, self.back = ([_box(one) for one in page["lines"]] for page in pages)
        self.rings, self.dots = (self._circles(page["curves"]) for page in pages)
        self.chars = [(*_box(char), char["size"]) for char in pages[0]["chars"]]
        self.words = pages[0]["words"]

    @staticmethod
    def _circles(curves: list) -> list[tuple[float, float, float]]:
        boxes = map(_box, curves)
        return [((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2) for x0, y0, x1, y1 in boxes]

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


def _box(found: dict) -> Box:
    return found["x0"] * MM, found["top"] * MM, found["x1"] * MM, found["bottom"] * MM


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
    below = [word["text"] for word in sheet.words
             if abs((word["x0"] + word["x1"]) / 2 * MM - ring[0]) < 1
             and 0 < word["top"] * MM - ring[1] < 6]  # fmt: skip
    assert below == ["short-edge" if turned is Duplex.SHORT_EDGE else "long-edge"]


@pytest.mark.parametrize("paper", [A4, LETTER, LEAST], ids=lambda paper: paper.id)
def test_rulers_and_frames_on_any_paper_are_exact(paper):
    sheet = Sheet(paper, Duplex.LONG_EDGE)
    lengths = [math.dist(line[:2], line[2:]) for line in sheet.front]
    assert sum(abs(length - 100) < 1e-3 for length in lengths) == 2
    data = calibration_pdf(Calibration(paper, Duplex.LONG_EDGE, "en", "", Shift()))
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        frames = [box for box in pdf.pages[0].rects if box["stroke"]]
        insets = sorted(round(box["x0"] * MM, 3) for box in frames)
        assert insets == [float(mm) for mm in FRAMES_MM]
        for box in frames:
            inset_mm = box["x0"] * MM
            assert box["x1"] * MM == pytest.approx(paper.size.width_mm - inset_mm)
            assert box["top"] * MM == pytest.approx(inset_mm, abs=1e-3)
            assert box["bottom"] * MM == pytest.approx(paper.size.height_mm - inset_mm, abs=1e-3)


@pytest.mark.parametrize("printer", ["", "the-printer-in-the-attic"])
@pytest.mark.parametrize("language", WORDS.languages)
@pytest.mark.parametrize("paper", [A4, LEAST], ids=lambda paper: paper.id)
def test_words_in_any_language_lie_inside_frames_and_off_scales(paper, language, printer):
    sheet = Sheet(paper, Duplex.SHORT_EDGE, language=language, printer=printer)
    inner, (_, middle) = FRAMES_MM[-1], sheet.middle
    reading = [char for char in sheet.chars if char[4] > 7]
    for x0, top, x1, bottom, size_pt in reading:
        assert x0 > inner and x1 < paper.size.width_mm - inner
        assert top > inner and bottom < paper.size.height_mm - inner
        sentence = size_pt in (8.0, 10.0) and not 40 < abs(x0 - paper.size.width_mm / 2) < 52
        assert not sentence or bottom < middle - 50 or top > middle + 50


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
