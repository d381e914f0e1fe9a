"""Draws the playtest sheet: a form of two pages, on both sides of a sheet, to fill in by hand.

On the front are the session, the players, the times, the scales and the first questions; on the
back the other questions, the questions about rules, and lines for the observer. The more room a
paper has, the more lines there are to write on.
"""

from collections.abc import Sequence
from itertools import cycle, islice

from msgspec.structs import replace
from reportlab.pdfbase import pdfmetrics

from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.words.playtest_words import Question
from fustella.write.canvas import open_canvas
from fustella.write.form_fields import FormFields
from fustella.write.form_page import (
    AFTER_MM,
    ANSWER_LINES,
    BOLDER_MM,
    GUTTER_MM,
    HEADER_MM,
    HEADING_MM,
    HEADING_PT,
    PITCH_MM,
    SMALL_PT,
    TEXT_PT,
    FormPage,
    PlaytestSheet,
    QuestionBlock,
    area_of,
    draw_running_head,
    draw_scale,
    fitting_size_pt,
    shortened_text,
)
from fustella.write.playtest_own import draw_own, pages_of

SMALLEST = Size(180, 262)
"""The smallest paper that holds the form."""

PLAYERS = 8
TIMES = 8

_TITLE_PT = 20.0
_STRONG_MM = 0.5
_BETWEEN_MM = 5.0
_FIELD_MM = 9.0
_CODE_MM = 46.0
_TOP_MM = 16.0

_MOST_ANSWER_LINES = 5
_RULINGS = 4
_MOST_RULINGS = 12
_OBSERVER_LINES = 3


def playtest_pdf(sheet: PlaytestSheet) -> bytes:
    """The PDF of two pages, and more for own questions, for a paper of at least SMALLEST."""
    words = sheet.words.words
    canvas = open_canvas(f"{sheet.title} · {words['form']} · {sheet.version}", sheet.words.language)
    area = area_of(sheet.paper)
    own = pages_of(sheet.own, area)
    pages = 2 + len(own)
    with canvas.page(sheet.paper.size):
        FormFields(canvas).head(sheet.head)
        left = _draw_front(FormPage(canvas, area, pages), sheet)
    with canvas.page(sheet.paper.size):
        _draw_back(FormPage(canvas, area, pages), sheet, left)
    for number, questions in enumerate(own, start=3):
        with canvas.page(sheet.paper.size):
            draw_own(FormPage(canvas, area, pages), sheet, questions, number)
    return canvas.file_bytes()


def printable(text: str) -> bool:
    """Whether the font of the sheet has every letter of a text."""
    font = open_canvas("", "en").pdf._fontname  # type: ignore[attr-defined]
    glyphs = pdfmetrics.getFont(font).face.charToGlyph  # type: ignore[attr-defined]
    return all(ord(letter) in glyphs for letter in text)


def _draw_front(form: FormPage, sheet: PlaytestSheet) -> Sequence[Question]:
    """Draws the front, and returns the questions for which it has no room."""
    _draw_head(form, sheet)
    _draw_tables(form, sheet)
    form.heading(sheet.words.words["scales"])
    form.y_mm += HEADING_MM
    for scale in sheet.words.scales:
        draw_scale(form, scale, "scales", scale.text)
    form.y_mm += _BETWEEN_MM - 1
    form.heading(sheet.words.words["questions"])
    form.y_mm += HEADING_MM
    width_mm = form.area.width_mm
    blocks: list[QuestionBlock] = []
    for question in sheet.words.questions:
        if _height_mm([*blocks, QuestionBlock(question)], width_mm) > form.room_mm + AFTER_MM:
            break
        blocks.append(QuestionBlock(question))
    room_mm = form.room_mm + AFTER_MM - _height_mm(blocks, width_mm)
    for block in _lengthened_blocks(blocks, int(room_mm / PITCH_MM)):
        form.question(block)
    form.foot(1)
    return sheet.words.questions[len(blocks) :]


def _draw_head(form: FormPage, sheet: PlaytestSheet) -> None:
    """Draws the title, the version code in a frame, and the fields to fill in before the game."""
    area, words = form.area, sheet.words.words
    frame = Rect(area.right_mm - _CODE_MM, area.y_mm, _CODE_MM, _TOP_MM - 1)
    room_mm = area.width_mm - _CODE_MM - GUTTER_MM
    form.text(Point(area.x_mm, area.y_mm + 3.4), words["form"], TEXT_PT, room_mm)
    title_pt = max(HEADING_PT, fitting_size_pt(sheet.title, _TITLE_PT, room_mm))
    title = shortened_text(sheet.title, title_pt, room_mm)
    form.canvas.set_line_width(BOLDER_MM)
    form.text(Point(area.x_mm, area.y_mm + _TOP_MM - 3.4), title, title_pt, room_mm, bold=True)
    form.canvas.set_line_width(_STRONG_MM)
    form.canvas.rect(frame.grown(-_STRONG_MM / 2))
    inside = Point(frame.x_mm + 3, frame.y_mm + 4.6)
    form.text(inside, words["version"], SMALL_PT, _CODE_MM - 6)
    form.text(inside.moved(0, 7.6), sheet.version, _TITLE_PT, _CODE_MM - 6)
    form.y_mm = area.y_mm + _TOP_MM + 1
    _draw_fields(
        form, [_field(words, *each) for each in (("date", 30), ("place", 40), ("kit", 38))]
    )
    times = [_field(words, *each) for each in (("count", 28), ("begin", 24), ("end", 24))]
    _draw_fields(form, [*times, ("language", words["language"], sheet.language, 32)])
    form.y_mm += _BETWEEN_MM


