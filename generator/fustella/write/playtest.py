"""Draws the playtest sheet: a form of two pages, on both sides of a sheet, to fill in by hand.

On the front are the session, the players, the times, the scales and the first questions; on the
back the other questions, the questions about rules, and lines for the observer. The more room a
paper has, the more lines there are to write on.
"""

from collections.abc import Sequence
from itertools import accumulate, cycle, islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from reportlab.pdfbase import pdfmetrics

from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.values.paper import Paper
from fustella.core.words.playtest_words import AnswerScale, PlaytestWords, Question
from fustella.write.canvas import MmCanvas, open_canvas
from fustella.write.pdf.font import text_width_mm, wrapped

SMALLEST = Size(180, 262)
"""The smallest paper that holds the form."""

MARGIN_MM = 12.0
"""The white margin on each side, which is wider where the printer needs more."""

PITCH_MM = 8.0
"""The distance between lines, which leaves room for handwriting."""

HEAD = "fustella"
"""The field of the PDF, which nobody sees, that says of which version the form is."""

MOST_FIELDS = 20
"""More rows than any table of the form has."""

PLAYERS = 8
TIMES = 8
STEPS = 5
"""The number of circles in each scale."""

_TITLE_PT, _HEADING_PT, _TEXT_PT, _SMALL_PT = 20.0, 12.5, 10.5, 8.5
_LEAST_PT = 6.0
_FINE_MM, _LINE_MM, _STRONG_MM = 0.15, 0.2, 0.5

_BOLDER_MM = 0.13
"""The width of outlines that make letters bold."""

_HEADING_MM = 8.0
_HEADER_MM = 6.0
_BETWEEN_MM = 5.0
_QUESTION_MM = 5.0
_FIELD_MM = 9.0
_RUNNING_MM = 8.0
_CIRCLE_MM = 2.7
_AFTER_MM = 2.5
_FOOT_MM = 5.0
_GUTTER_MM = 6.0
_CODE_MM = 46.0
_TOP_MM = 16.0

_ANSWER_LINES = 2
_MOST_ANSWER_LINES = 5
_RULINGS = 4
_MOST_RULINGS = 12
_OBSERVER_LINES = 3


class PlaytestSheet(Struct, frozen=True):
    """The contents of a sheet for one version of a box; `language` is the name of its language."""

    paper: Paper
    title: str
    version: str
    language: str
    words: PlaytestWords


def playtest_pdf(sheet: PlaytestSheet) -> bytes:
    """The PDF of two pages, for a paper of at least the size SMALLEST."""
    words = sheet.words.words
    canvas = open_canvas(f"{sheet.title} · {words['form']} · {sheet.version}", sheet.words.language)
    area = _area(sheet.paper)
    with canvas.page(sheet.paper.size):
        left = _draw_front(_FormPage(canvas, area), sheet)
    with canvas.page(sheet.paper.size):
        _draw_back(_FormPage(canvas, area), sheet, left)
    return canvas.file_bytes()


def printable(text: str) -> bool:
    """Whether the font of the sheet has every letter of a text."""
    font = open_canvas("", "en").pdf._fontname  # type: ignore[attr-defined]
    glyphs = pdfmetrics.getFont(font).face.charToGlyph  # type: ignore[attr-defined]
    return all(ord(letter) in glyphs for letter in text)


def _area(paper: Paper) -> Rect:
    """The area of a paper inside the form's margins."""
    margins = paper.margins
    left, right = max(MARGIN_MM, margins.left_mm), max(MARGIN_MM, margins.right_mm)
    top, bottom = max(MARGIN_MM, margins.top_mm), max(MARGIN_MM, margins.bottom_mm)
    size = paper.size
    return Rect(left, top, size.width_mm - left - right, size.height_mm - top - bottom)


class _QuestionBlock(Struct, frozen=True):
    """A question, with the number of lines for its answer."""

    question: Question
    lines: int = _ANSWER_LINES

    def height_mm(self, width_mm: float) -> float:
        question_mm = len(wrapped(self.question.text, width_mm, _TEXT_PT)) * _QUESTION_MM
        return question_mm + self.lines * PITCH_MM + _AFTER_MM


