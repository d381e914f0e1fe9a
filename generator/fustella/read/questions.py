"""Reads playtest.yaml: a game's own questions, which its playtest forms ask after ours."""

from collections.abc import Mapping, Sequence

from fustella.core.files.project import QUESTIONS, Project
from fustella.core.files.reading import is_there
from fustella.core.processes import limits
from fustella.core.values.model import Text
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.questions import OwnQuestion, QuestionType
from fustella.core.values.schemas import Schema, Vocabulary
from fustella.read.fields import PLAIN_TEXT
from fustella.read.forms import (
    Form,
    checked,
    entry,
    form_of,
    list_of,
    one_of,
    schema_of,
    table_of,
)
from fustella.read.languages import Languages, read_text
from fustella.read.nodes import MappingNode, place_at
from fustella.read.scalars import IDENTIFIER
from fustella.read.source import load

_TEXT = PLAIN_TEXT


class QuestionForm(Form, frozen=True):
    """A question to the players."""

    id: str = entry(IDENTIFIER, about="The name of the answer in files of sessions.")
    ask: object = entry(_TEXT, about="The question, in each language.")
    type: str = entry(
        one_of(*QuestionType),
        default=QuestionType.TEXT.value,
        about="How it is answered: on a scale, in words, by a choice, or with a number.",
    )
    low: object = entry(_TEXT, default=None, about="What 1 means on a scale.")
    high: object = entry(_TEXT, default=None, about="What 5 means on a scale.")
    of: Mapping[str, object] = entry(
        table_of(IDENTIFIER, _TEXT), factory=dict, about="The choices by their ids, with words."
    )


class QuestionsForm(Form, frozen=True):
    """The questions of a game."""

    questions: tuple[QuestionForm, ...] = entry(
        list_of(form_of(QuestionForm), least=1), about="The questions, in order."
    )


def read_questions(
    project: Project, game_id: str, languages: Sequence[str], warnings: list[Problem]
) -> tuple[OwnQuestion, ...]:
    """The own questions of a game; () without playtest.yaml.

    Texts that lack a language are told in `warnings`. Raises ProblemsFound: E639 for what does not
    fit a question, E112 for an id that stands twice, E133, and what no file in YAML may hold.
    """
    path = project.folder_of(game_id) / QUESTIONS
    if not is_there(path):
        return ()
    file = project.name_of(path)
    data = load(path, file, project.root)
    form = checked(QuestionsForm, data, file)
    problems: list[Problem] = []
    if len(form.questions) > limits.QUESTIONS:
        message = f"more than {limits.QUESTIONS} questions"
        problems.append(Problem("E133", Place(file), message, "nobody answers so many"))
    spoken = Languages(tuple(languages))
    reader = _QuestionReader(data, file, spoken, problems)
    found = tuple(reader.question(number, each) for number, each in enumerate(form.questions))
    if problems:
        raise ProblemsFound(problems)
    warnings += (text.warning for text in spoken.missing)
    return found


class _QuestionReader:
    """Reads the texts of questions, and finds what does not fit together."""

    def __init__(
        self, data: MappingNode, file: str, languages: Languages, problems: list[Problem]
    ) -> None:
        self._data, self._file = data, file
        self._languages, self._problems = languages, problems
        self._seen: dict[str, Place] = {}

    def question(self, number: int, form: QuestionForm) -> OwnQuestion:
        first = self._seen.setdefault(form.id, self._place(number, "id"))
        if first != self._place(number, "id"):
            hint = f"another question has it: line {first.line}"
            self._tell("E112", number, "id", f"the id `{form.id}` stands twice", hint)
        kind = QuestionType(form.type)
        self._check_keys(number, form, kind)
        choices = {name: self._text(typed, number, "of", name) for name, typed in form.of.items()}
        low, high = (
            None if typed is None else self._text(typed, number, key)
            for key, typed in (("low", form.low), ("high", form.high))
        )
        return OwnQuestion(form.id, kind, self._text(form.ask, number, "ask"), low, high, choices)

    def _check_keys(self, number: int, form: QuestionForm, kind: QuestionType) -> None:
        typed = {"low": form.low is not None, "high": form.high is not None, "of": bool(form.of)}
        wanted = {"low": QuestionType.SCALE, "high": QuestionType.SCALE, "of": QuestionType.CHOICE}
        for key, there in typed.items():
            fits = wanted[key] is kind
            if there and not fits:
                message = f"a question of the type {kind.value} has no `{key}`"
                self._tell("E639", number, key, message, f"delete it, or write type: {wanted[key]}")
            elif fits and not there:
                message = f"a question of the type {kind.value} needs `{key}`"
                self._tell("E639", number, "", message, f"add `{key}: …`")

    def _text(self, typed: object, number: int, *keys: str) -> Text:
        place = self._place(number, *keys)
        return read_text(typed, self._languages, place, self._problems, plain=True)

    def _tell(self, code: str, number: int, key: str, message: str, hint: str) -> None:
        place = self._place(number, *([key] if key else []))
        self._problems.append(Problem(code, place, message, hint))

    def _place(self, number: int, *keys: str) -> Place:
        return place_at(self._data, self._file, "questions", number, *keys)


def questions_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of playtest.yaml."""
    return schema_of(QuestionsForm, vocabulary)
