"""Makes a session of the filled PDF form of a playtest."""

import re
from typing import Any, Final

from msgspec import DecodeError, json

from fustella.core.processes.steps import READING_S, step
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.sessions import Session
from fustella.read.sessions import session_of
from fustella.write.filled_form import NotAForm, fields_of_form
from fustella.write.form_fields import HEAD, MOST_ROWS

_NAME: Final = re.compile(r"(session|scales|questions|own):([^:]{1,100})")
_ROW: Final = re.compile(r"(players|times|rulings):(\d{1,3}):(\w{1,20})")
_WHOLE: Final = re.compile(r"-?\d{1,12}")
_DECIMAL: Final = re.compile(r"-?\d{1,12}[.,]\d{1,6}")


def session_in_pdf(data: bytes, name: str) -> Session:
    """The session in a filled form; `name` is the file's name in messages.

    Raises ProblemsFound: E630 for another PDF or an empty form, and those of `session_of`.
    """
    with step(f"reading {name}", Place(name), READING_S):
        try:
            fields = fields_of_form(data)
            typed = json.decode(fields.pop(HEAD))
        except NotAForm as fault:
            raise _refused(name, str(fault)) from None
        except (KeyError, DecodeError, RecursionError):
            why = "it is a PDF, but no filled form of `fustella playtest`"
            raise _refused(name, why) from None
        if not fields or not isinstance(typed, dict):
            raise _refused(name, "nothing is typed into its fields")
        numbers, moments = (typed.pop(key, None) for key in ("numbers", "moments"))
        for number, moment in enumerate(moments if isinstance(moments, list) else [], start=1):
            if f"times:{number}:clock" in fields:
                fields.setdefault(f"times:{number}:moment", moment)
        answers = _answers(fields, numbers if isinstance(numbers, list) else [])
        return session_of({**typed, "answers": answers}, name)


def _answers(fields: dict[str, str], numbers: list[Any]) -> dict[str, Any]:
    """The answers in the fields; `numbers` are the own questions whose answers are numbers."""
    answers: dict[str, Any] = {"observer": fields["observer"]} if "observer" in fields else {}
    rows: dict[str, dict[int, dict[str, Any]]] = {}
    for name, typed in fields.items():
        if found := _NAME.fullmatch(name):
            number = found[1] == "scales" or (found[1] == "own" and found[2] in numbers)
            answers.setdefault(found[1], {})[found[2]] = _number(typed) if number else typed
        elif (found := _ROW.fullmatch(name)) and int(found[2]) <= MOST_ROWS:
            value = found[3] == "won" or typed
            rows.setdefault(found[1], {}).setdefault(int(found[2]), {})[found[3]] = value
    for name, of_list in rows.items():
        answers[name] = [of_list[number] for number in sorted(of_list)]
    return answers


def _number(typed: str) -> float | str:
    """The number that was typed, with a point or a comma; another text as it is, to be refused."""
    typed = typed.strip()
    if _WHOLE.fullmatch(typed):
        return int(typed)
    return float(typed.replace(",", ".")) if _DECIMAL.fullmatch(typed) else typed


def _refused(name: str, why: str) -> ProblemsFound:
    hint = "fill the form in with a program for PDFs, save it, and import the saved file"
    return ProblemsFound([Problem("E630", Place(name), why, hint)])
