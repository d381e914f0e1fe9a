"""Draws the parts of a form that people fill in, by hand or on a screen, below each other."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, Literal

from msgspec import Struct

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.paper import Paper
from fustella.core.values.questions import AskedQuestion
from fustella.core.values.sessions import STEPS
from fustella.core.words.playtest_words import AnswerScale, PlaytestWords, Question
from fustella.write.canvas import MmCanvas
from fustella.write.form_fields import FormFields
from fustella.write.pdf.font import text_width_mm, wrapped

MARGIN_MM: Final = 12.0
"""The white margin on each side, which is wider where the printer needs more."""

PITCH_MM: Final = 8.0
"""The distance between lines, which leaves room for handwriting."""

HEADING_PT, TEXT_PT, SMALL_PT = 12.5, 10.5, 8.5
_LEAST_PT = 6.0
LINE_MM: Final = 0.2
_FINE_MM: Final = 0.15

BOLDER_MM: Final = 0.13
"""The width of outlines that make letters bold."""

HEADING_MM: Final = 8.0
HEADER_MM: Final = 6.0
QUESTION_MM: Final = 5.0
RUNNING_MM: Final = 8.0
CIRCLE_MM: Final = 2.7
AFTER_MM: Final = 2.5
FOOT_MM: Final = 5.0
GUTTER_MM: Final = 6.0
ANSWER_LINES: Final = 2


class PlaytestSheet(Struct, frozen=True):
    """The contents of a sheet for one version of a box; `language` is the name of its language.

    `own` are questions of the game, which follow on pages of their own. `head` is what a filled
    form says of its version, in JSON.
    """

    paper: Paper
    title: str
    version: str
    language: str
    words: PlaytestWords
    own: tuple[AskedQuestion, ...] = ()
    head: str = "{}"


def area_of(paper: Paper) -> Rect:
    """The area of a paper inside the form's margins."""
    margins = paper.margins
    left, right = max(MARGIN_MM, margins.left_mm), max(MARGIN_MM, margins.right_mm)
    top, bottom = max(MARGIN_MM, margins.top_mm), max(MARGIN_MM, margins.bottom_mm)
    size = paper.size
    return Rect(left, top, size.width_mm - left - right, size.height_mm - top - bottom)


class QuestionBlock(Struct, frozen=True):
    """A question, with the number of lines for its answer."""

    question: Question
    lines: int = ANSWER_LINES

    def height_mm(self, width_mm: float) -> float:
        question_mm = len(wrapped(self.question.text, width_mm, TEXT_PT)) * QUESTION_MM
        return question_mm + self.lines * PITCH_MM + AFTER_MM


class FormPage:
    """Draws the parts of a form below each other; the next part begins at `y_mm`."""

    def __init__(self, canvas: MmCanvas, area: Rect, pages: int) -> None:
        self.canvas = canvas
        self.fields = FormFields(canvas)
        self.pages = pages
        self.area = area
        self.y_mm = area.y_mm

    @property
    def room_mm(self) -> float:
        """The height in mm still free on the page, above its foot."""
        return self.area.bottom_mm - FOOT_MM - self.y_mm

    def heading(self, text: str, box: Rect | None = None, note: str = "") -> None:
        """Writes a heading as wide as the form, or as `box`; the next part begins below it."""
        box = box or self.area
        base = Point(box.x_mm, self.y_mm + 5)
        self.canvas.pdf.setStrokeGray(0)
        self.canvas.set_line_width(BOLDER_MM)
        self.text(base, text, HEADING_PT, box.width_mm, bold=True)
        if note:
            after_mm = text_width_mm(text, HEADING_PT) + 2.5
            self.text(base.moved(after_mm, 0), note, SMALL_PT, box.width_mm - after_mm)

    def text(
        self, start: Point, text: str, size_pt: float, room_mm: float, *, bold: bool = False
    ) -> float:
        """Writes a line of text, smaller where the room is narrow, and returns its width.

        A `bold` line has its outlines drawn, too, with the line width that was set: the font is
        regular.
        """
        size_pt = fitting_size_pt(text, size_pt, room_mm)
        self.canvas.pdf.setFillGray(0)
        self.canvas.set_font_size(size_pt)
        mode: Literal[0, 2] = 2 if bold else 0  # filled and outlined, or filled (PDF, 9.3.6)
        self.canvas.pdf.drawString(*self.canvas.to_pt(start), text, mode=mode)
        return text_width_mm(text, size_pt)

    def line(self, start: Point, end: Point, width_mm: float = LINE_MM) -> None:
        self.canvas.pdf.setStrokeGray(0)
        self.canvas.set_line_width(width_mm)
        self.canvas.line(start, end)

    def writing_lines(self, count: int) -> None:
        for _ in range(count):
            self.y_mm += PITCH_MM
            end = Point(self.area.right_mm, self.y_mm)
            self.line(Point(self.area.x_mm, self.y_mm), end, _FINE_MM)

    def question(self, block: QuestionBlock) -> None:
        """Draws a question and its lines."""
        for line in wrapped(block.question.text, self.area.width_mm, TEXT_PT):
            self.y_mm += QUESTION_MM
            at = Point(self.area.x_mm, self.y_mm - 1)
            self.text(at, line, TEXT_PT, self.area.width_mm)
        about = block.question.text
        self.answer(f"questions:{block.question.name}", block.lines, about)
        self.y_mm += AFTER_MM

    def answer(self, name: str, lines: int, about: str) -> None:
        """Draws lines to write on, with a field over them."""
        box = Rect(self.area.x_mm, self.y_mm, self.area.width_mm, lines * PITCH_MM)
        self.writing_lines(lines)
        self.fields.text(name, box, about, several_lines=True)

    def table(
        self,
        box: Rect,
        columns: Sequence[tuple[str, float]],
        rows: Sequence[str],
        names: tuple[str, Sequence[str]],
    ) -> None:
        """Draws a table with rows of PITCH_MM; `columns` are headers and shares of the width.

        `rows` are the words that are printed at the beginning of each row, `names` those of the
        table and of its columns among the fields.
        """
        whole = sum(part for _, part in columns)
        widths = [box.width_mm * part / whole for _, part in columns]
        edges = [box.x_mm, *(box.x_mm + at for at in accumulate(widths))]
        top = box.y_mm + HEADER_MM
        bottom = top + len(rows) * PITCH_MM
        for (name, _), x_mm, width_mm in zip(columns, edges, widths, strict=False):
            self.text(Point(x_mm + 1.5, top - 1.8), name, SMALL_PT, width_mm - 3)
        for number, row in enumerate(rows):
            base = top + (number + 1) * PITCH_MM
            said_mm = self.text(Point(box.x_mm + 1.5, base - 2.6), row, TEXT_PT, widths[0] - 3)
            for column, (name, x_mm, width_mm) in enumerate(
                zip(names[1], edges, widths, strict=False)
            ):
                moved_mm = said_mm + 2 if row and not column else 0
                cell = Rect(x_mm + moved_mm, base - PITCH_MM, width_mm - moved_mm, PITCH_MM)
                self._cell(f"{names[0]}:{number + 1}:{name}", cell, columns[column][0])
            if number + 1 < len(rows):
                self.line(Point(box.x_mm, base), Point(box.right_mm, base), _FINE_MM)
        for x_mm in edges[1:-1]:
            self.line(Point(x_mm, box.y_mm), Point(x_mm, bottom), _FINE_MM)
        self.line(Point(box.x_mm, top), Point(box.right_mm, top), LINE_MM)
        self.canvas.set_line_width(LINE_MM)
        self.canvas.rect(Rect(box.x_mm, box.y_mm, box.width_mm, bottom - box.y_mm))

    def _cell(self, name: str, box: Rect, about: str) -> None:
        """Adds the field of a cell: who `won` is ticked, everything else is typed."""
        if name.endswith(":won"):
            middle = Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2)
            self.fields.tick(name, middle, box.height_mm - 2, about)
        elif box.width_mm > PITCH_MM:
            self.fields.text(name, box, about)

    def foot(self, number: int) -> None:
        text = f"{number} / {self.pages}"
        width_mm = text_width_mm(text, SMALL_PT)
        at = Point(self.area.right_mm - width_mm, self.area.bottom_mm - 0.6)
        self.text(at, text, SMALL_PT, width_mm)


