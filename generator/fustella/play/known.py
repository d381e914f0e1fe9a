"""Finds what had been known of versions of pieces from played sessions."""

from collections.abc import Mapping

from msgspec import Struct

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.problems import Problem
from fustella.play.piece_rows import PieceRow, pieces_of
from fustella.read.sessions import session_files, sessions_of


class Known(Struct, frozen=True):
    """The rows of played pieces by their codes; `unread` are the sessions that cannot be read."""

    rows: Mapping[str, PieceRow] = {}
    unread: int = 0


def known_of(project: Project, game_id: str) -> Known:
    """What the sessions of a game say of each version of a piece that was held or used.

    Nothing is known of a game that is gone. Raises ProblemsFound for one that cannot be read.
    """
    if game_id not in project.games() or not session_files(project, game_id):
        return Known()
    problems: list[Problem] = []
    sessions = sessions_of(project, game_id, problems)
    rows = pieces_of(sessions, load_game(project, game_id))
    known = {row.code: row for row in rows if row.touched or row.remarks}
    return Known(known, len({problem.place.file for problem in problems}))
