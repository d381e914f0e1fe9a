"""Turns the played sessions of a game into what the page says of each piece."""

from collections.abc import Iterator

from fustella.core.files.project import Project
from fustella.core.values.model import Game
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sessions import Session
from fustella.play.piece_rows import PieceRow, pieces_of
from fustella.preview.views import PlayedView
from fustella.read.sessions import session_files, sessions_of


class PlayedPieces:
    """What was played of a game; the sessions are read again only if one of their files changed."""

    def __init__(self, project: Project, game_id: str) -> None:
        self._project, self._id = project, game_id
        self._read: tuple[tuple[str, int, int], ...] = ()
        self._sessions: dict[str, Session] = {}

    def views(self, game: Game) -> tuple[PlayedView, ...]:
        """The views of all versions of pieces that were played, or of which something was said.

        Sessions that cannot be read are left out: `fustella playtest report` tells them.
        """
        try:
            found = tuple(self._states())
            if found != self._read:
                problems: list[Problem] = []
                self._sessions = sessions_of(self._project, self._id, problems)
                self._read = found
        except (ProblemsFound, OSError):
            return ()
        return tuple(map(_view, pieces_of(self._sessions, game)))

    def _states(self) -> Iterator[tuple[str, int, int]]:
        for path in session_files(self._project, self._id):
            status = path.stat()
            yield path.name, status.st_size, status.st_mtime_ns


def _view(row: PieceRow) -> PlayedView:
    remarks = tuple(f"“{one.text}”{f' ({one.seat})' if one.seat else ''}" for one in row.remarks)
    return PlayedView(row.piece, row.code, row.current, row.said, remarks)
