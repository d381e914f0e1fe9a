"""Reads marks: the two letters that begin the version codes of a game, unique in a project.

Of other games only the line with `mark` is read, so that their faults do not stop this game.
"""

import os
import re
import stat
from pathlib import Path

from fustella.core.files.project import CONTENT, GAME_FILE, Project
from fustella.core.files.reading import fails, read_bytes, unread
from fustella.core.processes import limits
from fustella.core.values.codes import default_mark
from fustella.core.values.problems import Place, Problem, ProblemsFound

_MARK = re.compile(r"""^mark:\s*["']?([A-Z]{2})\b""", re.MULTILINE)

_typed: dict[str, tuple[tuple[int, int], str]] = {}
"""The mark in each game.yaml, with the size and the time of change that the file had."""


def games_with_mark(project: Project, mark: str) -> tuple[str, ...]:
    """The ids of all games with this mark."""
    return tuple(game for game in project.games() if mark_of(project, game) == mark)


def mark_of(project: Project, game_id: str) -> str:
    """The mark of a game whose game.yaml may have faults.

    Raises ProblemsFound, E100, if the file cannot be read: another game could have the same mark. A
    file is read again only if its size or its time of change is another: each game of a project
    needs the marks of all others.
    """
    inside = "" if project.single else f"{CONTENT}/{game_id}/"
    file = f"{project.root}/{inside}{GAME_FILE}"
    try:
        status = os.lstat(file)
        # A link is always read: its own size and time do not tell of changes to its target.
        key = status.st_size, status.st_mtime_ns
        if file not in _typed or _typed[file][0] != key or stat.S_ISLNK(status.st_mode):
            data = read_bytes(Path(file), project.root, limits.YAML_BYTES)
            match = _MARK.search(data.decode("utf-8-sig", errors="replace"))
            _typed[file] = key, match[1] if match else ""
    except OSError as error:
        if fails(error):
            raise ProblemsFound([unread(error, Place(f"{inside}{GAME_FILE}"))]) from None
        return default_mark(game_id)
    return _typed[file][1] or default_mark(game_id)


def mark_taken(project: Project, game_id: str, mark: str, place: Place) -> Problem | None:
    """The problem E124 when another game has the same mark, else None."""
    others = [other for other in games_with_mark(project, mark) if other != game_id]
    if not others:
        return None
    message = f"the mark {mark} is that of the game `{others[0]}`, too"
    hint = "write two other letters, like `mark: XY`: version codes begin with them"
    return Problem("E124", place, message, hint)
