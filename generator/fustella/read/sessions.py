"""Reads played sessions: the files that forms and tables save, and those that a project keeps.

A file from players may be anything. All of its faults are told, and a session is read as a whole or
not at all.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import DecodeError, ValidationError, convert, json

from fustella.core.files.project import Project
from fustella.core.files.reading import entries_of, is_there, read_bytes, unread
from fustella.core.processes import limits
from fustella.core.processes.steps import READING_S, step
from fustella.core.values.problems import Collected, Place, Problem, ProblemsFound
from fustella.core.values.sessions import (
    FORMAT,
    VERSION,
    Answers,
    Event,
    Player,
    PlayRemark,
    Ruling,
    Session,
    SessionMoment,
)
from fustella.core.words.patterns import regex
from fustella.read.session_rows import event_in
from fustella.read.source import load

_LISTS: Final = {"players": Player, "times": SessionMoment, "rulings": Ruling}
_OF_TABLE: Final = "table"
"""What a table needs to go on with a session; no part of what was played."""

_FAULT = regex(r"(?s)(.*?)(?: - at `(?:key in )?\$(.*)`)?")
_TOLD: Final = 50
"""The most faults of a file that are looked for."""


def session_in_json(data: bytes, name: str) -> Session:
    """The session in the bytes of a JSON file; `name` is the file's name in messages.

    Raises ProblemsFound: E630 for other files, E631, E632, E633.
    """
    with step(f"reading {name}", Place(name), READING_S):
        try:
            typed = json.decode(data)
        except (DecodeError, RecursionError, UnicodeDecodeError) as fault:
            deep = isinstance(fault, RecursionError)
            why = "too many lists inside each other" if deep else str(fault)
            message = f"it is no session of a playtest: {why.replace('JSON is', 'its JSON is')}"
            raise ProblemsFound([Problem("E630", Place(name), message, _ASK_AGAIN)]) from None
        return session_of(typed, name)


def session_in_yaml(path: Path, name: str, root: Path | None) -> Session:
    """The session in a file of a project. Raises ProblemsFound, as `load` and `session_of` do."""
    return session_of(load(path, name, root), name)


def sessions_of(project: Project, game_id: str, problems: list[Problem]) -> dict[str, Session]:
    """The sessions that a project keeps of a game, by the names of their files, in their order.

    What is wrong with one goes to `problems`; the others are read all the same.
    """
    found = {}
    for path in session_files(project, game_id):
        name = project.name_of(path)
        try:
            found[path.name] = session_in_yaml(path, name, project.root)
        except ProblemsFound as faults:
            problems += faults.problems
    return found


def session_files(project: Project, game_id: str) -> list[Path]:
    """The files of the sessions of a game. Raises ProblemsFound: E633 for too many."""
    folder = project.sessions_of(game_id)
    if not is_there(folder):
        return []
    files = sorted(path for path in entries_of(folder, project.root) if path.suffix == ".yaml")
    if len(files) > limits.SESSIONS:
        message = f"more than {limits.SESSIONS:,} sessions"
        hint = "move those of old versions to another folder"
        place = Place(project.name_of(folder))
        raise ProblemsFound([Problem("E633", place, message, hint)])
    return files


def session_of(typed: object, name: str) -> Session:
    """The session in what a file says. Raises ProblemsFound: E630, E631, E632, E633."""
    if not isinstance(typed, dict) or typed.get("format") != FORMAT:
        message = f"it is no session of a playtest: its format is not {FORMAT}"
        raise ProblemsFound([Problem("E630", Place(name), message, _ASK_AGAIN)])
    version = typed.get("format_version", 1)
    if isinstance(version, int) and version > VERSION:
        message = f"it was saved by a newer Fustella: its format is {str(version)[:20]}"
        hint = f"this one reads formats up to {VERSION}: update Fustella, and import it again"
        raise ProblemsFound([Problem("E631", Place(name), message, hint)])
    reader = _Reader(name)
    if isinstance(version, bool) or version not in range(1, VERSION + 1):
        reader.tell("format_version", f"expected 1 to {VERSION}")
    session = reader.session(typed)
    if reader.problems or session is None:
        raise ProblemsFound(reader.problems)
    return session


class _Reader:
    """Reads one session part by part, so that each faulty part is told."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems = Collected()

    def session(self, typed: Mapping[str, Any]) -> Session | None:
        """The session; None after its faults were reported."""
        left = {
            key: value
            for key, value in typed.items()
            if key not in ("format", "format_version", _OF_TABLE)
        }
        answers = left.pop("answers", {})
        parts = {
            "log": self.entries(left.pop("log", []), Event, "log", limits.SESSION_EVENTS),
            "remarks": self.entries(left.pop("remarks", []), PlayRemark, "remarks"),
            "answers": self.answers(answers),
        }
        pieces = left.get("pieces", {})
        if isinstance(pieces, dict) and len(pieces) > limits.GAME_PIECES:
            self.tell_many("pieces", limits.GAME_PIECES)
            left.pop("pieces")
        found: Session | None = self.part({**left, **parts}, Session, "")
        return found

    def answers(self, typed: object) -> Answers:
        if not isinstance(typed, dict):
            self.tell("answers", f"expected keys with values, found {_sort_of(typed)}")
            return Answers()
        lists = {
            key: self.entries(typed[key], sort, f"answers.{key}")
            for key, sort in _LISTS.items()
            if key in typed
        }
        for key in ("scales", "questions", "own"):
            if isinstance(typed.get(key), dict) and len(typed[key]) > limits.QUESTIONS:
                self.tell_many(f"answers.{key}", limits.QUESTIONS)
                typed = {**typed, key: {}}
            elif isinstance(typed.get(key), dict):  # what was asked and not answered
                kept = {name: each for name, each in typed[key].items() if each not in (None, "")}
                typed = {**typed, key: kept}
        return self.part({**typed, **lists}, Answers, "answers") or Answers()

    def entries(
        self, typed: object, sort: type[Any], key: str, most: int = limits.SESSION_REMARKS
    ) -> list[Any]:
        """The entries of a list that are right."""
        if not isinstance(typed, list):
            self.tell(key, f"expected a list, found {_sort_of(typed)}")
            return []
        if len(typed) > most:
            self.tell_many(key, most)
            return []
        found = []
        for number, entry in enumerate(typed, start=1):
            is_row = sort is Event and isinstance(entry, str)
            part = self.part(event_in(entry) if is_row else entry, sort, f"{key}[{number}]")
            found += [] if part is None else [part]
            if len(self.problems) > _TOLD:
                break
        return found

    def part(self, typed: object, sort: type[Any], key: str) -> Any:
        """A part of a session; None after its fault was reported."""
        try:
            return convert(typed, sort)
        except ValidationError as fault:
            found = _FAULT.fullmatch(str(fault))
            assert found is not None
            inside = (found[2] or "").replace("[...]", "").removeprefix("." if not key else "")
            self.tell(f"{key}{inside}", _plainly(found[1]))
            return None
        except RecursionError:
            self.tell(key, "too many lists inside each other")
            return None

    def tell(self, key: str, message: str) -> None:
        hint = "save the session again, or correct the file by hand"
        self.problems.append(Problem("E632", Place(self.name, key=key), message, hint))

    def tell_many(self, key: str, most: int) -> None:
        message = f"more than {most:,} entries"
        hint = "no session is so long: ask for the file again"
        self.problems.append(Problem("E633", Place(self.name, key=key), message, hint))


