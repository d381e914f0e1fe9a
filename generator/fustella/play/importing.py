"""Puts played sessions into a project: a file for each, which git keeps.

A session is put where no file is. Only a later save of the same session replaces what was imported
before: one that goes on where that ends.
"""

import hashlib
from enum import Enum, auto
from functools import cached_property
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from fustella.build import read_ledger
from fustella.build.inputs import load_game
from fustella.core.files.journal import write_all
from fustella.core.files.project import Project
from fustella.core.files.reading import entries_of, is_there
from fustella.core.files.unwritten import hint_for_unwritten, why_unwritten
from fustella.core.values.codes import box_code, codes_of
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean, warning
from fustella.core.values.sessions import Session
from fustella.core.words.patterns import regex
from fustella.history.codes import History
from fustella.play.filled import session_in_pdf
from fustella.play.longer import goes_on, has_all_said
from fustella.play.session_text import text_of_session
from fustella.read.marks import mark_of
from fustella.read.sessions import bytes_of, session_in_json, session_in_yaml

_DAY = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_UNDATED = "undated"
_DIGITS = 12
"""The digits of a digest in the name of a file: two of thousands are not alike by chance."""


class Put(Enum):
    """What became of a session: it was not there, it replaced an earlier save, or it was there."""

    NEW = auto()
    LONGER = auto()
    THERE = auto()


class Imported(Struct, frozen=True):
    """A session with its file in the project, and what became of it. `notes` are warnings."""

    session: Session
    path: Path
    state: Put
    notes: tuple[Problem, ...] = ()


class Importer:
    """Imports sessions into one project; `output` is the folder with the ledgers of builds."""

    def __init__(self, project: Project, output: Path) -> None:
        self._project, self._output = project, output
        self._known: dict[str, KnownCodes] = {}

    def put(self, path: Path, name: str) -> Imported:
        """Imports the session of a file, which `name` names in messages.

        Raises ProblemsFound: E100, E402, E630 to E635 and E637.
        """
        session = read_session(path, name)
        if session.game not in self._project.games():
            message = f"it is a session of `{session.game}`, and the project has no such game"
            hint = did_you_mean(session.game, self._project.games()) or "import it where that is"
            raise ProblemsFound([Problem("E634", Place(name, key="game"), message, hint)])
        mark = mark_of(self._project, session.game)
        _refuse_codes_of_others(session, mark, name)
        folder = self._project.sessions_of(session.game)
        place = _place_of(folder, session, self._project.root)
        before = self._before(session, place, name)
        if before is not None and before.state is Put.THERE:
            return before
        notes = self._codes(session.game).unknown(session, name)
        try:
            write_all(self._project.root, {place: text_of_session(session).encode()})
        except OSError as error:
            at = Place(self._project.name_of(place))
            raise ProblemsFound(
                [Problem("E402", at, why_unwritten(error), hint_for_unwritten(error))]
            ) from None
        if before is not None:
            return replace(before, notes=(*before.notes, *notes))
        return Imported(session, place, Put.NEW, notes)

    def _before(self, session: Session, place: Path, name: str) -> Imported | None:
        """What becomes of a session that was imported before; None of a new one.

        Raises ProblemsFound: E637 for another session with its id.
        """
        if not is_there(place):
            return None
        kept = self._project.name_of(place)
        there = session_in_yaml(place, kept, self._project.root)
        state, hint = Put.THERE, "nothing needs to be done"
        if there == session:
            message = f"it was imported before, as {kept}: it counts once"
        elif goes_on(session, there):
            state, message = Put.LONGER, f"it goes on where {kept} ended, and replaces it"
            if not has_all_said(session, there):
                message += ", with answers or remarks that it has no more"
            hint = "git has what was there, if you had committed it"
        elif goes_on(there, session):
            message = f"a longer save of it was imported before, as {kept}: it counts once"
        else:
            message = f"another session with its id was imported before, as {kept}"
            hint = "if this one is to count instead, delete that file, and import this one again"
            raise ProblemsFound([Problem("E637", Place(name), message, hint)])
        return Imported(session, place, state, (warning("E636", Place(name), message, hint),))

    def _codes(self, game_id: str) -> "KnownCodes":
        if game_id not in self._known:
            self._known[game_id] = KnownCodes(self._project, game_id, self._output)
        return self._known[game_id]