class _FormPage:
    """Draws the parts of a form below each other; the next part begins at `y_mm`."""

    def __init__(self, canvas: MmCanvas, area: Rect) -> None:
        self.canvas = canvas
        self.area = area
        self.y_mm = area.y_mm

    @property
    def room_mm(self) -> float:
        """The height in mm still free on the page, above its foot."""
        return self.area.bottom_mm - _FOOT_MM - self.y_mm

    def heading(self, text: str, box: Rect | None = None, note: str = "") -> None:
        """Writes a heading as wide as the form, or as `box`; the next part begins below it."""
        box = box or self.area
        base = Point(box.x_mm, self.y_mm + 5)
        self.canvas.pdf.setStrokeGray(0)
        self.canvas.set_line_width(_BOLDER_MM)
        self.text(base, text, _HEADING_PT, box.width_mm, bold=True)
        if note:
            after_mm = text_width_mm(text, _HEADING_PT) + 2.5
            self.text(base.moved(after_mm, 0), note, _SMALL_PT, box.width_mm - after_mm)

    def text(
        self, start: Point, text: str, size_pt: float, room_mm: float, *, bold: bool = False
    ) -> float:
        """Writes a line of text, smaller where the room is narrow, and returns its width.

        A `bold` line has its outlines drawn, too, with the line width that was set: the font is
        regular.
        """
        size_pt = _fitting_size_pt(text, size_pt, room_mm)
        self.canvas.pdf.setFillGray(0)
        self.canvas.set_font_size(size_pt)
        mode: Literal[0, 2] = 2 if bold else 0  # filled and outlined, or filled (PDF, 9.3.6)
        self.canvas.pdf.drawString(*self.canvas.to_pt(start), text, mode=mode)
        return text_width_mm(text, size_pt)

    def line(self, start: Point, end: Point, width_mm: float = _LINE_MM) -> None:
        self.canvas.pdf.setStrokeGray(0)
        self.canvas.set_line_width(width_mm)
        self.canvas.line(start, end)

    def writing_lines(self, count: int) -> None:
        for _ in range(count):
            self.y_mm += PITCH_MM
            end = Point(self.area.right_mm, self.y_mm)
            self.line(Point(self.area.x_mm, self.y_mm), end, _FINE_MM)

    def question(self, block: _QuestionBlock) -> None:
        """Draws a question and its lines."""
        for line in wrapped(block.question.text, self.area.width_mm, _TEXT_PT):
            self.y_mm += _QUESTION_MM
            at = Point(self.area.x_mm, self.y_mm - 1)
            self.text(at, line, _TEXT_PT, self.area.width_mm)
        self.writing_lines(block.lines)
        self.y_mm += _AFTER_MM

    def table(
        self,
        box: Rect,
        columns: Sequence[tuple[str, float]],
        rows: Sequence[str],
    ) -> None:
        """Draws a table with rows of PITCH_MM; `columns` are headers and shares of the width.

        `rows` are the words that are printed at the beginning of each row.
        """
        whole = sum(part for _, part in columns)
        widths = [box.width_mm * part / whole for _, part in columns]
        edges = [box.x_mm, *(box.x_mm + at for at in accumulate(widths))]
        top = box.y_mm + _HEADER_MM
        bottom = top + len(rows) * PITCH_MM
        for (name, _), x_mm, width_mm in zip(columns, edges, widths, strict=False):
            self.text(Point(x_mm + 1.5, top - 1.8), name, _SMALL_PT, width_mm - 3)
        for number, row in enumerate(rows):
            base = top + (number + 1) * PITCH_MM
            self.text(Point(box.x_mm + 1.5, base - 2.6), row, _TEXT_PT, widths[0] - 3)
            if number + 1 < len(rows):
                self.line(Point(box.x_mm, base), Point(box.right_mm, base), _FINE_MM)
        for x_mm in edges[1:-1]:
            self.line(Point(x_mm, box.y_mm), Point(x_mm, bottom), _FINE_MM)
        self.line(Point(box.x_mm, top), Point(box.right_mm, top), _LINE_MM)
        self.canvas.set_line_width(_LINE_MM)
        self.canvas.rect(Rect(box.x_mm, box.y_mm, box.width_mm, bottom - box.y_mm))

    def foot(self, text: str) -> None:
        width_mm = text_width_mm(text, _SMALL_PT)
        at = Point(self.area.right_mm - width_mm, self.area.bottom_mm - 0.6)
        self.text(at, text, _SMALL_PT, width_mm)


def _fitting_size_pt(text: str, size_pt: float, room_mm: float) -> float:
    """The size at which a line fits, but at least _LEAST_PT."""
    width_mm = text_width_mm(text, size_pt)
    return size_pt if width_mm <= room_mm else max(_LEAST_PT, size_pt * room_mm / width_mm)


