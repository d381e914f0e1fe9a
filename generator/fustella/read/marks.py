"""Marks: the two letters that begin the version codes of a game, different for each game.

Of other games only the line with `mark` is read, so that faults in them do not stop this one.
"""

import re

from fustella.core import limits
from fustella.core.codes import default_mark
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import GAME_FILE, Project
from fustella.core.reading import fails, read_bytes, unread

_TYPED = re.compile(r"""^mark:\s*["']?([A-Z]{2})\b""", re.MULTILINE)


def games_with_mark(project: Project, mark: str) -> tuple[str, ...]:
    """The ids of all games with this mark."""
    return tuple(game for game in project.games() if mark_of(project, game) == mark)


def mark_of(project: Project, game_id: str) -> str:
    """The mark of a game whose game.yaml may have faults.

    Raises ProblemsFound, E100, where it cannot be read: its mark could be that of another game.
    """
    path = project.folder_of(game_id) / GAME_FILE
    try:
        data = read_bytes(path, project.root, limits.YAML_BYTES)
        found = _TYPED.search(data.decode("utf-8-sig", errors="replace"))
    except OSError as error:
        if fails(error):
            raise ProblemsFound([unread(error, Place(project.name_of(path)))]) from None
        found = None
    return found[1] if found else default_mark(game_id)


def mark_taken(project: Project, game_id: str, mark: str, place: Place) -> Problem | None:
    """The problem E124 when another game has the same mark, else None."""
    others = [other for other in games_with_mark(project, mark) if other != game_id]
    if not others:
        return None
    message = f"the mark {mark} is that of the game `{others[0]}`, too"
    hint = "write two other letters, like `mark: XY`: version codes begin with them"
    return Problem("E124", place, message, hint)