_ASK_AGAIN: Final = "take a file that the form or the table saved; ask for it again"


_PLAIN: Final = (
    (r"str matching regex '\^[^A]*\[A-Z\].*'", "a version code, such as MK-7K4C"),
    (r"str matching regex .*a-z0-9-.*", "8 to 40 small letters, digits and hyphens"),
    (r"str matching regex .*", "a word in small letters"),
    (r"str of length <= (\d+)", r"at most \1 letters"),
    (r"\b(float|int) ([<>]=) (\d+)(\.0)?", r"a number \2 \3"),
    (r"\bint\b", "a whole number"),
    (r"\bfloat\b", "a number"),
    (r"\bbool\b", "true or false"),
    (r"\bstr\b", "a text"),
    (r"\bnull\b", "nothing"),
    (r"\bobject\b", "keys with values"),
    (r"\barray\b", "a list"),
    (r"^keys with values missing required field", "a key is missing:"),
    (r"^keys with values contains unknown field", "there is no key"),
)
"""Words of the library that converts, and what is said for them."""


def _plainly(message: str) -> str:
    message = message.replace("`", "")
    message = f"{message[:1].lower()}{message[1:]}"
    for pattern, words in _PLAIN:
        message = re.sub(pattern, words, message)
    return message[:200]


def _sort_of(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "keys with values"
    return {list: "a list", bool: "true or false", str: "a text"}.get(type(value), "a number")


def bytes_of(path: Path, name: str) -> bytes:
    """The bytes of a file that the command line names. Raises ProblemsFound: E100, E132."""
    try:
        return read_bytes(path, None, limits.SESSION_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