def _shortened_text(text: str, size_pt: float, room_mm: float) -> str:
    """The text, or as much of its beginning as fits with an ellipsis."""
    if text_width_mm(text, size_pt) <= room_mm:
        return text
    while text and text_width_mm(f"{text}…", size_pt) > room_mm:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _draw_front(form: _FormPage, sheet: PlaytestSheet) -> Sequence[Question]:
    """Draws the front, and returns the questions for which it has no room."""
    _draw_head(form, sheet)
    _draw_tables(form, sheet.words.words)
    form.heading(sheet.words.words["scales"])
    form.y_mm += _HEADING_MM
    for scale in sheet.words.scales:
        _draw_scale(form, scale)
    form.y_mm += _BETWEEN_MM - 1
    form.heading(sheet.words.words["questions"])
    form.y_mm += _HEADING_MM
    width_mm = form.area.width_mm
    blocks: list[_QuestionBlock] = []
    for question in sheet.words.questions:
        if _height_mm([*blocks, _QuestionBlock(question)], width_mm) > form.room_mm + _AFTER_MM:
            break
        blocks.append(_QuestionBlock(question))
    room_mm = form.room_mm + _AFTER_MM - _height_mm(blocks, width_mm)
    for block in _lengthened_blocks(blocks, int(room_mm / PITCH_MM)):
        form.question(block)
    form.foot("1 / 2")
    return sheet.words.questions[len(blocks) :]


def _draw_head(form: _FormPage, sheet: PlaytestSheet) -> None:
    """Draws the title, the version code in a frame, and the fields to fill in before the game."""
    area, words = form.area, sheet.words.words
    frame = Rect(area.right_mm - _CODE_MM, area.y_mm, _CODE_MM, _TOP_MM - 1)
    room_mm = area.width_mm - _CODE_MM - _GUTTER_MM
    form.text(Point(area.x_mm, area.y_mm + 3.4), words["form"], _TEXT_PT, room_mm)
    title_pt = max(_HEADING_PT, _fitting_size_pt(sheet.title, _TITLE_PT, room_mm))
    title = _shortened_text(sheet.title, title_pt, room_mm)
    form.canvas.set_line_width(_BOLDER_MM)
    form.text(Point(area.x_mm, area.y_mm + _TOP_MM - 3.4), title, title_pt, room_mm, bold=True)
    form.canvas.set_line_width(_STRONG_MM)
    form.canvas.rect(frame.grown(-_STRONG_MM / 2))
    inside = Point(frame.x_mm + 3, frame.y_mm + 4.6)
    form.text(inside, words["version"], _SMALL_PT, _CODE_MM - 6)
    form.text(inside.moved(0, 7.6), sheet.version, _TITLE_PT, _CODE_MM - 6)
    form.y_mm = area.y_mm + _TOP_MM + 1
    _draw_fields(form, [(words["date"], "", 30), (words["place"], "", 40), (words["kit"], "", 38)])
    times = [(words["count"], "", 28), (words["begin"], "", 24), (words["end"], "", 24)]
    _draw_fields(form, [*times, (words["language"], sheet.language, 32)])
    form.y_mm += _BETWEEN_MM


def _draw_fields(form: _FormPage, fields: Sequence[tuple[str, str, float]]) -> None:
    """Draws a row of fields: name, printed value ("" for a line) and share of the width."""
    form.y_mm += _FIELD_MM
    whole = sum(part for _, _, part in fields)
    x_mm = form.area.x_mm
    for number, (name, value, part) in enumerate(fields, start=1):
        wide_mm = form.area.width_mm * part / whole
        right = x_mm + wide_mm - (0 if number == len(fields) else _GUTTER_MM / 2)
        at = Point(x_mm, form.y_mm - 0.8)
        after = x_mm + form.text(at, name, _TEXT_PT, wide_mm * 0.7) + 1.5
        if value:
            at = Point(after + 1, form.y_mm - 0.8)
            form.text(at, value, _TEXT_PT, right - at.x_mm)
        else:
            form.line(Point(after, form.y_mm), Point(right, form.y_mm))
        x_mm += wide_mm


def _draw_tables(form: _FormPage, words: dict[str, str]) -> None:
    """Draws the players on the left and the times on the right."""
    area = form.area
    players_mm = (area.width_mm - _GUTTER_MM) * 0.58
    players = Rect(area.x_mm, form.y_mm, players_mm, 0)
    times_mm = area.width_mm - _GUTTER_MM - players_mm
    times = Rect(players.right_mm + _GUTTER_MM, form.y_mm, times_mm, 0)
    form.heading(words["players"], players)
    form.heading(words["times"], times, words["each"])
    form.y_mm += _HEADING_MM
    columns = [(words["seat"], 42.0), (words["before"], 25.0), (words["score"], 18.0)]
    columns.append((words["won"], 18.0))
    form.table(replace(players, y_mm=form.y_mm), columns, [f"{n + 1}" for n in range(PLAYERS)])
    moments = [words["moment_setup"], words["moment_first"], *("",) * (TIMES - 3)]
    columns = [(words["moment"], 45.0), (words["clock"], 25.0)]
    form.table(replace(times, y_mm=form.y_mm), columns, [*moments, words["moment_end"]])
    form.y_mm += _HEADER_MM + max(PLAYERS, TIMES) * PITCH_MM + _BETWEEN_MM


