"""Holds the words of the playtest form: its questions, its tables and the page's buttons.

Names such as `fun` and `waiting` must not change: they are in the files that the page saves.
"""

from msgspec import Struct

from fustella.core.words.printed import PLAYTEST, ToolWords

_SCALE, _QUESTION, _PAGE = "scale.", "question.", "page."
"""The beginnings of the names of scales, of questions, and of words that only the page has."""


class AnswerScale(Struct, frozen=True):
    """A question that is answered with a number from 1 to 5, and the meaning of both ends."""

    name: str
    text: str
    low: str
    high: str


class Question(Struct, frozen=True):
    """A question that is answered in words."""

    name: str
    text: str


class PlaytestWords(Struct, frozen=True):
    """All words of the form in one language.

    `words` are the words that sheet and page share, by their names. `page` are the words that only
    the page has, with places such as `{version}` to be filled in.
    """

    language: str
    scales: tuple[AnswerScale, ...]
    questions: tuple[Question, ...]
    words: dict[str, str]
    page: dict[str, str]

    def moments(self, rows: int) -> list[str]:
        """The moments that are printed in a table of times with so many rows, "" for none."""
        begin = [self.words["moment_setup"], self.words["moment_first"]]
        return [*begin, *[""] * (rows - 3), self.words["moment_end"]]


def playtest_words(tool: ToolWords, language: str) -> PlaytestWords:
    """The words of the form in a language; English words for a language that the tool lacks."""
    spoken = tool.spoken(language)
    words = tool.section(PLAYTEST, spoken)
    scales = [name.removeprefix(_SCALE) for name in words if name.startswith(_SCALE)]
    questions = [name.removeprefix(_QUESTION) for name in words if name.startswith(_QUESTION)]
    return PlaytestWords(
        language=spoken,
        scales=tuple(
            AnswerScale(
                name,
                words[f"{_SCALE}{name}"],
                words[f"{_SCALE}{name}.low"],
                words[f"{_SCALE}{name}.high"],
            )
            for name in scales
            if "." not in name
        ),
        questions=tuple(Question(name, words[f"{_QUESTION}{name}"]) for name in questions),
        words={name: word for name, word in words.items() if "." not in name},
        page={
            name.removeprefix(_PAGE): word for name, word in words.items() if name.startswith(_PAGE)
        },
    )