class KnownCodes:
    """The version codes of a game: of its content, of the ledger of builds, and of git.

    Git is asked only for codes that the others do not know.
    """

    def __init__(self, project: Project, game_id: str, output: Path) -> None:
        self._project, self._game_id, self._output = project, game_id, output

    def unknown(self, session: Session, name: str) -> tuple[Problem, ...]:
        """The warnings, E638, about codes of a session that no version of the game ever had."""
        codes = dict.fromkeys(code for _, code in _codes_in(session) if code)
        left = [code for code in codes if code not in self._near]
        past = frozenset(self._past) if left else frozenset()
        left = [code for code in left if code not in past]
        hint = "the builds of that version may lie on another machine, or it was typed by hand"
        found = []
        if left:
            some = ", ".join(left[:3]) + (f" and {len(left) - 3:,} more" if left[3:] else "")
            message = f"no piece of the game is known to have had {some}"
            found.append(warning("E638", Place(name), message, hint))
        if session.version not in self._boxes and (left or not session.pieces):
            message = f"no box of the game is known to have had {session.version}"
            found.append(warning("E638", Place(name, key="version"), message, hint))
        return tuple(found)

    @cached_property
    def _game(self) -> Game:
        return load_game(self._project, self._game_id)

    @cached_property
    def _boxes(self) -> frozenset[str]:
        return frozenset(box_code(self._game, language) for language in self._game.languages)

    @cached_property
    def _near(self) -> frozenset[str]:
        """The codes of the content as it is now, and of the ledger."""
        game = self._game
        now = (code for each in game.languages for code in codes_of(game, each).values())
        ledger = (entry.code for entry in read_ledger(self._output / self._game_id))
        return frozenset((*now, *ledger))

    @cached_property
    def _past(self) -> frozenset[str]:
        history = History(self._project, self._game_id)
        return frozenset(entry.code for _, entries in history.entries() for entry in entries)


def read_session(path: Path, name: str) -> Session:
    """The session in a file of any form: saved by a form or a table, a filled PDF, or YAML.

    Raises ProblemsFound: E100, E630 to E633.
    """
    if path.suffix.lower() in (".yaml", ".yml"):
        return session_in_yaml(path, name, None)
    data = bytes_of(path, name)
    return session_in_pdf(data, name) if data[:5] == b"%PDF-" else session_in_json(data, name)


def _codes_in(session: Session) -> list[tuple[str, str]]:
    """The codes of pieces in a session, with their keys; those of rulings are typed by hand."""
    found = [(f"pieces.{piece}", code) for piece, code in session.pieces.items()]
    found += [(f"log[{number}].code", event.code) for number, event in enumerate(session.log, 1)]
    return found + [
        (f"remarks[{number}].code", remark.code) for number, remark in enumerate(session.remarks, 1)
    ]


def _refuse_codes_of_others(session: Session, mark: str, name: str) -> None:
    """Raises ProblemsFound, E635, for codes that do not begin with the mark of the game."""
    hint = f"the codes of `{session.game}` begin with {mark}-: save the session again"
    codes = [("version", session.version), *_codes_in(session)]
    wrong = {code: key for key, code in reversed(codes) if code and code[:2] != mark}
    if wrong:
        raise ProblemsFound(
            Problem("E635", Place(name, key=key), f"{code} is no code of this game", hint)
            for code, key in wrong.items()
        )


def _place_of(folder: Path, session: Session, root: Path) -> Path:
    """The file of a session: its day, and a digest of its id, or of all that it says.

    A session that was imported with another day has the place that it has.
    """
    known = session.id or json.encode(session, order="sorted").decode()
    digest = hashlib.sha256(f"{session.game}\n{known}".encode()).hexdigest()[:_DIGITS]
    ending = f"-{digest}.yaml"
    if is_there(folder):
        for path in entries_of(folder, root):
            if path.name.endswith(ending):
                return path
    day = session.answers.session.date
    return folder / f"{day if _DAY.fullmatch(day) else _UNDATED}{ending}"