def _draw_scale(form: _FormPage, scale: AnswerScale) -> None:
    """Draws a question, its low end, five circles to tick, and its high end."""
    area = form.area
    base = form.y_mm + PITCH_MM / 2 + 1
    asked_mm, end_mm = area.width_mm * 0.36, area.width_mm * 0.16
    form.text(Point(area.x_mm, base), scale.text, _TEXT_PT, asked_mm - 2)
    low_mm = text_width_mm(scale.low, _fitting_size_pt(scale.low, _SMALL_PT, end_mm - 3))
    low = area.x_mm + asked_mm + end_mm - 3 - low_mm
    form.text(Point(low, base), scale.low, _SMALL_PT, end_mm - 3)
    first, step = area.x_mm + asked_mm + end_mm, (area.width_mm * 0.32) / STEPS
    for number in range(STEPS):
        middle = Point(first + (number + 0.5) * step, base - 1.2)
        form.canvas.pdf.setStrokeGray(0)
        form.canvas.set_line_width(_LINE_MM)
        form.canvas.circle(middle, _CIRCLE_MM)
        form.canvas.pdf.setFillGray(0)
        form.canvas.set_font_size(_SMALL_PT)
        form.canvas.centred_text(middle.moved(0, 1.05), str(number + 1))
    form.text(Point(first + STEPS * step + 3, base), scale.high, _SMALL_PT, end_mm - 3)
    form.y_mm += PITCH_MM


def _draw_back(form: _FormPage, sheet: PlaytestSheet, questions: Sequence[Question]) -> None:
    """Draws the rest of the front's questions, questions on rules, and the observer's lines."""
    words, area = sheet.words.words, form.area
    code_mm = text_width_mm(sheet.version, _SMALL_PT)
    title = f"{sheet.title} · {words['form']}"
    room_mm = area.width_mm - code_mm - _GUTTER_MM
    at = Point(area.x_mm, area.y_mm + 3)
    form.text(at, _shortened_text(title, _SMALL_PT, room_mm), _SMALL_PT, room_mm)
    form.text(Point(area.right_mm - code_mm, at.y_mm), sheet.version, _SMALL_PT, code_mm)
    form.y_mm += _RUNNING_MM
    blocks = [_QuestionBlock(question) for question in questions]
    fixed_mm = (
        2 * (_HEADING_MM + _BETWEEN_MM) + _HEADER_MM + (_RULINGS + _OBSERVER_LINES) * PITCH_MM
    )
    more = int((form.room_mm - fixed_mm - _height_mm(blocks, area.width_mm)) / PITCH_MM)
    shared = more // 3
    longer = _lengthened_blocks(blocks, shared)
    rulings = min(_MOST_RULINGS, _RULINGS + shared)
    given = sum(block.lines for block in longer) - sum(block.lines for block in blocks)
    for block in longer:
        form.question(block)
    form.y_mm += _BETWEEN_MM - _AFTER_MM
    form.heading(words["rulings"])
    form.y_mm += _HEADING_MM
    columns = ((words["code"], 32.0), (words["question"], 77.0), (words["answer"], 77.0))
    form.table(Rect(area.x_mm, form.y_mm, area.width_mm, 0), columns, ("",) * rulings)
    form.y_mm += _HEADER_MM + rulings * PITCH_MM + _BETWEEN_MM
    form.heading(words["observer"])
    form.y_mm += _HEADING_MM - 2
    form.writing_lines(_OBSERVER_LINES + more - given - (rulings - _RULINGS))
    form.foot("2 / 2")


def _lengthened_blocks(blocks: Sequence[_QuestionBlock], lines: int) -> tuple[_QuestionBlock, ...]:
    """Gives all questions more lines, one after the other, up to _MOST_ANSWER_LINES for each."""
    more = [0] * len(blocks)
    most = (_MOST_ANSWER_LINES - _ANSWER_LINES) * len(blocks)
    for index in islice(cycle(range(len(blocks))), min(lines, most)):
        more[index] += 1
    return tuple(
        replace(block, lines=block.lines + number)
        for block, number in zip(blocks, more, strict=True)
    )


def _height_mm(blocks: Sequence[_QuestionBlock], width_mm: float) -> float:
    return sum(block.height_mm(width_mm) for block in blocks)