def _field(words: dict[str, str], name: str, part: float) -> tuple[str, str, str, float]:
    return name, words[name], "", part


def _draw_fields(form: FormPage, fields: Sequence[tuple[str, str, str, float]]) -> None:
    """Draws a row of fields: name, label, printed value ("" for a line) and share of the width."""
    form.y_mm += _FIELD_MM
    whole = sum(part for *_, part in fields)
    x_mm = form.area.x_mm
    for number, (name, label, value, part) in enumerate(fields, start=1):
        wide_mm = form.area.width_mm * part / whole
        right = x_mm + wide_mm - (0 if number == len(fields) else GUTTER_MM / 2)
        at = Point(x_mm, form.y_mm - 0.8)
        after = x_mm + form.text(at, label, TEXT_PT, wide_mm * 0.7) + 1.5
        if value:
            at = Point(after + 1, form.y_mm - 0.8)
            form.text(at, value, TEXT_PT, right - at.x_mm)
        else:
            form.line(Point(after, form.y_mm), Point(right, form.y_mm))
            box = Rect(after, form.y_mm - PITCH_MM + 1, right - after, PITCH_MM - 1)
            form.fields.text(f"session:{name}", box, label)
        x_mm += wide_mm


def _draw_tables(form: FormPage, sheet: PlaytestSheet) -> None:
    """Draws the players on the left and the times on the right."""
    area, words = form.area, sheet.words.words
    players_mm = (area.width_mm - GUTTER_MM) * 0.58
    players = Rect(area.x_mm, form.y_mm, players_mm, 0)
    times_mm = area.width_mm - GUTTER_MM - players_mm
    times = Rect(players.right_mm + GUTTER_MM, form.y_mm, times_mm, 0)
    form.heading(words["players"], players)
    form.heading(words["times"], times, words["each"])
    form.y_mm += HEADING_MM
    columns = [(words["seat"], 42.0), (words["before"], 25.0), (words["score"], 18.0)]
    columns.append((words["won"], 18.0))
    form.table(
        replace(players, y_mm=form.y_mm),
        columns,
        [f"{n + 1}" for n in range(PLAYERS)],
        ("players", ("seat", "before", "score", "won")),
    )
    moments = sheet.words.moments(TIMES)
    columns = [(words["moment"], 45.0), (words["clock"], 25.0)]
    form.table(
        replace(times, y_mm=form.y_mm),
        columns,
        moments,
        ("times", ("moment", "clock")),
    )
    form.y_mm += HEADER_MM + max(PLAYERS, TIMES) * PITCH_MM + _BETWEEN_MM


def _draw_back(form: FormPage, sheet: PlaytestSheet, questions: Sequence[Question]) -> None:
    """Draws the rest of the front's questions, questions on rules, and the observer's lines."""
    words, area = sheet.words.words, form.area
    draw_running_head(form, sheet)
    blocks = [QuestionBlock(question) for question in questions]
    fixed_mm = 2 * (HEADING_MM + _BETWEEN_MM) + HEADER_MM + (_RULINGS + _OBSERVER_LINES) * PITCH_MM
    more = int((form.room_mm - fixed_mm - _height_mm(blocks, area.width_mm)) / PITCH_MM)
    shared = more // 3
    longer = _lengthened_blocks(blocks, shared)
    rulings = min(_MOST_RULINGS, _RULINGS + shared)
    given = sum(block.lines for block in longer) - sum(block.lines for block in blocks)
    for block in longer:
        form.question(block)
    form.y_mm += _BETWEEN_MM - AFTER_MM
    form.heading(words["rulings"])
    form.y_mm += HEADING_MM
    columns = ((words["code"], 32.0), (words["question"], 77.0), (words["answer"], 77.0))
    form.table(
        Rect(area.x_mm, form.y_mm, area.width_mm, 0),
        columns,
        ("",) * rulings,
        ("rulings", ("code", "question", "answer")),
    )
    form.y_mm += HEADER_MM + rulings * PITCH_MM + _BETWEEN_MM
    form.heading(words["observer"])
    form.y_mm += HEADING_MM - 2
    lines = _OBSERVER_LINES + more - given - (rulings - _RULINGS)
    form.answer("observer", lines, words["observer"])
    form.foot(2)


def _lengthened_blocks(blocks: Sequence[QuestionBlock], lines: int) -> tuple[QuestionBlock, ...]:
    """Gives all questions more lines, one after the other, up to _MOST_ANSWER_LINES for each."""
    more = [0] * len(blocks)
    most = (_MOST_ANSWER_LINES - ANSWER_LINES) * len(blocks)
    for index in islice(cycle(range(len(blocks))), min(lines, most)):
        more[index] += 1
    return tuple(
        replace(block, lines=block.lines + number)
        for block, number in zip(blocks, more, strict=True)
    )


def _height_mm(blocks: Sequence[QuestionBlock], width_mm: float) -> float:
    return sum(block.height_mm(width_mm) for block in blocks)
