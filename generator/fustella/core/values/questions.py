"""Holds a game's own questions to those who play it."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from fustella.core.values.model import Text


class QuestionType(StrEnum):
    """How a question is answered: from 1 to 5, in words, by a choice, or with a number."""

    SCALE = "scale"
    TEXT = "text"
    CHOICE = "choice"
    NUMBER = "number"


class OwnQuestion(Struct, frozen=True):
    """A question of a game; `low` and `high` are the ends of a scale, `of` the choices by ids."""

    id: str
    type: QuestionType
    ask: Text
    low: Text | None = None
    high: Text | None = None
    of: Mapping[str, Text] = {}


class AskedQuestion(Struct, frozen=True):
    """A question in one language; `choices` are pairs of an id and its words."""

    id: str
    type: QuestionType
    text: str
    low: str = ""
    high: str = ""
    choices: tuple[tuple[str, str], ...] = ()


def asked_in(question: OwnQuestion, language: str) -> AskedQuestion:
    """A question in a language of its game."""
    low, high = (
        "" if end is None else str(end.in_language(language))
        for end in (question.low, question.high)
    )
    choices = tuple((each, str(text.in_language(language))) for each, text in question.of.items())
    text = str(question.ask.in_language(language))
    return AskedQuestion(question.id, question.type, text, low, high, choices)