def fitting_size_pt(text: str, size_pt: float, room_mm: float) -> float:
    """The size at which a line fits, but at least _LEAST_PT."""
    width_mm = text_width_mm(text, size_pt)
    return size_pt if width_mm <= room_mm else max(_LEAST_PT, size_pt * room_mm / width_mm)


def shortened_text(text: str, size_pt: float, room_mm: float) -> str:
    """The text, or as much of its beginning as fits with an ellipsis."""
    if text_width_mm(text, size_pt) <= room_mm:
        return text
    numbers = range(1, len(text))
    fit = bisect_left(
        numbers, True, key=lambda many: text_width_mm(f"{text[:many]}…", size_pt) > room_mm
    )
    return f"{text[:fit].rstrip()}…"


def draw_scale(form: FormPage, scale: AnswerScale, field: str, about: str) -> None:
    """Draws a question, its low end, five circles to tick, and its high end."""
    area = form.area
    base = form.y_mm + PITCH_MM / 2 + 1
    asked_mm, end_mm = area.width_mm * 0.36, area.width_mm * 0.16
    form.text(Point(area.x_mm, base), scale.text, TEXT_PT, asked_mm - 2)
    low_mm = text_width_mm(scale.low, fitting_size_pt(scale.low, SMALL_PT, end_mm - 3))
    low = area.x_mm + asked_mm + end_mm - 3 - low_mm
    form.text(Point(low, base), scale.low, SMALL_PT, end_mm - 3)
    first, step = area.x_mm + asked_mm + end_mm, (area.width_mm * 0.32) / STEPS
    for number in range(STEPS):
        middle = Point(first + (number + 0.5) * step, base - 1.2)
        form.canvas.pdf.setStrokeGray(0)
        form.canvas.set_line_width(LINE_MM)
        form.canvas.circle(middle, CIRCLE_MM)
        name, value = f"{field}:{scale.name}", str(number + 1)
        form.fields.one_of(name, value, middle, CIRCLE_MM * 2, about)
        form.canvas.pdf.setFillGray(0)
        form.canvas.set_font_size(SMALL_PT)
        form.canvas.centred_text(middle.moved(0, 1.05), str(number + 1))
    form.text(Point(first + STEPS * step + 3, base), scale.high, SMALL_PT, end_mm - 3)
    form.y_mm += PITCH_MM


def draw_running_head(form: FormPage, sheet: PlaytestSheet) -> None:
    """Draws the title and the version code above a page that is not the first."""
    words, area = sheet.words.words, form.area
    code_mm = text_width_mm(sheet.version, SMALL_PT)
    title = f"{sheet.title} · {words['form']}"
    room_mm = area.width_mm - code_mm - GUTTER_MM
    at = Point(area.x_mm, area.y_mm + 3)
    form.text(at, shortened_text(title, SMALL_PT, room_mm), SMALL_PT, room_mm)
    form.text(Point(area.right_mm - code_mm, at.y_mm), sheet.version, SMALL_PT, code_mm)
    form.y_mm += RUNNING_MM
