"""Draws a game's own questions, on pages after those of the form."""

from collections.abc import Sequence

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.questions import AskedQuestion, QuestionType
from fustella.core.words.playtest_words import AnswerScale
from fustella.write.form_page import (
    AFTER_MM,
    ANSWER_LINES,
    CIRCLE_MM,
    FOOT_MM,
    HEADING_MM,
    LINE_MM,
    PITCH_MM,
    QUESTION_MM,
    RUNNING_MM,
    TEXT_PT,
    FormPage,
    PlaytestSheet,
    draw_running_head,
    draw_scale,
)
from fustella.write.pdf.font import wrapped


def draw_own(
    form: FormPage, sheet: PlaytestSheet, questions: Sequence[AskedQuestion], number: int
) -> None:
    """Draws a page of the game's own questions."""
    draw_running_head(form, sheet)
    form.heading(sheet.words.words["questions"])
    form.y_mm += HEADING_MM
    for question in questions:
        name = f"own:{question.id}"
        for line in wrapped(question.text, form.area.width_mm, TEXT_PT):
            form.y_mm += QUESTION_MM
            at = Point(form.area.x_mm, form.y_mm - 1)
            form.text(at, line, TEXT_PT, form.area.width_mm)
        if question.type is QuestionType.SCALE:
            scale = AnswerScale(question.id, "", question.low, question.high)
            draw_scale(form, scale, "own", question.text)
        elif question.type is QuestionType.CHOICE:
            for choice, words in question.choices:
                _draw_choice(form, name, choice, words)
        else:
            form.answer(name, _own_lines(question), question.text)
        form.y_mm += AFTER_MM
    form.foot(number)


def _draw_choice(form: FormPage, name: str, choice: str, words: str) -> None:
    middle = Point(form.area.x_mm + 4, form.y_mm + PITCH_MM / 2)
    form.canvas.pdf.setStrokeGray(0)
    form.canvas.set_line_width(LINE_MM)
    form.canvas.circle(middle, CIRCLE_MM)
    form.fields.one_of(name, choice, middle, CIRCLE_MM * 2, words)
    form.text(middle.moved(5, 1.2), words, TEXT_PT, form.area.width_mm - 10)
    form.y_mm += PITCH_MM


def _own_lines(question: AskedQuestion) -> int:
    return 1 if question.type is QuestionType.NUMBER else ANSWER_LINES + 1


def _own_height_mm(question: AskedQuestion, width_mm: float) -> float:
    """The height that a question of the game takes on its page."""
    rows = {QuestionType.SCALE: 1, QuestionType.CHOICE: len(question.choices)}
    height_mm = rows.get(question.type, _own_lines(question)) * PITCH_MM
    return len(wrapped(question.text, width_mm, TEXT_PT)) * QUESTION_MM + height_mm + AFTER_MM


def pages_of(questions: Sequence[AskedQuestion], area: Rect) -> list[list[AskedQuestion]]:
    """The game's own questions, parted into pages."""
    room_mm = area.height_mm - RUNNING_MM - HEADING_MM - FOOT_MM
    pages: list[list[AskedQuestion]] = []
    left_mm = 0.0
    for question in questions:
        height_mm = _own_height_mm(question, area.width_mm)
        if height_mm > left_mm:
            pages.append([])
            left_mm = room_mm
        pages[-1].append(question)
        left_mm -= height_mm
    return pages
